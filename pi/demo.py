"""The demo: the whole machine on a laptop, with simulated players unless a real camera is named."""

import secrets
from collections.abc import Mapping
from math import isfinite
from pathlib import Path

from pi.config import load_settings
from pi.errors import UsageError
from pi.plan import Plan
from pi.play import agreed, check_language, data_place, find_game, seating
from rules.games import GAMES

MAT = "mock:mat"
"""A drawn mat, here one with a zone for everybody."""


def plan_demo(
    *,
    game: str | None,
    source: str,
    window: bool,
    games: int | None,
    seconds: float | None,
    seed: int | None,
    speed: float,
    players: str | None,
    first: str | None,
    language: str | None,
    rough: bool,
    events: str | None,
    resume: bool,
    config: Path | None,
    data: Path | None,
    house: Mapping[str, str] | None = None,
) -> Plan:
    """The plan of `croupier demo`; UsageError or ConfigError for what cannot be."""
    if not isfinite(speed) or (seconds is not None and not isfinite(seconds)):
        raise UsageError("--speed and --seconds take finite numbers")
    settings = load_settings(config)
    seats, first = seating(settings, players, first)
    played = find_game(game or GAMES[0].key)
    return Plan(
        settings=settings,
        source=f"{MAT}{len(seats)}" if source == MAT else source,
        game=played,
        game_named=game is not None,
        house=agreed(played, seats, house),
        seats=seats,
        seats_named=players is not None,
        first=first,
        demo=True,
        games=games,
        seconds=seconds,
        seed=seed if seed is not None else secrets.randbelow(2**31),
        speed=speed,
        rough=rough,
        window=window,
        resume=resume,
        language=check_language(language or settings.table.language),
        language_named=bool(language),
        events=events,
        data=data_place(settings, data),
    )
