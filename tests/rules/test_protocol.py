"""The lines of `croupier referee`: every refusal in its order, and whatever else people may type."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.events import Undone
from rules.game import Action, IllegalAction, Keep, Roll
from rules.games import by_key
from rules.games.run_buster import FULL, RunBuster
from rules.protocol import (
    Correct,
    action_from_dict,
    action_to_dict,
    event_to_dict,
    parse,
    respond,
    serve,
    to_line,
)
from rules.table import Table

GAME = RunBuster()
ROLL = '{"action":"roll","faces":[1,1,1,1,1,2]}'
KEEP = '{"action":"keep","hand":[1,2]}'


def session(*lines: str, players: tuple[str, ...] = ("red", "blue"), first: str | None = None) -> list[dict[str, Any]]:
    """Everything a session is answered with."""
    written: list[str] = []
    serve(lines, written.append, GAME, players, first)
    assert not any("\n" in line for line in written)
    return [json.loads(line) for line in written]


def reason(*lines: str) -> str:
    """Why the last line is refused."""
    last = session(*lines)[-1]
    assert last["event"] == "refused", last
    assert last["message"]
    return str(last["reason"])


def test_a_session_to_the_letter() -> None:
    written: list[str] = []
    serve([ROLL + "\n", "  \n", KEEP, '{"action":"undo"}'], written.append, GAME, ("red", "blue"), None)
    assert written == [
        '{"event":"turn","player":"red","dice":6}',
        '{"event":"rolled","player":"red","faces":[1,1,1,1,1,2]}',
        '{"event":"options","player":"red","hands":[[1],[1,2],[2]]}',
        '{"event":"kept","player":"red","hand":[1,2]}',
        '{"event":"turn","player":"blue","dice":6}',
        '{"event":"undone","action":{"action":"keep","hand":[1,2]}}',
        '{"event":"options","player":"red","hands":[[1],[1,2],[2]]}',
    ]


def test_first_may_be_named() -> None:
    assert session(first="blue") == [{"event": "turn", "player": "blue", "dice": 6}]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "null",
        "3",
        '"roll"',
        "[]",
        "[" * 100_000,
        '{"action":' + "[" * 100_000,
        '{"action":"roll","faces":[NaN]}',
        '{"action":"roll","faces":[Infinity]}',
        ROLL + ROLL,
        "\ufeff" + ROLL,
        "{'action':'undo'}",
        b'{"action":"undo","x":"\xff"}'.decode("utf-8", "surrogateescape"),
    ],
)
def test_what_is_no_json_object(line: str) -> None:
    assert reason(line) == "bad-json"


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '{"action":"fly"}',
        '{"action":"Roll","faces":[1]}',
        '{"action":["roll"],"faces":[1]}',
        '{"action":null}',
        '{"action":"roll"}',
        '{"action":"roll","hand":[1]}',
        '{"action":"roll","faces":"123456"}',
        '{"action":"roll","faces":null}',
        '{"action":"roll","faces":{"1":1}}',
        '{"action":"keep"}',
        '{"action":"keep","faces":[1]}',
        '{"action":"keep","hand":4}',
        '{"action":"roll","faces":[1,1,1,1,1,1],"player":null}',
        '{"action":"roll","faces":[1,1,1,1,1,1],"player":7}',
        '{"action":"roll","faces":[1,1,1,1,1,1],"player":["red"]}',
        '{"action":"correct","faces":[1,1,1,1,1,1]}',
    ],
)
def test_what_is_no_action(line: str) -> None:
    assert reason(ROLL, line) == "bad-action"


def test_the_order_of_reasons() -> None:
    assert reason('{"action":"roll","faces":["x"],"player":"blue"}') == "wrong-player"
    assert reason('{"action":"keep","hand":[9],"player":"nobody"}') == "wrong-player"
    assert reason('{"action":"keep","hand":[9],"player":"red"}') == "not-now"
    assert reason(ROLL, '{"action":"roll","faces":[9]}') == "not-now"
    assert reason('{"action":"undo"}') == "not-now"
    assert reason('{"action":"roll","faces":[0]}') == "bad-face"
    assert reason('{"action":"roll","faces":[1,1,1,1,1,1,1]}') == "wrong-dice-count"
    assert reason(ROLL, '{"action":"keep","hand":[1,2,7]}') == "bad-face"
    assert reason(ROLL, '{"action":"keep","hand":[1,1]}') == "illegal-hand"
    assert reason(ROLL, '{"action":"keep","hand":[]}') == "illegal-hand"
    assert reason(ROLL, '{"action":"keep","hand":[2,3]}') == "illegal-hand"


@pytest.mark.parametrize(
    "face",
    ["true", "false", "null", "3.0", "6.5", '"5"', "[2]", "{}", "0", "7", "-1", "1" * 5000, "-" + "9" * 5000, "1e999"],
)
def test_what_is_no_face(face: str) -> None:
    assert reason(f'{{"action":"roll","faces":[1,1,1,1,1,{face}]}}') == "bad-face"
    assert reason(ROLL, f'{{"action":"keep","hand":[{face}]}}') == "bad-face"


def test_once_the_game_is_over_only_undo_is_heard() -> None:
    over = ('{"action":"roll","faces":[1,2,3,4,5,6]}', '{"action":"keep","hand":[1,2,3,4,5,6]}')
    assert session(*over)[-1] == {"event": "won", "player": "red"}
    assert reason(*over, '{"action":"roll","faces":[9],"player":"nobody"}') == "not-now"
    assert reason(*over, '{"action":"keep","hand":[1],"player":"blue"}') == "not-now"
    assert session(*over, '{"action":"undo","player":7}')[-1]["event"] == "options"


def test_a_player_of_an_undo_is_ignored() -> None:
    for player in ('"nobody"', "null", "7"):
        assert session(ROLL, f'{{"action":"undo","player":{player}}}')[-1] == {
            "event": "turn",
            "player": "red",
            "dice": 6,
        }


def test_of_a_repeated_field_the_last_counts() -> None:
    assert session('{"action":"fly","action":"roll","faces":[1,1,1,1,1,2]}')[1]["event"] == "rolled"


def test_names_of_every_script_and_none_stay_one_line_of_utf8() -> None:
    assert session(players=("赤", "青"))[0]["player"] == "赤"
    written: list[str] = []
    lone = '{"action":"roll","faces":[1,1,1,1,1,1],"player":"\\ud800"}'
    serve([lone], written.append, GAME, ("赤", "青"), None)
    assert json.loads(written[-1].encode("utf-8"))["reason"] == "wrong-player"


def test_corrections_are_taken_where_they_are_allowed() -> None:
    line = '{"action":"correct","faces":[1,1,1,1,1,3]}'
    assert parse(line, corrections=True) == Correct((1, 1, 1, 1, 1, 3))
    play = Table(GAME, ("red", "blue"))
    play.push(Roll((1, 1, 1, 1, 1, 2)))
    events = respond(play, line, corrections=True)
    assert events[0] == Undone(Roll((1, 1, 1, 1, 1, 2)))
    assert play.actions == (Roll((1, 1, 1, 1, 1, 3)),)


@given(st.text(max_size=80))
def test_no_line_breaks_the_referee(line: str) -> None:
    play = Table(GAME, ("red", "blue"))
    for event in respond(play, line):
        to_line(event_to_dict(event)).encode("utf-8")
    assert play.actions == ()


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["action", "faces", "hand", "player"]),
                inner | st.sampled_from(["roll", "keep", "undo"]),
            )
        ),
    )
)
def test_no_json_breaks_the_referee(value: object) -> None:
    play = Table(GAME, ("red", "blue"))
    for event in respond(play, json.dumps(value)):
        to_line(event_to_dict(event)).encode("utf-8")


@pytest.mark.parametrize("action", [Roll((1, 2)), Roll((1, 2), "red"), Keep((5, 6)), Keep((5,), "blue")])
def test_actions_go_to_records_and_back(action: Action) -> None:
    assert action_from_dict(json.loads(to_line(action_to_dict(action)))) == action


def test_only_rolls_and_keeps_are_stored() -> None:
    with pytest.raises(IllegalAction):
        action_from_dict({"action": "undo"})


def _plain_referee(players: tuple[str, str], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Two-player sessions of legal actions, told by sets alone: an independent judge."""
    hands: dict[str, set[int]] = {player: set() for player in players}
    mover, rolled = 0, set[int]()
    told: list[dict[str, Any]] = [{"event": "turn", "player": players[0], "dice": 6}]
    runs = sorted(list(range(low, high)) for low in range(1, 7) for high in range(low + 1, 8))
    for line in lines:
        me, other = players[mover], players[1 - mover]
        if line["action"] == "roll":
            rolled = set(line["faces"])
            told.append({"event": "rolled", "player": me, "faces": sorted(line["faces"])})
            lacking = set(FULL) - hands[other]
            if hands[other] and not lacking - rolled:
                killed = {"hand": sorted(hands[other]), "complement": sorted(lacking)}
                told.append({"event": "killed", "player": me, "victim": other, **killed})
                hands[other] = set()
            legal = [run for run in runs if hands[me] < set(run) and not set(run) - hands[me] - rolled]
            if legal:
                told.append({"event": "options", "player": me, "hands": legal})
                continue
            told.append({"event": "stuck", "player": me, "hand": sorted(hands[me])})
        else:
            hands[me] = set(line["hand"])
            told.append({"event": "kept", "player": me, "hand": sorted(line["hand"])})
            if len(hands[me]) == 6:
                return [*told, {"event": "won", "player": me}]
        mover = 1 - mover
        told.append({"event": "turn", "player": players[mover], "dice": 6 - len(hands[players[mover]])})
    return told


