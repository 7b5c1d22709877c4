"""The way into Stable-Baselines3 that PettingZoo's tutorials show: one agent that is every seat in turn."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from sb3_contrib import MaskablePPO

import ludarium
from ludarium.envs.adapters.pettingzoo import TurnBasedEnv
from ludarium.envs.core.game import Game


class EverySeatInTurn(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """A PettingZoo environment of ours as a Gymnasium environment of a single agent.

    It observes what the seat to act observes, and is rewarded what the seat got that acted. (What a seat gets while
    another one acts is lost on it: that is what is known to be wrong with this way, and why the suite has others.)

    Args:
        game: which game.
    """

    def __init__(self, game: Game) -> None:
        self._env: TurnBasedEnv = ludarium.make(game)
        agent = self._env.possible_agents[0]
        self.observation_space = self._env.observation_space(agent)["observation"]
        self.action_space = self._env.action_space(agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """A new game."""
        super().reset(seed=seed)
        self._env.reset(seed)
        return self._observed(), {}

    def step(self, action: np.int64) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """The action of the seat to act."""
        env, agent = self._env, self._env.agent_selection
        env.step(int(action))
        return self._observed(), env.rewards[agent], env.terminations[agent], env.truncations[agent], {}

    def _observed(self) -> npt.NDArray[np.float32]:
        self._seen = self._env.observe(self._env.agent_selection)
        observation: npt.NDArray[np.float32] = self._seen["observation"]
        return observation

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of the seat to act, bool ``[num_actions]``."""
        return self._seen["action_mask"] != 0


def tutorial_model(game: Game, seed: int, **how: Any) -> MaskablePPO:
    """MaskablePPO around :class:`EverySeatInTurn`, its defaults where `how` says nothing else.

    It draws from the global random generators of NumPy and torch, whatever they are at.
    """
    env = EverySeatInTurn(game)
    env.reset(seed=seed)
    return MaskablePPO("MlpPolicy", env, device="cpu", **how)
