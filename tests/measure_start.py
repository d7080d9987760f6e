"""How long the table takes from the start of its process to being ready, as systemd would measure it.

    python tests/measure_start.py [RUNS] [ARGUMENTS of croupier play …]

The arguments are those of `croupier play`, by default the mock camera, with a window where there is a display.
"""

import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 5
PATIENCE_S = 120.0


def measure(arguments: list[str], folder: Path) -> tuple[float, float]:
    """Seconds until one start has told READY=1 on a socket like systemd's, and how many of them it computed."""
    address = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(address))
        listening.settimeout(0.2)
        environment = {**os.environ, "NOTIFY_SOCKET": str(address), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        command = [sys.executable, "-m", "pi", "play", *arguments, "--data", str(folder)]
        began_s = time.monotonic()
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as table:
            try:
                while not _is_ready(listening):
                    if table.poll() is not None or time.monotonic() - began_s > PATIENCE_S:
                        raise SystemExit("it did not become ready")
                return time.monotonic() - began_s, _computed_s(table.pid)
            finally:
                table.send_signal(signal.SIGTERM)


def _computed_s(pid: int) -> float:
    """Processor time of a process so far; about what it takes on a machine that has nothing else to do."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _is_ready(listening: socket.socket) -> bool:
    try:
        return listening.recv(4096).startswith(b"READY=1")
    except TimeoutError:
        return False


def main(arguments: list[str]) -> None:
    runs = int(arguments.pop(0)) if arguments and arguments[0].isdecimal() else RUNS
    window = [] if os.environ.get("DISPLAY") else ["--headless"]
    arguments = arguments or ["--camera", "mock", "--new", *window]
    seconds = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            passed_s, computed_s = measure(arguments, Path(folder))
        seconds.append(passed_s)
        sys.stdout.write(f"ready after {passed_s:.2f} s, {computed_s:.2f} s of them computing\n")
        sys.stdout.flush()
    sys.stdout.write(f"median of {runs}: {statistics.median(seconds):.2f} s ({' '.join(arguments)})\n")


if __name__ == "__main__":
    main(sys.argv[1:])
