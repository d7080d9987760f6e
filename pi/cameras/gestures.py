"""What people do before the mock camera, frame by frame: throws, hands that take and sweep, bumps.

A gesture is a generator of shots. It changes what lies in the tray at the moment a hand covers it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reading import Colour
from vision.synthetic import DrawnDie, DrawnHand, Tray, apart, scatter

SHUTTER_S = 1 / 70  # how long an indoor webcam's frame is exposed; gives the motion blur
ROLL_MM_PER_RAD = 10.5  # a tumbling 16 mm cube travels a little more than its half edge a radian
FLY_FROM_MM = 190.0  # from the middle: out of the picture on every side
REACH_S = 0.36  # a hand's way in or out
MOVE_S = 0.22  # a hand's way from die to die
GRIP_S = 0.16  # how long fingers rest on what they take
OVER_MM = 13.0  # fingertips reach so far beyond the die they cover
ARM_OUT_MM = 85.0  # fingertips that far beyond the picture's edge leave no shadow in it


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die that lies in the tray, or did while it was thrown."""

    drawn: DrawnDie
    thrown: int
    """The face that was thrown; differs from the face that is drawn only where the drawing is tampered with."""

    @property
    def face(self) -> int:
        """The face that can be seen."""
        return self.drawn.face

    @property
    def colour(self) -> Colour:
        """Of the body."""
        return self.drawn.colour

    @property
    def cocked(self) -> bool:
        """Whether it leans."""
        return self.drawn.lean_deg != 0


@dataclass(frozen=True, slots=True)
class Shot:
    """What one frame shows."""

    dice: tuple[DrawnDie, ...]
    hand: DrawnHand | None = None
    shake_px: tuple[float, float] = (0.0, 0.0)


@dataclass
class Stage:
    """The tray before the camera while gestures play on it."""

    rng: np.random.Generator
    tray: Tray
    fps: float
    lying: list[LyingDie]
    touching: float
    """Share of thrown dice that come to rest against another."""

    def shot(self, hand: DrawnHand | None = None, shake_px: tuple[float, float] = (0.0, 0.0)) -> Shot:
        """What lies there now."""
        return Shot(tuple(die.drawn for die in self.lying), hand, shake_px)

    def frames(self, seconds: float) -> range:
        """The frames of a span of time, at least one."""
        return range(max(1, round(seconds * self.fps)))


Gesture = Iterator[Shot]


def idle(stage: Stage, seconds: float) -> Gesture:
    """Nothing happens for a while."""
    for _ in stage.frames(seconds):
        yield stage.shot()


def bump(stage: Stage) -> Gesture:
    """Somebody knocks against the table: the camera shakes and comes to rest."""
    bearing = stage.rng.uniform(0, 2 * np.pi)
    for n in stage.frames(0.6):
        t = n / stage.fps
        swing = 9 * np.exp(-t * 6) * np.sin(t * 2 * np.pi * 7 + 0.8)
        yield stage.shot(shake_px=(float(swing * np.cos(bearing)), float(swing * np.sin(bearing))))


# --- throws ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Flight:
    """One die's way to where it comes to rest."""

    rest: DrawnDie
    from_mm: tuple[float, float]
    starts_s: float
    lasts_s: float
    twist_deg: float
    hops: float
    hop_mm: float

    def at(self, t_s: float) -> DrawnDie | None:
        """The die at a time of the throw; None before it comes into the picture."""
        way = (t_s - self.starts_s) / self.lasts_s
        if way < 0:
            return None
        if way >= 1:
            return self.rest
        left = (1 - way) ** 2
        to_x, to_y = self.rest.x_mm - self.from_mm[0], self.rest.y_mm - self.from_mm[1]
        distance = float(np.hypot(to_x, to_y))
        speed = 2 * (1 - way) / self.lasts_s * SHUTTER_S
        return replace(
            self.rest,
            x_mm=self.rest.x_mm - to_x * left,
            y_mm=self.rest.y_mm - to_y * left,
            yaw_deg=self.rest.yaw_deg + self.twist_deg * left,
            lean_deg=self.rest.lean_deg - float(np.degrees(distance * left / ROLL_MM_PER_RAD)),
            lean_to_deg=float(np.degrees(np.arctan2(to_y, to_x))) if left > 0.01 else self.rest.lean_to_deg,
            lift_mm=abs(float(np.sin(way * np.pi * self.hops))) * self.hop_mm * left,
            streak_mm=(to_x * speed, to_y * speed),
        )


