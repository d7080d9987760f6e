"""Lamps and buzzer on gpiozero's own mock pins: what happened to them is read back."""

import itertools
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from pi.cli import run_command
from pi.config import load_settings
from pi.cues import CUES
from pi.errors import TrayError, UsageError
from pi.indicators import Indicators
from pi.outputs import open_outputs
from pi.pins import mock_pins
from pi.rehearsal import rehearse, rehearse_machine
from pi.tunes import LAMPS, TUNES, length_s
from rules.events import Kept, Killed, Options, Refused, Rolled, Round, Stuck, Turn, Undone, Won
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


SIGNS = {
    "seat": Turn("red", 6), "kill": KILL, "win": Won("red"), "illegal": Refused("illegal-hand", "no"),
}  # fmt: skip
QUESTIONS = {"question": Ask("which-hand"), "illegal": Ask("illegal-keep")}


def rhythm(cue: str) -> tuple[float, ...]:
    """The tune as an active buzzer knows it: seconds of sound, silence, sound ..."""
    parts: list[float] = []
    last = 0.0
    for hz, seconds in TUNES[cue]:
        if parts and bool(hz) == bool(last):
            parts[-1] += seconds
        else:
            parts.append(seconds)
        last = hz
    return tuple(parts)


@pytest.mark.parametrize("cue", SIGNS)
def test_what_the_buzzer_says_of_an_event(indicators: Indicators, pins: MockFactory, cue: str) -> None:
    indicators.listen(SIGNS[cue])
    assert heard(indicators, pins, 5) == pytest.approx(rhythm(cue), abs=2 * STEP_S)


@pytest.mark.parametrize("cue", QUESTIONS)
def test_what_the_buzzer_says_of_a_question(indicators: Indicators, pins: MockFactory, cue: str) -> None:
    indicators.ask(QUESTIONS[cue])
    assert heard(indicators, pins, 5) == pytest.approx(rhythm(cue), abs=2 * STEP_S)


def test_every_sign_has_a_pattern_and_a_rhythm_of_its_own() -> None:
    assert set(TUNES) == set(LAMPS) == set(CUES) - {"roll"}
    assert len({rhythm(cue) for cue in TUNES}) == len(set(LAMPS.values())) == 6
    assert all(0.02 < length_s(tune) < 2.5 and tune[0][0] and tune[-1][0] for tune in TUNES.values())


def test_a_tick_does_not_cut_a_kill_short(indicators: Indicators, pins: MockFactory) -> None:
    for event in (Rolled("red", (1, 1, 5, 6)), KILL, Stuck("red", (2, 3)), Turn("blue", 6)):
        indicators.listen(event)
    assert heard(indicators, pins, 3) == pytest.approx(rhythm("kill"), abs=2 * STEP_S)
    for event in (Kept("red", (1,)), Won("red"), Round(2, ("blue", "green")), Turn("blue", 6)):
        indicators.listen(event)
    assert heard(indicators, pins, 5) == pytest.approx(rhythm("win"), abs=2 * STEP_S)


def shown(indicators: Indicators, pins: MockFactory, number: int, seconds: float) -> int:
    """How often the lamp went on in so many seconds."""
    lit = [False]
    for step in range(round(seconds / STEP_S)):
        indicators.tick(100 + step * STEP_S)
        lit.append(is_on(pins, number))
    return sum(now and not before for before, now in itertools.pairwise(lit))


def test_a_new_turn_blinks_and_shines_and_a_question_blinks_until_it_is_answered(
    indicators: Indicators, pins: MockFactory
) -> None:
    indicators.listen(Turn("red", 6))
    assert shown(indicators, pins, 17, 3) == 3
    assert is_on(pins, 17)
    indicators.ask(Ask("doubtful-die"))
    assert shown(indicators, pins, 17, 4.9) == 5
    indicators.listen(Options("red", ((1,),)))
    assert shown(indicators, pins, 17, 3) == 1
    assert shown(indicators, pins, 27, 1) == 0


def test_all_seats_call_for_a_lost_camera_until_it_is_back(indicators: Indicators, pins: MockFactory) -> None:
    indicators.listen(Turn("red", 6))
    for _ in range(3):
        indicators.camera_lost(True)
    assert heard(indicators, pins, 5) == pytest.approx(rhythm("camera lost"), abs=2 * STEP_S)
    assert shown(indicators, pins, 27, 4.5) >= 4
    indicators.listen(Undone(Roll((1,))))
    indicators.listen(Turn("red", 6))
    assert shown(indicators, pins, 27, 4.5) >= 4
    indicators.camera_lost(False)
    assert (is_on(pins, 17), is_on(pins, 27)) == (True, False)
    assert shown(indicators, pins, 27, 3) == 0


def test_a_silent_buzzer_leaves_the_lamps(pins: MockFactory) -> None:
    lamps = Indicators(open_outputs(PINS, ("red", "blue"), pins), ("red", "blue"), sounding=False)
    lamps.listen(KILL)
    assert heard(lamps, pins, 2) == ()
    lamps.listen(KILL)
    assert shown(lamps, pins, PINS.kill, 2) > 3
    lamps.close()


