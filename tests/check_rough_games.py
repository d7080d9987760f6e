"""Plays rough demo games and compares what was refereed with what really lay in the tray.

python tests/check_rough_games.py 1 2 3              # one game a seed
python tests/check_rough_games.py 1-200 --jobs 2     # many, two at a time

Exit 1 if a verdict was wrong, a game did not end, or of the turns that needed no question 5 % or more had one.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

# Else the folder of the tests of `pi` hides the package.
sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2

from pi.cameras.mock import MockCamera
from pi.company import Company
from pi.demo import plan_demo
from pi.evening import evening
from pi.journal import open_journal
from pi.parts import open_parts, open_start
from pi.plan import Beginnings
from pi.telling import Circle
from rules.accounts import without
from rules.events import Event, Kept, Killed, Options, Rolled, Turn
from rules.game import Faces
from rules.referee import Ask

LONGEST_FRAMES = 90_000  # fifty minutes at the table: whoever plays so long waits for something that never comes


@dataclass
class Witness:
    """Somebody with eyes beside the table, who compares what is told with what lies there."""

    camera: MockCamera
    people: Company
    turns: int = 0
    rolls: int = 0
    keeps: int = 0
    due: int = 0
    roll: Faces = ()
    legal: tuple[Faces, ...] = ()
    hands: dict[str, Faces] = field(default_factory=dict)
    questions: Counter[str] = field(default_factory=Counter)
    needless: list[str] = field(default_factory=list)
    needy_turns: set[int] = field(default_factory=set)
    """Turns in which a question was called for."""
    needless_turns: set[int] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def lying(self) -> Faces:
        """The faces in the tray."""
        return tuple(sorted(die.face for die in self.camera.lying))

    def kept(self, player: str) -> Faces:
        """What the player really kept.

        What is gone from the tray; what still lies, where only that makes a hand; where all is gone, what was meant.
        """
        if not self.lying():
            return self.people.wish if len(self.legal) > 1 else self.legal[0]
        taken, left = (
            tuple(sorted((*self.hands.get(player, ()), *dice)))
            for dice in (without(self.roll, self.lying()), self.lying())
        )
        return left if taken not in self.legal and left in self.legal else taken

    def listen(self, event: Event) -> None:
        """Judge rolls and keeps."""
        match event:
            case Turn(_, dice):
                self.turns, self.due = self.turns + 1, dice
            case Rolled(player, faces):
                self.rolls, self.roll = self.rolls + 1, faces
                if faces != self.lying():
                    self.wrong.append(f"{player} rolled {self.lying()}, refereed {faces}")
            case Options(_, hands):
                self.due, self.legal = len(self.roll), hands
            case Killed(victim=victim):
                self.hands[victim] = ()
            case Kept(player, hand):
                self.keeps += 1
                kept = self.kept(player)
                self.hands[player] = hand
                if hand != kept:
                    self.wrong.append(f"{player} kept {kept}, refereed {hand}")
            case _:
                pass

    def ask(self, question: Ask) -> None:
        """Count questions, and those that nothing in the tray called for."""
        self.questions[question.about] += 1
        cocked = any(die.cocked for die in self.camera.lying)
        match question.about:
            case "wrong-dice-count" | "too-many-dice":
                needed = len(self.lying()) != self.due or cocked  # a die on edge shows two faces
            case "doubtful-die" | "cocked-die" | "hidden-die" | "rim-die":
                needed = cocked
            case "dice-changed" | "wrong-colour" | "mixed-colours" | "clear-tray" | "throw-again" | "put-back":
                needed = False
            case _:
                needed = True
        (self.needy_turns if needed else self.needless_turns).add(self.turns)
        if not needed:
            self.needless.append(f"{question.about} {question.facts} over {self.lying()}")


def play(seed: int, rough: bool = True) -> Witness:
    """One demo game of that seed."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        plan = plan_demo(
            game="run-buster",
            source="mock",
            window=False,
            games=1,
            seconds=None,
            seed=seed,
            speed=0.0,
            players=None,
            first=None,
            language=None,
            rough=rough,
            events=str(Path(folder) / "events"),
            resume=False,
            config=None,
            data=Path(folder),
        )
        beginnings, journal = Beginnings(plan), stack.enter_context(open_journal(plan.data))
        first = beginnings.anew()
        parts = open_parts(plan, first, open_start(plan, stack), stack)
        assert isinstance(parts.eye.camera, MockCamera) and isinstance(parts.people, Company)
        witness, frames, asked_to_end = Witness(parts.eye.camera, parts.people), 0, parts.stop
        parts.circle = Circle([witness, parts.circle])

        def stop() -> bool:
            nonlocal frames
            frames += 1
            return frames > LONGEST_FRAMES or asked_to_end()

        parts.stop = stop
        evening(parts, beginnings, journal, first)
        if not journal.game(None).over:
            witness.wrong.append(f"no end in sight; asked last: {witness.questions}")
        return witness


@dataclass(frozen=True)
class Outcome:
    """What came of one game."""

    seed: int
    turns: int
    rolls: int
    keeps: int
    needy: int
    needless: int
    """Turns with a question that nothing called for, and none that something did."""
    wrong: int
    lines: tuple[str, ...]
    """What to print."""


def outcome(seed: int) -> Outcome:
    """Play the game of a seed; also run by the workers."""
    cv2.setNumThreads(1)
    seen = play(seed)
    asked = ", ".join(f"{many} {about}" for about, many in seen.questions.most_common()) or "none"
    lines = [f"seed {seed}: {seen.turns} turns, questions: {asked}; {len(seen.wrong)} wrong"]
    lines += [f"    wrong: {line}" for line in seen.wrong]
    lines += [f"    needless: {line}" for line in seen.needless]
    needless = len(seen.needless_turns - seen.needy_turns)
    counts = (seen.turns, seen.rolls, seen.keeps, len(seen.needy_turns), needless, len(seen.wrong))
    return Outcome(seed, *counts, tuple(lines))


def seeds_of(words: list[str]) -> list[int]:
    """Seeds and ranges of them, such as 1-200."""
    seeds: list[int] = []
    for word in words:
        first, _, last = word.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def outcomes(seeds: list[int], jobs: int) -> Iterator[Outcome]:
    """A game of each seed, so many at a time; in the order of the seeds."""
    if jobs == 1:
        yield from map(outcome, seeds)
        return
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as workers:
        yield from workers.map(outcome, seeds)


MOST_NEEDLESS = 0.05  # share of the turns that need no question, as people bear it


def main() -> int:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="*", default=["1-3"], metavar="SEED|FIRST-LAST")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    asked = parser.parse_args()
    total = Counter[str]()
    for game in outcomes(seeds_of(asked.seeds), asked.jobs):
        for what in ("turns", "rolls", "keeps", "needy", "needless", "wrong"):
            total[what] += getattr(game, what)
        sys.stdout.write("\n".join(game.lines) + "\n")
        sys.stdout.flush()
    calm = max(1, total["turns"] - total["needy"])
    share = total["needless"] / calm
    sys.stdout.write(
        f"{total['turns']} turns, {total['rolls']} rolls, {total['keeps']} keeps: {total['wrong']} wrong; "
        f"needless questions in {total['needless']} of {calm} turns that needed none ({share:.1%})\n"
    )
    return int(bool(total["wrong"]) or share >= MOST_NEEDLESS)


if __name__ == "__main__":
    sys.exit(main())
