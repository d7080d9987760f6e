"""What the liar's games have in common: hidden dice, bids that rise, a call, and a count of all dice in view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, ClassVar

from rules.events import Event, Round, Told
from rules.game import (
    N_,
    P_,
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
"""How many dice everybody begins with."""
ONE = 1
"""The face that may stand for any other."""
LONGEST_COUNT = 4
"""Digits of a bid's count that are still read as one."""
DOUBTFUL = 0.4
"""A simulated player opens a bid that is less likely than this to hold."""
BOLD = 3
"""A simulated player chooses one of so many likeliest bids."""


@dataclass(frozen=True, slots=True)
class Bid:
    """That at least so many dice of all show a face."""

    count: int
    face: int
    zhai: bool = False
    """Ones do not stand for other faces, whatever the round says."""

    def to_dict(self) -> dict[str, Any]:
        """As lines have it."""
        return {"count": self.count, "face": self.face, **({"zhai": True} if self.zhai else {})}


Least = Mapping[tuple[int, bool], int]
"""The least count of a legal bid, by face and zhai; a pair that is missing cannot be bid."""


@dataclass(frozen=True, slots=True)
class State:
    """One position of a liar's game."""

    players: tuple[str, ...]
    """In seat order."""
    dice: tuple[int, ...]
    """A seat each; none for a seat that is out."""
    mover: int
    """The seat to bid or open; while dice are shown, the one that opened."""
    house: Mapping[str, Any] = field(hash=False)
    lost: tuple[int, ...] = ()
    """Rounds lost, a seat each."""
    bid: Bid | None = None
    """The one that stands."""
    bidder: int | None = None
    """Whose it is."""
    opened: bool = False
    """All dice are to be shown."""
    shown: Faces = ()
    """Those in view so far, sorted."""
    ones_called: bool = False
    """Somebody has bid ones in this round."""
    palifico: bool = False
    """A round of Perudo's own kind: ones are not wild and the face stays."""
    begun: bool = False
    """Somebody has bid, so that nothing can be agreed on any more."""
    round_number: int = 1
    outcome: Outcome | None = None

    @property
    def player(self) -> str:
        """The name of who is to bid, to open or to show."""
        return self.players[self.mover]

    @property
    def total(self) -> int:
        """All dice under all cups."""
        return sum(self.dice)

    def after(self, seat: int) -> int:
        """The next seat clockwise that has dice; that seat itself if no other has."""
        count = len(self.players)
        return next(other for step in range(1, count + 1) if self.dice[other := (seat + step) % count])


