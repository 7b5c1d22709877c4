"""Agents for tests of the arena, some of which go wrong, and ways to look at what it has found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.agents.base import Agent, Decisions
from ludarium.agents.random import RandomAgent
from ludarium.agents.scripted import ScriptedAgent
from ludarium.envs.core.game import Game
from ludarium.training.arena import GAMES_FILE, SUMMARY_FILE, ArenaResult
from ludarium.training.standings import Standing
from tests.toys import toy_game

RACE = toy_game("race")
KUHN = toy_game("kuhn")


class Always(Agent):
    """Plays one action where it is legal, else the last one."""

    def __init__(self, action: int, name: str) -> None:
        self.action, self.name = action, name

    def policy(self, decisions: Decisions) -> np.ndarray:
        chosen = np.where(decisions.mask[:, self.action] != 0, self.action, decisions.mask.shape[1] - 1)
        return np.eye(decisions.mask.shape[1])[chosen]


class Sometimes(RandomAgent):
    """Plays at random, but where its seeds say so (one decision in `one_in`) it does what `wrong` does."""

    def __init__(self, name: str, wrong: Callable[[], Any], one_in: int = 4) -> None:
        self.name, self.wrong, self.one_in = name, wrong, one_in

    def act(self, decisions: Decisions) -> Any:
        actions = super().act(decisions)
        now = decisions.uniforms() < 1 / self.one_in
        if now.any():
            actions[now] = self.wrong()
        return actions


class Named(RandomAgent):
    def __init__(self, name: str) -> None:
        self.name = name


def fail() -> int:
    raise RuntimeError("no\nidea")


def crew(game: Game, *names: str) -> list[Agent]:
    """Agents by name: "cheat" and "broken" go wrong now and then, "scripted" is the script, others play at random."""
    made: dict[str, Callable[[], Agent]] = {
        "scripted": lambda: ScriptedAgent(game),
        "cheat": lambda: Sometimes("cheat", lambda: 99),
        "broken": lambda: Sometimes("broken", fail),
    }
    return [made.get(name, lambda name=name: Named(name))() for name in names]


def of(found: ArenaResult, name: str) -> Standing:
    return next(standing for standing in found.standings.agents if standing.agent == name)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (GAMES_FILE, SUMMARY_FILE)}
