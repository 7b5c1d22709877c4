"""The learner: what it plays by is what it learns and what leaves it, its updates are PPO's, and it can be saved."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from ludarium.agents.encoding import StepEncoding
from ludarium.envs.core.game import Game
from ludarium.envs.registry import make_game
from ludarium.training.imitation import lessons
from ludarium.training.selfplay.inputs import DenseInputs, ListedInputs
from ludarium.training.selfplay.learner import SelfPlayLearner
from tests.toys import toy_game
from tests.training.selfplay.learners import small_learner

#: One whose inputs are listed, one whose inputs are a matrix.
GAMES: dict[str, Callable[[], Game]] = {"vantage": lambda: make_game("vantage"), "magpie": lambda: toy_game("magpie")}
LAYERS = [((12,), 1), ((12, 8), 1), ((12, 8), 2), ((12, 8, 6), 2), ((12, 8, 6), 3)]


def same(one: SelfPlayLearner, other: SelfPlayLearner) -> bool:
    """Whether there is no difference to go on from."""
    a, b = one.get_state(), other.get_state()
    return a.keys() == b.keys() and all(a[name].tobytes() == b[name].tobytes() for name in a)


def minibatches_of(learner: Any) -> list[tuple[np.ndarray, np.ndarray, tuple[Any, ...]]]:
    """Filled as the learner learns: rows, what values should have been, and what else the gradient is made of."""
    found: list[tuple[np.ndarray, np.ndarray, tuple[Any, ...]]] = []
    learn = learner._learn

    def watched(kernel: Any, rows: np.ndarray, returns: np.ndarray, fixed: tuple[Any, ...], *others: Any) -> Any:
        found.append((rows.copy(), returns.copy(), tuple(np.copy(each) for each in fixed)))
        return learn(kernel, rows, returns, fixed, *others)

    learner._learn = watched
    return found


@pytest.mark.parametrize("name", GAMES)
def test_inputs_are_listed_where_most_are_zero(name: str) -> None:
    learner: Any = small_learner(GAMES[name]())
    assert type(learner._inputs) is type(learner._ends) is {"vantage": ListedInputs, "magpie": DenseInputs}[name]


@pytest.mark.parametrize(("hidden", "shared"), LAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_the_policy_that_leaves_is_the_policy_that_learns(name: str, hidden: tuple[int, ...], shared: int) -> None:
    game = GAMES[name]()
    learner: Any = small_learner(game, hidden=hidden, shared_layers=shared)
    learner.iterate(1e-2, 0.01)
    batch, everyone = learner.seats.batch, np.arange(8)
    learner._ends.clear()
    learner._ends.add(batch.observation, everyone)
    with torch.inference_mode():
        logits, values = learner._run(learner._ends, everyone)
    inputs = StepEncoding(game.layout)(batch.observation)
    network, value = learner.network(), learner.value_network()
    assert network.sizes == [inputs.shape[1], *hidden, game.num_actions]
    assert value.sizes == [inputs.shape[1], *hidden, 1]
    np.testing.assert_allclose(network.logits(inputs), logits, atol=1e-6)
    np.testing.assert_allclose(value.logits(inputs)[:, 0], values, atol=2e-6)
    kept = network.layers[0][0].copy()
    learner.iterate(1e-2, 0.01)
    np.testing.assert_array_equal(network.layers[0][0], kept)  # a copy


@pytest.mark.parametrize(("hidden", "shared"), LAYERS)
def test_shared_layers_are_there_once_and_learn(hidden: tuple[int, ...], shared: int) -> None:
    game = toy_game("magpie")
    learner: Any = small_learner(game, hidden=hidden, shared_layers=shared)
    sizes = [StepEncoding(game.layout).size, *hidden]
    layers = [before * after + after for before, after in zip(sizes, hidden, strict=False)]
    heads = (hidden[-1] + 1) * (game.num_actions + 1)
    parameters = list(learner._network.parameters())
    assert sum(weights.numel() for weights in parameters) == sum(layers[:shared]) + 2 * sum(layers[shared:]) + heads
    before = [weights.clone() for weights in parameters]
    learner.iterate(1e-2, 0.01)
    assert all((was != now).any() for was, now in zip(before, parameters, strict=True))


def test_weights_come_from_the_seed_and_no_global_generator_is_touched() -> None:
    torch_state, numpy_state = torch.random.get_rng_state(), np.random.get_state()[1].tobytes()  # noqa: NPY002
    game = toy_game("magpie")
    one, other = small_learner(game, 1), small_learner(game, 1)
    assert same(one, other)
    assert one.iterate(1e-2, 0.01) == other.iterate(1e-2, 0.01)
    assert same(one, other)
    assert torch.equal(torch.random.get_rng_state(), torch_state)
    assert np.random.get_state()[1].tobytes() == numpy_state  # noqa: NPY002
    third = SelfPlayLearner(game, one._arguments, games_seed=1, seed=3)
    assert (third.network().layers[0][0] != small_learner(game).network().layers[0][0]).any()


def test_play_begins_nearly_at_random() -> None:
    learner: Any = small_learner(toy_game("race"))
    figures = learner.iterate(0.0, 0.0)
    assert figures["entropy"] == pytest.approx(math.log(3), abs=1e-3)


# --- updates ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_the_first_update_begins_with_the_policy_that_played(name: str, opponents: int) -> None:
    learner: Any = small_learner(GAMES[name](), opponents, epochs=1, batch_size=64)
    for _ in range(3):
        found = minibatches_of(learner)
        played = learner._network.policy_network()
        figures = learner.iterate(0.01, 0.01)
        ((_, _, fixed),) = found
        assert figures["approx_kl"] == pytest.approx(0, abs=1e-6)
        assert figures["clip_fraction"] == 0
        assert figures["policy_loss"] == pytest.approx(-fixed[4][fixed[1]].mean(), abs=1e-5)
        assert (played.layers[-1][0] != learner.network().layers[-1][0]).any()


@pytest.mark.parametrize("normalize", [True, False])
def test_advantages_are_scaled_only_if_asked_for(normalize: bool) -> None:
    learner: Any = small_learner(toy_game("magpie"), normalize=normalize)
    found = minibatches_of(learner)
    learner.iterate(1e-3, 0.01)
    e = learner._experience
    usable = np.unique(np.concatenate([rows for rows, _, _ in found]))
    raw, given = e.advantages[usable], found[0][2][4][usable]
    if normalize:
        assert given.mean() == pytest.approx(0, abs=1e-5) and given.std() == pytest.approx(1, abs=1e-4)
        np.testing.assert_allclose(given, (raw - raw.mean()) / raw.std(), rtol=1e-4, atol=1e-5)
    else:
        np.testing.assert_array_equal(given, raw)
    for _, returns, _ in found:
        np.testing.assert_allclose(returns[usable], raw + e.values[usable], atol=1e-6)  # never scaled


def test_every_epoch_goes_through_all_decisions_in_another_order() -> None:
    learner: Any = small_learner(toy_game("magpie"), epochs=3, batch_size=20)
    usable: list[np.ndarray] = []
    update = learner._update
    learner._update = lambda rows, *others: (usable.append(rows.copy()), update(rows, *others))[1]
    orders = []
    for _ in range(2):
        found = minibatches_of(learner)
        usable.clear()
        learner.iterate(1e-3, 0.01)
        parts = len(found) // 3
        assert parts == round(len(usable[0]) / 20) and len(usable[0]) < 64
        sizes = [len(rows) for rows, _, _ in found]
        assert max(sizes) - min(sizes) <= 1
        assert all(fixed[-1] == 1 / len(rows) for rows, _, fixed in found)
        for epoch in range(3):
            order = np.concatenate([rows for rows, _, _ in found[epoch * parts : (epoch + 1) * parts]])
            np.testing.assert_array_equal(np.sort(order), usable[0])
            orders.append(tuple(order.tolist()))
    assert len(set(orders)) == 6


@pytest.mark.parametrize("name", GAMES)
def test_an_update_is_the_one_that_torch_makes_of_the_plain_losses(name: str) -> None:
    clip, weight, entropy, rate = 0.2, 0.7, 0.03, 0.02
    learner: Any = small_learner(GAMES[name](), clip_range=clip, value_weight=weight, epochs=1, batch_size=20)
    learner.iterate(rate, entropy)  # some moments in the optimiser
    game, network = learner.seats.game, learner._network
    plain = torch.nn.ModuleList([torch.nn.Sequential(*network.trunk), network.policy, network.value])
    matrix, bias = network.first.matrix, network.first.bias
    e, encoding, seen = learner._experience, StepEncoding(game.layout), []
    add = learner._inputs.add
    learner._inputs.add = lambda observations, rows: (seen.append(observations[rows]), add(observations, rows))[1]
    learn = learner._learn
    compared = []

    def watched(kernel: Any, rows: np.ndarray, returns: np.ndarray, fixed: tuple[Any, ...], *others: Any) -> Any:
        inputs = torch.from_numpy(encoding(np.concatenate(seen)[rows]))
        trunk = plain[0](torch.relu(inputs @ matrix + bias))
        logits, values = plain[1](trunk), plain[2](trunk)[:, 0]
        legal = torch.from_numpy(e.masks[rows] != 0)
        found = torch.log_softmax(logits.masked_fill(~legal, -torch.inf), 1)
        found = torch.where(legal, found, torch.zeros_like(found))
        chosen = found[torch.arange(len(rows)), torch.from_numpy(e.actions[rows])]
        ratio = torch.exp(chosen - torch.from_numpy(e.log_probabilities[rows]))
        advantages = torch.from_numpy(fixed[4][rows])
        surrogate = torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()
        bonus = -(torch.exp(found) * legal * found).sum(1).mean()
        errors = ((values - torch.from_numpy(returns[rows])) ** 2).mean()
        parameters = list(network.parameters())
        wanted = torch.autograd.grad(-surrogate - entropy * bonus + weight * errors, parameters)
        norm = torch.sqrt(sum((each**2).sum() for each in wanted))
        told, loss = learn(kernel, rows, returns, fixed, *others)
        for one, other in zip(parameters, wanted, strict=True):
            np.testing.assert_allclose(one.grad, other * min(1.0, 0.5 / norm.item()), atol=2e-6)
        assert loss == pytest.approx(errors.item(), rel=1e-4)
        compared.append(norm.item() > 0.5)
        assert learner._optimizer.param_groups[0]["lr"] == rate
        return told, loss

    learner._learn = watched
    learner.iterate(rate, entropy)
    assert len(compared) == 3 and any(compared)


def test_imitation_makes_the_teachers_actions_likelier() -> None:
    game = toy_game("magpie")
    learner = small_learner(game)
    taught = lessons(game, 300, seed=1, first=0)
    figures = [learner.imitate(taught, 0.02) for _ in range(12)]
    likelihoods = [each["likelihood"] for each in figures]
    assert likelihoods[0] < 0.6 and likelihoods[-1] > 0.9
    assert figures[-1]["policy_loss"] < figures[0]["policy_loss"]
    assert figures[-1]["value_loss"] < figures[0]["value_loss"]
    network, encoding = learner.network(), StepEncoding(game.layout)
    found = network.probabilities(encoding(taught.observation), taught.mask)
    assert found[np.arange(len(taught)), taught.action].mean() > 0.9


def test_the_magnet_follows_what_is_imitated() -> None:
    game = make_game("kelp:board_size=3")
    learner = small_learner(game, magnet=1.0)
    learner.imitate(lessons(game, 200, 1, 0), 0.02)
    state = learner.get_state()
    names = [name.removeprefix("magnet/") for name in state if name.startswith("magnet/")]
    assert names and all((state[f"magnet/{name}"] == state[f"networks/{name}"]).all() for name in names)


# --- the magnet -------------------------------------------------------------------------------------------------------


def change_of_policy(learner: Any, iterations: int) -> float:
    """How far the probability of an action at the start of Race moves at most."""
    inputs = StepEncoding(learner.seats.game.layout)(np.array([[1, 1, 0, 0]], np.float32))
    mask = np.ones((1, 3), np.int8)
    before = learner.network().probabilities(inputs, mask)
    for _ in range(iterations):
        learner.iterate(0.02, 0.0)
    return float(np.abs(learner.network().probabilities(inputs, mask) - before).max())


def test_a_strong_magnet_holds_the_policy() -> None:
    free, held = (change_of_policy(small_learner(toy_game("race"), magnet=magnet), 15) for magnet in (0.0, 50.0))
    assert free > 0.4 and held < 0.05


def test_the_magnet_moves_to_the_policy_every_so_many_decisions() -> None:
    learner: Any = small_learner(toy_game("race"), magnet=0.1, magnet_every=100)  # two iterations of 64
    figures = []
    for number in range(5):
        earlier = learner._network.state_dict()["first.matrix"].clone()
        figures.append(learner.iterate(0.02, 0.0)["magnet_kl"])
        magnet, now = learner._magnet.state_dict()["first.matrix"], learner._network.state_dict()["first.matrix"]
        assert torch.equal(magnet, now) == (number % 2 == 1)
        assert not torch.equal(earlier, now)
    assert all(figure > 0 for figure in figures)
    assert figures[2] < figures[1]  # held to what it had just been
    assert small_learner(toy_game("race")).iterate(0.02, 0.0)["magnet_kl"] == 0


# --- saving and threads -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("toys_by_name")
@pytest.mark.parametrize("changes", [{}, {"magnet": 0.5, "magnet_every": 100}, {"opening_share": 0.5}])
@pytest.mark.parametrize("name", ["vantage", "magpie"])
def test_a_learner_goes_on_where_another_stopped(name: str, changes: dict[str, Any]) -> None:
    learner = small_learner(GAMES[name](), 2, **changes)
    for rate in (0.02, 0.03, 0.01):
        learner.iterate(rate, 0.01)
    state = {key: array.copy() for key, array in learner.get_state().items()}
    other = small_learner(GAMES[name](), 2, **changes)
    other.iterate(0.02, 0.02)
    other.set_state(state)
    assert same(learner, other)
    for rate in (0.02, 0.01):
        assert learner.iterate(rate, 0.01) == other.iterate(rate, 0.01)
        assert same(learner, other)
    assert not all(np.array_equal(state[key], array) for key, array in learner.get_state().items())


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    changes = {"num_envs": 200, "rollout": 3, "batch_size": 300}
    learners = [
        small_learner(GAMES[name](), 1, threads=threads, env_threads=env_threads, **changes)
        for threads, env_threads in ((1, 1), (2, 1), (1, 3))
    ]
    figures = [learner.iterate(0.02, 0.01) for learner in learners]
    for other, told in zip(learners[1:], figures[1:], strict=True):
        assert same(learners[0], other)
        assert told == pytest.approx(figures[0], rel=1e-12)
