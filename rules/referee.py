"""The referee of tray mode: turns what lies there into rolls and keeps, and asks where the game explains nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from rules.accounts import UNREAD, explained, only_fewer, takings
from rules.game import Action, Faces, Keep, Position, Roll
from rules.table import Table

QUESTIONS: dict[str, str] = {
    "wrong-dice-count": "The roll has more or fewer dice than the cup.",
    "doubtful-die": "The value of a die cannot be told: nudge it, or tap its value.",
    "cocked-die": "A die leans: nudge it flat, throw again, or tap its value.",
    "hidden-die": "A die is not wholly in view: lay it free, or tap its value.",
    "rim-die": "A die lies on the tray's rim: push it in, throw again, or say that it counts.",
    "wrong-colour": "The dice are another player's.",
    "mixed-colours": "Dice of more than one player lie in the tray.",
    "throw-again": "Dice were taken from a roll that had too many, so nobody knows which were meant: throw again.",
    "dice-changed": "A die shows a face that was not rolled: turn it back, or correct the roll.",
    "too-many-dice": "More dice lie in the tray than were rolled.",
    "illegal-keep": "What was taken makes no legal hand: put it right.",
    "which-hand": "More than one hand explains what was done: choose it.",
    "more-dice": "Fewer dice lie there than are to be shown: add the others, or say that these count.",
    "hidden-dice": "Dice can be seen before anybody has opened: cover them.",
    "other-dice": "These are not the dice that are to be rolled now.",
    "clear-tray": "Dice came into a tray that was not empty: empty it, then throw.",
    "put-back": "The kept dice lie in the tray again: undo the keep, or take them out.",
    "mat-lost": "The mat's markers are hidden, so nobody knows which dice lie in which zone: uncover them.",
    "mat-too-small": "The mat has fewer zones than there are hands: print another.",
    "between-zones": "A die lies in no zone of the mat: push it into one.",
    "die-in-zone": "A rolled die lies in a hand's zone: move it out as it lies.",
    "hand-changed": "A hand is not what it was: put it right, or say that it counts.",
    "hand-gone": "A hand is no longer where it lay: put it back.",
    "strange-hand": "Dice lie in the zone of somebody who has no hand: take them out.",
    "hand-to-cup": "A hand goes back to its cup, and lies in its zone still: take it away.",
    "hand-to-zone": "A hand does not lie in its zone: lay it there, or say that what lies there counts.",
    "lay-hand": "The roll was swept up and no hand was laid down: lay it in its zone, or choose it.",
}
"""Everything the referee may ask, and what it means; the keys are those of the screen's words."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One die in the tray, at rest."""

    face: int | None
    """1 to 6, or None where the reader is not sure."""
    colour: str
    """Of the body, a colour of the reader's list."""
    x: float = 0.0
    y: float = 0.0
    doubt: str = ""
    """How it lies where that is not right: "leaning", "covered", "cut", or "rim", which may have a face."""
    zone: int | None = None
    """Of a mat: 0 is the rolling zone, a seat's number its hand's, -1 none of them; None without a mat."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is to be decided; a question that was asked has been answered."""


@dataclass(frozen=True, slots=True)
class Act:
    """Push this on the table."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ask:
    """Picture and game part ways; the game does not move until people have put it right."""

    about: str
    """A key of QUESTIONS."""
    facts: dict[str, str] = field(default_factory=dict)
    """What the question's sentence names."""
    hands: tuple[Faces, ...] = ()
    """The hands to choose from, where one of them is asked for."""


Verdict: TypeAlias = Wait | Act | Ask
"""What a settled tray means."""

_HOW_IT_LIES = {"leaning": "cocked-die", "cut": "hidden-die", "covered": "hidden-die", "rim": "rim-die"}
"""A die's doubt to the question about it, the first that is needed first."""

_Phase: TypeAlias = Literal["clear", "refused", "keep", "sweep", "cluttered", "talk", "over"]
"""Empty and a roll awaited; a roll lies that was asked about; a hand is being chosen; the tray is to be emptied;
the same, and dice came into it; somebody's word is awaited; the game is over."""


