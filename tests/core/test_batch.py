"""The batch engine: buffers of the caller, subsets of slots, restarts, errors that change nothing, threads."""

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game, IllegalActionError
from ludarium.envs.core.kernels import kernel
from tests.toys import SPECS, race, toy_game

TAKE, YIELD, WAIT = race.TAKE, race.YIELD, race.WAIT
BUFFERS = (
    "states",
    "mask",
    "observation",
    "to_act",
    "rewards",
    "terminated",
    "truncated",
    "final_returns",
    "final_observation",
    "games_finished",
)


@pytest.fixture(scope="module")
def racing() -> Game:
    return toy_game("race", max_waits=4)


@pytest.fixture(scope="module")
def magpie() -> Game:
    return toy_game("magpie", num_players=3, max_turns=6)


def everything(batch: Batch) -> bytes:
    return b"".join(getattr(batch, name).tobytes() for name in BUFFERS) + batch.policy_state().tobytes()


def unchanged_after(batch: Batch, error: type[Exception], match: str, call: Callable[[], Any]) -> None:
    before = everything(batch)
    with pytest.raises(error, match=match):
        call()
    assert everything(batch) == before


# --- buffers ----------------------------------------------------------------------------------------------------------


def test_buffers_belong_to_the_caller(magpie: Game) -> None:
    own = Batch(magpie, 4, seed=1, final_observations=True)
    given = {name: np.full_like(getattr(own, name), 1) for name in BUFFERS if name != "states"}
    given["states"] = np.ones(4 * own.states.itemsize, np.uint8).view(own.states.dtype)
    batch = Batch(magpie, 4, seed=1, final_observations=True, buffers=given)
    for name, array in given.items():
        assert np.shares_memory(getattr(batch, name), array), name
    assert everything(batch) == everything(own)  # whatever lay in them is gone
    for _ in range(30):
        for each in (batch, own):
            each.step(each.random_actions())
    assert everything(batch) == everything(own)
    assert all(getattr(batch, name) is array for name, array in given.items())


