"""The native VecEnv: what SB3 and sb3-contrib expect of one, and that the learner gets all of its returns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from ludarium import IllegalActionError, make_game
from ludarium.envs.adapters.stable_baselines3 import SelfPlayVecEnv
from tests.adapters.players import Prefers, spread
from tests.toys import toy_game
from tests.toys.race import TAKE, WAIT, YIELD


def learner(env: Any, **arguments: Any) -> MaskablePPO:
    sizes = {"n_steps": 16, "batch_size": 16, "n_epochs": 1, "policy_kwargs": {"net_arch": [8]}, "device": "cpu"}
    return MaskablePPO("MlpPolicy", env, **{**sizes, **arguments})


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("num_envs", [1, 2, 64])
def test_shapes_dtypes_and_spaces(num_envs: int) -> None:
    game = make_game("kelp:duel")
    env = SelfPlayVecEnv(game, num_envs, seed=3)
    observations = env.reset()
    for turn in range(40):
        assert observations.shape == (num_envs, game.observation_size) and observations.dtype == np.float32
        assert all(env.observation_space.contains(row) for row in observations)
        masks = get_action_masks(env)
        assert masks.shape == (num_envs, game.num_actions) and masks.dtype == np.bool_
        assert masks.any(axis=1).all()
        observations, rewards, dones, infos = env.step(spread(masks, turn))
        assert rewards.shape == dones.shape == (num_envs,) and len(infos) == num_envs
        assert rewards.dtype == np.float32 and dones.dtype == np.bool_
        for done, info, reward in zip(dones, infos, rewards, strict=True):
            if not done:
                assert info == {} and reward == 0
                continue
            assert env.observation_space.contains(info["terminal_observation"])
            assert reward == info["returns"][info["seat"]]
            assert info["TimeLimit.truncated"] is False


def test_what_is_returned_belongs_to_the_caller() -> None:
    env = SelfPlayVecEnv("kelp:duel", 4, seed=3)
    first = env.reset()
    kept, masks = first.copy(), env.action_masks()
    kept_masks = masks.copy()
    second, rewards, _, _ = env.step(spread(masks, 0))
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(masks, kept_masks)
    kept = second.copy()
    rewards += 7
    env.step(spread(env.action_masks(), 1))
    np.testing.assert_array_equal(second, kept)
    np.testing.assert_array_equal(rewards, np.full(4, 7))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("own", "other", "outcome"), [(TAKE, WAIT, 1), (YIELD, WAIT, -1), (WAIT, TAKE, -1), (WAIT, YIELD, 1)]
)
def test_a_forced_result_reaches_the_learner_in_full(seat: int, own: int, other: int, outcome: int) -> None:
    env = VecMonitor(SelfPlayVecEnv(toy_game("race"), 3, Prefers(other), learner_seat=seat, seed=1))
    if seat == 1 and other != WAIT:
        # The opponent ends every game before the learner's turn: there is no episode to play.
        with pytest.raises(RuntimeError, match="never came to act"):
            env.reset()
        return
    env.reset()
    for _ in range(4):
        _, rewards, dones, infos = env.step(np.full(3, own))
        assert dones.all()
        np.testing.assert_array_equal(rewards, np.full(3, outcome))
        assert [info["episode"]["r"] for info in infos] == [outcome] * 3
        assert [info["seat"] for info in infos] == [seat] * 3


def test_seats_rotate() -> None:
    env = SelfPlayVecEnv(toy_game("race"), 2, Prefers(WAIT), seed=1)
    env.reset()
    seen = []
    for _ in range(3):
        assert env.get_attr("seat") == env.learners.seat.tolist()
        seen.append(env.get_attr("seat"))
        env.step(np.full(2, TAKE))
    assert seen == [[0, 1], [1, 0], [0, 1]]


def test_truncation_is_told_and_bootstrapped() -> None:
    env = SelfPlayVecEnv(toy_game("race", max_waits=2), 2, Prefers(WAIT), learner_seat=0, seed=1)
    env.reset()
    _, rewards, dones, infos = env.step(np.full(2, WAIT))
    assert dones.all() and not rewards.any()
    for info in infos:
        assert info["TimeLimit.truncated"] is True
        np.testing.assert_array_equal(info["terminal_observation"], [1, 1, 0, 2])  # the seat to act, seat 0, two waits

    model = learner(env, n_steps=1, batch_size=2, gamma=0.5, seed=0)
    with torch.no_grad():  # a value of 8 for every observation, and nothing but waiting
        model.policy.value_net.weight.zero_()
        model.policy.value_net.bias.fill_(8)
        model.policy.action_net.weight.zero_()
        model.policy.action_net.bias.copy_(torch.tensor([-50.0, -50.0, 50.0]))
    _, callback = model._setup_learn(2)
    model.collect_rollouts(env, callback, model.rollout_buffer, 1)
    np.testing.assert_allclose(model.rollout_buffer.rewards, 0.5 * 8)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = SelfPlayVecEnv("kelp:duel", 3, seed=3)
    before = env.reset()
    masks = env.action_masks()
    actions = masks.argmax(axis=1)
    actions[2] = masks[2].argmin()
    with pytest.raises(IllegalActionError, match="illegal action"):
        env.step(actions)
    np.testing.assert_array_equal(env.learners.observation, before)
    with pytest.raises(RuntimeError, match="no actions"):
        env.step_wait()
    env.step(masks.argmax(axis=1))


def test_seeds() -> None:
    def played(env: SelfPlayVecEnv) -> list[Any]:
        seen = [env.reset()]
        for turn in range(30):
            observations, rewards, _, _ = env.step(spread(env.action_masks(), turn))
            seen += [observations, rewards]
        return [array.tolist() for array in seen]

    def fresh() -> SelfPlayVecEnv:
        return SelfPlayVecEnv("kelp:duel", 3, seed=8)

    assert played(fresh()) == played(fresh())
    env = fresh()
    first, second = played(env), played(env)
    assert first != second
    assert env.seed(5) == [5, 6, 7]
    seeded = played(env)
    env.seed(5)
    assert played(env) == seeded != first
    assert played(env) != seeded  # a seed serves one reset
    two = SelfPlayVecEnv("kelp:duel", 2, learner_seat=0)
    two.seed(5)
    one = SelfPlayVecEnv("kelp:duel", 1, learner_seat=0)
    one.seed(6)
    two.reset(), one.reset()
    for turn in range(30):  # game i of a batch is that of its own seed
        both, alone = two.step(spread(two.action_masks(), turn))[0], one.step(spread(one.action_masks(), turn))[0]
        np.testing.assert_array_equal(both[1], alone[0])
    before = np.random.get_state(legacy=False)["state"]["key"].tolist()  # noqa: NPY002
    assert all(seed is not None for seed in env.seed())
    assert np.random.get_state(legacy=False)["state"]["key"].tolist() == before  # noqa: NPY002


def test_options_belong_in_the_game_string() -> None:
    env = SelfPlayVecEnv("kelp:duel", 2)
    env.set_options()
    env.set_options([{}, {}])
    with pytest.raises(ValueError, match="board_size"):
        env.set_options({"board_size": 3})


def test_attributes_and_methods_of_single_games() -> None:
    env = SelfPlayVecEnv("kelp:duel", 3, seed=1)
    env.reset()
    assert is_masking_supported(env)
    assert env.has_attr("action_masks") and not env.has_attr("difficulty")
    assert [space.n for space in env.get_attr("action_space")] == [10, 10, 10]
    assert env.get_attr("seat", [2, 0]) == [0, 0]
    np.testing.assert_array_equal(env.env_method("action_masks", indices=1), env.action_masks()[1:2])
    np.testing.assert_array_equal(env.get_attr("action_masks", 2)[0](), env.action_masks()[2])
    with pytest.raises(AttributeError, match="difficulty"):
        env.get_attr("difficulty")
    with pytest.raises(AttributeError, match="render"):
        env.env_method("render")
    env.set_attr("difficulty", 4, [1])
    env.set_attr("difficulty", 5, [1, 2])
    assert env.get_attr("difficulty", [1, 2]) == [5, 5]
    assert not env.has_attr("difficulty")  # the first game has none
    with pytest.raises(AttributeError, match="cannot be set"):
        env.set_attr("seat", 1)
    assert env.env_is_wrapped(Monitor) == [False] * 3
    assert env.env_is_wrapped(Monitor, [0]) == [False]


@pytest.mark.parametrize("num_envs", [1, 2])
def test_maskable_ppo_learns_and_is_evaluated(num_envs: int, tmp_path: Any) -> None:
    env = VecMonitor(SelfPlayVecEnv("kelp:duel", num_envs, seed=1))
    judge = VecMonitor(SelfPlayVecEnv("kelp:duel", 2, seed=2))
    model = learner(env, seed=1)
    callback = MaskableEvalCallback(
        judge, n_eval_episodes=4, eval_freq=16, verbose=0, best_model_save_path=str(tmp_path)
    )
    model.learn(64 * num_envs, callback=callback)
    returns, lengths = evaluate_policy(model, judge, n_eval_episodes=6, return_episode_rewards=True)
    assert len(returns) == len(lengths) == 6
    assert set(np.asarray(returns).tolist()) <= {-1.0, 0.0, 1.0}


def test_a_seat_that_acts_twice_in_a_row_and_rewards_on_others_turns() -> None:
    env = SelfPlayVecEnv(toy_game("magpie", num_players=3), 5, seed=1)
    env.reset()
    paid = np.zeros(5)
    episodes = 0
    for turn in range(200):
        _, rewards, dones, infos = env.step(spread(env.action_masks(), turn))
        paid += rewards
        for slot in np.flatnonzero(dones):
            assert paid[slot] == infos[slot]["returns"][infos[slot]["seat"]]
            assert infos[slot]["opponents"].tolist().count(-1) == 1
            episodes += 1
        paid[dones] = 0
    assert episodes > 20