def throw(
    stage: Stage,
    faces: Sequence[int],
    thrown: Sequence[int],
    colour: Colour,
    *,
    cocked: int = 0,
    from_deg: float = 270.0,
) -> Gesture:
    """Dice fly in, tumble and come to rest; the last `cocked` of them lean against the wall."""
    among = [die.drawn for die in stage.lying]
    rests = scatter(stage.rng, faces, colour, among=among, tray=stage.tray, touching=stage.touching)
    for n in range(len(rests) - min(cocked, len(rests)), len(rests)):
        rests[n] = _against_wall(stage, rests[n], [*among, *rests[:n], *rests[n + 1 :]])
    flights = [_flight(stage, rest, from_deg) for rest in rests]
    lasts_s = max((flight.starts_s + flight.lasts_s for flight in flights), default=0.0)
    for n in stage.frames(lasts_s):
        flying = (flight.at(n / stage.fps) for flight in flights)
        yield Shot((*among, *(die for die in flying if die is not None)))
    stage.lying.extend(LyingDie(rest, face) for rest, face in zip(rests, thrown, strict=True))
    yield stage.shot()


def _flight(stage: Stage, rest: DrawnDie, from_deg: float) -> _Flight:
    rng = stage.rng
    bearing = np.radians(from_deg + rng.uniform(-14, 14))
    start = FLY_FROM_MM * np.array([np.cos(bearing), np.sin(bearing)]) + rng.uniform(-22, 22, 2)
    return _Flight(
        rest,
        (float(start[0]), float(start[1])),
        starts_s=float(rng.uniform(0, 0.14)),
        lasts_s=float(rng.uniform(0.5, 0.8)),
        twist_deg=float(rng.uniform(-160, 160)),
        hops=float(rng.uniform(1.6, 3.2)),
        hop_mm=float(rng.uniform(18, 45)),
    )


def _against_wall(stage: Stage, die: DrawnDie, others: Sequence[DrawnDie]) -> DrawnDie:
    """The die propped on the foot of the wall; where there is no room, it leans where it is."""
    lean = float(stage.rng.uniform(20, 36))
    for _ in range(60):
        side = int(stage.rng.integers(4))
        along = float(stage.rng.uniform(-0.6, 0.6))
        wide, high = stage.tray.half_width_mm, stage.tray.half_height_mm
        away = die.edge_mm * 0.72
        x, y = ((wide - away, along * high), (along * wide, high - away))[side % 2]
        x, y = (x, y) if side < 2 else (-x, -y)
        inward = side * 90.0 + 180
        leaning = replace(die, x_mm=x, y_mm=y, yaw_deg=inward, lean_deg=lean, lean_to_deg=inward)
        if all(apart(leaning, other, 3.0) for other in others):
            return leaning
    return replace(die, lean_deg=lean, lean_to_deg=die.yaw_deg)


# --- hands ----------------------------------------------------------------------------------------------------


def _out_of_view(stage: Stage, from_deg: float) -> tuple[float, float]:
    """Where fingertips wait outside the picture."""
    bearing = np.radians(from_deg)
    reach = ARM_OUT_MM + abs(stage.tray.half_width_mm * np.cos(bearing)) + abs(stage.tray.half_height_mm * np.sin(bearing))
    return float(reach * np.cos(bearing)), float(reach * np.sin(bearing))


def _beyond(die: DrawnDie, from_deg: float) -> tuple[float, float]:
    """Where the fingertips go so that the fingers cover the die."""
    bearing = np.radians(from_deg)
    return die.x_mm - OVER_MM * float(np.cos(bearing)), die.y_mm - OVER_MM * float(np.sin(bearing))


def _glide(
    stage: Stage, hand: DrawnHand, to: tuple[float, float], seconds: float, *, above_mm: float | None = None
) -> Iterator[DrawnHand]:
    """The hand on its way, slow at both ends."""
    end_mm = hand.above_mm if above_mm is None else above_mm
    frames = stage.frames(seconds)
    for n in frames:
        way = (n + 1) / len(frames)
        eased = way * way * (3 - 2 * way)
        yield replace(
            hand,
            x_mm=hand.x_mm + (to[0] - hand.x_mm) * eased,
            y_mm=hand.y_mm + (to[1] - hand.y_mm) * eased,
            above_mm=hand.above_mm + (end_mm - hand.above_mm) * eased,
        )


def _visit(
    stage: Stage, targets: Sequence[LyingDie], from_deg: float, *, point: bool = False, changed: Sequence[LyingDie] = ()
) -> Gesture:
    """A hand comes in, covers each target in turn and leaves; what it covered is gone, or lies as `changed` says."""
    outside = _out_of_view(stage, from_deg)
    hand = DrawnHand(*outside, from_deg=from_deg, kind="point" if point else "grab")
    for n, target in enumerate(targets):
        for hand in _glide(stage, hand, _beyond(target.drawn, from_deg), MOVE_S if n else REACH_S, above_mm=22.0):
            yield stage.shot(hand)
        stage.lying.remove(target)
        if point:
            stage.lying.append(changed[n])
        for _ in stage.frames(GRIP_S):
            yield stage.shot(hand)
    if not point:
        stage.lying.extend(changed)
    for hand in _glide(stage, hand, outside, REACH_S, above_mm=45.0):
        yield stage.shot(hand)
    yield stage.shot()


