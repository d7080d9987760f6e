"""A push-button at each seat, for what a game lets several people say at once: the first press at the pins is heard."""

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pi.config import ButtonSettings
from pi.pins import PinTrouble
from rules.game import Say

LATE_S = 0.1
"""A press may be reported so long after another one that was made later; nobody wins before that is over."""
COUNTED_S = 0.6
"""Where a seat has a choice, its presses that follow each other within this time are counted together."""
MOST_OFFERS = 2
"""A seat that may say more than this says it on the screen: nobody counts to ten at a button."""
CALM_S = 1.0
"""So long after one thing to say has followed another, presses still mean the first, and nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Press:
    """One press of a seat's button."""

    at_s: float
    """When the pin changed, on this machine's monotonic clock."""
    seat: int


class SeatButtons:
    """What was pressed at the seats. Times are taken at the pins, so that a busy program is fair to everybody."""

    def __init__(
        self,
        settings: ButtonSettings,
        factory: Any,
        trouble: PinTrouble,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`factory` is a gpiozero pin factory; buttons that cannot be opened are left out, and noted as `trouble`."""
        self._clock, self._chatter_s = clock, settings.bounce_s
        self._reported: queue.SimpleQueue[Press] = queue.SimpleQueue()
        self._waiting: list[Press] = []
        self._edges: dict[int, float] = {}
        """When each seat's contact last closed or opened."""
        self._words: frozenset[str] = frozenset()
        self._since_s = 0.0
        """Earlier presses were meant for something else."""
        self._devices: list[Any] = []
        for seat, pin in enumerate(settings.seats):
            if pin:
                self._open(seat, pin, factory, trouble)

    def said(self, players: Sequence[str], offers: Sequence[Say]) -> Say | None:
        """What the next press to be heard says, of what is offered now; None where there is none yet.

        Where a seat has one thing to say, a press says it, and of several seats the first at the pins is heard. Where
        it has two, one press says the first of them, two quick ones the second.
        """
        now_s = self._clock()
        self._follow(frozenset(offer.word for offer in offers), now_s)
        while not self._reported.empty():
            self._waiting.append(self._reported.get())
        self._waiting = sorted(press for press in self._waiting if press.at_s >= self._since_s) if offers else []
        for seat in dict.fromkeys(press.seat for press in self._waiting):
            theirs = tuple(offer for offer in offers if seat < len(players) and offer.player == players[seat])
            presses = [press for press in self._waiting if press.seat == seat]
            if not 0 < len(theirs) <= MOST_OFFERS:
                self._forget(seat)
            elif len(theirs) == 1 and now_s - presses[0].at_s > LATE_S:
                self._forget(seat)
                return theirs[0]
            elif len(theirs) > 1 and now_s - presses[-1].at_s > COUNTED_S:
                self._forget(seat)
                return theirs[min(len(presses), len(theirs)) - 1]
        return None

    def close(self) -> None:
        """Give the pins back; may be called twice."""
        while self._devices:
            self._devices.pop().close()

    def _follow(self, words: frozenset[str], now_s: float) -> None:
        """Something else may be said than a moment ago: what was pressed before does not mean it."""
        if words != self._words:
            self._since_s = now_s + CALM_S if words and self._words else now_s
            self._words = words

    def _forget(self, seat: int) -> None:
        self._waiting = [press for press in self._waiting if press.seat != seat]

    def _open(self, seat: int, pin: int, factory: Any, trouble: PinTrouble) -> None:
        try:
            from gpiozero import Button  # noqa: PLC0415 - only where pins are asked for

            # Without the library's own bounce time, which would report a contact only once it is quiet.
            button = Button(pin, pin_factory=factory)
        except Exception as error:  # noqa: BLE001 - pin libraries raise anything
            trouble.note(f"the button on GPIO {pin}", error)
            return
        button.when_pressed = partial(self._pressed, seat, button)
        button.when_released = partial(self._released, seat, button)
        self._devices.append(button)

    def _pressed(self, seat: int, button: Any) -> None:
        at_s = self._clock() - (button.active_time or 0.0)
        if not self._chatters(seat, at_s):
            self._reported.put(Press(at_s, seat))

    def _released(self, seat: int, button: Any) -> None:
        self._chatters(seat, self._clock() - (button.inactive_time or 0.0))

    def _chatters(self, seat: int, at_s: float) -> bool:
        """Whether a contact closes or opens so soon after its last change that nobody can have meant it."""
        last_s, self._edges[seat] = self._edges.get(seat, float("-inf")), at_s
        return at_s - last_s < self._chatter_s
