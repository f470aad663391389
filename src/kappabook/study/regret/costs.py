"""What errors cost: a false alarm 1, a miss r."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def normalised_cost(
    misses: ArrayLike, false_alarms: ArrayLike, ratio: ArrayLike, positives: float, negatives: float
) -> Any:
    r"""Return the cost of errors, divided by that of the better trivial classifier.

    .. math:: \frac{FP + r \, FN}{\min(r P, N)}

    Parameters
    ----------
    misses, false_alarms, ratio : array-like
        FN, FP and r, of shapes that go together.
    positives, negatives : float
        P and N.

    Raises
    ------
    ValueError
        A ratio that is not positive and finite (0 and infinity make one error free, so that a
        trivial classifier costs nothing); a class without cases.

    Examples
    --------
    >>> from kappabook.study.regret import normalised_cost
    >>> float(normalised_cost(2, 10, 5, 20, 80))
    0.25
    """
    r = np.asarray(ratio, dtype=np.float64)
    bad = r[~((r > 0) & (r < np.inf))]
    if bad.size:
        raise ValueError(f"cost ratio {bad[0]}; give one above 0 and below infinity.")
    if positives <= 0 or negatives <= 0:
        raise ValueError(
            f"{positives} positives and {negatives} negatives; costs need cases of both classes."
        )
    spent = np.asarray(false_alarms, dtype=np.float64) + r * np.asarray(misses, dtype=np.float64)
    return spent / np.minimum(r * positives, negatives)