@pytest.mark.parametrize("seed", range(20))
def test_whole_games_agree_with_an_independent_judge(seed: int) -> None:
    chance = random.Random(seed)
    play = Table(GAME, ("red", "blue"))
    lines: list[dict[str, Any]] = []
    while not play.outcome():
        position = play.position
        if position.awaits == "roll":
            faces = [chance.randint(1, 6) for _ in range(position.dice)]
            lines.append({"action": "roll", "faces": faces})
            play.push(Roll(tuple(faces)))
        else:
            hand = list(chance.choice(position.options))
            play.push(Keep(tuple(hand)))
            lines.append({"action": "keep", "hand": chance.sample(hand, len(hand))})
    assert session(*map(json.dumps, lines)) == _plain_referee(("red", "blue"), lines)


# --- the words of other games


def said(game: str, *lines: dict[str, object]) -> list[dict[str, Any]]:
    """All that a session is told, the first prompt included."""
    told: list[str] = []
    serve([json.dumps(line) for line in lines], told.append, by_key(game), ("anna", "ben"), None)
    return [json.loads(line) for line in told]


def test_an_undone_action_is_told_without_what_may_be_left_out() -> None:
    bid = {"action": "bid", "count": 3, "face": 4}
    told = said("liars-dice", {**bid, "player": "anna", "zhai": False}, {"action": "undo"})
    assert {"event": "undone", "action": bid} in told
    told = said("liars-dice", {**bid, "zhai": True}, {"action": "undo"})
    assert {"event": "undone", "action": {**bid, "zhai": True}} in told
    told = said("niu-niu-ten", {"action": "rules", "ties": "banker", "player": "ben"}, {"action": "undo"})
    assert {"event": "undone", "action": {"action": "rules", "ties": "banker"}} in told
    roll = {"action": "roll", "faces": [6, 3, 2], "colours": ["red", "green", "blue"]}
    told = said("tally-up", roll, {"action": "in", "player": "ben"}, {"action": "undo"})
    assert {"event": "undone", "action": {"action": "in", "player": "ben"}} in told


