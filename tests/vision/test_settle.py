"""Settling: told once at rest, never while something moves or a hand is in view, whatever light and camera do."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi.cameras.mock import Fault, MockCamera
from vision.frame import Frame, Pixels
from vision.reading import Box, Die, Reading
from vision.settle import Change, Settler
from vision.synthetic import DrawnDie, DrawnHand, TrayScene, scatter

SIZE = (320, 240)
Bend = Callable[[Pixels, int], Pixels]


def as_they_are(pixels: Pixels, number: int) -> Pixels:
    return pixels


class Truth:
    """A reader that knows what lies in the mock camera's tray, and counts how often it is asked."""

    def __init__(self, camera: MockCamera) -> None:
        self.camera, self.readings = camera, 0

    def __call__(self, pixels: Pixels, t_s: float) -> Reading:
        self.readings += 1
        height, width = pixels.shape[:2]
        dice = self.camera.scene.truth([die.drawn for die in self.camera.lying])
        seen = (Die(d.face if d.flat else None, d.flat, 0.9, d.box, d.colour) for d in dice)
        return Reading(tuple(seen), width, height, t_s)


def follow(camera: MockCamera, bend: Bend = as_they_are) -> tuple[list[Change], Truth]:
    """What is told of all that is queued, the picture bent on its way."""
    truth = Truth(camera)
    return list(run_on(camera, Settler(truth), bend)), truth


def run_on(camera: MockCamera, settler: Settler, bend: Bend = as_they_are) -> Iterator[Change]:
    while camera.busy:
        frame = camera.read()
        assert frame is not None
        change = settler.see(replace(frame, pixels=bend(frame.pixels, frame.number)))
        if change is not None:
            yield change


def rests(told: Iterable[Change]) -> list[tuple[int, ...]]:
    """The faces of each rest that is news."""
    return [change.reading.faces for change in told if change.reading is not None and not change.again]


def a_throw(seed: int, fps: float = 30.0) -> MockCamera:
    camera = MockCamera(seed, fps=fps, size=SIZE, touching=0)
    camera.idle(0.6)
    camera.throw([1, 2, 4, 6], "red")
    camera.idle(1.0)
    return camera


# --- what people do


@pytest.mark.parametrize("fps", [30.0, 15.0])
def test_a_turn_is_told_rest_by_rest(fps: float) -> None:
    camera = a_throw(3, fps)
    camera.take([0, 1])
    camera.idle(0.8)
    camera.sweep()
    camera.idle(0.8)
    told, _ = follow(camera)
    assert rests(told) == [(), (1, 2, 4, 6), (4, 6), ()]
    assert [c.state for c in told] == ["empty", "moving", "settled", "moving", "settled", "moving", "empty"]


@pytest.mark.parametrize("fps", [30, 15])
def test_a_rest_is_told_soon(fps: int) -> None:
    scene, (one,) = scene_with([4])
    settler = Settler(lambda pixels, t_s: reading(die(4, 10)))
    sliding = [scene.draw([replace(one, x_mm=one.x_mm + 4 * k)], tick=k) for k in range(fps, 0, -1)]
    resting = [scene.draw([one], tick=k) for k in range(fps)]
    frames = [Frame(pixels, k / fps, k) for k, pixels in enumerate(sliding + resting)]
    (change,) = [change for frame in frames if (change := settler.see(frame)) is not None]
    assert change.state == "settled"
    assert 1.2 <= change.t_s <= 1.4


def test_a_hand_that_hovers_dead_still_hides_the_tray() -> None:
    camera = a_throw(5)
    camera.hover(1.5)
    camera.idle(0.8)
    told, _ = follow(camera)
    assert [c.state for c in told] == ["empty", "moving", "settled", "moving", "settled"]
    assert told[-1].again
    assert told[-1].t_s - told[-2].t_s > 1.5


def test_a_leaning_die_is_told_and_told_again_once_nudged() -> None:
    camera = MockCamera(6, size=SIZE, touching=0)
    camera.idle(0.6)
    camera.throw([2, 5], "blue", cocked=1)
    camera.idle(0.8)
    camera.nudge(1)
    camera.idle(0.8)
    told, _ = follow(camera)
    readings = [c.reading for c in told if c.reading is not None]
    assert [(r.faces, r.legible) for r in readings] == [((), True), ((2,), False), ((2, 5), True)]


