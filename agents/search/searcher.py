"""Search for many decisions at once: memory, threads and budgets around the compiled simulations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event
from time import perf_counter
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from ludarium.envs.core.checks import checked_count, checked_integers
from ludarium.envs.core.engine import Engine
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import bind, jit_disabled
from ludarium.envs.core.rng import derived_seeds
from ludarium.envs.core.schema import States, octets_of, words_of

from . import tree as templates
from .tree import ACTING_SEAT, EDGE, EVERYTHING, NODE, NUM_SIZES, RANDOM, SCRIPTED, SEARCH_TYPES, SEARCHER
from .views import Views

EDGES_A_NODE = 24  # on the average; a tree that is full grows no more, and simulations play on from its rim
LONGEST_WAY = 512
_CALLS_A_THREAD = 8  # at least, so that threads end at about the same time
_TIMED_CHUNK = 16  # simulations between two looks at the clock
_CHUNK = 4096  # simulations of a call, so that Ctrl-C is not kept waiting


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

    The first simulation of a tree makes its first node and tries none of its actions. Where there are fewer than two
    simulations for each of the worlds, there are fewer worlds.

    Raises:
        ValueError: a number that cannot be; or ``EVERYTHING`` is looked at in worlds that are not fixed.
    """

    simulations: int = 1000
    seconds: float = 0.0
    worlds: int = 0
    viewer: int = ACTING_SEAT
    playout: int = RANDOM
    exploration: float = 1.0
    trust: float = 0.5

    def __post_init__(self) -> None:
        checked_count(self.simulations, "simulations")
        checked_count(self.worlds, "worlds", low=0)
        for name, high in (("seconds", np.inf), ("exploration", np.inf), ("trust", 1.0)):
            value = getattr(self, name)
            if not (0 <= value <= high and value < np.inf):
                limit = "from 0" if high == np.inf else "from 0 to 1"
                raise ValueError(f"{name} is {value!r}, expected a number {limit}")
        for name, kinds in (("viewer", (ACTING_SEAT, SEARCHER, EVERYTHING)), ("playout", (RANDOM, SCRIPTED))):
            if getattr(self, name) not in kinds:
                raise ValueError(f"{name} is {getattr(self, name)!r}, expected one of {kinds}")
        if self.viewer == EVERYTHING and not self.worlds:
            raise ValueError("viewer is EVERYTHING and worlds is 0, expected worlds from 1, in which all is known")


@dataclass(frozen=True)
class Found:
    """What a search has found out about B decisions.

    Attributes:
        visits: int64 ``[B, num_actions]``, simulations that took each action. Zeros where there was nothing to decide,
            and where no simulation was left after the one that makes the tree.
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
        self.edges: npt.NDArray[Any] = np.zeros(edges_of(game, nodes), EDGE)
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
    return min(checked_count(max_nodes, "max_nodes"), plan.simulations + 1)


def edges_of(game: Game, nodes: int) -> int:
    """The edges that there is room for in a tree of so many nodes; enough for the first one at any rate."""
    return game.num_actions + (nodes - 1) * min(game.num_actions, EDGES_A_NODE)


def what_to_search(
    game: Game, states: States, seeds: npt.ArrayLike
) -> tuple[npt.NDArray[np.intp], States, npt.NDArray[np.uint64], Found]:
    """The decisions that leave a choice: their rows, states as their seats know them, and seeds; and an empty result.

    Raises:
        TypeError, ValueError: `states` are no array of the game's records, or there is not a seed for each of them.
    """
    states = game.checked_states(states)
    checked: npt.NDArray[np.uint64] = checked_integers(seeds, "seeds", (len(states),), np.uint64)
    rows = np.flatnonzero(game.legal(states).sum(axis=1) > 1)
    shape = (len(states), game.num_actions)
    found = Found(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(len(states), np.int64))
    open_ = states[rows]
    return rows, game.redact(open_, open_["to_act"]), checked[rows], found


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
        self._start()

    def _start(self) -> None:
        self._free: SimpleQueue[_Memory] = SimpleQueue()
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """All but memory and threads, of which every copy has its own."""
        return {name: value for name, value in vars(self).items() if name not in ("_free", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._start()

    def __call__(self, states: States, seeds: npt.NDArray[np.uint64]) -> Found:
        """Searches the decisions of the seats to act.

        Args:
            states: ``[B]`` records. Nothing is read in them that the seats to act do not know, and those that leave no
                choice are not searched.
            seeds: uint64 ``[B]``; a decision with the same seed is searched alike in a batch of any size.

        Raises:
            TypeError, ValueError: no array of the game's records, or not a seed for each.
        """
        rows, roots, seeds, found = what_to_search(self.game, states, seeds)
        if jit_disabled():
            roots = roots.view(np.recarray)
        players = roots["to_act"].astype(np.int64)
        given_up = Event()

        def search(first: int) -> None:
            group = slice(first, first + together)
            own = Found(found.visits[rows[group]], found.totals[rows[group]], found.steps[rows[group]])
            with self._memory() as memory:
                self._search(memory, roots[group], players[group], seeds[group], own, given_up)
            found.visits[rows[group]], found.totals[rows[group]] = own.visits, own.totals
            found.steps[rows[group]] = own.steps

        # Small searches share a call: what is around it would otherwise take longer than they do.
        together = 1
        if not self.plan.seconds:
            share = -(-len(roots) // (_CALLS_A_THREAD * self.threads))
            together = max(1, min(_CHUNK // self.plan.simulations, share))
        starts = range(0, len(roots), together)
        try:
            if self._pool is None:
                for first in starts:
                    search(first)
            else:
                list(self._pool.map(search, starts))
        finally:
            given_up.set()  # whatever has ended it here, such as Ctrl-C: other threads need not go on
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
        roots: States,
        players: npt.NDArray[np.int64],
        seeds: npt.NDArray[np.uint64],
        found: Found,
        given_up: Event,
    ) -> None:
        """All simulations of some decisions, unless they are given up; if these take more than one call, of one."""
        plan, m = self.plan, memory
        low, high = self.game.spec.returns_range
        until = perf_counter() + plan.seconds if plan.seconds else np.inf
        trees = max(1, min(plan.worlds, plan.simulations // 2))
        for number in range(trees):
            # Every world gets its share, and time as well, whatever those before it have taken.
            left = (plan.simulations + number) // trees
            end = until if number == trees - 1 else until - plan.seconds * (1 - (number + 1) / trees)
            visits, totals = np.zeros_like(found.visits), np.zeros_like(found.totals)
            fresh = True
            while left and (fresh or perf_counter() < end) and not given_up.is_set():
                simulations = min(left, _CHUNK if until == np.inf else _TIMED_CHUNK)
                bound(self.game.engine, plan.playout, templates.search_games)(
                    *(roots, players, derived_seeds(seeds, number), m.states, m.words, m.octets),
                    *(self._views.bits, self._views.marked, m.table, m.nodes, m.edges, m.sizes, m.way, m.mask),
                    *(m.weights, m.streams, plan.viewer, plan.exploration, plan.trust, low, high - low),
                    *(fresh, plan.worlds > 0, simulations, visits, totals, found.steps, 0, len(roots)),
                )
                left, fresh = left - simulations, False
            found.visits[...] += visits
            found.totals[...] += totals
