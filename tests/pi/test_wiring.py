"""The wiring that docs/hardware.md tells is the one that the settings have."""

import importlib.util
import re
from pathlib import Path

from pi.config import load_settings

DOCS = Path(__file__).parents[2] / "docs"


def wiring():
    spec = importlib.util.spec_from_file_location("draw_wiring", DOCS / "draw_wiring.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_diagram_is_drawn_from_the_settings() -> None:
    drawn = wiring().drawing(load_settings(defaults_only=True))
    assert (DOCS / "wiring.svg").read_text("utf-8") == drawn


def test_the_table_names_every_pin_with_its_place_on_the_header() -> None:
    table = (DOCS / "hardware.md").read_text("utf-8").partition("## Wiring")[2].partition("## What the lamps")[0]
    told = {}
    for numbers, places in re.findall(r"\| ([\d, ]+) \(([\d, ]+)\) \|", table):
        told |= dict(zip(map(int, numbers.split(",")), map(int, places.split(",")), strict=True))
    module = wiring()
    assert told == {part.gpio: part.position for part in module.parts(load_settings(defaults_only=True))}
    [ground] = re.findall(r"Ground is on header positions ([^.]*)\.", table)
    assert [int(n) for n in re.findall(r"\d+", ground)] == [n for n in range(1, 41) if module.HEADER[n - 1] == "GND"]
