"""Agents that do what a test tells them, or tell what they were asked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.random import RandomAgent


class Fixed(Agent):
    """Gives what it was told to give."""

    name = "fixed"

    def __init__(self, give: Callable[[Decisions], np.ndarray]) -> None:
        self._give = give

    def policy(self, decisions: Decisions) -> np.ndarray:
        return self._give(decisions)


def noting(asked: list[Decisions]) -> Fixed:
    """Plays at random, and adds what it is asked to `asked`."""

    def give(decisions: Decisions) -> np.ndarray:
        asked.append(decisions)
        return RandomAgent().policy(decisions)

    return Fixed(give)
