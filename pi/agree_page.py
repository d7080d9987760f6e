"""What is agreed on before the next new game: the game's own options, each with the values that can be tapped."""

from typing import Any

from pi.book import Desk
from rules.game import Game, Option
from rules.house import defaults, fits, read_option, values
from rules.sayings import VALUE
from ui.pages import Agreed, AgreeView
from ui.view import Choice, Put


class AgreePage:
    """A tap sets an option; it holds from the next new game on, and the next evening."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk = desk

    def view(self, now_s: float) -> AgreeView:
        """What holds now."""
        game, players, house = self._game, self._players, self._desk.beginnings.plan.house
        usual = defaults(game, players)
        rows = (_row(game, option, house.get(option.key, usual[option.key]), players) for option in game.options)
        return AgreeView(game.title, tuple(rows))

    def choose(self, choice: Choice) -> bool:
        """Agree on a value that the rules allow."""
        options = {option.key: option for option in self._game.options}
        match choice:
            case Put(key, text) if key in options:
                value = read_option(options[key], text)
                if fits(options[key], value, self._players):
                    self._agree(key, value)
                return True
        return False

    def _agree(self, key: str, value: Any) -> None:
        house = self._desk.beginnings.agree(key, value)
        kept = self._desk.preferences.now.house
        self._desk.preferences.put(house={**kept, self._game.key: house})

    @property
    def _game(self) -> Game[Any]:
        return self._desk.beginnings.plan.game

    @property
    def _players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self._desk.beginnings.plan.seats)


def _row(game: Game[Any], option: Option, value: Any, players: tuple[str, ...]) -> Agreed:
    """One option; a value that the screen does not offer stands there too while it holds."""
    offered = values(option, players)
    if value not in offered:
        offered = (*offered, value)
    told = tuple((spelled(each), game.sayings.get(VALUE + spelled(each), spelled(each))) for each in offered)
    return Agreed(option.key, option.name or option.key, told, spelled(value))


def spelled(value: Any) -> str:
    """A value as the command line has it.

    >>> spelled(True), spelled(3), spelled("reroll")
    ('yes', '3', 'reroll')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
