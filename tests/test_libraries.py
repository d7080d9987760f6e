"""What our code leaves alone in the libraries that it uses, and that two of them get along in one process."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("pi", "vision", "rules", "ui")
LEFT_ALONE = {
    # OpenCV 5 has removed these (opencv-python#1259).
    r"cv2\.ml\b": "cv2.ml",
    r"cv2\.CascadeClassifier": "cascades",
    r"cv2\.HOGDescriptor": "HOG",
    # Its windows need Qt, which quarrels with SDL, and end the process where there is no display.
    r"cv2\.(imshow|namedWindow|waitKey)": "OpenCV's windows",
}


@pytest.mark.parametrize("pattern", LEFT_ALONE, ids=LEFT_ALONE.values())
def test_nothing_uses(pattern: str) -> None:
    users = [
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "training" not in path.parts and re.search(pattern, path.read_text("utf-8"))
    ]
    assert users == []


@pytest.mark.parametrize("order", ["cv2, pygame", "pygame, cv2"])
def test_opencv_and_pygame_get_along_in_either_order(order: str) -> None:
    """Two copies of SDL or Qt in one process warn, and may crash (opencv-python#1219, pygame#4315)."""
    code = f"import {order}\nwindow = pygame.display.set_mode((8, 8))\n"
    code += "print(cv2.mean(pygame.surfarray.array3d(window))[:3])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "(0.0, 0.0, 0.0)\n", "")
