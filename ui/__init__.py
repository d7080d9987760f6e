"""Drawing and touch: the table on a screen."""

import os

# pygame greets on stdout when it is imported, where machine output must stand alone.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
