"""What every camera source is: a plain noun that gives frames and can be closed twice."""

from typing import Protocol, runtime_checkable

from vision.frame import Frame


@runtime_checkable
class Camera(Protocol):
    """A source of frames. A context manager too: leaving it closes it."""

    name: str
    """As the user named it: "mock", "webcam:1", "film.mp4"."""
    live: bool
    """True for a device whose old frames are worthless; False for one read frame by frame (film, folder, mock)."""

    def read(self) -> Frame | None:
        """The next frame (for a live source the newest one); None when the source has ended.

        Raises pi.errors.CameraGone when the device fails.
        """
        ...

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        ...
