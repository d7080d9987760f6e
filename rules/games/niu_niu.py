"""Dice Niu Niu, in two rule sets that are never mixed: bulls of three dice that make ten, and bulls of sixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import Any, ClassVar, TypeAlias

from rules.events import Event, Rolled, Round, Told, Turn
from rules.game import (
    N_,
    Action,
    Faces,
    Game,
    IllegalAction,
    Keep,
    Option,
    Outcome,
    Place,
    Position,
    Roll,
    Say,
    check_faces,
    check_seats,
)
from rules.house import AGREE, agree, defaults, told

DICE = 5
TEN = 10
"""In the one rule set a bull's three dice sum to this, and their number is the others' sum modulo this."""
SIX = 6
"""In the other a bull's three dice sum to a multiple of this, and the number is modulo this too."""

Split: TypeAlias = tuple[Faces, Faces]
"""The bull's three dice and the two others, each sorted."""


@dataclass(frozen=True, slots=True)
class Rank:
    """What five dice are worth."""

    name: str
    """"none", "bull-1" to "bull-9", "niu-niu", "four", "five-small" or "five"."""
    worth: tuple[int, ...]
    """Compared with other ranks of the same rule set; equal ones are a tie."""
    splits: tuple[Split, ...] = ()
    """Every way to split the dice that gives this rank; empty where no bull counts."""


def rank_ten(faces: Faces) -> Rank:
    """Three dice that sum to ten are a bull; its number is the sum of the others modulo ten.

    >>> rank_ten((2, 2, 2, 3, 3)).name, rank_ten((1, 3, 6, 4, 6)).name
    ('none', 'niu-niu')
    """
    best = _best_bull(faces, lambda total: total == TEN, TEN)
    return best or Rank("none", (0, *sorted(faces, reverse=True)))


def rank_six(faces: Faces) -> Rank:
    """Three dice that sum to 6, 12 or 18 are a bull; above all bulls stand five alike, five small, four alike.

    >>> rank_six((2, 2, 2, 3, 3)).name, rank_six((1, 1, 1, 1, 2)).name
    ('niu-niu', 'five-small')
    """
    (face, most), *_ = Counter(faces).most_common()
    if most == DICE:
        return Rank("five", (9, face))
    if sum(faces) == SIX:
        return Rank("five-small", (8,))
    if most == DICE - 1:
        return Rank("four", (7, face))
    return _best_bull(faces, lambda total: total % SIX == 0, SIX) or Rank("none", (0,))


def splits_of(faces: Faces) -> tuple[Split, ...]:
    """Every way to split five dice into three and two, sorted, each once."""
    ways = {
        (tuple(sorted(faces[i] for i in three)), tuple(sorted(faces[i] for i in range(DICE) if i not in three)))
        for three in combinations(range(DICE), 3)
    }
    return tuple(sorted(ways))


def _best_bull(faces: Faces, is_bull: Callable[[int], bool], modulus: int) -> Rank | None:
    """The highest number of all splits, with each split that gives it; None where no three dice are a bull."""
    bulls = [split for split in splits_of(faces) if is_bull(sum(split[0]))]
    if not bulls:
        return None
    number = max(_number(others, modulus) for _, others in bulls)
    best = tuple(split for split in bulls if _number(split[1], modulus) == number)
    return Rank("niu-niu" if number == modulus else f"bull-{number}", (number,), best)


def _number(others: Faces, modulus: int) -> int:
    return sum(others) % modulus or modulus


@dataclass(frozen=True, slots=True)
class State:
    """One position of a game of Niu Niu."""

    players: tuple[str, ...]
    """In seat order."""
    order: tuple[int, ...]
    """The seats that roll in this round, first one first, then clockwise."""
    throws: tuple[Faces, ...]
    """A seat each, sorted; empty while it has not rolled in this round."""
    house: Mapping[str, Any] = field(hash=False)
    """What is agreed on."""
    begun: bool = False
    """Dice have been rolled, so that nothing can be agreed on any more."""
    round_number: int = 1
    outcome: Outcome | None = None

    @property
    def mover(self) -> int | None:
        """The seat to roll, None once the game is over."""
        return None if self.outcome else next(seat for seat in self.order if not self.throws[seat])

    @property
    def player(self) -> str | None:
        """The name of who is to roll."""
        return None if self.mover is None else self.players[self.mover]


