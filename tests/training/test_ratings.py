"""Ratings recover known strengths within their error bars; Nash averaging on matrices whose answer is known."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ludarium.training.ratings import ELO_SCALE, nash_average, rate, resampled

CYCLE = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]])


def played(strengths: Any, deals: int, seed: int, *, games: int = 2, draws: float = 0.0) -> np.ndarray:
    """Comparisons ``[deals, K, K]`` of agents of known strength (in points), each two `games` times a deal."""
    points = np.asarray(strengths, float)
    generator = np.random.default_rng(seed)
    counts = np.zeros((deals, len(points), len(points)))
    for i, j in combinations(range(len(points)), 2):
        chance = 1 / (1 + np.exp(-(points[i] - points[j]) / ELO_SCALE))
        drawn = generator.random((deals, games)) < draws
        won = np.where(drawn, 0.5, generator.random((deals, games)) < chance).sum(axis=1)
        counts[:, i, j], counts[:, j, i] = won, games - won
    return counts


def test_strengths_are_recovered() -> None:
    truth = np.array([-300.0, -100, 0, 150, 250])
    found = rate(played(truth, 2000, 1), samples=200)
    assert found.values.mean() == pytest.approx(0, abs=1e-9)
    assert found.values == pytest.approx(truth, abs=15)
    assert ((found.low < truth) & (truth < found.high)).all()
    assert (found.high - found.low < 40).all()


def test_two_agents_are_as_far_apart_as_their_score_says() -> None:
    counts = np.array([[[0, 3], [1, 0.0]]] * 1000)
    found = rate(counts, samples=2)
    assert found.values[0] - found.values[1] == pytest.approx(400 * np.log10(3), abs=0.3)


def test_error_bars_cover_the_truth_as_often_as_they_say() -> None:
    truth = np.array([-80.0, 0, 80])
    inside = 0
    for seed in range(40):
        found = rate(played(truth, 60, seed), samples=60)
        inside += int(((found.low < truth) & (truth < found.high)).sum())
    # 95 % of 120 are 114; the three of one sample hang together.
    assert 107 <= inside <= 119


def test_error_bars_know_that_games_of_one_deal_hang_together() -> None:
    generator = np.random.default_rng(3)
    alone = played([0, 0], 400, 4, games=1)
    won = generator.integers(0, 2, 100).astype(float)  # a hundred deals of four games, each won or lost as a whole
    together = np.zeros((100, 2, 2))
    together[:, 0, 1], together[:, 1, 0] = 4 * won, 4 * (1 - won)
    width = [float((found.high - found.low)[0]) for found in (rate(alone, 200), rate(together, 200))]
    assert width[1] == pytest.approx(2 * width[0], rel=0.25)


def test_a_cycle_rates_equal() -> None:
    counts = np.broadcast_to(np.maximum(CYCLE, 0) * 3 + np.maximum(-CYCLE, 0), (50, 3, 3))
    assert rate(counts, samples=2).values == pytest.approx(np.zeros(3), abs=1e-6)


def test_draws_are_half_wins() -> None:
    wins = played([0, 100, 50], 300, 5)
    assert rate(wins + wins.transpose(0, 2, 1), samples=2).values == pytest.approx(np.zeros(3), abs=1e-6)
    with_draws = rate(played([0, 100, 50], 300, 5, draws=0.5), samples=2).values
    without = rate(wins, samples=2).values
    assert np.ptp(with_draws) < 0.7 * np.ptp(without)


def test_who_never_lost_has_no_upper_end() -> None:
    counts = np.zeros((20, 3, 3))
    counts[:, 0, 1] = counts[:, 0, 2] = counts[:, 1, 2] = counts[:, 2, 1] = 1
    found = rate(counts, samples=200)
    assert np.isfinite(found.values).all()
    assert found.high[0] == np.inf
    assert (found.low[1:] == -np.inf).all()
    assert np.isfinite([found.low[0], *found.high[1:]]).all()
    # Twenty wins out of twenty are not proof of much: about what an interval of the score says, 0.84 upwards.
    assert found.low[0] - found.high[1] < 400 * np.log10(0.84 / 0.16) + 100


def test_a_single_loss_by_way_of_others_bounds_the_rating() -> None:
    counts = np.zeros((20, 3, 3))
    counts[:, 0, 1] = counts[:, 0, 2] = counts[:, 1, 2] = counts[:, 2, 1] = 1
    counts[0, 2, 0] = 1
    found = rate(counts, samples=50)
    assert np.isfinite([*found.low, *found.high]).all()


def test_one_deal_has_no_error_bars() -> None:
    found = rate(played([0, 0], 1, 1, games=40), samples=2)
    assert (found.low == -np.inf).all()
    assert (found.high == np.inf).all()


def test_the_same_games_rate_the_same() -> None:
    counts = played([0, 40, 90], 50, 1)
    once, again = rate(counts, samples=60), rate(counts, samples=60)
    for name in ("values", "low", "high"):
        assert (getattr(once, name) == getattr(again, name)).all()
    whole = resampled(counts, 70)
    assert (whole[:50] == resampled(counts, 50)).all()
    assert whole.sum(axis=(1, 2)) == pytest.approx(np.full(70, counts.sum()))


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (np.zeros((3, 2)), r"shape \(3, 2\)"),
        (np.zeros((0, 2, 2)), r"shape \(0, 2, 2\)"),
        (np.full((1, 2, 2), -1.0), "from 0"),
        (np.full((1, 2, 2), np.nan), "from 0"),
        (np.zeros((4, 2, 2)), "no common rating"),
    ],
)
def test_bad_counts(counts: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rate(counts)


def test_rock_paper_scissors_averages_evenly() -> None:
    found = nash_average(CYCLE)
    assert found.weights == pytest.approx([1 / 3] * 3)
    assert found.values == pytest.approx([0] * 3, abs=1e-9)


def test_copies_share_the_weight_of_one() -> None:
    copied = [0, 1, 2, 0]
    assert nash_average(CYCLE[np.ix_(copied, copied)]).weights == pytest.approx([1 / 6, 1 / 3, 1 / 3, 1 / 6])


def test_the_dominated_get_nothing() -> None:
    payoff = np.zeros((4, 4))
    payoff[:3, :3] = CYCLE
    payoff[:3, 3], payoff[3, :3] = 0.2, -0.2
    found = nash_average(payoff)
    assert found.weights == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert found.weights[3] == 0
    assert found.values[3] == pytest.approx(-0.2)


def test_the_best_of_an_order_gets_everything() -> None:
    strength = np.array([0.3, 0.1, -0.1, -0.3])
    found = nash_average(strength[:, None] - strength[None, :])
    assert found.weights == pytest.approx([1, 0, 0, 0])
    assert (np.diff(found.values) < 0).all()


def test_uneven_cycles_weigh_the_edges_across() -> None:
    payoff = np.array([[0, 0.3, -0.1], [-0.3, 0, 0.2], [0.1, -0.2, 0]])
    assert nash_average(payoff).weights == pytest.approx(np.array([0.2, 0.1, 0.3]) / 0.6)


def test_equal_agents_share_evenly() -> None:
    assert nash_average(np.zeros((4, 4))).weights == pytest.approx([0.25] * 4)


def test_of_many_equilibria_it_takes_that_of_highest_entropy() -> None:
    payoff = np.zeros((3, 3))
    # Anything with at most a third of the first as much of the second is an equilibrium: p_2 <= p_1 / 3.
    payoff[2] = [-0.1, 0.3, 0]
    payoff[:, 2] = -payoff[2]
    found = nash_average(payoff)
    assert found.weights == pytest.approx([0.75, 0.25, 0], abs=1e-6)
    assert (found.values <= 1e-6).all()


def test_equilibria_of_random_games_lose_to_nothing() -> None:
    generator = np.random.default_rng(1)
    for size in (1, 2, 5, 9):
        drawn = generator.normal(size=(size, size))
        found = nash_average(drawn - drawn.T)
        assert found.weights.sum() == pytest.approx(1)
        assert (found.weights >= 0).all()
        assert found.values.max() < 1e-6


@pytest.mark.parametrize("payoff", [np.ones((2, 2)), np.zeros((2, 3)), np.zeros(0), [[0, np.nan], [np.nan, 0]]])
def test_bad_payoffs(payoff: Any) -> None:
    with pytest.raises(ValueError, match="antisymmetric"):
        nash_average(payoff)
