"""The companion: the loop that reads, sees, rules and tells, and the one place that knows every part."""

import time
from typing import Literal

from pi.book import heard
from pi.drawing import Drawing, Sight
from pi.game_in_play import GameInPlay
from pi.hearing import obey
from pi.journal import Journal
from pi.lying import lying
from pi.mat import lay_mat
from pi.naming import NamedDice
from pi.parts import Parts
from pi.plan import Beginning
from pi.rim import Rim
from pi.seats import SeatedPlayer, dice_colours
from pi.watching import Seen, Watching
from rules.referee import Lying
from rules.zones import MatReferee
from ui.view import Speak
from vision.reading import Reading
from vision.settle import Settler

IDLE_S = 1 / 30  # a source that has nothing new is given so long; screen and buttons want to be looked after
LAST_WORDS_S = 0.5  # after a film's end, lines of `--actions` are waited for until none came for so long

Ending = Literal["over", "new game", "quit", "source ended", "stopped"]
"""Why a game is no longer played."""


class Companion:
    """Plays games at one table, one after the other; what lies in the tray outlasts a game."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._watching = Watching(Settler(parts.read).see, apart=parts.window is not None)
        self._due_s = 0.0
        """When the next frame is due, of a source that is read frame by frame."""
        self._openings = parts.eye.openings
        self._sight = Sight()
        self._drawing = Drawing(parts)
        self._starved = False
        """The source had nothing new when it was last asked."""
        self._heard_s = 0.0
        self._named = NamedDice()

    def close(self) -> None:
        """Nothing is looked at any more."""
        self._parts.eye.leave()
        self._watching.close()

    def begin(self, journal: Journal, beginning: Beginning) -> GameInPlay:
        """A game at this table, anew or where it stood; a new one goes on even where it cannot be written down."""
        row, table = beginning.resumed, beginning.table(journal)
        record = beginning.record(journal, simulated=self._parts.people is not None)
        self._parts.indicators.seat(beginning.names)
        self._parts.news.clear()
        if self._parts.evidence:
            self._parts.evidence.follow(record)
        if self._parts.people:
            self._parts.people.sit(table)
        reading = self._sight.reading
        colours = dice_colours(beginning.seats) if beginning.game.own_dice else None
        referee = MatReferee(table, colours, self._lying(reading) if reading else ())
        game = GameInPlay(table, referee, record, self._parts.circle)
        if row is None:
            game.agree(beginning.house)
        if reading:
            lay_mat(game, reading)
        if row:
            game.going_on = row.id
            if self._parts.words:
                self._parts.words.going_on(row.id)
        if self._parts.book:
            self._parts.book.lay(game, beginning)
        return game

    def play(self, game: GameInPlay, seats: tuple[SeatedPlayer, ...]) -> Ending:
        """Referee the game until it is over, or somebody or something ends it."""
        parts = self._parts
        game.open()
        over_since_s: float | None = None
        while True:
            now_s = time.monotonic()
            seen = self._watch(now_s)
            if seen is not None:
                self._look(seen, game)
            changes = game.table.changes
            ending = self._hear(game, now_s)
            if parts.guard and game.table.changes != changes:
                parts.guard.trust()
            self._show(game, seats, now_s)
            if not game.over:
                over_since_s = None
            elif over_since_s is None:
                over_since_s = self._table_s(now_s)
            ending = ending or self._ending(over_since_s, now_s)
            if ending is not None:
                return ending
            self._rest(time.monotonic())

    def _watch(self, now_s: float) -> Seen | None:
        """Have the next frame looked at if it is due, and give the one that was."""
        parts = self._parts
        if not self._watching.busy and now_s >= self._due_s:
            frame = parts.eye.frame(now_s)
            if parts.eye.openings != self._openings:  # another camera, whose clock and picture begin anew
                self._watching.see, self._openings = Settler(parts.read).see, parts.eye.openings
            self._starved = frame is None
            if frame is not None:
                self._sight.frame = frame
                self._watching.begin(frame)
        seen = self._watching.seen()
        if seen is not None:
            self._due_s = parts.pace.due_s(seen.frame.t_s)
        return seen

    def _rest(self, now_s: float) -> None:
        """Nothing to do until a frame is due or was looked at, or the screen is to be drawn."""
        longest_s = IDLE_S if self._parts.window is None else self._drawing.due_in_s(now_s)
        if self._watching.busy:
            self._watching.wait(longest_s)
        elif self._due_s > now_s:
            time.sleep(min(longest_s, self._due_s - now_s))
        elif self._starved:
            self._parts.eye.wait(longest_s)

    def _look(self, seen: Seen, game: GameInPlay) -> None:
        """What was seen in a frame: let the referee judge a tray that has changed, and let simulated players act."""
        parts, frame, change = self._parts, seen.frame, seen.change
        if parts.evidence:
            parts.evidence.look(frame, change)
        if parts.guard and parts.guard.glance(frame):
            self._watching.see = Settler(parts.read).see
        if change is not None:
            self._sight.change = change
            if change.reading is not None and (parts.guard is None or parts.guard.lets(frame, change)):
                if parts.words and not change.again:
                    parts.words.see(change.reading)
                self._sight.mat = change.reading.mat
                lay_mat(game, change.reading)
                game.see(self._lying(change.reading))
        game.remind(frame.t_s)
        if parts.people and not parts.page_read:
            parts.people.act()

    def _hear(self, game: GameInPlay, now_s: float) -> Ending | None:
        """Do what people say by line, screen and button."""
        parts = self._parts
        for line in parts.lines.lines() if parts.lines else ():
            self._heard_s = now_s
            game.accept_line(line)
        choices = list(parts.fingers)
        parts.fingers.clear()
        position = game.table.position
        choices += heard(parts.window, parts.buttons, parts.book, position.options)
        said = parts.buttons.seats.said(game.table.players, position.offers) if parts.buttons else None
        choices += [Speak(said)] if said else []
        for choice in choices:
            ending = obey(choice, game, self._named, self._sight.reading)
            if ending is not None:
                return ending
        return None

    def _show(self, game: GameInPlay, seats: tuple[SeatedPlayer, ...], now_s: float) -> None:
        """Lamps, watchdog, screen."""
        parts = self._parts
        parts.indicators.camera_lost(bool(parts.eye.fault))
        if parts.speaker:
            parts.speaker.camera_lost(bool(parts.eye.fault))
        parts.indicators.tick(now_s)
        parts.notify.alive(now_s)
        self._drawing.draw(game, seats, self._sight, self._named, now_s)

    def _lying(self, reading: Reading) -> tuple[Lying, ...]:
        """The dice in the tray for the referee; a rim is of no use once the camera was moved."""
        moved = self._parts.guard is not None and self._parts.guard.moved
        return lying(reading, Rim() if moved else self._parts.rim)

    def _table_s(self, now_s: float) -> float:
        """The time at the table: the source's own where it is read frame by frame, so that speed changes nothing."""
        return now_s if self._parts.eye.live or self._sight.frame is None else self._sight.frame.t_s

    def _ending(self, over_since_s: float | None, now_s: float) -> Ending | None:
        """Whether the game ends here by itself."""
        parts = self._parts
        if parts.stop():
            return "stopped"
        if over_since_s is not None and parts.linger_s is not None and not (parts.people and parts.page_read):
            lingered = self._table_s(now_s) - over_since_s >= parts.linger_s or parts.eye.ended
            if lingered:
                return "over"
        if parts.eye.ended and parts.window is None:
            self._heard_s = self._heard_s or now_s
            if parts.lines is None or now_s - self._heard_s >= LAST_WORDS_S:
                return "source ended"
        return None
