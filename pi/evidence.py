"""The evidence: the picture of every roll and keep as it was judged, and a crop of every die that people named."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi.album import Album, Bounds, Label, load
from pi.config import DataSettings
from pi.journal import Record, utc_now
from rules.events import Event, Kept, Rolled
from rules.game import Faces
from rules.referee import Ask
from vision.frame import Frame, Pixels
from vision.reading import Box, Die, Reading
from vision.settle import Change

_log = logging.getLogger(__name__)

PICTURES, DRAWN, CROPS = "pictures", "drawn", "crops"
"""The albums' folders in the data folder; trays that the demo drew must not drive real ones out."""
MOST_DRAWN = 300
"""So many of them are kept: some twenty games."""
CROP_SHARE = 0.4
"""So much of a die's size is kept around it, as the reader looks at its surroundings too."""
CROP_QUALITY = 96


@dataclass(frozen=True, slots=True, eq=False)
class Exhibit:
    """One picture that was judged."""

    pixels: Pixels
    reading: Reading | None
    """What the reader saw in it; None where it was not read, as while a hand is in view."""
    event: Rolled | Kept | None = None
    """What was judged from it."""


class Evidence:
    """Listens to the game and keeps what it was judged from. What cannot be kept is said once; the game goes on."""

    def __init__(self, pictures: Album, crops: Album | None) -> None:
        """Without an album for crops none are kept: nothing is to be learnt from dice that were drawn."""
        self._pictures, self._crops = pictures, crops
        self._record: Record | None = None
        self._settled: Exhibit | None = None
        """The tray as it was last read; None while it moves."""
        self._frame: Frame | None = None
        self._rolled: tuple[int, Exhibit] | None = None
        """The number of the last roll in the journal, and its picture."""
        self.latest: Exhibit | None = None
        """What was judged last, for people who want to see it; None before the first roll of the evening."""
        self._failed = False

    def follow(self, record: Record) -> None:
        """Another game begins, or goes on."""
        self._record = record

    def look(self, frame: Frame, change: Change | None) -> None:
        """A frame was seen, and what it changed; told before the referee hears of it."""
        self._frame = frame
        if change is None:
            return
        # A copy: some cameras fill the same memory again and again.
        seen = change.reading
        self._settled = None if seen is None else Exhibit(frame.pixels.copy(), seen)

    def listen(self, event: Event) -> None:
        """Something was judged."""
        match event:
            case Rolled():
                self._keep_roll(event)
            case Kept():
                self._keep_picture(self._now(), event)

    def ask(self, question: Ask) -> None:
        """Questions are not kept; what comes of them is."""

    def _keep_roll(self, event: Rolled) -> None:
        exhibit = self._before_correction() or self._settled or self._now()
        if exhibit is None:
            return
        self._keep_picture(exhibit, event)
        written = self._record.written if self._record else None
        if written is None:
            return
        self._rolled = written.number, exhibit
        for place, pips in named(exhibit.reading.dice if exhibit.reading else (), event.faces).items():
            self._keep_crop(exhibit, place, pips)

    def _before_correction(self) -> Exhibit | None:
        """Where a roll was corrected, the picture that was misread, be it from before a power cut."""
        written = self._record.written if self._record else None
        if written is None or not written.corrects:
            return None
        if self._rolled and self._rolled[0] == written.corrects:
            return self._rolled[1]
        assert self._record is not None
        path = self._pictures.find(self._record.started, self._record.id, written.corrects)
        try:
            return load_exhibit(path) if path else None
        except (OSError, ValueError):
            return None  # the old picture is gone or damaged; the tray as it lies now is kept instead

    def _now(self) -> Exhibit | None:
        """The newest picture, with its reading if the tray is at rest."""
        if self._frame is None:
            return None
        return Exhibit(self._frame.pixels.copy(), self._settled.reading if self._settled else None)

    def _keep_picture(self, exhibit: Exhibit | None, event: Rolled | Kept) -> None:
        if exhibit is None:
            return
        self.latest = Exhibit(exhibit.pixels, exhibit.reading, event)
        note = {"at": utc_now(), **_event_note(event), "reading": reading_note(exhibit.reading)}
        self._put(self._pictures, exhibit.pixels, note)

    def _keep_crop(self, exhibit: Exhibit, place: int, pips: int) -> None:
        if self._crops is None:
            return
        assert exhibit.reading is not None
        die = exhibit.reading.dice[place]
        cut = _around(die.box, exhibit.pixels)
        x, y, w, h = cut
        within = Box(die.box.x - x, die.box.y - y, die.box.w, die.box.h)
        note = {"at": utc_now(), "pips": pips, "read": die_note(die), "box": list(within)}
        self._put(self._crops, exhibit.pixels[y : y + h, x : x + w], note, f"die-{place}")

    def _put(self, album: Album, pixels: Pixels, note: dict[str, Any], part: str = "") -> None:
        record = self._record
        if record is None or record.written is None:
            return  # the game itself is not being saved, which is said already
        try:
            album.put(Label(record.started, record.id, record.written.number, part), pixels, note)
            self._failed = False
        except OSError as error:
            if not self._failed:
                _log.warning("pictures are not being kept in %s: %s", album.folder, error.strerror or error)
            self._failed = True


