"""What the exact odds say of a game: each side's chance, what hands are worth, luck and mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules import odds
from rules.events import Stuck
from rules.game import Action, Faces, Game, Keep, Position
from rules.games.run_buster import RunBuster, kills
from rules.table import Table

NO_COST = 1e-9
"""Hands that differ by less in what they are worth are equally good: the odds are sums of floats."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn of a game that was played, with the chance of the player whose turn it was."""

    player: str
    roll: Faces
    hand: Faces
    """On the table after the turn."""
    killed: Faces
    """The hand that the roll sent back to its cup; empty where it killed none."""
    stuck: bool
    best: Faces
    """The hand that was worth most; `hand` itself where nothing was to be chosen."""
    before: float
    """The player's chance to win before the roll."""
    rolled: float
    """After the roll, if the best is made of it."""
    after: float
    """After the choice."""

    @property
    def luck(self) -> float:
        """What the roll gained; negative for bad luck. Before the roll its mean is 0."""
        return self.rolled - self.before

    @property
    def cost(self) -> float:
        """What was given away by the choice of the hand; 0 for the best."""
        return self.rolled - self.after


@dataclass(frozen=True, slots=True)
class Story:
    """A game of two from its first roll to its last, as the odds see it."""

    players: tuple[str, ...]
    """The first of them is the one whose chance is told."""
    turns: tuple[PlayedTurn, ...]
    chances: tuple[float, ...]
    """The chance of the first player before the first turn and after each: one more than turns."""

    @property
    def luckiest(self) -> int | None:
        """The place of the turn whose roll gained most; None where no roll gained anything."""
        return _greatest([turn.luck for turn in self.turns])

    @property
    def costliest(self) -> int | None:
        """The place of the turn whose choice gave most away; None where every choice was the best."""
        return _greatest([turn.cost for turn in self.turns])


def has_odds(game: Game[Any], players: tuple[str, ...]) -> bool:
    """Whether exact chances are known: for two players of Run Buster, for no more and no other game."""
    return game.key == RunBuster.key and len(players) == 2


def chances(position: Position) -> tuple[float, float]:
    """Each seat's chance to win a game of two, in seat order, if both play their best from here.

    While a keep is awaited it is that of the best hand. Once the game is over: 1 for the winner.
    """
    first = position.places[0]
    if position.to_move is None:
        return _shared(first.player, max(position.places, key=lambda place: len(place.hand)).player, 1.0)
    win = odds.win(*_hands(position)) if position.awaits == "roll" else max(worth(position))
    return _shared(first.player, position.to_move, win)


def worth(position: Position) -> tuple[float, ...]:
    """The mover's chance to win after each of `position.options`, in their order; empty where none is awaited."""
    if position.awaits != "keep":
        return ()
    found = {choice.hand: choice.win for choice in odds.choices(*_hands(position), position.roll)}
    return tuple(found[hand] for hand in position.options)


def story(game: Game[Any], players: tuple[str, ...], first: str, actions: Iterable[Action]) -> Story:
    """The story of the actions so far; a roll of which no hand was chosen yet is left out.

    ValueError where no odds are known; IllegalAction where an action does not follow from those before it.
    """
    if not has_odds(game, players):
        raise ValueError("exact odds are known for two players of Run Buster only")
    table = Table(game, players, first)
    seen, turns = [chances(table.position)[0]], list[PlayedTurn]()
    due = table.position
    for action in actions:
        position = table.position
        due = position if position.awaits == "roll" else due
        stuck = any(isinstance(event, Stuck) for event in table.push(action))
        if isinstance(action, Keep):
            turns.append(_kept(due, position, tuple(sorted(action.hand))))
        elif stuck:
            turns.append(_stuck(due, table.last_roll))
        else:
            continue
        turn = turns[-1]
        seen.append(turn.after if turn.player == players[0] else 1.0 - turn.after)
    return Story(players, tuple(turns), tuple(seen))


def warm() -> None:
    """Solve the game now rather than when its odds are first asked for, which takes a moment."""
    odds.win((), ())


def _stuck(due: Position, roll: Faces) -> PlayedTurn:
    """A turn in which nothing extended the hand."""
    hand, opponent = _hands(due)
    killed = opponent if kills(roll, opponent) else ()
    after = odds.choices(hand, opponent, roll)[0].win
    return PlayedTurn(due.to_move or "", roll, hand, killed, True, hand, odds.win(hand, opponent), after, after)


def _kept(due: Position, choosing: Position, kept: Faces) -> PlayedTurn:
    """A turn in which a hand was chosen."""
    hand, opponent = _hands(due)
    found = odds.choices(hand, opponent, choosing.roll)
    best, after = found[0], next(choice.win for choice in found if choice.hand == kept)
    best_hand = best.hand if best.win - after > NO_COST else kept
    killed = opponent if kills(choosing.roll, opponent) else ()
    before = odds.win(hand, opponent)
    return PlayedTurn(due.to_move or "", choosing.roll, kept, killed, False, best_hand, before, best.win, after)


def _hands(position: Position) -> tuple[Faces, Faces]:
    """The mover's hand, and the other's."""
    mine, theirs = sorted(position.places, key=lambda place: place.player != position.to_move)
    return mine.hand, theirs.hand


def _shared(first: str, player: str, win: float) -> tuple[float, float]:
    """The chance of a player, and what is left for the other, in seat order."""
    return (win, 1.0 - win) if player == first else (1.0 - win, win)


def _greatest(gains: list[float]) -> int | None:
    place = max(range(len(gains)), key=gains.__getitem__, default=None)
    return place if place is not None and gains[place] > NO_COST else None
