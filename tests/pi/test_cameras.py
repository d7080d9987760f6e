"""Camera sources: films, folders and streams that are really there, devices that are not."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi import cameras
from pi.cameras import SOURCES, Camera, open_camera
from pi.cameras.latest import LatestFrame
from pi.config import load_settings
from pi.errors import CameraError, CameraGone

HEIGHT, WIDTH = 48, 64


def picture(level: int) -> np.ndarray:
    """Grey of one level, told apart from its neighbours even after JPEG."""
    return np.full((HEIGHT, WIDTH, 3), level, np.uint8)


def level(frame) -> int:
    return round(float(frame.pixels.mean()) / 10) * 10


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (WIDTH, HEIGHT))
    for n in range(6):
        writer.write(picture(40 + 20 * n))
    writer.release()
    return path


def read_all(camera):
    frames = []
    while (frame := camera.read()) is not None:
        frames.append(frame)
    return frames


# --- films


def test_a_film_is_read_frame_by_frame_in_its_own_time(film):
    with open_camera(str(film)) as camera:
        assert isinstance(camera, Camera) and not camera.live and camera.name == str(film)
        frames = read_all(camera)
    assert [level(frame) for frame in frames] == [40, 60, 80, 100, 120, 140]
    assert [frame.t_s for frame in frames] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])
    assert [frame.number for frame in frames] == list(range(6))
    assert camera.read() is None
    camera.close()


@pytest.mark.parametrize("fps", [0.5, 240, 1000])
def test_the_slowest_and_the_fastest_film_have_their_own_time(tmp_path, fps):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (WIDTH, HEIGHT))
    for n in range(4):
        writer.write(picture(40 + 20 * n))
    writer.release()
    with open_camera(str(path)) as camera:
        assert [frame.t_s for frame in read_all(camera)] == pytest.approx([n / fps for n in range(4)])


def test_a_film_that_is_cut_off_gives_what_it_has_or_says_so(film, tmp_path):
    cut = tmp_path / "cut.avi"
    cut.write_bytes(film.read_bytes()[:300])
    with pytest.raises(CameraError, match="cut off"):
        open_camera(str(cut))


@pytest.mark.parametrize(("content", "says"), [(b"", "is empty"), (b"no film at all\n" * 99, "no film")])
def test_a_file_that_is_no_film(tmp_path, content, says):
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(CameraError, match=says) as caught:
        open_camera(str(path))
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


# --- folders


def test_a_folder_is_read_in_the_order_of_its_names_as_people_count(tmp_path):
    for name, grey in (("frame10.png", 200), ("frame2.png", 100), ("frame1.jpg", 50)):
        cv2.imwrite(str(tmp_path / name), picture(grey))
    (tmp_path / "notes.txt").write_text("not a picture")
    with open_camera(str(tmp_path)) as camera:
        assert not camera.live
        frames = read_all(camera)
    assert [level(frame) for frame in frames] == [50, 100, 200]
    assert [frame.t_s for frame in frames] == pytest.approx([0, 1 / 30, 2 / 30])


def test_a_spoilt_picture_in_a_folder_is_passed_over_and_its_time_is_not(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), picture(50))
    (tmp_path / "b.png").write_bytes(b"")
    (tmp_path / "c.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "d.png"), picture(90))
    frames = read_all(open_camera(str(tmp_path)))
    assert [(level(frame), frame.number) for frame in frames] == [(50, 0), (90, 3)]


def test_a_folder_without_pictures(tmp_path):
    with pytest.raises(CameraError, match="holds no pictures"):
        open_camera(str(tmp_path))


# --- streams


class Streaming(BaseHTTPRequestHandler):
    """Sends one JPEG after the other, each a little brighter, `shown` in all."""

    shown = 1_000_000
    ended = threading.Event()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for n in range(self.shown):
            _, jpeg = cv2.imencode(".jpg", picture(40 + n % 150))
            try:
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
                self.wfile.write(jpeg.tobytes() + b"\r\n")
            except OSError:
                return  # the listener has hung up
            if self.ended.wait(0.01):
                return

    def log_message(self, format, *args):
        del format, args


@contextmanager
def server(handler) -> Iterator[str]:
    handler.ended = threading.Event()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as listening:
        listening.daemon_threads = True
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}/video.mjpg"
        finally:
            handler.ended.set()
            listening.shutdown()
            thread.join()


def test_a_stream_gives_ever_newer_frames():
    with server(Streaming) as address, open_camera(address) as camera:
        assert isinstance(camera, Camera) and camera.live
        frames = [camera.read() for _ in range(4)]
    assert all(frame.pixels.shape == (HEIGHT, WIDTH, 3) for frame in frames)
    numbers, times = [frame.number for frame in frames], [frame.t_s for frame in frames]
    assert numbers == sorted(set(numbers)) and times == sorted(set(times))


def test_a_stream_that_breaks_off_is_a_camera_gone():
    class Short(Streaming):
        shown = 40

    with server(Short) as address, open_camera(address) as camera, pytest.raises(CameraGone):
        for _ in range(100):
            camera.read()


def test_an_address_where_nobody_answers():
    with server(Streaming) as address:
        pass
    with pytest.raises(CameraError, match="no stream of pictures"):
        open_camera(address)


# --- devices, none of which is here


def test_a_source_that_is_nothing():
    with pytest.raises(CameraError, match="no camera source 'nowhere"):
        open_camera("nowhere.mp4")


@pytest.mark.parametrize("source", ["webcam:97", "webcam:/dev/v4l/by-id/nothing"])
def test_a_webcam_that_is_not_there(source, capfd):
    with pytest.raises(CameraError, match=source):
        open_camera(source)
    assert capfd.readouterr().err == ""


def test_a_pi_camera_is_named_by_number():
    with pytest.raises(CameraError, match="number"):
        open_camera("picamera:front")


def test_whoever_waits_for_a_slow_camera_is_told(monkeypatch, caplog):
    monkeypatch.setattr(cameras, "SLOW_S", 0.01)
    with cameras.slowness_told("webcam:0"):
        until_s = time.monotonic() + 20
        while not caplog.records and time.monotonic() < until_s:
            time.sleep(0.005)
    assert [record.getMessage() for record in caplog.records] == ["opening the camera webcam:0: some take ten seconds…"]
    monkeypatch.setattr(cameras, "SLOW_S", 60.0)
    with cameras.slowness_told("webcam:0"):
        [timer] = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    timer.join(20)
    assert not timer.is_alive()  # nobody is kept from ending


def test_a_camera_is_set_up_on_the_stream_that_is_played_with(monkeypatch):
    # pibooth PR 671: the preview and the reading saw different crops of the sensor.
    opened = []
    monkeypatch.setattr(cameras, "open_camera", lambda source, **how: opened.append((source, how)))
    settings = load_settings(defaults_only=True).camera
    for source in ("picamera", "film.mp4"):
        cameras.opener(source, settings, seed=3)()
    assert opened == [("picamera", {"seed": 3, "settings": settings}), ("film.mp4", {"seed": 3})]
    for module in ("parts.py", "calibrate.py"):  # both ask here, and nowhere else
        text = (Path(cameras.__file__).parents[1] / module).read_text()
        assert "opener(" in text and "open_camera(" not in text


def test_every_source_of_the_table_is_there():
    for place in SOURCES.values():
        module, name = place.split(":")
        assert callable(getattr(__import__(module, fromlist=[name]), name))


# --- the newest frame


class Clock:
    """A clock that the test moves."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Device:
    """Gives the pictures it is fed, and waits as a driver does where there is none."""

    def __init__(self) -> None:
        self.fed: list[object] = []
        self.news = threading.Condition()
        self.unplugged = False

    def unplug(self) -> None:
        with self.news:
            self.unplugged = True
            self.news.notify_all()

    def feed(self, *pictures: object) -> None:
        with self.news:
            self.fed.extend(pictures)
            self.news.notify_all()
            assert self.news.wait_for(lambda: not self.fed, timeout=10)

    def grab(self):
        with self.news:
            self.news.wait_for(lambda: bool(self.fed) or self.unplugged)
            item = self.fed.pop(0) if self.fed else None
            self.news.notify_all()
        if isinstance(item, Exception):
            raise item
        return item


