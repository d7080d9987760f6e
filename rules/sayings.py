"""A game's own events and offers as sentences: the game's templates, filled with what an event tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.events import Told
from rules.game import Say

OFFER = "say "
"""Before an offer's word, the key of its sentence."""
VALUE = "="
"""Before a value that has a name of its own, such as a rank."""


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
    spell = _speller(sayings, say, name)
    template = sayings.get(event.word)
    if template is not None:
        return _fill(template, {**event.fields, "player": event.player}, say, spell)
    facts = ", ".join([event.word, *(f"{key} {spell(value)}" for key, value in event.fields.items())])
    return facts if event.player is None else f"{name(event.player)}: {facts}"


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
    spell = _speller(sayings, say, name)
    template = sayings.get(OFFER + offer.word)
    if template is None:
        return " ".join([offer.word, *map(spell, offer.fields.values())])
    return _fill(template, {**offer.fields, "player": offer.player}, say, spell)


def _fill(template: str, facts: Mapping[str, Any], say: Callable[[str], str], spell: Callable[[Any], str]) -> str:
    return say(template).format_map({key: spell(value) for key, value in facts.items()}) if template else ""


def _speller(
    sayings: Mapping[str, str], say: Callable[[str], str], name: Callable[[str], str]
) -> Callable[[Any], str]:
    """How a value of a line is read: names in the reader's language, dice with spaces between."""

    def spell(value: Any) -> str:
        match value:
            case None:
                return "–"
            case bool():
                return spell("yes" if value else "no")
            case str():
                own = sayings.get(VALUE + value)
                return name(value) if own is None else say(own)
            case list() | tuple():
                dice = all(type(part) is int for part in value)
                return (" " if dice else say(", ")).join(map(spell, value))
            case dict():
                return say(", ").join(f"{spell(key)} {spell(part)}" for key, part in value.items())
            case _:
                return str(value)

    return spell
