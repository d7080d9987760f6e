"""What the pages are given that show pictures: a game that is looked at again, and the camera being set up."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from ui.view import TableView
from vision.frame import Pixels
from vision.reading import Reading

MENDED = "mended-colours"
"""What `Put` says where people tell that the camera exchanges red and blue."""


@dataclass(frozen=True, slots=True)
class ReplayView:
    """One action of a game as it was judged; `steps` is 1 where it is shown by itself."""

    scene: ClassVar[str] = "ui.scenes.replay"

    table: TableView
    """The table after the action; `frame` and `reading` are what it was judged from, `to_move` whose action it was."""
    step: int = 1
    """Which of the game's actions, counted from 1; 0 where there is none yet."""
    steps: int = 1
    """How many there are."""
    at: datetime | None = None
    """When it was judged, by the clock on the wall."""
    corrected: bool = False
    """People said what the dice really were."""


@dataclass(frozen=True, slots=True)
class AimView:
    """A camera being set up: its live picture, and the one thing to do next."""

    scene: ClassVar[str] = "ui.scenes.aim"

    frame: Pixels | None
    reading: Reading | None
    """The newest; its boxes may lag behind the picture."""
    about: str
    """What to do: a key of vision.aim.ADVICE, or "hold-still" while all is well but not yet for long enough."""
    facts: dict[str, str] = field(default_factory=dict)
    """What the sentence names."""
    outline: tuple[tuple[float, float], ...] = ()
    """The tray's floor, as shares of the picture's width and height."""
    brightness: float = 0.0
    """0 to 255."""
    blur: float = 0.0
    """Of a die's edges, as a share of its face."""
    pip_px: float = 0.0
    tilt_deg: float = 0.0
    fault: str = ""
    """One sentence while the camera is gone."""
    playing: bool = False
    """A game goes on beneath."""
