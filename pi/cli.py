"""The command line; the only place that turns errors into words and exit codes."""

import errno
import functools
import importlib.metadata
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NoReturn, ParamSpec

import typer

from pi.entry import INTERRUPTED
from pi.errors import NOWHERE, TrayError, UsageError
from pi.house import House, with_options

DONE, FAILED, WRONG_USAGE = 0, 1, 2
DEBUG = "CROUPIER_DEBUG"
"""Set in the environment, a fault of the program shows where it happened."""

app = typer.Typer(
    name="croupier",
    help="The referee that sits on the table: a camera reads real dice, judges the game and says who has won.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Arguments = ParamSpec("Arguments")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game is played.")]
Players = Annotated[
    str | None,
    typer.Option(metavar="NAMES", help="Seats clockwise, with commas between: name or name:colour, such as red,blue."),
]
First = Annotated[str | None, typer.Option(metavar="NAME", help="Who begins the first game.")]
Language = Annotated[str | None, typer.Option("--lang", metavar="LANG", help="en, zh-Hans, zh-Hant or ja.")]
Headless = Annotated[bool, typer.Option("--headless", help="Without a window.")]
Events = Annotated[
    str | None, typer.Option(metavar="FILE|-", help="Write the referee's events, one JSON object a line; - is stdout.")
]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="Settings, instead of those in the usual places.")]
Data = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Where the journal lives, instead of the platform's data folder.")
]
NoData = Annotated[
    Path | None, typer.Option("--data", hidden=True, help="Taken by every command; this one keeps nothing.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


def _command(body: Callable[Arguments, int]) -> Callable[Arguments, int]:
    """A command of the app; one whose reader has gone, as with `| head`, ends quietly."""

    @functools.wraps(body)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> int:
        try:
            return body(*args, **kwargs)
        except BrokenPipeError:
            _drop_stdout()
            return DONE

    # As a short help of its own it is wrapped in the list of commands, where the help itself would be cut.
    app.command(short_help=body.__doc__)(run)
    return run


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        typer.echo(importlib.metadata.version("croupier"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise UsageError("name a command, such as `croupier demo`; `croupier --help` lists them")


@_command
@with_options("options")
def demo(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game; run-buster unless named.")] = None,
    *,
    camera: Annotated[str, typer.Option(metavar="SOURCE", help="mock, webcam, webcam:N or a film.")] = "mock",
    headless: Headless = False,
    games: Annotated[int | None, typer.Option(min=1, metavar="N", help="End after N games.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, metavar="S", help="End after S seconds.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, metavar="K", help="Play the same games again.")] = None,
    speed: Annotated[
        float, typer.Option(min=0, metavar="X", help="Times real time; 0 is as fast as the machine allows.")
    ] = 1.0,
    players: Players = None,
    first: First = None,
    lang: Language = None,
    rough: Annotated[bool, typer.Option("--rough", help="People bump, fumble and miscount as they do.")] = False,
    events: Events = None,
    resume: Resume = False,
    config: Config = None,
    data: Data = None,
    house: House,
) -> int:
    """Watch a game with no hardware at all: a drawn tray, simulated players, and a referee who only sees."""
    from pi.demo import plan_demo  # noqa: PLC0415 - quick start of the other commands
    from pi.play import run  # noqa: PLC0415

    run(
        plan_demo(
            game=game,
            source=camera,
            window=not headless,
            games=games,
            seconds=seconds,
            seed=seed,
            speed=speed,
            players=players,
            first=first,
            language=lang,
            rough=rough,
            events=events,
            resume=resume,
            config=config,
            data=data,
            house=house,
        )
    )
    return DONE


@_command
@with_options("options")
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; run-buster unless settings say.")
    ] = None,
    *,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="picamera, webcam:N, a film, a folder, an http:// stream, or mock."),
    ] = None,
    headless: Headless = False,
    players: Players = None,
    first: First = None,
    lang: Language = None,
    events: Events = None,
    actions: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="Take answers and corrections as lines of JSON; - is stdin.")
    ] = None,
    resume: Resume = False,
    new: Annotated[bool, typer.Option("--new", help="Begin a new game, whatever is unfinished.")] = False,
    go_on: Annotated[
        bool, typer.Option("--go-on", help="Go on with an unfinished game if there is one; the service does.")
    ] = False,
    config: Config = None,
    data: Data = None,
    house: House,
) -> int:
    """Referee a real game at a real table."""
    from pi.play import plan_play, run  # noqa: PLC0415 - quick start of the other commands
    from pi.recovery import guarded  # noqa: PLC0415

    if resume + new + go_on > 1:
        raise UsageError("--resume and --new cannot both be, nor --go-on with them; choose one")
    guarded(
        lambda: run(
            plan_play(
                game=game,
                source=camera,
                window=not headless,
                players=players,
                first=first,
                language=lang,
                events=events,
                actions=actions,
                resume=resume,
                new=new,
                go_on=go_on,
                config=config,
                data=data,
                house=house,
            )
        )
    )
    return DONE


