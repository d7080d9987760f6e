"""Machines without pins, with some that are taken, and what a pin library needs of the folder it works in."""

import logging
import os
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi import pins
from pi.config import load_settings
from pi.outputs import BUZZER, KILL, open_outputs

SETTINGS = load_settings(defaults_only=True).pins


def no_library() -> None:
    raise RuntimeError("Unable to load any default pin factory!\nand more of it")


@pytest.mark.parametrize(
    ("on_pi", "why"),
    [(False, ""), (True, " (Unable to load any default pin factory!; `croupier doctor` says what to do)")],
)
def test_a_machine_without_pins_is_one_calm_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, on_pi: bool, why: str
) -> None:
    monkeypatch.setattr(pins, "open_pins", no_library)
    monkeypatch.setattr(pins, "is_pi", lambda: on_pi)
    with caplog.at_level(logging.WARNING):
        assert pins.machine_pins() is None
    said = f"this machine has no pins for lamps and buttons{why}; the game goes on without them"
    assert [record.getMessage() for record in caplog.records] == [said]


@pytest.mark.parametrize(
    ("given", "folder"),
    [
        ({"LG_WD": "/somewhere", "XDG_RUNTIME_DIR": "/run/one"}, "/somewhere"),
        ({"XDG_RUNTIME_DIR": "/run/one"}, "/run/one"),
        ({"TMPDIR": "{tmp}"}, "{tmp}"),
    ],
)
def test_lgpio_writes_where_it_may_and_not_where_we_were_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: dict[str, str], folder: str
) -> None:
    for name in ("LG_WD", "XDG_RUNTIME_DIR", "TMPDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("tempfile.tempdir", None)
    for name, value in given.items():
        monkeypatch.setenv(name, value.format(tmp=tmp_path))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    pins.open_pins()
    assert os.environ["LG_WD"] == folder.format(tmp=tmp_path)


def test_which_chip_the_header_is_on_is_left_to_the_library() -> None:
    # It has moved between gpiochip4 and gpiochip0 on the Pi 5 (gpiozero#1166).
    for path in Path(pins.__file__).parent.rglob("*.py"):
        assert "gpiochip" not in path.read_text() and "chip=" not in path.read_text(), path


def test_pins_that_were_used_before_begin_dark() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    for _ in range(2):
        outputs = open_outputs(SETTINGS, ("red", "blue"), factory)
        assert {KILL, BUZZER} <= set(outputs)
        assert [name for name, output in outputs.items() if name != BUZZER and output.is_lit] == []
        outputs[KILL].on()
        for output in outputs.values():
            output.close()
