"""What makes a result less sure: few cases, a rare class, unequal weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Below these the coverage of 95 % intervals was measured to be less even; docs/intervals.md.
FEW_CASES, RARE_CLASS = 50, 5
UNSURE = "a 95 % interval may cover as little as 88 %, and is often wider than it need be"


def caution(
    n: float, counts: dict[str, NDArray[Any]], labels: list[Any], consequence: str = UNSURE
) -> str:
    """Name the numbers that make an interval less sure, or nothing.

    `counts` holds the cases of each class, by the name of who says the class.
    """
    reasons = [f"{n:.3g} cases are fewer than {FEW_CASES}"] if n < FEW_CASES else []
    who, fewest = min(counts.items(), key=lambda item: float(item[1].min()))
    if fewest.min() < RARE_CLASS:
        rarest = int(np.argmin(fewest))
        reasons.append(
            f"class {labels[rarest]!r} has {fewest[rarest]:.3g} cases in {who}, fewer than "
            f"{RARE_CLASS}"
        )
    return f"{'; '.join(reasons)}: {consequence}" if reasons else ""


def effective(sums: NDArray[Any], squares: NDArray[Any]) -> NDArray[np.float64]:
    r"""Effective number of cases, :math:`(\sum w)^2 / \sum w^2`; 0 where there is none."""
    out = np.zeros_like(sums, dtype=float)
    np.divide(sums**2, squares, out=out, where=sums > 0)
    return out
