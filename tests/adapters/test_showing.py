"""Environments as pixels, in a window and in notebooks."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test
from stable_baselines3.common.vec_env import VecEnv

import ludarium
from ludarium.envs import kelp_v0
from ludarium.envs.adapters import showing
from ludarium.envs.adapters.gymnasium import BatchedEnv, SingleAgentEnv
from ludarium.envs.adapters.pettingzoo import TurnBasedEnv
from ludarium.envs.adapters.showing import FRAMES_A_SECOND, HEIGHT, RENDER_MODES, WIDTH, Window, pixels
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from ludarium.envs.core.palette import still
from ludarium.envs.core.pictures import EVERYBODY, Picture
from tests.toys import toy_game

TITLE = "a picture"


def a_picture(width: float = 400, height: float = 300) -> Picture:
    return Picture(width, height, TITLE)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A screen that nobody sees, and no waiting; the frame rates that were asked for."""
    waits: list[float] = []

    class Clock:
        def tick(self, frames_a_second: float) -> None:
            waits.append(frames_a_second)

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "Clock", Clock)
    yield waits
    pygame.display.quit()


# --- pixels -------------------------------------------------------------------------------------------------------


def test_pixels_are_the_picture() -> None:
    picture = a_picture()
    picture.rect(100, 100, 200, 100, "red")
    picture.rect(0, 0, 400, 50, "seat0")
    found = pixels(picture.to_svg(), 800, 600)
    assert found.shape == (600, 800, 3) and found.dtype == np.uint8 and found.flags.writeable
    assert found[300, 400].tolist() == [0xB3, 0x26, 0x1E]
    assert found[50, 400].tolist() == [0x00, 0x68, 0xA8]
    assert found[560, 40].tolist() == [0xF6, 0xF4, 0xEF]
    dark = pixels(picture.to_svg(), 800, 600, dark=True)
    assert dark[300, 400].tolist() == [0xC8, 0x43, 0x3A]
    assert dark[560, 40].tolist() == [0x17, 0x18, 0x1B]


def test_pictures_of_any_shape_fill_the_same_frame() -> None:
    for width, height in ((800, 100), (100, 800), (400, 300)):
        picture = a_picture(width, height)
        picture.rect(0, 0, width, height, "green")
        found = pixels(picture.to_svg(), 320, 240)
        assert found.shape == (240, 320, 3)
        assert (found[120, 160] == [0x23, 0x70, 0x3A]).all()
        assert (found[0, 0] == found[-1, -1]).all()
    with pytest.raises(ValueError, match="0 × 240"):
        pixels(a_picture().to_svg(), 0, 240)
    with pytest.raises(ValueError):
        pixels("a position in words")


