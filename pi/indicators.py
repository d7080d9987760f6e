"""Lamps and buzzer at the table: whose turn it is, a kill, a win, and what the referee did not like."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from pi.config import PinSettings
from rules.events import (
    Drinks,
    Event,
    Kept,
    Killed,
    Options,
    Refused,
    Rolled,
    Round,
    Stuck,
    Turn,
    Undone,
    Won,
)
from rules.referee import Ask

_log = logging.getLogger(__name__)

Pattern: TypeAlias = tuple[float, ...]
"""Seconds on, off, on, off, ...; silent or dark after the last."""

# Told apart with eyes closed: a kill hammers, a win is long and rising in length, a refusal is one low burp,
# a question two friendly taps.
BUZZ_KILL: Pattern = (0.08, 0.06) * 5
BUZZ_WIN: Pattern = (0.1, 0.1, 0.2, 0.1, 0.4, 0.1, 0.9)
BUZZ_ILLEGAL: Pattern = (0.6,)
BUZZ_UNSURE: Pattern = (0.08, 0.25, 0.08)
FLASH_KILL: Pattern = (0.15, 0.1) * 12
FLASH_WIN: Pattern = (0.5, 0.2) * 20

KILL, WIN, BUZZER = "kill", "win", "buzzer"


@dataclass(slots=True)
class _Playing:
    """A pattern on its way."""

    pattern: Pattern
    began_s: float | None
    """None until the next tick, which sets the clock."""

    def on(self, now_s: float) -> bool | None:
        """Whether it is on now, None once it has run out."""
        self.began_s = now_s if self.began_s is None else self.began_s
        left_s = now_s - self.began_s
        for index, part_s in enumerate(self.pattern):
            if left_s < part_s:
                return index % 2 == 0
            left_s -= part_s
        return None


class Indicators:
    """Everything that shines or sounds. `tick` moves the patterns on; a pin that fails never stops the game.

    `outputs` maps "kill", "win", "buzzer" and each player's name, as `seat_lamp` has it, to a thing with `on()`,
    `off()` and `close()`, such as gpiozero's LED; what is not wired is left out.
    """

    def __init__(self, outputs: dict[str, Any], players: tuple[str, ...]) -> None:
        self._outputs = outputs
        self._players = players
        self._playing: dict[str, _Playing] = {}
        self._lit = dict.fromkeys([*(seat_lamp(player) for player in players), KILL, WIN, BUZZER], False)

    @property
    def lamps(self) -> dict[str, bool]:
        """What is lit or sounding, also where nothing is wired: `seat_lamp(name)`, "kill", "win", "buzzer"."""
        return dict(self._lit)

    def seat(self, players: tuple[str, ...]) -> None:
        """Another game: everything dark, and these players from now on."""
        self._silence()
        for name in list(self._lit):
            self._set(name, False)
        self._players = players
        self._lit = dict.fromkeys([*(seat_lamp(player) for player in players), KILL, WIN, BUZZER], False)

    def listen(self, event: Event) -> None:
        """Show and sound what an event means; what an undo took back falls silent."""
        match event:
            case Turn(player) | Options(player) | Stuck(player):
                self._light_seat(player)
            case Killed():
                self._play(FLASH_KILL, KILL)
                self._play(BUZZ_KILL, BUZZER)
            case Won():
                self._play(FLASH_WIN, WIN)
                self._play(BUZZ_WIN, BUZZER)
            case Refused():
                self._play(BUZZ_ILLEGAL, BUZZER)
            case Undone():
                self._silence()
            case Drinks(player):
                self._light_seat(player)
            case Rolled() | Kept() | Round():
                pass
            case _:
                assert_never(event)

    def ask(self, question: Ask) -> None:
        """The table is asked something."""
        self._play(BUZZ_UNSURE, BUZZER)

    def tick(self, now_s: float) -> None:
        """Move the patterns on to this time, seconds of any steady clock."""
        for name, playing in list(self._playing.items()):
            on = playing.on(now_s)
            if on is None:
                del self._playing[name]
            self._set(name, bool(on))

    def close(self) -> None:
        """Everything dark and silent, the pins given back; may be called twice."""
        self._playing.clear()
        for name in list(self._lit):
            self._set(name, False)
        for name in list(self._outputs):
            self._guarded(name, self._outputs[name].close)
        self._outputs = {}

    def _light_seat(self, player: str) -> None:
        for other in self._players:
            self._set(seat_lamp(other), other == player)

    def _play(self, pattern: Pattern, name: str) -> None:
        self._playing[name] = _Playing(pattern, None)

    def _silence(self) -> None:
        for name in list(self._playing):
            del self._playing[name]
            self._set(name, False)

    def _set(self, name: str, on: bool) -> None:
        if self._lit.get(name) == on:
            return
        self._lit[name] = on
        if name in self._outputs:
            output = self._outputs[name]
            self._guarded(name, output.on if on else output.off)

    def _guarded(self, name: str, act: Callable[[], object]) -> None:
        """Whatever a pin raises ends that lamp, not the game."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 - pin libraries raise anything
            self._outputs.pop(name, None)
            _log.warning("the %s lamp or buzzer failed and is left out: %s", name, error)


def seat_lamp(player: str) -> str:
    """The name of a player's lamp.

    >>> seat_lamp("red")
    'seat red'
    """
    return f"seat {player}"


def open_outputs(settings: PinSettings, players: tuple[str, ...], factory: Any) -> dict[str, Any]:
    """The wired lamps and the buzzer as gpiozero's devices; what cannot be opened is left out with one warning.

    `factory` is a gpiozero pin factory. Seats beyond the wired lamps have none.
    """
    wanted = {KILL: settings.kill, WIN: settings.win, BUZZER: settings.buzzer}
    wanted |= {seat_lamp(player): pin for player, pin in zip(players, settings.seats, strict=False)}
    outputs: dict[str, Any] = {}
    failures: dict[str, str] = {}
    for name, pin in wanted.items():
        if pin:
            try:
                outputs[name] = _open_output(name, pin, settings, factory)
            except Exception as error:  # noqa: BLE001 - pin libraries raise anything
                failures[name] = str(error).splitlines()[0] if str(error) else type(error).__name__
    if failures:
        reason = next(iter(failures.values()))
        _log.warning("no pin for %s, drawn on the screen only (%s)", ", ".join(failures), reason)
    return outputs


def _open_output(name: str, pin: int, settings: PinSettings, factory: Any) -> Any:
    """One lamp or the buzzer, dark."""
    import gpiozero  # noqa: PLC0415 - only where pins are asked for

    if name == BUZZER:
        return gpiozero.Buzzer(pin, active_high=settings.buzzer_active_high, pin_factory=factory)
    return gpiozero.LED(pin, active_high=settings.lamps_active_high, pin_factory=factory)
