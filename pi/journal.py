"""The journal: every game and every action in SQLite, committed before anyone is told."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import platformdirs

from pi import database
from pi.claim import Claim
from pi.errors import JournalError
from rules.game import Action, Outcome
from rules.protocol import action_from_dict, action_to_dict

_log = logging.getLogger(__name__)


AND = ", "
"""Between the names of several who won; none has a comma."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of the journal, as `croupier games` tells it."""

    id: int
    game: str
    players: tuple[str, ...]
    """In seat order."""
    colours: tuple[str, ...]
    """In seat order."""
    first: str
    started: str
    """UTC, such as 2026-11-29T20:11:48Z."""
    over: bool
    winner: str | None
    """Who won; where several did, all of them with AND between."""
    drinks: str | None
    simulated: bool = False
    """The dice were thrown by the program."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `games --json`; several who won are `winners`, and nobody is `winner` then."""
        fields = ("id", "game", "players", "first", "started", "over", "winner", "drinks")
        record = {field: getattr(self, field) for field in fields}
        if self.winner is not None and self.winner not in self.players:
            record |= {"winner": None, "winners": self.winner.split(AND)}
        return record


def data_folder(data: Path | None) -> Path:
    """Where the database and pictures live: the folder given, else the platform's for programs' data."""
    return data if data is not None else Path(platformdirs.user_data_dir("croupier", appauthor=False))


def utc_now() -> str:
    """This moment as the journal writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Written:
    """An action that is on the disk."""

    number: int
    """Its own, across all games of the journal."""
    corrects: int = 0
    """The number of the roll that it was said instead of; 0 where it is no correction."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One accepted action of the journal."""

    number: int
    action: Action
    at: str
    """UTC."""
    correction: bool
    """A person said that the roll really was this."""


