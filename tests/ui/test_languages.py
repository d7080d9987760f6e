"""The screen's languages: nothing untranslated, no glyph missing, nothing cut off, lines broken where they may be."""

import ast
import io
import itertools
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pygame
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from pi.cameras.latest import frozen
from rules.events import Killed
from ui import text, typeface
from ui.gallery import NOW_S, SIZES, examples, table
from ui.language import LANGUAGES, OWN_NAMES, language_of, system_language
from ui.phrases import FAULTS, QUESTIONS, fault_facts
from ui.screen import Screen
from ui.words import Words

UI = Path(str(files("ui")))
TRANSLATED = LANGUAGES[1:]
WEIGHTS = ("SemiBold", "ExtraBold")
KEYWORDS = {"_": None, "say": None, "N_": None, "count": (1, 2)}
HOLES = re.compile(r"\{\w+\}")
MOST_BYTES = 4_500_000  # of all fonts together: they are in every download
FACTS = {"player": "purple", "seen": "6", "due": "5", "hand": "3-4-6"}


@pytest.fixture(autouse=True)
def fonts_of_pygame(no_display):
    pygame.font.init()
    yield
    text.forget()
    pygame.font.quit()


def catalogue(lang):
    with (UI / "locales" / lang.replace("-", "_") / "LC_MESSAGES" / "croupier.po").open("rb") as file:
        return read_po(file)


def compiled(lang):
    return UI / "locales" / lang.replace("-", "_") / "LC_MESSAGES" / "croupier.mo"


def translations(lang):
    return [message for message in catalogue(lang) if message.id]


def strings(message):
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def extracted():
    found = extract_from_dir(UI, [("**.py", "python")], {}, keywords=KEYWORDS)
    return {message for _file, _line, message, _comments, _context in found}


def cmap(name):
    return set(TTFont(UI / "fonts" / f"{name}.ttf").getBestCmap())


# --- the catalogues


def test_sentences_are_found_in_the_code():
    assert {"Undo", ", ", ("{n} die", "{n} dice"), "Red", "red", "KILLED!"} <= extracted()


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_sentence_is_translated_and_no_other(lang):
    assert {message.id for message in translations(lang)} == extracted()
    assert not catalogue(lang).obsolete
    for message in translations(lang):
        assert all(strings(message)), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_hole_of_a_sentence_is_in_its_translation(lang):
    for message in translations(lang):
        singular, *_ = message.id if isinstance(message.id, tuple) else (message.id,)
        for said in strings(message):
            assert sorted(HOLES.findall(said)) == sorted(HOLES.findall(singular)), message.id


@pytest.mark.parametrize("lang", TRANSLATED)
def test_what_is_compiled_is_what_is_written(lang):
    anew = io.BytesIO()
    write_mo(anew, catalogue(lang))
    anew.seek(0)
    with compiled(lang).open("rb") as file:
        assert [(m.id, m.string) for m in read_mo(file) if m.id] == [(m.id, m.string) for m in read_mo(anew) if m.id]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_plural_forms_are_those_of_the_language(lang):
    assert catalogue(lang).num_plurals == 1
    assert all(len(m.string) == 1 for m in translations(lang) if isinstance(m.id, tuple))
    assert {"1", "4"} == {n for n in ("1", "4") if n in Words(lang).dice_count(int(n))}


@pytest.mark.parametrize(
    ("seen", "due", "said"), [("1", "4", "I see 1 die, not 4."), ("6", "1", "I see 6 dice, not 1.")]
)
def test_english_counts_dice_in_questions(seen, due, said):
    view = table(2, question="wrong-dice-count", question_facts={"seen": seen, "due": due})
    assert Words("en").question(view).startswith(said)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh-Hans", {"补集", "顺子", "全顺子", "破顺", "手牌"}),
        ("zh-Hant", {"補集", "順子", "全順子", "破順", "手牌"}),
        ("ja", {"コンプリメント", "フル・ストレート", "キル", "手札"}),
    ],
)
def test_the_words_are_those_of_the_rule_sheets(lang, words):
    said = " ".join(string for message in translations(lang) for string in strings(message))
    assert {word for word in words if word in said} == words


