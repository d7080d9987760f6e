"""What the pages are given that show pictures: a game that is looked at again, and the camera being set up."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from ui.view import TableView


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
