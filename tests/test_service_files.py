"""The service's unit, and the packages that a Pi is given: what must stand in them, and that none is stale."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
SYSTEMD = ROOT / "systemd"
UNIT = SYSTEMD / "croupier.service"
MOST_EXPOSED = 3.0
"""On systemd's own scale from 0 to 10."""
PYTHONS = ("3.11", "3.13")
"""Of Raspberry Pi OS: Bookworm's and Trixie's."""
ANALYZE = Path("/usr/bin/systemd-analyze")


# --- the unit


def settings(unit: Path = UNIT) -> dict[str, list[str]]:
    """Each setting of the unit with its values, in their order."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # A table that fails again and again must not fill the card (MagicMirror PR 4268).
        ("StartLimitIntervalSec", "10min"),
        ("StartLimitBurst", "8"),
        ("Restart", "on-failure"),
        ("RestartMaxDelaySec", "30"),
        ("LimitCORE", "0"),
        ("LogRateLimitBurst", "200"),
        # Ready when it sees, ended when it stands still.
        ("Type", "notify"),
        ("WatchdogSec", "15"),
        # lgpio and SDL want folders of their own (gpiozero#1106, pygame#2403).
        ("RuntimeDirectory", "croupier"),
        ("WorkingDirectory", "/run/croupier"),
        ("Environment", "LG_WD=/run/croupier"),
        ("Environment", "XDG_RUNTIME_DIR=/run/croupier"),
        ("StateDirectory", "croupier"),
        ("ProtectSystem", "strict"),
        ("User", "croupier"),
        ("PrivateNetwork", "yes"),
        ("DevicePolicy", "closed"),
    ],
)
def test_the_unit_has(name: str, value: str) -> None:
    assert value in settings()[name]


def test_it_is_stopped_before_the_machine_loses_patience() -> None:
    told = settings()
    assert int(told["TimeoutStopSec"][0]) <= 5
    assert int(told["RestartSec"][0]) * int(told["StartLimitBurst"][0]) < 600  # the limit can be reached at all


def test_every_line_of_the_unit_has_its_reason() -> None:
    page = (SYSTEMD / "README.md").read_text()
    told = [re.compile(name.replace("…", r"\w*")) for name in re.findall(r"`([A-Za-z_…]+)(?:=|`)", page)]
    environment = [value.partition("=")[0] for value in settings()["Environment"]]
    untold = [name for name in [*settings(), *environment] if not any(reason.fullmatch(name) for reason in told)]
    assert sorted(untold) == ["Description", "Environment", "WantedBy"]  # they say it themselves


def test_the_system_s_log_is_bounded() -> None:
    assert settings(SYSTEMD / "journald.conf")["SystemMaxUse"] == ["100M"]


@pytest.fixture
def in_place(tmp_path: Path) -> Path:
    """A copy of the unit whose program, user and groups there are on this machine."""
    text = UNIT.read_text().replace("/opt/croupier/venv/bin/croupier", sys.executable)
    text = re.sub(r"^(User|Group|SupplementaryGroups)=.*$", r"\1=root", text, flags=re.MULTILINE)
    down = (SYSTEMD / "croupier-down.service").read_text()
    (tmp_path / "croupier-down.service").write_text(down)
    (tmp_path / UNIT.name).write_text(text)
    return tmp_path / UNIT.name


def analyze(*arguments: str, unit: Path) -> str:
    """What systemd's own tool says of the unit; skips where there is none, or an old one."""
    if not ANALYZE.exists():
        pytest.skip("systemd-analyze is not on this machine")
    environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{unit.parent}:", "SYSTEMD_COLORS": "0", "LC_ALL": "C"}
    command = [str(ANALYZE), *arguments, str(unit)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    if "unrecognized option" in done.stderr:
        pytest.skip("systemd-analyze is too old to look at a file")
    return done.stdout + done.stderr


def test_systemd_finds_nothing_to_say(in_place: Path) -> None:
    told = analyze("verify", unit=in_place)
    # Systems before 254 do not know how a restart grows more patient, and pass over it.
    newer = re.compile(r"Unknown key (?:name )?'(RestartSteps|RestartMaxDelaySec|RestartMode)'")
    ours = [line for line in told.splitlines() if "croupier" in line and not newer.search(line)]
    assert ours == []


def test_systemd_finds_little_exposed(in_place: Path) -> None:
    told = analyze("security", "--offline=true", unit=in_place)
    exposed = re.search(r"Overall exposure level for croupier.service: ([\d.]+)", told)
    assert exposed is not None, told
    # As root, which it never is, it counts for more; its own user is looked at in tests/pi_root.
    assert float(exposed[1]) <= MOST_EXPOSED


# --- the packages


def locked() -> dict[str, list[tuple[Version, Requirement, int]]]:
    """Each package that is locked: its versions, with their markers and the number of their hashes."""
    found: dict[str, list[tuple[Version, Requirement, int]]] = {}
    text = (SYSTEMD / "requirements.txt").read_text().replace("\\\n", " ")
    for line in text.splitlines():
        if not line or line.lstrip().startswith("#"):
            continue
        requirement = Requirement(line.partition("--hash")[0].strip())
        [specifier] = requirement.specifier
        assert specifier.operator == "==", line
        hashes = len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line))
        found.setdefault(canonicalize_name(requirement.name), []).append(
            (Version(specifier.version), requirement, hashes)
        )
    return found


def fitting(name: str, python: str) -> list[Version]:
    """The versions of a package that a Pi with this Python is given."""
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "sys_platform": "linux",
        "platform_machine": "aarch64",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    rows = locked().get(canonicalize_name(name), [])
    return [version for version, row, _ in rows if row.marker is None or row.marker.evaluate(environment)]


def test_every_package_is_locked_with_its_hashes() -> None:
    rows = [row for each in locked().values() for row in each]
    assert len(rows) > 20
    assert [requirement.name for _, requirement, hashes in rows if hashes == 0] == []


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_fits_what_the_program_asks_for(python: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [Requirement(line) for line in [*project["project"]["dependencies"], *project["build-system"]["requires"]]]
    for requirement in wanted:
        versions = fitting(requirement.name, python)
        assert len(versions) == 1, requirement
        assert requirement.specifier.contains(versions[0]), (requirement, versions)


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_follows_its_own_wishes_and_needs_nothing_more(python: str) -> None:
    for line in (SYSTEMD / "requirements.in").read_text().splitlines():
        wish = Requirement(line) if line and not line.startswith("#") else None
        if wish and (wish.marker is None or wish.marker.evaluate({"python_version": python})):
            assert all(wish.specifier.contains(version) for version in fitting(wish.name, python)), line
    # NumPy has the same ABI as the system's own picamera2 (picamera2#1211).
    [numpy] = fitting("numpy", python)
    assert numpy.major == (1 if python == "3.11" else 2)


@pytest.mark.parametrize("version", ["2.0.1.post1", "2.0.1.post2"])
def test_pin_libraries_that_choose_the_wrong_pins_are_refused(version: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [gpiozero] = [r for r in map(Requirement, project["dependencies"]) if r.name == "gpiozero"]
    assert not gpiozero.specifier.contains(version)
    assert gpiozero.specifier.contains("2.0.1.post3")
