"""What the plan computes from the costs: intervals, bands, one test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import numpy as np
import pandas as pd
from scipy.stats import t as student

from experiments.regret.contrasts import (
    PRIMARY,
    SECONDARY,
    Column,
    differences,
    joint_sign_flip,
)
from kappabook.study.regret.results import source_means

DRAWS, LEVEL = 10_000, 0.95
PRIMARY_SEED, SECONDARY_SEED, CURVE_SEED = 1, 2, 3


def simultaneous(values: Column, *, seed: int, draws: int = DRAWS) -> tuple[Column, Column]:
    r"""Return 95 % bands of the column means that hold together: max-t bootstrap over rows.

    The critical value is the .95 quantile of :math:`\max_j |\bar x^*_j - \bar x_j| / s^*_j`, with
    the standard error of each resample. One column gives a symmetric studentised interval.

    Parameters
    ----------
    values : ndarray of shape (n_sources, n_columns)

    References
    ----------
    Romano and Wolf (2005), Econometrica 73, pp. 1237-1282, for the studentised maximum.
    """
    mean, error, t = _studentised(values, seed, draws)
    critical = np.quantile(np.abs(t).max(axis=1), LEVEL, method="inverted_cdf")
    with np.errstate(invalid="ignore"):  # of very few sources, infinity times 0
        return mean - critical * error, mean + critical * error


def studentised(values: Column, *, seed: int, draws: int = DRAWS) -> tuple[Column, Column]:
    """Return a 95 % bootstrap-t interval of each column mean on its own, both tails apart."""
    mean, error, t = _studentised(values, seed, draws)
    below, above = np.quantile(t, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0, method="inverted_cdf")
    return mean - above * error, mean - below * error


def detectable(values: Column) -> Column:
    """Return the mean difference that a t-test at .05 finds with a power of .8, of each column."""
    n = len(values)
    reach = student.ppf(0.975, n - 1) + student.ppf(0.8, n - 1)
    return np.asarray(reach * values.std(axis=0, ddof=1) / np.sqrt(n))


def planned(costs: pd.DataFrame) -> pd.DataFrame:
    """Compute the primary contrast and the secondary family.

    Returns
    -------
    DataFrame
        A row for each contrast: what is compared, sources, mean difference, band, exact p (of
        the primary alone), the detectable difference, and the shares of sources in which kappa
        costs less and more.
    """
    means = source_means(costs)
    rows = []
    for contrasts, seed in (((PRIMARY,), PRIMARY_SEED), (SECONDARY, SECONDARY_SEED)):
        values = differences(means, contrasts)
        band = studentised if contrasts == (PRIMARY,) else simultaneous
        low, high = band(values, seed=seed)
        for j, contrast in enumerate(contrasts):
            rows.append(
                asdict(contrast)
                | {
                    "sources": len(values),
                    "difference": values[:, j].mean(),
                    "low": low[j],
                    "high": high[j],
                    "p": joint_sign_flip(values)[j] if contrast == PRIMARY else None,
                    "detectable": detectable(values)[j],
                    "kappa_cheaper": int((values[:, j] < 0).sum()),
                    "kappa_dearer": int((values[:, j] > 0).sum()),
                }
            )
    return pd.DataFrame(rows)


def _studentised(values: Column, seed: int, draws: int) -> tuple[Column, Column, Column]:
    n, k = values.shape
    mean, error = values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(n)
    t = np.empty((draws, k))
    for rows, weights in _resamples(n, seed, draws):
        # Sums of squares about the mean, so that nothing is lost to cancellation.
        centred = values - mean
        shift = weights @ centred / n
        spread = weights @ centred**2 / n - shift**2
        own = np.sqrt(np.maximum(spread, 0) / (n - 1))
        far = np.abs(shift) > 1e-15
        with np.errstate(divide="ignore", invalid="ignore"):
            t[rows] = np.where(own > 1e-15, shift / own, np.where(far, np.inf * shift, 0.0))
    return mean, error, t


def _resamples(n: int, seed: int, draws: int) -> Iterator[tuple[slice, Column]]:
    """Yield how often each row is in each resample, some resamples at a time."""
    rng = np.random.default_rng(seed)
    for start in range(0, draws, 1000):
        size = min(1000, draws - start)
        rows = (rng.random((size, n)) * n).astype(np.intp)
        weights = np.zeros((size, n))
        np.add.at(weights, (np.arange(size)[:, None], rows), 1.0)
        yield slice(start, start + size), weights
