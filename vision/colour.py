"""The colour of a die's body, told under the light of the scene."""

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Colour

BODY_RADIUS = 0.19
"""Radius of the disc that is surely within the face turned up, as a share of the crop's side."""
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

DECODE = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
"""Linear light of a grey level."""
XYZ_OF_BGR = np.array([[0.1805, 0.3576, 0.4124], [0.0722, 0.7152, 0.2126], [0.9505, 0.1192, 0.0193]]) / np.array(
    [[0.9505], [1.0], [1.0890]]
)
"""Linear B, G, R of sRGB to X, Y, Z over those of white."""


def estimate_white(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The scene's white, linear B, G, R with G = 1, from a whole picture (h, w, 3), B, G, R; reduced ones serve.

    Shades of grey, its correction limited most across the axis on which real lamps vary. A picture that is black
    throughout gives (1, 1, 1).
    """
    light = DECODE[cv2.resize(pixels, (96, 72), interpolation=cv2.INTER_AREA)].reshape(-1, 3).astype(np.float64)
    cast = np.maximum((light**MINKOWSKI).mean(0), 1e-30) ** (1 / MINKOWSKI)
    blue, red = TRUST * np.log(cast[[0, 2]] / cast[1])
    warm = float(np.clip((red - blue) / 2, -WARM_LIMIT, WARM_LIMIT))
    tint = float(np.clip((red + blue) / 2, -TINT_LIMIT, TINT_LIMIT))
    return np.exp(np.array([tint - warm, 0.0, tint + warm]))


def body_colour(
    crop: NDArray[np.uint8],
    pips_px: Iterable[tuple[float, float]] = (),
    white_bgr: NDArray[np.float64] | None = None,
) -> Colour:
    """Name the body of the die in a square crop (s, s, 3), B, G, R, whose face turned up is half as wide.

    `pips_px` are places of pips within the crop, left out, `white_bgr` is what `estimate_white` gave.
    """
    places = list(pips_px)
    body = DECODE[_body_pixels(crop, places)]
    saturation = 1 - (body.min(1) + FLAT_DARK) / (body.max(1) + FLAT_DARK)
    asked = body[np.argpartition(saturation, -max(1, int(len(body) * MOST_COLOURFUL)))[-max(1, int(len(body) * MOST_COLOURFUL)) :]]
    colour = np.median(asked, axis=0)
    if white_bgr is not None:
        colour = np.minimum(colour / (white_bgr / white_bgr.mean()), 1)
    return _name(colour, _pips_are_lighter(crop, places, float(body.mean())))


def _body_pixels(crop: NDArray[np.uint8], places: list[tuple[float, float]]) -> NDArray[np.uint8]:
    """(n, 3): the middle of the face without its pips."""
    side = len(crop)
    reach = int(BODY_RADIUS * side)
    middle = (side - 1) / 2
    low = round(middle) - reach
    axis = np.arange(low, low + 2 * reach + 1)
    keep = disc = (axis - middle) ** 2 + (axis[:, None] - middle) ** 2 < reach**2
    for x, y in places:
        keep = keep & ((axis - x) ** 2 + (axis[:, None] - y) ** 2 > (PIP_RADIUS * side) ** 2)
    window = crop[low : low + 2 * reach + 1, low : low + 2 * reach + 1]
    return window[keep if keep.sum() >= MIN_BODY_PIXELS else disc]


def _pips_are_lighter(crop: NDArray[np.uint8], places: list[tuple[float, float]], body_light: float) -> bool:
    """Whether light pips lie on a darker body; False where no pips are known."""
    if not places:
        return False
    index = np.clip(np.rint(places).astype(int), 0, len(crop) - 1)
    return float(np.median(DECODE[crop[index[:, 1], index[:, 0]]].mean(1))) > body_light


def _lightness_chroma_hue(colour: NDArray[np.floating]) -> tuple[float, float, float]:
    """CIE L, C and h (degrees) of linear B, G, R."""
    x, y, z = np.cbrt(XYZ_OF_BGR @ colour + 1e-4)
    a, b = 500 * (x - y), 200 * (y - z)
    return 116 * y - 16, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _name(colour: NDArray[np.floating], light_pips: bool) -> Colour:
    """Name linear B, G, R under white light."""
    lightness, chroma, hue = _lightness_chroma_hue(colour)
    saturation = float(1 - (colour.min() + FLAT_DARK) / (colour.max() + FLAT_DARK))
    if _is_neutral(lightness, chroma, hue, saturation):
        return _neutral(lightness, light_pips)
    if hue >= 345 or hue < 52:
        return "pink" if lightness > 70 and chroma < 35 else "red"
    if hue < 84:
        return "brown" if lightness < 42 and chroma < 40 else "orange"
    if hue < 120:
        return "yellow"
    if hue < 190:
        return "green"
    if hue < 312:
        return "blue"
    return "purple" if lightness < 70 else "pink"


def _is_neutral(lightness: float, chroma: float, hue: float, saturation: float) -> bool:
    if lightness < 12 and saturation > 0.4 and hue < 50:
        return False  # dark red: translucent dice in the shade are darker than black ones ever are
    ivory = lightness > 45 and 50 < hue < 125 and chroma < 30 and saturation < 0.55
    return ivory or chroma < max(11, 0.17 * lightness + 3) or (lightness < 32 and saturation < 0.5)


def _neutral(lightness: float, light_pips: bool) -> Colour:
    """Black, grey or white; with light pips even a body under bright light is none of the light ones."""
    if light_pips:
        return "black" if lightness < 55 else "grey" if lightness < 70 else "white"
    return "white" if lightness > 32 else "grey" if lightness > 25 else "black"