def test_pixels_show_text() -> None:
    bare, written = a_picture(), a_picture()
    written.text(20, 100, "shark", 60, "bold")
    written.text(20, 200, "octopus", 60, "mono")
    ink = (pixels(bare.to_svg()) != pixels(written.to_svg())).any(axis=2)
    assert ink[: HEIGHT // 2].mean() > 0.01 and ink[HEIGHT // 2 :].mean() > 0.01


def test_a_picture_of_ones_own_is_left_as_it_is() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="2" height="1" fill="#fed"/></svg>'
    assert still(svg) == svg
    assert pixels(svg, 10, 10)[5, 5].tolist() == [0xFF, 0xEE, 0xDD]


# --- environments -------------------------------------------------------------------------------------------------


def turn_based() -> TurnBasedEnv:
    env = ludarium.make("kelp", render_mode="rgb_array")
    env.reset(seed=1)
    return env


def test_pixels_are_what_the_agent_to_act_sees() -> None:
    env = turn_based()
    before = env.render()
    assert isinstance(before, np.ndarray) and before.shape == (HEIGHT, WIDTH, 3)
    np.testing.assert_array_equal(before, pixels(env.game.draw(env.states, 0)))
    east = env.game.action_number("move east")
    env.step(east)
    np.testing.assert_array_equal(env.render(), pixels(env.game.draw(env.states, 1, last_move=east, moved=0)))
    assert (env.render() != pixels(env.game.draw(env.states, EVERYBODY, last_move=east, moved=0))).any()
    env.reset(seed=1)
    np.testing.assert_array_equal(env.render(), before)


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_checkers_pass_in_every_mode(mode: str, screen: list[float]) -> None:
    api_test(ludarium.make("kelp", render_mode=mode), num_cycles=20)
    api_test(TurnBasedEnv(toy_game("kuhn"), mode), num_cycles=5)
    check_env(gymnasium.make("ludarium/Kelp-v0", render_mode=mode).unwrapped)


def test_the_render_test_of_pettingzoo_passes(screen: list[float]) -> None:
    render_test(kelp_v0.env)


def test_a_learner_is_shown_what_it_knows() -> None:
    game = "kelp:reveal=outcome,illegal_direction=bump"
    env = SingleAgentEnv(game, render_mode="rgb_array", learner_seat=1)
    env.reset(seed=1)
    np.testing.assert_array_equal(env.render(), pixels(env.game.draw(env.seats.batch.states, 1)))
    batch = BatchedEnv(game, 2, render_mode="rgb_array", learner_seat="rotate")
    batch.reset(seed=1)
    for slot, frame in enumerate(batch.render()):
        one = batch.seats.batch.states[slot : slot + 1]
        np.testing.assert_array_equal(frame, pixels(batch.game.draw(one, slot)))


def test_stable_baselines_can_film() -> None:
    env = SelfPlayVecEnv("kelp", 3, seed=1, render_mode="rgb_array")
    env.reset()
    assert isinstance(env, VecEnv) and env.render_mode == "rgb_array" and "rgb_array" in env.metadata["render_modes"]
    images = env.get_images()
    assert len(images) == 3 and all(image.shape == (HEIGHT, WIDTH, 3) for image in images)
    tiled = env.render()
    assert tiled.shape == (2 * HEIGHT, 2 * WIDTH, 3)
    with pytest.raises(ValueError, match="render_mode is 'ansi', expected None or one of rgb_array"):
        SelfPlayVecEnv("kelp", 3, render_mode="ansi")


# --- the window ---------------------------------------------------------------------------------------------------


def test_every_step_shows_itself_once(screen: list[float]) -> None:
    env = ludarium.make("kelp", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert screen == [FRAMES_A_SECOND]
    env.step(env.game.action_number("move east"))
    env.render()
    assert screen == [FRAMES_A_SECOND] * 2
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    expected = pixels(env.game.draw(env.states, 1, last_move=2, moved=0), shown.shape[1], shown.shape[0])
    np.testing.assert_array_equal(shown, expected)
    assert pygame.display.get_caption()[0] == env.game.spec.title
    env.close()
    assert not pygame.display.get_init()


def test_a_learner_has_a_window_too(screen: list[float]) -> None:
    env = SingleAgentEnv("kelp", render_mode="human")
    env.reset(seed=1)
    env.step(env.action_space.sample())
    assert len(screen) == 2
    env.close()
    assert not pygame.display.get_init()


def test_a_closed_window_is_not_opened_again(screen: list[float]) -> None:
    env = ludarium.make("kelp", render_mode="human")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.step(0 if env.observe("player_0")["action_mask"][0] else 1)
    assert not pygame.display.get_init() and len(screen) == 1
    env.reset(seed=2)
    env.render()
    assert not pygame.display.get_init() and len(screen) == 1


def test_copies_have_windows_of_their_own(screen: list[float]) -> None:
    for env in (ludarium.make("kelp", render_mode="human"), SingleAgentEnv("kelp", render_mode="human")):
        env.reset(seed=1)
        for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert twin._window is None
        env.close()
    clone = (env := ludarium.make("kelp", render_mode="human")).clone()
    env.reset(seed=1)
    assert clone._window is None and env.clone()._window is None


def test_without_a_screen_there_is_a_warning(screen: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    pygame.display.quit()
    with pytest.warns(UserWarning, match="no screen for render_mode='human'.*rgb_array"):
        window = Window("nobody sees it", 1)
    window.show(a_picture().to_svg())
    window.close()
    assert screen == []


def test_without_pygame_one_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "_HAS_PYGAME", False)
    with pytest.raises(ImportError, match=r"pip install 'ludarium\[human\]'"):
        ludarium.make("kelp", render_mode="human")
    code = (
        "import sys, importlib.util as u\n"
        "found = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'pygame' else found(name, *rest)\n"
        "import ludarium\n"
        "print(ludarium.make('kelp').metadata['render_modes'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['ansi', 'rgb_array']"


def test_what_shows_pictures_is_imported_when_they_are_shown() -> None:
    code = (
        "import sys, ludarium; env = ludarium.make('kelp'); env.reset(seed=1); env._repr_html_()\n"
        "print(sorted({'pygame', 'resvg_py', 'PIL', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- notebooks ----------------------------------------------------------------------------------------------------


def test_notebooks_show_environments() -> None:
    for env in (ludarium.make("kelp"), SingleAgentEnv("kelp", learner_seat=1)):
        assert env._repr_html_() is None and env._repr_svg_() is None
        env.reset(seed=1)
        svg = env._repr_html_()
        assert svg is not None and svg == env._repr_svg_()
        ElementTree.fromstring(svg)
    env = ludarium.make("kelp")
    env.reset(seed=1)
    assert env._repr_html_() == env.game.draw(env.states, 0)
