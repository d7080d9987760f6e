"""Who is told, in what form, and what happens when one of them fails."""

import json
import logging
from pathlib import Path

import pytest

from pi.errors import TrayError
from pi.telling import Circle, EventLines, News
from rules.events import Rolled, Turn, Won
from rules.referee import Ask


class Ears:
    """Remembers what was told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.told: list[object] = []
        self.error = error

    def listen(self, event: object) -> None:
        self.told.append(event)
        if self.error:
            raise self.error

    ask = listen


def test_one_that_fails_stops_nobody_and_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    deaf, last = Ears(RuntimeError("broken")), Ears()
    circle = Circle([deaf, last])
    with caplog.at_level(logging.WARNING):
        circle.listen(Turn("red", 6))
        circle.ask(Ask("which-hand"))
        circle.listen(Turn("blue", 6))
    assert last.told == [Turn("red", 6), Ask("which-hand"), Turn("blue", 6)]
    said = "a part of the table has failed (broken); the game goes on"
    assert [record.getMessage() for record in caplog.records] == [said]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is Linux's")
def test_events_for_which_there_is_no_room_are_said_in_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    lines, last = EventLines("/dev/full", add=False), Ears()
    circle = Circle([lines, last])
    with caplog.at_level(logging.WARNING):
        circle.listen(Turn("red", 6))
        circle.listen(Turn("blue", 6))
    assert last.told == [Turn("red", 6), Turn("blue", 6)]
    said = "the events can no longer be written (No space left on device); the game goes on"
    assert [record.getMessage() for record in caplog.records] == [said]
    with pytest.raises(TrayError, match=r"some events are not in /dev/full: No space left on device"):
        lines.close()
    lines.close()


def test_a_reader_that_has_gone_ends_the_program() -> None:
    with pytest.raises(BrokenPipeError):
        Circle([Ears(BrokenPipeError())]).listen(Turn("red", 6))


def test_events_as_lines(tmp_path: Path) -> None:
    file = tmp_path / "events"
    lines = EventLines(str(file), add=False)
    lines.listen(Rolled("red", (1, 2)))
    assert json.loads(file.read_text()) == {"event": "rolled", "player": "red", "faces": [1, 2]}  # flushed at once
    lines.ask(Ask("wrong-dice-count", {"seen": "5", "due": "6"}))
    lines.close()
    lines.close()
    asked = json.loads(file.read_text().splitlines()[1])
    assert asked == {"event": "question", "about": "wrong-dice-count", "seen": "5", "due": "6"}
    more = EventLines(str(file), add=True)
    more.listen(Won("red"))
    more.close()
    assert len(file.read_text().splitlines()) == 3
    EventLines(str(file), add=False).close()
    assert file.read_text() == ""


def test_events_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(TrayError, match="cannot be written"):
        EventLines(str(tmp_path / "no folder" / "events"), add=False)


def test_the_news_keep_their_time() -> None:
    now_s = 3.0
    news = News(lambda: now_s)
    news.listen(Turn("red", 6))
    now_s = 4.5
    news.listen(Won("red"))
    assert news.latest == ((3.0, Turn("red", 6)), (4.5, Won("red")))
    news.clear()
    assert news.latest == ()
