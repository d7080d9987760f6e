"""The commands that only read: `read` for stills, `watch` for cameras and films, `bench` for what a reading costs."""

import json
import logging
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol
from unicodedata import category

import cv2

from pi.cameras.camera import Camera
from pi.costs import Costs, drawn_still, minute_ms, peak_mb, shown_mb, untouched_ms
from pi.errors import FILM_TO_READ, NOWHERE, PictureError, TrayError
from pi.pictures import Picture, load_picture
from pi.seats import UNSEEN
from rules.protocol import to_line
from vision.annotate import annotate
from vision.frame import Pixels
from vision.reading import Box, Die, Reading
from vision.settle import Change, Settler

_log = logging.getLogger(__name__)

OnStep = Callable[[str, Callable[[], Pixels]], None]
"""Called after each step of a reading with its name and a way to draw what it found."""
Say = Callable[[str], None]
"""Writes one line for the caller of the command."""

NEVER_AT_REST = f"the tray never lay still in it for long enough: {FILM_TO_READ}"
NOBODY_THROWS = "this drawn tray stays empty, for nobody throws here; `croupier demo` has players who do"
BENCH_READINGS = 20
THREADS = "OPENCV_FOR_THREADS_NUM"


class Reader(Protocol):
    """What reads a picture: vision.detector.Detector, or a stand-in."""

    def read(self, pixels: Pixels, *, t_s: float = 0.0, on_step: OnStep | None = None) -> Reading:
        """The dice of one picture."""
        ...


def read_pictures(
    files: Sequence[str],
    *,
    as_json: bool = False,
    annotate_to: Path | None = None,
    debug_to: Path | None = None,
    reader: Reader | None = None,
    say: Say | None = None,
) -> int:
    """Read still pictures, a line each in the order given; 1 if a file was no readable picture, else 0.

    Raises TrayError when a folder for the copies cannot be written.
    """
    say, reader = say or say_line, reader or _detector(any_picture=True)
    for folder in (annotate_to, debug_to):
        if folder is not None:
            make_folder(folder)
    names, failed = _Names(files, annotate_to), False
    for file in files:
        try:
            picture = load_picture(file)
        except PictureError as error:
            failed = True
            _tell_failure(file, error, as_json=as_json, say=say)
            continue
        name = names.unused(Path(file))
        began_s = time.perf_counter()
        reading = reader.read(picture.pixels)
        ms = 1000 * (time.perf_counter() - began_s)
        if debug_to is not None:  # read again: drawing the steps is no part of the time that is told
            reader.read(picture.pixels, on_step=_step_writer(debug_to / Path(name).stem))
        if annotate_to is not None:
            write_picture(annotate_to / name, annotate(picture.pixels, reading))
        say(as_line(file, picture, reading, ms) if as_json else as_words(file, picture, reading))
    return 1 if failed else 0


def watch(source: str, *, as_json: bool = False, reader: Reader | None = None, say: Say | None = None) -> int:
    """Follow a camera or film to its end, a line for each change; 1 if a folder's picture could not be read, else 0.

    A source in which the tray never came to rest is named in the log. Raises CameraError when the source cannot be
    opened or goes away.
    """
    from pi.cameras import drawn, open_camera, slowness_told  # noqa: PLC0415 - `read` needs no camera

    say, told = say or say_line, False
    with slowness_told(source):
        camera: Camera = open_camera(source)
    if drawn(source):
        _log.warning("%s: %s", source, NOBODY_THROWS)
    try:
        for change in changes(camera, reader or _detector()):
            say(change_line(change) if as_json else change_words(change))
            told = True
    finally:
        camera.close()
    if not told:
        _log.warning("%s: %s", source, NEVER_AT_REST)
    return 1 if getattr(camera, "spoilt", 0) else 0


def changes(camera: Camera, reader: Reader) -> Iterator[Change]:
    """The changes of a source's tray until it ends."""
    settler = Settler(lambda pixels, t_s: reader.read(pixels, t_s=t_s))
    while (frame := camera.read()) is not None:
        change = settler.see(frame)
        if change is not None:
            yield change


def bench(*, as_json: bool = False, reader: Reader | None = None, say: Say | None = None) -> int:
    """What each step of a reading costs here, and the peak memory; 0."""
    say, reader = say or say_line, reader or _detector()
    pixels = drawn_still()
    costs = Costs()
    for _ in range(BENCH_READINGS):
        costs.begin()
        reader.read(pixels, on_step=costs.step)
        costs.end()
    costs.ms["untouched frame"] = untouched_ms(pixels, lambda shown, t_s: reader.read(shown, t_s=t_s))
    costs.ms["untouched minute"] = minute_ms(costs.ms["untouched frame"])
    size = {"width": pixels.shape[1], "height": pixels.shape[0]}
    for name, values in costs.ms.items():
        ms = statistics.median(values)
        say(json.dumps({"step": name, "ms": round(ms, 3), **size}) if as_json else f"{name:28} {ms:9.2f} ms")
    peak = peak_mb()
    say(json.dumps({"peak_mb": peak}) if as_json else f"{'peak memory':28} {shown_mb(peak):>9} MB")
    return 0


def bench_screen(*, as_json: bool, seconds: float) -> int:
    """What the screen costs and how smooth it is while dice are read; 1 where there is no screen."""
    from pi.screen_bench import bench_screen as measure  # noqa: PLC0415 - loads pygame

    reader, pixels = _detector(), drawn_still()
    return measure(lambda: reader.read(pixels), seconds=seconds, as_json=as_json, say=say_line)


# --- lines


