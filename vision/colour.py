"""The colour of a die's body, told under the light of the scene."""

import functools
import math
import statistics
from collections.abc import Iterable
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.reading import Colour

Floats = NDArray[np.floating[Any]]
Point = tuple[float, float]
Light = tuple[float, float, float]
"""Linear B, G, R of one colour."""

BODY_RADIUS = 0.19
"""Radius of the disc that is surely within the face turned up, as a share of the crop's side."""
RIM_RADIUS = 0.28
"""Radius of the disc that a die fills however it lies, but for some corners of what is around it."""
GLOSS = 0.25
"""Least linear channel of a body that may be the mirror image of a lamp."""
PIP_RADIUS = 0.08
"""Radius around a pip's place in which pixels are no body, as a share of the crop's side."""
MIN_BODY_PIXELS = 30
"""Fewer pixels than this beside the pips tell nothing; then the pips are not left out."""
MOST_COLOURFUL = 0.25
"""Share of the body's pixels that is asked, the most saturated ones: gloss only ever takes colour away."""
FLAT_DARK = 0.002
"""Linear light added before ratios are taken, so that noise in near black is no colour."""

MINKOWSKI = 6
"""Norm of the shades-of-grey estimate of the light (Finlayson and Trezzi 2004)."""
TRUST = 0.6
"""Share of the estimated cast that is taken out: a scene of one colour looks like a lamp of that colour."""
WARM_LIMIT = 0.3
"""Greatest correction between red and blue, natural logarithm of a ratio of linear light, each way."""
TINT_LIMIT = 0.12
"""Greatest correction between green and purple: lamps and daylight vary along warm and cold, seldom across."""

HUES: tuple[tuple[float, Colour], ...] = (
    (56, "red"),
    (84, "orange"),
    (120, "yellow"),
    (190, "green"),
    (312, "blue"),
    (345, "purple"),
    (360, "red"),
)
"""Where each name's range of CIE Lab hue ends, in degrees."""

DARK_RED = 325
"""Hue from which a nearly black body is red: what little light comes back from the table is often bluish."""

DECODE = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
DECODED: list[float] = DECODE.tolist()
"""Linear light of a grey level."""
POWERS = DECODE.astype(np.float64) ** MINKOWSKI
"""What a grey level adds to the norm."""
XYZ_OF_BGR = (
    (0.1805 / 0.9505, 0.3576 / 0.9505, 0.4124 / 0.9505),
    (0.0722, 0.7152, 0.2126),
    (0.9505 / 1.089, 0.1192 / 1.089, 0.0193 / 1.089),
)
"""Linear B, G, R of sRGB to X, Y, Z over those of white."""


def estimate_white(pixels: Pixels) -> NDArray[np.float64]:
    """The scene's white, linear B, G, R with G = 1, from a whole picture (h, w, 3), B, G, R; reduced ones serve.

    Shades of grey, its correction limited most across the axis on which real lamps vary. A picture that is black
    throughout gives (1, 1, 1).
    """
    powers = cv2.LUT(cv2.resize(pixels, (96, 72), interpolation=cv2.INTER_AREA), POWERS)
    blue, green, red = (max(mean, 1e-30) ** (1 / MINKOWSKI) for mean in cv2.mean(powers)[:3])
    bluish, reddish = TRUST * math.log(blue / green), TRUST * math.log(red / green)
    warm = min(max((reddish - bluish) / 2, -WARM_LIMIT), WARM_LIMIT)
    tint = min(max((reddish + bluish) / 2, -TINT_LIMIT), TINT_LIMIT)
    return np.array([math.exp(tint - warm), 1.0, math.exp(tint + warm)])


def thinned(pixels: Pixels, step: int) -> Pixels:
    """Every so-manieth row and column of a picture, from the first, in half the time that NumPy's strides take."""
    if step == 1:
        return pixels
    size = -(-pixels.shape[1] // step), -(-pixels.shape[0] // step)
    matrix = np.array([[step, 0, 0], [0, step, 0]], np.float64)
    return np.asarray(cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP), np.uint8)


def body_colour(
    crop: Pixels,
    pips_px: Iterable[Point] = (),
    white_bgr: NDArray[np.float64] | None = None,
) -> Colour:
    """Name the body of the die in a square crop (s, s, 3), B, G, R, whose face turned up is half as wide.

    `pips_px` are places of pips within the crop, left out, `white_bgr` is what `estimate_white` gave.
    """
    pips = list(pips_px)
    places = np.array(pips, np.float32).reshape(-1, 2)
    white = np.ones(3) if white_bgr is None else white_bgr / white_bgr.mean()
    middle, rim = _discs(len(crop))
    body = _light(crop, middle, places)
    light_pips = _pips_are_lighter(crop, pips, float(body.mean()))
    colour = _most_colourful(body, white)
    if light_pips and min(colour) > GLOSS:
        # Light pips on what is nearly white: a lamp is mirrored in the face, its rounded rim still has the colour.
        at_rim = _most_colourful(_light(crop, rim, places), white)
        if _saturation(at_rim) > _saturation(colour):
            colour = at_rim
    return _name(colour, light_pips)


