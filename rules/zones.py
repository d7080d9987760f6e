"""The referee of mat mode: the roll lies in one zone, every hand in a zone of its own, and all of it is verified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.accounts import UNREAD, without
from rules.game import Faces, Keep, Position
from rules.referee import Act, Ask, Lying, Referee, Verdict, Wait
from rules.table import Table

ROLLING, BETWEEN = 0, -1
"""The zone that dice are rolled into; on the mat but in no zone. Hands' zones have their seats' numbers, from 1."""
PATIENCE_S = 6.0
"""A hand that is to be taken away, or laid down, is left alone for so long before somebody is reminded."""
ABOUT_HANDS = ("hand-changed", "hand-to-zone")
"""Questions that people may answer with "it counts", where a zone has as many dice as it should."""


@dataclass(slots=True)
class _Zone:
    """What is known of one hand's zone."""

    due: Faces = ()
    """The hand that is to lie there."""
    met: bool = False
    """It has lain there since it became due; from then on whatever changes is an alarm."""
    counts: Faces | None = None
    """What the picture shows of it, where people said that this counts."""
    since_s: float | None = None
    """While it is not met: since when."""
    late: bool = False
    """Somebody is to be reminded."""

    def fits(self, faces: Faces) -> bool:
        """Whether these dice are what is to lie there; one that cannot be read may be any."""
        return any(_may_be(faces, hand) for hand in (self.due, self.counts) if hand is not None)


