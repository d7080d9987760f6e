"""The console's `croupier` from its first moment: an interrupt while its modules are loaded ends it quietly too."""

import os
import signal
import sys

INTERRUPTED = 130  # as a shell has it: 128 and the number of SIGINT


def main() -> None:
    """Run the command line; `croupier` and `python -m pi` begin here."""
    # A shell's background job is told to ignore interrupts, and does.
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        # Nothing is open yet, and an exception could be swallowed by whatever is being loaded.
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(INTERRUPTED))
    from pi.cli import main as run  # noqa: PLC0415 - slow to load: what this module is for

    try:
        if listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
