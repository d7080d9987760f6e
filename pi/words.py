"""The game in words, for whoever sits at a terminal without a window."""

from collections.abc import Mapping
from typing import assert_never

from rich.console import Console
from rich.text import Text

from pi.seats import SeatedPlayer
from rules.events import (
    Drinks,
    Event,
    Kept,
    Killed,
    Options,
    Refused,
    Rolled,
    Round,
    Stuck,
    Told,
    Turn,
    Undone,
    Won,
)
from rules.game import Faces
from rules.protocol import action_to_dict
from rules.referee import QUESTIONS, Ask
from rules.sayings import told_sentence
from vision.reading import Reading

_TERMINAL_COLOURS = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "purple": "magenta"}

_QUESTIONS = {
    "wrong-dice-count": "{player} has {due} to roll, and the tray shows {seen}: put it right, or throw again",
    "doubtful-die": "a die cannot be read: nudge it, or say what it shows",
    "cocked-die": "a die leans: nudge it flat, throw again, or say what it shows",
    "hidden-die": "a die is half hidden: lay it free, or say what it shows",
    "rim-die": "a die lies on the rim: push it in, or throw again",
    "wrong-colour": "{player} rolls the {due} dice, and these are {seen}: throw again with the right ones",
    "mixed-colours": "dice of {seen} lie in the tray, and {player} rolls the {due} ones: throw again",
    "throw-again": "there were more than {due}, so nobody knows which were meant: {player} throws again",
    "dice-changed": "the roll was {due}, and the tray shows {seen}: turn the die back, or correct the roll",
    "too-many-dice": "{due} were rolled, and the tray shows {seen}: take out what does not belong there",
    "illegal-keep": "{hand} is no hand that may be kept; put the dice back and take one of {options}",
    "which-hand": "everything is gone: was it {options}?",
    "more-dice": "{due} dice are to be shown, and {seen} lie there: add the others, or say that these count",
    "hidden-dice": "dice can be seen, and nobody has opened: cover them",
    "other-dice": "the dice to roll now are of {due}, and these are {seen}: throw the right ones",
    "clear-tray": "dice came into a tray that was not empty: empty it, then {player} throws",
    "put-back": "{hand} lies in the tray again: undo to choose anew, or take it out",
    "mat-lost": "the mat is not to be seen: uncover its markers",
    "mat-too-small": "the mat has zones for {seen} hands, and {due} play: print another with `croupier mat`",
    "between-zones": "a die lies in no zone of the mat: push it into one",
    "die-in-zone": "a die rolled into {player}'s zone: move it out as it lies",
    "hand-changed": "{player}'s hand was {due}, and the zone shows {seen}: put it right",
    "hand-gone": "{player}'s hand {due} is gone: put it back",
    "strange-hand": "{player} has no hand, and the zone shows {seen}: take it out",
    "hand-to-cup": "{player}'s {hand} goes back to the cup",
    "hand-to-zone": "{player}'s {hand} belongs in its zone: lay it there",
    "lay-hand": "everything is swept up: lay the hand you keep in your zone, {options}",
}
"""What the referee asks, with its facts."""


NOTICES = {
    "too-dark": "it is too dark to tell anything: nothing is judged until there is light",
    "too-bright": "it is too bright to tell anything: nothing is judged until there is less light",
    "camera-turned": "the camera sees something else than before, and dice are missing: point it at the tray again",
    "camera-moved": "the camera was moved: look whether it still sees the whole tray",
    "light-changed": "the light is quite another than before: `croupier calibrate` says whether it will do",
    "clear": "all can be seen again",
}
"""What stands in the way of seeing."""


