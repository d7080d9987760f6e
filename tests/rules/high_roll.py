"""High Roll, a toy: everybody rolls one die, and the highest wins; who is level there rolls again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.events import Event, Rolled, Round, Told, Turn
from rules.game import (
    Action,
    Faces,
    Game,
    IllegalAction,
    Outcome,
    Place,
    Position,
    Roll,
    check_faces,
    check_seats,
)


@dataclass(frozen=True, slots=True)
class State:
    """Who rolls in this round, in order, and what was rolled so far."""

    players: tuple[str, ...]
    order: tuple[str, ...]
    rolled: Faces = ()
    number: int = 1
    outcome: Outcome | None = None


class HighRoll(Game[State]):
    """The rules as `rules.game.Game` asks for them."""

    key = "high-roll"
    title = "High Roll"
    author = ""

    def start(self, players: tuple[str, ...], first: str) -> tuple[State, tuple[Event, ...]]:
        check_seats(self, players, first)
        seat = players.index(first)
        state = State(players, players[seat:] + players[:seat])
        return state, self.prompt(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        if state.outcome or not isinstance(action, Roll):
            raise IllegalAction("not-now", "Only rolls count in High Roll.")
        mover = state.order[len(state.rolled)]
        check_faces(action.faces)
        if len(action.faces) != 1:
            raise IllegalAction("wrong-dice-count", f"{mover} rolls one die.")
        state = replace(state, rolled=(*state.rolled, *action.faces))
        told: tuple[Event, ...] = (Rolled(mover, action.faces),)
        if len(state.rolled) == len(state.order):
            highest = max(state.rolled)
            best = tuple(player for player, face in zip(state.order, state.rolled, strict=True) if face == highest)
            if len(best) == 1:
                state = replace(state, outcome=Outcome(best[0], None))
                told += (Told("highest", best[0], {"face": highest}, cue="win"),)
            else:
                state = replace(state, order=best, rolled=(), number=state.number + 1)
                told += (Round(state.number, best),)
        return state, (*told, *self.prompt(state))

    def prompt(self, state: State) -> tuple[Event, ...]:
        return () if state.outcome else (Turn(state.order[len(state.rolled)], 1),)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def position(self, state: State) -> Position:
        places = tuple(Place(player, (), 1, player not in state.order) for player in state.players)
        if state.outcome:
            return Position(places, None, "nothing", 0, (), (), state.number)
        return Position(places, state.order[len(state.rolled)], "roll", 1, (), (), state.number)


HIGH_ROLL = HighRoll()
