"""The settings: language, light, sound and odds, each a row of buttons; the one in force is lit."""

from pygame import Rect

from ui import icons
from ui.language import LANGUAGES, OWN_NAMES
from ui.pages import SettingsView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import (
    PageLayout,
    buttons_size_px,
    cut_left,
    cut_top,
    draw_button,
    draw_page,
    grid,
    lay_page,
    rows,
)
from ui.theme import CREAM, DIM, EDGE, PANEL, Scale
from ui.view import Choice, Put
from ui.words import Words

LABELS = (N_("Language"), N_("Light"), N_("Sound"), N_("Chances to win"), N_("Coach"))
SIGNS = ("globe", "moon", "sound", "statistics", "help")
BRIGHT, DIMMED = N_("Bright"), N_("Dim")
ON, OFF, MUTE = N_("On"), N_("Off"), N_("Off")
LOUDNESS = (N_("Quiet"), N_("Middle"), N_("Loud"))
SILENT = N_("There is no sound card.")
LABEL_SHARE = 0.27
"""Of a row's width; upright the label stands above its buttons."""
ACROSS_UPRIGHT, LANGUAGES_MORE = 2, 0.6
"""Upright the languages stand in two rows, whose own names none may break; they take so much more of the height."""


def lay(view: SettingsView, scale: Scale, words: Words) -> PageLayout:
    """A row a setting, its values side by side."""
    frame = lay_page(scale, words)
    buttons: list[Button] = []
    for place, (row, choices) in enumerate(zip(_rows(frame), _choices(view, words), strict=True)):
        across = ACROSS_UPRIGHT if scale.portrait and place == 0 else len(choices)
        cells = grid(_split(row, scale)[1], len(choices), across, scale.margin)
        buttons += [Button(choice, cell, said) for cell, (choice, said, _) in zip(cells, choices, strict=True)]
    return lay_page(scale, words, *buttons)


def _rows(frame: PageLayout) -> tuple[Rect, ...]:
    if not frame.scale.portrait:
        return rows(frame.body, len(LABELS), frame.scale.margin)
    gap = frame.scale.margin
    each = (frame.body.h + gap) / (len(LABELS) + LANGUAGES_MORE) - gap
    languages, body = cut_top(frame.body, round((1 + LANGUAGES_MORE) * each), gap)
    return (languages, *rows(body, len(LABELS) - 1, gap))


def _split(row: Rect, scale: Scale) -> tuple[Rect, Rect]:
    """Label and values."""
    inside = row.inflate(-2 * scale.margin, -scale.margin)
    if scale.portrait:
        return cut_top(inside, round(scale.text * 1.6), scale.margin // 2)
    return cut_left(inside, round(row.w * LABEL_SHARE), scale.margin)


def _choices(view: SettingsView, words: Words) -> tuple[list[tuple[Choice, str, bool]], ...]:
    """What each row offers: the choice, its words, whether it is in force."""
    say = words.say
    volumes = (MUTE, *LOUDNESS)[: view.loudest + 1]
    return (
        [(Put("language", lang), OWN_NAMES[lang], lang == view.language) for lang in LANGUAGES],
        [(Put("dim", "off"), say(BRIGHT), not view.dim), (Put("dim", "on"), say(DIMMED), view.dim)],
        [(Put("volume", str(k)), say(said), k == view.volume) for k, said in enumerate(volumes)],
        _switch("odds", view.odds, words),
        _switch("coach", view.coach, words),
    )


def _switch(key: str, on: bool, words: Words) -> list[tuple[Choice, str, bool]]:
    return [(Put(key, "off"), words.say(OFF), not on), (Put(key, "on"), words.say(ON), on)]


def paint(pen: Pen, laid: PageLayout, view: SettingsView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The rows."""
    draw_page(pen, laid, words.say("Settings"), touch)
    in_force = {choice for choices in _choices(view, words) for choice, _, lit in choices if lit}
    for row, label, sign in zip(_rows(laid), LABELS, SIGNS, strict=True):
        pen.panel(row, PANEL, EDGE)
        box, _ = _split(row, pen.scale)
        side = round(min(box.h * 0.8, pen.scale.text * 1.6))
        pen.middle(icons.icon(sign, side), (box.x + side / 2, box.centery))
        name = Rect(box.x + side + pen.scale.margin, box.y, box.w - side - pen.scale.margin, box.h)
        silent = view.silent and label == LABELS[2]
        pen.words(
            words.say(SILENT if silent else label), name, DIM if silent else CREAM, "ExtraBold", share=0.5, lines=2
        )
    left = list(laid.buttons[1:])
    for choices in _choices(view, words):
        beside, left = left[: len(choices)], left[len(choices) :]
        size_px = buttons_size_px(pen, beside)
        for button in beside:
            draw_button(pen, button, touch, main=button.choice in in_force, size_px=size_px)
