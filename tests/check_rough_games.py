"""Plays rough demo games and compares what was refereed with what really lay in the tray.

python tests/check_rough_games.py 1 2 3      # one game a seed; exit 1 if a verdict was wrong or a game did not end
"""

import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

# Else the folder of the tests of `pi` hides the package.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pi.cameras.mock import MockCamera
from pi.companion import evening
from pi.demo import plan_demo
from pi.journal import open_journal
from pi.parts import open_parts, open_start
from pi.plan import Beginnings
from pi.players import SimulatedPlayers
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
    people: SimulatedPlayers
    turns: int = 0
    rolls: int = 0
    keeps: int = 0
    due: int = 0
    roll: Faces = ()
    legal: tuple[Faces, ...] = ()
    hands: dict[str, Faces] = field(default_factory=dict)
    questions: Counter[str] = field(default_factory=Counter)
    needless: list[str] = field(default_factory=list)
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
        assert isinstance(parts.eye.camera, MockCamera) and isinstance(parts.people, SimulatedPlayers)
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


def main(seeds: list[int]) -> int:
    """Play a game of each seed and print what came of it."""
    failed = 0
    for seed in seeds:
        seen = play(seed)
        failed += bool(seen.wrong)
        asked = ", ".join(f"{many} {about}" for about, many in seen.questions.most_common()) or "none"
        lines = [f"seed {seed}: {seen.turns} turns, questions: {asked}; {len(seen.wrong)} wrong"]
        lines += [f"    wrong: {line}" for line in seen.wrong]
        lines += [f"    needless: {line}" for line in seen.needless]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]] or [1, 2, 3]))
