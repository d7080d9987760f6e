"""The table on the screen: what is drawn of what was seen, and how often."""

from dataclasses import dataclass

from pi.game_in_play import GameInPlay
from pi.naming import NamedDice
from pi.parts import Parts
from pi.seats import SeatedPlayer
from pi.showing import lively, table_view
from pi.unshown import Unshown
from ui.view import TableView
from vision.frame import Frame
from vision.mat import Registration
from vision.reading import Reading
from vision.settle import Change

DRAWN_EVERY_S = 1 / 60  # the screen is drawn no oftener than it is shown,
CALM_S = 1 / 30  # and half as often where nothing has happened for a while


@dataclass(slots=True)
class Sight:
    """What was last seen of the table."""

    frame: Frame | None = None
    change: Change | None = None
    """What the tray was last told to do."""
    mat: Registration | None = None

    @property
    def reading(self) -> Reading | None:
        """The tray as it was last read; None while it moves."""
        return self.change.reading if self.change else None


class Drawing:
    """Draws the table or the page that lies over it, when it is time for it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._unshown = Unshown()
        self._drawn_s = float("-inf")
        self._drawn_every_s = DRAWN_EVERY_S

    def due_in_s(self, now_s: float) -> float:
        """How long until the screen is to be drawn again; 0 for now."""
        return max(0.0, self._drawn_s + self._drawn_every_s - now_s)

    def draw(
        self, game: GameInPlay, seats: tuple[SeatedPlayer, ...], sight: Sight, named: NamedDice, now_s: float
    ) -> None:
        """Draw what there is to see now; nothing where there is no window, or it was drawn just before."""
        parts = self._parts
        if parts.window is None or now_s - self._drawn_s < self._drawn_every_s:
            return
        self._drawn_s = now_s
        view = self._view(game, seats, sight, named)
        view = parts.foresight.add(view, game.table, now_s) if parts.foresight else view
        view = parts.guard.on(view, now_s) if parts.guard else view
        self._drawn_every_s = DRAWN_EVERY_S if lively(view, now_s) else CALM_S
        page = parts.book.over(view, now_s) if parts.book else None
        parts.window.draw(page or view, now_s)

    def _view(self, game: GameInPlay, seats: tuple[SeatedPlayer, ...], sight: Sight, named: NamedDice) -> TableView:
        parts = self._parts
        return table_view(
            game,
            seats,
            frame=sight.frame,
            change=sight.change,
            camera_fault=parts.eye.fault,
            film_ended=parts.eye.ended,
            named=named.told(sight.reading),
            mat=sight.mat,
            news=parts.news.latest,
            lamps=parts.indicators.lamps if parts.lamps_on_screen else {},
            to_show=self._unshown.names(
                game.table,
                seats,
                [die.colour for die in sight.reading.dice] if sight.reading else (),
                swept=game.referee.awaits == "roll",
            ),
        )
