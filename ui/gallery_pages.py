"""Example views of every page, and which examples stand for the scenes in docs and tests."""

from dataclasses import replace
from datetime import date, datetime

from rules.events import Drinks, Event, Killed, Rolled, Told, Won
from rules.fairness import fairness
from rules.game import Say
from ui.figures import DiceFigures, GameFigures, GraphView, Mark, PlayerFigures, StatisticsView
from ui.gallery import COLOURS, NOW_S, examples, starts, table, tray
from ui.looking import AimView, ReplayView
from ui.pages import (
    AboutView,
    Agreed,
    AgreeView,
    Chapter,
    DieView,
    HelpView,
    HistoryView,
    MenuView,
    NameView,
    PastGame,
    PlayersView,
    SayView,
    SettingsView,
    StoryView,
)
from ui.view import PageView, Seat, StartView, TableView

TODAY = date(2026, 11, 29)
TITLE, AUTHOR = "Run Buster", "Mark Steere"
GAMES = (
    ("run-buster", "Run Buster"), ("niu-niu-ten", "Dice Niu Niu: tens"), ("niu-niu-six", "Dice Niu Niu: sixes"),
    ("liars-dice", "Liar's Dice"), ("perudo", "Perudo"), ("tally-up", "Tally Up"),
)  # fmt: skip
SAYINGS = {
    "bid": "{player} bids {count} × {face}.", "say bid": "{count} × {face}", "say open": "Open!",
    "say in": "{player}: in", "say out": "{player}: out", "=in": "in", "=out": "out",
    "say press": "{player}: Tally Up!", "=press": "Tally Up!",
}  # fmt: skip

ADVICE = {
    "advice choose": "Most gain: {dice} (bust {bust}, gain {gain})",
    "advice roll": "Next roll: bust {bust}, gain {gain}",
    "advice up": "Up die: bust {bust}, gain {gain}",
    "say in": "{player}: in", "say out": "{player}: out", "=in": "in", "=out": "out",
}  # fmt: skip


def _bids(most: int) -> tuple[Say, ...]:
    bids = (Say("bid", {"count": count, "face": face}) for count in range(1, most + 1) for face in range(1, 7))
    return (Say("open"), *bids)


BIDS = _bids(11)
IN_OR_OUT = tuple(Say(word, player="red") for word in ("in", "out"))
EIGHT = ("red", "Wilhelm", "王小明", "yellow", "さくら", "Tim", "Bea", "blue")
YES_NO = (("yes", "yes"), ("no", "no"))
LIARS_OPTIONS = (
    Agreed("least", "First bid", (("1", "1"), ("players", "1 per player"),
                                  ("players-and-half", "1.5 per player")), "1"),
    Agreed("ones", "Ones wild", (("until-called", "until called"), ("always", "always")), "until-called"),
    Agreed("zhai", "Zhai bids", YES_NO, "yes"),
    Agreed("back", "Back from zhai", (("no", "no"), ("rising", "any raise"), ("double", "twice as many")), "no"),
    Agreed("losses", "Lost rounds", tuple((n, n) for n in "1235"), "3"),
)  # fmt: skip
TIES = Agreed("ties", "Ties", (("reroll", "roll again"), ("banker", "the banker wins")), "reroll")

SHOWN = (
    "start-fresh", "start", "players", "agree", "name", "aim", "roll", "keep-first", "doubtful", "counts", "die",
    "coach", "kill-0.95", "win", "round", "drinks", "story", "graph", "statistics", "statistics-dice", "history",
    "replay", "seats-6-keep", "offers-few", "decide-4", "decide-8", "win-other", "offers-many", "say", "points-6",
    "settings", "help", "help-2", "help-tally", "menu", "about", "camera-gone",
)  # fmt: skip
"""The examples that stand for the scenes, one or two a scene, in the order in which people meet them."""


def shown() -> dict[str, TableView | PageView]:
    """Those, by name, each at the time NOW_S."""
    every: dict[str, TableView | PageView] = {**examples(), **starts(), **pages(), **tables()}
    return {name: every[name] for name in SHOWN}


