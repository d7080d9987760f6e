"""Plays the demo of games over many seeds, and checks every roll against what lay there, and every verdict.

python tests/check_game_demos.py [GAME…] [--seeds N] [--players …] [--rough]

Not collected by pytest: a game takes seconds, and there are many.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

# Else the folder of the tests of `pi` hides the package.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pi.cameras.mock import MockCamera
from pi.cli import DONE, run_command
from pi.journal import read_journal
from rules.events import Event, Undone
from rules.game import Action, Roll
from rules.games import GAMES
from rules.protocol import event_to_dict
from rules.table import Table

SHORTER: dict[str, list[str]] = {"tally-up": ["--goal", "200"], "liars-dice": ["--losses", "1"]}
"""What makes a demo end sooner, and leaves out nothing of the game."""


@contextmanager
def witnessed() -> Iterator[list[str]]:
    """Somebody with eyes looks into the drawn tray at each roll that the table accepts; gives what was misread."""
    misread: list[str] = []
    cameras: list[MockCamera] = []
    make, push = MockCamera.__init__, Table.push

    def opened(camera: MockCamera, *given: Any, **named: Any) -> None:
        make(camera, *given, **named)
        cameras.append(camera)

    def pushed(table: Table, action: Action) -> tuple[Event, ...]:
        events = push(table, action)
        if isinstance(action, Roll):
            lying = [(die.colour if action.colours else "", die.face) for die in cameras[-1].lying]
            said = list(zip(action.colours or ("",) * len(action.faces), action.faces, strict=True))
            if sorted(lying) != sorted(said):
                misread.append(f"{said} was accepted, and {lying} lay there")
        return events

    with patch.object(MockCamera, "__init__", opened), patch.object(Table, "push", pushed):
        yield misread


def play(game: str, seed: int, *more: str) -> list[dict[str, Any]]:
    """The events of one game from the mock camera to its verdict; AssertionError where something is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        events, data = Path(folder) / "events.jsonl", Path(folder) / "data"
        command = ["demo", game, "--headless", "--games", "1", "--seed", str(seed), "--speed", "0", *more]
        with witnessed() as misread:
            code = run_command([*command, *SHORTER.get(game, ()), "--events", str(events), "--data", str(data)])
        assert code == DONE, f"exit code {code}"
        assert not misread, misread
        told = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
        journal = read_journal(data)
        assert journal is not None
        with journal:
            row = journal.game(None)
            actions = journal.actions(row.id)
    check(game, row.players, row.first, actions, told)
    assert row.over, "the journal says that it is not over"
    return told


def check(
    game: str, players: tuple[str, ...], first: str, actions: tuple[Any, ...], told: list[dict[str, Any]]
) -> None:
    """The journal replays to the end, and what was told on the way is what the rules alone tell."""
    entry = next(known for known in GAMES if known.key == game)
    table = Table(entry, players, first)
    agreed = [action for action in actions if getattr(action, "word", "") == "rules"]
    for action in agreed:
        table.push(action)
    answers = list(table.prompt())
    for action in actions[len(agreed) :]:
        answers += table.push(action)
    assert table.outcome() is not None, "no verdict"
    judged = [line for line in told if line["event"] not in ("question", "notice")]
    assert not any(isinstance(event, Undone) for event in answers)
    assert judged == [event_to_dict(event) for event in answers], "the events are not those of the rules"


def main() -> int:
    """Every game asked for, over so many seeds; how many went wrong."""
    asked = argparse.ArgumentParser()
    asked.add_argument("games", nargs="*", default=[game.key for game in GAMES if not game.keeps])
    asked.add_argument("--seeds", type=int, default=20)
    asked.add_argument("--players", default="red,blue")
    asked.add_argument("--rough", action="store_true")
    options = asked.parse_args()
    wrong = 0
    for game in options.games:
        for seed in range(options.seeds):
            more = ["--players", options.players, *(["--rough"] if options.rough else [])]
            try:
                told = play(game, seed, *more)
            except AssertionError as error:
                wrong += 1
                print(f"{game} {seed}: {error}", flush=True)  # noqa: T201
            else:
                questions = [line["about"] for line in told if line["event"] == "question"]
                print(f"{game} {seed}: {told[-1]} {questions}", flush=True)  # noqa: T201
    return wrong


if __name__ == "__main__":
    sys.exit(main())
