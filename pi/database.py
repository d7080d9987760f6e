"""The journal's file: opened to survive a pulled plug, never mistaken for a stranger's, never deleted."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from pi.errors import JournalError

FILE_NAME = "journal.sqlite3"
APPLICATION_ID = 0x43525550  # "CRUP" in SQLite's header: tells our database from a stranger's
SCHEMA_VERSION = 2
BUSY_S = 5.0  # how long a commit waits for another program that writes to the same database
SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    players TEXT NOT NULL,          -- JSON list of names in seat order
    colours TEXT NOT NULL,          -- JSON list of colours in seat order
    first TEXT NOT NULL,
    started TEXT NOT NULL,          -- UTC
    over INTEGER NOT NULL DEFAULT 0,
    winner TEXT,
    drinks TEXT,
    simulated INTEGER NOT NULL DEFAULT 0    -- 1: the dice were thrown by the program, as in the demo
);
CREATE TABLE actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games(id),
    at TEXT NOT NULL,               -- UTC
    action TEXT NOT NULL,           -- JSON, as `croupier referee` takes it
    undone_at TEXT,                 -- UTC, when it was taken back; such actions stay in the journal
    correction INTEGER NOT NULL DEFAULT 0  -- 1: a person said that the roll really was this
);
CREATE INDEX actions_of_game ON actions(game_id, id);
"""


class DamagedError(Exception):
    """SQLite says that the file is no database, or a broken one."""


def open_to_write(path: Path) -> sqlite3.Connection:
    """A connection that survives a pulled plug: write-ahead log, and a sync at each commit."""
    connection = sqlite3.connect(path, timeout=BUSY_S)
    connection.row_factory = sqlite3.Row
    try:
        new = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not new:
            _check_ours(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if new:
            _make(connection)
        else:
            _bring_up_to_date(connection)
            connection.execute("BEGIN IMMEDIATE").execute("ROLLBACK")  # finds a read-only database now, not in mid-game
    except sqlite3.Error as error:
        connection.close()
        raise _judged(error) from error
    return connection


def _make(connection: sqlite3.Connection) -> None:
    """The tables; another program may be making them at the same moment."""
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        for statement in SCHEMA.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """What older formats lack, in one step; another program may be adding it at the same moment."""
    connection.execute("BEGIN IMMEDIATE")
    if connection.execute("PRAGMA user_version").fetchone()[0] < SCHEMA_VERSION:
        connection.execute("ALTER TABLE games ADD COLUMN simulated INTEGER NOT NULL DEFAULT 0")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def open_to_read(path: Path) -> sqlite3.Connection:
    """A read-only connection, also where nothing may be written beside the file, as on a card mounted read-only."""
    problem: sqlite3.Error | None = None
    for how in ("mode=ro", "immutable=1"):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_S)
        connection.row_factory = sqlite3.Row
        try:
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                _check_ours(connection, path)
            else:
                connection.close()
                connection = sqlite3.connect(":memory:")
                connection.row_factory = sqlite3.Row
                _make(connection)
            return connection
        except sqlite3.Error as error:
            connection.close()
            problem = problem or error
    assert problem is not None
    raise _judged(problem)


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """JournalError for a stranger's database, or one of a newer Croupier; sqlite3.DatabaseError for a broken one."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        connection.close()
        raise JournalError(f"{path} is a database of another program; give another folder with --data DIR")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        connection.close()
        raise JournalError(f"{path} was written by a newer Croupier (format {version}); update this one")
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict.splitlines()[-1]}")


def _judged(error: sqlite3.Error) -> Exception:
    """The error as it is, or as damage of the file."""
    code = getattr(error, "sqlite_errorcode", None)
    broken = code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT} or str(error).startswith("malformed")
    return DamagedError(str(error)) if broken else error


def set_aside(path: Path) -> Path:
    """Rename the database and its log; nothing is ever deleted."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside, number = path.with_name(f"{path.name}.damaged-{stamp}"), 1
    while aside.exists():  # renaming onto it would delete it
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    path.rename(aside)
    for suffix in ("-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + suffix))
    return aside
