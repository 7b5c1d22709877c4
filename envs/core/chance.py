"""Chance spelled out: every outcome of a step with its probability, where the rules draw one.

Rules draw by :func:`.rng.below` and by nothing else. A copy of a game's kernels is made in which `below` takes its
results from a *tape*, a sequence of results that lies in the record's random words as one number. A draw that the tape
does not answer leaves a note of its range there, and the step is run again with every answer added: an exact
enumeration by compiled rules that know nothing of it. Outcomes that are one and the same state are one outcome.
"""

from __future__ import annotations

from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
import numpy.typing as npt
from numba.core.dispatcher import Dispatcher

from .checks import checked_count
from .engine import Engine
from .fingerprint import STAMPED_PACKAGES
from .game import Game
from .kernels import bind, jit_disabled, seldom
from .rng import below
from .schema import States, words_of
from .spreading import CHANCE_TYPES, ENDLESS, FULL, HIDDEN_CAP, below_by_tape, spread, spread_at

#: What one step may have by default: outcomes, and sequences of results that lead to them, which take some time.
MAX_OUTCOMES = 100_000
MAX_WAYS = 2_000_000

PROBLEMS = {
    ENDLESS: "one step has more sequences of draws than could be gone through",
    HIDDEN_CAP: "play is cut off by a cap on its length that counts what no seat sees",
}


class ChanceError(ValueError):
    """A game whose chance cannot be spelled out, or a step with too many outcomes."""


