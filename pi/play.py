"""One evening at the table, from the command line's words to the last game."""

from contextlib import ExitStack
from pathlib import Path

from pi.config import Settings, load_settings
from pi.errors import UsageError
from pi.journal import open_journal
from pi.plan import Beginnings, Plan
from pi.seats import SeatedPlayer, check_first, parse_players
from rules.game import Game
from rules.games import UnknownGame, by_key
from ui.language import LANGUAGES


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
    config: Path | None,
    data: Path | None,
) -> Plan:
    """The plan of `croupier play`; UsageError or ConfigError for what cannot be."""
    settings = load_settings(config)
    source = source or settings.camera.source
    if not source:
        raise UsageError("no camera: name one with --camera, or in the settings as camera.source")
    seats, first = seating(settings, players, first)
    return Plan(
        settings=settings,
        source=source,
        game=find_game(game or settings.table.game),
        game_named=game is not None,
        seats=seats,
        seats_named=players is not None,
        first=first,
        window=window,
        resume=resume,
        new=new,
        language=check_language(language or settings.table.language),
        events=events,
        actions=actions,
        data=data_place(settings, data),
    )


def run(plan: Plan) -> None:
    """Open everything, play, close everything."""
    from pi.companion import evening  # noqa: PLC0415 - what is wrong with a command line is said before OpenCV loads
    from pi.parts import open_parts, open_start  # noqa: PLC0415
    from pi.start import choose_beginning, find_offer  # noqa: PLC0415

    beginnings = Beginnings(plan)
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(plan.data))
        resumed = beginnings.resumed(journal) if plan.resume else None
        asked = plan.window and not (plan.demo or plan.new or plan.resume)
        offer = find_offer(plan, journal) if asked else None
        start = open_start(plan, stack)
        first = resumed or choose_beginning(beginnings, offer, start)
        if first is None:
            return
        parts = open_parts(plan, first, start, stack)
        parts.notify.ready(f"refereeing {first.game.title}")
        evening(parts, beginnings, journal, first)


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
    check_first(first, seats)
    return seats, first


def check_language(language: str) -> str | None:
    """The language, None for the system's; UsageError for one the screen does not speak."""
    if language and language not in LANGUAGES:
        raise UsageError(f"--lang {language!r} is not spoken here; the languages are {', '.join(LANGUAGES)}")
    return language or None


def data_place(settings: Settings, data: Path | None) -> Path | None:
    """Where the journal lives, None for the platform's data folder."""
    return data if data is not None else (Path(settings.data.folder) if settings.data.folder else None)
