"""Games as PettingZoo environments: PettingZoo's own tests, masked versions of those that know no masks, and more."""

from __future__ import annotations

import copy
import hashlib
import importlib
import itertools
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

import ludarium
import ludarium.envs
from ludarium import IllegalActionError, SaveError
from ludarium.envs.adapters.pettingzoo import TurnBasedEnv, register_games
from tests.toys import toy_game
from tests.toys.magpie import END_TURN, GIFT, SNARE

from .players import preferred

ROOT = Path(__file__).resolve().parents[2]
GAMES: dict[str, Callable[[], Any]] = {
    "kelp": lambda: ludarium.make_game("kelp"),
    "duel": lambda: ludarium.make_game("kelp:duel"),
    "outcome": lambda: ludarium.make_game("kelp:reveal=outcome,illegal_direction=bump,guess_pool=separate"),
    "magpie": lambda: toy_game("magpie", num_players=4),
    "short": lambda: toy_game("magpie", max_turns=3),
    "kuhn": lambda: toy_game("kuhn"),
    "race": lambda: toy_game("race"),
}


@pytest.fixture(params=GAMES)
def env(request: pytest.FixtureRequest) -> TurnBasedEnv:
    return TurnBasedEnv(GAMES[request.param](), render_mode="ansi")


def choose(mask: npt.NDArray[np.int8], turn: int) -> int:
    return int(np.flatnonzero(mask)[turn * 7 % mask.sum()])


def play(env: Any, turn: int = 0, log: list[Any] | None = None) -> dict[str, float]:
    """Plays on to the end by the step template of the documentation; what ``last()`` gave to every agent."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        action = None if termination or truncation else choose(observation["action_mask"], turn)
        if log is not None:
            log.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward))
        env.step(action)
        turn += 1
    return paid


# --- PettingZoo's own tests ---------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo asks for a Box even where masks make a Dict
def test_api(env: TurnBasedEnv) -> None:
    api_test(env, num_cycles=100)
    api_test(OrderEnforcingWrapper(env), num_cycles=100)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_api_of_kelp_by_its_module() -> None:
    from ludarium.envs import kelp_v0

    api_test(kelp_v0.env(), num_cycles=500)
    api_test(kelp_v0.raw_env(board_size=4, reveal="outcome", illegal_direction="bump"), num_cycles=500)
    seed_test(kelp_v0.env, num_cycles=500)
    seed_test(kelp_v0.raw_env, num_cycles=500)


def test_performance_benchmark(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # It runs for five seconds of its clock; a clock that hurries makes that some hundred steps.
    ticks = iter(range(10_000))
    monkeypatch.setattr("time.time", lambda: next(ticks) / 40)
    performance_benchmark(ludarium.make("kelp"))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_state_space_by_the_rules_of_pettingzoo(env: TurnBasedEnv) -> None:
    check_state_space(env)


def test_turn_based_conversion_shows_fresh_observations(env: TurnBasedEnv) -> None:
    parallel = turn_based_aec_to_parallel(env)
    observations, _ = parallel.reset(seed=4)
    active, turn = env.agent_selection, 0
    while parallel.agents:
        for agent, observation in observations.items():
            np.testing.assert_array_equal(observation["observation"], env.observe(agent)["observation"])
            assert observation["action_mask"].any() == (agent == active)
        action = choose(observations[active]["action_mask"], turn)
        observations, _, terminations, truncations, infos = parallel.step(
            {agent: action if agent == active else None for agent in parallel.agents}
        )
        if parallel.agents:
            active = infos[parallel.agents[0]]["active_agent"]
        turn += 1
    assert all(terminations.values()) or all(truncations.values())


def test_parallel_conversion_is_refused() -> None:
    with pytest.raises(AssertionError, match="parallel"):
        aec_to_parallel(ludarium.make("kelp"))


# --- masked versions of those that know no masks ------------------------------------------------------------------


def test_masked_bombardment(env: TurnBasedEnv) -> None:
    """Many games: every observation of every agent in its space, and the masks what they have to be."""
    for game in range(30):
        env.reset(seed=game if game % 2 else None)
        turn = game
        while True:
            over = env.terminations[env.agents[0]] or env.truncations[env.agents[0]]
            for agent in env.possible_agents:
                observation, space = env.observe(agent), env.observation_space(agent)
                assert space.contains(observation)
                assert observation["observation"].dtype == np.float32 and observation["action_mask"].dtype == np.int8
                assert observation["action_mask"].shape == (env.action_space(agent).n,)
                assert observation["action_mask"].any() == (agent == env.agent_selection and not over)
            assert env.state_space.contains(env.state())
            if over:
                break
            mask = env.observe(env.agent_selection)["action_mask"]
            assert mask[env.action_space(env.agent_selection).sample(mask)]
            env.step(choose(mask, turn))
            turn += 1


def test_masked_determinism_over_many_games(env: TurnBasedEnv) -> None:
    """PettingZoo's seed_test stops at the first end; this one goes on without another seed."""
    twin = TurnBasedEnv(env.game)
    logs: tuple[list[Any], list[Any]] = ([], [])
    for one, log in zip((env, twin), logs, strict=True):
        one.reset(seed=42)
        for game in range(20):
            play(one, game, log)
            one.reset()
    assert logs[0] == logs[1]


