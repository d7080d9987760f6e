"""Push-buttons at the table, as choices."""

import logging
import queue
from collections.abc import Callable
from functools import partial
from typing import Any

from pi.config import ButtonSettings
from rules.game import Faces
from ui.view import Choice, ChooseHand, NewGame, Undo

_log = logging.getLogger(__name__)


class Buttons:
    """What was pressed since last asked. Presses come on the pin library's thread and wait in a queue."""

    def __init__(self, settings: ButtonSettings, factory: Any) -> None:
        """`factory` is a gpiozero pin factory; buttons that cannot be opened are left out."""
        self._pressed: queue.SimpleQueue[int | Choice] = queue.SimpleQueue()
        self._devices: list[Any] = []
        wanted: list[tuple[int, int | Choice]] = [(pin, number) for number, pin in enumerate(settings.hands)]
        wanted += [(settings.undo, Undo()), (settings.new_game, NewGame())]
        for pin, meaning in wanted:
            if pin:
                self._open(pin, settings.bounce_s, factory, partial(self._pressed.put, meaning))

    def choices(self, options: tuple[Faces, ...]) -> list[Choice]:
        """The presses as choices, oldest first; `options` are the legal hands as the screen lists them now."""
        found: list[Choice] = []
        while not self._pressed.empty():
            meaning = self._pressed.get()
            if not isinstance(meaning, int):
                found.append(meaning)
            elif meaning < len(options):
                found.append(ChooseHand(options[meaning]))
        return found

    def close(self) -> None:
        """Give the pins back; may be called twice."""
        while self._devices:
            self._devices.pop().close()

    def _open(self, pin: int, bounce_s: float, factory: Any, press: Callable[[], None]) -> None:
        try:
            from gpiozero import Button  # noqa: PLC0415 - only where pins are asked for

            button = Button(pin, bounce_time=bounce_s, pin_factory=factory)
            button.when_pressed = press
            self._devices.append(button)
        except Exception as error:  # noqa: BLE001 - pin libraries raise anything
            _log.warning("no button on GPIO %s: %s", pin, error)
