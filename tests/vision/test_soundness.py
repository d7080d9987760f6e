"""Pictures that are not as the camera means them: a part is missing, red and blue are exchanged."""

import numpy as np
import pytest

from pi.cameras.mock import Fault, MockCamera
from vision.frame import Pixels
from vision.soundness import Soundness


def pictures(fault: Fault | None, count: int = 3) -> list[Pixels]:
    """A tray with dice as a sound camera sees it, then with the fault."""
    camera = MockCamera(4, size=(320, 240))
    camera.lay([1, 3, 6], "red")
    shown = [camera.read() for _ in range(count)]
    camera.fault = fault
    shown += [camera.read() for _ in range(count)]
    return [frame.pixels for frame in shown if frame is not None]


@pytest.mark.parametrize(("fault", "told"), [(Fault.HALF, "part"), (Fault.SWAPPED, "swapped")])
def test_a_spoilt_picture_is_told_until_a_sound_one_comes(fault: Fault, told: str) -> None:
    soundness, shown = Soundness(), pictures(fault)
    assert [soundness.see(pixels) for pixels in shown] == ["", "", "", told, told, told]
    assert soundness.see(shown[0]) == ""


@pytest.mark.parametrize("fault", [None, Fault.BANDS, Fault.DIM, Fault.FROZEN])
def test_other_pictures_are_sound(fault: Fault | None) -> None:
    soundness = Soundness()
    assert {soundness.see(pixels) for pixels in pictures(fault)} == {""}


def test_what_people_do_is_no_fault() -> None:
    soundness = Soundness()
    camera = MockCamera(4, size=(320, 240))
    camera.throw([1, 3, 6], "red")
    camera.bump()
    camera.sweep()
    camera.throw([1, 3, 6], "blue")
    while camera.busy:
        frame = camera.read()
        assert frame is not None
        assert soundness.see(frame.pixels) == ""


def test_another_lamp_is_no_exchange() -> None:
    soundness, (sound, *_) = Soundness(), pictures(None)
    warm = np.clip(sound * np.array([0.6, 0.9, 1.2]), 0, 255).astype(np.uint8)
    cool = np.clip(sound * np.array([1.2, 0.9, 0.6]), 0, 255).astype(np.uint8)
    assert [soundness.see(warm), soundness.see(cool), soundness.see(warm)] == ["", "", ""]


def test_bars_and_grey_pictures_are_believed() -> None:
    soundness, (sound, *_) = Soundness(), pictures(None)
    barred = sound.copy()
    barred[:50] = barred[-50:] = 0
    assert [soundness.see(barred) for _ in range(3)] == ["", "", ""]
    grey = np.repeat(sound.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    soundness = Soundness()
    assert [soundness.see(grey), soundness.see(np.ascontiguousarray(grey[..., ::-1]))] == ["", ""]
    assert Soundness().see(np.zeros_like(sound)) == ""


def test_a_picture_of_another_size_begins_anew() -> None:
    soundness, shown = Soundness(), pictures(Fault.SWAPPED)
    soundness.see(shown[0])
    assert soundness.see(np.ascontiguousarray(shown[-1][:200])) == ""