def test_masked_state(env: TurnBasedEnv) -> None:
    env.reset(seed=1)
    size = env.game.observation_size
    while not any((*env.terminations.values(), *env.truncations.values())):
        state = env.state()
        assert state.dtype == np.float32 and state.shape == (size * len(env.possible_agents),)
        for seat, agent in enumerate(env.possible_agents):
            np.testing.assert_array_equal(state[seat * size : (seat + 1) * size], env.observe(agent)["observation"])
        env.step(choose(env.observe(env.agent_selection)["action_mask"], 1))


# --- rewards and ends ---------------------------------------------------------------------------------------------


def test_last_pays_every_agent_the_result_exactly_once(env: TurnBasedEnv) -> None:
    for game in range(40):
        env.reset(seed=game)
        paid = play(env, game)
        returns = env.states["returns"][0]
        assert paid == {agent: float(returns[seat]) for seat, agent in enumerate(env.possible_agents)}
        assert env.agents == []


def test_seats_that_are_out_are_paid_too() -> None:
    """A seat that is out acts no more; what it lost on another's turn comes with its only remaining ``last()``."""
    env = TurnBasedEnv(toy_game("magpie", num_players=4, max_turns=40))
    late_losses = 0
    for game in range(40):
        env.reset(seed=game)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        final = {}
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            paid[agent] += reward
            if termination or truncation:
                final[agent] = reward
                env.step(None)
            else:
                env.step(preferred(observation["action_mask"], SNARE, GIFT, END_TURN))
        assert list(paid.values()) == env.states["returns"][0].tolist()
        late_losses += sum(final[f"player_{seat}"] <= -1 for seat in np.flatnonzero(env.states["lives"][0] == 0))
    assert late_losses > 40


def test_rewards_after_a_step_are_those_of_all_agents(env: TurnBasedEnv) -> None:
    env.reset(seed=3)
    turn, before = 0, env.states["returns"][0].copy()
    while not any((*env.terminations.values(), *env.truncations.values())):
        env.step(choose(env.observe(env.agent_selection)["action_mask"], turn))
        after = env.states["returns"][0].copy()
        assert list(env.rewards.values()) == (after - before)[: len(env.possible_agents)].tolist()
        before, turn = after, turn + 1


def test_terminated_and_truncated_differ() -> None:
    env = TurnBasedEnv(toy_game("race", max_waits=3))
    for actions, terminated in (((2, 2, 2), False), ((2, 0), True)):
        env.reset()
        for action in actions:
            env.step(action)
        assert set(env.terminations.values()) == {terminated}
        assert set(env.truncations.values()) == {not terminated}
        assert all(type(value) is bool for value in (*env.terminations.values(), *env.truncations.values()))


def test_an_agent_may_act_several_times_in_a_row() -> None:
    env = TurnBasedEnv(toy_game("magpie"))
    env.reset(seed=1)
    order = []
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        order.append(agent)
        env.step(None if termination or truncation else choose(observation["action_mask"], 0))
    assert any(one == next_one for one, next_one in itertools.pairwise(order))


def test_a_dead_agent_accepts_none_alone(env: TurnBasedEnv) -> None:
    env.reset(seed=1)
    turn = 0
    while not any((*env.terminations.values(), *env.truncations.values())):
        env.step(choose(env.observe(env.agent_selection)["action_mask"], turn))
        turn += 1
    agents = env.agents[:]
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    assert env.agents == agents
    for _ in agents:
        env.step(None)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(None)
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))
        assert not env.observe(agent)["action_mask"].any()
    env.reset()
    assert env.agents == agents


def test_reset_in_the_middle_of_dead_steps() -> None:
    env = ludarium.make("kelp")
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(choose(env.observe(env.agent_selection)["action_mask"], 0))
    env.step(None)
    env.reset(seed=2)
    assert env.agents == ["player_0", "player_1"] and env.agent_selection == "player_0"
    assert sum(play(env).values()) == 0


