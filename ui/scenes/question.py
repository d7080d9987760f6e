"""What a question, or a game's own words, put into the card of the play scene: large things to press."""

from rules.sayings import VALUE
from ui import draw
from ui.answers import asked_die, close_up
from ui.layout import PlayLayout
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.die import enlarged
from ui.scenes.page import buttons_size_px, draw_button, draw_plate
from ui.theme import AMBER
from ui.view import Choice, Open, Speak, TableView, TakeAsRoll, TellDie
from ui.words import Words, seat_of

COUNTS, MORE = N_("It counts"), N_("More…")


def draw_answers(pen: Pen, laid: PlayLayout, view: TableView, words: Words, pressed: Choice | None) -> bool:
    """Draws them, and says whether there were any."""
    touch, drawn = Touch(pressed), False
    sentences = _sentences(laid, view, words)
    size_px = buttons_size_px(pen, sentences.values()) if sentences else 0
    for button in laid.buttons:
        match button.choice:
            case TellDie(_, pips):
                _value(pen, button, pips, view, touch)
            case TakeAsRoll():
                draw_button(pen, _said(button, words.say(COUNTS)), touch, main=True)
            case Speak() | Open("say"):
                draw_button(pen, sentences[button.choice], touch, size_px=size_px)
            case _:
                continue
        drawn = True
    _close_up(pen, laid, view)
    return drawn


def _sentences(laid: PlayLayout, view: TableView, words: Words) -> dict[Choice, Button]:
    """What can be said, and the way to all of it, each with its words."""
    found: dict[Choice, Button] = {}
    for button in laid.buttons:
        match button.choice:
            case Speak(offer):
                if laid.words:  # the seat beside it names the player
                    short = words.say(view.sayings[VALUE + offer.word])
                    sentence = short[:1].upper() + short[1:]
                else:
                    sentence = words.offer(view.sayings, offer)
                found[button.choice] = _said(button, sentence)
            case Open("say"):
                found[button.choice] = _said(button, words.say(MORE))
            case _:
                pass
    return found


def _said(button: Button, words: str) -> Button:
    return Button(button.choice, button.rect, words)


def _value(pen: Pen, button: Button, pips: int, view: TableView, touch: Touch) -> None:
    seat = seat_of(view, view.to_move)
    draw_plate(pen, button.rect, button.choice, touch, lit=button.main)
    side = round(min(button.rect.size) * (0.8 if button.main else 0.62))
    pen.middle(draw.die(pips, side, seat.colour if seat else "grey"), button.rect.center)


def _close_up(pen: Pen, laid: PlayLayout, view: TableView) -> None:
    """The die that is asked about, enlarged."""
    place, room = asked_die(view), close_up(laid.card, laid.scale)
    if place is None or not room.w or view.frame is None or view.reading is None:
        return
    pen.surface.blit(enlarged(view.frame, view.reading.dice[place].box, room.w), room)
    ring = draw.frame_ring(room.size, pen.scale.radius, AMBER, max(3, pen.scale.margin // 2))
    pen.surface.blit(ring, room)


def busy(laid: PlayLayout) -> bool:
    """Whether the card holds such things, rather than the cup or the hands."""
    return any(isinstance(button.choice, TellDie | TakeAsRoll | Speak) for button in laid.buttons)
