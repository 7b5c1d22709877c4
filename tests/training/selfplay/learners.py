"""Small learners for tests."""

from __future__ import annotations

from typing import Any

from ludarium.agents.base import Agent
from ludarium.agents.random import RandomAgent
from ludarium.envs.core.game import Game
from ludarium.training import TrainingArguments
from ludarium.training.selfplay.learner import SelfPlayLearner

SMALL: dict[str, Any] = {"num_envs": 8, "rollout": 8, "batch_size": 32, "hidden": (8, 6), "shared_layers": 1}


def small_learner(game: Game, opponents: int = 0, **changes: Any) -> SelfPlayLearner:
    """A learner with random opponents of so many kinds in half of the seats, or with none.

    Args:
        game: need not be in the registry.
        opponents: see above.
        changes: of the arguments.
    """
    learner = SelfPlayLearner(game, TrainingArguments(**{**SMALL, **changes}), games_seed=1, seed=2)
    players: list[Agent] = [RandomAgent() for _ in range(1 + opponents)]
    shares = [0.5, *[0.5 / opponents] * opponents] if opponents else [1.0]
    learner.seats.set_opponents(players, shares)
    return learner
