"""One column of values, from whatever holds it, and the weights of its cases."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def one_column(values: Any, name: str, what: str) -> NDArray[Any]:
    """Take one column of values from a list, array, data frame column or array-API array.

    Anything else, a masked value, and an array that numpy cannot read where it is, raise
    ValueError.
    """
    if np.ma.is_masked(values):
        i = int(np.argmax(np.ma.getmaskarray(values).ravel()))
        raise ValueError(f"{name}[{i}] is masked; drop the case first.")
    array = _from_anywhere(values, name, what)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        given = f"an array of shape {array.shape}" if array.ndim else f"a {type(values).__name__}"
        raise ValueError(f"{name} must be one column of {what}, not {given}.")
    return array


def _from_anywhere(values: Any, name: str, what: str) -> NDArray[Any]:
    try:
        if hasattr(values, "__array_namespace__") and not hasattr(values, "__array__"):
            return np.asarray(np.from_dlpack(values))
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must be one column of {what}: {error}") from None
    except (AttributeError, BufferError, RuntimeError, TypeError):
        raise ValueError(
            f"{name} is a {type(values).__module__}.{type(values).__name__} that numpy cannot "
            "read where it is; move it to the CPU, or make it a numpy array, first."
        ) from None


def as_floats(values: Any, name: str, what: str) -> NDArray[np.float64]:
    """Take one column of numbers as float64; text, dates and what no float holds are refused."""
    return _floats(one_column(values, name, what), name, what)


def as_float_table(values: Any, name: str, what: str) -> NDArray[np.float64]:
    """Take numbers of any shape as float64, and refuse what :func:`as_floats` refuses."""
    if np.ma.is_masked(values):
        raise ValueError(f"{name} are masked in part; leave out what is masked.")
    return _floats(_from_anywhere(values, name, what), name, what)


def _floats(array: NDArray[Any], name: str, what: str) -> NDArray[np.float64]:
    if array.ndim == 0 and array.dtype.kind == "O" and not hasattr(array.item(), "__float__"):
        raise ValueError(f"{name} is a {type(array.item()).__name__}; give a list or an array.")
    if array.dtype.kind not in "iubfO":
        raise ValueError(f"{name} has dtype {array.dtype}; {what} are numbers.")
    if array.dtype.kind == "O":
        for i, value in enumerate(array.flat):
            try:
                if isinstance(value, str | bytes) or np.ndim(value):
                    raise TypeError
                float(value)
            except (TypeError, ValueError, OverflowError):
                place = ", ".join(map(str, np.unravel_index(i, array.shape)))
                at = f"[{place}]" if array.ndim else ""
                raise ValueError(
                    f"{name}{at} is {value!r:.60}; {what} are numbers that float64 can hold."
                ) from None
    return array.astype(np.float64)


def as_weights(sample_weight: ArrayLike, n_samples: int) -> NDArray[np.float64]:
    """Finite, non-negative float64 weights, one per sample, not all zero."""
    weight = as_floats(sample_weight, "sample_weight", "weights")
    if len(weight) != n_samples:
        raise ValueError(f"sample_weight has {len(weight)} weights for {n_samples} samples.")
    bad = ~(np.isfinite(weight) & (weight >= 0))
    if bad.any():
        i = int(np.argmax(bad))
        raise ValueError(
            f"sample_weight[{i}] is {weight[i]}; weights must be finite and non-negative."
        )
    if not weight.any():
        raise ValueError("sample_weight is 0 everywhere; at least one case must count.")
    return weight
