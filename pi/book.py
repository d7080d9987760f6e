"""The book: pages that lie over the table, such as the menu and the help; the game goes on beneath them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from pi.buttons import Buttons
from pi.errors import TrayError
from pi.evidence import Evidence
from pi.game_in_play import GameInPlay
from pi.guard import Guard
from pi.journal import Journal
from pi.plan import Beginning, Beginnings
from pi.preferences import PreferenceFile
from pi.seats import SeatedPlayer
from rules.events import Drinks, Event, Killed, Rolled, Told, Won
from rules.game import Faces
from rules.referee import Ask
from ui.view import AskDie, Back, Choice, GoOn, NewGame, Open, PageView, Put, Quit, TableView, Undo

_log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from ui.words import Words  # it loads pygame

PAGES: dict[str, str] = {
    "menu": "pi.desk_pages:MenuPage",
    "help": "pi.desk_pages:HelpPage",
    "about": "pi.desk_pages:AboutPage",
    "settings": "pi.desk_pages:SettingsPage",
    "history": "pi.desk_pages:HistoryPage",
    "statistics": "pi.figure_pages:StatisticsPage",
    "graph": "pi.figure_pages:GraphPage",
    "players": "pi.seat_pages:PlayersPage",
    "name": "pi.seat_pages:NamePage",
    "agree": "pi.agree_page:AgreePage",
    "start": "pi.start_page:StartPage",
    "die": "pi.die_page:DiePage",
    "say": "pi.desk_pages:SayPage",
    "story": "pi.story:StoryPage",
    "replay": "pi.evidence_pages:ReplayPage",
    "show-me": "pi.evidence_pages:ShowMePage",
    "setup": "pi.calibrate:SetupPage",
}
"""A page's name to "module:Class"; the class is called with the desk and the item that `Open` names."""
MENU = ("help", "show-me", "statistics", "history", "players", "setup", "settings", "about", "quit")
"""What the menu offers, of what there is a page for; "quit" is none."""
CALLED_BACK = (Rolled, Killed, Won, Drinks, Told)
"""Whatever people read, these are to be seen on the table."""


STORY_AFTER_S = 9.0
"""A win is celebrated for so long."""


class Page(Protocol):
    """One page that lies open."""

    def view(self, now_s: float) -> PageView:
        """What it shows now."""
        ...

    def choose(self, choice: Choice) -> bool:
        """Do what was said on it; False where it does not concern the page."""
        ...


class Glass(Protocol):
    """What the pages need of the screen."""

    dim: bool
    words: Words

    def push(self, number: int) -> None:
        """A push-button for answers was pressed, counted from 0."""
        ...

    def choices(self) -> Sequence[Choice]:
        """What was chosen since last asked."""
        ...

    def speak(self, lang: str) -> None:
        """In this language from now on."""
        ...


@dataclass(slots=True)
class Desk:
    """What a page may look at, and do."""

    beginnings: Beginnings
    """Who plays the next new game, and which."""
    preferences: PreferenceFile
    journal: Journal
    glass: Glass
    people: bool = True
    """People play; players that are simulated cannot be seated anew."""
    game: GameInPlay | None = None
    """The game in play; None before the first."""
    seats: tuple[SeatedPlayer, ...] = ()
    """Of the game in play."""
    began: datetime = field(default_factory=lambda: datetime.now().astimezone())
    """When the game in play began."""
    table: TableView | None = None
    """The table as it was last to be shown."""
    evidence: Evidence | None = None
    """The pictures of what was judged."""
    guard: Guard | None = None
    """Who keeps the referee from judging."""
    silent: bool = False
    """There is no sound card."""
    ring: Callable[[], None] = lambda: None
    """Let people hear how loud it is."""
    restart_camera: Callable[[], None] = lambda: None
    """Open the camera again where it is not well."""
    open: Callable[[str, str], None] = lambda page, item: None
    """Open a page: its name, and which of several."""
    close: Callable[[], None] = lambda: None
    """Close all pages."""
    back: Callable[[], None] = lambda: None
    """Close the uppermost."""
    said: list[Choice] = field(default_factory=list)
    """What pages say to the table; it is heard there as if it were said at the table itself."""


