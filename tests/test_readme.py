"""What the README promises can be typed."""

import re
import subprocess
from pathlib import Path

import pytest

from pi.cli import run_command

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FIRST_SCREEN = "\n".join(README.splitlines()[:24])


def test_the_first_screen_says_what_to_type_and_whose_game_it_is() -> None:
    for words in ("make demo", "make test", "Run Buster, designed by Mark Steere"):
        assert words in FIRST_SCREEN


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"(?:^|`)make ([a-z]+)\b", README, flags=re.MULTILINE))
    assert {"demo", "test"} <= targets
    for target in sorted(targets):
        subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize("command", sorted(set(re.findall(r"\bcroupier ([a-z]+)\b", README))))
def test_every_command_and_option_exists(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_command([command, "--help"]) == 0
    text = capfd.readouterr().out
    for line in re.findall(rf"croupier {command}\b[^`\n]*", README):
        for option in re.findall(r"--[a-z]+", line):
            assert option in text


def test_every_file_it_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []
