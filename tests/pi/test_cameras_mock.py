"""The mock camera: its clock, its gestures, its faults."""

import threading
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from pi.cameras import Camera, open_camera
from pi.cameras.mock import STALE_FRAMES, Fault, MockCamera
from pi.errors import CameraGone
from vision.synthetic import apart

SIZE = (160, 120)
NOISE = 25  # levels; more than the sensor's noise between two frames


@pytest.fixture
def camera():
    return MockCamera(3, fps=20, size=SIZE, touching=0)


def play(camera):
    """All frames of the gestures asked for."""
    frames = []
    while camera.busy:
        frames.append(camera.read())
    return frames


def changed(one, other):
    """Share of the pixels that differ by more than noise."""
    return float((np.abs(one.pixels.astype(int) - other.pixels.astype(int)).max(axis=2) > NOISE).mean())


def faces(camera):
    return Counter(die.face for die in camera.lying)


def test_it_is_a_camera_that_is_opened_by_name():
    with open_camera("mock", seed=5) as camera:
        assert isinstance(camera, Camera) and camera.name == "mock" and not camera.live
        frame = camera.read()
    assert frame.pixels.shape == (480, 640, 3) and frame.pixels.dtype == np.uint8
    assert camera.read() is None
    camera.close()


def test_its_clock_is_its_own_and_every_read_is_the_next_frame(camera):
    frames = [camera.read() for _ in range(5)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.t_s for frame in frames] == [0, 0.05, 0.1, 0.15, 0.2]


def test_an_empty_tray_shows_nothing_but_noise(camera):
    one, other = camera.read(), camera.read()
    assert changed(one, other) == 0 and not np.array_equal(one.pixels, other.pixels)
    assert not camera.busy and not camera.lying


def test_thrown_dice_move_and_come_to_rest_apart_with_their_faces_up(camera):
    before = camera.read()
    camera.throw([1, 3, 3, 5, 6, 6], "blue")
    frames = play(camera)
    assert faces(camera) == Counter([1, 3, 3, 5, 6, 6])
    assert all(die.colour == "blue" and not die.cocked for die in camera.lying)
    assert all(apart(a.drawn, b.drawn) for a, b in combinations(camera.lying, 2))
    assert 0.4 < len(frames) / 20 < 1.2
    assert changed(frames[6], frames[7]) > 0.01
    resting = camera.read()
    assert changed(resting, camera.read()) == 0
    assert changed(before, resting) > 0.03


def test_dice_tumble_while_they_roll(camera):
    camera.throw([2], "red")
    tops = set()
    while camera.busy:
        camera._next_shot()
        shot = camera._next_shot()
        tops |= {die.face for die in camera.scene.truth(shot.dice)}
    assert len(tops) > 2


def test_the_same_seed_and_gestures_give_the_same_film_whatever_is_thrown_elsewhere():
    def film(seed):
        camera = MockCamera(seed, fps=10, size=SIZE)
        camera.throw([1, 2], "red")
        camera.sweep()
        return play(camera)

    one, again, other = film(1), film(1), film(2)
    assert len(one) == len(again)
    assert all(np.array_equal(a.pixels, b.pixels) for a, b in zip(one, again, strict=True))
    assert not np.array_equal(one[-1].pixels, other[-1].pixels)


def test_tampered_drawing_shows_another_face_and_nothing_tells_of_the_throw():
    def film(thrown, tamper):
        camera = MockCamera(4, fps=10, size=SIZE, tamper=tamper)
        camera.throw(thrown, "red")
        return camera, play(camera)

    camera, tampered = film([5, 1], {5: 3})
    _, honest = film([3, 1], {})
    assert [(die.thrown, die.face) for die in camera.lying] == [(5, 3), (1, 1)]
    assert all(np.array_equal(a.pixels, b.pixels) for a, b in zip(tampered, honest, strict=True))


def test_a_hand_comes_in_and_takes_only_the_dice_it_was_sent_for(camera):
    camera.throw([1, 2, 3, 4], "red")
    play(camera)
    before, left = camera.read(), [camera.lying[n] for n in (1, 3)]
    camera.take([0, 2])
    frames = play(camera)
    assert list(camera.lying) == left
    assert max(changed(before, frame) for frame in frames) > 0.15
    assert changed(frames[-1], camera.read()) == 0
    assert changed(before, frames[-1]) < 0.1


def test_a_sweep_takes_all(camera):
    empty = camera.read()
    camera.throw([1, 2, 3, 4, 5, 6], "red")
    camera.sweep(from_deg=90)
    play(camera)
    assert not camera.lying
    assert changed(empty, camera.read()) == 0


