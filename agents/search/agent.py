"""Agents that search: information-set tree search, search in fixed worlds, and plain tree search."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.envs.core.batch import Batch
from ludarium.envs.core.decisions import Decisions
from ludarium.envs.core.game import SPECTATOR, Game
from ludarium.envs.core.schema import States

from ..base import Agent, check_game
from .judged import JudgedSearch
from .searcher import Plan, Search
from .tree import ACTING_SEAT, EVERYTHING, RANDOM, SCRIPTED, SEARCHER

_OBSERVERS = {"multiple": ACTING_SEAT, "single": SEARCHER, "everything": EVERYTHING}
_GAMES = 32  # played to see whether something stays hidden


def plan_of(game: Game, *, playouts: str, observer: str, **plan: Any) -> Plan:
    """The plan of options in words.

    Args:
        game: which game.
        playouts: ``"random"``, ``"scripted"``, or ``"auto"``: scripted where the game has a script.
        observer: who tells situations apart: ``"multiple"``, ``"single"`` or ``"everything"``.
        plan: the other attributes of a :class:`Plan`.
    """
    scripted = playouts == "scripted" or (playouts == "auto" and "scripted" in game.engine.kernels)
    return Plan(viewer=_OBSERVERS[observer], playout=SCRIPTED if scripted else RANDOM, **plan)


def check_open(game: Game) -> None:
    """Refuses games in which a seat knows something for itself, but for a choice that is shown after the answer to it.

    Raises:
        ValueError: hidden information was seen at the start, or in some random games.
    """
    batch = Batch(game, _GAMES, seed=0, auto_restart=False)
    hidden = _secrets(game, batch.states)
    if hidden.any():
        raise ValueError(f"agent mcts: {game.string} starts with something hidden, expected a game without; try ismcts")
    while True:
        active = np.flatnonzero(~(batch.states["terminated"] | batch.states["truncated"]))
        if not len(active):
            return
        batch.step(batch.random_actions(active), active)
        before, hidden = hidden, _secrets(game, batch.states)
        if (before & hidden)[active].any():
            raise ValueError(f"agent mcts: in {game.string} something stays hidden, expected nothing to; try ismcts")


def _secrets(game: Game, states: States) -> npt.NDArray[np.bool_]:
    """The states that are not over in which something is not public, beside the random stream; bool ``[B]``."""
    public = game.redact(states, SPECTATOR)
    differs = np.zeros(len(states), bool)
    for name in states.dtype.names or ():
        if name != "rng":
            differs |= (states[name] != public[name]).reshape(len(states), -1).any(axis=1)
    return np.asarray(differs & ~(states["terminated"] | states["truncated"]))


class SearchAgent(Agent):
    """Plays the action that a search has tried most; it sees what its seat sees.

    Args:
        game: which game.
        search: of that game.
        name: the agent string.
    """

    def __init__(self, game: Game, search: Search | JudgedSearch, name: str) -> None:
        self.search = search
        self.game = game
        self.name = name

    def policy(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """All on the action tried most, among equals on the one of the higher value, float64 ``[B, num_actions]``.

        Where no action was tried (a budget of one simulation is spent on making the tree) all legal ones are alike.

        Raises:
            ValueError: decisions of another game, or under other options.
        """
        check_game(self.name, self.game, decisions)
        probabilities = (decisions.mask != 0).astype(np.float64)
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        found = self.search(decisions.states, decisions.seeds)
        tried = np.flatnonzero(found.visits.any(axis=1))
        if len(tried):
            visits = found.visits[tried]
            values = np.where(visits == visits.max(axis=1, keepdims=True), found.values[tried], -np.inf)
            probabilities[tried] = 0
            probabilities[tried, values.argmax(axis=1)] = 1
        return probabilities