def test_a_kill_is_told_in_each_language():
    kill = Killed("red", "blue", (1, 2, 3, 4), (5, 6))
    said = {lang: re.sub(r"[\ue000-\ue0ff\u200a]+", "*", Words(lang).killed(kill, table(2))) for lang in LANGUAGES}
    assert said == {
        "en": "Red's roll has *, the complement of Blue's *!",
        "zh-Hans": "红方掷出*，正是蓝方的*的补集！",
        "zh-Hant": "紅方擲出*，正是藍方的*的補集！",
        "ja": "赤の出目に*。青の*のコンプリメントです！",
    }


def test_colours_of_dice_and_of_players_have_their_own_words():
    view = table(2, question="wrong-colour", question_facts={"player": "red", "seen": "blue, white"})
    assert Words("zh-Hans").question(view) == "轮到红方掷骰，看到的却是蓝色、白色骰子。"
    assert Words("en").question(view) == "Red is to roll, but I see blue, white dice."


# --- which language


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("zh-Hans", "zh-Hans"), ("zh-Hant", "zh-Hant"), ("zh_CN.UTF-8", "zh-Hans"), ("zh_TW.UTF-8", "zh-Hant"),
        ("zh_HK", "zh-Hant"), ("zh_SG", "zh-Hans"), ("zh", "zh-Hans"), ("zh_Hans_HK", "zh-Hans"), ("ja_JP", "ja"),
        ("ja_JP.eucJP@x", "ja"), ("en_GB", "en"), ("de_DE.UTF-8", None), ("C", None), ("jam", None),
    ],
)  # fmt: skip
def test_tags_and_locales_name_a_language(tag, lang):
    assert language_of(tag) == lang


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "de:zh_CN:en", "LANG": "de_DE.UTF-8"}, "zh-Hans"),
        ({"LANGUAGE": "", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "zh_CN.UTF-8"}, "ja"),
    ],
)
def test_the_system_says_its_language_as_gettext_has_it(environ, lang):
    assert system_language(environ) == lang


def test_a_screen_without_a_language_speaks_the_systems(monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    with Screen((800, 480), "") as screen:
        screen.draw(table(2), NOW_S)
        assert "ダイス4個を振る" in {placed.words for placed in screen.placed}


# --- fonts


def test_fonts_are_small_and_their_licences_are_there():
    fonts = UI / "fonts"
    assert sum(path.stat().st_size for path in fonts.iterdir()) < MOST_BYTES
    for licence in ("OFL.txt", "OFL-Noto.txt"):
        assert "SIL Open Font License" in (fonts / licence).read_text()


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_needs_a_missing_glyph(lang, weight):
    have = cmap(f"{typeface.LATIN}-{weight}")
    said = extracted() if lang == "en" else {s for message in translations(lang) for s in strings(message)}
    if own := typeface.sentences_font(lang, weight):
        have |= cmap(own)
    for sentence in said:
        assert {c for c in "".join(sentence) if ord(c) not in have} == set(), sentence


@pytest.mark.parametrize("lang", TRANSLATED)
def test_sentences_are_drawn_with_the_languages_own_font(lang):
    for message in translations(lang):
        used = {name for said in strings(message) for name, _ in typeface.runs(said, "SemiBold", lang)}
        assert used <= {"BarlowSemiCondensed-SemiBold", typeface.sentences_font(lang, "SemiBold")}, message.id


@pytest.mark.parametrize("name", ["NotoSansJP-SemiBold", "NotoSansSC-ExtraBold", "BarlowSemiCondensed-SemiBold"])
def test_what_a_font_has_is_seen_without_fonttools(name):
    have = cmap(name)
    for code in [*have, *map(ord, "한ก顺順ス語\x00\x07\u0301")]:
        if not chr(code).isspace():
            assert typeface.has(name, chr(code)) == (code in have), hex(code)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "name",
    ["王小明", "欧阳梓萱", "陳怡君", "龍馬", "さくら", "コウヘイ", "佐々木 颯", "Zoë", "Ольга", *OWN_NAMES.values()],
)
def test_usual_names_have_all_their_letters(lang, name):
    runs = typeface.runs(name, "ExtraBold", lang)
    assert "".join(run for _, run in runs) == name
    assert typeface.MISSING not in name


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["한국", "🎲🎲", "\udcff", "a\x00b", "\U00020bb7野", "ก"])
def test_a_letter_that_no_font_has_is_a_box(lang, name):
    assert typeface.MISSING in "".join(run for _, run in typeface.runs(name, "SemiBold", lang))
    block = text.fit(name, "SemiBold", (255, 255, 255), (400, 60), (20, 40), lang=lang)
    assert pygame.mask.from_surface(block.surface).count() > 20


