"""Fingers, mouse, keys and push-buttons turned into what people want to say."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import pygame

from ui.press import Button, Laid, Touch
from ui.view import Choice, Put, Quit

ANSWERS_PUSHED = 3
"""So many push-buttons stand at the table for answers."""
BEFORE, PRESS, AFTER = range(ANSWERS_PUSHED)
"""What the three do where a scene has other answers than those: go to the button before, press, go to the one after."""
TYPED = "letters"
"""What a `Put` of typed letters is about."""
DIGITS = {
    **{getattr(pygame, f"K_{digit}"): digit for digit in range(1, 10)},
    **{getattr(pygame, f"K_KP{digit}"): digit for digit in range(1, 10)},
}
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
STEPS = {pygame.K_TAB: 1, pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -1, pygame.K_DOWN: 1}
"""Along the buttons in reading order, where nothing lies in that direction."""
DIRECTIONS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ASIDE = 3.0
"""A button straight ahead is preferred to one so many times nearer to the side."""


@dataclass(slots=True)
class Inputs:
    """Remembers what is pressed, and which button has the focus, between one batch of events and the next."""

    touch: Touch = field(default_factory=Touch)
    steps: bool = True
    """The table has push-buttons enough to go from button to button with."""
    _answers: tuple[Choice, ...] = ()
    _began: Choice | None = None
    """What the finger went down on; it counts when it is lifted there."""

    def choices(self, events: Iterable[pygame.event.Event], laid: Laid | None) -> list[Choice]:
        """The choices that these events mean on what is being shown."""
        found = [self._choice(event, laid) for event in events]
        return [choice for choice in found if choice is not None]

    def push(self, number: int, laid: Laid | None) -> Choice | None:
        """What a push-button for answers says, counted from 0: one of the answers if they are so few.

        Where they are more, or there is none of this number, the three move among all buttons, and press.
        """
        if laid is None:
            return None
        answers = [button for button in laid.buttons if button.answer]
        direct = len(answers) <= ANSWERS_PUSHED and _focused(laid, self.touch) is None
        if number < len(answers) and (direct or number >= ANSWERS_PUSHED or not self.steps):
            return answers[number].choice
        if not self.steps:
            return None
        if number == PRESS:
            return self._press_focus(laid)
        if number in (BEFORE, AFTER):
            self._step(laid, number - PRESS)
        return None

    def forget(self, answers: tuple[Choice, ...]) -> None:
        """The table asks something else now: nothing has the focus, so that the push-buttons answer."""
        if answers != self._answers:
            self._answers = answers
            self.touch = Touch(self.touch.pressed, None)

    def _choice(self, event: pygame.event.Event, laid: Laid | None) -> Choice | None:
        if event.type == pygame.QUIT:
            return Quit()
        if laid is None:
            return None
        if event.type == pygame.KEYDOWN:
            return self._key(event, laid)
        if event.type == pygame.TEXTINPUT and getattr(laid, "typing", False):
            return Put(TYPED, event.text)
        at = _point(event, laid)
        return self._finger(event, laid, at) if at is not None else None

    def _finger(self, event: pygame.event.Event, laid: Laid, at: tuple[float, float]) -> Choice | None:
        """Pressed where it went down and is lifted again."""
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            self._began = _choice_at(laid, at)
            self.touch = Touch(self._began, None)
            return None
        began, self._began = self._began, None
        self.touch = Touch(None, self.touch.focus)
        return began if began is not None and began == _choice_at(laid, at) else None

    def _key(self, event: pygame.event.Event, laid: Laid) -> Choice | None:
        typing = getattr(laid, "typing", False)
        focused = _focused(laid, self.touch)
        if focused is not None and event.key in ENTER and not (typing and event.key == pygame.K_SPACE):
            return focused.choice  # the button that somebody has gone to, before the one that has the key for its own
        for button in laid.buttons:
            if event.key in button.keys:
                return button.choice
        if typing and event.key not in (*DIRECTIONS, pygame.K_TAB, pygame.K_RETURN):
            return None  # it will come as a letter
        if (digit := DIGITS.get(event.key)) is not None:
            answers = [button.choice for button in laid.buttons if button.answer]
            return answers[digit - 1] if digit <= len(answers) else None
        if event.key in ENTER:
            return self._press_focus(laid)
        self._move(event, laid, focused)
        return None

    def _move(self, event: pygame.event.Event, laid: Laid, focused: Button | None) -> None:
        """The focus goes where an arrow points, or along the buttons."""
        ahead = _ahead(laid, focused, DIRECTIONS[event.key]) if focused and event.key in DIRECTIONS else None
        if ahead is not None:
            self.touch = Touch(None, ahead.choice)
        elif event.key in STEPS:
            self._step(laid, -1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else STEPS[event.key])

    def _press_focus(self, laid: Laid) -> Choice | None:
        focused = _focused(laid, self.touch) or next((b for b in laid.buttons if b.main), None)
        return focused.choice if focused else None

    def _step(self, laid: Laid, by: int) -> None:
        """The focus goes to the next button in reading order; the first time, to the main one."""
        ring = [button for button in laid.buttons if button.rect.w]
        if not ring:
            return
        focused = _focused(laid, self.touch)
        if focused is None:
            after = next((button for button in ring if button.main), ring[0])
        else:
            after = ring[(ring.index(focused) + by) % len(ring)]
        self.touch = Touch(None, after.choice)


def _focused(laid: Laid, touch: Touch) -> Button | None:
    return next((b for b in laid.buttons if b.rect.w and b.choice == touch.focus), None)


def _ahead(laid: Laid, start: Button, direction: tuple[int, int]) -> Button | None:
    """The nearest button in that direction, None where there is none."""
    best, least = None, math.inf
    for button in laid.buttons:
        along = _gap(start.rect, button.rect, direction)
        aside = _gap(start.rect, button.rect, (direction[1], direction[0]))
        if button.rect.w and along > 0 and along + ASIDE * abs(aside) < least:
            best, least = button, along + ASIDE * abs(aside)
    return best


def _gap(one: pygame.Rect, other: pygame.Rect, direction: tuple[int, int]) -> float:
    """From middle to middle along a direction; nothing where they overlap across it is taken off."""
    return (other.centerx - one.centerx) * direction[0] + (other.centery - one.centery) * direction[1]


def _choice_at(laid: Laid, at: tuple[float, float]) -> Choice | None:
    """What lies under a point of the window says; where buttons touch, the one whose middle is nearer."""
    under = [button for button in laid.buttons if button.rect.collidepoint(at)]
    nearest = min(under, key=lambda button: math.dist(button.rect.center, at), default=None)
    return nearest.choice if nearest else None


def _point(event: pygame.event.Event, laid: Laid) -> tuple[float, float] | None:
    """Where in the window a finger or the left mouse button went down or up; None for all else."""
    if event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
        return event.x * laid.scale.width, event.y * laid.scale.height
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
        # SDL also tells a touch as a mouse; the finger itself was told already.
        return None if getattr(event, "touch", False) else event.pos
    return None
