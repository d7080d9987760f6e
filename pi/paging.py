"""A page in a window of its own, for commands that show something and play nothing."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from pi.config import load_settings
from pi.parts import asked_to_end
from ui.screen import NoDisplay, Screen
from ui.view import Back, Choice, Leaf, PageView, Quit

_log = logging.getLogger(__name__)

DRAWN_EVERY_S = 1 / 30  # nothing hurries on a page


@contextmanager
def page_window(language: str | None) -> Iterator[tuple[Screen, Callable[[], bool]] | None]:
    """The window and whether the program is asked to end; None, and one line on stderr, where there is no display."""
    screen_settings = load_settings().screen
    with ExitStack() as stack:
        try:
            size = screen_settings.width_px, screen_settings.height_px
            screen = stack.enter_context(Screen(size, language or "", screen_settings.fullscreen))
        except NoDisplay as error:
            _log.warning("%s", str(error).partition(";")[0])
            yield None
            return
        yield screen, stack.enter_context(asked_to_end(None))


def leaf_through(view: Callable[[int], PageView], steps: int, language: str | None) -> bool:
    """Show the pages 1 to `steps` until somebody leaves; False where there is no display."""
    with page_window(language) as opened:
        if opened is None:
            return False
        screen, stop = opened
        step, page = 1, view(1)
        while not stop():
            screen.draw(page, time.monotonic())
            for choice in screen.choices():
                if isinstance(choice, Back | Quit):
                    return True
                turned = leafed(step, steps, choice)
                if turned != step:
                    step, page = turned, view(turned)
            time.sleep(DRAWN_EVERY_S)
        return True


def leafed(step: int, steps: int, choice: Choice) -> int:
    """The page after a choice, counted from 1."""
    return max(1, min(steps, step + choice.steps)) if isinstance(choice, Leaf) else step
