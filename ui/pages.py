"""What the pages show: a frozen view a page, each naming its scene. The program makes them, ui.scenes draws them."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class MenuView:
    """Where one can go from the table."""

    scene: ClassVar[str] = "ui.scenes.menu"

    pages: tuple[str, ...]
    """The names of the pages, in the order in which they are offered."""
    playing: bool = True
    """There is a table to go back to."""


@dataclass(frozen=True, slots=True)
class HelpView:
    """The rules of a game in short."""

    scene: ClassVar[str] = "ui.scenes.help"

    title: str
    author: str
    game: str = "run-buster"
    """The game's key, by which its rules are looked up."""
    leaf: int = 0
    """Which of the help's pages."""
    colours: tuple[str, str] = ("red", "blue")
    """Of the dice in the pictures."""


@dataclass(frozen=True, slots=True)
class AboutView:
    """What this is, whose game it is, and who made it."""

    scene: ClassVar[str] = "ui.scenes.about"

    title: str
    author: str
    version: str
    address: str = ""
    """Where the program is reached in the network, empty where it is not."""
