"""AUC, AUK, H, Brier score: how well scores rank and how close they are, at every size.

Scores come sorted, a part at a time, from DuckDB or from arrays, and nothing but totals is kept
(`rank_sorted`). With weights, groups or two rankings to compare the errors come from how hard each
case pulls (`PULLS`), in arrays. Drawn again are only the AUKs of up to `DRAWN_UP_TO` cases.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.matrix import (
    NO_ERROR,
    Codes,
    Measure,
    Values,
    around,
    standard_error,
)
from kappabook.commands.score.pulls import PULLS, SEVERITY, auk_pulls, h_pulls, useless
from kappabook.metrics.auk import auk_score
from kappabook.metrics.check_scores import Cases
from kappabook.metrics.hand import expected_loss
from kappabook.metrics.intervals import bootstrap_interval
from kappabook.metrics.intervals.auc import BetaLimits, Newcombe
from kappabook.metrics.intervals.dirichlet import SEED
from kappabook.metrics.intervals.distributions import StudentDistribution
from kappabook.metrics.roc import roc_convex_hull

Batch = tuple[Values, NDArray[Any], Values | None]
# Up to here the interval of the AUK is drawn; above, the large-sample formula says the same.
DRAWN_UP_TO = 5000
AUC_METHODS, AUK_METHODS = ("beta", "newcombe", "logit", "delong"), ("bootstrap", "delta")
# With fewer cases of a class, cases drawn again are too much alike.
_SMOOTHED_BELOW = 50
# Below, the large-sample formula of the AUK does not hold, and a class's spread is not known.
_FEWEST = 50
_POINTS = 2000


@dataclass(frozen=True, eq=False)
class Curve:
    """Points of a ROC curve for drawing, from (0, 0) to (1, 1); at most a few thousand."""

    fpr: Values
    tpr: Values
    thresholds: Values


# --- scores that come sorted ----------------------------------------------------------------------


@dataclass
class Moments:
    """Weight, mean and squared deviations, added up in parts (Chan, Golub and LeVeque 1983)."""

    weight: float = 0.0
    mean: float = 0.0
    deviation: float = 0.0

    def add(self, weight: Values, value: Values) -> None:
        """Add values with their weights."""
        total = _sum(weight)
        if total == 0:
            return
        mean = _sum(weight * value) / total
        away = mean - self.mean
        both = self.weight + total
        self.deviation += _sum(weight * (value - mean) ** 2)
        self.deviation += away * away * self.weight * total / both
        self.mean += away * total / both
        self.weight = both

    @property
    def variance(self) -> float:
        """Of the mean, each unit of weight being a case."""
        return self.deviation / (self.weight * (self.weight - 1))

    def typical(self, *, lost: bool) -> float:
        """Mean placement of the cases that have one, weighed by it; or mean loss, 1 less that."""
        mean = 1 - self.mean if lost else self.mean
        return (self.deviation / self.weight + mean**2) / mean if mean > 0 else 0.0


@dataclass(frozen=True)
class Ranked:
    """What is known of a ranking after the last batch; without any, nan.

    Attributes
    ----------
    auc, auk, h, auk_error, h_error : float
        The areas and, for cases that count once, their standard errors; H only if asked for.
    above, below : Moments
        Of the placements: the share of the other class on the right side of each case.
    curve : Curve
    best_threshold, best_kappa : float
    """

    auc: float = math.nan
    auk: float = math.nan
    h: float = math.nan
    auk_error: float = math.nan
    h_error: float = math.nan
    above: Moments = field(default_factory=Moments)
    below: Moments = field(default_factory=Moments)
    curve: Curve | None = None
    best_threshold: float = math.nan
    best_kappa: float = math.nan


def rank_sorted(
    found: Iterable[Batch], negatives: float, positives: float, *, hand: bool = False
) -> Ranked:
    """Go once through scores that fall.

    The rates need the size of each class, which the confusion matrix has. Then every batch adds its
    own pieces: to the AUC trapezoids in whole numbers, to the AUK the exact mean of kappa on each
    straight piece of the ROC curve, to H the corners of its own convex hull, to the variances the
    moments of the pulls. Neighbours of one class are one piece.

    Parameters
    ----------
    found : iterable of (score, positive, weight)
        Scores fall within a batch and from one to the next; positive is 0 or 1; the weights are
        None if every case counts once.
    negatives, positives : float
        Cases of each class in all batches, or their weight; both above 0.
    hand : bool, default=False
        Also find H.
    """
    m, n = positives, negatives
    p = m / (m + n)
    won, auk, by_prevalence, hulls, shown = [], [], [], [], []
    above, below, of_positives, of_negatives = (Moments() for _ in range(4))
    ends, best = (0.0, 0.0), (-math.inf, math.nan)
    for fps, tps, scores in _pieces(found, m + n):
        f, t, hits, alarms = fps / n, tps / m, np.diff(tps), np.diff(fps)
        # Whole numbers without rounding: those of one batch stay far below 2^53.
        won.append(_sum(alarms * (tps[1:] + tps[:-1])))
        above.add(hits, 1 - (f[1:] + f[:-1]) / 2)
        below.add(alarms, (t[1:] + t[:-1]) / 2)
        pulls = auk_pulls(f, t, p, ends)
        ends = pulls.ends
        auk.append(pulls.auk)
        by_prevalence.append(pulls.by_prevalence)
        of_positives.add(hits, pulls.of_positives)
        of_negatives.add(alarms, pulls.of_negatives)
        kappa = _kappa_of_counts(fps, tps, n, m)
        at = int(np.argmax(kappa[1:])) + 1
        best = max(best, (float(kappa[at]), float(scores[at])), key=lambda cut: cut[0])
        marks = _spread(fps + tps, max(1, int((m + n) / _POINTS)))
        shown.append((f[marks], t[marks], scores[marks]))
        if hand:
            hulls.append(roc_convex_hull(np.minimum(f, 1), np.minimum(t, 1)))
    spread = of_positives.deviation / m**2 + of_negatives.deviation / n**2
    spread += p * (1 - p) * math.fsum(by_prevalence) ** 2 / (m + n)
    whole = all(map(float.is_integer, (m, n, *won)))
    h, h_error = _h_of(hulls, m, n) if hand else (math.nan, math.nan)
    f, t, scores = (np.concatenate(column) for column in zip(*shown, strict=True))
    return Ranked(
        auc=sum(map(int, won)) / (2 * int(m) * int(n)) if whole else math.fsum(won) / (2 * m * n),
        auk=math.fsum(auk),
        h=h,
        auk_error=math.sqrt(spread),
        h_error=h_error,
        above=above,
        below=below,
        curve=Curve(
            np.concatenate([[0.0], f, [1.0]]),
            np.concatenate([[0.0], t, [1.0]]),
            np.concatenate([[np.inf], scores, scores[-1:]]),
        ),
        best_kappa=best[0],
        best_threshold=best[1],
    )


def _pieces(found: Iterable[Batch], total: float) -> Iterator[tuple[Values, Values, Values]]:
    """Turn cases into the corners of the ROC curve, a part at a time: fp, tp and the score.

    Each part begins with the point that ended the one before. The last score of a batch waits for
    the next, which may go on with it.
    """
    begin = np.empty((3, 0))
    fp = tp = 0.0
    waiting = math.inf
    for score, positive, weight in found:
        hits = positive.astype(float) if weight is None else positive * weight
        alarms = 1 - hits if weight is None else weight - hits
        fps, tps = (np.cumsum(np.append(x, y)) for x, y in ((fp, alarms), (tp, hits)))
        scores = np.append(waiting, score)
        fp, tp, waiting = float(fps[-1]), float(tps[-1]), float(scores[-1])
        last = np.flatnonzero(scores[1:] != scores[:-1])
        piece = np.concatenate([begin, [fps[last], tps[last], scores[last]]], axis=1)
        begin = piece[:, -1:]
        if piece.shape[1] > 1:
            yield _corners(*piece)
    if not math.isclose(fp + tp, total, rel_tol=1e-9):
        raise OSError(f"{fp + tp:g} cases came sorted, of {total:g}; the file changed meanwhile.")
    fps, tps, scores = np.concatenate([begin, [[fp], [tp], [waiting]]], axis=1)
    yield fps, tps, scores


def _corners(fps: Values, tps: Values, score: Values) -> tuple[Values, Values, Values]:
    """Leave out points between two steps of the same one class."""
    up, right = tps[1:] > tps[:-1], fps[1:] > fps[:-1]
    kept = np.ones(len(score), dtype=bool)
    kept[1:-1] = (up[1:] != up[:-1]) | (right[1:] != right[:-1]) | (up[1:] & right[1:])
    return fps[kept], tps[kept], score[kept]


def _spread(called: Values, step: int) -> NDArray[np.intp]:
    """Choose points for the picture, so many cases apart; the first is in the part before."""
    marks = np.unique(np.searchsorted(called, np.arange(called[0], called[-1], step)))
    return marks[(marks > 0) & (marks < len(called))]


def _sum(values: Values) -> float:
    """Add up in pairs; BLAS would start threads for it while DuckDB needs the cores."""
    return float(np.add.reduce(values))


def _kappa_of_counts(fps: Values, tps: Values, negatives: float, positives: float) -> Values:
    """Kappa when `fps` negatives and `tps` positives are called positive."""
    called = fps + tps
    n = negatives + positives
    chance = positives * (n - called) + negatives * called
    return np.asarray(2 * (tps * negatives - fps * positives) / chance)


def _h_of(hulls: list[tuple[Values, Values]], m: float, n: float) -> tuple[float, float]:
    """Put together H and its error, from the hulls of all parts."""
    f, t = (np.concatenate(column) for column in zip(*hulls, strict=True))
    corners = roc_convex_hull(f, t)
    p = m / (m + n)
    h = float(np.clip(1 - expected_loss(*corners, p, *SEVERITY) / useless(p), 0, 1))
    place = np.arange(1, len(corners[0]))
    squares = 0.0
    for is_positive, rate, size in ((True, corners[1], m), (False, corners[0], n)):
        pulls = h_pulls(corners, p, np.full(len(place), is_positive), place)
        squares += float(np.diff(rate) * size @ pulls**2)
    return h, math.sqrt(squares) / (m + n)


def sorted_cases(cases: Cases) -> list[Batch]:
    """Sort cases in arrays, the highest score first: one batch."""
    positive, score, weight = cases
    order = np.argsort(-score, kind="stable")
    taken = None if weight is None else weight[order]
    return [(score[order], positive[order].astype(np.uint8), taken)]


# --- measures with their intervals ----------------------------------------------------------------


def ranking_measures(
    ranked: Ranked,
    n: tuple[int, int],
    level: float,
    methods: dict[str, str],
    cases: Cases | None = None,
    group: Codes | None = None,
) -> dict[str, Measure]:
    """Give AUC, AUK and, if it was found, H their intervals.

    Parameters
    ----------
    ranked : Ranked
    n : (int, int)
        Rows of negatives and of positives.
    level : float
    methods : mapping
        'auc' and 'auk' to one of `AUC_METHODS`, `AUK_METHODS`, where one was asked for.
    cases : (positive, score, weight), optional
        In arrays; needed with weights or groups, and for what is drawn.
    group : ndarray of int, optional
    """
    weighted = cases is not None and cases[2] is not None
    drawn = methods.get("auk", "bootstrap" if sum(n) <= DRAWN_UP_TO else "delta") == "bootstrap"
    drawn = drawn and cases is not None
    freedom = sum(n) - 1.0
    once_more = math.sqrt(sum(n) / freedom)
    if cases is None:
        constant = 0 < ranked.auc < 1 and not ranked.above.variance + ranked.below.variance > 0
    else:
        constant = bool(np.ptp(cases[1]) == 0)
    measures = {}
    for name, estimate in (("auc", ranked.auc), ("auk", ranked.auk), ("h", ranked.h)):
        ends = (-1.0 if name == "auk" else 0.0, 1.0)
        pulled = group is not None or (weighted and (name == "h" or (name == "auk" and not drawn)))
        if math.isnan(estimate):
            measures[name] = Measure(estimate, reason=_NOT_ASKED)
        elif min(n) < 2:
            measures[name] = Measure(estimate, reason="one class has a single case")
        elif constant:
            # Nothing is known of cases with another score: no interval, and none of length 0.
            measures[name] = Measure(estimate, reason=_CONSTANT)
        elif pulled and cases is not None:
            error = standard_error(PULLS[name](cases), cases[2], group)
            how = "delta" if group is None else "delta, by group"
            measures[name] = around(estimate, error, ends, how, level)
        elif name == "auc":
            measures[name] = _area(ranked, methods.get("auc", "beta"), level, cases)
        elif name == "auk" and drawn and cases is not None:
            measures[name] = _drawn(estimate, cases, level)
        elif sum(n) > DRAWN_UP_TO and min(n) < _FEWEST:
            few = f"the rarer class has fewer than {_FEWEST} cases"
            measures[name] = Measure(estimate, reason=few)
        else:
            one = ranked.auk_error if name == "auk" else ranked.h_error
            measures[name] = around(estimate, (one * once_more, freedom), ends, "delta", level)
    return measures


_NOT_ASKED = "it was not asked for"
_CONSTANT = "every case has the same score"


def without_ranking(reason: str) -> dict[str, Measure]:
    """Say of all three why there is none."""
    return {name: Measure(math.nan, reason=reason) for name in ("auc", "auk", "h")}


def _area(ranked: Ranked, method: str, level: float, cases: Cases | None) -> Measure:
    """Put an interval around the AUC: that of `auc_interval`, by totals where cases count once."""
    area, above, below = ranked.auc, ranked.above, ranked.below
    found: Any
    if cases is not None and cases[2] is not None:
        from kappabook.metrics.intervals import auc_interval

        try:
            found = auc_interval(
                cases[0],
                cases[1],
                pos_label=True,
                sample_weight=cases[2],
                confidence_level=level,
                method=method,  # type: ignore[arg-type]
            )
        except ValueError:  # the weights of all others are lost beside it
            return Measure(area, reason="one case has all the weight of its class")
        if math.isnan(found.low):
            return Measure(area, reason=NO_ERROR)
        return Measure(area, found.low, found.high, method)
    parts = above.variance, below.variance
    squared, freedom = sum(parts), math.inf
    sizes = above.weight, below.weight
    if squared > 0:
        freedom = 1 / sum((v / squared) ** 2 / (n - 1) for v, n in zip(parts, sizes, strict=True))
    if method == "beta":
        losses, gains = (
            (above.typical(lost=lost), below.typical(lost=lost)) for lost in (True, False)
        )
        found = BetaLimits(area, squared, freedom, sizes, losses, gains)
    elif method == "newcombe":
        found = Newcombe(area, *sizes)
    elif not (squared > 0 and (method == "delong" or 0 < area < 1)):
        return Measure(area, reason=NO_ERROR)
    else:
        scale: Any = "logit" if method == "logit" else "plain"
        found = StudentDistribution(area, math.sqrt(squared), scale, freedom, 0.0, 1.0)
    low, high = found.interval(level)
    return Measure(area, low, high, method)


def _drawn(estimate: float, cases: Cases, level: float) -> Measure:
    positive, score, weight = cases
    few = min(positive.sum(), (~positive).sum()) < _SMOOTHED_BELOW
    found = bootstrap_interval(
        auk_score,
        positive,
        score,
        sample_weight=weight,
        confidence_level=level,
        method="smoothed" if few and weight is None else "percentile",
        random_state=SEED,
    )
    return Measure(estimate, found.low, found.high, f"bootstrap, {found.method}")
