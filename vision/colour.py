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
LARGE_PIP_RADIUS = 0.13
"""The same around the pip of a one, which is often larger and red."""
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
    (81, "orange"),
    (120, "yellow"),
    (190, "green"),
    (312, "blue"),
    (345, "purple"),
    (360, "red"),
)
"""Where each name's range of CIE Lab hue ends, in degrees."""

BRIGHT, BRIGHT_ORANGE = 75, 90
"""Lightness above which orange ends at this hue: the camera has cut its red off."""
DARK_RED, WARM_RED, GREENISH = 325, 50, 125
"""Hues: a dark body is red from the first, over 0, to the second, for what little light comes back from a table is
often bluish; between the second and the third lie yellow and the tints of warm lamps."""
BLACK, BLACKS_TINGE = 0.15, 0.88
"""A body that sends back less than this share of what its light pips do, and is less saturated than this, is black:
what comes back is mostly a mirror image of the room, which may be blue."""
DEEP_BLUE, DEEP_TINGE = 280, 0.65
"""From this hue on no sky or screen is as saturated as this."""
GLOSSY_BLACK, GLOSS_TINGE = 0.35, 0.5
"""The same where a lamp is mirrored."""
REDS_TINGE = 0.55
"""What may be black but is red by its hue and more saturated than this is dark red: translucent dice in the shade."""
IVORY = 0.7
"""Saturation up to which a body with dark pips that is yellow by its hue is ivory, or white under a warm lamp."""
PALE, PINKISH = 0.55, 0.45
"""The same for other hues, to which a cloth or a screen may tint a white body; and for those of red and pink."""
BURNT, BURNT_IVORY = 85, 38
"""Lightness above which saturation tells little, for the camera has cut the lighter channels off; and the chroma up to
which a body that is yellow by its hue is ivory there."""
WHITE_LIGHTNESS = 22
"""A grey body with dark pips is white in the shade from here: black pips would not show on a black one."""

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
    pip_light = _pip_light(crop, pips)
    light_pips = pip_light > float(body.mean())
    colour = _most_colourful(body, white)
    if light_pips and min(colour) > GLOSS:
        # Light pips on what is nearly white: a lamp is mirrored in the face, its rounded rim still has the colour.
        at_rim = _most_colourful(_light(crop, rim, places), white)
        if _saturation(at_rim) > _saturation(colour):
            colour = at_rim
    return _under_light_pips(colour, pip_light) if light_pips else _over_dark_pips(colour)


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
    radius = LARGE_PIP_RADIUS if len(pips) == 1 else PIP_RADIUS
    bare = np.flatnonzero((apart > (radius * len(crop)) ** 2).all(0))
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


def _pip_light(crop: Pixels, places: list[Point]) -> float:
    """The linear light of the middle pip; 0 where no pips are known."""
    last = len(crop) - 1
    pixels = [crop[min(max(round(y), 0), last), min(max(round(x), 0), last)].tolist() for x, y in places]
    light = [sum(DECODED[level] for level in pixel) / len(pixel) for pixel in pixels]
    return statistics.median(light) if light else 0.0


def _lightness_chroma_hue(colour: Light) -> tuple[float, float, float]:
    """CIE L, C and h (degrees) of linear light."""
    blue, green, red = colour
    x, y, z = (math.cbrt(k * blue + m * green + n * red + 1e-4) for k, m, n in XYZ_OF_BGR)
    a, b = 500 * (x - y), 200 * (y - z)
    return 116 * y - 16, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _under_light_pips(colour: Light, pip_light: float) -> Colour:
    """Name the linear B, G, R, under white light, of a body whose pips are lighter: they show how much light falls."""
    lightness, chroma, hue = _lightness_chroma_hue(colour)
    share, saturation = max(colour) / pip_light, _saturation(colour)
    reddish = hue < WARM_RED or hue > DARK_RED
    if reddish and saturation > REDS_TINGE and share < BLACK:
        return "red"
    tinge = DEEP_TINGE if hue > DEEP_BLUE else BLACKS_TINGE
    if (share < BLACK and saturation < tinge) or (share < GLOSSY_BLACK and saturation < GLOSS_TINGE):
        return "black"
    if _is_grey(lightness, chroma):
        return "black" if lightness < 55 else "grey" if lightness < 70 else "white"
    return _hued(lightness, chroma, hue)


def _over_dark_pips(colour: Light) -> Colour:
    """Name the linear B, G, R, under white light, of a body with darker pips or none that are known."""
    lightness, chroma, hue = _lightness_chroma_hue(colour)
    saturation = _saturation(colour)
    if _is_grey(lightness, chroma) or _is_tinted_white(lightness, chroma, hue, saturation):
        return "white" if lightness > WHITE_LIGHTNESS else "black"
    return _hued(lightness, chroma, hue)


def _is_tinted_white(lightness: float, chroma: float, hue: float, saturation: float) -> bool:
    """Whether a body with dark pips is white or ivory, whatever the light or the table lends it."""
    yellowish = WARM_RED < hue < GREENISH
    if lightness > BURNT:
        return yellowish and chroma < BURNT_IVORY
    reddish = hue < WARM_RED or hue > DARK_RED
    return saturation < (IVORY if yellowish else PINKISH if reddish else PALE)


def _is_grey(lightness: float, chroma: float) -> bool:
    return chroma < max(11, 0.17 * lightness + 3)


def _hued(lightness: float, chroma: float, hue: float) -> Colour:
    """The name of a body that is neither black, grey nor white."""
    name = next(name for end, name in HUES if hue < end)
    if name == "red" and lightness > 70 and chroma < 35:
        return "pink"
    if name == "yellow" and lightness > BRIGHT and hue < BRIGHT_ORANGE:
        return "orange"
    if name == "orange" and lightness < 42 and chroma < 40:
        return "brown"
    if name == "purple" and lightness < 13 and hue > DARK_RED:
        return "red"
    return "pink" if name == "purple" and lightness > 70 and chroma < 60 else name
