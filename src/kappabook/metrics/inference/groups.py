"""Cases that belong together, such as those of one patient, and are drawn together."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._numbers import number
from kappabook.metrics._validation.columns import as_weights
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics.inference.resampling import Counts


class Groups:
    """Draw whole groups with replacement, instead of cases.

    Parameters
    ----------
    groups : array-like of shape (n_samples,), or None
        Integers or text; None makes each case a group of its own.
    n_samples : int
        Number of cases.
    sample_weight : array-like of shape (n_samples,), optional
        Cases of weight 0 are left out.

    Attributes
    ----------
    counts : ndarray of shape (n_groups,)
        Ones: what is drawn from.
    """

    def __init__(
        self, groups: ArrayLike | None, n_samples: int, sample_weight: ArrayLike | None = None
    ) -> None:
        kept = slice(None) if sample_weight is None else as_weights(sample_weight, n_samples) > 0
        if groups is None:
            self._of_case: NDArray[np.intp] | None = None
            n_groups = len(np.arange(n_samples)[kept])
        else:
            labels = as_labels(groups, "groups")
            if len(labels) != n_samples:
                raise ValueError(
                    f"groups has {len(labels)} entries for {n_samples} cases; give one per case."
                )
            self._names, self._of_case = np.unique(labels[kept], return_inverse=True)
            n_groups = len(self._names)
            if n_groups < 2:
                raise ValueError(
                    f"groups names {n_groups} group; drawing groups again needs at least two."
                )
        self.counts: Counts = np.ones(n_groups, dtype=np.int64)

    def cases(self, drawn: Counts) -> Counts:
        """Turn counts of groups into counts of cases, shape (m, n_samples)."""
        return drawn if self._of_case is None else drawn[:, self._of_case]

    def strata(self, of_case: NDArray[Any], *, stratified: bool) -> NDArray[Any]:
        """Give the class of each group; one that holds cases of two classes has none."""
        if self._of_case is None:
            return of_case
        if not stratified:
            return self.counts
        codes = np.unique(of_case, return_inverse=True)[1]
        low = np.full(len(self.counts), len(codes))
        high = np.full(len(self.counts), -1)
        np.minimum.at(low, self._of_case, codes)
        np.maximum.at(high, self._of_case, codes)
        if (low != high).any():
            name = number(self._names[np.argmax(low != high)])
            raise ValueError(
                f"group {name!r} has cases of more than one class, so classes cannot be the "
                "strata; give stratified=False."
            )
        return low
