"""A sensible player that a game brings along as a kernel, ``scripted(s, mask, weights)``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludarium.envs.core import engine as templates
from ludarium.envs.core.game import Game

from .base import Agent, Decisions


class ScriptedAgent(Agent):
    """Plays as the game's script weighs the actions, knowing what the seat to act knows.

    Args:
        game: a game with a script.

    Raises:
        ValueError: the game has none.
    """

    def __init__(self, game: Game) -> None:
        if "scripted" not in game.engine.kernels:
            raise ValueError(f"agent 'scripted': {game.name} has no scripted player")
        self.name = "scripted"
        self.game = game

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """The script's weights, made probabilities, float64 ``[B, num_actions]``."""
        states = self.game.checked_states(decisions.states)
        weights = np.zeros(decisions.mask.shape, np.float32)
        mask = np.require(decisions.mask, np.int8, ["C", "W"])
        self.game.engine[templates.weigh_games](states, mask, weights, 0, len(states))
        probabilities = weights.astype(np.float64)
        return probabilities / probabilities.sum(axis=1, keepdims=True)
