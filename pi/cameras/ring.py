"""Frames in shared memory: one process puts them into slots in turn, another takes copies of the newest."""

import mmap
import os
import struct
import tempfile

import numpy as np

from vision.frame import Pixels

SLOTS = 4
"""A reader has the time of so many frames but one to copy a picture before its slot is written again."""
LARGEST_PX = 1920 * 1080
"""A picture with more pixels does not fit. Pages that no picture touches cost no memory."""

_STAMP = struct.Struct("<q")
_HEAD_BYTES = 64  # a cache line, so that pictures are aligned
_SLOT_BYTES = _HEAD_BYTES + 3 * LARGEST_PX
_NOTHING = -1


def make_memory() -> int:
    """A file descriptor of memory for a ring; it vanishes with the last process that has it open."""
    if hasattr(os, "memfd_create"):
        memory = os.memfd_create("croupier-frames")
    else:
        memory, name = tempfile.mkstemp("croupier-frames")
        os.unlink(name)  # noqa: PTH108 - only the name goes; the memory lives as long as it is open
    os.ftruncate(memory, SLOTS * _SLOT_BYTES)
    return memory


class FrameRing:
    """One process's view of the memory. `close` may be called twice."""

    def __init__(self, memory: int) -> None:
        """`memory` is what `make_memory` gave, here or in another process; it may be closed afterwards."""
        self._map = mmap.mmap(memory, SLOTS * _SLOT_BYTES)

    def put(self, pixels: Pixels, number: int) -> int:
        """Writes the frame of that number (H, W, 3), uint8; gives its slot. ValueError for one that is too large."""
        if pixels.size > 3 * LARGEST_PX:
            raise ValueError(f"a picture of {pixels.shape[1]} x {pixels.shape[0]} is too large for the camera's memory")
        slot = number % SLOTS
        start = slot * _SLOT_BYTES
        _STAMP.pack_into(self._map, start, _NOTHING)
        into = np.frombuffer(self._map, np.uint8, pixels.size, start + _HEAD_BYTES)
        np.copyto(into.reshape(pixels.shape), pixels)
        _STAMP.pack_into(self._map, start, number)
        return slot

    def take(self, slot: int, number: int, height: int, width: int) -> Pixels | None:
        """A copy of the frame of that number; None where its slot has been written again meanwhile."""
        start = slot * _SLOT_BYTES
        seen = np.frombuffer(self._map, np.uint8, 3 * height * width, start + _HEAD_BYTES)
        pixels = seen.reshape(height, width, 3).copy()
        return pixels if _STAMP.unpack_from(self._map, start)[0] == number else None

    def close(self) -> None:
        """Let go of the memory."""
        self._map.close()
