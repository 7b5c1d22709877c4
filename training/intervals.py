"""95 % intervals for games that come in deals, of which each is played several times."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

#: Half the width of a 95 % interval, in standard deviations.
Z = NormalDist().inv_cdf(0.975)


def mean_interval(deal_means: Floats) -> tuple[float, float]:
    """95 % interval of a mean from the means of the deals (``[deals]``), which are independent of each other."""
    if len(deal_means) < 2:
        return -np.inf, np.inf
    mean, error = float(deal_means.mean()), float(deal_means.std(ddof=1)) / len(deal_means) ** 0.5
    return mean - Z * error, mean + Z * error


def score_interval(deal_scores: Floats) -> tuple[float, float]:
    """95 % interval of a score from the mean scores of the deals, float64 ``[deals]`` in [0, 1].

    Games of one deal depend on each other, deals do not. It is Wilson's interval (1927), with the effective number of
    games in place of the number: that which gives a proportion the variance that the deals show (Kish 1965). Where
    they show none, as after wins only, it is the number of deals.
    """
    deals, mean = len(deal_scores), float(deal_scores.mean())
    varied = deals > 1 and float(np.ptp(deal_scores)) > 1e-9  # less is rounding
    variance = float(deal_scores.var(ddof=1)) / deals if varied else 0.0
    effective = mean * (1 - mean) / variance if variance > 0 else float(deals)
    centre = (mean + Z**2 / (2 * effective)) / (1 + Z**2 / effective)
    half = Z / (1 + Z**2 / effective) * (mean * (1 - mean) / effective + Z**2 / (4 * effective**2)) ** 0.5
    # At its ends the interval reaches the score itself, where rounding must not leave it out.
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))
