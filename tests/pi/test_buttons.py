"""Push-buttons, pressed on gpiozero's mock pins."""

import logging
import time
from dataclasses import replace

import pytest

from pi.buttons import COUNTED_S, Buttons
from pi.config import ButtonSettings, load_settings
from pi.outputs import open_outputs
from pi.pins import PinTrouble, mock_pins
from ui.view import Choice, ChooseHand, NewGame, Quit, Undo

LOADED = load_settings()
SETTINGS = replace(LOADED.buttons, bounce_s=0.01, held_s=0.5)
HANDS = ((1,), (5, 6))


class Box:
    """A box with buttons on mock pins, and a clock of its own for counting presses."""

    def __init__(self, settings: ButtonSettings = SETTINGS) -> None:
        self.pins = mock_pins()
        self.now_s = 0.0
        self.buttons = Buttons(settings, self.pins, clock=lambda: self.now_s)

    def press(self, *numbers: int, seconds: float = 0.03) -> None:
        for number in numbers:
            self.pins.pin(number).drive_low()
            time.sleep(seconds)
            self.pins.pin(number).drive_high()
            time.sleep(0.03)

    def hold(self, number: int) -> None:
        """Press a button until it counts as held down."""
        self.pins.pin(number).drive_low()
        until_s = time.monotonic() + 20
        while self.buttons._pressed.empty() and time.monotonic() < until_s:
            time.sleep(0.01)
        self.pins.pin(number).drive_high()

    def choices(self) -> list[Choice]:
        """What was chosen, once no more presses are waited for."""
        found = self.buttons.choices(HANDS)
        self.now_s += COUNTED_S + 0.1
        found += self.buttons.choices(HANDS)
        assert self.buttons.choices(HANDS) == []
        return found


def test_presses_are_choices_in_their_order() -> None:
    first, second, third = SETTINGS.hands
    box = Box()
    box.press(second, SETTINGS.undo, SETTINGS.new_game)
    assert box.choices() == [ChooseHand((5, 6)), Undo(), NewGame()]
    box.press(first, third)
    assert box.choices() == [ChooseHand((1,))]  # there is no third hand
    box.buttons.close()
    box.buttons.close()


def test_the_confirm_button_chooses_the_hand_that_it_is_pressed_for() -> None:
    box = Box()
    box.press(SETTINGS.confirm)
    assert box.buttons.presses() == []  # another press may follow
    assert box.choices() == [ChooseHand((1,))]
    box.press(SETTINGS.confirm, SETTINGS.confirm)
    assert box.choices() == [ChooseHand((5, 6))]
    box.press(SETTINGS.confirm)
    box.now_s += COUNTED_S + 0.1
    assert box.buttons.presses() == [0]
    box.press(SETTINGS.confirm)
    assert box.choices() == [ChooseHand((1,))]


@pytest.mark.parametrize("held", ["quit", "power off"])
def test_a_button_held_down_ends_it_and_means_nothing_else(held) -> None:
    for name in ("confirm", "undo"):
        box = Box(replace(SETTINGS, held=held))
        box.hold(getattr(SETTINGS, name))
        assert box.choices() == [Quit()]
        assert box.buttons.power_off == (held == "power off")
        box.press(SETTINGS.undo)
        assert box.choices() == [Undo()]


def test_a_button_held_down_where_that_means_nothing() -> None:
    box = Box(replace(SETTINGS, held="nothing"))
    box.press(SETTINGS.undo, seconds=0.7)
    assert box.choices() == [Undo()]
    assert not box.buttons.power_off


def test_pins_that_are_taken_cost_one_warning_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    pins, trouble = mock_pins(), PinTrouble()
    taken = (SETTINGS.undo, LOADED.pins.kill, LOADED.pins.seats[0])
    from gpiozero import LED  # noqa: PLC0415 - only where pins are asked for

    strangers = [LED(number, pin_factory=pins) for number in taken]
    with caplog.at_level(logging.WARNING):
        buttons = Buttons(SETTINGS, pins, trouble)
        outputs = open_outputs(LOADED.pins, ("red", "blue"), pins, trouble)
        trouble.tell()
        trouble.tell()
    [record] = caplog.records
    for words in (f"GPIO {SETTINGS.undo}", "kill", "seat red"):
        assert words in record.getMessage()
    assert set(outputs) == {"win", "buzzer", "seat blue"}
    buttons.close()
    for device in (*strangers, *outputs.values()):
        device.close()
