"""What an agent is: something that gives every legal action of a decision a probability, in batches.

An agent cannot be asked without the mask, and it is never shown what its seat does not know: the states that it may
look at are redacted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.game import Game

__all__ = ["Agent", "Decisions", "check_game", "sample"]


class Agent(ABC):
    """A player of one game, for any seat and any number of games at once.

    Attributes:
        name: the agent string that makes it.
    """

    name: str

    @abstractmethod
    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """Probabilities of the actions, float64 ``[B, num_actions]``: rows add up to 1, illegal actions have 0."""

    def act(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 ``[B]``, drawn from :meth:`policy` with the decisions' seeds."""
        return sample(self.policy(decisions), decisions.mask, decisions.uniforms())


def check_game(name: str, game: Game, decisions: Decisions) -> None:
    """Refuses decisions of another game than an agent plays.

    Args:
        name: of the agent.
        game: what it plays.
        decisions: what it is asked for.

    Raises:
        ValueError: they are of another game, or under other options.
    """
    if decisions.game != game:
        raise ValueError(f"agent {name} plays {game.string}, not {decisions.game.string}")


def sample(
    probabilities: npt.NDArray[np.float64], mask: npt.NDArray[np.int8], numbers: npt.NDArray[np.float64]
) -> npt.NDArray[np.int64]:
    """Draws an action a row.

    Args:
        probabilities: ``[B, num_actions]``; need not add up to 1, what illegal actions have is ignored.
        mask: int8 ``[B, num_actions]``.
        numbers: ``[B]`` in [0, 1).

    Returns:
        int64 ``[B]``, always legal.

    Raises:
        ValueError: a row gives no legal action a positive, finite weight.
    """
    weights = np.where(mask != 0, probabilities, 0.0)
    steps = np.cumsum(weights, axis=1)
    total = steps[:, -1]
    bad = ~(np.isfinite(total) & (total > 0)) | (weights < 0).any(axis=1)
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise ValueError(f"no probabilities over the legal actions in row {row}: {weights[row].tolist()}")
    # The first action whose cumulative weight exceeds the drawn number: one of weight zero never is.
    return np.asarray((steps <= (numbers * total)[:, None]).sum(axis=1).clip(max=_last_positive(weights)))


def _last_positive(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    return np.asarray(weights.shape[1] - 1 - (weights[:, ::-1] > 0).argmax(axis=1))
