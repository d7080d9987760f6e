"""A screen without a display for every test of this folder."""

from collections.abc import Iterator

import pytest

from ui.screen import Screen


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def screen(no_display: None) -> Iterator[Screen]:
    with Screen() as opened:
        yield opened
