"""Games as Gymnasium environments, one at a time and in batches."""

from __future__ import annotations

import copy
import functools
import pickle
import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics as RecordVectorStatistics

import ludarium
from ludarium import IllegalActionError
from ludarium.envs.adapters.gymnasium import (
    BatchedEnv,
    LegalActions,
    PlainObservation,
    SampledAction,
    SingleAgentEnv,
    register_games,
)
from tests.toys import toy_game
from tests.toys.magpie import END_TURN, GIFT
from tests.toys.race import TAKE, WAIT, YIELD

from .players import Chancy, Prefers, spread

GAMES: dict[str, Callable[[], Any]] = {
    "kelp": lambda: ludarium.make_game("kelp"),
    "outcome": lambda: ludarium.make_game("kelp:reveal=outcome,illegal_direction=bump"),
    "magpie": lambda: toy_game("magpie", num_players=4),
    "kuhn": lambda: toy_game("kuhn"),
    "race": lambda: toy_game("race"),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return GAMES[request.param]()


def play(env: Any, turn: int = 0) -> tuple[float, int, dict[str, Any]]:
    """Plays on to the end of the episode: what it paid, its length, the last info."""
    paid, length = 0.0, 0
    while True:
        mask = env.get_wrapper_attr("action_masks")()
        _, reward, terminated, truncated, info = env.step(int(spread(mask[None], turn)[0]))
        paid, length, turn = paid + reward, length + 1, turn + 1
        if terminated or truncated:
            return paid, length, info


# --- one game -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, "rotate"])
@pytest.mark.filterwarnings("ignore:.*not having a spec")
@pytest.mark.filterwarnings("error")
def test_check_env(game: Any, seat: Any) -> None:
    check_env(SingleAgentEnv(game, Chancy(), learner_seat=seat, render_mode="ansi"))


@pytest.mark.filterwarnings("error")
def test_check_env_of_registered_games() -> None:
    for options in ({}, {"game": "kelp:duel"}, {"board_size": 3, "learner_seat": 1}):
        check_env(gymnasium.make("ludarium/Kelp-v0", **options).unwrapped)


def test_an_episode_pays_the_return_and_its_observations_fit(game: Any) -> None:
    env = SingleAgentEnv(game, [Chancy(), None])
    for episode in range(40):
        observation, info = env.reset(seed=episode if episode % 3 == 0 else None)
        paid, over, turn = 0.0, False, episode
        while not over:
            assert env.observation_space.contains(observation)
            assert observation["action_mask"].dtype == np.int8 and observation["observation"].dtype == np.float32
            assert observation["action_mask"].tolist() == env.action_masks().tolist() and env.action_masks().any()
            action = int(env.action_space.sample(observation["action_mask"]))
            assert observation["action_mask"][action]
            observation, reward, terminated, truncated, info = env.step(action)
            assert type(reward) is float and type(terminated) is bool and type(truncated) is bool
            paid, over, turn = paid + reward, terminated or truncated, turn + 1
        assert paid == info["returns"][info["seat"]] and info["returns"].shape == (game.num_players,)
        assert env.observation_space.contains(observation)
        assert not observation["action_mask"].any() and not env.action_masks().any()
        end = env.seats.batch.states
        np.testing.assert_array_equal(observation["observation"], game.observe(end, info["seat"])[0])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("mine", "result"), [(TAKE, 1.0), (YIELD, -1.0)])
def test_a_loss_is_paid_as_surely_as_a_win(seat: int, mine: int, result: float) -> None:
    env = SingleAgentEnv(toy_game("race"), Prefers(WAIT), learner_seat=seat)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(mine)
    assert (reward, terminated, truncated, info["seat"]) == (result, True, False, seat)
    env = SingleAgentEnv(toy_game("race"), Prefers(TAKE if result < 0 else YIELD), learner_seat=0)
    env.reset(seed=1)
    assert env.step(WAIT)[1:4] == (result, True, False)


def test_rewards_on_the_opponents_turns_reach_the_learner() -> None:
    env = SingleAgentEnv(toy_game("magpie", num_players=2), Prefers(GIFT), learner_seat=0)
    rewards = []
    for seed in range(10):
        env.reset(seed=seed)
        rewards.append(env.step(END_TURN)[1])
    assert max(rewards) >= 1


