"""Runs case files of `croupier referee`: `python tests/rules/check_referee_cases.py FOLDER`.

A case is a JSON file with `players`, `first`, `start` (the events before any input) and `steps`, each with the line
`in` and the events `out`. Fields that a case does not name are free.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.games import by_key
from rules.protocol import event_to_dict, respond
from rules.table import Table


def differences(case: dict[str, Any]) -> Iterator[str]:
    """What a case expects and does not get, a line each."""
    table = Table(by_key("run-buster"), tuple(case["players"]), case["first"])
    start = [event_to_dict(event) for event in table.prompt()]
    if not _agree(case["start"], start):
        yield f"start: {case['start']} expected, {start} given"
    for number, step in enumerate(case["steps"]):
        given = [event_to_dict(event) for event in respond(table, step["in"])]
        if not _agree(step["out"], given):
            yield f"step {number} {step['in']!r}: {step['out']} expected, {given} given"


def _agree(expected: list[dict[str, Any]], given: list[dict[str, Any]]) -> bool:
    """Whether every field that is expected is given, true and 1 told apart."""
    named = [{name: got.get(name) for name in want} for want, got in zip(expected, given, strict=False)]
    return len(expected) == len(given) and json.dumps(expected) == json.dumps(named)


def main(folder: str) -> int:
    """Check every case of a folder; 1 where one differs or there is none."""
    files = sorted(Path(folder).glob("*.json"))
    wrong = 0
    for file in files:
        found = list(differences(json.loads(file.read_text(encoding="utf-8"))))
        wrong += bool(found)
        for line in found[:3]:
            print(f"{file.name}: {line}")  # noqa: T201 - a command's output
    print(f"{len(files) - wrong} of {len(files)} cases agree")  # noqa: T201 - a command's output
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
