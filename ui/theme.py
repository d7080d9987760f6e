"""The theme: colours, the look of each seat, and sizes relative to the window."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
Shape: TypeAlias = Literal["diamond", "disc", "triangle", "square", "star", "hexagon"]

# A dark pub table: warm, low light, nothing that glares at the players.
TABLE: Rgb = (15, 19, 24)
PANEL: Rgb = (27, 34, 42)
PANEL_HIGH: Rgb = (38, 48, 59)
EDGE: Rgb = (58, 71, 85)
CREAM: Rgb = (246, 240, 226)
DIM: Rgb = (164, 175, 186)
INK: Rgb = (18, 20, 24)
AMBER: Rgb = (255, 178, 36)
ALARM: Rgb = (255, 92, 72)
LAMP_OFF: Rgb = (52, 58, 66)
DIMMED: Rgb = (112, 96, 78)
"""Of every colour so many 255ths are left in a dark room: less of the blue, which wakes people most."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How a seat is told from the others: by colour and by shape, never by colour alone."""

    body: Rgb
    """Of its dice and its banner."""
    ink: Rgb
    """Of pips and words on `body`."""
    bright: Rgb
    """The colour on the dark table: outlines and words."""
    shape: Shape


SEAT_LOOKS: dict[str, SeatLook] = {
    "red": SeatLook((208, 44, 48), (255, 246, 238), (255, 104, 98), "diamond"),
    "blue": SeatLook((32, 104, 224), (244, 249, 255), (98, 168, 255), "disc"),
    "green": SeatLook((28, 138, 76), (242, 255, 246), (88, 214, 136), "triangle"),
    "yellow": SeatLook((244, 200, 48), (44, 34, 4), (255, 218, 84), "square"),
    "purple": SeatLook((134, 68, 196), (252, 244, 255), (198, 146, 255), "star"),
    "white": SeatLook((236, 234, 226), (34, 36, 42), (244, 242, 236), "hexagon"),
}
DICE_LOOKS = {"orange": SeatLook((226, 112, 24), (255, 248, 238), (255, 164, 84), "diamond")}
"""Of dice in colours that no seat has."""
NEUTRAL = SeatLook((112, 122, 134), (255, 255, 255), (200, 208, 216), "square")


def seat_look(colour: str) -> SeatLook:
    """The look of a seat's colour; a neutral one for a colour the theme does not know."""
    return SEAT_LOOKS.get(colour) or DICE_LOOKS.get(colour, NEUTRAL)


def blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    """A colour on the way from `one` (share 0) to `other` (share 1)."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return r, g, b


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes in pixels for a window of `width` x `height`."""

    width: int
    height: int

    @property
    def short(self) -> int:
        """The shorter side."""
        return min(self.width, self.height)

    @property
    def portrait(self) -> bool:
        """Whether the window stands upright."""
        return self.height > self.width

    @property
    def text(self) -> int:
        """The smallest text: 1/30 of the height can be read from two metres."""
        return math.ceil(self.height / 30)

    @property
    def finger(self) -> int:
        """The least side of a touch target: 9 mm of the 86 mm a 7-inch screen is high."""
        return math.ceil(self.short / 9.5)

    @property
    def margin(self) -> int:
        """Between panels, and around the window."""
        return max(4, round(self.short * 0.018))

    @property
    def radius(self) -> int:
        """Of a panel's corners."""
        return max(4, round(self.short * 0.024))

    def of_height(self, share: float) -> int:
        """That share of the window's height."""
        return round(self.height * share)
