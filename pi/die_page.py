"""One die of the tray that people say was misread, or cannot be read."""

from pi.book import Desk
from rules.game import Faces
from ui.pages import DieView
from ui.view import Choice, TellDie
from vision.reading import Die

FACES = range(1, 7)


class DiePage:
    """The die as it was seen when it was tapped, however the tray changes meanwhile."""

    def __init__(self, desk: Desk, item: str) -> None:
        assert desk.table is not None and desk.table.reading is not None and desk.table.frame is not None
        self._desk, self._place = desk, int(item)
        table, self._reading = desk.table, desk.table.reading
        die = self._reading.dice[self._place]
        self._view = DieView(table.frame, die, self._place, _drawn_in(die, desk), values(die))  # type: ignore[arg-type]

    def view(self, now_s: float) -> DieView:
        """Always the same."""
        return self._view

    def choose(self, choice: Choice) -> bool:
        """The value is told to the table, if what lies there is still what was looked at."""
        if not isinstance(choice, TellDie):
            return False
        self._desk.close()
        if self._desk.table is not None and self._desk.table.reading is self._reading:
            self._desk.said.append(choice)
        return True


def values(die: Die) -> Faces:
    """All six, those first that the reader holds for likely."""
    likely = die.likeliest or ((die.pips,) if die.pips else ())
    return (*likely, *(face for face in FACES if face not in likely))


def _drawn_in(die: Die, desk: Desk) -> str:
    """The colour of the values to choose from: the seat's whose die it is, else of whoever is to move."""
    colours = [seat.colour for seat in desk.seats]
    if die.colour in colours:
        return die.colour
    mover = desk.table.to_move if desk.table else None
    return next((seat.colour for seat in desk.seats if seat.name == mover), "white")
