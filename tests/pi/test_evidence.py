"""The evidence: which picture is kept of what, and what a correction says of the dice."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from pi.album import Album, load
from pi.config import load_settings
from pi.crops import export_crops
from pi.errors import JournalError, TrayError
from pi.evidence import CROPS, DRAWN, PICTURES, Evidence, open_evidence, reading_of
from pi.game_in_play import GameInPlay
from pi.journal import Journal, open_journal
from pi.replay import ALL, find_replay, tell, write_pictures
from pi.telling import Circle
from rules.game import Keep, Roll, Say
from rules.games import by_key
from rules.protocol import Correct, Undo, request_from_dict
from rules.referee import Lying, Referee
from rules.table import Table
from vision.frame import Frame
from vision.reading import Box, Die, Reading
from vision.settle import Change

SEATS = ("red", "blue")


class Tray:
    """A game whose camera is moved by hand: each tray is another level of grey, so that pictures can be told apart."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.evidence: Evidence = open_evidence(folder, load_settings().data)
        table = Table(by_key("run-buster"), SEATS, "red")
        record = journal.begin("run-buster", SEATS, SEATS, "red")
        self.evidence.follow(record)
        self.game = GameInPlay(table, Referee(table), record, Circle([self.evidence]))
        self.level = 0

    def lies(self, *faces: int | None) -> int:
        """Dice come to rest; gives the level of grey of the picture."""
        self.level += 20
        dice = tuple(
            Die(face, face is not None, 0.9, Box(10 + 24 * place, 20, 20, 20), "red")
            for place, face in enumerate(faces)
        )
        pixels = np.full((60, 200, 3), self.level, np.uint8)
        reading = Reading(dice, 200, 60)
        frame = Frame(pixels, self.level / 10)
        self.evidence.look(frame, Change(frame.t_s, "settled" if dice else "empty", reading))
        self.game.see(tuple(Lying(face, "red", 10.0 + 24 * place, 30.0) for place, face in enumerate(faces)))
        pixels[:] = 255  # a camera that fills the same memory again
        return self.level


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    with open_journal(tmp_path) as opened:
        yield opened


def levels(folder: Path, album: str = PICTURES) -> list[tuple[str, int]]:
    """Action and level of grey of each picture that is kept."""
    found = []
    for page in Album(folder / album, ALL).pages():
        pixels, note = load(page.path)
        found.append((note.get("action", ""), round(float(pixels.mean()))))
    return found


