"""The same classifier or raters where the condition is rarer: how each measure moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from scipy.optimize import brentq
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.rates import kappa_at
from kappabook.papers.critics.measures_on_trial import of_decisions

Point = tuple[Any, Any]

# A careful and an eager classifier, as (FPR, TPR): neither is above and left of the other.
CAREFUL: Point = (0.02, 0.60)
EAGER: Point = (0.15, 0.90)


def table_at(point: Point, prevalence: Any) -> ConfusionMatrix:
    """Table of probabilities of a classifier with these rates, where this share is positive.

    Examples
    --------
    >>> table_at((0.1, 0.8), 0.5).cells.round(3).tolist()
    [[0.45, 0.05], [0.1, 0.4]]
    """
    f, t = point
    p = prevalence
    return ConfusionMatrix([[(1 - p) * (1 - f), (1 - p) * f], [p * (1 - t), p * t]])


def measures_at(point: Point, prevalences: Sequence[Any]) -> pd.DataFrame:
    """Measure one classifier at several prevalences, both rates as they are.

    Returns
    -------
    DataFrame of shape (n_prevalences, 7)
        The measures of decisions, and `precision`: the share of hits among the positive calls.
    """
    rows = {}
    for p in prevalences:
        table = table_at(point, p)
        (_, fp), (_, tp) = table.cells
        rows[p] = {**of_decisions(table), "precision": tp / (tp + fp)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("prevalence")


def order_changes_at(a: Point = CAREFUL, b: Point = EAGER) -> float:
    """Prevalence at which kappa changes its mind about two classifiers.

    Raises
    ------
    ValueError
        It prefers the same one at both ends.
    """

    def lead(p: float) -> float:
        return float(kappa_at(*a, p) - kappa_at(*b, p))

    try:
        return float(brentq(lead, 1e-6, 1 - 1e-6, xtol=1e-12))
    except ValueError:
        raise ValueError(f"kappa prefers one of {a} and {b} at every prevalence.") from None


# --- two raters -------------------------------------------------------------------------------


def kappa_of_fixed_rates(rate: float, prevalence: float) -> float:
    r"""Kappa of two raters who, independently, are right with this rate whatever the case.

    The usual model behind the charge: with sensitivity and specificity both s,
    :math:`P_o = s^2 + (1 - s)^2` whatever p, and each calls :math:`q = ps + (1 - p)(1 - s)`
    positive.
    """
    q = prevalence * rate + (1 - prevalence) * (1 - rate)
    return _kappa(rate**2 + (1 - rate) ** 2, q)


def kappa_of_latent_trait(correlation: float, prevalence: float) -> float:
    """Kappa of two raters who see one continuous trait, each with noise, and share a limit.

    Both impressions are normal with this correlation; a rarer condition is a higher limit.
    Then cases near the limit are the ones they dispute, and the rates move with the prevalence,
    as Vach (2005) says they do.
    """
    limit, q = ndtri(1 - prevalence), prevalence
    both_below = multivariate_normal.cdf([limit] * 2, cov=[[1, correlation], [correlation, 1]])
    return _kappa(2 * both_below - (1 - q) + q, q)


def _kappa(agreement: float, positive: float) -> float:
    """Kappa of two raters who both call this share positive."""
    chance = positive**2 + (1 - positive) ** 2
    return float((agreement - chance) / (1 - chance))


def two_rater_models(prevalence: float = 0.05, correlation: float = 0.8) -> pd.Series:
    """Compare what kappa loses from one half down to a rare condition, under both models.

    The rate of the first model is the one that gives both the same kappa at one half.
    """
    start = kappa_of_latent_trait(correlation, 0.5)
    rate = (1 + start**0.5) / 2
    return pd.Series(
        {
            "at one half": start,
            "fixed rates": kappa_of_fixed_rates(rate, prevalence),
            "latent trait": kappa_of_latent_trait(correlation, prevalence),
        }
    )