class Referee:
    """Watches one tray for one table. `see` decides, the caller pushes; the table may also change from outside."""

    def __init__(self, table: Table, colours: Mapping[str, str] | None = None, lying: tuple[Lying, ...] = ()) -> None:
        """`colours` are the players' dice, None where all play with dice of one colour.

        `lying` is what the game before has left in the tray. A game that goes on wants to see the tray empty first.
        """
        self.table = table
        self.question: Ask | None = None
        """What is being asked now."""
        self._colours = dict(colours) if colours else {}
        self._tray = tuple(lying)
        self._followed = table.changes
        self._shown: Faces = ()
        self._shown_at = 0
        self._most = 0
        self._held: Faces | None = None
        self._phase: _Phase = "sweep" if table.actions or self._tray else "clear"
        if table.position.awaits != "roll":
            self._enter()

    @property
    def awaits(self) -> Literal["roll", "keep", "sweep", "say", "nothing"]:
        """What the people at the table are to do next."""
        self._follow()
        match self._phase:
            case "clear" | "refused":
                return "roll"
            case "sweep" | "cluttered":
                return "sweep"
            case "keep":
                return "keep"
            case "talk":
                return "say"
            case "over":
                return "nothing"

    def see(self, dice: tuple[Lying, ...]) -> Verdict:
        """What a tray means that has settled, or is empty. The same tray may be shown any number of times."""
        self._follow()
        before, self._tray = self._tray, tuple(dice)
        return self._ask_or_clear(self._judge(before))

    def sync(self) -> Verdict:
        """Follow a table that was changed from outside (undo, correction, a hand chosen on the screen).

        The tray as it was seen last is judged anew; after an undo it is left alone until it changes.
        """
        self._follow()
        return self._ask_or_clear(self._judge(self._tray))

    @property
    def asks_about_roll(self) -> bool:
        """Whether what is asked is what the dice were that lie there, so that their faces are an answer."""
        return self.question is not None and self.table.position.awaits == "roll" and self._phase == "refused"

    def take_as_roll(self) -> Verdict:
        """People say that what lies counts: it is the roll, if its dice are as many as due and all are read."""
        self._follow()
        position = self.table.position
        if position.awaits != "roll":
            return Wait()
        lying = _meant(position, self._tray)
        wrong = _wrong_dice(position, lying) or _wrong_roll(position, lying)
        return self._ask_or_clear(wrong or Act(_as_roll(position, lying)))

    @property
    def may_count(self) -> bool:
        """Whether people may answer what is asked with "it counts"."""
        asked, position = self.question, self.table.position
        if asked is None or asked.about == "put-back" or position.awaits != "roll":
            return False
        lying = _meant(position, self._tray)
        return not (_wrong_dice(position, lying) or _wrong_roll(position, lying))

    def _ask_or_clear(self, verdict: Verdict) -> Verdict:
        self.question = verdict if isinstance(verdict, Ask) else None
        return verdict

    def _follow(self) -> None:
        """Notice that the table has changed since the last look."""
        if self._followed == self.table.changes:
            return
        self._followed = self.table.changes
        self.question = None
        # After an undo the tray still shows what was undone: it says nothing until it changes.
        self._held = _faces(self._tray) if self.table.undone else None
        self._enter()

    def _enter(self) -> None:
        """The phase that table and tray are in now."""
        match self.table.position.awaits:
            case "nothing":
                self._phase = "over"
            case "say":
                self._phase = "talk"
            case "keep":
                self._phase = "keep"
                self._remember_roll()
            case "roll":
                self._phase = "sweep" if self._tray else "clear"
                self._most = 0
                if len(self.table.actions) <= self._shown_at:
                    self._shown = ()

    def _remember_roll(self) -> None:
        """Keep what the picture says of the whole roll: as it lies, else as it lay, else as the table has it.

        Where people told the roll, the picture may show more dice or fewer, and is not asked about.
        """
        roll, at = self.table.position.roll, len(self.table.actions) - 1
        lies, lay = _faces(self._tray), self._shown if at == self._shown_at else ()
        self._shown = lies if len(lies) == len(roll) else lay or lies or roll
        self._shown_at = at

    def _judge(self, before: tuple[Lying, ...]) -> Verdict:
        if not self._tray and self._phase in ("refused", "sweep", "cluttered"):
            self._phase, self._most = "clear", 0
        match self._phase:
            case "clear" | "refused":
                return self._judge_roll()
            case "keep":
                return self._judge_keep(before)
            case "sweep" | "cluttered":
                return self._judge_sweep(before)
            case "talk":
                return self._judge_talk(before)
            case "over":
                return Wait()

    def _judge_talk(self, before: tuple[Lying, ...]) -> Verdict:
        """What lies there is not judged while people talk, unless all dice are to be hidden and more come into view."""
        asked = self.question is not None and self.question.about == "hidden-dice"
        more = not only_fewer(_faces(before), _faces(self._tray))
        if self._tray and self.table.position.hidden and (asked or more):
            return Ask("hidden-dice")
        return Wait()

    def _judge_roll(self) -> Verdict:
        if not self._tray:
            return Wait()
        position, faces = self.table.position, _faces(self._tray)
        self._most = max(self._most, len(faces))
        wrong = self._wrong_colour(position) or _wrong_dice(position, self._tray) or _wrong_roll(position, self._tray)
        wrong = wrong or _lies_badly(self._tray, position)
        if not wrong and self._most > position.dice:
            wrong = Ask("throw-again", {"player": position.to_move or "", "due": str(position.dice)})
        if wrong:
            self._phase = "refused"
            return wrong
        if len(faces) < position.dice:
            self._phase = "refused"
            return Ask("more-dice", {"seen": str(len(faces)), "due": str(position.dice)})
        return Act(_as_roll(position, self._tray))

    def _wrong_colour(self, position: Position) -> Ask | None:
        """Dice of another seat's colour; dice of no seat's colour are nobody's and pass."""
        due = self._colours.get(position.to_move or "")
        lying = {die.colour for die in self._tray}
        strange = sorted(lying & set(self._colours.values()) - {due})
        if not due or not strange:
            return None
        about = "wrong-colour" if lying == set(strange) and len(strange) == 1 else "mixed-colours"
        return Ask(about, {"player": position.to_move or "", "seen": ", ".join(sorted(lying)), "due": due})

    def _judge_keep(self, before: tuple[Lying, ...]) -> Verdict:
        position, faces = self.table.position, _faces(self._tray)
        if self._holding(position, faces):
            return Wait()
        if self.question and self.question.about == "which-hand" and only_fewer(_faces(before), faces):
            return self.question  # stays open while the rest is swept up
        if len(faces) > max(len(position.roll), len(self._shown)):
            return Ask("too-many-dice", {"seen": str(len(faces)), "due": str(len(position.roll))})
        if not faces:
            return _choose(position.options)
        return self._judge_rest(position, faces)

    def _holding(self, position: Position, faces: Faces) -> bool:
        """Whether the dice of a hand that was undone are still being put back, so that their lack says nothing."""
        if self._held is None:
            return False
        putting_back = only_fewer(faces, self._held) and (len(faces) < len(position.roll) or faces == self._held)
        self._held = faces if putting_back else None
        return putting_back

    def _judge_rest(self, position: Position, faces: Faces) -> Verdict:
        """What was done with a roll of which these dice still lie."""
        taken = takings(self._shown, position.roll, faces)
        if not taken:
            return self._unexplained(position, faces)
        if () in taken:
            return Wait()
        hands = explained(taken, position.roll, _hand(position), position.options)
        return _choose(hands) if hands else self._illegal(position, taken)

    def _unexplained(self, position: Position, faces: Faces) -> Verdict:
        known = tuple(face for face in faces if face != UNREAD)
        facts = {"seen": _spell(known), "due": _spell(position.roll)}
        if known == faces or not takings(self._shown, position.roll, known):
            return Ask("dice-changed", facts)
        if len(faces) == len(position.roll):
            return Wait()  # nothing is gone, so nothing hangs on the die that cannot be read
        return _doubtful(self._tray, facts)

    def _illegal(self, position: Position, taken: frozenset[Faces]) -> Ask:
        gone = " / ".join(_spell(tuple(sorted((*_hand(position), *dice)))) for dice in sorted(taken))
        return Ask("illegal-keep", {"hand": gone, "options": _spell_all(position.options)}, position.options)

    def _judge_sweep(self, before: tuple[Lying, ...]) -> Verdict:
        if (back := self._put_back(before)) is not None:
            self._phase = "sweep"
            return back
        if not only_fewer(_faces(before), _faces(self._tray)):
            self._phase = "cluttered"
        if self._phase == "cluttered":
            return Ask("clear-tray", {"player": self.table.position.to_move or ""})
        return Wait()

    def _put_back(self, before: tuple[Lying, ...]) -> Ask | None:
        """The question where the whole roll lies in the tray again of which a hand was kept last."""
        asked = self.question is not None and self.question.about == "put-back"
        if len(self._tray) <= len(before) and not asked:
            return None  # nothing came back: the hand was chosen on the screen and lies there still
        actions = self.table.actions
        if len(actions) != self._shown_at + 2 or _faces(self._tray) != tuple(sorted(self._shown)):
            return None
        kept = actions[-1]
        return Ask("put-back", {"hand": _spell(kept.hand)}) if isinstance(kept, Keep) else None


