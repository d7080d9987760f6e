"""Statistics over all games of the journal, counted a little at a time so that nobody waits for them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pi.journal import GameRow, Journal
from rules.fairness import FACES, LEAST_DICE, Fairness, fairness
from rules.game import IllegalAction
from rules.games import UnknownGame, by_key
from rules.tallies import Tally

EVERY_COLOUR = "all"
"""Stands for the dice of all colours together."""
SIMULATED = "simulated "
"""Before the colour of dice that the program has thrown, as in the demo: they say nothing about real ones."""


@dataclass(slots=True)
class Statistics:
    """What was counted so far."""

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    """For each game that was played, by its key."""
    colours: dict[str, str] = field(default_factory=dict)
    """The colour that each player had last."""
    simulated: int = 0
    """So many of all games were played with dice that the program has thrown."""

    def add(self, journal: Journal, row: GameRow) -> None:
        """Count one more game; one that cannot be followed is counted as left out."""
        tally = self.tallies[row.game]
        self.colours |= dict(zip(row.players, row.colours, strict=True))
        try:
            game = by_key(row.game)
            mark = SIMULATED if row.simulated else ""
            tally.add(game, row.players, row.colours, row.first, journal.actions(row.id), mark=mark)
            self.simulated += row.simulated
        except (UnknownGame, IllegalAction, ValueError):
            tally.left_out += 1

    @property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """For each colour of dice that was rolled how often 1, 2, ... 6 came up, in all games; most rolled first.

        Those that the program has thrown stand apart and last, named with SIMULATED.
        """
        counts: dict[str, list[int]] = defaultdict(lambda: [0] * FACES)
        for tally in self.tallies.values():
            for colour, shown in tally.dice.items():
                counts[colour] = [one + other for one, other in zip(counts[colour], shown, strict=True)]
        rolled = {colour: tuple(shown) for colour, shown in counts.items() if sum(shown)}
        return dict(sorted(rolled.items(), key=lambda item: (item[0].startswith(SIMULATED), -sum(item[1]), item[0])))

    @property
    def fairness(self) -> dict[str, Fairness]:
        """The verdict on each colour's dice, and on all together where there are several, which comes first."""
        found, sets = self.dice, dict[str, tuple[int, ...]]()
        for mark in ("", SIMULATED):
            these = {colour: counts for colour, counts in found.items() if colour.startswith(SIMULATED) == bool(mark)}
            if len(these) > 1:
                sets[mark + EVERY_COLOUR] = tuple(map(sum, zip(*these.values(), strict=True)))
            sets |= these
        looked_at = max(1, sum(sum(counts) >= LEAST_DICE for counts in sets.values()))
        return {colour: fairness(counts, looked_at) for colour, counts in sets.items()}


class Counting:
    """Statistics that are being counted."""

    def __init__(self, journal: Journal) -> None:
        self.statistics = Statistics()
        self._journal = journal
        self._rows = tuple(journal.games())
        self._left: Iterator[GameRow] = iter(self._rows)
        self.counted = 0
        """So many games are counted."""

    @property
    def total(self) -> int:
        """So many games there are."""
        return len(self._rows)

    @property
    def done(self) -> bool:
        """Whether all are counted."""
        return self.counted == self.total

    def more(self, budget_s: float = float("inf"), clock: Callable[[], float] = time.monotonic) -> None:
        """Count on for so long, at least one game; JournalError where the journal cannot be read."""
        until_s = clock() + budget_s
        for row in self._left:
            self.statistics.add(self._journal, row)
            self.counted += 1
            if clock() >= until_s:
                return