@pytest.mark.parametrize(
    ("game", "line", "reason"),
    [
        ("liars-dice", {"action": "rules", "losses": 1, "player": "zoe"}, "wrong-player"),
        ("niu-niu-ten", {"action": "rules", "player": "zoe"}, "wrong-player"),
        ("tally-up", {"action": "rules", "goal": 0, "player": "zoe"}, "wrong-player"),
        ("liars-dice", {"action": "rules", "zhai": "maybe", "player": "zoe"}, "bad-action"),
        ("liars-dice", {"action": "rules", "least": 2.5}, "bad-action"),
        ("liars-dice", {"action": "rules", "least": True}, "bad-action"),
        ("liars-dice", {"action": "rules", "least": "many"}, "bad-option"),
        ("liars-dice", {"action": "rules", "losses": "3"}, "bad-action"),
        ("liars-dice", {"action": "rules", "losses": 0}, "bad-option"),
        ("liars-dice", {"action": "rules", "ones": None}, "bad-action"),
        ("liars-dice", {"action": "rules", "dice": 5}, "bad-option"),
        ("niu-niu-ten", {"action": "rules", "banker": 1}, "bad-action"),
        ("niu-niu-ten", {"action": "rules", "banker": "zoe"}, "bad-option"),
        ("liars-dice", {"action": "bid", "count": 3, "face": "4"}, "bad-action"),
        ("liars-dice", {"action": "bid", "count": 3.0, "face": 4}, "bad-action"),
        ("liars-dice", {"action": "bid", "count": 3, "face": True}, "bad-face"),
        ("liars-dice", {"action": "bid", "count": 3, "face": 7}, "bad-face"),
    ],
)
def test_fields_of_the_wrong_type_and_of_the_wrong_value(game: str, line: dict[str, object], reason: str) -> None:
    assert said(game, line)[-1].get("reason") == reason
