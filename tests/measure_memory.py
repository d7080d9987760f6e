"""How much memory the demo takes after a minute, and after an hour, of play at speed: fails where it grows by a tenth.

python tests/measure_memory.py [MINUTES [SPEED]]          60 minutes and as fast as the machine allows (0) unless said
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_GROWN = 1.10
MINUTES = 60.0
SPEED = "0"


def resident_kb(pid: int) -> int:
    """The memory of a process that lies in the machine's own."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def games_in(folder: str) -> int:
    """How many games the journal in a folder holds."""
    command = [sys.executable, "-m", "pi", "games", "--json", "--data", folder]
    return len(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines())


def main(minutes: float, speed: str) -> int:
    first_s = min(60.0, minutes * 30)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pi", "demo", "--headless", "--speed", speed, "--seed", "1", "--rough"]
        command += ["--seconds", str(minutes * 60 + 60), "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as demo:
            began_s, early_kb, late_kb = time.monotonic(), 0, 0
            while (passed_s := time.monotonic() - began_s) < minutes * 60 and demo.poll() is None:
                time.sleep(1)
                if demo.poll() is None:
                    late_kb = resident_kb(demo.pid)
                if not early_kb and passed_s >= first_s:
                    early_kb = late_kb
                    sys.stdout.write(f"after {passed_s / 60:5.1f} min: {early_kb / 1024:.1f} MB\n")
                    sys.stdout.flush()
            demo.terminate()
        games = games_in(folder)
    grown = late_kb / early_kb if early_kb else float("inf")
    sys.stdout.write(
        f"after {passed_s / 60:5.1f} min: {late_kb / 1024:.1f} MB, {100 * (grown - 1):+.1f} %, {games} games\n"
    )
    return int(grown > MOST_GROWN)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES, sys.argv[2] if len(sys.argv) > 2 else SPEED))
