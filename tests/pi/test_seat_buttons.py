"""A button at each seat, pressed on gpiozero's mock pins: the first at the pins wins, and one or two presses choose."""

import time
from dataclasses import replace

import pytest

from pi.buttons import Buttons
from pi.config import load_settings
from pi.pins import PinTrouble, mock_pins
from pi.seat_buttons import CALM_S, COUNTED_S, LATE_S, SeatButtons
from rules.game import Roll, Say
from rules.games.tally_up import TALLY_UP
from rules.table import Table

SETTINGS = replace(load_settings(defaults_only=True).buttons, bounce_s=0.004)
PLAYERS = ("anna", "ben", "eva")
RACE = tuple(Say("press", {}, player) for player in PLAYERS)
IN_OR_OUT = tuple(Say(word, {}, player) for player in PLAYERS for word in ("in", "out"))


class Row:
    """The seats' buttons on mock pins, and a clock that can be put forward."""

    def __init__(self, bounce_s: float = SETTINGS.bounce_s) -> None:
        self.pins, self.ahead_s, self.stopped_s = mock_pins(), 0.0, 0.0
        settings = replace(SETTINGS, bounce_s=bounce_s)
        self.buttons = SeatButtons(settings, self.pins, PinTrouble(), clock=self.now_s)

    def now_s(self) -> float:
        return (self.stopped_s or time.monotonic()) + self.ahead_s

    def pin(self, seat: int):
        return self.pins.pin(SETTINGS.seats[seat])

    def press(self, *seats: int) -> None:
        for seat in seats:
            time.sleep(2 * SETTINGS.bounce_s)
            self.pin(seat).drive_low()
            time.sleep(2 * SETTINGS.bounce_s)
            self.pin(seat).drive_high()

    def said(self, offers, *, after_s: float = LATE_S + 0.1):
        self.ahead_s += after_s
        return self.buttons.said(PLAYERS, offers)


@pytest.fixture
def row():
    row = Row()
    yield row
    row.buttons.close()
    row.buttons.close()


@pytest.mark.parametrize("first", [0, 2])
def test_the_first_at_the_pins_wins_however_late_it_is_reported(row, first):
    """Ten milliseconds apart, and the earlier one is reported after the later one."""
    second = 2 - first
    assert row.said(RACE) is None
    row.stopped_s = time.monotonic() + 1.0  # however slow this machine is, no time passes until it is put forward
    row.pin(first)._change_state(False)  # the pin changes; nobody is told yet
    time.sleep(0.01)
    row.pin(second).drive_low()
    assert row.buttons.said(PLAYERS, RACE) is None  # an earlier one may still be reported
    row.pin(first)._call_when_changed()
    assert row.said(RACE) == Say("press", {}, PLAYERS[first])


def test_the_losers_of_a_race_have_said_nothing_about_what_follows(row):
    assert row.said(RACE) is None
    row.press(1, 0)
    assert row.said(RACE) == Say("press", {}, "ben")
    assert row.said(IN_OR_OUT, after_s=0.0) is None
    row.press(2)  # meant for the race, a moment too late
    assert row.said(IN_OR_OUT, after_s=CALM_S + COUNTED_S) is None
    row.press(2)
    assert row.said(IN_OR_OUT, after_s=COUNTED_S + 0.1) == Say("in", {}, "eva")


def test_a_press_before_the_race_is_none(row):
    row.press(0)
    assert row.said(()) is None
    row.press(0)
    assert row.said(RACE) is None
    assert row.said(RACE) is None
    row.pin(0).drive_low()
    assert row.said(RACE) == Say("press", {}, "anna")


def test_once_is_in_and_twice_is_out(row):
    assert row.said(IN_OR_OUT) is None
    row.press(0, 2, 2)
    assert row.said(IN_OR_OUT, after_s=0.0) is None  # another press may follow
    said = [row.said(IN_OR_OUT, after_s=COUNTED_S + 0.1), row.said(IN_OR_OUT)]
    assert said == [Say("in", {}, "anna"), Say("out", {}, "eva")]
    assert row.said(IN_OR_OUT, after_s=COUNTED_S + 0.1) is None


def test_a_contact_that_chatters_is_one_press():
    row = Row(bounce_s=0.4)
    assert row.said(IN_OR_OUT) is None
    for _ in range(3):
        row.pin(1)._change_state(False)
        row.pin(1)._call_when_changed()
        row.pin(1)._change_state(True)
        row.pin(1)._call_when_changed()
    assert row.said(IN_OR_OUT, after_s=COUNTED_S + 0.1) == Say("in", {}, "ben")
    row.buttons.close()


def test_seats_that_have_nothing_to_say_or_too_much_and_nobody_sits_there_are_not_heard(row):
    many = tuple(Say("bid", {"count": count, "face": 2}, "anna") for count in (1, 2, 3))
    assert row.said((*many, *IN_OR_OUT[2:4])) is None
    row.press(0, 2, 4)
    assert row.said((*many, *IN_OR_OUT[2:4]), after_s=COUNTED_S + 0.1) is None


def test_a_race_of_tally_up_is_run_on_the_buttons(row):
    table = Table(TALLY_UP, PLAYERS)
    table.push(Roll((1, 1, 1), colours=("red", "green", "blue")))
    assert row.said(table.position.offers) is None
    row.press(2, 1)
    said = row.said(table.position.offers)
    table.push(said)
    assert {place.player: place.score for place in table.position.places} == {"anna": 100, "ben": 100, "eva": 200}


def test_they_open_and_close_with_the_others_and_taken_pins_are_noted(caplog):
    from gpiozero import LED  # noqa: PLC0415 - only where pins are asked for

    pins = mock_pins()
    stranger = LED(SETTINGS.seats[1], pin_factory=pins)
    buttons = Buttons(SETTINGS, pins)
    assert f"GPIO {SETTINGS.seats[1]}" in caplog.text
    buttons.close()
    Buttons(SETTINGS, pins).close()  # all pins were given back
    stranger.close()