@pytest.mark.parametrize(
    ("buffers", "message"),
    [
        ({"mask": np.zeros((4, 5), np.int8)}, r"buffer 'mask' is int8 \(4, 5\), expected int8 \(4, 4\)"),
        ({"rewards": np.zeros((4, 3))}, r"buffer 'rewards' is float64 \(4, 3\), expected float32 \(4, 3\)"),
        ({"rewards": np.zeros((3, 4), np.float32).T}, "buffer 'rewards' must be contiguous in C order and writable"),
        ({"to_act": np.zeros(8, np.int64)[::2]}, "buffer 'to_act' must be contiguous"),
        ({"terminated": [False] * 4}, r"buffer 'terminated' is list, expected bool \(4,\)"),
        ({"states": np.zeros(4, np.int64)}, r"buffer 'states' is int64 \(4,\)"),
        ({"reward": np.zeros((4, 3), np.float32)}, "unknown buffer 'reward', expected some of states, mask"),
    ],
)
def test_wrong_buffers_are_named(magpie: Game, buffers: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(magpie, 4, buffers=buffers)


def test_a_read_only_buffer_is_refused(magpie: Game) -> None:
    mask = np.zeros((4, 4), np.int8)
    mask.flags.writeable = False
    with pytest.raises(ValueError, match="buffer 'mask' must be contiguous in C order and writable"):
        Batch(magpie, 4, buffers={"mask": mask})


@pytest.mark.parametrize("size", [0, -1, 1.0, "4", True, None])
def test_wrong_sizes_are_named(magpie: Game, size: Any) -> None:
    with pytest.raises(ValueError, match=r"batch_size is .*expected a whole number from 1"):
        Batch(magpie, size)
    with pytest.raises(ValueError, match=r"threads is .*expected a whole number from 1"):
        Batch(magpie, 1, threads=size)


# --- steps ------------------------------------------------------------------------------------------------------------


def test_rewards_go_to_all_seats_and_the_end_is_kept(racing: Game) -> None:
    batch = Batch(racing, 4, seed=1, final_observations=True)
    batch.step(np.array([TAKE, YIELD, WAIT, WAIT]))
    np.testing.assert_array_equal(batch.rewards, [[1, -1], [-1, 1], [0, 0], [0, 0]])
    np.testing.assert_array_equal(batch.terminated, [True, True, False, False])
    np.testing.assert_array_equal(batch.final_returns, [[1, -1], [-1, 1], [0, 0], [0, 0]])
    np.testing.assert_array_equal(batch.states["moves"], [0, 0, 1, 1])  # two of them new games
    np.testing.assert_array_equal(batch.games_finished, [1, 1, 0, 0])
    batch.step(np.array([WAIT, WAIT, TAKE, YIELD]))
    np.testing.assert_array_equal(batch.rewards, [[0, 0], [0, 0], [-1, 1], [1, -1]])
    np.testing.assert_array_equal(batch.terminated, [False, False, True, True])
    np.testing.assert_array_equal(batch.final_returns, [[1, -1], [-1, 1], [-1, 1], [1, -1]])


def test_truncation_is_not_termination_and_the_last_observations_are_kept(racing: Game) -> None:
    batch = Batch(racing, 1, seed=1, final_observations=True)
    twin = racing.new_states(1)
    for move in range(4):
        assert not batch.truncated[0]
        batch.step(np.array([WAIT]))
        racing.step(twin, WAIT)
        assert batch.truncated[0] == (move == 3)
    assert not batch.terminated[0] and twin["truncated"][0] and not twin["terminated"][0]
    for seat in range(2):
        np.testing.assert_array_equal(batch.final_observation[0, seat], racing.observe(twin, seat)[0])
    np.testing.assert_array_equal(batch.observation, racing.observe(racing.new_states(1)))


def test_rewards_add_up_to_the_returns(magpie: Game) -> None:
    batch = Batch(magpie, 50, seed=2)
    total = np.zeros((50, 3), np.float32)
    ended = 0
    for _ in range(200):
        batch.step(batch.random_actions())
        total += batch.rewards
        over = batch.terminated | batch.truncated
        np.testing.assert_array_equal(total[over], batch.final_returns[over])
        total[over] = 0
        ended += over.sum()
    assert ended == batch.games_finished.sum() > 100


def test_without_restart_a_finished_game_stays_and_refuses(racing: Game) -> None:
    batch = Batch(racing, 2, seed=1, auto_restart=False)
    batch.step(np.array([TAKE, WAIT]))
    assert batch.states["terminated"].tolist() == [True, False]
    assert batch.mask.sum(axis=1).tolist() == [0, 3]
    np.testing.assert_array_equal(batch.final_returns[0], [1, -1])
    assert batch.random_actions()[0] == -1
    unchanged_after(
        batch,
        IllegalActionError,
        r"action 0 \(take\) in game 0, but the game is over: reset it first",
        lambda: batch.step(np.array([TAKE, TAKE])),
    )
    batch.step([WAIT], slots=[1])
    batch.reset_slots([0], [9])
    batch.step(np.array([WAIT, WAIT]))
    with pytest.raises(ValueError, match="play needs auto_restart=True"):
        batch.play(1)


def test_a_subset_of_slots(magpie: Game) -> None:
    batch, whole = Batch(magpie, 6, seed=4), Batch(magpie, 6, seed=4)
    slots = np.array([4, 1])
    untouched = [0, 2, 3, 5]
    actions = whole.random_actions()
    whole.step(actions)
    before = Batch(magpie, 6, seed=4)
    np.testing.assert_array_equal(batch.random_actions(slots), actions[slots])
    batch.step(actions[slots], slots)
    for name in ("states", "mask", "observation", "to_act", "rewards"):
        assert getattr(batch, name)[slots].tobytes() == getattr(whole, name)[slots].tobytes()
        assert getattr(batch, name)[untouched].tobytes() == getattr(before, name)[untouched].tobytes()


def test_no_slots_is_no_step(magpie: Game) -> None:
    batch = Batch(magpie, 3, seed=1)
    before = everything(batch)
    batch.step([], slots=[])
    batch.reset_slots([], np.zeros(0, np.uint64))
    assert batch.random_actions([]).shape == (0,)
    assert everything(batch) == before


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_changes_nothing_and_is_named(magpie: Game, threads: int) -> None:
    batch = Batch(magpie, 64, seed=1, threads=threads)
    batch.play(3)
    actions = batch.random_actions()
    slot = int(np.flatnonzero(batch.mask[:, 0] == 0)[0])
    actions[slot] = 0
    legal = ", ".join(f"{a} ({magpie.action_names[a]})" for a in np.flatnonzero(batch.mask[slot]))
    message = f"illegal action 0 (play coin) in game {slot}; player {batch.to_act[slot]} is to act, legal: {legal}"
    unchanged_after(batch, IllegalActionError, f"^magpie: {re.escape(message)}$", lambda: batch.step(actions))


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([4, 3, 3], IllegalActionError, "illegal action 4 in game 0"),
        ([-1, 3, 3], IllegalActionError, "illegal action -1 in game 0"),
        ([3, 3, 2**62], IllegalActionError, "illegal action 4611686018427387904 in game 2"),
        ([3, 3], ValueError, r"actions have shape \(2,\), expected \(3,\)"),
        (3, ValueError, "actions is 3, expected an array"),
        ([[3], [3], [3]], ValueError, r"actions have shape \(3, 1\), expected \(3,\)"),
        ([3.0, 3.0, 3.0], TypeError, "actions have dtype float64, expected integers"),
        ([3, 3, np.nan], TypeError, "actions have dtype float64, expected integers"),
        ([True, True, True], TypeError, "actions have dtype bool, expected integers"),
        (["end turn"] * 3, TypeError, "actions have dtype <U8, expected integers"),
        ([None, 3, 3], TypeError, "actions have dtype object, expected integers"),
        (np.full(3, 2**64 - 1, np.uint64), ValueError, "actions run from 18446744073709551615"),
    ],
)
def test_wrong_actions_change_nothing(magpie: Game, actions: Any, error: type[Exception], message: str) -> None:
    batch = Batch(magpie, 3, seed=1)
    unchanged_after(batch, error, message, lambda: batch.step(actions))


