"""The screen draws every state of the table, at every size, and changes nothing but itself."""

import copy
import itertools
import os
import subprocess
import sys
from dataclasses import fields, replace

import numpy as np
import pygame
import pytest

from rules.events import Undone
from rules.game import Roll
from ui.gallery import NOW_S, SIZES, draw_all, examples, table, tray
from ui.screen import NoDisplay, Screen
from ui.theme import SEAT_LOOKS
from vision.reading import Reading

VIEWS = examples()


def picture():
    return pygame.surfarray.array3d(pygame.display.get_surface()).astype(int)


def shown(screen, view, now_s=NOW_S):
    screen.draw(view, now_s)
    return picture()


@pytest.mark.parametrize("size", SIZES)
def test_no_words_are_cut_off_or_leave_their_box_or_are_too_small(size):
    with Screen(size) as screen:
        for name, view in VIEWS.items():
            screen.draw(view, NOW_S)
            assert screen.placed
            for placed in screen.placed:
                where = (name, placed.words)
                assert not placed.cut, where
                assert placed.size_px >= size[1] / 30, where
                assert placed.box.inflate(2, 2).contains(placed.rect), where


def test_the_game_and_its_author_are_always_named(screen):
    for name, view in VIEWS.items():
        screen.draw(view, NOW_S)
        assert any(placed.words == "Run Buster, designed by Mark Steere" for placed in screen.placed), name


def test_drawing_does_not_change_the_view(screen):
    for name in ("keep", "question", "lamps", "kill-0.5", "win"):
        view = VIEWS[name]
        before = copy.deepcopy(view)
        screen.draw(view, NOW_S)
        for field in fields(view):
            now, then = getattr(view, field.name), getattr(before, field.name)
            assert np.array_equal(now, then) if field.name == "frame" else now == then, field.name


def test_the_same_view_at_the_same_time_is_the_same_picture(screen):
    for name in ("keep", "doubtful", "kill-0.95", "win", "drinks"):
        first = shown(screen, VIEWS[name])
        shown(screen, VIEWS["roll"])
        assert np.array_equal(first, shown(screen, VIEWS[name])), name


def test_a_kill_covers_the_table_and_passes(screen):
    calm = shown(screen, VIEWS["killed-later"])
    stage = screen.laid.stage
    loud = shown(screen, VIEWS["kill-0.95"])
    changed = (np.abs(loud - calm).sum(axis=2) > 30)[: stage.right, : stage.bottom]
    assert changed.mean() > 0.8
    assert "KILLED!" in {placed.words for placed in screen.placed}
    assert np.array_equal(shown(screen, VIEWS["kill-0.95"], NOW_S + 60), calm)


def test_an_undone_kill_is_not_shown(screen):
    view = VIEWS["kill-0.95"]
    screen.draw(replace(view, news=(*view.news, (NOW_S - 0.5, Undone(Roll((3, 5, 5, 6)))))), NOW_S)
    assert "KILLED!" not in {placed.words for placed in screen.placed}


def test_a_kill_moves(screen):
    moments = [shown(screen, VIEWS["kill-0.1"], NOW_S + later) for later in (0.0, 0.4, 0.8, 1.2)]
    for one, other in itertools.pairwise(moments):
        assert (np.abs(one - other).sum(axis=2) > 30).mean() > 0.02


def test_a_win_names_the_winner_and_stays(screen):
    for later in (0.0, 5.0, 3600.0):
        screen.draw(VIEWS["win"], NOW_S + later)
        assert "Red wins!" in {placed.words for placed in screen.placed}


def test_drinks_and_rounds_are_told(screen):
    screen.draw(VIEWS["drinks"], NOW_S)
    assert "Blue buys the drinks!" in {placed.words for placed in screen.placed}
    screen.draw(VIEWS["round"], NOW_S)
    assert {"Green wins the round!", "Round 2: Blue begins."} <= {placed.words for placed in screen.placed}


def test_the_live_picture_is_shown_in_its_colours(screen):
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[:] = (200, 30, 60)  # B, G, R
    screen.draw(table(2, frame=frame), NOW_S)
    r, g, b, _ = pygame.display.get_surface().get_at(screen.laid.picture.center)
    assert abs(r - 60) < 6 and abs(g - 30) < 6 and abs(b - 200) < 6


def test_a_new_picture_replaces_the_old_one(screen):
    for grey in (20, 200):
        screen.draw(table(2, frame=np.full((480, 640, 3), grey, np.uint8)), NOW_S)
        assert abs(pygame.display.get_surface().get_at(screen.laid.picture.center)[0] - grey) < 6


def test_sure_dice_carry_their_value_and_doubtful_ones_a_question_mark(screen):
    frame, reading = tray((3, 4, 4, 6), "red", doubtful=1)
    screen.draw(table(2, frame=frame, reading=reading, tray="settled"), NOW_S)
    inside = [p.words for p in screen.placed if screen.laid.picture.contains(p.rect)]
    assert sorted(inside) == ["3", "4", "6", "?"]


def test_a_doubtful_die_pulses(screen):
    steady = {k: shown(screen, VIEWS["keep"], NOW_S + k) for k in (0.0, 0.2)}
    pulsing = {k: shown(screen, VIEWS["doubtful"], NOW_S + k) for k in (0.0, 0.2)}
    box = screen.laid.picture
    part = np.s_[box.left : box.right, box.top : box.bottom]
    assert np.array_equal(steady[0.0][part], steady[0.2][part])
    assert not np.array_equal(pulsing[0.0][part], pulsing[0.2][part])


