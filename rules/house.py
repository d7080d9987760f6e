"""What players agree on before they play: checked, kept with the game's actions, and told like any event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.events import Told
from rules.game import Action, Game, IllegalAction, Option, Say

AGREE = "rules"
"""The word of the action that says what is agreed on, and of the event that tells it."""


def defaults(game: Game[Any], players: tuple[str, ...]) -> dict[str, Any]:
    """What holds where nobody says otherwise; a player's option is the first seat's."""
    return {option.key: players[0] if option.kind == "player" else option.default for option in game.options}


def agree(game: Game[Any], house: Mapping[str, Any], said: Say, players: tuple[str, ...]) -> dict[str, Any]:
    """The options once some of them are said anew; IllegalAction "bad-option" for one that is unknown or cannot be."""
    known = {option.key: option for option in game.options}
    for key, value in said.fields.items():
        if key not in known:
            raise IllegalAction("bad-option", f"{game.title} has no option {key!r}; it has {', '.join(known)}.")
        if not fits(known[key], value, players):
            raise IllegalAction("bad-option", f"{key!r} must be {choices(known[key], players)}.")
    return {**house, **said.fields}


def told(house: Mapping[str, Any]) -> Told:
    """The event that says what is agreed on."""
    return Told(AGREE, None, dict(house))


def begun(actions: Iterable[Action]) -> bool:
    """Whether a game's actions are more than what was agreed on before play."""
    return any(not agrees(action) for action in actions)


def agreed(actions: Iterable[Action]) -> dict[str, Any]:
    """What was said of the options in a game with these actions; what was not, the game knows."""
    return {key: value for action in actions if agrees(action) for key, value in _fields(action).items()}


def agrees(action: Action) -> bool:
    """Whether an action says what is agreed on, and nothing else."""
    return isinstance(action, Say) and action.word == AGREE


def _fields(action: Action) -> Mapping[str, Any]:
    return action.fields if isinstance(action, Say) else {}


def values(option: Option, players: tuple[str, ...]) -> tuple[Any, ...]:
    """What a screen offers of an option, as JSON has it.

    >>> values(Option("losses", 3, "How many.", "number", offered=(1, 3)), ())
    (1, 3)
    """
    match option.kind:
        case "flag":
            return (True, False)
        case "player":
            return players
        case _:
            return (*option.offered, *option.words)


def fits(option: Option, value: object, players: tuple[str, ...]) -> bool:
    """Whether an option may have this value, as JSON has it."""
    match option.kind:
        case "word":
            return value in option.words
        case "number":
            return (type(value) is int and 1 <= value <= _most(option, players)) or value in option.words
        case "flag":
            return type(value) is bool
        case "player":
            return value in players
        case "faces":
            return isinstance(value, list | tuple) and all(type(face) is int and 1 <= face <= 6 for face in value)
        case "text":
            return isinstance(value, str)


def has_kind(option: Option, value: object) -> bool:
    """Whether a value as JSON has it is of an option's kind, be it one that the option may have or not.

    >>> has_kind(Option("least", 1, "", "number"), "3"), has_kind(Option("least", 1, "", "number"), 0)
    (False, True)
    """
    match option.kind:
        case "flag":
            return type(value) is bool
        case "number":
            return type(value) is int or (bool(option.words) and isinstance(value, str))
        case "faces":
            return isinstance(value, list)
        case _:
            return isinstance(value, str)


def _most(option: Option, players: tuple[str, ...]) -> float:
    """The greatest number that an option may be; without players nobody knows."""
    return option.most_each * len(players) if option.most_each and players else float("inf")


def choices(option: Option, players: tuple[str, ...] = ()) -> str:
    """What an option may be, in words.

    >>> choices(Option("ties", "reroll", "What a tie means.", words=("reroll", "banker")))
    'reroll or banker'
    """
    match option.kind:
        case "word":
            return " or ".join(option.words)
        case "number":
            to = f" to {_most(option, players)}" if _most(option, players) < float("inf") else ""
            return " or ".join((f"a whole number from 1{to}", *option.words))
        case "flag":
            return "true or false"
        case "player":
            return " or ".join(players) or "a player's name"
        case "faces":
            return "faces such as 3,4,4,6"
        case "text":
            return "words"


def read_option(option: Option, text: str) -> Any:
    """An option's value from the command line's word; a word that is no such value is left to be refused.

    >>> read_option(Option("least", 1, "The least opening bid.", "number"), "3")
    3
    """
    if option.kind == "number" and text.isascii() and text.isdecimal():
        return int(text)
    if option.kind == "flag":
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if option.kind == "faces":
        words = [word.strip() for word in text.split(",")] if text.strip() else []
        return tuple(int(word) for word in words) if all(word in "123456" and word for word in words) else text
    return text