class Record:
    """One game being written down. Each change is one transaction, on the disk when the method returns.

    A change that cannot be written raises JournalError and is kept: the next one takes it along, so that a game whose
    disk was full for a while is whole again in the journal once there is room.
    """

    def __init__(
        self, connection: sqlite3.Connection, claim: Claim, row: GameRow | None = None, most_games: int | None = None
    ) -> None:
        """`most_games` stay in the journal when a new one begins; None for all."""
        self._connection = connection
        self._most_games = most_games
        self._claim = claim
        self._waiting: list[Callable[[sqlite3.Connection], None]] = []
        self.id = row.id if row else 0
        """The game's number; 0 until it could be written."""
        self.started = row.started if row else ""
        """When the game began; with the number it names the game also where a damaged journal was set aside."""
        self.written: Written | None = None
        """The newest action; None before the first, and where it could not be written."""

    @property
    def saved(self) -> bool:
        """Whether everything so far is on the disk."""
        return not self._waiting

    def begin(
        self, game: str, players: tuple[str, ...], colours: tuple[str, ...], first: str, *, simulated: bool = False
    ) -> None:
        """Write down that a game begins."""
        self.started = utc_now()
        row = (game, _json(players), _json(colours), first, self.started, int(simulated))

        def change(connection: sqlite3.Connection) -> None:
            sql = "INSERT INTO games (game, players, colours, first, started, simulated) VALUES (?, ?, ?, ?, ?, ?)"
            self.id = connection.execute(sql, row).lastrowid or 0
            self._forget(connection)

        self._write(change)
        self._claim.take(self.id)

    def append(self, action: Action, outcome: Outcome | None, *, correction: bool = False) -> None:
        """Write down an accepted action, and how the game stands after it."""
        text, at = _json(action_to_dict(action)), utc_now()

        def change(connection: sqlite3.Connection) -> None:
            sql = "INSERT INTO actions (game_id, at, action, correction) VALUES (?, ?, ?, ?)"
            cursor = connection.execute(sql, (self.id, at, text, int(correction)))
            self.written = Written(cursor.lastrowid or 0)
            self._set_outcome(connection, outcome)

        self._write(change)

    def undo(self, actions: int = 1) -> None:
        """Mark the last accepted actions as taken back; the game is open again."""

        def change(connection: sqlite3.Connection) -> None:
            self._mark_undone(connection, actions)
            self.written = None

        self._write(change)

    def correct(self, taken_back: int, action: Action, outcome: Outcome | None) -> None:
        """In one step, take back the last actions and write down what the roll really was."""
        text, at = _json(action_to_dict(action)), utc_now()

        def change(connection: sqlite3.Connection) -> None:
            corrected = self._mark_undone(connection, taken_back)
            sql = "INSERT INTO actions (game_id, at, action, correction) VALUES (?, ?, ?, 1)"
            cursor = connection.execute(sql, (self.id, at, text))
            self.written = Written(cursor.lastrowid or 0, corrected)
            self._set_outcome(connection, outcome)

        self._write(change)

    def close(self) -> None:
        """Let another program resume this game; may be called twice."""
        self._claim.release(self.id)

    def _write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        self._waiting.append(change)
        try:
            with self._connection:
                for waiting in self._waiting:
                    waiting(self._connection)
        except sqlite3.Error as error:
            self.written = None
            raise JournalError(f"the game is not being saved: {error}") from error
        self._waiting.clear()

    def _forget(self, connection: sqlite3.Connection) -> None:
        """Let the oldest games go; unfinished ones stay, however old."""
        if self._most_games is None:
            return
        old = "SELECT id FROM games WHERE over AND id <= (SELECT id FROM games ORDER BY id DESC LIMIT 1 OFFSET ?)"
        connection.execute(f"DELETE FROM actions WHERE game_id IN ({old})", (self._most_games,))
        connection.execute(f"DELETE FROM games WHERE id IN ({old})", (self._most_games,))

    def _mark_undone(self, connection: sqlite3.Connection, actions: int) -> int:
        """Gives the number of the oldest action that is taken back, 0 for none."""
        sql = "SELECT id FROM actions WHERE game_id = ? AND undone_at IS NULL ORDER BY id DESC LIMIT ?"
        taken = [row["id"] for row in connection.execute(sql, (self.id, actions))]
        marks = ((utc_now(), number) for number in taken)
        connection.executemany("UPDATE actions SET undone_at = ? WHERE id = ?", marks)
        self._set_outcome(connection, None)
        return min(taken, default=0)

    def _set_outcome(self, connection: sqlite3.Connection, outcome: Outcome | None) -> None:
        winner = (outcome.winner or AND.join(outcome.winners) or None) if outcome else None
        drinks = outcome.drinks if outcome else None
        sql = "UPDATE games SET over = ?, winner = ?, drinks = ? WHERE id = ?"
        connection.execute(sql, (int(outcome is not None), winner, drinks, self.id))


