"""A game's own events and offers as sentences: the game's templates, filled with what an event tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.events import Told
from rules.game import Say

OFFER = "say "
"""Before an offer's word, the key of its sentence."""


def told_sentence(
    sayings: Mapping[str, str],
    event: Told,
    *,
    say: Callable[[str], str] = str,
    name: Callable[[str], str] = str,
) -> str:
    """The event as people read it; empty where the game has an empty sentence for it.

    `say` translates the template, `name` the name of a player or colour. A game without words tells its fields.

    >>> told_sentence({"bid": "{player} bids {count} × {face}"}, Told("bid", "red", {"count": 5, "face": 4}))
    'red bids 5 × 4'
    >>> told_sentence({}, Told("high", "red", {"sum": 11}))
    'red: high, sum 11'
    """
    template = sayings.get(event.word)
    if template is None:
        facts = ", ".join([event.word, *(f"{key} {_spell(value, name)}" for key, value in event.fields.items())])
        return facts if event.player is None else f"{name(event.player)}: {facts}"
    return _fill(template, {**event.fields, "player": event.player}, say, name)


def offer_sentence(
    sayings: Mapping[str, str],
    offer: Say,
    *,
    say: Callable[[str], str] = str,
    name: Callable[[str], str] = str,
) -> str:
    """What is written on the button that says this.

    >>> offer_sentence({"say bid": "{count} × {face}"}, Say("bid", {"count": 5, "face": 4}))
    '5 × 4'
    """
    template = sayings.get(OFFER + offer.word)
    if template is None:
        return " ".join([offer.word, *(_spell(value, name) for value in offer.fields.values())])
    return _fill(template, {**offer.fields, "player": offer.player}, say, name)


def _fill(
    template: str, facts: Mapping[str, Any], say: Callable[[str], str], name: Callable[[str], str]
) -> str:
    if not template:
        return ""
    return say(template).format_map({key: _spell(value, name) for key, value in facts.items()})


def _spell(value: object, name: Callable[[str], str]) -> str:
    """A value of a line as people read it: names in their language, dice with spaces between."""
    match value:
        case None:
            return "–"
        case str():
            return name(value)
        case list() | tuple():
            dice = all(type(part) is int for part in value)
            return (" " if dice else ", ").join(_spell(part, name) for part in value)
        case dict():
            return ", ".join(f"{name(str(key))} {_spell(part, name)}" for key, part in value.items())
        case _:
            return str(value)