def test_a_knock_changes_nothing_but_may_be_told_once() -> None:
    camera = a_throw(7)
    camera.bump()
    camera.idle(0.8)
    told, _ = follow(camera)
    assert rests(told) == [(), (1, 2, 4, 6)]
    assert sum(change.again for change in told) <= 1


def test_the_same_frames_are_told_the_same() -> None:
    def story() -> list[tuple[float, str, tuple[int, ...]]]:
        return [(c.t_s, c.state, c.reading.faces if c.reading else ()) for c in follow(a_throw(8))[0]]

    assert story() == story()


# --- what light and camera do


def dimmed(pixels: Pixels, number: int) -> Pixels:
    share = 1 - 0.6 * min(1.0, max(0.0, (number - 50) / 12))
    return (255 * (pixels / 255.0) * share**0.45).astype(np.uint8)


def flickering(pixels: Pixels, number: int) -> Pixels:
    rows = np.arange(pixels.shape[0])[:, None, None] / pixels.shape[0]
    return np.clip(pixels * (1 + 0.12 * np.sin(2 * np.pi * (3 * rows + 0.37 * number))), 0, 255).astype(np.uint8)


def torn(pixels: Pixels, number: int) -> Pixels:
    if number % 17 != 5:
        return pixels
    half = pixels.copy()
    half[half.shape[0] // 2 :] = 128
    return half


def noisy(pixels: Pixels, number: int) -> Pixels:
    noise = np.random.default_rng(number).normal(0, 8, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def half_bright(pixels: Pixels, number: int) -> Pixels:
    return pixels // 2


def twice_bright(pixels: Pixels, number: int) -> Pixels:
    return np.clip(pixels.astype(np.uint16) * 2, 0, 255).astype(np.uint8)


def banded(pixels: Pixels, number: int) -> Pixels:
    """Bands as deep as a cheap lamp and a short exposure draw them."""
    rows = np.arange(pixels.shape[0])[:, None, None] / pixels.shape[0]
    return (pixels * (0.8 + 0.2 * np.sin(2 * np.pi * (3.3 * rows) + 1.1 * number))).astype(np.uint8)


@pytest.mark.parametrize("bend", [dimmed, flickering, banded, torn, noisy, half_bright, twice_bright])
def test_no_light_and_no_bad_frame_is_taken_for_movement(bend: Bend) -> None:
    told, _ = follow(a_throw(9), bend)
    assert [(c.state, c.reading.faces if c.reading else None) for c in told] == [
        ("empty", ()),
        ("moving", None),
        ("settled", (1, 2, 4, 6)),
    ]


def test_half_a_picture_tells_nothing_until_the_fault_ends() -> None:
    camera = a_throw(10)
    truth = Truth(camera)
    settler = Settler(truth)
    told = list(run_on(camera, settler))
    camera.fault = Fault.HALF
    camera.idle(1.5)
    assert [change.state for change in run_on(camera, settler)] == ["moving"]
    camera.fault = None
    camera.idle(0.8)
    (well,) = run_on(camera, settler)
    assert (well.reading, well.again) == (replace(told[-1].reading, t_s=well.t_s), True)


def test_a_frozen_picture_tells_nothing() -> None:
    camera = a_throw(10)
    settler = Settler(Truth(camera))
    assert len(list(run_on(camera, settler))) == 3
    camera.fault = Fault.FROZEN
    camera.sweep()
    assert list(run_on(camera, settler)) == []


def test_an_untouched_tray_is_read_twice_and_never_again() -> None:
    camera = MockCamera(11, size=SIZE)
    camera.lay([3, 3], "white")
    camera.idle(4.0)
    told, truth = follow(camera)
    assert [c.state for c in told] == ["settled"]
    assert truth.readings == 2


# --- the settler alone


def scene_with(faces: list[int]) -> tuple[TrayScene, list[DrawnDie]]:
    scene = TrayScene(2, SIZE)
    rng = np.random.default_rng(1)
    return scene, scatter(rng, faces, "red", tray=scene.look.tray, touching=0)


def die(pips: int | None, x: int, *, sure: bool = True) -> Die:
    return Die(pips, sure, 0.9, Box(x, 50, 20, 20), "red")


def reading(*dice: Die) -> Reading:
    return Reading(dice, *SIZE)


def show(settler: Settler, pixels: Pixels, start_s: float, seconds: float) -> list[Change]:
    frames = (Frame(pixels, start_s + k / 30, k) for k in range(round(seconds * 30)))
    return [change for frame in frames if (change := settler.see(frame)) is not None]


def test_two_readings_that_differ_are_not_told() -> None:
    answers = iter([reading(die(3, 10)), reading(die(5, 10)), reading(die(3, 10)), reading(die(3, 10))])
    scene, dice = scene_with([3])
    (change,) = show(Settler(lambda pixels, t_s: next(answers)), scene.draw(dice), 0, 1)
    assert change.reading is not None
    assert change.reading.faces == (3,)
    assert next(answers, None) is None


def test_a_value_that_never_holds_is_doubted_and_the_others_stay_sure() -> None:
    count = iter(range(100))
    scene, dice = scene_with([3, 4])
    settler = Settler(lambda pixels, t_s: reading(die(4, 60), die(3 + next(count) % 2, 10)))
    (change,) = show(settler, scene.draw(dice), 0, 1)
    assert change.reading is not None
    assert change.reading.faces == (4,)
    assert not change.reading.legible
    assert change.reading.dice[0].why == "unsteady"


def test_a_die_that_is_sure_now_and_then_is_read_oftener_and_told_in_time() -> None:
    count = iter(range(100))
    scene, dice = scene_with([3])
    settler = Settler(lambda pixels, t_s: reading(die(3, 10, sure=next(count) % 3 != 0)))
    (change,) = show(settler, scene.draw(dice), 0, 1)
    assert change.reading is not None and change.reading.faces == (3,)
    assert change.t_s < 0.45


def test_a_slow_machine_takes_the_vote_in_time() -> None:
    scene, dice = scene_with([3])
    settler = Settler(lambda pixels, t_s: reading(die(3, 10, sure=False)))
    frames = (Frame(scene.draw(dice), k * 0.16, k) for k in range(8))
    (change,) = [change for frame in frames if (change := settler.see(frame)) is not None]
    assert change.t_s <= 0.5


def test_a_die_on_edge_is_one_die_and_leans() -> None:
    scene, dice = scene_with([3])
    settler = Settler(lambda pixels, t_s: reading(die(3, 10, sure=False), die(5, 22), die(2, 120)))
    (change,) = show(settler, scene.draw(dice), 0, 1)
    assert change.reading is not None
    assert [(d.sure, d.why) for d in change.reading.dice] == [(False, "leaning"), (True, "")]


def test_what_lies_dead_still_for_long_is_furniture() -> None:
    scene, dice = scene_with([2, 5])
    settler = Settler(lambda pixels, t_s: reading(die(2, 10), die(5, 60)))
    show(settler, scene.draw(dice), 0, 1)
    covered = scene.draw(dice).copy()
    cv2.rectangle(covered, (0, 120), (90, 239), (40, 90, 200), cv2.FILLED)
    told = show(settler, covered, 1, 4)
    assert [change.state for change in told] == ["moving"]
    assert settler.covered
    (later,) = show(settler, covered, 5, 2)
    assert later.state == "settled"
    assert not settler.covered


def test_a_hand_in_view_is_waited_for_though_the_reader_sees_dice() -> None:
    scene, dice = scene_with([2, 5])
    settler = Settler(lambda pixels, t_s: reading(die(2, 10)))
    show(settler, scene.draw(dice), 0, 1)
    hand = DrawnHand(0, 0)
    told = show(settler, scene.draw(dice, hand), 1, 2)
    assert [change.state for change in told] == ["moving"]


def test_another_size_of_picture_starts_anew() -> None:
    scene, dice = scene_with([2])
    settler = Settler(lambda pixels, t_s: reading(die(2, 10)))
    assert [c.state for c in show(settler, scene.draw(dice), 0, 1)] == ["settled"]
    larger = cv2.resize(scene.draw(dice), (640, 480))
    assert [c.state for c in show(settler, np.asarray(larger, np.uint8), 1, 1)] == ["settled"]
