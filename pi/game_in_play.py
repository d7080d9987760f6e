"""One game being played: what is accepted goes to the table, then to the journal, and only then to anybody else."""

import logging
from collections.abc import Mapping
from typing import Any

from pi.errors import JournalError
from pi.journal import Record
from pi.telling import Listener
from rules.events import Event, Undone
from rules.game import IllegalAction, Keep, Roll, Say
from rules.house import AGREE, begun
from rules.protocol import Correct, Request, Undo, answer, parse, refusal
from rules.referee import Act, Ask, Lying, Referee, Verdict
from rules.table import Table
from rules.zones import MatReferee

_log = logging.getLogger(__name__)


class GameInPlay:
    """A table with its referee, its record in the journal, and those who are told."""

    def __init__(self, table: Table, referee: Referee, record: Record, circle: Listener) -> None:
        self.table = table
        self.referee = referee
        self.record = record
        self.going_on: int | None = None
        """The journal's number of a game that is taken up again; None for a new one."""
        self._circle = circle
        self._asked: Ask | None = None
        self._tray: tuple[Lying, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.outcome() is not None

    @property
    def begun(self) -> bool:
        """Whether anything was rolled or said in it, beside what was agreed on before play."""
        return begun(self.table.actions)

    def open(self) -> None:
        """Tell the prompt in force."""
        self._tell(self.table.prompt())

    def agree(self, house: Mapping[str, Any]) -> None:
        """What was agreed on before play: written down with the game, told with its first prompt."""
        if house:
            request = Say(AGREE, dict(house))
            answer(self.table, request)
            self._save(request, ())

    def see(self, dice: tuple[Lying, ...]) -> None:
        """The tray has settled, or is empty."""
        self._tray = dice
        self._follow(self.referee.see(dice))

    def remind(self, now_s: float) -> None:
        """Time has passed at the table: somebody may have to be reminded of a hand."""
        if isinstance(self.referee, MatReferee) and (verdict := self.referee.remind(now_s)) is not None:
            self._follow(verdict)

    def accept(self, request: Request) -> bool:
        """What a person said by screen, button or line; False, and a `Refused` told, where it cannot be."""
        try:
            self._do(request)
        except IllegalAction as error:
            self._circle.listen(refusal(error))
            return False
        verdict = self.referee.sync()
        if isinstance(request, Roll | Correct) and isinstance(verdict, Act) and not self._tray:
            return True  # a roll that was told, not seen: the tray is empty because it never lay there
        self._follow(verdict)
        return True

    def take_as_roll(self) -> None:
        """Somebody says that what lies in the tray counts."""
        self._follow(self.referee.take_as_roll())

    def accept_line(self, line: str) -> None:
        """What a line of JSON says; blank lines are passed over."""
        if not line.strip():
            return
        try:
            request = parse(line, corrections=True, game=self.table.game)
        except IllegalAction as error:
            self._circle.listen(refusal(error))
            return
        self.accept(request)

    def _follow(self, verdict: Verdict) -> None:
        """Do what the referee says until it waits or asks."""
        while isinstance(verdict, Act):
            self._do(verdict.action)
            verdict = self.referee.sync()
        question = verdict if isinstance(verdict, Ask) else None
        if question is not None and question != self._asked:
            self._circle.ask(question)
        self._asked = question

    def _do(self, request: Request) -> None:
        """Table, journal, everybody; IllegalAction and nothing has changed."""
        events = answer(self.table, request)
        self._save(request, events)
        self._tell(events)

    def _save(self, request: Request, events: tuple[Event, ...]) -> None:
        """On the disk before it is told; where that fails the game goes on, and it is said."""
        was_saved = self.record.saved
        try:
            match request:
                case Undo():
                    self.record.undo()
                case Correct():
                    taken_back = sum(isinstance(event, Undone) for event in events)
                    self.record.correct(taken_back, self.table.actions[-1], self.table.outcome())
                case Roll() | Keep() | Say():
                    self.record.append(self.table.actions[-1], self.table.outcome())
        except JournalError as error:
            if was_saved:
                _log.warning("%s", error)

    def _tell(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._circle.listen(event)
