"""Setting up the camera: its live picture, what is good and what is not, and one thing to do at a time."""

from dataclasses import dataclass
from typing import Literal

import pygame
from pygame import Rect

from ui import draw
from ui.answers import letterbox
from ui.looking import MENDED, AimView
from ui.pen import Pen
from ui.phrases import DICE_COLOURS, N_
from ui.press import Button, Touch
from ui.scenes.page import cut_bottom, cut_left, cut_top, draw_button, draw_page, grid, lay_page
from ui.scenes.picture import Picture
from ui.theme import AMBER, CREAM, DIM, EDGE, INK, PANEL, TABLE, Rgb, Scale, blend
from ui.view import Back, Put, TableView
from ui.words import Words

TITLE = N_("Set up the camera")
SENTENCES: dict[str, str] = {
    "too-dark": N_("Too dark: put more light on the tray."),
    "too-bright": N_("Too bright: dim the light, or move the lamp away."),
    "too-far": N_("Too far: bring the camera nearer to the tray."),
    "out-of-focus": N_("Out of focus: turn the lens until edges are sharp."),
    "no-dice": N_("Point the camera at the tray, and lay dice into it."),
    "tilted": N_("Tilted too much: bring the camera further over the tray."),
    "tray-not-in-view": N_("The tray is cut off at the {sides}: move the camera."),
    "glare": N_("Glare: move the lamp, or the camera, a little."),
    "swapped": N_("The {due} dice look {seen}: red and blue are swapped."),
    "doubtful-die": N_("I cannot tell the ringed die. Nudge it flat."),
    "hold-still": N_("Good. Leave everything as it is…"),
    "ready": N_("Ready: the camera is set up."),
}
"""What there is to do, under vision's keys."""
SIDES: dict[str, str] = {"left": N_("left"), "right": N_("right"), "top": N_("top"), "bottom": N_("bottom")}
MEND, DONE = N_("They are {due}: swap back"), N_("Done")
METERS: dict[str, tuple[str, ...]] = {
    N_("Light"): ("too-dark", "too-bright"),
    N_("Distance"): ("too-far",),
    N_("Focus"): ("out-of-focus",),
    N_("Angle"): ("tilted",),
    N_("Tray"): ("no-dice", "tray-not-in-view"),
    N_("Reflections"): ("glare",),
    N_("Colours"): ("swapped",),
    N_("Dice"): ("doubtful-die",),
}
"""What is looked after, in that order, and what may be said of it. Once one is asked about, the later ones wait."""
GOOD: Rgb = (88, 214, 136)
PICTURE_SHARE = 0.68
State = Literal["good", "asked", "waits"]

_picture = Picture()
"""Scales a frame once, however often it is shown."""


@dataclass(frozen=True, slots=True)
class AimLayout:
    """The rectangles of the page, in pixels of the window."""

    scale: Scale
    title: Rect
    picture: Rect
    meters: tuple[Rect, ...]
    banner: Rect
    """What to do now."""
    buttons: tuple[Button, ...]
    """The first is the way back."""


