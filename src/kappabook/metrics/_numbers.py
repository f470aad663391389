"""Exact numbers beside floats, and the one way to say that a measure is undefined."""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

# From exact cells a measure is a Fraction. It computes and compares as a float does, so that is
# what the type says: `k: float = matrix.kappa` is right for everybody.
Real = float

NO_DISAGREEMENT = "no disagreement is possible with these margins (0/0)"


def number(value: Any) -> Any:
    """Turn a numpy scalar into the Python number it stands for; leave a Fraction alone."""
    return value.item() if isinstance(value, np.generic) else value


def others(totals: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of all totals but each one, by adding, so that no digits cancel."""
    if totals.dtype == object:
        return np.asarray(totals.sum() - totals)
    before, after = np.cumsum(totals)[:-1], np.cumsum(totals[::-1])[:-1][::-1]
    return np.asarray(np.append(0.0, before) + np.append(after, 0.0))


def integers_of(floats: NDArray[np.float64]) -> NDArray[Any]:
    """Multiply finite floats by the power of two that makes them all integers of Python."""
    mantissas, exponents = np.frexp(floats)
    whole = np.ldexp(mantissas, 53).astype(np.int64).astype(object)
    shifts = exponents - exponents.min(where=floats != 0, initial=exponents.max())
    return np.asarray(np.left_shift(whole, np.maximum(shifts, 0).astype(object)))


def off_diagonal(cells: NDArray[Any]) -> NDArray[Any]:
    """Return the table with zeros on its diagonal, so that its sums are disagreements."""
    misses: NDArray[Any] = cells.copy()
    np.fill_diagonal(misses, 0)
    return np.asarray(misses.astype(object) if misses.dtype == np.int64 else misses)


def undefined(measure: str, reason: str, replace_by: float = np.nan) -> float:
    """Warn that a measure is 0/0 here, and return what stands for it."""
    from sklearn.exceptions import UndefinedMetricWarning  # late: it takes a second

    warnings.warn(
        f"{measure} is undefined: {reason}. Returning {replace_by}.",
        UndefinedMetricWarning,
        stacklevel=frames_of_ours(),
    )
    return replace_by


def frames_of_ours() -> int:
    """Count the frames up to the first outside the package, to which a warning belongs."""
    frame, count = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("kappabook."):
        frame, count = frame.f_back, count + 1
    return count


def show(value: Any) -> str:
    """Write a number as a reader would: exact decimals where they end, else six digits."""
    value = number(value)
    if isinstance(value, Fraction):
        if 10**6 % value.denominator == 0:
            return f"{float(value):.6f}".rstrip("0").rstrip(".")
        return str(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)
