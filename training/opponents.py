"""Whom the learner plays against: the current policy, the scripted player, snapshots from a pool on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.neural import NeuralAgent, PolicyNetwork, load_agent, policy_bytes
from ludarium.agents.registry import make_agent
from ludarium.envs.core.game import Game

from .arguments import ArgumentError, TrainingArguments
from .runs import RunFolder, step_name, write_atomically


class ExploringAgent(Agent):
    """Plays as another agent does, except that now and then it takes any legal action.

    Self-play by itself never shows the learner what it has to do after an opponent's mistake, which is just where a
    best response would go.

    Args:
        agent: whom it follows.
        exploration: how often it does not, 0 to 1.
    """

    def __init__(self, agent: Agent, exploration: float) -> None:
        self.name = f"exploring {agent.name}"
        self._agent = agent
        self._exploration = exploration

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """See :meth:`Agent.policy`."""
        legal = (decisions.mask != 0).astype(np.float64)
        uniform = legal / legal.sum(axis=1, keepdims=True)
        return (1 - self._exploration) * self._agent.policy(decisions) + self._exploration * uniform


#: Games against players and the sum of the learner's scores in them, by the players' places.
Results: TypeAlias = Mapping[int, tuple[int, float]]

_UNKNOWN_SCORE = 0.5
_MEMORY = 0.99  # how much of what is known about a snapshot a game leaves
_LEAST_WEIGHT = 0.01  # what is always won against is played all the same, lest it be forgotten


def named_opponents(game: Game, arguments: TrainingArguments) -> list[Agent]:
    """The agents whose strings the arguments give.

    Raises:
        ArgumentError: one of them cannot be made for the game.
    """
    try:
        return [make_agent(text, game) for text in arguments.opponents.split()]
    except ValueError as error:  # bad options and damaged checkpoints are ValueErrors as well
        raise ArgumentError(f"opponents are {arguments.opponents!r}: {error}") from None


class Seats(Protocol):
    """The seats opposite the learner, in all games."""

    def set_opponents(self, opponents: list[Agent], weights: list[float]) -> None:
        """Other opponents from now on; `weights` tell how often each is drawn. The first is the learner's policy."""


class Opponents:
    """The opponents of a run. Every snapshot stays on disk, `pool_size` of them are in memory and in play.

    Who sits opposite is drawn for every game: an exploring version of the current policy, the average policy, the
    game's scripted player, an agent that the arguments name, or a snapshot, with the shares that the arguments give
    them; else the current policy. While there are no snapshots, their share goes to the current policy as well.

    Args:
        run: where the snapshots are.
        game: which game.
        seats: those to fill.
        arguments: of the run.
        current: the current policy.
        average: the average policy.

    Attributes:
        steps: the steps of the snapshots in play, by their place.
        scores: the learner's mean score (1 a win, ½ a draw) against each of them, the last games counting most.
    """

    def __init__(
        self,
        run: RunFolder,
        game: Game,
        seats: Seats,
        arguments: TrainingArguments,
        current: PolicyNetwork,
        average: PolicyNetwork,
    ) -> None:
        self._run = run
        self._game = game
        self._seats = seats
        self._arguments = arguments
        self._current = NeuralAgent(game, current, name="current")
        self._average = NeuralAgent(game, average, name="average")
        self._exploring = ExploringAgent(self._current, arguments.exploration)
        self._scripted = [make_agent("scripted", game)] if arguments.scripted_share else []
        self._named = named_opponents(game, arguments)
        self._snapshots: list[NeuralAgent] = []
        self.steps: list[int] = []
        self.scores: list[float] = []
        self._seat()

    def update(self, current: PolicyNetwork, average: PolicyNetwork) -> None:
        """The current and the average policy from now on, in games under way as well."""
        self._current.network = current
        self._average.network = average

    def add_snapshot(self, step: int, network: PolicyNetwork) -> None:
        """Writes `network` to the pool and seats it, if need be in the place of the oldest."""
        write_atomically(self._run.snapshot(step), policy_bytes(self._game, network))
        agent = NeuralAgent(self._game, network, name=step_name(step))
        if len(self._snapshots) < self._arguments.pool_size:
            self.steps.append(step)
            self.scores.append(_UNKNOWN_SCORE)
            self._snapshots.append(agent)
        else:  # in its place: games under way know their opponents by place
            oldest = self.steps.index(min(self.steps))
            self.steps[oldest] = step
            self.scores[oldest] = _UNKNOWN_SCORE
            self._snapshots[oldest] = agent
        self._seat()

    def note_results(self, results: Results) -> None:
        """What came of games against the players, by their place in the list that was seated; new games follow it."""
        first = len(self._others())
        for place, (games, score) in results.items():
            if place >= first and games:
                forgotten = _MEMORY**games
                known = self.scores[place - first]
                self.scores[place - first] = forgotten * known + (1 - forgotten) * score / games
        if self._arguments.pool_choice == "prioritised":
            self._seat()

    def restore(self, steps: Sequence[int], scores: Sequence[float]) -> None:
        """Seats the snapshots of `steps`, by place, from the disk, with the `scores` that were known.

        Raises:
            CheckpointError: a file is missing, damaged or for another game.
        """
        self._snapshots = [load_agent(self._run.snapshot(step), self._game) for step in steps]
        self.steps, self.scores = list(steps), list(scores)
        self._seat()

    def _others(self) -> list[Agent]:
        """All that are no snapshots."""
        return [self._current, self._exploring, self._average, *self._scripted, *self._named]

    def _choice(self) -> list[float]:
        """How the snapshots share their part."""
        count = len(self._snapshots)
        match self._arguments.pool_choice:
            case "latest":
                weights = [float(step == max(self.steps)) for step in self.steps]
            case "prioritised":
                weights = [(1 - score) ** 2 + _LEAST_WEIGHT for score in self.scores]
            case _:
                weights = [1.0] * count
        return [weight / sum(weights) for weight in weights]

    def _seat(self) -> None:
        arguments, count = self._arguments, len(self._snapshots)
        exploring, average = arguments.exploring_share, arguments.average_opponent_share
        snapshots = arguments.snapshot_share if count else 0.0
        scripted, named = arguments.scripted_share, arguments.opponents_share
        weights = [
            max(0.0, 1 - exploring - average - scripted - named - snapshots),
            exploring,
            average,
            *[scripted] * len(self._scripted),
            *[named / max(len(self._named), 1)] * len(self._named),
            *[snapshots * part for part in self._choice()],
        ]
        self._seats.set_opponents([*self._others(), *self._snapshots], weights)
