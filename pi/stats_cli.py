"""What `croupier stats` prints."""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table

from pi.journal import data_folder, read_journal
from pi.statistics import SIMULATED, Counting, Statistics
from rules.fairness import FACES, Fairness
from rules.games import GAMES
from rules.protocol import to_line
from rules.tallies import PlayerTally, Tally, usual_range
from ui.verdicts import dice_verdict, first_turns, percent

Say = Callable[[str], None]
Record = dict[str, Any]

KILLING = ("kills", "killed", "stuck")
"""What players can do only where a roll may kill."""
AT_ONCE = ("first_turns", "first_turn_wins")
"""What they can do only where the first roll may win."""
ALONE = "p: how often fair dice would come out at least as uneven as this"
ADJUSTED = "adjusted p (Šidák): the same, allowing for several sets having been tested; the verdicts use it"
PLAIN_COLUMNS = 200
"""More than any line takes: a terminal wraps by itself, a file must not be wrapped."""


def print_stats(data: Path | None, *, json: bool, as_csv: bool, say: Say) -> None:
    """Everything that there is to count, as words, lines of JSON, or CSV; JournalError if it cannot be read."""
    statistics = Statistics()
    journal = read_journal(data)
    if journal is not None:
        with journal:
            counting = Counting(journal)
            counting.more()
        statistics = counting.statistics
    if json:
        for record in records(statistics):
            say(to_line(record))
    elif as_csv:
        say(_csv(statistics))
    elif statistics.tallies:
        say(_words(statistics))
    else:
        say(f"no game yet in {data_folder(data)}")


def records(statistics: Statistics) -> Iterator[Record]:
    """A record a game, a player and a set of dice."""
    tallies = statistics.tallies or {GAMES[0].key: Tally()}  # told of even where nothing was played yet
    for game, tally in tallies.items():
        yield {"about": "game", "game": game, **_figures(game, tally)}
        for player, counted in tally.players.items():
            yield {"about": "player", "game": game, "player": player, **_counted(game, tally, counted)}
    for colour, found in statistics.fairness.items():
        thrown = colour.startswith(SIMULATED)
        yield {"about": "dice", "colour": colour.removeprefix(SIMULATED), "simulated": thrown, **_tested(found)}


def _figures(game: str, tally: Tally) -> Record:
    figures: Record = {
        name: getattr(tally, name)
        for name in ("games", "unfinished", "left_out", "turns", "mean_turns", "shortest", "longest", "kills")
    }
    if not _takes_turns(game, tally):
        figures |= dict.fromkeys(("turns", "mean_turns", "shortest", "longest"))
    if not _known(game, "kills"):
        figures["kills"] = None
    if chance := _known(game, "first_turn_win"):
        low, high = usual_range(tally.first_turns, chance)
        figures |= {"first_turns": tally.first_turns, "first_turn_wins": tally.first_turn_wins}
        figures |= {"expected": tally.first_turns * chance, "usual_low": low, "usual_high": high}
    return figures


def _counted(game: str, tally: Tally, counted: PlayerTally) -> Record:
    """A player's figures; None for what there is not in this game."""
    figures: Record = asdict(counted)
    if not _known(game, "kills"):
        figures |= dict.fromkeys(KILLING)
    if not _known(game, "first_turn_win"):
        figures |= dict.fromkeys(AT_ONCE)
    if not _takes_turns(game, tally):
        figures["turns"] = None
    return figures


def _takes_turns(game: str, tally: Tally) -> bool:
    """Whether players roll in turn; where all dice come into view at once nobody does."""
    return bool(_known(game, "keeps")) or any(counted.turns for counted in tally.players.values())


def _known(game: str, what: Literal["keeps", "kills", "first_turn_win"]) -> float:
    """What a game says of itself; nothing of a game that is no more in the list."""
    return next((float(getattr(known, what)) for known in GAMES if known.key == game), 0.0)


