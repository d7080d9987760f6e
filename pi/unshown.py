"""Whose dice are still to be shown, as far as their colours tell, in a game in which all show theirs at once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from pi.seats import SeatedPlayer, dice_colours
from rules.game import Position
from rules.table import Table

TELLING = 2
"""Dice of so many seats' colours in view are those seats' own; those of one colour may be all that the table has."""


class Unshown:
    """Follows the showings of a game, from one look at the table to the next; of another game or people all anew."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._seats: tuple[SeatedPlayer, ...] = ()
        self._showings = Showings({})

    def names(
        self, table: Table, seats: tuple[SeatedPlayer, ...], lying: Sequence[str], *, swept: bool
    ) -> tuple[str, ...] | None:
        """Who is missing, clockwise; empty where colours do not tell; None where nothing is to be shown.

        `lying` are the colours of the dice in a tray at rest; they are of a throw that was taken in unless `swept`.
        """
        if table is not self._table or seats != self._seats:
            self._table, self._seats = table, seats
            self._showings = Showings(dice_colours(seats) or {})
        return self._showings.names(table.position, lying, swept=swept)


class Showings:
    """The showings of one game: whose the dice of a seat's colour are is learnt, unless the player is called by it."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours
        """The colour of each player's seat; empty where seats share one."""
        self._seen: Counter[str] = Counter()
        """Dice of throws that were taken in, by colour."""
        self._known = True
        """Every throw of this showing was seen."""
        self._left: int | None = None
        """So many dice were still to be shown at the last look; None where none are."""
        self._cups: Mapping[str, int] = {}
        """Dice under each player's cup, at the last look."""
        self._several = False
        """At the end of the last showing there were as many dice of each seat's colour as its player has."""
        self._told_apart: set[frozenset[str]] = set()
        """Pairs of players who had unlike numbers of dice at such an end, and so have not each other's colour."""

    def names(self, position: Position, lying: Sequence[str], *, swept: bool) -> tuple[str, ...] | None:
        """As `Unshown.names`."""
        if position.awaits != "roll" or not position.hidden:
            if self._left is not None and self._known:
                self._learn(self._seen + Counter(lying))
            self._left = None
            return None
        self._cups = {place.player: place.cup for place in position.places if place.cup}
        self._follow(position.dice, sum(self._cups.values()), lying)
        shown = self._seen + Counter(lying if swept else ())
        if self._known and not shown:
            return tuple(self._cups)
        telling = self._owned and (self._several or len(shown) >= TELLING)
        if not (self._known and telling and shown <= self._by_colour):
            return ()
        return tuple(player for player, dice in self._cups.items() if shown[self._colours[player]] < dice)

    @property
    def _by_colour(self) -> Counter[str]:
        """Dice under the cups, by the colour of the seat."""
        return Counter({self._colours[player]: dice for player, dice in self._cups.items() if player in self._colours})

    @property
    def _owned(self) -> bool:
        """Nobody who has dice can have another's colour: it was seen, or one of them is called by it."""
        named = {player for player, colour in self._colours.items() if player == colour}
        return all(named & {*pair} or frozenset(pair) in self._told_apart for pair in combinations(self._cups, 2))

    def _learn(self, shown: Counter[str]) -> None:
        """All have shown: as many of each colour as its seat has dice, or somebody plays with others."""
        self._several = shown == self._by_colour
        if not self._several:
            self._told_apart.clear()
            return
        unlike = ((one, other) for one, other in combinations(self._cups, 2) if self._cups[one] != self._cups[other])
        self._told_apart.update(map(frozenset, unlike))

    def _follow(self, left: int, dice: int, lying: Sequence[str]) -> None:
        """Notice that a throw was taken in, or that the showing begins anew."""
        if left == dice:
            self._seen, self._known = Counter(), True
        elif self._left is None or left > self._left:
            self._known = False  # taken up in the middle, or partly taken back
        elif left < self._left:
            self._known = self._known and len(lying) == self._left - left
            self._seen.update(lying)
        self._left = left
