"""Run Buster, designed by Mark Steere (2025): build the straight 1 to 6 before the others break it."""

from dataclasses import dataclass, replace
from typing import assert_never

from rules.events import Drinks, Event, Kept, Killed, Options, Rolled, Round, Stuck, Turn, Won
from rules.game import (
    Action,
    Awaits,
    Faces,
    Game,
    IllegalAction,
    Keep,
    Outcome,
    Place,
    Position,
    Roll,
    Say,
    check_faces,
    check_seats,
)
from rules.tallies import FIRST_TURN_WIN

FULL: Faces = (1, 2, 3, 4, 5, 6)
"""The full straight."""
STRAIGHTS: tuple[Faces, ...] = tuple(sorted(FULL[i:j] for i in range(6) for j in range(i + 1, 7)))
"""All 21 straights, the full one included, sorted."""


def complement(hand: Faces) -> Faces:
    """The faces a straight lacks to be full.

    >>> complement((2, 3, 4))
    (1, 5, 6)
    """
    return tuple(face for face in FULL if face not in hand)


def legal_hands(hand: Faces, roll: Faces) -> tuple[Faces, ...]:
    """Every straight that may lie on the table after this roll, sorted; empty when nothing extends the hand.

    >>> legal_hands((4, 5), (3, 4, 4, 6))
    ((3, 4, 5), (3, 4, 5, 6), (4, 5, 6))
    """
    old, rolled = set(hand), set(roll)
    return tuple(s for s in STRAIGHTS if old < set(s) <= old | rolled)


def kills(roll: Faces, hand: Faces) -> bool:
    """Whether a roll sends an opponent's hand back to its cup; nobody is killed who has no hand."""
    return bool(hand) and set(complement(hand)) <= set(roll)


@dataclass(frozen=True, slots=True)
class State:
    """One position of a game of Run Buster."""

    players: tuple[str, ...]
    """In seat order, clockwise; all who sat down, also those who have dropped out."""
    hands: tuple[Faces, ...]
    """A seat each; empty where no straight lies."""
    out: tuple[bool, ...]
    """A seat each: has won a round and dropped out."""
    first: int
    """The seat that began this round."""
    mover: int
    """The seat to move."""
    roll: Faces = ()
    """Sorted, while a keep is awaited; else empty."""
    round_number: int = 1
    outcome: Outcome | None = None

    @property
    def hand(self) -> Faces:
        """The mover's."""
        return self.hands[self.mover]

    @property
    def player(self) -> str:
        """The mover's name."""
        return self.players[self.mover]

    @property
    def awaits(self) -> Awaits:
        """What the rules wait for."""
        if self.outcome:
            return "nothing"
        return "keep" if self.roll else "roll"

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """The seats still in play that follow a seat, nearest first, that seat itself last (if it is in play)."""
        count = len(self.players)
        order = ((seat + step) % count for step in range(1, count + 1))
        return tuple(other for other in order if not self.out[other])

    def with_hand(self, seat: int, hand: Faces) -> "State":
        """The same with another hand at one seat."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


class RunBuster(Game[State]):
    """The rules as `rules.game.Game` asks for them."""

    key = "run-buster"
    title = "Run Buster"
    author = "Mark Steere"
    hands_lie = True
    keeps = True
    kills = True
    first_turn_win = FIRST_TURN_WIN
    odds = "play"

    def start(self, players: tuple[str, ...], first: str) -> tuple[State, tuple[Event, ...]]:
        """Nobody has a hand; ValueError for fewer than two seats, repeated or empty names, an unknown first."""
        check_seats(self, players, first)
        seat = players.index(first)
        state = State(players, ((),) * len(players), (False,) * len(players), first=seat, mover=seat)
        return state, self.prompt(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after a roll or keep; IllegalAction, tested in the order of the protocol's reasons."""
        _check_turn(state, action)
        match action:
            case Roll(faces):
                check_faces(faces)
                return self._roll(state, tuple(sorted(faces)))
            case Keep(hand):
                check_faces(hand)
                return self._keep(state, tuple(sorted(hand)))
            case Say(word):
                raise IllegalAction("bad-action", f"{self.title} knows no {word!r}.")
            case _:
                assert_never(action)

    def prompt(self, state: State) -> tuple[Event, ...]:
        """A `Turn`, an `Options`, or nothing once the game is over."""
        match state.awaits:
            case "roll":
                return (Turn(state.player, 6 - len(state.hand)),)
            case "keep":
                return (Options(state.player, legal_hands(state.hand, state.roll)),)
            case _:
                return ()

    def outcome(self, state: State) -> Outcome | None:
        """Who won, or who buys the drinks; None while the game goes on."""
        return state.outcome

    def position(self, state: State) -> Position:
        """What there is to see."""
        seats = zip(state.players, state.hands, state.out, strict=True)
        awaits = state.awaits
        return Position(
            places=tuple(Place(player, hand, 6 - len(hand), out) for player, hand, out in seats),
            to_move=None if state.outcome else state.player,
            awaits=awaits,
            dice=6 - len(state.hand) if awaits == "roll" else 0,
            roll=state.roll,
            options=legal_hands(state.hand, state.roll) if awaits == "keep" else (),
            round_number=state.round_number,
        )

    def _roll(self, state: State, faces: Faces) -> tuple[State, tuple[Event, ...]]:
        due = 6 - len(state.hand)
        if len(faces) != due:
            raise IllegalAction("wrong-dice-count", f"{state.player} rolls {due} dice, not {len(faces)}.")
        events: list[Event] = [Rolled(state.player, faces)]
        for seat in state.clockwise(state.mover)[:-1]:
            hand = state.hands[seat]
            if kills(faces, hand):
                events.append(Killed(state.player, state.players[seat], hand, complement(hand)))
                state = state.with_hand(seat, ())
        if legal_hands(state.hand, faces):
            state = replace(state, roll=faces)
        else:
            events.append(Stuck(state.player, state.hand))
            state = _pass_on(state)
        return state, (*events, *self.prompt(state))

    def _keep(self, state: State, hand: Faces) -> tuple[State, tuple[Event, ...]]:
        legal = legal_hands(state.hand, state.roll)
        if not hand:
            raise IllegalAction("illegal-hand", f"{state.player} must keep something; choose {_either(legal)}.")
        if hand not in legal:
            raise IllegalAction("illegal-hand", f"{_spell(hand)} cannot be kept; choose {_either(legal)}.")
        kept = Kept(state.player, hand)
        state = replace(state.with_hand(state.mover, hand), roll=())
        if hand == FULL:
            state, events = _win(state)
            return state, (kept, *events, *self.prompt(state))
        state = _pass_on(state)
        return state, (kept, *self.prompt(state))


