"""Which device a webcam's name stands for, and where the same camera is once it was plugged in again."""

from pathlib import Path

DEV, SYS = Path("/dev"), Path("/sys/class/video4linux")


class WebcamPlaces:
    """The video devices of a Linux machine; elsewhere nothing is known. Remembers each camera that it was told of."""

    def __init__(self, dev: Path = DEV, sys: Path = SYS) -> None:
        self._dev, self._sys = dev, sys
        self._known: dict[str, str] = {}

    def candidates(self, where: str) -> list[int | str]:
        """What to try to open for `webcam:WHERE`, best first.

        The camera that was opened under this name before goes first, wherever it is now: after a new plugging its
        number may be another one's.
        """
        named: int | str = int(where or 0) if (where or "0").isdecimal() else where
        known = self._known.get(where)
        again = self._devices_of(known) if known else []
        return [*again, *([named] if str(named) not in again else [])]

    def remember(self, where: str, opened: int | str) -> None:
        """This is what was opened under that name."""
        identity = self._identity(self._dev / f"video{opened}" if isinstance(opened, int) else Path(opened))
        if identity:
            self._known[where] = identity

    def _identity(self, device: Path) -> str:
        """What stays the same of a camera: the name of its link by serial number, else the model's name; or nothing."""
        for link in self._links():
            if link.resolve() == device.resolve():
                return str(link)
        try:
            return (self._sys / device.resolve().name / "name").read_text().strip()
        except OSError:
            return ""

    def _devices_of(self, identity: str) -> list[int | str]:
        if identity.startswith("/"):
            return [identity] if Path(identity).exists() else []
        names = sorted(self._sys.glob("video*/name"), key=lambda path: (len(path.parent.name), path.parent.name))
        return [
            str(self._dev / name.parent.name) for name in names if name.read_text(errors="replace").strip() == identity
        ]

    def _links(self) -> list[Path]:
        return sorted((self._dev / "v4l" / "by-id").glob("*"))
