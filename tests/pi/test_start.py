"""Push-buttons answer the start scene as the first and the second hand at the table."""

from typing import Any, cast

import pytest

from pi.buttons import Buttons
from pi.config import ButtonSettings
from pi.notify import Notify
from pi.parts import Start
from pi.pins import mock_pins
from pi.start import ask
from ui.gallery import starts
from ui.view import Choice, StartView, TableView, Undo

START = starts()["start"]


class Glass:
    """A window that presses a push-button as soon as it has shown something."""

    def __init__(self, pins: Any, number: int) -> None:
        self.pins, self.number, self.shown = pins, number, 0

    def draw(self, view: TableView | StartView, now_s: float) -> None:
        self.shown += 1
        self.pins.pin(self.number).drive_low()

    def choices(self) -> list[Choice]:
        return [Undo()]  # which there is nothing to do for yet

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("number", "answer"), [(5, "go on"), (6, "new"), (16, "new"), (13, "quit")])
def test_buttons_answer(number: int, answer: str) -> None:
    pins = mock_pins()
    settings = ButtonSettings(hands=(5, 6, 13), undo=12, new_game=16, bounce_s=0.0)
    buttons, glass = Buttons(settings, pins), Glass(pins, number)
    try:
        # The third hand means nothing here, so that only the program's end ends the waiting.
        start = Start(cast(Any, None), Notify({}), lambda: glass.shown > 5, pins, glass, buttons)
        assert ask(START, start) == answer
    finally:
        buttons.close()
