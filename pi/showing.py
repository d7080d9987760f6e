"""The table as the screen is to draw it: one frozen view made of the game, the camera and the lamps."""

from typing import Literal

from pi.game_in_play import GameInPlay
from pi.mat import mat_view
from pi.seats import SeatedPlayer
from rules.events import Event, Told
from rules.game import Place, Position
from rules.table import Table
from ui.view import Seat, TableView
from vision.frame import Frame
from vision.mat import Registration
from vision.settle import Change

LIVELY_S = 10.0
"""So long after the last event nothing but slow things move on the screen."""


def table_view(
    game: GameInPlay,
    seats: tuple[SeatedPlayer, ...],
    *,
    frame: Frame | None,
    change: Change | None,
    camera_fault: str,
    film_ended: bool,
    news: tuple[tuple[float, Event], ...],
    lamps: dict[str, bool],
    named: tuple[tuple[int, int], ...] = (),
    mat: Registration | None = None,
    to_show: tuple[str, ...] | None = None,
) -> TableView:
    """What there is to see now; `change` is what the tray was last told to do."""
    table, question = game.table, game.referee.question
    reading = change.reading if change else None
    position, outcome = table.position, table.outcome()
    return TableView(
        game=table.game.key,
        title=table.game.title,
        author=table.game.author,
        seats=tuple(seat_view(position.place(seat.name), seat.colour) for seat in seats),
        to_move=position.to_move,
        awaits=game.referee.awaits,
        roll=position.roll,
        options=position.options,
        frame=None if frame is None or camera_fault else frame.pixels,
        reading=reading,
        mat=mat_view(mat, game.table.players, frame.t_s) if frame and mat else None,
        named=named,
        may_count=game.referee.may_count,
        going_on=game.going_on,
        tray=change.state if change else "unknown",
        question=question.about if question else "",
        question_facts=dict(question.facts) if question else {},
        news=news,
        lamps=lamps,
        saved=game.record.saved,
        camera_fault=camera_fault,
        film_ended=film_ended,
        winner=outcome.winner if outcome else None,
        drinks=outcome.drinks if outcome else None,
        round_number=position.round_number,
        sayings=table.game.sayings,
        offers=position.offers,
        running=position.running,
        due=position.dice,
        to_show=to_show,
    )


def seat_view(place: Place, colour: str) -> Seat:
    """One seat as the screen draws it."""
    return Seat(place.player, colour, place.hand, place.cup, place.out, place.score, place.said)


def due_next(position: Position) -> Literal["roll", "keep", "say"]:
    """What a game that was broken off waits for."""
    return "keep" if position.options else "say" if position.awaits == "say" else "roll"


def prompt_to_say(table: Table) -> Told | None:
    """The game's own words for what is due, where that is more than a roll or a hand of the one to move."""
    position = table.position
    told = [event for event in table.prompt() if isinstance(event, Told)]
    return told[-1] if told and (position.awaits == "say" or position.hidden) else None


def lively(view: TableView, now_s: float) -> bool:
    """Whether something moves on the screen that is to be smooth: a kill, a win, what has just happened."""
    return bool(view.news) and now_s - view.news[-1][0] < LIVELY_S
