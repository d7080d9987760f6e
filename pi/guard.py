"""The guard: keeps the referee from judging a picture in which the tray cannot be seen, and says why."""

from dataclasses import replace

from pi.telling import Circle
from ui.view import TableView
from vision.frame import Frame
from vision.outlook import Finding, Outlook
from vision.settle import Change

GLANCED_EVERY_S = 0.4
SHOWN_S = 10.0
"""A notice stays on the screen so long."""

MOVED = frozenset({"camera-moved", "camera-turned"})


class Guard:
    """Looks at each picture at rest before the referee does."""

    def __init__(self, circle: Circle, outlook: Outlook | None = None) -> None:
        """`outlook` knows how it looked when the camera was set up, if it was."""
        self._circle = circle
        self._outlook = outlook or Outlook()
        self.moved = False
        """The camera no longer stands as it was set up."""
        self._blind = ""
        self._notice = ""
        self._shown_until_s: float | None = None
        self._now_s = self._paused_until_s = self._glanced_s = float("-inf")
        self._glimpsed = ""

    @property
    def blind(self) -> bool:
        """Whether nothing is judged now."""
        return bool(self._blind)

    def lets(self, frame: Frame, change: Change) -> bool:
        """Whether the referee may judge what lies in the tray now."""
        if change.reading is None or self._now_s < self._paused_until_s:
            return False
        finding = self._outlook.see(frame.pixels, change.reading)
        moved = not MOVED.isdisjoint((finding.blind, finding.notice))
        self.moved |= moved
        if moved and change.reading.mat is not None:  # its markers tell where all lies now, and the screen says so
            self._outlook.trust()
            finding = Finding()
        self._be(finding.blind)
        if finding.notice:
            self._circle.notice(finding.notice)
            self._notice, self._shown_until_s = finding.notice, None
        return not finding.blind

    def glance(self, frame: Frame) -> bool:
        """A frame came, at rest or not: in the dark nothing moves, and so nothing would be told of it.

        True where all can be seen again: what was done in the dark has left no movement, so the tray is new.
        """
        if 0 <= frame.t_s - self._glanced_s < GLANCED_EVERY_S:
            return False
        self._glanced_s = frame.t_s
        before, self._glimpsed = self._glimpsed, self._outlook.glance(frame.pixels)
        if self._glimpsed != before or self._blind in (self._glimpsed, "camera-turned"):
            return False  # once may be a hand before the lens
        self._be(self._glimpsed)
        return not self._blind

    def _be(self, blind: str) -> None:
        """Say when there is nothing to be seen, and when there is again."""
        if blind != self._blind:
            self._circle.notice(blind or "clear")
        self._blind = blind

    def trust(self) -> None:
        """People said what is what at the table: from now on it looks as it does."""
        self._outlook.trust()
        if self._blind == "camera-turned":
            self._blind = ""

    def pause(self, until_s: float) -> None:
        """What lies in the tray is for setting up the camera, not for the game; on the clock of `on`."""
        self._paused_until_s = until_s

    def on(self, view: TableView, now_s: float) -> TableView:
        """The view with what stands in the way of seeing, where nothing else is asked. Called again and again."""
        self._now_s = now_s
        if self._notice and self._shown_until_s is None:
            self._shown_until_s = now_s + SHOWN_S
        about = self._blind or (self._notice if now_s < (self._shown_until_s or 0.0) else "")
        if not about or view.question or view.camera_fault:
            return view
        return replace(view, question=about, question_facts={})