def test_dice_near_the_edge_keep_their_marks_within_the_picture(screen):
    frame, reading = tray((1, 2), "red")
    edge = tuple(replace(die, box=die.box._replace(x=x, y=0)) for die, x in zip(reading.dice, (-20, 600), strict=True))
    screen.draw(table(2, frame=frame, reading=Reading(edge, 640, 480)), NOW_S)
    assert sum(screen.laid.picture.contains(p.rect) and p.words in "12" for p in screen.placed) == 2


def test_whose_turn_it_is_shows_in_colour_and_in_shape(screen):
    assert len({look.shape for look in SEAT_LOOKS.values()}) == len(SEAT_LOOKS)
    turns = [shown(screen, table(2, to_move=name)) for name in ("red", "blue")]
    box = screen.laid.turn
    grey = [turn[box.left : box.right, box.top : box.bottom].mean(axis=2) for turn in turns]
    assert (np.abs(grey[0] - grey[1]) > 60).mean() > 0.03


def test_the_hand_on_the_rail_follows_the_game(screen):
    view = table(2)
    seats = (replace(view.seats[0], hand=(4, 5, 6), cup=3), view.seats[1])
    one, other = shown(screen, view), shown(screen, replace(view, seats=seats))
    box = screen.laid.seats[0]
    assert (one != other)[box.left : box.right, box.top : box.bottom].any()
    blue = screen.laid.seats[1]
    assert (one == other)[blue.left : blue.right, blue.top : blue.bottom].all()


def test_notices_stand_where_they_can_be_seen(screen):
    for name, words in (("not-saved", "This game is not being saved."), ("camera-gone", "The camera is gone")):
        screen.draw(VIEWS[name], NOW_S)
        assert words in {placed.words for placed in screen.placed}
    assert screen.words.fault(VIEWS["camera-gone"].camera_fault) in {placed.words for placed in screen.placed}


def test_a_long_name_is_shortened_and_nothing_breaks(screen):
    view = table(2)
    seats = (replace(view.seats[0], name="X" * 80), view.seats[1])
    screen.draw(replace(view, seats=seats, to_move="X" * 80), NOW_S)
    assert all(placed.box.inflate(2, 2).contains(placed.rect) for placed in screen.placed)


def test_the_picture_is_saved(screen, tmp_path):
    screen.draw(VIEWS["keep"], NOW_S)
    screen.save(tmp_path / "now.png")
    assert pygame.image.load(tmp_path / "now.png").get_size() == (1024, 600)
    with pytest.raises(OSError, match=r"now\.png"):
        screen.save(tmp_path / "no" / "now.png")


def test_closing_twice_is_once():
    with Screen((800, 480)) as screen:
        screen.close()
    screen.close()
    with Screen((800, 480)) as again:
        again.draw(VIEWS["roll"], NOW_S)


def test_a_gallery_of_every_state_is_drawn(tmp_path):
    drawn = draw_all(tmp_path, sizes=((800, 480),), only="seats-3", langs=("en", "ja"))
    assert drawn == len(list(tmp_path.glob("*.png"))) == 2


def run(code, **changes):
    env = {k: v for k, v in os.environ.items() if k not in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env | changes, check=False)


def test_importing_the_package_opens_nothing_and_says_nothing():
    done = run("import ui, ui.view, sys; print('pygame' in sys.modules)")
    assert (done.stdout.strip(), done.stderr) == ("False", "")


def test_pygame_does_not_greet_on_stdout():
    assert run("import ui.screen").stdout == ""


def test_without_a_display_one_clear_sentence():
    code = "from ui.screen import Screen, NoDisplay\ntry: Screen()\nexcept NoDisplay as e: print('NO', e)"
    done = run(code)
    assert done.stdout.startswith("NO ") and "\n" not in done.stdout.strip()
    done = run(code, DISPLAY=":4177")
    assert done.stdout.startswith("NO ")


def test_an_unknown_driver_is_refused(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(NoDisplay, match="no-such-driver"):
        Screen()
    assert issubclass(NoDisplay, RuntimeError)


def test_on_a_console_the_drivers_are_tried_in_turn(monkeypatch):
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    tried: list[str | None] = []
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("ui.screen._try_driver", lambda driver: tried.append(driver) or "offscreen")
    with pytest.raises(NoDisplay):  # what SDL falls back to in silence is no display
        Screen()
    assert tried == ["kmsdrm", "wayland", "x11"]
    # From this version on SDL takes the graphics card on which a screen is, whatever their order (pygame#3168).
    assert pygame.get_sdl_version() >= (2, 24, 0)


def test_the_screen_is_kept_awake():
    code = "import pygame\nfrom ui.screen import Screen\nwith Screen(): print(pygame.display.get_allow_screensaver())"
    assert run(code, SDL_VIDEODRIVER="dummy").stdout.strip() in ("False", "0")


def test_no_runtime_folder_is_needed_for_a_window():
    forget = "import os\nos.environ.pop('XDG_RUNTIME_DIR', None)\n"
    code = forget + "from ui.screen import Screen\nwith Screen() as screen: print(screen.driver)"
    done = run(code, SDL_VIDEODRIVER="dummy")
    assert (done.stdout.strip(), done.stderr) == ("dummy", "")
