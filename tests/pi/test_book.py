"""Pages over the table: what opens and closes them, who sits at the next game, what is kept of it all."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pi.book import Book, Desk
from pi.config import load_settings
from pi.journal import open_journal
from pi.naming import NamedDice, meant
from pi.plan import Beginnings, Plan
from pi.play import as_preferred
from pi.preferences import PreferenceFile, Preferences
from pi.seats import SeatedPlayer
from pi.story import chapters, turns
from rules.events import Killed, Rolled, Won
from rules.game import Keep, Roll
from rules.games import by_key
from rules.house import begun
from rules.protocol import Correct
from rules.referee import Ask
from rules.table import Table
from ui.figures import StatisticsView
from ui.gallery import examples, tray
from ui.letters import SHEETS, with_mark
from ui.pages import HelpView, HistoryView, MenuView, NameView, PlayersView, SettingsView
from ui.view import AskDie, Back, Leaf, NewGame, Open, Put, Quit, StartView, TellDie, Undo
from ui.words import Words
from vision.reading import Die, Reading

RED_BLUE = (SeatedPlayer("red", "red"), SeatedPlayer("blue", "blue"))
NOW_S = 5.0


class Glass:
    def __init__(self):
        self.dim, self.words = False, Words("en")

    def speak(self, lang):
        self.words = Words(lang)


def plan(**more):
    return Plan(settings=load_settings(None), source="webcam", game=by_key("run-buster"), seats=RED_BLUE, **more)


@pytest.fixture
def book(tmp_path):
    with open_journal(tmp_path) as journal:
        yield Book(Desk(Beginnings(plan()), PreferenceFile(tmp_path), journal, Glass()))


def playing(book, *actions):
    """Lays a game under the book."""
    table = Table(by_key("run-buster"), ("red", "blue"), "red")
    for action in actions:
        table.push(action)
    record = SimpleNamespace(id=7, saved=True)
    game = SimpleNamespace(table=table, over=table.outcome() is not None, record=record, begun=begun(table.actions))
    book.lay(game, SimpleNamespace(resumed=None, seats=RED_BLUE))
    return game


def shows(book):
    return type(book.view(NOW_S)) if book.page else None


def test_pages_lie_on_each_other_and_close_one_by_one(book):
    assert book.hear(Open("menu")) == [] and shows(book) is MenuView
    book.hear(Open("help"))
    assert shows(book) is HelpView
    book.hear(Leaf(1))
    assert book.view(NOW_S).leaf == 1
    assert book.hear(Back()) == [] and shows(book) is MenuView
    assert book.hear(Undo()) == [] and shows(book) is None  # the push-button for undo
    assert book.hear(Undo()) == [Undo()]


def test_leaving_in_mid_game_is_asked_about(book):
    game = playing(book, Roll((1, 1, 2, 3, 5, 6)))
    book.hear(Open("menu"))
    assert book.hear(Open("quit")) == [] and book.view(NOW_S).asks
    assert book.hear(Open("quit")) == [Quit()]
    game.over = True
    book.close()
    book.hear(Open("menu"))
    assert book.hear(Open("quit")) == [Quit()]


def test_a_page_that_there_is_not_opens_nothing(book):
    assert book.hear(Open("no-such-page")) == [] and shows(book) is None


@pytest.mark.parametrize("event", [Rolled("red", (1,)), Killed("red", "blue", (1,), (2, 3, 4, 5, 6)), Won("red")])
def test_what_happens_on_the_table_is_seen(book, event):
    book.hear(Open("menu"))
    book.listen(event)
    assert shows(book) is None


def test_what_happens_while_players_are_simulated_leaves_pages_open(book):
    book.desk.people = False
    book.hear(Open("statistics"))
    book.listen(Rolled("red", (1,)))
    book.ask(Ask("doubtful-die"))
    assert shows(book) is StatisticsView


def test_a_new_game_in_mid_game_asks_first(book):
    playing(book, Roll((1, 1, 2, 3, 5, 6)), Keep((1, 2, 3)))
    assert book.hear(NewGame()) == []
    view = book.view(NOW_S)
    assert isinstance(view, StartView) and view.offered and view.seats[0].hand == (1, 2, 3)
    assert book.hear(NewGame()) == [NewGame()] and shows(book) is None


def test_a_new_game_of_which_nothing_was_rolled_is_the_one_that_lies_there(book):
    playing(book)
    book.hear(Open("start"))
    view = book.view(NOW_S)
    assert not view.offered and view.throw_begins and view.first == "red"
    assert book.hear(NewGame()) == [] and shows(book) is None


def test_other_players_begin_another_game(book):
    playing(book)
    book.hear(Open("start"))
    book.hear(Open("players"))
    book.hear(Put("join"))
    assert book.view(NOW_S) == PlayersView(
        ("red", "blue", "green"), ("red", "blue", "green"), "run-buster", book.view(NOW_S).games
    )
    book.hear(Put("colour", "0"))
    assert book.view(NOW_S).names[0] == book.view(NOW_S).colours[0] == "yellow"
    book.hear(Put("leave", "1"))
    book.hear(Put("leave", "0"))
    assert book.view(NOW_S).names == ("yellow", "green")  # two must stay
    assert book.hear(NewGame()) == [NewGame()]
    assert [seat.name for seat in book.desk.beginnings.anew().seats] == ["yellow", "green"]


def test_a_name_is_written_and_kept_for_the_next_evening(book, tmp_path):
    book.hear(Open("players"))
    book.hear(Put("name", "1"))
    for letter in "ANNA":
        book.hear(Put("key", letter))
    book.hear(Put("letters", "x"))
    book.hear(Put("erase"))
    assert book.view(NOW_S) == NameView("Anna", "blue", "abc")
    book.hear(Put("done"))
    assert book.view(NOW_S).names == ("red", "Anna")
    kept = PreferenceFile(tmp_path).now
    assert [seat.name for seat in as_preferred(plan(), kept).seats] == ["red", "Anna"]
    assert as_preferred(plan(seats_named=True), kept).seats == RED_BLUE


def test_a_name_that_somebody_has_is_not_taken(book):
    book.hear(Open("name", "1"))
    for letter in "red":
        book.hear(Put("letters", letter))
    book.hear(Put("done"))
    assert book.view(NOW_S).taken


def test_what_is_set_holds_at_once_and_is_kept(book, tmp_path):
    book.hear(Open("settings"))
    for put in (Put("dim", "on"), Put("odds", "on"), Put("volume", "9"), Put("language", "ja")):
        assert book.hear(put) == []
    assert book.view(NOW_S) == replace(
        book.view(NOW_S), language="ja", dim=True, volume=3, loudest=3, odds=True, coach=False
    )
    assert isinstance(book.view(NOW_S), SettingsView)
    assert book.desk.glass.dim and book.desk.glass.words.lang == "ja"
    assert PreferenceFile(tmp_path).now == Preferences(language="ja", dim=True, volume=3, odds=True)


@pytest.mark.parametrize("text", ["", "3", "{", '{"volume": "loud"}', '{"players": 3}'])
def test_spoilt_preferences_are_none(tmp_path, caplog, text):
    (tmp_path / "preferences.json").write_text(text)
    assert PreferenceFile(tmp_path).now == Preferences()
    assert "preferences.json" in caplog.text


def test_preferences_that_cannot_be_kept_hold_for_the_evening(tmp_path, caplog):
    file = PreferenceFile(tmp_path / "no" / "folder")
    (tmp_path / "no").write_text("in the way")
    assert file.put(dim=True).dim and file.now.dim
    assert "not kept" in caplog.text


def test_the_command_line_comes_before_what_was_set():
    kept = Preferences(language="ja", game="no-such-game")
    assert as_preferred(plan(language="en", language_named=True), kept).language == "en"
    assert as_preferred(plan(language="en"), kept).language == "ja"
    assert as_preferred(plan(), kept).game.key == "run-buster"


def test_games_in_which_nothing_was_rolled_are_no_history(book):
    book.desk.journal.begin("run-buster", ("red", "blue"), ("red", "blue"), "red").close()
    record = book.desk.journal.begin("run-buster", ("anna", "bob"), ("green", "blue"), "anna")
    record.append(Roll((1, 1, 2, 3, 5, 6)), None)
    book.hear(Open("history"))
    view = book.view(NOW_S)
    assert isinstance(view, HistoryView)
    assert [(game.names, game.over, game.simulated) for game in view.games] == [(("anna", "bob"), False, False)]


def test_a_tapped_die_is_asked_about_and_told_to_the_table(book):
    playing(book, Roll((1, 1, 2, 3, 5, 6)))
    book.over(examples()["keep"], NOW_S)
    book.hear(AskDie(1))
    view = book.view(NOW_S)
    assert (view.place, view.values[0]) == (1, view.die.pips)
    assert book.hear(TellDie(1, 5)) == [TellDie(1, 5)] and shows(book) is None
    assert book.hear(AskDie(99)) == [AskDie(99)] and shows(book) is None


def test_the_story_is_told_some_time_after_the_end_and_once(book):
    playing(book, Roll((1, 2, 3, 4, 5, 6)), Keep((1, 2, 3, 4, 5, 6)))
    won = examples()["win"]
    assert book.over(won, 1.0) is None
    assert book.over(won, 5.0) is None
    story = book.over(won, 11.0)
    assert (story.turns, [type(c.event) for c in story.chapters], story.number) == (1, [Won], 7)
    book.hear(Back())
    assert book.over(won, 99.0) is None


def test_chapters_are_kills_and_the_end():
    actions = (Roll((1, 1, 2, 2, 3, 4)), Keep((1, 2, 3, 4)), Roll((5, 6, 6, 6, 6, 6)), Keep((5, 6)))
    told = chapters(by_key("run-buster"), ("red", "blue"), "red", actions)
    assert [(c.turn, c.event.victim) for c in told] == [(2, "red")]
    assert turns(by_key("run-buster"), ("red", "blue"), "red", actions) == 2


# --- dice that people name


def reading(*faces):
    return Reading(
        tuple(replace(die, pips=f, sure=f is not None) for die, f in zip(_dice(len(faces)), faces, strict=True)),
        640,
        480,
    )


def _dice(count: int) -> tuple[Die, ...]:
    return tray((1,) * count, "red")[1].dice


def test_several_doubtful_dice_are_named_one_by_one():
    named, seen = NamedDice(), reading(3, None, None)
    assert named.tell(seen, 1, 5) is None
    assert named.told(seen) == ((1, 5),)
    assert named.tell(seen, 2, 1) == (1, 3, 5)
    assert named.told(reading(3, None, None)) == ()


@pytest.mark.parametrize(
    ("faces", "pips", "shown", "asked", "request_"),
    [
        ((1, 1, 2, 3, 5, 6), 6, None, True, Roll((1, 1, 2, 3, 5, 6))),  # it could not be read when it was rolled
        ((1, 1, 2, 3, 5, 5), 5, 6, False, Correct((1, 1, 2, 3, 5, 5))),  # nothing was taken out yet
        ((1, 4), 4, 6, False, Correct((1, 1, 2, 3, 4, 5))),  # dice were taken out, then a misread one was seen
        ((1, 5, 6), 6, None, False, Keep((1, 2, 3))),  # a die that could not be read hid what was kept
        ((1, 4, 4), 4, None, False, None),  # nothing that follows
    ],
)
def test_what_people_say_of_a_die_amounts_to(faces, pips, shown, asked, request_):
    table = Table(by_key("run-buster"), ("red", "blue"), "red")
    table.push(Roll((1, 1, 2, 3, 5, 6)))
    die = replace(_dice(1)[0], pips=shown, sure=shown is not None)
    assert meant(table, faces, die, pips, asked=asked) == request_


def test_letters_take_marks_where_there_are_any():
    assert with_mark("は", "゜") == "ぱ" and with_mark("ば", "゛") == "は" and with_mark("", "゛") == ""
    assert all(len(set(sheet)) == len(sheet) for sheet in SHEETS.values())
