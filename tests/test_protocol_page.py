"""docs/protocol.md: each of its sessions is what the command answers, line by line, and each game has one."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from pi.cli import DONE, run_command
from rules.games import GAMES

PAGE = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```session\n\$ croupier (.+)\n((?:.+\n)+)```", PAGE)


def test_every_game_has_a_worked_session() -> None:
    shown = {command.split()[1] for command, _ in SESSIONS}
    family = {key.removesuffix("-six").removesuffix("-ten") for key in shown}
    assert {game.key.removesuffix("-six").removesuffix("-ten") for game in GAMES} == family


def test_every_option_and_reason_stands_on_the_page() -> None:
    for game in GAMES:
        for option in game.options:
            assert f"| `{option.key}` |" in PAGE
        for word in game.says:
            assert f'"action":"{word}"' in PAGE or f"`{word}`" in PAGE


@pytest.mark.parametrize(("command", "lines"), SESSIONS, ids=lambda part: part.split()[1] if "\n" not in part else "")
def test_a_session_is_what_the_command_answers(command, lines, monkeypatch, capsys) -> None:
    said = [line.removeprefix("> ") for line in lines.splitlines() if line.startswith("> ")]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(said)))
    assert run_command(shlex.split(command)) == DONE
    assert capsys.readouterr().out.splitlines() == [line for line in lines.splitlines() if not line.startswith("> ")]