@_command
@with_options("options")
def referee(
    game: Annotated[str, typer.Argument(help="Which game, such as run-buster.")],
    *,
    players: Annotated[str, typer.Option(metavar="NAMES", help="Seats clockwise, with commas between.")],
    first: First = None,
    data: NoData = None,
    house: House,
) -> int:
    """The rules without a camera: actions in on stdin, events out on stdout, as lines of JSON."""
    from pi.house import check_table, checked  # noqa: PLC0415 - quick start of the other commands
    from pi.seats import check_first, parse_players  # noqa: PLC0415
    from rules.protocol import serve  # noqa: PLC0415

    seats = parse_players(players.split(","))
    first = check_first(first, seats)
    played, names = _game(game), tuple(seat.name for seat in seats)
    check_table(played, names)
    serve(sys.stdin or (), _say, played, names, first, checked(played, played.options, house, names))
    return DONE


@_command
@with_options("odds_options")
def odds(
    game: GameName = "run-buster",
    *,
    hand: Annotated[str, typer.Option(metavar="FACES", help="The hand of the player to roll, such as 4,5.")] = "",
    opponent: Annotated[str, typer.Option(metavar="FACES", help="The other player's hand.")] = "",
    roll: Annotated[str | None, typer.Option(metavar="FACES", help="What was rolled: what may be kept?")] = None,
    every: Annotated[bool, typer.Option("--all", help="All 441 states, a line each.")] = False,
    json: Json = False,
    data: NoData = None,
    house: House,
) -> int:
    """Exact chances: of two players who both play their best, or of what a game's dice and bids are worth."""
    from pi.house import checked  # noqa: PLC0415 - quick start of the other commands
    from pi.odds_cli import print_all, print_chances, print_one  # noqa: PLC0415

    played = _game(game)
    asked = checked(played, played.odds_options, house)
    if not played.odds:
        raise UsageError(f"there are no odds for {game!r}; {_games_with_odds()} have some")
    if played.odds == "own":
        if hand or opponent or roll is not None or every:
            raise UsageError(f"--hand, --opponent, --roll and --all ask about straights; {game} has none")
        print_chances(played, asked, json=json, say=_say)
    elif not every:
        print_one(hand, opponent, roll, json=json, say=_say)
    elif hand or opponent or roll is not None:
        raise UsageError("--all lists every state; leave out --hand, --opponent and --roll")
    else:
        print_all(json=json, say=_say)
    return DONE


@_command
def games(*, json: Json = False, data: Data = None) -> int:
    """The games in the journal."""
    from pi.journal_cli import print_games  # noqa: PLC0415 - quick start of the other commands

    print_games(data, json=json, say=_say)
    return DONE


@_command
def export(
    which: Annotated[
        str | None, typer.Argument(metavar="ID|last", show_default=False, help="A game's number, or the last one.")
    ] = None,
    *,
    crops: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Instead, write the dice that people named, as labelled pictures."),
    ] = None,
    data: Data = None,
) -> int:
    """A game of the journal as lines: what it was, then its actions; `croupier referee` takes all but that first."""
    from pi.journal_cli import game_number, print_game  # noqa: PLC0415 - quick start of the other commands

    number = game_number(which) if which is not None else None
    if crops is None:
        print_game(data, number, say=_say)
    else:
        from pi.crops import export_crops  # noqa: PLC0415 - quick start of the other commands

        export_crops(data, number, crops, _say)
    return DONE