def test_a_sweep_of_an_empty_tray_is_over_at_once(camera):
    camera.sweep()
    camera.take([0])
    assert len(play(camera)) == 1
    assert not camera.busy


def test_a_hovering_hand_touches_nothing(camera):
    camera.throw([2, 5], "white")
    play(camera)
    before, lying = camera.read(), camera.lying
    camera.hover(0.5)
    frames = play(camera)
    assert camera.lying == lying
    assert max(changed(before, frame) for frame in frames) > 0.1
    assert changed(before, frames[-1]) == 0


def test_a_bump_shakes_the_picture_and_leaves_the_dice(camera):
    camera.throw([2, 5], "white")
    play(camera)
    before, lying = camera.read(), camera.lying
    camera.bump()
    frames = play(camera)
    assert camera.lying == lying
    assert max(changed(before, frame) for frame in frames) > 0.01
    assert changed(before, camera.read()) == 0


def test_a_cocked_die_leans_visibly_and_a_nudge_puts_it_flat(camera):
    camera.throw([1, 4, 6], "blue", cocked=1)
    play(camera)
    dice = [die.drawn for die in camera.lying]
    assert [die.flat for die in camera.scene.truth(dice)] == [True, True, False]
    camera.nudge(2)
    play(camera)
    assert all(die.flat for die in camera.scene.truth([die.drawn for die in camera.lying]))
    assert faces(camera) == Counter([1, 4, 6])


def test_dice_laid_elsewhere_keep_their_faces_and_colours(camera):
    camera.throw([1, 4, 6], "blue")
    play(camera)
    before = camera.lying
    camera.respread([0, 1])
    play(camera)
    assert faces(camera) == Counter([1, 4, 6])
    assert before[2] in camera.lying and before[0] not in camera.lying


def test_dice_are_put_back_by_hand_or_lay_there_before(camera):
    camera.lay([2, 2], "red")
    assert not camera.busy and faces(camera) == Counter([2, 2])
    camera.put_back([6], "red")
    play(camera)
    assert faces(camera) == Counter([2, 2, 6])


def test_idling_lasts_as_long_as_asked(camera):
    camera.idle(0.5)
    assert len(play(camera)) in (10, 11)


# --- faults


def test_frozen_repeats_one_picture_to_the_last_pixel(camera):
    camera.throw([1], "red")
    first = camera.read()
    camera.fault = Fault.FROZEN
    assert all(np.array_equal(first.pixels, camera.read().pixels) for _ in range(5))
    camera.fault = None
    assert not np.array_equal(first.pixels, camera.read().pixels)


def test_a_picture_frozen_for_long_is_a_dead_camera(camera):
    camera.read()
    camera.fault = Fault.FROZEN
    with pytest.raises(CameraGone, match="repeats one picture"):
        for _ in range(round(4 * camera.fps)):
            camera.read()
    camera.fault = None
    assert camera.read() is not None


def test_stale_frames_come_late_and_in_order_and_the_newest_again_afterwards(camera):
    camera.fault = Fault.STALE
    late = [camera.read().number for _ in range(5)]
    assert late == [0, 1, 2, 3, 4]
    camera.fault = None
    assert camera.read().number == 4 + STALE_FRAMES + 1


def test_half_a_frame(camera):
    camera.fault = Fault.HALF
    pixels = camera.read().pixels
    assert pixels[:60].any() and not pixels[60:].any()


def test_red_and_blue_swapped():
    well, ill = MockCamera(3, size=SIZE), MockCamera(3, size=SIZE)
    ill.fault = Fault.SWAPPED
    assert np.array_equal(well.read().pixels, ill.read().pixels[..., ::-1])


def test_flicker_draws_bands_that_wander(camera):
    camera.fault = Fault.BANDS
    rows = [camera.read().pixels.mean(axis=(1, 2)) for _ in range(2)]
    assert changed_rows(rows) > 5


def changed_rows(rows):
    return float(np.abs(rows[0] - rows[1]).max())


def test_the_light_goes_dim(camera):
    bright = camera.read().pixels.mean()
    camera.fault = Fault.DIM
    assert camera.read().pixels.mean() < 0.3 * bright


def test_gone_and_back(camera):
    camera.read()
    camera.fault = Fault.GONE
    for _ in range(2):
        with pytest.raises(CameraGone):
            camera.read()
    camera.fault = None
    assert camera.read().number == 3


def test_a_read_that_does_not_return_until_it_is_released(camera):
    camera.fault = Fault.HANGING
    read = threading.Thread(target=camera.read)
    read.start()
    read.join(0.05)
    assert read.is_alive()
    camera.released.set()
    read.join(10)
    assert not read.is_alive()
