"""The loudspeaker: the samples themselves, and what SDL's sound drivers without a card make of them."""

import itertools
import time
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from pi import sound as loudspeaker
from pi.config import SoundSettings
from pi.cues import CUES
from pi.desk_pages import SettingsPage
from pi.parts import open_sound
from pi.preferences import PreferenceFile
from pi.sound import Speaker, has_sound_card, open_speaker
from pi.synthesis import PEAKS, RATE_HZ, SOUNDS, sound, to_pcm
from rules.events import Kept, Killed, Options, Refused, Rolled, Turn, Undone, Won
from rules.game import Roll
from rules.referee import Ask
from ui.view import Put

KILL = Killed("red", "blue", (1, 2, 3, 4), (5, 6))
ROLLED = Rolled("red", (1, 2, 5, 6))


def spectrum(samples: np.ndarray) -> np.ndarray:
    """The share of 64 bands up to 4 kHz in the sound."""
    power = np.abs(np.fft.rfft(samples, RATE_HZ)) ** 2
    bands = power[:4096].reshape(64, 64).sum(axis=1)
    return bands / np.linalg.norm(bands)


@pytest.mark.parametrize("cue", SOUNDS)
def test_every_sound_is_short_clean_and_not_too_loud(cue: str) -> None:
    samples = sound(cue)
    assert 0.2 < samples.size / RATE_HZ < 2
    assert np.abs(samples).max() == pytest.approx(PEAKS[cue])
    assert max(abs(samples[0]), abs(samples[-1])) < 0.01
    assert abs(samples.mean()) < 0.01
    assert np.array_equal(samples, sound(cue))


def test_the_sounds_are_told_apart() -> None:
    assert set(SOUNDS) == set(CUES) - {"seat"} == set(PEAKS)
    for one, other in itertools.combinations(SOUNDS, 2):
        assert spectrum(sound(one)) @ spectrum(sound(other)) < 0.9, (one, other)


def test_samples_as_a_card_takes_them() -> None:
    pcm = np.frombuffer(to_pcm(np.array([0.0, 1.0, -1.0]), 2), np.int16)
    assert pcm.tolist() == [0, 0, 32767, 32767, -32767, -32767]


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Speaker:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened = open_speaker(lambda: 1.0)
    assert opened is not None
    yield opened
    opened.close()
    opened.close()


@pytest.mark.parametrize(
    ("event", "cue"),
    [(ROLLED, "roll"), (KILL, "kill"), (Won("red"), "win"), (Refused("illegal-hand", "no"), "illegal"),
     (Turn("red", 6), None), (Options("red", ((1,),)), None), (Kept("red", (1,)), None)],
)  # fmt: skip
def test_what_is_heard_of_an_event(speaker: Speaker, event: object, cue: str | None) -> None:
    speaker.listen(event)
    assert speaker.playing == cue


@pytest.mark.parametrize(("about", "cue"), [("which-hand", "question"), ("illegal-keep", "illegal")])
def test_what_is_heard_of_a_question(speaker: Speaker, about: str, cue: str) -> None:
    speaker.ask(Ask(about))
    assert speaker.playing == cue


def test_one_sound_at_a_time_and_the_greater_one(speaker: Speaker) -> None:
    speaker.listen(ROLLED)
    speaker.listen(KILL)
    assert speaker.playing == "kill"
    speaker.listen(ROLLED)
    assert speaker.playing == "kill"
    speaker.listen(Undone(Roll((5, 6))))
    assert speaker.playing is None


def test_a_lost_camera_calls_once(speaker: Speaker) -> None:
    speaker.camera_lost(True)
    assert speaker.playing == "camera lost"
    speaker.listen(Undone(Roll((1,))))
    speaker.camera_lost(True)
    assert speaker.playing is None
    speaker.camera_lost(False)
    speaker.camera_lost(True)
    assert speaker.playing == "camera lost"


def test_the_volume_holds_at_once_and_mute_is_mute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    loudness = [0.0]
    speaker = open_speaker(lambda: loudness[0])
    speaker.listen(KILL)
    assert speaker.playing is None
    loudness[0] = 0.5
    speaker.listen(KILL)
    assert speaker.playing == "kill"
    assert speaker._channel.get_volume() == pytest.approx(0.5, abs=0.02)
    speaker.close()


