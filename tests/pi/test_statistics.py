"""Statistics over a journal: what `croupier stats` prints of games that were really written down."""

import csv
import io
import json
import random
from pathlib import Path

import pytest

from pi.cli import run_command
from pi.journal import open_journal
from pi.statistics import Counting
from rules.game import Action, Keep, Roll, Say
from rules.games import by_key
from rules.games.run_buster import FULL, RunBuster
from rules.table import Table

TWO = ("red", "blue")


def write_game(
    folder: Path, players: tuple[str, ...], seed: int, *, most_turns: int = 10_000, colours: tuple[str, ...] = TWO
) -> None:
    """A game of random play in the journal; unfinished where it takes more turns."""
    chance, table = random.Random(seed), Table(RunBuster(), players)
    with open_journal(folder) as journal:
        record = journal.begin("run-buster", players, colours, players[0])
        turns = 0
        while not table.outcome():
            position = table.position
            if position.awaits == "roll":
                turns += 1
                if turns > most_turns:
                    break
                table.push(Roll(tuple(chance.randint(1, 6) for _ in range(position.dice))))
            else:
                table.push(Keep(max(position.options, key=len)))
            record.append(table.actions[-1], table.outcome())
        record.close()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for seed in (50, 55, 12, 6):  # short games: each action is a commit to the disk
        write_game(folder, TWO, seed)
    write_game(folder, ("Anna", "さくら", "C"), 36, colours=("red", "blue", "green"))
    write_game(folder, TWO, 5, most_turns=2)
    return folder


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run_command(["stats", *arguments]) == 0
    return capsys.readouterr().out


def test_lines_of_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in printed(capsys, "--json", "--data", str(data)).splitlines()]
    (game,) = (line for line in lines if line["about"] == "game")
    players = {line["player"]: line for line in lines if line["about"] == "player"}
    dice = {line["colour"]: line for line in lines if line["about"] == "dice"}
    assert (game["games"], game["unfinished"], game["left_out"]) == (5, 1, 0)
    assert game["expected"] == pytest.approx(game["first_turns"] / 64.8)
    assert set(players) == {"red", "blue", "Anna", "さくら", "C"}
    assert players["red"]["wins"] + players["blue"]["wins"] == players["red"]["games"] == 4
    assert sum(players[name]["drinks"] for name in ("Anna", "さくら", "C")) == 1
    assert sum(player["kills"] for player in players.values()) == game["kills"]
    assert set(dice) == {"all", "red", "blue", "green"}
    for one in dice.values():
        assert sum(one["counts"]) == one["dice"]
        assert 0 <= one["p"] <= one["p_corrected"] <= 1
    assert dice["all"]["dice"] == sum(dice[colour]["dice"] for colour in ("red", "blue", "green"))


def test_csv_has_the_same_figures_one_a_row(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "--csv", "--data", str(data)))))
    assert all(set(row) == {"about", "game", "name", "figure", "value"} and None not in row.values() for row in rows)
    lines = [json.loads(line) for line in printed(capsys, "--json", "--data", str(data)).splitlines()]
    wins = {row["name"]: int(row["value"]) for row in rows if row["figure"] == "wins"}
    assert wins == {line["player"]: line["wins"] for line in lines if line["about"] == "player"}
    faces = [int(row["value"]) for row in rows if row["name"] == "all" and row["figure"].startswith("face ")]
    assert faces == next(line["counts"] for line in lines if line.get("colour") == "all")


def test_in_words(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "--data", str(data))
    assert "5 games played to the end, 1 unfinished" in said
    assert "Chance gives 1 in 64.8" in said
    assert "さくら" in said
    assert "No sign of a loaded die in" in said or "too few to say anything" in said


