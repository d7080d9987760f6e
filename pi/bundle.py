"""All that a report of a fault needs, in one ZIP file: without people's names and without pictures unless asked."""

import getpass
import json
import platform
import re
import subprocess
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from pi.config import load_settings, usual_places
from pi.doctor import Finding
from pi.errors import ConfigError, JournalError, TrayError
from pi.journal import data_folder, read_journal
from pi.play import data_place
from pi.starts import Starts

LOG_LINES = 500
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
MOST_PICTURES = 200


def write_bundle(
    to: Path, findings: Iterable[Finding], *, config: Path | None, data: Path | None, names: bool, pictures: bool
) -> list[str]:
    """Write the file and give the names of its parts; TrayError if it cannot be written."""
    try:
        settings = load_settings(config)
    except ConfigError:
        settings = load_settings(defaults_only=True)
    folder = data_folder(data_place(settings, data))
    hidden = {} if names else _hidden(folder, settings.table.players)
    parts = {
        "doctor.jsonl": "".join(finding.to_line() + "\n" for finding in findings),
        "machine.txt": _machine(),
        "versions.txt": _versions(),
        "settings.toml": _settings_text(config),
        "games.jsonl": _games(folder),
        "log.txt": _log(),
        "starts.txt": _starts(),
    }
    try:
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in parts.items():
                bundle.writestr(name, without(text, hidden))
            for picture in _pictures(folder) if pictures else ():
                bundle.write(picture, f"pictures/{picture.name}")
            return bundle.namelist()
    except OSError as error:
        raise _unwritable(to, error) from error


def check_place(to: Path) -> None:
    """TrayError where the file cannot be written; nothing is left there."""
    there = to.exists()
    try:
        with to.open("ab"):
            pass
        if not there:
            to.unlink()
    except OSError as error:
        raise _unwritable(to, error) from error


def without(text: str, hidden: dict[str, str]) -> str:
    """The text with every hidden word replaced, longest first, as a whole word and whatever its case."""
    for word in sorted(hidden, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", hidden[word], text, flags=re.IGNORECASE)
    return text


def _unwritable(to: Path, error: OSError) -> TrayError:
    return TrayError(f"the report cannot be written to {to}: {error.strerror or error}")


def _hidden(folder: Path, seats: tuple[str, ...]) -> dict[str, str]:
    """Names of people to what stands for them; colours are nobody's name."""
    from ui.theme import SEAT_LOOKS  # noqa: PLC0415 - only where it is wanted

    known = [seat.partition(":")[0] for seat in seats]
    try:
        journal = read_journal(folder)
        if journal is not None:
            with journal:
                known += [name for game in journal.games() for name in game.players]
    except JournalError:
        pass  # what cannot be read names nobody either
    people = [name for name in dict.fromkeys(known) if name not in SEAT_LOOKS]
    hidden = {name: f"player-{number}" for number, name in enumerate(people, 1)}
    machine = {str(Path.home()): "~", getpass.getuser(): "user", platform.node(): "machine"}
    return hidden | {word: mask for word, mask in machine.items() if word not in ("", "root", "/", "localhost")}


def _machine() -> str:
    lines = [platform.platform(), platform.machine(), f"Python {platform.python_version()}"]
    for place in ("/proc/device-tree/model", "/etc/os-release"):
        try:
            lines.append(Path(place).read_text(errors="replace").strip("\0\n"))
        except OSError:
            lines.append(f"no {place}")
    return "\n".join(lines) + "\n"


def _versions() -> str:
    found = {(dist.metadata["Name"] or "?", dist.version) for dist in metadata.distributions()}
    return "".join(f"{name} {version}\n" for name, version in sorted(found))


def _settings_text(config: Path | None) -> str:
    place = config or next((place for place in usual_places() if place.is_file()), None)
    try:
        return place.read_text(errors="replace") if place else "# the defaults\n"
    except OSError as error:
        return f"# {place}: {error.strerror}\n"


def _games(folder: Path) -> str:
    try:
        journal = read_journal(folder)
        if journal is None:
            return ""
        with journal:
            rows = [{**game.to_dict(), "actions": len(journal.actions(game.id))} for game in journal.games()]
    except JournalError as error:
        return json.dumps({"error": str(error)}) + "\n"
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _log() -> str:
    """What the service has said, where there is one and we may read it."""
    command = ["journalctl", "--no-pager", "--output=short-iso", "--lines", str(LOG_LINES), "--unit", "croupier"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError) as error:
        return f"no log of the service can be read here: {error}\n"


def _starts() -> str:
    starts = Starts()
    return f"{starts.failed} failed starts in a row: {starts.why}\n" if starts.failed else "no failed starts known\n"


def _pictures(folder: Path) -> list[Path]:
    """The newest pictures of the data folder."""
    found = [path for path in folder.rglob("*") if path.suffix.lower() in PICTURE_ENDINGS]
    return sorted(found, key=lambda path: path.stat().st_mtime)[-MOST_PICTURES:]
