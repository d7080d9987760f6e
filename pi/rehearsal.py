"""Every lamp and tune played one by one, for whoever has just wired them."""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

from pi.config import PinSettings, load_settings
from pi.cues import Cue
from pi.errors import TrayError, UsageError
from pi.indicators import Indicators
from pi.outputs import BUZZER, KILL, WIN, open_outputs, seat_lamp
from pi.pins import no_pins, open_pins
from pi.tunes import TUNES, length_s
from rules.events import Turn

STEP_S = 0.01  # shorter than any step of a pattern
EACH_S = max(length_s(tune) for tune in TUNES.values()) + 0.5
"""How long each sign is played: the longest tune, and a pause."""
SOUNDS: dict[Cue, str] = {
    "seat": "a tick",
    "question": "two taps",
    "illegal": "one low burp",
    "camera lost": "three slow calls",
    "kill": "five hammer blows",
    "win": "notes that grow longer",
}

Sleep: TypeAlias = Callable[[float], object]
"""Lets so many seconds pass, as `time.sleep` does."""


def rehearse(settings: PinSettings, factory: Any, sleep: Sleep) -> Generator[str, None, None]:
    """Plays every lamp and tune one by one; before each, gives what is to be seen and heard, in words.

    `factory` is a gpiozero pin factory. What cannot be opened is warned of as in a game, and is left out here.
    Everything is dark afterwards.
    """
    players = tuple(str(number) for number in range(1, len(settings.seats) + 1))
    outputs = open_outputs(settings, players, factory)
    opened = frozenset(outputs)
    indicators = Indicators(outputs, players, sounding=settings.buzzer_sounds)
    try:
        for player, pin in zip(players, settings.seats, strict=True):
            if seat_lamp(player) in opened:
                shown = f"its lamp, GPIO {pin}, blinks twice, then shines"
                yield _told(f"seat {player}", shown, "seat", settings, opened)
                indicators.listen(Turn(player, 6))
                _play(indicators, sleep)
        for cue, shown in _shown(settings, opened).items():
            if shown or BUZZER in opened:
                yield _told(cue, shown, cue, settings, opened)
                _give(indicators, cue)
                _play(indicators, sleep)
    finally:
        indicators.close()


def rehearse_machine(config: Path | None, say: Callable[[str], None], sleep: Sleep = time.sleep) -> None:
    """Rehearse on this machine's own pins as its settings have them, saying each line before it is played.

    TrayError where there are no pins, they are switched off, or nothing that is wired could be opened.
    """
    settings = load_settings(config).pins
    if settings.use == "off":
        raise UsageError('the pins are switched off; set use = "auto" under [pins] in the settings')
    try:
        factory = open_pins()
    except Exception as error:  # pin libraries raise anything, also ValueError on import
        raise TrayError(f"{no_pins(error)}: there is nothing to play") from error
    played = 0
    with closing(rehearse(settings, factory, sleep)) as lines:
        for line in lines:
            say(line)
            played += 1
    if not played:
        raise TrayError("no lamp and no buzzer could be opened; [pins] in the settings says what is wired where")


def _shown(settings: PinSettings, opened: frozenset[str]) -> dict[Cue, str]:
    """What the lamps do for each sign; empty where no lamp of it is wired."""
    seats = bool(opened - {KILL, WIN, BUZZER})
    return {
        "question": "the lamp of the last seat blinks slowly" if seats else "",
        "illegal": "the lamp of the last seat flickers" if seats else "",
        "camera lost": "the lamps of all seats blink together" if seats else "",
        "kill": f"the kill lamp, GPIO {settings.kill}, flashes" if KILL in opened else "",
        "win": f"the win lamp, GPIO {settings.win}, flashes slowly" if WIN in opened else "",
    }


def _told(name: str, shown: str, cue: Cue, settings: PinSettings, opened: frozenset[str]) -> str:
    """One line of the rehearsal."""
    heard = f"the buzzer, GPIO {settings.buzzer}, gives {SOUNDS[cue]}" if BUZZER in opened else ""
    if heard and not settings.buzzer_sounds:
        heard = "the buzzer is switched off"
    return f"{name}: {'; '.join(part for part in (shown, heard) if part)}"


def _give(indicators: Indicators, cue: Cue) -> None:
    if cue == "camera lost":
        indicators.camera_lost(True)
    else:
        indicators.sign(cue)


def _play(indicators: Indicators, sleep: Sleep) -> None:
    """The sign that was given, until its tune is over; then none."""
    for step in range(round(EACH_S / STEP_S)):
        indicators.tick(step * STEP_S)
        sleep(STEP_S)
    indicators.camera_lost(False)
    indicators.silence()
