"""A game in play: every accepted action with the states before it, so that all of it can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from rules.events import Event, Told, Undone
from rules.game import Action, Faces, Game, IllegalAction, Keep, Outcome, Position, Roll, Say
from rules.house import AGREE, agrees


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action."""

    action: Action
    """With sorted faces or hand; a player only where somebody else than the mover may say it."""
    player: str
    """Whose action it was."""
    before: Any
    """The game's state that taking it back returns to."""


class Table:
    """The players round one game; whatever the game, its state is a value that is only passed on."""

    def __init__(self, game: Game[Any], players: tuple[str, ...], first: str | None = None) -> None:
        """Seat the players clockwise; the first named begins unless `first` says who.

        ValueError where the game cannot be played by these.
        """
        self.game = game
        self.players = tuple(players)
        self.first = next(iter(self.players), "") if first is None else first
        self._state, _ = game.start(self.players, self.first)
        self._entries: list[Entry] = []
        self.changes = 0
        """Counts accepted and undone actions, so that a watcher knows when to look again."""
        self.undone = False
        """Whether the last change was an undo."""

    @classmethod
    def replay(cls, game: Game[Any], players: tuple[str, ...], first: str | None, actions: Iterable[Action]) -> Table:
        """The table after these actions; IllegalAction where one does not follow from those before it."""
        table = cls(game, players, first)
        for action in actions:
            table.push(action)
        return table

    @property
    def actions(self) -> tuple[Action, ...]:
        """The accepted actions in order, undone ones gone; sorted, without the players of rolls and keeps."""
        return tuple(entry.action for entry in self._entries)

    @property
    def position(self) -> Position:
        """What there is to see: hands, cups, who is to move, what is awaited."""
        return self.game.position(self._state)

    @property
    def last_roll(self) -> Faces:
        """The roll accepted last, sorted, whether or not a hand was chosen of it; empty where there is none."""
        entry = self._last_rolled()
        return entry.action.faces if entry and isinstance(entry.action, Roll) else ()

    @property
    def last_roller(self) -> str | None:
        """Who rolled `last_roll`."""
        entry = self._last_rolled()
        return entry.player if entry else None

    def prompt(self) -> tuple[Event, ...]:
        """The prompt in force: a `Turn`, an `Options`, or nothing once the game is over."""
        return self.game.prompt(self._state)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self._state)

    def push(self, action: Action) -> tuple[Event, ...]:
        """Accept an action and say what follows from it; IllegalAction and nothing has changed."""
        before = self._state
        player = self.position.to_move or ""
        self._check_seated(action)
        self._state, events = self.game.apply(before, action)
        self._entries.append(Entry(_plain(action, self.game.says), player, before))
        self._changed(undone=False)
        return events

    def pop(self) -> tuple[Event, ...]:
        """Take back the last action, also across the end of a game or round: `Undone`, then the prompt in force.

        What is agreed on is told anew only where that was taken back.
        """
        if not self._entries:
            raise IllegalAction("not-now", "There is nothing to take back.")
        undone, prompt = self._take_back(), self.prompt()
        if not agrees(undone.action):
            prompt = tuple(event for event in prompt if not (isinstance(event, Told) and event.word == AGREE))
        return (undone, *prompt)

    def correct(self, faces: Faces, colours: tuple[str, ...] = ()) -> tuple[Event, ...]:
        """The last roll really was this: an `Undone` for each action taken back, then the new roll's events.

        All that followed from the old roll goes with it. Where dice are told by colour and none are given, those of the
        old roll hold, in its order. IllegalAction and nothing has changed.
        """
        back = self._entries_since_last_roll()
        if not back:
            raise IllegalAction("not-now", "There is no roll to correct.")
        was = back[0].action
        if not colours and isinstance(was, Roll) and len(was.colours) == len(faces):
            colours = was.colours
        roll = Roll(tuple(faces), colours=colours)
        self.game.apply(back[0].before, roll)  # refuses before anything is taken back
        undone = tuple(self._take_back() for _ in back)
        return (*undone, *self.push(roll))

    def _check_seated(self, action: Action) -> None:
        """Anybody who is seated may say what is agreed on; of all else the games know whose turn it is."""
        if agrees(action) and action.player not in (None, *self.players):
            seated = ", ".join(self.players)
            raise IllegalAction("wrong-player", f"{action.player!r} is not seated; the players are {seated}.")

    def _take_back(self) -> Undone:
        entry = self._entries.pop()
        self._state = entry.before
        self._changed(undone=True)
        return Undone(entry.action)

    def _changed(self, *, undone: bool) -> None:
        self.changes += 1
        self.undone = undone

    def _entries_since_last_roll(self) -> list[Entry]:
        for index in range(len(self._entries) - 1, -1, -1):
            if isinstance(self._entries[index].action, Roll):
                return self._entries[index:]
        return []

    def _last_rolled(self) -> Entry | None:
        return next(iter(self._entries_since_last_roll()), None)


def _plain(action: Action, says: Mapping[str, Mapping[str, str]]) -> Action:
    """As it is stored and shown: sorted, without its player where that is whoever is to move, without flags not set."""
    match action:
        case Roll(faces, _, colours) if colours:
            dice = sorted(zip(colours, faces, strict=True))
            return Roll(tuple(face for _, face in dice), colours=tuple(colour for colour, _ in dice))
        case Roll(faces):
            return Roll(tuple(sorted(faces)))
        case Keep(hand):
            return Keep(tuple(sorted(hand)))
        case Say(word, fields, player):
            kinds = says.get(word, {})
            told = {key: value for key, value in fields.items() if value is not False or kinds.get(key) != "flag?"}
            return Say(word, told, player if "player" in kinds else None)
        case _:
            assert_never(action)