@pytest.fixture
def device():
    return Device()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def latest(device, clock):
    kept = LatestFrame("the device", device.grab, first_patience_s=10, patience_s=0.2, frozen_s=3, clock=clock)
    yield kept
    device.unplug()
    assert kept.close()
    assert kept.close()


def test_what_was_not_read_in_time_is_dropped(latest, device):
    device.feed(picture(10), picture(20), picture(30), None)
    assert latest.read().number == 2


def test_a_frame_is_given_once(latest, device):
    device.feed(picture(10), None)
    assert level(latest.read()) == 10
    with pytest.raises(CameraGone, match=r"no picture for 0\.2 s"):
        latest.read()


def test_a_frame_is_stamped_when_it_is_grabbed(latest, device, clock):
    clock.now_s = 1.5
    device.feed(picture(10), None)
    clock.now_s = 2.0
    assert latest.read().t_s == 1.5


def test_one_picture_again_and_again_is_a_dead_camera(latest, device, clock):
    device.feed(picture(10), None)
    latest.read()
    clock.now_s = 2.9
    device.feed(picture(10), None)
    assert latest.read().number == 1
    clock.now_s = 3.1
    device.feed(picture(10), None)
    with pytest.raises(CameraGone, match="repeats one picture"):
        latest.read()


def test_noise_keeps_a_camera_alive(latest, device, clock):
    for n in range(5):
        clock.now_s = 2.0 * n
        noisy = picture(10)
        noisy[0, 0, 0] = n
        device.feed(noisy, None)
        assert latest.read().number == n


def test_a_driver_that_raises_is_named(latest, device):
    device.feed(OSError("the bus is down"))
    with pytest.raises(CameraGone, match="the bus is down"):
        latest.read()


def test_a_driver_that_never_returns_keeps_nobody_waiting():
    never = threading.Event()
    kept = LatestFrame("the device", lambda: never.wait() and None, first_patience_s=0.05)
    with pytest.raises(CameraGone, match="no picture"):
        kept.read()
    assert kept.close() is False
    never.set()
    assert kept.close() is True
