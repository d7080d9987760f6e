"""The screen: a window that draws what it is given and hands back what people chose."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import pygame

from ui import draw, icons, text
from ui.inputs import ANSWERS_PUSHED, Inputs
from ui.pen import Pen, Placed
from ui.press import Laid, Touch
from ui.scenes import Scene, game_scene, great, page_scene
from ui.theme import CREAM, DIMMED, INK, Scale
from ui.view import Choice, PageView, TableView
from ui.words import Words

CONSOLE_DRIVERS = ("kmsdrm", "wayland", "x11")
"""Tried in turn where no desktop has said which is the right one."""
UNSEEN_DRIVERS = ("offscreen", "dummy", "evdev")
"""What SDL falls back to in silence when there is nothing to draw on."""
LEAST_SIZE = (320, 240)
"""A window made smaller than this is drawn as if it were this large."""


class NoDisplay(RuntimeError):  # noqa: N818 - it names what is missing, and callers know it so
    """There is no display to open a window on; the message says so in one sentence."""


class Screen:
    """A window. A context manager too: leaving it closes it."""

    def __init__(
        self,
        size: tuple[int, int] = (1024, 600),
        lang: str = "en",
        fullscreen: bool = False,
        caption: str = "Croupier",
    ) -> None:
        """Opens the window; an empty `lang` is the system's. Raises NoDisplay where there is none to open it on."""
        self.driver = _init_display()
        """SDL's name of the video driver, such as "x11"."""
        if self.driver == "x11":
            # By way of OpenGL, SDL's usual one, each frame costs twice as much, and wakes threads of its own.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.font.init()
        pygame.display.set_caption(caption)
        self._windowed_size = size
        self._fullscreen = fullscreen or self.driver == "kmsdrm"
        self._open = True
        self.words = Words(lang)
        self.dim = False
        """Less light, for a dark room."""
        self._inputs = Inputs()
        self._pushed: list[int] = []
        self._scenes: dict[str, Scene] = {}
        self.laid: Laid | None = None
        """Where everything stood in the last drawing, and what can be pressed; None before the first."""
        self.placed: list[Placed] = []
        """Where words were set in the last drawing."""
        try:
            self._set_mode()
        except pygame.error as error:
            self.close()
            raise NoDisplay(f"no window can be opened ({error}); go on without one, or start from a desktop") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _set_mode(self) -> None:
        if self._fullscreen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._windowed_size, pygame.RESIZABLE)

    @property
    def size(self) -> tuple[int, int]:
        """Of the window, in pixels."""
        wide, high = pygame.display.get_surface().get_size()
        return max(wide, LEAST_SIZE[0]), max(high, LEAST_SIZE[1])

    def draw(self, view: TableView | PageView, now_s: float) -> None:
        """Shows the table, or a page, as it is at `now_s`, seconds of the clock that stamped the table's news."""
        pen = Pen(pygame.display.get_surface(), Scale(*self.size), self.words.lang)
        scene = self._scene_of(view)
        self.laid = scene.lay(view, pen.scale, self.words)
        if isinstance(view, TableView):
            self._inputs.forget(tuple(button.choice for button in self.laid.buttons if button.answer))
        touch = self._inputs.touch
        scene.paint(pen, self.laid, view, self.words, now_s=now_s, touch=touch)
        _draw_focus(pen, self.laid, touch)
        if self.dim:
            pen.surface.fill(DIMMED, special_flags=pygame.BLEND_RGB_MULT)
        self.placed = pen.placed
        pygame.display.flip()

    def _scene_of(self, view: TableView | PageView) -> Scene:
        key = view.game if isinstance(view, TableView) else view.scene
        if key not in self._scenes:
            self._scenes[key] = game_scene(key) if isinstance(view, TableView) else page_scene(key)
        return self._scenes[key]

    def rect_of(self, choice: Choice) -> pygame.Rect:
        """Where the button of this choice lay in the last drawing. KeyError where there was none."""
        for button in self.laid.buttons if self.laid else ():
            if button.choice == choice and button.rect.w:
                return button.rect
        raise KeyError(choice)

    def speak(self, lang: str) -> None:
        """In this language from now on; an empty one is the system's."""
        self.words = Words(lang)

    def wire(self, pushes: int) -> None:
        """So many push-buttons for answers stand at the table; fewer than three say the answers of their number."""
        self._inputs.steps = pushes >= ANSWERS_PUSHED

    def push(self, number: int) -> None:
        """One of the table's push-buttons for answers was pressed, counted from 0; what it means comes by `choices`."""
        self._pushed.append(number)

    def choices(self) -> list[Choice]:
        """What people chose since the last call, by finger, mouse, key or push-button; closing the window is Quit."""
        events = pygame.event.get()
        for event in events:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
                self._toggle_fullscreen()
            elif event.type == pygame.FINGERDOWN:
                pygame.mouse.set_visible(False)
            elif event.type == pygame.MOUSEMOTION and not event.touch:
                pygame.mouse.set_visible(True)
        pushed = [self._inputs.push(number, self.laid) for number in self._pushed]
        self._pushed.clear()
        return [*self._inputs.choices(events, self.laid), *(choice for choice in pushed if choice is not None)]

    def _toggle_fullscreen(self) -> None:
        if self.driver == "kmsdrm":
            return  # the console has nothing but the full screen
        self._fullscreen = not self._fullscreen
        self._set_mode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes what is shown as a picture; the file's ending says which kind. Raises OSError."""
        try:
            pygame.image.save(pygame.display.get_surface(), os.fspath(Path(path)))
        except pygame.error as error:
            raise OSError(f"{path}: {error}") from error

    def close(self) -> None:
        """Closes the window; may be called twice."""
        if not self._open:
            return
        self._open = False
        text.forget()
        draw.forget()
        great.forget()
        icons.forget()
        pygame.font.quit()
        pygame.display.quit()


