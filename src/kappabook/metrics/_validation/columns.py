"""One column of values, from whatever holds it, and the weights of its cases."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def one_column(values: Any, name: str, what: str) -> NDArray[Any]:
    """Take one column of values from a list, array, data frame column or array-API array.

    Anything else, and an array that numpy cannot read where it is, raises ValueError.
    """
    from sklearn.utils import column_or_1d  # late: it takes a second, and counts do without

    if hasattr(values, "__array_namespace__") and not hasattr(values, "__array__"):
        try:
            values = np.from_dlpack(values)
        except (AttributeError, BufferError, RuntimeError, TypeError):
            raise ValueError(
                f"{name} is a {type(values).__module__}.{type(values).__name__} that numpy cannot "
                "read where it is; move it to the CPU, or make it a numpy array, first."
            ) from None
    if np.ma.is_masked(values):
        i = int(np.argmax(np.ma.getmaskarray(values).ravel()))
        raise ValueError(f"{name}[{i}] is masked; drop the case first.")
    try:
        return np.asarray(column_or_1d(values))
    except ValueError as error:
        raise ValueError(f"{name} must be one column of {what}: {error}") from None


def as_weights(sample_weight: ArrayLike, n_samples: int) -> NDArray[np.float64]:
    """Finite, non-negative float64 weights, one per sample, not all zero."""
    column = one_column(sample_weight, "sample_weight", "weights")
    if column.dtype.kind not in "iubfO":
        raise ValueError(f"sample_weight has dtype {column.dtype}; weights are numbers.")
    weight = column.astype(np.float64)
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
