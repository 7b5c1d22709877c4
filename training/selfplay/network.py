"""The networks that learn: a trunk that policy and values share, and a head for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import torch

from ludarium.agents.neural import PolicyNetwork

from .inputs import FirstLayer, Inputs


class ActorCritic(torch.nn.Module):
    """Logits of all actions and the value of a situation, for the seat that decides in it.

    Args:
        size: inputs.
        actions: number of actions.
        hidden: sizes of the hidden layers.
        shared: how many of them, from the first, policy and values share; at least 1.
        seed: seeds the weights.
    """

    def __init__(self, size: int, actions: int, hidden: Sequence[int], shared: int, seed: int) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.first = FirstLayer(size, hidden[0], generator)
        self.trunk = _layers(hidden[:shared], generator)
        self.policy = _layers(hidden[shared - 1 :], generator)
        self.value = _layers(hidden[shared - 1 :], generator)
        self.policy.append(_linear(hidden[-1], actions, 0.01, generator))
        self.value.append(_linear(hidden[-1], 1, 1.0, generator))

    def forward(self, inputs: Inputs, rows: npt.NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits ``[K, actions]`` and values ``[K]`` of `rows` of `inputs`."""
        seen = self.trunk(torch.relu(self.first(inputs, rows)))
        return self.policy(seen), self.value(seen).squeeze(1)

    def policy_network(self) -> PolicyNetwork:
        """A copy of the policy as it is now."""
        return self._copied(self.policy)

    def value_network(self) -> PolicyNetwork:
        """A copy of the network of values as it is now."""
        return self._copied(self.value)

    def _copied(self, head: torch.nn.Sequential) -> PolicyNetwork:
        layers = [(_array(self.first.matrix), _array(self.first.bias))]
        for layer in [*self.trunk, *head]:
            if isinstance(layer, torch.nn.Linear):
                layers.append((_array(layer.weight.T), _array(layer.bias)))
        return PolicyNetwork(layers)


def _array(tensor: torch.Tensor) -> npt.NDArray[np.float32]:
    return np.array(tensor.detach().cpu().numpy(), np.float32, order="C")


def _linear(before: int, after: int, gain: float, generator: torch.Generator) -> torch.nn.Linear:
    layer = torch.nn.utils.skip_init(torch.nn.Linear, before, after)  # its own would draw from the global generator
    torch.nn.init.orthogonal_(layer.weight, gain, generator=generator)
    torch.nn.init.zeros_(layer.bias)
    return layer


def _layers(sizes: Sequence[int], generator: torch.Generator) -> torch.nn.Sequential:
    layers = torch.nn.Sequential()
    for before, after in pairwise(sizes):
        layers.extend([_linear(before, after, 2**0.5, generator), torch.nn.ReLU()])
    return layers
