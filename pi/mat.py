"""Mat mode at the table: readings get places and zones, the referee hears of the mat, the screen shows it."""

import logging
from functools import lru_cache

from pi.game_in_play import GameInPlay
from rules.zones import MatReferee
from ui.view import MatView, MatZone
from vision.detector import Detector
from vision.frame import Pixels
from vision.mat import Registration, on_mat
from vision.mat_hands import HandReader
from vision.mat_layout import Rect
from vision.mat_watch import MatWatch
from vision.reading import Reading

_log = logging.getLogger(__name__)

NOTICED_S = 9.0  # so long the screen says that the mat was moved; the picture is trusted again after some 5


class MatReader:
    """Reads pictures with a detector, and looks for a mat under the dice."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._hands = HandReader(detector)
        self._watch = MatWatch()

    def __call__(self, pixels: Pixels, t_s: float) -> Reading:
        """The dice of a picture, with their zones where there is a mat; only what lies on the mat is in play then."""
        reading = self._detector.read(pixels, t_s=t_s)
        mat = self._watch.see(pixels, t_s)
        if mat is None:
            return reading
        if mat.moved_s == t_s:
            _log.warning("the mat or the camera was moved; the mat was found again")
        return self._hands.read(pixels, mat, on_mat(reading, mat))


def lay_mat(game: GameInPlay, reading: Reading) -> None:
    """Tell the referee of the mat that is in view, or of none, before it sees the dice."""
    if isinstance(game.referee, MatReferee):
        game.referee.lay_mat(reading.mat.layout.seats if reading.mat else 0)


def mat_view(mat: Registration | None, players: tuple[str, ...], t_s: float) -> MatView | None:
    """The mat as the screen shows it over a picture taken at `t_s` seconds of the camera; None where there is none."""
    if mat is None:
        return None
    return MatView(_zones(mat, players), moved=0 <= t_s - mat.moved_s < NOTICED_S)


@lru_cache(maxsize=2)
def _zones(mat: Registration, players: tuple[str, ...]) -> tuple[MatZone, ...]:
    """The rolling zone and the hands' as the picture shows them: drawn often, found seldom."""
    rolling = MatZone(_corners(mat, mat.layout.rolling))
    return (rolling, *(MatZone(_corners(mat, hand.rect), _player(players, hand.seat)) for hand in mat.layout.hands))


def _corners(mat: Registration, rect: Rect) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in mat.outline(rect))


def _player(players: tuple[str, ...], seat: int) -> str:
    """Whose zone it is; nobody's where the mat has more zones than there are players."""
    return players[seat - 1] if seat <= len(players) else ""
