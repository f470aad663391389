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


def as_weights(sample_weight: ArrayLike, n_samples: int) -> NDArray[np.float64]:
    """Finite, non-negative float64 weights, one per sample, not all zero."""
    column = one_column(sample_weight, "sample_weight", "weights")
    if column.dtype.kind not in "iubfO":
        raise ValueError(f"sample_weight has dtype {column.dtype}; weights are numbers.")
    try:
        weight = column.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"sample_weight holds what is no weight: {error}.") from None
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
