"""Exposure, gain and white balance of a camera: when they have settled, and what they are then locked to.

A camera that goes on adjusting makes a die's colour depend on the hand beside it, and mains-driven lamps draw bands
over a picture that is exposed for anything but whole half-waves of the mains.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LEAST_S, MOST_S = 0.7, 4.0  # the automatics are given so long, whatever they say
STEADY_FRAMES = 8
STEADY = 0.03
"""Brightness and colour may change by this share from frame to frame and are steady all the same."""
CHANGED = 0.35
"""A picture brighter or darker by this share than when all was locked: somebody touched the light."""
CHANGED_S = 4.0  # a hand, or a cup held under the camera, does not stay so long

ROUNDING = 0.01  # a half-wave of 60 Hz is no whole number of microseconds

Limits = Mapping[str, tuple[Any, Any, Any]]
"""What the camera can be told: a control's name to its least, greatest and usual value."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """How long and how sensitively a picture is taken."""

    time_us: int
    gain: float


def flicker_safe(time_us: float, gain: float, mains_hz: float, longest_us: float, most_gain: float) -> Exposure:
    """The same brightness with a whole number of the lamp's half-waves, where gain can make up for it.

    Daylight that is too bright for one half-wave is left as it is: it does not flicker.

    >>> flicker_safe(14_000, 2.0, 50, 33_000, 8.0)
    Exposure(time_us=10000, gain=2.8)
    >>> flicker_safe(2_000, 1.0, 50, 33_000, 8.0)
    Exposure(time_us=2000, gain=1.0)
    """
    if mains_hz <= 0:
        return Exposure(round(time_us), gain)
    half_wave_us = 1e6 / (2 * mains_hz)
    light = time_us * gain
    most_waves = max(1, int(longest_us / half_wave_us + ROUNDING))
    waves = min(most_waves, max(1, int(time_us / half_wave_us + ROUNDING)))
    # More half-waves rather than a gain that the sensor does not have.
    while waves < most_waves and light / (waves * half_wave_us) > most_gain:
        waves += 1
    safe_gain = light / (waves * half_wave_us)
    if safe_gain < 1.0:
        return Exposure(round(time_us), gain)
    return Exposure(round(waves * half_wave_us), round(min(safe_gain, most_gain), 4))


class Settling:
    """Watches the camera's automatics until they have come to rest."""

    def __init__(self, now_s: float) -> None:
        self._began_s = now_s
        self._last: tuple[float, ...] = ()
        self._steady = 0

    def see(self, metadata: Mapping[str, Any], now_s: float) -> bool:
        """Whether the automatics have come to rest, or were given time enough; False where the camera tells nothing."""
        facts = _automatics(metadata)
        if not facts:
            return False
        same = len(facts) == len(self._last) and all(
            abs(new - old) <= STEADY * max(old, 1e-6) for new, old in zip(facts, self._last, strict=True)
        )
        self._last = facts
        self._steady = self._steady + 1 if same else 0
        waited_s = now_s - self._began_s
        return (waited_s >= LEAST_S and self._steady >= STEADY_FRAMES) or waited_s >= MOST_S


def _automatics(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """Brightness and the two colour gains, as far as the camera tells them."""
    if "ExposureTime" not in metadata:
        return ()
    light = float(metadata["ExposureTime"]) * float(metadata.get("AnalogueGain", 1.0))
    return (light, *(float(gain) for gain in metadata.get("ColourGains") or ()))


class LightWatch:
    """Notices that the light at the table is another than when exposure was locked."""

    def __init__(self, level: float) -> None:
        """`level` is the picture's mean when it was locked."""
        self._level = max(level, 1.0)
        self._since_s: float | None = None

    def see(self, level: float, now_s: float) -> bool:
        """Whether the picture has been much brighter or darker for a while."""
        if abs(level / self._level - 1) < CHANGED:
            self._since_s = None
            return False
        self._since_s = now_s if self._since_s is None else self._since_s
        return now_s - self._since_s >= CHANGED_S


def automatic(limits: Limits, mains_hz: float) -> dict[str, Any]:
    """Controls that let the automatics run, told of the mains where the camera understands it."""
    wanted: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
    if mains_hz > 0:
        wanted |= {"AeFlickerMode": 1, "AeFlickerPeriod": round(1e6 / (2 * mains_hz))}  # 1: the period is given
    return known(wanted, limits)


def locked(metadata: Mapping[str, Any], limits: Limits, mains_hz: float, longest_us: float) -> dict[str, Any]:
    """Controls that hold what the automatics have found."""
    most_gain = float(limits["AnalogueGain"][1]) if "AnalogueGain" in limits else 1.0
    gain = float(metadata.get("AnalogueGain", 1.0))
    exposure = flicker_safe(float(metadata["ExposureTime"]), gain, mains_hz, longest_us, max(most_gain, gain))
    wanted: dict[str, Any] = {"AeEnable": False, "ExposureTime": exposure.time_us, "AnalogueGain": exposure.gain}
    if metadata.get("ColourGains"):
        wanted |= {"AwbEnable": False, "ColourGains": tuple(metadata["ColourGains"])}
    return known(wanted, limits)


def focused(limits: Limits, distance_m: float) -> dict[str, Any]:
    """Controls that set an autofocus lens to a fixed distance, in dioptres; none for a lens that does not move."""
    return known({"AfMode": 0, "LensPosition": 1 / distance_m}, limits) if "LensPosition" in limits else {}


def known(wanted: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """What the camera has of it: libcamera refuses all of a request for one control that it does not know."""
    return {name: value for name, value in wanted.items() if name in limits}
