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


Bit: TypeAlias = Dice | Sign
"""What a drawn row is made of, from left to right."""


@dataclass(frozen=True, slots=True)
class Card:
    """One rule."""

    sentence: str
    """A message of the catalogues."""
    row: tuple[Bit, ...]


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
            N_("If your roll has every face that another hand lacks, that hand is killed: back into its cup."),
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

LESSONS: dict[str, tuple[tuple[Card, ...], ...]] = {"run-buster": RUN_BUSTER}
"""A game's key to the leaves of its help, each of up to four cards; a game without any has only its name."""
