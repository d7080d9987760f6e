"""The mat's PDF: true to scale, drawn with lines, and with its words in every language."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from pypdfium2 import raw

from pi.cli import run_command
from ui.language import LANGUAGES
from ui.mat_sheet import FOR_SEATS, HAND, ROLLING, TO_SCALE, write_mat
from ui.words import Words
from vision.mat import MatFinder
from vision.mat_layout import PAPERS, SEATS, Paper, mat_layout

MM = 72 / 25.4
"""Points of a PDF to a millimetre."""


@pytest.mark.parametrize(("paper", "seats"), list(zip(PAPERS * 2, (*SEATS, 2), strict=False)))
def test_a_page_is_true_to_scale(tmp_path: Path, paper: Paper, seats: int) -> None:
    layout, path = mat_layout(paper, seats), tmp_path / "mat.pdf"
    write_mat(path, layout, "en")
    [page] = pypdfium2.PdfDocument(str(path))
    assert page.get_size() == pytest.approx((layout.width_mm * MM, layout.height_mm * MM), abs=0.01)
    picture = np.ascontiguousarray(page.render(scale=5.0 / MM).to_numpy()[..., :3])
    # The picture has whole pixels, so that it is a little larger than the page.
    px_a_mm = np.array([picture.shape[1] / layout.width_mm, picture.shape[0] / layout.height_mm])
    found, seen = MatFinder().markers(picture)
    assert found is layout and set(seen) == {marker.number for marker in layout.markers}
    for marker in layout.markers:
        # Pixels have their centres at whole numbers, pages their origin at the edge.
        assert (seen[marker.number] + 0.5) / px_a_mm == pytest.approx(marker.square.corners, abs=0.1)


def test_it_is_drawn_with_lines_and_says_how_long_they_are(tmp_path: Path) -> None:
    write_mat(tmp_path / "mat.pdf", mat_layout("a4", 2), "en")
    [page] = pypdfium2.PdfDocument(str(tmp_path / "mat.pdf"))
    assert not list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]))
    said = page.get_textpage().get_text_range()
    for words in ("231 mm", "124 mm", "130 mm", "Hand 1", "Hand 2", "Rolling zone", "Mat for 2 players, A4"):
        assert words in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_every_language(tmp_path: Path, lang: str) -> None:
    write_mat(tmp_path / "mat.pdf", mat_layout("letter", 3), lang)
    [page] = pypdfium2.PdfDocument(str(tmp_path / "mat.pdf"))
    said, words = page.get_textpage().get_text_range(), Words(lang)
    for sentence in (words.say(ROLLING), words.say(HAND).format(seat=1), words.say(TO_SCALE)):
        assert sentence in said
    assert words.say(FOR_SEATS).format(seats=3, paper="Letter") in said
    assert lang == "en" or words.say(ROLLING) != ROLLING


def test_the_same_mat_is_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_mat(tmp_path / name, mat_layout("a3", 4), "ja")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mat.pdf"
    assert run_command(["mat", "--paper", "a3", "--seats", "4", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF-") and str(path) in capsys.readouterr().out
    for arguments, code, words in (
        (["--paper", "a5", "-o", str(path)], 2, "a4, letter, a3"),
        (["--seats", "1", "-o", str(path)], 2, "2 to 6"),
        (["-o", str(tmp_path / "nowhere" / "mat.pdf")], 1, "cannot be written"),
        ([], 2, "--out"),
        (["-o", ""], 2, "--out"),
    ):
        assert run_command(["mat", *arguments]) == code
        assert words in capsys.readouterr().err


def test_the_mat_may_go_to_stdout(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_command(["mat", "-o", "-"]) == 0
    told = capfdbinary.readouterr()
    write_mat(tmp_path / "mat.pdf", mat_layout("a4", 2), "")
    assert told.out == (tmp_path / "mat.pdf").read_bytes()
    assert b"at 100 %" in told.err and told.err.count(b"\n") == 1
