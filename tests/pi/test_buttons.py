"""Push-buttons, pressed on gpiozero's mock pins."""

import time

from pi.buttons import Buttons
from pi.config import load_settings
from pi.pins import mock_pins
from ui.view import Choice, ChooseHand, NewGame, Undo

SETTINGS = load_settings().buttons
HANDS = ((1,), (5, 6))


def pressed(*numbers: int) -> list[Choice]:
    pins = mock_pins()
    buttons = Buttons(SETTINGS, pins)
    for number in numbers:
        pins.pin(number).drive_low()
        time.sleep(2 * SETTINGS.bounce_s)
        pins.pin(number).drive_high()
        time.sleep(2 * SETTINGS.bounce_s)
    found = buttons.choices(HANDS)
    assert buttons.choices(HANDS) == []
    buttons.close()
    buttons.close()
    return found


def test_presses_are_choices_in_their_order() -> None:
    first, second, third = SETTINGS.hands
    assert pressed(second, SETTINGS.undo, SETTINGS.new_game) == [ChooseHand((5, 6)), Undo(), NewGame()]
    assert pressed(first, third) == [ChooseHand((1,))]  # there is no third hand
