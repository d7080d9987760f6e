"""The machine's GPIO pins, if it has any, and pins that only remember."""

import logging
import warnings
from typing import Any

_log = logging.getLogger(__name__)


def machine_pins() -> Any:
    """The gpiozero pin factory of this machine, or None, with one warning, where there are no pins.

    The environment's GPIOZERO_PIN_FACTORY has its say, as with every gpiozero program.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero tells of each library it tries in vain
            from gpiozero import Device  # noqa: PLC0415 - only where pins are asked for

            Device.ensure_pin_factory()
        return Device.pin_factory
    except Exception as error:  # noqa: BLE001 - pin libraries raise anything, also ValueError on import
        reason = (str(error) or type(error).__name__).splitlines()[0]
        _log.warning("no pins here: lamps are shown on the screen only (%s)", reason)
        return None


def mock_pins() -> Any:
    """Pins that remember what happened to them, for a machine that has none."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - only where pins are asked for

    return MockFactory(pin_class=MockPWMPin)  # a tonal buzzer's pin pulses
