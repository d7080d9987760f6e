"""Which language the screen speaks: the one that was asked for, else the system's."""

import os
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "zh-Hans", "zh-Hant", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "zh-Hans", "zh-Hant", "ja")
OWN_NAMES: dict[Language, str] = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", "ja": "日本語"}
"""Each language as its speakers write it."""

LOCALE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says it, in gettext's order; LANGUAGE may list several with colons."""
TRADITIONAL = {"hant", "tw", "hk", "mo"}
"""The script, and the regions that write it."""


def language_of(tag: str) -> Language | None:
    """The language of a tag or locale such as "zh-Hant", "zh_TW.UTF-8" or "ja_JP"; None for one not spoken here."""
    first, *rest = re.split(r"[-_]", re.split(r"[.@]", tag)[0].lower())
    match first:
        case "zh":
            simplified = "hans" in rest or TRADITIONAL.isdisjoint(rest)
            return "zh-Hans" if simplified else "zh-Hant"
        case "ja":
            return "ja"
        case "en":
            return "en"
        case _:
            return None


def system_language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language of the system's locale; English for one not spoken here."""
    said = next((value for name in LOCALE_VARIABLES if (value := environ.get(name))), "")
    return next((lang for tag in said.split(":") if (lang := language_of(tag))), "en")


def spoken(asked: str) -> Language:
    """The language that was asked for, the system's for an empty word, English for one not spoken here."""
    return (language_of(asked) or "en") if asked else system_language()