def heard(monkeypatch: pytest.MonkeyPatch, folder: Path, loudness: float) -> np.ndarray:
    """What a sound card would have been given in half a second with a kill."""
    file = folder / f"{loudness}.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(file))
    speaker = open_speaker(lambda: loudness)
    speaker.listen(KILL)
    until_s, before = time.monotonic() + 20, file.stat().st_size
    while time.monotonic() < until_s and file.stat().st_size < before + RATE_HZ * 2:
        time.sleep(0.02)
    speaker.close()
    return np.frombuffer(file.read_bytes(), np.int16).astype(float)


def test_a_sound_card_is_given_the_sound_as_loud_as_was_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    loud, soft, mute = (heard(monkeypatch, tmp_path, loudness) for loudness in (1.0, 0.25, 0.0))
    assert np.abs(loud).max() > 15_000
    assert np.abs(soft).max() == pytest.approx(np.abs(loud).max() / 4, rel=0.1)
    assert not mute.any()


def no_card(monkeypatch: pytest.MonkeyPatch, folder: Path, cards: str | None) -> None:
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setattr(loudspeaker.sys, "platform", "linux")
    monkeypatch.setattr(loudspeaker, "CARDS", folder / "cards")
    if cards is not None:
        (folder / "cards").write_text(cards)


@pytest.mark.parametrize("cards", [None, "--- no soundcards ---\n"])
def test_no_sound_card_costs_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, cards: str | None
) -> None:
    no_card(monkeypatch, tmp_path, cards)
    assert open_speaker(lambda: 1.0) is None
    assert [record.getMessage() for record in caplog.records] == ["no sound card: the table is silent"]


def test_a_card_or_a_server_is_worth_a_try(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    no_card(monkeypatch, tmp_path, " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n")
    assert has_sound_card()
    (tmp_path / "cards").unlink()
    assert not has_sound_card()
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse" / "native").touch()
    assert has_sound_card()


def test_a_driver_that_does_not_exist_is_told_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonesuch")
    assert open_speaker(lambda: 1.0) is None
    assert len(caplog.records) == 1
    assert "silent" in caplog.records[0].getMessage()


@pytest.mark.parametrize(
    ("use", "window", "heard"),
    [("auto", True, True), ("auto", False, False), ("on", False, True), ("off", True, False)],
)
def test_sound_belongs_to_a_window_unless_settings_say_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, use: str, window: bool, heard: bool
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pins = SimpleNamespace(buzzer=18, buzzer_sounds=True)
    plan = SimpleNamespace(settings=SimpleNamespace(sound=SoundSettings(use), pins=pins), demo=False)
    start = SimpleNamespace(window=object() if window else None, book=None, speaker=None, pins=None)
    with ExitStack() as stack:
        open_sound(plan, start, PreferenceFile(tmp_path), stack)
        assert (start.speaker is not None) == heard


@pytest.mark.parametrize(("pins", "silent"), [(None, True), (object(), False)])
def test_the_screen_says_that_there_is_nothing_to_hear(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pins: object, silent: bool
) -> None:
    no_card(monkeypatch, tmp_path, None)
    buzzer = SimpleNamespace(buzzer=18, buzzer_sounds=True)
    plan = SimpleNamespace(settings=SimpleNamespace(sound=SoundSettings("auto"), pins=buzzer), demo=False)
    book = SimpleNamespace(desk=SimpleNamespace(silent=False))
    start = SimpleNamespace(window=object(), book=book, speaker=None, pins=pins)
    with ExitStack() as stack:
        open_sound(plan, start, PreferenceFile(tmp_path), stack)
    assert book.desk.silent == silent


def test_setting_the_volume_lets_it_be_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pins = SimpleNamespace(buzzer=0, buzzer_sounds=True)
    plan = SimpleNamespace(settings=SimpleNamespace(sound=SoundSettings("auto"), pins=pins), demo=False)
    preferences = PreferenceFile(tmp_path)
    desk = SimpleNamespace(silent=True, ring=lambda: None, preferences=preferences)
    start = SimpleNamespace(window=object(), book=SimpleNamespace(desk=desk), speaker=None, pins=None)
    with ExitStack() as stack:
        open_sound(plan, start, preferences, stack)
        assert not desk.silent
        page = SettingsPage(desk, "")
        assert page.choose(Put("volume", "0"))
        assert start.speaker.playing is None
        assert page.choose(Put("volume", "3"))
        assert start.speaker.playing == "question"