@pytest.mark.parametrize(
    ("slots", "error", "message"),
    [
        ([0, 3], ValueError, "slots run from 0 to 3, expected 0 to 2"),
        ([-1, 0], ValueError, "slots run from -1 to 0, expected 0 to 2"),
        ([1, 1], ValueError, "slots name a slot twice"),
        ([0.0, 1.0], TypeError, "slots have dtype float64, expected integers"),
        ([True, False], TypeError, "slots have dtype bool, expected integers"),
        ([[0, 1]], ValueError, r"slots have shape \(1, 2\), expected \(2,\)"),
    ],
)
def test_wrong_slots_change_nothing(magpie: Game, slots: Any, error: type[Exception], message: str) -> None:
    batch = Batch(magpie, 3, seed=1)
    for call in (
        lambda: batch.step([3, 3], slots),
        lambda: batch.reset_slots(slots, [1, 2]),
        lambda: batch.random_actions(slots),
        lambda: batch.refresh(slots),
        lambda: batch.set_states(batch.states[:2], slots),
    ):
        unchanged_after(batch, error, message, call)


def test_actions_of_any_integer_type_and_layout(magpie: Game) -> None:
    batch = Batch(magpie, 3, seed=1)
    for actions in (
        np.full(3, 3, np.uint8),
        np.full(6, 3, np.int32)[::2],
        [3, 3, 3],
        np.broadcast_to(np.int64(3), (3,)),
    ):
        batch.step(actions)
    assert (batch.states["moves"] == 4).all()


@pytest.mark.parametrize("steps", [-1, 1.5, "3", True, None])
def test_wrong_numbers_of_steps(magpie: Game, steps: Any) -> None:
    batch = Batch(magpie, 2, seed=1)
    unchanged_after(batch, ValueError, "steps is .*expected a whole number from 0", lambda: batch.play(steps))


@pytest.mark.parametrize(
    ("seeds", "error", "message"),
    [
        ([1], ValueError, r"seeds have shape \(1,\), expected \(2,\)"),
        (1, ValueError, "seeds is 1, expected an array with a seed a slot"),
        ([1.0, 2.0], TypeError, "seeds have dtype float64"),
        ([-1, 2], ValueError, "seeds run from -1 to 2, expected 0 to 18446744073709551615"),
    ],
)
def test_wrong_seeds_of_slots(magpie: Game, seeds: Any, error: type[Exception], message: str) -> None:
    batch = Batch(magpie, 3, seed=1)
    unchanged_after(batch, error, message, lambda: batch.reset_slots([0, 1], seeds))


def test_a_wrong_seed_leaves_the_games(magpie: Game) -> None:
    batch = Batch(magpie, 3, seed=1)
    unchanged_after(batch, ValueError, "seed is -3", lambda: batch.reset(-3))


def test_a_wrong_state_of_random_play(magpie: Game) -> None:
    batch = Batch(magpie, 3, seed=1)
    unchanged_after(batch, ValueError, r"shape \(2,\), expected \(3,\)", lambda: batch.set_policy_state([1, 2]))
    unchanged_after(batch, TypeError, "float64", lambda: batch.set_policy_state([1.0, 2.0, 3.0]))


