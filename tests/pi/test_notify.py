"""systemd's notifications, on a real socket as systemd makes one."""

import os
import socket
from pathlib import Path

import pytest

from pi.notify import Notify


def test_readiness_watchdog_and_stopping(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"}
        notify = Notify({**environment, "WATCHDOG_PID": str(os.getpid())})
        notify.ready("refereeing run-buster")
        for now_s in (0.0, 1.0, 4.9, 5.0, 9.9, 10.0):
            notify.alive(now_s)
        notify.stopping()
        told = []
        while len(told) < 5:
            told.append(systemd.recv(1000).decode())
    assert told == ["READY=1\nSTATUS=refereeing run-buster", *["WATCHDOG=1"] * 3, "STOPPING=1"]


def test_an_abstract_socket() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0croupier-{os.getpid()}")
        systemd.settimeout(5)
        Notify({"NOTIFY_SOCKET": f"@croupier-{os.getpid()}"}).stopping()
        assert systemd.recv(100) == b"STOPPING=1"


def test_nothing_without_systemd_and_no_error_once_it_is_gone(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone")}, {"WATCHDOG_USEC": "rubbish"}):
        notify = Notify(environment)
        notify.ready("")
        notify.alive(0.0)
        notify.stopping()


def test_a_watchdog_meant_for_another_process_is_not_fed(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(5)
        address = str(tmp_path / "notify")
        notify = Notify({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10", "WATCHDOG_PID": "1"})
        notify.alive(0.0)
        notify.stopping()
        assert systemd.recv(100) == b"STOPPING=1"


def test_readiness_follows_what_there_is_to_say(tmp_path: Path) -> None:
    words, ready = "", []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(5)
        notify = Notify({"NOTIFY_SOCKET": str(tmp_path / "notify")}, on_ready=lambda: ready.append(1))
        notify.follow(lambda: words)
        notify.alive(0.0)
        assert not ready
        words = "the camera is gone"
        notify.alive(1.0)
        notify.alive(2.0)
        words = "refereeing"
        notify.alive(3.0)
        notify.stopping()
        told = [systemd.recv(1000).decode() for _ in range(3)]
    assert told == ["READY=1\nSTATUS=the camera is gone", "READY=1\nSTATUS=refereeing", "STOPPING=1"]
    assert ready == [1]


def test_a_listener_that_does_not_listen_keeps_nobody_waiting(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(5)
        notify = Notify({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "2000000"})
        for now_s in range(5000):
            notify.alive(float(now_s))
        notify.follow(lambda: "refereeing")
        notify.alive(5000.0)
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            while True:
                assert systemd.recv(100) == b"WATCHDOG=1"
        notify.alive(5001.0)
        assert systemd.recv(100) == b"READY=1\nSTATUS=refereeing"