def test_truncation_is_not_termination() -> None:
    env = SingleAgentEnv(toy_game("race", max_waits=2), Prefers(WAIT), learner_seat=0)
    env.reset(seed=1)
    assert env.step(WAIT)[1:4] == (0.0, False, True)
    limited = TimeLimit(SingleAgentEnv(toy_game("race"), Prefers(WAIT), learner_seat=0), max_episode_steps=1)
    limited.reset(seed=1)
    assert limited.step(WAIT)[2:4] == (False, True)


def test_the_seat_rotates_from_reset_to_reset() -> None:
    env = SingleAgentEnv(toy_game("magpie", num_players=3))
    assert [env.reset(seed=7 if episode == 0 else None)[1]["seat"] for episode in range(5)] == [0, 1, 2, 0, 1]
    assert env.reset(seed=7)[1]["seat"] == 0


def test_a_seed_seeds_everything_and_none_goes_on(game: Any) -> None:
    env = SingleAgentEnv(game, [Chancy(), None])
    runs = []
    for _ in range(2):
        run: list[Any] = []
        for seed in (5, None, None):
            observation, _ = env.reset(seed=seed)
            run.append(observation["observation"].tolist())
            over = False
            while not over:
                observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
                run.append((observation["observation"].tolist(), reward))
                over = terminated or truncated
        runs.append(run)
    assert runs[0] == runs[1]


def test_global_generators_are_not_used() -> None:
    runs = []
    for noise in (0, 1):
        random.seed(noise)
        np.random.seed(noise)  # noqa: NPY002
        env = SingleAgentEnv(toy_game("magpie"))
        env.reset(seed=3)
        runs.append([play(env)[:2], int(env.action_space.sample())])
    assert runs[0] == runs[1]


def test_masks_are_found_through_wrappers() -> None:
    env = RecordEpisodeStatistics(TimeLimit(PlainObservation(gymnasium.make("ludarium/Kelp-v0")), 1000))
    observation, _ = env.reset(seed=1)
    assert observation.shape == env.observation_space.shape and env.observation_space.contains(observation)
    paid, length, info = play(env)
    assert info["episode"]["r"] == paid == info["returns"][info["seat"]] and info["episode"]["l"] == length
    monitor = pytest.importorskip("stable_baselines3.common.monitor").Monitor(SingleAgentEnv("kelp"))
    monitor.reset(seed=1)
    assert monitor.get_wrapper_attr("action_masks")().tolist() == monitor.unwrapped.action_masks().tolist()


def test_only_masked_observations_can_be_made_plain() -> None:
    with pytest.raises(TypeError, match="expected a Dict"):
        PlainObservation(gymnasium.make("CartPole-v1"))


def test_samples_without_a_mask_are_legal(game: Any) -> None:
    env = SingleAgentEnv(game)
    env.reset(seed=1)
    space = env.action_space
    seen = set()
    for _ in range(200):
        action = space.sample()
        assert isinstance(action, SampledAction) and space.contains(action)
        assert env.action_masks()[action]
        seen.add(int(action))
    assert seen == set(np.flatnonzero(env.action_masks()).tolist())
    assert env.action_space is space and type(space) is LegalActions
    mask = np.zeros(game.num_actions, np.int8)
    mask[-1] = 1
    assert space.sample(mask) == game.num_actions - 1  # an explicit mask is obeyed, not improved


def test_a_sample_that_came_too_early_stands_for_a_legal_action() -> None:
    for number, meant in ((0, 1), (1, 1), (3, 8), (9, 1)):
        env = SingleAgentEnv("kelp", learner_seat=0)
        env.reset(seed=1)
        other = copy.deepcopy(env)
        one, two = env.step(SampledAction(number)), other.step(meant)
        np.testing.assert_array_equal(one[0]["observation"], two[0]["observation"])
    with pytest.raises(IllegalActionError):
        other.step(np.int64(9))


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (4, IllegalActionError, r"kelp: illegal action 4 \(guess north\); shark is to act, legal: 1 \(move south\)"),
        (np.int64(9), IllegalActionError, r"illegal action 9 \(pass\)"),
        (-1, IllegalActionError, "illegal action -1"),
        (1.5, TypeError, "action is 1.5, expected an integer"),
        (None, TypeError, "action is None"),
        (np.array([1, 2]), TypeError, "expected an integer"),
    ],
)
def test_a_bad_action_is_named_and_changes_nothing(action: Any, error: type[Exception], words: str) -> None:
    env = SingleAgentEnv("kelp", learner_seat=0)
    env.reset(seed=1)
    before = pickle.dumps(env)
    with pytest.raises(error, match=words):
        env.step(action)
    assert pickle.dumps(env) == before


