"""Who is how strong: ratings of one number an agent, and Nash averaging, which cycles do not mislead.

Both start from comparisons: at every table each two agents are compared, whoever got more wins, equal is half a win
each. With two seats that is the score; with more it also tells second from last.

Ratings are Bradley and Terry's (1952): an agent beats another with the odds 10^(difference / 400), on Elo's scale, on
average 0. The fit is choix's (Maystre and Grossglauser 2015, iterated Luce spectral ranking). Of the libraries at hand
it is the one that fits the model to a matrix of comparisons, in which half wins are as good as whole ones; rating
systems that are updated game by game (Elo, TrueSkill, openskill) depend on the order of the games, which here has no
meaning, and their uncertainty is that of a player who changes.

Error bars come from resampling whole deals, since games of one deal depend on each other: the standard error of the
resampled ratings (Efron 1979), which in trials covered known strengths somewhat better than percentiles did.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .intervals import Z

Floats = npt.NDArray[np.float64]

#: Points for a tenfold odds, as in chess.
ELO_SCALE = 400 / np.log(10)

#: How often deals are resampled.
SAMPLES = 500
_SEED = 0  # of resampling: the same games have the same error bars
_CHUNK = 50
_SMALL = 1e-6


@dataclass(frozen=True)
class Ratings:
    """Ratings of K agents.

    Attributes:
        values: float64 ``[K]``, on average 0.
        low, high: float64 ``[K]``, 95 % intervals; infinite on a side on which nothing bounds the rating, as that of
            an agent that has never lost anything.
    """

    values: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True)
class NashAverage:
    """The maximum-entropy equilibrium of the game of choosing an agent (Balduzzi et al. 2018).

    Attributes:
        weights: float64 ``[K]``, how much each agent is played in it; 0 for what the others make superfluous.
        values: float64 ``[K]``, what each agent gets against it: 0 for those in it, below for others.
    """

    weights: Floats
    values: Floats


def rate(counts: npt.ArrayLike, samples: int = SAMPLES) -> Ratings:
    """Bradley-Terry ratings with error bars.

    Every two agents that met count as having drawn one comparison more than they did, which keeps the rating of an
    agent that won or lost everything finite.

    Args:
        counts: float64 ``[D, K, K]``: how often agent i has beaten agent j in deal d; a draw is half a win for each.
        samples: how often deals are resampled.

    Raises:
        ValueError: another shape, nothing but numbers from 0, or agents that no chain of comparisons connects.
    """
    wins = _checked(counts)
    total = wins.sum(axis=0)
    if not _reach(total + total.T).all():
        raise ValueError("some agents have not met others, not even by way of a third: there is no common rating")
    drawn_once = 0.5 * (total + total.T > 0)
    values = _fit(total + drawn_once, None)
    fits = np.stack([_fit(sample + drawn_once, values) for sample in resampled(wins, samples)])
    deals = len(wins)
    half = Z * fits.std(axis=0, ddof=1) * (deals / max(deals - 1, 1)) ** 0.5
    # Up there is no end for those from whom somebody, even by way of others, has never taken anything. What is left of
    # their intervals is skewed, and its end a percentile.
    reach = _reach(total)
    open_above, open_below = ~reach.all(axis=0) | (deals == 1), ~reach.all(axis=1) | (deals == 1)
    percentiles = np.percentile(fits, [2.5, 97.5], axis=0)
    low, high = np.where(open_above | open_below, percentiles, [values - half, values + half])
    return Ratings(
        ELO_SCALE * values,
        np.where(open_below, -np.inf, ELO_SCALE * np.minimum(low, values)),
        np.where(open_above, np.inf, ELO_SCALE * np.maximum(high, values)),
    )


def resampled(counts: npt.ArrayLike, samples: int = SAMPLES) -> Floats:
    """What the comparisons could have been as well, float64 ``[samples, K, K]``: deals drawn with replacement.

    Where one of two agents has won everything, every sample would be the same. There the other's share is drawn from
    its posterior under Jeffreys' prior, Beta(½, deals + ½).

    Args:
        counts: as :func:`rate` takes them.
        samples: how many.
    """
    wins = _checked(counts)
    deals, agents, _ = wins.shape
    generator = np.random.default_rng(_SEED)
    flat = wins.reshape(deals, -1)
    parts = [
        generator.multinomial(deals, np.full(deals, 1 / deals), size=min(_CHUNK, samples - first)) @ flat
        for first in range(0, samples, _CHUNK)
    ]
    drawn = np.concatenate(parts).reshape(samples, agents, agents)
    total = wins.sum(axis=0)
    for loser, winner in np.argwhere((total == 0) & (total.T > 0)):
        met = int((wins[:, winner, loser] > 0).sum())
        share = generator.beta(0.5, met + 0.5, size=samples)
        played = drawn[:, winner, loser].copy()
        drawn[:, loser, winner] = share * played
        drawn[:, winner, loser] = (1 - share) * played
    return drawn


def nash_average(payoff: npt.ArrayLike) -> NashAverage:
    """The maximum-entropy equilibrium of a symmetric zero-sum game. It is unique; copies of an agent share its weight.

    Args:
        payoff: float64 ``[K, K]``, antisymmetric: what agent i gets against agent j.

    Raises:
        ValueError: `payoff` is no antisymmetric matrix of finite numbers.
    """
    matrix = np.asarray(payoff, np.float64)
    size = len(matrix) if matrix.ndim == 2 else 0
    if size == 0 or matrix.shape != (size, size) or not np.isfinite(matrix).all() or not _antisymmetric(matrix):
        raise ValueError(f"payoff is {payoff!r}, expected an antisymmetric matrix of finite numbers")
    scale = np.abs(matrix).max()
    weights = np.full(size, 1 / size) if scale == 0 else _maximum_entropy(matrix / scale)
    return NashAverage(weights, matrix @ weights)


def _antisymmetric(matrix: Floats) -> bool:
    return bool((np.abs(matrix + matrix.T) <= 1e-12 * max(1.0, float(np.abs(matrix).max()))).all())


def _maximum_entropy(payoff: Floats) -> Floats:
    from scipy.optimize import linprog, minimize
    from scipy.special import logsumexp

    size = len(payoff)
    # An equilibrium is a mixture p against which nothing gains: payoff @ p <= 0. In each row the one with most of an
    # agent:
    corners = np.stack(
        [
            linprog(-row, A_ub=payoff, b_ub=np.zeros(size), A_eq=np.ones((1, size)), b_eq=[1.0], method="highs").x
            for row in np.eye(size)
        ]
    )
    used = np.flatnonzero(np.diag(corners) > _SMALL)
    if np.ptp(corners[used], axis=0).max() < _SMALL:  # the only equilibrium
        weights = np.where(np.isin(np.arange(size), used), corners[used].mean(axis=0), 0.0)
        return np.asarray(weights / weights.sum())
    # Whatever is used in some equilibrium gets exactly 0 against all of them. So the rest is to maximise the entropy
    # under linear constraints, whose dual is smooth: p is proportional to exp(-constraints.T @ multipliers).
    unused = np.setdiff1d(np.arange(size), used)
    constraints = np.concatenate([payoff[np.ix_(used, used)], payoff[np.ix_(unused, used)]])
    bounds = [(None, None)] * len(used) + [(0, None)] * len(unused)

    def mixture(multipliers: Floats) -> Floats:
        exponents = -constraints.T @ multipliers
        return np.asarray(np.exp(exponents - logsumexp(exponents)))

    found = minimize(
        lambda multipliers: (logsumexp(-constraints.T @ multipliers), -constraints @ mixture(multipliers)),
        np.zeros(len(constraints)),
        jac=True,
        bounds=bounds,
        method="L-BFGS-B",
        options={"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-10},
    )
    weights = np.zeros(size)
    weights[used] = mixture(found.x)
    return weights


def _checked(counts: npt.ArrayLike) -> Floats:
    wins = np.asarray(counts, np.float64)
    if wins.ndim != 3 or wins.shape[0] == 0 or wins.shape[1] != wins.shape[2] or wins.shape[1] == 0:
        raise ValueError(f"counts have the shape {wins.shape}, expected [deals, agents, agents]")
    if not np.isfinite(wins).all() or (wins < 0).any():
        raise ValueError("counts must be finite numbers from 0")
    return wins


def _fit(wins: Floats, start: Floats | None) -> Floats:
    """Logits, float64 ``[K]``, on average 0."""
    from choix import ilsr_pairwise_dense

    if len(wins) == 1:
        return np.zeros(1)
    fitted = ilsr_pairwise_dense(wins, initial_params=start, max_iter=100_000, tol=1e-8)
    return np.asarray(fitted - fitted.mean())


def _reach(wins: Floats) -> npt.NDArray[np.bool_]:
    """Whether agent i has taken anything from agent j, or from one that has, and so on: bool ``[K, K]``."""
    reach = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in range(len(wins).bit_length()):
        reach = reach @ reach
    return np.asarray(reach)
