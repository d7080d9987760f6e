"""The sounds of the table, reckoned rather than recorded: a sound for each sign, as samples."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pi.cues import Cue

RATE_HZ = 44_100
FADE_S = 0.004
"""A sound that begins or ends at once clicks."""

Samples = NDArray[np.float64]
"""From -1 to 1, RATE_HZ a second."""

# Notes in Hz: equal temperament, A4 = 440.
C4, E4, G4, A4 = (440.0 * 2 ** (semitones / 12) for semitones in (-9, -5, -2, 0))
C5, E5, G5, A5, C6, E6 = 2 * C4, 2 * E4, 2 * G4, 2 * A4, 4 * C4, 4 * E4


def sound(cue: Cue) -> Samples | None:
    """The samples of a sign's sound, shape (n,); None for one that is only shown. The same every time."""
    make = SOUNDS.get(cue)
    return None if make is None else _finished(make(), PEAKS[cue])


def to_pcm(samples: Samples, channels: int) -> bytes:
    """As a sound card takes it: 16 bits, signed, of this machine's byte order, each sample once for each channel."""
    whole = np.round(samples * 32767).astype(np.int16)
    return np.repeat(whole, channels).tobytes()


def _roll() -> Samples:
    """Dice on wood: knocks that come closer and fainter, each with its own small pitch."""
    chance = np.random.default_rng(6)
    rattle = _silence(0.42)
    at_s = 0.0
    for knock in range(11):
        at_s += 0.055 * 0.86**knock + 0.01 * chance.random()
        strength = 0.9**knock * (0.6 + 0.4 * chance.random())
        _add(rattle, at_s, strength * _knock(chance.uniform(1500, 3200), chance))
    return rattle


def _knock(hz: float, chance: np.random.Generator) -> Samples:
    """One die on wood: a burst of noise and two dying modes."""
    t = _time(0.035)
    noise = chance.standard_normal(t.size) * np.exp(-t / 0.002)
    high = np.sin(2 * np.pi * hz * t) * np.exp(-t / 0.006)
    low = np.sin(2 * np.pi * 0.37 * hz * t) * np.exp(-t / 0.01)
    knock: Samples = 0.5 * noise + high + 0.6 * low
    return knock


def _kill() -> Samples:
    """A blow, and the hand's dice falling down the scale into the cup."""
    chance = np.random.default_rng(13)
    crash = _silence(0.95)
    t = _time(0.5)
    falling_hz = 40 + 140 * np.exp(-t / 0.07)
    _add(crash, 0.0, 1.2 * np.sin(2 * np.pi * np.cumsum(falling_hz) / RATE_HZ) * np.exp(-t / 0.14))
    burst = chance.standard_normal(t.size) * np.exp(-t / 0.05)
    _add(crash, 0.0, 0.45 * np.convolve(burst, np.ones(6) / 6, "same"))
    for place, hz in enumerate((C6, G5, E5, C5, G4)):
        _add(crash, 0.16 + 0.11 * place, 0.55 * _pluck(hz, 0.26))
    return crash


def _win() -> Samples:
    """A fanfare up the chord, its last note held."""
    fanfare = _silence(1.75)
    for at_s, hz, long_s in ((0.0, C5, 0.16), (0.14, E5, 0.16), (0.28, G5, 0.3), (0.52, E5, 0.16)):
        _add(fanfare, at_s, _brass(hz, long_s))
    for hz in (C5, G5, C6, E6):
        _add(fanfare, 0.66, 0.55 * _brass(hz, 1.05))
    return fanfare


def _illegal() -> Samples:
    """Two low, rough tones, the second lower."""
    refusal = _silence(0.44)
    for at_s, hz in ((0.0, 196.0), (0.2, 147.0)):
        t = _time(0.2)
        rough = sum(np.sin(2 * np.pi * hz * odd * t) / odd for odd in (1, 3, 5, 7))
        _add(refusal, at_s, rough * _envelope(t.size, 0.01, 0.05))
    return refusal


def _question() -> Samples:
    """Two bells, rising as a question does."""
    bells = _silence(0.62)
    _add(bells, 0.0, _pluck(E5, 0.35))
    _add(bells, 0.16, _pluck(A5, 0.45))
    return bells


def _camera_lost() -> Samples:
    """Three soft calls that fall."""
    call = _silence(1.0)
    for place, hz in enumerate((A4, E4, C4)):
        t = _time(0.26)
        _add(call, 0.3 * place, np.sin(2 * np.pi * hz * t) * _envelope(t.size, 0.03, 0.12))
    return call


SOUNDS: dict[Cue, Callable[[], Samples]] = {
    "roll": _roll,
    "kill": _kill,
    "win": _win,
    "illegal": _illegal,
    "question": _question,
    "camera lost": _camera_lost,
}
"""A turn has no sound: it would be heard all evening."""
PEAKS: dict[Cue, float] = {
    "roll": 0.6, "kill": 0.9, "win": 0.9, "illegal": 0.4, "question": 0.6, "camera lost": 0.45,
}  # fmt: skip
"""The greatest sample, of full scale, before the volume: nothing clips, and what sounds on and on is not shouted."""


def _pluck(hz: float, long_s: float) -> Samples:
    """A struck bar: the note and two overtones that die sooner."""
    t = _time(long_s)
    partials = ((1.0, 1.0, 0.12), (2.76, 0.35, 0.05), (5.4, 0.15, 0.02))  # of a free bar, as in a glockenspiel
    tone = np.zeros_like(t)
    for ratio, share, dies_s in partials:
        tone += share * np.sin(2 * np.pi * hz * ratio * t) * np.exp(-t / dies_s)
    return tone * _envelope(t.size, 0.002, 0.03)


def _brass(hz: float, long_s: float) -> Samples:
    """Many overtones that come in after the note itself."""
    t = _time(long_s)
    tone = np.zeros_like(t)
    for overtone in range(1, 8):
        comes_in = 1 - np.exp(-t / (0.008 * overtone))
        tone += np.sin(2 * np.pi * hz * overtone * t) * comes_in / overtone**1.3
    return tone * _envelope(t.size, 0.012, min(0.35, long_s / 2))


def _time(long_s: float) -> Samples:
    return np.arange(round(long_s * RATE_HZ)) / RATE_HZ


def _silence(long_s: float) -> Samples:
    return np.zeros(round(long_s * RATE_HZ))


def _add(onto: Samples, at_s: float, what: Samples) -> None:
    """Mixes in a sound at its time; what does not fit is cut off."""
    begin = round(at_s * RATE_HZ)
    fits = what[: max(0, onto.size - begin)]
    onto[begin : begin + fits.size] += fits


def _envelope(size: int, rise_s: float, fall_s: float) -> Samples:
    """Up from 0 to 1 and down again."""
    up, down = round(rise_s * RATE_HZ), round(fall_s * RATE_HZ)
    shape = np.ones(size)
    shape[:up] = np.linspace(0, 1, min(up, size))[:size]
    shape[-down:] *= np.linspace(1, 0, min(down, size)) ** 1.5
    return shape


def _finished(samples: Samples, peak: float) -> Samples:
    """Without a constant part, faded at both ends, with this greatest sample."""
    samples = (samples - samples.mean()) * _envelope(samples.size, FADE_S, FADE_S)
    return samples * (peak / float(np.abs(samples).max()))
