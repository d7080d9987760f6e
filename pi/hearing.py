"""What people say at the table by finger, key and push-button, done in the game that is played."""

from typing import Literal, assert_never

from pi.game_in_play import GameInPlay
from pi.naming import NamedDice, meant
from rules.game import Keep, Roll
from rules.protocol import Correct
from rules.protocol import Undo as TakeBack
from ui.view import (
    AskDie,
    Back,
    Choice,
    ChooseHand,
    CorrectRoll,
    GoOn,
    Leaf,
    NewGame,
    Open,
    Put,
    Quit,
    Speak,
    TakeAsRoll,
    TellDie,
    Undo,
)
from vision.reading import Reading


def obey(
    choice: Choice, game: GameInPlay, named: NamedDice, reading: Reading | None
) -> Literal["new game", "quit"] | None:
    """Do what was said; how the game ends by it, None where it goes on. `reading` is the tray as it was last read."""
    match choice:
        case ChooseHand(hand):
            game.accept(Keep(hand))
        case CorrectRoll(faces):
            # A die is tapped while its roll is asked about, or after it was taken for another.
            game.accept(Roll(faces) if game.referee.asks_about_roll else Correct(faces))
        case Speak(said):
            game.accept(said)
        case Undo():
            game.accept(TakeBack())
        case NewGame():
            return "new game"
        case Quit():
            return "quit"
        case TakeAsRoll():
            game.take_as_roll()
        case TellDie(place, pips):
            _name_die(game, named, reading, place, pips=pips)
        case AskDie() | Open() | Back() | Leaf() | Put() | GoOn():
            pass  # said to a page, or a second tap on the start scene: the game goes on already
        case _:
            assert_never(choice)
    return None


def _name_die(game: GameInPlay, named: NamedDice, reading: Reading | None, place: int, *, pips: int) -> None:
    """Somebody says what a die of the tray shows; once all are known, that is the roll."""
    if reading is None or place >= len(reading.dice):
        return
    faces = named.tell(reading, place, pips)
    if faces is not None:
        request = meant(game.table, faces, reading.dice[place], pips, asked=game.referee.asks_about_roll)
        if request is not None:
            game.accept(request)
