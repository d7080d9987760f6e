"""The loop, with the real mock camera, settler, referee and journal; only the reader is a stand-in.

The reader itself is tried in tests/vision, and with all of this in tests/test_whole_machine.py.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from pi.book import Book, Desk
from pi.cameras.mock import Fault, MockCamera
from pi.companion import Companion, Ending
from pi.config import load_settings
from pi.evening import evening, how_it_stands
from pi.eye import Eye
from pi.game_in_play import GameInPlay
from pi.indicators import Indicators
from pi.journal import Journal, open_journal
from pi.notify import Notify
from pi.pace import Pace
from pi.parts import Parts
from pi.plan import Beginning, Beginnings, Plan
from pi.players import SimulatedPlayers
from pi.preferences import PreferenceFile
from pi.seats import parse_players
from pi.telling import Circle, News
from rules.events import Event, Kept, Refused, Rolled, Turn, Undone, Won
from rules.game import Keep, Roll, Say
from rules.games import by_key
from rules.referee import Ask
from ui.view import Choice, ChooseHand, CorrectRoll, NewGame, Quit, StartView, TableView, Undo
from vision.frame import Frame, Pixels
from vision.reading import Colour, Die, Reading

SEATS = parse_players(["red", "blue"])
STRAIGHT = (1, 2, 3, 4, 5, 6)


class Told:
    """Remembers what was told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.questions: list[str] = []

    def listen(self, event: Event) -> None:
        self.events.append(event)

    def ask(self, question: Ask) -> None:
        self.questions.append(question.about)


class Glass:
    """A window that shows its views to a script, which answers with choices."""

    def __init__(self, script: Callable[[TableView, int], list[Choice]]) -> None:
        self.script = script
        self.views: list[TableView] = []
        self.answers: list[Choice] = []

    def draw(self, view: TableView, now_s: float) -> None:
        self.views.append(view)
        self.answers = self.script(view, len(self.views))

    def choices(self) -> list[Choice]:
        answers, self.answers = self.answers, []
        return answers

    def close(self) -> None:
        pass


class Cable:
    """Plugs the mock camera in; pulling it out leaves the camera as it is."""

    name, live = "mock", False

    def __init__(self, camera: MockCamera) -> None:
        self.camera = camera

    def read(self) -> Frame | None:
        return self.camera.read()

    def close(self) -> None:
        pass


class Answers:
    """Lines that come as soon as something is asked, once."""

    def __init__(self, told: Told, *lines: str) -> None:
        self.told, self.left = told, list(lines)

    def lines(self) -> list[str]:
        if not self.told.questions:
            return []
        lines, self.left = self.left, []
        return lines


class Rig:
    """A table with a mock camera, to be scripted."""

    def __init__(self, journal: Journal, glass: Glass | None = None, frames: int = 1500) -> None:
        self.camera = MockCamera(3)
        self.journal, self.glass, self.told = journal, glass, Told()
        self.frames_left = frames
        self.plan = Plan(settings=load_settings(), source="mock", game=by_key("run-buster"), seats=SEATS)
        self.eye = Eye(lambda: Cable(self.camera), self.plan.settings.camera)
        self.parts = Parts(
            eye=self.eye,
            read=self.read,
            circle=Circle([self.told]),
            news=News(lambda: 0.0),
            indicators=Indicators({}, ("red", "blue")),
            pace=Pace(0.0),
            notify=Notify({}),
            stop=self.stop,
            window=glass,
            linger_s=None if glass else 0.0,
        )

    def read(self, pixels: Pixels, t_s: float) -> Reading:
        dice = []
        for lying in self.camera.lying:
            [truth] = self.camera.scene.truth([lying.drawn])
            dice.append(Die(truth.face if truth.flat else None, truth.flat, 1.0, truth.box, truth.colour))
        return Reading(tuple(dice), pixels.shape[1], pixels.shape[0], t_s)

    def stop(self) -> bool:
        """A test that hangs ends here."""
        self.frames_left -= 1
        return self.frames_left < 0

    def play(self) -> tuple[Ending, GameInPlay]:
        companion = Companion(self.parts)
        game = companion.begin(self.journal, Beginning(self.plan.game, SEATS, "red"))
        return companion.play(game, SEATS), game


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    with open_journal(tmp_path) as opened:
        yield opened


