"""The loudspeaker: short sounds for what happens at the table; silent where there is no sound card."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pi.cues import Cue, cue_of, cue_of_question, outranks
from pi.synthesis import RATE_HZ, SOUNDS, sound, to_pcm
from rules.events import Event, Undone
from rules.referee import Ask

if TYPE_CHECKING:
    import pygame

_log = logging.getLogger(__name__)

CARDS = Path("/proc/asound/cards")
"""Where Linux lists its sound cards."""
BUFFER_SAMPLES = 512
"""A sound is heard 12 ms after it was asked for; less crackles on a Pi."""
CHANNELS = 2

Loudness = Callable[[], float]
"""From 0, mute, to 1."""


class Speaker:
    """Plays the sound of what happens, one at a time; `close` may be called twice."""

    when_failed = "the sounds have failed"

    def __init__(self, sounds: "dict[Cue, pygame.mixer.Sound]", loudness: Loudness) -> None:
        self._sounds = sounds
        self._loudness = loudness
        self._playing: Cue | None = None
        self._channel: pygame.mixer.Channel | None = None
        self._camera_lost = False

    def listen(self, event: Event) -> None:
        """Sound what an event means; what an undo took back falls silent."""
        if isinstance(event, Undone):
            self._hush()
            return
        cue = cue_of(event)
        if cue is not None:
            self.play(cue)

    def ask(self, question: Ask) -> None:
        """The table is asked something."""
        self.play(cue_of_question(question))

    def camera_lost(self, lost: bool) -> None:
        """Call once when the camera is lost; may be told again and again."""
        if lost and not self._camera_lost:
            self.play("camera lost")
        self._camera_lost = lost

    def play(self, cue: Cue) -> None:
        """Sound a sign now, unless a greater one is being heard, or it has no sound."""
        loudness = self._loudness()
        if loudness <= 0 or cue not in self._sounds or not outranks(cue, self.playing):
            return
        self._hush()
        self._channel = self._sounds[cue].play()
        if self._channel is not None:
            self._channel.set_volume(loudness)
            self._playing = cue

    @property
    def playing(self) -> Cue | None:
        """What is being heard."""
        heard = self._channel is not None and self._channel.get_busy()
        return self._playing if heard else None

    def close(self) -> None:
        """Silence, and the sound card given back."""
        import pygame  # noqa: PLC0415 - loaded where sound is asked for

        self._hush()
        self._sounds = {}
        pygame.mixer.quit()

    def _hush(self) -> None:
        if self._channel is not None:
            self._channel.stop()
        self._channel = self._playing = None


def open_speaker(loudness: Loudness) -> Speaker | None:
    """The machine's sound card with all sounds ready, or None, with one line on stderr, where there is none."""
    if not has_sound_card():
        _log.warning("no sound card: the table is silent")
        return None
    try:
        import pygame  # noqa: PLC0415 - loaded where sound is asked for

        pygame.mixer.init(RATE_HZ, -16, CHANNELS, BUFFER_SAMPLES, allowedchanges=0)
        sounds = {
            cue: pygame.mixer.Sound(buffer=to_pcm(samples, CHANNELS))
            for cue in SOUNDS
            if (samples := sound(cue)) is not None
        }
    except Exception as error:  # noqa: BLE001 - pygame.error, and NotImplementedError where it was built without mixer
        _log.warning("the sound card cannot be used, the table is silent: %s", str(error).splitlines()[0])
        return None
    return Speaker(sounds, loudness)


def has_sound_card() -> bool:
    """Whether it is worth trying: ALSA complains at length on stderr where Linux has no card and no sound server."""
    if os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER") or sys.platform != "linux":
        return True
    run = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    if any((run / server).exists() for server in ("pulse/native", "pipewire-0")):
        return True
    try:
        return "no soundcards" not in CARDS.read_text("utf-8")
    except OSError:
        return False
