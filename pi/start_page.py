"""The start over a table: begin, or go on with the game that is being played, where somebody asks for a new one."""

from datetime import date

from pi.book import Desk
from pi.showing import due_next, prompt_to_say, seat_view
from rules.house import agreed
from ui.view import Choice, GoOn, NewGame, StartView


class StartPage:
    """A tap, or the first throw, begins; where a game is on, a slip of the finger does not end it."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk = desk

    def view(self, now_s: float) -> StartView:
        """The game in play is offered as long as something was rolled in it."""
        game = self._desk.game
        assert game is not None, "the table is laid before this page is opened"
        fresh = fresh_start(self._desk, laid=not game.begun and self._laid_for_them())
        position = game.table.position
        if not game.begun or game.over or position.to_move is None:
            return fresh
        colours = {seat.name: seat.colour for seat in self._desk.seats}
        return StartView(
            title=game.table.game.title, author=game.table.game.author,
            seats=tuple(seat_view(place, colours[place.player]) for place in position.places),
            to_move=position.to_move, awaits=due_next(position), begun=self._desk.began,
            prompt=prompt_to_say(game.table), sayings=game.table.game.sayings,
            today=date.today(), roll=position.roll, colours=fresh.colours, game=game.table.game.key,
            names=fresh.names, first=fresh.first, new_title=fresh.new_title,
        )  # fmt: skip

    def choose(self, choice: Choice) -> bool:
        """Close, and where a new game is wanted, or other people are to play, say so to the table."""
        match choice:
            case NewGame():
                self._desk.close()
                if self._desk.game is None or self._desk.game.begun or not self._laid_for_them():
                    self._desk.said.append(choice)
            case GoOn():
                self._desk.close()
            case _:
                return False
        return True

    def _laid_for_them(self) -> bool:
        """Whether the table that lies beneath is the one that would be laid."""
        plan, game = self._desk.beginnings.plan, self._desk.game
        if game is None or game.table.game.key != plan.game.key:
            return False
        return self._desk.seats == plan.seats and agreed(game.table.actions) == plan.house


def fresh_start(desk: Desk, *, laid: bool = False) -> StartView:
    """The start of a new game as the plan has it; one that is laid beneath is begun by a throw too, where people do."""
    plan = desk.beginnings.plan
    names = tuple(seat.name for seat in plan.seats)
    first = desk.game.table.first if laid and desk.game else plan.first or (names[0] if len(names) == 2 else None)
    return StartView(
        title=plan.game.title, author=plan.game.author, seats=(), to_move="", awaits="roll", begun=desk.began,
        today=date.today(), colours=tuple(seat.colour for seat in plan.seats), game=plan.game.key, offered=False,
        names=names, first=first, new_title=plan.game.title, throw_begins=laid and desk.people,
    )  # fmt: skip
