"""Same seed, same bytes: whatever the batch size, the number of threads, the process, and who else draws numbers."""

import hashlib
import random

import numpy as np
import pytest

from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import seed_state, seeds_of_slots
from ludarium.envs.core.saves import read_states, save_states
from tests.toys import toy_game

from .processes import run

STEPS = 60
SEED = 20_240_711


@pytest.fixture(scope="module")
def game() -> Game:
    return toy_game("magpie", num_players=4, max_turns=9)


def rows(batch: Batch, slots: int) -> bytes:
    """Everything that belongs to the first `slots` slots."""
    arrays = [
        batch.states,
        batch.mask,
        batch.observation,
        batch.to_act,
        batch.rewards,
        batch.terminated,
        batch.truncated,
        batch.final_returns,
        batch.final_observation,
        batch.games_finished,
        batch.policy_state(),
    ]
    return b"".join(array[:slots].tobytes() for array in arrays)


def log(batch: Batch, slots: int, steps: int = STEPS) -> list[bytes]:
    out = [rows(batch, slots)]
    for _ in range(steps):
        batch.step(batch.random_actions())
        out.append(rows(batch, slots))
    return out


def digest(game: Game, seed: int = SEED) -> str:
    batch = Batch(game, 7, seed=seed, final_observations=True)
    return hashlib.sha256(b"".join(log(batch, 7))).hexdigest()


@pytest.mark.parametrize("size", [1, 7])
def test_a_slot_plays_the_same_games_in_a_batch_of_any_size(game: Game, size: int) -> None:
    small = log(Batch(game, size, seed=SEED, final_observations=True), size)
    large_batch = Batch(game, 4096, seed=SEED, final_observations=True)
    assert log(large_batch, size) == small
    assert large_batch.games_finished.min() > 0  # restarts were among it


def test_two_threads_give_the_bytes_of_one(game: Game) -> None:
    one, two = (Batch(game, 4096, seed=SEED, threads=threads, final_observations=True) for threads in (1, 2))
    for _ in range(10):
        one.step(one.random_actions())
        two.step(two.random_actions())
    one.play(100)
    two.play(100)
    assert rows(one, 4096) == rows(two, 4096)


def test_one_long_call_gives_the_bytes_of_many_steps(game: Game) -> None:
    stepped, played = (Batch(game, 64, seed=SEED, final_observations=True) for _ in range(2))
    log(stepped, 64)
    played.play(STEPS)
    assert rows(stepped, 64) == rows(played, 64)


def test_play_goes_on_after_a_save_as_if_there_had_been_none(game: Game) -> None:
    whole = Batch(game, 16, seed=SEED)
    log(whole, 16)
    data, policy = save_states(game, whole.states), whole.policy_state()
    _, states = read_states(data, lambda name, **options: toy_game(name, **options))
    resumed = Batch(game, 16, seed=1)
    resumed.set_states(states)
    resumed.set_policy_state(policy)
    for _ in range(STEPS):
        whole.step(whole.random_actions())
        resumed.step(resumed.random_actions())
        for name in ("states", "mask", "observation", "rewards", "terminated", "truncated"):
            assert getattr(whole, name).tobytes() == getattr(resumed, name).tobytes()


def test_another_process_plays_the_same(game: Game) -> None:
    code = """
from tests.core.test_determinism import digest
from tests.toys import toy_game
print(digest(toy_game("magpie", num_players=4, max_turns=9)))
"""
    assert run(code, PYTHONHASHSEED="77").strip() == digest(game)


def test_another_seed_plays_otherwise(game: Game) -> None:
    assert digest(game, SEED + 1) != digest(game)


def test_global_generators_are_neither_read_nor_touched(game: Game) -> None:
    quiet = log(Batch(game, 5, seed=SEED), 5)
    np.random.seed(1)  # noqa: NPY002
    random.seed(1)
    noisy_batch = Batch(game, 5, seed=SEED)
    noisy = [rows(noisy_batch, 5)]
    for step in range(STEPS):
        np.random.seed(step)  # noqa: NPY002
        np.random.rand(3)  # noqa: NPY002
        random.seed(step)
        random.random()
        before = np.random.get_state(), random.getstate()  # noqa: NPY002
        noisy_batch.step(noisy_batch.random_actions())
        after = np.random.get_state(), random.getstate()  # noqa: NPY002
        assert repr(before) == repr(after)
        noisy.append(rows(noisy_batch, 5))
    assert noisy == quiet


def test_a_seed_resets_everything(game: Game) -> None:
    batch = Batch(game, 7, seed=SEED, final_observations=True)
    first = log(batch, 7)
    batch.reset(SEED)
    assert log(batch, 7) == first


def test_seeded_slots_are_those_of_a_seeded_batch(game: Game) -> None:
    batch = Batch(game, 7, seed=5)
    log(batch, 7)
    batch.reset_slots(np.arange(7), seeds_of_slots(SEED, 7))
    fresh = Batch(game, 7, seed=SEED)
    for _ in range(STEPS):
        batch.step(batch.random_actions())
        fresh.step(fresh.random_actions())
        assert batch.states.tobytes() == fresh.states.tobytes()


def test_seeding_a_slot_leaves_the_others_alone(game: Game) -> None:
    batch = Batch(game, 7, seed=5)
    others = [0, 1, 2, 4, 5, 6]
    before = batch.states[others].tobytes(), batch.policy_state()[others].tobytes()
    batch.reset_slots([3], [SEED])
    assert (batch.states[others].tobytes(), batch.policy_state()[others].tobytes()) == before
    assert batch.policy_state()[3] != Batch(game, 7, seed=5).policy_state()[3]


def test_reset_without_a_seed_goes_on_with_the_stream_and_keeps_the_options(game: Game) -> None:
    def second_game() -> bytes:
        batch = Batch(game, 3, seed=SEED)
        batch.play(5)
        batch.reset()
        assert (batch.states["options"] == game.blanks["options"][0]).all()
        assert (batch.states["num_players"] == 4).all()
        assert (batch.states["moves"] == 0).all()
        return batch.states.tobytes()

    assert second_game() == second_game()
    assert second_game() != Batch(game, 3, seed=SEED).states.tobytes()


def test_a_new_game_takes_the_stream_where_the_last_one_left_it() -> None:
    batch = Batch(toy_game("race", max_waits=3), 4, seed=SEED)  # which never draws
    seeded = batch.states.copy()
    for state, seed in zip(seeded, seeds_of_slots(SEED, 4), strict=True):
        seed_state(state, seed)
    streams = seeded["rng"]
    np.testing.assert_array_equal(batch.states["rng"], streams)
    batch.play(20)
    assert batch.games_finished.min() > 1
    np.testing.assert_array_equal(batch.states["rng"], streams)
    batch.reset()
    np.testing.assert_array_equal(batch.states["rng"], streams)


def test_without_a_seed_batches_differ(game: Game) -> None:
    assert Batch(game, 3).states.tobytes() != Batch(game, 3).states.tobytes()
