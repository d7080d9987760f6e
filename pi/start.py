"""The start: a game that was broken off is offered on the screen before the table is laid for one."""

import logging
import time
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

from pi.book import Book, heard
from pi.errors import JournalError
from pi.journal import GameRow, Journal, Record
from pi.parts import Start
from pi.plan import Beginning, Beginnings, Plan
from pi.showing import due_next, prompt_to_say, seat_view
from rules.game import IllegalAction
from rules.house import begun
from rules.table import Table
from ui.view import GoOn, NewGame, Quit, StartView

_log = logging.getLogger(__name__)

DRAWN_EVERY_S = 1 / 30  # nothing hurries here
Answer = Literal["go on", "new", "quit"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that was broken off, ours until it is declined, so that no other program takes it meanwhile."""

    row: GameRow
    view: StartView
    record: Record


def find_offer(plan: Plan, journal: Journal) -> Offer | None:
    """The newest unfinished game of the plan's in which dice were rolled, by people or by simulated players as here.

    None where there is none, it is another's than the players that somebody named, or another program plays it.
    """
    names = tuple(seat.name for seat in plan.seats)
    open_rows = [row for row in journal.games() if not row.over and row.simulated == plan.simulated]
    for row in reversed([row for row in open_rows if row.game == plan.game.key]):
        actions = journal.actions(row.id)
        if not begun(actions):
            continue  # laid and left: a new game is the same
        if plan.seats_named and names != row.players:
            return None
        try:
            table = Table.replay(plan.game, row.players, row.first, actions)
            return Offer(row, _view(plan, row, table), journal.resume(row))
        except (IllegalAction, JournalError) as error:
            _log.warning("game %s is unfinished and is not offered: %s", row.id, error)
            return None
    return None


def choose_beginning(beginnings: Beginnings, offer: Offer | None, start: Start) -> Beginning | None:
    """How the first game begins: as people answer to the offer, anew without one; None where they leave."""
    if offer is None:
        return beginnings.anew()
    if start.window is None:
        offer.record.close()
        _log.warning("game %s is unfinished; `croupier play --resume` goes on with it", offer.row.id)
        return beginnings.anew()
    start.notify.ready("asking whether to go on")
    match ask(offer.view, start):
        case "go on":
            return beginnings.going_on(offer.row)
        case "new":
            offer.record.close()
            return beginnings.anew()
        case "quit":
            return None


def ask(view: StartView, start: Start) -> Answer:
    """Show the start until somebody answers, or the program is asked to end."""
    assert start.window is not None
    while not start.stop():
        now_s = time.monotonic()
        start.notify.alive(now_s)
        page = start.book.view(now_s) if start.book else None
        start.window.draw(page or as_planned(view, start.book), now_s)
        for choice in heard(start.window, start.buttons, start.book, ()):
            match choice:
                case GoOn():
                    return "go on"
                case NewGame():
                    return "new"
                case Quit():
                    return "quit"
                case _:
                    pass  # there is no game yet to say that of
        time.sleep(DRAWN_EVERY_S)
    return "quit"


def as_planned(view: StartView, book: Book | None) -> StartView:
    """The start with the players as people have seated them meanwhile."""
    if book is None:
        return view
    plan = book.desk.beginnings.plan
    return replace(
        view, colours=tuple(seat.colour for seat in plan.seats), names=tuple(seat.name for seat in plan.seats),
        new_title=plan.game.title,
    )  # fmt: skip


def _view(plan: Plan, row: GameRow, table: Table) -> StartView:
    position = table.position
    assert position.to_move is not None, "a game that is not over has somebody to move"
    colours = dict(zip(row.players, row.colours, strict=True))
    return StartView(
        title=plan.game.title,
        author=plan.game.author,
        seats=tuple(seat_view(position.place(name), colours[name]) for name in row.players),
        to_move=position.to_move,
        awaits=due_next(position),
        prompt=prompt_to_say(table),
        sayings=plan.game.sayings,
        begun=datetime.fromisoformat(row.started).astimezone(),
        today=date.today(),
        roll=position.roll,
        colours=tuple(seat.colour for seat in plan.seats),
        game=plan.game.key,
    )
