"""The JSON lines of `croupier referee`: actions in, events out, and every refusal with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, assert_never

from rules.events import (
    Drinks,
    Event,
    Kept,
    Killed,
    Options,
    Refused,
    Rolled,
    Round,
    Stuck,
    Told,
    Turn,
    Undone,
    Won,
)
from rules.game import Action, Game, IllegalAction, Keep, Option, Roll, Say
from rules.house import AGREE, choices, has_kind
from rules.table import Table

LONGEST_INT = 18
"""Digits of a whole number that is still read as one; longer ones are no face of a die, and slow to read."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The last roll really was this."""

    faces: tuple[int, ...]
    colours: tuple[str, ...] = ()
    """Of each die, where the game tells dice by colour; those of the old roll if empty."""


Request: TypeAlias = Action | Undo | Correct
"""What a line can ask for."""


def action_to_dict(action: Action) -> dict[str, Any]:
    """An action as a line has it; `player` only where it is named.

    >>> action_to_dict(Keep((5, 6)))
    {'action': 'keep', 'hand': [5, 6]}
    """
    match action:
        case Roll(faces):
            record: dict[str, Any] = {"action": "roll", "faces": list(faces)}
            if action.colours:
                record["colours"] = list(action.colours)
        case Keep(hand):
            record = {"action": "keep", "hand": list(hand)}
        case Say(word, fields):
            record = {"action": word, **fields}
        case _:
            assert_never(action)
    if action.player is not None:
        record["player"] = action.player
    return record


def action_from_dict(record: dict[str, Any]) -> Action:
    """The action of a record that `action_to_dict` made, whatever the game; IllegalAction "bad-action"."""
    match record.get("action"):
        case "roll":
            return Roll(_values(record, "faces"), _player(record), _colours(record))
        case "keep":
            return Keep(_values(record, "hand"), _player(record))
        case str(word) if word not in ("undo", "correct"):
            return _say(record, word, [field for field in record if field not in ("action", "player")])
        case _:
            raise _bad_action("Only a roll, a keep or a game's own word can be stored.")


def request_from_dict(record: dict[str, Any], *, corrections: bool = False, game: Game[Any] | None = None) -> Request:
    """What a record asks for; IllegalAction "bad-action". "correct" is known only where `corrections` are taken.

    The words of `game` are known besides a roll and a keep.
    """
    says = game.says if game else {}
    match record.get("action"):
        case "roll":
            return Roll(_values(record, "faces"), _player(record), _colours(record) if game and game.coloured else ())
        case "keep":
            return Keep(_values(record, "hand"), _player(record))
        case "undo":
            return Undo()
        case "correct" if corrections:
            return Correct(_values(record, "faces"), _colours(record))
        case str(word) if word == AGREE and game and game.options:
            return _say(record, word, _checked_options(record, game.options))
        case str(word) if word in says:
            return _say(record, word, _checked_fields(record, says[word]))
        case _:
            known = ["roll", "keep", *([AGREE] if game and game.options else ()), *says, "undo"]
            known += ["correct"] if corrections else []
            raise _bad_action(f'"action" must be {", ".join(known[:-1])} or {known[-1]}.')


def parse(line: str, *, corrections: bool = False, game: Game[Any] | None = None) -> Request:
    """What a line asks for; IllegalAction "bad-json" or "bad-action"."""
    return request_from_dict(_decode(line), corrections=corrections, game=game)


def answer(table: Table, request: Request) -> tuple[Event, ...]:
    """The table's events for a request; IllegalAction and nothing has changed."""
    match request:
        case Undo():
            return table.pop()
        case Correct(faces, colours):
            return table.correct(faces, colours)
        case Roll() | Keep() | Say():
            return table.push(request)
        case _:
            assert_never(request)


def respond(table: Table, line: str, *, corrections: bool = False) -> tuple[Event, ...]:
    """The events a line is answered with: a `Refused` where it is not followed, none for a blank line."""
    if not line.strip():
        return ()
    try:
        return answer(table, parse(line, corrections=corrections, game=table.game))
    except IllegalAction as error:
        return (refusal(error),)


def refusal(error: IllegalAction) -> Refused:
    """The event that tells of an action which the rules do not allow."""
    return Refused(error.reason, error.message)


def serve(  # noqa: PLR0917 - the session and who plays it
    lines: Iterable[str],
    write: Callable[[str], object],
    game: Game[Any],
    players: tuple[str, ...],
    first: str | None,
    house: Mapping[str, Any] | None = None,
) -> None:
    """Referee a session: `write` gets the prompt in force, then the answers to each line, a line (no newline) a call.

    `house` is agreed on before the first prompt; IllegalAction for options that cannot be. Bytes that were no UTF-8 are
    expected as lone surrogates (`errors="surrogateescape"`) and refused.
    """
    table = Table(game, players, first)
    if house:
        table.push(Say(AGREE, house))
    for event in table.prompt():
        write(to_line(event_to_dict(event)))
    for line in lines:
        for event in respond(table, line):
            write(to_line(event_to_dict(event)))