class Bidding(Game[State]):
    """A liar's game; what may be bid, whether ones are wild and what a loser loses are the rule set's."""

    author = ""
    most_players = 8
    own_dice = False
    odds = "own"
    says: ClassVar[Mapping[str, Mapping[str, str]]] = {"bid": {"count": "number", "face": "face"}, "open": {}}
    sayings: ClassVar[Mapping[str, str]] = {
        "to-bid": N_("{player} bids or opens."),
        "bid": N_("{player} bids {count} × {face}."),
        "opened": N_("{player} opens {bidder}'s bid of {count} × {face}."),
        "show": P_("Cups up: {dice} die into view.", "Cups up: {dice} dice into view.", "dice"),
        "shown": N_("In view: {faces}"),
        "counted": N_("{found} × {face} in all; {count} were bid."),
        "counted wild": P_(
            "{found} × {face} in all, {ones} wild one among them; {count} were bid.",
            "{found} × {face} in all, {ones} wild ones among them; {count} were bid.",
            "ones",
        ),
        "loses": N_("{player} loses the round."),
        "wins": N_("{player} wins!"),
        "say bid": N_("{count} × {face}"),
        "say open": N_("Open!"),
        "=yes": N_("yes"),
        "=no": N_("no"),
    }
    odds_options = (
        Option("bid", "", "The bid in question, such as 6x2; without it, all bids.", "text"),
        Option("dice", 2 * DICE, "How many dice are under all cups together.", "number"),
        Option("sees", (), "The dice that one sees, such as 2,2,1.", "faces"),
        Option("wild", True, "Whether ones stand for any face.", "flag"),
    )

    # --- what a rule set says

    def least(self, state: State) -> Least:
        """What may be bid now, before the number of dice sets a limit."""
        raise NotImplementedError

    def wild(self, state: State, bid: Bid) -> bool:
        """Whether ones count for the face of this bid."""
        raise NotImplementedError

    def lose(self, state: State, loser: int) -> tuple[State, tuple[Event, ...]]:
        """A round is lost: what that costs, and the next round or the end."""
        raise NotImplementedError

    # --- the game

    def start(self, players: tuple[str, ...], first: str) -> tuple[State, tuple[Event, ...]]:
        """Five dice under every cup; ValueError for seats that cannot be."""
        check_seats(self, players, first)
        count = len(players)
        state = State(players, (DICE,) * count, players.index(first), defaults(self, players), lost=(0,) * count)
        return state, self.prompt(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after a bid, a call, dice in view, or after something was agreed on."""
        self._check(state, action)
        match action:
            case Say("bid", fields):
                return self._bid(state, _bid_of(fields))
            case Say("open"):
                return self._open(state)
            case Say():
                state = replace(state, house=agree(self, state.house, action, state.players))
                return state, self.prompt(state)
            case _:
                assert isinstance(action, Roll)
                return self._show(state, action.faces)

    def prompt(self, state: State) -> tuple[Event, ...]:
        """What is agreed on until somebody bids; then what may be bid, or that dice are to be shown."""
        if state.outcome:
            return ()
        if state.opened:
            return (Told("show", state.player, {"dice": state.total - len(state.shown)}, cue="seat"),)
        agreed = (told(state.house),) if self.options and not state.begun else ()
        return (*agreed, Told("to-bid", state.player, self._legal(state), cue="seat"))

    def outcome(self, state: State) -> Outcome | None:
        """Who won, or who buys the drinks."""
        return state.outcome

    def position(self, state: State) -> Position:
        """Cups, the bid that stands, and every legal raise."""
        places = tuple(
            Place(player, (), dice, out=not dice, score=lost)
            for player, dice, lost in zip(state.players, state.dice, state.lost, strict=True)
        )
        over, showing = state.outcome is not None, state.opened
        return Position(
            places=places,
            to_move=None if over else state.player,
            awaits="nothing" if over else "roll" if showing else "say",
            dice=state.total - len(state.shown) if showing and not over else 0,
            roll=(),
            options=(),
            round_number=state.round_number,
            fewest=1 if showing and not over else 0,
            offers=() if over or showing else self.offers(state),
            hidden=not over,
            facts=self._facts(state),
        )

    def offers(self, state: State) -> tuple[Say, ...]:
        """Opening, if there is a bid, then every legal raise, lower ones first."""
        legal = [
            Bid(count, face, zhai)
            for (face, zhai), least in self.least(state).items()
            for count in range(least, state.total + 1)
        ]
        legal.sort(key=lambda bid: (bid.count, bid.zhai, bid.face))
        bids = tuple(Say("bid", bid.to_dict(), state.player) for bid in legal)
        return (*((Say("open", {}, state.player),) if state.bid else ()), *bids)

    def favourite(self, position: Position, offers: tuple[Say, ...], secret: Faces, chance: Random) -> Say:
        """Open what is doubtful, else bid one of what is likeliest, seeing only the own dice."""
        total = sum(place.cup for place in position.places)
        wild = bool(position.facts["wild"])

        def holds(fields: Mapping[str, Any]) -> float:
            return float(chance_of(_bid_of(fields), total, secret, wild=wild))

        bids = sorted((offer for offer in offers if offer.word == "bid"), key=lambda offer: -holds(offer.fields))
        standing = position.facts["bid"]
        if standing is not None and (not bids or holds(standing) < DOUBTFUL or holds(bids[0].fields) < DOUBTFUL / 2):
            return next(offer for offer in offers if offer.word == "open")
        return chance.choice(bids[:BOLD])

    def chances(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """How likely bids are to hold for one who sees some of the dice; ValueError for what cannot be."""
        total, sees = asked.get("dice", 2 * DICE), tuple(asked.get("sees", ()))
        wild = asked.get("wild", True)
        most = DICE * (self.most_players or 1)
        if total > most:
            raise ValueError(f"--dice: {self.title} has {most} dice at most, {self.most_players} players' {DICE} each")
        if len(sees) > total:
            raise ValueError(f"--sees: of {total} dice nobody sees {len(sees)}")
        bids = [_read_bid(asked["bid"])] if asked.get("bid") else _all_bids(total)
        if any(bid.zhai for bid in bids) and "zhai" not in self.says["bid"]:
            raise ValueError(f"--bid: there are no zhai bids in {self.title}")
        for bid in bids:
            held = chance_of(bid, total, sees, wild=wild)
            yield {
                "game": self.key, "bid": bid.to_dict(), "dice": total, "sees": sorted(sees), "wild": wild,
                "holds": float(held),
            }  # fmt: skip

    def _check(self, state: State, action: Action) -> None:
        if state.outcome:
            raise IllegalAction("not-now", "The game is over; take back the last action or begin a new game.")
        if isinstance(action, Say) and action.word == AGREE:
            if state.begun:
                raise IllegalAction("not-now", "Bidding has begun: what was agreed on holds until the end.")
            return
        if isinstance(action, Say) and action.word not in self.says:
            raise IllegalAction("bad-action", f"{self.title} knows no {action.word!r}.")
        if action.player not in (None, state.player):
            raise IllegalAction("wrong-player", f"It is {state.player}'s turn, not {action.player}'s.")
        if isinstance(action, Keep):
            raise IllegalAction("not-now", f"Nothing is kept in {self.title}.")
        if isinstance(action, Roll) and not state.opened:
            raise IllegalAction("not-now", f"Dice stay hidden until somebody opens; {state.player} bids or opens.")
        if isinstance(action, Say) and state.opened:
            raise IllegalAction("not-now", "The bid was opened: show the dice.")
        if isinstance(action, Say) and action.word == "open" and not state.bid:
            raise IllegalAction("not-now", f"There is no bid to open; {state.player} bids first.")

    def _bid(self, state: State, bid: Bid) -> tuple[State, tuple[Event, ...]]:
        check_faces([bid.face])
        least = self.least(state).get((bid.face, bid.zhai))
        if least is None:
            raise IllegalAction("illegal-bid", f"That may not be bid now; {self._spell_legal(state)}.")
        if bid.count < least:
            raise IllegalAction("illegal-bid", f"{bid.count} × {bid.face} is no raise; bid {least} or more of it.")
        if bid.count > state.total:
            raise IllegalAction("illegal-bid", f"There are only {state.total} dice; bid no more, or open.")
        said = Told("bid", state.player, bid.to_dict())
        state = replace(
            state,
            bid=bid,
            bidder=state.mover,
            mover=state.after(state.mover),
            ones_called=state.ones_called or bid.face == ONE,
            begun=True,
        )
        return state, (said, *self.prompt(state))

    def _open(self, state: State) -> tuple[State, tuple[Event, ...]]:
        assert state.bid is not None and state.bidder is not None
        opened = Told("opened", state.player, {"bidder": state.players[state.bidder], **state.bid.to_dict()})
        state = replace(state, opened=True)
        return state, (opened, *self.prompt(state))

    def _show(self, state: State, faces: Faces) -> tuple[State, tuple[Event, ...]]:
        check_faces(faces)
        left = state.total - len(state.shown)
        if not 1 <= len(faces) <= left:
            raise IllegalAction("wrong-dice-count", f"{left} dice are still to be shown, not {len(faces)}.")
        counting = self._counting(state)
        shown = Told("shown", None, {"faces": sorted(faces), "counting": sorted(f for f in faces if f in counting)})
        state = replace(state, shown=tuple(sorted((*state.shown, *faces))))
        if len(faces) < left:
            return state, (shown, *self.prompt(state))
        return self._count(state, shown)

    def _count(self, state: State, shown: Told) -> tuple[State, tuple[Event, ...]]:
        """All dice are in view: whether the bid holds, and what that means."""
        assert state.bid is not None and state.bidder is not None
        bid, wild = state.bid, self.wild(state, state.bid)
        ones = state.shown.count(ONE) if wild else 0
        found = sum(face in self._counting(state) for face in state.shown)
        holds = found >= bid.count
        counted = Told("counted", None, {**bid.to_dict(), "found": found, "ones": ones, "wild": wild, "holds": holds})
        loser = state.mover if holds else state.bidder
        lost = tuple(rounds + (seat == loser) for seat, rounds in enumerate(state.lost))
        state, events = self.lose(replace(state, lost=lost), loser)
        return state, (shown, counted, *events, *self.prompt(state))

    def _counting(self, state: State) -> frozenset[int]:
        """The faces that count for the bid that was opened."""
        assert state.bid is not None
        return frozenset({state.bid.face, ONE} if self.wild(state, state.bid) else {state.bid.face})

    def _legal(self, state: State) -> dict[str, Any]:
        """The least legal counts as lines have them, by face; those of zhai bids apart."""
        least = {key: count for key, count in self.least(state).items() if count <= state.total}
        plain = {str(face): count for (face, zhai), count in least.items() if not zhai}
        strict = {str(face): count for (face, zhai), count in least.items() if zhai}
        return {"dice": state.total, "least": plain, **({"zhai": strict} if strict else {}), "open": bool(state.bid)}

    def _spell_legal(self, state: State) -> str:
        legal = self._legal(state)
        bids = [f"{count} × {face}" for face, count in legal["least"].items()]
        bids += [f"{count} × {face} zhai" for face, count in legal.get("zhai", {}).items()]
        return f"the least are {', '.join(bids)}" if bids else "open"

    def _facts(self, state: State) -> dict[str, Any]:
        return {
            "bid": state.bid.to_dict() if state.bid else None,
            "bidder": state.players[state.bidder] if state.bidder is not None else None,
            "wild": self.wild(state, state.bid or Bid(1, 2)),
            "dice": state.total,
            "shown": list(state.shown),
            "palifico": state.palifico,
        }


def rising(bid: Bid, face: int) -> int:
    """The least count of a face that is more than a bid: more dice, or as many of a higher face."""
    return bid.count if face > bid.face else bid.count + 1


def next_round(state: State, starter: int, *, palifico: bool = False) -> tuple[State, tuple[Event, ...]]:
    """Everybody rolls anew under the cup, and `starter` bids first."""
    number = state.round_number + 1
    state = replace(
        state, mover=starter, bid=None, bidder=None, opened=False, shown=(), ones_called=False, palifico=palifico,
        round_number=number,
    )  # fmt: skip
    order, seat = [starter], state.after(starter)
    while seat != starter:
        order.append(seat)
        seat = state.after(seat)
    return state, (Round(number, tuple(state.players[seat] for seat in order)),)


def chance_of(bid: Bid, total: int, sees: Faces, *, wild: bool) -> Fraction:
    """The exact chance that a bid holds for one who sees some of all dice; the others fall as they may.

    >>> chance_of(Bid(1, 6), 2, (1,), wild=False)
    Fraction(1, 6)
    """
    joker = wild and not bid.zhai and bid.face != ONE
    fits = {bid.face, ONE} if joker else {bid.face}
    missing = bid.count - sum(face in fits for face in sees)
    unseen = total - len(sees)
    yes, no = len(fits), 6 - len(fits)
    ways = sum(comb(unseen, k) * yes**k * no ** (unseen - k) for k in range(max(0, missing), unseen + 1))
    return Fraction(ways, 6**unseen)


def _bid_of(fields: Mapping[str, Any]) -> Bid:
    return Bid(fields["count"], fields["face"], bool(fields.get("zhai", False)))


def _all_bids(total: int) -> list[Bid]:
    return [Bid(count, face) for count in range(1, total + 1) for face in range(1, 7)]


def _read_bid(text: str) -> Bid:
    """A bid as the command line has it; ValueError.

    >>> _read_bid("6x2 zhai")
    Bid(count=6, face=2, zhai=True)
    """
    count, _, face = text.lower().replace("zhai", "").replace("×", "x").strip().partition("x")
    count = count.strip()
    if not (count.isascii() and count.isdecimal() and face.strip() in list("123456")):
        raise ValueError(f"--bid: {text!r} is no bid; write six twos as 6x2, or 6x2zhai if ones do not count for twos")
    if not count.strip("0"):
        raise ValueError(f"--bid: {text!r} is no bid; at least one die is bid")
    if len(count) > LONGEST_COUNT:
        raise ValueError(f"--bid: there are not so many dice as {text!r} says")
    return Bid(int(count), int(face), "zhai" in text.lower())
