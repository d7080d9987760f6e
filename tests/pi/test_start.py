"""Push-buttons answer the start scene as the first and the second hand at the table."""

from dataclasses import replace
from typing import Any, cast

import pytest

from pi.buttons import Buttons
from pi.config import load_settings
from pi.notify import Notify
from pi.parts import Start
from pi.pins import mock_pins
from pi.start import ask
from ui.gallery import starts
from ui.screen import Screen
from ui.view import PageView, TableView

START = starts()["start"]


class Pushed(Screen):
    """A screen nobody sees; as soon as it has shown something, a push-button is pressed."""

    def __init__(self, pins: Any, number: int) -> None:
        super().__init__((800, 480), "en")
        self.pins, self.number, self.shown = pins, number, 0

    def draw(self, view: TableView | PageView, now_s: float) -> None:
        super().draw(view, now_s)
        self.shown += 1
        self.pins.pin(self.number).drive_low()


@pytest.mark.parametrize(("number", "answer"), [(5, "go on"), (6, "new"), (16, "new"), (12, "quit")])
def test_buttons_answer(monkeypatch: pytest.MonkeyPatch, number: int, answer: str) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pins = mock_pins()
    settings = replace(
        load_settings(None).buttons, hands=(5, 6, 13), undo=12, new_game=16, confirm=0, held="nothing", bounce_s=0.0
    )
    buttons = Buttons(settings, pins)
    with Pushed(pins, number) as glass:
        # There is nothing to undo here, so that only the program's end ends the waiting.
        start = Start(cast(Any, None), Notify({}), lambda: glass.shown > 5, pins, glass, buttons)
        try:
            assert ask(START, start) == answer
        finally:
            buttons.close()