def tables() -> dict[str, TableView]:
    """What a question, or another game, puts on the table."""
    six, seen = tray((2, 2, 4, 5, 5, 6), "red", doubtful=3)
    rolled, reading = tray((3, 4, 4, 6), "red")
    duel = table(2)
    seats = tuple(
        replace(seat, hand=(), cup=5, said="in" if k else "", score=120 * k) for k, seat in enumerate(duel.seats)
    )
    other = replace(duel, seats=seats, game="another", title="Liar's Dice", author="", sayings=SAYINGS, awaits="say")
    bid = Told("bid", "blue", {"count": 3, "face": 4})
    return {
        "counts": replace(duel, frame=rolled, reading=reading, tray="settled", question="throw-again",
                          question_facts={"player": "red", "due": "4"}, may_count=True),
        "doubtful-6": replace(table(6), frame=six, reading=seen, tray="settled", question="doubtful-die"),
        "doubtful-named": replace(
            duel, frame=six, reading=seen, tray="settled", question="doubtful-die", named=((3, 5),)
        ),
        "offers-few": replace(other, offers=(*BIDS[:1], *IN_OR_OUT), running=250),
        "offers-many": replace(other, offers=BIDS, news=((NOW_S - 20, bid),)),
        "advice": replace(other, title="Tally Up", sayings=ADVICE, awaits="roll", running=120,
                          advice=Told("advice roll", None, {"bust": "37 %", "gain": "+14"})),
        "advice-choose": replace(other, title="Tally Up", sayings=ADVICE, awaits="roll", running=0, advice=Told(
            "advice choose", None, {"dice": ["yellow", "orange", "purple"], "bust": "35 %", "gain": "+81"})),
        "advice-decide": replace(other, title="Tally Up", sayings=ADVICE, running=1250,
                                 offers=IN_OR_OUT,
                                 advice=Told("advice up", None, {"bust": "37 %", "gain": "-114"})),
        **_decisions(other),
        "win-other": replace(other, awaits="nothing", to_move=None, winner="blue", news=((NOW_S - 2, Won("blue")),)),
        "points-6": replace(other, seats=tuple(replace(s, hand=(), score=2400 - 150 * k, said="in") for k, s in
                                               enumerate(table(6).seats)), offers=BIDS[1:3]),
    }  # fmt: skip


def _decisions(other: TableView) -> dict[str, TableView]:
    """Words that stand beside the seats: in or out, and who presses first, at tables of two, four and eight."""
    everyone = tuple(
        Seat(name, colour, (), 0, score=2400 - 150 * k)
        for k, (name, colour) in enumerate(zip(EIGHT, (*COLOURS, "red", "blue"), strict=True))
    )
    tally = replace(other, title="Tally Up", game="tally-up", running=1250)
    found = {}
    for count in (2, 4, 8):
        seats = (replace(everyone[0], said="in"), *everyone[1:count])
        offers = tuple(Say(word, player=seat.name) for seat in seats[1:] for word in ("in", "out"))
        found[f"decide-{count}"] = replace(tally, seats=seats, offers=offers, to_move=seats[0].name)
        races = tuple(Say("press", player=seat.name) for seat in seats)
        found[f"race-{count}"] = replace(tally, seats=everyone[:count], offers=races, to_move=seats[0].name)
    told = Told("advice up", None, {"bust": "37 %", "gain": "-114"})
    found["decide-8-advice"] = replace(found["decide-8"], sayings=ADVICE, advice=told)
    return found


def pages() -> dict[str, PageView]:
    """Every page, some in several states."""
    return {**_start_pages(), **_reading_pages(), **_figures(), **_pictures()}


def _start_pages() -> dict[str, PageView]:
    start: StartView = starts()["start"]
    fresh = replace(start, offered=False, seats=(), to_move="", first="red", names=("red", "blue"), throw_begins=True)
    many = ("red", "Wilhelmina", "王小明", "yellow", "さくら", "Maximilian")
    players = PlayersView(("red", "blue"), ("red", "blue"), "run-buster", GAMES)
    return {
        "start-fresh": fresh,
        "start-fresh-6": replace(fresh, names=many, colours=COLOURS, first=None, throw_begins=False),
        "players": players,
        "players-6": replace(players, names=many, colours=COLOURS),
        "players-options": replace(players, game="liars-dice", options=True),
        "players-6-options": replace(players, names=many, colours=COLOURS, game="tally-up", options=True),
        "agree": AgreeView("Liar's Dice", LIARS_OPTIONS),
        "agree-players": AgreeView(
            "Dice Niu Niu: tens", (TIES, Agreed("banker", "Banker", tuple((n, n) for n in many), "red"))
        ),
        "players-7": replace(players, names=(*many, "Bea"), colours=(*COLOURS, "red"), most=7, options=True),
        "players-8": replace(players, names=(*many, "Bartholomew", "blue"), colours=(*COLOURS, "red", "blue"), most=8),
        "players-one-game": replace(players, games=GAMES[:1]),
        "name": NameView("Wilhelm", "green", "abc"),
        "name-kana": NameView("さくら", "purple", "かな"),
        "name-hans": NameView("", "red", "简", taken=True),
        "name-hant": NameView("小龍", "blue", "繁"),
    }