@_command
def replay(
    which: Annotated[
        str, typer.Argument(metavar="ID|last", show_default=False, help="A game's number, or the last one.")
    ] = "last",
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write its pictures with the reading drawn in, instead.")
    ] = None,
    headless: Headless = False,
    lang: Language = None,
    data: Data = None,
) -> int:
    """Step through a game: what was judged, and from which picture."""
    from pi.journal_cli import game_number  # noqa: PLC0415 - quick start of the other commands
    from pi.play import check_language  # noqa: PLC0415
    from pi.replay import find_replay, show, tell, write_pictures  # noqa: PLC0415

    language = check_language(lang or "")
    found = find_replay(data, game_number(which))
    if out is not None:
        write_pictures(found, out, _say)
    elif headless or not show(found, language):
        tell(found, _say)
    return DONE


@_command
def stats(
    *,
    json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table for spreadsheets: one figure a row.")] = False,
    data: Data = None,
) -> int:
    """Wins, kills, lengths, first-turn wins, and whether the dice are fair, over all games of the journal."""
    from pi.stats_cli import print_stats  # noqa: PLC0415 - quick start of the other commands

    if json and as_csv:
        raise UsageError("--json and --csv cannot both be; choose one")
    print_stats(data, json=json, as_csv=as_csv, say=_say)
    return DONE


@_command
def calibrate(
    *,
    camera: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="As play's --camera has it; the settings' unless it is given."),
    ] = None,
    headless: Headless = False,
    json: Json = False,
    players: Players = None,
    swap_red_blue: Annotated[bool, typer.Option("--swap-red-blue", help="The camera shows red dice as blue.")] = False,
    seed: Annotated[int, typer.Option(min=0, metavar="K", help="The mock camera's tray.")] = 0,
    lang: Language = None,
    config: Config = None,
    data: Data = None,
) -> int:
    """Set up the camera: says what to put right, one thing at a time, until it is ready."""
    from pi.calibrate import Setup, calibrate as aim  # noqa: PLC0415, I001 - quick start of the other commands

    setup = Setup.planned(camera=camera, players=players, language=lang, config=config, data=data)
    return aim(setup, headless=headless or json, as_json=json, swapped=swap_red_blue, seed=seed, say=_say)


@_command
def read(
    images: Annotated[list[str], typer.Argument(metavar="IMAGE", help="JPEG, PNG or other pictures.")],
    *,
    json: Json = False,
    annotate: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write copies with boxes and values into this folder.")
    ] = None,
    debug: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a picture of each step into this folder.")
    ] = None,
    data: NoData = None,
) -> int:
    """What dice are in still pictures: a line a picture."""
    from pi.reading_cli import read_pictures  # noqa: PLC0415 - quick start of the other commands

    return read_pictures(images, as_json=json, annotate_to=annotate, debug_to=debug)


@_command
def watch(
    source: Annotated[str, typer.Argument(help="A camera, a film, a folder or a stream, as play's --camera has it.")],
    *,
    json: Json = False,
    data: NoData = None,
) -> int:
    """Follow a camera or a film: a line whenever the tray changes."""
    from pi.reading_cli import watch as follow  # noqa: PLC0415 - quick start of the other commands

    return follow(source, as_json=json)


@_command
def mat(
    *,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE.pdf|-", help="Where the mat is written; - is stdout.")
    ],
    paper: Annotated[str, typer.Option(metavar="PAPER", help="a4, letter or a3.")] = "a4",
    seats: Annotated[int, typer.Option(metavar="N", help="Hand zones, one a player: 2 to 6.")] = 2,
    lang: Language = None,
    data: NoData = None,
) -> int:
    """A mat to print: zones for the roll and each hand, and markers by which the camera finds them."""
    from pi.mat_cli import STDOUT, write_pdf  # noqa: PLC0415 - quick start of the other commands
    from pi.play import check_language  # noqa: PLC0415

    said = write_pdf(out, paper, seats, check_language(lang or "") or "")
    if out == STDOUT:
        _complain(said, DONE)
    else:
        _say(said)
    return DONE


@_command
def doctor(
    *,
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="Look at this camera instead of the one in the settings.")
    ] = None,
    json: Json = False,
    bundle: Annotated[
        Path | None, typer.Option(metavar="FILE.zip", help="Write what a report of a fault needs into this file.")
    ] = None,
    with_names: Annotated[bool, typer.Option("--with-names", help="Leave people's names in it.")] = False,
    with_pictures: Annotated[bool, typer.Option("--with-pictures", help="Put the last pictures in it too.")] = False,
    pins: Annotated[bool, typer.Option("--pins", help="Play every lamp and tune of the buzzer, one by one.")] = False,
    config: Config = None,
    data: Data = None,
) -> int:
    """What is wrong with this machine, if anything, and what mends it: camera, pins, screen, sound, disk and more."""
    from pi.doctor_cli import print_findings  # noqa: PLC0415 - quick start of the other commands
    from pi.rehearsal import rehearse_machine  # noqa: PLC0415 - quick start of the other commands

    if pins:
        rehearse_machine(config, _say)
        return DONE
    options = {"camera": camera, "bundle": bundle, "with_names": with_names, "with_pictures": with_pictures}
    return DONE if print_findings(config, data, json=json, say=_say, **options) else FAILED  # type: ignore[arg-type]


