"""A camera that exchanges red and blue, put right."""

from dataclasses import replace
from types import TracebackType

import numpy as np

from pi.cameras.camera import Camera
from vision.frame import Frame


class MendedColours:
    """Another camera's frames with red and blue exchanged."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.name, self.live = camera.name, camera.live

    def __enter__(self) -> "MendedColours":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self) -> Frame | None:
        """The camera's next frame, put right; None once it has ended."""
        frame = self._camera.read()
        return None if frame is None else in_order(frame)

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        self._camera.close()


def in_order(frame: Frame) -> Frame:
    """The frame with red and blue exchanged."""
    return replace(frame, pixels=np.ascontiguousarray(frame.pixels[..., ::-1]))
