"""The drawn tray: its dice are real dice, its truth is true, and a seed draws the same picture twice."""

import itertools

import cv2
import numpy as np
import pytest

from vision.synthetic import DrawnDie, DrawnHand, TrayScene, apart, random_still, scatter
from vision.synthetic_dice import FACE_AXIS, lean_of_top_deg, rotation, top_face


@pytest.fixture(scope="module")
def scene():
    return TrayScene(3)


def cut_out(pixels, box):
    return pixels[box.y : box.y + box.h, box.x : box.x + box.w]


def count_pips(pixels, box):
    """Light spots on a red die that lies below the lens, where no side can be seen."""
    face = cv2.resize(cut_out(pixels, box), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    light = (face.min(axis=2) > 125).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(light)
    return sum(250 < area < 1500 for area in stats[1:, cv2.CC_STAT_AREA])


@pytest.mark.parametrize("yaw", [0, 20, 45, 77])
@pytest.mark.parametrize("face", range(1, 7))
def test_the_face_turned_up_shows_its_pips(scene, face, yaw):
    die = DrawnDie(face, "red", 0, 0, yaw)
    (truth,) = scene.truth([die])
    assert truth.face == face and truth.flat
    assert count_pips(scene.draw([die]), truth.box) == face


@pytest.mark.parametrize("to_deg", [0, 90, 180, 270])
def test_a_die_rolled_over_an_edge_shows_another_face_with_its_own_pips(scene, to_deg):
    over = DrawnDie(2, "red", 0, 0, 0, lean_deg=90, lean_to_deg=to_deg)
    (truth,) = scene.truth([over])
    assert truth.face not in (2, 5) and truth.flat
    assert count_pips(scene.draw([over]), truth.box) == truth.face


@pytest.mark.parametrize("face", range(1, 7))
def test_opposite_faces_sum_to_seven(face):
    assert top_face(DrawnDie(face, "red", 0, 0, 33, lean_deg=180)) == 7 - face


def test_it_is_a_western_die():
    """Seen from their common corner, 1, 2 and 3 run counter-clockwise: their normals make a right-handed frame."""
    normals = np.zeros((3, 3))
    for n, face in enumerate((1, 2, 3)):
        axis, sign = FACE_AXIS[face]
        normals[n, axis] = sign
    assert np.linalg.det(normals) == pytest.approx(1)
    for face in range(1, 7):
        assert np.linalg.det(rotation(DrawnDie(face, "red", 0, 0, 12, 34, 56))) == pytest.approx(1, abs=1e-5)


def test_a_die_is_about_as_large_as_before_a_camera_an_arm_above(scene):
    (truth,) = scene.truth([DrawnDie(1, "red", 0, 0)])
    assert 36 <= truth.box.w <= 50 and truth.box.w == truth.box.h


@pytest.mark.parametrize("size", [(320, 240), (1280, 960)])
def test_the_same_dice_in_other_sizes(size):
    scene = TrayScene(3, size)
    die = DrawnDie(4, "red", 60, -30)
    (truth,) = scene.truth([die])
    (usual,) = TrayScene(3).truth([die])
    assert scene.draw([die]).shape == (size[1], size[0], 3)
    assert truth.box.w == pytest.approx(usual.box.w * size[0] / 640, abs=2)


def test_the_side_that_looks_to_the_middle_is_seen_and_more_so_near_the_rim(scene):
    def side_px(x_mm):
        (truth,) = scene.truth([DrawnDie(1, "red", x_mm, 0)])
        return truth.box.x - truth.outline.x

    assert side_px(0) <= 1
    assert 2 < side_px(50) < side_px(95) < 14


def test_side_faces_carry_pips(scene):
    """On the right, the left side is seen: a five shows a four or a three there, a one does not change that."""
    die = DrawnDie(1, "red", 95, 0)
    (truth,) = scene.truth([die])
    side = scene.draw([die])[truth.box.y + 4 : truth.box.y + truth.box.h - 4, truth.outline.x + 1 : truth.box.x + 1]
    assert (side[..., 1] > 90).any() and (side[..., 1] < 60).any()


def test_a_die_throws_its_shadow_away_from_the_lamp(scene):
    die = DrawnDie(6, "red", 0, 0)
    empty, pixels = (scene.draw(dice).astype(int).mean(axis=2) for dice in ([], [die]))
    lamp = np.array(scene.look.light.lamp_mm[:2])
    away = -lamp / np.linalg.norm(lamp) * 13.5

    def darker(x_mm, y_mm):
        u, v = scene.view.project(np.array([x_mm, y_mm, 0], np.float32)).round().astype(int)
        return (empty - pixels)[v - 2 : v + 3, u - 2 : u + 3].mean()

    assert darker(*away) > 8
    assert darker(*away) > darker(*-away) + 5
    assert abs(darker(*away * 6)) < 2


def test_the_same_seed_draws_the_same_picture_and_another_seed_another_tray():
    one, again, other = random_still(5), random_still(5), random_still(6)
    assert np.array_equal(one[0], again[0]) and one[1] == again[1]
    assert not np.array_equal(one[0], other[0])


def test_what_was_drawn_before_leaves_no_trace():
    die, other = DrawnDie(2, "blue", 10, 10), DrawnDie(5, "white", -40, 10)
    fresh, used = TrayScene(8), TrayScene(8)
    used.draw([other, die], DrawnHand(0, 0), tick=4)
    used.draw([other])
    assert np.array_equal(fresh.draw([die], tick=9), used.draw([die], tick=9))


def test_still_frames_differ_by_noise_alone(scene):
    frames = [scene.draw([DrawnDie(3, "white", 5, 5)], tick=tick).astype(int) for tick in range(70)]
    assert all(not np.array_equal(a, b) for a, b in itertools.pairwise(frames))
    change = np.abs(frames[0] - frames[1])
    assert 0.5 < change.mean() < 8 and change.max() < 40


def test_what_moves_while_the_shutter_is_open_is_smeared_along_its_way(scene):
    def sharpness(die, axes):
        (truth,) = scene.truth([die])
        return np.abs(cv2.Sobel(cut_out(scene.draw([die]), truth.box)[..., 1], cv2.CV_32F, *axes)).mean()

    still, moving = DrawnDie(5, "red", 0, 0), DrawnDie(5, "red", 0, 0, streak_mm=(8, 0))
    assert sharpness(moving, (1, 0)) < 0.6 * sharpness(still, (1, 0))


def test_a_leaning_die_is_not_flat_and_stands_on_the_floor(scene):
    leaning = DrawnDie(3, "red", 0, 0, 15, lean_deg=25, lean_to_deg=15)
    assert not scene.truth([leaning])[0].flat
    assert lean_of_top_deg(leaning) == pytest.approx(25, abs=0.01)


def test_a_hand_covers_what_lies_under_it_and_comes_from_its_side(scene):
    dice = [DrawnDie(6, "blue", 0, -20)]
    bare, reached = scene.draw(dice).astype(int), scene.draw(dice, DrawnHand(0, 0, from_deg=270)).astype(int)
    changed = np.abs(bare - reached).max(axis=2) > 25
    (truth,) = scene.truth(dice)
    assert cut_out(changed, truth.box).mean() > 0.9
    assert changed[-40:].mean() > 0.1 and not changed[:40].any()


def test_a_hand_far_outside_changes_nothing(scene):
    assert np.array_equal(scene.draw([]), scene.draw([], DrawnHand(0, -190, from_deg=270)))


def test_scattered_dice_do_not_overlap_and_lie_in_the_tray():
    rng = np.random.default_rng(1)
    tray = TrayScene(1).look.tray
    for _ in range(10):
        dice = scatter(rng, [1, 2, 3, 4, 5, 6, 6, 5], "red", tray=tray, touching=0.4)
        assert [die.face for die in dice] == [1, 2, 3, 4, 5, 6, 6, 5]
        assert all(tray.holds(die.x_mm, die.y_mm, die.edge_mm * 0.8) for die in dice)
        assert all(apart(a, b) for n, a in enumerate(dice) for b in dice[:n])


def test_touching_dice_touch():
    rng = np.random.default_rng(2)
    one, other = scatter(rng, [1, 2], "red", touching=1.0)
    assert apart(one, other) and not apart(one, other, 1.0)


def test_apart_sees_turned_squares():
    one = DrawnDie(1, "red", 0, 0)
    assert not apart(one, DrawnDie(1, "red", 18, 0, yaw_deg=45))
    assert apart(one, DrawnDie(1, "red", 20, 0, yaw_deg=45))


def test_a_full_tray_has_no_room_and_says_so():
    with pytest.raises(ValueError, match="no room"):
        scatter(np.random.default_rng(0), [1] * 200, "red")


def test_random_stills_hold_what_their_truth_says():
    seen = set()
    for seed in range(12):
        pixels, truth = random_still(seed, cocked=0.3)
        seen.add(len(truth))
        assert pixels.shape == (480, 640, 3) and pixels.dtype == np.uint8
        for die in truth:
            assert die.box.x >= 0 and die.box.x + die.box.w <= 640
            assert die.box.y >= 0 and die.box.y + die.box.h <= 480
    assert len(seen) > 3
    assert len(random_still(1, count=5)[1]) == 5