def _win(state: State) -> tuple[State, tuple[Event, ...]]:
    """The mover has the full straight: the game is over, or the next round begins without them."""
    won = Won(state.player)
    if len(state.players) == 2:
        return replace(state, outcome=Outcome(winner=state.player, drinks=None)), (won,)
    out = tuple(gone or seat == state.mover for seat, gone in enumerate(state.out))
    state = replace(state, out=out)
    left = state.clockwise(state.first)
    if len(left) == 1:
        loser = state.players[left[0]]
        return replace(state, outcome=Outcome(winner=None, drinks=loser)), (won, Drinks(loser))
    number = state.round_number + 1
    hands: tuple[Faces, ...] = ((),) * len(state.players)
    state = replace(state, hands=hands, first=left[0], mover=left[0], round_number=number)
    return state, (won, Round(number, tuple(state.players[seat] for seat in left)))


def _pass_on(state: State) -> State:
    return replace(state, mover=state.clockwise(state.mover)[0], roll=())


def _check_turn(state: State, action: Action) -> None:
    if state.outcome:
        raise IllegalAction("not-now", "The game is over; take back the last action or begin a new game.")
    if action.player not in (None, state.player):
        raise IllegalAction("wrong-player", f"It is {state.player}'s turn, not {action.player}'s.")
    if isinstance(action, Roll) and state.awaits == "keep":
        raise IllegalAction("not-now", f"{state.player} has rolled and must choose a hand first.")
    if isinstance(action, Keep) and state.awaits == "roll":
        raise IllegalAction("not-now", f"{state.player} must roll before choosing a hand.")


def _spell(hand: Faces) -> str:
    return "-".join(map(str, hand)) or "nothing"


def _either(hands: tuple[Faces, ...]) -> str:
    return " or ".join(map(_spell, hands))
