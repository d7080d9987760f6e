"""The pages over the table: a replay, what was judged last, and the camera set up in the middle of a game."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame
import pytest

from pi.calibrate import PAUSED_S, SetupPage
from pi.calibration import load_calibration
from pi.cli import run_command
from pi.config import load_settings
from pi.errors import JournalError
from pi.evidence import open_evidence
from pi.evidence_pages import ReplayPage, ShowMePage
from pi.game_in_play import GameInPlay
from pi.guard import Guard
from pi.journal import Journal, open_journal
from pi.seats import SeatedPlayer
from pi.telling import Circle
from rules.events import Kept, Rolled
from rules.games import by_key
from rules.referee import Lying, Referee
from rules.table import Table
from ui.looking import AimView, ReplayView
from ui.screen import Screen
from ui.view import Back, Leaf, Seat, TableView
from vision.frame import Frame
from vision.reading import Box, Die, Reading
from vision.settle import Change
from vision.synthetic import TrayScene, scatter

SEATS = ("red", "blue")
TABLE = TableView("Run Buster", "Mark Steere", (Seat("red", "red", (), 6), Seat("blue", "blue", (), 6)), "red", "roll")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    with open_journal(tmp_path) as opened:
        yield opened


@pytest.fixture
def desk(journal: Journal) -> Any:
    """A desk with a game in play, a roll and a keep of which have been judged."""
    evidence = open_evidence(journal.folder, load_settings().data)
    table = Table(by_key("run-buster"), SEATS, "red")
    record = journal.begin("run-buster", SEATS, SEATS, "red")
    evidence.follow(record)
    game = GameInPlay(table, Referee(table), record, Circle([evidence]))
    plan = SimpleNamespace(source="webcam:3")
    return SimpleNamespace(
        journal=journal, evidence=evidence, guard=Guard(Circle([])), table=TABLE, game=game,
        seats=(SeatedPlayer("red", "red"),), beginnings=SimpleNamespace(plan=plan), restart_camera=lambda: None,
    )  # fmt: skip


def lies(desk: Any, *faces: int) -> None:
    dice = tuple(Die(face, True, 0.9, Box(10 + 24 * n, 20, 20, 20), "red") for n, face in enumerate(faces))
    frame = Frame(np.full((60, 200, 3), 20 * len(faces), np.uint8), 1.0)
    desk.evidence.look(frame, Change(1.0, "settled", Reading(dice, 200, 60)))
    desk.game.see(tuple(Lying(face, "red", 10.0 + 24 * n, 30.0) for n, face in enumerate(faces)))


def test_before_the_first_roll_there_is_nothing_to_see(desk: Any) -> None:
    view = ShowMePage(desk, "").view(0.0)
    assert isinstance(view, ReplayView)
    assert view.table.frame is None and view.steps == 1


def test_what_was_judged_last(desk: Any) -> None:
    lies(desk, 2, 2, 4, 5, 5, 6)
    page = ShowMePage(desk, "")
    lies(desk, 2, 2, 5)
    view = page.view(0.0)  # the page shows what it was opened for
    assert isinstance(view, ReplayView)
    assert view.table.news[-1][1] == Rolled("red", (2, 2, 4, 5, 5, 6))
    assert view.table.reading is not None and view.table.reading.faces == (2, 2, 4, 5, 5, 6)
    latest = ShowMePage(desk, "").view(0.0)
    assert isinstance(latest, ReplayView)
    assert latest.table.news[-1][1] == Kept("red", (4, 5, 6))
    assert latest.table.seats == TABLE.seats


def test_a_game_is_leafed_through(desk: Any) -> None:
    lies(desk, 2, 2, 4, 5, 5, 6)
    lies(desk, 2, 2, 5)
    page = ReplayPage(desk, "1")
    first = page.view(0.0)
    assert isinstance(first, ReplayView)
    assert (first.step, first.steps, first.table.to_move) == (1, 2, "red")
    assert page.choose(Leaf(1))
    second = page.view(0.0)
    assert isinstance(second, ReplayView)
    assert second.step == 2 and second.table.seats[0].hand == (4, 5, 6)
    assert second.table.frame is not None and int(second.table.frame.mean()) == 60
    assert not page.choose(Leaf(1))
    assert not page.choose(Back())


def test_a_game_that_is_not_there(desk: Any) -> None:
    with pytest.raises(JournalError, match="no game 7"):
        ReplayPage(desk, "7")


def test_a_game_in_which_nothing_was_rolled_has_a_page(desk: Any) -> None:
    view = ReplayPage(desk, "1").view(0.0)
    assert isinstance(view, ReplayView)
    assert view.steps == 0


def test_the_camera_is_set_up_while_the_referee_looks_away(desk: Any) -> None:
    scene = TrayScene(1, (640, 480))
    lying = scatter(np.random.default_rng(3), range(1, 7), "red", tray=scene.look.tray, touching=0)
    truth = scene.truth(tuple(lying))
    reading = Reading(tuple(Die(s.face, True, 1.0, Box(*s.box), "red") for s in truth), 640, 480)
    good, dark = scene.draw(tuple(lying)), (scene.draw(tuple(lying)) * 0.1).astype(np.uint8)
    page = SetupPage(desk, "")
    shown: list[str] = []
    for now_s, pixels in ((10.0, dark), (10.5, good), (11.0, good), (12.0, good)):
        desk.table = replace(TABLE, frame=pixels, reading=reading, tray="settled")
        view = page.view(now_s)
        assert isinstance(view, AimView)
        shown.append(view.about)
        desk.guard.on(desk.table, now_s)
        assert not desk.guard.lets(Frame(pixels, now_s), Change(now_s, "settled", reading))
    assert shown == ["too-dark", "hold-still", "hold-still", "ready"]
    assert load_calibration(desk.journal.folder, "webcam:3") is not None
    desk.guard.on(desk.table, 12.0 + PAUSED_S + 0.1)
    assert desk.guard.lets(Frame(good, 14.0), Change(14.0, "settled", reading))


def test_a_camera_that_is_gone_is_said_on_the_page(desk: Any) -> None:
    tried: list[bool] = []
    desk.restart_camera = lambda: tried.append(True)
    desk.table = replace(TABLE, camera_fault="the camera is gone")
    view = SetupPage(desk, "").view(0.0)
    assert isinstance(view, AimView)
    assert view.fault == "the camera is gone"
    assert tried == [True]


def test_croupier_replay_in_a_window(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lies(desk, 2, 2, 4, 5, 5, 6)
    lies(desk, 2, 2, 5)
    desk.game.record.close()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    draw, shown = Screen.draw, []

    def watched(self: Screen, view: ReplayView, now_s: float) -> None:
        draw(self, view, now_s)
        shown.append(view.step)
        wanted = {1: pygame.K_RIGHT, 2: pygame.K_ESCAPE}[view.step]
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=wanted, mod=0))

    monkeypatch.setattr(Screen, "draw", watched)
    assert run_command(["replay", "1", "--data", str(desk.journal.folder)]) == 0
    assert shown == [1, 2]