def test_the_table_says_which_chance_is_corrected_for_looking_at_several_dice(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in printed(capsys, "--json", "--data", str(data)).splitlines()]
    every = next(line for line in lines if line.get("colour") == "all")
    said = printed(capsys, "--data", str(data)).splitlines()
    head = next(number for number, line in enumerate(said) if "chi-squared" in line)
    assert said[head].split("chi-squared")[1].split() == ["p", "adjusted", "p"]
    assert said[head + 2].split()[-2:] == [f"{every['p']:.3f}", f"{every['p_corrected']:.3f}"]
    assert "p: how often fair dice would come out at least as uneven as this" in said
    told = "adjusted p (Šidák): the same, allowing for several sets having been tested; the verdicts use it"
    assert told in said


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5), (1, 1, 1, 1, 2), (2, 2, 2, 3, 3)])
def test_of_one_set_of_dice_no_chance_is_adjusted(
    faces: tuple[int, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(tmp_path) as journal:
        record = journal.begin("niu-niu-ten", TWO, TWO, "red")
        record.append(Roll(faces), None)
        record.close()
    alone = printed(capsys, "--data", str(tmp_path))
    assert "chi-squared" in alone and "p: how often" in alone and "adjusted" not in alone


def test_a_loaded_die_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns = [Roll((6,) * 5), Roll((1, 1, 5, 6, 3))]  # both are stuck
    with open_journal(tmp_path) as journal:
        record = journal.begin("run-buster", TWO, TWO, "red")
        for action in [Roll((6,) * 6), Keep((6,)), Roll((1, 2, 3, 3, 4, 6)), Keep((3,)), *turns * 6]:
            record.append(action, None)
        record.close()
    said = printed(capsys, "--data", str(tmp_path))
    red = next(line for line in said.splitlines() if line.startswith("red: "))
    assert red == (
        "red: Fair dice are so uneven only once in 1,000,000 times."
        " The 6 came up 100 % of the time: it is loaded, or often misread."
    )


def test_dice_that_the_program_threw_are_counted_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rolls = [Roll((1, 2, 2, 4, 4, 5)), Keep((4, 5)), Roll((1, 1, 3, 3, 6, 6)), Keep((6,))]
    with open_journal(tmp_path) as journal:
        for simulated in (True, False, True):
            record = journal.begin("run-buster", TWO, TWO, "red", simulated=simulated)
            for action in rolls:
                record.append(action, None)
            record.close()
    lines = [json.loads(line) for line in printed(capsys, "--json", "--data", str(tmp_path)).splitlines()]
    dice = {(line["colour"], line["simulated"]): line["dice"] for line in lines if line["about"] == "dice"}
    assert dice == {
        ("all", False): 12, ("red", False): 6, ("blue", False): 6,
        ("all", True): 24, ("red", True): 12, ("blue", True): 12,
    }  # fmt: skip
    assert next(line["unfinished"] for line in lines if line["about"] == "game") == 3
    assert "they say nothing about real dice" in printed(capsys, "--data", str(tmp_path))
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "--csv", "--data", str(tmp_path)))))
    assert {row["name"] for row in rows if row["about"] == "dice"} >= {"red", "simulated red"}


def test_no_journal_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game yet" in printed(capsys, "--data", str(tmp_path))
    (line,) = printed(capsys, "--json", "--data", str(tmp_path)).splitlines()
    assert json.loads(line)["games"] == 0
    assert printed(capsys, "--csv", "--data", str(tmp_path)).startswith("about,game,name,figure,value")


@pytest.mark.parametrize(("game", "rolls", "turns"), [("niu-niu-ten", True, 2), ("liars-dice", False, None)])
def test_other_games_have_no_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, rolls: bool, turns: int | None
) -> None:
    table = Table(by_key(game), TWO)
    if rolls:
        actions: list[Action] = [Roll((1, 1, 2, 2, 4)), Roll((1, 3, 5, 6, 6))]
    else:
        bid, dice = Say("bid", {"count": 9, "face": 4}), (1, 2, 3, 5, 6, 1, 2, 3, 5, 6)
        actions = [Say("rules", {"losses": 1}), bid, Say("open"), Roll(dice)]
    with open_journal(tmp_path) as journal:
        record = journal.begin(game, TWO, TWO, "red")
        for action in actions:
            table.push(action)
            record.append(table.actions[-1], table.outcome())
    lines = [json.loads(line) for line in printed(capsys, "--json", "--data", str(tmp_path)).splitlines()]
    found, one, *_ = lines
    assert (found["games"], found["kills"], found["turns"]) == (1, None, turns)
    assert one["games"] == 1
    assert {one[name] for name in ("kills", "killed", "stuck", "first_turns", "first_turn_wins")} == {None}
    said = printed(capsys, "--data", str(tmp_path))
    assert "wins" in said and "kill" not in said and "stuck" not in said
    assert ("turns" in said) == rolls
    assert "kills" not in printed(capsys, "--csv", "--data", str(tmp_path))


def test_one_way_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["stats", "--json", "--csv"]) == 2
    assert "choose one" in capsys.readouterr().err


def test_a_game_that_cannot_be_followed_is_left_out_and_told(data: Path, tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        broken = journal.begin("run-buster", TWO, TWO, "red")
        broken.append(Roll(FULL), None)
        broken.append(Keep((2, 4)), None)
        broken.close()
        newer = journal.begin("chess", TWO, TWO, "red")
        newer.close()
        counting = Counting(journal)
        counting.more()
        tallies = counting.statistics.tallies
        assert {key: tally.left_out for key, tally in tallies.items()} == {"run-buster": 1, "chess": 1}
        assert counting.statistics.dice == {}


def test_counting_can_wait_between_games(data: Path) -> None:
    with open_journal(data) as journal:
        whole, counting = Counting(journal), Counting(journal)
        whole.more()
        steps = 0
        while not counting.done:
            counting.more(budget_s=0.0)
            steps += 1
            assert counting.counted == steps
        assert steps == counting.total == 6
        assert counting.statistics == whole.statistics
