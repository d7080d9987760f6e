"""A game's own events and offers as sentences: the game's templates, filled with what an event tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rules.events import Told
from rules.game import Plural, Say

OFFER = "say "
"""Before an offer's word, the key of its sentence."""
PEOPLE = ("player", "players", "loser", "bidder", "banker")
"""Fields that name players; other words are the game's own, or colours of dice."""
VALUE = "="
"""Before a value that has a name of its own, such as a rank."""


Count: TypeAlias = Callable[[str, str, int], str]
"""The sentence for one or that for several, in the reader's language, for a number."""


def in_english(one: str, several: str, number: int) -> str:
    """The one or the other as English has it."""
    return one if number == 1 else several


def told_sentence(
    sayings: Mapping[str, str],
    event: Told,
    *,
    say: Callable[[str], str] = str,
    count: Count = in_english,
    name: Callable[[str], str] = str,
) -> str:
    """The event as people read it; empty where the game has an empty sentence for it.

    `say` translates the template, `count` one that has a plural (as gettext's ngettext does), `name` the name of a
    player. A game without words tells its fields.

    >>> told_sentence({"bid": "{player} bids {count} × {face}"}, Told("bid", "red", {"count": 5, "face": 4}))
    'red bids 5 × 4'
    >>> told_sentence({}, Told("high", "red", {"sum": 11}))
    'red: high, sum 11'
    """
    spell = _speller(sayings, say, name)
    template = _template(sayings, event.word, event.fields)
    if template is not None:
        return _said(template, event, spell, say, count)
    facts = ", ".join([event.word, *(f"{key} {spell(key, value)}" for key, value in event.fields.items())])
    return facts if event.player is None else f"{name(event.player)}: {facts}"


def offer_sentence(
    sayings: Mapping[str, str],
    offer: Say,
    *,
    say: Callable[[str], str] = str,
    count: Count = in_english,
    name: Callable[[str], str] = str,
) -> str:
    """What is written on the button that says this; `say`, `count` and `name` are those of `told_sentence`.

    >>> offer_sentence({"say bid": "{count} × {face}"}, Say("bid", {"count": 5, "face": 4}))
    '5 × 4'
    """
    spell = _speller(sayings, say, name)
    template = _template(sayings, OFFER + offer.word, offer.fields)
    if template is None:
        return " ".join([offer.word, *(spell(key, value) for key, value in offer.fields.items())])
    return _said(template, offer, spell, say, count)


def _template(sayings: Mapping[str, str], key: str, fields: Mapping[str, Any]) -> str | None:
    """The sentence for a word, or the one for the word with a field that is true, where the game has one."""
    flagged = (sayings.get(f"{key} {field}") for field, value in fields.items() if value is True)
    return next((template for template in flagged if template is not None), sayings.get(key))


_Spell: TypeAlias = Callable[[str, Any], str]


def _said(template: str, told: Told | Say, spell: _Spell, say: Callable[[str], str], count: Count) -> str:
    """The template in the reader's language, of a plural the form for its number, filled; empty where it is empty."""
    if not template:
        return ""
    if isinstance(template, Plural):
        sentence = count(template.one, template, told.fields[template.by])
    else:
        sentence = say(template)
    facts = {**told.fields, "player": told.player}
    return sentence.format_map({key: spell(key, value) for key, value in facts.items()})


def _speller(sayings: Mapping[str, str], say: Callable[[str], str], name: Callable[[str], str]) -> _Spell:
    """How a field of a line is read: names and colours in the reader's language, dice with spaces between."""

    def spell(key: str, value: Any) -> str:  # noqa: PLR0911 - one line a kind of value
        match value:
            case None:
                return "–"
            case bool():
                return spell("", "yes" if value else "no")
            case str() if key in PEOPLE:
                return name(value)
            case str():
                return say(sayings.get(VALUE + value, value))
            case list() | tuple():
                dice = all(type(part) is int for part in value)
                return (" " if dice else say(", ")).join(spell(key, part) for part in value)
            case dict():
                return say(", ").join(f"{spell('', word)} {spell(word, part)}" for word, part in value.items())
            case _:
                return str(value)

    return spell