def _wrong_roll(position: Position, lying: tuple[Lying, ...]) -> Ask | None:
    """What stands against taking these dice as the roll, whatever people say."""
    player, faces = position.to_move or "", _faces(lying)
    if not (position.fewest or position.dice) <= len(faces) <= position.dice:
        return Ask("wrong-dice-count", {"player": player, "seen": str(len(faces)), "due": str(position.dice)})
    if UNREAD in faces:
        return _doubtful(lying, {"player": player, "doubtful": str(faces.count(UNREAD))})
    return None


def _doubtful(lying: tuple[Lying, ...], facts: dict[str, str]) -> Ask:
    """The question about dice that cannot be read: by how they lie where that is why."""
    doubts = {die.doubt for die in lying if die.face is None}
    return Ask(next((about for doubt, about in _HOW_IT_LIES.items() if doubt in doubts), "doubtful-die"), facts)


def _lies_badly(lying: tuple[Lying, ...], position: Position) -> Ask | None:
    """A die that is read well and yet lies where it may not count."""
    if any(die.doubt == "rim" for die in lying):
        return Ask("rim-die", {"player": position.to_move or ""})
    return None


def _wrong_dice(position: Position, lying: tuple[Lying, ...]) -> Ask | None:
    """Dice whose colours are not those that the rules await, or are there twice."""
    colours = [die.colour for die in lying]
    if not position.colours or (set(colours) <= set(position.colours) and len(set(colours)) == len(colours)):
        return None
    return Ask("other-dice", {"seen": ", ".join(sorted(colours)), "due": ", ".join(position.colours)})


