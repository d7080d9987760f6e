"""Table, journal, everybody: in this order, whatever fails."""

import logging
from pathlib import Path

import pytest

from pi.game_in_play import GameInPlay
from pi.journal import Journal, open_journal
from rules.events import Kept, Killed, Options, Refused, Rolled, Turn, Undone
from rules.game import Keep, Roll
from rules.games import by_key
from rules.protocol import Correct, Undo
from rules.referee import Ask, Lying, Referee
from rules.table import Table

SEATS = ("red", "blue")


class Witness:
    """Hears events, and looks into the journal at that very moment."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.told: list[object] = []
        self.written_before: list[tuple[object, tuple]] = []

    def listen(self, event: object) -> None:
        self.told.append(event)
        self.written_before.append((event, self.journal.actions(1)))

    def ask(self, question: Ask) -> None:
        self.told.append(question)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    with open_journal(tmp_path) as opened:
        yield opened


def seated(journal: Journal) -> tuple[GameInPlay, Witness]:
    table, witness = Table(by_key("run-buster"), SEATS, "red"), Witness(journal)
    record = journal.begin("run-buster", SEATS, SEATS, "red")
    return GameInPlay(table, Referee(table), record, witness), witness


def lying(*faces: int) -> tuple[Lying, ...]:
    return tuple(Lying(face, "red", 40.0 * place, 0.0) for place, face in enumerate(faces))


def test_a_turn_by_the_camera_alone(journal: Journal) -> None:
    game, witness = seated(journal)
    game.open()
    game.see(())
    game.see(lying(2, 2, 4, 5, 5, 6))
    game.see(lying(2, 2, 5))
    game.see(())
    kinds = [type(event) for event in witness.told]
    assert kinds == [Turn, Rolled, Options, Kept, Turn]
    assert witness.told[3] == Kept("red", (4, 5, 6))
    assert journal.actions(1) == (Roll((2, 2, 4, 5, 5, 6)), Keep((4, 5, 6)))


def test_nobody_hears_of_what_is_not_in_the_journal(journal: Journal) -> None:
    game, witness = seated(journal)
    game.accept(Roll((1, 1, 1, 1, 1, 3)))
    game.accept(Keep((1,)))
    roll, keep = Roll((1, 1, 1, 1, 1, 3)), Keep((1,))
    for event, written in witness.written_before:
        assert written == ((roll,) if isinstance(event, Rolled | Options) else (roll, keep))


def test_undo_and_correction_reach_the_journal(journal: Journal) -> None:
    game, witness = seated(journal)
    game.accept(Roll((1, 1, 1, 1, 1, 3)))
    game.accept(Keep((1,)))
    witness.told.clear()
    game.accept(Correct((2, 2, 2, 2, 2, 3)))
    assert witness.told == [
        Undone(Keep((1,))),
        Undone(Roll((1, 1, 1, 1, 1, 3))),
        Rolled("red", (2, 2, 2, 2, 2, 3)),
        Options("red", ((2,), (2, 3), (3,))),
        Ask("which-hand", {"options": "2, 2-3, 3"}, ((2,), (2, 3), (3,))),
    ]
    assert journal.actions(1) == (Roll((2, 2, 2, 2, 2, 3)),)
    game.accept(Undo())
    assert journal.actions(1) == ()


def test_a_roll_that_was_only_told_waits_for_its_keep(journal: Journal) -> None:
    game, witness = seated(journal)
    game.see(())
    game.accept(Roll((2, 2, 2, 2, 2, 2)))
    assert witness.told == [Rolled("red", (2, 2, 2, 2, 2, 2)), Options("red", ((2,),))]
    game.accept(Correct((3, 3, 3, 3, 3, 3)))
    assert witness.told[-1] == Options("red", ((3,),))
    assert game.accept(Keep((3,)))


def test_a_corrected_kill_gives_the_hand_back(journal: Journal) -> None:
    game, witness = seated(journal)
    for action in (Roll((1, 2, 3, 4, 1, 1)), Keep((1, 2, 3, 4)), Roll((5, 6, 1, 1, 1, 1))):
        game.accept(action)
    assert Killed("blue", "red", (1, 2, 3, 4), (5, 6)) in witness.told
    game.accept(Correct((5, 5, 1, 1, 1, 1)))
    assert game.table.position.place("red").hand == (1, 2, 3, 4)


def test_what_cannot_be_is_refused_and_changes_nothing(journal: Journal) -> None:
    game, witness = seated(journal)
    for line in ('{"action":"keep","hand":[1]}', "rubbish", '{"action":"undo"}', '{"action":"roll","faces":[1]}'):
        game.accept_line(line)
    assert [event.reason for event in witness.told if isinstance(event, Refused)] == [
        "not-now",
        "bad-json",
        "not-now",
        "wrong-dice-count",
    ]
    game.accept_line("  \n")
    assert len(witness.told) == 4
    assert journal.actions(1) == ()


def test_a_question_is_told_once_until_it_changes(journal: Journal) -> None:
    game, witness = seated(journal)
    game.see(())
    game.see(lying(1, 2, 3))
    game.see(lying(1, 2, 3))
    game.see(lying(1, 2, 3, 4))
    assert [type(event) for event in witness.told] == [Ask, Ask]
    game.see(())
    game.see(lying(1, 2, 3))
    assert len(witness.told) == 3


def test_the_game_goes_on_where_it_cannot_be_saved(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    game, witness = seated(journal)
    journal._connection.execute("PRAGMA query_only = ON")
    with caplog.at_level(logging.WARNING):
        game.accept(Roll((1, 1, 1, 1, 1, 3)))
        game.accept(Keep((1,)))
    assert witness.told[-1] == Turn("blue", 6)
    assert not game.record.saved
    assert len(caplog.records) == 1
    assert "not being saved" in caplog.text
    journal._connection.execute("PRAGMA query_only = OFF")
    game.accept(Roll((2, 2, 2, 2, 2, 2)))
    assert game.record.saved
    assert journal.actions(1) == (Roll((1, 1, 1, 1, 1, 3)), Keep((1,)), Roll((2, 2, 2, 2, 2, 2)))
