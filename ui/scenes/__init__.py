"""The scenes: what the screen shows, one scene a module, looked up by what is to be shown.

A scene has two functions, `lay` and `paint`, as in `Scene` below. A page, such as the help, is a module of this folder
whose view (a frozen dataclass) names it: `scene: ClassVar[str] = "ui.scenes.help"`. The scene of a game in play is
looked up by the game's key. What a scene's buttons say comes back from `Screen.choices` as it is.
"""

from importlib import import_module
from typing import Any, Protocol, cast

from ui.pen import Pen
from ui.press import Laid, Touch
from ui.theme import Scale
from ui.words import Words


class Scene(Protocol):
    """How one thing is shown: a module, or an object where something drawn is worth keeping."""

    def lay(self, view: Any, scale: Scale, words: Words) -> Laid:
        """Where everything stands and what can be pressed; nothing is drawn."""
        ...

    def paint(self, pen: Pen, laid: Any, view: Any, words: Words, *, now_s: float, touch: Touch) -> None:
        """Draws the whole window for the time `now_s`; the same view, time and touch give the same picture."""
        ...


GAMES: dict[str, str] = {
    "run-buster": "ui.scenes.play:PlayScene",
}
"""A game's key to "module:Class" of its play scene."""
DEFAULT = "ui.scenes.play:PlayScene"
"""For a game that has no scene of its own: hands, turn and picture serve every dice game."""


def game_scene(game: str) -> Scene:
    """A new scene for the game in play."""
    module, name = GAMES.get(game, DEFAULT).split(":")
    return cast(Scene, getattr(import_module(module), name)())


def page_scene(module: str) -> Scene:
    """The scene of a page, by the name that its view gives."""
    return cast(Scene, import_module(module))
