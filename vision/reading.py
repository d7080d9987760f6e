"""A reading: what the reader saw in one frame, and how far it stands by it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from vision.mat import Registration

Colour = Literal[
    "red", "blue", "green", "yellow", "orange", "purple", "black", "white", "grey", "brown", "pink", "other"
]
"""The body of a die; ivory is white."""


class Box(NamedTuple):
    """A rectangle in whole pixels of the frame that was read."""

    x: int
    y: int
    w: int
    h: int

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle, x then y."""
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Die:
    """One die that was seen."""

    pips: int | None
    """The value of the face turned up, 1 to 6, or None where it cannot be told."""
    sure: bool
    """The reader stands by `pips`, which then is not None."""
    confidence: float
    """The chance that `pips` is right, 0 to 1, as far as the reader can tell."""
    box: Box
    """Around the die, centred on the face turned up."""
    colour: Colour
    """The colour of the body."""
    likeliest: tuple[int, ...] = ()
    """All values worth offering for a correction, the likeliest first; may be empty."""
    why: str = ""
    """Why the reader is not sure, a short key such as "leaning", "covered", "witnesses-disagree"; empty when sure."""
    slant: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    """The top face's normal across the line of sight, right and down; its length is the sine of the angle."""
    place_mm: tuple[float, float] | None = None
    """Where on the mat it stands, from the sheet's upper left corner; None without a mat."""
    zone: int | None = None
    """Of the mat: 0 is the rolling zone, a seat's number its hand zone, -1 none of them; None without a mat."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All dice of one frame, left to right."""

    dice: tuple[Die, ...]
    width: int
    """Of the frame, in pixels."""
    height: int
    """Of the frame, in pixels."""
    t_s: float = 0.0
    """The frame's time."""
    mat: "Registration | None" = field(default=None, compare=False)
    """Where the printed mat lies, if there is one in view."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The sorted pips of the sure dice."""
        return tuple(sorted(die.pips for die in self.dice if die.sure and die.pips is not None))

    @property
    def legible(self) -> bool:
        """Whether every die that was seen is sure."""
        return all(die.sure for die in self.dice)
