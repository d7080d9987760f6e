"""The settings: frozen, read from TOML, with every wrong key named together with its file."""

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args

import cattrs
import platformdirs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.v import format_exception

from pi.errors import ConfigError

SYSTEM_FILE = Path("/etc/croupier.toml")
HIGHEST_PIN = 27  # the last GPIO number on a Pi's 40-pin header

Language = Literal["", "en", "zh-Hans", "zh-Hant", "ja"]


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Who plays what."""

    game: str
    players: tuple[str, ...]
    """Seats clockwise, each "name" or "name:colour"."""
    first: str
    """Who begins; empty for the usual way."""
    language: Language
    """Empty for the system's."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where the frames come from."""

    source: str
    """As `--camera` takes it; empty where it must be given."""
    first_retry_s: float
    """Seconds until a lost camera is opened again, doubled after each failure."""
    longest_retry_s: float
    distance_m: float
    """From the lens to the tray, for a lens that focuses."""
    mains_hz: float
    """Of the lamps' mains, against bands in the picture; 0 for lamps that do not flicker."""
    swap_red_blue: bool


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The window."""

    width_px: int
    height_px: int
    fullscreen: bool


@dataclass(frozen=True, slots=True)
class PinSettings:
    """The lamps and the buzzer; GPIO numbers, 0 where nothing is wired."""

    use: Literal["auto", "off"]
    seats: tuple[int, ...]
    kill: int
    win: int
    buzzer: int
    lamps_active_high: bool
    buzzer_active_high: bool
    buzzer_kind: Literal["active", "tonal"]
    """An active one has one pitch of its own, a tonal (passive) one plays tunes."""
    buzzer_sounds: bool
    """False: the buzzer stays silent, whatever it is wired to."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The push-buttons; GPIO numbers, 0 where nothing is wired."""

    hands: tuple[int, ...]
    """The n-th button chooses the n-th legal hand as the screen lists them."""
    seats: tuple[int, ...]
    """One a seat, for what several people may say at once."""
    confirm: int
    """Says yes to what is asked; pressed n times, it chooses the n-th legal hand."""
    undo: int
    new_game: int
    bounce_s: float
    held: Literal["nothing", "quit", "power off"]
    """What holding down the confirm or the undo button does."""
    held_s: float


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The loudspeaker."""

    use: Literal["auto", "on", "off"]
    """Whether it is used: where there is a window, always, or never."""


@dataclass(frozen=True, slots=True)
class DataSettings:
    """Where the journal lives."""

    folder: str
    """Empty for the platform's data folder."""
    pictures: int
    """So many pictures of rolls and keeps are kept, the newest."""
    picture_megabytes: float
    crops: int
    """So many dice that people had to name are kept, the newest."""
    crop_megabytes: float
    games: int
    """So many games stay in the journal, the newest; unfinished ones always."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings."""

    table: TableSettings
    camera: CameraSettings
    screen: ScreenSettings
    pins: PinSettings
    buttons: ButtonSettings
    sound: SoundSettings
    data: DataSettings


def load_settings(file: Path | None = None, *, defaults_only: bool = False) -> Settings:
    """The settings of that file, else of the first of the usual places that exists, over the defaults.

    ConfigError names the key and the file.
    """
    places = () if defaults_only else usual_places()
    path = file if file is not None else next((place for place in places if place.is_file()), None)
    defaults = tomllib.loads((resources.files("pi") / "default.toml").read_text("utf-8"))
    if path is None:
        return _structured(defaults, Path("default.toml"))
    return _structured(_merged(defaults, _read(path), path), path)


def usual_places() -> tuple[Path, ...]:
    """Where settings are looked for when no file is named."""
    return (Path(platformdirs.user_config_dir("croupier", appauthor=False)) / "config.toml", SYSTEM_FILE)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"the settings file {path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise ConfigError(f"the settings file {path} is not TOML: {error}") from error


def _merged(defaults: dict[str, Any], changes: dict[str, Any], path: Path) -> dict[str, Any]:
    """The defaults with one file's changes, table by table."""
    merged = dict(defaults)
    for key, value in changes.items():
        if isinstance(defaults.get(key), dict) and not isinstance(value, dict):
            raise ConfigError(f"the settings file {path}: {key} is a table of settings, [{key}]")
        both = isinstance(value, dict) and isinstance(defaults.get(key), dict)
        merged[key] = {**defaults[key], **value} if both else value
    return merged


def _structured(raw: dict[str, Any], path: Path) -> Settings:
    try:
        settings = _CONVERTER.structure(raw, Settings)
    except ClassValidationError as error:
        raise ConfigError(f"the settings file {path}: {'; '.join(_complaints(error))}") from error
    _check(settings, path)
    return settings