def test_a_finished_game_is_not_stepped() -> None:
    env = SingleAgentEnv("kelp")
    with pytest.raises(RuntimeError, match="before the first reset"):
        env.step(1)
    env.reset(seed=1)
    play(env)
    with pytest.raises(IllegalActionError, match="the game is over: reset it first"):
        env.step(1)
    with pytest.raises(IllegalActionError, match="the game is over"):
        env.step(env.action_space.sample())


def test_text_shows_what_the_learner_knows() -> None:
    env = SingleAgentEnv("kelp:reveal=outcome,illegal_direction=bump", render_mode="ansi", learner_seat=1)
    env.reset(seed=1)
    text = env.render()
    assert text is not None and text == env.game.describe(env.seats.batch.states, 1)
    assert "position unknown" in text
    assert SingleAgentEnv("kelp").render() is None
    with pytest.raises(ValueError, match="render_mode is 'film', expected None or one of ansi, rgb_array, human"):
        SingleAgentEnv("kelp", render_mode="film")
    with pytest.raises(ValueError, match=r"render_mode is 'human', expected None or one of ansi, rgb_array$"):
        BatchedEnv("kelp", render_mode="human")


@pytest.mark.usefixtures("registered_toys")
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_the_middle_of_a_game_are_exact(game: Any, copied: Any) -> None:
    env = SingleAgentEnv(game, [Chancy(), None])
    env.reset(seed=3)
    env.step(env.action_space.sample())
    if not env.action_masks().any():
        env.reset()
    twin = copied(env)
    for episode in range(5):
        for _ in range(3):
            assert env.action_space.sample() == twin.action_space.sample()
        assert play(env, episode)[:2] == play(twin, episode)[:2]
        assert env.reset()[1] == twin.reset()[1]


# --- many games ---------------------------------------------------------------------------------------------------


def test_a_batch_plays_what_single_environments_play(game: Any) -> None:
    pool = [Chancy(), None]
    batched = BatchedEnv(game, 5, pool, weights=[2, 1], learner_seat=1)
    singles = SyncVectorEnv(
        [lambda: SingleAgentEnv(game, pool, weights=[2, 1], learner_seat=1)] * 5,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    assert batched.observation_space == singles.observation_space
    one, two = batched.reset(seed=21)[0], singles.reset(seed=21)[0]
    ends = 0
    for turn in range(60):
        for key in ("observation", "action_mask"):
            np.testing.assert_array_equal(one[key], two[key])
        assert batched.observation_space.contains(one)
        actions = spread(one["action_mask"], turn)
        one, *rest, info = batched.step(actions)
        two, *expected, other = singles.step(actions)
        for got, wanted in zip(rest, expected, strict=True):
            np.testing.assert_array_equal(got, wanted)
        over = rest[1] | rest[2]
        assert ("final_obs" in info) == ("final_obs" in other) == over.any()
        if over.any():
            ends += 1
            for key in ("_final_obs", "_final_info"):
                np.testing.assert_array_equal(info[key], over)
                np.testing.assert_array_equal(other[key], over)
            for key in ("seat", "_seat", "returns", "_returns"):
                np.testing.assert_array_equal(info["final_info"][key], other["final_info"][key])
            for slot in range(5):
                if not over[slot]:
                    assert info["final_obs"][slot] is None
                    continue
                for key in ("observation", "action_mask"):
                    np.testing.assert_array_equal(info["final_obs"][slot][key], other["final_obs"][slot][key])
    assert ends > 3


@pytest.mark.parametrize("num_envs", [1, 2, 64])
def test_shapes_and_dtypes(num_envs: int) -> None:
    env = gymnasium.make_vec("ludarium/Kelp-v0", num_envs, "vector_entry_point", game="kelp:duel")
    assert isinstance(env.unwrapped, BatchedEnv) and env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.num_envs == num_envs
    observation, info = env.reset(seed=1)
    assert info["seat"].tolist() == [slot % 2 for slot in range(num_envs)]
    for _ in range(30):
        assert env.observation_space.contains(observation)
        actions = env.unwrapped.random_actions()
        assert env.action_space.contains(actions)
        masks = env.unwrapped.action_masks()
        assert masks.shape == (num_envs, 10) and masks.dtype == np.int8 and masks.any(axis=1).all()
        assert (masks == observation["action_mask"]).all()
        observation, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (num_envs,)
        assert rewards.dtype == np.float32 and terminated.dtype == truncated.dtype == np.bool_


def test_arrays_of_a_batch_belong_to_the_caller() -> None:
    env = BatchedEnv(toy_game("race"), 4)
    kept = [(*env.reset(seed=1),)]
    copies = copy.deepcopy(kept)
    for _ in range(20):
        kept.append(env.step(env.random_actions()))
        copies.append(copy.deepcopy(kept[-1]))
    env.reset(seed=2)
    assert len({str(step[1]) for step in copies[1:]}) > 3  # there is something that could be overwritten
    assert repr(kept) == repr(copies)


def test_statistics_of_a_batch_are_the_returns() -> None:
    env = RecordVectorStatistics(BatchedEnv(toy_game("magpie"), 6))
    env.reset(seed=1)
    episodes = 0
    for turn in range(80):
        _, _, terminated, truncated, info = env.step(spread(env.unwrapped.action_masks(), turn))
        for slot in np.flatnonzero(terminated | truncated):
            episodes += 1
            seat = info["final_info"]["seat"][slot]
            assert info["episode"]["r"][slot] == info["final_info"]["returns"][slot, seat]
    assert episodes > 10


def test_seeds_of_a_batch() -> None:
    env = BatchedEnv(toy_game("magpie"), 3, learner_seat=0)
    by_integer = env.reset(seed=5)[0]["observation"]
    goes_on = env.reset()[0]["observation"]
    np.testing.assert_array_equal(env.reset(seed=[5, 6, 7])[0]["observation"], by_integer)
    np.testing.assert_array_equal(env.reset()[0]["observation"], goes_on)
    assert (by_integer != goes_on).any()
    with pytest.raises(ValueError, match="2 seeds for 3 slots"):
        env.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="seed is -1"):
        env.reset(seed=-1)


