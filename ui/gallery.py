"""Example views of every state of the table, and a command that draws them: python -m ui.gallery OUT_DIR [NAME]."""

import os
import sys
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from itertools import product
from pathlib import Path

from rules.events import Drinks, Event, Kept, Killed, Refused, Rolled, Round, Stuck, Told, Turn, Undone, Won
from rules.game import Roll
from ui.language import LANGUAGES
from ui.view import Odds, Seat, StartView, TableView
from vision.frame import Pixels
from vision.reading import Colour, Die, Reading
from vision.synthetic import DrawnDie, TrayScene

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280))
NOW_S = 100.0
COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple", "white")
EVERY_HAND = tuple(sorted(tuple(range(low, high + 1)) for low in range(1, 7) for high in range(low, 7)))


@lru_cache(maxsize=1)
def _scene() -> TrayScene:
    return TrayScene(seed=7)


@lru_cache(maxsize=32)
def tray(faces: tuple[int, ...], colour: Colour, doubtful: int = -1) -> tuple[Pixels, Reading]:
    """A drawn tray and a reading of it; the die at place `doubtful` is not sure."""
    lying = tuple(
        DrawnDie(face, colour, (place % 3 - 1) * 52.0 + 9 * (place // 3), 30.0 - 55 * (place // 3) - 7 * (place % 2),
                 yaw_deg=(place * 47 + 12) % 90)
        for place, face in enumerate(faces)
    )  # fmt: skip
    dice = tuple(
        Die(None if place == doubtful else still.face, place != doubtful, 0.4 if place == doubtful else 0.99,
            still.box, colour)
        for place, still in enumerate(_scene().truth(lying))
    )  # fmt: skip
    return _scene().draw(lying), Reading(dice, 640, 480)


def table(players: int, **changes: object) -> TableView:
    """A table in mid-game with so many players."""
    hands: tuple[tuple[int, ...], ...] = ((4, 5), (1, 2, 3, 4), (), (2, 3), (6,), (3, 4, 5))
    seats = tuple(Seat(str(c), str(c), h, 6 - len(h)) for c, h in zip(COLOURS, hands, strict=True))[:players]
    view = TableView("Run Buster", "Mark Steere", seats, "red", "roll", tray="empty", frame=tray((), "red")[0])
    return replace(view, **changes)  # type: ignore[arg-type]


def _news(*events: Event, ago_s: float = 20.0) -> tuple[tuple[float, Event], ...]:
    return tuple((NOW_S - ago_s, event) for event in events)


def examples() -> dict[str, TableView]:
    """Named views, each at the time NOW_S."""
    rolled, seen = tray((3, 4, 4, 6), "red")
    six, six_seen = tray((2, 2, 4, 5, 5, 6), "red")
    doubt, doubt_seen = tray((3, 4, 4, 6), "red", doubtful=2)
    duel = table(2)
    kill = Killed("red", "blue", (1, 2, 3, 4), (5, 6))
    killed = replace(
        duel, seats=(duel.seats[0], Seat("blue", "blue", (), 6)), awaits="keep", roll=(3, 5, 5, 6),
        options=((3, 4, 5), (3, 4, 5, 6), (4, 5, 6)), frame=rolled, reading=seen, tray="settled",
    )  # fmt: skip
    keep = replace(
        duel, awaits="keep", roll=(3, 4, 4, 6), options=((3, 4, 5), (3, 4, 5, 6), (4, 5, 6)), frame=rolled,
        reading=seen, tray="settled", news=_news(Rolled("red", (3, 4, 4, 6))),
    )  # fmt: skip
    won = replace(duel, seats=(Seat("red", "red", (1, 2, 3, 4, 5, 6), 0), duel.seats[1]), to_move=None,
                  awaits="nothing", winner="red")  # fmt: skip
    views = {
        "roll": replace(duel, news=_news(Kept("blue", (1, 2, 3, 4)), Turn("red", 4))),
        "start": replace(duel, seats=(Seat("red", "red", (), 6), Seat("blue", "blue", (), 6)), frame=None),
        "moving": replace(duel, tray="moving", frame=rolled),
        "keep": keep,
        "keep-first": replace(
            keep, seats=(Seat("red", "red", (), 6), duel.seats[1]), roll=(2, 2, 4, 5, 5, 6), frame=six,
            reading=six_seen, options=((2,), (4,), (4, 5), (4, 5, 6), (5,), (5, 6), (6,)),
            news=_news(Rolled("red", (2, 2, 4, 5, 5, 6))),
        ),
        "keep-every": replace(
            keep, seats=(Seat("red", "red", (), 6), duel.seats[1]), roll=(1, 2, 3, 4, 5, 6), options=EVERY_HAND
        ),
        "keep-blue": replace(keep, to_move="blue"),
        "sweep": replace(keep, awaits="sweep", to_move="blue", roll=(), options=(), news=_news(Kept("red", (3, 4, 5)))),
        "stuck": replace(keep, awaits="sweep", to_move="blue", roll=(), options=(),
                         news=_news(Rolled("red", (1, 2, 2, 4)), Stuck("red", (4, 5)), Turn("blue", 2))),
        "doubtful": replace(keep, frame=doubt, reading=doubt_seen, options=(), roll=(), awaits="roll",
                            question="doubtful-die"),
        "question": replace(duel, frame=six, reading=six_seen, tray="settled", question="wrong-dice-count",
                            question_facts={"seen": "6", "due": "4"}),
        "unknown-question": replace(duel, question="something-new"),
        "illegal": replace(keep, question="illegal-keep", question_facts={"hand": "3-4-6"},
                           news=_news(Refused("illegal-hand", "that hand may not be kept"))),
        "undone": replace(duel, news=_news(Rolled("red", (1, 2, 3, 4)), Undone(Roll((1, 2, 3, 4))))),
        "camera-gone": replace(duel, camera_fault="the camera webcam:0 has given no picture for 2 s",
                               frame=None, tray="unknown"),
        "film-ended": replace(keep, film_ended=True),
        "film-without-pictures": replace(duel, film_ended=True, frame=None, tray="unknown"),
        "not-saved": replace(keep, saved=False),
        "lamps": replace(duel, lamps={"seat red": True, "seat blue": False, "kill": True, "win": False,
                                         "buzzer": False}),
        "win": replace(won, news=_news(Won("red"), ago_s=3.0)),
        "win-early": replace(won, news=_news(Won("red"), ago_s=0.2)),
        "names-cjk": replace(
            duel, seats=(Seat("王小明", "green", (4, 5), 4), Seat("さくら", "yellow", (1,), 5)), to_move="王小明",
            news=_news(Kept("さくら", (1,))),
        ),
        "names": replace(duel, seats=(Seat("Wilhelmina", "green", (4, 5), 4), Seat("Maximilian", "yellow", (1,), 5)),
                         to_move="Wilhelmina"),
    }  # fmt: skip
    for ago_s in (0.1, 0.5, 0.95, 1.6, 2.35):
        views[f"kill-{ago_s}"] = replace(killed, news=_news(Rolled("red", (3, 5, 5, 6)), kill, ago_s=ago_s))
    views["killed-and-stuck"] = replace(
        killed, awaits="sweep", options=(), roll=(),
        news=_news(Rolled("red", (1, 1, 5, 6)), kill, Stuck("red", (2, 3)), Turn("blue", 6)),
    )  # fmt: skip
    views |= {
        "odds": replace(views["roll"], odds=Odds((0.384, 0.616), (0.62, 0.38), NOW_S - 20)),
        "odds-moving": replace(views["roll"], odds=Odds((0.92, 0.08), (0.2, 0.8), NOW_S - 0.45)),
        "coach": replace(keep, odds=Odds((0.7, 0.3), worth=(0.41, 0.7, 0.523))),
        "coach-every": replace(views["keep-every"], odds=Odds((1.0, 0.0), worth=(*(0.5,) * 20, 1.0))),
        "no-odds": table(3, no_odds=True),
    }
    views["killed-later"] = replace(killed, news=_news(Rolled("red", (3, 5, 5, 6)), kill))
    return views | _many(rolled, seen)


def _many(frame: Pixels, seen: Reading) -> dict[str, TableView]:
    """Tables of three and more."""
    views = {f"seats-{n}": table(n, news=_news(Kept("blue", (1, 2, 3, 4)))) for n in (3, 4, 5, 6)}
    views["seats-6-keep"] = table(
        6, awaits="keep", roll=(3, 4, 4, 6), options=((3, 4, 5), (3, 4, 5, 6), (4, 5, 6)), frame=frame, reading=seen
    )
    views["seats-4-every"] = table(4, to_move="green", awaits="keep", roll=(1, 2, 3, 4, 5, 6), options=EVERY_HAND)
    five = table(5)
    kills = (Killed("red", "blue", (1, 2, 3, 4), (5, 6)), Killed("red", "purple", (6,), (1, 2, 3, 4, 5)))
    views["kill-two"] = replace(five, news=_news(Rolled("red", (1, 2, 3, 4, 5, 6)), *kills, ago_s=0.8))
    out = tuple(replace(s, hand=(), cup=6, out=s.name == "green") for s in table(3).seats)
    views["round"] = replace(five, seats=out, news=_news(Won("green"), Round(2, ("blue", "red")), ago_s=1.5))
    views["round-later"] = replace(five, seats=out, news=_news(Won("green"), Round(2, ("blue", "red"))))
    views["drinks"] = replace(
        five, to_move=None, awaits="nothing", drinks="blue", news=_news(Won("red"), Drinks("blue"), ago_s=2.0)
    )
    return views


def starts() -> dict[str, StartView]:
    """Named views of the start scene."""
    today = date(2026, 11, 29)
    seats = (Seat("red", "red", (2, 3, 4), 3), Seat("blue", "blue", (5, 6), 4))
    start = StartView("Run Buster", "Mark Steere", seats, "red", "roll", datetime(2026, 11, 29, 20, 11), today)
    long = (Seat("Wilhelmina", "green", (4, 5), 4), Seat("Maximilian", "yellow", (1,), 5))
    cjk = (Seat("王小明", "green", (4, 5), 4), Seat("さくら", "yellow", (1,), 5))
    views = {
        "start": start,
        "start-keep": replace(start, to_move="blue", awaits="keep", roll=(1, 4, 4, 5)),
        "start-six-rolled": replace(start, seats=(*seats[:1], Seat("blue", "blue", (), 6)), to_move="blue",
                                    awaits="keep", roll=(1, 2, 3, 4, 5, 6), begun=datetime(2026, 11, 28, 23, 59)),
        "start-names": replace(start, seats=long, to_move="Wilhelmina", begun=datetime(2026, 9, 30, 20, 0)),
        "start-names-keep": replace(start, seats=long, to_move="Wilhelmina", awaits="keep", roll=(1, 1, 2, 3)),
        "start-names-cjk": replace(start, seats=cjk, to_move="王小明", begun=datetime(2025, 9, 30, 20, 0)),
    }  # fmt: skip
    for players in (3, 4, 5, 6):
        seated = table(players).seats
        colours = tuple(seat.colour for seat in seated)
        views[f"start-{players}"] = replace(start, seats=seated, to_move="blue", colours=colours)
    out = (replace(views["start-3"].seats[0], hand=(), cup=6, out=True), *views["start-3"].seats[1:])
    views["start-3-out"] = replace(views["start-3"], seats=out)
    scored = tuple(replace(seat, hand=(), cup=0, score=350 * k, said="in") for k, seat in enumerate(start.seats))
    views["start-say"] = replace(
        start, title="Tally Up", author="", game="tally-up", seats=scored, awaits="say",
        sayings={"decide": "In or out?", "=in": "in"}, prompt=Told("decide", None, {"players": ["red", "blue"]}),
    )  # fmt: skip
    return views


def draw_all(
    folder: Path, sizes: tuple[tuple[int, int], ...] = SIZES, only: str = "", langs: tuple[str, ...] = LANGUAGES
) -> int:
    """Writes every example in every size and language as PNG; gives how many there were."""
    from ui.screen import Screen  # noqa: PLC0415  the views above need no display

    folder.mkdir(parents=True, exist_ok=True)
    views: dict[str, TableView | StartView] = {**examples(), **starts()}
    count = 0
    for size, lang in product(sizes, langs):
        with Screen(size, lang) as screen:
            for name, view in views.items():
                if only in name:
                    screen.draw(view, NOW_S)
                    screen.save(folder / f"{name}-{size[0]}x{size[1]}-{lang}.png")
                    count += 1
    return count


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    sys.stderr.write(f"{draw_all(Path(sys.argv[1]), only=sys.argv[2] if len(sys.argv) > 2 else '')} pictures\n")