def as_line(file: str, picture: Picture, reading: Reading, ms: float) -> str:
    """The line of one picture for programs; boxes in pixels of the original."""
    line = {
        "file": file,
        "width": picture.width,
        "height": picture.height,
        "ms": round(ms, 2),
        "legible": reading.legible,
        "faces": list(reading.faces),
        "dice": [_die_fields(die, picture) for die in reading.dice],
    }
    return to_line(line)


def _die_fields(die: Die, picture: Picture) -> dict[str, Any]:
    box = in_original(die.box, picture)
    return {
        "pips": die.pips,
        "sure": die.sure,
        "confidence": round(die.confidence, 4),
        **box._asdict(),
        "colour": die.colour,
        **({"why": die.why} if die.why else {}),
    }


def in_original(box: Box, picture: Picture) -> Box:
    """A box found in the picture in memory, in pixels of the original."""
    across, down = picture.scale
    return Box(round(box.x * across), round(box.y * down), round(box.w * across), round(box.h * down))


def as_words(file: str, picture: Picture, reading: Reading) -> str:
    """The line of one picture for people: its faces, then each die that is doubted."""
    doubts = [f"{_doubt(die)} at {box.x},{box.y}" for die in reading.dice if not die.sure
              for box in [in_original(die.box, picture)]]  # fmt: skip
    faces = " ".join(map(str, reading.faces)) or ("no dice" if not doubts else "nothing sure")
    return f"{on_one_line(file)}: {faces}" + (f"   not sure: {'; '.join(doubts)}" if doubts else "")


def on_one_line(text: str) -> str:
    """The text with its breaks of lines and other control characters written out.

    >>> print(on_one_line("two\\nlines.jpg"))
    two\\nlines.jpg
    """
    return "".join(c.encode("unicode_escape").decode() if category(c) in UNSEEN else c for c in text)


def _doubt(die: Die) -> str:
    value = "a die" if die.pips is None else f"perhaps {die.pips}"
    return f"{value} ({die.why.replace('-', ' ')})" if die.why else value


def change_line(change: Change) -> str:
    """A change of the tray for programs."""
    reading = change.reading if change.state == "settled" else None
    line: dict[str, Any] = {
        "t": round(change.t_s, 3),
        "state": change.state,
        "faces": list(reading.faces) if reading else [],
        "legible": reading.legible if reading else True,
    }
    if change.again:
        line["again"] = True
    return json.dumps(line)


def change_words(change: Change) -> str:
    """A change of the tray for people."""
    words: str = change.state
    if change.state == "settled" and change.reading is not None:
        doubts = [_doubt(die) for die in change.reading.dice if not die.sure]
        words += ": " + (" ".join(map(str, change.reading.faces)) or "nothing sure")
        words += f"   not sure: {'; '.join(doubts)}" if doubts else ""
    return f"{change.t_s:8.2f} s  {words}"


def say_line(line: str) -> None:
    """One line to stdout, at once; TrayError where stdout is closed."""
    if sys.stdout is None:
        raise TrayError(NOWHERE)
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _tell_failure(file: str, error: PictureError, *, as_json: bool, say: Say) -> None:
    if as_json:
        say(to_line({"file": file, "error": str(error).removeprefix(f"{file}: ")}))
    sys.stderr.write(f"croupier: {on_one_line(str(error))}\n")
    sys.stderr.flush()


# --- pictures that are written


class _Names:
    """Names for the copies: those of the files, numbered where a name is taken or is an original's."""

    def __init__(self, originals: Sequence[str], folder: Path | None) -> None:
        self._used: set[str] = set()
        self._folder = folder
        self._originals = {Path(file).resolve() for file in originals}

    def unused(self, file: Path) -> str:
        """A name that no earlier copy has; what OpenCV would not write as such becomes a PNG."""
        ending = file.suffix if file.suffix.lower() in (".jpg", ".jpeg", ".png") else ".png"
        stem, number = file.stem, 1
        while stem in self._used or self._is_original(stem + ending):
            number += 1
            stem = f"{file.stem}-{number}"
        self._used.add(stem)
        return stem + ending

    def _is_original(self, name: str) -> bool:
        return self._folder is not None and (self._folder / name).resolve() in self._originals


def make_folder(folder: Path) -> None:
    """The folder, if it is not there yet; TrayError where it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrayError(f"{folder}: no folder can be made there: {error.strerror or error}") from None


def write_picture(path: Path, pixels: Pixels) -> None:
    """A picture of the kind that the file's ending says; TrayError where it cannot be written."""
    done, encoded = cv2.imencode(path.suffix, pixels)
    try:
        if not done:
            raise OSError("it cannot be encoded")
        path.write_bytes(encoded.tobytes())
    except OSError as error:
        raise TrayError(f"{path}: the picture cannot be written: {error.strerror or error}") from None


def _step_writer(folder: Path) -> OnStep:
    """Writes each step's picture into the folder as NN-name.png."""
    make_folder(folder)
    count = 0

    def write(name: str, picture: Callable[[], Pixels]) -> None:
        nonlocal count
        count += 1
        write_picture(folder / f"{count:02d}-{name.replace(' ', '-').replace('/', '-')}.png", picture())

    return write


def _detector(*, any_picture: bool = False) -> Reader:
    """The reader, on one thread unless the environment says more: it shares the machine with camera and screen.

    `any_picture`: what it will read need not be trays.
    """
    from vision.detector import Detector  # noqa: PLC0415 - loads the model

    cv2.setNumThreads(int(os.environ.get(THREADS) or 1))
    return Detector(any_picture=any_picture)
