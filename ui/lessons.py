"""The rules in short: for each game a few cards, each a drawn row of dice and one sentence."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.game import Faces
from ui.phrases import N_

Sign: TypeAlias = Literal["arrow", "cup", "other cup", "glass", "tray", "hand", "undo"]


@dataclass(frozen=True, slots=True)
class Dice:
    """A row of dice."""

    faces: Faces
    """0 shows no pips."""
    other: bool = False
    """The other player's."""
    faint: Faces = ()
    """Those of the faces that are drawn as empty slots."""
    colours: tuple[str, ...] = ()
    """Of each die, where colours mean something to the rules; empty for a player's."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a face, or several, are worth."""

    told: str
    """A number, a number in brackets for one in a circle, or "*" for a star."""


@dataclass(frozen=True, slots=True)
class Sides:
    """A die's six faces, and below each what it is worth."""

    colour: str
    worth: tuple[str, ...]
    """As `Worth` tells it, of the faces 1 to 6."""


Bit: TypeAlias = Dice | Worth | Sign
"""What a drawn row is made of, from left to right."""


@dataclass(frozen=True, slots=True)
class Card:
    """One rule."""

    sentence: str
    """A message of the catalogues."""
    row: tuple[Bit, ...]


Leaf: TypeAlias = tuple[Card, ...] | tuple[Sides, ...]
"""Up to four rules, or what the dice of a game are worth."""


RUN_BUSTER: tuple[tuple[Card, ...], ...] = (
    (
        Card(
            N_("Roll all dice of your cup. Keep one straight: one die, or more in a row."),
            (Dice((2, 2, 4, 5, 5, 6)), "arrow", Dice((4, 5, 6))),
        ),
        Card(
            N_("Roll the rest. Make your hand longer by at least one die if you can, as far as you like."),
            (Dice((4, 5)), Dice((3, 4, 4, 6)), "arrow", Dice((3, 4, 5, 6))),
        ),
        Card(
            N_("What a hand lacks is its complement. Roll all of another hand's: it is killed, back into its cup."),
            (Dice((5, 6, 6)), "arrow", Dice((1, 2, 3, 4, 5, 6), other=True, faint=(5, 6)), "arrow", "other cup"),
        ),
        Card(N_("The first full straight wins."), (Dice((1, 2, 3, 4, 5, 6)),)),
    ),
    (
        Card(N_("Throw your dice into the tray. When they lie still they are read."), ("cup", "arrow", "tray")),
        Card(N_("Take out the dice that you keep: I see which are gone."), ("tray", "arrow", Dice((4, 5, 6)))),
        Card(
            N_("Sweep the rest back into the cup: an empty tray is the next player's turn."), ("tray", "arrow", "cup")
        ),
        Card(N_("Was a die misread? Tap it in the picture. Undo takes everything back."), (Dice((5,)), "undo")),
    ),
)

AT_TABLE = RUN_BUSTER[1]
"""The leaf that says how the table is used, rather than what the rules are."""

NIU_NIU_TEN: tuple[tuple[Card, ...], ...] = (
    (
        Card(
            N_("Everybody rolls five dice once. Three that sum to 10 are a bull."),
            (Dice((1, 3, 6, 4, 6)), "arrow", Dice((1, 3, 6))),
        ),
        Card(
            N_("The other two give its number: their sum, without the tens. 10 is Niu Niu, the best."),
            (Dice((4, 6)), "arrow", Dice((4, 6))),
        ),
        Card(
            N_("No bull on both sides: compare the dice from the highest down."),
            (Dice((6, 5, 5, 3, 1)), Dice((6, 5, 4, 3, 3), other=True)),
        ),
        Card(
            N_("A tie: roll again, or the banker wins, as you have agreed."),
            (Dice((4, 6)), Dice((4, 6), other=True), "arrow", "cup"),
        ),
    ),
)

NIU_NIU_SIX: tuple[tuple[Card, ...], ...] = (
    (
        Card(
            N_("Everybody rolls five dice once. Three that sum to 6, 12 or 18 are a bull."),
            (Dice((2, 2, 2, 3, 3)), "arrow", Dice((2, 2, 2))),
        ),
        Card(
            N_("The other two give its number, counted from 1 to 6. 6 and 12 are Niu Niu."),
            (Dice((3, 3)), "arrow", Dice((3, 3))),
        ),
        Card(
            N_("Above all bulls: five alike, then five that sum to 6, then four alike."),
            (Dice((5, 5, 5, 5, 5)), Dice((1, 1, 1, 1, 2), other=True)),
        ),
        Card(
            N_("A tie: roll again, or the banker wins, as you have agreed."),
            (Dice((4, 6)), Dice((4, 6), other=True), "arrow", "cup"),
        ),
    ),
)

