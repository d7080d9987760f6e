"""The settings: defaults, one file over them, and errors that name the key and the file."""

from pathlib import Path

import pytest

from pi import config
from pi.config import load_settings
from pi.errors import ConfigError


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(config, "SYSTEM_FILE", tmp_path / "etc" / "croupier.toml")


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_defaults_are_settings() -> None:
    settings = load_settings()
    assert settings.table.players == ("red", "blue")
    assert settings.camera.source == ""  # never a silent fall-back to the mock camera
    assert settings.camera.longest_retry_s == 10.0


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    settings = load_settings(written(tmp_path / "mine.toml", '[camera]\nsource = "webcam:1"\nlongest_retry_s = 3\n'))
    assert settings.camera.source == "webcam:1"
    assert settings.camera.longest_retry_s == 3.0
    assert settings.camera.first_retry_s == load_settings().camera.first_retry_s
    assert settings.pins == load_settings().pins


def test_where_settings_are_looked_for(tmp_path: Path) -> None:
    written(tmp_path / "etc" / "croupier.toml", '[camera]\nsource = "picamera"\n')
    assert load_settings().camera.source == "picamera"
    written(tmp_path / "home" / "croupier" / "config.toml", '[camera]\nsource = "webcam"\n')
    assert load_settings().camera.source == "webcam"
    named = written(tmp_path / "named.toml", '[camera]\nsource = "film.mp4"\n')
    assert load_settings(named).camera.source == "film.mp4"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[pins]\nkil = 3\n", "no such setting: pins.kil"),
        ("[pin]\nkill = 3\n", "no such setting: pin"),
        ("volume = 3\n", "no such setting: volume"),
        ('[pins]\nkill = "3"\n', "pins.kill: '3' is not a whole number"),
        ("[screen]\nfullscreen = 1\n", "screen.fullscreen: 1 is not true or false"),
        ('[table]\nplayers = "red"\n', "table.players: 'red' is not a list"),
        ("[table]\nplayers = [1, 2]\n", "table.players: 1 is not a text"),
        ('[pins]\nuse = "maybe"\n', "pins.use: 'maybe' is none of 'auto', 'off'"),
        ("table = 3\n", "table is a table of settings"),
        ("[pins]\nkill = 17\n", "pins.kill: GPIO 17 is wired to pins.seats already"),
        ("[pins]\nkill = 40\n", "pins.kill: 40 is no GPIO number"),
        ("[camera]\nfirst_retry_s = nan\n", "camera.first_retry_s"),
        ("[buttons]\nbounce_s = -1\n", "buttons.bounce_s: -1.0 must be more than 0"),
        ("[pins\n", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path / "wrong.toml", text)
    with pytest.raises(ConfigError) as caught:
        load_settings(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml cannot be read"):
        load_settings(tmp_path / "nowhere.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(tmp_path)


def test_every_default_has_a_comment_or_stands_under_one() -> None:
    text = (Path(config.__file__).parent / "default.toml").read_text("utf-8")
    settings = [line for line in text.splitlines() if "=" in line and not line.lstrip().startswith("#")]
    assert [line for line in settings if "#" not in line] == ["height_px = 600"]
