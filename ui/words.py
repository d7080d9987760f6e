"""What the screen says of the table, in one language, through gettext's catalogues."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from datetime import date, datetime
from importlib.resources import as_file, files

from rules.events import (
    Drinks,
    Event,
    Kept,
    Killed,
    Options,
    Refused,
    Rolled,
    Round,
    Stuck,
    Told,
    Turn,
    Undone,
    Won,
)
from rules.game import Roll, Say
from rules.sayings import offer_sentence, told_sentence
from ui.language import spoken
from ui.phrases import (
    COLOUR_NAMES,
    DICE_COLOURS,
    DICE_COUNTS,
    DICE_FACTS,
    FAULTS,
    LAMP_NAMES,
    LOSS,
    MONTHS,
    N_,
    QUESTIONS,
    REFUSALS,
    fault_facts,
)
from ui.text import dice_text
from ui.view import Seat, StartView, TableView

DOMAIN = "croupier"
GAMES_DOMAIN = "games"
AT_ONCE_S = 0.25
"""Events told within so long follow from one action."""
MOST_SENTENCES = 2
MOST_NAMES = 3
"""Of players, in one sentence on the screen; more do not fit, and the last of them are counted."""
RECENT_DAYS = 300
"""A day of the year says enough for so long; older games are told with their year."""


class Words:
    """The sentences in one language; English where the catalogue has none."""

    def __init__(self, lang: str = "en") -> None:
        """An empty `lang` is the system's; one not spoken here is English."""
        self.lang = spoken(lang)
        with as_file(files("ui") / "locales") as folder:
            catalogue = gettext.translation(DOMAIN, folder, [self.lang.replace("-", "_")], fallback=True)
            # The games' own sentences have catalogues of their own, made from rules.games.
            games = gettext.translation(GAMES_DOMAIN, folder, [self.lang.replace("-", "_")], fallback=True)
            catalogue.add_fallback(games)
        # The full stop of Chinese and Japanese brings its own space.
        self._between = " " if self.lang == "en" else ""
        self.say: Callable[[str], str] = catalogue.gettext
        self.count: Callable[[str, str, int], str] = catalogue.ngettext

    def name(self, player: str) -> str:
        """A seat's name as people say it: a colour in their language, else the name itself."""
        return self.say(COLOUR_NAMES[player]) if player in COLOUR_NAMES else player

    def dice_count(self, number: int) -> str:
        """So many dice."""
        return self.count("{n} die", "{n} dice", number).format(n=number)

    def credit(self, view: TableView | StartView) -> str:
        """The game and who designed it."""
        return self.designed(view.title, view.author)

    def designed(self, title: str, author: str) -> str:
        """A game and who designed it, where anybody knows."""
        if not author:
            return self.say(title)
        return self.say("{title}, designed by {author}").format(title=self.say(title), author=author)

    def begun(self, view: StartView) -> str:
        """When the game that was broken off began."""
        _ = self.say
        days, begun = (view.today - view.begun.date()).days, view.begun
        time, month = f"{begun:%H:%M}", _(MONTHS[begun.month - 1])
        if days == 0:
            return _("The game of today, {time}").format(time=time)
        if days == 1:
            return _("The game of yesterday, {time}").format(time=time)
        if 0 <= days < RECENT_DAYS:
            return _("The game of {day} {month}, {time}").format(day=begun.day, month=month, time=time)
        return _("The game of {day} {month} {year}").format(day=begun.day, month=month, year=begun.year)

    def day(self, begun: datetime, today: date) -> str:
        """A day and time in the past."""
        _ = self.say
        days, time, month = (today - begun.date()).days, f"{begun:%H:%M}", _(MONTHS[begun.month - 1])
        if days == 0:
            return _("Today, {time}").format(time=time)
        if days == 1:
            return _("Yesterday, {time}").format(time=time)
        if 0 <= days < RECENT_DAYS:
            return _("{day} {month}, {time}").format(day=begun.day, month=month, time=time)
        return _("{day} {month} {year}").format(day=begun.day, month=month, year=begun.year)

    def due(self, view: StartView) -> str:
        """Who is to do what when that game goes on."""
        _, player = self.say, self.name(view.to_move)
        if view.prompt is not None:
            return told_sentence(view.sayings, view.prompt, say=_, count=self.count, name=self.name)
        if view.awaits == "roll":
            return _("{player} to roll").format(player=player)
        return _("{player} to keep from {faces}").format(player=player, faces=_dice(view.roll, view.to_move, view))

    def prompt(self, view: TableView) -> str:  # noqa: PLR0911 - one line for each thing awaited
        """What the table waits for."""
        _ = self.say
        match view.awaits:
            case "roll" | "sweep" if view.to_show is not None:
                return self._cups_up(view)
            case "roll":
                return _("Roll {dice}").format(dice=self.dice_count(self._due(view)))
            case "keep" if view.options and view.mat:
                return _("Lay what you keep in your zone")
            case "keep" if view.options:
                return _("Take out what you keep")
            case "keep":
                return _("Look at the roll")
            case "sweep" if view.to_move is not None:
                return _("Clear the tray, then roll {dice}").format(dice=self.dice_count(self._due(view)))
            case "sweep":
                return _("Clear the tray")
            case "say":
                return _("Choose on the screen")
            case "nothing":
                return _("Game over")

    @staticmethod
    def _due(view: TableView) -> int:
        if view.due:
            return view.due
        return next((seat.cup for seat in view.seats if seat.name == view.to_move), 6)

    def _cups_up(self, view: TableView) -> str:
        """That all are to show their dice, and who of them is missing."""
        _, dice = self.say, self.dice_count(self._due(view))
        if view.awaits == "sweep":
            return _("Clear the tray, then show {dice}").format(dice=dice)
        if missing := self._missing(view):
            return _("Still to show: {players}").format(players=missing)
        return (_("Cups up, all of you: {dice}") if view.to_show else _("Cups up: {dice} into view")).format(dice=dice)

    def _missing(self, view: TableView) -> str:
        """Who has not shown all dice yet, where others have; empty where nobody has, or nobody knows."""
        names = [self.name(player) for player in view.to_show or ()]
        if len(names) == sum(seat.cup > 0 for seat in view.seats):
            return ""
        if len(names) <= MOST_NAMES:
            return self.say(", ").join(names)
        told, more = self.say(", ").join(names[: MOST_NAMES - 1]), len(names) - MOST_NAMES + 1
        return self.count("{players} and {n} more", "{players} and {n} more", more).format(players=told, n=more)

    def question(self, view: TableView) -> str:
        """The question in force; a neutral sentence for a key that has none."""
        _ = self.say
        if view.question == "more-dice" and (missing := self._missing(view)):
            facts = {**self._facts(view), "players": missing}
            return _("I see {seen} of {due}. Still to show: {players}.").format_map(facts)
        full, bare = QUESTIONS.get(view.question, (N_("Please look at the tray."), N_("Please look at the tray.")))
        try:
            return _(full).format_map(self._facts(view))
        except KeyError:
            return _(bare)

    def _facts(self, view: TableView) -> dict[str, str]:
        """The facts as people read them: names and colours in their language, dice drawn."""
        drawn, counts = DICE_FACTS.get(view.question, ()), DICE_COUNTS.get(view.question, ())
        seat = seat_of(view, view.question_facts.get("player")) or seat_of(view, view.to_move)
        colour = seat.colour if seat else "grey"

        def told(key: str, value: str) -> str:
            if key in counts and value.isdecimal():
                return self.dice_count(int(value))
            return _drawn(value, colour) if key in drawn else self._listed(key, value.split(", "))

        return {key: told(key, value) for key, value in view.question_facts.items()}

    def _listed(self, key: str, facts: list[str]) -> str:
        """Names of players, or what was seen: colours of dice, or a number."""
        told = map(self.name, facts) if key == "player" else map(self._dice_colour, facts)
        return self.say(", ").join(told)

    def _dice_colour(self, colour: str) -> str:
        return self.say(DICE_COLOURS[colour]) if colour in DICE_COLOURS else colour

    def fault(self, told: str) -> str:
        """A camera's fault in a sentence short enough for the screen; one that has none as it was told."""
        for pattern, sentence in FAULTS:
            if (facts := fault_facts(pattern, told)) is not None:
                return self.say(sentence).format_map(facts)
        return told

    def lamp(self, name: str, view: TableView) -> str:
        """What is written beside a lamp; the kill lamp shines for a loss in games that know no kills."""
        if name == "kill" and view.sayings:
            return self.say(LOSS)
        return self.say(LAMP_NAMES[name]) if name in LAMP_NAMES else name

    def offer(self, sayings: Mapping[str, str], offer: Say) -> str:
        """What is written on the button that says this."""
        return offer_sentence(sayings, offer, say=self.say, count=self.count, name=self.name)

    def happened(self, view: TableView) -> str:
        """What just happened and why, in one or two short sentences; at the start of a game, how to begin."""
        if view.sayings:
            return self._happened_together(view)
        last: list[Event] = []
        for _at, event in view.news:
            match event:
                case Turn() | Options():
                    continue
                case Killed() | Stuck() if last and isinstance(last[0], Rolled):
                    last.append(event)
                case Round() | Drinks() if last and isinstance(last[-1], Won):
                    last.append(event)
                case _:
                    last = [event]
        if len(last) > 1 and isinstance(last[1], Killed):
            last = last[1:]
        if not last and view.going_on is not None:
            return self.say("Going on with game {number}.").format(number=view.going_on)
        if not last and view.awaits == "roll":
            return self.say("Throw into the tray: I read the dice when they lie still.")
        kills = tuple(event for event in last if isinstance(event, Killed))
        if kills and len(last) > 1:
            rest = [event for event in last if not isinstance(event, Killed)]
            return self._between.join([self.killed_several(kills, view), *(self.event(event, view) for event in rest)])
        return self._between.join(self.event(event, view) for event in last)

    def _happened_together(self, view: TableView) -> str:
        """The first sentences of what was told last, all at once, in a game that has words of its own."""
        news = [(at, event) for at, event in view.news if not _is_prompt(event)]
        told = [event for at, event in news if news[-1][0] - at <= AT_ONCE_S]
        if any(isinstance(event, Undone) for event in told):
            told = told[-1:]
        # What was rolled or shown is to be seen; what it means is not.
        meant = [event for event in told if not (isinstance(event, Rolled) or _is_shown(event))] or told
        return self._between.join(filter(None, (self.event(event, view) for event in meant[:MOST_SENTENCES])))

    def event(self, event: Event, view: TableView) -> str:  # noqa: PLR0911 - one line an event
        """One event as a sentence."""
        _ = self.say
        match event:
            case Turn(player, dice):
                return _("{player} has {dice} to roll.").format(player=self.name(player), dice=self.dice_count(dice))
            case Rolled(player, faces):
                return _("{player} rolled {faces}.").format(player=self.name(player), faces=_dice(faces, player, view))
            case Killed():
                return self.killed(event, view)
            case Options(player):
                return _("{player} chooses a hand.").format(player=self.name(player))
            case Stuck(player, hand):
                return _("Nothing extends {hand}: the turn passes.").format(hand=_dice(hand, player, view))
            case Kept(player, hand):
                return _("{player} keeps {hand}.").format(player=self.name(player), hand=_dice(hand, player, view))
            case Won(player):
                return _("{player} has the full straight!").format(player=self.name(player))
            case Round(number, players):
                return _("Round {number}: {player} begins.").format(number=number, player=self.name(players[0]))
            case Drinks(player):
                return _("{player} buys the next round of drinks.").format(player=self.name(player))
            case Told():
                return told_sentence(view.sayings, event, say=_, count=self.count, name=self.name)
            case Undone(action):
                return _("Taken back: the roll.") if isinstance(action, Roll) else _("Taken back: what was kept.")
            case Refused(reason, message):
                return _(REFUSALS[reason]) if reason in REFUSALS else message

    def killed(self, event: Killed, view: TableView) -> str:
        """A kill and why it is one."""
        return self.say("{player}'s roll has {complement}, the complement of {victim}'s {hand}!").format(
            player=self.name(event.player),
            complement=_dice(event.complement, event.player, view),
            victim=self.name(event.victim),
            hand=_dice(event.hand, event.victim, view),
        )

    def killed_several(self, kills: tuple[Killed, ...], view: TableView) -> str:
        """The kills of one roll in one short sentence."""
        player = kills[0].player
        faces = tuple(sorted({face for kill in kills for face in kill.complement}))
        return self.say("{player} kills {victims} with {faces}.").format(
            player=self.name(player), faces=_dice(faces, player, view), victims=self.names(kills)
        )

    def names(self, kills: tuple[Killed, ...]) -> str:
        """The victims, clockwise from the roller."""
        *others, last = (self.name(kill.victim) for kill in kills)
        if not others:
            return last
        return self.say("{others} and {last}").format(others=self.say(", ").join(others), last=last)


def _is_prompt(event: Event) -> bool:
    """Whether an event only says whose turn it is, as the banner does."""
    return isinstance(event, Turn | Options) or (isinstance(event, Told) and event.cue == "seat")


def _is_shown(event: Event) -> bool:
    return isinstance(event, Told) and "faces" in event.fields and event.fields.keys() <= {"faces", "counting"}


def seat_of(view: TableView | StartView, name: str | None) -> Seat | None:
    """The seat of that name."""
    return next((seat for seat in view.seats if seat.name == name), None)


def _drawn(spelled: str, colour: str) -> str:
    """Digits as dice, all else as it is."""
    return "".join(dice_text((int(c),), colour) if c in "123456" else c for c in spelled.replace("-", "\u200a"))


def _dice(faces: tuple[int, ...], player: str, view: TableView | StartView) -> str:
    seat = seat_of(view, player)
    return dice_text(faces, seat.colour if seat else "grey")