def test_every_roll_and_keep_has_the_picture_it_was_judged_from(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    tray.lies()
    roll = tray.lies(2, 2, 4, 5, 5, 6)
    keep = tray.lies(2, 2, 5)
    tray.lies()
    assert levels(tmp_path) == [("roll", roll), ("keep", keep)]
    pages = Album(tmp_path / PICTURES, ALL).pages()
    assert [page.label.action for page in pages] == [1, 2]
    note = load(pages[0].path)[1]
    assert (note["player"], note["faces"]) == ("red", [2, 2, 4, 5, 5, 6])
    assert reading_of(note).faces == (2, 2, 4, 5, 5, 6)
    assert tray.evidence.latest.event.hand == (4, 5, 6)


def test_a_corrected_roll_keeps_the_picture_that_was_misread(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    roll = tray.lies(1, 1, 1, 1, 2, 3)
    keep = tray.lies(1, 1, 1, 1)
    tray.lies()
    assert tray.game.accept(Correct((1, 1, 1, 1, 2, 4)))
    assert levels(tmp_path) == [("roll", roll), ("keep", keep), ("roll", roll)]
    [crop] = Album(tmp_path / CROPS, ALL).pages()
    note = load(crop.path)[1]
    assert (note["pips"], note["read"]["pips"]) == (4, 3)
    assert note["box"] == [8, 8, 20, 20]


def test_a_correction_after_a_power_cut_finds_the_old_picture(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    roll = tray.lies(1, 1, 1, 1, 2, 3)
    tray.game.record.close()
    row = journal.last_unfinished()
    table = Table.replay(by_key("run-buster"), row.players, row.first, journal.actions(row.id))
    evidence = open_evidence(tmp_path, load_settings().data)
    record = journal.resume(row)
    evidence.follow(record)
    game = GameInPlay(table, Referee(table), record, Circle([evidence]))
    evidence.look(Frame(np.full((60, 200, 3), 250, np.uint8), 0.0), None)
    assert game.accept(Correct((1, 1, 1, 1, 5, 3)))
    assert levels(tmp_path) == [("roll", roll), ("roll", roll)]
    assert len(Album(tmp_path / CROPS, ALL).pages()) == 1


def test_a_die_that_people_named_is_kept_with_its_name(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    tray.lies(1, 1, 1, 1, None, 3)
    assert tray.game.accept(Roll((1, 1, 1, 1, 3, 6)))
    [crop] = Album(tmp_path / CROPS, ALL).pages()
    assert load(crop.path)[1]["pips"] == 6
    out = tmp_path / "out"
    lines: list[str] = []
    export_crops(tmp_path, None, out, lines.append)
    [label] = [json.loads(line) for line in (out / "labels.jsonl").read_text().splitlines()]
    assert [json.loads(line) for line in lines] == [label]
    assert label["faces"] == [6] and label["read"] is None and label["boxes"] == [[8, 8, 20, 20, 6]]
    assert (label["width"], label["height"]) == (36, 36)
    assert (out / label["file"]).exists()
    with pytest.raises(JournalError, match="no game 9"):
        export_crops(tmp_path, 9, out, lines.append)


def test_drawn_trays_drive_no_real_ones_out(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    tray.lies(1, 1, 1, 1, None, 3)
    assert tray.game.accept(Roll((1, 1, 1, 1, 3, 6)))
    before = levels(tmp_path), levels(tmp_path, CROPS)
    tray.evidence = open_evidence(tmp_path, load_settings().data, drawn=True)
    tray.evidence.follow(tray.game.record)
    tray.game._circle = Circle([tray.evidence])
    tray.game.accept(Undo())
    tray.lies()
    again = tray.lies(2, 2, 2, 2, 2, 4)
    assert (levels(tmp_path), levels(tmp_path, CROPS)) == before
    assert levels(tmp_path, DRAWN) == [("roll", again)]
    assert find_replay(tmp_path, None).steps[-1].picture is not None


def test_an_undone_roll_is_no_correction(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    tray.lies(1, 1, 1, 1, 2, 3)
    tray.game.accept(Undo())
    tray.lies()
    again = tray.lies(2, 2, 2, 2, 2, 4)
    assert levels(tmp_path)[-1] == ("roll", again)
    assert not Album(tmp_path / CROPS, ALL).pages()


def test_pictures_that_cannot_be_kept_stop_no_game(
    journal: Journal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / PICTURES).write_text("a file in the way")
    tray = Tray(journal, tmp_path)
    with caplog.at_level(logging.WARNING):
        tray.lies(2, 2, 4, 5, 5, 6)
        tray.lies(2, 2, 5)
    assert journal.actions(1) == (Roll((2, 2, 4, 5, 5, 6)), Keep((4, 5, 6)))
    assert len(caplog.records) == 1
    assert "not being kept" in caplog.text
    assert tray.evidence.latest is not None


def test_a_game_that_is_not_saved_has_no_pictures(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    journal._connection.execute("PRAGMA query_only = ON")
    tray.lies(2, 2, 4, 5, 5, 6)
    assert levels(tmp_path) == []
    journal._connection.execute("PRAGMA query_only = OFF")
    keep = tray.lies(2, 2, 5)
    assert levels(tmp_path) == [("keep", keep)]


def test_a_game_is_replayed_in_words_and_pictures(journal: Journal, tmp_path: Path) -> None:
    tray = Tray(journal, tmp_path)
    tray.lies(1, 1, 1, 1, 2, 3)
    tray.game.accept(Correct((1, 1, 1, 1, 2, 2)))
    tray.lies(1, 1, 1, 1)
    next(iter((tmp_path / PICTURES).glob("*_1_2.jpg"))).unlink()
    replay = find_replay(tmp_path, None)
    lines: list[str] = []
    tell(replay, lines.append)
    assert lines[0] == "  1  red rolls 1 1 1 1 2 2 (as people said)"
    out = tmp_path / "out"
    lines.clear()
    write_pictures(replay, out, lines.append)
    assert "no picture is kept" in lines[0]
    assert replay.view(1).table.frame is None
    assert replay.view(99).step == len(replay.steps)


def test_nothing_to_replay(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no game yet"):
        find_replay(tmp_path / "nothing", None)
    with open_journal(tmp_path) as journal:
        journal.begin("run-buster", SEATS, SEATS, "red")
    with pytest.raises(JournalError, match="nothing was rolled"):
        find_replay(tmp_path, None)


@pytest.mark.parametrize(
    ("game", "lines", "told"),
    [
        (
            "liars-dice",
            ['{"action":"rules","losses":1}', '{"action":"bid","count":5,"face":4}', '{"action":"open"}',
             '{"action":"roll","faces":[1,2,3,4,4,5,5,5,6,6]}'],
            ["First bid: 1. Ones wild: until called. Zhai: yes, and back: no. Losses: 1",
             "red bids 5 × 4",
             "blue opens red's bid of 5 × 4",
             "In view: 1 2 3 4 4 5 5 5 6 6; 3 × 4 in all, 1 wild one among them; 5 were bid; "
            "red loses the round, 1 so far; blue wins!"],
        ),
        (
            "tally-up",
            ['{"action":"roll","faces":[6,3,2],"colours":["red","green","blue"]}', '{"action":"in","player":"blue"}',
             '{"action":"out","player":"red"}'],
            ["red has chosen red, green, blue; red rolls 2 3 6; 140 points: 140 are at stake",
             "blue stays in",
             "red is out with 140 points"],
        ),
    ],
)  # fmt: skip
def test_other_games_are_replayed_in_their_own_words(
    tmp_path: Path, game: str, lines: list[str], told: list[str]
) -> None:
    with open_journal(tmp_path) as journal:
        record = journal.begin(game, SEATS, SEATS, "red")
        table = Table(by_key(game), SEATS, "red")
        for line in lines:
            action = request_from_dict(json.loads(line), game=table.game)
            assert isinstance(action, Roll | Say)
            table.push(action)
            record.append(table.actions[-1], table.outcome())
    said: list[str] = []
    tell(find_replay(tmp_path, None), said.append)
    assert said == [f"{number:3}  {line}" for number, line in enumerate(told, start=1)]


def test_crops_without_any_die_that_was_named(
    journal: Journal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrayError, match="cannot be written"):
        export_crops(tmp_path, None, tmp_path / "file", print)
    export_crops(tmp_path, None, tmp_path / "out", print)
    [record] = caplog.records
    assert "nothing is written to" in record.getMessage()
    assert list((tmp_path / "out").iterdir()) == []
