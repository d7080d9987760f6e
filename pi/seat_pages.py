"""Who plays the next new game, and which: seats, their colours and names, written with letters on the screen."""

from dataclasses import replace

from pi.book import Desk
from pi.seats import COLOURS, FEWEST_PLAYERS, SeatedPlayer
from rules.games import GAMES, by_key
from ui.letters import first_sheet, sheet_after, with_mark
from ui.pages import NameView, PlayersView
from ui.view import Back, Choice, NewGame, Put

MOST_PLAYERS = len(COLOURS)
"""Each seat has a colour of its own."""
LONGEST_NAME = 12
"""Letters that find room in every place where names are shown."""


class PlayersPage:
    """Seats come and go, change colour and name; "begin" plays with them."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk = desk

    def view(self, now_s: float) -> PlayersView:
        """As they are seated now."""
        plan = self._desk.beginnings.plan
        games = tuple((game.key, game.title) for game in GAMES)
        names, colours = (tuple(getattr(seat, part) for seat in plan.seats) for part in ("name", "colour"))
        most = max(MOST_PLAYERS, len(names))  # the command line may seat more
        return PlayersView(names, colours, plan.game.key, games, most, options=bool(plan.game.options))

    def choose(self, choice: Choice) -> bool:
        """Change the seats or the game; they hold for the next new game."""
        seats = list(self._desk.beginnings.plan.seats)
        match choice:
            case Put("colour", place):
                seats[int(place)] = recoloured(seats, int(place))
            case Put("leave", place) if len(seats) > FEWEST_PLAYERS:
                del seats[int(place)]
            case Put("join") if len(seats) < MOST_PLAYERS:
                seats.append(newcomer(seats))
            case Put("game", key):
                house = self._desk.preferences.now.house.get(key, {})
                self._desk.beginnings.choose_game(by_key(key), house)
                self._desk.preferences.put(game=key)
            case Put("name", place):
                self._desk.open("name", place)
            case NewGame():
                self._desk.close()
                self._desk.said.append(choice)
            case _:
                return False
        self._seat(tuple(seats))
        return True

    def _seat(self, seats: tuple[SeatedPlayer, ...]) -> None:
        if seats != self._desk.beginnings.plan.seats:
            seat_players(self._desk, seats)


class NamePage:
    """One player's name, letter by letter."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk, self._place = desk, int(item)
        seat = self._seats[self._place]
        # A name that only says the colour is no beginning of a name.
        self._name = "" if seat.name in COLOURS else seat.name
        self._sheet = first_sheet(desk.glass.words.lang)

    def view(self, now_s: float) -> NameView:
        """What is written."""
        return NameView(self._name, self._seats[self._place].colour, self._sheet, self._taken)

    def choose(self, choice: Choice) -> bool:
        """Write, or go back with the name if nobody else has it."""
        match choice:
            case Put("letters", letters):
                self._add(letters)
            case Put("key", letter):
                # The sheet has capitals only; within a word small letters are meant.
                self._add(letter if self._name[-1:] in ("", " ", "-") else letter.lower())
            case Put("mark", mark):
                self._name = with_mark(self._name, mark)
            case Put("erase"):
                self._name = self._name[:-1]
            case Put("sheet"):
                self._sheet = sheet_after(self._sheet)
            case Put("done"):
                self._write()
            case Back():
                return False
            case _:
                return True
        return True

    def _add(self, letters: str) -> None:
        self._name = (self._name + letters).lstrip()[:LONGEST_NAME]

    @property
    def _seats(self) -> tuple[SeatedPlayer, ...]:
        return self._desk.beginnings.plan.seats

    @property
    def _wanted(self) -> str:
        """The name as written; the colour's where nothing is."""
        return self._name.strip() or self._seats[self._place].colour

    @property
    def _taken(self) -> bool:
        return any(seat.name == self._wanted for k, seat in enumerate(self._seats) if k != self._place)

    def _write(self) -> None:
        if self._taken:
            return
        seats = list(self._seats)
        seats[self._place] = replace(seats[self._place], name=self._wanted)
        seat_players(self._desk, tuple(seats))
        self._desk.back()


def seat_players(desk: Desk, seats: tuple[SeatedPlayer, ...]) -> None:
    """These sit at the next new game, and the next evening."""
    desk.beginnings.seat(seats)
    desk.preferences.put(players=seats)


def recoloured(seats: list[SeatedPlayer], place: int) -> SeatedPlayer:
    """The seat in the next colour that nobody has; a name that says the old colour says the new one."""
    seat = seats[place]
    taken = {other.colour for k, other in enumerate(seats) if k != place}
    begin = COLOURS.index(seat.colour) + 1
    colour = next(c for c in (*COLOURS[begin:], *COLOURS[:begin]) if c not in taken)
    names = {other.name for k, other in enumerate(seats) if k != place}
    name = colour if seat.name == seat.colour and colour not in names else seat.name
    return SeatedPlayer(name, colour)


def newcomer(seats: list[SeatedPlayer]) -> SeatedPlayer:
    """One more, in the first free colour and named by it, or by a number where somebody is called so."""
    colour = next(c for c in COLOURS if c not in {seat.colour for seat in seats})
    names = {seat.name for seat in seats}
    return SeatedPlayer(next(n for n in (colour, *(f"{colour} {k}" for k in range(2, 9))) if n not in names), colour)
