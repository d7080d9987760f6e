"""Mat mode end to end: a drawn mat, real hands, the real reader, settler, referee, journal and words on the screen."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi.cameras.mat_mock import MatCamera
from pi.companion import Companion
from pi.config import load_settings
from pi.eye import Eye
from pi.indicators import Indicators
from pi.journal import Journal, open_journal
from pi.mat import MatReader
from pi.notify import Notify
from pi.pace import Pace
from pi.parts import Parts
from pi.plan import Beginning, Plan
from pi.seats import parse_players
from pi.telling import Circle, News
from rules.events import Event, Kept, Killed, Rolled
from rules.game import Keep, Roll
from rules.games import by_key
from rules.referee import Ask
from rules.zones import PATIENCE_S
from ui.view import Choice, TableView
from ui.words import Words
from vision.detector import Detector
from vision.mat_layout import Rect

DETECTOR = Detector()
QUIET_FRAMES = 45
"""Nobody touches anything for so long before the next step of a story."""
Story = Callable[["Table"], Iterator[None]]


class Table:
    """A mat for two, a story that is played on it, and all that is said."""

    def __init__(self, journal: Journal, players: str = "red,blue") -> None:
        self.camera = MatCamera(3, touching=0)
        self.seats = parse_players(players.split(","))
        self.events: list[Event] = []
        self.asked: list[str] = []
        self.view: TableView | None = None
        self.journal = journal
        self._quiet_from = self._drawn_at = 0
        settings = load_settings()
        self.parts = Parts(
            eye=Eye(lambda: self.camera, settings.camera),
            read=MatReader(DETECTOR),
            circle=Circle([self]),
            news=News(lambda: 0.0),
            indicators=Indicators({}, tuple(seat.name for seat in self.seats)),
            pace=Pace(0.0),
            notify=Notify({}),
            stop=self._stop,
            window=self,
        )
        self.plan = Plan(settings=settings, source="mock:mat", game=by_key("run-buster"), seats=self.seats)

    # what the companion calls

    def listen(self, event: Event) -> None:
        self.events.append(event)

    def ask(self, question: Ask) -> None:
        self.asked.append(question.about)

    def draw(self, view: TableView, now_s: float) -> None:
        self.view, self._drawn_at = view, self.camera.taken

    def choices(self) -> list[Choice]:
        return []

    def wire(self, pushes: int) -> None:
        pass

    def push(self, number: int) -> None:
        pass

    def speak(self, lang: str) -> None:
        pass

    def close(self) -> None:
        pass

    def _stop(self) -> bool:
        """Once everything has come to rest: the next step of the story; whether it is over."""
        if self.camera.busy:
            self._quiet_from = self.camera.taken
        if self._drawn_at - self._quiet_from < QUIET_FRAMES:
            return False
        self._quiet_from = self.camera.taken
        return next(self.story, "over") == "over"

    # what a story says

    def play(self, story: Story) -> None:
        self.story = story(self)
        companion = Companion(self.parts)
        self.game = companion.begin(self.journal, Beginning(self.plan.game, self.seats, self.seats[0].name))
        companion.play(self.game, self.seats)

    def roll(self, faces: str, colour: str = "red") -> None:
        self.camera.throw([int(face) for face in faces], colour)  # type: ignore[arg-type]

    def lay(self, faces: str, seat: int, from_zone: int = 0) -> None:
        self.camera.lay_down([int(face) for face in faces], seat, from_zone=from_zone)

    @property
    def hands(self) -> list[str]:
        return ["".join(map(str, place.hand)) for place in self.game.table.position.places]

    @property
    def question(self) -> str:
        """What is asked now, as the screen has it in English."""
        assert self.view is not None
        return Words("en").question(self.view) if self.view.question else ""

    def happened(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with open_journal(tmp_path) as journal:
        yield Table(journal)


def test_two_turns_a_kill_and_the_killed_hand(table: Table) -> None:
    def story(table: Table) -> Iterator[None]:
        table.roll("123446")
        yield
        assert table.happened(Rolled) == [Rolled("red", (1, 2, 3, 4, 4, 6))]
        table.lay("123", 1)
        yield
        assert table.hands == ["", ""] and table.asked == []  # a fourth die may follow
        table.lay("4", 1)
        table.camera.sweep()
        yield
        assert table.hands == ["1234", ""]
        table.roll("133566", "blue")
        yield
        assert table.happened(Killed) == [Killed("blue", "red", (1, 2, 3, 4), (5, 6))]
        table.lay("56", 2)
        table.camera.sweep()
        yield
        assert table.hands == ["", "56"]
        table.camera.idle(PATIENCE_S + 1)
        yield
        assert table.asked == ["hand-to-cup"] and "goes back into the cup" in table.question
        table.roll("11", "red")  # red rolls two, and forgets the four that were killed
        yield
        assert table.asked == ["hand-to-cup"] and len(table.happened(Rolled)) == 2
        table.camera.sweep()
        table.camera.clear(1)
        yield
        assert table.question == ""
        table.roll("112244", "red")
        yield
        assert table.events[-2] == Rolled("red", (1, 1, 2, 2, 4, 4))

    table.play(story)
    assert table.journal.actions(1)[:4] == (
        Roll((1, 2, 3, 4, 4, 6)), Keep((1, 2, 3, 4)), Roll((1, 3, 3, 5, 6, 6)), Keep((5, 6)),
    )  # fmt: skip


def test_a_hand_is_changed_and_put_right(table: Table) -> None:
    def story(table: Table) -> Iterator[None]:
        table.roll("445566")
        yield
        table.lay("45", 1)
        table.camera.sweep()
        yield
        assert table.hands == ["45", ""]
        table.camera.take_faces((5,), 1)
        yield
        assert table.asked == ["hand-changed"] and "Put it right" in table.question
        table.camera.put((5,), "red", 1)
        table.camera.hover()
        yield
        assert table.question == ""
        table.camera.clear(1)
        yield
        assert table.asked == ["hand-changed", "hand-gone"] and "is gone" in table.question

    table.play(story)


def test_dice_of_one_colour_are_told_by_their_zones(tmp_path: Path) -> None:
    def story(table: Table) -> Iterator[None]:
        table.roll("445566", "white")
        yield
        table.lay("45", 1)
        table.camera.sweep()
        yield
        table.roll("112233", "white")
        yield
        table.lay("123", 2)
        table.camera.sweep()
        yield
        assert table.hands == ["45", "123"] and table.asked == []

    with open_journal(tmp_path) as journal:
        Table(journal, "anna:white,bob:white").play(story)


def test_a_hand_that_may_not_be_kept(table: Table) -> None:
    def story(table: Table) -> Iterator[None]:
        table.roll("224556")
        yield
        table.lay("46", 1)
        table.camera.sweep()
        yield
        assert table.asked == ["illegal-keep"] and "may not be kept" in table.question
        table.camera.put((5,), "red", 1)  # it was rolled, and is taken out of the cup again
        yield
        assert table.happened(Kept) == [Kept("red", (4, 5, 6))]

    table.play(story)


def test_a_mat_that_is_bumped_or_hidden(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    def story(table: Table) -> Iterator[None]:
        table.roll("445566")
        yield
        table.lay("45", 1)
        table.camera.sweep()
        yield
        before = table.view.mat.zones[0].outline
        table.camera.shove(14, -9, 3.0)
        table.camera.idle(5.5)  # longer than a hand is ever still
        yield
        assert "moved" in caplog.text and table.view.mat.moved
        assert abs(table.view.mat.zones[0].outline[0][0] - before[0][0]) > 5
        assert table.question == "" and table.hands == ["45", ""]
        table.roll("112233", "blue")
        yield
        assert table.events[-2] == Rolled("blue", (1, 1, 2, 2, 3, 3)) and table.asked == []
        table.camera.hidden = Rect(0, 0, 640, 480)
        table.camera.idle(5.5)
        yield
        assert table.asked == ["mat-lost"]
        table.camera.hidden = None
        table.camera.idle(5.5)
        yield
        assert table.question == ""
        table.lay("1", 2)
        table.camera.sweep()
        yield
        assert table.hands == ["45", "1"] and table.question == ""

    table.play(story)
