"""Draws docs/wiring.svg from the settings' own pin numbers: `python docs/draw_wiring.py`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape

from pi.config import Settings, load_settings

PLACE = Path(__file__).with_name("wiring.svg")
ODD = "3V3 2 3 4 GND 17 27 22 3V3 10 9 11 GND 0 5 6 13 19 26 GND"
EVEN = "5V 5V GND 14 15 18 GND 23 24 GND 25 8 7 1 GND 12 GND 16 20 21"
HEADER = tuple(name for pair in zip(ODD.split(), EVEN.split(), strict=True) for name in pair)
"""What is at positions 1 to 40 of a Pi's header: a supply, ground, or a GPIO number."""
ROW, TOP = 34, 92
WIDTH, MIDDLE = 1000, 500
PIN_X = {1: MIDDLE - 17, 0: MIDDLE + 17}
"""Odd positions stand left, even ones right."""
REACH = 70
"""From a pin to where its part begins."""
WIRES = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#566573", "#d35400", "#117864")

Kind = Literal["lamp", "buzzer", "button"]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is wired."""

    gpio: int
    name: str
    kind: Kind

    @property
    def position(self) -> int:
        """On the header, 1 to 40."""
        return HEADER.index(str(self.gpio)) + 1


def parts(settings: Settings) -> list[Part]:
    """All that the settings have a pin for."""
    pins, buttons = settings.pins, settings.buttons
    found = [Part(pin, f"lamp, seat {number}", "lamp") for number, pin in enumerate(pins.seats, 1)]
    found += [Part(pins.kill, "kill lamp", "lamp"), Part(pins.win, "win lamp", "lamp")]
    found += [Part(pins.buzzer, "buzzer", "buzzer")]
    found += [Part(buttons.confirm, "confirm", "button"), Part(buttons.undo, "undo", "button")]
    found += [Part(pin, f"hand {number}", "button") for number, pin in enumerate(buttons.hands, 1)]
    found += [Part(pin, f"seat {number}", "button") for number, pin in enumerate(buttons.seats, 1)]
    found += [Part(buttons.new_game, "new game", "button")]
    return [part for part in found if part.gpio]


def drawing(settings: Settings) -> str:
    """The whole picture as SVG."""
    wired = {part.position: part for part in parts(settings)}
    height = TOP + 20 * ROW + 60
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(MIDDLE, 34, "The header of a Raspberry Pi, seen from above", "middle", size=19, bold=True),
        _text(
            MIDDLE,
            58,
            "position 1 is next to the corner of the board; every lamp, buzzer and button goes to ground",
            "middle",
        ),
        f'<rect x="{MIDDLE - 42}" y="{TOP - 22}" width="84" height="{20 * ROW + 8}" rx="8" fill="#1c2833"/>',
    ]
    for position in range(1, 41):
        out += _pin(position, wired.get(position))
    out.append(
        _text(MIDDLE, height - 20, "LED: 330 Ω in series, its short leg to ground.  Buttons: no resistor.", "middle")
    )
    return "\n".join([*out, "</svg>", ""])


def _pin(position: int, part: Part | None) -> list[str]:
    x, y = PIN_X[position % 2], TOP + (position - 1) // 2 * ROW
    what = HEADER[position - 1]
    fill = {"GND": "#99a3a4", "3V3": "#f5b041", "5V": "#e74c3c"}.get(what, "#f7f9f9" if part is None else "#58d68d")
    out = [
        f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="#fdfefe"/>',
        _text(x, y + 4, str(position), "middle", size=11),
    ]
    if part is None and what not in ("GND",):
        return out
    side = -1 if position % 2 else 1
    if part is None:
        return [*out, _text(x + side * 34, y + 5, "ground", "end" if side < 0 else "start", colour="#7f8c8d", size=12)]
    wire = WIRES[position % len(WIRES)]
    start, end = x + side * 12, x + side * REACH
    out += [_line(start, y, end, y, wire)]
    return (
        out
        + _SYMBOLS[part.kind](end, y, side, wire)
        + [_text(end + side * 172, y + 5, f"{part.name}  (GPIO {part.gpio})", "end" if side < 0 else "start")]
    )


def _lamp(x: float, y: float, side: int, wire: str) -> list[str]:
    """A resistor, then an LED that points to ground."""
    left = x if side > 0 else x - 52
    tip, base = x + side * 104, x + side * 84
    return [
        f'<rect x="{left}" y="{y - 9}" width="52" height="18" fill="#fef9e7" stroke="{wire}" stroke-width="2"/>',
        _text(left + 26, y + 4, "330 Ω", "middle", size=12),
        _line(x + side * 52, y, base, y, wire),
        f'<path d="M{base} {y - 10} L{base} {y + 10} L{tip} {y} Z" fill="{wire}"/>',
        _line(tip, y - 10, tip, y + 10, wire),
        *_ground(tip, y, side, wire),
    ]


def _buzzer(x: float, y: float, side: int, wire: str) -> list[str]:
    centre = x + side * 80
    return [
        _line(x, y, centre - side * 13, y, wire),
        f'<circle cx="{centre}" cy="{y}" r="13" fill="#fef9e7" stroke="{wire}" stroke-width="2"/>',
        _text(centre - 6, y + 5, "+", "middle") if side > 0 else _text(centre + 6, y + 5, "+", "middle"),
        *_ground(centre + side * 13, y, side, wire),
    ]


def _button(x: float, y: float, side: int, wire: str) -> list[str]:
    one, other = x + side * 56, x + side * 96
    return [
        _line(x, y, one, y, wire),
        _line(one, y, other - side * 4, y - 12, wire),
        f'<circle cx="{one}" cy="{y}" r="3.5" fill="{wire}"/><circle cx="{other}" cy="{y}" r="3.5" fill="{wire}"/>',
        *_ground(other, y, side, wire),
    ]


def _ground(x: float, y: float, side: int, wire: str) -> list[str]:
    """The sign for ground at the end of a wire."""
    end = x + side * 30
    bars = [_line(end + side * 6 * n, y - 10 + 4 * n, end + side * 6 * n, y + 10 - 4 * n, "#424949") for n in range(3)]
    return [_line(x, y, end, y, wire), *bars]


_SYMBOLS = {"lamp": _lamp, "buzzer": _buzzer, "button": _button}


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="2.5"/>'


def _text(
    x: float, y: float, words: str, anchor: str, *, size: int = 15, bold: bool = False, colour: str = "#17202a"
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    look = f'text-anchor="{anchor}" font-size="{size}"{weight} fill="{colour}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>'


if __name__ == "__main__":
    PLACE.write_text(drawing(load_settings(defaults_only=True)), encoding="utf-8")
    sys.stdout.write(f"{PLACE}\n")
