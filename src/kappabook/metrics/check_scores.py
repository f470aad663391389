"""Scores, rates and numbers as users give them: finite, of one length, in their range."""

from __future__ import annotations

import math
from collections.abc import Hashable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import (
    as_float_table,
    as_floats,
    as_positive,
    as_weights,
    one_column,
)

Column = NDArray[np.float64]
Cases = tuple[NDArray[np.bool_], Column, Column | None]

# Rates that were computed (averaged, interpolated) miss 0, 1 or their order by about this much.
_ROUNDING = 1e-12


# --- the cases of a ranking -----------------------------------------------------------------------


def as_cases(
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Hashable | None,
    sample_weight: ArrayLike | None,
    name: str = "y_score",
) -> Cases:
    """Which cases are positive, their scores, and their weights (None if all count once).

    Cases of weight zero are left out. The largest weight comes back as 1, since every measure of
    ours depends on their ratios only.
    """
    positive, score = as_positive(y_true, pos_label), as_scores(y_score, name)
    if len(positive) != len(score):
        raise ValueError(
            f"y_true has {len(positive)} labels and {name} has {len(score)} scores; "
            "they must describe the same cases."
        )
    if sample_weight is None:
        return positive, score, None
    weight = as_weights(sample_weight, len(positive))
    share = weight / weight.max()
    lost = (weight > 0) & (share == 0)
    if lost.any():
        i = int(np.argmax(lost))
        raise ValueError(
            f"sample_weight[{i}] is {weight[i]} and the largest is {weight.max()}; float64 cannot "
            "hold their ratio. Give the weight 0 to leave the case out."
        )
    counts = share > 0
    return positive[counts], score[counts], share[counts]


def as_scores(y_score: ArrayLike, name: str = "y_score") -> Column:
    """Take finite scores as float64; two that float64 would run together raise ValueError."""
    if type(getattr(y_score, "dtype", None)).__module__.startswith("pandas"):
        y_score = np.asarray(y_score)  # not by way of float64, which would merge large integers
    array = one_column(y_score, name, "scores, for example predict_proba(X)[:, 1]")
    if array.dtype.kind not in "iubfO":
        raise ValueError(
            f"{name} has dtype {array.dtype}; scores are numbers. Turn dates and durations into "
            "numbers first."
        )
    score = as_floats(array, name, "scores") if array.dtype.kind == "O" else array.astype(float)
    finite = np.isfinite(score)
    if not finite.all():
        i = int(np.argmin(finite))
        raise ValueError(f"{name}[{i}] is {array[i]}; scores must be finite. Drop the case first.")
    large = array.dtype.kind in "iu" and np.abs(score).max(initial=0) >= 2**53
    if large or array.dtype.kind == "O" or array.dtype.itemsize > 8:
        _refuse_merged(score, array, name)
    return score


def _refuse_merged(score: Column, exact: NDArray[Any], name: str) -> None:
    """Refuse two values that differ, and are one as float64."""
    order = np.argsort(score, kind="stable")
    same = (score[order][1:] == score[order][:-1]) & (exact[order][1:] != exact[order][:-1])
    if same.any():
        at = int(np.argmax(same))
        i, j = sorted((int(order[at]), int(order[at + 1])))
        raise ValueError(
            f"{name}[{i}] is {exact[i]!r} and {name}[{j}] is {exact[j]!r}, which float64 cannot "
            "tell apart; subtract an offset from all scores, or give their ranks."
        )


# --- rates and points of the ROC plane ------------------------------------------------------------


def as_rates(values: ArrayLike, name: str) -> Column:
    """Take one column of rates, each in [0, 1]."""
    rates = as_floats(values, name, "rates")
    fair = (rates >= -_ROUNDING) & (rates <= 1 + _ROUNDING)
    if not fair.all():
        i = int(np.argmin(fair))
        raise ValueError(f"{name}[{i}] is {rates[i]}; rates lie in [0, 1].")
    return np.clip(rates, 0, 1)


