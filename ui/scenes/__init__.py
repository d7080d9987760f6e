"""The scenes: what the screen shows for each game, looked up by the game's key."""

from importlib import import_module
from typing import Protocol, cast

from ui.layout import PlayLayout
from ui.pen import Pen
from ui.view import TableView
from ui.words import Words


class Scene(Protocol):
    """A game's picture of the table."""

    def draw(
        self,
        pen: Pen,
        layout: PlayLayout,
        view: TableView,
        words: Words,
        now_s: float,
        *,
        pressed: str | tuple[int, ...] | None = None,
    ) -> None:
        """Draws the whole window for the time `now_s`."""
        ...


SCENES: dict[str, str] = {
    "run-buster": "ui.scenes.play:PlayScene",
}
"""A game's key to "module:Class" of its play scene."""
DEFAULT = "ui.scenes.play:PlayScene"
"""For a game that has no scene of its own: hands, turn and picture serve every dice game."""


def scene_for(game: str) -> Scene:
    """A new scene for the game."""
    module, name = SCENES.get(game, DEFAULT).split(":")
    return cast(Scene, getattr(import_module(module), name)())
