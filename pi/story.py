"""The story of a game that is over: its kills, rounds and end, told from its actions."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pi.book import PAGES, Desk
from rules.events import Drinks, Event, Killed, Rolled, Told, Won
from rules.game import Action, Game
from rules.table import Table
from ui.pages import Chapter, StoryView
from ui.view import Choice, NewGame

MORE = ("graph", "replay", "statistics")
"""Pages that tell more of a game, of those there are."""
TOLD = (Killed, Won, Drinks)
"""What is worth a chapter; of a game's own events those with a blow or a win."""


class StoryPage:
    """How it went, until somebody begins another game."""

    def __init__(self, desk: Desk, item: str) -> None:
        game, table = desk.game, desk.table
        assert game is not None and table is not None, "a game was played"
        self._desk, played = desk, game.table
        told = chapters(played.game, played.players, played.first, played.actions)
        kills = Counter(chapter.event.player for chapter in told if isinstance(chapter.event, Killed))
        minutes = round((datetime.now().astimezone() - desk.began).total_seconds() / 60)
        self._view = StoryView(
            table=table,
            turns=turns(played.game, played.players, played.first, played.actions),
            minutes=minutes,
            chapters=told,
            kills=tuple((player, kills[player]) for player in played.players),
            more=tuple(page for page in MORE if page in PAGES),
            number=game.record.id if game.record.saved else 0,
        )

    def view(self, now_s: float) -> StoryView:
        """Always the same."""
        return self._view

    def choose(self, choice: Choice) -> bool:
        """A new game is for the table to begin."""
        if isinstance(choice, NewGame):
            self._desk.close()
            self._desk.said.append(choice)
            return True
        return False


def chapters(game: Game[Any], players: tuple[str, ...], first: str, actions: Iterable[Action]) -> tuple[Chapter, ...]:
    """What is worth telling, in order, each with its turn."""
    return tuple(Chapter(turn, event) for turn, event in _events(game, players, first, actions) if _worth(event))


def turns(game: Game[Any], players: tuple[str, ...], first: str, actions: Iterable[Action]) -> int:
    """How many turns were rolled."""
    return max((turn for turn, _ in _events(game, players, first, actions)), default=0)


def _events(
    game: Game[Any], players: tuple[str, ...], first: str, actions: Iterable[Action]
) -> Iterable[tuple[int, Event]]:
    """Everything that was told, with the turn in which it was: every roll begins one."""
    table, turn = Table(game, players, first), 0
    for action in actions:
        for event in table.push(action):
            turn += isinstance(event, Rolled)
            yield turn, event


def _worth(event: Event) -> bool:
    return isinstance(event, TOLD) or (isinstance(event, Told) and event.cue in ("kill", "win"))