def test_a_throw_that_wins_without_a_button(journal: Journal) -> None:
    rig = Rig(journal, frames=420)
    rig.camera.idle(0.5)
    rig.camera.throw(STRAIGHT, "red")
    rig.camera.idle(0.5)
    rig.camera.respread()  # a hand in view decides nothing
    rig.camera.idle(0.5)
    rig.camera.sweep()
    ending, game = rig.play()
    assert ending == "stopped"  # everything was taken at once: more than one hand is possible
    assert rig.told.questions == ["which-hand"]
    assert game.accept(Keep(STRAIGHT))
    assert rig.told.events[-1] == Won("red")
    assert journal.actions(1) == (Roll(STRAIGHT), Keep(STRAIGHT))


def test_fingers_choose_undo_correct_and_quit(journal: Journal) -> None:
    rolled = (1, 1, 1, 1, 1, 4)

    def script(view: TableView, count: int) -> list[Choice]:
        told = rig.told.events
        kinds = [type(event) for event in told]
        if kinds == [Turn, Rolled, *kinds[2:3]] and view.options:
            return [ChooseHand((4,))]
        if Kept in kinds and Undone not in kinds:
            return [Undo()]
        if kinds.count(Undone) == 1:
            return [CorrectRoll((1, 1, 1, 1, 4, 5))]
        return [Quit()] if kinds.count(Undone) == 2 else []

    glass = Glass(script)
    rig = Rig(journal, glass)
    rig.camera.throw(rolled, "red")
    ending, game = rig.play()
    assert ending == "quit"
    assert Kept("red", (4,)) in rig.told.events
    assert journal.actions(1) == (Roll((1, 1, 1, 1, 4, 5)),)
    assert not any(isinstance(event, Refused) for event in rig.told.events)
    assert game.table.position.options == ((1,), (4,), (4, 5), (5,))


@pytest.mark.parametrize("by", ["screen", "line"])
def test_a_die_that_leans_is_told_and_never_asked_about_again(journal: Journal, by: str) -> None:
    truth = (1, 1, 1, 4, 4, 6)

    def script(view: TableView, count: int) -> list[Choice]:
        if by == "screen" and view.question == "doubtful-die":
            return [CorrectRoll(truth)]
        if Kept in map(type, rig.told.events):
            return [Quit()]
        if view.options and not rig.camera.busy:
            rig.camera.bump()
            rig.camera.take([0])
            rig.camera.idle(1.0)
        return []

    rig = Rig(journal, Glass(script))
    if by == "line":
        rig.parts.lines = Answers(rig.told, '{"action":"roll","faces":[1,1,1,4,4,6]}')
    rig.camera.throw((4, 1, 1, 1, 4, 6), "red", cocked=1)
    ending, _ = rig.play()
    assert ending == "quit"
    assert rig.told.questions == ["doubtful-die"]
    assert [event for event in rig.told.events if isinstance(event, Rolled | Kept | Refused)] == [
        Rolled("red", truth),
        Kept("red", (4,)),
    ]
    assert journal.actions(1) == (Roll(truth), Keep((4,)))


def test_dice_that_are_not_seen_are_told(journal: Journal) -> None:
    told = (1, 1, 1, 4, 4, 6)

    def script(view: TableView, count: int) -> list[Choice]:
        if view.question == "wrong-dice-count":
            rig.camera.take([0])  # somebody takes a four while the screen still asks; the six hides under the rim
            return [CorrectRoll(told)]
        return [Quit()] if Kept in map(type, rig.told.events) else []

    rig = Rig(journal, Glass(script))
    rig.camera.throw((4, 1, 1, 1, 4), "red")
    ending, _ = rig.play()
    assert ending == "quit"
    assert rig.told.questions == ["wrong-dice-count"]
    assert journal.actions(1) == (Roll(told), Keep((4,)))


def test_a_roll_that_cannot_be_is_refused_and_the_question_stays(journal: Journal) -> None:
    tries: list[Choice] = [CorrectRoll((1, 2, 3)), Quit()]
    rig = Rig(journal, Glass(lambda view, count: [tries.pop(0)] if view.question and tries else []))
    rig.camera.throw((4, 1, 1, 1, 4, 6), "red", cocked=1)
    ending, game = rig.play()
    assert ending == "quit"
    assert isinstance(rig.told.events[-1], Refused)
    assert game.referee.asks_about_roll


