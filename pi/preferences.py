"""What people set on the screen, kept beside the journal: language, light, sound, who plays."""

import json
import logging
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import cattrs
from cattrs.errors import ClassValidationError

from pi.seats import SeatedPlayer

_log = logging.getLogger(__name__)

FILE = "preferences.json"
LOUDEST = 3
"""The volume goes from 0 to this."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was set on the screen; what nobody set is as it stands here."""

    language: str = ""
    """Empty: nobody chose one on the screen."""
    dim: bool = False
    """Less light, for a dark room."""
    volume: int = 2
    """Of the sounds, 0 (mute) to LOUDEST."""
    odds: bool = False
    """Show each side's chance to win."""
    coach: bool = False
    """Show what each legal hand would give."""
    game: str = ""
    """The game's key that was played last; empty for the settings'."""
    players: tuple[SeatedPlayer, ...] = ()
    """Who played last; empty for the settings'."""
    house: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What was agreed on before play, by the game's key."""


def loudness(volume: int) -> float:
    """What a volume means for the loudspeaker, from 0 to 1: ears take twice the amplitude for less than twice as loud.

    >>> loudness(0), loudness(LOUDEST)
    (0.0, 1.0)
    """
    return float((min(LOUDEST, max(0, volume)) / LOUDEST) ** 2)


class PreferenceFile:
    """The preferences in force, and the file that outlasts the evening."""

    def __init__(self, folder: Path) -> None:
        """Reads what was kept; a file that is none of ours counts as nothing kept."""
        self._path = folder / FILE
        self.now = _read(self._path)

    def put(self, **changes: Any) -> Preferences:
        """Changes some of them, on the disk too; where that fails they hold for this evening."""
        self.now = replace(self.now, **changes)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            anew = self._path.with_suffix(".new")
            anew.write_text(json.dumps(asdict(self.now), ensure_ascii=False), encoding="utf-8")
            anew.replace(self._path)  # whole or not at all, should the plug be pulled
        except OSError as error:
            _log.warning("what was set on the screen is not kept: %s", error)
        return self.now


def _read(path: Path) -> Preferences:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cattrs.structure(kept, Preferences)
    except FileNotFoundError:
        return Preferences()
    except (OSError, ValueError, TypeError, AttributeError, KeyError, ClassValidationError) as error:
        _log.warning("%s cannot be used, the screen starts as it comes: %s", path, error)
        return Preferences()
