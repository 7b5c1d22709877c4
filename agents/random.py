"""Random play: the yardstick below which no agent should be."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .base import Agent, Decisions


class RandomAgent(Agent):
    """Plays every legal action with the same probability, in any game."""

    def __init__(self) -> None:
        self.name = "random"

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """Uniform over the mask, float64 ``[B, num_actions]``."""
        legal = (decisions.mask != 0).astype(np.float64)
        return legal / legal.sum(axis=1, keepdims=True)
