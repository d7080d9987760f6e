"""Whether a camera sees its tray well enough to read dice: what one picture says of light, focus, distance and tilt."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import estimate_white
from vision.frame import Pixels
from vision.level import tilts_deg
from vision.reading import Box, Die, Reading

BOX_PER_FACE = 1.2
"""A die's box is so many times as wide as its top face."""
PIP_SHARE = 0.19
"""A pip's diameter over the side of its face, on most dice."""
SMALL_PX = 200
"""The longer side of the reduced picture in which the tray's floor is followed."""
WHITE_LEVEL = 250
"""From this level a pixel tells nothing but that it is too bright."""
LIGHTNESS_WEIGHT = 0.22
"""A floor is told from what lies around it by colour first: one lamp makes one end of it darker."""
LEAST_SPREAD, MOST_SPREAD = 8.0, 15.0
"""How far, in CIELAB with weighted lightness, a pixel of the floor may be from its middle colour."""
LEAST_FLOOR = 0.06
"""A floor smaller than this share of the picture is none."""
OPEN = np.ones((3, 3), np.uint8)
CLOSE = np.ones((7, 7), np.uint8)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one picture with dice tells of how the camera stands and what the light is like."""

    brightness: float
    """Of the brighter parts, 0 to 255: nine tenths of the picture, or of the dice, are darker."""
    white_share: float
    """Of the tray that is so bright that nothing can be told there."""
    glare_share: float
    """The largest single spot of it."""
    die_px: float
    """Side of a top face; 0 where there are no dice."""
    blur: float
    """How far a sharp edge of a die is smeared, as a share of its face; 0 where there are no dice."""
    edge_px: float
    """How far the sharpest edges of the whole picture are smeared; 0 where it has none to speak of."""
    tilt_deg: float
    """Between the line of sight and the tray's normal; 0 where there are no dice."""
    white: tuple[float, float, float]
    """The light's colour: blue, green, red, the largest 1."""
    outline: tuple[tuple[float, float], ...]
    """The tray's floor, as shares of the picture's width and height; empty where it cannot be told."""
    lost: tuple[str, ...]
    """Sides of the picture that cut the floor off: "left", "top", "right", "bottom"."""

    @property
    def pip_px(self) -> float:
        """The diameter of a pip."""
        return self.die_px * PIP_SHARE


def sight_of(pixels: Pixels, reading: Reading) -> Sight:
    """What a picture (H, W, 3), uint8, B, G, R, and its reading tell."""
    dice = reading.dice
    floor = floor_of(pixels, [die.box for die in dice])
    white_share, glare_share = _white_shares(pixels, floor, [die.box for die in dice])
    white = estimate_white(np.ascontiguousarray(pixels[::4, ::4]))
    return Sight(
        brightness=brightness_of(pixels, reading),
        white_share=white_share,
        glare_share=glare_share,
        die_px=_median([max(die.box.w, die.box.h) / BOX_PER_FACE for die in dice]),
        blur=_median([blur_of(pixels, die.box) for die in dice]),
        edge_px=smeared_px(pixels[::2, ::2]) * 2,
        tilt_deg=_tilt_deg(dice),
        white=tuple(float(c) for c in white / max(1e-6, float(white.max()))),  # type: ignore[arg-type]
        outline=_outline(floor),
        lost=_lost(floor),
    )


def _median(values: list[float]) -> float:
    return float(np.median(values)) if values else 0.0


def _tilt_deg(dice: tuple[Die, ...]) -> float:
    """Of the table all dice lie on: the median of their slants, which one cocked die does not move."""
    if not dice:
        return 0.0
    right, down = (float(np.median([die.slant[axis] for die in dice])) for axis in (0, 1))
    return math.degrees(math.asin(min(1.0, math.hypot(right, down))))


def brightness_of(pixels: Pixels, reading: Reading) -> float:
    """Nine tenths of the picture, or of the dice if they are brighter than the rest, are darker, 0 to 255."""
    levels = [np.percentile(pixels[::4, ::4].max(axis=2), 90)]
    crops = [_cut(pixels, die.box) for die in reading.dice]
    levels += [np.percentile(crop[::2, ::2].max(axis=2), 90) for crop in crops if min(crop.shape[:2]) > 4]
    return float(max(levels[0], np.median(levels[1:]) if levels[1:] else 0.0))


