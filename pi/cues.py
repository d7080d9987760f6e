"""What lamps, buzzer and loudspeaker have a sign for, and which of two signs at once is given."""

from typing import Literal, TypeAlias, assert_never, get_args

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
    Told,
    Turn,
    Undone,
    Won,
)
from rules.referee import Ask

Cue: TypeAlias = Literal["roll", "seat", "question", "illegal", "camera lost", "kill", "win"]
"""Least first: a sign is not cut short by one that stands before it here."""
CUES: tuple[Cue, ...] = get_args(Cue)


def cue_of(event: Event) -> Cue | None:  # noqa: PLR0911 - one line an event
    """The sign for an event, None where there is none."""
    match event:
        case Rolled():
            return "roll"
        case Turn():
            return "seat"
        case Killed():
            return "kill"
        case Won():
            return "win"
        case Refused():
            return "illegal"
        case Told():
            return event.cue or None
        case Options() | Stuck() | Kept() | Round() | Drinks() | Undone():
            return None
        case _:
            assert_never(event)


def cue_of_question(question: Ask) -> Cue:
    """A hand that the rules do not allow is refused, all else is asked."""
    return "illegal" if question.about == "illegal-keep" else "question"


def outranks(cue: Cue, other: Cue | None) -> bool:
    """Whether the sign may cut short another that is being given.

    >>> outranks("kill", "roll"), outranks("seat", "kill"), outranks("win", "win"), outranks("roll", None)
    (True, False, True, True)
    """
    return other is None or CUES.index(cue) >= CUES.index(other)
