"""The commands that read: their lines to the letter, their exit codes, the pictures they leave."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi import cameras, reading_cli
from pi.cameras.mock import MockCamera
from pi.costs import peak_mb
from pi.errors import TrayError
from pi.reading_cli import bench, read_pictures, watch
from vision.frame import Frame, Pixels
from vision.reading import Box, Die, Reading

FOUR = Die(4, True, 0.998, Box(101, 80, 42, 41), "red")
MAYBE = Die(1, False, 0.5, Box(10, 20, 30, 30), "white", (1, 2), "leaning")


class Answers:
    """A reader with one answer, which notes the sizes it was shown."""

    def __init__(self, *dice: Die) -> None:
        self.dice, self.shown = dice, []  # type: ignore[var-annotated]

    def read(self, pixels: Pixels, *, t_s: float = 0.0, on_step: Callable[..., None] | None = None) -> Reading:
        height, width = pixels.shape[:2]
        self.shown.append((width, height))
        if on_step is not None:
            on_step("find", lambda: pixels)
            on_step("read pips", lambda: pixels[:1])
        return Reading(self.dice, width, height, t_s)


def picture(path: Path, width: int = 640, height: int = 480) -> str:
    cv2.imwrite(str(path), np.full((height, width, 3), 90, np.uint8))
    return str(path)


def lines_of(*files: str, reader: Answers, **options: Any) -> tuple[int, list[dict[str, Any]]]:
    said: list[str] = []
    code = read_pictures(files, as_json=True, reader=reader, say=said.append, **options)
    return code, [json.loads(line) for line in said]


def test_the_line_of_a_picture(tmp_path: Path) -> None:
    file = picture(tmp_path / "a.jpg")
    code, (line,) = lines_of(file, reader=Answers(FOUR, MAYBE))
    assert code == 0
    assert isinstance(line.pop("ms"), float)
    assert line == {
        "file": file,
        "width": 640,
        "height": 480,
        "legible": False,
        "faces": [4],
        "dice": [
            {"pips": 4, "sure": True, "confidence": 0.998, "x": 101, "y": 80, "w": 42, "h": 41, "colour": "red"},
            {"pips": 1, "sure": False, "confidence": 0.5, "x": 10, "y": 20, "w": 30, "h": 30, "colour": "white",
             "why": "leaning"},
        ],
    }  # fmt: skip


def test_boxes_are_those_of_the_original(tmp_path: Path) -> None:
    reader = Answers(FOUR)
    _, (line,) = lines_of(picture(tmp_path / "a.jpg", 8192, 4096), reader=reader)
    assert (line["width"], line["height"]) == (8192, 4096)
    assert reader.shown == [(2048, 1024)]
    assert [line["dice"][0][k] for k in "xywh"] == [404, 320, 168, 164]


def test_what_is_no_picture_has_its_line_and_the_others_theirs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / "none.jpg"), picture(tmp_path / "a.png"), str(tmp_path)]
    code, lines = lines_of(*files, reader=Answers())
    assert code == 1
    assert [line["file"] for line in lines] == files
    assert ["error" in line for line in lines] == [True, False, True]
    assert (lines[1]["faces"], lines[1]["legible"], lines[1]["dice"]) == ([], True, [])
    assert lines[0]["error"] == "there is no such file"
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 and told[0] == f"croupier: {files[0]}: there is no such file"


def test_people_are_told_faces_and_doubts(tmp_path: Path) -> None:
    said: list[str] = []
    file = picture(tmp_path / "a.jpg")
    for dice in ((FOUR, FOUR), (FOUR, MAYBE), ()):
        read_pictures([file], reader=Answers(*dice), say=said.append)
    assert said == [f"{file}: 4 4", f"{file}: 4   not sure: perhaps 1 (leaning) at 10,20", f"{file}: no dice"]


def test_copies_and_steps_are_written(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    files = [picture(tmp_path / "a.jpg"), picture(tmp_path / "b" / "a.jpg"), picture(tmp_path / "c.bmp")]
    drawn, steps = tmp_path / "new" / "drawn", tmp_path / "steps"
    code, _ = lines_of(*files, reader=Answers(FOUR), annotate_to=drawn, debug_to=steps)
    assert code == 0
    assert sorted(p.name for p in drawn.iterdir()) == ["a-2.jpg", "a.jpg", "c.png"]
    assert cv2.imread(str(drawn / "c.png")).max() > 200
    found = sorted(p.relative_to(steps).as_posix() for p in steps.rglob("*.png"))
    assert found == [f"{name}/{step}.png" for name in ("a-2", "a", "c") for step in ("01-find", "02-read-pips")]


def test_the_time_told_is_that_of_reading_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock_s = [0.0]
    monkeypatch.setattr(reading_cli.time, "perf_counter", lambda: clock_s[0])

    class Draws(Answers):
        def read(self, pixels: Pixels, *, t_s: float = 0.0, on_step: Callable[..., None] | None = None) -> Reading:
            clock_s[0] += 0.004 if on_step is None else 2.0
            return super().read(pixels, t_s=t_s, on_step=on_step)

    said: list[str] = []
    read_pictures([picture(tmp_path / "a.jpg")], as_json=True, debug_to=tmp_path / "d", reader=Draws(), say=said.append)
    assert json.loads(said[0])["ms"] == 4.0


def test_a_folder_that_cannot_be_made_is_told_before_reading(tmp_path: Path) -> None:
    file, reader = picture(tmp_path / "a.jpg"), Answers()
    with pytest.raises(TrayError, match=r"a\.jpg"):
        lines_of(file, reader=reader, annotate_to=Path(file))
    assert reader.shown == []


class Played:
    """A camera of a few drawn frames, which then ends."""

    name, live = "played", False

    def __init__(self, camera: MockCamera) -> None:
        self.camera, self.closed = camera, 0

    def read(self) -> Frame | None:
        return self.camera.read() if self.camera.busy else None

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Played:
    camera = MockCamera(3, size=(320, 240))
    camera.lay([4], "red")
    camera.idle(0.6)
    camera.sweep()
    camera.idle(0.6)
    played = Played(camera)
    monkeypatch.setattr(cameras, "open_camera", lambda name: played)
    return played


class Sees(Answers):
    """Sees a die while one lies there."""

    def __init__(self, camera: MockCamera) -> None:
        super().__init__()
        self.camera = camera

    def read(self, pixels: Pixels, *, t_s: float = 0.0, on_step: Callable[..., None] | None = None) -> Reading:
        self.dice = (FOUR, MAYBE) if self.camera.lying else ()
        return super().read(pixels, t_s=t_s, on_step=on_step)


def test_watch_tells_each_change(source: Played) -> None:
    said: list[str] = []
    assert watch("film", as_json=True, reader=Sees(source.camera), say=said.append) == 0
    lines = [json.loads(line) for line in said]
    assert [(line["state"], line["faces"], line["legible"]) for line in lines] == [
        ("settled", [4], False),
        ("moving", [], True),
        ("empty", [], True),
    ]
    assert [line["t"] for line in lines] == sorted(line["t"] for line in lines)
    assert source.closed == 1


@pytest.mark.parametrize(("name", "told"), [("mock", True), ("mock:mat3", True), ("film", False), ("mock:up", False)])
def test_a_drawn_tray_is_said_to_stay_empty(
    source: Played, caplog: pytest.LogCaptureFixture, name: str, told: bool
) -> None:
    assert watch(name, reader=Sees(source.camera), say=lambda line: None) == 0
    said = [record.getMessage() for record in caplog.records]
    assert said == ([f"{name}: {reading_cli.NOBODY_THROWS}"] if told else [])


def test_watch_in_words(source: Played) -> None:
    said: list[str] = []
    watch("film", reader=Sees(source.camera), say=said.append)
    assert [line.split(" s  ")[1] for line in said] == ["settled: 4   not sure: perhaps 1 (leaning)", "moving", "empty"]


@pytest.mark.parametrize(("pictures", "silent"), [(1, True), (2, True), (12, False)])
def test_a_film_too_short_to_tell_is_said_to_be_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, pictures: int, silent: bool
) -> None:
    for n in range(pictures):
        picture(tmp_path / f"{n}.png")
    said: list[str] = []
    assert watch(str(tmp_path), as_json=True, reader=Answers(), say=said.append) == 0
    assert len(said) == (not silent)
    told = [record.getMessage() for record in caplog.records]
    assert told == ([f"{tmp_path}: {reading_cli.NEVER_AT_REST}"] if silent else [])


def test_a_folder_with_spoilt_pictures_is_followed_and_they_are_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    picture(tmp_path / "1.png")
    (tmp_path / "2.jpg").touch()
    (tmp_path / "3.jpg").write_text("no picture")
    (tmp_path / "4.jpg").mkdir()
    picture(tmp_path / "5.png")
    said: list[str] = []
    assert watch(str(tmp_path), reader=Answers(), say=said.append) == 1
    told = [record.getMessage() for record in caplog.records]
    assert [line.split(" is no ")[0] for line in told if " is no " in line] == [
        str(tmp_path / name) for name in ("2.jpg", "3.jpg", "4.jpg")
    ]
    for name in ("2.jpg", "3.jpg"):
        (tmp_path / name).unlink()
    (tmp_path / "4.jpg").rmdir()
    assert watch(str(tmp_path), reader=Answers(), say=said.append) == 0


def test_bench_names_each_step_and_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_cli, "BENCH_READINGS", 2)
    said: list[str] = []
    assert bench(as_json=True, reader=Answers(FOUR), say=said.append) == 0
    lines = [json.loads(line) for line in said]
    assert [line.get("step") for line in lines] == [
        "find",
        "read pips",
        "reading",
        "untouched frame",
        "untouched minute",
        None,
    ]
    assert all(line["ms"] >= 0 for line in lines[:-1])
    assert lines[-1]["peak_mb"] == pytest.approx(peak_mb(), rel=0.5)


def test_a_line_a_file_whatever_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named, said = picture(tmp_path / "a\nb\r\u2028\x1b[2J.jpg"), list[str]()
    (tmp_path / "no\npicture.jpg").write_bytes(b"")
    files = [named, str(tmp_path / "no\npicture.jpg")]
    assert read_pictures(files, reader=Answers(FOUR), say=said.append) == 1
    assert said == [f"{tmp_path}/a\\nb\\r\\u2028\\x1b[2J.jpg: 4"]
    assert capsys.readouterr().err == f"croupier: {tmp_path}/no\\npicture.jpg: is empty, 0 bytes\n"
    _, lines = lines_of(*files, reader=Answers(FOUR))
    assert [line["file"] for line in lines] == files


def test_a_line_is_told_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    read_pictures([picture(tmp_path / "ü.jpg")], as_json=True, reader=Answers(FOUR))
    out = capsys.readouterr().out
    assert out.endswith("}\n")
    assert "ü.jpg" in out


def test_a_copy_never_takes_the_place_of_the_original(tmp_path: Path) -> None:
    file = picture(tmp_path / "a.jpg")
    original = Path(file).read_bytes()
    lines_of(file, reader=Answers(FOUR), annotate_to=tmp_path)
    assert Path(file).read_bytes() == original
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a-2.jpg", "a.jpg"]


def test_a_name_that_is_no_utf_8_leaves_the_line_valid(capfd: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    assert read_pictures(["bad\udcff.jpg"], as_json=True, reader=Answers(), say=said.append) == 1
    assert "bad" in capfd.readouterr().err
    assert json.loads(said[0].encode("utf-8"))["file"] == "bad\udcff.jpg"


def test_an_empty_name_is_told_as_such() -> None:
    _, (line,) = lines_of("", reader=Answers())
    assert line["error"] == "a file name is empty; name a picture"