def blur_of(pixels: Pixels, box: Box) -> float:
    """How far the sharpest edges around a die are smeared (sigma of a Gaussian), as a share of its face."""
    crop = _cut(pixels, box)
    if min(crop.shape[:2]) < 5:
        return 0.0
    return smeared_px(crop, rising=1.5) / (max(box.w, box.h) / BOX_PER_FACE)


SHARPEST_PX = 0.9
"""What pixels and the differences taken between them smear by themselves."""
LEAST_STEP = 24.0
"""A picture with less difference between bright and dark has no edges to judge by."""


def smeared_px(pixels: Pixels, rising: float = 0.3) -> float:
    """Sigma, in pixels, of the Gaussian that smears the picture's sharpest edges; 0 where there are none to judge by.

    A step that a Gaussian of sigma s smears rises by at most 1 / (s sqrt(2 pi)) of its height a pixel. `rising` is how
    many per cent of the picture are taken for such slopes.
    """
    grey = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2GRAY).astype(np.float32)
    step = float(np.percentile(grey, 97) - np.percentile(grey, 3))
    if step < LEAST_STEP:
        return 0.0
    # Central differences over three lines: the noise of single pixels is no edge.
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    slope = float(np.percentile(cv2.magnitude(across, down), 100 - rising))
    sigma_px = step / (max(slope, 1e-3) * math.sqrt(2 * math.pi))
    return math.sqrt(max(0.0, sigma_px**2 - SHARPEST_PX**2))


def _cut(pixels: Pixels, box: Box) -> Pixels:
    top, left = max(0, box.y), max(0, box.x)
    return pixels[top : max(top, box.y + box.h), left : max(left, box.x + box.w)]


# --- what to do about it

DARKEST = 45.0
"""Dice are read down to some 30; the rest is for the evening."""
MOST_WHITE = 0.2
MOST_GLARE = 0.003
"""A spot of the lamp in the tray this large wipes out the pips of a die that comes to lie there."""
MOST_BLUR = 0.075
"""From 0.08 on dice are lost."""
MOST_SMEARED_PX = 7.0
"""A picture without a sharp edge anywhere, where there are no dice to judge by."""
LEAST_PIP_PX = 3.0
MOST_TILT_DEG = 40.0
"""Beyond it the sides of dice look as large as their tops."""
DOUBTED_TILT_DEG = 22.0
"""Where a die cannot be read, a slanted camera is why: at 40 degrees and more it is told as 22 and more."""
SIDES = 3
"""So many dice do not lie cocked at once: what seem to be their faces are sides."""
PARTNERS: dict[str, tuple[str, ...]] = {"red": ("blue",), "blue": ("red",), "orange": ("blue",), "yellow": ("blue",)}
"""What a colour of dice looks like to a camera that exchanges red and blue."""
MIRRORED_LEVEL, MIRRORED = 235, 0.25
"""A die that cannot be read has caught the lamp if so much of it is brighter than this."""
TINTED = 20
"""A pixel is of a warm or a cold colour if red and blue differ by so many levels."""
WARM = 0.03
"""Tables, wood, skin and lamps are warm; exchanged, they are cold."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The one thing to do next, or that all is well."""

    about: str
    """A key of ADVICE."""
    facts: dict[str, str] = field(default_factory=dict)
    """What its sentence names."""

    @property
    def ready(self) -> bool:
        """Whether nothing is left to do."""
        return self.about == "ready"


ADVICE: dict[str, str] = {
    "too-dark": "too dark: put more light on the tray",
    "too-bright": "too bright: dim the light, or move the lamp away",
    "too-far": "too far: bring the camera nearer, the pips are {pip} pixels wide and 3 are needed",
    "out-of-focus": "out of focus: turn the lens, or change the distance, until edges are sharp",
    "no-dice": "the tray is not in view, or it is empty: point the camera at the tray and lay some dice into it",
    "tilted": "tilted too much: bring the camera further over the tray",
    "tray-not-in-view": "tray not in view as a whole: the picture cuts it off at the {sides}; move the camera",
    "glare": "glare: the lamp is mirrored in the tray; move the lamp or the camera a little",
    "swapped": "red and blue swapped: dice that should be {due} look {seen}",
    "doubtful-die": "a die cannot be read: nudge it flat, and away from the others",
    "ready": "ready",
}
"""What there may be to do, in the order in which it is asked for, in English."""


