"""A game of the journal looked at again: each action, what followed from it, and the picture it was judged from."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pi.album import Album, Bounds
from pi.errors import JournalError, TrayError
from pi.evidence import DRAWN, PICTURES, Exhibit, load_exhibit
from pi.journal import ActionRow, GameRow, Journal, data_folder, read_journal
from pi.seats import SeatedPlayer
from pi.showing import seat_view
from pi.words import plainly
from rules.events import Event, Options, Turn
from rules.game import IllegalAction, Position
from rules.game import Say as Said
from rules.games import UnknownGame, by_key
from rules.house import AGREE
from rules.protocol import action_to_dict
from rules.table import Table
from ui.looking import ReplayView
from ui.view import TableView

Say = Callable[[str], None]

ALL = Bounds(10**9, 10**9)
"""An album that is only looked at lets nothing go."""


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted action of a game."""

    row: ActionRow
    player: str
    """Whose action it was."""
    events: tuple[Event, ...]
    """What followed from it, prompts left out."""
    position: Position
    """How the game stood after it."""
    picture: Path | None
    """What it was judged from; None where that was not kept, or is not kept any more."""


class Replay:
    """The steps of one game."""

    def __init__(self, row: GameRow, steps: tuple[Step, ...], table: Table) -> None:
        """`table` is the game's, as it stands before the first step."""
        self.row = row
        self.steps = steps
        self.title, self.author = table.game.title, table.game.author
        self.sayings = table.game.sayings
        self._start = table.position
        self._seats = tuple(SeatedPlayer(*pair) for pair in zip(row.players, row.colours, strict=True))
        self._loaded: tuple[Path, Exhibit] | None = None

    def view(self, number: int) -> ReplayView:
        """The page of the step of that number, counted from 1; the nearest one where there is no such.

        A game in which nothing was rolled has one page, without a step.
        """
        if not self.steps:
            return ReplayView(self._table(None, None), 0, 0)
        number = max(1, min(number, len(self.steps)))
        step = self.steps[number - 1]
        table = self._table(step, self.exhibit(step))
        at = datetime.fromisoformat(step.row.at).astimezone()
        return ReplayView(table, number, len(self.steps), at, step.row.correction)

    def exhibit(self, step: Step) -> Exhibit | None:
        """The picture of a step; None where there is none, or it cannot be read."""
        if step.picture is None:
            return None
        if self._loaded is None or self._loaded[0] != step.picture:
            try:
                self._loaded = step.picture, load_exhibit(step.picture)
            except (OSError, ValueError):
                return None
        return self._loaded[1]

    def _table(self, step: Step | None, exhibit: Exhibit | None) -> TableView:
        position = step.position if step else self._start
        return TableView(
            title=self.title,
            author=self.author,
            seats=tuple(seat_view(position.place(seat.name), seat.colour) for seat in self._seats),
            to_move=step.player if step else None,
            awaits="roll",
            frame=exhibit.pixels if exhibit else None,
            reading=exhibit.reading if exhibit else None,
            tray="settled" if exhibit and exhibit.reading else "unknown",
            news=tuple((0.0, event) for event in (step.events if step else ())),
            round_number=position.round_number,
            game=self.row.game,
        )


def open_replay(journal: Journal, row: GameRow, folder: Path) -> Replay:
    """The replay of a game; `folder` is the data folder. JournalError where the game is not one that can be played."""
    try:
        game = by_key(row.game)
        table, start = (Table(game, row.players, row.first) for _ in range(2))
        albums = tuple(Album(folder / name, ALL) for name in (PICTURES, DRAWN))
        steps = tuple(_step(table, action, row, albums) for action in journal.action_rows(row.id))
    except UnknownGame as error:
        raise JournalError(f"game {row.id} is {row.game}, which this Croupier does not know") from error
    except IllegalAction as error:
        raise JournalError(f"game {row.id} cannot be replayed: {error}") from error
    return Replay(row, steps, start)


def _step(table: Table, action: ActionRow, row: GameRow, albums: tuple[Album, ...]) -> Step:
    player = table.position.to_move or ""
    told, prompt = table.push(action.action), table.prompt()
    if isinstance(action.action, Said) and action.action.word == AGREE:
        prompt = prompt[1:]  # which begins with what was agreed on
    events = tuple(event for event in told if event not in prompt and not isinstance(event, Turn | Options))
    found = (album.find(row.started, row.id, action.number) for album in albums)
    picture = next((path for path in found if path is not None), None)
    return Step(action, player, events, table.position, picture)


def find_replay(data: Path | None, number: int | None) -> Replay:
    """The replay of the game of that number, of the newest one for None; JournalError if there is none."""
    journal = read_journal(data)
    if journal is None:
        raise JournalError(f"no game yet in {data_folder(data)}; name another folder with --data")
    with journal:
        row = journal.game(number)
        replay = open_replay(journal, row, data_folder(data))
    if not replay.steps:
        raise JournalError(f"nothing was rolled in game {row.id}; there is nothing to replay")
    return replay


def write_pictures(replay: Replay, out: Path, say: Say) -> None:
    """Each step's picture with the reading drawn in, and a line each; TrayError if they cannot be written."""
    from pi.reading_cli import make_folder, write_picture  # noqa: PLC0415 - OpenCV only where it draws
    from vision.annotate import annotate  # noqa: PLC0415

    make_folder(out)
    for number, step in enumerate(replay.steps, start=1):
        exhibit = replay.exhibit(step)
        if exhibit is None:
            say(f"{number:3}  {_sentence(replay, step)}  (no picture is kept of it)")
            continue
        path = out / f"{number:03d}-{_file_words(step)}.jpg"
        drawn = annotate(exhibit.pixels, exhibit.reading) if exhibit.reading else exhibit.pixels
        write_picture(path, drawn)
        say(f"{number:3}  {_sentence(replay, step)}  {path}")


def tell(replay: Replay, say: Say) -> None:
    """The game in words, a line a step."""
    for number, step in enumerate(replay.steps, start=1):
        say(f"{number:3}  {_sentence(replay, step)}")


def _sentence(replay: Replay, step: Step) -> str:
    told = "; ".join(filter(None, (plainly(event, replay.sayings) for event in step.events)))
    return f"{told} (as people said)" if step.row.correction else told


def _file_words(step: Step) -> str:
    """What the file of a step is called: red-roll-1-3-5, ben-bid-3-4."""
    fields = action_to_dict(step.row.action)
    player = re.sub(r"[^\w-]+", "_", fields.get("player", step.player))
    told = fields.get("faces") or fields.get("hand") or [fields[key] for key in ("count", "face") if key in fields]
    return "-".join((player, str(fields["action"]), *map(str, told)))


def show(replay: Replay, language: str | None) -> bool:
    """Step through the game on the screen until somebody leaves; False where there is no display."""
    from pi.paging import leaf_through  # noqa: PLC0415 - pygame only where a window is asked for

    return leaf_through(replay.view, len(replay.steps), language)


__all__ = ["Replay", "Step", "TrayError", "find_replay", "open_replay", "show", "tell", "write_pictures"]
