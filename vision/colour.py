"""The colour of a die's body, told under the light of the scene."""

import functools
import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Colour

Floats = NDArray[np.floating[Any]]

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
"""Linear light of a grey level."""
POWERS = DECODE.astype(np.float64) ** MINKOWSKI
"""What a grey level adds to the norm."""
XYZ_OF_BGR = np.array([[0.1805, 0.3576, 0.4124], [0.0722, 0.7152, 0.2126], [0.9505, 0.1192, 0.0193]]) / np.array(
    [[0.9505], [1.0], [1.0890]]
)
"""Linear B, G, R of sRGB to X, Y, Z over those of white."""


def estimate_white(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The scene's white, linear B, G, R with G = 1, from a whole picture (h, w, 3), B, G, R; reduced ones serve.

    Shades of grey, its correction limited most across the axis on which real lamps vary. A picture that is black
    throughout gives (1, 1, 1).
    """
    powers = cv2.LUT(cv2.resize(pixels, (96, 72), interpolation=cv2.INTER_AREA), POWERS)
    cast = np.maximum(cv2.mean(powers)[:3], 1e-30) ** (1 / MINKOWSKI)
    blue, red = TRUST * np.log(cast[[0, 2]] / cast[1])
    warm = float(np.clip((red - blue) / 2, -WARM_LIMIT, WARM_LIMIT))
    tint = float(np.clip((red + blue) / 2, -TINT_LIMIT, TINT_LIMIT))
    white: NDArray[np.float64] = np.exp(np.array([tint - warm, 0.0, tint + warm]))
    return white


def body_colour(
    crop: NDArray[np.uint8],
    pips_px: Iterable[tuple[float, float]] = (),
    white_bgr: NDArray[np.float64] | None = None,
) -> Colour:
    """Name the body of the die in a square crop (s, s, 3), B, G, R, whose face turned up is half as wide.

    `pips_px` are places of pips within the crop, left out, `white_bgr` is what `estimate_white` gave.
    """
    places = np.asarray(list(pips_px), np.float32).reshape(-1, 2)
    bare = _bare(len(crop), places)
    body = _body(crop, bare)
    light_pips = _pips_are_lighter(crop, places, float(body.mean()))
    white = np.ones(3) if white_bgr is None else white_bgr / white_bgr.mean()
    colour = np.minimum(_most_colourful(body) / white, 1)
    if light_pips and colour.min() > GLOSS:
        # Light pips on what is nearly white: a lamp is mirrored in the face, its rounded rim still has the colour.
        at_rim = np.minimum(_most_colourful(_rim(crop, bare)) / white, 1)
        if _saturation(at_rim) > _saturation(colour):
            colour = at_rim
    return _name(colour, light_pips)


class _Discs(NamedTuple):
    """Where to look in crops of one size."""

    axis: NDArray[np.intp]
    """(w,): the rows, or columns, of the window that holds the rest."""
    body: NDArray[np.bool_]
    """(w, w): the middle of the face turned up."""
    rim: NDArray[np.bool_]
    """(w, w): what lies around it."""

    def window(self, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The part (w, w, 3) of a crop."""
        part = slice(self.axis[0], self.axis[-1] + 1)
        return crop[part, part]


@functools.cache
def _discs(side: int) -> _Discs:
    middle = (side - 1) / 2
    axis = np.arange(int(middle - RIM_RADIUS * side), int(middle + RIM_RADIUS * side) + 2)
    radius2 = (axis - middle) ** 2 + (axis[:, None] - middle) ** 2
    body = radius2 < (BODY_RADIUS * side) ** 2
    return _Discs(axis, body, ~body & (radius2 < (RIM_RADIUS * side) ** 2))


def _bare(side: int, places: Floats) -> NDArray[np.bool_]:
    """(w, w): what is no pip of the window of `_discs`."""
    axis = _discs(side).axis
    apart = ((axis - places[:, :1]) ** 2)[:, None, :] + ((axis - places[:, 1:]) ** 2)[:, :, None]
    bare: NDArray[np.bool_] = apart.min(0, initial=np.inf) > (PIP_RADIUS * side) ** 2
    return bare


def _body(crop: NDArray[np.uint8], bare: NDArray[np.bool_]) -> Floats:
    """(n, 3), linear light: the middle of the face turned up, without its pips if enough is left."""
    discs = _discs(len(crop))
    body = discs.body & bare
    light: Floats = DECODE[discs.window(crop)[body if body.sum() >= MIN_BODY_PIXELS else discs.body]]
    return light


def _rim(crop: NDArray[np.uint8], bare: NDArray[np.bool_]) -> Floats:
    """(n, 3), linear light: what lies around the middle, without pips."""
    discs = _discs(len(crop))
    light: Floats = DECODE[discs.window(crop)[discs.rim & bare]]
    return light


def _saturation(colours: Floats) -> Floats:
    """0 for grey to 1, of linear colours (..., 3)."""
    blue, green, red = np.moveaxis(colours, -1, 0)
    least, most = np.minimum(np.minimum(blue, green), red), np.maximum(np.maximum(blue, green), red)
    ratio: Floats = (least + FLAT_DARK) / (most + FLAT_DARK)
    return 1 - ratio


def _most_colourful(pixels: Floats) -> Floats:
    """The middle colour of the most saturated pixels."""
    count = max(1, int(len(pixels) * MOST_COLOURFUL))
    return _median(pixels[np.argpartition(-_saturation(pixels), count - 1)[:count]])


def _median(values: Floats) -> Floats:
    """The median along the first axis; np.median takes five times as long for so few."""
    ordered = np.sort(values, axis=0)
    middle: Floats = (ordered[(len(values) - 1) // 2] + ordered[len(values) // 2]) / 2
    return middle


def _pips_are_lighter(crop: NDArray[np.uint8], places: Floats, body_light: float) -> bool:
    """Whether light pips lie on a darker body; False where no pips are known."""
    if not len(places):
        return False
    index = np.clip(np.rint(places).astype(int), 0, len(crop) - 1)
    return float(_median(DECODE[crop[index[:, 1], index[:, 0]]].mean(1))) > body_light


def _lightness_chroma_hue(colour: Floats) -> tuple[float, float, float]:
    """CIE L, C and h (degrees) of linear B, G, R."""
    x, y, z = np.cbrt(XYZ_OF_BGR @ colour + 1e-4)
    a, b = 500 * (x - y), 200 * (y - z)
    return 116 * y - 16, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _name(colour: Floats, light_pips: bool) -> Colour:
    """Name linear B, G, R under white light."""
    lightness, chroma, hue = _lightness_chroma_hue(colour)
    if _is_neutral(lightness, chroma, hue, float(_saturation(colour)), light_pips):
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