def open_evidence(data: Path, settings: DataSettings, *, drawn: bool = False) -> Evidence:
    """The evidence of a data folder; `drawn` where the tray is not a real one."""
    most = min(settings.pictures, MOST_DRAWN) if drawn else settings.pictures
    pictures = Album(data / (DRAWN if drawn else PICTURES), Bounds(most, settings.picture_megabytes))
    crops = Album(data / CROPS, Bounds(settings.crops, settings.crop_megabytes), quality=CROP_QUALITY)
    return Evidence(pictures, None if drawn else crops)


def named(dice: Sequence[Die], faces: Faces) -> dict[int, int]:
    """Which dice people have named by telling the roll, place to pips, where it is certain which die is meant.

    The dice that the reader was sure of and that are in the roll are taken for read; what is left over of the roll must
    be what is left over of the dice. Where that leaves a choice nothing is named.

    >>> from vision.reading import Box, Die
    >>> def die(pips, sure=True):
    ...     return Die(pips, sure, 0.9, Box(0, 0, 9, 9), "red")
    >>> named([die(1), die(4), die(4)], (1, 4, 5))  # one of the fours, nobody knows which
    {}
    >>> named([die(1), die(2), die(4)], (1, 4, 5))
    {1: 5}
    >>> named([die(1), die(None, False), die(2, False)], (1, 6, 6))
    {1: 6, 2: 6}
    """
    if len(dice) != len(faces):
        return {}
    sure = Counter(die.pips for die in dice if die.sure and die.pips is not None)
    told = Counter(faces)
    if any(0 < told[face] < count for face, count in sure.items()):
        return {}  # of dice that were read alike some are meant and some are not
    open_places = [place for place, die in enumerate(dice) if not die.sure or not told[die.pips or 0]]
    left = sorted((told - sure).elements())
    if len(left) != len(open_places) or len(set(left)) > 1:
        return {}
    return dict(zip(open_places, left, strict=True))


def _around(box: Box, pixels: Pixels) -> Box:
    """The die with its surroundings, as far as the picture goes."""
    margin = round(CROP_SHARE * max(box.w, box.h))
    left, top = max(0, box.x - margin), max(0, box.y - margin)
    right, bottom = min(pixels.shape[1], box.x + box.w + margin), min(pixels.shape[0], box.y + box.h + margin)
    return Box(left, top, right - left, bottom - top)


def _event_note(event: Rolled | Kept) -> dict[str, Any]:
    match event:
        case Rolled(player, faces):
            return {"action": "roll", "player": player, "faces": list(faces)}
        case Kept(player, hand):
            return {"action": "keep", "player": player, "hand": list(hand)}


def die_note(die: Die) -> dict[str, Any]:
    """A die as a picture's note has it."""
    return {
        "pips": die.pips, "sure": die.sure, "confidence": round(die.confidence, 4), "box": list(die.box),
        "colour": die.colour, "why": die.why,
    }  # fmt: skip


def reading_note(reading: Reading | None) -> dict[str, Any] | None:
    """A reading as a picture's note has it."""
    if reading is None:
        return None
    return {"width": reading.width, "height": reading.height, "dice": [die_note(die) for die in reading.dice]}


def reading_of(note: dict[str, Any]) -> Reading | None:
    """The reading that a picture's note holds; ValueError where the note is not ours."""
    try:
        held = note["reading"]
        if held is None:
            return None
        dice = [
            Die(d["pips"], d["sure"], d["confidence"], Box(*d["box"]), d["colour"], (), d["why"]) for d in held["dice"]
        ]
        return Reading(tuple(dice), held["width"], held["height"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"the picture's note is not ours: {error}") from error


def load_exhibit(path: Path) -> Exhibit:
    """A kept picture with its reading. OSError where it is gone or damaged, ValueError where it is not ours."""
    pixels, note = load(path)
    return Exhibit(pixels, reading_of(note))