class Book:
    """The pages that lie open, the uppermost last. One of those who are told what happens at the table."""

    when_failed = "a page of the screen has failed"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.open, desk.close, desk.back = self.open, self.close, self.back
        self._open: list[Page] = []
        self._over_s: float | None = None
        """Since when the game is over, on the screen's clock; never again once its story was told."""

    def lay(self, game: GameInPlay, beginning: Beginning) -> None:
        """Another game is played beneath, or one goes on."""
        desk, row = self.desk, beginning.resumed
        desk.game, desk.seats = game, beginning.seats
        desk.began = datetime.fromisoformat(row.started).astimezone() if row else datetime.now().astimezone()

    @property
    def page(self) -> Page | None:
        """The page that is to be read; None where the table is to be seen."""
        return self._open[-1] if self._open else None

    def view(self, now_s: float) -> PageView | None:
        """What the uppermost page shows; None for the table."""
        return self._open[-1].view(now_s) if self._open else None

    def over(self, table: TableView, now_s: float) -> PageView | None:
        """What is shown instead of the table, if anything is."""
        self.desk.table = table
        self._tell_story(now_s)
        return self.view(now_s)

    def _tell_story(self, now_s: float) -> None:
        """Some time after a game's end its story is laid on the table, once."""
        if self.desk.game is None or not self.desk.game.over:
            self._over_s = None
        elif self._over_s is None:
            self._over_s = now_s
        elif now_s - self._over_s > STORY_AFTER_S:
            self._over_s = float("inf")
            if not self._open:
                self.open("story")

    def open(self, name: str, item: str = "") -> None:
        """Lay a page over what lies there; a name without a page is passed over."""
        if name in PAGES:
            module, kind = PAGES[name].split(":")
            try:
                self._open.append(cast(Page, getattr(import_module(module), kind)(self.desk, item)))
            except TrayError as error:  # such as a game that is not in the journal any more
                _log.warning("the page %s cannot be opened: %s", name, error)

    def close(self) -> None:
        """Back to the table."""
        self._open.clear()

    def back(self) -> None:
        """Take the uppermost away."""
        if self._open:
            self._open.pop()

    def hear(self, choice: Choice) -> list[Choice]:
        """What of a choice is left for the table, and what pages have said to it."""
        left = [] if self._take(choice) else [choice]
        left += self.desk.said
        self.desk.said.clear()
        return left

    def _take(self, choice: Choice) -> bool:
        page = self.page
        if page is not None and page.choose(choice):
            return True
        match choice:
            case Open(name, item):
                self.open(name, item)
            case AskDie(place) if self._lies(place):
                self.open("die", str(place))
            case Back() if page is not None:
                self.back()
            case Undo() if page is not None:
                self.back()  # the push-button for undo goes back from a page
            case NewGame() if page is None and would_be_lost(self.desk.game):
                self.open("start")
            case Put("language", language):
                self.desk.preferences.put(language=language)
                self.desk.glass.speak(language)
            case _:
                return page is not None and not _of_the_table(choice)
        return True

    def _lies(self, place: int) -> bool:
        """Whether there is such a die on the picture that was shown last."""
        table = self.desk.table
        return table is not None and table.reading is not None and place < len(table.reading.dice)

    def listen(self, event: Event) -> None:
        """Dice were read: the table is to be seen by those who threw them; simulated players wait for whoever reads."""
        if self.desk.people and isinstance(event, CALLED_BACK):
            self.close()

    def ask(self, question: Ask) -> None:
        """The table asks something: it is to be seen by those who can answer, which simulated players do later."""
        if self.desk.people:
            self.close()


def heard(window: Glass | None, buttons: Buttons | None, book: Book | None, options: tuple[Faces, ...]) -> list[Choice]:
    """What people say by finger, key and push-button, less what the pages have dealt with.

    Without a window the push-buttons for answers choose among `options`, the legal hands; with one, what is shown.
    """
    if window is None:
        return buttons.choices(options) if buttons else []
    said: list[Choice] = []
    for press in buttons.presses() if buttons else ():
        if isinstance(press, int):
            window.push(press)
        else:
            said.append(press)
    said += window.choices()
    return said if book is None else [left for choice in said for left in book.hear(choice)]


def would_be_lost(game: GameInPlay | None) -> bool:
    """Whether people would break off a game by a slip of the finger."""
    return game is not None and not game.over and game.begun


def _of_the_table(choice: Choice) -> bool:
    """What holds wherever it is said."""
    return isinstance(choice, Quit | NewGame | GoOn)
