"""Search for many decisions at once: memory, threads and budgets around the compiled simulations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from ludarium.envs.core.checks import checked_count
from ludarium.envs.core.engine import Engine
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import bind, jit_disabled
from ludarium.envs.core.rng import derived_seeds
from ludarium.envs.core.schema import States, octets_of, words_of

from . import tree as templates
from .tree import ACTING_SEAT, EDGE, NODE, NUM_SIZES, RANDOM, SCRIPTED, SEARCH_TYPES
from .views import Views

EDGES_A_NODE = 24  # on the average; a tree that is full grows no more, and simulations play on from its rim
LONGEST_WAY = 512
_TIMED_CHUNK = 16  # simulations between two looks at the clock


@dataclass(frozen=True)
class Plan:
    """How to search.

    Attributes:
        simulations: of a decision; with `seconds`, at most so many.
        seconds: time for a decision, 0 for no limit. What a search finds then depends on the machine.
        worlds: 0 takes a new world for every simulation, in one tree of information states; else so many worlds are
            fixed one after the other and searched as if everything in them were in the open, each in a tree of its own.
        viewer: who tells situations apart, ``ACTING_SEAT``, ``SEARCHER`` or ``EVERYTHING``.
        playout: ``RANDOM`` or ``SCRIPTED``: how games are played out, and what priors follow.
        exploration: weight of what is not yet known, against values between 0 and 1.
        trust: how far priors follow the script, from 0 (not at all) to 1.
    """

    simulations: int = 1000
    seconds: float = 0.0
    worlds: int = 0
    viewer: int = ACTING_SEAT
    playout: int = RANDOM
    exploration: float = 1.0
    trust: float = 0.5


@dataclass(frozen=True)
class Found:
    """What a search has found out about B decisions.

    Attributes:
        visits: int64 ``[B, num_actions]``, simulations that took each action.
        totals: float64 ``[B, num_actions]``, what the seats to act got in them, in sum.
        steps: int64 ``[B]``, actions simulated.
    """

    visits: npt.NDArray[np.int64]
    totals: npt.NDArray[np.float64]
    steps: npt.NDArray[np.int64]

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """What the seats to act got on the average, float64 ``[B, num_actions]``; NaN for actions not tried."""
        with np.errstate(invalid="ignore"):
            return np.where(self.visits > 0, self.totals / self.visits, np.nan)


class _Memory:
    """What one search needs at a time; used again by the next one."""

    def __init__(self, game: Game, nodes: int) -> None:
        record: States = np.zeros(2, game.spec.schema.dtype)
        self.states = record.view(np.recarray) if jit_disabled() else record
        self.words, self.octets = words_of(record), octets_of(record)
        self.table = np.zeros(1 << (2 * nodes).bit_length(), np.int32)
        self.nodes: npt.NDArray[Any] = np.zeros(nodes, NODE)
        self.edges: npt.NDArray[Any] = np.zeros(nodes * min(game.num_actions, EDGES_A_NODE), EDGE)
        if jit_disabled():
            self.nodes, self.edges = self.nodes.view(np.recarray), self.edges.view(np.recarray)
        self.sizes = np.zeros(NUM_SIZES, np.int64)
        self.way = np.zeros(LONGEST_WAY, np.int32)
        self.mask = np.zeros(game.num_actions, np.int8)
        self.weights = np.zeros(game.num_actions, np.float32)
        self.streams = np.zeros(1, np.uint64)


@cache
def bound(engine: Engine, playout: int, template: Callable[..., Any]) -> Any:
    """A compiled template of a game; one for each way to play out, so that none pays for what it does not do."""
    kernels = {name: engine.kernels[name] for name in ("legal", "step", "observe", "resample")} | {"PLAYOUT": playout}
    if playout == SCRIPTED:
        kernels["weigh"] = bind(templates._weigh, engine.owner, {"scripted": engine.kernels["scripted"]})
    else:
        kernels["weigh"] = bind(templates._weigh_alike, engine.owner, {})
    kernels["descend"] = bind(templates._descend, engine.owner, kernels)
    records = {} if jit_disabled() else {name: numba.from_dtype(engine.dtype)[::1] for name in ("roots", "states")}
    return bind(template, engine.owner, kernels, {**SEARCH_TYPES, **records})


def nodes_of(plan: Plan, max_nodes: int) -> int:
    """The nodes that a tree may need: one a simulation and one more, of which there are at most `max_nodes`."""
    return min(checked_count(max_nodes, "max_nodes"), checked_count(plan.simulations, "simulations") + 1)


class Search:
    """Searches decisions of one game. What it finds depends on the seeds alone, unless there is a limit of time.

    Args:
        game: which game.
        plan: how.
        max_nodes: most nodes of a tree, which bounds its memory.
        threads: Python threads that share the decisions (the GIL is released).

    Raises:
        ValueError: a plan that cannot be.
    """

    def __init__(self, game: Game, plan: Plan, *, max_nodes: int = 100_000, threads: int = 1) -> None:
        if plan.playout == SCRIPTED and "scripted" not in game.engine.kernels:
            raise ValueError(f"{game.name} has no scripted player that could play games out; expected random playouts")
        self.game = game
        self.plan = plan
        self.nodes = nodes_of(plan, max_nodes)
        self.threads = checked_count(threads, "threads")
        self._views = Views.of(game)
        self._free: SimpleQueue[_Memory] = SimpleQueue()
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __call__(self, states: States, seeds: npt.NDArray[np.uint64]) -> Found:
        """Searches the decisions of the seats to act.

        Args:
            states: ``[B]`` records, none of them over. Nothing is read in them that the seats to act do not know.
            seeds: uint64 ``[B]``; a decision with the same seed is searched alike in a batch of any size.
        """
        states = self.game.checked_states(states)
        roots = self.game.redact(states, states["to_act"])
        if jit_disabled():
            roots = roots.view(np.recarray)
        players = roots["to_act"].astype(np.int64)
        shape = (len(roots), self.game.num_actions)
        found = Found(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(len(roots), np.int64))

        def search(index: int) -> None:
            one = slice(index, index + 1)
            own = Found(found.visits[one], found.totals[one], found.steps[one])
            with self._memory() as memory:
                self._search(memory, roots[one], players[one], seeds[one], own)

        if self._pool is None:
            for index in range(len(roots)):
                search(index)
        else:
            list(self._pool.map(search, range(len(roots))))
        return found

    @contextmanager
    def _memory(self) -> Iterator[_Memory]:
        try:
            memory = self._free.get_nowait()
        except Empty:
            memory = _Memory(self.game, self.nodes)
        try:
            yield memory
        finally:
            self._free.put(memory)

    def _search(
        self,
        memory: _Memory,
        root: States,
        player: npt.NDArray[np.int64],
        seed: npt.NDArray[np.uint64],
        found: Found,
    ) -> None:
        """All simulations of one decision; every argument is of length 1."""
        plan, m = self.plan, memory
        low, high = self.game.spec.returns_range
        until = perf_counter() + plan.seconds if plan.seconds else np.inf
        trees = plan.worlds or 1
        for number in range(trees):
            # Every world gets its share, and time as well, whatever those before it have taken.
            left = (plan.simulations + number) // trees
            end = until if number == trees - 1 else until - plan.seconds * (1 - (number + 1) / trees)
            visits, totals = np.zeros_like(found.visits), np.zeros_like(found.totals)
            fresh = True
            while left and (fresh or perf_counter() < end):
                simulations = left if until == np.inf else min(left, _TIMED_CHUNK)
                bound(self.game.engine, plan.playout, templates.search_games)(
                    *(root, player, derived_seeds(seed, number), m.states, m.words, m.octets),
                    *(self._views.bits, self._views.marked, m.table, m.nodes, m.edges, m.sizes, m.way, m.mask),
                    *(m.weights, m.streams, plan.viewer, plan.exploration, plan.trust, low, high - low),
                    *(fresh, plan.worlds > 0, simulations, visits, totals, found.steps, 0, 1),
                )
                left, fresh = left - simulations, False
            found.visits[...] += visits
            found.totals[...] += totals