# --- states -----------------------------------------------------------------------------------------------------------


def test_set_states(magpie: Game) -> None:
    source = Batch(magpie, 4, seed=8)
    source.play(7)
    batch = Batch(magpie, 6, seed=1)
    batch.step(batch.random_actions())
    slots = [5, 0, 2, 1]
    batch.set_states(source.states, slots)
    for name in ("states", "mask", "observation", "to_act"):
        np.testing.assert_array_equal(getattr(batch, name)[slots], getattr(source, name))
    assert not batch.rewards[slots].any()
    source.states[0]["moves"] = 77
    assert batch.states["moves"][5] != 77  # a copy


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: toy_game("race").new_states(1, 3), "expected a one-dimensional array of its records"),
        (lambda: toy_game("magpie", lives=2).new_states(1, 3), "made under other options than magpie:max_turns=6"),
        (lambda: toy_game("magpie", max_turns=6).new_states(1, 2), "there are 2 states for 3 slots"),
        (lambda: toy_game("magpie", max_turns=6).new_states(1, 4).reshape(2, 2), "one-dimensional"),
        (lambda: toy_game("magpie", max_turns=6).empty_states(3), "other options"),
        (lambda: [1, 2, 3], "expected a one-dimensional array of its records"),
    ],
)
def test_wrong_states_change_nothing(magpie: Game, make: Callable[[], Any], message: str) -> None:
    batch = Batch(magpie, 3, seed=1)
    unchanged_after(batch, ValueError, message, lambda: batch.set_states(make()))


@pytest.mark.parametrize(("field", "value"), [("to_act", 3), ("to_act", -1), ("num_players", 4)])
def test_states_that_would_lead_kernels_astray_are_refused(magpie: Game, field: str, value: int) -> None:
    states = magpie.new_states(1, 3)
    states[field][1] = value
    batch = Batch(magpie, 3, seed=1)
    unchanged_after(batch, ValueError, "seat to act|not of 3 players", lambda: batch.set_states(states))


def test_play_refuses_games_that_are_over(racing: Game) -> None:
    states = racing.new_states(1, 2)
    racing.step(states[1:], TAKE)
    batch = Batch(racing, 2, seed=1)
    batch.set_states(states)
    unchanged_after(batch, IllegalActionError, "in game 1, but the game is over", lambda: batch.play(10))
    batch.reset_slots([1], [5])
    batch.play(10)


@kernel
def nothing_after_two(s: Any, mask: Any) -> None:
    if s.moves < 2:
        mask[WAIT] = 1


def test_rules_that_leave_no_action_are_found_out() -> None:
    spec = SPECS["race"]
    stuck = Game(replace(spec, name="stuck", kernels={**spec.kernels, "legal": nothing_after_two}))
    batch = Batch(stuck, 2, seed=1)
    with pytest.raises(RuntimeError, match="stuck: the game in slot 0 is not over, but no action is legal in it"):
        batch.play(10)
    assert (batch.states["moves"] == 2).all()


# --- threads ----------------------------------------------------------------------------------------------------------


def test_other_python_threads_run_during_a_long_call(magpie: Game) -> None:
    batch = Batch(magpie, 64, seed=1)
    batch.play(1)  # compiled by now
    inside = threading.Event()
    counted = 0

    def work() -> None:
        inside.set()
        batch.play(100_000)

    worker = threading.Thread(target=work)
    worker.start()
    inside.wait()
    while worker.is_alive():
        counted += 1
    worker.join()
    # With the lock held, this thread would get the interpreter a few times before the call and not until its end.
    assert counted > 100_000


def test_more_threads_than_slots(magpie: Game) -> None:
    few, one = Batch(magpie, 3, seed=1, threads=8), Batch(magpie, 3, seed=1)
    few.play(20)
    one.play(20)
    assert everything(few) == everything(one)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's account of memory")
def test_memory_stays_flat_over_many_games(magpie: Game) -> None:
    def resident_pages() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1])

    def go_on(batch: Batch, steps: int) -> None:
        for _ in range(steps):
            batch.step(batch.random_actions())
            magpie.observe(batch.states, 1)
        batch.play(10 * steps)

    batch = Batch(magpie, 256, seed=1, final_observations=True)
    go_on(batch, 100)
    before = resident_pages()
    go_on(batch, 1000)
    assert batch.games_finished.sum() > 100_000
    assert resident_pages() < 1.05 * before
