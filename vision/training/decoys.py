"""Pictures of what is no die and looks like one: wrong pips, numerals, buttons, screws, coins, dots, print."""

import json
import math
import string
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH_PX, HEIGHT_PX = 640, 480
TILE_PX = 160
"""Side of the square on which a decoy is drawn before it is laid into the picture."""
BODY_PX = 120.0
MOST_DECOYS = 9
PRINTED_SHARE = 0.15
NARROWEST_PX, WIDEST_PX = 22.0, 110.0
GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], float)
NO_FACES = ("111111111", "111101111", "111010111", "101111101", "111000000", "110011000", "111100000")
"""Lattices of nine places that no die's face shows."""
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)

Picture = NDArray[np.uint8]
Colour = tuple[float, ...]
Array = NDArray[np.float64]


def inks(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """A body's colour and one that stands out on it, B, G, R."""
    body = rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.full(3, rng.choice([20.0, 235.0])) + rng.normal(0, 8, 3)
    mark = np.full(3, 245.0 if body.mean() < 128 else 15.0) + rng.normal(0, 20, 3)
    return tuple(map(float, body.clip(0, 255))), tuple(map(float, mark.clip(0, 255)))


def outline(corners: int, rng: np.random.Generator) -> Array:
    """(n, 2): a regular polygon of BODY_PX across around (0, 0); of four corners a square."""
    turn = math.pi / 4 if corners == 4 else rng.uniform(0, math.pi)
    angles = turn + 2 * math.pi * np.arange(corners) / corners
    radius = BODY_PX / 2 * (math.sqrt(2) if corners == 4 else 1.0)
    return radius * np.stack([np.cos(angles), np.sin(angles)], 1)


def fill(tile: Picture, points: Array, colour: Colour) -> None:
    """A polygon around the tile's middle."""
    cv2.fillPoly(tile, [np.round((points + TILE_PX / 2) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def dot(tile: Picture, at: Array, radius: float, colour: Colour) -> None:
    """A filled circle, its middle counted from the tile's."""
    x, y = (int(v) for v in np.round((at + TILE_PX / 2) * 16))
    cv2.circle(tile, (x, y), round(radius * 16), colour, -1, cv2.LINE_AA, 4)


def wrong_lattice(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """Pips in rows and columns that make no face."""
    pattern = NO_FACES[rng.integers(len(NO_FACES))]
    step, radius = rng.uniform(26, 38), rng.uniform(7, 13)
    for place, there in zip(GRID, pattern, strict=True):
        if there == "1":
            dot(tile, place * step, radius, mark)


def random_dots(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """Pips anywhere, more than a face has where they are few enough to make one by chance."""
    radius = rng.uniform(5, 12)
    for _ in range(int(rng.integers(7, 16))):
        dot(tile, rng.uniform(-BODY_PX * 0.42, BODY_PX * 0.42, 2), radius, mark)


def numeral(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """A number or a letter, at times with the line below that tells a 6 from a 9."""
    text = str(rng.integers(0, 21)) if rng.random() < 0.8 else string.ascii_uppercase[rng.integers(26)]
    font, scale = int(FONTS[rng.integers(len(FONTS))]), float(rng.uniform(1.2, 2.6)) / math.sqrt(len(text))
    thick = int(rng.integers(2, 8))
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    corner = (int(TILE_PX / 2 - w / 2), int(TILE_PX / 2 + h / 2))
    cv2.putText(tile, text, corner, font, scale, mark, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.line(tile, (corner[0], corner[1] + 8), (corner[0] + w, corner[1] + 8), mark, max(2, thick // 2))


def holes(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """The two or four holes of a button, close together."""
    count, far, radius = int(rng.choice([2, 4])), rng.uniform(11, 17), rng.uniform(4, 7)
    for k in range(count):
        a = 2 * math.pi * k / count + math.pi / 4
        dot(tile, far * np.array([math.cos(a), math.sin(a)]), radius, mark)
    cv2.circle(tile, (TILE_PX // 2, TILE_PX // 2), int(rng.uniform(36, 50)), mark, 1, cv2.LINE_AA)


def slot(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """A screw's slot or cross."""
    half, wide = int(rng.uniform(25, 50)), int(rng.integers(6, 16))
    cv2.line(tile, (TILE_PX // 2 - half, TILE_PX // 2), (TILE_PX // 2 + half, TILE_PX // 2), mark, wide)
    if rng.random() < 0.6:
        cv2.line(tile, (TILE_PX // 2, TILE_PX // 2 - half), (TILE_PX // 2, TILE_PX // 2 + half), mark, wide)


def rings(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """A coin's or a cap's rims."""
    for radius in rng.uniform(15, 58, int(rng.integers(1, 4))):
        cv2.circle(tile, (TILE_PX // 2, TILE_PX // 2), int(radius), mark, int(rng.integers(1, 4)), cv2.LINE_AA)


def checks(tile: Picture, rng: np.random.Generator, mark: Colour) -> None:
    """A piece of a checkerboard."""
    count = int(rng.integers(2, 6))
    side = BODY_PX / count
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)])
    for i in range(count):
        for j in range(count):
            if (i + j) % 2:
                fill(tile, square + np.array([i, j]) * side - BODY_PX / 2, mark)


Marks = Callable[[Picture, np.random.Generator, Colour], None]
KINDS: tuple[tuple[Marks, tuple[int, ...], float], ...] = (
    (wrong_lattice, (4,), 0.22),
    (random_dots, (4, 48), 0.16),
    (numeral, (3, 4, 5, 6, 8, 48), 0.32),
    (holes, (48,), 0.1),
    (slot, (6, 48), 0.06),
    (rings, (48,), 0.06),
    (checks, (4,), 0.08),
)
"""What is drawn on a body, the numbers of corners such a body has, and how often."""


def decoy(rng: np.random.Generator) -> tuple[Picture, Picture]:
    """A tile (TILE_PX, TILE_PX, 3) and its mask, a body with its marks and a rim that shows its thickness."""
    marks, corners, _ = KINDS[rng.choice(len(KINDS), p=[share for *_, share in KINDS])]
    body, mark = inks(rng)
    shape = outline(int(rng.choice(corners)), rng)
    tile, mask = np.zeros((TILE_PX, TILE_PX, 3), np.uint8), np.zeros((TILE_PX, TILE_PX), np.uint8)
    thickness = rng.uniform(-16, 16, 2) * (rng.random() < 0.6)
    for part in (1.0, 0.66, 0.33, 0.0):
        shade = tuple(c * (0.55 if part else 1.0) for c in body)
        fill(tile, shape + thickness * part, shade)
        fill(mask, shape + thickness * part, (255.0,))
    marks(tile, rng, mark)
    return tile, mask


def cloth(rng: np.random.Generator) -> Picture:
    """(480, 640, 3): a table of one colour with a grain and a light that falls off."""
    base = rng.uniform(20, 235, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(15, 240))
    across, down = rng.uniform(0.6, 4, 2)
    noise = rng.normal(0, 1, (HEIGHT_PX, WIDTH_PX))
    grain = np.asarray(cv2.GaussianBlur(noise, (0, 0), across, sigmaY=down), np.float64)
    grain *= rng.uniform(0, 22) / max(1e-3, float(grain.std()))
    yy, xx = np.mgrid[-1 : 1 : HEIGHT_PX * 1j, -1 : 1 : WIDTH_PX * 1j]
    angle = rng.uniform(0, 2 * math.pi)
    light = 1 + rng.uniform(0, 0.4) * (xx * math.cos(angle) + yy * math.sin(angle))
    return np.asarray(((base + grain[..., None]) * light[..., None]).clip(0, 255), np.uint8)


def lay(picture: NDArray[np.float32], rng: np.random.Generator, x: float, y: float, size: float) -> None:
    """Draw a decoy of `size` pixels at (x, y), turned and foreshortened, with its shadow."""
    tile, mask = decoy(rng)
    a, b, flat = rng.uniform((0, 0, 0.65), (2 * math.pi, 2 * math.pi, 1.0))
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    axis = np.array([[math.cos(b), -math.sin(b)], [math.sin(b), math.cos(b)]])
    matrix = axis @ np.diag([1.0, flat]) @ axis.T @ turn * (size / BODY_PX)
    whole = np.hstack([matrix, (np.array([x, y]) - matrix @ np.full(2, TILE_PX / 2))[:, None]])
    room = (WIDTH_PX, HEIGHT_PX)
    blur = max(0.1, 0.4 * BODY_PX / size)  # so that reducing does not alias
    soft, edge = cv2.GaussianBlur(tile, (0, 0), blur), cv2.GaussianBlur(mask, (0, 0), blur)
    inside = cv2.warpAffine(edge, whole, room)[..., None].astype(np.float32) / 255
    drawn = cv2.warpAffine(soft, whole, room).astype(np.float32)
    whole[:, 2] += rng.uniform(-0.15, 0.15, 2) * size
    shadow = (
        cv2.GaussianBlur(cv2.warpAffine(mask, whole, room), (0, 0), 0.08 * size).astype(np.float32)[..., None] / 255
    )
    picture *= 1 - rng.uniform(0, 0.6) * shadow
    picture *= 1 - inside
    picture += drawn * inside


def print_words(picture: Picture, rng: np.random.Generator) -> None:
    """Lines of print, or a field of dots, over the whole table."""
    ink = (float(rng.uniform(0, 60)),) * 3 if picture.mean() > 110 else (float(rng.uniform(180, 255)),) * 3
    if rng.random() < 0.5:
        for y in range(30, HEIGHT_PX, int(rng.integers(26, 60))):
            words = "".join(rng.choice(list(string.ascii_letters + string.digits + "   .:;"), 60))
            cv2.putText(picture, words, (5, y), int(FONTS[rng.integers(4)]), float(rng.uniform(0.4, 1.2)), ink, 2)
        return
    radius = int(rng.integers(2, 9))
    for x, y in rng.integers((0, 0), (WIDTH_PX, HEIGHT_PX), (int(rng.integers(60, 600)), 2)).tolist():
        cv2.circle(picture, (x, y), radius, ink, -1, cv2.LINE_AA)


def picture_of_decoys(rng: np.random.Generator) -> Picture:
    """(480, 640, 3): a table with what is no die."""
    table = cloth(rng)
    if rng.random() < PRINTED_SHARE:
        print_words(table, rng)
    picture = table.astype(np.float32)
    middle = math.exp(rng.uniform(math.log(NARROWEST_PX), math.log(WIDEST_PX)))
    taken: list[tuple[float, float, float]] = []
    for _ in range(int(rng.integers(2, MOST_DECOYS + 1))):
        size = middle * math.exp(rng.normal(0, 0.2))
        x, y = rng.uniform(0.03, 0.97, 2) * (WIDTH_PX, HEIGHT_PX)
        if all(math.hypot(x - u, y - v) > 0.8 * (size + s) for u, v, s in taken):
            taken.append((x, y, size))
            lay(picture, rng, x, y, size)
    picture += rng.normal(0, rng.uniform(0, 5), picture.shape)
    return np.asarray(picture.clip(0, 255), np.uint8)


def make_decoys(folder: Path, count: int, seed: int) -> None:
    """Write `count` pictures without a die, and their labels.jsonl, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as labels:
        for n in range(count):
            file = f"decoys_{seed}_{n}.jpg"
            quality = [cv2.IMWRITE_JPEG_QUALITY, 92]
            cv2.imwrite(str(folder / file), picture_of_decoys(np.random.default_rng([seed, n])), quality)
            labels.write(json.dumps({"file": file, "dice": []}) + "\n")
            labels.flush()
