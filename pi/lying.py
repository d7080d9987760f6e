"""A reading as the referee takes it: where the strangers `vision` and `rules` meet."""

from pi.rim import Rim
from rules.referee import Lying
from vision.reading import Reading


def lying(reading: Reading, rim: Rim) -> tuple[Lying, ...]:
    """Every die that was seen, in the reading's order: a face only where the reader stands by it."""
    return tuple(
        Lying(
            die.pips if die.sure else None,
            die.colour,
            *die.box.centre_px,
            doubt=rim.doubt(die, reading),
            zone=die.zone,
        )
        for die in reading.dice
    )
