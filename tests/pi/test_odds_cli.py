"""The odds of games that know their own, as people read them; what cannot be asked is one line."""

import pytest

from pi.cli import run_command


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            "liars-dice --bid 6x2 --sees 2,2,1",
            "6 × 2, ones wild, of 10 dice, 1-2-2 of them in sight: holds 42.94% of the time",
        ),
        ("liars-dice --bid 6x2zhai", "6 × 2 zhai of 10 dice: holds 0.24% of the time"),
        ("perudo --bid 10x1", "10 × 1 of 10 dice: holds less than 0.01% of the time"),
        ("liars-dice --bid 11x2 --dice 10", "11 × 2, ones wild, of 10 dice: holds 0.00% of the time"),
        (
            "tally-up --colours red,green,blue",
            "red, green, blue with 0 at stake: bust 29.75%, gain +77.6 points"
            " (two stars 22.22%, three 2.78%, the Up die 45.83%)",
        ),
        ("niu-niu-ten", "2 players tie 4.53% of the time, and each wins 47.73%"),
    ],
)
def test_chances_are_told_in_sentences(arguments: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["odds", *arguments.split()]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == line


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("liars-dice --dice 100000", "--dice: Liar's Dice has 40 dice at most"),
        ("--hand 7", "a die shows 1 to 6, not 7;"),
        ("--opponent 1,2,0", "a die shows 1 to 6, not 0;"),
        ("--roll 1,2,3,4,5,12", "a die shows 1 to 6, not 12;"),
        ("--hand 4;5", "'4;5' is no list of faces"),
        ("liars-dice --bid 0x2", "'0x2' is no bid"),
        ("perudo --bid 3x2zhai", "no zhai bids in Perudo"),
        ("tally-up --running 999999999", "--running: 999999999 points are never at stake"),
    ],
)
def test_what_cannot_be_asked(arguments: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["odds", *arguments.split()]) == 2
    told = capsys.readouterr()
    assert told.out == "" and word in told.err and told.err.count("\n") == 1
