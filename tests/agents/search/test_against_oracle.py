"""The compiled search against one in plain Python: the same visits, the same totals, the same steps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludarium import list_games, make_game
from ludarium.agents.search import Found, JudgedSearch, Plan, Search
from ludarium.agents.search.tree import ACTING_SEAT, EVERYTHING, RANDOM, SCRIPTED, SEARCHER
from ludarium.envs.core.game import Game
from tests.agents.search.oracle import Oracle
from tests.agents.search.test_search import positions, seeds
from tests.toys import toy_game

PLANS = {
    "multiple": Plan(60, viewer=ACTING_SEAT),
    "single": Plan(60, viewer=SEARCHER),
    "worlds": Plan(60, viewer=EVERYTHING, worlds=4),
    "worlds as seats see them": Plan(60, viewer=ACTING_SEAT, worlds=3),
    "eager": Plan(60, exploration=30.0),
    "trusting": Plan(60, trust=1.0),
}
TOYS = {
    "race": toy_game("race"),
    "terrace": toy_game("terrace", scatter=3),
    "kuhn": toy_game("kuhn"),
    "leduc": toy_game("leduc"),
    **{f"vault, {guesser}": toy_game("vault", guesser=guesser) for guesser in ("self", "other")},
    **{f"magpie of {seats}": toy_game("magpie", num_players=seats) for seats in (2, 3, 4)},
}
GAMES = {string: make_game(string) for string in ("kelp:duel", "vantage", "vantage:three", "lockup", "clank")}


def same(found: Found, expected: Found) -> bool:
    return all((getattr(found, name) == getattr(expected, name)).all() for name in ("visits", "totals", "steps"))


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("game", TOYS.values(), ids=TOYS)
def test_toys(game: Game, plan: Plan) -> None:
    states = positions(game, 6, seed=3)
    for playout in (RANDOM, SCRIPTED) if "scripted" in game.engine.kernels else (RANDOM,):
        chosen = replace(plan, playout=playout)
        assert same(Search(game, chosen)(states, seeds(len(states))), Oracle(game, chosen)(states, seeds(len(states))))


@pytest.mark.parametrize("plan", [PLANS[name] for name in ("multiple", "single", "worlds")], ids=str)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games(game: Game, plan: Plan) -> None:
    states = positions(game, 2, seed=4)
    for playout in (RANDOM, SCRIPTED):
        chosen = replace(plan, playout=playout, simulations=30, trust=0.25)
        assert same(Search(game, chosen)(states, seeds(len(states))), Oracle(game, chosen)(states, seeds(len(states))))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [PLANS[name] for name in ("multiple", "single", "worlds")], ids=str)
@pytest.mark.parametrize("name", list_games())
def test_games_at_length(name: str, plan: Plan) -> None:
    for seats in (2, 4) if name != "kelp" else (2,):
        game = make_game(name) if seats == 2 else make_game(name, num_players=seats)
        states = positions(game, 2, seed=9)
        for playout in (RANDOM, SCRIPTED):
            chosen = replace(plan, playout=playout, simulations=50, trust=0.25)
            found = Search(game, chosen, threads=2)(states, seeds(len(states)))
            assert same(found, Oracle(game, chosen)(states, seeds(len(states))))


def test_one_deep_tree() -> None:
    game = make_game("kelp:board_size=3")
    plan = Plan(1500)
    states = positions(game, 1, seed=5)
    assert same(Search(game, plan)(states, seeds(1)), Oracle(game, plan)(states, seeds(1)))


@pytest.mark.parametrize("plan", [Plan(60), Plan(60, viewer=SEARCHER, trust=0.9)], ids=["multiple", "single"])
@pytest.mark.parametrize("game", [TOYS["kuhn"], TOYS["leduc"], GAMES["vantage:three"]], ids=str)
def test_a_network_that_judges(game: Game, plan: Plan) -> None:
    low, high = game.spec.returns_range
    taste = np.random.default_rng(1).normal(size=(game.observation_size, game.num_actions + 1))

    def one(observation: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, float]:
        signals = np.sin(observation.astype(float) @ taste)
        likely = np.exp(signals[:-1]) * mask
        return likely / likely.sum(), low + (high - low) * (signals[-1] + 1) / 2

    def many(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        judged = [one(*row) for row in zip(observations, masks, strict=True)]
        return np.array([likely for likely, _ in judged]), np.array([value for _, value in judged])

    states = positions(game, 3, seed=6)
    found = JudgedSearch(game, plan, many)(states, seeds(len(states)))
    assert same(found, Oracle(game, plan, one)(states, seeds(len(states))))