def test_marks_that_join_letters_are_no_boxes():
    assert typeface.runs("Zoe\u0308\u200d", "SemiBold", "en") == [("BarlowSemiCondensed-SemiBold", "Zoë")]


def test_a_character_has_the_form_of_the_languages_region():
    def drawn(lang):
        block = text.fit("骨", "ExtraBold", (255, 255, 255), (200, 200), (96, 96), lang=lang)
        return pygame.image.tobytes(block.surface, "RGBA")

    assert len({drawn(lang) for lang in TRANSLATED}) > 1
    assert drawn("zh-Hans") != drawn("ja")


# --- lines


@pytest.mark.parametrize("lang", TRANSLATED)
def test_lines_break_where_they_may_and_lose_nothing(lang):
    for message in translations(lang):
        for said in strings(message):
            lines = text.even(said, "SemiBold", 30, 200, lang)
            assert "".join(lines).replace(" ", "") == said.replace(" ", "")
            for line in lines[1:]:
                assert line[0] not in text.CLOSING, lines
            for line in lines[:-1]:
                assert line[-1] not in text.OPENING, lines


@pytest.mark.parametrize(
    ("said", "room_px", "lang", "lines"),
    [
        ("看到6枚骰子，应为4枚。请全部重掷进骰盘。", 440, "zh-Hans", ["看到6枚骰子，应为4枚。", "请全部重掷进骰盘。"]),
        ("トレイに振ってください。目を読みます。", 500, "ja", ["トレイに振ってください。", "目を読みます。"]),
        ("藍方請客!", 100, "zh-Hant", ["藍方", "請客!"]),
        ("青のコンプリメントです", 240, "ja", ["青の", "コンプリメントです"]),
        ("Dice of two colours lie in the tray.", 330, "en", ["Dice of two", "colours lie", "in the tray."]),
    ],
)  # fmt: skip
def test_lines_end_at_pauses_or_are_alike(said, room_px, lang, lines):
    assert text.even(said, "SemiBold", 30, room_px // (1 if lang != "en" else 2), lang) == lines


def calm_views():
    """Everything that the screen can say, each sentence once."""
    views = {name: view for name, view in examples().items() if not re.fullmatch(r"kill-[\d.]+|win-early", name)}
    views["kill-0.95"] = examples()["kill-0.95"]
    for key in QUESTIONS:
        views[f"{key} told"] = table(2, question=key, question_facts=FACTS)
        views[f"{key} bare"] = table(2, question=key)
    for number, (pattern, _) in enumerate(FAULTS):
        views[f"fault {number}"] = replace(views["camera-gone"], camera_fault=fault(pattern))
    return views


def fault(pattern):
    return pattern.format(name="picamera:0", seconds="2", why="it is so")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_or_leaves_its_box_in_any_language(size):
    with Screen(size) as screen:
        for lang, (name, view) in itertools.product(LANGUAGES, calm_views().items()):
            screen.words = Words(lang)
            screen.draw(view, NOW_S)
            for placed in screen.placed:
                where = (lang, name, placed.words)
                assert not placed.cut, where
                assert placed.size_px >= size[1] / 30, where
                assert placed.box.inflate(2, 2).contains(placed.rect), where
            credit = screen.words.credit(view)
            assert "Run Buster" in credit and "Mark Steere" in credit
            assert credit in {placed.words for placed in screen.placed}


# --- what the camera says


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_cameras_faults_are_told_in_the_language(lang):
    for pattern, _ in FAULTS:
        assert Words(lang).fault(fault(pattern)) != Words("en").fault(fault(pattern))
    assert Words(lang).fault("something new") == "something new"


@pytest.mark.parametrize("module", ["latest.py", "webcam.py"])
def test_every_fault_that_a_camera_tells_while_it_plays_has_words(module):
    tree = ast.parse((UI.parent / "pi" / "cameras" / module).read_text())
    told = [
        "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in call.args[0].values)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") in ("CameraGone", "CameraError")
        and isinstance(call.args[0], ast.JoinedStr)
    ]
    assert told
    told.append(frozen("webcam:0"))
    for said in told:
        assert any(fault_facts(pattern, said) is not None for pattern, _ in FAULTS), said
