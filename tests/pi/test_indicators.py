"""Lamps and buzzer on gpiozero's own mock pins: what happened to them is read back."""

import logging
from dataclasses import replace

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from pi.config import load_settings
from pi.indicators import BUZZ_ILLEGAL, BUZZ_KILL, BUZZ_UNSURE, BUZZ_WIN, Indicators, open_outputs
from pi.pins import mock_pins
from rules.events import Killed, Options, Refused, Turn, Undone, Won
from rules.game import Roll
from rules.referee import Ask

PINS = load_settings().pins
KILL = Killed("red", "blue", (1, 2, 3, 4), (5, 6))
STEP_S = 0.01


@pytest.fixture
def pins() -> MockFactory:
    factory = mock_pins()
    yield factory
    factory.reset()


@pytest.fixture
def indicators(pins: MockFactory) -> Indicators:
    lamps = Indicators(open_outputs(PINS, ("red", "blue"), pins), ("red", "blue"))
    yield lamps
    lamps.close()


def is_on(pins: MockFactory, number: int) -> bool:
    return bool(pins.pin(number).state)


def heard(indicators: Indicators, pins: MockFactory, seconds: float) -> tuple[float, ...]:
    """Seconds of sound, silence, sound ... as the buzzer's pin had them."""
    parts: list[float] = []
    last = True
    for step in range(round(seconds / STEP_S)):
        indicators.tick(step * STEP_S)
        on = is_on(pins, PINS.buzzer)
        if on != last or not parts:
            parts.append(0.0)
            last = on
        parts[-1] += STEP_S
    return tuple(round(part, 2) for part in parts[:-1])


def test_the_seat_to_move_is_lit(indicators: Indicators, pins: MockFactory) -> None:
    indicators.listen(Turn("red", 6))
    assert (is_on(pins, 17), is_on(pins, 27)) == (True, False)
    indicators.listen(Options("blue", ((1,),)))
    assert (is_on(pins, 17), is_on(pins, 27)) == (False, True)


@pytest.mark.parametrize(("event", "pattern"), [(KILL, BUZZ_KILL), (Won("red"), BUZZ_WIN)])
def test_what_the_buzzer_says(indicators: Indicators, pins: MockFactory, event: object, pattern: tuple) -> None:
    indicators.listen(event)
    silent_tail = len(pattern) % 2 == 0
    assert heard(indicators, pins, 5) == pytest.approx(pattern[:-1] if silent_tail else pattern, abs=2 * STEP_S)


def test_illegal_and_unsure_sound_otherwise(indicators: Indicators, pins: MockFactory) -> None:
    indicators.listen(Refused("illegal-hand", "no"))
    assert heard(indicators, pins, 3) == pytest.approx(BUZZ_ILLEGAL, abs=2 * STEP_S)
    indicators.ask(Ask("which-hand"))
    assert heard(indicators, pins, 3) == pytest.approx(BUZZ_UNSURE, abs=2 * STEP_S)
    assert len({BUZZ_KILL, BUZZ_WIN, BUZZ_ILLEGAL, BUZZ_UNSURE}) == 4


def test_a_retracted_kill_falls_silent(indicators: Indicators, pins: MockFactory) -> None:
    indicators.listen(KILL)
    indicators.tick(0.0)
    assert is_on(pins, PINS.kill)
    assert is_on(pins, PINS.buzzer)
    indicators.listen(Undone(Roll((5, 6))))
    assert not is_on(pins, PINS.kill)
    assert not is_on(pins, PINS.buzzer)
    indicators.tick(0.01)
    assert not is_on(pins, PINS.buzzer)


def test_everything_is_dark_after_closing(indicators: Indicators, pins: MockFactory) -> None:
    indicators.listen(Turn("red", 6))
    indicators.listen(Won("red"))
    indicators.tick(0.0)
    indicators.close()
    indicators.close()
    assert not any(indicators.lamps.values())
    assert not any(is_on(pins, number) for number in (17, 27, PINS.kill, PINS.win, PINS.buzzer))


def test_polarity(pins: MockFactory) -> None:
    low = replace(PINS, lamps_active_high=False)
    lamps = Indicators(open_outputs(low, ("red", "blue"), pins), ("red", "blue"))
    assert is_on(pins, 17)
    lamps.listen(Turn("red", 6))
    assert not is_on(pins, 17)
    lamps.close()


class LooseWire:
    """A lamp that fails."""

    def on(self) -> None:
        raise OSError("wire came off")

    off = close = on


def test_a_loose_wire_costs_one_warning_and_no_game(caplog: pytest.LogCaptureFixture) -> None:
    lamps = Indicators({"seat red": LooseWire()}, ("red", "blue"))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            lamps.listen(Turn("red", 6))
            lamps.listen(Turn("blue", 6))
    assert len(caplog.records) == 1
    assert lamps.lamps == {"seat red": False, "seat blue": True, "kill": False, "win": False, "buzzer": False}


def test_a_pin_that_a_stranger_holds_is_left_out(pins: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    stranger = LED(PINS.kill, pin_factory=pins)
    outputs = open_outputs(PINS, ("red", "blue"), pins)
    assert sorted(outputs) == ["buzzer", "seat blue", "seat red", "win"]
    assert len(caplog.records) == 1
    stranger.close()
    Indicators(outputs, ("red", "blue")).close()


def test_more_seats_than_lamps(pins: MockFactory) -> None:
    names = tuple("abcdefgh")
    lamps = Indicators(open_outputs(PINS, names, pins), names)
    lamps.listen(Turn("h", 6))
    assert lamps.lamps["seat h"]
    lamps.close()
