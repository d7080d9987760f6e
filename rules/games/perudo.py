"""Perudo: liar's dice in which the loser loses a die, and a player's last die has a round of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules.events import Event, Told
from rules.game import N_, Outcome
from rules.games.bidding import ONE, Bid, Bidding, Least, State, next_round, rising

OTHERS = range(2, 7)
"""The faces for which ones may stand."""


class Perudo(Bidding):
    """The rules as `rules.game.Game` asks for them."""

    key = "perudo"
    title = "Perudo"
    sayings: ClassVar[Mapping[str, str]] = {
        **Bidding.sayings,
        "loses": N_("{player} loses a die and has {dice}."),
        "out": N_("{player} has no dice left."),
        "palifico": N_("Palifico: ones are not wild, and the face stays."),
    }

    def least(self, state: State) -> Least:
        """Ones need half as many dice, and back from ones it takes double and one more."""
        bid = state.bid
        if state.palifico:
            return self._least_palifico(state)
        if bid is None:
            return {(face, False): 1 for face in OTHERS}
        if bid.face == ONE:
            return {(ONE, False): bid.count + 1, **{(face, False): 2 * bid.count + 1 for face in OTHERS}}
        return {(ONE, False): -(-bid.count // 2), **{(face, False): rising(bid, face) for face in OTHERS}}

    def wild(self, state: State, bid: Bid) -> bool:
        """Ones count for other faces, except in a Palifico round."""
        return not state.palifico and bid.face != ONE

    def lose(self, state: State, loser: int) -> tuple[State, tuple[Event, ...]]:
        """A die goes; who comes down to one opens a Palifico round, and the last with dice wins."""
        dice = tuple(have - (seat == loser) for seat, have in enumerate(state.dice))
        state, name, left = replace(state, dice=dice), state.players[loser], dice[loser]
        events: tuple[Event, ...] = (Told("loses", name, {"dice": left}, cue="kill"),)
        if not left:
            events += (Told("out", name),)
        remaining = [seat for seat, have in enumerate(dice) if have]
        if len(remaining) == 1:
            winner = state.players[remaining[0]]
            return replace(state, outcome=Outcome(winner, None)), (*events, Told("wins", winner, cue="win"))
        state, begun = next_round(state, loser if left else state.after(loser), palifico=left == 1)
        return state, (*events, *begun, *((Told("palifico", name),) if left == 1 else ()))

    @staticmethod
    def _least_palifico(state: State) -> Least:
        """Any face opens, and stays; only who has one die may change it. Ones are a face like any other."""
        bid = state.bid
        if bid is None:
            return {(face, False): 1 for face in (ONE, *OTHERS)}
        if state.dice[state.mover] == 1:
            return {(face, False): rising(bid, face) for face in (ONE, *OTHERS)}
        return {(bid.face, False): bid.count + 1}


PERUDO = Perudo()