# --- bad actions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (0, IllegalActionError, r"illegal action 0 \(move north\); shark is to act, legal: 1 \(move south\), 2 \(move"),
        (9, IllegalActionError, r"illegal action 9 \(pass\)"),
        (-1, IllegalActionError, "illegal action -1;"),
        (10, IllegalActionError, "illegal action 10;"),
        (None, IllegalActionError, r"action None, but player_0 \(shark\) is to act, legal: move south"),
        (1.0, TypeError, r"action 1.0 of player_0 \(shark\), expected an integer"),
        ("move south", TypeError, "action 'move south'"),
        (np.array([1, 2]), TypeError, "expected an integer"),
    ],
)
def test_a_bad_action_is_named_and_changes_nothing(action: Any, error: type[Exception], words: str) -> None:
    env = ludarium.make("kelp")
    env.reset(seed=1)
    before = pickle.dumps(env)
    with pytest.raises(error, match=words):
        env.step(action)
    assert pickle.dumps(env) == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.uint8, np.int64, lambda value: np.array(value)])
def test_integers_of_any_kind_are_actions(kind: Any) -> None:
    env = ludarium.make("kelp")
    env.reset(seed=1)
    env.step(kind(1))
    assert env.states["moves"][0] == 1


def test_pettingzoo_can_end_games_at_illegal_actions_instead() -> None:
    env = TerminateIllegalWrapper(ludarium.make("kelp"), illegal_reward=-1)
    env.reset(seed=1)
    env.observe("player_0")
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True} and env.rewards["player_0"] == -1


def test_calls_before_reset() -> None:
    env = ludarium.make("kelp", render_mode="ansi")
    for call in (lambda: env.step(1), lambda: env.observe("player_0"), env.state, env.render, env.get_state):
        with pytest.raises(RuntimeError, match=r"kelp_v0.*call reset\(\) first"):
            call()
    env.reset()
    with pytest.raises(ValueError, match="agent is 'shark', expected one of player_0, player_1"):
        env.observe("shark")
    for seed in (-1, 2**64, 1.5, "1", True):
        before = env.get_state()
        with pytest.raises(ValueError, match="seed is"):
            env.reset(seed=seed)  # type: ignore[arg-type]
        assert env.get_state() == before
    with pytest.raises(ValueError, match="render_mode is 'film', expected None or one of ansi, rgb_array, human"):
        ludarium.make("kelp", render_mode="film")


# --- observations -------------------------------------------------------------------------------------------------


def test_arrays_belong_to_the_caller(env: TurnBasedEnv) -> None:
    env.reset(seed=1)
    kept = [env.observe(agent) for agent in env.possible_agents]
    copies = copy.deepcopy(kept)
    play(env)
    for one, other in zip(kept, copies, strict=True):
        np.testing.assert_array_equal(one["observation"], other["observation"])
        np.testing.assert_array_equal(one["action_mask"], other["action_mask"])
    env.reset(seed=1)
    env.observe(env.agent_selection)["action_mask"][:] = 1  # writing to what was given out changes no rule
    np.testing.assert_array_equal(
        env.observe(env.agent_selection)["action_mask"], copies[env._seats[env.agent_selection]]["action_mask"]
    )


def test_what_an_agent_sees_is_what_its_seat_knows(env: TurnBasedEnv) -> None:
    env.reset(seed=5)
    turn = 0
    while not any((*env.terminations.values(), *env.truncations.values())):
        for seat, agent in enumerate(env.possible_agents):
            known = env.game.redact(env.states, seat)
            np.testing.assert_array_equal(env.observe(agent)["observation"], env.game.observe(known, seat)[0])
        env.step(choose(env.observe(env.agent_selection)["action_mask"], turn))
        turn += 1


def test_infos_tell_nothing_and_text_nothing_hidden(env: TurnBasedEnv) -> None:
    """The text and infos do not change when what the agent to act cannot know is drawn again."""
    env.reset(seed=6)
    turn = 0
    while not any((*env.terminations.values(), *env.truncations.values())):
        other = env.clone()
        states = env.states.copy()
        env.game.resample(states, env._seats[env.agent_selection], turn)
        other.set_state(states)
        assert other.render() == env.render()
        assert other.infos == env.infos
        np.testing.assert_array_equal(
            other.observe(env.agent_selection)["observation"], env.observe(env.agent_selection)["observation"]
        )
        env.step(choose(env.observe(env.agent_selection)["action_mask"], turn))
        turn += 1
    assert env.render() == env.game.describe(env.states, -1)


