"""Plays rough demo games and compares what was refereed with what really lay before the camera.

python tests/check_rough_games.py 1 2 3              # one game a seed
python tests/check_rough_games.py 1-200 --jobs 2     # many, two at a time
python tests/check_rough_games.py 1-20 --mat         # on a mat, where hands lie in zones of their own

A witness plays every game along, by the rules alone, with what really lay there: each verdict (roll, kill, legal hands,
hand kept, turn, win) must be the same. Exit 1 if one was not, a game did not end, or 5 % or more of the turns that
needed no question had one.
"""

import argparse
import os
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

# Else the folder of the tests of `pi` hides the package.
sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2

from pi.cameras.gestures import LyingDie
from pi.cameras.mat_mock import MatCamera
from pi.cameras.mock import MockCamera
from pi.company import Company
from pi.demo import plan_demo
from pi.evening import evening
from pi.journal import open_journal
from pi.parts import open_parts, open_start
from pi.plan import Beginnings
from pi.telling import Circle
from rules.accounts import without
from rules.events import Event, Kept, Rolled, Turn
from rules.game import Action, Faces, Keep, Roll
from rules.referee import Ask
from rules.table import Table
from vision.mat_layout import BETWEEN, ROLLING

LONGEST_FRAMES = 90_000  # fifty minutes at the table: whoever plays so long waits for something that never comes


@dataclass
class Witness:
    """Somebody with eyes beside the table, who plays along by the rules with what really lies there."""

    camera: MockCamera
    people: Company
    table: Table
    """The witness's own, which no reader and no referee touches."""
    turns: int = 0
    rolls: int = 0
    keeps: int = 0
    verdicts: int = 0
    misread: int = 0
    """Rolls that were accepted and were other dice."""
    expected: deque[Event] = field(default_factory=deque)
    questions: Counter[str] = field(default_factory=Counter)
    needless: list[str] = field(default_factory=list)
    needy_turns: set[int] = field(default_factory=set)
    """Turns in which a question was called for."""
    needless_turns: set[int] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.expected.extend(self.table.prompt())

    # --- what really lies there

    def lying(self) -> Faces:
        """The faces of the roll that lie there."""
        mat = self.camera if isinstance(self.camera, MatCamera) else None
        return _faces(die for die in self.camera.lying if mat is None or mat.zone(die) in (ROLLING, BETWEEN, None))

    def laid(self, player: str) -> Faces:
        """The faces in a player's zone of the mat."""
        assert isinstance(self.camera, MatCamera)
        return _faces(self.camera.lying_in(self.table.players.index(player) + 1))

    def accounts(self) -> set[Faces]:
        """The legal hands that what lies there may come from: what is gone was kept, or what still lies was."""
        position = self.table.position
        if isinstance(self.camera, MatCamera):
            return {self.laid(position.to_move or "")} & set(position.options)
        if not self.lying():
            return set(position.options)
        hand = position.place(position.to_move or "").hand
        gone = without(position.roll, self.lying())
        return {tuple(sorted((*hand, *dice))) for dice in (gone, self.lying())} & set(position.options)

    def kept(self) -> Faces:
        """What the player really kept; where more than one hand explains it, what was meant."""
        accounts = self.accounts()
        return accounts.pop() if len(accounts) == 1 else self.people.wish

    # --- what is told of it

    def listen(self, event: Event) -> None:
        """Compare what is told with what the rules say of what really lies there."""
        self.verdicts += 1
        if isinstance(event, Turn):
            self.turns += 1
        elif isinstance(event, Rolled):
            self.rolls += 1
            self.misread += event.faces != self.lying()
            self._judge(event, Roll(self.lying()), Roll(event.faces))
        elif isinstance(event, Kept):
            self.keeps += 1
            self._judge(event, Keep(self.kept()), Keep(event.hand))
        if not self.expected or self.expected.popleft() != event:
            self.wrong.append(f"not by the rules: {event}")

    def _judge(self, event: Event, really: Action, refereed: Action) -> None:
        """Do by the rules what was really done; where something else was refereed, go on from that."""
        if really != refereed:
            self.wrong.append(f"really {really}, told {event}")
        self.expected = deque(self.table.push(refereed))

    def ask(self, question: Ask) -> None:
        """Count questions, and those that nothing before the camera called for."""
        self.questions[question.about] += 1
        needed = self._called_for(question.about)
        (self.needy_turns if needed else self.needless_turns).add(self.turns)
        if not needed:
            self.needless.append(f"{question.about} {question.facts} over {self.lying()}")

    def _called_for(self, about: str) -> bool:  # noqa: PLR0911 - one line a question
        position = self.table.position
        cocked = any(die.cocked for die in self.camera.lying)
        match about:
            case "wrong-dice-count" | "too-many-dice":
                due = position.dice if position.awaits == "roll" else len(position.roll)
                return len(self.lying()) != due or cocked  # a die on edge shows two faces
            case "doubtful-die" | "cocked-die" | "hidden-die" | "rim-die":
                return cocked
            case "which-hand":
                return len(self.accounts()) > 1
            case "illegal-keep" | "lay-hand":
                return not self.accounts()
            case "hand-to-cup" | "hand-to-zone" | "hand-changed" | "hand-gone" | "strange-hand" | "die-in-zone":
                return any(self.laid(place.player) != place.hand for place in position.places)
            case "between-zones":
                return isinstance(self.camera, MatCamera) and bool(self.camera.lying_in(BETWEEN))
        return False


