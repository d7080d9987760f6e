"""What people do before the mock camera, frame by frame: throws, hands that take and sweep, bumps.

A gesture is a generator of shots. It changes what lies in the tray at the moment a hand covers it.
"""

from collections.abc import Generator, Iterator, Sequence
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
SWEEP = 0.5  # a sweep is so much quicker from die to die than taking chosen ones
OVER_MM = 13.0  # fingertips reach so far beyond the die they cover
HIGH_MM, LOW_MM, HOVER_MM = 45.0, 22.0, 70.0  # fingertips above the floor: on the way, at a die, held in the air
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
    colour: Colour | Sequence[Colour],
    *,
    cocked: int = 0,
    from_deg: float = 270.0,
) -> Gesture:
    """Dice fly in, tumble and come to rest; the last `cocked` of them lean against the wall.

    `colour` is that of all dice, or of each.
    """
    among = [die.drawn for die in stage.lying]
    colours: Sequence[Colour] = [colour] * len(faces) if isinstance(colour, str) else colour
    rests = scatter(stage.rng, faces, "white", among=among, tray=stage.tray, touching=stage.touching)
    rests = [replace(rest, colour=own) for rest, own in zip(rests, colours, strict=True)]
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
    """The die with its head against the wall; where there is no room, it leans where it is."""
    lean = float(stage.rng.uniform(26, 40))
    for _ in range(60):
        side = int(stage.rng.integers(4))
        along = float(stage.rng.uniform(-0.6, 0.6))
        wide, high = stage.tray.half_width_mm, stage.tray.half_height_mm
        away = die.edge_mm * 0.71  # from its middle to the edge that touches the wall
        x, y = ((wide - away, along * high), (along * wide, high - away))[side % 2]
        x, y = (x, y) if side < 2 else (-x, -y)
        outward = side * 90.0
        leaning = replace(die, x_mm=x, y_mm=y, yaw_deg=outward, lean_deg=lean, lean_to_deg=outward)
        if stage.tray.holds(x, y, 0.0) and all(apart(leaning, other, 3.0) for other in others):
            return leaning
    return replace(die, lean_deg=lean, lean_to_deg=die.yaw_deg)


# --- hands ----------------------------------------------------------------------------------------------------


def _out_of_view(stage: Stage, from_deg: float) -> tuple[float, float]:
    """Where fingertips wait outside the picture."""
    bearing = np.radians(from_deg)
    right, up = float(np.cos(bearing)), float(np.sin(bearing))
    reach = ARM_OUT_MM + stage.tray.half_width_mm * abs(right) + stage.tray.half_height_mm * abs(up)
    return reach * right, reach * up


def _beyond(die: DrawnDie, from_deg: float) -> tuple[float, float]:
    """Where the fingertips go so that the fingers cover the die."""
    bearing = np.radians(from_deg)
    return die.x_mm - OVER_MM * float(np.cos(bearing)), die.y_mm - OVER_MM * float(np.sin(bearing))


def _glide(
    stage: Stage, hand: DrawnHand, to: tuple[float, float], seconds: float, above_mm: float
) -> Generator[Shot, None, DrawnHand]:
    """The hand on its way, slow at both ends; gives back the hand that has arrived."""
    frames = stage.frames(seconds)
    gone = hand
    for n in frames:
        way = (n + 1) / len(frames)
        eased = way * way * (3 - 2 * way)
        gone = replace(
            hand,
            x_mm=hand.x_mm + (to[0] - hand.x_mm) * eased,
            y_mm=hand.y_mm + (to[1] - hand.y_mm) * eased,
            above_mm=hand.above_mm + (above_mm - hand.above_mm) * eased,
        )
        yield stage.shot(gone)
    return gone


def _hold(stage: Stage, hand: DrawnHand, seconds: float) -> Gesture:
    """The hand stays where it is."""
    for _ in stage.frames(seconds):
        yield stage.shot(hand)


def _leave(stage: Stage, hand: DrawnHand) -> Gesture:
    """The hand goes back to where it came from."""
    yield from _glide(stage, hand, _out_of_view(stage, hand.from_deg), REACH_S, HIGH_MM)
    yield stage.shot()


def _visit(
    stage: Stage,
    targets: Sequence[LyingDie],
    from_deg: float,
    *,
    point: bool = False,
    changed: Sequence[LyingDie] = (),
    haste: float = 1.0,
) -> Gesture:
    """A hand comes in, covers each target in turn and leaves; what it covered is gone, or lies as `changed` says."""
    hand = DrawnHand(*_out_of_view(stage, from_deg), from_deg, "point" if point else "grab", HIGH_MM)
    for n, target in enumerate(targets):
        lasts_s = MOVE_S * haste if n else REACH_S
        hand = yield from _glide(stage, hand, _beyond(target.drawn, from_deg), lasts_s, LOW_MM)
        stage.lying.remove(target)
        if point:
            stage.lying.append(changed[n])
        yield from _hold(stage, hand, GRIP_S * haste)
    if not point:
        stage.lying.extend(changed)
    yield from _leave(stage, hand)


def _nearest_first(dice: Sequence[LyingDie], from_deg: float) -> list[LyingDie]:
    """In the order a hand meets them that comes from one side and goes across."""
    across = np.radians(from_deg + 90)
    return sorted(dice, key=lambda die: die.drawn.x_mm * np.cos(across) + die.drawn.y_mm * np.sin(across))