def lay(view: AimView, scale: Scale, words: Words) -> AimLayout:
    """Picture and list side by side, or one above the other in a standing window; the banner below."""
    frame, gap = lay_page(scale, words), scale.margin
    banner, room = cut_bottom(frame.body, round(scale.text * (4.4 if scale.portrait else 3.2)), gap)
    buttons = frame.buttons
    answer = _answer(view, words)
    if answer:
        wide = round(scale.text * (6 if scale.portrait else 12))
        at = Rect(banner.right - wide, banner.y, wide, banner.h)
        banner = Rect(banner.x, banner.y, banner.w - wide - gap, banner.h)
        choice, said = answer
        buttons += (Button(choice, at, said, keys=(pygame.K_RETURN, pygame.K_KP_ENTER), answer=True, main=True),)
    if scale.portrait:
        picture, column = cut_top(room, round(room.w * 3 / 4), gap)
    else:
        picture, column = cut_left(room, round(min(room.w * PICTURE_SHARE, room.h * 4 / 3)), gap)
    meters = grid(column, len(METERS), 2 if scale.portrait else 1, gap // 2)
    return AimLayout(scale, frame.title, picture, meters, banner, buttons)


def _answer(view: AimView, words: Words) -> tuple[Put | Back, str] | None:
    """What can be answered besides going back."""
    if view.about == "swapped" and not view.playing:
        due = view.facts.get("due", "red")
        return Put(MENDED), words.say(MEND).format(due=words.say(DICE_COLOURS.get(due, due)))
    return (Back(), words.say(DONE)) if view.about == "ready" else None


def paint(pen: Pen, laid: AimLayout, view: AimView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The whole page."""
    draw_page(pen, lay_page(laid.scale, words), words.say(TITLE), touch)
    table = TableView("", "", (), None, "roll", frame=view.frame, reading=view.reading, camera_fault=view.fault)
    _picture.draw(pen, laid.picture, table, words, now_s)
    if view.frame is not None and len(view.outline) > 2 and not view.fault:
        _draw_outline(pen, letterbox(view.frame.shape[1], view.frame.shape[0], laid.picture), view)
    for rect, (name, state) in zip(laid.meters, states(view.about), strict=True):
        _draw_meter(pen, rect, words.say(name), state)
    _draw_banner(pen, laid.banner, view, words)
    for button in laid.buttons[1:]:
        draw_button(pen, button, touch, main=True)


def states(about: str) -> tuple[tuple[str, State], ...]:
    """Each thing that is looked after, and whether it is good, asked about, or waits for what comes before it."""
    found: list[tuple[str, State]] = []
    state: State = "good"
    for name, keys in METERS.items():
        state = "asked" if about in keys else "waits" if state != "good" else "good"
        found.append((name, state))
    return tuple(found)


def _draw_outline(pen: Pen, rect: Rect, view: AimView) -> None:
    corners = [(rect.x + x * rect.w, rect.y + y * rect.h) for x, y in view.outline]
    thick = max(2, pen.scale.margin // 4)
    for colour, width in ((INK, thick + 2), (CREAM, thick)):
        pygame.draw.polygon(pen.surface, colour, corners, width)


def _draw_meter(pen: Pen, rect: Rect, name: str, state: State) -> None:
    """A line of the list: a tick, a warning or nothing, and the name."""
    if state == "asked":
        pen.panel(rect, blend(PANEL, AMBER, 0.25), AMBER, 2)
    else:
        pen.panel(rect, PANEL if state == "good" else blend(TABLE, PANEL, 0.5), EDGE)
    side = round(min(rect.h * 0.7, pen.scale.text * 1.5))
    middle = rect.x + pen.scale.margin + side // 2, rect.centery
    if state == "good":
        _tick(pen, middle, side)
    elif state == "asked":
        pen.middle(draw.warning(side), middle)
    left = rect.x + 2 * pen.scale.margin + side
    room = Rect(left, rect.y, rect.right - left - pen.scale.margin, rect.h)
    pen.words(
        name, room, DIM if state == "waits" else CREAM, "ExtraBold" if state == "asked" else "SemiBold", share=0.62
    )


def _tick(pen: Pen, middle: tuple[int, int], side: int) -> None:
    x, y = middle
    points = [(x - side * 0.34, y), (x - side * 0.08, y + side * 0.28), (x + side * 0.36, y - side * 0.3)]
    pygame.draw.lines(pen.surface, GOOD, False, points, max(3, side // 6))


def _draw_banner(pen: Pen, box: Rect, view: AimView, words: Words) -> None:
    good = view.about in ("ready", "hold-still")
    pen.panel(box, blend(TABLE, GOOD, 0.25) if good else AMBER, GOOD if good else None, 2)
    inner = box.inflate(-2 * pen.scale.margin, -pen.scale.margin)
    pen.words(sentence(view, words), inner, CREAM if good else INK, "ExtraBold", "centre", share=0.6, lines=3)


def sentence(view: AimView, words: Words) -> str:
    """What to do now, in the reader's language."""
    sides = [words.say(SIDES.get(side, side)) for side in view.facts.get("sides", "").split(", ")]
    facts = {"due": view.facts.get("due", ""), "seen": view.facts.get("seen", "").split(", ")[0]}
    told = {key: words.say(DICE_COLOURS.get(colour, colour)) if colour else "" for key, colour in facts.items()}
    return words.say(SENTENCES[view.about]).format_map({"sides": words.say(", ").join(sides), **told})
