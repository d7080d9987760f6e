"""The guard: nothing is judged in the dark or from a camera that was turned away, and people are told."""

from dataclasses import replace

import numpy as np
import pytest

from pi.guard import SHOWN_S, Guard
from pi.telling import Circle
from rules.events import Event
from rules.referee import Ask
from ui.view import TableView
from vision.frame import Frame
from vision.reading import Box, Die, Reading
from vision.settle import Change
from vision.synthetic import TrayScene, scatter

SCENE = TrayScene(1, (640, 480))
DICE = tuple(scatter(np.random.default_rng(3), range(1, 7), "red", tray=SCENE.look.tray, touching=0))
VIEW = TableView("Run Buster", "Mark Steere", (), "red", "roll")


class Told:
    """Remembers the notices."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def listen(self, event: Event) -> None:
        pass

    def ask(self, question: Ask) -> None:
        pass

    def notice(self, about: str) -> None:
        self.notices.append(about)


class Deaf:
    """Takes no notices."""

    def listen(self, event: Event) -> None:
        pass

    def ask(self, question: Ask) -> None:
        pass


def settled(count: int, brightness: float = 1.0, scene: TrayScene = SCENE) -> tuple[Frame, Change]:
    lying = DICE[:count]
    pixels = (scene.draw(lying) * brightness).astype(np.uint8)
    seen = SCENE.truth(lying) if brightness > 0.3 else ()
    dice = tuple(Die(still.face, True, 1.0, Box(*still.box), "red") for still in seen)
    reading = Reading(dice, 640, 480)
    return Frame(pixels, 1.0), Change(1.0, "settled" if dice else "empty", reading)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def guard(told: Told) -> Guard:
    return Guard(Circle([Deaf(), told]))


def test_a_game_in_good_light_is_let_through_in_silence(guard: Guard, told: Told) -> None:
    for count in (0, 6, 3, 0):
        assert guard.lets(*settled(count))
    assert told.notices == []
    assert guard.on(VIEW, 1.0) is VIEW


def test_in_the_dark_nothing_is_judged_and_it_is_said_once(guard: Guard, told: Told) -> None:
    guard.lets(*settled(6))
    for _ in range(3):
        assert not guard.lets(*settled(6, brightness=0.05))
    assert told.notices == ["too-dark"]
    assert guard.on(VIEW, 5.0).question == "too-dark"
    assert guard.on(VIEW, 500.0).question == "too-dark"  # as long as it lasts
    assert guard.lets(*settled(6))
    assert told.notices == ["too-dark", "clear"]
    assert guard.on(VIEW, 501.0).question == ""


def test_what_the_referee_asks_is_not_hidden(guard: Guard) -> None:
    guard.lets(*settled(6, brightness=0.05))
    asked = replace(VIEW, question="which-hand")
    assert guard.on(asked, 1.0).question == "which-hand"
    gone = replace(VIEW, camera_fault="it is gone")
    assert guard.on(gone, 1.0).question == ""


def test_a_notice_stays_for_a_while(guard: Guard, told: Told) -> None:
    guard.lets(*settled(6))
    assert guard.lets(*settled(6, brightness=0.4))
    assert told.notices == ["light-changed"]
    assert guard.on(VIEW, 100.0).question == "light-changed"
    assert guard.on(VIEW, 100.0 + SHOWN_S - 1).question == "light-changed"
    assert guard.on(VIEW, 100.0 + SHOWN_S + 1).question == ""


def test_people_who_said_what_is_what_are_trusted(guard: Guard) -> None:
    guard.lets(*settled(6))
    elsewhere = settled(0, scene=TrayScene(9, (640, 480)))
    assert not guard.lets(*elsewhere)
    assert guard.blind
    guard.trust()
    assert not guard.blind
    assert guard.lets(*elsewhere)


def test_the_referee_looks_away_while_the_camera_is_set_up(guard: Guard) -> None:
    guard.lets(*settled(0))
    guard.on(VIEW, 10.0)
    guard.pause(11.5)
    assert not guard.lets(*settled(6))
    guard.on(VIEW, 12.0)
    assert guard.lets(*settled(6))
    assert not guard.lets(settled(6)[0], Change(1.0, "moving", None))


def test_a_lamp_that_goes_out_over_a_tray_at_rest_is_said_too(guard: Guard, told: Told) -> None:
    guard.lets(*settled(6))
    light, dark = settled(6)[0], settled(6, brightness=0.05)[0]
    back = [n for n in range(30) if guard.glance(replace(dark if 10 <= n < 20 else light, t_s=n / 5))]
    assert told.notices == ["too-dark", "clear"]
    assert len(back) == 1 and 20 < back[0] < 26


def test_a_hand_before_the_lens_for_a_moment_is_no_dark(guard: Guard, told: Told) -> None:
    guard.lets(*settled(6))
    light, dark = settled(6)[0], settled(6, brightness=0.05)[0]
    for number in range(30):
        guard.glance(replace(dark if number == 10 else light, t_s=number / 5))
    assert told.notices == []