def to_line(record: dict[str, Any]) -> str:
    """A record as one line of JSON, without its newline; always encodable as UTF-8."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if _encodable(text):
        return text
    return json.dumps(record, separators=(",", ":"))


def event_to_dict(event: Event) -> dict[str, Any]:  # noqa: PLR0911, PLR0912 - one line an event
    """An event as a line has it.

    >>> event_to_dict(Turn("red", 6))
    {'event': 'turn', 'player': 'red', 'dice': 6}
    """
    match event:
        case Turn(player, dice):
            return {"event": "turn", "player": player, "dice": dice}
        case Rolled(player, faces):
            colours = {"colours": list(event.colours)} if event.colours else {}
            return {"event": "rolled", "player": player, "faces": list(faces), **colours}
        case Killed(player, victim, hand, complement):
            killed = {"victim": victim, "hand": list(hand), "complement": list(complement)}
            return {"event": "killed", "player": player, **killed}
        case Options(player, hands):
            return {"event": "options", "player": player, "hands": [list(hand) for hand in hands]}
        case Stuck(player, hand):
            return {"event": "stuck", "player": player, "hand": list(hand)}
        case Kept(player, hand):
            return {"event": "kept", "player": player, "hand": list(hand)}
        case Won(player):
            return {"event": "won", "player": player}
        case Round(number, players):
            return {"event": "round", "number": number, "players": list(players)}
        case Drinks(player):
            return {"event": "drinks", "player": player}
        case Told(word, player, fields):
            return {"event": word, **({} if player is None else {"player": player}), **fields}
        case Undone(action):
            return {"event": "undone", "action": action_to_dict(action)}
        case Refused(reason, message):
            return {"event": "refused", "reason": reason, "message": message}
        case _:
            assert_never(event)


def _decode(line: str) -> dict[str, Any]:
    if not _encodable(line):
        raise _bad_json("The line is not UTF-8.")
    try:
        record = json.loads(line, parse_constant=_no_json, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise _bad_json("The line is not JSON.") from error
    if not isinstance(record, dict):
        raise _bad_json("The line is not a JSON object.")
    return record


def _whole(digits: str) -> float:
    """A number as JSON spells it; one too long to be a face keeps only its size."""
    return int(digits) if len(digits) <= LONGEST_INT else float(digits)


def _no_json(word: str) -> NoReturn:
    """Python's own reader takes NaN and Infinity, which JSON does not have."""
    raise ValueError(word)


def _values(record: dict[str, Any], field: str) -> tuple[Any, ...]:
    """A list of what should be faces; the game judges them, since other reasons come first."""
    values = record.get(field)
    if not isinstance(values, list):
        raise _bad_action(f'"{field}" must be a list of faces.')
    return tuple(values)


def _colours(record: dict[str, Any]) -> tuple[str, ...]:
    """The colours of a roll's dice, one each; empty where there are none."""
    colours = record.get("colours", [])
    if not isinstance(colours, list) or not all(isinstance(colour, str) for colour in colours):
        raise _bad_action('"colours" must be a list of names of colours.')
    if colours and len(colours) != len(_values(record, "faces")):
        raise _bad_action('"colours" must name one colour for each of the faces.')
    return tuple(colours)


def _say(record: dict[str, Any], word: str, fields: Iterable[str]) -> Say:
    return Say(word, {field: record[field] for field in fields}, _player(record))


_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "number": ("a whole number", lambda value: type(value) is int),
    "flag": ("true or false", lambda value: type(value) is bool),
    "name": ("a name in quotes", lambda value: isinstance(value, str)),
    "names": ("a list of names", lambda value: isinstance(value, list) and all(isinstance(v, str) for v in value)),
    "face": ("a face", lambda value: isinstance(value, int | float | bool)),
}
"""What a field of a game's own word may be, and how that is said; whether a number is a face the game judges."""


def _checked_fields(record: dict[str, Any], fields: Mapping[str, str]) -> list[str]:
    """The fields of a word that are there, `player` left out; IllegalAction for one missing or of another kind."""
    found = []
    for field, kind in fields.items():
        what, fits = _KINDS[kind.rstrip("?")]
        if field not in record:
            if kind.endswith("?"):
                continue
            raise _bad_action(f'"{field}" is missing: {what}.')
        if not fits(record[field]):
            raise _bad_action(f'"{field}" must be {what}.')
        found.append(field)
    return [field for field in found if field != "player"]


def _checked_options(record: dict[str, Any], options: Iterable[Option]) -> list[str]:
    """The options that are named; IllegalAction for one of another kind, while unknown ones the game refuses."""
    named = [field for field in record if field not in ("action", "player")]
    for option in options:
        if option.key in named and not has_kind(option, record[option.key]):
            raise _bad_action(f'"{option.key}" must be {choices(option)}.')
    return named


def _player(record: dict[str, Any]) -> str | None:
    if "player" not in record:
        return None
    player = record["player"]
    if not isinstance(player, str):
        raise _bad_action('"player" must be a name in quotes, or left out.')
    return player


def _encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _bad_json(message: str) -> IllegalAction:
    return IllegalAction("bad-json", message)


def _bad_action(message: str) -> IllegalAction:
    return IllegalAction("bad-action", message)