class Journal:
    """The database of one data folder. A context manager; `close` may be called twice."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, most_games: int | None = None) -> None:
        self._most_games = most_games
        self.folder = folder
        """The data folder."""
        self._connection = connection
        self._claim = Claim(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; games in play are free to be resumed by others."""
        self._claim.close()
        self._connection.close()

    def begin(
        self, game: str, players: tuple[str, ...], colours: tuple[str, ...], first: str, *, simulated: bool = False
    ) -> Record:
        """A new game, written down at once; JournalError if it cannot be."""
        record = self.unwritten()
        record.begin(game, players, colours, first, simulated=simulated)
        return record

    def unwritten(self) -> Record:
        """A record that holds nothing yet, for a game that must go on even when the disk is full."""
        return Record(self._connection, self._claim, most_games=self._most_games)

    def resume(self, row: GameRow) -> Record:
        """Go on writing down an unfinished game; JournalError while another program plays it."""
        if not self._claim.take(row.id):
            raise JournalError(f"game {row.id} is being played by another Croupier; close that one first")
        return Record(self._connection, self._claim, row)

    def games(self) -> Iterator[GameRow]:
        """All games, oldest first."""
        for row in self._rows("SELECT * FROM games ORDER BY id"):
            yield _game_row(row)

    def game(self, number: int | None) -> GameRow:
        """The game of that number, or the newest one for None; JournalError if there is none."""
        where, values = ("WHERE id = ?", (number,)) if number is not None else ("ORDER BY id DESC LIMIT 1", ())
        for row in self._rows(f"SELECT * FROM games {where}", values):
            return _game_row(row)
        if number is None:
            raise JournalError("the journal holds no game yet; play one, or name another folder with --data")
        raise JournalError(f"the journal holds no game {number}; `croupier games` lists them")

    def last_unfinished(self, *, simulated: bool | None = None) -> GameRow:
        """The newest game that is not over, rather one that was, or was not, simulated; JournalError if none."""
        row = self.unfinished(simulated=simulated) or self.unfinished()
        if row is None:
            raise JournalError("there is no unfinished game to resume; leave --resume out to begin a new one")
        return row

    def unfinished(self, *, simulated: bool | None = None) -> GameRow | None:
        """The newest game that is not over, or None; either kind, or only of those that were (not) simulated."""
        rows = map(_game_row, self._rows("SELECT * FROM games WHERE NOT over ORDER BY id DESC"))
        return next((row for row in rows if simulated in (None, row.simulated)), None)

    def actions(self, game_id: int) -> tuple[Action, ...]:
        """The game's accepted actions in order, those taken back left out."""
        return tuple(row.action for row in self.action_rows(game_id))

    def action_rows(self, game_id: int) -> tuple[ActionRow, ...]:
        """The same with what the journal knows of each."""
        sql = "SELECT * FROM actions WHERE game_id = ? AND undone_at IS NULL ORDER BY id"
        return tuple(
            ActionRow(row["id"], action_from_dict(json.loads(row["action"])), row["at"], bool(row["correction"]))
            for row in self._rows(sql, (game_id,))
        )

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[sqlite3.Row]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except OverflowError:
            return []  # a number that SQLite cannot hold is nobody's
        except sqlite3.Error as error:
            raise JournalError(f"the journal cannot be read: {error}") from error


def open_journal(data: Path | None, most_games: int | None = None) -> Journal:
    """The journal of a data folder, to be written to; made if there is none.

    A database that is damaged is set aside under another name, with a line on stderr, and a new one is begun: an
    evening's game must not fail for an old one. A stranger's database is left alone. JournalError if the folder cannot
    be written, or the database is not ours. Of finished games the newest `most_games` are kept, None for all.
    """
    folder = data_folder(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Journal(database.open_to_write(folder / database.FILE_NAME), folder, most_games)
    except database.DamagedError as damage:
        aside = database.set_aside(folder / database.FILE_NAME)
        _log.warning("the journal was damaged (%s) and lies aside as %s; a new one begins", damage, aside)
        return Journal(database.open_to_write(folder / database.FILE_NAME), folder, most_games)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, JournalError):
            raise
        why = f"cannot write to the data folder {folder} ({_reason(error)})"
        raise JournalError(f"{why}; give another with --data DIR") from error


def read_journal(data: Path | None) -> Journal | None:
    """The journal of a data folder, only to be read; None if there is none yet. JournalError if it cannot be read."""
    folder = data_folder(data)
    path = folder / database.FILE_NAME
    if folder.exists() and not folder.is_dir():
        raise JournalError(f"the data folder {folder} is a file; give a folder with --data DIR")
    try:
        if not path.exists():
            return None
        return Journal(database.open_to_read(path), folder)
    except database.DamagedError as damage:
        raise JournalError(f"the journal {path} is damaged ({damage}); nothing was changed") from damage
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, JournalError):
            raise
        raise JournalError(f"the journal {path} cannot be read ({_reason(error)})") from error


def _game_row(row: sqlite3.Row) -> GameRow:
    return GameRow(
        id=row["id"],
        game=row["game"],
        players=tuple(json.loads(row["players"])),
        colours=tuple(json.loads(row["colours"])),
        first=row["first"],
        started=row["started"],
        over=bool(row["over"]),
        winner=row["winner"],
        drinks=row["drinks"],
        # An older journal that is only read has no such column.
        simulated="simulated" in row.keys() and bool(row["simulated"]),  # noqa: SIM118 - a row has no `in` for names
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