LIARS_DICE: tuple[tuple[Card, ...], ...] = (
    (
        Card(N_("Everybody has five dice under a cup, and sees only their own."), ("cup", "other cup")),
        Card(
            N_("Bid how many dice show a face in all. Raise the number, or the face."),
            (Dice((4, 4, 4, 4, 4)), "arrow", Dice((5, 5, 5, 5, 5))),
        ),
        Card(
            N_("Ones stand for any face, unless ones were called or the bid is zhai."),
            (Dice((1, 1)), "arrow", Dice((2, 2))),
        ),
        Card(
            N_("Open: all dice into view. As many as were bid, or more: the opener loses."),
            ("cup", "other cup", "arrow", "tray"),
        ),
    ),
)

PERUDO: tuple[tuple[Card, ...], ...] = (
    (
        Card(N_("Everybody has five dice under a cup, and sees only their own."), ("cup", "other cup")),
        Card(
            N_("Bid how many dice show a face in all. Raise the number, or the face."),
            (Dice((4, 4, 4, 4, 4)), "arrow", Dice((5, 5, 5, 5, 5))),
        ),
        Card(
            N_("Open: all dice into view. As many as were bid, or more: the opener loses."),
            ("cup", "other cup", "arrow", "tray"),
        ),
        Card(
            N_("To ones, half as many are enough. From ones it takes double and one more."),
            (Dice((5, 5, 5, 5)), "arrow", Dice((1, 1))),
        ),
    ),
    (
        Card(N_("Who loses a round loses a die. The last with dice wins."), ("cup", "arrow", Dice((0, 0, 0, 0)))),
        Card(
            N_("Down to one die: your round is Palifico. Ones are not wild, and the face stays."), ("cup", Dice((0,)))
        ),
        Card(N_("Ones stand for any face. No round is opened on ones."), (Dice((1, 1)), "arrow", Dice((2, 2)))),
    ),
)

TALLY_SIDES = {
    "red": "* * * 100 50 (50)",
    "orange": "* * * 70 (70) 50",
    "yellow": "* * (40) 20 20 20",
    "green": "* * 40 40 (40) 30",
    "blue": "* 50 20 10 (10) (10)",
    "purple": "* 20 20 20 (20) (20)",
}
"""What the faces 1 to 6 of an ordinary die of that colour stand for."""
CHOSEN = ("orange", "green", "purple")
UP_SIDES = "+1 +2 +3 -100 +100 x2"

TALLY_UP: tuple[Leaf, ...] = (
    (
        Card(
            N_("Choose three of six coloured dice. Each colour has its own faces and stars."),
            (Dice((0,) * 6, colours=tuple(TALLY_SIDES)), "arrow", Dice((0,) * 3, colours=CHOSEN)),
        ),
        Card(
            N_("Points add up for all who are in. Go out in time, and they are yours."),
            (Worth("+100"), Worth("+40"), Worth("+20"), "arrow", Worth("160")),
        ),
        Card(N_("Two stars are a bust: nothing for who is still in."), (Worth("*"), Worth("*"), "arrow", Worth("0"))),
    ),
    (
        Card(
            N_("A circle calls for the white die: bonus dice, points, or all doubled."),
            (Worth("(50)"), "arrow", Dice((6,), colours=("white",))),
        ),
        Card(
            N_("Three stars at once: the first to press has 200 points, all others in have 100."),
            (Worth("*"), Worth("*"), Worth("*"), "arrow", Worth("200")),
        ),
        Card(
            N_("Once somebody has reached the goal, the round is played to its end, and most points win."),
            (Worth("2500"), "arrow", "glass"),
        ),
    ),
    tuple(Sides(colour, tuple(worth.split())) for colour, worth in {**TALLY_SIDES, "white": UP_SIDES}.items()),
)

LESSONS: dict[str, tuple[Leaf, ...]] = {
    "run-buster": RUN_BUSTER,
    "niu-niu-ten": NIU_NIU_TEN,
    "niu-niu-six": NIU_NIU_SIX,
    "liars-dice": LIARS_DICE,
    "perudo": PERUDO,
    "tally-up": TALLY_UP,
}
"""A game's key to the leaves of its help; a game without any has only its name."""
