"""One evening at the table: game after game, until somebody or something ends it."""

import logging
from contextlib import closing

from pi.companion import Companion
from pi.errors import FILM_TO_READ
from pi.game_in_play import GameInPlay
from pi.journal import Journal
from pi.parts import Parts
from pi.plan import Beginning, Beginnings
from rules.referee import QUESTIONS

_log = logging.getLogger(__name__)


def evening(parts: Parts, beginnings: Beginnings, journal: Journal, first: Beginning) -> None:
    """Play game after game until as many are over as the plan wants, or somebody or something ends the evening."""
    beginning, over = first, 0
    with closing(Companion(parts)) as companion:
        while True:
            game = companion.begin(journal, beginning)
            with closing(game.record):
                ending = companion.play(game, beginning.seats)
            if ending == "source ended" and not game.over:
                _log.warning("%s has ended %s", beginnings.plan.source, how_it_stands(game, over))
            over += ending == "over"
            if ending not in ("over", "new game") or over == parts.games:
                return
            beginning = beginnings.anew()


def how_it_stands(game: GameInPlay, over: int) -> str:
    """How a film's end leaves a game that is not over, after so many that are, and what can be done about it."""
    asked = game.referee.question
    stands = f"; what was asked last still stands: {QUESTIONS[asked.about]}" if asked else ""
    if game.begun:
        goes_on = f"game {game.record.id}, and --resume goes on with it" if game.record.saved else "a game, not saved"
        return f"in the middle of {goes_on}{stands}"
    if over:  # it was read well enough
        return f"after {over} game{'' if over == 1 else 's'}, before a roll of the next was read{stands}"
    return f"before a roll was read{stands or f': {FILM_TO_READ}'}"