def take(stage: Stage, indexes: Sequence[int], from_deg: float) -> Gesture:
    """A hand takes these dice out."""
    targets = [stage.lying[n] for n in indexes if n < len(stage.lying)]
    if targets:
        yield from _visit(stage, _nearest_first(targets, from_deg), from_deg)


def sweep(stage: Stage, from_deg: float) -> Gesture:
    """A hand takes all that lies there."""
    if stage.lying:
        yield from _visit(stage, _nearest_first(stage.lying, from_deg), from_deg, haste=SWEEP)


def hover(stage: Stage, seconds: float, from_deg: float) -> Gesture:
    """A hand is held over the tray and touches nothing."""
    over = (float(stage.rng.uniform(-50, 50)), float(stage.rng.uniform(-30, 30)))
    hand = DrawnHand(*_out_of_view(stage, from_deg), from_deg, above_mm=HOVER_MM)
    hand = yield from _glide(stage, hand, over, REACH_S, HOVER_MM)
    for n in stage.frames(seconds):
        sway = 2.5 * np.sin(n / stage.fps * 4)
        yield stage.shot(replace(hand, x_mm=hand.x_mm + float(sway)))
    yield from _leave(stage, hand)


def nudge(stage: Stage, index: int, from_deg: float) -> Gesture:
    """A finger pushes a die flat and a little aside; its face stays."""
    if index >= len(stage.lying):
        return
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
        if stage.tray.holds(x, y, die.edge_mm) and all(apart(flat, other, 4.0) for other in others):
            return flat
    (flat,) = scatter(stage.rng, [die.face], die.colour, among=others, tray=stage.tray, touching=0)
    return replace(flat, pips=die.pips)


def turn_over(stage: Stage, index: int, face: int, from_deg: float) -> Gesture:
    """A finger pushes a die aside so clumsily that it comes to lie on another side."""
    if index >= len(stage.lying):
        return
    die = stage.lying[index]
    others = [other.drawn for other in stage.lying if other is not die]
    pushed = LyingDie(replace(_aside(stage, die.drawn, others), face=face), die.thrown)
    yield from _visit(stage, [die], from_deg, point=True, changed=[pushed])


def push(stage: Stage, die: LyingDie, to: LyingDie, from_deg: float) -> Gesture:
    """A finger pushes a die to where, and onto which face, it is to lie."""
    yield from _visit(stage, [die], from_deg, point=True, changed=[to])


SPIN_DEG_S = 1100.0  # a die on its corner turns three times a second at first
SPIN_LEAN_DEG = 42.0


def spin(stage: Stage, index: int, seconds: float) -> Gesture:
    """A die spins on a corner, slower and slower, and falls back to where it lay."""
    die = stage.lying[index]
    for n in stage.frames(seconds):
        t_s = n / stage.fps
        turned = SPIN_DEG_S * (t_s - t_s * t_s / (2.2 * seconds))
        spun = replace(die.drawn, yaw_deg=die.drawn.yaw_deg + turned, lean_deg=SPIN_LEAN_DEG, lean_to_deg=turned)
        yield Shot(tuple(spun if other is die else other.drawn for other in stage.lying))
    yield stage.shot()


def respread(stage: Stage, indexes: Sequence[int], from_deg: float) -> Gesture:
    """A hand picks dice up and lays them down elsewhere, apart, with the same faces up."""
    targets = _nearest_first([stage.lying[n] for n in indexes], from_deg)
    if not targets:
        return
    among = [die.drawn for die in stage.lying if die not in targets]
    changed: list[LyingDie] = []
    for target in targets:
        (laid,) = scatter(stage.rng, [target.face], target.colour, among=among, tray=stage.tray, touching=0)
        among.append(replace(laid, pips=target.drawn.pips))
        changed.append(LyingDie(among[-1], target.thrown))
    yield from _visit(stage, targets, from_deg, changed=changed)


def move(stage: Stage, targets: Sequence[LyingDie], laid: Sequence[LyingDie], from_deg: float) -> Gesture:
    """A hand picks dice up one after the other and lays all of them down where `laid` has them."""
    yield from _visit(stage, targets, from_deg, changed=laid)


def put_back(stage: Stage, faces: Sequence[int], colour: Colour, from_deg: float) -> Gesture:
    """A hand lays dice into the tray with these faces up."""
    among = [die.drawn for die in stage.lying]
    laid = scatter(stage.rng, faces, colour, among=among, tray=stage.tray, touching=0)
    yield from lay_in(stage, [LyingDie(die, die.face) for die in laid], from_deg)


def lay_in(stage: Stage, laid: Sequence[LyingDie], from_deg: float) -> Gesture:
    """A hand lays dice down, one after the other, where they are to lie."""
    hand = DrawnHand(*_out_of_view(stage, from_deg), from_deg, above_mm=HIGH_MM)
    for n, die in enumerate(laid):
        lasts_s = MOVE_S if n else REACH_S
        hand = yield from _glide(stage, hand, _beyond(die.drawn, from_deg), lasts_s, LOW_MM)
        stage.lying.append(die)
        yield from _hold(stage, hand, GRIP_S)
    yield from _leave(stage, hand)
