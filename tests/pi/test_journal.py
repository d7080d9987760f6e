"""The journal: what is committed stays, what is taken back is marked, and nobody's file is ever deleted."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pi.errors import JournalError
from pi.journal import open_journal, read_journal
from rules.game import Keep, Outcome, Roll

PLAYERS = ("red", "blue")
FULL = (1, 2, 3, 4, 5, 6)


def begin(folder: Path):
    journal = open_journal(folder)
    return journal, journal.begin("run-buster", PLAYERS, PLAYERS, "red")


def test_actions_come_back_in_order(tmp_path: Path) -> None:
    journal, record = begin(tmp_path)
    record.append(Roll(FULL), None)
    record.append(Keep((1, 2)), None)
    assert journal.actions(record.id) == (Roll(FULL), Keep((1, 2)))
    again = read_journal(tmp_path)
    assert again is not None
    assert again.game(None).players == PLAYERS
    assert again.actions(1) == (Roll(FULL), Keep((1, 2)))


def test_an_undone_action_is_left_out_but_stays_in_the_journal(tmp_path: Path) -> None:
    journal, record = begin(tmp_path)
    record.append(Roll(FULL), None)
    record.append(Keep(FULL), Outcome("red", None))
    assert journal.game(1).winner == "red"
    record.undo()
    assert journal.actions(1) == (Roll(FULL),)
    assert not journal.game(1).over
    assert journal.game(1).winner is None
    rows = sqlite3.connect(tmp_path / "journal.sqlite3").execute("SELECT undone_at IS NULL FROM actions").fetchall()
    assert rows == [(1,), (0,)]


def test_a_correction_replaces_the_roll_and_its_keep(tmp_path: Path) -> None:
    journal, record = begin(tmp_path)
    record.append(Roll(FULL), None)
    record.append(Keep((1,)), None)
    record.correct(2, Roll((1, 1, 1, 1, 1, 2)), None)
    assert journal.actions(1) == (Roll((1, 1, 1, 1, 1, 2)),)
    rows = sqlite3.connect(tmp_path / "journal.sqlite3").execute("SELECT undone_at IS NULL, correction FROM actions")
    assert rows.fetchall() == [(0, 0), (0, 0), (1, 1)]


def test_every_commit_is_synced(tmp_path: Path) -> None:
    journal, _ = begin(tmp_path)
    assert journal._connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert journal._connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_what_could_not_be_written_is_taken_along_later(tmp_path: Path) -> None:
    journal, record = begin(tmp_path)
    record.append(Roll(FULL), None)
    journal._connection.execute("PRAGMA query_only = ON")  # as a card that has gone read-only
    with pytest.raises(JournalError, match="not being saved"):
        record.append(Keep((1,)), None)
    assert not record.saved
    with pytest.raises(JournalError):
        record.append(Roll((1, 1, 1, 1, 1, 1)), None)
    journal._connection.execute("PRAGMA query_only = OFF")
    record.append(Keep((2,)), None)
    assert record.saved
    assert journal.actions(1) == (Roll(FULL), Keep((1,)), Roll((1, 1, 1, 1, 1, 1)), Keep((2,)))


def test_a_full_disk_is_said_and_the_next_commit_heals(tmp_path: Path) -> None:
    journal, record = begin(tmp_path)
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own "disk full"
    with pytest.raises(JournalError, match="full"):
        for _ in range(2000):
            record.append(Roll(FULL), None)
    journal._connection.execute("PRAGMA max_page_count = 100000")
    record.append(Keep((1,)), None)
    assert record.saved
    assert journal.actions(1)[-1] == Keep((1,))


def test_a_damaged_database_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"this is no database" * 500)
    with pytest.raises(JournalError, match="damaged"):
        read_journal(tmp_path)
    assert path.read_bytes().startswith(b"this is no database")
    with open_journal(tmp_path) as journal:
        assert journal.unfinished() is None
    aside = list(tmp_path.glob("journal.sqlite3.damaged-*"))
    assert [file.read_bytes() for file in aside] == [b"this is no database" * 500]


def test_nothing_that_was_set_aside_is_ever_overwritten(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / "journal.sqlite3").write_bytes(bytes([65 + number]) * 5000)
        open_journal(tmp_path).close()
    aside = sorted(file.read_bytes()[:1] for file in tmp_path.glob("journal.sqlite3.damaged-*"))
    assert aside == [b"A", b"B", b"C"]


def test_a_strangers_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "journal.sqlite3") as stranger:
        stranger.execute("CREATE TABLE recipes (name TEXT)")
    before = (tmp_path / "journal.sqlite3").read_bytes()
    for opens in (open_journal, read_journal):
        with pytest.raises(JournalError, match="another program"):
            opens(tmp_path)
    assert (tmp_path / "journal.sqlite3").read_bytes() == before


def test_a_journal_of_the_first_format_goes_on(tmp_path: Path) -> None:
    journal, record = begin(tmp_path)
    record.append(Roll((1, 1, 2, 3, 4, 6)), None)
    journal.close()
    with sqlite3.connect(tmp_path / "journal.sqlite3") as older:
        older.execute("ALTER TABLE games DROP COLUMN simulated")
        older.execute("PRAGMA user_version = 1")
    older.close()
    with read_journal(tmp_path) as journal:
        assert [row.simulated for row in journal.games()] == [False]
    for _ in range(2):
        with open_journal(tmp_path) as journal:
            journal.begin("run-buster", PLAYERS, PLAYERS, "red", simulated=True).close()
    with read_journal(tmp_path) as journal:
        assert [row.simulated for row in journal.games()] == [False, True, True]
        assert journal.actions(1) == (Roll((1, 1, 2, 3, 4, 6)),)


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    begin(tmp_path)[0].close()
    with sqlite3.connect(tmp_path / "journal.sqlite3") as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="newer"):
        open_journal(tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="--data"):
        open_journal(tmp_path / "file" / "journal")
    with pytest.raises(JournalError, match="is a file"):
        read_journal(tmp_path / "file")


def test_no_journal_yet(tmp_path: Path) -> None:
    assert read_journal(tmp_path / "nothing") is None
    with open_journal(tmp_path) as journal, pytest.raises(JournalError, match="no unfinished game"):
        journal.last_unfinished()
    with open_journal(tmp_path) as journal, pytest.raises(JournalError, match="no game 7"):
        journal.game(7)
    with open_journal(tmp_path) as journal, pytest.raises(JournalError, match="no game yet"):
        journal.game(None)


def test_unfinished_games_are_peoples_own_or_simulated(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        for simulated in (False, True):
            journal.begin("run-buster", ("a", "b"), ("red", "blue"), "a", simulated=simulated)
        assert [journal.last_unfinished(simulated=kind).id for kind in (False, True, None)] == [1, 2, 2]
    with open_journal(tmp_path / "other") as journal:
        journal.begin("run-buster", ("a", "b"), ("red", "blue"), "a", simulated=True)
        assert journal.unfinished(simulated=False) is None
        assert journal.last_unfinished(simulated=False).id == 1  # somebody asked for it in so many words


PLAYS_A_GAME = """
import sys
from pathlib import Path
from pi.journal import open_journal
record = open_journal(Path(sys.argv[1])).begin("run-buster", ("a", "b"), ("red", "blue"), "a")
print("playing", flush=True)
sys.stdin.read()
"""


def test_a_game_in_play_is_nobody_elses_until_its_program_dies(tmp_path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", PLAYS_A_GAME, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "playing\n"
    with open_journal(tmp_path) as journal:
        row = journal.last_unfinished()
        with pytest.raises(JournalError, match="being played"):
            journal.resume(row)
        other.kill()
        other.wait()
        journal.resume(row).append(Roll(FULL), None)
        assert journal.actions(row.id) == (Roll(FULL),)
    other.stdout.close()


def test_two_programs_write_into_one_folder(tmp_path: Path) -> None:
    one, record_one = begin(tmp_path)
    two, record_two = begin(tmp_path)
    for _ in range(5):
        record_one.append(Roll(FULL), None)
        record_two.append(Keep((1,)), None)
    assert (record_one.id, record_two.id) == (1, 2)
    assert one.actions(2) == (Keep((1,)),) * 5
    assert two.actions(1) == (Roll(FULL),) * 5


def test_several_who_won_are_told_as_such(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        record = journal.begin("niu-niu-ten", ("a", "b", "c"), ("red", "blue", "green"), "a")
        record.append(Roll((1, 2, 3, 4, 5)), Outcome(None, None, ("a", "c")))
        told = journal.game(None).to_dict()
        assert (told["over"], told["winner"], told["winners"]) == (True, None, ["a", "c"])
        record.append(Roll((1, 2, 3, 4, 5)), Outcome("b", None, ("b",)))
        told = journal.game(None).to_dict()
        assert told["winner"] == "b" and "winners" not in told
