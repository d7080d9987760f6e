"""The dice that people had to name, written out as labelled pictures that the reader's training can take."""

import json
import logging
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import imagesize  # type: ignore[import-untyped]  # ships no types

from pi.album import Album, Page, note_of, short
from pi.errors import JournalError, TrayError
from pi.evidence import CROPS
from pi.journal import data_folder, read_journal
from pi.replay import ALL
from rules.protocol import to_line

_log = logging.getLogger(__name__)

Say = Callable[[str], None]

LABELS = "labels.jsonl"
"""A line a picture: file, faces, boxes as [x, y, width, height, pips], and what the reader had said."""


def export_crops(data: Path | None, game: int | None, out: Path, say: Say) -> None:
    """Copy the crops, of one game or of all, and write and say their labels. TrayError where they cannot be written."""
    pages = Album(data_folder(data) / CROPS, ALL).pages()
    if game is not None:
        began = _began(data, game)
        pages = tuple(page for page in pages if (page.label.started, page.label.game) == (began, game))
    _make_writable(out)
    if not pages:
        _log.warning("no die had to be named by anybody; nothing is written to %s", out)
        return
    try:
        with (out / LABELS).open("w", encoding="utf-8", newline="\n") as labels:
            for page in pages:
                label = _label(page)
                if label is None:
                    continue  # cut short by a pulled plug: there is nothing to learn from it
                shutil.copyfile(page.path, out / label["file"])
                labels.write(json.dumps(label, ensure_ascii=False) + "\n")
                say(to_line(label))
    except OSError as error:
        raise _unwritable(out, error) from error


def _make_writable(out: Path) -> None:
    """The folder, told before anything else if it cannot be written."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise _unwritable(out, error) from error


def _unwritable(out: Path, error: OSError) -> TrayError:
    return TrayError(f"the crops cannot be written to {out}: {error.strerror or error}")


def _began(data: Path | None, game: int) -> str:
    """When that game of the journal began: a journal that was set aside may have had one of the same number."""
    journal = read_journal(data)
    if journal is None:
        raise JournalError(f"no game yet in {data_folder(data)}; name another folder with --data")
    with journal:
        return short(journal.game(game).started)


def _label(page: Page) -> dict[str, Any] | None:
    try:
        note = note_of(page.path.read_bytes())
        pips, read, box = note["pips"], note["read"], note["box"]
        width, height = imagesize.get(str(page.path))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return {
        "file": f"{page.label.game}-{page.label.action}-{page.label.part}-is-{pips}.jpg",
        "source": f"croupier:game {page.label.game} action {page.label.action}",
        "faces": [pips],
        "boxes": [[*box, pips]],
        "width": width,
        "height": height,
        "read": read["pips"],
        "sure": read["sure"],
        "confidence": read["confidence"],
        "why": read["why"],
        "colour": read["colour"],
    }
