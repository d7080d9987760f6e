"""Motion as pure functions of time: easing, and small deterministic randomness."""

import math


def ramp(now_s: float, start_s: float, end_s: float) -> float:
    """0 before the start, 1 after the end, evenly between."""
    if now_s >= end_s:
        return 1.0
    return max(0.0, (now_s - start_s) / (end_s - start_s))


def ease(share: float) -> float:
    """Begins and ends softly."""
    return share * share * (3 - 2 * share)


def slam(share: float) -> float:
    """Falls in from large, overshoots a little and settles at 1."""
    return 1 + (1 - share) ** 3 * 1.6 - 0.06 * math.sin(share * math.pi)


def scatter(seed: int) -> float:
    """The same number from 0 to 1 for the same seed, looking random from seed to seed."""
    return math.modf(abs(math.sin(seed * 12.9898 + 4.1414) * 43758.5453))[0]
