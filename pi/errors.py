"""The errors of the program: a small family, each also the builtin that a stranger would catch."""


class TrayError(Exception):
    """Anything that Croupier itself reports in one clear sentence; exit code 1 unless a child says otherwise."""

    exit_code = 1


class UsageError(TrayError, ValueError):
    """The command line asks for something that cannot be."""

    exit_code = 2


class ConfigError(TrayError, ValueError):
    """The settings file is wrong; the message names the key and the file."""

    exit_code = 2


class CameraError(TrayError, OSError):
    """The camera source cannot be opened."""


class CameraGone(CameraError):  # noqa: N818 - says what happened
    """The camera was there and is no more."""


class PictureError(TrayError, ValueError):
    """A file is not a picture that can be read."""


class JournalError(TrayError, OSError):
    """The game cannot be saved or found."""


def reason(error: BaseException) -> str:
    """What the system or a library says of an error, in one line.

    >>> reason(OSError(28, "No space left on device"))
    'No space left on device'
    """
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0]


NOWHERE = "standard output is closed: there is nowhere to write to"
"""Said where a line is to be written and stdout was closed before the program began."""
FILM_TO_READ = (
    "a film must show the tray at rest in three pictures or more, for a fifth of a second; "
    "single pictures are for `croupier read`"
)
"""Said where a source has ended and nothing in it lay still."""
