"""Power cuts, played by copying the journal's files between writes; and disks that take no more."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from pi.game_in_play import GameInPlay
from pi.journal import Journal, open_journal
from pi.telling import Circle
from rules.events import Event
from rules.game import Action, Keep, Outcome, Roll
from rules.games import by_key
from rules.protocol import Correct, Undo
from rules.referee import Ask, Referee
from rules.table import Table

SEATS = ("red", "blue")
FILE = "journal.sqlite3"
GAME = (
    Roll((1, 2, 3, 4, 1, 1)),
    Keep((1, 2, 3, 4)),
    Roll((5, 6, 1, 1, 1, 1)),  # kills
    Correct((5, 5, 1, 1, 1, 1)),  # and did not
    Keep((1,)),
    Undo(),
    Keep((5,)),
    Roll((5, 6)),
    Keep((1, 2, 3, 4, 5, 6)),
)
"""A game with a kill that was misread, a keep that was taken back, and an end."""


class Cuts:
    """Copies the journal's files whenever anybody is told anything, as a pulled plug would leave them."""

    def __init__(self, folder: Path, copies: Path) -> None:
        self._folder, self._copies = folder, copies
        self.table: Table | None = None
        self.taken: list[tuple[Path, tuple[Action, ...]]] = []

    def take(self) -> None:
        """One copy, and what people had been told by then."""
        assert self.table is not None
        copy = self._copies / f"{len(self.taken):03d}"
        copy.mkdir(parents=True)
        for file in self._folder.glob(f"{FILE}*"):
            shutil.copyfile(file, copy / file.name)
        self.taken.append((copy, self.table.actions))

    def listen(self, event: Event) -> None:
        self.take()

    def ask(self, question: Ask) -> None:
        pass


def played(journal: Journal, cuts: Cuts, checkpoint_at: int | None = None) -> None:
    """The whole game; at one place the write-ahead log is folded into the database, as SQLite does by itself."""
    table = Table(by_key("run-buster"), SEATS, "red")
    cuts.table = table
    record = journal.begin("run-buster", SEATS, SEATS, "red")
    game = GameInPlay(table, Referee(table), record, Circle([cuts]))
    game.open()
    for number, request in enumerate(GAME):
        if number == checkpoint_at:
            journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cuts.take()
        assert game.accept(request)
    cuts.take()


@pytest.mark.parametrize("checkpoint_at", [None, 0, 4, 8])
def test_what_was_told_is_there_after_a_power_cut(tmp_path: Path, checkpoint_at: int | None) -> None:
    cuts = Cuts(tmp_path / "live", tmp_path / "cuts")
    with open_journal(tmp_path / "live") as journal:
        played(journal, cuts, checkpoint_at)
    assert len(cuts.taken) > 12
    for copy, told in cuts.taken:
        with open_journal(copy) as resumed:
            row = resumed.game(1)
            assert resumed.actions(1) == told
            table = Table.replay(by_key(row.game), row.players, row.first, resumed.actions(1))
            assert row.over == (table.outcome() is not None)
            if not row.over:
                resumed.resume(row).append(_next(table), table.outcome())
                assert resumed.actions(1) == (*told, _next(table))


def _next(table: Table) -> Action:
    """Any action that may follow."""
    position = table.position
    return Keep(position.options[0]) if position.options else Roll((1,) * position.dice)


def test_without_the_write_ahead_log_what_was_folded_in_is_there(tmp_path: Path) -> None:
    """A card that loses the newest file keeps a whole, older game: never half of an action, never a damaged file."""
    cuts = Cuts(tmp_path / "live", tmp_path / "cuts")
    with open_journal(tmp_path / "live") as journal:
        played(journal, cuts, checkpoint_at=4)
    told = [actions for _, actions in cuts.taken]
    found = set()
    for copy, _ in cuts.taken:
        for beside in copy.glob(f"{FILE}-*"):
            beside.unlink()
        with open_journal(copy) as resumed:
            rows = list(resumed.games())
            actions = resumed.actions(1) if rows else ()
            assert actions in told
            found.add(actions)
        assert not list(copy.glob("*damaged*"))
    assert len(found) > 1  # before and after the log was folded in


def test_a_log_that_was_cut_short_ends_at_a_whole_action(tmp_path: Path) -> None:
    cuts = Cuts(tmp_path / "live", tmp_path / "cuts")
    with open_journal(tmp_path / "live") as journal:
        played(journal, cuts)
    told = [actions for _, actions in cuts.taken]
    copy, _ = cuts.taken[-1]
    log = copy / f"{FILE}-wal"
    whole = log.read_bytes()
    lengths = {len(whole) * part // 23 for part in range(23)}
    for length in sorted(lengths):
        cut = tmp_path / f"cut-{length}"
        cut.mkdir()
        shutil.copyfile(copy / FILE, cut / FILE)
        (cut / f"{FILE}-wal").write_bytes(whole[:length])
        with open_journal(cut) as resumed:
            assert (resumed.actions(1) if list(resumed.games()) else ()) in told
        assert not list(cut.glob("*damaged*"))


def test_a_disk_that_is_full_from_the_first_action_on(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        record = journal.begin("run-buster", SEATS, SEATS, "red")
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        game = _open(journal, record)
        for _ in range(120):
            assert game.accept(Roll((1, 1, 1, 1, 1, 2)))
            assert game.accept(Undo())
        assert not game.record.saved
        journal._connection.execute("PRAGMA max_page_count = 100000")
        assert game.accept(Roll((1, 1, 1, 1, 1, 3)))
        assert game.record.saved
        assert journal.actions(1) == (Roll((1, 1, 1, 1, 1, 3)),)


def _open(journal: Journal, record: object) -> GameInPlay:
    table = Table(by_key("run-buster"), SEATS, "red")
    return GameInPlay(table, Referee(table), record, Circle([]))  # type: ignore[arg-type]


def test_the_oldest_finished_games_go(tmp_path: Path) -> None:
    with open_journal(tmp_path, most_games=3) as journal:
        for number in range(8):
            record = journal.begin("run-buster", SEATS, SEATS, "red")
            record.append(Roll((1, 2, 3, 4, 5, 6)), None)
            if number != 1:
                record.append(Keep((1, 2, 3, 4, 5, 6)), Outcome("red", None))
            record.close()
        assert [row.id for row in journal.games()] == [2, 6, 7, 8]
        assert journal.actions(1) == ()
        assert journal.begin("run-buster", SEATS, SEATS, "red").id == 9
    rows = sqlite3.connect(tmp_path / FILE).execute("SELECT DISTINCT game_id FROM actions ORDER BY 1").fetchall()
    assert rows == [(2,), (7,), (8,)]
