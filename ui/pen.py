"""A pen over the window: puts words into boxes, and remembers where, so that tests can see what was set."""

from dataclasses import dataclass, field

import pygame

from ui import draw, text
from ui.language import Language
from ui.theme import CREAM, EDGE, PANEL, Rgb, Scale
from ui.typeface import Weight


@dataclass(frozen=True, slots=True)
class Placed:
    """Words that were set, and where."""

    words: str
    rect: pygame.Rect
    """What the letters cover."""
    box: pygame.Rect
    """What they were allowed to cover."""
    size_px: int
    cut: bool
    """Not all of them found room."""


@dataclass(slots=True)
class Pen:
    """Draws on one surface."""

    surface: pygame.Surface
    scale: Scale
    lang: Language = "en"
    """Decides the regional forms of Chinese characters."""
    placed: list[Placed] = field(default_factory=list)

    def words(
        self,
        words: str,
        box: pygame.Rect,
        colour: Rgb = CREAM,
        weight: Weight = "SemiBold",
        align: text.Align = "left",
        *,
        share: float = 1.0,
        lines: int = 1,
    ) -> pygame.Rect:
        """Sets the words as large as fit, at most `share` of the box's height; centred in it from top to bottom."""
        if not words or box.w <= 0 or box.h <= 0:
            return pygame.Rect(box.topleft, (0, 0))
        greatest = max(self.scale.text, int(box.h * share / text.LINE_SHARE))
        block = text.fit(
            words, weight, colour, (box.w, box.h), (self.scale.text, greatest), most_lines=lines, align=align,
            lang=self.lang,
        )  # fmt: skip
        rect = block.surface.get_rect(centery=box.centery)
        rect.x = {"left": box.x, "centre": box.centerx - rect.w // 2, "right": box.right - rect.w}[align]
        self.surface.blit(block.surface, rect)
        self.placed.append(Placed(words, rect, box.copy(), block.size_px, block.cut))
        return rect

    def on(self, surface: pygame.Surface) -> "Pen":
        """A pen like this one over another surface, with nothing placed yet."""
        return Pen(surface, self.scale, self.lang)

    def width_px(self, words: str, weight: Weight, size_px: int) -> int:
        """How wide the words are on one line."""
        return text.width_px(words, weight, size_px, self.lang)

    def panel(self, rect: pygame.Rect, fill: Rgb = PANEL, edge: Rgb | None = EDGE, line_px: int = 1) -> None:
        """A plate under other things."""
        self.surface.blit(draw.panel(rect.size, self.scale.radius, fill, edge, line_px), rect)

    def middle(self, picture: pygame.Surface, centre: tuple[float, float]) -> pygame.Rect:
        """A drawn thing by its middle."""
        return self.surface.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))
