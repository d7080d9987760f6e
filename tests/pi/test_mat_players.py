"""Simulated people at a mat: they know the zones, and put right what is asked; nobody reads the pictures here."""

from collections import Counter

import pytest

import rules.table
from pi.cameras.mat_mock import MatCamera
from pi.mat_players import MatPlayers
from rules.events import Kept, Killed, Options, Rolled, Turn, Won
from rules.game import Faces
from rules.games import by_key
from rules.referee import Act, Ask, Lying, Verdict
from rules.zones import MatReferee
from vision.mat_layout import ROLLING

SMALL = (64, 48)
"""What is drawn is not looked at."""
FPS = 6.0
MOST_FRAMES = 60_000


class Table:
    """Two at a mat, and whoever tells them what happens."""

    def __init__(self, *, rough: bool = False) -> None:
        self.camera = MatCamera(3, size=SMALL, touching=0)
        self.players = MatPlayers(self.camera, 5, colours={"red": "red", "blue": "blue"}, rough=rough)

    def act(self) -> None:
        """Until nobody moves any more."""
        quiet = 0
        while quiet < 3:
            self.players.act()
            quiet = 0 if self.camera.busy else quiet + 1
            self.camera.read()

    def tell(self, *events: object) -> None:
        for event in events:
            self.players.hear(event)  # type: ignore[arg-type]
        self.act()

    def ask(self, about: str) -> None:
        self.players.hear_question(about)
        self.act()

    def lying(self, zone: int) -> Faces:
        return tuple(sorted(die.face for die in self.camera.lying_in(zone)))

    def roll(self, player: str, dice: int = 6) -> Faces:
        self.tell(Turn(player, dice))
        return self.lying(ROLLING)


def kept_by_red(table: Table) -> Faces:
    """Red's first turn, up to the hand."""
    faces = table.roll("red")
    table.tell(Rolled("red", faces), Options("red", ((faces[0],),)))
    table.tell(Kept("red", faces[:1]))
    return faces[:1]


def test_the_hand_is_laid_into_its_zone_and_the_rest_swept_up() -> None:
    table = Table()
    faces = table.roll("red")
    assert len(faces) == 6
    table.tell(Rolled("red", faces), Options("red", ((faces[0],),)))
    assert (table.lying(1), table.lying(ROLLING), table.lying(2)) == (faces[:1], (), ())


def test_a_killed_hand_is_taken_up() -> None:
    table = Table()
    kept_by_red(table)
    faces = table.roll("blue")
    table.tell(Rolled("blue", faces), Killed("blue", "red", (1,), (2, 3, 4, 5, 6)), Options("blue", ((faces[-1],),)))
    assert (table.lying(1), table.lying(2)) == ((), faces[-1:])


def test_after_a_win_all_hands_are_taken_up() -> None:
    table = Table()
    kept_by_red(table)
    table.tell(Won("red"))
    assert table.camera.lying == ()


@pytest.mark.parametrize("about", ["hand-changed", "hand-gone", "hand-to-zone"])
def test_a_hand_that_was_touched_is_put_right(about: str) -> None:
    table = Table()
    (face,) = kept_by_red(table)
    if about == "hand-changed":
        table.camera.turn(face, face % 6 + 1, 1)
    else:
        table.camera.clear(1)
    table.act()
    assert table.lying(1) != (face,)
    table.ask(about)
    assert table.lying(1) == (face,)


def test_a_hand_that_was_swept_up_with_the_rest_is_laid_down_when_asked_for() -> None:
    table = Table()
    faces = table.roll("red")
    table.camera.sweep()
    table.tell(Rolled("red", faces), Options("red", ((faces[0],),)))
    assert table.lying(1) == faces[:1]
    table.camera.clear(1)
    table.act()
    table.ask("lay-hand")
    assert table.lying(1) == faces[:1]


class PlayedTable(Table):
    """The same with the mat's referee, who is shown what lies there whenever nobody moves."""

    def __init__(self, seed: int, *, rough: bool = False) -> None:
        self.camera = MatCamera(seed, fps=FPS, size=SMALL, touching=0)
        self.table = rules.table.Table(by_key("run-buster"), ("red", "blue"), "red")
        self.referee = MatReferee(self.table, {"red": "red", "blue": "blue"})
        self.players = MatPlayers(self.camera, seed, colours={"red": "red", "blue": "blue"}, rough=rough)
        self.asked: list[str] = []
        self._asked: Ask | None = None

    def play(self) -> None:
        """To the end of a game, and until the mat is clear."""
        for event in self.table.prompt():
            self.players.hear(event)
        for frame in range(MOST_FRAMES):
            self.camera.read()
            if not self.camera.busy:
                self.referee.lay_mat(2)
                self.follow(self.referee.see(self.seen()))
                self.follow(self.referee.remind(frame / FPS))
            self.players.act()
            if self.table.outcome() is not None and not self.camera.lying:
                return
        raise AssertionError(f"no end; asked {self.asked[-3:]}, {self.table.position}")

    def seen(self) -> tuple[Lying, ...]:
        return tuple(
            Lying(None if die.cocked else die.face, die.colour, zone=self.camera.zone(die)) for die in self.camera.lying
        )

    def follow(self, verdict: Verdict | None) -> None:
        while isinstance(verdict, Act):
            for event in self.table.push(verdict.action):
                self.players.hear(event)
            verdict = self.referee.sync()
        if isinstance(verdict, Ask) and verdict != self._asked:
            self.asked.append(verdict.about)
            self.players.ask(verdict)
        if verdict is not None:
            self._asked = verdict if isinstance(verdict, Ask) else None


def test_gentle_people_are_asked_nothing() -> None:
    table = PlayedTable(2)
    table.play()
    assert table.asked == []


def test_rough_people_forget_and_meddle_and_every_game_ends() -> None:
    asked: Counter[str] = Counter()
    for seed in range(1, 7):
        table = PlayedTable(seed, rough=True)
        table.play()
        asked.update(table.asked)
    assert {"hand-to-cup", "hand-changed", "lay-hand", "illegal-keep"} <= set(asked)
