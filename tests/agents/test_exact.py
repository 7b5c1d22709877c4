"""Exact play: the figures of the rule book, strategies everywhere, and clear refusals of all other games."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from ludarium import make_batch, make_game
from ludarium.agents.base import Decisions
from ludarium.agents.exact import ExactAgent, Solution, solve
from ludarium.agents.matrix_games import solve_matrix_game
from ludarium.agents.positions import UnsolvableError
from ludarium.envs.core.game import Chance, Game, Utility
from ludarium.envs.core.rng import seeds_of_slots
from tests.agents.coins import SPEC, coins
from tests.kelp.table import play, position, start
from tests.toys import toy_game

SMALL = {"board_size": 3, "attack_cards": 1}
COIN_GAME = np.array([[-1.0, 1, 1], [2, -1, 2], [3, 3, -1]])  # what the hider earns in Coins


@pytest.mark.rule("K9", "K12", "K14", "K15", "KD1", "KD2", "KD3", "KD9")
@pytest.mark.parametrize(
    ("board_size", "copies", "attack_cards", "guess_pool", "illegal_direction", "value", "positions"),
    [
        (6, 1, 2, "shared", "forbidden", 0.0, 1_099),
        (4, 1, 2, "shared", "forbidden", 0.0, 1_099),
        (3, 1, 2, "shared", "forbidden", -0.416667, 1_072),
        (3, 1, 1, "shared", "forbidden", -0.416667, 560),
        (3, 1, 2, "shared", "bump", 0.114251, 2_042),
        (6, 1, 2, "shared", "bump", 0.0, 2_068),
        (6, 1, 2, "separate", "forbidden", 0.0, 15_467),
        (3, 1, 2, "separate", "forbidden", -0.166667, 15_115),
        (4, 2, 2, "shared", "forbidden", -0.032036, 62_969),
        (5, 2, 2, "shared", "bump", -0.076420, 114_413),
    ],
)
def test_figures_of_the_rule_book(
    board_size: int,
    copies: int,
    attack_cards: int,
    guess_pool: str,
    illegal_direction: str,
    value: float,
    positions: int,
) -> None:
    game = make_game(
        "kelp",
        board_size=board_size,
        copies=copies,
        attack_cards=attack_cards,
        guess_pool=guess_pool,
        illegal_direction=illegal_direction,
    )
    solution = solve(game)
    assert solution.value == pytest.approx(value, abs=5.1e-7)
    assert solution.positions == positions


@pytest.mark.rule("KD8")
def test_duel() -> None:  # the rule book gives no figure; pinned here, as reproduced by the plain oracle's solver
    solution = solve(make_game("kelp:duel"))
    assert solution.value == pytest.approx(-0.092790, abs=5e-7)
    assert solution.positions == 63_037


@pytest.mark.parametrize(("rounds", "value"), [(1, 1), (2, 0), (3, 1)])
def test_a_game_that_shares_nothing_with_kelp(rounds: int, value: int) -> None:
    worth = solve_matrix_game(COIN_GAME).value
    assert worth > 0  # so nobody skips
    solution = solve(coins(rounds=rounds))
    assert solution.value == pytest.approx(value * worth / 10, abs=1e-7)  # returns are float32
    states = solution.graph.states
    assert solution.positions == (states["turn"] < rounds).sum()
    strategies = solution.policy(states[states["turn"] < rounds])
    assert strategies == pytest.approx(np.tile([*solve_matrix_game(COIN_GAME).rows, 0], (solution.positions, 1)))


def reached(game: Game, seed: int, steps: int) -> Any:
    """States of games under way, answers due among them."""
    batch = make_batch(game, 64, seed=seed)
    found = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        found.append(batch.states.copy())
    return np.concatenate(found)


@pytest.mark.parametrize("game", [make_game("kelp", **SMALL), make_game("kelp", board_size=3), coins()])
def test_strategies_are_probabilities_of_legal_actions(game: Game) -> None:
    states = reached(game, 1, 12)
    policy = ExactAgent(game).policy(Decisions.of(game, states, seeds_of_slots(1, len(states))))
    assert policy.shape == (len(states), game.num_actions)
    assert (policy >= 0).all()
    assert policy.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert not policy[game.legal(states) == 0].any()


def test_values_agree_with_a_step_ahead() -> None:
    game = make_game("kelp", **SMALL)
    solution = solve(game)
    states = reached(game, 2, 10)
    states = states[~states["guessing"]]
    values = solution.values_of(states)
    masks = game.legal(states)
    sign = np.where(states["to_act"] == 0, 1, -1)
    best = np.full(len(states), -np.inf)
    for action in range(game.num_actions):
        rows = np.flatnonzero(masks[:, action])
        after = states[rows].copy()
        game.step(after, np.full(len(rows), action))
        best[rows] = np.maximum(best[rows], sign[rows] * solution.values_of(after))
    # Whether a card is laid is the mover's choice, and which one does not show: all have the value of the matrix game.
    assert values == pytest.approx(sign * best, abs=1e-12)


def test_values_of_games_that_are_over_are_their_returns() -> None:
    game = make_game("kelp", **SMALL)
    batch = make_batch(game, 64, seed=6, auto_restart=False)
    while len(active := np.flatnonzero(~batch.states["terminated"])):
        batch.step(batch.random_actions(active), active)
    returns = batch.states["returns"][:, 0]
    assert set(returns) == {-1, 0, 1}
    assert (solve(game).values_of(batch.states) == returns).all()
    with pytest.raises(ValueError, match="game 0 is over"):
        solve(game).policy(batch.states)


@pytest.mark.rule("K4", "K7", "KD10")
def test_the_guesser_is_not_told_the_card() -> None:
    game, states = start(**SMALL)
    play(game, states, "move east")
    other = states.copy()
    other["face_down"][0, 0] = 2  # south
    agent = ExactAgent(game)
    seeds = seeds_of_slots(1, 1)
    first, second = (agent.policy(Decisions.of(game, s, seeds)) for s in (states, other))
    assert first.tolist() == second.tolist()
    assert first[0, 5] == pytest.approx(0.5)  # south and east are all that the corner leaves
    assert first[0, 6] == pytest.approx(0.5)
    assert solve(game).values_of(states).tolist() == solve(game).values_of(other).tolist()


def test_random_stream_and_counters_do_not_matter() -> None:
    game, states = start(**SMALL)
    same = states.copy()
    same["rng"] += np.uint64(1)
    same["moves"] += 3
    same["turns"] += 4
    solution = Solution(game)
    size = solution.graph.num_states
    assert (solution.policy(states) == solution.policy(same)).all()
    assert solution.graph.num_states == size


def test_positions_set_up_by_hand() -> None:
    game = make_game("kelp", board_size=5)
    solution = Solution(game)
    value, positions, size = solution.value, solution.positions, solution.graph.num_states
    # One card each and no attacks: pawns level, the mover gains a step unless the guess is right.
    end = position(
        game,
        x=[2, 2],
        y=[1, 3],
        attacks=[0, 0],
        move_cards=[[0, 1, 1, 0], [0, 0, 0, 0]],
    )
    end["cards_left"] = [[2, 0]]
    assert solution.values_of(end).tolist() == [1.0]  # KD4: nobody can guess
    close = position(game, x=[2, 2], y=[1, 2], attacks=[1, 1], move_cards=[[1] * 4, [1] * 4])
    assert solution.values_of(close).tolist() == [1.0]
    assert solution.policy(close)[0].tolist() == [0] * 8 + [1, 0]
    assert solution.graph.num_states > size
    assert (solution.value, solution.positions) == (value, positions)
    # What was known before is known still, and new ones are solved once.
    size = solution.graph.num_states
    assert solution.values_of(game.new_states(1)).tolist() == [value]
    solution.values_of(close)
    assert solution.graph.num_states == size


def test_an_answer_set_up_by_hand() -> None:
    game = coins(rounds=2)
    solution = Solution(game)
    states = game.new_states(1)
    states["balance"] = 7  # no play leads there
    states["to_act"] = 1
    states["guessing"] = True
    states["hidden"] = [[2, 0]]
    solved = solve_matrix_game(COIN_GAME)
    for held in (1, 2, 3):
        states["hidden"][0, 0] = held
        assert solution.policy(states)[0, :3] == pytest.approx(solved.columns)
        assert solution.values_of(states)[0] == pytest.approx((7 + solved.value - solved.value) / 10, abs=1e-7)


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        ("chance", "draws from the random stream.*after one, one"),
        ("stays hidden", "stays hidden after the answer.*after one, one"),
        ("not answered", "does not answer at once.*after one"),
        ("not zero-sum", "do not add up to zero"),
        ("cycle", "can return to an earlier state"),
        ("cap", "cap on its length"),
        ("looks alike", "look the same"),
        ("uneven", "legal answers depend on what is held back"),
        ("stuck", "no legal action"),
        ("counts moves", "depend on moves"),
        ("deck", "stays hidden after the answer"),
        ("hidden start", r"not all is public when it starts \(kept\)"),
    ],
)
def test_games_of_other_kinds_are_refused(fault: str, problem: str) -> None:
    game = coins(fault=fault)
    with pytest.raises(UnsolvableError, match=f"(?s)^coins:fault={fault} cannot be solved exactly: .*{problem}"):
        solve(game)


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (toy_game("magpie", num_players=3), "has 3 seats"),
        (toy_game("kuhn"), "game of chance"),
        (Game(dataclasses.replace(SPEC, utility=Utility.GENERAL_SUM), {}), "it is general-sum"),
        (Game(dataclasses.replace(SPEC, chance=Chance.SAMPLED), {}), "game of chance"),
        (make_game("kelp:reveal=outcome,illegal_direction=bump"), "not all is public when it starts"),
    ],
)
def test_what_is_known_beforehand_is_refused_before_any_work(game: Game, problem: str) -> None:
    with pytest.raises(UnsolvableError, match=problem):
        ExactAgent(game)


def test_the_limit_of_positions() -> None:
    with pytest.raises(UnsolvableError, match="has more than max_positions=500 states"):
        Solution(make_game("kelp"), max_positions=500)


def test_a_refused_state_leaves_the_solution_as_it_was() -> None:
    game = make_game("kelp", **SMALL)
    solution = Solution(game, max_positions=700)
    size = solution.graph.num_states
    far = position(game, x=[1, 1], y=[0, 2], attacks=[1, 1], move_cards=[[3] * 4, [3] * 4])
    with pytest.raises(UnsolvableError, match="max_positions"):
        solution.policy(far)
    assert solution.graph.num_states == size
    assert solution.policy(game.new_states(1)).sum() == pytest.approx(1)
    states = reached(game, 5, 8)
    assert (solution.values_of(states) == solve(game).values_of(states)).all()
    assert solution.graph.num_states == size


def test_a_solution_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve(make_game("kelp", **SMALL)) is solve(make_game("kelp:board_size=3,attack_cards=1"))


def test_progress_is_told() -> None:
    told: list[tuple[str, int]] = []
    solution = Solution(make_game("kelp", **SMALL), progress=lambda what, count: told.append((what, count)))
    assert ("states found", solution.graph.num_states) in told
    assert ("states solved", solution.graph.num_states) in told
