"""The machine's GPIO pins, if it has any, and pins that only remember."""

import logging
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any

from pi.errors import reason

_log = logging.getLogger(__name__)

WORKING_FOLDER = "LG_WD"
"""Where the library lgpio keeps its notification pipes; the working folder unless this is set (gpiozero#1106)."""


class PinTrouble:
    """The lamps, buzzers and buttons whose pins are missing or taken: one warning for all of them."""

    def __init__(self) -> None:
        self._what: list[str] = []
        self._why = ""

    def note(self, what: str, error: Exception) -> None:
        """This could not be opened."""
        self._what.append(what)
        self._why = self._why or reason(error)

    def tell(self) -> None:
        """Say it, if there is anything to say; what was said is not said again."""
        if self._what:
            named = ", ".join(self._what)
            _log.warning("no pin for %s: the screen stands in (%s; `croupier doctor` knows more)", named, self._why)
        self._what.clear()


def machine_pins() -> Any:
    """The gpiozero pin factory of this machine, or None, with one warning, where there are no pins.

    The environment's GPIOZERO_PIN_FACTORY has its say, as with every gpiozero program.
    """
    try:
        return open_pins()
    except Exception as error:  # noqa: BLE001 - pin libraries raise anything, also ValueError on import
        _log.warning("%s; the game goes on without them", no_pins(error))
        return None


def no_pins(error: Exception) -> str:
    """Words for a machine without pins; most have none, and there a library's complaint tells nothing."""
    sentence = "this machine has no pins for lamps and buttons"
    return f"{sentence} ({reason(error)}; `croupier doctor` says what to do)" if is_pi() else sentence


def is_pi() -> bool:
    """Whether this machine is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(errors="replace")
    except OSError:
        return False


def open_pins() -> Any:
    """The pin factory of this machine; whatever the pin libraries raise where there is none."""
    _give_lgpio_a_folder()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero tells of each library it tries in vain
        from gpiozero import Device  # noqa: PLC0415 - only where pins are asked for

        Device.ensure_pin_factory()
    return Device.pin_factory


def mock_pins() -> Any:
    """Pins that remember what happened to them, for a machine that has none."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - only where pins are asked for

    return MockFactory(pin_class=MockPWMPin)  # a tonal buzzer's pin pulses


def _give_lgpio_a_folder() -> None:
    """It must be able to write there, which it need not in the folder that we were started in."""
    if WORKING_FOLDER not in os.environ:
        os.environ[WORKING_FOLDER] = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
