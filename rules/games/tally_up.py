"""Tally Up: three dice of six, a running total that all share while they stay in, and two stars that end it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias, assert_never

from rules.events import Event, Rolled, Round, Told
from rules.game import (
    N_,
    Action,
    Awaits,
    Faces,
    Game,
    IllegalAction,
    Keep,
    Option,
    Outcome,
    Place,
    Position,
    Roll,
    Say,
    check_faces,
    check_seats,
)
from rules.games.tally_dice import (
    BUST_STARS,
    CHOSEN,
    TALLY,
    UP,
    UP_COLOUR,
    Colours,
    Prospect,
    best_bonus,
    check_dice,
    in_order,
    prospect,
    rest,
    thrown,
    throws,
    up_prospect,
)
from rules.house import AGREE, agree, defaults, told

FIRST_PRESS, STILL_IN = 200, 100
"""What three stars score: who presses first, and everybody else who is in."""
LEAST_RUNNING, MOST_RUNNING = -10_000, 100_000
"""Points at stake that chances are told of: more on either side than a round ever comes to."""
TIMID = 0.12
"""How often a simulated player goes out although staying is worth it, or stays although it is not."""

Phase: TypeAlias = Literal["roll", "race", "before-up", "up", "bonus", "decide"]
"""A main roll is awaited; the first to press; in or out before the Up die; the Up die; bonus dice; in or out."""


@dataclass(frozen=True, slots=True)
class State:
    """One position of a game of Tally Up."""

    players: tuple[str, ...]
    """In seat order."""
    scores: tuple[int, ...]
    """A seat each."""
    house: Mapping[str, Any] = field(hash=False)
    active: int
    """The seat that rolls in this round."""
    inside: tuple[bool, ...]
    """A seat each: still in."""
    said: tuple[str, ...]
    """A seat each: what it has said of the decision that is due, "in" or "out", or nothing yet."""
    phase: Phase = "roll"
    dice: Colours = ()
    """The three dice of this round; none until they are chosen."""
    running: int = 0
    stars: int = 0
    """Of the last main roll."""
    bonus: int = 0
    """How many bonus dice are to be rolled."""
    begun: bool = False
    """Dice have been chosen or rolled, so that nothing can be agreed on any more."""
    final: bool = False
    """Somebody has reached the goal, and the best were level: the next round decides."""
    round_number: int = 1
    outcome: Outcome | None = None

    @property
    def player(self) -> str:
        """Who rolls in this round."""
        return self.players[self.active]

    @property
    def deciding(self) -> tuple[str, ...]:
        """Who is in and has yet to say whether to stay so."""
        seats = zip(self.players, self.inside, self.said, strict=True)
        return tuple(player for player, inside, said in seats if inside and not said)

    @property
    def allowed(self) -> Colours:
        """The dice of which the awaited ones are chosen."""
        match self.phase:
            case "up":
                return (UP_COLOUR,)
            case "bonus":
                return rest(self.dice)
            case _:
                return self.dice or tuple(TALLY)

    @property
    def due(self) -> int:
        """How many dice are awaited."""
        return {"up": 1, "bonus": self.bonus, "roll": CHOSEN}.get(self.phase, 0)

    @property
    def awaits(self) -> Awaits:
        """What the rules wait for."""
        if self.outcome:
            return "nothing"
        return "roll" if self.phase in ("roll", "up", "bonus") else "say"


class TallyUp(Game[State]):
    """The rules as `rules.game.Game` asks for them."""

    key = "tally-up"
    title = "Tally Up"
    author = ""
    most_players = 8
    own_dice = False
    coloured = True
    odds = "own"
    options = (
        Option("goal", 2500, "How many points end the game with the round.", "number", name=N_("Goal"),
               offered=(1000, 1500, 2500, 5000)),
    )  # fmt: skip
    says: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "choose": {"dice": "names"},
        "in": {"player": "name"},
        "out": {"player": "name"},
        "press": {"player": "name"},
    }
    sayings: ClassVar[Mapping[str, str]] = {
        AGREE: N_("The goal is {goal} points."),
        "to-roll": N_("{player} rolls {dice} of these: {of}."),
        "chosen": N_("{player} has chosen {dice}."),
        "scored": N_("{points} points: {running} are at stake."),
        "bust": N_("Two stars: bust! {lost} points are gone."),
        "race": N_("Three stars: who presses first?"),
        "tally-up": N_("{player} is first: {points} points!"),
        "also": N_("{player} is in: {points} points."),
        "decide": N_("In or out?"),
        "in": N_("{player} stays in."),
        "out": N_("{player} is out with {banked} points."),
        "up": N_("The Up die: {effect}. {running} are at stake."),
        "tie": N_("{players} are level: another round."),
        "wins": N_("{player} wins with {score} points!"),
        "say in": N_("{player}: in"),
        "say out": N_("{player}: out"),
        "=in": N_("in"),
        "=out": N_("out"),
        "=press": N_("Tally Up!"),
        "say press": N_("{player}: Tally Up!"),
        "advice choose": N_("Most gain: {dice} (bust {bust}, gain {gain})"),
        "advice bonus": N_("Best bonus: {dice} (bust {bust}, gain {gain})"),
        "advice roll": N_("Next roll: bust {bust}, gain {gain}"),
        "advice up": N_("Up die: bust {bust}, gain {gain}"),
    }
    odds_options = (
        Option("colours", "", "Three tally dice, such as red,green,blue; without them, all twenty choices.", "text"),
        Option("running", "0", "The points at stake before the roll.", "text"),
    )

    def start(self, players: tuple[str, ...], first: str) -> tuple[State, tuple[Event, ...]]:
        """Nobody has points, everybody is in; ValueError for seats that cannot be."""
        check_seats(self, players, first)
        count = len(players)
        state = State(
            players, (0,) * count, defaults(self, players), players.index(first), (True,) * count, ("",) * count
        )
        return state, self.prompt(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after a roll, a choice of dice, somebody's in, out or press."""
        _check(self, state, action)
        match action:
            case Roll(faces, _, colours):
                state, events = self._roll(state, faces, colours)
            case Say("choose", fields):
                state, events = _choose(state, tuple(fields["dice"]))
            case Say("press", _, player):
                state, events = _press(state, player or "")
            case Say("in" | "out" as word, _, player):
                state, events = self._decide(state, word, player or "")
            case Say() as said:
                state, events = replace(state, house=agree(self, state.house, said, state.players)), ()
            case _:
                raise AssertionError(action)
        return state, (*events, *self.prompt(state))

    def prompt(self, state: State) -> tuple[Event, ...]:
        """Which dice are to be rolled, or who is to say what."""
        if state.outcome:
            return ()
        match state.phase:
            case "roll" | "up" | "bonus":
                agreed = () if state.begun else (told(state.house),)
                due = {"dice": state.due, "of": list(state.allowed)}
                return (*agreed, Told("to-roll", state.player, due, cue="seat"))
            case "race":
                return (Told("race", None, {"players": list(state.players)}),)
            case "before-up" | "decide":
                before = "up" if state.phase == "before-up" else "roll"
                ask = {"players": list(state.deciding), "running": state.running, "before": before}
                return (Told("decide", None, ask),)
            case _:
                assert_never(state.phase)

    def outcome(self, state: State) -> Outcome | None:
        """Who has most points in the end."""
        return state.outcome

    def position(self, state: State) -> Position:
        """Scores, who is in, which dice are due, and what may be said."""
        places = tuple(
            Place(player, (), 0, out=False, score=score, said="in" if inside else "out")
            for player, score, inside in zip(state.players, state.scores, state.inside, strict=True)
        )
        rolling = state.awaits == "roll"
        return Position(
            places=places,
            to_move=None if state.outcome else state.player,
            awaits=state.awaits,
            dice=state.due if rolling else 0,
            roll=(),
            options=(),
            round_number=state.round_number,
            colours=state.allowed if rolling else (),
            offers=_offers(state),
            running=state.running,
            facts={"dice": list(state.dice), "phase": state.phase, "stars": state.stars, "goal": state.house["goal"]},
        )

    def favourite(self, position: Position, offers: tuple[Say, ...], secret: Faces, chance: Random) -> Say:
        """Stay in while that is worth more than what is at stake, and sometimes otherwise."""
        words = {offer.word: offer for offer in offers}
        if "press" in words or "choose" in words:
            return offers[0]
        dice, running = in_order(position.facts["dice"]), position.running or 0
        if position.facts["phase"] == "before-up":
            gain = up_prospect(dice, position.facts["stars"], running).gain
        else:
            gain = prospect(dice, running).gain
        stays = (gain > 0) != (chance.random() < TIMID)
        return words["in" if stays else "out"]

    def advice(self, position: Position) -> Told | None:
        """The chance of a bust and the expected gain of the next roll; where dice are to be chosen, of the best."""
        dice, running = in_order(position.facts["dice"]), position.running or 0
        stars = position.facts["stars"]
        match position.facts["phase"]:
            case _ if position.to_move is None:
                return None
            case "roll" if not dice:
                best = max(combinations(TALLY, CHOSEN), key=lambda three: prospect(three, running).gain)
                return _advice("choose", prospect(best, running), best)
            case "roll" | "decide":
                return _advice("roll", prospect(dice, running))
            case "before-up" | "up":
                return _advice("up", up_prospect(dice, stars, running))
            case "bonus":
                best, expected = best_bonus(dice, stars, running, position.dice)
                return _advice("bonus", expected, best)
            case _:
                return None

    def chances(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """How risky three dice are, and what they bring; ValueError for dice that there are not."""
        running = _read_points(str(asked.get("running", "0")))
        chosen = [_read_colours(asked["colours"])] if asked.get("colours") else combinations(TALLY, CHOSEN)
        for dice in chosen:
            shown, expected = throws(dice), prospect(dice, running)
            stars = {n: sum(chance for what, chance in shown.items() if what.stars == n) for n in range(CHOSEN + 1)}
            up = sum(chance for what, chance in shown.items() if what.circled and what.stars < BUST_STARS)
            yield {
                "game": self.key, "dice": list(dice), "running": running, "bust": float(expected.bust),
                "two_stars": float(stars[BUST_STARS]), "tally_up": float(stars[CHOSEN]), "up_die": float(up),
                "gain": float(expected.gain),
            }  # fmt: skip

    def _roll(self, state: State, faces: Faces, colours: Colours) -> tuple[State, tuple[Event, ...]]:
        check_faces(faces)
        if len(faces) != state.due:
            raise IllegalAction("wrong-dice-count", f"{state.player} rolls {state.due} dice, not {len(faces)}.")
        colours = colours or (state.allowed if len(state.allowed) == 1 else ())
        check_dice(colours, state.allowed, state.due)
        dice = sorted(zip(colours, faces, strict=True))
        names, pips = tuple(colour for colour, _ in dice), tuple(face for _, face in dice)
        rolled: tuple[Event, ...] = (Rolled(state.player, pips, names),)
        state = replace(state, begun=True)
        if state.phase == "up":
            state, events = _up(state, pips[0])
            return state, rolled + events
        if not state.dice:
            state = replace(state, dice=in_order(names))
            rolled = (Told("chosen", state.player, {"dice": list(state.dice)}), *rolled)
        state, events = self._settle(state, names, pips)
        return state, rolled + events

    def _settle(self, state: State, colours: Colours, faces: Faces) -> tuple[State, tuple[Event, ...]]:
        """What a main roll or bonus dice bring."""
        what, main = thrown(colours, faces), state.phase == "roll"
        stars = what.stars if main else state.stars + what.stars
        if main and stars == CHOSEN:
            return replace(state, phase="race", stars=stars), ()
        if stars >= BUST_STARS:
            bust = Told("bust", state.player, {"lost": state.running, "stars": stars}, cue="kill")
            state, events = _next_round(replace(state, running=0))
            return state, (bust, *events)
        running = state.running + what.points
        scored = Told("scored", None, {"points": what.points, "stars": stars, "running": running})
        phase: Phase = "before-up" if main and what.circled else "decide"
        return replace(state, running=running, stars=stars, phase=phase, bonus=0), (scored,)

    def _decide(self, state: State, word: str, player: str) -> tuple[State, tuple[Event, ...]]:
        seat = state.players.index(player)
        state = replace(state, said=_with(state.said, seat, word))
        if word == "in":
            event = Told("in", player)
        else:
            scores = _with(state.scores, seat, state.scores[seat] + state.running)
            state = replace(state, scores=scores, inside=_with(state.inside, seat, value=False))
            event = Told("out", player, {"banked": state.running, "score": scores[seat]})
        if state.deciding:
            return state, (event,)
        state = replace(state, said=("",) * len(state.players))
        if any(state.inside):
            return replace(state, phase="up" if state.phase == "before-up" else "roll"), (event,)
        state, events = _next_round(state)
        return state, (event, *events)


def _advice(about: str, expected: Prospect, dice: Colours = ()) -> Told:
    """What the coach says: chances in whole percent, points with their sign."""
    told = {"bust": f"{round(100 * expected.bust)} %", "gain": f"{round(expected.gain):+d}"}
    return Told(f"advice {about}", None, {"dice": list(dice), **told} if dice else told)


def _check(game: TallyUp, state: State, action: Action) -> None:
    """Whose word it is, and whether it is the time for it, in the order of the protocol's reasons."""
    if state.outcome:
        raise IllegalAction("not-now", "The game is over; take back the last action or begin a new game.")
    match action:
        case Say("in" | "out" | "press" as word, _, player):
            _check_word(state, word, player or "")
        case Say(word) if word not in ("choose", AGREE):
            raise IllegalAction("bad-action", f"{game.title} knows no {word!r}.")
        case Say("rules"):
            if state.begun:
                raise IllegalAction("not-now", "Dice have been rolled: what was agreed on holds until the end.")
        case _ if action.player not in (None, state.player):
            raise IllegalAction("wrong-player", f"{state.player} rolls in this round, not {action.player}.")
        case Keep():
            raise IllegalAction("not-now", f"Nothing is kept in {game.title}.")
        case Say() if state.phase != "roll" or state.dice:
            raise IllegalAction("not-now", "The dice of this round have been chosen.")
        case Roll() if state.awaits == "say":
            raise IllegalAction("not-now", f"{' and '.join(state.deciding or state.players)} must say something first.")
        case _:
            pass


def _check_word(state: State, word: str, player: str) -> None:
    if player not in state.players:
        raise IllegalAction("wrong-player", f"{player!r} is not seated; the players are {', '.join(state.players)}.")
    if word == "press":
        if state.phase != "race":
            raise IllegalAction("not-now", "There is nothing to press for: that takes three stars.")
    elif state.phase == "race":
        raise IllegalAction("not-now", "Three stars: first somebody presses, then those who are in say what they do.")
    elif state.phase not in ("before-up", "decide"):
        raise IllegalAction("not-now", f"Nobody goes in or out now; {state.player} rolls.")
    elif player not in state.deciding:
        raise IllegalAction("not-now", f"{player} is out or has said so already.")


def _choose(state: State, dice: Colours) -> tuple[State, tuple[Event, ...]]:
    check_dice(dice, tuple(TALLY), CHOSEN)
    state = replace(state, dice=in_order(dice), begun=True)
    return state, (Told("chosen", state.player, {"dice": list(state.dice)}),)


def _up(state: State, face: int) -> tuple[State, tuple[Event, ...]]:
    """The Up die lies: bonus dice, or points, and then everybody decides."""
    if face <= CHOSEN:
        state = replace(state, phase="bonus", bonus=face)
    else:
        running = {4: state.running - 100, 5: state.running + 100, 6: 2 * state.running}[face]
        state = replace(state, phase="decide", running=running)
    return state, (Told("up", state.player, {"effect": UP[face - 1], "running": state.running}),)


def _press(state: State, first: str) -> tuple[State, tuple[Event, ...]]:
    """Three stars score at once, and the round goes on."""
    seats = zip(state.players, state.inside, strict=True)
    won = {player: FIRST_PRESS if player == first else STILL_IN * inside for player, inside in seats}
    scores = tuple(score + won[player] for player, score in zip(state.players, state.scores, strict=True))
    events = [Told("tally-up", first, {"points": FIRST_PRESS, "score": scores[state.players.index(first)]}, cue="win")]
    for player, score in zip(state.players, scores, strict=True):
        if player != first and won[player]:
            events.append(Told("also", player, {"points": STILL_IN, "score": score}))
    return replace(state, scores=scores, phase="decide", stars=0), tuple(events)


def _next_round(state: State) -> tuple[State, tuple[Event, ...]]:
    """The dice go on to the next seat, unless somebody has won."""
    best = max(state.scores)
    leaders = [player for player, score in zip(state.players, state.scores, strict=True) if score == best]
    ending = state.final or best >= state.house["goal"]
    if ending and len(leaders) == 1:
        outcome = Outcome(leaders[0], None)
        return replace(state, running=0, outcome=outcome), (Told("wins", leaders[0], {"score": best}, cue="win"),)
    count = len(state.players)
    active, number = (state.active + 1) % count, state.round_number + 1
    state = replace(
        state, active=active, inside=(True,) * count, said=("",) * count, phase="roll", dice=(), running=0, stars=0,
        bonus=0, final=ending, round_number=number,
    )  # fmt: skip
    level = (Told("tie", None, {"players": leaders, "score": best}),) if ending else ()
    return state, (*level, Round(number, state.players[active:] + state.players[:active]))


def _offers(state: State) -> tuple[Say, ...]:
    if state.awaits != "say":
        return ()
    if state.phase == "race":
        return tuple(Say("press", {}, player) for player in state.players)
    return tuple(Say(word, {}, player) for player in state.deciding for word in ("in", "out"))


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _read_colours(text: str) -> Colours:
    colours = tuple(word.strip() for word in text.split(","))
    if len(set(colours)) != CHOSEN or len(colours) != CHOSEN or not set(colours) <= set(TALLY):
        raise ValueError(f"--colours: {text!r} are not three of {', '.join(TALLY)}")
    return in_order(colours)


def _read_points(text: str) -> int:
    if not re.fullmatch(r"[-+]?[0-9]{1,9}", text.strip()):
        raise ValueError(f"--running: {text!r} is no whole number of points")
    points = int(text)
    if not LEAST_RUNNING <= points <= MOST_RUNNING:
        raise ValueError(f"--running: {points} points are never at stake; say {LEAST_RUNNING} to {MOST_RUNNING}")
    return points


TALLY_UP = TallyUp()
