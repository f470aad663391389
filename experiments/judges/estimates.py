"""A rate that a judge found: five ways to estimate it, on many samples."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.intervals.distributions import quantile
from kappabook.metrics.raters.corrected import Correction, rate_of_counts

Values = NDArray[np.float64]

LEVEL = 0.95
# Cases without a true label.
N_JUDGED = 2000
RANDOM, WITH_ERRORS, BY_VERDICT = "random", "random, labels 5 % wrong", "by verdict"
DESIGNS = (RANDOM, WITH_ERRORS, BY_VERDICT)
WRONG = 0.05
# A case that the judge calls positive is verified so many times as often as another.
TIMES = 4
NAIVE, PEOPLE = "naive", "people only"
DIFFERENCE, ROGAN_GLADEN, WEIGHTED = "difference", "rogan-gladen", "weighted by verdict"
METHODS = (NAIVE, PEOPLE, DIFFERENCE, ROGAN_GLADEN, WEIGHTED)


@dataclass(frozen=True)
class Calibration:
    """A judge, 2000 cases that nobody verified, and how others that people verified were chosen.

    By the verdict: a case that the judge calls positive is verified four times as often.
    """

    prevalence: float
    sensitivity: float
    specificity: float
    design: str
    n_calibration: int

    @property
    def judged_rate(self) -> float:
        """Share of all cases that the judge calls positive."""
        p = self.prevalence
        return p * self.sensitivity + (1 - p) * (1 - self.specificity)


@dataclass(frozen=True)
class Counts:
    """What was seen in each sample: arrays of shape (n_samples,).

    `positives` of the cases without a label are called positive; `tp`, `fn`, `tn`, `fp` compare
    the judge with the labels of the verified ones.
    """

    positives: NDArray[np.int64]
    tp: NDArray[np.int64]
    fn: NDArray[np.int64]
    tn: NDArray[np.int64]
    fp: NDArray[np.int64]


def draw(setting: Calibration, n_samples: int, rng: np.random.Generator) -> Counts:
    """Draw samples: verdicts of all cases, which of them are verified, and their labels."""
    m, q, p = setting.n_calibration, setting.judged_rate, setting.prevalence
    total = N_JUDGED + m
    called = rng.binomial(total, q, size=n_samples)
    if setting.design == BY_VERDICT:
        share = TIMES * called / (total + (TIMES - 1) * called)
        verified = np.minimum(np.rint(m * share).astype(np.int64), called)
    else:
        verified = rng.hypergeometric(called, total - called, m)
    # What the truth of a case is, given its verdict.
    true_if_called = p * setting.sensitivity / q if q > 0 else 0.0
    true_if_not = p * (1 - setting.sensitivity) / (1 - q) if q < 1 else 0.0
    if setting.design == WITH_ERRORS:
        true_if_called, true_if_not = (
            x * (1 - WRONG) + (1 - x) * WRONG for x in (true_if_called, true_if_not)
        )
    tp = rng.binomial(verified, true_if_called)
    fn = rng.binomial(m - verified, true_if_not)
    return Counts(called - verified, tp, fn, m - verified - fn, verified - tp)


def estimate(counts: Counts, method: str) -> Values:
    """Estimates and intervals by one method, shape (3, n_samples): value, low, high.

    The value is not put into [0, 1]; nan where it is undefined.

    - *naive*: the share that the judge calls positive, with Wilson's interval;
    - *people only*: the share of the verified cases that people call positive, the same;
    - *difference*, *rogan-gladen*: :func:`kappabook.corrected_prevalence`;
    - *weighted by verdict*: among the cases called positive, and among the others, the share that
      people call positive, each weighted by the judge's share of such verdicts. Right if cases
      were chosen at random or by their verdict; the interval adds one positive and one negative
      case to each of the two groups.
    """
    z = quantile(LEVEL)
    positives, tp, fn, tn, fp = counts.positives, counts.tp, counts.fn, counts.tn, counts.fp
    m = tp + fn + tn + fp
    if method == NAIVE:
        return wilson(positives + tp + fp, N_JUDGED + m, z)
    if method == PEOPLE:
        return wilson(tp + fn, m, z)
    if method == WEIGHTED:
        return _weighted(counts, z)
    name: Correction = "difference" if method == DIFFERENCE else "rogan-gladen"
    rows = zip(*(x.tolist() for x in (positives, tp, fn, tn, fp)), strict=True)
    found = [rate_of_counts(k, N_JUDGED, *cells, method=name, z=z) for k, *cells in rows]
    return np.array(found, dtype=float).T.reshape(3, -1)


def wilson(k: NDArray[np.int64], n: NDArray[np.int64] | int, z: float) -> Values:
    """Share k / n with Wilson's interval."""
    share = k / n
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return np.stack([share, middle - reach, middle + reach])


def _weighted(counts: Counts, z: float) -> Values:
    """Weigh by the verdict; undefined where no case of one of the verdicts was verified."""
    n_called, n_not = counts.tp + counts.fp, counts.fn + counts.tn
    total = N_JUDGED + n_called + n_not
    q = (counts.positives + n_called) / total
    with np.errstate(divide="ignore", invalid="ignore"):
        value = q * (counts.tp / n_called) + (1 - q) * (counts.fn / n_not)
    a, b = (counts.tp + 1) / (n_called + 2), (counts.fn + 1) / (n_not + 2)
    variance = q**2 * a * (1 - a) / (n_called + 2) + (1 - q) ** 2 * b * (1 - b) / (n_not + 2)
    reach = z * np.sqrt(variance + (a - b) ** 2 * q * (1 - q) / total)
    middle = np.where(np.isnan(value), np.nan, q * a + (1 - q) * b)
    return np.stack([value, np.clip(middle - reach, 0, 1), np.clip(middle + reach, 0, 1)])


def summary(setting: Calibration, found: Values) -> dict[str, float]:
    """Say how one method did; shares are of the samples where it is defined."""
    value, low, high = found[:, ~np.isnan(found[0])]
    p, n = setting.prevalence, value.size
    rate = np.clip(value, 0, 1)
    coverage = float(((low <= p) & (p <= high)).mean()) if n else math.nan
    error = float(((rate - p) ** 2).mean()) if n else math.nan
    return {
        "coverage": coverage,
        "standard_error": math.sqrt(coverage * (1 - coverage) / n) if n else math.nan,
        "width": float((high - low).mean()) if n else math.nan,
        "bias": float(rate.mean() - p) if n else math.nan,
        "deviation": float(rate.std()) if n else math.nan,
        "people_labels": p * (1 - p) / error if n and error > 0 else math.nan,
        "outside": float(((value < 0) | (value > 1)).mean()) if n else math.nan,
        "undefined": 1 - n / found.shape[1],
    }