class MatReferee(Referee):
    """Watches a mat. As long as none has been in view it is a referee of tray mode."""

    def __init__(self, table: Table, colours: Mapping[str, str] | None = None, lying: tuple[Lying, ...] = ()) -> None:
        """As the referee of tray mode has it."""
        super().__init__(table, colours, tuple(die for die in lying if die.zone in (None, ROLLING, BETWEEN)))
        self._dice = tuple(lying)
        self._seats = 0
        self._in_view = False
        self._zones = {player: _Zone() for player in table.players}
        self._noticed = table.changes
        self._undone: tuple[Faces, ...] | None = None
        """What lay where when a hand was taken back: it says nothing until it changes."""

    @property
    def on_mat(self) -> bool:
        """Whether a mat has been in view: from then on hands lie in their zones."""
        return self._seats > 0

    def lay_mat(self, seats: int) -> None:
        """Said before `see`: a mat with zones for so many is in view, or none (0). Games without hands play on."""
        self._in_view = seats > 0
        if seats and self.table.game.hands_lie:
            self._seats = seats

    def see(self, dice: tuple[Lying, ...]) -> Verdict:
        """What a table means that has settled: the rolling zone as a tray, and every hand."""
        if not self.on_mat:
            return super().see(dice)
        self._dice = tuple(dice)
        return self._look()

    def sync(self) -> Verdict:
        """Follow a table that was changed from outside; after an undo nothing is kept until somebody moves a die."""
        return self._look() if self.on_mat else super().sync()

    def remind(self, now_s: float) -> Verdict | None:
        """The question to ask once a hand is not where it should be for long; None while there is nothing to say."""
        if not self.on_mat or not self._in_view:
            return None
        for _, zone in self._pending():
            zone.since_s = now_s if zone.since_s is None else min(zone.since_s, now_s)
            if not zone.late and now_s - zone.since_s >= PATIENCE_S:
                zone.late = True
                return self._look()
        return None

    @property
    def may_count(self) -> bool:
        """Whether people may answer what is asked with "it counts"."""
        asked = self.question
        if asked is None or asked.about not in ABOUT_HANDS:
            return super().may_count
        player = asked.facts["player"]
        return len(self._laid(player)) == len(self._zones[player].due)

    def take_as_roll(self) -> Verdict:
        """People say that what lies counts: as the roll, or as the hand that is asked about."""
        asked = self.question
        if asked is None or asked.about not in ABOUT_HANDS or not self.may_count:
            return super().take_as_roll()
        zone = self._zones[asked.facts["player"]]
        zone.counts, zone.met = self._laid(asked.facts["player"]), True
        return self._look()

    # --- what lies where

    def _rolled(self) -> tuple[Lying, ...]:
        """The dice of the rolling zone, and what lies about near by."""
        return tuple(die for die in self._dice if die.zone in (None, ROLLING, BETWEEN))

    def _laid(self, player: str) -> Faces:
        """The dice in a player's zone."""
        seat = self.table.players.index(player) + 1
        return _faces(tuple(die for die in self._dice if die.zone == seat))

    def _snapshot(self) -> tuple[Faces, ...]:
        return (_faces(self._rolled()), *map(self._laid, self.table.players))

    # --- judging

    def _look(self) -> Verdict:
        """Zones first, then the rolling zone as a tray; a reminder where there is nothing else to say."""
        self._notice()
        verdict = self._judge_mat()
        if verdict is None:
            verdict = super().see(self._rolled())
        if isinstance(verdict, Wait):
            verdict = next((_to_be_moved(p, z, self._laid(p)) for p, z in self._pending() if z.late), verdict)
        return self._ask_or_clear(verdict)

    def _notice(self) -> None:
        """Which hands are due, and which of them lie in their zones."""
        if self._noticed != self.table.changes:
            self._noticed = self.table.changes
            self._undone = self._snapshot() if self.table.undone else None
        for place in self.table.position.places:
            if self._zones[place.player].due != place.hand:
                self._zones[place.player] = _Zone(place.hand)
            zone = self._zones[place.player]
            if self._choosing(place.player):
                zone.met = False
            elif not zone.met and zone.fits(self._laid(place.player)):
                zone.met, zone.since_s, zone.late = True, None, False

    def _choosing(self, player: str) -> bool:
        """Whether the player is about to lay down a hand, so that the zone may show anything on the way."""
        position = self.table.position
        return position.awaits == "keep" and position.to_move == player

    def _pending(self) -> Iterator[tuple[str, _Zone]]:
        """The zones whose hand has not been laid down, or taken away, yet."""
        return ((p, z) for p, z in self._zones.items() if not z.met and not self._choosing(p))

    def _judge_mat(self) -> Verdict | None:
        """What is to be said before the rolling zone is looked at; None where that is all."""
        position, awaits = self.table.position, self.awaits
        if awaits in ("nothing", "say"):
            return None
        if (wrong := self._unfit(position) or self._alarm(position)) is not None:
            return wrong
        if awaits == "keep":
            return self._judge_hand(position)
        if awaits == "roll" and self._rolled():
            return next((_to_be_moved(p, z, self._laid(p)) for p, z in self._pending()), None)
        return None

    def _unfit(self, position: Position) -> Ask | None:
        """What keeps the zones from being told."""
        if not self._in_view:
            return Ask("mat-lost")
        if self._seats < len(position.places):
            return Ask("mat-too-small", {"due": str(len(position.places)), "seen": str(self._seats)})
        if self.awaits != "sweep" and any(die.zone == BETWEEN for die in self._dice):
            return Ask("between-zones")
        return None

    def _alarm(self, position: Position) -> Ask | None:
        """A hand that lay in its zone has changed."""
        for player, zone in self._zones.items():
            laid = self._laid(player)
            if not zone.met or self._choosing(player) or zone.fits(laid):
                continue
            strange = len(laid) - len(zone.due)
            lacking = position.dice - len(self._rolled())
            if self.awaits == "roll" and self._rolled() and 0 < strange == lacking and not without(zone.due, laid):
                return Ask("die-in-zone", {"player": player})
            about = "hand-changed" if zone.due and laid else "hand-gone" if zone.due else "strange-hand"
            return Ask(about, {"player": player, "due": _spell(zone.due), "seen": _spell(laid)})
        return None

    def _judge_hand(self, position: Position) -> Verdict:
        """What the mover has laid down of the roll: it is kept once the rest is swept up, or nothing could be added."""
        player = position.to_move or ""
        laid, rest = self._laid(player), self._rolled()
        if self._undone == self._snapshot():
            return Wait()
        self._undone = None
        if UNREAD in laid:
            return Ask("doubtful-die", {"player": player, "doubtful": str(laid.count(UNREAD))})
        if laid in position.options and (not rest or not _goes_on(laid, position.options)):
            return Act(Keep(laid))
        return self._unfinished(position, laid, rest)

    def _unfinished(self, position: Position, laid: Faces, rest: tuple[Lying, ...]) -> Verdict:
        hand, options = position.place(position.to_move or "").hand, position.options
        facts = {"player": position.to_move or "", "options": ", ".join(map(_spell, options))}
        if len(laid) + len(rest) > len(hand) + len(position.roll):
            seen = len(laid) + len(rest) - len(hand)
            return Ask("too-many-dice", {"seen": str(seen), "due": str(len(position.roll))})
        if rest and any(not without(laid, option) for option in options):
            return Wait()
        if laid == hand:
            return Ask("lay-hand", facts, options)
        return Ask("illegal-keep", {**facts, "hand": _spell(laid)}, options)


def _to_be_moved(player: str, zone: _Zone, laid: Faces) -> Ask:
    """The reminder that a hand is not where it should be."""
    if zone.due:
        return Ask("hand-to-zone", {"player": player, "hand": _spell(zone.due)})
    return Ask("hand-to-cup", {"player": player, "hand": _spell(laid)})


def _may_be(faces: Faces, hand: Faces) -> bool:
    """Whether dice that were seen may be that hand."""
    known = tuple(face for face in faces if face != UNREAD)
    return len(faces) == len(hand) and not without(known, hand)


def _goes_on(laid: Faces, options: tuple[Faces, ...]) -> bool:
    """Whether a longer legal hand can be made of one."""
    return any(len(option) > len(laid) and not without(laid, option) for option in options)


def _faces(dice: tuple[Lying, ...]) -> Faces:
    return tuple(sorted(die.face or UNREAD for die in dice))


def _spell(faces: Faces) -> str:
    return "-".join(map(str, faces))