class _Disc(NamedTuple):
    """Where to look in crops of one size: at n pixels."""

    places: Floats
    """(2, n), float32: x and y."""
    pixels: NDArray[np.intp]
    """(n,): which they are, counted row after row."""


@functools.cache
def _discs(side: int) -> tuple[_Disc, _Disc]:
    """The middle of the face turned up, and what lies around it."""
    y, x = np.mgrid[:side, :side]
    radius2 = (x - (side - 1) / 2) ** 2 + (y - (side - 1) / 2) ** 2
    body = radius2 < (BODY_RADIUS * side) ** 2
    rim = ~body & (radius2 < (RIM_RADIUS * side) ** 2)
    return _disc(x, y, body), _disc(x, y, rim)


def _disc(x: NDArray[np.intp], y: NDArray[np.intp], within: NDArray[np.bool_]) -> _Disc:
    return _Disc(np.stack([x[within], y[within]]).astype(np.float32), np.flatnonzero(within))


def _light(crop: Pixels, disc: _Disc, pips: Floats) -> Floats:
    """(3, n), linear light: of the pixels of a disc, without the pips (p, 2) if enough is left."""
    x, y = disc.places
    apart = (x - pips[:, :1]) ** 2 + (y - pips[:, 1:]) ** 2
    bare = np.flatnonzero((apart > (PIP_RADIUS * len(crop)) ** 2).all(0))
    pixels = disc.pixels[bare] if len(bare) >= MIN_BODY_PIXELS else disc.pixels
    light: Floats = DECODE.take(crop.reshape(-1, 3).take(pixels, axis=0).T)
    return light


def _most_colourful(light: Floats, white: NDArray[np.float64]) -> Light:
    """The middle colour of the most saturated pixels (3, n), as it would look under white light."""
    least, most = light.min(0), light.max(0)
    saturations = 1 - (least + FLAT_DARK) / (most + FLAT_DARK)
    count = max(1, int(len(saturations) * MOST_COLOURFUL))
    ordered = np.sort(light.take(np.argpartition(-saturations, count - 1)[:count], axis=1))
    middle = (ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2  # np.median takes five times as long
    blue, green, red = np.minimum(middle / white, 1).tolist()
    return blue, green, red


def _saturation(colour: Light) -> float:
    """0 for grey to 1."""
    return 1 - (min(colour) + FLAT_DARK) / (max(colour) + FLAT_DARK)


def _pips_are_lighter(crop: Pixels, places: list[Point], body_light: float) -> bool:
    """Whether light pips lie on a darker body; False where no pips are known."""
    last = len(crop) - 1
    pixels = [crop[min(max(round(y), 0), last), min(max(round(x), 0), last)].tolist() for x, y in places]
    light = [sum(DECODED[level] for level in pixel) / len(pixel) for pixel in pixels]
    return statistics.median(light) > body_light if light else False


def _lightness_chroma_hue(colour: Light) -> tuple[float, float, float]:
    """CIE L, C and h (degrees) of linear light."""
    blue, green, red = colour
    x, y, z = (math.cbrt(k * blue + m * green + n * red + 1e-4) for k, m, n in XYZ_OF_BGR)
    a, b = 500 * (x - y), 200 * (y - z)
    return 116 * y - 16, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _name(colour: Light, light_pips: bool) -> Colour:
    """Name linear B, G, R under white light."""
    lightness, chroma, hue = _lightness_chroma_hue(colour)
    if _is_neutral(lightness, chroma, hue, _saturation(colour), light_pips):
        return _neutral(lightness, light_pips)
    name = next(name for end, name in HUES if hue < end)
    if name == "red" and lightness > 70 and chroma < 35:
        return "pink"
    if name == "orange" and lightness < 42 and chroma < 40:
        return "brown"
    if name == "purple" and lightness < 13 and hue > DARK_RED:
        return "red"
    return "pink" if name == "purple" and lightness > 70 and chroma < 60 else name


def _is_neutral(lightness: float, chroma: float, hue: float, saturation: float, light_pips: bool) -> bool:
    """Whether a body is black, grey, white or ivory, for all that the light or the table lends it."""
    if lightness < 13 and saturation > 0.4 and (hue < 50 or hue > DARK_RED):
        return False  # dark red: translucent dice in the shade are darker than black ones ever are
    if lightness < 30:
        return lightness < 3 or saturation < 0.5 or (chroma < 11 and saturation < 0.62)
    if 50 < hue < 125 and (chroma < 20 if light_pips and lightness < 45 else chroma < 30 and saturation < 0.55):
        return True  # black under a warm lamp, ivory
    return chroma < max(11, 0.17 * lightness + 3)


def _neutral(lightness: float, light_pips: bool) -> Colour:
    """Black, grey or white; with light pips even a body under bright light is none of the light ones."""
    if light_pips:
        return "black" if lightness < 55 else "grey" if lightness < 70 else "white"
    return "white" if lightness > 32 else "grey" if lightness > 25 else "black"
