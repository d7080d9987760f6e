"""What is agreed on before a game: set on the screen, kept, dropped where it cannot be, and no game by itself."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pi.agree_page import AgreePage
from pi.book import Book, Desk
from pi.config import load_settings
from pi.journal import open_journal
from pi.plan import Beginnings, Plan
from pi.play import as_preferred
from pi.preferences import PreferenceFile
from pi.seats import SeatedPlayer
from pi.showing import due_next, prompt_to_say
from rules.game import Roll, Say
from rules.games import GAMES, by_key
from rules.house import AGREE, agree, begun, defaults, fits, values
from rules.table import Table
from ui.gallery import starts
from ui.language import LANGUAGES
from ui.pages import AgreeView, PlayersView
from ui.screen import Screen
from ui.view import NewGame, Open, Put, StartView
from ui.words import Words

SEATS = (SeatedPlayer("anna", "red"), SeatedPlayer("ben", "blue"), SeatedPlayer("eva", "green"))
NAMES = ("anna", "ben", "eva")
NOW_S = 5.0


@pytest.fixture
def book(tmp_path):
    plan = Plan(settings=load_settings(None), source="webcam", game=by_key("niu-niu-ten"), seats=SEATS)
    with open_journal(tmp_path) as journal:
        glass = SimpleNamespace(dim=False, words=Words("en"))
        yield Book(Desk(Beginnings(plan), PreferenceFile(tmp_path), journal, glass))


def laid(book, house, *actions):
    """A game under the book that was begun with this agreed on."""
    plan = book.desk.beginnings.plan
    table = Table(plan.game, tuple(seat.name for seat in plan.seats), plan.seats[0].name)
    for action in ([Say(AGREE, house)] if house else []) + list(actions):
        table.push(action)
    game = SimpleNamespace(table=table, over=False, begun=begun(table.actions))
    book.lay(game, SimpleNamespace(resumed=None, seats=plan.seats))
    return game


def values_in_force(book):
    view = book.view(NOW_S)
    assert isinstance(view, AgreeView)
    return {row.key: row.value for row in view.rows}


def test_a_tap_agrees_and_the_next_game_is_played_so(book, tmp_path):
    book.open("players")
    assert book.view(NOW_S).options
    book.hear(Open("agree"))
    assert values_in_force(book) == {"ties": "reroll", "banker": "anna"}
    book.hear(Put("ties", "banker"))
    book.hear(Put("banker", "eva"))
    book.hear(Put("banker", "nobody who sits here"))
    assert values_in_force(book) == {"ties": "banker", "banker": "eva"}
    agreed = {"ties": "banker", "banker": "eva"}
    beginning = book.desk.beginnings.anew()
    assert beginning.house == agreed
    assert agree(beginning.game, defaults(beginning.game, NAMES), Say(AGREE, beginning.house), NAMES) == agreed
    again = as_preferred(replace(book.desk.beginnings.plan, house={}), PreferenceFile(tmp_path).now)
    assert again.house == agreed  # the next evening


def test_numbers_flags_and_words_of_a_number(book):
    book.desk.beginnings.choose_game(by_key("liars-dice"))
    book.open("agree")
    for key, value in (("least", "players"), ("zhai", "no"), ("losses", "5")):
        book.hear(Put(key, value))
    assert book.desk.beginnings.plan.house == {"least": "players", "zhai": False, "losses": 5}
    assert values_in_force(book)["zhai"] == "no"


def test_a_value_of_the_command_line_that_is_not_offered_stands_there_too(book):
    book.desk.beginnings.choose_game(by_key("tally-up"), {"goal": 300})
    book.open("agree")
    [row] = book.view(NOW_S).rows
    assert row.value == "300"
    assert "300" in [value for value, _ in row.values]


def test_a_banker_who_leaves_is_none(book):
    book.desk.beginnings.agree("banker", "eva")
    book.desk.beginnings.agree("ties", "banker")
    book.desk.beginnings.seat(SEATS[:2])
    assert book.desk.beginnings.plan.house == {"ties": "banker"}


def test_each_game_keeps_what_was_agreed_on_for_it(book):
    book.open("agree")
    book.hear(Put("ties", "banker"))
    book.back()
    book.open("players")
    book.hear(Put("game", "run-buster"))
    view = book.view(NOW_S)
    assert isinstance(view, PlayersView)
    assert not view.options  # there is nothing to agree on
    assert book.desk.beginnings.plan.house == {}
    book.hear(Put("game", "niu-niu-ten"))
    assert book.desk.beginnings.plan.house == {"ties": "banker"}


def test_what_was_agreed_on_is_no_game_that_could_be_lost(book):
    house = {"ties": "banker"}
    book.desk.beginnings.agree("ties", "banker")
    laid(book, house)
    assert book.hear(NewGame()) == [NewGame()]
    book.open("start")
    view = book.view(NOW_S)
    assert isinstance(view, StartView)
    assert not view.offered
    assert view.throw_begins
    assert book.hear(NewGame()) == []  # the table that lies there is the one that is wanted


def test_a_table_laid_with_other_options_is_laid_anew(book):
    laid(book, {})
    book.desk.beginnings.agree("ties", "banker")
    book.open("start")
    assert not book.view(NOW_S).throw_begins  # a throw would begin the one that lies there
    assert book.hear(NewGame()) == [NewGame()]


@pytest.mark.parametrize("game", [game for game in GAMES if game.options], ids=lambda game: game.key)
def test_every_option_has_a_name_and_offers_its_usual_value_and_only_what_fits(game):
    usual = defaults(game, NAMES)
    for option in game.options:
        offered = values(option, NAMES)
        assert option.name
        assert usual[option.key] in offered
        assert len(offered) > 1
        assert all(fits(option, value, NAMES) for value in offered)


@pytest.mark.parametrize(
    ("key", "actions", "said"),
    [
        ("tally-up", (Roll((4, 3, 4), colours=("red", "yellow", "green")),), "In or out?"),
        ("perudo", (), "anna bids or opens."),
        ("perudo", (Say("bid", {"count": 2, "face": 3}), Say("open")), "Cups up: 15 dice into view."),
        ("tally-up", (), "anna to roll"),
        ("run-buster", (), "anna to roll"),
    ],
)
def test_a_game_that_was_broken_off_says_what_it_waits_for(key, actions, said):
    table = Table(by_key(key), NAMES, "anna")
    for action in actions:
        table.push(action)
    view = replace(
        starts()["start"], to_move=table.position.to_move, awaits=due_next(table.position),
        prompt=prompt_to_say(table), sayings=table.game.sayings,
    )  # fmt: skip
    assert Words("en").due(view) == said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_every_option_of_every_game_has_room_in_every_language(size, lang, book, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Screen(size, lang) as screen:
        for game in GAMES:
            if game.options:
                plan = replace(book.desk.beginnings.plan, game=game, house={})
                book.desk.beginnings.plan = plan
                screen.draw(AgreePage(book.desk, "").view(NOW_S), NOW_S)
                assert not [placed.words for placed in screen.placed if placed.cut], game.key
