"""Whose dice are still to be shown, as far as their colours tell, in a game in which all show theirs at once."""

from collections import Counter
from collections.abc import Sequence

from pi.seats import SeatedPlayer, dice_colours
from rules.game import Position

TELLING = 2
"""Dice of so many seats' colours in view are the seats' own; those of one colour may be all that the table has."""


class Unshown:
    """Follows the showing of one round after the other, from one look at the table to the next."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        """Dice of throws that were taken in, by colour."""
        self._known = True
        """Every throw of this showing was seen."""
        self._left: int | None = None
        """So many dice were still to be shown at the last look; None where none are."""
        self._cups: Counter[str] = Counter()
        """Dice under each cup by the seat's colour, at the last look."""
        self._own = False
        """In an earlier round all have shown dice of their own colours."""

    def names(
        self, position: Position, seats: tuple[SeatedPlayer, ...], lying: Sequence[str], *, swept: bool
    ) -> tuple[str, ...] | None:
        """Who is missing, clockwise; empty where colours do not tell; None where nothing is to be shown.

        `lying` are the colours of the dice in a tray at rest; they are of a throw that was taken in unless `swept`.
        """
        if position.awaits != "roll" or not position.hidden:
            if self._left is not None and self._known:
                self._own = self._seen + Counter(lying) == self._cups
            self._left = None
            return None
        colours = dice_colours(seats) or {}
        cups = {place.player: place.cup for place in position.places if place.cup}
        self._follow(position.dice, sum(cups.values()), lying)
        self._cups = Counter({colours[player]: dice for player, dice in cups.items() if player in colours})
        shown = self._seen + Counter(lying if swept else ())
        if self._known and not shown:
            return tuple(cups)
        if not (self._known and shown <= self._cups and (self._own or len(shown) >= TELLING)):
            return ()
        return tuple(player for player, dice in cups.items() if shown[colours[player]] < dice)

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
