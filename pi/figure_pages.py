"""The pages of figures: the chances of a game turn by turn, and statistics over all games."""

import time

from pi.book import Desk
from pi.statistics import SIMULATED, Counting
from rules.chances import PlayedTurn, Story, has_odds, story
from rules.games import UnknownGame, by_key
from rules.tallies import PlayerTally, Tally
from ui.figures import DiceFigures, GameFigures, GraphView, Mark, PlayerFigures, StatisticsView
from ui.view import Choice, Leaf

COUNT_S = 0.01  # of a frame: counting thousands of games must not hold up what is shown


class GraphPage:
    """The chances of the game on the table, or of one in the journal."""

    def __init__(self, desk: Desk, item: str) -> None:
        """`item` is a game's number; empty for the one on the table. JournalError where there is no such game."""
        if item:
            row = desk.journal.game(int(item))
            game, names, colours, first = by_key(row.game), row.players, row.colours, row.first
            actions, over = desk.journal.actions(row.id), row.over
        else:
            assert desk.game is not None, "the table is laid before this page is opened"
            table = desk.game.table
            game, names, first, actions = table.game, table.players, table.first, table.actions
            seated = {seat.name: seat.colour for seat in desk.seats}
            colours, over = tuple(seated[name] for name in names), desk.game.over
        told = story(game, names, first, actions) if has_odds(game, names) else None
        self._view = GraphView(names, colours, ()) if told is None else graph_view(told, colours, over=over)

    def view(self, now_s: float) -> GraphView:
        """As the game stood when the page was opened."""
        return self._view

    def choose(self, choice: Choice) -> bool:
        """There is nothing to choose."""
        return False


def graph_view(told: Story, colours: tuple[str, ...], *, over: bool) -> GraphView:
    """A story as the screen draws it."""
    names = told.players
    kills = tuple(
        (number, 1 - names.index(turn.player)) for number, turn in enumerate(told.turns, start=1) if turn.killed
    )
    lucky, costly = told.luckiest, told.costliest
    return GraphView(
        names, colours, told.chances, kills,
        luckiest=None if lucky is None else _luck(names, lucky + 1, told.turns[lucky]),
        costliest=None if costly is None else _cost(names, costly + 1, told.turns[costly]),
        over=over,
    )  # fmt: skip


def _luck(names: tuple[str, ...], number: int, turn: PlayedTurn) -> Mark:
    return Mark(number, names.index(turn.player), turn.luck, turn.roll)


def _cost(names: tuple[str, ...], number: int, turn: PlayedTurn) -> Mark:
    return Mark(number, names.index(turn.player), -turn.cost, turn.hand, turn.best)


class StatisticsPage:
    """A leaf for each kind of game, then one for each set of dice; counted while it is being read."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._counting = Counting(desk.journal)
        self._leaf = 0
        self._leaves: tuple[GameFigures | DiceFigures, ...] = ()

    def view(self, now_s: float) -> StatisticsView:
        """The leaf that lies open, of what is counted so far."""
        counting = self._counting
        if not counting.done or not self._leaves:
            counting.more(COUNT_S, time.monotonic)
            self._leaves = leaves(counting)
        shown = self._leaves[self._leaf % len(self._leaves)] if self._leaves else None
        return StatisticsView(shown, self._leaf, max(1, len(self._leaves)), counting.counted, counting.total)

    def choose(self, choice: Choice) -> bool:
        """Turn the leaf; after the last comes the first."""
        if isinstance(choice, Leaf):
            self._leaf = (self._leaf + choice.steps) % max(1, len(self._leaves))
            return True
        return False


def leaves(counting: Counting) -> tuple[GameFigures | DiceFigures, ...]:
    """Everything that there is to tell, the game played most first; nothing where no dice were rolled yet."""
    statistics = counting.statistics
    played = sorted(statistics.tallies.items(), key=lambda item: -item[1].games)
    games = [_game(key, tally, statistics.colours) for key, tally in played if tally.games or any(tally.all_dice)]
    sets = statistics.fairness
    dice = [
        DiceFigures(colour.removeprefix(SIMULATED), found, simulated=colour.startswith(SIMULATED))
        for colour, found in sets.items()
    ]
    return (*games, *dice)


def _game(key: str, tally: Tally, colours: dict[str, str]) -> GameFigures:
    known = _can_be_won_at_once(key)
    ranked = sorted(tally.players.items(), key=lambda item: (-item[1].wins, -item[1].games))
    return GameFigures(
        title=_title(key),
        games=tally.games,
        turns=tally.mean_turns,
        kills=tally.kills,
        first_turns=tally.first_turns if known else 0,
        first_turn_wins=tally.first_turn_wins if known else 0,
        players=tuple(_player(name, counted, colours.get(name, "grey")) for name, counted in ranked),
    )


def _player(name: str, counted: PlayerTally, colour: str) -> PlayerFigures:
    return PlayerFigures(name, colour, counted.games, counted.wins, counted.kills)


def _can_be_won_at_once(key: str) -> bool:
    try:
        return by_key(key).first_turn_win > 0
    except UnknownGame:
        return False


def _title(key: str) -> str:
    try:
        return by_key(key).title
    except UnknownGame:
        return key
