"""Fingers, mouse and keys turned into what people want to say."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from ui.layout import PlayLayout
from ui.start_layout import StartLayout
from ui.view import Choice, ChooseHand, GoOn, NewGame, Quit, StartView, TableView, Undo

Target = str | tuple[int, ...] | None
"""What can be pressed: a button's name, a hand, or nothing."""
Layout: TypeAlias = PlayLayout | StartLayout
View: TypeAlias = TableView | StartView

KEYS: dict[int, Choice] = {
    pygame.K_u: Undo(),
    pygame.K_BACKSPACE: Undo(),
    pygame.K_n: NewGame(),
    pygame.K_q: Quit(),
    pygame.K_ESCAPE: Quit(),
}
START_KEYS: dict[int, Choice] = {
    **dict.fromkeys((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_1, pygame.K_KP1), GoOn()),
    **dict.fromkeys((pygame.K_2, pygame.K_KP2, pygame.K_n), NewGame()),
    **dict.fromkeys((pygame.K_q, pygame.K_ESCAPE), Quit()),
}
"""On the start scene."""
BUTTON_CHOICES: dict[str, Choice] = {"undo": Undo(), "new": NewGame(), "quit": Quit(), "go-on": GoOn()}
DIGITS = {
    **{getattr(pygame, f"K_{digit}"): digit for digit in range(1, 10)},
    **{getattr(pygame, f"K_KP{digit}"): digit for digit in range(1, 10)},
}


def target_at(layout: Layout, at: tuple[float, float]) -> Target:
    """What lies under a point of the window."""
    for name, rect in layout.buttons.items():
        if rect.collidepoint(at):
            return name
    return next((button.hand for button in layout.hands if button.rect.collidepoint(at)), None)


@dataclass(slots=True)
class Inputs:
    """Remembers what is pressed between one batch of events and the next."""

    pressed: Target = None
    """What the finger went down on; it counts when it is lifted there."""

    def choices(self, events: Iterable[pygame.event.Event], layout: Layout | None, view: View | None) -> list[Choice]:
        """The choices that these events mean on what is being shown."""
        found = [self._choice(event, layout, view) for event in events]
        return [choice for choice in found if choice is not None]

    def _choice(self, event: pygame.event.Event, layout: Layout | None, view: View | None) -> Choice | None:
        if event.type == pygame.QUIT:
            return Quit()
        if event.type == pygame.KEYDOWN:
            return _key_choice(event, view)
        at = _point(event, layout)
        if layout is None or at is None:
            return None
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            self.pressed = target_at(layout, at)
            return None
        began, self.pressed = self.pressed, None
        return _target_choice(began) if began is not None and began == target_at(layout, at) else None


def _key_choice(event: pygame.event.Event, view: View | None) -> Choice | None:
    if isinstance(view, StartView):
        return START_KEYS.get(event.key)
    digit = DIGITS.get(event.key)
    if digit is not None:
        hands = view.options if view is not None and view.awaits == "keep" else ()
        return ChooseHand(hands[digit - 1]) if digit <= len(hands) else None
    return KEYS.get(event.key)


def _target_choice(target: str | tuple[int, ...]) -> Choice:
    return BUTTON_CHOICES[target] if isinstance(target, str) else ChooseHand(target)


def _point(event: pygame.event.Event, layout: Layout | None) -> tuple[float, float] | None:
    """Where in the window a finger or the left mouse button went down or up; None for all else."""
    if layout is None:
        return None
    if event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
        return event.x * layout.scale.width, event.y * layout.scale.height
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
        # SDL also tells a touch as a mouse; the finger itself was told already.
        return None if getattr(event, "touch", False) else event.pos
    return None
