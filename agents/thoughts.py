"""What an agent makes of a decision, for people who look over its shoulder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.schema import States

from .base import Agent, Decisions, sample
from .exact import ExactAgent
from .neural import NeuralAgent
from .search.agent import SearchAgent
from .search.searcher import Found


@dataclass(frozen=True)
class Thought:
    """What an agent makes of one decision.

    Attributes:
        policy: float64 ``[num_actions]``, the probabilities that it gives the actions.
        value: the return that it expects for its seat; None where it has no idea of that.
        visits: int64 ``[num_actions]``, how often a search has tried each action; None without a search.
    """

    policy: npt.NDArray[np.float64]
    value: float | None = None
    visits: npt.NDArray[np.int64] | None = None


class _Recorder:
    """A search that remembers what it has found out last."""

    def __init__(self, search: Any) -> None:
        self._search = search
        self.found: Found | None = None

    def __call__(self, states: States, seeds: npt.NDArray[np.uint64]) -> Found:
        self.found = self._search(states, seeds)
        return self.found


def think(agent: Agent, decision: Decisions) -> tuple[int, Thought]:
    """The action that `agent` chooses in one decision, the same as ``agent.act`` gives, and what it makes of it.

    Raises:
        ValueError: more than one decision; decisions of another game than the agent plays.
    """
    if len(decision) != 1:
        raise ValueError(f"there are {len(decision)} decisions, expected 1")
    recorder = None
    if isinstance(agent, SearchAgent):
        recorder = _Recorder(agent.search)
        agent = SearchAgent(agent.game, recorder, agent.name)  # type: ignore[arg-type]
    policy = agent.policy(decision)
    if type(agent).act is Agent.act:
        action = int(sample(policy, decision.mask, decision.uniforms())[0])
    else:
        action = int(agent.act(decision)[0])
    found = None if recorder is None else recorder.found
    if found is not None:
        visits = found.visits[0]
        value = float(found.totals[0].sum() / visits.sum()) if visits.any() else None
        return action, Thought(policy[0], value, visits.copy())
    return action, Thought(policy[0], _value(agent, decision))


def _value(agent: Agent, decision: Decisions) -> float | None:
    seat = int(decision.seats[0])
    if isinstance(agent, ExactAgent):
        value = float(agent.solution.values_of(decision.states)[0])
        return -value if seat else value  # of the first of two seats in a zero-sum game
    if isinstance(agent, NeuralAgent) and agent.value is not None:
        had = float(decision.states["returns"][0, seat])
        return had + float(agent.judge(decision.observation, decision.mask)[1][0])
    return None