def test_a_mute_holds_from_the_next_sign_on(pins: MockFactory) -> None:
    muted = [True]
    lamps = Indicators(open_outputs(PINS, ("red",), pins), ("red",), muted=lambda: muted[0])
    lamps.listen(KILL)
    assert heard(lamps, pins, 2) == ()
    muted[0] = False
    lamps.listen(KILL)
    assert heard(lamps, pins, 2) == pytest.approx(rhythm("kill"), abs=2 * STEP_S)
    lamps.close()


def test_a_lamp_that_shone_steadily_is_put_out_at_the_end() -> None:
    pins = MockFactory()  # its pins keep their state when they are closed; those that pulse do not
    lamps = Indicators(open_outputs(PINS, ("red", "blue"), pins), ("red", "blue"))
    lamps.listen(Turn("blue", 5))
    lamps.tick(0.0)
    lamps.tick(60.0)  # no pattern plays any more
    blue = pins.pin(PINS.seats[1])
    assert blue.state
    lamps.close()
    assert not blue.states[-1].state


def test_a_tonal_buzzer_plays_the_notes(pins: MockFactory) -> None:
    outputs = open_outputs(replace(PINS, buzzer_kind="tonal"), ("red",), pins)
    lamps = Indicators(outputs, ("red",))
    lamps.listen(Won("red"))
    played = []
    for step in range(round(3 / STEP_S)):
        lamps.tick(step * STEP_S)
        tone = outputs["buzzer"].device.tone
        hz = tone.frequency if tone is not None else 0.0
        if hz and (not played or hz != played[-1]):
            played.append(hz)
    assert played == pytest.approx([hz for hz, _ in TUNES["win"] if hz], rel=0.001)
    assert outputs["buzzer"].device.tone is None
    lamps.close()
    lamps.close()


@pytest.mark.parametrize("cue", TUNES)
def test_a_tonal_buzzer_reaches_every_note(pins: MockFactory, cue: str) -> None:
    buzzer = open_outputs(replace(PINS, buzzer_kind="tonal"), (), pins)["buzzer"]
    for hz, _ in TUNES[cue]:
        if hz:
            buzzer.play(hz)
    buzzer.close()


# --- the rehearsal


def test_the_rehearsal_plays_everything_that_is_wired(pins: MockFactory) -> None:
    settings, ons, waited = replace(PINS, seats=(17, 0, 22)), dict.fromkeys((17, 22, PINS.kill, PINS.win), 0), [0.0]
    pending = dict.fromkeys([*ons, PINS.buzzer], False)
    sounded = [0]

    def sleep(seconds: float) -> None:
        waited[0] += seconds
        for number, before in pending.items():
            now = is_on(pins, number)
            if now and not before:
                sounded[0] += number == PINS.buzzer
                ons[number] = ons.get(number, 0) + 1
            pending[number] = now

    told = list(rehearse(settings, pins, sleep))
    assert [line.partition(":")[0] for line in told] == [
        "seat 1", "seat 3", "question", "illegal", "camera lost", "kill", "win",
    ]  # fmt: skip
    assert all(ons.values()) and sounded[0] >= 12
    assert "GPIO 22" in told[1] and "two taps" in told[2] and f"GPIO {PINS.kill}" in told[5]
    assert 7 * 1.5 < waited[0] < 30
    assert not any(is_on(pins, number) for number in ons)


def test_the_rehearsal_leaves_out_what_is_not_there(pins: MockFactory) -> None:
    nothing = replace(PINS, seats=(), kill=0, win=0, buzzer=0)
    assert list(rehearse(nothing, pins, lambda _: None)) == []
    only_a_silent_buzzer = replace(nothing, buzzer=18, buzzer_sounds=False, seats=(17,))
    told = list(rehearse(only_a_silent_buzzer, pins, lambda _: None))
    assert len(told) == 6
    assert "switched off" in told[1]


def write_pins(folder: Path, lines: str) -> Path:
    file = folder / "pins.toml"
    file.write_text(f"[pins]\n{lines}\n")
    return file


def test_the_machine_is_rehearsed_as_its_settings_have_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pins: MockFactory
) -> None:
    monkeypatch.setattr("pi.rehearsal.open_pins", lambda: pins)
    told: list[str] = []
    rehearse_machine(write_pins(tmp_path, "seats = [5]\nkill = 0\nwin = 0"), told.append, lambda _: None)
    assert [line.partition(":")[0] for line in told] == ["seat 1", "question", "illegal", "camera lost", "kill", "win"]
    with pytest.raises(TrayError, match="no lamp and no buzzer"):
        rehearse_machine(write_pins(tmp_path, "seats = []\nkill = 0\nwin = 0\nbuzzer = 0"), told.append, lambda _: None)
    with pytest.raises(UsageError, match="switched off"):
        rehearse_machine(write_pins(tmp_path, 'use = "off"'), told.append, lambda _: None)


def test_a_machine_without_pins_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonesuch")
    monkeypatch.setattr(Device, "pin_factory", None)
    assert run_command(["doctor", "--pins"]) == 1
    assert "this machine has no pins" in capsys.readouterr().err


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
