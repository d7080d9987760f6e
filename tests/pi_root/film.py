"""Pictures for the virtual camera: a turn of each of two players, as the mock camera draws it. argv[1]: the folder."""

import sys
from pathlib import Path

import cv2

from pi.cameras.mock import MockCamera

EACH = 8
"""One frame of so many is kept: the virtual camera shows every picture four times, at 15 frames a second."""


def draw(folder: Path) -> int:
    """Writes 0.jpg, 1.jpg, ... and gives how many."""
    camera = MockCamera(3)
    for colour, faces in (("red", (1, 3, 3, 4, 6, 6)), ("blue", (2, 2, 3, 5, 5, 5))):
        camera.idle(1.2)
        camera.throw(faces, colour)
        camera.idle(2.0)
        camera.take([1])  # a 3, or a 2: a hand of one
        camera.idle(1.6)
        camera.sweep()
    camera.idle(0.2)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    count = number = 0
    while camera.busy:
        frame = camera.read()
        assert frame is not None
        if number % EACH == 0:
            cv2.imwrite(str(folder / f"{count}.jpg"), frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])
            count += 1
        number += 1
    return count


if __name__ == "__main__":
    sys.stdout.write(f"{draw(Path(sys.argv[1]))} pictures\n")
