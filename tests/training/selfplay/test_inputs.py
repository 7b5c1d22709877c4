"""What networks are shown, as lists and as a matrix, and the layer that reads it: against the plain encoding, torch."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
import torch

from ludarium.agents.encoding import StepEncoding
from ludarium.envs.core.batch import Batch
from ludarium.envs.core.game import Game
from ludarium.envs.core.layout import ObservationLayout, Segment
from ludarium.envs.registry import make_game
from ludarium.training.selfplay.inputs import (
    DenseInputs,
    FirstLayer,
    Inputs,
    ListedInputs,
    Workers,
    compiled,
    fill_dense,
)
from tests.toys import SPECS, toy_game

GAMES: dict[str, Callable[[], Game]] = {
    **{f"{name} of the suite": lambda name=name: make_game(name) for name in ("clank", "clank_catacombs", "kelp")},
    **{f"{name} of the suite": lambda name=name: make_game(name) for name in ("lockup", "vantage")},
    **{name: lambda name=name: toy_game(name) for name in SPECS},
}
#: Counts from below 0, up to 0, and around it; a number of quarters; something that is always 0.
LAYOUT = ObservationLayout(
    [
        Segment("lead", (2,), "counts from below 0", low=-3.0, high=2.0),
        Segment("flags", (12,), "no counts"),
        Segment("debt", (1,), "a count up to 0", low=-2.0, high=0.0),
        Segment("share", (1,), "in quarters", scale=4.0),
        Segment("hand", (2,), "counts from 0", high=3.0),
    ]
)
WIDTH = 5


def seen_in_random_play(game: Game, games: int = 12) -> np.ndarray:
    """Observations of all stages of random play, float32 ``[6 * games, observation_size]``."""
    batch = Batch(game, games, seed=3)
    found = []
    for steps in (0, 1, 2, 5, 20, 60):
        batch.play(steps)
        found.append(batch.observation.copy())
    return np.concatenate(found)


def random_observations(count: int) -> np.ndarray:
    """Observations of :data:`LAYOUT`: every value of its ranges, zeros often."""
    random = np.random.default_rng(5)
    low, high = LAYOUT.low, LAYOUT.high
    found = random.integers(low.astype(int), high.astype(int) + 1, (count, LAYOUT.size)).astype(np.float32)
    found[:, 15] /= 4
    found[random.random(found.shape) < 0.4] = 0
    found[0] = 0
    return found


def listed(encoding: StepEncoding, observations: np.ndarray, threads: int = 1) -> ListedInputs:
    """All the observations as lists."""
    inputs = ListedInputs(encoding, len(observations), Workers(threads))
    inputs.add(observations, np.arange(len(observations)))
    return inputs


def written_out(inputs: ListedInputs, size: int, rows: np.ndarray) -> np.ndarray:
    """`rows` of the lists as a matrix, with what an observation of zeros has."""
    dense = np.full((len(rows), size), np.nan, np.float32)
    compiled(fill_dense)(*inputs._lists(), rows, dense)
    dense[:, inputs._always.numpy()] += 1
    return dense


def layer(size: int, seed: int = 1) -> FirstLayer:
    """A layer with a bias."""
    found = FirstLayer(size, WIDTH, torch.Generator().manual_seed(seed))
    with torch.no_grad():
        found.bias.copy_(torch.linspace(-1, 1, WIDTH))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_lists_written_out_are_the_encoding(name: str) -> None:
    game = GAMES[name]()
    encoding, observations = StepEncoding(game.layout), seen_in_random_play(game)
    rows = np.arange(len(observations))
    np.testing.assert_array_equal(
        written_out(listed(encoding, observations), encoding.size, rows), encoding(observations)
    )


def test_lists_of_counts_below_zero_written_out_are_the_encoding() -> None:
    encoding, observations = StepEncoding(LAYOUT), random_observations(200)
    assert (encoding.steps <= 0).any() and (encoding.steps > 0).any()
    rows = np.arange(200)
    inputs = listed(encoding, observations)
    np.testing.assert_array_equal(written_out(inputs, encoding.size, rows), encoding(observations))
    assert inputs._bounds[0].tolist() == [0, 0]  # nothing in the list of an observation of zeros


def test_chosen_observations_in_the_order_asked_for() -> None:
    encoding, observations = StepEncoding(LAYOUT), random_observations(9)
    dense = DenseInputs(encoding, 5)
    lists = ListedInputs(encoding, 5, Workers(1))
    for inputs in (dense, lists):
        inputs.add(observations, np.array([4, 0, 7]))
        inputs.add(observations, np.array([7, 8]))
        assert inputs.count == 5
    wanted = encoding(observations[[4, 0, 7, 7, 8]])
    np.testing.assert_array_equal(dense._matrix, wanted)
    np.testing.assert_array_equal(written_out(lists, encoding.size, np.arange(5)), wanted)
    np.testing.assert_array_equal(written_out(lists, encoding.size, np.array([3, 1])), wanted[[3, 1]])


def test_lists_grow_and_keep_what_they_had() -> None:
    encoding, observations = StepEncoding(LAYOUT), random_observations(300)
    inputs = ListedInputs(encoding, 300, Workers(1))
    sizes = set()
    for start in range(0, 300, 20):
        inputs.add(observations, np.arange(start, start + 20))
        sizes.add(len(inputs._numbers))
        assert len(inputs._columns) == len(inputs._numbers) >= inputs._used
    assert len(sizes) > 3
    wanted = encoding(observations)
    np.testing.assert_array_equal(written_out(inputs, encoding.size, np.arange(300)), wanted)
    inputs.clear()
    assert inputs.count == 0
    for start in range(0, 300, 20):
        inputs.add(observations[::-1].copy(), np.arange(start, start + 20))
    np.testing.assert_array_equal(written_out(inputs, encoding.size, np.arange(300)), wanted[::-1])
    assert len(inputs._numbers) == max(sizes)  # room is used again


def both(observations: np.ndarray, encoding: StepEncoding) -> list[Inputs]:
    """The observations in either form."""
    dense = DenseInputs(encoding, len(observations))
    dense.add(observations, np.arange(len(observations)))
    return [listed(encoding, observations), dense]


@pytest.mark.parametrize("source", ["clank_catacombs of the suite", "magpie", "counts below zero"])
def test_the_layer_and_its_gradients_are_those_of_torch(source: str) -> None:
    if source == "counts below zero":
        encoding, observations = StepEncoding(LAYOUT), random_observations(70)
    else:
        game = GAMES[source]()
        encoding, observations = StepEncoding(game.layout), seen_in_random_play(game)
    rows = np.array([3, 41, 0, 3, *range(10, 60)])  # a row may be asked for twice
    random = np.random.default_rng(2)
    pull = torch.from_numpy(random.normal(size=(len(rows), WIDTH)).astype(np.float32))
    reference = layer(encoding.size)
    outputs = torch.from_numpy(encoding(observations[rows])) @ reference.matrix + reference.bias
    outputs.backward(pull)
    assert reference.matrix.grad is not None and reference.bias.grad is not None
    for inputs in both(observations, encoding):
        one = layer(encoding.size)
        found = one(inputs, rows)
        np.testing.assert_allclose(found.detach(), outputs.detach(), atol=1e-5)
        found.backward(pull)
        assert one.matrix.grad is not None and one.bias.grad is not None
        np.testing.assert_allclose(one.matrix.grad, reference.matrix.grad, atol=1e-5)
        np.testing.assert_allclose(one.bias.grad, reference.bias.grad, atol=1e-5)


@pytest.mark.parametrize("name", ["clank of the suite", "magpie"])
def test_bytes_do_not_depend_on_the_threads(name: str) -> None:
    game = GAMES[name]()
    encoding = StepEncoding(game.layout)
    observations = seen_in_random_play(game, 40)
    rows = np.random.default_rng(1).permutation(len(observations))
    pull = torch.from_numpy(np.random.default_rng(2).normal(size=(len(rows), WIDTH)).astype(np.float32))
    found = []
    for threads in (1, 2, 3):
        one = layer(encoding.size)
        outputs = one(listed(encoding, observations, threads), rows)
        outputs.backward(pull)
        assert one.matrix.grad is not None
        found.append((outputs.detach().numpy().tobytes(), one.matrix.grad.numpy().tobytes()))
    assert found[0] == found[1] == found[2]


def test_a_row_is_the_same_to_the_last_bit_in_any_company() -> None:
    game = make_game("clank")
    encoding, observations = StepEncoding(game.layout), seen_in_random_play(game)
    inputs, one = listed(encoding, observations), layer(encoding.size)
    with torch.inference_mode():
        together = one(inputs, np.arange(72)).numpy()
        for row in range(72):
            np.testing.assert_array_equal(one(inputs, np.array([row])).numpy()[0], together[row])
        np.testing.assert_array_equal(one(inputs, np.arange(71, 5, -3)).numpy(), together[71:5:-3])
    alone = ListedInputs(encoding, 1, Workers(1))
    alone.add(observations, np.array([50]))
    with torch.inference_mode():
        np.testing.assert_array_equal(one(alone, np.array([0])).numpy()[0], together[50])


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 64 * 3 - 1, 64 * 3, 1000])
def test_workers_do_everything_once(threads: int, count: int) -> None:
    done, parts, who = np.zeros(count, int), [], set()

    def work(start: int, stop: int) -> None:
        done[start:stop] += 1
        parts.append(stop - start)
        who.add(threading.get_ident())

    workers = Workers(threads)
    workers(work, count)
    assert (done == 1).all()
    assert len(parts) == (threads if count >= 64 * threads else 1)
    assert max(parts) - min(parts) <= 1
    each: list[int] = []
    workers.each(each.append, 7)
    assert sorted(each) == list(range(7))


@pytest.mark.parametrize("threads", [1, 2])
def test_workers_pass_on_what_goes_wrong(threads: int) -> None:
    def fail(start: int, stop: int) -> None:
        raise ValueError(f"no {stop}")

    with pytest.raises(ValueError, match="no 1000"):
        Workers(threads)(lambda start, stop: fail(start, stop) if stop == 1000 else None, 1000)
    with pytest.raises(ValueError, match="no 2"):
        Workers(threads).each(lambda part: fail(0, part) if part == 2 else None, 3)


def test_weights_come_from_the_seed_alone() -> None:
    state = torch.random.get_rng_state()
    one, same, other = layer(30), layer(30), layer(30, seed=2)
    assert torch.equal(one.matrix, same.matrix) and not torch.equal(one.matrix, other.matrix)
    assert torch.equal(torch.random.get_rng_state(), state)
    matrix = one.matrix.detach().numpy()
    np.testing.assert_allclose(matrix.T @ matrix, 2 * np.eye(WIDTH), atol=1e-5)  # orthogonal, for rectified outputs


def test_on_other_devices_lists_are_read_by_torch() -> None:
    encoding, observations = StepEncoding(LAYOUT), random_observations(20)
    on_meta = layer(encoding.size).to("meta")  # a device without numbers: what is asked for, and its shape, is seen
    assert listed(encoding, observations).read(on_meta, np.arange(7)).shape == (7, WIDTH)
