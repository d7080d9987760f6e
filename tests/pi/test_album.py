"""Albums: what is put in comes out with its note, and no more is kept than the bounds say."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi.album import Album, Bounds, Label, encode, load, note_of

STARTED = "2026-11-29T20:11:48Z"
WIDE = Bounds(100, 100.0)


def picture(level: int = 90, size: tuple[int, int] = (48, 64)) -> np.ndarray:
    return np.full((*size, 3), level, np.uint8)


def test_a_picture_comes_back_with_its_note(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", WIDE)
    page = album.put(Label(STARTED, 3, 17), picture(90), {"player": "小明", "faces": [1, 2]})
    pixels, note = load(page.path)
    assert note == {"player": "小明", "faces": [1, 2]}
    assert pixels.shape == (48, 64, 3)
    assert abs(int(pixels[20, 20, 1]) - 90) < 4
    assert page.path.name == "00000001_20261129T201148Z_3_17.jpg"


def test_any_viewer_takes_it_for_a_jpeg(tmp_path: Path) -> None:
    plain = cv2.imdecode(np.frombuffer(encode(picture(120), {"a": 1}, 90), np.uint8), cv2.IMREAD_COLOR)
    assert plain is not None
    assert plain.shape == (48, 64, 3)


def test_the_oldest_go_first_by_number(tmp_path: Path) -> None:
    album = Album(tmp_path, Bounds(3, 100.0))
    for action in range(1, 7):
        album.put(Label(STARTED, 1, action), picture(), {})
    assert [page.label.action for page in album.pages()] == [4, 5, 6]
    assert len(list(tmp_path.iterdir())) == 3
    assert album.find(STARTED, 1, 3) is None
    assert album.find(STARTED, 1, 6) is not None


def test_the_oldest_go_first_by_bytes(tmp_path: Path) -> None:
    one = len(encode(picture(), {}, 88))
    album = Album(tmp_path, Bounds(1000, 3.5 * one / 1e6))
    for action in range(1, 7):
        album.put(Label(STARTED, 1, action), picture(), {})
    assert [page.label.action for page in album.pages()] == [4, 5, 6]
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 3.5 * one


def test_an_album_that_holds_nothing_stays_empty(tmp_path: Path) -> None:
    album = Album(tmp_path, Bounds(0, 100.0))
    album.put(Label(STARTED, 1, 1), picture(), {})
    assert list(tmp_path.iterdir()) == []


def test_a_later_program_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    for action in (1, 2):
        Album(tmp_path, Bounds(2, 100.0)).put(Label(STARTED, 1, action), picture(), {})
    stranger = tmp_path / "holiday.jpg"
    stranger.write_bytes(b"a stranger's")
    album = Album(tmp_path, Bounds(2, 100.0))
    album.put(Label("2026-11-30T08:00:00Z", 2, 3), picture(), {})
    assert [(page.serial, page.label.action) for page in album.pages()] == [(2, 2), (3, 3)]
    assert stranger.exists()


def test_games_of_a_journal_that_was_set_aside_are_others(tmp_path: Path) -> None:
    album = Album(tmp_path, WIDE)
    album.put(Label(STARTED, 1, 1), picture(), {})
    assert album.find("2026-11-30T08:00:00Z", 1, 1) is None


def test_the_newest_picture_of_an_action_counts(tmp_path: Path) -> None:
    album = Album(tmp_path, WIDE)
    album.put(Label(STARTED, 1, 1), picture(), {})
    newest = album.put(Label(STARTED, 1, 1), picture(), {})
    assert album.find(STARTED, 1, 1) == newest.path


def test_a_picture_that_was_cut_short_is_said(tmp_path: Path) -> None:
    page = Album(tmp_path, WIDE).put(Label(STARTED, 1, 1), picture(), {"a": "b" * 200})
    whole = page.path.read_bytes()
    for length in (0, 3, 50, 215):
        page.path.write_bytes(whole[:length])
        with pytest.raises((OSError, ValueError)):
            load(page.path)


def test_a_strangers_jpeg_has_no_note() -> None:
    with pytest.raises(ValueError, match="no note"):
        note_of(cv2.imencode(".jpg", picture())[1].tobytes())


def test_a_note_that_does_not_fit_is_refused() -> None:
    with pytest.raises(OSError, match="does not fit"):
        encode(picture(), {"a": "x" * 70000}, 88)
