"""The patterns of the lamps and the tunes of the buzzer, one for each sign."""

from typing import TypeAlias

from pi.cues import Cue

Pattern: TypeAlias = tuple[tuple[float, float], ...]
"""Steps of (level, seconds). A lamp shines at 1 and is dark at 0; a buzzer sounds the level in Hz, 0 is silence. An
active buzzer knows one pitch only, so that every tune has its own rhythm."""


def blinks(times: int, on_s: float, off_s: float) -> Pattern:
    """A lamp that goes on and off.

    >>> blinks(2, 0.1, 0.2)
    ((1.0, 0.1), (0.0, 0.2), (1.0, 0.1), (0.0, 0.2))
    """
    return ((1.0, on_s), (0.0, off_s)) * times


def notes(*played: tuple[float, float], gap_s: float) -> Pattern:
    """Notes of (Hz, seconds) with silence between.

    >>> notes((880, 0.1), (440, 0.2), gap_s=0.05)
    ((880, 0.1), (0.0, 0.05), (440, 0.2), (0.0, 0.05))
    """
    return tuple(step for note in played for step in (note, (0.0, gap_s)))


# A small piezo buzzer is loudest at 2 to 4 kHz and hardly heard below 500 Hz.
C6, E6, G6, A6, C7, E7, G7 = 1046.5, 1318.5, 1568.0, 1760.0, 2093.0, 2637.0, 3136.0
LOW = 523.3

# Told apart with eyes closed, on an active buzzer too: a turn is a tick, a question two friendly taps, a refusal one
# low burp, a lost camera three slow falling calls, a kill hammers, a win is long and its notes lengthen.
TUNES: dict[Cue, Pattern] = {
    "seat": ((E7, 0.03),),
    "question": notes((C7, 0.08), (E7, 0.08), gap_s=0.2)[:-1],
    "illegal": ((LOW, 0.6),),
    "camera lost": notes((A6, 0.3), (E6, 0.3), (C6, 0.3), gap_s=0.3)[:-1],
    "kill": notes((G7, 0.08), (E7, 0.08), (C7, 0.08), (G6, 0.08), (C6, 0.08), gap_s=0.06)[:-1],
    "win": (*notes((C7, 0.1), (E7, 0.2), (G7, 0.4), gap_s=0.1), (E7, 0.15), (G7, 0.75)),
}
"""What the buzzer plays; a roll has no tune, the dice are loud enough."""

LAMPS: dict[Cue, Pattern] = {
    "seat": blinks(2, 0.12, 0.12),
    "question": blinks(10, 0.5, 0.5),
    "illegal": blinks(4, 0.07, 0.07),
    "camera lost": blinks(1, 0.2, 0.8),
    "kill": blinks(12, 0.15, 0.1),
    "win": blinks(20, 0.5, 0.2),
}
"""What the lamps do. Whose lamp it is: `pi.indicators` knows."""


def length_s(pattern: Pattern) -> float:
    """How long a pattern takes.

    >>> length_s(((880.0, 0.5), (0.0, 0.25)))
    0.75
    """
    return sum(seconds for _, seconds in pattern)


def level_at(pattern: Pattern, since_s: float, *, again: bool = False) -> float | None:
    """The level so long after the beginning, None once it has run out; `again` and it begins anew for ever.

    >>> level_at(((880, 0.1), (0, 0.1), (440, 0.1)), 0.25), level_at(((1, 0.1),), 0.2)
    (440, None)
    """
    left_s = since_s % length_s(pattern) if again else since_s
    for level, seconds in pattern:
        if left_s < seconds:
            return level
        left_s -= seconds
    return None
