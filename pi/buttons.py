"""Push-buttons at the table, as choices."""

import queue
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from pi.config import ButtonSettings
from pi.pins import PinTrouble
from pi.seat_buttons import SeatButtons
from rules.game import Faces
from ui.view import Choice, ChooseHand, NewGame, Quit, Undo

COUNTED_S = 0.6  # presses of the confirm button that follow each other within this time are counted together

Meaning = int | Choice
"""The number of an answer as the screen lists them, counted from 0, or a choice."""


class Buttons:
    """What was pressed since last asked. Presses come on the pin library's threads and wait in a queue."""

    def __init__(
        self,
        settings: ButtonSettings,
        factory: Any,
        trouble: PinTrouble | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`factory` is a gpiozero pin factory; buttons that cannot be opened are left out, and noted as `trouble`."""
        self.power_off = False
        """Somebody held a button down that is to switch the machine off; a Quit was given too."""
        self._pressed: queue.SimpleQueue[Meaning] = queue.SimpleQueue()
        self._confirms: queue.SimpleQueue[float] = queue.SimpleQueue()
        self._counted: list[float] = []
        self._settings, self._factory, self._clock = settings, factory, clock
        self._devices: list[Any] = []
        self._held: set[int] = set()
        troubles = trouble or PinTrouble()
        for number, pin in enumerate(settings.hands):
            self._open(pin, partial(self._pressed.put, number), troubles)
        self._open(settings.new_game, partial(self._pressed.put, NewGame()), troubles)
        self._open(settings.undo, partial(self._pressed.put, Undo()), troubles, may_be_held=True)
        self._open(settings.confirm, self._confirm, troubles, may_be_held=True)
        self.seats = SeatButtons(settings, factory, troubles, clock=clock)
        """One a seat."""
        if trouble is None:
            troubles.tell()

    def presses(self) -> list[Meaning]:
        """The presses, oldest first: the number of a button for answers, counted from 0, or what another one says."""
        found: list[Meaning] = []
        while not self._pressed.empty():
            found.append(self._pressed.get())
        while not self._confirms.empty():
            self._counted.append(self._confirms.get())
        if self._counted and self._clock() - self._counted[-1] > COUNTED_S:
            found.append(len(self._counted) - 1)
            self._counted.clear()
        return found

    def choices(self, options: tuple[Faces, ...]) -> list[Choice]:
        """The presses as choices, oldest first; `options` are the legal hands as the screen lists them now."""
        found: list[Choice] = []
        for meaning in self.presses():
            if not isinstance(meaning, int):
                found.append(meaning)
            elif meaning < len(options):
                found.append(ChooseHand(options[meaning]))
        return found

    def close(self) -> None:
        """Give the pins back; may be called twice."""
        self.seats.close()
        while self._devices:
            self._devices.pop().close()

    def _confirm(self) -> None:
        self._confirms.put(self._clock())

    def _open(self, pin: int, press: Callable[[], None], trouble: PinTrouble, *, may_be_held: bool = False) -> None:
        if not pin:
            return
        settings = self._settings
        try:
            from gpiozero import Button  # noqa: PLC0415 - only where pins are asked for

            button = Button(pin, bounce_time=settings.bounce_s, hold_time=settings.held_s, pin_factory=self._factory)
        except Exception as error:  # noqa: BLE001 - pin libraries raise anything
            trouble.note(f"the button on GPIO {pin}", error)
            return
        if may_be_held and settings.held != "nothing":
            # Whether it is a press or a long one is known when it is let go.
            button.when_held = partial(self._hold, pin)
            button.when_released = partial(self._release, pin, press)
        else:
            button.when_pressed = press
        self._devices.append(button)

    def _hold(self, pin: int) -> None:
        self._held.add(pin)
        self.power_off = self.power_off or self._settings.held == "power off"
        self._pressed.put(Quit())

    def _release(self, pin: int, press: Callable[[], None]) -> None:
        if pin in self._held:
            self._held.discard(pin)
        else:
            press()
