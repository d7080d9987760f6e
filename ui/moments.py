"""Which great moment the screen shows now: a pure function of the news and the time."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.events import Drinks, Event, Killed, Round, Told, Undone, Won
from ui.view import TableView

KILL_S = 2.5
"""Long enough to be seen by someone who looks up at the noise, short enough not to hold up the game."""
ROUND_WON_S = 3.5
"""A win that does not end the game gives way to the next round."""
SETTLED_S = 60.0
"""How long ago something is taken to be that is no more among the news."""


@dataclass(frozen=True, slots=True)
class KillMoment:
    """One roll has just killed one hand or several."""

    kills: tuple[Killed, ...]
    since_s: float


@dataclass(frozen=True, slots=True)
class WinMoment:
    """A full straight lies on the table."""

    player: str
    since_s: float
    next_round: Round | None = None
    """What begins next where three or more were seated."""


@dataclass(frozen=True, slots=True)
class DrinksMoment:
    """The last one left buys the drinks."""

    player: str
    since_s: float


Moment: TypeAlias = KillMoment | WinMoment | DrinksMoment


def moment(view: TableView, now_s: float) -> Moment | None:
    """The moment to show now; what was taken back by a newer `Undone` is not shown."""
    news = _standing(view)
    if view.drinks is not None:
        told = _told(news, Drinks)
        return DrinksMoment(view.drinks, now_s - told if told is not None else SETTLED_S)
    if view.winner is not None:
        told = _told(news, Won) or _told_own(news)
        return WinMoment(view.winner, now_s - told if told is not None else SETTLED_S)
    return _passing(news, view, now_s)


def _standing(view: TableView) -> list[tuple[float, Event]]:
    """The news since the last thing taken back."""
    taken_back = [k for k, (_, event) in enumerate(view.news) if isinstance(event, Undone)]
    return list(view.news[taken_back[-1] + 1 :]) if taken_back else list(view.news)


def _told(news: list[tuple[float, Event]], kind: type[Won] | type[Drinks]) -> float | None:
    return next((at for at, event in reversed(news) if isinstance(event, kind)), None)


def _told_own(news: list[tuple[float, Event]]) -> float | None:
    """When a game told a win in its own words."""
    return next((at for at, event in reversed(news) if isinstance(event, Told) and event.cue == "win"), None)


def _passing(news: list[tuple[float, Event]], view: TableView, now_s: float) -> Moment | None:
    """A kill or the end of a round that happened a moment ago."""
    for index in range(len(news) - 1, -1, -1):
        at, event = news[index]
        if isinstance(event, Won) and now_s - at < ROUND_WON_S and len(view.seats) > 2:
            after = next((later for _, later in news[index:] if isinstance(later, Round)), None)
            return WinMoment(event.player, now_s - at, after)
        if isinstance(event, Killed):
            return KillMoment(_same_roll(news, index), now_s - at) if now_s - at < KILL_S else None
    return None


def _same_roll(news: list[tuple[float, Event]], last: int) -> tuple[Killed, ...]:
    """The kills told together, clockwise as they were told."""
    kills: list[Killed] = []
    for _, event in reversed(news[: last + 1]):
        if not isinstance(event, Killed):
            break
        kills.append(event)
    return tuple(reversed(kills))