def test_render_without_a_mode_warns() -> None:
    env = ludarium.make("kelp")
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_metadata_and_spaces(env: TurnBasedEnv) -> None:
    assert env.metadata["name"] == f"{env.game.name}_v{env.game.spec.version}" == str(env)
    assert env.metadata["render_modes"] == ["ansi", "rgb_array", "human"] and not env.metadata["is_parallelizable"]
    assert env.metadata["render_fps"] > 0
    assert env.possible_agents == [f"player_{seat}" for seat in range(env.game.num_players)]
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent).n == env.game.num_actions
    assert len({id(env.action_space(agent)) for agent in env.possible_agents}) == len(env.possible_agents)


# --- seeds, copies, saves -----------------------------------------------------------------------------------------


def test_reset_keeps_options() -> None:
    env = ludarium.make("kelp:board_size=3", copies=2)
    for arguments in ({}, {"seed": 1}, {"options": {"board_size": 6}}):
        env.reset(**arguments)
        assert env.states["options"]["board_size"][0] == 3 and env.states["options"]["copies"][0] == 2


def test_a_seed_seeds_the_game_and_the_action_spaces() -> None:
    env = TurnBasedEnv(toy_game("magpie"))
    runs = []
    for seed in (5, None, 5, None, 6):
        env.reset(seed=seed)
        samples = [int(env.action_space(agent).sample()) for agent in env.agents for _ in range(20)]
        runs.append((env.states.tobytes(), samples))
    assert runs[0] == runs[2] and runs[1] == runs[3]
    assert len({run[0] for run in runs}) == 3
    assert runs[0][1][:20] != runs[0][1][20:40]  # agents do not sample in step
    assert runs[0][1] != runs[4][1]


def test_an_environment_plays_the_game_of_a_batch() -> None:
    game = toy_game("magpie")
    env = TurnBasedEnv(game)
    env.reset(seed=12)
    assert env.states.tobytes() == game.new_states(12).tobytes() == ludarium.Batch(game, 1, seed=12).states.tobytes()


def test_global_generators_are_neither_read_nor_seeded() -> None:
    logs = []
    for noise in (0, 1):
        random.seed(noise)
        np.random.seed(noise)  # noqa: NPY002
        before = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[union-attr,index] # noqa: NPY002
        env = TurnBasedEnv(toy_game("magpie"))
        log: list[Any] = []
        env.reset(seed=3)
        play(env, log=log)
        logs.append(log)
        assert before == (random.getstate(), np.random.get_state()[1].tobytes())  # type: ignore[union-attr,index] # noqa: NPY002
    assert logs[0] == logs[1]


def log_hash() -> str:
    env, log = ludarium.make("kelp:duel"), []  # type: ignore[var-annotated]
    env.reset(seed=2024)
    for game in range(5):
        play(env, game, log)
        env.reset()
    return hashlib.sha256(repr(log).encode()).hexdigest()


def test_another_process_plays_the_same_games() -> None:
    code = "import tests.adapters.test_pettingzoo as t; print(t.log_hash())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == log_hash()


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: env.clone()],
    ids=["deepcopy", "pickle", "clone"],
)
@pytest.mark.parametrize("moves", [0, 3, 1000])
@pytest.mark.usefixtures("registered_toys")  # a pickle names its game
def test_copies_of_a_running_game_are_exact(env: TurnBasedEnv, copied: Any, moves: int) -> None:
    env.reset(seed=8)
    for turn in range(moves):
        if not env.agents:
            break
        over = any((*env.terminations.values(), *env.truncations.values()))
        if over and len(env.agents) == 1:
            break
        env.step(None if over else choose(env.observe(env.agent_selection)["action_mask"], turn))
    twin = copied(env)
    assert twin.states is not env.states
    logs: tuple[list[Any], list[Any]] = ([], [])
    ends = []
    for one, log in zip((env, twin), logs, strict=True):
        for game in range(3):
            ends.append(play(one, game, log))
            one.reset()
    assert logs[0] == logs[1]
    assert ends[:3] == ends[3:]
    assert env.states.tobytes() == twin.states.tobytes()


def test_deepcopy_copies_the_random_streams_of_spaces() -> None:
    env = ludarium.make("kelp")
    env.reset(seed=8)
    twin = copy.deepcopy(env)
    first = [int(env.action_space("player_1").sample()) for _ in range(20)]
    assert first == [int(twin.action_space("player_1").sample()) for _ in range(20)]


