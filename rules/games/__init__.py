"""The list of games; a further game is a further file and a further entry here."""

from typing import Any

from rules.game import Game
from rules.games.liars_dice import LIARS_DICE
from rules.games.niu_niu import NIU_NIU_SIX, NIU_NIU_TEN
from rules.games.perudo import PERUDO
from rules.games.run_buster import RunBuster
from rules.games.tally_up import TALLY_UP

GAMES: tuple[Game[Any], ...] = (RunBuster(), NIU_NIU_TEN, NIU_NIU_SIX, LIARS_DICE, PERUDO, TALLY_UP)
"""Every game the table can referee, the usual one first."""


class UnknownGame(LookupError):  # noqa: N818 - says what happened, as KeyError does not
    """No game has this key; the message names those there are."""


def by_key(key: str) -> Game[Any]:
    """The game that is called `key` on the command line; UnknownGame for any other word.

    >>> by_key("run-buster").author
    'Mark Steere'
    """
    for game in GAMES:
        if game.key == key:
            return game
    known = ", ".join(game.key for game in GAMES)
    raise UnknownGame(f"there is no game {key!r}; the games are: {known}")
