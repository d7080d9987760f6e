"""One evening at the table, from the command line's words to the last game."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pi.alone import alone_in
from pi.config import Settings, load_settings
from pi.errors import UsageError
from pi.house import House, check_table, checked, still_fitting
from pi.journal import data_folder, open_journal
from pi.plan import Beginnings, Plan
from pi.preferences import PreferenceFile, Preferences
from pi.seats import SeatedPlayer, check_first, parse_players
from pi.starts import Starts
from rules.game import Game
from rules.games import GAMES, UnknownGame, by_key
from ui.language import LANGUAGES

if TYPE_CHECKING:
    from pi.eye import Eye  # it loads OpenCV's users


def plan_play(
    *,
    game: str | None,
    source: str | None,
    window: bool,
    players: str | None,
    first: str | None,
    language: str | None,
    events: str | None,
    actions: str | None,
    resume: bool,
    new: bool,
    go_on: bool = False,
    config: Path | None,
    data: Path | None,
    house: Mapping[str, str] | None = None,
) -> Plan:
    """The plan of `croupier play`; UsageError or ConfigError for what cannot be."""
    settings = load_settings(config)
    source = camera_source(settings, source)
    seats, first = seating(settings, players, first)
    played = find_game(game or settings.table.game)
    return Plan(
        settings=settings,
        source=source,
        game=played,
        game_named=game is not None,
        house=agreed(played, seats, house),
        seats=seats,
        seats_named=players is not None,
        first=first,
        window=window,
        resume=resume,
        new=new,
        go_on=go_on,
        patient=patient(source),
        language=check_language(language or settings.table.language),
        language_named=bool(language),
        events=events,
        actions=actions,
        data=data_place(settings, data),
    )


def run(plan: Plan) -> None:
    """Open everything, play, close everything."""
    from pi.evening import evening  # noqa: PLC0415 - what is wrong with a command line is said before OpenCV loads
    from pi.parts import open_book, open_parts, open_sound, open_start  # noqa: PLC0415
    from pi.start import choose_beginning, find_offer  # noqa: PLC0415

    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(plan.data, plan.settings.data.games))
        stack.enter_context(alone_in(data_folder(plan.data)))
        preferences = PreferenceFile(data_folder(plan.data))
        beginnings = Beginnings(as_preferred(plan, preferences.now) if plan.window else plan)
        # A service that was started again goes on; after the plug was pulled, whoever is there now is asked.
        waiting = journal.unfinished(simulated=plan.simulated) is not None
        at_once = plan.go_on and (Starts().again or not plan.window) and waiting
        going_on = plan.resume or at_once
        resumed = beginnings.resumed(journal) if going_on else None
        asked = plan.window and not (plan.demo or plan.new or going_on)
        offer = find_offer(plan, journal) if asked else None
        start = open_start(beginnings.plan, stack)
        open_book(start, beginnings, journal, preferences)
        open_sound(beginnings.plan, start, preferences, stack)
        if plan.go_on and offer is not None and start.window is None:
            resumed = beginnings.going_on(offer.row)  # there is nothing to ask on
        first = resumed or choose_beginning(beginnings, offer, start)
        if first is None:
            return
        if start.book and asked and offer is None and not (plan.seats_named or plan.game_named):
            start.book.open("start")  # over the table that is laid: a tap or a throw begins
        parts = open_parts(beginnings.plan, first, start, stack)
        parts.notify.follow(partial(status, parts.eye, first.game.title))
        evening(parts, beginnings, journal, first)
        if start.buttons is not None and start.buttons.power_off:
            Starts().ask_power_off()


def patient(source: str) -> bool:
    """Whether a camera that is not there yet is waited for: an installed table has nobody who starts it again."""
    if not Starts().as_service:
        return False
    from pi.cameras import is_device  # noqa: PLC0415 - what is wrong with a command line is said before NumPy loads

    return is_device(source)


def status(eye: "Eye", title: str) -> str:
    """How the table stands, for systemd; nothing until a picture was seen, or it is shown why there is none."""
    if eye.fault:
        return f"the camera is gone: {eye.fault}"
    return f"refereeing {title}" if eye.seen else ""


def as_preferred(plan: Plan, preferred: Preferences) -> Plan:
    """The plan with what people set on the screen, where the command line says nothing else."""
    language = plan.language if plan.language_named else preferred.language or plan.language
    if plan.demo:
        return replace(plan, language=language)
    seats = preferred.players if preferred.players and not plan.seats_named else plan.seats
    first = plan.first if seats == plan.seats else None
    game = plan.game
    if preferred.game in (known.key for known in GAMES) and not plan.game_named:
        game = by_key(preferred.game)
    house: Mapping[str, Any] = plan.house if game is plan.game else {}
    if not house:
        house = still_fitting(game, preferred.house.get(game.key, {}), tuple(seat.name for seat in seats))
    return replace(plan, language=language, seats=seats, first=first, game=game, house=house)


def agreed(game: Game[Any], seats: tuple[SeatedPlayer, ...], house: Mapping[str, str] | None) -> House:
    """The game's options as they were said; UsageError for what cannot be, and for too many or too few players."""
    names = tuple(seat.name for seat in seats)
    check_table(game, names)
    return checked(game, game.options, house or {}, names)


def find_game(key: str) -> Game[object]:
    """The game of that name; UsageError for any other word."""
    try:
        return by_key(key)
    except UnknownGame as error:
        raise UsageError(str(error)) from error


def seating(settings: Settings, players: str | None, first: str | None) -> tuple[tuple[SeatedPlayer, ...], str | None]:
    """The seats clockwise, and who begins if anybody said; the settings' word on it holds for their own players."""
    seats = parse_players(players.split(",") if players is not None else settings.table.players)
    if first is None and players is None:
        first = settings.table.first or None
    return seats, check_first(first, seats)


def check_language(language: str) -> str | None:
    """The language, None for the system's; UsageError for one the screen does not speak."""
    if language and language not in LANGUAGES:
        raise UsageError(f"--lang {language!r} is not spoken here; the languages are {', '.join(LANGUAGES)}")
    return language or None


def camera_source(settings: Settings, named: str | None) -> str:
    """The camera that was named, else the settings'; UsageError for none, never another in its place."""
    source = named or settings.camera.source
    if not source:
        such = "webcam:0, picamera, mock, a film, a picture or an http:// stream"
        raise UsageError(f"no camera: name one with --camera ({such}), or in the settings as camera.source")
    return source


def data_place(settings: Settings, data: Path | None) -> Path | None:
    """Where the journal lives, None for the platform's data folder."""
    return data if data is not None else (Path(settings.data.folder) if settings.data.folder else None)
