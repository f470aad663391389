"""Rates and prevalences: one by one, as points of the ROC plane, or as a whole ROC curve."""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import as_float_table, as_floats

Rates = NDArray[np.float64]

# Rates that were computed (averaged, interpolated) miss 0, 1 or their order by about this much.
_ROUNDING = 1e-12


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
        raise ValueError(f"{name} is {value}; {remedy}.")
    return share


def as_count(value: Any, name: str, least: int) -> int:
    """Take a whole number, not a boolean, of at least `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool | np.bool_) or value < least:
        raise ValueError(f"{name} is {value!r:.60}; give a whole number from {least} on.")
    return int(value)


def as_rates(values: ArrayLike, name: str) -> Rates:
    """Take one column of rates, each in [0, 1]."""
    rates = as_floats(values, name, "rates")
    fair = (rates >= -_ROUNDING) & (rates <= 1 + _ROUNDING)
    if not fair.all():
        i = int(np.argmin(fair))
        raise ValueError(f"{name}[{i}] is {rates[i]}; rates lie in [0, 1].")
    return np.clip(rates, 0, 1)


def as_points(fpr: ArrayLike, tpr: ArrayLike) -> tuple[Rates, Rates]:
    """Take points of the ROC plane, in any order."""
    f, t = as_rates(fpr, "fpr"), as_rates(tpr, "tpr")
    if len(f) != len(t):
        raise ValueError(f"fpr has {len(f)} rates and tpr has {len(t)}; they are pairs.")
    return f, t


def as_roc(fpr: ArrayLike, tpr: ArrayLike) -> tuple[Rates, Rates]:
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


def as_prevalence(prevalence: float) -> float:
    """Take the share of positive cases, strictly between 0 and 1."""
    p = as_real(prevalence, "prevalence", "give a share such as 0.3")
    if not 0 < p < 1:
        raise ValueError(
            f"prevalence is {p:g}; the share of positive cases lies strictly between 0 and 1."
        )
    return p


def in_range(**columns: ArrayLike) -> list[NDArray[np.float64]]:
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


def refuse_impossible(name: str, rate: Any) -> None:
    """Raise an error if a rate that follows from others leaves [0, 1]."""
    values = np.ravel(rate)
    bad = values[~((values >= -_ROUNDING) & (values <= 1 + _ROUNDING))]
    if bad.size:
        raise ValueError(
            f"{name} would be {number(bad[0])}; j, prevalence and the share of predicted "
            "positives must leave every rate in [0, 1]."
        )
