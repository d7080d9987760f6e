"""Two programs and one data folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi.alone import alone_in
from pi.errors import JournalError

PLAY = ["demo", "--headless", "--seed", "1", "--events", "-", "--data"]


def test_a_second_program_says_so_and_ends_and_a_killed_one_is_in_nobody_s_way(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pi", *PLAY, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as first:
        assert "turn" in first.stdout.readline()
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        first.kill()
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert f"another Croupier (process {first.pid})" in second.stderr and str(tmp_path) in second.stderr
    with alone_in(tmp_path):
        assert (tmp_path / "table.lock").read_text() == f"{os.getpid()}\n"


def test_it_is_let_go(tmp_path: Path) -> None:
    for _ in range(2):
        with alone_in(tmp_path), pytest.raises(JournalError, match="--data DIR"), alone_in(tmp_path):
            pass


def test_a_folder_that_holds_no_lock_lets_everybody_play(tmp_path: Path) -> None:
    with alone_in(tmp_path / "nowhere"):
        pass