@_command
def bench(
    *,
    json: Json = False,
    screen: Annotated[
        bool, typer.Option("--screen", help="How smooth the screen is, and what it costs, with the reader at work.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0.5, max=600, help="How long each scene is measured.")] = 5.0,
    data: NoData = None,
) -> int:
    """What each step of a reading costs on this machine, and the peak memory; or what the screen costs."""
    if screen:
        from pi.reading_cli import bench_screen  # noqa: PLC0415 - quick start of the other commands

        return bench_screen(as_json=json, seconds=seconds)
    from pi.reading_cli import bench as measure  # noqa: PLC0415 - quick start of the other commands

    return measure(as_json=json)


def main() -> None:
    """The console's `croupier`, once it is loaded."""
    code = run_command(sys.argv[1:])
    with suppress(ValueError):  # of a thread that is not the main one
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is closed; the interpreter's own end would tell of it
    if any(thread.daemon for thread in threading.enumerate()):
        _leave(code)
    sys.exit(code)


def _leave(code: int) -> NoReturn:
    """End at once, past the interpreter's own end: it aborts when a thread left behind comes back from C++.

    A driver that hangs leaves such a thread. By then every device, file and journal is closed.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):  # a pipe nobody reads any more
                stream.flush()
    os._exit(code)


def run_command(arguments: list[str]) -> int:
    """Run one command line and give its exit code; an error is one line on stderr."""
    logging.basicConfig(format="croupier: %(message)s", level=logging.WARNING, stream=sys.stderr, force=True)
    _speak_utf8()
    try:
        code = app(arguments, prog_name="croupier", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except TrayError as error:
        return _complain(str(error), error.exit_code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return DONE
    except Exception as error:  # noqa: BLE001 - the last line of defence: never a traceback
        return _complain_of(error)


def _complain_of(error: Exception) -> int:
    """Words for what typer says of a command line, for what the system says, and for a fault of our own."""
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "croupier"
        return _complain(f"{error.format_message().rstrip('.')}; see `{path} --help`", WRONG_USAGE)
    if os.environ.get(DEBUG):
        logging.getLogger(__name__).error("", exc_info=error)
    if isinstance(error, OSError):
        where = error.filename or ("the output cannot be written" if error.errno == errno.ENOSPC else "")
        return _complain(f"{where}{': ' if where else ''}{error.strerror or error}", FAILED)
    name = type(error).__name__
    return _complain(f"this should not happen: {name}: {error} (set {DEBUG}=1 to see where)", FAILED)


def _complain(message: str, code: int) -> int:
    """One line on stderr, however many the message has; none where stderr is closed."""
    if sys.stderr is not None:
        print("croupier:", " ".join(message.split()), file=sys.stderr)  # noqa: T201 - this is the command line
    return code


def _say(line: str) -> None:
    """One line on stdout, at once; TrayError where stdout is closed."""
    if sys.stdout is None:
        raise TrayError(NOWHERE)
    print(line, flush=True)  # noqa: T201 - this is the command line


def _game(key: str) -> Any:
    from rules.games import UnknownGame, by_key  # noqa: PLC0415 - quick start of the other commands

    try:
        return by_key(key)
    except UnknownGame as error:
        raise UsageError(str(error)) from error


def _games_with_odds() -> str:
    from rules.games import GAMES  # noqa: PLC0415 - quick start of the other commands

    return ", ".join(game.key for game in GAMES if game.odds)


def _speak_utf8() -> None:
    """UTF-8 whatever the locale; bytes that are none, in file names or input, pass through as they are."""
    for stream, encoding in ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8"), (sys.stderr, "utf-8")):
        if hasattr(stream, "reconfigure"):  # a mark that some editors begin a file with is no part of its first line
            stream.reconfigure(encoding=encoding, errors="surrogateescape")


def _drop_stdout() -> None:
    """Nobody reads on: what is still unwritten goes nowhere, without a complaint at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
