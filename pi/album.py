"""An album: a folder of JPEG pictures with notes inside, bounded in number and bytes; the oldest go first."""

import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.frame import Pixels

_log = logging.getLogger(__name__)

JPEG_START = b"\xff\xd8"
COMMENT = b"\xff\xfe"
"""JPEG's marker of a comment: any viewer passes over it."""
MOST_NOTE_BYTES = 0xFFFF - 2
"""A comment's length has two bytes, and counts them."""
NAME = re.compile(r"(\d{8})_([0-9TZ]+)_(\d+)_(\d+)(?:_([a-z0-9-]+))?\.jpg")
"""Serial number, when the game began, the game's number, the action's number, and what else tells pictures apart."""
UNFINISHED = ".part"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much an album holds."""

    pictures: int
    megabytes: float


@dataclass(frozen=True, slots=True)
class Label:
    """What a picture is of. The moment a game began tells it from games of a journal that was set aside."""

    started: str
    """Of the game, as the journal writes it."""
    game: int
    action: int
    """The action's number in the journal."""
    part: str = ""
    """Lower-case letters, digits and dashes, where an action has several pictures."""

    def name(self, serial: int) -> str:
        """The file's name; names sort by age."""
        return f"{serial:08d}_{short(self.started)}_{self.game}_{self.action}{'_' if self.part else ''}{self.part}.jpg"


@dataclass(frozen=True, slots=True)
class Page:
    """One picture of an album."""

    path: Path
    serial: int
    label: Label
    size: int
    """In bytes."""


class Album:
    """The pictures of a folder. Files that are not the album's are never touched. Another program may use it too."""

    def __init__(self, folder: Path, bounds: Bounds, *, quality: int = 88) -> None:
        """Looks at what is there; makes nothing. `quality` is JPEG's, 1 to 100."""
        self.folder = folder
        self._bounds = bounds
        self._quality = quality
        self._pages = sorted(_pages(folder), key=lambda page: page.serial)

    def put(self, label: Label, pixels: Pixels, note: dict[str, Any]) -> Page:
        """Keep a picture with its note, then let the oldest go beyond the bounds. OSError if it cannot be written."""
        data = encode(pixels, note, self._quality)
        self.folder.mkdir(parents=True, exist_ok=True)
        serial = self._pages[-1].serial + 1 if self._pages else 1
        path = self.folder / label.name(serial)
        half = path.with_suffix(UNFINISHED)
        try:
            half.write_bytes(data)
            half.replace(path)  # a reader never sees half a picture
        except OSError:
            with suppress(OSError):
                half.unlink()
            raise
        page = Page(path, serial, replace(label, started=short(label.started)), len(data))
        self._pages.append(page)
        self._prune()
        return page

    def find(self, started: str, game: int, action: int) -> Path | None:
        """The newest picture of that action; None where there is none, or none any more."""
        wanted = Label(short(started), game, action)
        return next((page.path for page in reversed(self._pages) if page.label == wanted), None)

    def pages(self) -> tuple[Page, ...]:
        """All pictures, oldest first."""
        return tuple(self._pages)

    @property
    def size(self) -> int:
        """Bytes of all pictures."""
        return sum(page.size for page in self._pages)

    def _prune(self) -> None:
        bytes_left = self.size - round(self._bounds.megabytes * 1_000_000)
        number_left = len(self._pages) - self._bounds.pictures
        while self._pages and (bytes_left > 0 or number_left > 0):
            page = self._pages.pop(0)
            bytes_left, number_left = bytes_left - page.size, number_left - 1
            try:
                page.path.unlink(missing_ok=True)
            except OSError as error:
                _log.warning("the old picture %s cannot be removed: %s", page.path, error.strerror or error)


def short(moment: str) -> str:
    """A moment as a file's name has it, on Windows too: 20261129T201148Z."""
    return re.sub(r"[^0-9TZ]", "", moment)


def _pages(folder: Path) -> Iterator[Page]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        found = NAME.fullmatch(entry.name)
        if found:
            serial, began, game, action, part = found.groups()
            label = Label(began, int(game), int(action), part or "")
            with suppress(OSError):  # gone meanwhile
                yield Page(Path(entry.path), int(serial), label, entry.stat().st_size)


def encode(pixels: Pixels, note: dict[str, Any], quality: int) -> bytes:
    """A JPEG with the note, as JSON, in its comment. OSError where OpenCV cannot encode the picture."""
    settings = [cv2.IMWRITE_JPEG_QUALITY, quality]
    done, encoded = cv2.imencode(".jpg", pixels, settings)
    if not done:
        raise OSError("the picture cannot be encoded")
    text = json.dumps(note, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) > MOST_NOTE_BYTES:
        raise OSError(f"the note of {len(text)} bytes does not fit into a picture")
    data = encoded.tobytes()
    return JPEG_START + COMMENT + (len(text) + 2).to_bytes(2, "big") + text + data[len(JPEG_START) :]


def note_of(data: bytes) -> dict[str, Any]:
    """The note of a picture that `encode` made; ValueError where there is none."""
    if data[:4] != JPEG_START + COMMENT:
        raise ValueError("the picture has no note")
    note = json.loads(data[6 : 4 + int.from_bytes(data[4:6], "big")])
    if not isinstance(note, dict):
        raise ValueError("the picture's note is not ours")
    return note


def load(path: Path) -> tuple[Pixels, dict[str, Any]]:
    """A kept picture and its note. OSError where it is gone or cut short, ValueError where it is not ours."""
    data = path.read_bytes()
    note = note_of(data)
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise OSError(f"{path}: the picture is damaged")
    return np.asarray(pixels, np.uint8), note