class Words:
    """Prints the game: who rolls and keeps what, what the camera saw, what is asked."""

    when_failed = "the game can no longer be told in words"

    def __init__(
        self,
        console: Console,
        seats: tuple[SeatedPlayer, ...],
        title: str = "",
        sayings: Mapping[str, str] | None = None,
    ) -> None:
        """`title` is printed above the first game, if there is one; `sayings` are the game's."""
        self._console = console
        self._colours = {seat.name: seat.colour for seat in seats}
        self._title = title
        self._sayings = sayings or {}
        self._over = False

    def listen(self, event: Event) -> None:
        """Print a line, if there is anything to say."""
        if self._title or isinstance(event, Turn) or (isinstance(event, Told) and event.cue == "seat"):
            self._head()
        self._over = isinstance(event, Won | Drinks) or (isinstance(event, Told) and event.cue == "win")
        if isinstance(event, Told):
            sentence = told_sentence(self._sayings, event)
            if sentence:
                self._say(None, sentence)
            return
        for player, sentence in _sentences(event):
            self._say(player, sentence)

    def ask(self, question: Ask) -> None:
        """Print the question."""
        template = _QUESTIONS.get(question.about, QUESTIONS.get(question.about, question.about))
        self._console.print(Text(f"  ? {template.format_map(_Facts(question.facts))}", style="yellow"))

    def notice(self, about: str) -> None:
        """Print what stands in the way of seeing."""
        self._console.print(Text(f"  ! {NOTICES.get(about, about)}", style="yellow"))

    def see(self, reading: Reading) -> None:
        """Print what the camera sees in a tray at rest, unless that is nothing."""
        seen = [str(die.pips) if die.sure else "?" for die in reading.dice]
        if seen:
            self._console.print(Text(f"    the camera sees {' '.join(sorted(seen))}", style="dim"))

    def going_on(self, number: int) -> None:
        """Print that a game of the journal is taken up again."""
        self._console.print(Text(f"Going on with game {number}."))

    def _head(self) -> None:
        """Above a turn: the title, once; that another game begins; else a blank line."""
        if self._title:
            self._console.print(Text(self._title, style="bold"))
            self._title = ""
        self._console.print()
        if self._over:
            self._console.print(Text("Another game.", style="bold"))
            self._console.print()

    def _say(self, player: str | None, sentence: str) -> None:
        text = Text()
        if player is not None:
            text.append(player, style=f"bold {_TERMINAL_COLOURS.get(self._colours.get(player, ''), 'white')}")
        text.append(sentence)
        self._console.print(text)


class _Facts(dict[str, str]):
    """The facts of a question, hands joined by "or"; one that is missing is left open."""

    def __getitem__(self, key: str) -> str:
        fact = super().__getitem__(key)
        return fact.replace(", ", " or ") if key == "options" else fact

    def __missing__(self, key: str) -> str:
        return "…"


def plainly(event: Event, sayings: Mapping[str, str] | None = None) -> str:
    """An event in words on one line, without a full stop; `sayings` are the game's.

    >>> plainly(Told("bid", "red", {"count": 5, "face": 4}), {"bid": "{player} bids {count} × {face}."})
    'red bids 5 × 4'
    """
    if isinstance(event, Told):
        return told_sentence(sayings or {}, event).rstrip(".")
    return ". ".join(f"{player or ''}{sentence}" for player, sentence in _sentences(event) if sentence)


def _sentences(event: Event) -> list[tuple[str | None, str]]:  # noqa: PLR0911, PLR0912 - a line an event
    """What to say of an event: who, and the rest of the sentence."""
    match event:
        case Turn(player, dice):
            return [(player, f" to roll {dice} {'die' if dice == 1 else 'dice'}")]
        case Rolled(player, faces):
            return [(player, f" rolls {' '.join(map(str, faces))}")]
        case Killed(player, victim, hand, complement):
            return [(player, f" has {_hand(complement)}: KILL! {victim}'s {_hand(hand)} goes back to the cup")]
        case Options(player, (hand,)):
            return [(player, f" can only keep {_hand(hand)}")]
        case Options(player, hands):
            return [(player, f" may keep {', '.join(map(_hand, hands))}")]
        case Stuck(player, hand):
            return [(player, f" is stuck with {_hand(hand)}")]
        case Kept(player, hand):
            return [(player, f" keeps {_hand(hand)}")]
        case Won(player):
            return [(player, " has the full straight and WINS!")]
        case Round(number, players):
            return [(None, ""), (None, f"Round {number}: {', '.join(players)}")]
        case Drinks(player):
            return [(player, " buys the drinks")]
        case Undone(action):
            fields = action_to_dict(action)
            return [(None, f"taken back: {fields['action']} {_hand(fields.get('faces') or fields.get('hand') or ())}")]
        case Told():
            return []  # in the game's own words
        case Refused(_, message):
            return [(None, f"refused: {message}")]
        case _:
            assert_never(event)


def _hand(faces: Faces) -> str:
    return "-".join(map(str, faces))
