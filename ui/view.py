"""What the screen is given to draw: one frozen picture of the table's state, made by the program a frame at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import ClassVar, Literal, Protocol, TypeAlias

from rules.events import Event, Told
from rules.game import Say
from vision.frame import Pixels
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at the table."""

    name: str
    colour: str
    """A colour name of the theme: red, blue, green, yellow, purple, white."""
    hand: tuple[int, ...]
    """The straight on the table, sorted; empty when there is none."""
    cup: int
    """How many dice are in the cup."""
    out: bool = False
    """Has won an earlier round of this game and dropped out."""
    score: int | None = None
    """Points, in a game that counts them."""
    said: str = ""
    """What this seat has said and still stands, a word of the game such as "in"; empty where nothing was."""


Awaits: TypeAlias = Literal["roll", "keep", "sweep", "say", "nothing"]
"""What the table waits for: a roll, a choice of hand, the tray to be emptied, somebody's word, or nothing once the
game is over."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a game of two in play, where people want to see them."""

    chances: tuple[float, ...] = ()
    """Each seat's chance to win, in seat order; empty where nobody wants to see it."""
    before: tuple[float, ...] = ()
    """What they were until `changed_s`; empty where they have never been others."""
    changed_s: float = 0.0
    """When they came to be what they are, seconds of the screen's clock."""
    worth: tuple[float, ...] = ()
    """For each legal hand, in the order of `TableView.options`, the mover's chance after it; empty without a coach."""


@dataclass(frozen=True, slots=True)
class MatZone:
    """One zone of the mat in the live picture."""

    outline: tuple[tuple[float, float], ...]
    """A closed line, in pixels of the frame."""
    player: str = ""
    """Whose hand lies there; empty for the rolling zone, and for a zone that is nobody's."""


@dataclass(frozen=True, slots=True)
class MatView:
    """The mat in the live picture."""

    zones: tuple[MatZone, ...]
    moved: bool = False
    """The mat or the camera was moved a moment ago."""


@dataclass(frozen=True, slots=True)
class TableView:
    """All that the play scene shows."""

    title: str
    author: str
    seats: tuple[Seat, ...]
    """In seat order, clockwise."""
    to_move: str | None
    """The name of the player to move, None once the game is over."""
    awaits: Awaits
    roll: tuple[int, ...] = ()
    """The roll that lies in the tray, sorted; empty while a roll is awaited."""
    options: tuple[tuple[int, ...], ...] = ()
    """Every legal hand while a keep is awaited."""
    frame: Pixels | None = None
    """The live picture, None before the first frame or when the camera is gone."""
    reading: Reading | None = None
    """The newest reading, in pixels of `frame`; None while anything moves."""
    tray: Literal["empty", "moving", "settled", "unknown"] = "unknown"
    question: str = ""
    """A key of ui.phrases that says what is being asked, such as "wrong-dice-count"; empty when nothing is asked."""
    question_facts: dict[str, str] = field(default_factory=dict)
    """What the question's sentence names: {"seen": "5", "due": "6"}."""
    news: tuple[tuple[float, Event], ...] = ()
    """The latest events with the times they were told, seconds of the screen's clock; newest last."""
    lamps: dict[str, bool] = field(default_factory=dict)
    """Lamps to draw where there are no pins: name to lit."""
    saved: bool = True
    """False: the game is not being saved, and the screen says so."""
    camera_fault: str = ""
    """One sentence when the camera is gone; empty when it is well."""
    film_ended: bool = False
    """The source was a film, and there is no more of it to come."""
    winner: str | None = None
    drinks: str | None = None
    round_number: int = 1
    game: str = "run-buster"
    """The game's key, by which its scenes are looked up."""
    odds: Odds | None = None
    """None where nobody wants to see them, or there are none."""
    no_odds: bool = False
    """Somebody wants to see chances, and for this game or so many players there are none."""
    named: tuple[tuple[int, int], ...] = ()
    """Dice of the reading that people have named, while others are still asked about: place and pips."""
    may_count: bool = False
    """What lies in the tray could be the roll, whatever is asked about it: `TakeAsRoll` says that it is."""
    going_on: int | None = None
    """The number of a game of the journal that is taken up again; None for a new one."""
    sayings: Mapping[str, str] = field(default_factory=dict)
    """The game's own events and offers as English sentences, which the catalogues translate."""
    offers: tuple[Say, ...] = ()
    """What may be said now, in the order of the buttons."""
    running: int | None = None
    """Points at stake that are nobody's yet, in a game that has such."""
    due: int | None = None
    """How many dice the awaited roll has; None for all in the mover's cup."""
    to_show: tuple[str, ...] | None = None
    """Whose dice are still to be shown where all show theirs, empty where nobody knows; None where none are."""
    advice: Told | None = None
    """What a coach says of the position, one of `sayings`; None where nobody wants to hear it."""
    mat: MatView | None = None
    """The mat in the live picture, None where there is none."""


