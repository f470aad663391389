"""A share of positives that was judged with errors, mended by cases whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri

from kappabook.metrics.check import as_labels, is_missing, number, one_column, undefined
from kappabook.metrics.intervals.distributions import refuse_outside, valid_level
from kappabook.metrics.intervals.result import Interval, Unknown

# Some of which may be None.
Labels = ArrayLike | Sequence[object]
Correction = Literal["difference", "rogan-gladen"]
_FEW = 5


@dataclass(frozen=True, repr=False, kw_only=True)
class CorrectedPrevalence(Interval):
    """A share of positives, corrected for the judge's errors.

    Attributes
    ----------
    estimate, low, high : float
        The corrected share and its interval, put into [0, 1]; nan if it is undefined.
    confidence_level, method, caution, standard_error, measure, n, distribution
        As in :class:`kappabook.metrics.intervals.result.Interval`; n counts all cases.
    unclipped : float
        The corrected share before that: outside [0, 1] the judge's errors and its verdicts do not
        fit together, by chance or because the calibration cases are unlike the others.
    judged_rate : float
        The judge's share of positives, not corrected, of the cases without a true label.
    sensitivity, specificity : float
        The judge's, on the calibration cases; nan if none was positive, or negative.
    n_judged, n_calibration : int
        Cases without, and with, a true label.
    """

    unclipped: float
    judged_rate: float
    sensitivity: float
    specificity: float
    n_judged: int
    n_calibration: int

    @property
    def out_of_range(self) -> bool:
        """Whether the corrected share had to be put into [0, 1]."""
        return not math.isnan(self.unclipped) and not 0 <= self.unclipped <= 1

    def _shown(self) -> list[tuple[str, str]]:
        judged = f"{self.judged_rate:.3g} of {self.n_judged}"
        return [
            *super()._shown(),
            ("as judged", judged),
            ("calibration cases", str(self.n_calibration)),
            *([("before it was put into [0, 1]", f"{self.unclipped:.3g}")] * self.out_of_range),
        ]


def corrected_prevalence(
    y_true: Labels,
    y_judge: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    method: Correction = "difference",
    confidence_level: float = 0.95,
) -> CorrectedPrevalence:
    r"""Correct the share of positives that a judge found for the judge's errors.

    Some cases have a true label, the calibration cases; the judge labelled all.

    'difference' adds the mean error of the judge to its share; it is called prediction-powered
    inference where a model judges. The calibration cases must be a **random sample** of all.

    .. math:: \hat p = \bar y^{judge}_{others} + \overline{(y^{true} - y^{judge})}_{calibration}

    'rogan-gladen' solves for the share that, with the judge's sensitivity and specificity, would
    give what the judge found. The calibration cases may be sampled by their true label (half
    positive, say), **never by the judge's**: cases picked because the judge called them positive
    give a wrong sensitivity.

    .. math:: \hat p = \frac{\bar y^{judge}_{others} + Sp - 1}{Se + Sp - 1}

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels of the calibration cases; None, nan, pandas.NA or masked elsewhere.
    y_judge : array-like of shape (n_samples,)
        The judge's labels, of all cases.
    pos_label : hashable, optional
        The label that is counted; 1 if the labels are among {0, 1} or {-1, 1}.
    method : {'difference', 'rogan-gladen'}, default='difference'
        Of two right methods 'difference' has the shorter interval where the calibration cases are
        a random sample, and needs no positives among them.
    confidence_level : float in (0, 1), default=0.95
        Coverage asked for; docs/raters.md has the measured one.

    Returns
    -------
    CorrectedPrevalence
        nan, with UndefinedMetricWarning, by 'rogan-gladen' if no calibration case is positive, or
        none negative, or the judge is no better than a coin (Se + Sp <= 1).

    Raises
    ------
    ValueError
        If a label of the judge is missing, no case or every case has a true label, or there are
        more than two labels.

    Notes
    -----
    The intervals add cases, as those of Agresti and Coull and of Bonett and Price do: for
    'rogan-gladen' Lang and Reiczigel's (eqs. 4, 6, 7, 17), for 'difference' the sum of the two
    variances, with :math:`z^2` cases added to the judged and two to the calibration cases.
    If with two more calibration cases of each class the judge is no better than a coin,
    'rogan-gladen' has the interval [0, 1].

    References
    ----------
    Rogan and Gladen (1978), American Journal of Epidemiology 107, pp. 71-76. Lang and Reiczigel
    (2014), Preventive Veterinary Medicine 113, pp. 13-22. Angelopoulos et al. (2023), Science 382,
    pp. 669-674, for the difference. Bonett and Price (2012), Journal of Educational and Behavioral
    Statistics 37, pp. 479-488.

    Examples
    --------
    >>> from kappabook import corrected_prevalence
    >>> truth = [1] * 8 + [0] * 32 + [None] * 400
    >>> judge = [1] * 6 + [0] * 2 + [1] * 4 + [0] * 28 + [1] * 100 + [0] * 300
    >>> found = corrected_prevalence(truth, judge)
    >>> found.judged_rate, round(found.estimate, 3), round(found.low, 2), round(found.high, 2)
    (0.25, 0.2, 0.07, 0.34)
    """
    if method not in ("difference", "rogan-gladen"):
        raise ValueError(f"method is {method!r}; give 'difference' or 'rogan-gladen'.")
    z = float(ndtri((1 + valid_level(confidence_level)) / 2))
    truth, judge, known = _columns(y_true, y_judge, pos_label)
    tp, fn = int((truth & judge & known).sum()), int((truth & ~judge & known).sum())
    fp, tn = int((~truth & judge & known).sum()), int((~truth & ~judge & known).sum())
    k, n = int(judge[~known].sum()), int((~known).sum())
    counts = k, n, tp, fn, tn, fp
    value, low, high = rate_of_counts(*counts, method=method, z=z)
    if math.isnan(value):
        reason = "sensitivity + specificity is not above 1"
        if tp + fn == 0 or fp + tn == 0:
            reason = f"no calibration case is {'positive' if tp + fn == 0 else 'negative'}"
        undefined("the corrected prevalence", reason)
    return CorrectedPrevalence(
        estimate=min(max(value, 0.0), 1.0) if value == value else value,
        low=low,
        high=high,
        confidence_level=confidence_level,
        method=method,
        caution=_caution(tp + fn, fp + tn),
        measure="corrected prevalence",
        n=n + tp + fn + fp + tn,
        distribution=Unknown() if math.isnan(value) else Formula(counts, method, value),
        unclipped=value,
        judged_rate=k / n,
        sensitivity=tp / (tp + fn) if tp + fn else math.nan,
        specificity=tn / (tn + fp) if tn + fp else math.nan,
        n_judged=n,
        n_calibration=tp + fn + fp + tn,
    )


@dataclass(frozen=True)
class Formula:
    """The intervals of all levels."""

    counts: tuple[int, ...]
    method: Correction
    value: float

    def interval(self, confidence_level: float) -> tuple[float, float]:
        """Both ends, in [0, 1]."""
        return self._ends(float(ndtri((1 + confidence_level) / 2)))

    def _ends(self, z: float) -> tuple[float, float]:
        _, low, high = rate_of_counts(*self.counts, method=self.method, z=z)
        return low, high

    def p_value(self, value: float) -> float:
        """Return 1 minus the level of the interval that ends at this value."""
        rate = min(max(self.value, 0.0), 1.0)
        refuse_outside(value, 0, 1)
        if value == rate:
            return 1.0
        side = 1 if value < rate else -1

        def beyond(z: float) -> float:
            return side * (self._ends(z)[0 if side > 0 else 1] - value)

        # Far out the added cases pull the ends back, so the first z that reaches the value counts.
        reached = (z for z in np.arange(0.05, 40, 0.05) if beyond(z) <= 0)
        z = next(reached, math.inf)
        return float(2 * ndtr(-scipy.optimize.brentq(beyond, z - 0.05, z))) if z < math.inf else 0.0


def rate_of_counts(
    k: int, n: int, tp: int, fn: int, tn: int, fp: int, *, method: Correction, z: float
) -> tuple[float, ...]:
    """Value, not put into [0, 1], and interval of :func:`corrected_prevalence`, from counts.

    `k` of `n` judged cases are called positive; `tp`, `fn`, `tn` and `fp` calibration cases are
    right and wrong; `z` is the normal quantile. Three nan where the rate is undefined.
    """
    if method == "difference":
        return _difference(k, n, fn, fp, tp + tn, z)
    if tp + fn == 0 or fp + tn == 0 or tp * tn <= fn * fp:
        return math.nan, math.nan, math.nan
    return _rogan_gladen(k, n, tp, fn, tn, fp, z)


def _difference(k: int, n: int, fn: int, fp: int, right: int, z: float) -> tuple[float, ...]:
    """Value, and interval in [0, 1]."""
    m = fn + fp + right
    value = k / n + (fn - fp) / m
    judged, missed, extra = (k + z**2 / 2) / (n + z**2), (fn + 1) / (m + 2), (fp + 1) / (m + 2)
    bias = missed - extra
    variance = judged * (1 - judged) / (n + z**2) + (missed + extra - bias**2) / (m + 2)
    return value, *_within(judged + bias, z * math.sqrt(variance), value)


def _rogan_gladen(
    k: int, n: int, tp: int, fn: int, tn: int, fp: int, z: float
) -> tuple[float, ...]:
    """Value, and Lang and Reiczigel's interval in [0, 1]."""
    # (k / n - 1 + Sp) / (Se + Sp - 1), rounded once, so that it is 1 where it should be.
    value = (k * (tn + fp) - fp * n) * (tp + fn) / (n * (tp * tn - fn * fp))
    if (tp + 1) * (tn + 1) <= (fn + 1) * (fp + 1):
        return value, 0.0, 1.0  # with the cases added, the judge is no better than a coin
    judged, cases = (k + z**2 / 2) / (n + z**2), n + z**2
    se, positives = (tp + 1) / (tp + fn + 2), tp + fn + 2
    sp, negatives = (tn + 1) / (tn + fp + 2), tn + fp + 2
    share = (judged + sp - 1) / (se + sp - 1)
    of_se, of_sp = se * (1 - se) / positives, sp * (1 - sp) / negatives
    shift = 2 * z**2 * (share * of_se - (1 - share) * of_sp)
    variance = judged * (1 - judged) / cases + share**2 * of_se + (1 - share) ** 2 * of_sp
    return value, *_within(share + shift, z * math.sqrt(variance) / (se + sp - 1), value)


