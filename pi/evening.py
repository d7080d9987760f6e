"""One evening at the table: game after game, until somebody or something ends it."""

from contextlib import closing

from pi.companion import Companion
from pi.journal import Journal
from pi.parts import Parts
from pi.plan import Beginning, Beginnings


def evening(parts: Parts, beginnings: Beginnings, journal: Journal, first: Beginning) -> None:
    """Play game after game until as many are over as the plan wants, or somebody or something ends the evening."""
    beginning, over = first, 0
    with closing(Companion(parts)) as companion:
        while True:
            game = companion.begin(journal, beginning)
            with closing(game.record):
                ending = companion.play(game, beginning.seats)
            over += ending == "over"
            if ending not in ("over", "new game") or over == parts.games:
                return
            beginning = beginnings.anew()
