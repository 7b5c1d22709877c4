"""95 % intervals for games that come in deals, of which each is played several times."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

#: Half the width of a 95 % interval, in standard deviations.
Z = NormalDist().inv_cdf(0.975)


def mean_interval(deal_means: Floats, weights: Floats | None = None) -> tuple[float, float]:
    """95 % interval of a mean over all games.

    Args:
        deal_means: float64 ``[deals]``, means of the deals, which are independent of each other.
        weights: float64 ``[deals]``, games of each deal, above 0; by default all have the same number.
    """
    if len(deal_means) < 2:
        return -np.inf, np.inf
    mean, variance = _mean_and_variance(deal_means, weights)
    return mean - Z * variance**0.5, mean + Z * variance**0.5


def difference_interval(deal_means: Floats, weights: Floats | None = None) -> tuple[float, float]:
    """95 % interval of a mean difference of scores over all games.

    Where all deals show the same, as after three deals in which two agents scored alike, they do not tell how far other
    deals differ, but how many can: of N deals none is another one with a chance of 2.5 % where a share of
    1 - 0.025^(1/N) is (Clopper and Pearson 1934). Each of those could show anything from -1 to 1.

    Args:
        deal_means: float64 ``[deals]`` in [-1, 1], mean differences of the deals.
        weights: as for :func:`mean_interval`.
    """
    deals = len(deal_means)
    if deals < 2 or float(np.ptp(deal_means)) > 1e-9:  # less is rounding
        return mean_interval(deal_means, weights)
    value, others = float(deal_means.mean()), 1 - 0.025 ** (1 / deals)
    return value - others * (value + 1), value + others * (1 - value)


def score_interval(deal_scores: Floats, weights: Floats | None = None) -> tuple[float, float]:
    """95 % interval of a score over all games.

    Games of one deal depend on each other, deals do not. It is Wilson's interval (1927), with the effective number of
    games in place of the number: that which gives a proportion the variance that the deals show (Kish 1965). Where
    they show none, as after wins only, it is the number of deals.

    Args:
        deal_scores: float64 ``[deals]`` in [0, 1], mean scores of the deals.
        weights: float64 ``[deals]``, games of each deal, above 0; by default all have the same number.
    """
    deals = len(deal_scores)
    varied = deals > 1 and float(np.ptp(deal_scores)) > 1e-9  # less is rounding
    mean, variance = _mean_and_variance(deal_scores, weights)
    effective = mean * (1 - mean) / variance if varied else float(deals)
    centre = (mean + Z**2 / (2 * effective)) / (1 + Z**2 / effective)
    half = Z / (1 + Z**2 / effective) * (mean * (1 - mean) / effective + Z**2 / (4 * effective**2)) ** 0.5
    # At its ends the interval reaches the score itself, where rounding must not leave it out.
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


def _mean_and_variance(deal_means: Floats, weights: Floats | None) -> tuple[float, float]:
    """The mean over all games, and the variance of that mean as deals show it (0 for one deal): of a ratio estimator,
    linearised, where deals have different numbers of games.
    """
    deals = len(deal_means)
    if weights is None:
        return float(deal_means.mean()), float(deal_means.var(ddof=1)) / deals if deals > 1 else 0.0
    share = weights / weights.sum()
    mean = float(share @ deal_means)
    spread = float((share**2) @ (deal_means - mean) ** 2)
    return mean, spread * deals / (deals - 1) if deals > 1 else 0.0