def _reading_pages() -> dict[str, PageView]:
    won, lost = examples()["win"], examples()["drinks"]
    mine, theirs = Killed("blue", "red", (1, 2), (3, 4, 5, 6)), Killed("red", "blue", (1, 2, 3, 4), (5, 6))
    told: tuple[tuple[int, Event], ...] = ((4, mine), (9, theirs), (14, Won("red")))
    chapters = tuple(Chapter(turn, event) for turn, event in told)
    long = (*(Chapter(turn, theirs) for turn in range(1, 20)), Chapter(61, Drinks("blue")))
    kills = tuple((seat.name, k) for k, seat in enumerate(lost.seats))
    bids = SayView("red", "red", BIDS, SAYINGS)
    return {
        "menu": MenuView(("help", "show-me", "statistics", "history", "players", "setup", "settings", "about", "quit")),
        "help": HelpView(TITLE, AUTHOR), "help-2": HelpView(TITLE, AUTHOR, leaf=1),
        "help-tally": HelpView("Tally Up", "", "tally-up", leaf=2),
        "help-other": HelpView("Perudo", "", "perudo"),
        "about": AboutView(TITLE, AUTHOR, "0.1.0"), "about-other": AboutView("Perudo", "", "0.1.0", "http://croupier.local"),
        "settings": SettingsView("en", dim=False, volume=2, loudest=3, odds=True, coach=False),
        "settings-silent": SettingsView("ja", dim=True, volume=0, loudest=3, odds=False, coach=True, silent=True),
        "history": HistoryView(_past_games(), TODAY, 0, 3, replays=True), "history-none": HistoryView((), TODAY),
        "story": StoryView(won, 14, 11, chapters, (("red", 1), ("blue", 1)), ("graph", "replay", "statistics"), 3),
        "story-quiet": StoryView(won, 1, 0, chapters[2:], (("red", 0), ("blue", 0))),
        "story-5": StoryView(lost, 61, 45, long, kills, ("graph", "replay", "statistics"), 3),
        "say": bids, "say-2": replace(bids, offers=_bids(40), leaf=1),
    }  # fmt: skip


def _past_games() -> tuple[PastGame, ...]:
    two, six = ("red", "blue"), tuple(COLOURS)
    return (
        PastGame(7, TITLE, two, two, datetime(2026, 11, 29, 20, 11), over=True, winner="red"),
        PastGame(6, TITLE, six, six, datetime(2026, 11, 28, 22, 5), over=True, drinks="Wilhelmina"),
        PastGame(5, TITLE, six[:3], six[:3], datetime(2026, 11, 20, 21, 40), over=False, simulated=True),
        PastGame(4, "Liar's Dice", six[:5], six[:5], datetime(2026, 9, 30, 23, 59), over=True, winner="white"),
        PastGame(
            3, TITLE, ("王小明", "さくら"), ("green", "yellow"), datetime(2025, 1, 1, 0, 5), over=True, winner="王小明"
        ),
    )


def _figures() -> dict[str, PageView]:
    chances = (0.52, 0.55, 0.41, 0.6, 0.57, 0.82, 0.31, 0.44, 0.63, 0.9, 1.0)
    lucky, dear = Mark(7, 1, 0.51, (2, 3, 4, 6)), Mark(2, 1, -0.14, (2, 3), (2, 3, 4))
    two = ("red", "blue")
    record = (PlayerFigures("red", "red", 41, 23, 30), PlayerFigures("blue", "blue", 41, 18, 26))
    long = PlayerFigures("Wilhelmina", "green", 12, 4, 9)
    games = GameFigures(TITLE, 41, 14.2, 56, 82, 1, record)
    fair, loaded = fairness((204, 198, 210, 190, 201, 205)), fairness((260, 150, 170, 140, 160, 120))
    return {
        "graph": GraphView(two, two, chances, ((7, 0),), lucky, dear),
        "graph-none": GraphView(two, two, ()),
        "statistics": StatisticsView(games, 0, 3, 41, 41),
        "statistics-many": StatisticsView(replace(games, players=(*record, long, *record)), 0, 3, 30, 41),
        "statistics-none": StatisticsView(None),
        "statistics-dice": StatisticsView(DiceFigures("all", fair), 1, 3),
        "statistics-loaded": StatisticsView(DiceFigures("red", loaded), 2, 3),
    }


def _pictures() -> dict[str, PageView]:
    keep, doubt = examples()["keep"], examples()["doubtful"]
    rolled = replace(keep, news=((NOW_S, Rolled("red", (3, 4, 4, 6))),))
    assert doubt.frame is not None and doubt.reading is not None
    square = ((0.06, 0.05), (0.94, 0.05), (0.96, 0.95), (0.04, 0.95))
    aim = AimView(keep.frame, keep.reading, "out-of-focus", {}, square, 118.0, 0.16, 4.2, 6.0)
    return {
        "die": DieView(doubt.frame, doubt.reading.dice[2], 2, "red", (4, 5, 6, 1, 2, 3)),
        "replay": ReplayView(rolled, 5, 23, datetime(2026, 11, 29, 20, 24)),
        "replay-corrected": ReplayView(rolled, 23, 23, datetime(2026, 11, 29, 20, 24), corrected=True),
        "aim": aim,
        "aim-ready": replace(aim, about="ready", blur=0.05),
    }  # fmt: skip