def advise(sight: Sight, reading: Reading, pixels: Pixels, due: str = "") -> Advice:
    """The first thing to be put right; `due` is the colour of the dice that should lie there, if anybody knows."""
    if sight.brightness < DARKEST:
        return Advice("too-dark")
    if sight.white_share > MOST_WHITE:
        return Advice("too-bright")
    if reading.dice and sight.pip_px < LEAST_PIP_PX:
        return Advice("too-far", {"pip": f"{sight.pip_px:.1f}"})
    if sight.blur > MOST_BLUR if reading.dice else sight.edge_px > MOST_SMEARED_PX:
        return Advice("out-of-focus")
    if not reading.dice:
        return Advice("no-dice")
    return _of_the_stand(sight) or _of_the_dice(sight, reading, pixels, due) or Advice("ready")


def _of_the_stand(sight: Sight) -> Advice | None:
    """How the camera stands."""
    if sight.tilt_deg > MOST_TILT_DEG:
        return Advice("tilted")
    if sight.lost:
        return Advice("tray-not-in-view", {"sides": ", ".join(sight.lost)})
    return Advice("glare") if sight.glare_share > MOST_GLARE else None


def _of_the_dice(sight: Sight, reading: Reading, pixels: Pixels, due: str) -> Advice | None:
    """What the dice show of the camera."""
    seen = {die.colour for die in reading.dice}
    if due in PARTNERS and seen <= set(PARTNERS[due]) and warmth_of(pixels, reading) < WARM:
        return Advice("swapped", {"due": due, "seen": ", ".join(sorted(seen))})
    if reading.legible:
        return None
    if _mirrored(pixels, reading):
        return Advice("glare")
    return Advice("tilted" if _from_aside(sight, reading) else "doubtful-die")


def _from_aside(sight: Sight, reading: Reading) -> bool:
    """Whether the camera is too far aside: all faces are turned away alike, or so many that some are dice's sides."""
    places, size = [die.box.centre_px for die in reading.dice], (reading.width, reading.height)
    turned = tilts_deg(places, [die.slant for die in reading.dice], size) > DOUBTED_TILT_DEG
    return sight.tilt_deg > DOUBTED_TILT_DEG or int(turned.sum()) >= SIDES


def _mirrored(pixels: Pixels, reading: Reading) -> bool:
    """Whether a die that cannot be read is white with light where others are not."""
    white = [float((_cut(pixels, die.box).min(axis=2, initial=255) >= MIRRORED_LEVEL).mean()) for die in reading.dice]
    usual = _median([share for share, die in zip(white, reading.dice, strict=True) if die.sure])
    return any(
        share > MIRRORED and share > 2 * usual for share, die in zip(white, reading.dice, strict=True) if not die.sure
    )


def warmth_of(pixels: Pixels, reading: Reading) -> float:
    """How much more of what lies around the dice is redder than blue than is bluer than red, -1 to 1."""
    small = cv2.resize(pixels, (160, 120), interpolation=cv2.INTER_AREA)
    dice = np.zeros(pixels.shape[:2], np.uint8)
    for die in reading.dice:
        _fill(dice, die.box, 1.0, 0.3)
    beside = cv2.resize(dice, (160, 120), interpolation=cv2.INTER_NEAREST) == 0
    lean = small[..., 2].astype(int) - small[..., 0]
    return float((lean[beside] > TINTED).mean() - (lean[beside] < -TINTED).mean()) if beside.any() else 0.0


# --- the tray's floor


