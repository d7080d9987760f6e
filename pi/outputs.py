"""The lamps and the buzzer as gpiozero's devices."""

from typing import Any

from pi.config import PinSettings
from pi.pins import PinTrouble

KILL, WIN, BUZZER = "kill", "win", "buzzer"
TONAL_OCTAVES = 3  # of gpiozero's TonalBuzzer around its A4: 55 to 3520 Hz, where one octave would end at 880 Hz


def seat_lamp(player: str) -> str:
    """The name of a player's lamp.

    >>> seat_lamp("red")
    'seat red'
    """
    return f"seat {player}"


def open_outputs(
    settings: PinSettings, players: tuple[str, ...], factory: Any, trouble: PinTrouble | None = None
) -> dict[str, Any]:
    """The wired lamps and the buzzer as gpiozero's devices; what cannot be opened is left out.

    `factory` is a gpiozero pin factory. Seats beyond the wired lamps have none. What is left out is noted as `trouble`,
    else told in one warning.
    """
    wanted = {KILL: settings.kill, WIN: settings.win, BUZZER: settings.buzzer}
    wanted |= {seat_lamp(player): pin for player, pin in zip(players, settings.seats, strict=False)}
    outputs: dict[str, Any] = {}
    troubles = trouble or PinTrouble()
    for name, pin in wanted.items():
        if pin:
            try:
                outputs[name] = _open_output(name, pin, settings, factory)
            except Exception as error:  # noqa: BLE001 - pin libraries raise anything
                troubles.note(name, error)
    if trouble is None:
        troubles.tell()
    return outputs


class TonalOutput:
    """A passive buzzer, which sounds at the pitch that it is driven with."""

    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import TonalBuzzer  # noqa: PLC0415 - only where pins are asked for

        self.device = TonalBuzzer(pin, octaves=TONAL_OCTAVES, pin_factory=factory)

    def play(self, hz: float) -> None:
        """Sound at this pitch."""
        from gpiozero.tones import Tone  # noqa: PLC0415 - only where pins are asked for

        self.device.play(Tone.from_frequency(hz))

    def off(self) -> None:
        """Silence."""
        self.device.stop()

    def close(self) -> None:
        """Silence, and the pin given back; may be called twice."""
        self.device.close()


def _open_output(name: str, pin: int, settings: PinSettings, factory: Any) -> Any:
    """One lamp or the buzzer, dark."""
    import gpiozero  # noqa: PLC0415 - only where pins are asked for

    if name != BUZZER:
        return gpiozero.LED(pin, active_high=settings.lamps_active_high, pin_factory=factory)
    if settings.buzzer_kind == "tonal":
        return TonalOutput(pin, factory)
    return gpiozero.Buzzer(pin, active_high=settings.buzzer_active_high, pin_factory=factory)
