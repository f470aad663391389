"""The alternative annotator test: who is closer to the other people, on each item.

A judge and a person are both compared with the *other* people who labelled the item. Everything
that the test needs is then three counts per person: on how many items the judge was closer, both
were equally close, or the person was closer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr

from kappabook.audit.printed import Printed
from kappabook.metrics.raters.alternative import Score, as_near
from kappabook.system.checkout import printed_folder

# --- what the run chooses, as the authors' example prints it --------------------------------------

KEY = "calderon2025"
PRINTED = Printed.of(printed_folder() / KEY)
# A person counts with at least so many items, an item with at least so many people.
LEAST_ITEMS, LEAST_PEOPLE = int(PRINTED["code.items"]), int(PRINTED["code.people"])
# False discovery rate of the step over the people; winning rate from which a model passes.
RATE, MAJORITY = float(PRINTED["code.rate"]), float(PRINTED["test.passes"])
# What the authors suggest for epsilon.
SUGGESTED = {who: float(PRINTED[f"epsilon.{who}"]) for who in ("experts", "skilled", "crowd")}


@dataclass(frozen=True)
class Setting:
    """How one set is judged.

    Attributes
    ----------
    score : str
        ``accuracy`` or ``neg_rmse``; the second for ordered labels.
    epsilon : float
        What a person's extra cost is worth.
    """

    score: Score
    epsilon: float

    @property
    def ordered(self) -> bool:
        """Whether labels are numbers with an order."""
        return self.score == "neg_rmse"


# In the order of the example.
_SCORED = [claim.removesuffix(".score") for claim in PRINTED if claim.endswith(".score")]
SETS = {
    name: Setting(cast("Score", PRINTED[f"{name}.score"]), float(PRINTED[f"{name}.epsilon"]))
    for name in _SCORED
}
# In the authors' repository and not re-run: one is sensitive, one has free texts as labels.
LEFT_OUT = ("lgbteen", "kilogram")


# --- the test -------------------------------------------------------------------------------------

Values = NDArray[np.float64]
Codes = NDArray[np.intp]


def differences(ratings: Codes, judge: Codes, values: ArrayLike | None = None) -> Codes:
    """Say item by item who is closer to the others: 1 the person, -1 the judge, 0 neither.

    Parameters
    ----------
    ratings : ndarray of shape (n_items, n_raters)
        Codes of the people's labels; -1 where there is none.
    judge : ndarray of shape (n_items,)
    values : array-like of shape (n_labels,), optional
        The labels as numbers: then the nearer has the smaller mean squared difference from the
        others (``neg_rmse``). Without them it is whom more of the others agree with
        (``accuracy``). Both are compared as whole numbers, so that ties are exact.

    Returns
    -------
    ndarray of shape (n_items, n_raters)
        -9 where the person or the judge has no label, or there are no others.
    """
    codes = np.vstack([ratings.T, judge])
    rated = codes >= 0
    several = (rated[:-1].sum(axis=0) >= LEAST_PEOPLE) & rated[-1]
    found = np.full(ratings.shape, -9, dtype=np.intp)
    scale = None if values is None else np.asarray(values, dtype=float)
    for h in range(ratings.shape[1]):
        person, machine = as_near(codes[:, several & rated[h]], h, -1, scale)
        found[several & rated[h], h] = person - machine
    return found


def tallies(found: Codes) -> NDArray[np.int64]:
    """Count for each person, shape (n_raters, 3): judge closer, equally close, person closer."""
    return np.stack([(found == d).sum(axis=0) for d in (-1, 0, 1)], axis=-1)


def p_values(counts: ArrayLike, epsilon: ArrayLike) -> Values:
    """Return the p-value of each person: one-sided, that the mean difference is below epsilon.

    Parameters
    ----------
    counts : array-like of shape (..., 3)
        As from `tallies`.
    epsilon : float or array-like
        Several are of a shape that broadcasts with that of the counts without their last axis.

    Returns
    -------
    ndarray of shape (...)
        Where the difference does not vary, 0 if it is below epsilon and 1 if it is not.
    """
    judge, tied, person = np.moveaxis(np.asarray(counts, dtype=float), -1, 0)
    n = judge + tied + person
    mean = (person - judge) / n
    squares = judge + person - n * mean**2
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (mean - epsilon) / np.sqrt(squares / (n - 1) / n)
    return np.asarray(np.where(squares > 1e-9, stdtr(n - 1, t), mean >= epsilon))


def rejected(p: ArrayLike, rate: float = RATE) -> NDArray[np.bool_]:
    """Benjamini and Yekutieli's step over the last axis: which people does the judge win against.

    The k smallest are rejected, k being the largest number for which the k-th p-value is at most
    k q / (m H_m), with H_m = 1 + 1/2 + ... + 1/m.
    """
    return np.asarray(scipy.stats.false_discovery_control(p, axis=-1, method="by") <= rate)


def winning_rate(counts: ArrayLike, epsilon: ArrayLike, rate: float = RATE) -> Values:
    """Share of the people against whom the judge wins; `counts` of shape (..., n_raters, 3)."""
    return np.asarray(rejected(p_values(counts, epsilon), rate).mean(axis=-1))


def advantage(counts: ArrayLike) -> Values:
    """Mean over people of the share of items on which the judge is at least as close."""
    counts = np.asarray(counts, dtype=float)
    return np.asarray((counts[..., :2].sum(axis=-1) / counts.sum(axis=-1)).mean(axis=-1))


def least_epsilon(counts: ArrayLike, digits: int = 6) -> float:
    """Return the epsilon from which the judge passes, to so many decimals; -1 to 1."""
    low, high = -1.0, 1.01
    while high - low > 10**-digits / 2:
        middle = (low + high) / 2
        if winning_rate(counts, middle) >= MAJORITY:
            high = middle
        else:
            low = middle
    return round(high, digits)