def _meant(position: Position, lying: tuple[Lying, ...]) -> tuple[Lying, ...]:
    """The dice as people mean them who say that they count: one of a strange colour is the only one that is missing."""
    seen = {die.colour for die in lying}
    strange, missing = seen - set(position.colours), set(position.colours) - seen
    if len(seen) < len(lying) or len(strange) != 1 or len(missing) != 1:
        return lying
    (colour,) = missing
    return tuple(replace(die, colour=colour) if die.colour in strange else die for die in lying)


def _as_roll(position: Position, lying: tuple[Lying, ...]) -> Roll:
    """The roll that these dice are, by colour where the rules tell them by colour."""
    if not position.colours:
        return Roll(_faces(lying))
    dice = sorted((die.colour, die.face or UNREAD) for die in lying)
    return Roll(tuple(face for _, face in dice), colours=tuple(colour for colour, _ in dice))


def _choose(hands: tuple[Faces, ...]) -> Verdict:
    if len(hands) == 1:
        return Act(Keep(hands[0]))
    return Ask("which-hand", {"options": _spell_all(hands)}, hands)


def _hand(position: Position) -> Faces:
    """The mover's."""
    return position.place(position.to_move or "").hand


def _faces(dice: tuple[Lying, ...]) -> Faces:
    return tuple(sorted(die.face or UNREAD for die in dice))


def _spell(faces: Faces) -> str:
    return "-".join(map(str, faces))


def _spell_all(hands: tuple[Faces, ...]) -> str:
    return ", ".join(map(_spell, hands))
