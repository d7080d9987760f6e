"""A table whose starts have failed: what is shown, and how it is tried again."""

import logging
import threading
import time
from pathlib import Path

import pygame
import pytest

from pi import recovery
from pi.errors import JournalError
from pi.recovery import guarded, stay
from pi.starts import TOO_MANY, Starts


class Broken:
    """An act that fails until it is mended."""

    mended, acts = False, 0

    def __call__(self) -> None:
        self.acts += 1
        if not self.mended:
            raise JournalError("the card is read-only")


def service(folder: Path) -> Starts:
    return Starts({"RUNTIME_DIRECTORY": str(folder)})


def test_people_are_told_after_three_failed_starts_and_each_failure_after_that(tmp_path: Path) -> None:
    act, told = Broken(), []

    def show(starts: Starts) -> bool:
        told.append(starts.why)
        return True

    for start in range(TOO_MANY + 2):
        with pytest.raises(JournalError):
            guarded(act, service(tmp_path), show)
        assert len(told) == max(0, start + 1 - TOO_MANY)
    assert set(told) == {"the card is read-only"}
    act.mended = True
    guarded(act, service(tmp_path), show)
    service(tmp_path).succeed()
    guarded(act, service(tmp_path), show)
    assert len(told) == 3


def test_whoever_closes_the_screen_ends_it(tmp_path: Path) -> None:
    act = Broken()
    for _ in range(TOO_MANY):
        with pytest.raises(JournalError):
            guarded(act, service(tmp_path), lambda starts: False)
    guarded(act, service(tmp_path), lambda starts: False)
    assert act.acts == TOO_MANY


def test_outside_a_service_nothing_is_shown(tmp_path: Path) -> None:
    act = Broken()
    for _ in range(TOO_MANY + 1):
        with pytest.raises(JournalError):
            guarded(act, Starts({}), lambda starts: pytest.fail("shown"))


@pytest.fixture
def failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starts:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    starts = service(tmp_path)
    starts.fail("the card is read-only")
    return service(tmp_path)


@pytest.mark.parametrize(("kind", "again"), [(pygame.KEYDOWN, True), (pygame.QUIT, False)])
def test_a_key_tries_again_and_closing_ends_it(failed: Starts, kind: int, again: bool) -> None:
    def press() -> None:
        while not pygame.display.get_init():
            time.sleep(0.01)
        while pressing:
            pygame.event.post(pygame.event.Event(kind, {"key": pygame.K_RETURN} if again else {}))
            time.sleep(0.05)

    pressing = [True]
    finger = threading.Thread(target=press)
    finger.start()
    try:
        assert stay(failed) is again
    finally:
        pressing.clear()
        finger.join()


def test_without_a_screen_it_is_tried_again_by_itself(
    failed: Starts, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    monkeypatch.setattr(recovery, "AGAIN_S", 0.2)
    with caplog.at_level(logging.WARNING):
        assert stay(failed)
    assert "the card is read-only" in caplog.text and "nothing was deleted" in caplog.text