def _complaints(error: ClassValidationError, place: str = "") -> list[str]:
    """Each thing that is wrong, with the key it stands at."""
    found: list[str] = []
    with_notes, without = error.group_exceptions()
    for cause, note in with_notes:
        where = f"{place}.{note.name}".lstrip(".")
        deeper = isinstance(cause, ClassValidationError)
        found += _complaints(cause, where) if deeper else [f"{where}: {_words(cause)}"]  # type: ignore[arg-type]
    for cause in without:
        if isinstance(cause, ForbiddenExtraKeysError):
            found += [f"no such setting: {f'{place}.{key}'.lstrip('.')}" for key in sorted(cause.extra_fields)]
        else:
            found.append(f"{place}: {_words(cause)}")
    return found


def _words(cause: BaseException) -> str:
    if isinstance(cause, BaseExceptionGroup):
        return _words(cause.exceptions[0])
    return str(cause) if isinstance(cause, _WrongTypeError) else format_exception(cause, None)


class _WrongTypeError(TypeError):
    """A value of another kind than the setting takes."""


def _exactly(wanted: type, name: str) -> Any:
    """A hook that takes a value only as it stands, where cattrs would make "3" a 3 and "no" a True."""

    def take(value: Any, _: Any) -> Any:
        if wanted is float and type(value) is int:
            return float(value)
        if type(value) is not wanted:
            raise _WrongTypeError(f"{value!r} is not {name}")
        return value

    return take


def _list(converter: cattrs.Converter) -> Any:
    """A hook that takes a TOML list only, where cattrs would take a text letter by letter."""

    def take(value: Any, kind: Any) -> Any:
        if not isinstance(value, list):
            raise _WrongTypeError(f"{value!r} is not a list in [ ]")
        return tuple(converter.structure(item, get_args(kind)[0]) for item in value)

    return take


def _choice(value: Any, kind: Any) -> Any:
    if value not in get_args(kind):
        raise _WrongTypeError(f"{value!r} is none of {', '.join(repr(word) for word in get_args(kind))}")
    return value


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    kinds = {int: "a whole number", float: "a number", str: "a text in quotes", bool: "true or false"}
    for wanted, name in kinds.items():
        converter.register_structure_hook(wanted, _exactly(wanted, name))
    converter.register_structure_hook_func(lambda kind: getattr(kind, "__origin__", None) is Literal, _choice)
    converter.register_structure_hook_func(lambda kind: getattr(kind, "__origin__", None) is tuple, _list(converter))
    return converter


_CONVERTER = _converter()


def _check(settings: Settings, path: Path) -> None:
    """ConfigError for values of the right kind that cannot be."""
    for key, number in _pins(settings):
        if not 0 <= number <= HIGHEST_PIN:
            raise ConfigError(f"the settings file {path}: {key}: {number} is no GPIO number (0 to {HIGHEST_PIN})")
    taken: dict[int, str] = {}
    for key, number in _pins(settings):
        if number and number in taken:
            raise ConfigError(f"the settings file {path}: {key}: GPIO {number} is wired to {taken[number]} already")
        taken[number] = key
    positive = {
        "camera.first_retry_s": settings.camera.first_retry_s,
        "camera.longest_retry_s": settings.camera.longest_retry_s,
        "screen.width_px": settings.screen.width_px,
        "screen.height_px": settings.screen.height_px,
        "buttons.bounce_s": settings.buttons.bounce_s,
        "buttons.held_s": settings.buttons.held_s,
        "camera.distance_m": settings.camera.distance_m,
        "data.games": settings.data.games,
    }
    for key in ("pictures", "picture_megabytes", "crops", "crop_megabytes"):
        if getattr(settings.data, key) < 0:
            raise ConfigError(f"the settings file {path}: data.{key}: less than 0 cannot be kept; 0 keeps none")
    for key, value in positive.items():
        if not value > 0:
            raise ConfigError(f"the settings file {path}: {key}: {value} must be more than 0")


def _pins(settings: Settings) -> list[tuple[str, int]]:
    """Every pin with its key."""
    pins, buttons = settings.pins, settings.buttons
    single = [("pins.kill", pins.kill), ("pins.win", pins.win), ("pins.buzzer", pins.buzzer)]
    single += [("buttons.confirm", buttons.confirm), ("buttons.undo", buttons.undo)]
    single += [("buttons.new_game", buttons.new_game)]
    lamps, hands = [("pins.seats", pin) for pin in pins.seats], [("buttons.hands", pin) for pin in buttons.hands]
    return [*lamps, *single, *hands, *(("buttons.seats", pin) for pin in buttons.seats)]
