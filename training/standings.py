"""What the games of an arena say: results, ratings, who beats whom, differences on the same deals, cycles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from .game_table import GameTable, Integers, Setting
from .intervals import difference_interval, mean_interval, score_interval
from .matches import FAULTS, Floats
from .ratings import SAMPLES, NashAverage, Ratings, nash_average, rate, resampled
from .results import AgentResult, SeatResult


@dataclass(frozen=True)
class Standing:
    """How one agent did.

    Attributes:
        result: games, score and returns; the mean return is over games that ended without a fault, NaN if none did.
        faults: how many of its losses were faults of its own, by kind.
        first_fault: a line on the first of them in the order of the file, empty without one.
        rating, rating_ci95: see :func:`.ratings.rate`; NaN where there is no common rating.
        nash, nash_ci95: its weight in the Nash average, with what that is in 95 % of the resampled results; NaN where
            two agents never met.
        nash_value: what it gets against the Nash average beyond ½, see :class:`.ratings.NashAverage`.
    """

    result: AgentResult
    faults: Mapping[str, int]
    first_fault: str
    rating: float
    rating_ci95: tuple[float, float]
    nash: float
    nash_ci95: tuple[float, float]
    nash_value: float

    @property
    def agent(self) -> str:
        """Its name."""
        return self.result.agent


@dataclass(frozen=True)
class Difference:
    """Two agents' scores on the same deals against the same others.

    Attributes:
        agents: their names.
        value: mean score of the first, less that of the second, over all sets of others that both have played.
        ci95: 95 % interval, see :func:`.intervals.difference_interval`; infinite where there is one deal only.
        deals: how many deals.
    """

    agents: tuple[str, str]
    value: float
    ci95: tuple[float, float]
    deals: int


@dataclass(frozen=True)
class Standings:
    """What the games of a table say.

    Attributes:
        setting: what was played.
        seeds: seeds of the deals.
        games: how many.
        truncated: how many of them were cut off.
        mean_length: mean number of actions.
        agents: from the highest rating to the lowest.
        shares: float64 ``[K, K]``, how often the agent of the row got more than that of the column where both sat at
            a table (equal is half a time), in the order of `agents`; NaN where they never did.
        low, high: float64 ``[K, K]``, 95 % intervals of the shares.
        comparisons: int64 ``[K, K]``, how many there are. Where a third agent's fault ended the game there is none.
        differences: of every two agents that have played the same others.
        cycles: three agents each, of which the first beats the second, that the third, and that the first, with every
            interval above ½.
    """

    setting: Setting
    seeds: tuple[int, ...]
    games: int
    truncated: int
    mean_length: float
    agents: tuple[Standing, ...]
    shares: Floats
    low: Floats
    high: Floats
    comparisons: Integers
    differences: tuple[Difference, ...]
    cycles: tuple[tuple[str, str, str], ...]


def standings(table: GameTable) -> Standings:
    """What the games of `table` say; it depends on nothing else."""
    names = table.names
    deal_keys = np.stack([table.seeds, table.deals.astype(np.uint64)], axis=1)
    clusters = np.unique(deal_keys, axis=0, return_inverse=True)[1].reshape(-1)
    counts = _comparisons(table, clusters)
    total = counts.sum(axis=0)
    played = total + total.T
    shares, low, high = (np.full(total.shape, np.nan) for _ in range(3))
    for i, j in np.argwhere(played > 0):
        met = np.flatnonzero(counts[:, i, j] + counts[:, j, i] > 0)
        number = counts[met, i, j] + counts[met, j, i]
        shares[i, j] = total[i, j] / played[i, j]
        low[i, j], high[i, j] = score_interval(counts[met, i, j] / number, number)
    ratings, nash, nash_low, nash_high = _ratings(counts)
    results = _results(table, clusters)
    known = not np.isnan(ratings.values).any()
    # Ratings come out of an iteration: what lies beyond their third digit must not decide about the order.
    key = [round(float(ratings.values[k]), 3) if known else result.score for k, result in enumerate(results)]
    order = sorted(range(len(names)), key=lambda k: (-key[k], names[k]))
    agents = tuple(
        Standing(
            results[k],
            *_faults(table, k),
            float(ratings.values[k]),
            (float(ratings.low[k]), float(ratings.high[k])),
            float(nash.weights[k]),
            (float(nash_low[k]), float(nash_high[k])),
            float(nash.values[k]),
        )
        for k in order
    )
    square = np.ix_(order, order)
    beats = low[square] > 0.5
    cycles = [
        (a, b, c)
        for x, y, z in combinations(range(len(order)), 3)
        for a, b, c in ((x, y, z), (x, z, y))
        if beats[a, b] and beats[b, c] and beats[c, a]
    ]
    return Standings(
        table.setting,
        tuple(int(seed) for seed in np.unique(table.seeds)),
        len(table),
        int(table.truncated.sum()),
        float(table.lengths.mean()),
        agents,
        shares[square],
        low[square],
        high[square],
        np.rint(played[square]).astype(np.int64),
        _differences(table, clusters, [names[k] for k in order]),
        tuple((names[order[a]], names[order[b]], names[order[c]]) for a, b, c in cycles),
    )


def _comparisons(table: GameTable, clusters: Integers) -> Floats:
    """How often agent i has beaten agent j in each deal, a draw half: float64 ``[deals, K, K]``."""
    size, seats = len(table.names), table.setting.seats
    _, _, scores = table.outcomes()
    faulty = table.at_fault >= 0
    # A fault says who lost, not who of the others was ahead; without one the returns say more than the scores.
    standing = np.where(faulty[:, None], scores, table.returns)
    counts = np.zeros((int(clusters.max()) + 1) * size * size)
    for a, b in combinations(range(seats), 2):
        first, second = table.agents[:, a], table.agents[:, b]
        counted = (first != second) & (~faulty | (table.at_fault == a) | (table.at_fault == b))
        won = np.where(standing[:, a] == standing[:, b], 0.5, standing[:, a] > standing[:, b])
        for one, other, share in ((first, second, won), (second, first, 1 - won)):
            place = (clusters * size + one) * size + other
            counts += np.bincount(place[counted], share[counted], len(counts))
    return counts.reshape(-1, size, size)


def _ratings(counts: Floats) -> tuple[Ratings, NashAverage, Floats, Floats]:
    """Ratings, the Nash average, and the 95 % interval of its weights; NaN where there are none."""
    size = counts.shape[1]
    nothing = np.full(size, np.nan)
    total = counts.sum(axis=0)
    played = total + total.T
    try:
        ratings = rate(counts, SAMPLES)
    except ValueError:  # agents that no comparison connects, as after merging strangers
        ratings = Ratings(nothing, nothing, nothing)
    if (played + np.eye(size) == 0).any():
        return ratings, NashAverage(nothing, nothing), nothing, nothing
    payoff = _payoff(total)
    average = nash_average(payoff)
    weights = np.stack(
        [_equilibrium(_payoff(sample), payoff, average.weights) for sample in resampled(counts, SAMPLES)]
    )
    low, high = np.percentile(weights, [2.5, 97.5], axis=0)
    return ratings, average, np.minimum(low, average.weights), np.maximum(high, average.weights)


def _payoff(wins: Floats) -> Floats:
    """How much more often than half the time each agent beats each other: float64 ``[K, K]``, antisymmetric."""
    played = wins + wins.T
    return np.asarray((wins - wins.T) / np.where(played > 0, 2 * played, 1))


def _equilibrium(payoff: Floats, measured: Floats, weights: Floats) -> Floats:
    """An equilibrium of resampled results, which mostly have no other: found faster than that of highest entropy."""
    from ludarium.agents.matrix_games import solve_matrix_game

    if np.array_equal(payoff, measured):
        return weights
    solution = solve_matrix_game(payoff)
    return np.asarray((solution.rows + solution.columns) / 2)


def _by_deal(values: Floats, clusters: Integers) -> tuple[Floats, Floats]:
    """Means over each deal that is there, and how many values it has: float64 ``[deals]`` each."""
    _, place = np.unique(clusters, return_inverse=True)
    number = np.bincount(place).astype(np.float64)
    return np.bincount(place, values) / number, number


def _results(table: GameTable, clusters: Integers) -> list[AgentResult]:
    won, drawn, scores = table.outcomes()
    found = []
    for k, name in enumerate(table.names):
        rows, seats = np.nonzero(table.agents == k)
        wins, draws = won[rows, seats], drawn[rows, seats]
        losses = ~wins & ~draws
        score, returns = scores[rows, seats], table.returns[rows, seats]
        whole = ~np.isnan(returns)
        by_seat = tuple(
            SeatResult(seat, *(int((figure & (seats == seat)).sum()) for figure in (wins, draws, losses)))
            for seat in range(table.setting.seats)
        )
        found.append(
            AgentResult(
                name,
                1,
                int(wins.sum()),
                int(draws.sum()),
                int(losses.sum()),
                float(score.mean()),
                score_interval(*_by_deal(score, clusters[rows])),
                float(returns[whole].mean()) if whole.any() else np.nan,
                mean_interval(*_by_deal(returns[whole], clusters[rows][whole])) if whole.any() else (-np.inf, np.inf),
                by_seat,
            )
        )
    return found


def _faults(table: GameTable, agent: int) -> tuple[dict[str, int], str]:
    """How many faults of each kind an agent (by number) has committed, and a line on the first."""
    blamed = table.agents[np.arange(len(table)), np.maximum(table.at_fault, 0)]
    rows = np.flatnonzero((table.at_fault >= 0) & (blamed == agent))
    kinds = np.bincount(table.faults[rows], minlength=len(FAULTS))
    first = f"{FAULTS[table.faults[rows[0]]]}: {table.details[rows[0]]}" if len(rows) else ""
    return {name: int(kinds[kind]) for kind, name in enumerate(FAULTS) if kind}, first


def _differences(table: GameTable, clusters: Integers, order: list[str]) -> tuple[Difference, ...]:
    """Paired differences of every two agents, in the order of `order`."""
    seats = table.setting.seats
    _, _, scores = table.outcomes()
    first = np.arange(0, len(table), seats)  # rows that begin a round: a deal in all rotations
    agents = table.agents.reshape(-1, seats * seats)
    rounds = scores.reshape(-1, seats * seats)
    tables, place = np.unique(table.members[first], axis=0, return_inverse=True)
    place = place.reshape(-1)
    # The mean score of each agent in each deal, by agent and by who else was at the table.
    found: dict[int, dict[tuple[int, ...], tuple[Integers, Floats]]] = {k: {} for k in range(len(table.names))}
    for number, members in enumerate(tables):
        rows = np.flatnonzero(place == number)
        for k in np.unique(members):
            own = agents[rows] == k
            others = members.tolist()
            others.remove(k)
            mean = (rounds[rows] * own).sum(axis=1) / own.sum(axis=1)
            deals = clusters[first[rows]]
            sorting = np.argsort(deals)
            found[int(k)][tuple(others)] = deals[sorting], mean[sorting]
    out = []
    for one, other in combinations(order, 2):
        mine, theirs = found[table.names.index(one)], found[table.names.index(other)]
        parts: list[tuple[npt.NDArray[Any], Floats]] = []
        for others in sorted(mine.keys() & theirs.keys()):
            deals, left, right = np.intersect1d(mine[others][0], theirs[others][0], return_indices=True)
            parts.append((deals, mine[others][1][left] - theirs[others][1][right]))
        if parts and sum(len(deals) for deals, _ in parts):
            values = np.concatenate([part for _, part in parts])
            means = _by_deal(values, np.concatenate([deals for deals, _ in parts]))
            out.append(Difference((one, other), float(values.mean()), difference_interval(*means), len(means[0])))
    return tuple(out)
