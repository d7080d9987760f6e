"""The mock camera over a table with a mat: what people do there with dice, hands and the mat itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from pi.cameras import gestures
from pi.cameras.gestures import Gesture, LyingDie, Shot, Stage
from pi.cameras.mock import MockCamera, Size
from vision.frame import Pixels
from vision.mat_layout import GAP, ROLLING, MatLayout, Rect, mat_layout
from vision.reading import Colour
from vision.synthetic import DrawnDie, Tray
from vision.synthetic_mat import MatScene, table_mm

PITCH_MM = 21.0  # from die to die of a hand: fingers want room
SHOVE_S = 0.5


@dataclass(frozen=True, slots=True)
class MatTray(Tray):
    """The mat as a tray without walls: dice come to rest in the rolling zone."""

    rolling: Rect = field(kw_only=True)
    """From the middle of the mat, y up the picture; x and y are the lower left corner."""

    def holds(self, x: float, y: float, margin_mm: float) -> bool:
        """Whether a point lies in the rolling zone, that far from its line."""
        low_x, low_y, w, h = self.rolling
        return low_x + margin_mm < x < low_x + w - margin_mm and low_y + margin_mm < y < low_y + h - margin_mm


class MatCamera(MockCamera):
    """A drawn mat; dice are thrown into its rolling zone and laid into the hands' zones."""

    name = "mock:mat"

    def __init__(
        self,
        seed: int = 0,
        *,
        layout: MatLayout | None = None,
        fps: float = 30.0,
        size: Size = (640, 480),
        touching: float = 0.1,
    ) -> None:
        """The mat is an A4 one for two unless another is given."""
        super().__init__(seed, fps=fps, size=size, touching=touching)
        self.layout = layout or mat_layout("a4", 2)
        self._scene: MatScene = MatScene(self.layout, seed, size)
        self._stage = Stage(np.random.default_rng([seed, 4]), _tray(self.layout), fps, [], touching)
        self._moved = np.eye(2, 3)
        self.hidden: Rect | None = None
        """A part of the picture, in pixels, over which somebody holds a sheet of paper."""
        self.markers_hidden = False
        """Somebody has laid slips of paper over the markers."""

    @property
    def taken(self) -> int:
        """How many frames were taken."""
        return self._number

    def zone(self, die: LyingDie) -> int | None:
        """Where a die lies, as MatLayout has it."""
        x, y = die.drawn.x_mm + self.layout.width_mm / 2, self.layout.height_mm / 2 - die.drawn.y_mm
        return self.layout.zone_at(x, y)

    def lying_in(self, zone: int) -> tuple[LyingDie, ...]:
        """What really lies in one zone."""
        return tuple(die for die in self.lying if self.zone(die) == zone)

    def sweep(self, *, from_deg: float = 270.0) -> None:
        """A hand takes everything out of the rolling zone, and leaves the hands alone."""
        self.clear(ROLLING, from_deg=from_deg)

    def clear(self, zone: int, *, from_deg: float = 270.0) -> None:
        """A hand takes everything out of one zone."""
        self._queue.append(lambda: self._take(lambda die: self.zone(die) == zone, from_deg))

    def take_faces(self, faces: Sequence[int], zone: int, *, from_deg: float = 270.0) -> None:
        """A hand takes dice with these faces out of one zone."""
        wanted = tuple(faces)
        self._queue.append(lambda: gestures.take(self._stage, self._find(wanted, zone), from_deg))

    def lay_down(self, faces: Sequence[int], seat: int, *, from_zone: int = ROLLING, from_deg: float = 270.0) -> None:
        """A hand moves dice with these faces into a seat's zone (0 is the rolling zone), same faces up."""
        wanted = tuple(faces)
        self._queue.append(lambda: self._lay_down(self._find(wanted, from_zone), seat, from_deg))

    def put(self, faces: Sequence[int], colour: Colour, seat: int) -> None:
        """At once and without a gesture: dice that lay in a seat's zone before the camera was opened."""
        for face in faces:
            self._stage.lying.append(LyingDie(self._at_home(DrawnDie(face, colour, 0, 0), seat, self.lying), face))

    def put_in(self, faces: Sequence[int], colour: Colour, zone: int, *, from_deg: float = 270.0) -> None:
        """A hand lays dice with these faces up into one zone."""
        laid = tuple(faces)
        self._queue.append(lambda: self._put_in(laid, colour, zone, from_deg))

    def turn(self, face: int, into: int, zone: int, *, from_deg: float = 270.0) -> None:
        """A finger pushes a die of one zone aside so clumsily that another face comes up; it stays in its zone."""
        self._queue.append(lambda: self._turn(face, into, zone, from_deg))

    def push_between(self, face: int, *, from_deg: float = 270.0) -> None:
        """A finger pushes a die of the rolling zone across its lower line, where no zone is."""
        self._queue.append(lambda: self._push_between(face, from_deg))

    def side_deg(self, seat: int) -> float:
        """Where the arms of a seat's player come from."""
        return {"lower": 270.0, "left": 180.0, "upper": 90.0, "right": 0.0}[self.layout.hands[seat - 1].side]

    def shove(self, right_px: float, down_px: float, turn_deg: float = 0.0) -> None:
        """Somebody bumps into the table: camera and mat come to rest elsewhere than they were."""
        self._queue.append(lambda: self._shove(right_px, down_px, turn_deg))

    # --- how it is played

    def _developed(self, shot: Shot, number: int) -> Pixels:
        pixels = super()._developed(shot, number)
        if not np.array_equal(self._moved, np.eye(2, 3)):
            size = (pixels.shape[1], pixels.shape[0])
            pixels = np.asarray(cv2.warpAffine(pixels, self._moved, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        if self.hidden is not None:
            x, y, w, h = (round(v) for v in self.hidden)
            pixels = pixels.copy()
            pixels[y : y + h, x : x + w] = 190
        return self._without_markers(pixels) if self.markers_hidden else pixels

    def _without_markers(self, pixels: Pixels) -> Pixels:
        covered = pixels.copy()
        for marker in self.layout.markers:
            corners = cv2.perspectiveTransform(marker.square.corners[None], self._scene.to_px)
            [outline] = cv2.transform(corners, self._moved)
            cv2.fillConvexPoly(covered, np.rint(outline).astype(np.int32), (205, 210, 214))
        return covered

    def _find(self, faces: Sequence[int], zone: int) -> list[int]:
        """Indexes of lying dice of a zone with these faces, one for each; ValueError where there is none."""
        free = {n: die.face for n, die in enumerate(self.lying) if self.zone(die) == zone}
        found = []
        for face in faces:
            place = next((n for n, shown in free.items() if shown == face), None)
            if place is None:
                raise ValueError(f"no {face} lies in zone {zone}")
            found.append(place)
            del free[place]
        return found

    def _take(self, which: Callable[[LyingDie], bool], from_deg: float) -> Gesture:
        return gestures.take(self._stage, [n for n, die in enumerate(self.lying) if which(die)], from_deg)

    def _lay_down(self, places: Sequence[int], seat: int, from_deg: float) -> Gesture:
        lying = self.lying
        laid: list[LyingDie] = []
        among = [die for n, die in enumerate(lying) if n not in places]
        for place in places:
            home = self._at_home(lying[place].drawn, seat, [*among, *laid])
            laid.append(LyingDie(home, lying[place].thrown))
        return gestures.move(self._stage, [lying[n] for n in places], laid, from_deg)

    def _put_in(self, faces: Sequence[int], colour: Colour, zone: int, from_deg: float) -> Gesture:
        laid: list[LyingDie] = []
        for face in faces:
            laid.append(LyingDie(self._at_home(DrawnDie(face, colour, 0, 0), zone, [*self.lying, *laid]), face))
        return gestures.lay_in(self._stage, laid, from_deg)

    def _turn(self, face: int, into: int, zone: int, from_deg: float) -> Gesture:
        (place,) = self._find((face,), zone)
        die = self.lying[place]
        turned = LyingDie(replace(die.drawn, face=into), die.thrown)
        return gestures.push(self._stage, die, turned, from_deg)

    def _push_between(self, face: int, from_deg: float) -> Gesture:
        (place,) = self._find((face,), ROLLING)
        die, rolling = self.lying[place], self.layout.rolling
        [(x, y)] = table_mm(self.layout, np.array([[rolling.x + rolling.w / 2, rolling.y + rolling.h + GAP / 2]]))
        there = replace(die.drawn, x_mm=float(x), y_mm=float(y), yaw_deg=0.0)
        return gestures.push(self._stage, die, LyingDie(there, die.thrown), from_deg)

    def _at_home(self, die: DrawnDie, seat: int, among: Sequence[LyingDie]) -> DrawnDie:
        """The die at the first free place of a zone's row, or of the rolling zone's middle."""
        rect = self.layout.rolling if seat == ROLLING else self.layout.hands[seat - 1].rect
        count = int(max(rect.w, rect.h) // PITCH_MM)
        for place in range(count):
            along = (place - (count - 1) / 2) * PITCH_MM
            right, down = (along, 0.0) if rect.w >= rect.h else (0.0, along)
            [(x, y)] = table_mm(self.layout, np.array([[rect.x + rect.w / 2 + right, rect.y + rect.h / 2 + down]]))
            if all(np.hypot(x - o.drawn.x_mm, y - o.drawn.y_mm) > PITCH_MM * 0.9 for o in among):
                yaw = float(self._stage.rng.uniform(-6, 6))
                return replace(die, x_mm=float(x), y_mm=float(y), yaw_deg=yaw, lean_deg=0.0)
        raise ValueError(f"there is no room in zone {seat}")

    def _shove(self, right_px: float, down_px: float, turn_deg: float) -> Gesture:
        height, width = self._scene.view.height, self._scene.view.width
        before = np.vstack([self._moved, (0, 0, 1)])
        frames = self._stage.frames(SHOVE_S)
        for n in frames:
            way = (n + 1) / len(frames)
            turn = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg * way, 1.0), np.float64)
            turn[:, 2] += np.array([right_px, down_px]) * way
            self._moved = turn @ before
            yield self._stage.shot()


def _tray(layout: MatLayout) -> MatTray:
    x, y, w, h = layout.rolling
    rolling = Rect(x - layout.width_mm / 2, layout.height_mm / 2 - y - h, w, h)
    return MatTray(layout.width_mm / 2, layout.height_mm / 2, corner_mm=0.0, rolling=rolling)


def open_mat_camera(where: str, *, seed: int = 0) -> MatCamera:
    """The camera that "mock:mat" or "mock:mat3" names: an A4 mat for two, or for so many; ValueError for others."""
    seats = where.removeprefix("mat")
    return MatCamera(seed, layout=mat_layout("a4", int(seats) if seats else 2))