def floor_of(pixels: Pixels, boxes: list[Box]) -> NDArray[np.uint8]:
    """The surface on which the dice lie, as a reduced picture: 255 there, else 0; all 0 where it cannot be told."""
    height, width = pixels.shape[:2]
    scale = SMALL_PX / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.GaussianBlur(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    nothing = np.zeros(size[::-1], np.uint8)
    if not boxes:
        return nothing
    lab = np.asarray(cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    lab *= np.array((LIGHTNESS_WEIGHT, 1, 1), np.float32)
    dice, around = nothing.copy(), nothing.copy()
    for box in boxes:
        _fill(dice, box, scale, 0.15)
        _fill(around, box, scale, 0.7)
    ring = lab[(around > 0) & (dice == 0)]
    if len(ring) < 20:
        return nothing
    middle = np.median(ring, axis=0)
    spread = float(np.clip(2.5 * np.median(np.linalg.norm(ring - middle, axis=1)), LEAST_SPREAD, MOST_SPREAD))
    like = np.where((np.linalg.norm(lab - middle, axis=2) < spread) | (dice > 0), 255, 0).astype(np.uint8)
    solid = cv2.morphologyEx(cv2.morphologyEx(like, cv2.MORPH_OPEN, OPEN), cv2.MORPH_CLOSE, CLOSE)
    return _with_the_dice(np.asarray(solid, np.uint8), dice)


def _fill(mask: NDArray[np.uint8], box: Box, scale: float, margin: float) -> None:
    grow = margin * max(box.w, box.h)
    left, top = round((box.x - grow) * scale), round((box.y - grow) * scale)
    right, bottom = round((box.x + box.w + grow) * scale), round((box.y + box.h + grow) * scale)
    mask[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = 255


def _with_the_dice(like: NDArray[np.uint8], dice: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The connected part on which most of the dice lie, without holes."""
    _, labels = cv2.connectedComponents(like)
    on = labels[(dice > 0) & (like > 0)]
    part = np.zeros_like(like)
    if not len(on):
        return part
    part[labels == int(np.bincount(on).argmax())] = 255
    if np.count_nonzero(part) < LEAST_FLOOR * part.size:
        return np.zeros_like(like)
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(part, contours, -1, 255, cv2.FILLED)
    return part


def _outline(floor: NDArray[np.uint8]) -> tuple[tuple[float, float], ...]:
    """The floor's hull: trays are convex, and dice, hands and shadows at the rim bite pieces out of a floor."""
    contours, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return ()
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    corners = cv2.approxPolyDP(hull, 0.008 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    shares = np.asarray(corners, np.float64) / (floor.shape[1] - 1, floor.shape[0] - 1)
    return tuple((round(float(row[0]), 4), round(float(row[1]), 4)) for row in shares)


CUT_SHARE = 0.25
"""A floor that runs along so much of a side of the picture is cut off there."""


def _lost(floor: NDArray[np.uint8]) -> tuple[str, ...]:
    """The sides that cut the floor off; none where it fills the picture, as a table does."""
    sides = {"left": floor[:, 0], "top": floor[0], "right": floor[:, -1], "bottom": floor[-1]}
    cut = tuple(name for name, line in sides.items() if np.count_nonzero(line) > CUT_SHARE * line.size)
    return cut if len(cut) < 3 else ()


def _white_shares(pixels: Pixels, floor: NDArray[np.uint8], boxes: list[Box]) -> tuple[float, float]:
    """How much of the floor (of the picture, where there is none) is white with light, and the largest spot of it."""
    width = pixels.shape[1]
    small = cv2.resize(pixels, (floor.shape[1], floor.shape[0]), interpolation=cv2.INTER_AREA)
    white = np.where(small.min(axis=2) >= WHITE_LEVEL, 255, 0).astype(np.uint8)
    scale = floor.shape[1] / width
    for box in boxes:
        hidden = np.zeros_like(white)
        _fill(hidden, box, scale, 0.0)
        white[hidden > 0] = 0  # white dice are white
    within = floor if floor.any() else np.full_like(floor, 255)
    hull = np.zeros_like(floor)
    contours, _ = cv2.findContours(within, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.fillConvexPoly(hull, cv2.convexHull(np.vstack(contours)), 255)
    white[hull == 0] = 0
    area = max(1, int(np.count_nonzero(hull)))
    _, _, stats, _ = cv2.connectedComponentsWithStats(white)
    largest = max((int(row[cv2.CC_STAT_AREA]) for row in stats[1:]), default=0)
    return int(np.count_nonzero(white)) / area, largest / area
