"""What `croupier games` and `croupier export` print."""

from collections.abc import Callable
from pathlib import Path

from pi.errors import JournalError, UsageError
from pi.journal import GameRow, data_folder, read_journal
from rules.protocol import action_to_dict, to_line

Say = Callable[[str], None]


def print_games(data: Path | None, *, json: bool, say: Say) -> None:
    """All games, oldest first; no line for a journal that is not there yet."""
    journal = read_journal(data)
    if journal is None:
        if not json:
            say(f"no game yet in {data_folder(data)}")
        return
    with journal:
        for row in journal.games():
            say(to_line(row.to_dict()) if json else _sentence(row))


def print_game(data: Path | None, number: int | None, *, say: Say) -> None:
    """The game's header line, then its accepted actions; JournalError if there is no such game."""
    journal = read_journal(data)
    if journal is None:
        raise JournalError(f"no game yet in {data_folder(data)}; name another folder with --data")
    with journal:
        row = journal.game(number)
        actions = journal.actions(row.id)
    say(to_line(row.to_dict()))
    for action in actions:
        say(to_line(action_to_dict(action)))


def game_number(which: str) -> int | None:
    """The number that somebody typed, None for the last game; UsageError for a word that is none."""
    if which != "last" and not which.isdecimal():
        raise UsageError(f"{which!r} is no game's number; give a number, or last")
    return None if which == "last" else int(which)


def _sentence(row: GameRow) -> str:
    if not row.over:
        end = "unfinished"
    else:
        end = f"{row.winner} won" if row.winner is not None else f"{row.drinks} buys the drinks"
    return f"{row.id:4}  {row.started}  {row.game}  {', '.join(row.players)}  {end}"
