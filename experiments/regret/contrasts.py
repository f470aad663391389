"""The contrasts of the plan: kappa's cost minus another measure's, source by source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.study.regret import results

Column = NDArray[np.float64]


@dataclass(frozen=True)
class Contrast:
    """One difference that the plan names: kappa's cost minus another measure's."""

    family: str
    other: str
    rule: str
    prior: str


PRIMARY = Contrast("primary", "MCC", "own", "C")
SECONDARY = (
    *(
        Contrast("secondary", other, "own", prior)
        for other, prior in product(("accuracy", "balanced accuracy", "F1"), "ABC")
    ),
    *(Contrast("secondary", "MCC", "own", prior) for prior in "AB"),
    *(
        Contrast("secondary", other, "minimum", "C")
        for other in ("AUC", "AUK", "H", "average precision", "log loss", "Brier")
    ),
)


def differences(means: pd.DataFrame, contrasts: Sequence[Contrast]) -> Column:
    """Return kappa's cost minus the other's, of shape (n_sources, n_contrasts)."""
    columns = [means[c.prior, "kappa", c.rule] - means[c.prior, c.other, c.rule] for c in contrasts]
    return np.column_stack(columns)


def joint_sign_flip(values: Column) -> Column:
    """Return exact p-values of several means of 0, adjusted together: max-t over sign patterns.

    Not in the plan: added when its bands were seen to be wide. A pattern flips a source's
    differences in all columns at once, and each absolute t is compared with the largest of all.

    Parameters
    ----------
    values : ndarray of shape (n_sources, n_columns)

    References
    ----------
    Westfall and Young (1993), Resampling-based multiple testing, chapter 2.
    """
    n = len(values)
    if n > 22:
        raise ValueError(f"{n} values have 2^{n} patterns of signs; give at most 22.")
    # Signs leave the sum of squares as it is, and t rises with |sum| / root of it.
    scale = np.sqrt((values**2).sum(axis=0))
    unit = values / np.where(scale > 0, scale, 1)
    sums = np.zeros((1, values.shape[1]))
    for row in unit:
        sums = np.concatenate([sums + row, sums - row])
    largest = np.abs(sums).max(axis=1)
    return np.array([np.mean(largest >= seen - 1e-12) for seen in np.abs(unit.sum(axis=0))])


def adjusted() -> pd.DataFrame:
    """Return the secondary contrasts with exact p-values adjusted together; not in the plan."""
    table = results.contrasts().iloc[1:].reset_index(drop=True)
    table["p"] = joint_sign_flip(differences(results.source_means(results.costs()), SECONDARY))
    return table
