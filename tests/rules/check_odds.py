"""Plays a million games of best play by the rules and compares who won with the exact odds.

python tests/rules/check_odds.py                              # from the opening, a million games
python tests/rules/check_odds.py --hand 4,5 --opponent 1,2,3 --games 200000 --seed 3

The dice are thrown one by one, and each turn is a roll and a keep pushed through the rules (remembered for each state
and set of faces, which is what makes a million games a matter of seconds); only which hand to keep is asked of the
odds. Exit 1 where the share of games won is further than 4 standard errors from the chance, or where one more sweep or
turning every face f to 7 - f moves a value by 1e-12 or more.
"""

import argparse
import sys
import time
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from rules import odds
from rules.game import Faces, Keep, Roll
from rules.games.run_buster import FULL, RunBuster, State

MOST_STANDARD_ERRORS = 4
LEAST_MOVE = 1e-12
WON = -1
"""Stands for the state after a full straight."""

States = NDArray[np.int32]


def turn(hand: Faces, opponent: Faces, faces: Faces) -> tuple[Faces, Faces] | None:
    """The other player's state after a roll of these faces and the best keep; None where the roller has won."""
    game = RunBuster()
    state = State(("red", "blue"), (hand, opponent), (False, False), first=0, mover=0)
    roll = Roll((*faces, *[faces[0]] * (6 - len(hand) - len(faces))))
    state, _ = game.apply(state, roll)
    if state.awaits == "keep":
        state, _ = game.apply(state, Keep(odds.choices(hand, opponent, roll.faces)[0].hand))
    return None if state.outcome else (state.hands[1], state.hands[0])


def turns() -> States:
    """For each state (row) and set of faces as bits (column), the state after it, or WON; 0 where it cannot be."""
    number = {state: row for row, state in enumerate((one, other) for one in odds.HANDS for other in odds.HANDS)}
    table = np.zeros((len(number), 64), np.int32)
    for (hand, opponent), row in number.items():
        for size in range(1, 7 - len(hand)):
            for faces in combinations(FULL, size):
                after = turn(hand, opponent, faces)
                table[row, sum(1 << face - 1 for face in faces)] = WON if after is None else number[after]
    return table


def play(hand: Faces, opponent: Faces, games: int, seed: int) -> float:
    """The share of games that the player about to roll won."""
    table, chance = turns(), np.random.default_rng(seed)
    cups = np.array([6 - len(one) for one in odds.HANDS for _ in odds.HANDS], np.int32)
    at = np.full(games, odds.HANDS.index(hand) * len(odds.HANDS) + odds.HANDS.index(opponent), np.int32)
    won, first_to_roll = 0, True
    while at.size:
        bits = (1 << chance.integers(0, 6, (at.size, 6))) * (np.arange(6) < cups[at][:, None])
        after = table[at, np.bitwise_or.reduce(bits, axis=1)]
        won += int((after == WON).sum()) if first_to_roll else 0
        at, first_to_roll = after[after != WON], not first_to_roll
    return won / games


def settled() -> list[str]:
    """What is wrong with the values themselves, a line each."""
    values = [odds.win(hand, opponent) for hand in odds.HANDS for opponent in odds.HANDS]
    moved = max(abs(new - old) for new, old in zip(odds.sweep(values), values, strict=True))
    turned = max(
        abs(odds.win(hand, opponent) - odds.win(_turned(hand), _turned(opponent)))
        for hand in odds.HANDS
        for opponent in odds.HANDS
    )
    _say(f"{len(values)} states; one more sweep moves them by {moved:.1e}, turning the faces by {turned:.1e}")
    return [name for name, size in (("sweep", moved), ("symmetry", turned)) if size >= LEAST_MOVE]


def _turned(hand: Faces) -> Faces:
    return tuple(sorted(7 - face for face in hand))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> int:
    """Compare, say so, and give the exit code."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--hand", type=odds.parse_faces, default=())
    asked.add_argument("--opponent", type=odds.parse_faces, default=())
    asked.add_argument("--games", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    wrong, began_s = settled(), time.perf_counter()
    expected = odds.win(options.hand, options.opponent)
    share = play(options.hand, options.opponent, options.games, options.seed)
    off = (share - expected) / sqrt(expected * (1 - expected) / options.games)
    took_s = time.perf_counter() - began_s
    _say(f"the chance of the player about to roll: {expected:.12f}")
    _say(f"{options.games} games, {took_s:.1f} s: won {share:.6f}, {off:+.2f} standard errors off")
    return int(bool(wrong) or abs(off) > MOST_STANDARD_ERRORS)


if __name__ == "__main__":
    sys.exit(main())
