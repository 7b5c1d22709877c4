"""Chance draw by draw: what one action leads to, once the results of its draws are given.

Rules draw by :func:`.rng.below`, several times in one step perhaps. Here a step is run with a list of results, and
either ends in a state or tells the range of the first draw that the list does not answer. Where :mod:`.chance` lists
all outcomes of a step, of which the deal of a large game has too many, this goes through them one draw after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from .chance import ChanceError, engine_drawing_by
from .checks import checked_integers
from .engine import Engine
from .game import Game
from .kernels import Record, jit_disabled, kernel, modular
from .schema import States, octets_of
from .spreading import ask

# mypy: disable-error-code="name-defined"
# ruff: noqa: F821

#: Most draws of one step.
MAX_DRAWS = 256

# What the first words of ``rng`` hold: how many draws are answered, and how many have been made; the others belong to
# :func:`.spreading.ask`.
_ANSWERS, _MADE = range(2)
_ONE = np.uint64(1)


@kernel
@modular
def below_by_list(s: Record, n: Any) -> Any:
    """What stands in for :func:`.rng.below`: the next of the results that lie behind the record."""
    bound = np.uint64(n)
    if bound <= _ONE:
        return np.int64(0)
    made = s.rng[_MADE]
    if made < s.rng[_ANSWERS]:
        s.rng[_MADE] = made + _ONE
        return np.int64(s.results_of_draws[made])
    return ask(s, bound)


def take_turn(states: Any, index: int, action: int, blanks: Any) -> None:
    """`action` in ``states[index]``, or the set-up from `blanks` where it is negative."""
    if action < 0:
        begin(states, index, blanks)
    else:
        step(states[index], action)


_engines: WeakKeyDictionary[Engine, Engine] = WeakKeyDictionary()


def drawing_engine(game: Game) -> Engine:
    """The game's engine with rules that draw from a list behind the record; one for all options.

    Raises:
        ChanceError: the rules draw in another way than by :func:`.rng.below`.
    """
    spec = game.spec
    if spec.engine not in _engines:
        fields = [(field.name, field.dtype, field.shape) for field in spec.schema.fields]
        dtype = np.dtype([*fields, ("results_of_draws", np.int64, (MAX_DRAWS,))], align=True)
        _engines[spec.engine] = engine_drawing_by(game, below_by_list, "draw by draw", f"{game.name}-draws", dtype)
    return _engines[spec.engine]


class DrawByDraw:
    """Runs set-ups and actions of a game with given results of their draws.

    Args:
        game: any game whose rules draw by :func:`.rng.below`.

    Raises:
        ChanceError: the rules draw in another way.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        engine = drawing_engine(game)
        self._run = engine[take_turn]
        self._size = game.spec.schema.dtype.itemsize
        # The state and what a new game starts from, copied for every call: threads may share this object.
        self._empty = np.zeros(2, engine.dtype)
        octets_of(self._empty)[1, : self._size] = octets_of(game.blanks)[0]

    def start(self, results: Sequence[int] | npt.NDArray[Any]) -> tuple[States, int]:
        """The set-up; see :meth:`after`."""
        return self._advance(None, -1, results)

    def after(self, state: States, action: int, results: Sequence[int] | npt.NDArray[Any]) -> tuple[States, int]:
        """What comes of `action` in `state` with these `results`, in the order of the draws.

        Args:
            state: ``[1]`` records of a game that is not over; it stays as it is.
            action: a legal one.
            results: each from 0 up to the range of its draw, as earlier calls with fewer results told it.

        Returns:
            The state ``[1]``, its random words zeros, and 0; or, if another draw has to be answered first, no state
            (``[0]``) and the range of that draw, whose results are all equally likely.

        Raises:
            ValueError: there are more results than draws.
            ChanceError: there are more than :data:`MAX_DRAWS` draws.
        """
        return self._advance(state, action, results)

    def _advance(
        self, state: States | None, action: int, results: Sequence[int] | npt.NDArray[Any]
    ) -> tuple[States, int]:
        if len(results) > MAX_DRAWS:
            raise ChanceError(f"{self.game.string}: one step has more than {MAX_DRAWS} draws")
        given = checked_integers(results, f"{self.game.name}: results", (len(results),))
        wide, size = self._empty.copy(), self._size
        if state is not None:
            octets_of(wide)[0, :size] = octets_of(state)[0]
        wide["results_of_draws"][:, : len(given)] = given
        wide["rng"][0] = (len(given), 0, 0, 0)
        states = wide.view(np.recarray) if jit_disabled() else wide
        self._run(states, 0, action, states[1:])
        _, made, asked, _ = (int(word) for word in wide["rng"][0])
        if asked:
            return self.game.empty_states(0), asked
        if made < len(given):
            raise ValueError(f"{self.game.string}: there are {len(given)} results, but {made} draws")
        wide["rng"][0] = 0
        found = self.game.empty_states(1)
        octets_of(found)[0] = octets_of(wide)[0, :size]
        return found, 0