def _tested(found: Fairness) -> Record:
    return {
        "dice": found.dice,
        "counts": list(found.counts),
        "chi_squared": found.chi_squared,
        "p": found.p,
        "p_corrected": found.corrected,
        "verdict": found.verdict,
        "noticeable": found.noticeable,
        "words": " ".join(dice_verdict(found)),
    }


def _csv(statistics: Statistics) -> str:
    """One figure a row, so that every row has the same columns whatever it is about."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("about", "game", "name", "figure", "value"))
    for record in records(statistics):
        about, game = record.pop("about"), record.pop("game", "")
        name = record.pop("player", record.pop("colour", ""))
        name = f"{SIMULATED}{name}" if record.pop("simulated", False) else name
        counts = record.pop("counts", ())
        figures = [*record.items(), *((f"face {face}", count) for face, count in enumerate(counts, start=1))]
        writer.writerows((about, game, name, figure, value) for figure, value in figures if value is not None)
    return out.getvalue().rstrip("\n")


def _words(statistics: Statistics) -> str:
    """The same for people."""
    out = io.StringIO()
    console = Console(file=out, width=PLAIN_COLUMNS, highlight=False, markup=False)
    for game, tally in statistics.tallies.items():
        for line in _sentences(game, tally):
            console.print(line)
        console.print(_players(game, tally))
    if statistics.dice:
        several = any(one.corrected != one.p for one in statistics.fairness.values())
        console.print(_dice(statistics.fairness, several=several))
        for line in (ALONE, ADJUSTED) if several else (ALONE,):
            console.print(line)
    if statistics.simulated:
        console.print("simulated: thrown by the program, as in the demo; they say nothing about real dice")
    for colour, found in statistics.fairness.items():
        console.print(f"{colour}: {' '.join(dice_verdict(found))}")
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _sentences(game: str, tally: Tally) -> Iterator[str]:
    unfinished = f", {tally.unfinished} unfinished" if tally.unfinished else ""
    yield f"{game}: {tally.games} game{'' if tally.games == 1 else 's'} played to the end{unfinished}"
    if tally.left_out:
        yield f"{tally.left_out} cannot be followed by the rules and are left out"
    if tally.mean_turns is not None and _takes_turns(game, tally):
        yield f"average length {tally.mean_turns:.1f} turns, from {tally.shortest} to {tally.longest}"
    if _known(game, "first_turn_win"):
        yield first_turns(tally.first_turns, tally.first_turn_wins)


def _players(game: str, tally: Tally) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("player")
    heads = {
        "games": "games", "wins": "wins", "drinks": "drinks", "kills": "kills", "killed": "was killed",
        "turns": "turns", "stuck": "stuck", "first_turn_wins": "first-turn wins",
    }  # fmt: skip
    rows = {player: _counted(game, tally, counted) for player, counted in tally.players.items()}
    heads = {name: head for name, head in heads.items() if any(row[name] is not None for row in rows.values())}
    for head in heads.values():
        table.add_column(head, justify="right")
    for player, _ in sorted(tally.players.items(), key=lambda item: _rank(item[1])):
        table.add_row(player, *(str(rows[player][name]) for name in heads))
    return table


def _rank(counted: PlayerTally) -> tuple[float, int]:
    return -counted.wins, -counted.games


def _dice(found: dict[str, Fairness], *, several: bool) -> Table:
    """How often each face came up; of `several` sets that were tested also how odd one is among so many."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("dice")
    for face in range(1, FACES + 1):
        table.add_column(str(face), justify="right")
    table.add_column("rolled", justify="right")
    table.add_column("chi-squared", justify="right")
    table.add_column("p", justify="right")
    if several:
        table.add_column("adjusted p", justify="right")
    for colour, one in found.items():
        shares = [percent(count / one.dice) for count in one.counts]
        chances = [f"{chance:.3f}" for chance in ((one.p, one.corrected) if several else (one.p,))]
        table.add_row(colour, *shares, f"{one.dice:,}", f"{one.chi_squared:.2f}", *chances)
    return table