def test_a_bad_action_in_a_batch_changes_nothing() -> None:
    env = BatchedEnv("kelp", 3, learner_seat=0)
    env.reset(seed=1)
    before = pickle.dumps(env.seats.get_state())
    for actions, error, words in (
        (np.array([1, 9, 1]), IllegalActionError, r"illegal action 9 \(pass\) in game 1"),
        (np.array([1, 1]), ValueError, r"\(2,\)"),
        (np.ones(3), TypeError, "float64"),
    ):
        with pytest.raises(error, match=words):
            env.step(actions)
        assert pickle.dumps(env.seats.get_state()) == before


def test_text_of_a_batch() -> None:
    env = BatchedEnv("kelp", 3, render_mode="ansi")
    env.reset(seed=1)
    texts = env.render()
    assert texts is not None and [text.count("shark to") + text.count("octopus to") for text in texts] == [1, 1, 1]
    assert BatchedEnv("kelp", 3).render() is None


def test_masks_come_from_spawned_processes() -> None:
    """Environments and opponents are pickled whole, compiled functions are not."""
    make = functools.partial(SingleAgentEnv, "kelp", Chancy(), learner_seat=1)
    envs = AsyncVectorEnv([make, make], context="spawn")
    try:
        observation, _ = envs.reset(seed=1)
        for turn in range(10):
            masks = np.array(envs.call("action_masks"))
            np.testing.assert_array_equal(masks, observation["action_mask"])
            observation, _, terminated, _, _ = envs.step(spread(masks, turn))
            if terminated.any():
                break
    finally:
        envs.close()


# --- names --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("registered_toys")
def test_a_registered_game_has_its_names() -> None:
    register_games()
    env = gymnasium.make("ludarium/Magpie-v0", num_players=2)
    assert env.unwrapped.game.string == "magpie:num_players=2"
    envs = gymnasium.make_vec("ludarium/Magpie-v0", 3, "vector_entry_point", num_players=2, opponents=Chancy())
    envs.reset(seed=1)
    assert gymnasium.make_vec("ludarium/Kelp-v0", 2, "sync").num_envs == 2
    with pytest.raises(ludarium.OptionError, match="unknown option 'size'"):
        gymnasium.make("ludarium/Kelp-v0", size=3)
