"""What the pages show: a frozen view a page, each naming its scene. The program makes them, ui.scenes draws them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar

from rules.events import Event
from rules.game import Say
from ui.language import Language
from ui.view import TableView
from vision.frame import Pixels
from vision.reading import Die


@dataclass(frozen=True, slots=True)
class MenuView:
    """Where one can go from the table."""

    scene: ClassVar[str] = "ui.scenes.menu"

    pages: tuple[str, ...]
    """The names of the pages, in the order in which they are offered."""
    playing: bool = True
    """There is a table to go back to."""
    asks: bool = False
    """Somebody wants to leave in the middle of a game: whether they mean it."""


@dataclass(frozen=True, slots=True)
class HelpView:
    """The rules of a game in short."""

    scene: ClassVar[str] = "ui.scenes.help"

    title: str
    author: str
    game: str = "run-buster"
    """The game's key, by which its rules are looked up."""
    leaf: int = 0
    """Which of the help's pages."""
    colours: tuple[str, str] = ("red", "blue")
    """Of the dice in the pictures."""


@dataclass(frozen=True, slots=True)
class AboutView:
    """What this is, whose game it is, and who made it."""

    scene: ClassVar[str] = "ui.scenes.about"

    title: str
    author: str
    version: str
    address: str = ""
    """Where the program is reached in the network, empty where it is not."""


@dataclass(frozen=True, slots=True)
class SettingsView:
    """What can be set on the screen. A switch is told as `Put(key, "on")` or `Put(key, "off")`."""

    scene: ClassVar[str] = "ui.scenes.settings"

    language: Language
    dim: bool
    volume: int
    """Of the sounds, 0 to `loudest`; told as `Put("volume", "2")`."""
    loudest: int
    odds: bool
    coach: bool
    silent: bool = False
    """This machine has no sound card."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """One game of the journal."""

    number: int
    title: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    begun: datetime
    over: bool
    winner: str | None = None
    drinks: str | None = None
    simulated: bool = False
    """The dice were thrown by the program, as in the demo."""


@dataclass(frozen=True, slots=True)
class HistoryView:
    """The games so far, newest first, some to a leaf."""

    scene: ClassVar[str] = "ui.scenes.history"

    games: tuple[PastGame, ...]
    """Of this leaf."""
    today: date
    leaf: int = 0
    leaves: int = 1
    replays: bool = False
    """A tap on a game replays it."""


@dataclass(frozen=True, slots=True)
class PlayersView:
    """Who plays the next new game, and which."""

    scene: ClassVar[str] = "ui.scenes.players"

    names: tuple[str, ...]
    colours: tuple[str, ...]
    game: str
    """The key of the game that is chosen."""
    games: tuple[tuple[str, str], ...]
    """Every game's key and title."""
    most: int = 6
    """So many can sit at the table."""
    options: bool = False
    """There is something to agree on before that game."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """One thing that is agreed on before a game; a tap on another value is told as `Put(key, value)`."""

    key: str
    name: str
    """In English; the catalogues translate it."""
    values: tuple[tuple[str, str], ...]
    """What it may be: each as `Put` tells it, and in English or as a player's name."""
    value: str
    """What it is, one of those."""


@dataclass(frozen=True, slots=True)
class AgreeView:
    """What is agreed on before the next new game."""

    scene: ClassVar[str] = "ui.scenes.agree"

    title: str
    """Of the game."""
    rows: tuple[Agreed, ...]


@dataclass(frozen=True, slots=True)
class NameView:
    """A name being written, with letters on the screen."""

    scene: ClassVar[str] = "ui.scenes.name"

    name: str
    colour: str
    sheet: str
    """Which letters lie there: a key of ui.letters."""
    taken: bool = False
    """Somebody else has this name."""


@dataclass(frozen=True, slots=True)
class DieView:
    """One die of the tray, enlarged, and the values to choose from."""

    scene: ClassVar[str] = "ui.scenes.die"

    picture: Pixels
    """The frame, which is cut around the die."""
    die: Die
    place: int
    """Of the reading's dice."""
    colour: str
    """Of the dice that are drawn to choose from."""
    values: tuple[int, ...]
    """All six, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Something of a game that is worth telling."""

    turn: int
    """Counted from 1."""
    event: Event


@dataclass(frozen=True, slots=True)
class StoryView:
    """A game that is over, told."""

    scene: ClassVar[str] = "ui.scenes.story"

    table: TableView
    """As it stands at the end."""
    turns: int
    minutes: int
    chapters: tuple[Chapter, ...]
    """Kills, rounds and the end, in order."""
    kills: tuple[tuple[str, int], ...]
    """Of each player, in seat order."""
    more: tuple[str, ...] = ()
    """Pages with more of it, such as "graph"."""
    number: int = 0
    """Of the game in the journal; 0 where it was not saved."""


@dataclass(frozen=True, slots=True)
class SayView:
    """Everything that a game lets people say now."""

    scene: ClassVar[str] = "ui.scenes.say"

    player: str
    colour: str
    offers: tuple[Say, ...]
    sayings: Mapping[str, str]
    """The game's own sentences."""
    leaf: int = 0
    """Where they are too many for one page, which of the pages."""
