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

        A result is plain data as :meth:`AgentResult.to_json` gives it: wins, draws, losses, score, intervals, seats,
        with ``even_score``, the score of equally good agents, and ``truncated``, how many of the games were cut off.
        The opponent fills all seats but the agent's.
        """
        figures: dict[str, Any] = {}
        if self._exploitability is not None:
            figures["exploitability"] = self._exploitability(agent).exploitability
        for place, (name, opponent) in enumerate(self._opponents.items()):
            seed = int(derived_seeds(derived_seeds(self._seeds, step), place)[0])
            found = evaluate([agent], self._game, self._games, seed, against=[opponent])
            result = {key: value for key, value in found.agents[0].to_json().items() if key not in ("agent", "copies")}
            figures[name] = {**result, "even_score": found.even_score, "truncated": found.truncated}
        return figures
