"""The mock camera: a drawn tray on a clock of its own, where scripted gestures play."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from threading import Event as Flag
from types import TracebackType

import cv2
import numpy as np

from pi.cameras import gestures
from pi.cameras.gestures import Gesture, LyingDie, Shot, Stage
from pi.cameras.latest import FROZEN_S, frozen
from pi.errors import CameraGone
from vision.frame import Frame, Pixels
from vision.reading import Colour
from vision.synthetic import TrayScene, scatter

Size = tuple[int, int]


class Fault(StrEnum):
    """What may be wrong with a camera."""

    FROZEN = "frozen"
    """The same picture again and again, as from an unplugged webcam."""
    HALF = "half"
    """The lower half of each frame is missing."""
    SWAPPED = "swapped"
    """Red and blue are exchanged."""
    BANDS = "bands"
    """Mains flicker draws dark bands that wander."""
    DIM = "dim"
    """The lamp is nearly out."""
    DARK = "dark"
    """The lamp is out."""
    GLARING = "glaring"
    """A lamp shines into the lens."""
    KNOCKED = "knocked"
    """The camera stands a little aside and still sees the tray."""
    AWAY = "away"
    """The camera was turned away from the tray."""
    GONE = "gone"
    """`read()` raises CameraGone; well again once the fault is taken away."""
    HANGING = "hanging"
    """`read()` does not return until `released` is set."""
    STALE = "stale"
    """Frames wait in a queue and come late, in order; the newest again once the fault is taken away."""


STALE_FRAMES = 40  # so many wait in the queue


class MockCamera:
    """A drawn tray; each `read()` is the next frame of its own clock.

    Everything follows from the seed and the gestures asked for; nothing reads a real clock.
    `tamper` maps a thrown face to the face that is drawn: a proof that the referee only knows what it sees.
    """

    name = "mock"
    live = False

    def __init__(
        self,
        seed: int = 0,
        *,
        fps: float = 30.0,
        size: Size = (640, 480),
        tamper: Mapping[int, int] | None = None,
        touching: float = 0.1,
    ) -> None:
        self.fps = fps
        self.fault: Fault | None = None
        self.released = Flag()
        self._scene = TrayScene(seed, size)
        self._stage = Stage(np.random.default_rng([seed, 4]), self._scene.look.tray, fps, [], touching)
        self._tamper = dict(tamper or {})
        self._queue: deque[Callable[[], Gesture]] = deque()
        self._playing: Gesture | None = None
        self._number = 0
        self._last: Pixels | None = None
        self._frozen_frames = 0
        self._waiting: deque[Frame] = deque()
        self._closed = False

    def __enter__(self) -> "MockCamera":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """No more frames; may be called twice."""
        self._closed = True
        self.released.set()

    # --- frames

    def read(self) -> Frame | None:
        """The next frame; None once closed.

        Raises CameraGone while that fault is set, and once the picture has been frozen for as long as in a real device.
        """
        if self._closed:
            return None
        if self.fault is Fault.HANGING:
            self.released.wait()
        if self.fault is Fault.STALE:
            return self._late()
        self._waiting.clear()
        return self._newest()

    def _late(self) -> Frame:
        """The oldest frame of a queue that grows while nobody looks."""
        while len(self._waiting) < STALE_FRAMES:
            self._waiting.append(self._newest())
        self._waiting.append(self._newest())
        return self._waiting.popleft()

    def _newest(self) -> Frame:
        shot, number = self._next_shot(), self._number
        self._number += 1
        if self.fault is Fault.GONE:
            raise CameraGone("the mock camera is gone, as the test asked")
        return Frame(self._developed(shot, number), number / self.fps, number)

    def _next_shot(self) -> Shot:
        while self._playing or self._queue:
            if self._playing is None:
                self._playing = self._queue.popleft()()
            shot = next(self._playing, None)
            if shot is not None:
                return shot
            self._playing = None
        return self._stage.shot()

    def _developed(self, shot: Shot, number: int) -> Pixels:
        """The shot as pixels, with whatever fault is set."""
        if self.fault is Fault.FROZEN and self._last is not None:
            self._frozen_frames += 1
            if self._frozen_frames > FROZEN_S * self.fps:
                raise CameraGone(frozen(self.name))
            return self._last
        self._frozen_frames = 0
        pixels = self._scene.draw(shot.dice, shot.hand, tick=number)
        if shot.shake_px != (0.0, 0.0):
            pixels = _shifted(pixels, shot.shake_px)
        self._last = _spoilt(pixels, self.fault, number)
        return self._last

    # --- what lies there

    @property
    def busy(self) -> bool:
        """Whether a gesture runs or waits."""
        return self._playing is not None or bool(self._queue)

    @property
    def lying(self) -> tuple[LyingDie, ...]:
        """What really lies in the tray, for tests and for people with eyes; never for the referee."""
        return tuple(self._stage.lying)

    @property
    def scene(self) -> TrayScene:
        """The drawing's ground truth, for tests."""
        return self._scene

    # --- gestures, played one after the other

    def idle(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self._queue.append(lambda: gestures.idle(self._stage, seconds))

    def throw(
        self, faces: Sequence[int], colour: Colour | Sequence[Colour], *, cocked: int = 0, from_deg: float = 270.0
    ) -> None:
        """Dice of one colour, or of one each, are thrown and come to rest; the last `cocked` of them lean."""
        drawn = [self._tamper.get(face, face) for face in faces]
        thrown = tuple(faces)
        self._queue.append(lambda: gestures.throw(self._stage, drawn, thrown, colour, cocked=cocked, from_deg=from_deg))

    def take(self, indexes: Sequence[int], *, from_deg: float = 270.0) -> None:
        """A hand takes dice out; indexes into `lying` as it will be when the gesture begins."""
        chosen = tuple(indexes)
        self._queue.append(lambda: gestures.take(self._stage, chosen, from_deg))

    def sweep(self, *, from_deg: float = 270.0) -> None:
        """A hand takes everything out."""
        self._queue.append(lambda: gestures.sweep(self._stage, from_deg))

    def hover(self, seconds: float = 1.0, *, from_deg: float = 270.0) -> None:
        """A hand is held over the tray and touches nothing."""
        self._queue.append(lambda: gestures.hover(self._stage, seconds, from_deg))

    def bump(self) -> None:
        """The camera shakes."""
        self._queue.append(lambda: gestures.bump(self._stage))

    def nudge(self, index: int, *, from_deg: float = 270.0) -> None:
        """A finger pushes a die flat and aside."""
        self._queue.append(lambda: gestures.nudge(self._stage, index, from_deg))

    def turn_over(self, index: int, face: int, *, from_deg: float = 270.0) -> None:
        """A finger pushes a die aside, and another face of it comes up."""
        self._queue.append(lambda: gestures.turn_over(self._stage, index, face, from_deg))

    def spin(self, index: int, seconds: float = 1.5) -> None:
        """A die that was thrown spins on a corner before it lies."""
        self._queue.append(lambda: gestures.spin(self._stage, index, seconds))

    def respread(self, indexes: Sequence[int] | None = None, *, from_deg: float = 270.0) -> None:
        """A hand lays dice (all of them unless named) elsewhere, apart, same faces up."""
        chosen = None if indexes is None else tuple(indexes)
        self._queue.append(
            lambda: gestures.respread(
                self._stage, range(len(self._stage.lying)) if chosen is None else chosen, from_deg
            )
        )

    def put_back(self, faces: Sequence[int], colour: Colour, *, from_deg: float = 270.0) -> None:
        """A hand lays dice into the tray with these faces up."""
        laid = tuple(faces)
        self._queue.append(lambda: gestures.put_back(self._stage, laid, colour, from_deg))

    def lay(self, faces: Sequence[int], colour: Colour) -> None:
        """At once and without a gesture: dice that lay there before the camera was opened."""
        among = [die.drawn for die in self._stage.lying]
        laid = scatter(self._stage.rng, faces, colour, among=among, tray=self._stage.tray, touching=0)
        self._stage.lying.extend(LyingDie(die, face) for die, face in zip(laid, faces, strict=True))


def _shifted(pixels: Pixels, by_px: tuple[float, float]) -> Pixels:
    matrix = np.array([[1, 0, by_px[0]], [0, 1, by_px[1]]], np.float64)
    size = (pixels.shape[1], pixels.shape[0])
    return np.asarray(cv2.warpAffine(pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _spoilt(pixels: Pixels, fault: Fault | None, number: int) -> Pixels:
    """The picture as a camera with this fault gives it."""
    if fault is Fault.HALF:
        pixels = pixels.copy()
        pixels[pixels.shape[0] // 2 :] = 0
    elif fault is Fault.SWAPPED:
        pixels = np.ascontiguousarray(pixels[..., ::-1])
    elif fault is Fault.BANDS:
        rows = np.arange(pixels.shape[0], dtype=np.float32)
        wave = 0.8 + 0.2 * np.sin(rows / pixels.shape[0] * 2 * np.pi * 3.3 + number * 1.1)
        pixels = (pixels * wave[:, None, None]).astype(np.uint8)
    elif fault is Fault.DIM:
        pixels = (pixels * np.float32(0.16)).astype(np.uint8)
    elif fault is Fault.DARK:
        pixels = (pixels * np.float32(0.03)).astype(np.uint8)
    elif fault is Fault.GLARING:
        pixels = np.minimum(pixels.astype(np.float32) * 5, 255).astype(np.uint8)
    elif fault is Fault.KNOCKED:
        pixels = _shifted(pixels, (24.0, 10.0))
    elif fault is Fault.AWAY:
        pixels = _elsewhere(pixels.shape[0], pixels.shape[1])
    return pixels


@lru_cache(maxsize=1)
def _elsewhere(height: int, width: int) -> Pixels:
    """A floor of planks beside the table."""
    along, across = np.mgrid[:height, :width].astype(np.float32)
    planks = 90 + 40 * (((across + 0.6 * along) // 70) % 2) + 8 * np.sin(along / 5)
    return np.asarray(planks[..., None] * (0.6, 0.8, 1.0), np.uint8)
