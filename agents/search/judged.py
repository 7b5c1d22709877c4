"""Search that asks a network what a situation is worth and what is likely in it, instead of playing games out."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.game import Game, Utility
from ludarium.envs.core.kernels import jit_disabled
from ludarium.envs.core.rng import derived_seeds
from ludarium.envs.core.schema import States, octets_of, words_of

from . import tree as templates
from .searcher import LONGEST_WAY, Found, Plan, bound, edges_of, nodes_of, what_to_search
from .tree import EDGE, EVALUATED, NODE, NUM_SIZES
from .views import Views

#: ``(observation [B, size], mask [B, num_actions]) -> (probabilities [B, num_actions], values [B])``, of seats to act.
Judge = Callable[
    [npt.NDArray[np.float32], npt.NDArray[np.int8]], tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]
]


class _Memory:
    """What the searches of `count` decisions need in step; used again by the next ones."""

    def __init__(self, game: Game, count: int, nodes: int) -> None:
        record: States = np.zeros(count, game.spec.schema.dtype)
        self.words, self.octets = words_of(record), octets_of(record)
        self.states = record.view(np.recarray) if jit_disabled() else record
        self.forest: npt.NDArray[Any] = np.zeros((count, nodes), NODE)
        self.branches: npt.NDArray[Any] = np.zeros((count, edges_of(game, nodes)), EDGE)
        if jit_disabled():
            self.forest, self.branches = self.forest.view(np.recarray), self.branches.view(np.recarray)
        self.tables = np.zeros((count, 1 << (2 * nodes).bit_length()), np.int32)
        self.extents, self.ways = np.zeros((count, NUM_SIZES), np.int64), np.zeros((count, LONGEST_WAY), np.int32)
        self.masks, self.weights = np.zeros((count, game.num_actions), np.int8), np.zeros(game.num_actions, np.float32)
        self.observations = np.zeros((count, game.observation_size), np.float32)
        self.priors, self.judged = np.zeros((count, game.num_actions), np.float32), np.zeros(count)
        self.gains = np.zeros((count, game.num_players))


class JudgedSearch:
    """Searches decisions of a zero-sum game in step, so that the network judges many situations at once.

    What it finds depends on the seeds alone, unless there is a limit of time; a decision is searched alike in a batch
    of any size if the network judges alike.

    Args:
        game: which game; what one seat gains, the others lose in equal shares, as far as the network is asked.
        plan: how; its `worlds` must be 0, and its `playout` does not matter.
        judge: the network.
        max_nodes: most nodes of a tree.
        memory: most bytes for the trees of the decisions that are searched in step.

    Raises:
        ValueError: a plan that cannot be, or a game that is not zero-sum.
    """

    def __init__(
        self, game: Game, plan: Plan, judge: Judge, *, max_nodes: int = 100_000, memory: int = 256 << 20
    ) -> None:
        if game.spec.utility is not Utility.ZERO_SUM:
            raise ValueError(f"{game.string} is {game.spec.utility.value}, expected a zero-sum game for a network")
        if plan.worlds:
            raise ValueError(f"worlds is {plan.worlds}, expected 0 for search with a network")
        self.game = game
        self.plan = plan
        self.judge = judge
        self._nodes = nodes_of(plan, max_nodes)
        tree = self._nodes * NODE.itemsize + edges_of(game, self._nodes) * EDGE.itemsize
        self._together = max(1, memory // tree)
        self._views = Views.of(game)
        self._spare: list[_Memory] = []

    def __call__(self, states: States, seeds: npt.NDArray[np.uint64]) -> Found:
        """See :meth:`.searcher.Search.__call__`."""
        rows, roots, seeds, found = what_to_search(self.game, states, seeds)
        for first in range(0, len(roots), self._together):
            group = slice(first, first + self._together)
            members = rows[group]
            own = Found(found.visits[members], found.totals[members], found.steps[members])
            self._search(roots[group], seeds[group], own)
            found.visits[members], found.totals[members], found.steps[members] = own.visits, own.totals, own.steps
        return found

    def _search(self, roots: States, seeds: npt.NDArray[np.uint64], found: Found) -> None:
        game, plan, count = self.game, self.plan, len(roots)
        m = self._memory_for(count)
        m.tables[:count], m.extents[:count] = 0, 0  # no trees
        if jit_disabled():
            roots = roots.view(np.recarray)
        running = m.states[:count]
        players, streams = roots["to_act"].astype(np.int64), derived_seeds(seeds, 0)
        low, high = game.spec.returns_range
        descend = bound(game.engine, EVALUATED, templates.descend_games)
        grow = bound(game.engine, EVALUATED, templates.grow_games)
        until = perf_counter() + plan.seconds * count if plan.seconds else np.inf
        for simulation in range(plan.simulations):
            if simulation and perf_counter() >= until:
                break
            descend(
                *(roots, players, m.states, m.words, m.octets, self._views.bits, self._views.marked, m.tables),
                *(m.forest, m.branches, m.extents, m.ways, m.masks, m.weights, streams),
                *(plan.viewer, plan.exploration, plan.trust, low, high - low, m.observations, found.steps, 0, count),
            )
            going_on = np.flatnonzero(~(running["terminated"] | running["truncated"]))
            if len(going_on):
                m.priors[going_on], m.judged[going_on] = self.judge(m.observations[going_on], m.masks[going_on])
            grow(
                *(m.states, m.forest, m.branches, m.extents, m.ways, m.masks, m.priors, m.judged, m.gains),
                *(plan.trust, found.visits, found.totals, 0, count),
            )
        self._spare = [m]

    def _memory_for(self, count: int) -> _Memory:
        """That of the last call, if it is large enough and no other thread has taken it."""
        try:
            memory = self._spare.pop()
        except IndexError:
            return _Memory(self.game, count, self._nodes)
        return memory if len(memory.states) >= count else _Memory(self.game, count, self._nodes)
