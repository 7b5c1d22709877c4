"""The learner's networks: what leaves it as a policy plays exactly as what it learns with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

from ludarium.agents.encoding import StepEncoding
from ludarium.envs.registry import make_game
from ludarium.training import TrainingArguments
from ludarium.training.devices import torch_threads
from ludarium.training.maskable_ppo import MaskablePPOLearner


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    with torch_threads(1):
        yield


def learner_of(shared_layers: int) -> MaskablePPOLearner:
    arguments = TrainingArguments.for_game(
        "kelp",
        trainer="maskable_ppo",
        hidden=(12, 8),
        shared_layers=shared_layers,
        num_envs=8,
        rollout=16,
        batch_size=32,
    )
    return MaskablePPOLearner(make_game("kelp"), arguments, 1, 2)


@pytest.mark.parametrize("shared_layers", [0, 1, 2])
def test_the_policy_that_leaves_is_the_policy_that_learns(shared_layers: int) -> None:
    learner = learner_of(shared_layers)
    learner.iterate(1e-2, 0.01)
    model: Any = learner._model
    env = learner.seats
    observation, mask = env.observation.copy(), env.mask.copy()
    with torch.no_grad():
        wanted = model.policy.get_distribution(torch.from_numpy(observation), action_masks=mask).distribution.probs
    network = learner.network()
    assert network.sizes == [StepEncoding(env.game.layout).size, 12, 8, env.game.num_actions]
    found = network.probabilities(StepEncoding(env.game.layout)(observation), mask)
    np.testing.assert_allclose(found, wanted.numpy(), atol=1e-6)


@pytest.mark.parametrize("shared_layers", [0, 1, 2])
def test_shared_layers_are_there_once_and_learn(shared_layers: int) -> None:
    learner = learner_of(shared_layers)
    model: Any = learner._model
    inputs, actions = StepEncoding(learner.seats.game.layout).size, learner.seats.game.num_actions
    layers = [inputs * 12 + 12, 12 * 8 + 8]
    heads = 8 * actions + actions + 8 + 1
    expected = sum(layers[:shared_layers]) + 2 * sum(layers[shared_layers:]) + heads
    assert sum(weights.numel() for weights in model.policy.parameters()) == expected
    before = [weights.clone() for weights in model.policy.features_extractor.parameters()]
    learner.iterate(1e-2, 0.01)
    after = list(model.policy.features_extractor.parameters())
    assert len(after) == 2 * shared_layers
    assert all((was != now).any() for was, now in zip(before, after, strict=True))


def test_a_learner_goes_on_where_another_stopped() -> None:
    learner = learner_of(1)
    learner.iterate(1e-2, 0.01)
    other = learner_of(1)
    other.set_state(learner.get_state())
    assert learner.iterate(1e-2, 0.01) == other.iterate(1e-2, 0.01)