def _within(middle: float, reach: float, value: float) -> tuple[float, float]:
    """Put an interval into [0, 1]; it holds the value, put there too."""
    rate = min(max(value, 0.0), 1.0)
    low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
    return min(low, rate), max(high, rate)


def _caution(positives: int, negatives: int) -> str:
    for name, n in (("positive", positives), ("negative", negatives)):
        if n < _FEW:
            return (
                f"only {n} of the calibration cases are {name}, fewer than {_FEW}: the interval "
                "is wide, and may still cover less than it promises"
            )
    return ""


def _partly_known(y: Any, name: str) -> NDArray[Any]:
    """Take labels, some of them missing or masked; in a list 1 and "1" stay two."""
    if isinstance(y, np.ma.MaskedArray):
        unknown = np.ma.getmaskarray(y)
        y = np.asarray(y).astype(object)
        y[unknown] = None
    elif isinstance(y, list | tuple):
        objects = np.empty(len(y), dtype=object)
        objects[:] = y
        y = objects
    return one_column(y, name, "labels")


def _columns(
    y_true: Labels, y_judge: ArrayLike, pos_label: Hashable | None
) -> tuple[NDArray[np.bool_], ...]:
    """Whether truth and judge are positive, and where the truth is known."""
    truth, judge = _partly_known(y_true, "y_true"), as_labels(y_judge, "y_judge")
    if len(truth) != len(judge):
        raise ValueError(
            f"y_true has {len(truth)} labels and y_judge has {len(judge)}; give None "
            "in y_true where the truth is not known."
        )
    known = np.array([not is_missing(label) for label in truth.tolist()], dtype=bool)
    if known.all() or not known.any():
        few = "every case has" if known.all() else "no case has"
        raise ValueError(
            f"{few} a true label in y_true; the correction needs cases with one, and cases without."
        )
    truth = truth.copy()
    truth[~known] = "" if isinstance(truth[known][0], str) else 0  # stands there, and is not read
    truth = as_labels(truth, "y_true")
    kinds = ["text" if y.dtype.kind in "OU" else "numbers" for y in (truth, judge)]
    if kinds[0] != kinds[1]:
        raise ValueError(
            f"y_true holds {kinds[0]} and y_judge {kinds[1]}; '1' and 1 are different labels. "
            "Convert one of them."
        )
    labels = sorted({*truth[known].tolist(), *judge.tolist()})
    if any(isinstance(label, str) and not label.strip() for label in labels):
        raise ValueError(
            "a label is blank text; write None in y_true where the truth is not known, and leave "
            "out cases without a verdict."
        )
    if len(labels) > 2:
        raise ValueError(
            f"there are {len(labels)} labels, {', '.join(map(repr, labels[:5]))}; a rate is of one "
            "label against the rest, for example y == label."
        )
    if pos_label is None:
        if not (set(labels) <= {0, 1} or set(labels) <= {-1, 1}):
            raise ValueError(
                f"the labels {labels} do not tell which is counted; give pos_label (None "
                "stands for 1 of {0, 1} or {-1, 1})."
            )
        pos_label = 1
    elif number(pos_label) not in labels:
        raise ValueError(f"pos_label={pos_label!r} does not occur; the labels are {labels}.")
    return truth == number(pos_label), judge == number(pos_label), known
