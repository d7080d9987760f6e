"""Tells when the tray has come to rest, and what lies in it then; the reader runs only at rest."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import cv2

from vision.frame import Frame, Pixels
from vision.fusing import cocked_as_one, combined, same_dice, settles
from vision.motion import Contrast, Noise, Scene, Stillness, contrast_of, difference_of, foreign, unlike
from vision.reading import Box, Reading

Read = Callable[[Pixels, float], Reading]
"""Reads a picture taken at a time in seconds."""
TrayState = Literal["empty", "moving", "settled"]


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """How patient the settler is. All times are those of the frames."""

    rest_s: float = 0.2
    """The picture must lie still this long before it is read: a rolling die never pauses so long."""
    disturbed_s: float = 0.06
    """A change must last this long to be a movement: longer than one torn frame, also at 15 frames a second."""
    look_s: float = 0.05
    """At rest a picture is passed over that comes sooner after the last one: half of them at 30 frames a second."""
    patience_s: float = 5.0
    """Something foreign that lies dead still this long is furniture, not a hand: no hand is so steady."""
    readings_at_most: int = 5
    """So many readings may disagree, or be in doubt, before they are put to the vote."""
    doubt_s: float = 0.42
    """The vote is taken once the picture has lain still so long, however few readings a slow machine has made."""


@dataclass(frozen=True, slots=True)
class Change:
    """The tray has changed its state."""

    t_s: float
    """The time of the frame that decided it."""
    state: TrayState
    """`moving` also while a hand is in view."""
    reading: Reading | None
    """What lies in the tray; None while it is moving."""
    again: bool = False
    """The same dice with the same values in the same places as last told: uncovered, not thrown anew."""


class Settler:
    """Follows the frames of one camera; remembers what was told."""

    def __init__(self, read: Read, settings: SettleSettings | None = None) -> None:
        self._read = read
        self._settings = settings or SettleSettings()
        self._noise = Noise()
        self._size = (0, 0)
        self._last: Contrast | None = None
        self._still: Stillness | None = None
        """While moving: the rest that may be beginning."""
        self._rest: Contrast | None = None
        """While at rest: what the rest looks like, following slow changes."""
        self._rest_t_s = 0.0
        self._unlike_since_s: float | None = None
        self._clear: Scene | None = None
        self._told: Reading | None = None
        self._readings: list[Reading] = []
        self._read_rest_s: float | None = None
        self._covered = False

    @property
    def covered(self) -> bool:
        """Whether the picture is still but a hand, or something else that is no die, keeps it from being told."""
        return self._covered

    def see(self, frame: Frame) -> Change | None:
        """Take in the next frame; what it changes, if it changes anything.

        Frames come in the order of their times. A frame of another size than the last one starts anew.
        """
        if frame.pixels.shape[:2] != self._size:
            self._begin(frame)
            return None
        at_rest = self._rest is not None and self._unlike_since_s is None
        if at_rest and frame.t_s - self._rest_t_s < self._settings.look_s:
            return None
        contrast = contrast_of(frame.pixels)
        if self._last is not None:
            self._noise.learn(difference_of(contrast, self._last))
        self._last = contrast
        if self._rest is not None:
            return self._watch_rest(contrast, frame.t_s)
        return self._watch_movement(contrast, frame)

    def _begin(self, frame: Frame) -> None:
        self._size = frame.pixels.shape[:2]
        self._last = contrast_of(frame.pixels)
        self._rest, self._clear = None, None
        self._move(self._last, frame.t_s)

    def _move(self, contrast: Contrast, t_s: float) -> None:
        self._still = Stillness(contrast, t_s, self._noise)
        self._rest, self._unlike_since_s = None, None
        self._readings, self._read_rest_s, self._covered = [], None, False

    def _watch_rest(self, contrast: Contrast, t_s: float) -> Change | None:
        assert self._rest is not None
        if not unlike(contrast, self._rest, self._noise.threshold):
            self._unlike_since_s = None
            self._follow(contrast, t_s)
            return None
        if self._unlike_since_s is None:
            self._unlike_since_s = t_s
        if t_s - self._unlike_since_s < self._settings.disturbed_s:
            return None
        if self._clear is not None:  # as the light is by now
            self._clear = Scene(self._rest, self._clear.boxes)
        self._move(contrast, t_s)
        return Change(t_s, "moving", None)

    def _follow(self, contrast: Contrast, t_s: float) -> None:
        """Let the picture of the rest follow sunlight, dust and a warming sensor, within some two seconds."""
        assert self._rest is not None
        share = min(0.5, max(0.0, t_s - self._rest_t_s) / 2.0)
        cv2.accumulateWeighted(contrast, self._rest, share)
        self._rest_t_s = t_s

    def _watch_movement(self, contrast: Contrast, frame: Frame) -> Change | None:
        assert self._still is not None
        alike = self._still.see(contrast, frame.t_s)
        if self._still.since_s != self._read_rest_s:
            self._readings, self._read_rest_s, self._covered = [], self._still.since_s, False
        still_s = frame.t_s - self._still.since_s
        if not alike or still_s < self._settings.rest_s:
            return None
        if self._covered and still_s < self._settings.patience_s:
            return None
        return self._judge(contrast, frame, still_s)

    def _judge(self, contrast: Contrast, frame: Frame, still_s: float) -> Change | None:
        """The picture is still: read it, twice or oftener, and tell it unless something foreign is in view."""
        reading = cocked_as_one(self._read(frame.pixels, frame.t_s))
        if still_s < self._settings.patience_s and self._hidden(contrast, reading):
            self._covered, self._readings = True, []
            return None
        self._covered = False
        agreed = self._confirm(reading, still_s)
        return None if agreed is None else self._tell(contrast, frame, agreed)

    def _hidden(self, contrast: Contrast, reading: Reading) -> bool:
        if self._clear is None:
            return False
        scale = contrast.shape[1] / self._size[1]
        return foreign(contrast, self._noise, self._clear, _boxes_of_dice(reading), scale)

    def _confirm(self, reading: Reading, still_s: float) -> Reading | None:
        """The newest reading once it agrees with the one before and leaves nothing open, else the vote, in the end."""
        self._readings.append(reading)
        if len(self._readings) < 2:
            return None
        if settles(reading) and same_dice(self._readings[-2], reading):
            return reading
        if len(self._readings) < self._settings.readings_at_most and still_s < self._settings.doubt_s:
            return None
        return combined(self._readings)

    def _tell(self, contrast: Contrast, frame: Frame, reading: Reading) -> Change:
        again = self._told is not None and same_dice(self._told, reading)
        self._told = reading
        self._clear = Scene(contrast, tuple(die.box for die in reading.dice))
        self._rest, self._rest_t_s, self._still = contrast.copy(), frame.t_s, None
        return Change(frame.t_s, "settled" if reading.dice else "empty", reading, again)


LARGEST_DOUBTED = 1.7
"""A doubted box more than this much larger than the dice that are sure is a hand, not a leaning die."""


def _boxes_of_dice(reading: Reading) -> list[Box]:
    """The boxes that hold a die, also a leaning or cut one, but not a hand that was taken for one."""
    sizes = [max(die.box.w, die.box.h) for die in reading.dice if die.sure]
    largest = LARGEST_DOUBTED * max(sizes, default=math.inf)
    return [die.box for die in reading.dice if die.sure or max(die.box.w, die.box.h) <= largest]
