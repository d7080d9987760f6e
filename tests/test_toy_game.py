"""A further game is one further file and one further entry of the list: nothing else is touched, nothing is patched."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).parents[1]
PLAYERS = ["--players", "red,blue,green"]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The program as it is, but for that file and that entry."""
    house = tmp_path_factory.mktemp("house")
    for package in ("pi", "ui", "vision"):
        (house / package).symlink_to(REPO / package)
    shutil.copytree(REPO / "rules", house / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPO / "tests" / "rules" / "high_roll.py", house / "rules" / "games")
    listed = house / "rules" / "games" / "__init__.py"
    text = listed.read_text(encoding="utf-8")
    entry, entries = re.subn(r"(?m)^(GAMES: .*)\)$", r"\1, HIGH_ROLL)", text)
    assert entries == 1
    listed.write_text(
        entry.replace("\nGAMES", "\nfrom rules.games.high_roll import HIGH_ROLL\n\nGAMES", 1), encoding="utf-8"
    )
    return house


def croupier(house, *arguments, said=""):
    """The command in a program of its own; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "pi", *arguments],
        input=said, capture_output=True, text=True, cwd=house, timeout=120, check=False,
        env={**os.environ, "PYTHONPATH": str(house)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_referee_knows_it(house) -> None:
    rolls = "".join(f'{{"action":"roll","faces":[{face}]}}\n' for face in (4, 4, 2, 1, 6))
    told = [json.loads(line) for line in croupier(house, "referee", "high-roll", *PLAYERS, said=rolls).splitlines()]
    kinds = [line["event"] for line in told]
    assert kinds == ["turn", *["rolled", "turn"] * 2, "rolled", "round", "turn", "rolled", "turn", "rolled", "highest"]
    assert told[-1] == {"event": "highest", "player": "blue", "face": 6}


def test_it_is_played_before_the_camera_written_down_and_counted(house, tmp_path) -> None:
    data = ["--data", str(tmp_path)]
    demo = ["demo", "high-roll", "--headless", *PLAYERS, "--seed", "4", "--speed", "0", "--events", "-", *data]
    told = [json.loads(line) for line in croupier(house, *demo).splitlines()]
    judged = [line for line in told if line["event"] != "question"]
    assert judged[-1]["event"] == "highest"
    _, *actions = croupier(house, "export", "last", *data).splitlines()
    again = croupier(house, "referee", "high-roll", *PLAYERS, "--first", judged[0]["player"], said="\n".join(actions))
    assert [json.loads(line) for line in again.splitlines()] == judged
    (row,) = map(json.loads, croupier(house, "games", "--json", *data).splitlines())
    assert (row["game"], row["over"], row["winner"]) == ("high-roll", True, judged[-1]["player"])
    counted = [json.loads(line) for line in croupier(house, "stats", "--json", *data).splitlines()]
    assert counted[0]["game"] == "high-roll" and counted[0]["games"] == 1


def test_no_game_is_known_by_name_to_what_sees_and_what_runs_the_table() -> None:
    """The command line's words for people may name the usual game, and its settings."""
    from rules.games import GAMES  # noqa: PLC0415 - the list as it is, not the one with the toy

    names = re.compile("|".join(f"[\"']{re.escape(game.key)}[\"']" for game in GAMES))
    named = {
        str(file.relative_to(REPO)): found
        for folder in ("pi", "vision")
        for file in sorted((REPO / folder).rglob("*.py"))
        if (found := names.findall(file.read_text(encoding="utf-8")))
    }
    assert set(named) <= {"pi/cli.py"}, named
