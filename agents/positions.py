"""All states of a game that play can reach, as a graph: what the exact solver and the best response work on.

It serves two-seat zero-sum games without chance in which every state is public, except that after an action one choice
may be held back, which the other seat answers at once; then all is public again. What a seat that answers sees is a
*view*: the actions that lead to the same view are indistinguishable to it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt

from ludarium.envs.core import engine as templates
from ludarium.envs.core.engine import Engine
from ludarium.envs.core.game import SPECTATOR, Chance, Game, Utility
from ludarium.envs.core.kernels import bind, jit_disabled
from ludarium.envs.core.schema import OWNER, PUBLIC, States, words_of

from . import exploration
from .exploration import (
    ACTION,
    ANSWER,
    ANSWERS,
    CULPRIT,
    EDGES,
    EXPANDED,
    EXPLORATION_TYPES,
    FULL,
    NUM_COUNTS,
    ROWS,
    RUNNING,
    STATES,
    STATUS,
    VIEWS,
)

Numbers: TypeAlias = npt.NDArray[np.int32]

_RECORDS = ("states", "views")
_NUMBERS = (
    *("row_start", "row_action", "row_view", "row_next", "view_start", "view_state"),
    *("answer_start", "answer_action", "answer_next"),
)
_FIRST_CAPACITY = 4096
_STATES_A_CALL = 16384  # so that Ctrl-C and progress are not kept waiting
_COUNTER_SAMPLE = 1024

_PROBLEMS = {
    exploration.CHANCE: "a step draws from the random stream (chance)",
    exploration.UNANSWERED: "something is held back that the other seat does not answer at once",
    exploration.STAYS_HIDDEN: "something stays hidden after the answer",
    exploration.LOOKS_ALIKE: "two situations look the same to the seat to act, so that it would have to remember more",
    exploration.UNEVEN: "the legal answers depend on what is held back",
    exploration.NOT_ZERO_SUM: "the returns at the end do not add up to zero",
    exploration.TRUNCATED: "play is cut off by a cap on its length, which a position does not show",
    exploration.NO_ACTION: "a state that is not over has no legal action",
}
_WITHOUT_ACTION = (exploration.NOT_ZERO_SUM, exploration.TRUNCATED, exploration.NO_ACTION)


class UnsolvableError(ValueError):
    """The game, or this setting of it, is not of the kind that can be solved exactly."""


def check_solvable(game: Game) -> None:
    """Refuses at once what no exploring is needed for.

    Raises:
        UnsolvableError: the game has more than two seats, chance, or returns that do not add up to zero; or a seat
            knows something of its own from the start on.
    """
    if game.num_players != 2:
        raise UnsolvableError(f"{game.string} cannot be solved exactly: it has {game.num_players} seats, not two")
    if game.spec.utility is not Utility.ZERO_SUM:
        raise UnsolvableError(f"{game.string} cannot be solved exactly: it is {game.spec.utility.value}, not zero-sum")
    start = game.empty_states(1)
    game.engine[templates.seed_at](start, 0, np.uint64(1))
    stream = start["rng"].copy()
    game.engine[templates.new_at](start, 0, game.blanks)
    if game.spec.chance is not Chance.DETERMINISTIC or (start["rng"] != stream).any():
        raise UnsolvableError(f"{game.string} cannot be solved exactly: it is a game of chance")
    public = game.redact(start, SPECTATOR)
    hidden = [name for name in start.dtype.names or () if name != "rng" and (start[name] != public[name]).any()]
    if hidden:
        raise UnsolvableError(
            f"{game.string} cannot be solved exactly: not all is public when it starts ({', '.join(hidden)})"
        )


def bits_of(game: Game, value: Callable[[str], Any]) -> npt.NDArray[np.uint64]:
    """A record as uint64 ``[words]``, each field filled with the byte (or the array of bytes) that `value` gives."""
    record = np.zeros(1, game.spec.schema.dtype)
    for field in game.spec.schema.fields:
        part = np.zeros(record[field.name].shape[1:], np.uint8)
        part[...] = value(field.name)
        raw = np.repeat(part.reshape(-1, 1), np.dtype(field.dtype).itemsize, axis=1)
        start = record.dtype.fields[field.name][1]  # type: ignore[index]
        record.view(np.uint8)[start : start + raw.size] = raw.ravel()
    return record.view(np.uint64)


class PositionGraph:
    """The states that play can reach from the start, and from whatever else is added.

    Args:
        game: which game; see :func:`check_solvable`.
        max_positions: most states to hold.
        progress: called now and then with the number of states found so far.

    Attributes:
        states: ``[N]`` records, random stream and counters as at the start. The first is the start.
        views: ``[V]`` records, redacted for the seats that answer.
        row_start: int32 ``[N + 1]``; the rows of state i are ``row_start[i]`` up to ``row_start[i + 1]``, one for each
            legal action, in order; none where the game is over.
        row_action, row_view, row_next: int32 ``[R]``: the action; the view it leads to, or -1; the state it leads to,
            or the first of its edges.
        view_start: int32 ``[N + 1]``: the views that follow state i are ``view_start[i]`` up to ``view_start[i + 1]``.
        answer_start: int32 ``[V + 1]``, answer_action int32 ``[A]``: the legal answers to each view.
        answer_next: int32 ``[E]``: where the answers lead, in order, from the row's first edge on.
        order: int32 ``[N]``, every state after all that can follow it.

    Raises:
        UnsolvableError: the game is of another kind, play can return to a state, or there are too many states.
    """

    states: States
    views: States
    row_start: Numbers
    row_action: Numbers
    row_view: Numbers
    row_next: Numbers
    view_start: Numbers
    answer_start: Numbers
    answer_action: Numbers
    answer_next: Numbers

    def __init__(self, game: Game, max_positions: int, progress: Callable[[int], None] | None = None) -> None:
        check_solvable(game)
        self.game = game
        self.max_positions = max_positions
        self.order: Numbers = np.zeros(0, np.int32)
        self._find_bits()
        self._counts = np.zeros(NUM_COUNTS, np.int64)
        self._table = np.zeros(4 * _FIRST_CAPACITY, np.int64)
        self._arrays: dict[str, npt.NDArray[Any]] = {name: game.empty_states(_FIRST_CAPACITY) for name in _RECORDS}
        self._arrays |= {name: np.zeros(_FIRST_CAPACITY, np.int32) for name in _NUMBERS}
        self._start = game.new_states(0)
        self.add(self._start, progress)
        self._check_counters()

    def _find_bits(self) -> None:
        """Which bits of a record make a position, are random, are secret, and are seen by either seat."""
        spec, options = self.game.spec, self.game.options
        self._counters = ("moves", *spec.counters(options))
        ignored = {"rng", *self._counters}
        visibility = {field.name: spec.schema.visibility(field, options) for field in spec.schema.fields}
        record = np.zeros(1, spec.schema.dtype)

        def byte(name: str, seat: int) -> Any:
            if visibility[name] is not OWNER:
                return 255 * (visibility[name] is PUBLIC)
            return 255 * (np.arange(spec.schema.max_seats) == seat).reshape(-1, *[1] * (record[name].ndim - 2))

        self._key = bits_of(self.game, lambda name: 255 * (name not in ignored))
        self._canonical = bits_of(self.game, lambda name: 255 * (name not in self._counters))
        self._random_words = bits_of(self.game, lambda name: 255 * (name == "rng"))
        self._secret = self._key & bits_of(self.game, lambda name: 255 * (visibility[name] is not PUBLIC))
        self._seen = np.stack([bits_of(self.game, partial(byte, seat=seat)) for seat in range(2)])

    def add(self, states: States, progress: Callable[[int], None] | None = None) -> None:
        """Adds public `states` (``[K]`` records) and all that can follow them.

        Raises:
            UnsolvableError: as for the class; the graph is as it was.
        """
        roots = states.copy()
        roots["rng"] = self._start["rng"][0]
        before = self._counts.copy()
        try:
            self._reserve(len(roots))
            found = np.zeros(len(roots), np.int64)
            a = self._arrays
            add_roots = _bound(exploration.add_roots)
            add_roots(
                *(words_of(roots), self._key, self._canonical, self._table),
                *(words_of(a["states"]), words_of(a["views"]), self._counts, found),
            )
            self._check_status()
            self._explore(progress)
            first = int(before[STATES])
            sorted_states = self._sort(first)
        except BaseException:
            self._counts[:] = before
            self._fill_table()
            raise
        # What was there before never leads to what is new: it would have been found.
        self.order = np.concatenate([self.order, sorted_states[::-1]])
        self._publish()

    def locate(self, states: States) -> npt.NDArray[np.int64]:
        """What `states` (``[B]`` records, redacted for the seats to act) are, int64 ``[B]``.

        i + 1 for state i, -1 - v for view v, 0 for what is neither.
        """
        found = np.zeros(len(states), np.int64)
        records = words_of(self._arrays["states"]), words_of(self._arrays["views"])
        _bound(exploration.locate)(words_of(states.copy()), self._key, self._table, *records, found)
        return found

    def is_public(self, states: States) -> npt.NDArray[np.bool_]:
        """Whether nothing is held back in full `states` (``[B]`` records), bool ``[B]``."""
        return np.asarray(~(words_of(states.copy()) & self._secret).any(axis=1))

    def distinct(self, states: States) -> npt.NDArray[np.int64]:
        """Which of full `states` (``[B]`` records) are the first of their kind, counters apart; ascending."""
        return np.sort(np.unique(words_of(states.copy()) & self._key, axis=0, return_index=True)[1])

    def key_of(self, state: States) -> bytes:
        """What tells one record (``[1]``) from others, counters and random stream apart."""
        return (words_of(state.copy()) & self._key).tobytes()

    # --- exploring --------------------------------------------------------------------------------------------

    def _explore(self, progress: Callable[[int], None] | None) -> None:
        counts, game = self._counts, self.game
        expand = _expand(game.engine)
        scratch, masks = game.empty_states(3), np.zeros((2, game.num_actions), np.int8)
        while counts[EXPANDED] < counts[STATES]:
            a = self._arrays
            expand(
                *(a["states"], words_of(a["states"]), words_of(a["views"]), scratch, words_of(scratch)),
                *(self._key, self._secret, self._random_words, self._canonical, self._seen, self._table),
                *(a[name] for name in _NUMBERS),
                *(masks, counts, int(counts[EXPANDED]) + _STATES_A_CALL),
            )
            if counts[STATUS] == FULL:
                counts[STATUS] = RUNNING
                self._reserve(0)
            self._check_status()
            if counts[STATES] > self.max_positions:
                raise UnsolvableError(
                    f"{game.string} has more than max_positions={self.max_positions:,} states: raise the limit, "
                    "if there is memory for them"
                )
            if progress is not None:
                progress(int(counts[STATES]))

    def _reserve(self, roots: int) -> None:
        """Room for `roots` more states, and for what a whole call may find."""
        actions = self.game.num_actions
        states, most = roots + 1, actions * actions + actions
        needed = {
            **dict.fromkeys(("states", "row_start", "view_start"), self._counts[STATES] + most + states),
            **dict.fromkeys(("views", "view_state", "answer_start"), self._counts[VIEWS] + actions + 1),
            **dict.fromkeys(("row_action", "row_view", "row_next"), self._counts[ROWS] + actions),
            "answer_action": self._counts[ANSWERS] + most,
            "answer_next": self._counts[EDGES] + most,
        }
        for name, count in needed.items():
            old = self._arrays[name]
            if count > len(old):
                size = max(2 * len(old), int(count))
                new = self.game.empty_states(size) if name in _RECORDS else np.zeros(size, np.int32)
                new[: len(old)] = old
                self._arrays[name] = new
        entries = 2 * int(self._counts[STATES] + self._counts[VIEWS] + most + actions + states)
        if entries > len(self._table):
            self._table = np.zeros(1 << (2 * entries - 1).bit_length(), np.int64)
            self._fill_table()

    def _fill_table(self) -> None:
        self._table[:] = 0
        records = words_of(self._arrays["states"]), words_of(self._arrays["views"])
        _bound(exploration.fill_table)(self._key, self._table, *records, self._counts)

    def _sort(self, first: int) -> Numbers:
        a, count = self._arrays, self.num_states - first
        order = np.zeros(count, np.int32)
        done = _bound(exploration.sort_states)(
            *(a[name] for name in ("row_start", "row_view", "row_next", "answer_start", "answer_next")),
            *(np.zeros(count, np.int32), order, first, first + count),
        )
        if done < count:
            raise UnsolvableError(f"{self.game.string} cannot be solved exactly: play can return to an earlier state")
        return order

    def _publish(self) -> None:
        a = self._arrays
        states, views, rows, answers, edges = (int(self._counts[k]) for k in (STATES, VIEWS, ROWS, ANSWERS, EDGES))
        self.states, self.views = a["states"][:states], a["views"][:views]
        self.row_start, self.view_start = a["row_start"][: states + 1], a["view_start"][: states + 1]
        self.row_action, self.row_view, self.row_next = (a[n][:rows] for n in ("row_action", "row_view", "row_next"))
        self.answer_start, self.answer_action = a["answer_start"][: views + 1], a["answer_action"][:answers]
        self.answer_next = a["answer_next"][:edges]

    @property
    def num_states(self) -> int:
        """How many states there are."""
        return int(self._counts[STATES])

    @property
    def num_views(self) -> int:
        """How many views there are."""
        return int(self._counts[VIEWS])

    # --- refusing ---------------------------------------------------------------------------------------------

    def _check_status(self) -> None:
        status, culprit, action, answer = (int(self._counts[k]) for k in (STATUS, CULPRIT, ACTION, ANSWER))
        if status == RUNNING:
            return
        played = [self.game.action_names[k] for k in (action, answer) if k >= 0]
        state = self._arrays["states"][culprit]
        where = "" if status in _WITHOUT_ACTION else f" (after {', '.join(played)})"
        raise UnsolvableError(
            f"{self.game.string} cannot be solved exactly: {_PROBLEMS[status]}{where}, in the state\n"
            f"{self.game.describe(state)}"
        )

    def _check_counters(self) -> None:
        """Finds out whether a game's word on its counters is true."""
        going_on = np.flatnonzero(np.diff(self.row_start))
        chosen = going_on[:: 1 + len(going_on) // _COUNTER_SAMPLE]
        plain = self.states[chosen].copy()
        later = plain.copy()
        for name in self._counters:
            later[name] += 1
        game = self.game
        masks = game.legal(plain)
        same = (masks == game.legal(later)).all()
        for seat in range(2):
            same &= (game.observe(plain, seat) == game.observe(later, seat)).all()
        if same:
            actions = masks.argmax(axis=1)
            game.step(plain, actions)
            game.step(later, actions)
            same &= ((words_of(plain) ^ words_of(later)) & self._key == 0).all()
        if not same:
            raise UnsolvableError(
                f"{game.string} cannot be solved exactly: rules or observations depend on {' or '.join(self._counters)}"
            )


@cache
def _expand(engine: Engine) -> Any:
    record = {} if jit_disabled() else {"scratch": numba.from_dtype(engine.dtype)[::1]}
    return engine.bind(exploration.expand_states, {**EXPLORATION_TYPES, **record})


@cache
def _bound(template: Callable[..., Any]) -> Any:
    return bind(template, "positions", {}, EXPLORATION_TYPES)
