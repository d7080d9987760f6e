"""What can be pressed on a scene, and what a finger, a key or a push-button has to do with it now."""

from dataclasses import dataclass
from typing import Protocol

from pygame import Rect

from ui.theme import Scale
from ui.view import Choice

NOWHERE = Rect(0, 0, 0, 0)
"""Where a button lies that only keys press."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something that says a choice when it is pressed."""

    choice: Choice
    """What it says; also what tells it from the other buttons of its scene."""
    rect: Rect
    """Where it lies, in pixels of the window; NOWHERE for a key without a place on the screen."""
    words: str = ""
    """What is written on it, in the reader's language; empty where the scene draws something else."""
    keys: tuple[int, ...] = ()
    """pygame's codes of the keys that press it too."""
    answer: bool = False
    """One of the scene's answers: the keys 1 to 9 press the first nine, the table's push-buttons the first three."""
    main: bool = False
    """What Enter, Space or the middle push-button press before anybody has moved to another button."""


class Laid(Protocol):
    """What every scene's layout has: the window's sizes, and what can be pressed."""

    @property
    def scale(self) -> Scale:
        """Of the window that it was made for."""
        ...

    @property
    def buttons(self) -> tuple[Button, ...]:
        """In reading order; none covers another."""
        ...


@dataclass(frozen=True, slots=True)
class Touch:
    """What people have to do with the buttons at this moment."""

    pressed: Choice | None = None
    """The button under a finger that is still down."""
    focus: Choice | None = None
    """The button that Enter or the middle push-button presses; None until somebody moves with keys or push-buttons."""

    def on(self, choice: Choice) -> bool:
        """Whether a finger is down on the button of this choice."""
        return self.pressed == choice


UNTOUCHED = Touch()
