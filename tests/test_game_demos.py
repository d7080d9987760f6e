"""A demo of each further game, from the mock camera to the final verdict."""

import importlib.util
import json
from pathlib import Path

import pytest

from pi.cli import run_command
from rules.games import GAMES


def beside(path: str):
    """A module of the tests, which are no package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, Path(__file__).parent / path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


demos = beside("check_game_demos.py")


@pytest.mark.parametrize(
    ("game", "seed", "players"),
    [
        ("niu-niu-ten", 1, "red,blue,green"),
        ("tally-up", 3, "red,blue"),
    ],
)
def test_a_demo_is_judged_as_the_rules_judge(game, seed, players) -> None:
    told = demos.play(game, seed, "--players", players)
    assert any(line["event"] in ("wins", "drinks") for line in told)


def test_forty_dice_that_do_not_fit_are_counted_throw_by_throw() -> None:
    told = demos.play("liars-dice", 2, "--players", "a,b,c,d,e,f,g,h")
    shown = [line for line in told if line["event"] == "shown"]
    counted = next(line for line in told if line["event"] == "counted")
    assert len(shown) > 2
    assert sum(len(line["faces"]) for line in shown) == 40
    assert sum(len(line["counting"]) for line in shown) == counted["found"]
    assert [line["event"] for line in told[-2:]] == ["loses", "drinks"]


def test_the_same_seed_plays_the_same_game() -> None:
    once, again = (demos.play("niu-niu-six", 7, "--players", "red,blue") for _ in range(2))
    assert once == again


def test_a_game_goes_on_with_what_was_agreed_on(tmp_path, capsys) -> None:
    more = ["--headless", "--speed", "0", "--seed", "1", "--data", str(tmp_path)]
    run_command(["demo", "niu-niu-ten", *more, "--ties", "banker", "--banker", "blue", "--seconds", "0"])
    capsys.readouterr()
    run_command(["export", "last", "--data", str(tmp_path)])
    _, agreed = capsys.readouterr().out.splitlines()
    assert json.loads(agreed) == {"action": "rules", "ties": "banker", "banker": "blue"}
    assert run_command(["demo", "niu-niu-ten", *more, "--resume", "--events", "-"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0] == {"event": "rules", "ties": "banker", "banker": "blue"}
    assert told[-1]["event"] == "wins"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["demo", "niu-niu-ten", "--ties", "maybe"], "--ties must be reroll or banker"),
        (["demo", "niu-niu-ten", "--ties", "banker", "--banker", "zoe"], "--banker must be red or blue"),
        (["demo", "run-buster", "--goal", "5"], "run-buster has no such option"),
        (["demo", "perudo", "--players", "a,b,c,d,e,f,g,h,i"], "8 players or fewer"),
        (["referee", "high-roll", "--players", "a,b"], ", ".join(game.key for game in GAMES)),
        (["odds", "liars-dice", "--bid", "lots"], "--bid"),
        (["odds", "tally-up", "--colours", "red"], "--colours"),
    ],
)
def test_what_cannot_be_is_one_line_that_says_what_can(arguments, said, capsys) -> None:
    assert run_command([*arguments, *(["--headless"] if arguments[0] == "demo" else [])]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