class PageView(Protocol):
    """What a page shows: a frozen dataclass that names its scene, as ui.scenes says."""

    scene: ClassVar[str]
    """The module that lays and draws it, such as "ui.scenes.help"."""


@dataclass(frozen=True, slots=True)
class StartView:
    """All that the start scene shows: a game that was broken off, and a new one."""

    scene: ClassVar[str] = "ui.scenes.start"

    title: str
    author: str
    seats: tuple[Seat, ...]
    """Of the game that was broken off, clockwise."""
    to_move: str
    awaits: Literal["roll", "keep", "say"]
    begun: datetime
    """When that game began, by the clock on the wall."""
    today: date
    roll: tuple[int, ...] = ()
    """The roll that is to be chosen from, sorted; empty while a roll is awaited."""
    colours: tuple[str, ...] = ("red", "blue")
    """Of the seats of a new game."""
    game: str = "run-buster"
    offered: bool = True
    """A game was broken off; else there is only a new one to begin, and `seats` are empty."""
    names: tuple[str, ...] = ()
    """Of the seats of a new game; as many as `colours`, or none to show the colours alone."""
    first: str | None = None
    """Who begins the new game; None where it is drawn by lot."""
    new_title: str = ""
    """Of the new game; empty for the same as `title`."""
    throw_begins: bool = False
    """Dice that are thrown now begin the new game."""
    prompt: Told | None = None
    """What the game that was broken off waits for in its own words, one of `sayings`; None for a roll or a keep."""
    sayings: Mapping[str, str] = field(default_factory=dict)
    """That game's own sentences, in English."""


@dataclass(frozen=True, slots=True)
class ChooseHand:
    """Somebody chose one of the legal hands on the screen."""

    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin another game."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on with the game that was broken off; only the start scene offers it."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the table."""


@dataclass(frozen=True, slots=True)
class CorrectRoll:
    """The last roll really was this."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Speak:
    """Somebody says one of the view's offers."""

    said: Say


@dataclass(frozen=True, slots=True)
class TakeAsRoll:
    """What lies in the tray counts as the roll, whatever was asked about it."""


@dataclass(frozen=True, slots=True)
class AskDie:
    """Somebody taps a die of the picture, to say what it really shows."""

    place: int
    """Of the reading's dice, from 0."""


@dataclass(frozen=True, slots=True)
class TellDie:
    """The die that was tapped, or is asked about, shows this."""

    place: int
    pips: int


@dataclass(frozen=True, slots=True)
class Open:
    """Open a page: "menu", "help", "statistics", and whatever else the program has."""

    page: str
    item: str = ""
    """Which of several, such as a game's number in the journal."""


@dataclass(frozen=True, slots=True)
class Back:
    """Close the page that lies open."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Go so many steps on in what the page shows: pages of a list, moments of a replay; negative goes back."""

    steps: int


@dataclass(frozen=True, slots=True)
class Put:
    """Something on the page gets this value: a setting, a player's colour, a letter of a name."""

    what: str
    value: str = ""


Choice: TypeAlias = (
    ChooseHand | Speak | Undo | NewGame | GoOn | Quit | CorrectRoll
    | TakeAsRoll | AskDie | TellDie | Open | Back | Leaf | Put
)  # fmt: skip
"""What people at the table can say with a finger, a mouse, a key or a button."""
