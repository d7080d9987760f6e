"""The doctor, on this machine and on machines with faults."""

import json
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from pi import doctor
from pi.bundle import without, write_bundle
from pi.cli import run_command
from pi.config import load_settings
from pi.doctor import CHECKS, Finding, Patient, probe
from pi.doctor_cli import in_words
from pi.journal import open_journal


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(load_settings(), tmp_path, on_pi=False)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the looks that start other programs."""
    few = {name: CHECKS[name] for name in ("python", "venv", "versions", "fonts", "disk", "journal", "clock", "heat")}
    monkeypatch.setattr(doctor, "CHECKS", few)


def test_every_finding_is_a_line_and_what_is_not_well_names_what_mends_it(
    quick: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["doctor", "--json", "--data", str(tmp_path)]) == 0
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [one["check"] for one in found][:3] == ["settings", "python", "venv"]
    assert all(one["state"] in ("ok", "warn", "fail") for one in found)
    assert all(one["mend"] for one in found if one["state"] != "ok")
    assert run_command(["doctor", "--data", str(tmp_path)]) == 0
    assert capfd.readouterr().out.startswith("ok    settings")


def test_wrong_settings_are_a_finding_and_not_the_end(
    quick: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[pins]\nkil = 3\n")
    assert run_command(["doctor", "--json", "--config", str(wrong), "--data", str(tmp_path)]) == 1
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert found[0]["state"] == "fail" and "pins.kil" in found[0]["says"] and str(wrong) in found[0]["mend"]
    assert len(found) > 3


def test_a_look_that_fails_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(patient: Patient) -> Finding:
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr(doctor, "CHECKS", {"broken": broken})
    *_, last = doctor.examine(None, tmp_path)
    assert (last.check, last.state) == ("broken", "fail") and "dtype" in last.says


def test_two_builds_of_opencv_and_bad_versions_are_told(monkeypatch: pytest.MonkeyPatch, patient: Patient) -> None:
    installed = {"opencv-python": "4.14.0", "opencv-python-headless": "5.0.0", "gpiozero": "2.0.1.post2"}
    monkeypatch.setattr(doctor, "version_of", lambda name: installed.get(name, ""))
    monkeypatch.setattr(doctor, "probe", lambda code: ("5.0.0", True))
    builds, versions = CHECKS["opencv"](patient), CHECKS["versions"](patient)
    assert builds.state == "warn" and "uninstall -y opencv-python &&" in builds.mend
    assert versions.state == "fail" and "Pi 5" in versions.says and "!=2.0.1.post2" in versions.mend


def test_a_venv_on_a_pi_that_does_not_see_the_system(monkeypatch: pytest.MonkeyPatch, patient: Patient) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/pi/venv")
    monkeypatch.setattr(sys, "path", ["/usr/lib/python3.13", "/home/pi/venv/lib/python3.13/site-packages"])
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    found = CHECKS["venv"](replace(patient, on_pi=True))
    assert found.state == "fail" and "--system-site-packages" in found.mend
    monkeypatch.setattr(sys, "path", ["/usr/lib/python3/dist-packages"])
    assert CHECKS["venv"](replace(patient, on_pi=True)).state == "ok"


def test_a_camera_library_that_is_missing_matters_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, patient: Patient
) -> None:
    monkeypatch.setattr(doctor, "probe", lambda code: ("No module named 'libcamera'", False))
    assert CHECKS["camera library"](patient).state == "ok"
    found = CHECKS["camera library"](replace(patient, on_pi=True))
    assert found.state == "warn" and "python3-picamera2" in found.mend
    camera = replace(patient.settings.camera, source="picamera")
    wanted = replace(patient, settings=replace(patient.settings, camera=camera))
    assert CHECKS["camera library"](wanted).state == "fail"


def test_the_camera_that_the_settings_name(patient: Patient, tmp_path: Path) -> None:
    def found(source: str) -> Finding:
        camera = replace(patient.settings.camera, source=source)
        return CHECKS["camera"](replace(patient, settings=replace(patient.settings, camera=camera)))

    assert found("").state == "warn"
    assert found("mock") == Finding("camera", "ok", "mock gives pictures of 640 x 480")
    assert found(str(tmp_path)).state == "fail"


@pytest.mark.parametrize(("free_mb", "state"), [(5, "fail"), (100, "warn"), (5000, "ok")])
def test_room_on_the_card(monkeypatch: pytest.MonkeyPatch, patient: Patient, free_mb: int, state: str) -> None:
    usage = type("Usage", (), {"free": free_mb * 2**20})
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: usage)
    assert CHECKS["disk"](replace(patient, data=patient.data / "not" / "yet")).state == state


@pytest.mark.parametrize(
    ("bits", "state", "word"), [(0x50000, "warn", "at times"), (0x5, "warn", "now"), (0, "ok", "")]
)
def test_a_pi_that_is_short_of_power(monkeypatch: pytest.MonkeyPatch, patient: Patient, bits, state, word) -> None:
    monkeypatch.setattr(doctor, "_throttled", lambda: bits)
    monkeypatch.setattr(doctor, "_heat_c", lambda: 50.0)
    found = CHECKS["heat"](patient)
    assert found.state == state and word in found.says


def test_it_looks_at_everything_that_has_ever_been_the_fault() -> None:
    wanted = ["python", "venv", "versions", "opencv", "camera library", "camera", "pins", "screen", "fonts", "sound"]
    assert list(CHECKS) == [*wanted, "disk", "journal", "clock", "heat"]


@pytest.mark.parametrize(
    ("check", "state", "mend"),
    [
        ("camera library", "fail", "sudo apt install -y python3-picamera2"),
        ("opencv", "fail", "-m pip install --force-reinstall opencv-python-headless"),
        ("pins", "warn", "sudo usermod -aG gpio $USER"),
        ("screen", "warn", "sudo usermod -aG video,render,input $USER"),
        ("sound", "warn", "aplay -l"),
    ],
)
def test_what_cannot_be_loaded_on_a_pi_is_named_with_what_mends_it(
    monkeypatch: pytest.MonkeyPatch, patient: Patient, check: str, state: str, mend: str
) -> None:
    monkeypatch.setattr(doctor, "probe", lambda code: ("the library says why", False))
    camera = replace(patient.settings.camera, source="picamera")
    on_pi = replace(patient, on_pi=True, settings=replace(patient.settings, camera=camera))
    found = CHECKS[check](on_pi)
    assert (found.check, found.state) == (check, state)
    assert "the library says why" in found.says and mend in found.mend


def test_the_rest_of_a_machine_in_a_bad_way(monkeypatch: pytest.MonkeyPatch, patient: Patient, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "_throttled", lambda: 0)
    monkeypatch.setattr(doctor, "_heat_c", lambda: 85.0)
    monkeypatch.setattr(doctor.time, "time", lambda: 86_400.0)  # as a Pi without a clock begins
    monkeypatch.setattr(doctor.os, "access", lambda folder, how: False)
    monkeypatch.setattr(doctor.sys, "version_info", (3, 10, 0))
    monkeypatch.setattr(doctor.resources, "files", lambda package: tmp_path)
    (tmp_path / "fonts").mkdir()
    found = {name: CHECKS[name](patient) for name in ("heat", "clock", "disk", "python", "fonts")}
    states = {name: finding.state for name, finding in found.items()}
    assert states == {"heat": "warn", "clock": "warn", "disk": "fail", "python": "fail", "fonts": "fail"}
    assert all(finding.mend for finding in found.values())
    assert "timedatectl" in found["clock"].mend and "chown" in found["disk"].mend


def test_a_machine_without_pins_that_is_no_pi_is_well(monkeypatch: pytest.MonkeyPatch, patient: Patient) -> None:
    monkeypatch.setattr(doctor, "probe", lambda code: ("no pins", False))
    assert CHECKS["pins"](patient).state == CHECKS["camera library"](patient).state == "ok"


def test_a_damaged_journal(patient: Patient) -> None:
    open_journal(patient.data).close()
    assert CHECKS["journal"](patient).state == "ok"
    (patient.data / "journal.sqlite3").write_bytes(b"no database" * 100)
    assert CHECKS["journal"](patient).state == "fail"


def test_probes_crash_and_fail_for_themselves() -> None:
    assert probe("import os; os.kill(os.getpid(), 11)") == ("it crashed with signal 11", False)
    assert probe("raise ValueError('numpy.dtype size changed')") == ("ValueError: numpy.dtype size changed", False)
    assert probe("print(1); print('two')") == ("two", True)


def test_what_mends_it_stands_below() -> None:
    assert in_words(Finding("pins", "warn", "none", "wire them"))[1].strip() == "-> wire them"


def test_a_bundle_names_nobody_and_shows_nothing_unless_asked(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.begin("run-buster", ("Ottilie", "red"), ("blue", "red"), "Ottilie")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1.jpg").write_bytes(b"jpeg")
    findings = [Finding("camera", "fail", "Ottilie tripped over the cable")]
    config = tmp_path / "config.toml"
    config.write_text('[table]\nplayers = ["Ottilie:blue", "red"]\n')

    def texts(*, names: bool, pictures: bool) -> dict[str, str]:
        to = tmp_path / "report.zip"
        write_bundle(to, findings, config=config, data=tmp_path, names=names, pictures=pictures)
        with zipfile.ZipFile(to) as bundle:
            return {name: bundle.read(name).decode() for name in bundle.namelist()}

    shy = texts(names=False, pictures=False)
    assert not any("Ottilie" in text for text in shy.values())
    assert "player-1 tripped" in shy["doctor.jsonl"] and '"red"' in shy["games.jsonl"]
    assert "numpy " in shy["versions.txt"]
    assert not any(name.startswith("pictures/") for name in shy)
    full = texts(names=True, pictures=True)
    assert "Ottilie" in full["games.jsonl"] and "Ottilie" in full["settings.toml"]
    assert full["pictures/1.jpg"] == "jpeg"


def test_a_bundle_that_cannot_be_written(quick: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    where = tmp_path / "nowhere" / "report.zip"
    assert run_command(["doctor", "--json", "--data", str(tmp_path), "--bundle", str(where)]) == 1
    assert str(where) in capfd.readouterr().err


def test_a_report_that_cannot_be_is_told_before_anything_is_looked_at(
    quick: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for arguments, code, word in (
        (["--with-pictures"], 2, "--bundle"),
        (["--with-names"], 2, "--bundle"),
        (["--bundle", str(tmp_path)], 1, str(tmp_path)),
        (["--bundle", str(tmp_path / "nowhere" / "a.zip")], 1, "a.zip"),
    ):
        assert run_command(["doctor", "--data", str(tmp_path), *arguments]) == code
        told = capfd.readouterr()
        assert told.out == "" and word in told.err and told.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_camera_may_be_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "CHECKS", {"camera": CHECKS["camera"]})
    assert run_command(["doctor", "--data", str(tmp_path), "--camera", "mock"]) == 0
    assert "mock gives pictures" in capfd.readouterr().out
    assert run_command(["doctor", "--data", str(tmp_path), "--camera", str(tmp_path / "no.mp4")]) == 1


def test_only_whole_words_are_hidden() -> None:
    assert without("Al plays, ALSA hums, al wins", {"Al": "player-1"}) == "player-1 plays, ALSA hums, player-1 wins"