class NiuNiu(Game[State]):
    """Everybody rolls five dice once; the better rank wins."""

    author = ""
    most_players = 8
    odds = "own"
    options = (
        Option("ties", "reroll", "The best hands of a tie roll again, or the banker wins ties.",
               words=("reroll", "banker"), name=N_("Ties")),
        Option("banker", None, "Who is the banker, against whom all others play.", "player", name=N_("Banker")),
    )  # fmt: skip
    sayings: ClassVar[Mapping[str, str]] = {
        AGREE: N_("Ties: {ties}."),
        "ranked": N_("{player}: {rank}."),
        "tie": N_("{players} tie with {rank} and roll again."),
        "beats": N_("{player} beats {loser}: {rank} against {other}."),
        "wins": N_("{player} wins with {rank}!"),
        "=reroll": N_("roll again"),
        "=banker": N_("the banker wins"),
        "=none": N_("no bull"),
        "=niu-niu": N_("Niu Niu"),
        "=four": N_("four alike"),
        "=five-small": N_("five small"),
        "=five": N_("five alike"),
        "=bull-1": N_("bull 1"), "=bull-2": N_("bull 2"), "=bull-3": N_("bull 3"), "=bull-4": N_("bull 4"),
        "=bull-5": N_("bull 5"), "=bull-6": N_("bull 6"), "=bull-7": N_("bull 7"), "=bull-8": N_("bull 8"),
        "=bull-9": N_("bull 9"),
    }  # fmt: skip

    def __init__(self, key: str, title: str, rank: Callable[[Faces], Rank]) -> None:
        self.key = key
        self.title = title
        self.rank = rank
        """What five dice are worth."""

    def start(self, players: tuple[str, ...], first: str) -> tuple[State, tuple[Event, ...]]:
        """Nobody has rolled; ValueError for seats that cannot be."""
        check_seats(self, players, first)
        seat, count = players.index(first), len(players)
        order = tuple((seat + step) % count for step in range(count))
        state = State(players, order, ((),) * count, defaults(self, players))
        return state, self.prompt(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after a roll, or after something was agreed on."""
        self._check(state, action)
        if isinstance(action, Say):
            state = replace(state, house=agree(self, state.house, action, state.players))
            return state, self.prompt(state)
        assert isinstance(action, Roll) and state.mover is not None
        check_faces(action.faces)
        if len(action.faces) != DICE:
            raise IllegalAction("wrong-dice-count", f"{state.player} rolls {DICE} dice, not {len(action.faces)}.")
        return self._roll(state, state.mover, tuple(sorted(action.faces)))

    def prompt(self, state: State) -> tuple[Event, ...]:
        """What is agreed on until somebody rolls, and a `Turn`; nothing once the game is over."""
        if state.player is None:
            return ()
        return (*(() if state.begun else (told(state.house),)), Turn(state.player, DICE))

    def outcome(self, state: State) -> Outcome | None:
        """Who won; several where each plays the banker."""
        return state.outcome

    def position(self, state: State) -> Position:
        """Each seat's throw is its hand."""
        places = tuple(
            Place(player, throw := state.throws[seat], DICE, seat not in state.order, said=self._rank_name(throw))
            for seat, player in enumerate(state.players)
        )
        awaits = "nothing" if state.outcome else "roll"
        dice = 0 if state.outcome else DICE
        return Position(places, state.player, awaits, dice, (), (), state.round_number)  # type: ignore[arg-type]

    def _rank_name(self, throw: Faces) -> str:
        return self.rank(throw).name if throw else ""

    def chances(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """How often each rank comes, highest first, then how two players' ranks compare."""
        return iter(table(self.key, self.rank))

    def _check(self, state: State, action: Action) -> None:
        if state.outcome:
            raise IllegalAction("not-now", "The game is over; take back the last action or begin a new game.")
        if isinstance(action, Say):
            if action.word != AGREE:
                raise IllegalAction("bad-action", f"{self.title} knows no {action.word!r}.")
            if state.begun:
                raise IllegalAction("not-now", "Dice have been rolled: what was agreed on holds until the end.")
            return
        if action.player not in (None, state.player):
            raise IllegalAction("wrong-player", f"It is {state.player}'s turn, not {action.player}'s.")
        if isinstance(action, Keep):
            raise IllegalAction("not-now", f"{state.player} must roll; nothing is kept in {self.title}.")

    def _roll(self, state: State, seat: int, faces: Faces) -> tuple[State, tuple[Event, ...]]:
        throws = (*state.throws[:seat], faces, *state.throws[seat + 1 :])
        state = replace(state, throws=throws, begun=True)
        player = state.players[seat]
        events: tuple[Event, ...] = (Rolled(player, faces), _ranked(player, self.rank(faces)))
        if all(throws[other] for other in state.order):
            compare = self._against_banker if state.house["ties"] == "banker" else self._best
            state, compared = compare(state)
            events += compared
        return state, (*events, *self.prompt(state))

    def _best(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """The best rank wins; those who tie for it roll again."""
        ranks = {seat: self.rank(state.throws[seat]) for seat in state.order}
        worth = max(rank.worth for rank in ranks.values())
        best = tuple(seat for seat in state.order if ranks[seat].worth == worth)
        names = tuple(state.players[seat] for seat in best)
        rank = ranks[best[0]].name
        if len(best) == 1:
            return _won(state, names, (Told("wins", names[0], {"rank": rank}, cue="win"),))
        number = state.round_number + 1
        state = replace(state, order=best, throws=((),) * len(state.players), round_number=number)
        return state, (Told("tie", None, {"players": list(names), "rank": rank}), Round(number, names))

    def _against_banker(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Each plays the banker, who wins ties."""
        ranks = {state.players[seat]: self.rank(state.throws[seat]) for seat in state.order}
        banker = state.house["banker"]
        events: list[Event] = []
        winners: list[str] = []
        for player in _clockwise(state.players, banker)[:-1]:
            better = ranks[player].worth > ranks[banker].worth
            winner, loser = (player, banker) if better else (banker, player)
            against = {"loser": loser, "rank": ranks[winner].name, "other": ranks[loser].name}
            events.append(Told("beats", winner, against))
            winners += [player] if better else []
        names = tuple(winners) or (banker,)
        events += [Told("wins", name, {"rank": ranks[name].name}, cue="win") for name in names]
        return _won(state, names, tuple(events))


def _ranked(player: str, rank: Rank) -> Told:
    splits = [[list(bull), list(others)] for bull, others in rank.splits]
    return Told("ranked", player, {"rank": rank.name, "splits": splits})


def _won(state: State, names: tuple[str, ...], events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    winner = names[0] if len(names) == 1 else None
    return replace(state, outcome=Outcome(winner, None, names)), events


def _clockwise(players: tuple[str, ...], after: str) -> tuple[str, ...]:
    """All names from the one after that player to that player."""
    start = players.index(after) + 1
    return players[start:] + players[:start]


# --- exact chances


@cache
def ways(rank: Callable[[Faces], Rank]) -> Mapping[tuple[str, tuple[int, ...]], int]:
    """In how many of the 7776 rolls each rank comes, by name and worth, from all 252 multisets."""
    found: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for faces in combinations_with_replacement(range(1, 7), DICE):
        orders = factorial(DICE)
        for count in Counter(faces).values():
            orders //= factorial(count)
        found[(rank(faces).name, rank(faces).worth)] += orders
    return found


def table(game: str, rank: Callable[[Faces], Rank]) -> list[dict[str, Any]]:
    """A line a rank, highest first, and one for two players: what a tie's chance is."""
    rolls = 6**DICE
    names: dict[str, int] = {}
    for (name, _), count in sorted(ways(rank).items(), key=lambda item: item[0][1], reverse=True):
        names[name] = names.get(name, 0) + count
    worths: Counter[tuple[int, ...]] = Counter()
    for (_, worth), count in ways(rank).items():
        worths[worth] += count
    tie = Fraction(sum(count * count for count in worths.values()), rolls**2)
    lines: list[dict[str, Any]] = [
        {"game": game, "rank": name, "ways": count, "of": rolls, "chance": count / rolls}
        for name, count in names.items()
    ]
    return [*lines, {"game": game, "players": 2, "tie": float(tie), "win": float((1 - tie) / 2)}]


NIU_NIU_TEN = NiuNiu("niu-niu-ten", N_("Dice Niu Niu: tens"), rank_ten)
NIU_NIU_SIX = NiuNiu("niu-niu-six", N_("Dice Niu Niu: sixes"), rank_six)
