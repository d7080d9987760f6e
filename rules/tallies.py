"""Counts over many games: wins, kills, first turns and what the dice showed, game by game as the rules tell them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, lgamma, log
from typing import Any

from rules.events import Event, Killed, Rolled, Round, Stuck, Told, Won
from rules.fairness import FACES
from rules.game import Action, Faces, Game, Outcome
from rules.table import Table

FIRST_TURN_WIN = 720 / 6**6
"""The chance of six dice to show six faces: 1 in 64.8."""
SHARED = "shared"
"""Stands for the colour of dice that all players roll in turn."""
USUAL = 0.95
"""Chance stays within the usual range so often."""


@dataclass(slots=True)
class PlayerTally:
    """One name's record."""

    games: int = 0
    """Games that were played to their end."""
    wins: int = 0
    """Full straights: the game where two were seated, a round where more were."""
    drinks: int = 0
    """How often this one was left and bought the drinks."""
    kills: int = 0
    killed: int = 0
    """How often the own hand went back to the cup."""
    turns: int = 0
    stuck: int = 0
    first_turns: int = 0
    """Rolls of six dice at the beginning of a game or round."""
    first_turn_wins: int = 0


@dataclass(slots=True)
class Tally:
    """All games together."""

    games: int = 0
    """Played to their end."""
    unfinished: int = 0
    left_out: int = 0
    """Games that do not follow from the rules, as when they were written by a newer program."""
    kills: int = 0
    turns: int = 0
    """In games that were played to their end."""
    shortest: int | None = None
    """Turns; None where no game was played to its end."""
    longest: int | None = None
    players: dict[str, PlayerTally] = field(default_factory=lambda: defaultdict(PlayerTally))
    dice: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * FACES))
    """For each colour of dice how often 1, 2, ... 6 came up."""

    @property
    def mean_turns(self) -> float | None:
        """The average length of a game in turns, None where none was played to its end."""
        return self.turns / self.games if self.games else None

    @property
    def first_turns(self) -> int:
        """Of all players."""
        return sum(player.first_turns for player in self.players.values())

    @property
    def first_turn_wins(self) -> int:
        """Of all players."""
        return sum(player.first_turn_wins for player in self.players.values())

    @property
    def all_dice(self) -> tuple[int, ...]:
        """How often each face came up, all colours together."""
        return tuple(sum(counts[place] for counts in self.dice.values()) for place in range(FACES))

    def add(
        self,
        game: Game[Any],
        players: tuple[str, ...],
        colours: tuple[str, ...],
        first: str,
        actions: Iterable[Action],
        *,
        mark: str = "",
    ) -> None:
        """Count one more game; IllegalAction or ValueError, and nothing is counted, where it breaks the rules.

        `mark` is set before the colours of its dice, so that they are counted apart.
        """
        one = _Game(players, colours if game.own_dice else (SHARED,) * len(players), mark)
        outcome = one.play(game, players, first, actions)
        self._add_game(one, outcome is not None)
        if outcome and outcome.drinks is not None:
            self.players[outcome.drinks].drinks += 1

    def _add_game(self, one: _Game, over: bool) -> None:
        self.games += over
        self.unfinished += not over
        self.kills += sum(player.kills for player in one.tally.values())
        if over:
            turns = sum(player.turns for player in one.tally.values())
            self.turns += turns
            self.shortest = min(turns, self.shortest or turns)
            self.longest = max(turns, self.longest or turns)
        for colour, counts in one.dice.items():
            for place, count in enumerate(counts):
                self.dice[colour][place] += count
        for player, counted in one.tally.items():
            total = self.players[player]
            total.games += over
            for name in ("wins", "kills", "killed", "turns", "stuck", "first_turns", "first_turn_wins"):
                setattr(total, name, getattr(total, name) + getattr(counted, name))


class _Game:
    """One game while it is counted, so that one that breaks off leaves no trace."""

    def __init__(self, players: tuple[str, ...], colours: tuple[str, ...], mark: str) -> None:
        self.tally = {player: PlayerTally() for player in players}
        self._mark = mark
        self.dice: dict[str, list[int]] = {mark + colour: [0] * FACES for colour in colours}
        self._colours = dict(zip(players, colours, strict=True))
        self._new = set(players)
        """Who has not rolled yet in this round."""
        self._first_turn: str | None = None

    def play(self, game: Game[Any], players: tuple[str, ...], first: str, actions: Iterable[Action]) -> Outcome | None:
        """Count all that the actions lead to, and say how it ended."""
        if game.options:  # what was agreed on is the table's business
            table = Table(game, players, first)
            for action in actions:
                self._see(table.push(action))
            outcome = table.outcome()
        else:  # a table of thousands of games would take its time
            state, _ = game.start(players, first)
            for action in actions:
                state, events = game.apply(state, action)
                self._see(events)
            outcome = game.outcome(state)
        if outcome and not any(player.wins for player in self.tally.values()):
            for winner in outcome.winners or ((outcome.winner,) if outcome.winner is not None else ()):
                self.tally[winner].wins += 1
        return outcome

    def _see(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case Rolled(player, faces):
                    self._rolled(player, faces, event.colours or (self._colours[player],) * len(faces))
                case Killed(player, victim):
                    self.tally[player].kills += 1
                    self.tally[victim].killed += 1
                case Stuck(player):
                    self.tally[player].stuck += 1
                case Won(player):
                    self.tally[player].wins += 1
                    self.tally[player].first_turn_wins += player == self._first_turn
                case Told(_, _, {"faces": faces}):
                    self._count(faces, (SHARED,) * len(faces))  # dice that were hidden until they all came into view
                case Round(_, players):
                    self._new = set(players)
                case _:
                    pass

    def _rolled(self, player: str, faces: Faces, colours: tuple[str, ...]) -> None:
        self.tally[player].turns += 1
        self._first_turn = player if player in self._new else None
        self.tally[player].first_turns += player in self._new
        self._new.discard(player)
        self._count(faces, colours)

    def _count(self, faces: Faces, colours: tuple[str, ...]) -> None:
        for face, colour in zip(faces, colours, strict=True):
            self.dice.setdefault(self._mark + colour, [0] * FACES)[face - 1] += 1


@lru_cache(maxsize=64)
def usual_range(tries: int, chance: float) -> tuple[int, int]:
    """Between which numbers of successes chance stays 19 times of 20 (the central range of the binomial).

    >>> usual_range(648, 1 / 64.8), usual_range(0, 0.5)
    ((4, 17), (0, 0))
    """
    rest, low, total = (1 - USUAL) / 2, 0, 0.0
    for hits in range(tries + 1):
        total += _binomial(tries, hits, chance)
        if total < rest:
            low = hits + 1
        if total >= 1 - rest:
            return low, hits
    return low, tries


def _binomial(tries: int, hits: int, chance: float) -> float:
    ways = lgamma(tries + 1) - lgamma(hits + 1) - lgamma(tries - hits + 1)
    return exp(ways + hits * log(chance) + (tries - hits) * log(1 - chance))
