"""How good a policy is, while it is being trained: against fixed opponents, and exactly where that can be had.

What the learner earns in self-play says nothing about it: there it plays against itself, and breaks even.
"""

from __future__ import annotations

from typing import Any

from ludarium.agents.base import Agent
from ludarium.agents.exploitability import ExploitabilityEvaluator
from ludarium.agents.positions import UnsolvableError
from ludarium.agents.registry import make_agent
from ludarium.envs.core.game import Game
from ludarium.envs.core.rng import derived_seeds, seeds_of_slots

from .evaluation import evaluate


class Measures:
    """Takes the same measures again and again; each step has deals of its own, which the run's seed decides.

    Args:
        game: which game.
        games: games an opponent.
        seed: seeds the games.
    """

    def __init__(self, game: Game, games: int, seed: int) -> None:
        self._game = game
        self._games = games
        self._seeds = seeds_of_slots(seed, 1)
        names = ["random", "scripted"] if "scripted" in game.spec.kernels else ["random"]
        self._opponents = {name: make_agent(name, game) for name in names}
        try:
            self._exploitability: ExploitabilityEvaluator | None = ExploitabilityEvaluator(game)
        except UnsolvableError:
            self._exploitability = None

    def take(self, agent: Agent, step: int) -> dict[str, Any]:
        """Figures of `agent` by name: ``exploitability``, where it can be had, and a result for each opponent.

        A result is plain data as :meth:`AgentResult.to_json` gives it: wins, draws, losses, score, intervals, seats.
        """
        figures: dict[str, Any] = {}
        if self._exploitability is not None:
            figures["exploitability"] = self._exploitability(agent).exploitability
        for place, (name, opponent) in enumerate(self._opponents.items()):
            seed = int(derived_seeds(derived_seeds(self._seeds, step), place)[0])
            others = [opponent] * (self._game.num_players - 1)
            result = evaluate([agent, *others], self._game, self._games, seed).agents[0].to_json()
            figures[name] = {key: value for key, value in result.items() if key != "agent"}
        return figures