def _draw_focus(pen: Pen, laid: Laid, touch: Touch) -> None:
    """A light ring around the button that Enter or the middle push-button presses."""
    for button in laid.buttons:
        if button.rect.w and button.choice == touch.focus:
            line = max(3, pen.scale.margin // 2)
            around = button.rect.inflate(2 * line, 2 * line)
            pygame.draw.rect(pen.surface, INK, around.inflate(4, 4), line + 4, border_radius=pen.scale.radius + line)
            pygame.draw.rect(pen.surface, CREAM, around, line, border_radius=pen.scale.radius + line)
            return


def _init_display() -> str:
    """Starts SDL's video with a driver that people can see, and gives its name."""
    asked = os.environ.get("SDL_VIDEODRIVER")
    if asked:
        return _try_driver(None) or _refuse(f"SDL_VIDEODRIVER={asked} gives no display")
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32"):
        found = _try_driver(None)
        return found if found and found not in UNSEEN_DRIVERS else _refuse("the display cannot be reached")
    for driver in CONSOLE_DRIVERS:
        found = _try_driver(driver)
        if found and found not in UNSEEN_DRIVERS:
            return found
    return _refuse("there is no display: neither a console screen nor Wayland nor X11")


def _refuse(why: str) -> str:
    pygame.display.quit()
    raise NoDisplay(f"{why}; go on without a window, or start from a desktop or a console with a screen")


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keeps what SDL's libraries write to stderr away from people, who are told in our own words."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _try_driver(driver: str | None) -> str | None:
    """The driver that SDL started with, None if it did not start; `driver` is asked for if given."""
    if driver is not None:
        os.environ["SDL_VIDEODRIVER"] = driver
    try:
        with _quiet_stderr():
            pygame.display.init()
        return pygame.display.get_driver()
    except pygame.error:
        return None
    finally:
        if driver is not None:
            del os.environ["SDL_VIDEODRIVER"]
