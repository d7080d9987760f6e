"""What people say of single dice in the tray, until it amounts to a roll, a correction or a hand."""

from collections import Counter

from rules.accounts import without
from rules.game import Faces, Keep, Position, Roll
from rules.protocol import Correct
from rules.table import Table
from vision.reading import Die, Reading


class NamedDice:
    """What was said of the dice of one reading; another reading begins anew."""

    def __init__(self) -> None:
        self._of: Reading | None = None
        self._told: dict[int, int] = {}

    def told(self, reading: Reading | None) -> tuple[tuple[int, int], ...]:
        """Place and pips of each die of this reading that people named."""
        return tuple(self._told.items()) if reading is not None and reading is self._of else ()

    def tell(self, reading: Reading, place: int, pips: int) -> Faces | None:
        """Somebody names a die: the sorted faces once every die is named or sure, else None."""
        if reading is not self._of:
            self._of, self._told = reading, {}
        self._told[place] = pips
        shown = [self._told.get(k, die.pips if die.sure else None) for k, die in enumerate(reading.dice)]
        known = [face for face in shown if face is not None]
        return tuple(sorted(known)) if len(known) == len(shown) else None


def meant(table: Table, faces: Faces, die: Die, pips: int, *, asked: bool) -> Roll | Correct | Keep | None:
    """What follows where the tray is known to show these faces, as `die` shows `pips`.

    The roll that is asked about (`asked`); the last roll put right, be some of its dice taken out already; or the hand
    that was kept, where a die that could not be read hid it. None where it amounts to nothing.
    """
    position, roll = table.position, table.last_roll
    if asked:
        return Roll(faces)
    if len(faces) == len(roll):
        return Correct(faces)
    if die.sure and die.pips in roll:
        return Correct(tuple(sorted((*without(roll, (die.pips,)), pips))))
    return _kept(position, roll, faces)


def _kept(position: Position, roll: Faces, left: Faces) -> Keep | None:
    """The legal hand that was made of the dice which lie there no more."""
    if position.to_move is None or Counter(left) - Counter(roll):
        return None
    hand = tuple(sorted((*position.place(position.to_move).hand, *without(roll, left))))
    return Keep(hand) if hand in position.options else None
