"""Simulated players at a mock table whose referee has perfect eyes: the drawing is not read here."""

from collections import Counter
from collections.abc import Iterator

import pytest

from pi.cameras.mock import MockCamera
from pi.players import SimulatedPlayers
from rules.events import Event, Kept, Killed, Options, Rolled, Turn, Undone, Won
from rules.game import Faces, Keep, Roll
from rules.games import by_key
from rules.referee import Act, Ask, Lying, Referee
from rules.table import Table

COLOURS = {"red": "red", "blue": "blue"}
SMALL = (64, 48)  # nobody looks at the pictures
MOST_FRAMES = 60_000


class PlayedTable:
    """A table, its people, and a referee who is shown what lies there whenever nobody moves."""

    def __init__(self, seed: int, *, rough: bool = False, fps: float = 6.0, names: tuple[str, ...] = ("red", "blue")):
        self.camera = MockCamera(seed, fps=fps, size=SMALL, touching=0)
        colours = dict(zip(names, ("red", "blue", "green", "white"), strict=False))
        self.table = Table(by_key("run-buster"), names, names[0])
        self.referee = Referee(self.table, colours)
        self.people = SimulatedPlayers(self.camera, seed, colours=colours, rough=rough, choose=self.choose)
        self.events: list[Event] = []
        self.questions: list[str] = []
        self._asked: Ask | None = None

    def tell(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.events.append(event)
            self.people.hear(event)

    def choose(self, hand: Faces) -> None:
        self.tell(self.table.push(Keep(hand)))
        self.follow(self.referee.sync())

    def follow(self, verdict: object) -> None:
        while isinstance(verdict, Act):
            self.tell(self.table.push(verdict.action))
            verdict = self.referee.sync()
        asked = verdict if isinstance(verdict, Ask) else None
        if asked is not None and asked != self._asked:
            self.questions.append(asked.about)
            self.people.ask(asked)
        self._asked = asked

    def play(self) -> list[Event]:
        """To the end of a game."""
        self.tell(self.table.prompt())
        for _ in range(MOST_FRAMES):
            self.frame()
            if self.table.outcome() is not None:
                return self.events
        raise AssertionError(f"no end; last {self.events[-3:]}, asked {self.questions[-3:]}")

    def frame(self) -> None:
        self.camera.read()
        if not self.camera.busy:
            self.follow(self.referee.see(seen(self.camera)))
        self.people.act()


def seen(camera: MockCamera) -> tuple[Lying, ...]:
    return tuple(Lying(None if die.cocked else die.face, die.colour) for die in camera.lying)


def rolls(events: list[Event]) -> list[Faces]:
    return [event.faces for event in events if isinstance(event, Rolled)]


def hands_before_rolls(events: list[Event]) -> Iterator[tuple[Rolled, Faces]]:
    hands: dict[str, Faces] = {}
    for event in events:
        match event:
            case Rolled(player):
                yield event, hands.get(player, ())
            case Kept(player, hand):
                hands[player] = hand
            case Killed(victim=victim):
                hands[victim] = ()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_ends_and_nobody_has_to_be_asked_more_than_which_hand(seed):
    played = PlayedTable(seed)
    events = played.play()
    assert isinstance(events[-1], Won)
    assert set(played.questions) <= {"which-hand"}


def test_everybody_throws_the_dice_that_their_hand_leaves_in_the_cup():
    counted = list(hands_before_rolls(PlayedTable(4).play()))
    assert counted
    assert all(len(rolled.faces) == 6 - len(hand) for rolled, hand in counted)


def test_the_same_seed_throws_and_keeps_the_same_whatever_the_frame_rate():
    slow, fast = PlayedTable(5, fps=5).play(), PlayedTable(5, fps=9).play()
    assert slow == fast
    assert slow != PlayedTable(6, fps=5).play()


def test_three_people_play_until_one_is_left():
    events = PlayedTable(7, names=("anna", "bob", "cleo")).play()
    assert sum(isinstance(event, Won) for event in events) == 2


@pytest.mark.parametrize("seed", [11])
def test_a_rough_table_is_asked_things_and_puts_them_right(seed):
    played = PlayedTable(seed, rough=True)
    assert isinstance(played.play()[-1], Won)
    assert {"doubtful-die", "wrong-dice-count", "illegal-keep"} & set(played.questions)


def settled(camera: MockCamera) -> None:
    while camera.busy:
        camera.read()


def gesture(people: SimulatedPlayers, camera: MockCamera) -> None:
    people.act()
    settled(camera)


@pytest.fixture
def camera():
    return MockCamera(1, fps=8, size=SMALL, touching=0)


@pytest.fixture
def chosen():
    return []


@pytest.fixture
def people(camera, chosen):
    return SimulatedPlayers(camera, 1, colours=COLOURS, choose=chosen.append)


def faces(camera):
    return Counter(die.face for die in camera.lying)


def test_nobody_throws_before_a_turn_is_announced(people, camera):
    for _ in range(30):
        people.act()
        camera.read()
    assert not camera.lying and not camera.busy


def test_a_turn_is_thrown_in_the_colour_of_the_seat(people, camera):
    people.hear(Turn("blue", 6))
    gesture(people, camera)
    assert [die.colour for die in camera.lying] == ["blue"] * 6


def test_taken_out_is_what_the_hand_lacks(people, camera):
    people.resume({"red": (4, 5)}, lying=(3, 3, 6, 1), to_move="red")
    people.hear(Options("red", ((3, 4, 5, 6),)))
    gesture(people, camera)
    assert faces(camera) == Counter([3, 1])


def test_after_a_keep_the_rest_is_swept_and_then_the_next_throws(people, camera):
    people.resume({}, lying=(2, 2), to_move="red")
    people.hear(Kept("red", (5,)))
    people.hear(Turn("blue", 6))
    gesture(people, camera)
    assert not camera.lying
    gesture(people, camera)
    assert {die.colour for die in camera.lying} == {"blue"}


def test_after_a_win_the_tray_is_cleared_and_all_dice_are_in_the_cups(people, camera):
    people.resume({"red": (1, 2, 3, 4, 5), "blue": (2,)}, lying=(6, 6), to_move="red")
    people.hear(Won("red"))
    gesture(people, camera)
    assert not camera.lying
    people.hear(Turn("blue", 6))
    gesture(people, camera)
    assert len(camera.lying) == 6


def test_a_leaning_die_is_nudged_flat_and_keeps_its_face(people, camera):
    camera.throw([1, 6], "red", cocked=1)
    settled(camera)
    assert [die.cocked for die in camera.lying] == [False, True]
    people.hear_question("doubtful-die")
    gesture(people, camera)
    assert not any(die.cocked for die in camera.lying)
    assert faces(camera) == Counter([1, 6])


def test_a_doubtful_die_that_lies_flat_is_laid_elsewhere(people, camera):
    camera.throw([2, 3], "red")
    settled(camera)
    before = {(die.drawn.x_mm, die.drawn.y_mm) for die in camera.lying}
    people.hear_question("doubtful-die")
    gesture(people, camera)
    assert faces(camera) == Counter([2, 3])
    assert before.isdisjoint((die.drawn.x_mm, die.drawn.y_mm) for die in camera.lying)


def test_a_wrong_number_is_picked_up_and_the_right_number_thrown(people, camera):
    people.hear(Turn("red", 4))
    camera.throw([1, 1], "red")
    settled(camera)
    people.hear_question("wrong-dice-count")
    gesture(people, camera)
    assert len(camera.lying) == 4


def test_asked_which_hand_they_say_the_one_they_meant(people, camera, chosen):
    people.resume({}, lying=(2, 4), to_move="red")
    people.hear(Options("red", ((2,), (4,))))
    gesture(people, camera)
    left = faces(camera)
    people.hear_question("which-hand")
    gesture(people, camera)
    assert len(chosen) == 1
    assert left == Counter([2, 4]) - Counter(chosen[0])


def test_after_an_undone_keep_the_dice_come_back_and_a_hand_is_taken_anew(people, camera):
    people.resume({}, lying=(1, 5, 5), to_move="red")
    people.hear(Options("red", ((5,),)))
    gesture(people, camera)
    people.hear(Kept("red", (5,)))
    people.hear(Undone(Keep((5,))))
    people.hear(Options("red", ((1,),)))
    gesture(people, camera)
    assert faces(camera) == Counter([1, 5, 5])
    gesture(people, camera)
    assert faces(camera) == Counter([5, 5])


def test_an_undone_roll_is_thrown_again(people, camera):
    people.hear(Turn("red", 6))
    gesture(people, camera)
    people.hear(Rolled("red", (1, 1, 1, 1, 1, 1)))
    people.hear(Undone(Roll((1, 1, 1, 1, 1, 1))))
    people.hear(Turn("red", 6))
    gesture(people, camera)
    assert not camera.lying
    gesture(people, camera)
    assert len(camera.lying) == 6


def test_when_nobody_says_anything_they_shove_the_dice_about(people, camera):
    camera.throw([4], "red")
    settled(camera)
    before = camera.lying
    for _ in range(100):
        people.act()
        camera.read()
    settled(camera)
    assert camera.lying != before
    assert faces(camera) == Counter([4])


def test_longer_hands_are_liked_better():
    taken = Counter()
    for seed in range(30):
        camera = MockCamera(0, fps=3, size=SMALL)
        people = SimulatedPlayers(camera, seed, colours=COLOURS)
        people.resume({}, lying=(1, 2, 3), to_move="red")
        people.hear(Options("red", ((1,), (1, 2, 3))))
        gesture(people, camera)
        taken[len(camera.lying)] += 1
    assert taken[0] > taken[2] > 0
