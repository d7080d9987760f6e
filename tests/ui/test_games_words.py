"""The games' own sentences in every language: all translated, holes and glyphs complete, each event readable."""

import io
import re
from dataclasses import replace
from importlib.resources import files
from itertools import cycle
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from rules.events import Told
from rules.game import Plural, Roll, Say
from rules.games import GAMES, by_key
from rules.games.tally_dice import TALLY, UP, UP_COLOUR
from rules.sayings import offer_sentence, told_sentence
from rules.table import Table
from ui import gallery_pages, typeface
from ui.language import LANGUAGES
from ui.lessons import LESSONS
from ui.pages import HelpView
from ui.scenes.picture import told_dice
from ui.screen import Screen
from ui.view import Seat, TableView
from ui.words import Words
from vision.reading import Box, Die, Reading

UI, RULES = Path(str(files("ui"))), Path(str(files("rules")))
TRANSLATED = LANGUAGES[1:]
HOLES = re.compile(r"\{\w+\}")


def folder(lang):
    return UI / "locales" / lang.replace("-", "_") / "LC_MESSAGES"


def translations(lang):
    with (folder(lang) / "games.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id}


def strings(said):
    """A sentence, or all forms of one that has a plural."""
    return (said,) if isinstance(said, str) else tuple(said)


def marked():
    found = extract_from_dir(RULES, [("**.py", "python")], {}, keywords={"N_": None, "P_": (1, 2)})
    return {message for _file, _line, message, _comments, _context in found}


def test_all_that_a_game_says_is_marked():
    said = {sentence for game in GAMES for sentence in game.sayings.values()}
    assert {(form.one, str(form)) if isinstance(form, Plural) else form for form in said} <= marked()
    assert {"Liar's Dice", "Dice Niu Niu: tens", "Dice Niu Niu: sixes"} <= marked()


def test_the_example_pages_name_the_games_as_they_name_themselves():
    assert tuple((game.key, game.title) for game in GAMES) == gallery_pages.GAMES


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_sentence_is_translated_with_its_holes_and_no_other(lang):
    found = translations(lang)
    assert set(found) == marked()
    for message, string in found.items():
        assert all(strings(string)), message
        for form in (*strings(string), *strings(message)):
            assert sorted(HOLES.findall(form)) == sorted(HOLES.findall(strings(message)[0])), message


@pytest.mark.parametrize("lang", TRANSLATED)
def test_what_is_compiled_is_what_is_written(lang):
    anew = io.BytesIO()
    with (folder(lang) / "games.po").open("rb") as file:
        write_mo(anew, read_po(file))
    anew.seek(0)
    with (folder(lang) / "games.mo").open("rb") as file:
        assert [(m.id, m.string) for m in read_mo(file) if m.id] == [(m.id, m.string) for m in read_mo(anew) if m.id]


@pytest.mark.parametrize("weight", ["SemiBold", "ExtraBold"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_needs_a_missing_glyph(lang, weight):
    have = set(TTFont(UI / "fonts" / f"{typeface.LATIN}-{weight}.ttf").getBestCmap())
    if own := typeface.sentences_font(lang, weight):
        have |= set(TTFont(UI / "fonts" / f"{own}.ttf").getBestCmap())
    for sentence in marked() if lang == "en" else translations(lang).values():
        assert {c for c in "".join(strings(sentence)) if ord(c) not in have} == set(), sentence


def test_the_words_are_those_of_the_rule_sheets():
    said = " ".join(form for string in translations("zh-Hans").values() for form in strings(string))
    for word in ("大话骰", "牛牛", "无牛", "五小牛", "四炸", "五炸", "开", "斋", "百搭"):
        assert word in said
    said = " ".join(form for string in translations("zh-Hant").values() for form in strings(string))
    for word in ("加倍骰", "爆牌", "累積"):
        assert word in said


def test_names_are_names_and_colours_of_dice_are_colours():
    words = Words("zh-Hans")
    tally = by_key("tally-up").sayings
    told = Told("chosen", "red", {"dice": ["red", "green", "blue"]})
    assert told_sentence(tally, told, say=words.say, name=words.name) == "红方选了红色、绿色、蓝色。"
    bull = by_key("niu-niu-six").sayings
    told = Told("beats", "four", {"loser": "none", "rank": "five-small", "other": "none"})
    assert told_sentence(bull, told, say=words.say, name=words.name) == "four赢none：五小牛对无牛。"


@pytest.mark.parametrize(
    ("lang", "ones", "said"),
    [
        ("en", 1, "3 × 4 in all, 1 wild one among them; 5 were bid."),
        ("en", 2, "3 × 4 in all, 2 wild ones among them; 5 were bid."),
        ("en", 0, "3 × 4 in all, 0 wild ones among them; 5 were bid."),
        ("zh-Hans", 1, "一共3个4（百搭的1：1个），叫了5个。"),
        ("zh-Hant", 1, "一共3個4（百搭的1：1個），叫了5個。"),
        ("ja", 1, "4は全部で3個、うちワイルドの1が1個。宣言は5個。"),
    ],
)
def test_wild_ones_are_counted_as_the_language_counts(lang, ones, said):
    words, sayings = Words(lang), by_key("perudo").sayings
    told = Told("counted", None, {"count": 5, "face": 4, "found": 3, "ones": ones, "wild": True, "holds": False})
    assert told_sentence(sayings, told, say=words.say, count=words.count, name=words.name) == said


@pytest.mark.parametrize(
    ("lang", "dice", "said"),
    [
        ("en", 1, "Cups up: 1 die into view."),
        ("en", 2, "Cups up: 2 dice into view."),
        ("zh-Hans", 1, "开盅：亮出1枚骰子。"),
        ("zh-Hant", 1, "開盅：亮出1顆骰子。"),
        ("ja", 1, "カップを上げて、1個見せてください。"),
    ],
)
def test_dice_to_show_are_counted_as_the_language_counts_also_on_a_button(lang, dice, said):
    words, show = Words(lang), by_key("perudo").sayings["show"]
    told = Told("show", "red", {"dice": dice})
    assert told_sentence({"show": show}, told, say=words.say, count=words.count, name=words.name) == said
    assert words.offer({"say show": show}, Say("show", {"dice": dice})) == said


def test_a_plural_of_which_nobody_says_how_it_is_counted_is_counted_as_in_english():
    show = {"say show": by_key("perudo").sayings["show"]}
    assert offer_sentence(show, Say("show", {"dice": 1})) == "Cups up: 1 die into view."


def test_a_zhai_bid_says_so():
    liars = by_key("liars-dice").sayings
    fields = {"count": 3, "face": 4, "zhai": True}
    assert told_sentence(liars, Told("bid", "anna", fields)) == "anna bids 3 × 4 zhai."
    assert offer_sentence(liars, Say("bid", fields)) == "3 × 4 zhai"
    assert offer_sentence(by_key("perudo").sayings, Say("bid", {"count": 3, "face": 4})) == "3 × 4"


# --- what the screen shows of them


def shown(key, names, *actions, awaits=None, dice=()):
    """The view after these actions, each told a second after the one before."""
    game = Table(by_key(key), names, names[0])
    news = [(0.0, event) for event in game.prompt()]
    for number, action in enumerate(actions, start=1):
        news += [(float(number), event) for event in game.push(action)]
    position, outcome = game.position, game.outcome()
    seats = tuple(
        Seat(place.player, colour, place.hand, place.cup, place.out, place.score, place.said)
        for place, colour in zip(
            position.places, cycle(("red", "blue", "green", "yellow", "purple", "white")), strict=False
        )
    )
    boxes = [Die(pips, True, 1.0, Box(40 * n, 40, 30, 30), "red") for n, pips in enumerate(dice)]
    return TableView(
        game.game.title, "", seats, position.to_move, awaits or position.awaits,
        news=tuple(news), sayings=game.game.sayings, offers=position.offers, game=key, running=position.running,
        due=position.dice, winner=outcome.winner if outcome else None, reading=Reading(tuple(boxes), 640, 480),
    )  # fmt: skip


BULL = Roll((1, 3, 6, 4, 6))


def test_the_news_are_what_an_action_brought():
    words = Words("en")
    assert words.happened(shown("niu-niu-ten", ("red", "blue"), BULL)) == "Red: Niu Niu."
    bids = (Say("bid", {"count": 6, "face": 2}), Say("open"), Roll((2, 2, 2, 2, 1, 1, 3, 4, 5, 6)))
    assert words.happened(shown("liars-dice", ("red", "blue"), bids[0])) == "Red bids 6 × 2."
    told = words.happened(shown("perudo", ("red", "blue"), *bids))
    assert told == "6 × 2 in all, 2 wild ones among them; 6 were bid. Blue loses a die and has 4."
    zhai = (Say("bid", {"count": 6, "face": 2, "zhai": True}), *bids[1:])
    told = words.happened(shown("liars-dice", ("red", "blue"), *zhai))
    assert told == "4 × 2 in all; 6 were bid. Red loses the round, 1 so far."


def test_the_bulls_three_dice_are_told_from_the_others_while_they_lie():
    assert told_dice(shown("niu-niu-ten", ("red", "blue"), BULL, dice=(6, 4, 3, 1, 6))) == {0, 2, 3}
    assert told_dice(shown("niu-niu-ten", ("red", "blue"), BULL, dice=(6, 4, 3, 1))) == frozenset()
    assert told_dice(shown("niu-niu-ten", ("red", "blue"), Roll((2, 2, 2, 3, 3)), dice=(2, 2, 2, 3, 3))) == frozenset()


def test_the_dice_that_count_for_the_bid_are_told_from_the_others_while_they_lie():
    bid, first, rest = Say("bid", {"count": 6, "face": 2}), Roll((1, 2, 2, 4, 5)), Roll((6, 3, 2, 5, 1))
    seats = ("red", "blue")
    assert told_dice(shown("perudo", seats, bid, Say("open"), first, dice=(4, 2, 1, 2, 5))) == {1, 2, 3}
    assert told_dice(shown("perudo", seats, bid, Say("open"), first, rest, dice=(3, 6, 2, 1, 5))) == {2, 3}
    assert told_dice(shown("perudo", seats, bid, Say("open"), first, rest, dice=(3, 6, 2, 1))) == frozenset()
    zhai = Say("bid", {"count": 6, "face": 2, "zhai": True})
    assert told_dice(shown("liars-dice", seats, zhai, Say("open"), first, dice=(4, 2, 1, 2, 5))) == {1, 3}
    none = Roll((3, 4, 5, 6, 6))
    assert told_dice(shown("perudo", seats, bid, Say("open"), first, none, dice=(6, 6, 5, 4, 3))) == frozenset()


SHOWING = (Say("bid", {"count": 6, "face": 2}), Say("open"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_showing_says_whose_dice_are_missing(lang, size, no_display):
    def told(**changes):
        view = shown("perudo", ("red", "blue", "green"), *SHOWING)
        screen.draw(replace(view, **changes), 10.0)
        assert not [placed.words for placed in screen.placed if placed.cut]
        return screen.words.prompt(replace(view, **changes))

    asked = {"question": "more-dice", "question_facts": {"seen": "10", "due": "15"}}
    with Screen(size, lang) as screen:
        every, some = told(to_show=("red", "blue", "green")), told(to_show=("blue", "green"))
        unknown, swept = told(to_show=()), told(to_show=("blue",), awaits="sweep")
        names = [screen.words.name(name) for name in ("blue", "green")]
        told(to_show=("blue",), **asked)
        sentence = screen.words.question(replace(shown("perudo", ("red", "blue", "green")), to_show=("blue",), **asked))
    assert len({every, some, unknown, swept}) == 4
    assert all(name in some for name in names) and names[0] in sentence
    assert "15" in every and "15" in unknown and "15" in swept
    if lang == "en":
        assert every == "Cups up, all of you: 15 dice"
        assert some == "Still to show: Blue, Green"
        assert sentence == "I see 10 dice of 15. Still to show: Blue."


EIGHT = ("red", "blue", "green", "yellow", "purple", "white", "Ann", "Max")


@pytest.mark.parametrize(
    ("lang", "missing", "said"),
    [
        ("en", 3, "Blue, Green, Yellow"),
        ("en", 4, "Blue, Green and 2 more"),
        ("en", 7, "Blue, Green and 5 more"),
        ("zh-Hans", 4, "蓝方、绿方和另外2人"),
        ("zh-Hant", 7, "藍方、綠方和另外5人"),
        ("ja", 7, "青、緑、ほか5人"),
    ],
)
def test_more_missing_people_than_find_room_are_counted(lang, missing, said, no_display):
    asked = {"question": "more-dice", "question_facts": {"seen": "5", "due": "40"}}
    view = replace(shown("perudo", EIGHT, *SHOWING), to_show=EIGHT[1 : missing + 1])
    for size in ((800, 480), (720, 1280)):
        with Screen(size, lang) as screen:
            for drawn in (view, replace(view, **asked)):
                screen.draw(drawn, 10.0)
                assert not [placed.words for placed in screen.placed if placed.cut], size
            stop = "." if lang == "en" else "。"
            assert screen.words.prompt(view).endswith(said)
            assert screen.words.question(replace(view, **asked)).endswith(said + stop)


def test_what_an_ordinary_die_stands_for_is_what_the_rules_say():
    leaf = {sides.colour: sides.worth for sides in LESSONS["tally-up"][-1]}
    for colour, sides in TALLY.items():
        told = ("*" if side.star else f"({side.points})" if side.circled else str(side.points) for side in sides)
        assert leaf.pop(colour) == tuple(told)
    assert leaf == {UP_COLOUR: UP}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_its_help_with_nothing_cut_off(lang, no_display):
    assert {game.key for game in GAMES} <= set(LESSONS)
    for size in ((800, 480), (720, 1280)):
        with Screen(size, lang) as screen:
            for game in GAMES:
                for leaf in range(len(LESSONS[game.key])):
                    screen.draw(HelpView(game.title, game.author, game.key, leaf), 10.0)
                    assert not [placed.words for placed in screen.placed if placed.cut], (game.key, leaf, size)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_and_wins_are_drawn_with_nothing_cut_off(lang, no_display):
    tally = Roll((4, 3, 4), colours=("red", "green", "blue"))
    views = [
        shown("niu-niu-ten", ("red", "blue"), BULL, awaits="sweep", dice=(1, 3, 6, 4, 6)),
        shown("niu-niu-ten", ("red", "blue"), BULL, Roll((2, 2, 2, 3, 3))),
        shown("liars-dice", ("red", "blue", "green"), Say("bid", {"count": 5, "face": 4})),
        shown("tally-up", ("red", "blue"), tally),
    ]
    with Screen((1024, 600), lang) as screen:
        for view in views:
            screen.draw(view, 10.0)
            assert not [placed.words for placed in screen.placed if placed.cut], view.game
            said = " ".join(placed.words for placed in screen.placed)
            assert "{" not in said and "full straight" not in said
