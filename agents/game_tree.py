"""The whole tree of a small game in sequence form: what CFR+ and the best response work on.

It serves any number of seats, chance and hidden information, for settings small enough to be walked node by node. An
*information set* is what a seat sees when it decides, together with its own decision before: a seat remembers what it
has seen and done. So recall is perfect, whether or not a game's record keeps all of the past. A *sequence* is an
information set and one of its actions; with perfect recall it stands for all own decisions on the way there.

Of the tree's nodes only the leaves are kept, each as the last sequence of every seat, which says how likely play is to
get there. That is all that is needed (von Stengel 1996), and it is small.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from ludarium.envs.core.chance import MAX_OUTCOMES, MAX_WAYS, PROBLEMS, ChanceError, explicit_engine
from ludarium.envs.core.checks import checked_count
from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.engine import Engine
from ludarium.envs.core.game import Game
from ludarium.envs.core.kernels import bind, jit_disabled
from ludarium.envs.core.rng import seeds_of_slots
from ludarium.envs.core.schema import States, octets_of, words_of
from ludarium.envs.core.spreading import FULL

from . import tree_growth as growth
from .base import Agent
from .exploitability import checked_policy
from .positions import UnsolvableError, bits_of
from .search.views import Views
from .tree_growth import (
    BEGUN,
    CHANCES,
    DECISIONS,
    GROWTH_TYPES,
    INFOSETS,
    LEAVES,
    NO_ACTION,
    NUM_COUNTS,
    PENDING,
    RUNNING,
    SEQUENCES,
    STATUS,
    UNEVEN,
    VIEWS,
)

MAX_NODES = 5_000_000
_NODES_A_CALL = 1 << 14  # so that Ctrl-C is not kept waiting
_FIRST_CAPACITY = 256
_BATCH_SIZE = 16384  # decisions that an agent is asked for at once
_KEPT_TREES = 2

Progress = Callable[[int], None]
Numbers = npt.NDArray[np.int32]
Reals = npt.NDArray[np.float64]

_PROBLEMS = {
    **PROBLEMS,
    NO_ACTION: "a state that is not over has no legal action",
    UNEVEN: "the legal actions depend on what the seat to act cannot see",
}

# Arrays that grow, and the count that they have to hold.
_BY_NODES = ("states", "chances", "pasts", "slots")
_BY_VIEWS = ("views", "view_keys")
_BY_INFOSETS = ("infoset_view", "infoset_past", "infoset_start")
_BY_SEQUENCES = ("sequence_action",)
_BY_LEAVES = ("leaf_sequences", "leaf_chances", "leaf_returns")


class GameTree:
    """All that can happen in a game, from its set-up to its end.

    Args:
        game: any game whose rules draw by :func:`ludarium.envs.core.rng.below`.
        max_nodes: most nodes to visit: states in which a seat decides, ends of games, and steps with several outcomes.
        progress: called now and then with the number of nodes visited so far.

    Attributes:
        game: the game.
        num_nodes, num_decisions, num_chances, num_leaves: nodes of all kinds, of the seats, of chance, and at the end.
        views: ``[V]`` records, what seats see when they decide, redacted for the seats to act.
        infoset_seat, infoset_view: int32 ``[I]``: who decides, and what the seat sees. Information sets are ordered by
            seat, and those of a seat so that the own past comes first.
        infoset_past: int32 ``[I]``, the own sequence that leads there.
        infoset_start: int32 ``[I + 1]``: those of set i are ``infoset_start[i]`` up to ``infoset_start[i + 1]``.
        seat_start: int64 ``[seats + 1]``: the sets of seat p are ``seat_start[p]`` up to ``seat_start[p + 1]``.
        sequence_action: int32 ``[S]``, the last action of each sequence; -1 for the first ``seats``, the empty ones.
        leaf_sequences: int32 ``[L, seats]``, every combination of sequences that ends a game, in ascending order.
        leaf_chance: float64 ``[L]``, the probability that chance plays as it must.
        leaf_payoffs: float64 ``[L, seats]``, the returns times this probability.

    Raises:
        UnsolvableError: there are too many nodes, or the rules do what a tree cannot hold.
    """

    views: States
    infoset_seat: Numbers
    infoset_view: Numbers
    infoset_past: Numbers
    infoset_start: Numbers
    sequence_action: Numbers
    seat_start: npt.NDArray[np.int64]
    leaf_sequences: Numbers
    leaf_chance: Reals
    leaf_payoffs: Reals

    def __init__(self, game: Game, max_nodes: int = MAX_NODES, progress: Progress | None = None) -> None:
        self.game = game
        self.max_nodes = checked_count(max_nodes, "max_nodes")
        seats, words = game.num_players, game.spec.schema.dtype.itemsize // 8
        counters = {"moves", *game.spec.counters(game.options)}
        self._counters = bits_of(game, lambda name: 255 * (name in counters))
        self._key = bits_of(game, lambda name: 255 * (name not in counters and name != "rng"))
        self._counts = np.zeros(NUM_COUNTS, np.int64)
        self._counts[[PENDING, SEQUENCES]] = 1, seats
        self._arrays: dict[str, npt.NDArray[Any]] = {name: game.empty_states(1) for name in ("states", "views")}
        self._arrays |= {name: np.zeros(1, np.int32) for name in (*_BY_INFOSETS, *_BY_SEQUENCES)}
        self._arrays |= {name: np.zeros((1, seats), np.int32) for name in ("pasts", "leaf_sequences")}
        self._arrays |= {name: np.zeros(1) for name in ("chances", "leaf_chances")}
        self._arrays |= {"leaf_returns": np.zeros((1, seats)), "slots": np.zeros(1, np.int64)}
        self._arrays |= {"view_keys": np.zeros((1, words), np.uint64)}
        self._arrays["chances"][0] = 1.0
        self._arrays["pasts"][0] = np.arange(seats)
        self._reserve()
        self._arrays["sequence_action"][:seats] = -1
        self._arrays["infoset_start"][0] = seats
        self._grow(progress)
        self._publish()

    # --- growing ----------------------------------------------------------------------------------------------

    def _grow(self, progress: Progress | None) -> None:
        game, counts = self.game, self._counts
        try:
            grow = _grower(explicit_engine(game))
        except ChanceError as error:
            raise UnsolvableError(str(error)) from None
        seen = Views.of(game)
        scratch, past = game.empty_states(3), np.zeros(game.num_players, np.int32)
        mask = np.zeros(game.num_actions, np.int8)
        while counts[PENDING] > 0:
            a = self._arrays
            grow(
                *(a["states"], words_of(a["states"]), a["chances"], a["pasts"], MAX_WAYS, a["slots"]),
                *(self._merging, self._tapes, past, scratch, words_of(scratch), octets_of(scratch), game.blanks),
                *(self._counters, self._key),
                *(seen.bits, seen.marked, a["views"], a["view_keys"], self._view_table, a["infoset_view"]),
                *(a["infoset_past"], a["infoset_start"], self._infoset_table, a["sequence_action"]),
                *(a["leaf_sequences"], a["leaf_chances"], a["leaf_returns"], mask, counts, _NODES_A_CALL),
            )
            status = int(counts[STATUS])
            counts[STATUS] = RUNNING
            if status in _PROBLEMS:
                where = f", in the state\n{game.describe(scratch[:1])}" if counts[BEGUN] else ", when it is set up"
                raise UnsolvableError(f"{game.string} has no tree that could be solved: {_PROBLEMS[status]}{where}")
            if self.num_nodes + counts[PENDING] > self.max_nodes:
                raise _too_large(game, self.max_nodes)
            if status == FULL and len(a["states"]) > MAX_OUTCOMES:
                raise UnsolvableError(f"{game.string}: one step of it has more than {MAX_OUTCOMES:,} outcomes")
            if status != RUNNING:
                self._reserve(longer_stack=status == FULL)
            if progress is not None:
                progress(self.num_nodes)

    def _reserve(self, longer_stack: bool = True) -> None:
        """Doubles whatever is more than half full; of the stack nobody knows beforehand what a step will need."""
        a, counts = self._arrays, self._counts
        rooms = (
            (_BY_NODES, len(a["chances"]) if longer_stack else 0),
            (_BY_VIEWS, int(counts[VIEWS]) + 1),
            (_BY_INFOSETS, int(counts[INFOSETS]) + 2),
            (_BY_SEQUENCES, int(counts[SEQUENCES]) + self.game.num_actions),
            (_BY_LEAVES, int(counts[LEAVES]) + 1),
        )
        for names, needed in rooms:
            for name in names:
                old = a[name]
                if 2 * needed <= len(old):
                    continue
                size = max(_FIRST_CAPACITY, 2 * len(old), needed)
                is_record = old.dtype.names is not None
                new = self.game.empty_states(size) if is_record else np.zeros((size, *old.shape[1:]), old.dtype)
                new[: len(old)] = old
                a[name] = new
        nodes, views, infosets = len(a["chances"]), len(a["view_keys"]), len(a["infoset_view"])
        self._merging = np.zeros(_power_of_two(2 * nodes), np.int64)
        self._tapes = np.zeros((4 * nodes, 3), np.uint64)
        self._view_table = np.zeros(_power_of_two(2 * views), np.int64)
        self._infoset_table = np.zeros(_power_of_two(2 * infosets), np.int64)
        _bound(growth.fill_tables)(
            *(a["view_keys"], self._view_table, a["infoset_view"], a["infoset_past"], self._infoset_table, counts)
        )

    def _publish(self) -> None:
        """The arrays in their final order: information sets by seat, leaves by sequences and without doubles."""
        a, seats = self._arrays, self.game.num_players
        leaves, views, infosets, sequences = (int(self._counts[k]) for k in (LEAVES, VIEWS, INFOSETS, SEQUENCES))
        self.views, self._arrays = a["views"][:views].copy(), {}
        del self._merging, self._tapes, self._infoset_table
        start, past, view = (
            a["infoset_start"][: infosets + 1],
            a["infoset_past"][:infosets],
            a["infoset_view"][:infosets],
        )
        mover = self.views["to_act"][view].astype(np.int32)
        order = np.argsort(mover, kind="stable")
        sizes = np.diff(start)[order]
        self.infoset_start = (seats + np.concatenate([[0], np.cumsum(sizes)])).astype(np.int32)
        # The old sequences in their new order, and back.
        old = np.arange(seats, sequences) + np.repeat(start[:-1][order] - self.infoset_start[:-1], sizes)
        renamed = np.arange(sequences, dtype=np.int32)
        renamed[old] = np.arange(seats, sequences)
        self.infoset_seat, self.infoset_view, self.infoset_past = mover[order], view[order], renamed[past[order]]
        self.seat_start = np.searchsorted(self.infoset_seat, np.arange(seats + 1))
        self.sequence_action = np.concatenate([a["sequence_action"][:seats], a["sequence_action"][old]])
        self._view_keys = a["view_keys"][:views].copy()
        self._merge_leaves(
            renamed[a["leaf_sequences"][:leaves]], a["leaf_chances"][:leaves], a["leaf_returns"][:leaves]
        )

    def _merge_leaves(self, leaf_sequences: Numbers, chances: Reals, returns: Reals) -> None:
        order = np.lexsort(leaf_sequences.T[::-1])
        ordered = leaf_sequences[order]
        new = np.ones(len(order), bool)
        new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
        first = np.flatnonzero(new)
        self.leaf_sequences = ordered[first]
        self.leaf_chance = np.add.reduceat(chances[order], first)
        self.leaf_payoffs = np.add.reduceat(chances[order, None] * returns[order], first, axis=0)
        # Whether the returns of all seats add up to zero wherever a game ends; merged leaves could hide that.
        self.is_zero_sum = bool((np.abs(returns.sum(axis=1)) <= 1e-6).all())

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def num_decisions(self) -> int:
        """States in which a seat decides."""
        return int(self._counts[DECISIONS])

    @property
    def num_chances(self) -> int:
        """Steps with more than one outcome, setting up included."""
        return int(self._counts[CHANCES])

    @property
    def num_leaves(self) -> int:
        """Ways in which a game can end."""
        return int(self._counts[LEAVES])

    @property
    def num_nodes(self) -> int:
        """Nodes of all kinds."""
        return self.num_decisions + self.num_chances + self.num_leaves

    @property
    def num_infosets(self) -> int:
        """Information sets of all seats."""
        return int(self._counts[INFOSETS])

    @property
    def num_sequences(self) -> int:
        """Sequences of all seats, the empty ones included."""
        return int(self._counts[SEQUENCES])

    # --- policies ---------------------------------------------------------------------------------------------

    def find_views(self, states: States) -> npt.NDArray[np.int64]:
        """Which of :attr:`views` each of `states` (``[B]`` records, redacted for the seats to act) is, -1 for none."""
        words = words_of(states.copy()) & self._key
        found = np.zeros(len(states), np.int64)
        _bound(growth.find_views)(words, self._view_keys, self._view_table, found)
        return found

    def strategy_of(self, agent: Agent) -> Reals:
        """How an agent plays: the probability of the last action of every sequence, float64 ``[S]``.

        The agent is asked once for every view, and answers without knowing of the past what the view does not tell.

        Raises:
            ValueError: it does not give probabilities of legal actions.
        """
        game, policy = self.game, np.zeros((len(self.views), self.game.num_actions))
        seeds = seeds_of_slots(0, len(self.views))
        for start in range(0, len(self.views), _BATCH_SIZE):
            part = slice(start, start + _BATCH_SIZE)
            policy[part] = checked_policy(agent, Decisions.of(game, self.views[part].copy(), seeds[part]))
        return self.strategy_from(policy)

    def strategy_from(self, policy: Reals) -> Reals:
        """The same from probabilities a view, float64 ``[V, num_actions]``."""
        strategy = np.ones(self.num_sequences)
        seats = self.game.num_players
        view = np.repeat(self.infoset_view, np.diff(self.infoset_start))
        strategy[seats:] = policy[view, self.sequence_action[seats:]]
        return strategy


_trees: OrderedDict[Game, GameTree] = OrderedDict()
_growing = RLock()


def game_tree(game: Game, max_nodes: int = MAX_NODES, progress: Progress | None = None) -> GameTree:
    """The tree of a game, grown or, if this process has it already, given again; see :class:`GameTree`."""
    with _growing:
        if game not in _trees:
            _trees[game] = GameTree(game, max_nodes, progress)
            while len(_trees) > _KEPT_TREES:
                _trees.popitem(last=False)
        _trees.move_to_end(game)
        if _trees[game].num_nodes > max_nodes:
            raise _too_large(game, max_nodes)
        return _trees[game]


def _too_large(game: Game, max_nodes: int) -> UnsolvableError:
    return UnsolvableError(
        f"{game.string}: its tree has more than max_nodes={max_nodes:,} nodes; raise the limit, if there is time and "
        "memory for them"
    )


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()


@cache
def _grower(engine: Engine) -> Any:
    record = {} if jit_disabled() else dict.fromkeys(("scratch", "views"), numba.from_dtype(engine.dtype)[::1])
    return engine.bind(growth.grow_tree, {**GROWTH_TYPES, **record})


@cache
def _bound(template: Callable[..., Any]) -> Any:
    return bind(template, "game trees", {}, GROWTH_TYPES)


def compile_shared() -> None:
    """Compiles, or loads, the functions that serve the trees of all games."""
    for template in (growth.fill_tables, growth.find_views):
        _bound(template)
