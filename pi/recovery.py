"""What the installed table does when its starts have failed again and again: it says so, and tries again when asked."""

import logging
import time
from collections.abc import Callable

from pi.config import Settings, load_settings
from pi.errors import ConfigError, JournalError, TrayError
from pi.journal import read_journal
from pi.notify import Notify
from pi.play import data_place
from pi.starts import Starts

_log = logging.getLogger(__name__)

AGAIN_S = 120.0  # a table without a touch screen is tried again by itself after so long
LOOK_S = 0.1

Show = Callable[[Starts], bool]
"""Tells people of starts that failed; True when another is to be tried, False when the program is to end."""


def guarded(act: Callable[[], None], starts: Starts | None = None, show: Show | None = None) -> None:
    """Open the table and play; as a service, count starts that fail, and after too many of them tell people first."""
    starts = starts or Starts()
    if not starts.as_service:
        act()
        return
    if starts.too_many:
        if not (show or stay)(starts):
            return
        starts.retry()
    starts.begin()
    try:
        act()
    except TrayError as error:
        starts.fail(str(error))
        raise
    except Exception as error:
        starts.fail(f"{type(error).__name__}: {error}")
        raise


def stay(starts: Starts) -> bool:
    """Show what failed and what is safe, until somebody wants it to be tried again, or nobody has for a while."""
    _log.warning("the last %d starts failed (%s); nothing was deleted", starts.failed, starts.why)
    notify = Notify()
    notify.ready(f"not open: {starts.why}")
    settings = _settings()
    try:
        return _on_screen(starts.why, settings, notify)
    except Exception as error:  # noqa: BLE001 - the screen may be what failed
        _log.warning("this cannot be shown on the screen: %s", error)
        until_s = time.monotonic() + AGAIN_S
        while time.monotonic() < until_s:
            notify.alive(time.monotonic())
            time.sleep(LOOK_S)
        return True


def _on_screen(why: str, settings: Settings, notify: Notify) -> bool:
    import pygame  # noqa: PLC0415 - only where there is something to show

    from ui.pen import Pen  # noqa: PLC0415
    from ui.recovery import RecoveryView, draw_recovery  # noqa: PLC0415
    from ui.screen import Screen  # noqa: PLC0415
    from ui.theme import Scale  # noqa: PLC0415

    games, until_s = _games(settings), time.monotonic() + AGAIN_S
    size = settings.screen.width_px, settings.screen.height_px
    with Screen(size, settings.table.language, settings.screen.fullscreen) as screen:
        while (left_s := until_s - time.monotonic()) > 0:
            notify.alive(time.monotonic())
            pen = Pen(pygame.display.get_surface(), Scale(*screen.size), screen.words.lang)
            button = draw_recovery(pen, RecoveryView(why, games, round(left_s)), screen.words)
            pygame.display.flip()
            for event in pygame.event.get():
                if event.type == pygame.QUIT:  # SDL's word for SIGTERM too
                    return False
                if event.type == pygame.KEYDOWN or (
                    event.type == pygame.MOUSEBUTTONDOWN and button.collidepoint(event.pos)
                ):
                    return True
            time.sleep(LOOK_S)
    return True


def _settings() -> Settings:
    """The settings, or the defaults where they are what is wrong."""
    try:
        return load_settings()
    except ConfigError:
        return load_settings(defaults_only=True)


def _games(settings: Settings) -> int | None:
    try:
        journal = read_journal(data_place(settings, None))
        if journal is None:
            return 0
        with journal:
            return sum(1 for _ in journal.games())
    except JournalError:
        return None
