"""The figures of the screen are printed for every scene, and a machine without one says so."""

import json
import time

import pytest

from pi.screen_bench import SCENES, bench_screen


def test_each_scene_has_its_figures_while_pictures_are_read(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    said, read = [], []
    assert bench_screen(lambda: read.append(time.sleep(0.01)), seconds=0.5, as_json=True, say=said.append) == 0
    lines = [json.loads(line) for line in said]
    assert [line["scene"] for line in lines] == list(SCENES)
    for line in lines:
        assert 0 < line["frames_a_second"] <= 61
        assert 0 < line["draw_ms"] <= line["slowest_ms"]
        assert 0 < line["screen_core"] <= line["program_core"] + 0.1
        assert line["readings"] > 0
    assert sum(line["readings"] for line in lines) == len(read)


def test_words_for_people(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    said = []
    bench_screen(lambda: None, seconds=0.5, as_json=False, say=said.append)
    assert [line.split("  ")[0] for line in said] == list(SCENES)
    assert all("of a core for the screen" in line for line in said)


@pytest.mark.parametrize("as_json", [True, False])
def test_without_a_screen_one_line_and_code_1(monkeypatch, as_json):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    said = []
    assert bench_screen(lambda: None, seconds=0.5, as_json=as_json, say=said.append) == 1
    assert len(said) == 1 and "no-such-driver" in said[0]
