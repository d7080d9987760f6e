"""Liar's dice, the party game: bids that rise by number or face, ones that may be wild, and a loser who drinks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules.events import Drinks, Event, Told
from rules.game import N_, Option, Outcome
from rules.games.bidding import DICE, ONE, Bid, Bidding, Least, State, next_round, rising
from rules.house import AGREE

FACES = range(1, 7)


class LiarsDice(Bidding):
    """The rules as `rules.game.Game` asks for them; what tables differ in is agreed on before play."""

    key = "liars-dice"
    title = N_("Liar's Dice")
    says: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "bid": {"count": "number", "face": "face", "zhai": "flag?"},
        "open": {},
    }
    options = (
        Option("least", 1, "The least count of the first bid of a round.", "number",
               words=("players", "players-and-half"), name=N_("First bid"), offered=(1,),
               most_each=DICE),
        Option("ones", "until-called", "How long ones stand for any face.", words=("until-called", "always"),
               name=N_("Ones wild")),
        Option("zhai", True, "Whether a bid may be zhai, so that ones do not count for it.", "flag",
               name=N_("Zhai bids")),
        Option("back", "no", "Whether a bid may go back from zhai: as any raise does, or with twice as many dice.",
               words=("no", "rising", "double"), name=N_("Back from zhai")),
        Option("losses", 3, "How many rounds somebody loses until the game ends.", "number", name=N_("Lost rounds"),
               offered=(1, 2, 3, 5)),
    )  # fmt: skip
    sayings: ClassVar[Mapping[str, str]] = {
        **Bidding.sayings,
        AGREE: N_("First bid: {least}. Ones wild: {ones}. Zhai: {zhai}, and back: {back}. Losses: {losses}."),
        "loses": N_("{player} loses the round, {losses} so far."),
        "bid zhai": N_("{player} bids {count} × {face} zhai."),
        "say bid zhai": N_("{count} × {face} zhai"),
        "=players": N_("1 per player"),
        "=players-and-half": N_("1.5 per player"),
        "=until-called": N_("until called"),
        "=always": N_("always"),
        "=rising": N_("any raise"),
        "=double": N_("twice as many"),
    }

    def least(self, state: State) -> Least:
        """More dice, or as many of a higher face; zhai beats the same bid that is not, and stays unless agreed."""
        bid = state.bid
        found: dict[tuple[int, bool], int] = {}
        if bid is None or not bid.zhai or state.house["back"] != "no":
            found |= {(face, False): self._least_plain(state, face) for face in FACES}
        if self._may_be_zhai(state):
            # Ones are never wild for themselves, so a zhai bid of them says something only where zhai stands.
            faces = FACES if bid and bid.zhai else FACES[1:]
            found |= {(face, True): self._least_zhai(state, face) for face in faces}
        return found

    def wild(self, state: State, bid: Bid) -> bool:
        """Ones count for other faces unless the bid is zhai or, as agreed, ones have been called."""
        called = state.ones_called and state.house["ones"] == "until-called"
        return not (bid.zhai or bid.face == ONE or called)

    def lose(self, state: State, loser: int) -> tuple[State, tuple[Event, ...]]:
        """The loser begins the next round; who has lost as often as agreed ends the game."""
        name, losses = state.players[loser], state.lost[loser]
        loses = Told("loses", name, {"losses": losses}, cue="kill")
        if losses < state.house["losses"]:
            state, events = next_round(state, loser)
            return state, (loses, *events)
        if len(state.players) > 2:
            return replace(state, outcome=Outcome(None, name)), (loses, Drinks(name))
        winner = state.players[state.after(loser)]
        return replace(state, outcome=Outcome(winner, None)), (loses, Told("wins", winner, cue="win"))

    def _first(self, state: State) -> int:
        """The least opening bid, rounded up where it is one and a half times the players."""
        match state.house["least"]:
            case "players":
                return len(state.players)
            case "players-and-half":
                return -(-3 * len(state.players) // 2)
            case int(least):
                return least
            case other:
                raise AssertionError(other)

    def _may_be_zhai(self, state: State) -> bool:
        """Once ones are not wild any more, a zhai bid would say nothing."""
        called = state.ones_called and state.house["ones"] == "until-called"
        return bool(state.house["zhai"]) and not (called and not (state.bid and state.bid.zhai))

    def _least_plain(self, state: State, face: int) -> int:
        bid = state.bid
        if bid is None:
            return self._first(state)
        if bid.zhai and state.house["back"] == "double":
            return 2 * bid.count
        return rising(bid, face)

    def _least_zhai(self, state: State, face: int) -> int:
        bid = state.bid
        if bid is None:
            return self._first(state)
        if not bid.zhai and face == bid.face:
            return bid.count
        return rising(bid, face)


LIARS_DICE = LiarsDice()
