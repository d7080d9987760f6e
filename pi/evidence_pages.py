"""The pages that show pictures: a game's replay, what was judged last, and the camera being set up."""

from dataclasses import replace

from pi.book import Desk
from pi.paging import leafed
from pi.replay import open_replay
from rules.events import Event
from ui.looking import ReplayView
from ui.view import Choice, PageView, TableView


class ReplayPage:
    """A game of the journal, step by step; the item is its number, the last game where there is none."""

    def __init__(self, desk: Desk, item: str) -> None:
        """JournalError where there is no such game, or it cannot be replayed."""
        row = desk.journal.game(int(item) if item else None)
        self._replay = open_replay(desk.journal, row, desk.journal.folder)
        self._page = self._replay.view(1)

    def view(self, now_s: float) -> PageView:
        """The step that lies open."""
        return self._page

    def choose(self, choice: Choice) -> bool:
        """Earlier or later."""
        turned = leafed(self._page.step, self._page.steps, choice)
        if turned == self._page.step:
            return False
        self._page = self._replay.view(turned)
        return True


class ShowMePage:
    """The picture that was judged last, with what was read in it."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._page = show_me(desk)

    def view(self, now_s: float) -> PageView:
        """That picture, as long as the page lies open."""
        return self._page

    def choose(self, choice: Choice) -> bool:
        """There is nothing to choose."""
        return False


def show_me(desk: Desk) -> ReplayView:
    """The last picture that was judged, and the hands as they stand; without a picture before the first roll."""
    seen = desk.evidence.latest if desk.evidence else None
    table = desk.table or TableView("", "", (), None, "roll")
    news: tuple[tuple[float, Event], ...] = ((0.0, seen.event),) if seen and seen.event else ()
    shown = replace(
        table,
        frame=seen.pixels if seen else None,
        reading=seen.reading if seen else None,
        to_move=seen.event.player if seen and seen.event else table.to_move,
        tray="settled",
        camera_fault="",
        film_ended=False,
        question="",
        news=news,
    )
    return ReplayView(shown)