def _names(code: CodeType) -> set[str]:
    """What `code` names beside its own variables."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return {*code.co_names}.union(*inner)


def _plain(value: Any) -> FunctionType | None:
    """The Python function of a kernel or of a function of ours; None for anything else."""
    function = value.py_func if isinstance(value, Dispatcher) else value
    function = getattr(function, "__wrapped__", function)
    if not isinstance(function, FunctionType) or function.__module__.partition(".")[0] in STAMPED_PACKAGES:
        return None
    return function


@cache
def drawing_by(value: Any, stand_in: Any, label: str) -> Any:
    """The kernel `value` with `stand_in` for `below` in all that it reaches; itself where it draws nothing.

    Args:
        value: a kernel.
        stand_in: a kernel that takes what :func:`.rng.below` takes and returns what it returns.
        label: sets the names of changed kernels apart from those of others.

    Raises:
        ChanceError: it draws in another way.
    """
    if value is below:
        return stand_in
    function = _plain(value)
    if function is None:
        return value
    names = _names(function.__code__)
    where = f"{function.__module__}.{function.__qualname__}"
    if "rng" in names:
        raise ChanceError(f"{where} touches the random stream itself; rules draw by rng.below, imported by its name")

    def draws(part: Any) -> bool:
        return drawing_by(part, stand_in, label) is not part

    changed = {}
    for name in sorted(names & function.__globals__.keys()):
        named = function.__globals__[name]
        made = drawing_by(named, stand_in, label) if _plain(named) is not None else named
        if made is not named:
            changed[name] = made
        elif any(draws(part) for part in _parts(named, names)):
            raise ChanceError(f"{where} draws by way of {name}; rules draw by functions that they name directly")
    if any(draws(part) for part in _cells(function)):
        raise ChanceError(f"{where} draws by way of a variable of an enclosing function; name functions directly")
    if not changed:
        return value
    if jit_disabled() or value.targetoptions.get("forceinline"):
        return bind(function, label, changed)
    copy = FunctionType(
        function.__code__, {**function.__globals__, **changed}, function.__name__, function.__defaults__
    )
    copy.__module__, copy.__qualname__ = function.__module__, f"{function.__qualname__}[{label}]"
    return seldom(copy)


def _cells(function: FunctionType) -> list[Any]:
    found = [cell.cell_contents for cell in function.__closure__ or ()]
    return [value for value in found if _plain(value) is not None]


def _parts(value: Any, names: set[str]) -> list[Any]:
    """The functions in a module or a tuple that a kernel names."""
    parts: list[Any] = []
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in STAMPED_PACKAGES:
        parts = [vars(value)[name] for name in names & vars(value).keys()]
    elif isinstance(value, tuple | list):
        parts = [*value]
    return [part for part in parts if _plain(part) is not None]


def engine_drawing_by(game: Game, stand_in: Any, label: str, owner: str, dtype: np.dtype[Any]) -> Engine:
    """The game's engine with `stand_in` for ``below`` in its rules.

    Args:
        game: which game.
        stand_in: see :func:`drawing_by`.
        label: see there.
        owner: the engine's name.
        dtype: its record, of which the game's is the beginning.

    Raises:
        ChanceError: the rules draw in another way than by :func:`.rng.below`.
    """
    kernels = game.spec.kernels
    try:
        drawing = {name: drawing_by(kernels[name], stand_in, label) for name in ("new", "step")}
    except ChanceError as error:
        raise ChanceError(f"{game.name}: the outcomes of chance cannot be listed: {error}") from None
    return Engine(owner, dtype, {**kernels, **drawing})


_engines: WeakKeyDictionary[Engine, Engine] = WeakKeyDictionary()


def explicit_engine(game: Game) -> Engine:
    """The game's engine with rules that draw from the tape; one for all options.

    Raises:
        ChanceError: the rules draw in another way than by :func:`.rng.below`.
    """
    spec = game.spec
    if spec.engine not in _engines:
        owner = f"{game.name}-chance"
        made = engine_drawing_by(game, below_by_tape, "explicit chance", owner, spec.schema.dtype)
        made.kernels["spread"] = bind(spread, made.owner, {name: made.kernels[name] for name in ("begin", "step")})
        _engines[spec.engine] = made
    return _engines[spec.engine]


class ExplicitChance:
    """Lists what can come of setting up a game, and of an action, with the probabilities.

    Args:
        game: any game whose rules draw by :func:`.rng.below`.
        max_outcomes: most that one action may have.
        max_ways: most sequences of draws that may lead to them.

    Raises:
        ChanceError: the rules draw in another way.
    """

    def __init__(self, game: Game, max_outcomes: int = MAX_OUTCOMES, max_ways: int = MAX_WAYS) -> None:
        self.game = game
        self.max_outcomes = checked_count(max_outcomes, "max_outcomes")
        self.max_ways = checked_count(max_ways, "max_ways")
        engine = explicit_engine(game)
        record = {} if jit_disabled() else dict.fromkeys(("found", "work"), numba.from_dtype(engine.dtype)[::1])
        self._spread = engine.bind(spread_at, {**CHANCE_TYPES, **record})
        self._no_counters = np.zeros(engine.dtype.itemsize // 8, np.uint64)
        self._work = game.empty_states(1)

    def start(self) -> tuple[States, npt.NDArray[np.float64]]:
        """The states ``[K]`` in which a game can begin, and their probabilities, float64 ``[K]``.

        Their random streams are zeros. No two states are the same.

        Raises:
            ChanceError: there are too many.
        """
        return self._outcomes(self.game.blanks, -1)

    def after(self, state: States, action: int) -> tuple[States, npt.NDArray[np.float64]]:
        """What can come of `action` in `state` (``[1]`` records), which stays as it is; see :meth:`start`.

        Raises:
            IllegalActionError: the action is not legal.
            ChanceError: there are too many outcomes.
        """
        checked = self.game.checked_states(state)
        if len(checked) != 1:
            raise ValueError(f"{self.game.name}: there are {len(checked)} states, expected one")
        mask = self.game.legal(checked)[0]
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise ValueError(f"{self.game.name}: action is {action!r}, expected a whole number")
        if not 0 <= action < len(mask) or not mask[action]:
            raise self.game.illegal_action(checked, 0, int(action), mask)
        return self._outcomes(checked, int(action))

    def _outcomes(self, states: States, action: int) -> tuple[States, npt.NDArray[np.float64]]:
        size = 64
        while True:
            found = self.game.empty_states(size)
            weights, slots, merging = np.zeros(size), np.zeros(size, np.int64), np.zeros(2 * size, np.int64)
            number = self._spread(
                *(states, 0, action, self.game.blanks, self._no_counters, found, words_of(found), weights),
                *(self.max_ways, slots, merging, np.zeros((4 * size, 3), np.uint64), self._work, words_of(self._work)),
            )
            if number > self.max_outcomes or (number == FULL and size > self.max_outcomes):
                what = "setting up" if action < 0 else self.game.action_names[action]
                raise ChanceError(
                    f"{self.game.string}: {what} has more than max_outcomes={self.max_outcomes:,} outcomes"
                )
            if number >= 0:
                return found[:number].copy(), weights[:number].copy()
            if number != FULL:
                raise ChanceError(f"{self.game.string}: {PROBLEMS[number]}")
            size *= 4
