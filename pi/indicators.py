"""Lamps and buzzer at the table: whose turn it is, a kill, a win, a question, what the rules refuse, a lost camera."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pi.cues import Cue, cue_of, cue_of_question, outranks
from pi.outputs import BUZZER, KILL, WIN, seat_lamp
from pi.tunes import LAMPS, TUNES, Pattern, level_at
from rules.events import Drinks, Event, Options, Stuck, Told, Turn, Undone
from rules.referee import Ask

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Playing:
    """A pattern on its way."""

    cue: Cue
    pattern: Pattern
    again: bool = False
    began_s: float | None = None
    """None until the next tick, which sets the clock."""

    def level(self, now_s: float) -> float | None:
        """The level now, None once it has run out."""
        self.began_s = now_s if self.began_s is None else self.began_s
        return level_at(self.pattern, now_s - self.began_s, again=self.again)


class Indicators:
    """Everything that shines or sounds. `tick` moves the patterns on; a pin that fails never stops the game.

    `outputs` maps "kill", "win", "buzzer" and each player's name, as `seat_lamp` has it, to a thing with `on()`,
    `off()` and `close()`, such as gpiozero's LED, or to a buzzer with `play(hz)` instead of `on()`; what is not wired
    is left out.
    """

    when_failed = "the lamps and the buzzer have failed"

    def __init__(
        self,
        outputs: dict[str, Any],
        players: tuple[str, ...],
        *,
        sounding: bool = True,
        muted: Callable[[], bool] = lambda: False,
    ) -> None:
        """`sounding` and `muted` say whether the buzzer is heard, for good and for now; the lamps do not mind."""
        self._sounding = sounding
        self._muted = muted
        self._outputs = outputs
        self._playing: dict[str, _Playing] = {}
        self._camera_lost = False
        self._lit_seat: str | None = None
        self._level: dict[str, float] = {}
        self._take_seats(players)

    @property
    def lamps(self) -> dict[str, bool]:
        """What is lit or sounding, also where nothing is wired: `seat_lamp(name)`, "kill", "win", "buzzer"."""
        return {name: bool(level) for name, level in self._level.items()}

    def seat(self, players: tuple[str, ...]) -> None:
        """Another game: everything dark, and these players from now on."""
        self.silence()
        self._take_seats(players)

    def listen(self, event: Event) -> None:
        """Show and sound what an event means; what an undo took back falls silent."""
        if isinstance(event, Undone):
            self.silence()
            return
        if isinstance(event, Turn | Options | Stuck | Drinks):
            self._light_seat(event.player)
        if isinstance(event, Told) and event.cue == "seat" and event.player is not None:
            self._light_seat(event.player)
        cue = cue_of(event)
        if cue is not None:
            self.sign(cue)

    def ask(self, question: Ask) -> None:
        """The table is asked something."""
        self.sign(cue_of_question(question))

    def camera_lost(self, lost: bool) -> None:
        """Every lamp calls for help until the camera is back; may be told again and again."""
        if lost == self._camera_lost:
            return
        self._camera_lost = lost
        if lost:
            self._buzz("camera lost")
            for name in self._seats:
                self._play("camera lost", name, again=True)
        else:
            self._end("camera lost")

    def tick(self, now_s: float) -> None:
        """Move the patterns on to this time, seconds of any steady clock."""
        for name, playing in list(self._playing.items()):
            level = playing.level(now_s)
            if level is None:
                del self._playing[name]
                level = self._resting(name)
            self._set(name, level)

    def close(self) -> None:
        """Everything dark and silent, the pins given back; may be called twice."""
        self._lit_seat = None
        self._playing.clear()
        for name in list(self._level):
            self._set(name, 0.0)
        for name in list(self._outputs):
            self._guarded(name, self._outputs[name].close)
        self._outputs = {}

    def _take_seats(self, players: tuple[str, ...]) -> None:
        self._seats = tuple(seat_lamp(player) for player in players)
        self._lit_seat = None
        for name in list(self._level):
            self._set(name, 0.0)
        self._level = dict.fromkeys([*self._seats, KILL, WIN, BUZZER], 0.0)

    def _light_seat(self, player: str) -> None:
        self._lit_seat = seat_lamp(player)
        for name in self._seats:
            if name not in self._playing or self._playing[name].cue != "camera lost":
                self._playing.pop(name, None)
                self._set(name, self._resting(name))

    def sign(self, cue: Cue) -> None:
        """Give a sign: its tune, and its pattern on the lamp that it is for."""
        self._buzz(cue)
        lamp = {"kill": KILL, "win": WIN}.get(cue, self._lit_seat)
        if cue in LAMPS and lamp in self._level:
            self._play(cue, lamp)

    def _buzz(self, cue: Cue) -> None:
        sounding = self._playing.get(BUZZER)
        heard = self._sounding and not self._muted()
        if heard and cue in TUNES and outranks(cue, sounding.cue if sounding else None):
            self._playing[BUZZER] = _Playing(cue, TUNES[cue])

    def _play(self, cue: Cue, lamp: str, *, again: bool = False) -> None:
        shown = self._playing.get(lamp)
        if again or shown is None or not shown.again:
            self._playing[lamp] = _Playing(cue, LAMPS[cue], again)

    def _end(self, cue: Cue) -> None:
        for name, playing in list(self._playing.items()):
            if playing.cue == cue:
                del self._playing[name]
                self._set(name, self._resting(name))

    def silence(self) -> None:
        """No pattern and no tune any more, but a lost camera's call for help."""
        for cue in {playing.cue for playing in self._playing.values() if not playing.again}:
            self._end(cue)

    def _resting(self, name: str) -> float:
        """The level where no pattern plays."""
        return float(name == self._lit_seat)

    def _set(self, name: str, level: float) -> None:
        if self._level.get(name) == level:
            return
        self._level[name] = level
        if name in self._outputs:
            self._guarded(name, lambda: _drive(self._outputs[name], level))

    def _guarded(self, name: str, act: Callable[[], object]) -> None:
        """Whatever a pin raises ends that lamp, not the game."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 - pin libraries raise anything
            self._outputs.pop(name, None)
            _log.warning("the %s lamp or buzzer failed and is left out: %s", name, error)


def _drive(output: Any, level: float) -> None:
    if not level:
        output.off()
    elif hasattr(output, "play"):
        output.play(level)
    else:
        output.on()
