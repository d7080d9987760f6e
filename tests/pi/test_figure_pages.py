"""The pages of figures, opened in a book over a real journal and drawn on a real screen."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pi.book import PAGES
from pi.figure_pages import GraphPage, StatisticsPage
from pi.journal import open_journal
from rules import odds
from rules.game import Keep, Roll
from rules.games.run_buster import FULL, RunBuster
from rules.table import Table
from ui.figures import DiceFigures, GameFigures
from ui.gallery import SIZES
from ui.screen import Screen
from ui.view import Leaf

TWO = ("red", "blue")
GAME = [
    Roll((1, 2, 2, 4, 4, 5)), Keep((4, 5)), Roll((1, 1, 3, 3, 6, 6)), Keep((6,)),
    Roll((1, 1, 2, 2)), Roll((1, 2, 3, 4, 5)), Keep(FULL),
]  # fmt: skip


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def desk_of(folder: Path, *games: tuple[str, ...]) -> SimpleNamespace:
    """A desk with one game of the journal for each tuple of players; the first two of them play the same game."""
    journal = open_journal(folder)
    for players in games:
        colours = ("red", "blue", "green")[: len(players)]
        record, table = journal.begin("run-buster", players, colours, players[0]), Table(RunBuster(), players)
        for action in GAME if len(players) == 2 else GAME[:2]:
            table.push(action)
            record.append(action, table.outcome())
        record.close()
    return SimpleNamespace(journal=journal, game=None, seats=())


def test_the_graph_of_a_game_in_the_journal(tmp_path: Path) -> None:
    view = GraphPage(desk_of(tmp_path, ("Anna", "Bo")), "1").view(0.0)
    assert (view.names, view.colours, view.over) == (("Anna", "Bo"), TWO, True)
    assert len(view.chances) == 5
    assert (view.chances[0], view.chances[-1]) == (odds.win((), ()), 0.0)
    assert (view.luckiest.turn, view.luckiest.seat, view.luckiest.faces) == (4, 1, (1, 2, 3, 4, 5))
    assert view.luckiest.change > 0 > view.costliest.change
    assert view.costliest.best != view.costliest.faces


def test_the_graph_of_the_game_on_the_table(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    table = Table.replay(RunBuster(), TWO, "red", GAME[:4])
    desk.game = SimpleNamespace(table=table, over=False)
    desk.seats = (SimpleNamespace(name="red", colour="white"), SimpleNamespace(name="blue", colour="green"))
    view = GraphPage(desk, "").view(0.0)
    assert (view.colours, len(view.chances), view.over) == (("white", "green"), 3, False)


def test_three_players_are_told_that_there_are_no_odds(tmp_path: Path) -> None:
    view = GraphPage(desk_of(tmp_path, ("a", "b", "c")), "1").view(0.0)
    assert view.chances == ()
    with Screen() as screen:
        screen.draw(view, 0.0)
        assert "No exact odds for this table." in {placed.words for placed in screen.placed}


def test_the_statistics_have_a_leaf_for_games_and_for_each_set_of_dice(tmp_path: Path) -> None:
    page = StatisticsPage(desk_of(tmp_path, TWO, TWO, ("a", "b", "c")), "")
    while page.view(0.0).counted < 3:
        pass
    seen = []
    for _ in range(page.view(0.0).leaves):
        seen.append(page.view(0.0).shown)
        assert page.choose(Leaf(1))
    assert page.view(0.0).shown == seen[0]
    game, *dice = seen
    assert isinstance(game, GameFigures)
    assert (game.games, game.players[0].name, game.players[0].wins) == (2, "blue", 2)
    assert all(isinstance(leaf, DiceFigures) for leaf in dice)
    assert [leaf.colour for leaf in dice] == ["all", "red", "blue"]
    page.choose(Leaf(-1))
    assert page.view(0.0).shown == dice[-1]


def test_a_long_journal_is_counted_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi.figure_pages.COUNT_S", 0.0)
    page = StatisticsPage(desk_of(tmp_path, TWO, TWO), "")
    assert (page.view(0.0).counted, page.view(0.0).counted, page.view(0.0).counted) == (1, 2, 2)


def test_an_empty_journal_says_so(tmp_path: Path) -> None:
    view = StatisticsPage(desk_of(tmp_path), "").view(0.0)
    assert (view.shown, view.leaves) == (None, 1)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_or_leaves_its_box(size: tuple[int, int], tmp_path: Path) -> None:
    desk = desk_of(tmp_path, ("Wilhelmina", "王小明"), ("a", "b", "c"))
    statistics = StatisticsPage(desk, "")
    statistics.view(0.0)
    views = [GraphPage(desk, "1").view(0.0), GraphPage(desk, "2").view(0.0)]
    for _ in range(3):
        views.append(statistics.view(0.0))
        statistics.choose(Leaf(1))
    with Screen(size) as screen:
        for view in views:
            screen.draw(view, 0.0)
            for placed in screen.placed:
                assert not placed.cut, placed.words
                assert placed.size_px >= size[1] / 30, placed.words
                assert placed.box.inflate(2, 2).contains(placed.rect), placed.words


def test_the_book_opens_them() -> None:
    assert PAGES["statistics"] == f"{StatisticsPage.__module__}:{StatisticsPage.__name__}"
    assert PAGES["graph"] == f"{GraphPage.__module__}:{GraphPage.__name__}"
