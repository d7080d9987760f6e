"""`croupier calibrate`: one instruction at a time, until it is ready; what is kept of it, and what play makes of it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest

from pi.calibration import FILE_NAME, load_calibration, open_set_up, outlook_as_set_up
from pi.cameras.film import Folder
from pi.cli import run_command
from vision.aim import ADVICE
from vision.frame import Pixels
from vision.outlook import Finding
from vision.reading import Reading
from vision.synthetic import TrayScene, scatter

SCENE = TrayScene(1, (640, 480))


def picture(count: int = 6, colour: str = "red", factor: float = 1.0) -> Pixels:
    faces = range(1, count + 1)
    dice = scatter(np.random.default_rng(3), faces, colour, tray=SCENE.look.tray, touching=0) if count else ()
    return np.clip(SCENE.draw(tuple(dice)) * factor, 0, 255).astype(np.uint8)


def film(folder: Path, *parts: tuple[Pixels, float]) -> Path:
    """Pictures at 30 a second, each for so many seconds."""
    folder.mkdir()
    number = 0
    for pixels, seconds in parts:
        data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
        for _ in range(round(seconds * 30)):
            (folder / f"{number:04d}.jpg").write_bytes(data)
            number += 1
    return folder


def calibrate(source: object, data: Path, *more: str) -> int:
    return run_command(["calibrate", "--camera", str(source), "--data", str(data), *more])


def test_one_instruction_at_a_time_until_ready(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = film(tmp_path / "film", (picture(factor=0.1), 0.7), (picture(count=0), 0.7), (picture(), 1.5))
    assert calibrate(source, tmp_path, "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["say"] for line in lines] == ["too-dark", "no-dice", "ready"]
    assert all(line["message"] for line in lines)
    ready = lines[-1]
    assert ready["stored"] == str(tmp_path / FILE_NAME)
    assert (ready["width"], ready["height"]) == (640, 480)
    assert len(ready["outline"]) >= 4 and ready["die_px"] > 30 and len(ready["white"]) == 3
    kept = load_calibration(tmp_path, str(source))
    assert kept is not None
    assert [list(corner) for corner in kept.outline] == ready["outline"]


@pytest.mark.parametrize("command", ["calibrate", "play"])
def test_no_camera_is_said_with_what_can_be_named(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("")
    assert run_command([command, "--headless", "--config", str(config), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(word in said for word in ("--camera", "webcam:0", "picamera", "mock", "camera.source"))


def test_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate("mock", tmp_path, "--headless") == 0
    assert capsys.readouterr().out.startswith("ready: ")


def test_a_source_that_ends_before_it_is_ready(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = film(tmp_path / "film", (picture(factor=0.1), 0.2))
    assert calibrate(source, tmp_path, "--headless") == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [ADVICE["too-dark"]]
    assert "is not set up: too dark" in err
    assert not (tmp_path / FILE_NAME).exists()


def test_a_single_good_picture_is_enough(tmp_path: Path) -> None:
    assert calibrate(film(tmp_path / "film", (picture(), 0.04)), tmp_path, "--headless") == 0


def test_swapped_colours_are_said_and_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swapped = np.ascontiguousarray(picture()[..., ::-1])
    source = film(tmp_path / "film", (swapped, 0.2))
    assert calibrate(source, tmp_path, "--headless") == 1
    assert "red and blue swapped" in capsys.readouterr().out
    assert calibrate(source, tmp_path, "--headless", "--swap-red-blue") == 0
    kept = load_calibration(tmp_path, str(source))
    assert kept is not None and kept.swapped
    camera = open_set_up(lambda: Folder(str(source)), tmp_path, str(source))
    frame = camera.read()
    assert frame is not None
    assert np.abs(frame.pixels.astype(int) - picture()).mean() < 6
    assert calibrate(source, tmp_path, "--headless") == 0  # what is known of a camera stays known


def test_other_cameras_stay_as_they_were_set_up(tmp_path: Path) -> None:
    assert calibrate("mock", tmp_path, "--headless") == 0
    assert calibrate(film(tmp_path / "film", (picture(), 0.04)), tmp_path, "--headless") == 0
    assert load_calibration(tmp_path, "mock") is not None
    assert load_calibration(tmp_path, str(tmp_path / "film")) is not None
    assert load_calibration(tmp_path, "webcam:7") is None


def test_play_knows_how_it_looked(tmp_path: Path) -> None:
    source = film(tmp_path / "film", (picture(), 0.04))
    assert calibrate(source, tmp_path, "--headless") == 0
    nothing = Reading((), 640, 480)
    assert outlook_as_set_up(tmp_path, str(source)).see(picture(0), nothing) == Finding()
    moved = np.roll(picture(0), (30, 60), axis=(0, 1))
    assert outlook_as_set_up(tmp_path, str(source)).see(moved, nothing) == Finding(notice="camera-moved")
    assert outlook_as_set_up(tmp_path, "webcam:7").see(moved, nothing) == Finding()


def test_a_damaged_file_costs_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE_NAME).write_text("{ nonsense")
    assert load_calibration(tmp_path, "mock") is None
    assert "croupier calibrate" in caplog.text
    assert calibrate("mock", tmp_path, "--headless") == 0
    assert load_calibration(tmp_path, "mock") is not None
    (tmp_path / "calibration-mock.jpg").write_bytes(b"cut short")
    assert outlook_as_set_up(tmp_path, "mock").see(picture(0), Reading((), 640, 480)) == Finding()


def test_no_camera_is_a_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.toml").write_text("")
    assert run_command(["calibrate", "--config", str(tmp_path / "empty.toml"), "--data", str(tmp_path)]) == 2
    assert "--camera" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert calibrate("mock", tmp_path / "file", "--headless") == 1
    assert "cannot be written" in capsys.readouterr().err


def test_on_the_screen_it_is_kept_and_left_with_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    shown: list[str] = []
    from ui.screen import Screen  # noqa: PLC0415 - pygame starts with that driver

    draw = Screen.draw

    def watched(self: Screen, view: object, now_s: float) -> None:
        draw(self, view, now_s)  # type: ignore[arg-type]
        shown.append(view.about)  # type: ignore[attr-defined]
        if view.about == "ready":  # type: ignore[attr-defined]
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))

    monkeypatch.setattr(Screen, "draw", watched)
    source = film(tmp_path / "film", (picture(factor=0.1), 0.5), (picture(), 3.0))
    assert calibrate(source, tmp_path) == 0
    assert list(dict.fromkeys(shown)) == ["too-dark", "hold-still", "ready"]
    assert load_calibration(tmp_path, str(source)) is not None


def test_a_drawn_tray_that_nobody_puts_right_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrate("mock", tmp_path, "--json", "--swap-red-blue") == 1
    told = capsys.readouterr()
    assert told.out and "nobody puts the drawn tray right" in told.err and told.err.count("\n") == 1
    assert load_calibration(tmp_path, "mock") is None