def test_copies_do_not_touch_each_other() -> None:
    env = ludarium.make("kelp")
    env.reset(seed=8)
    for twin in (env.clone(), copy.deepcopy(env)):
        twin.infos["player_0"]["note"] = 1
        play(twin)
        twin.reset()
        twin.step(1)
        assert env.states.tobytes() == env.game.new_states(8).tobytes()
        assert env.infos == {"player_0": {}, "player_1": {}} and env.agents == ["player_0", "player_1"]
        assert env.observe("player_0")["action_mask"].tolist() == env.game.legal(env.states)[0].tolist()


def test_wrapped_environments_are_copied_and_reach_the_game() -> None:
    from ludarium.envs import kelp_v0

    env = kelp_v0.env()
    env.reset(seed=8)
    env.step(1)
    twin = copy.deepcopy(env)
    assert twin.unwrapped.states.tobytes() == env.unwrapped.states.tobytes()
    assert twin.unwrapped.states is not env.unwrapped.states
    assert isinstance(env.unwrapped, TurnBasedEnv)


def test_states_as_bytes() -> None:
    env, other = ludarium.make("kelp:duel"), ludarium.make("kelp:duel")
    env.reset(seed=3)
    for turn in range(6):
        env.step(choose(env.observe(env.agent_selection)["action_mask"], turn))
    other.set_state(env.get_state())
    assert other.agent_selection == env.agent_selection
    logs: tuple[list[Any], list[Any]] = ([], [])
    play(env, 6, logs[0])
    play(other, 6, logs[1])
    assert logs[0] == logs[1]
    over = ludarium.make("kelp:duel")
    over.set_state(env.get_state())
    assert all(over.terminations.values()) and play(over) == {"player_0": 0, "player_1": 0}
    third = ludarium.make("kelp:duel")
    third.set_state(env.states.copy())
    assert third.states.tobytes() == env.states.tobytes()


def test_states_that_do_not_fit_are_refused() -> None:
    env, other = ludarium.make("kelp:duel"), ludarium.make("kelp")
    env.reset(seed=3)
    other.reset(seed=3)
    before = env.get_state()
    for state, error, words in (
        (before[:-30], SaveError, "damaged"),
        (b"PK", SaveError, "not a save"),
        (other.get_state(), ValueError, "state is of kelp, expected kelp:board_size=5,copies=2"),
        (other.states, ValueError, "other options"),
        (np.zeros(3), ValueError, "states are float64"),
        (env.game.new_states(1, 2), ValueError, "there are 2 states, expected 1"),
    ):
        with pytest.raises(error, match=words):
            env.set_state(state)
        assert env.get_state() == before


# --- names --------------------------------------------------------------------------------------------------------


def test_games_are_importable_by_version() -> None:
    module = importlib.import_module("ludarium.envs.kelp_v0")
    assert ludarium.envs.kelp_v0 is module
    env, raw = module.env(board_size=4, render_mode="ansi"), module.raw_env("ansi")
    assert isinstance(env, OrderEnforcingWrapper) and env.unwrapped.game.options.board_size == 4
    assert isinstance(raw, TurnBasedEnv) and raw.render_mode == "ansi"
    with pytest.raises(ImportError, match="there is no kelp_v99: this release has kelp_v0"):
        importlib.import_module("ludarium.envs.kelp_v99")
    with pytest.raises(ModuleNotFoundError, match="nothing_v0"):
        importlib.import_module("ludarium.envs.nothing_v0")
    with pytest.raises(AttributeError, match="nothing_v0"):
        ludarium.envs.nothing_v0  # noqa: B018
    with pytest.raises(AttributeError, match="nothing"):
        ludarium.envs.nothing  # noqa: B018
    code = "import sys, ludarium.envs.kelp_v0 as k; print(k.__name__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "ludarium.envs.kelp_v0"


@pytest.mark.usefixtures("registered_toys")
def test_a_registered_game_has_every_name() -> None:
    register_games()
    assert "ludarium/magpie-v0" in pettingzoo.aec_registry
    env = pettingzoo.make("aec", "ludarium/magpie_v0", num_players=2)
    assert env.possible_agents == ["player_0", "player_1"] and str(env) == "magpie_v0"
    module = importlib.import_module("ludarium.envs.magpie_v0")
    assert module.__doc__ == "Magpie: a PettingZoo environment."
    assert pettingzoo.make("aec", "ludarium/kelp_v0", game="kelp:duel").unwrapped.game == ludarium.make_game(
        "kelp:duel"
    )


def test_wrong_options_are_refused_by_every_name() -> None:
    from ludarium.envs import kelp_v0

    for make in (kelp_v0.env, kelp_v0.raw_env, lambda **o: pettingzoo.make("aec", "ludarium/kelp_v0", **o)):
        with pytest.raises(ludarium.OptionError, match="unknown option 'size'"):
            make(size=4)
