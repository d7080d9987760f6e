"""Starts that fail, counted as the service counts them."""

from pathlib import Path

import pytest

from pi.starts import TOO_MANY, UNTOLD, Starts


def starts(folder: Path) -> Starts:
    return Starts({"RUNTIME_DIRECTORY": f"{folder}:/run/other"})


def test_starts_that_die_or_fail_are_counted_until_one_succeeds(tmp_path: Path) -> None:
    assert not starts(tmp_path).again
    for failed in range(TOO_MANY):
        start = starts(tmp_path)
        assert (start.failed, start.too_many) == (failed, False)
        start.begin()
        if failed == 1:
            start.fail("no room")
        after = starts(tmp_path)
        assert after.again
        assert after.why == ("no room" if failed == 1 else UNTOLD)
    last = starts(tmp_path)
    assert last.too_many
    last.retry()
    assert not starts(tmp_path).too_many
    starts(tmp_path).begin()
    assert starts(tmp_path).too_many
    starts(tmp_path).succeed()
    starts(tmp_path).fail("the game fell over later")
    assert starts(tmp_path).failed == 0


def test_nothing_is_counted_outside_a_service() -> None:
    start = Starts({})
    start.begin()
    assert not start.as_service and not Starts({}).again


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"failed":"x","why":1}'])
def test_a_spoilt_count_is_no_count(tmp_path: Path, content: str) -> None:
    (tmp_path / "starts.json").write_text(content)
    assert starts(tmp_path).failed == 0


def test_a_count_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    start = starts(tmp_path / "nowhere")
    start.begin()
    start.fail("x")
    start.succeed()
