"""Pictures of what is no die: the same seed draws the same, every kind draws something, and no label has a die."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training import decoys
from vision.training.decoys import KINDS, TILE_PX, make_decoys, picture_of_decoys


@pytest.mark.parametrize(("marks", "corners"), [(marks, corners) for marks, corners, _ in KINDS])
def test_every_kind_leaves_a_mark(marks: decoys.Marks, corners: tuple[int, ...]) -> None:
    assert min(corners) >= 3
    tile = np.zeros((TILE_PX, TILE_PX, 3), np.uint8)
    marks(tile, np.random.default_rng(1), (255.0, 255.0, 255.0))
    assert 20 < np.count_nonzero(tile.any(2)) < tile.shape[0] * tile.shape[1]


def test_a_lattice_that_is_none_has_no_face_turned_or_not() -> None:
    faces = {"000010000", "100000001", "001000100", "100010001", "001010100", "101000101", "101010101", "111000111",
             "101101101"}  # fmt: skip
    assert faces.isdisjoint(decoys.NO_FACES)


def test_the_same_seed_draws_the_same_picture() -> None:
    one, again, other = (picture_of_decoys(np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert one.shape == (480, 640, 3)
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_no_label_has_a_die(tmp_path: Path) -> None:
    make_decoys(tmp_path, count=2, seed=1)
    labels = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert [label["dice"] for label in labels] == [[], []]
    assert all(cv2.imread(str(tmp_path / label["file"])) is not None for label in labels)