def test_a_gone_camera_is_said_and_the_game_goes_on_where_it_was(journal: Journal) -> None:
    faults: list[str] = []

    def script(view: TableView, count: int) -> list[Choice]:
        if count == 5:
            rig.camera.fault = Fault.GONE
            rig.parts.eye._wait_s = 0.0  # patience is tried in test_eye
        if view.camera_fault:
            faults.append(view.camera_fault)
            assert view.frame is None
        if len(faults) == 3:
            rig.camera.fault = None
        return [Quit()] if Rolled("red", STRAIGHT) in rig.told.events else []

    rig = Rig(journal, Glass(script), frames=2000)
    rig.camera.idle(1.0)
    rig.camera.throw(STRAIGHT, "red")
    ending, game = rig.play()
    assert faults
    assert ending == "quit"
    assert game.table.actions == (Roll(STRAIGHT),)


def test_the_window_is_drawn_and_heard_while_a_live_camera_hangs(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung_at = 0

    def script(view: TableView, count: int) -> list[Choice]:
        nonlocal hung_at
        if view.frame is not None and not hung_at:
            rig.camera.fault, hung_at = Fault.HANGING, count
        return [Quit()] if hung_at and count > hung_at + 10 else []

    monkeypatch.setattr(Cable, "live", True)
    rig = Rig(journal, Glass(script), frames=3000)
    ending, _ = rig.play()
    assert ending == "quit"
    rig.camera.released.set()
    rig.eye.close()


def test_a_camera_that_never_returned_is_said_opened_again_and_the_game_goes_on(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[str] = []

    def script(view: TableView, count: int) -> list[Choice]:
        if view.frame is not None and not faults:
            rig.camera.fault = Fault.HANGING
            rig.eye._wait_s = 0.0  # patience is tried in test_eye
        if view.camera_fault and not faults:
            faults.append(view.camera_fault)
            rig.camera.fault = None
            rig.camera.released.set()
            rig.camera.throw(STRAIGHT, "red")
        return [Quit()] if Rolled("red", STRAIGHT) in rig.told.events else []

    monkeypatch.setattr(Cable, "live", True)
    monkeypatch.setattr("pi.eye.SILENT_S", 0.3)
    rig = Rig(journal, Glass(script), frames=6000)
    ending, game = rig.play()
    rig.eye.close()
    assert ending == "quit"
    assert "does not answer" in faults[0]
    assert game.table.actions == (Roll(STRAIGHT),)


def test_the_screen_says_that_nothing_is_saved(journal: Journal) -> None:
    def script(view: TableView, count: int) -> list[Choice]:
        if count == 1:
            assert view.saved
            journal._connection.execute("PRAGMA query_only = ON")
        return [] if view.saved else [Quit()]

    rig = Rig(journal, Glass(script))
    rig.camera.throw(STRAIGHT, "red")
    ending, _ = rig.play()
    assert ending == "quit"
    assert Rolled("red", STRAIGHT) in rig.told.events


def test_an_evening_goes_round_the_seats(journal: Journal) -> None:
    wishes: list[Choice] = [NewGame(), NewGame(), Quit()]
    rig = Rig(journal, Glass(lambda view, count: [wishes.pop(0)] if wishes else []))
    beginnings = Beginnings(rig.plan)
    evening(rig.parts, beginnings, journal, beginnings.anew())
    assert [row.first for row in journal.games()] == ["red", "blue", "red"]
    assert [row.over for row in journal.games()] == [False] * 3


def test_a_film_ends_a_game_that_nobody_watches(journal: Journal) -> None:
    rig = Rig(journal)
    rig.camera.throw((1, 1, 1, 1, 1, 2), "red")
    rig.camera.idle(1.0)
    whole = rig.camera.read
    rig.camera.read = lambda: whole() if rig.camera.busy else None  # type: ignore[method-assign]
    ending, game = rig.play()
    assert ending == "source ended"
    assert game.table.actions == (Roll((1, 1, 1, 1, 1, 2)),)
    assert not journal.game(1).over


def test_the_screen_names_who_is_still_to_show(journal: Journal) -> None:
    def script(view: TableView, count: int) -> list[Choice]:
        return [Quit()] if view.question else []

    seats = parse_players(["red", "blue", "green"])
    rig = Rig(journal, Glass(script))
    rig.camera.idle(0.5)
    rig.camera.throw((1, 2, 3, 4, 5, 1, 2, 3, 4, 5), (*["red"] * 5, *["green"] * 5))
    companion = Companion(rig.parts)
    game = companion.begin(journal, Beginning(by_key("perudo"), seats, "red"))
    assert game.accept(Say("bid", {"count": 6, "face": 2}))
    assert game.accept(Say("open"))
    assert companion.play(game, seats) == "quit"
    assert rig.glass is not None
    assert rig.glass.views[0].to_show == ("red", "blue", "green")
    assert (rig.glass.views[-1].question, rig.glass.views[-1].to_show) == ("more-dice", ("blue",))


@pytest.mark.parametrize(
    ("colour", "said"),
    [
        ("", "mock has ended before a roll was read: a film must show the tray at rest"),
        ("red", "mock has ended in the middle of game 1, and --resume goes on with it"),
        ("blue", "mock has ended before a roll was read; what was asked last still stands: The dice are another"),
    ],
)
def test_a_film_that_ends_before_its_game_is_told_of(
    journal: Journal, caplog: pytest.LogCaptureFixture, colour: Colour, said: str
) -> None:
    rig = Rig(journal)
    if colour:
        rig.camera.throw((1, 1, 1, 1, 1, 2), colour)
    rig.camera.idle(1.0)
    whole = rig.camera.read
    rig.camera.read = lambda: whole() if rig.camera.busy else None  # type: ignore[method-assign]
    beginnings = Beginnings(rig.plan)
    evening(rig.parts, beginnings, journal, beginnings.anew())
    (told,) = [record.getMessage() for record in caplog.records if record.name == "pi.evening"]
    assert told.startswith(said)


def test_a_film_that_ends_after_a_game_was_read_well_enough(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    rig = Rig(journal)
    rig.camera.throw((1, 2, 3, 4, 5, 6), "red")
    rig.camera.idle(1.0)
    rig.camera.sweep()
    rig.camera.idle(1.0)
    rig.parts.lines = Answers(rig.told, '{"action":"keep","hand":[1,2,3,4,5,6]}')
    whole = rig.camera.read
    rig.camera.read = lambda: whole() if rig.camera.busy else None  # type: ignore[method-assign]
    beginnings = Beginnings(rig.plan)
    evening(rig.parts, beginnings, journal, beginnings.anew())
    told = [record.getMessage() for record in caplog.records if record.name == "pi.evening"]
    assert told == ["mock has ended after 1 game, before a roll of the next was read"]
    assert journal.game(1).over
    begun = Companion(rig.parts).begin(journal, beginnings.anew())
    assert how_it_stands(begun, 2) == "after 2 games, before a roll of the next was read"


def test_who_begins() -> None:
    def firsts(seed: int | None, count: int, **changes: object) -> list[str]:
        seats = parse_players(["a", "b", "c"])
        beginnings = Beginnings(
            Plan(settings=load_settings(), source="mock", game=by_key("run-buster"), seats=seats, seed=seed, **changes)
        )
        return [beginnings.anew().first for _ in range(count)]

    assert firsts(1, 4, first="b") == ["b", "c", "a", "b"]
    assert firsts(5, 6) == firsts(5, 6)
    assert {first for seed in range(20) for first in firsts(seed, 1)} == {"a", "b", "c"}
    drawn = {first for _ in range(60) for first in firsts(None, 1)}  # misses one once in ten thousand million
    assert drawn == {"a", "b", "c"}


def test_simulated_players_wait_until_somebody_has_read(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[Frame | None] = []

    def script(view: TableView | StartView, count: int) -> list[Choice]:
        if isinstance(view, StartView) and len(frames) > 150:  # five seconds, in which they would have thrown
            assert not view.throw_begins
            assert not rig.camera.lying and not rig.camera.busy
            return [NewGame()]
        return [Quit()] if any(isinstance(event, Rolled) for event in rig.told.events) else []

    glass = Glass(script)
    rig = Rig(journal, glass, frames=100_000)
    read = rig.camera.read
    monkeypatch.setattr(rig.camera, "read", lambda: frames.append(read()) or frames[-1])
    desk = Desk(Beginnings(rig.plan), PreferenceFile(tmp_path), journal, glass, people=False)
    rig.parts.book = Book(desk)
    rig.parts.people = SimulatedPlayers(rig.camera, 3, colours={"red": "red", "blue": "blue"})
    rig.parts.circle = Circle([rig.told, rig.parts.people, rig.parts.book])
    rig.parts.book.open("start")
    ending, _ = rig.play()
    assert ending == "quit" and len(frames) > 150