def _faces(dice: Iterable[LyingDie]) -> Faces:
    return tuple(sorted(die.face for die in dice))


def play(seed: int, *, mat: bool = False) -> Witness:
    """One demo game of that seed."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        plan = plan_demo(
            game="run-buster",
            source="mock:mat" if mat else "mock",
            window=False,
            games=1,
            seconds=None,
            seed=seed,
            speed=0.0,
            players=None,
            first=None,
            language=None,
            rough=True,
            events=str(Path(folder) / "events"),
            resume=False,
            config=None,
            data=Path(folder),
        )
        beginnings, journal = Beginnings(plan), stack.enter_context(open_journal(plan.data))
        first = beginnings.anew()
        parts = open_parts(plan, first, open_start(plan, stack), stack)
        assert isinstance(parts.eye.camera, MockCamera) and isinstance(parts.people, Company)
        table = Table(first.game, first.names, first.first)
        witness, frames, asked_to_end = Witness(parts.eye.camera, parts.people, table), 0, parts.stop
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

    counts: Counter[str]
    lines: tuple[str, ...]
    """What to print."""


def outcome(seed: int, mat: bool = False) -> Outcome:
    """Play the game of a seed; also run by the workers."""
    cv2.setNumThreads(1)
    seen = play(seed, mat=mat)
    asked = ", ".join(f"{many} {about}" for about, many in seen.questions.most_common()) or "none"
    lines = [f"seed {seed}: {seen.turns} turns, questions: {asked}; {len(seen.wrong)} wrong"]
    lines += [f"    wrong: {line}" for line in seen.wrong]
    lines += [f"    needless: {line}" for line in seen.needless]
    counts = Counter(
        games=1,
        turns=seen.turns,
        rolls=seen.rolls,
        keeps=seen.keeps,
        verdicts=seen.verdicts,
        misread=seen.misread,
        needy=len(seen.needy_turns),
        needless=len(seen.needless_turns - seen.needy_turns),
        wrong=len(seen.wrong),
    )
    return Outcome(counts, tuple(lines))


def seeds_of(words: list[str]) -> list[int]:
    """Seeds and ranges of them, such as 1-200."""
    seeds: list[int] = []
    for word in words:
        first, _, last = word.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def outcomes(seeds: list[int], jobs: int, mat: bool) -> Iterator[Outcome]:
    """A game of each seed, so many at a time; in the order of the seeds."""
    play_one = partial(outcome, mat=mat)
    if jobs == 1:
        yield from map(play_one, seeds)
        return
    with ProcessPoolExecutor(jobs) as workers:
        yield from workers.map(play_one, seeds)


MOST_NEEDLESS = 0.05  # share of the turns that need no question, as people bear it


def main() -> int:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="*", default=["1-3"], metavar="SEED|FIRST-LAST")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--mat", action="store_true", help="play on a mat")
    asked = parser.parse_args()
    total = Counter[str]()
    for game in outcomes(seeds_of(asked.seeds), asked.jobs, asked.mat):
        total += game.counts
        sys.stdout.write("\n".join(game.lines) + "\n")
        sys.stdout.flush()
    calm = max(1, total["turns"] - total["needy"])
    share = total["needless"] / calm
    sys.stdout.write(
        f"{total['games']} games, {total['turns']} turns, {total['rolls']} rolls, {total['keeps']} keeps\n"
        f"{total['verdicts']} verdicts: {total['wrong']} not those of the rules on what really lay there\n"
        f"wrong readings accepted: {total['misread']}\n"
        f"needless questions: in {total['needless']} of {calm} turns that needed none ({share:.1%})\n"
    )
    return int(bool(total["wrong"] or total["misread"]) or share >= MOST_NEEDLESS)


if __name__ == "__main__":
    sys.exit(main())