def _nearest_first(dice: Sequence[LyingDie], from_deg: float) -> list[LyingDie]:
    """In the order a hand meets them that comes from one side and goes across."""
    across = np.radians(from_deg + 90)
    return sorted(dice, key=lambda die: die.drawn.x_mm * np.cos(across) + die.drawn.y_mm * np.sin(across))


def take(stage: Stage, indexes: Sequence[int], from_deg: float) -> Gesture:
    """A hand takes these dice out."""
    yield from _visit(stage, _nearest_first([stage.lying[n] for n in indexes], from_deg), from_deg)


def sweep(stage: Stage, from_deg: float) -> Gesture:
    """A hand takes all that lies there."""
    yield from take(stage, range(len(stage.lying)), from_deg)


def hover(stage: Stage, seconds: float, from_deg: float) -> Gesture:
    """A hand is held over the tray and touches nothing."""
    outside = _out_of_view(stage, from_deg)
    over = (float(stage.rng.uniform(-50, 50)), float(stage.rng.uniform(-30, 30)))
    hand = DrawnHand(*outside, from_deg=from_deg, above_mm=70.0)
    for hand in _glide(stage, hand, over, REACH_S):
        yield stage.shot(hand)
    for n in stage.frames(seconds):
        sway = 2.5 * np.sin(n / stage.fps * 4)
        yield stage.shot(replace(hand, x_mm=hand.x_mm + float(sway)))
    for hand in _glide(stage, hand, outside, REACH_S):
        yield stage.shot(hand)
    yield stage.shot()


def nudge(stage: Stage, index: int, from_deg: float) -> Gesture:
    """A finger pushes a die flat and a little aside; its face stays."""
    die = stage.lying[index]
    others = [other.drawn for other in stage.lying if other is not die]
    pushed = LyingDie(_aside(stage, die.drawn, others), die.thrown)
    yield from _visit(stage, [die], from_deg, point=True, changed=[pushed])


def _aside(stage: Stage, die: DrawnDie, others: Sequence[DrawnDie]) -> DrawnDie:
    """A flat place near by, apart from the other dice and the wall; anywhere where there is none."""
    for attempt in range(120):
        turn, reach = stage.rng.uniform(0, 2 * np.pi), stage.rng.uniform(4, 10 + attempt * 0.3)
        x, y = die.x_mm + reach * float(np.cos(turn)), die.y_mm + reach * float(np.sin(turn))
        yaw = die.yaw_deg + float(stage.rng.uniform(-30, 30))
        flat = replace(die, x_mm=round(x, 2), y_mm=round(y, 2), yaw_deg=round(yaw, 1), lean_deg=0.0, lean_to_deg=0.0)
        inside = stage.tray.beyond_wall_mm(np.float32([x]), np.float32([y]))[0] < -die.edge_mm
        if inside and all(apart(flat, other, 4.0) for other in others):
            return flat
    (flat,) = scatter(stage.rng, [die.face], die.colour, among=others, tray=stage.tray, touching=0)
    return replace(flat, pips=die.pips)


def respread(stage: Stage, indexes: Sequence[int], from_deg: float) -> Gesture:
    """A hand picks dice up and lays them down elsewhere, apart, with the same faces up."""
    targets = _nearest_first([stage.lying[n] for n in indexes], from_deg)
    among = [die.drawn for die in stage.lying if die not in targets]
    changed: list[LyingDie] = []
    for target in targets:
        (laid,) = scatter(stage.rng, [target.face], target.colour, among=among, tray=stage.tray, touching=0)
        among.append(replace(laid, pips=target.drawn.pips))
        changed.append(LyingDie(among[-1], target.thrown))
    yield from _visit(stage, targets, from_deg, changed=changed)


def put_back(stage: Stage, faces: Sequence[int], thrown: Sequence[int], colour: Colour, from_deg: float) -> Gesture:
    """A hand lays dice into the tray with these faces up."""
    among = [die.drawn for die in stage.lying]
    laid = scatter(stage.rng, faces, colour, among=among, tray=stage.tray, touching=0)
    outside = _out_of_view(stage, from_deg)
    hand = DrawnHand(*outside, from_deg=from_deg)
    for n, (die, face) in enumerate(zip(laid, thrown, strict=True)):
        for hand in _glide(stage, hand, _beyond(die, from_deg), MOVE_S if n else REACH_S, above_mm=22.0):
            yield stage.shot(hand)
        stage.lying.append(LyingDie(die, face))
        for _ in stage.frames(GRIP_S):
            yield stage.shot(hand)
    for hand in _glide(stage, hand, outside, REACH_S, above_mm=45.0):
        yield stage.shot(hand)
    yield stage.shot()
