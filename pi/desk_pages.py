"""The pages that only show or set something: menu, rules, about, settings, games so far."""

from datetime import date, datetime
from importlib.metadata import PackageNotFoundError, version

from pi.book import MENU, PAGES, Desk, would_be_lost
from pi.journal import GameRow
from pi.preferences import LOUDEST
from rules.games import UnknownGame, by_key
from ui.pages import AboutView, HelpView, HistoryView, MenuView, PastGame, SayView, SettingsView
from ui.view import Choice, Leaf, Open, Put, Quit, Speak

GAMES_A_LEAF = 5
"""So many rows leave a finger its room on the smallest screen."""
SWITCHES = ("dim", "odds", "coach")
UNSEATED = ("players",)
"""Of the menu, what makes no sense while players are simulated."""


class MenuPage:
    """Where one can go."""

    def __init__(self, desk: Desk, item: str) -> None:
        hidden = () if desk.people else UNSEATED
        offered = tuple(page for page in MENU if (page in PAGES or page == "quit") and page not in hidden)
        self._desk, self._asks = desk, False
        self._offered = offered

    def view(self, now_s: float) -> MenuView:
        """The tiles; the one for leaving may be asking back."""
        return MenuView(self._offered, playing=self._desk.game is not None, asks=self._asks)

    def choose(self, choice: Choice) -> bool:
        """Leaving is asked about in the middle of a game, once; all other tiles say what the book understands."""
        if choice != Open("quit"):
            self._asks = False
            return False
        if self._desk.people and would_be_lost(self._desk.game) and not self._asks:
            self._asks = True
        else:
            self._desk.said.append(Quit())
        return True


class HelpPage:
    """The rules of the game that is played, or is to be."""

    def __init__(self, desk: Desk, item: str) -> None:
        game = desk.game.table.game if desk.game else desk.beginnings.plan.game
        colours = [seat.colour for seat in desk.beginnings.plan.seats[:2]]
        self._view, self._leaf = HelpView(game.title, game.author, game.key, 0, (colours[0], colours[1])), 0

    def view(self, now_s: float) -> HelpView:
        """The leaf that lies open."""
        view = self._view
        return HelpView(view.title, view.author, view.game, self._leaf, view.colours)

    def choose(self, choice: Choice) -> bool:
        """Turn the leaf."""
        if isinstance(choice, Leaf):
            self._leaf = max(0, self._leaf + choice.steps)
            return True
        return False


class AboutPage:
    """What this is, and whose game."""

    def __init__(self, desk: Desk, item: str) -> None:
        game = desk.game.table.game if desk.game else desk.beginnings.plan.game
        self._view = AboutView(game.title, game.author, _version())

    def view(self, now_s: float) -> AboutView:
        """Always the same."""
        return self._view

    def choose(self, choice: Choice) -> bool:
        """There is nothing to choose."""
        return False


class SettingsPage:
    """Language, light, sound, odds."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk = desk

    def view(self, now_s: float) -> SettingsView:
        """As it is set now."""
        now = self._desk.preferences.now
        silent = self._desk.silent
        return SettingsView(self._desk.glass.words.lang, now.dim, now.volume, LOUDEST, now.odds, now.coach, silent)

    def choose(self, choice: Choice) -> bool:
        """Set one of them; the language is the book's own affair."""
        match choice:
            case Put(what, value) if what in SWITCHES:
                self._desk.preferences.put(**{what: value == "on"})
                self._desk.glass.dim = self._desk.preferences.now.dim
            case Put("volume", value) if value.isdecimal():
                self._desk.preferences.put(volume=min(LOUDEST, int(value)))
                self._desk.ring()
            case _:
                return False
        return True


class HistoryPage:
    """The games of the journal in which something was rolled, newest first."""

    def __init__(self, desk: Desk, item: str) -> None:
        rows = [row for row in desk.journal.games() if row.over or desk.journal.actions(row.id)]
        self._games = tuple(_past(row) for row in reversed(rows))
        self._leaf = 0

    def view(self, now_s: float) -> HistoryView:
        """The leaf that lies open."""
        first = self._leaf * GAMES_A_LEAF
        shown = self._games[first : first + GAMES_A_LEAF]
        return HistoryView(shown, date.today(), self._leaf, self._leaves, replays="replay" in PAGES)

    def choose(self, choice: Choice) -> bool:
        """Turn the leaf."""
        if isinstance(choice, Leaf):
            self._leaf = max(0, min(self._leaves - 1, self._leaf + choice.steps))
            return True
        return False

    @property
    def _leaves(self) -> int:
        return max(1, -(-len(self._games) // GAMES_A_LEAF))


class SayPage:
    """Everything that may be said, for games that offer more than the table has room for."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk, self._leaf = desk, 0

    def view(self, now_s: float) -> SayView:
        """What is offered now."""
        table = self._desk.table
        assert table is not None, "the table offered it"
        seat = next((seat for seat in table.seats if seat.name == table.to_move), table.seats[0])
        return SayView(seat.name, seat.colour, table.offers, table.sayings, self._leaf)

    def choose(self, choice: Choice) -> bool:
        """Say it at the table, or turn the leaf."""
        match choice:
            case Leaf(steps):
                self._leaf = max(0, self._leaf + steps)
            case Speak():
                self._desk.close()
                self._desk.said.append(choice)
            case _:
                return False
        return True


def _past(row: GameRow) -> PastGame:
    try:
        title = by_key(row.game).title
    except UnknownGame:
        title = row.game  # of a later version
    begun = datetime.fromisoformat(row.started).astimezone()
    return PastGame(row.id, title, row.players, row.colours, begun, row.over, row.winner, row.drinks, row.simulated)


def _version() -> str:
    try:
        return version("croupier")
    except PackageNotFoundError:
        return ""  # run from its sources
