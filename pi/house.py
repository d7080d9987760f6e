"""What people agree on before a game, as options of the command line: each game says which there are."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import typer

from pi.errors import UsageError
from rules.game import Game, Option
from rules.games import GAMES
from rules.house import choices, fits, read_option

House = dict[str, Any]
"""What was said of a game's options, by their keys."""


def with_options(which: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A command that takes every game's `options` or `odds_options` (named by `which`) and gets them as `house`.

    An option that several games have is one option; whether the game that is played has it, `checked` says.
    """

    def decorate(body: Callable[..., int]) -> Callable[..., int]:
        declared = _declared(which)

        def run(**said: Any) -> int:
            house = {key: said.pop(_parameter(key)) for key in declared}
            return body(**said, house={key: value for key, value in house.items() if value is not None})

        mine = [_option(key, options) for key, options in declared.items()]
        theirs = [p for p in inspect.signature(body, eval_str=True).parameters.values() if p.name != "house"]
        run.__name__, run.__doc__ = body.__name__, body.__doc__
        run.__signature__ = inspect.Signature([*theirs, *mine], return_annotation=int)  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in (*theirs, *mine)}
        return run

    return decorate


def checked(
    game: Game[Any], options: Iterable[Option], house: Mapping[str, str], players: tuple[str, ...] = ()
) -> House:
    """The options as the rules have them; UsageError for one that this game has not, or that cannot be so."""
    known = {option.key: option for option in options}
    found: House = {}
    for key, text in house.items():
        if key not in known:
            raise UsageError(f"--{key}: {game.key} has no such option{_those(known)}{_whose(key)}")
        found[key] = read_option(known[key], text)
        if not fits(known[key], found[key], players):
            may_be = "yes or no" if known[key].kind == "flag" else choices(known[key], players)
            raise UsageError(f"--{key} must be {may_be}, not {text!r}")
    return found


def still_fitting(game: Game[Any], house: Mapping[str, Any], players: tuple[str, ...]) -> House:
    """What of a game's options can be so with these players; what was once agreed on may have become impossible."""
    known = {option.key: option for option in game.options}
    return {key: value for key, value in house.items() if key in known and fits(known[key], value, players)}


def check_table(game: Game[Any], players: tuple[str, ...]) -> None:
    """UsageError for more or fewer players than the game is for."""
    try:
        game.start(players, players[0])
    except ValueError as error:
        raise UsageError(str(error)) from error


def _those(known: Mapping[str, Option]) -> str:
    return f"; it has {', '.join('--' + key for key in known)}" if known else ""


def _whose(key: str) -> str:
    """The games that have the option."""
    having = [game.key for game in GAMES if key in {option.key for option in (*game.options, *game.odds_options)}]
    return f"; --{key} is for {', '.join(having)}" if having else ""


def _declared(which: str) -> dict[str, list[tuple[Game[Any], Option]]]:
    """Every option by its key, with the games that have it."""
    found: dict[str, list[tuple[Game[Any], Option]]] = {}
    for game in GAMES:
        for option in getattr(game, which):
            found.setdefault(option.key, []).append((game, option))
    return found


def _parameter(key: str) -> str:
    return f"option_{key.replace('-', '_')}"


def _option(key: str, options: list[tuple[Game[Any], Option]]) -> inspect.Parameter:
    """The option as typer takes it."""
    games, option = ", ".join(game.key for game, _ in options), options[0][1]
    metavar = {"number": "N", "player": "NAME", "faces": "FACES", "text": "TEXT"}.get(option.kind, "")
    metavar = metavar or "|".join(option.words or ("yes", "no"))
    kind = Annotated[str | None, typer.Option(f"--{key}", metavar=metavar, help=f"{option.help} ({games})")]
    return inspect.Parameter(_parameter(key), inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