def as_points(fpr: ArrayLike, tpr: ArrayLike) -> tuple[Column, Column]:
    """Take points of the ROC plane, in any order."""
    f, t = as_rates(fpr, "fpr"), as_rates(tpr, "tpr")
    if len(f) != len(t):
        raise ValueError(f"fpr has {len(f)} rates and tpr has {len(t)}; they are pairs.")
    return f, t


def as_roc(fpr: ArrayLike, tpr: ArrayLike) -> tuple[Column, Column]:
    """Take a whole ROC curve: from (0, 0) to (1, 1), both rates never falling.

    What misses this by rounding (1e-12) is put right.
    """
    f, t = as_points(fpr, tpr)
    if len(f) < 2:
        raise ValueError(f"a ROC curve needs at least the points (0, 0) and (1, 1), not {len(f)}.")
    for end, wanted in ((0, 0.0), (-1, 1.0)):
        if max(abs(f[end] - wanted), abs(t[end] - wanted)) > _ROUNDING:
            place = "starts" if wanted == 0 else "ends"
            raise ValueError(
                f"the ROC curve {place} at ({f[end]}, {t[end]}); add the point "
                f"({wanted:g}, {wanted:g})."
            )
    for name, rates in (("fpr", f), ("tpr", t)):
        falls = np.flatnonzero(rates[1:] < rates[:-1] - _ROUNDING)
        if len(falls):
            i = int(falls[0])
            raise ValueError(
                f"{name} falls from {rates[i]} to {rates[i + 1]} at index {i + 1}; order the "
                "points by decreasing threshold, so that both rates never fall."
            )
    f, t = np.maximum.accumulate(f), np.maximum.accumulate(t)
    f[0] = t[0] = 0.0
    f[-1] = t[-1] = 1.0
    return f, t


def in_range(**columns: ArrayLike) -> list[Column]:
    """Take arrays of rates, kappas and prevalences, each within its range, by name."""
    arrays = []
    for name, values in columns.items():
        array = as_float_table(values, name, "rates")
        low = -1 if name == "kappa" else 0
        fair = (array > 0) & (array < 1) if name == "prevalence" else (array >= low) & (array <= 1)
        if not fair.all():
            i = np.unravel_index(np.argmin(fair), fair.shape)
            place = f"[{', '.join(map(str, i))}]" if array.ndim else ""
            span = "(0, 1), ends excluded" if name == "prevalence" else f"[{low}, 1]"
            raise ValueError(f"{name}{place} is {array[i]:g}; it must lie in {span}.")
        arrays.append(array)
    return arrays


# --- single numbers -------------------------------------------------------------------------------


def as_real(value: Any, name: str, remedy: str) -> float:
    """Take one finite number: of Python, of numpy, a fraction or a decimal."""
    value = value.item() if getattr(value, "ndim", None) == 0 else value
    try:
        if isinstance(value, Real | Decimal) and math.isfinite(value):
            return float(value)
    except (OverflowError, ValueError):
        pass
    raise ValueError(f"{name} is {value!r:.60}; {remedy}.")


def as_share(value: Any, name: str, example: str) -> float:
    """Take a number strictly between 0 and 1."""
    remedy = f"give a share such as {example}"
    share = as_real(value, name, remedy)
    if not 0 < share < 1:
        raise ValueError(f"{name} is {value}; {remedy}, strictly between 0 and 1.")
    return share


def as_prevalence(prevalence: float) -> float:
    """Take the share of positive cases, strictly between 0 and 1."""
    return as_share(prevalence, "prevalence", "0.3")


def as_count(value: Any, name: str, least: int) -> int:
    """Take a whole number, not a boolean, of at least `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool | np.bool_) or value < least:
        raise ValueError(f"{name} is {value!r:.60}; give a whole number from {least} on.")
    return int(value)
