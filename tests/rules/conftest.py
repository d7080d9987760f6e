"""Games played at random by people who do whatever the position offers."""

from random import Random

import pytest

from rules.game import Keep, Roll
from rules.table import Table


def any_action(table: Table, chance: Random):
    """Something that may be done now, None once the game is over; dice fall as they may."""
    position = table.position
    match position.awaits:
        case "roll":
            dice = position.dice
            if position.fewest and chance.random() < 0.4:
                dice = chance.randint(position.fewest, position.dice)
            colours = tuple(sorted(table.game.throw(position, chance))) if position.colours else ()
            return Roll(tuple(chance.randint(1, 6) for _ in range(dice)), colours=colours)
        case "keep":
            return Keep(chance.choice(position.options))
        case "say":
            return chance.choice(position.offers)
        case _:
            return None


@pytest.fixture(scope="session")
def random_action():
    return any_action
