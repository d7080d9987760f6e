"""Runs `croupier` in the machine of the tests, with what cannot be done there from outside.

Its loop can be made to hang, its button held down, and its lamps are told of at the end. The arguments are croupier's.
"""

import sys
import threading
import time
from pathlib import Path

from gpiozero import Device

from pi import cli, companion
from pi.config import load_settings

HANG = Path("/run/croupier/hang")
HOLD = Path("/run/croupier/hold")


def show(self, *args, _show=companion.Companion._show):
    if HANG.exists():
        HANG.unlink()
        sys.stderr.write("the loop hangs\n")
        time.sleep(1000)
    return _show(self, *args)


def hold_down() -> None:
    settings = load_settings().buttons
    while not HOLD.exists():
        time.sleep(0.1)
    Device.pin_factory.pin(settings.undo).drive_low()


companion.Companion._show = show
threading.Thread(target=hold_down, daemon=True).start()
code = cli.run_command(sys.argv[1:])
settings = load_settings().pins
lamps = {number: Device.pin_factory.pin(number).states for number in (*settings.seats, settings.kill, settings.win)}
shone = [number for number, states in lamps.items() if any(state.state for state in states)]
shine = [number for number, states in lamps.items() if states[-1].state]
sys.stderr.write(f"lamps that have shone: {shone}\nlamps that shine: {shine}\n")
sys.exit(code)
