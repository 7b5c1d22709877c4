"""The average of the policies of a run. In self-play the policy circles around a balance; its average comes nearer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.agents.neural import PolicyNetwork


class RunningAverage:
    """Average weights of the networks so far, the last `share` of them counting most.

    Polynomial-decay averaging: the t-th network gets the weight min(1, (1/share) / t), so that the memory grows with
    the run, and the untrained networks of the beginning are forgotten.

    Args:
        network: the first network.
        share: in (0, 1]: 1 for the plain average of all, less to forget faster; 0 for no average, only the last.

    Attributes:
        network: the average.
    """

    def __init__(self, network: PolicyNetwork, share: float) -> None:
        self.network = network
        self._share = share
        self._count = 0

    def add(self, network: PolicyNetwork) -> None:
        """Counts `network` in."""
        self._count += 1
        rate = np.float32(min(1.0, 1 / (self._share * self._count)) if self._share else 1.0)
        layers = [
            (weights + rate * (new_weights - weights), bias + rate * (new_bias - bias))
            for (weights, bias), (new_weights, new_bias) in zip(self.network.layers, network.layers, strict=True)
        ]
        self.network = PolicyNetwork(layers)

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """The average and its count, as arrays by name."""
        state: dict[str, npt.NDArray[Any]] = {"count": np.array([self._count], np.int64)}
        for place, (weights, bias) in enumerate(self.network.layers):
            state |= {f"{place}.weights": weights.copy(), f"{place}.bias": bias.copy()}
        return state

    def set_state(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from what :meth:`get_state` gave."""
        self._count = int(state["count"][0])
        places = range(len(self.network.layers))
        layers = [(state[f"{place}.weights"].copy(), state[f"{place}.bias"].copy()) for place in places]
        self.network = PolicyNetwork(layers)
