"""The alternative annotator test: whether a judge may replace any one of the human raters."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr

from kappabook.metrics.check_scores import as_real, as_share
from kappabook.metrics.raters.coefficients import as_values
from kappabook.metrics.raters.table import MISSING, as_ratings

Score = Literal["accuracy", "neg_rmse"]


@dataclass(frozen=True, repr=False)
class AlternativeAnnotatorTest:
    """The judge against each human rater; arrays have one entry per rater that was tested.

    Attributes
    ----------
    judge : hashable
    raters : tuple
        The humans tested.
    n_items : ndarray of int
        Items of each: rated by the human, another human and the judge.
    human_share, judge_share : ndarray of float
        Share of these items on which the human, or the judge, is at least as near to the other
        humans; ties count for both.
    p_values : ndarray of float
        One-sided, of the hypothesis that the human is better by `epsilon` or more.
    rejected : ndarray of bool
        Whether the hypothesis falls, among all of them together (Benjamini and Yekutieli).
    epsilon : float
        What a human's cost is worth.
    winning_rate : float
        Share of the humans against whom the judge wins.
    advantage_probability : float
        Mean of `judge_share`.
    set_aside : tuple
        Humans with too few items.
    min_items : int
    """

    judge: Hashable
    raters: tuple[Hashable, ...]
    n_items: NDArray[np.int64]
    human_share: NDArray[np.float64]
    judge_share: NDArray[np.float64]
    p_values: NDArray[np.float64]
    rejected: NDArray[np.bool_]
    epsilon: float
    winning_rate: float
    advantage_probability: float
    set_aside: tuple[Hashable, ...]
    min_items: int

    @property
    def passed(self) -> bool:
        """Whether the judge wins against at least half of the humans."""
        return self.winning_rate >= 0.5

    def __repr__(self) -> str:
        won = f"{self.rejected.sum()} of {len(self.raters)} humans"
        return (
            f"alternative annotator test {'passed' if self.passed else 'failed'}, {self.judge} "
            f"wins against {won}, winning rate {self.winning_rate:.3g}, advantage probability "
            f"{self.advantage_probability:.3g}, epsilon {self.epsilon:g}"
        )

    def _repr_html_(self) -> str:
        duels = zip(self.raters, self.n_items, self.p_values, self.rejected, strict=True)
        rows = [
            (f"against {rater}", f"p = {p:.2g}, {n} items{', won' if won else ''}")
            for rater, n, p, won in duels
        ]
        lines = [f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows]
        return "\n".join([f"<p>{escape(repr(self))}</p>", "<table>", *lines, "</table>"])


def alternative_annotator_test(
    ratings: Any,
    judge: Hashable,
    *,
    epsilon: float,
    score: Score = "accuracy",
    labels: ArrayLike | None = None,
    min_items: int = 30,
    false_discovery_rate: float = 0.05,
) -> AlternativeAnnotatorTest:
    r"""Test whether a judge may stand in for a human rater.

    Each human is set against the judge on the items that both rated and at least one other human
    did. Both are scored by how near they are to these others:

    .. math:: \text{accuracy: share of the others who gave the same label}, \qquad
              \text{neg rmse: } -\sqrt{\tfrac{1}{m} \sum_o (x - x_o)^2}

    With :math:`d_i` = [human at least as near] - [judge at least as near], which is -1, 0 or 1,
    the hypothesis :math:`E d \ge \varepsilon` is tested by a one-sided t-test; where d does not
    vary, p is 0 or 1. It asks whether the judge is good enough for its price, not whether it
    agrees as well as a human, and the answer depends on epsilon: docs/raters.md.

    Parameters
    ----------
    ratings : array-like or data frame of shape (n_items, n_raters)
        As in :func:`fleiss_kappa_score`; the judge is one of the columns, all others are humans.
    judge : hashable
        Its column: the name in a data frame, else the place.
    epsilon : float in [0, 1)
        How much better a human must be to be worth the cost. The authors take .2 for experts, .15
        for skilled raters, .1 for crowd workers.
    score : {'accuracy', 'neg_rmse'}, default='accuracy'
        'neg_rmse' is for numbers.
    labels
        As in :func:`fleiss_kappa_score`; a check only, since their order plays no part.
    min_items : int, default=30
        Humans with fewer items are set aside; they still count among the others.
    false_discovery_rate : float in (0, 1), default=0.05
        Of Benjamini and Yekutieli's procedure over the humans.

    Returns
    -------
    AlternativeAnnotatorTest

    Raises
    ------
    ValueError
        If the judge is not among the raters, epsilon is no such share, or no human has enough
        items.

    References
    ----------
    Calderon, Reichart and Dror (2025), ACL, section 3. Benjamini and Yekutieli (2001), Annals of
    Statistics 29, theorem 1.3.

    Examples
    --------
    >>> import numpy as np
    >>> from kappabook import alternative_annotator_test
    >>> truth = np.arange(60) % 2
    >>> humans = [np.where(np.arange(60) % 7 == i, 1 - truth, truth) for i in range(3)]
    >>> ratings = np.column_stack([*humans, truth])
    >>> alternative_annotator_test(ratings, 3, epsilon=0.1).winning_rate
    1.0
    """
    if not 0 <= as_real(epsilon, "epsilon", "it is a share such as 0.1") < 1:
        raise ValueError(f"epsilon is {epsilon}; it is a share from 0 to below 1, such as 0.1.")
    from scipy.stats import false_discovery_control  # late: it takes half a second

    as_share(false_discovery_rate, "false_discovery_rate", "0.05")
    if score not in ("accuracy", "neg_rmse"):
        raise ValueError(f"score is {score!r}; give 'accuracy' or 'neg_rmse'.")
    table = as_ratings(ratings, labels, numeric=score == "neg_rmse")
    place = table.rater(judge)
    values = as_values(table, score) if score == "neg_rmse" else None
    tested, aside = {}, []
    for g, name in enumerate(table.raters):
        if g != place:
            d = as_near(table.codes, g, place, values)
            if len(d[0]) >= max(min_items, 2):
                tested[name] = d
            else:
                aside.append(name)
    if not tested:
        raise ValueError(
            f"no human has {max(min_items, 2)} items that the judge and another human rated too; "
            "lower min_items, or collect more ratings."
        )
    p = np.array([_p_value(human - judge, epsilon) for human, judge in tested.values()])
    rejected = false_discovery_control(p, method="by") <= false_discovery_rate
    shares = np.array([(human.mean(), judge.mean()) for human, judge in tested.values()])
    return AlternativeAnnotatorTest(
        judge=judge,
        raters=tuple(tested),
        n_items=np.array([len(human) for human, _ in tested.values()]),
        human_share=shares[:, 0],
        judge_share=shares[:, 1],
        p_values=p,
        rejected=rejected,
        epsilon=float(epsilon),
        winning_rate=float(rejected.mean()),
        advantage_probability=float(shares[:, 1].mean()),
        set_aside=tuple(aside),
        min_items=min_items,
    )


def as_near(
    codes: NDArray[Any], human: int, judge: int, values: NDArray[np.float64] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Say for each item of the human whether human, and judge, are at least as near (0 or 1)."""
    others = np.delete(codes, [human, judge], axis=0)
    known = (codes[human] != MISSING) & (codes[judge] != MISSING)
    known &= (others != MISSING).any(axis=0)
    others, pair = others[:, known], codes[[human, judge]][:, known]
    if values is None:
        near = [(others == code).sum(axis=0) for code in pair]
    else:
        there = others != MISSING
        near = [
            -np.where(there, (values[others] - values[code]) ** 2, 0.0).sum(axis=0) for code in pair
        ]
    return (near[0] >= near[1]).astype(float), (near[1] >= near[0]).astype(float)


def _p_value(d: NDArray[np.float64], epsilon: float) -> float:
    """One-sided t-test that the mean is below epsilon."""
    deviation = float(d.std(ddof=1))
    if deviation == 0:
        return 0.0 if d[0] < epsilon else 1.0
    t = (float(d.mean()) - epsilon) / (deviation / math.sqrt(len(d)))
    return float(stdtr(len(d) - 1, t))
