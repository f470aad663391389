r"""AUC, AUK and H from scores that come sorted, a part at a time: nothing but totals is kept.

The rates need the size of each class, which the confusion matrix has. Then every batch adds its own
pieces: to the AUC trapezoids in whole numbers, to the AUK the exact mean of kappa on each straight
piece of the ROC curve, to H the corners of its own convex hull, to the variance of the AUK the
moments of the pulls (`auk_pulls`). Neighbours of one class are one piece, so
a batch has at most twice as many pieces as it has cases of its rarer class, if no scores tie.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.score.auk_pulls import auk_pulls
from kappabook.commands.score.ranking_pulls import SEVERITY, h_pulls
from kappabook.commands.score.scored import Curve
from kappabook.metrics.hand import expected_loss
from kappabook.metrics.rates import mean_kappa
from kappabook.metrics.roc import roc_convex_hull

Values = NDArray[np.float64]
Batch = tuple[Values, NDArray[np.uint8], Values | None]
_POINTS = 2000


@dataclass
class Sorted:
    """What is known after the last batch.

    Attributes
    ----------
    negatives, positives : float
        Cases of each class, or their weight.
    auc, auk, h, auk_error, h_error : float
        The areas and their standard errors; nan where not asked for.
    curve : Curve
    best_threshold, best_kappa : float
    """

    negatives: float
    positives: float
    auc: float = math.nan
    auk: float = math.nan
    h: float = math.nan
    auk_error: float = math.nan
    h_error: float = math.nan
    curve: Curve | None = None
    best_threshold: float = math.nan
    best_kappa: float = -math.inf


@dataclass
class _Piece:
    """Points of the curve that one batch ends: fp and tp so far, and the score at each."""

    fps: Values
    tps: Values
    score: Values


@dataclass
class _Moments:
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


@dataclass
class _Sums:
    """What the pieces add up to."""

    won: list[float] = field(default_factory=list)
    auk: list[float] = field(default_factory=list)
    by_prevalence: list[float] = field(default_factory=list)
    ends: tuple[float, float] = (0.0, 0.0)
    of_positives: _Moments = field(default_factory=_Moments)
    of_negatives: _Moments = field(default_factory=_Moments)
    corners: list[tuple[Values, Values]] = field(default_factory=list)
    shown: list[tuple[Values, Values, Values]] = field(default_factory=list)


def rank_sorted(
    found: Iterable[Batch], negatives: float, positives: float, *, more: bool = True
) -> Sorted:
    """Go once through scores that fall.

    Parameters
    ----------
    found : iterable of (score, positive, weight)
        Scores fall within a batch and from one to the next; positive is 0 or 1; the weights are
        None if every case counts once.
    negatives, positives : float
        Cases of each class in all batches, or their weight; both above 0.
    more : bool, default=True
        Also find H and the standard errors, which takes about as long again.
    """
    out, sums = Sorted(negatives, positives), _Sums()
    fp, tp = np.zeros(1), np.zeros(1)
    for piece in _pieces(found, negatives + positives):
        fps, tps = np.concatenate([fp, piece.fps]), np.concatenate([tp, piece.tps])
        _add(out, sums, fps, tps, piece.score, more=more)
        fp, tp = fps[-1:], tps[-1:]
    out.auk = math.fsum(sums.auk)
    pairs = 2 * (int(negatives) * int(positives) if _whole(out) else negatives * positives)
    out.auc = (sum(map(int, sums.won)) if _whole(out) else math.fsum(sums.won)) / pairs
    if more:
        _finish(out, sums)
    return out


def _whole(out: Sorted) -> bool:
    return out.negatives.is_integer() and out.positives.is_integer()


def _pieces(found: Iterable[Batch], total: float) -> Iterator[_Piece]:
    """Turn cases into points at the ends of equal scores, without those inside straight pieces."""
    tp = n = 0.0
    pending: float | None = None
    ends_n: Any
    ends_tp: Any
    for score, positive, weight in found:
        is_end = score[1:] != score[:-1]
        if weight is None:
            all_tp = np.cumsum(positive, dtype=np.int64)
            if is_end.all():
                # Each case is a point; only those between two classes are corners. The first and
                # the last case may tie with those of other batches, so their points stay.
                is_end = positive[1:] != positive[:-1]
                is_end[:1] = is_end[-1:] = True
            last = np.flatnonzero(is_end)
            ends_n, ends_tp = n + (last + 1.0), tp + all_tp[last]
            total_n, total_tp = float(len(score)), float(all_tp[-1])
        else:
            all_n, all_tp = np.cumsum(weight), np.cumsum(positive * weight)
            last = np.flatnonzero(is_end)
            ends_n, ends_tp = n + all_n[last], tp + all_tp[last]
            total_n, total_tp = float(all_n[-1]), float(all_tp[-1])
        at: Values = score[last]
        if pending is not None and pending != score[0]:
            ends_n, ends_tp, at = (
                np.concatenate([[first], rest])
                for first, rest in ((n, ends_n), (tp, ends_tp), (pending, at))
            )
        pending, n, tp = float(score[-1]), n + total_n, tp + total_tp
        if len(at):
            yield _corners(_Piece(ends_n - ends_tp, ends_tp, at))
    if pending is not None:
        if not math.isclose(n, total, rel_tol=1e-9):
            raise OSError(f"{n:g} cases came sorted, of {total:g}; the file changed meanwhile.")
        yield _Piece(np.array([n - tp]), np.array([tp]), np.array([pending]))


def _corners(piece: _Piece) -> _Piece:
    """Leave out points between two steps of the same one class."""
    up, right = piece.tps[1:] > piece.tps[:-1], piece.fps[1:] > piece.fps[:-1]
    kept = np.ones(len(piece.score), dtype=bool)
    kept[1:-1] = (up[1:] != up[:-1]) | (right[1:] != right[:-1]) | (up[1:] & right[1:])
    if kept.all():
        return piece
    return _Piece(piece.fps[kept], piece.tps[kept], piece.score[kept])


def _add(out: Sorted, sums: _Sums, fps: Values, tps: Values, score: Values, *, more: bool) -> None:
    p = out.positives / (out.negatives + out.positives)
    f, t = fps / out.negatives, tps / out.positives
    # Whole numbers without rounding: those of one batch stay far below 2^53.
    sums.won.append(_sum((fps[1:] - fps[:-1]) * (tps[1:] + tps[:-1])))
    if not more:
        sums.auk.append(_sum(mean_kappa(f, t, p, 1 - p) * (f[1:] - f[:-1])))
        return
    pulls = auk_pulls(f, t, p, sums.ends)
    sums.auk.append(pulls.auk)
    sums.ends = pulls.ends
    sums.by_prevalence.append(pulls.by_prevalence)
    sums.of_positives.add(np.diff(tps), pulls.of_positives)
    sums.of_negatives.add(np.diff(fps), pulls.of_negatives)
    sums.corners.append(roc_convex_hull(np.minimum(f, 1), np.minimum(t, 1)))
    _show(out, sums, fps, tps, score)


def _show(out: Sorted, sums: _Sums, fps: Values, tps: Values, score: Values) -> None:
    """Note the best cut so far, and points for the picture."""
    kappa = kappa_of_counts(fps[1:], tps[1:], out.negatives, out.positives)
    best = int(np.argmax(kappa))
    if kappa[best] > out.best_kappa:
        out.best_kappa, out.best_threshold = float(kappa[best]), float(score[best])
    called = fps + tps
    step = max(1, int((out.negatives + out.positives) / _POINTS))
    marks = np.unique(np.searchsorted(called, np.arange(called[0], called[-1], step)))
    marks = marks[(marks > 0) & (marks < len(called))]
    rates = fps[marks] / out.negatives, tps[marks] / out.positives
    sums.shown.append((*rates, score[marks - 1]))


def _sum(values: Values) -> float:
    """Add up in pairs; BLAS would start threads for it while DuckDB needs the cores."""
    return float(np.add.reduce(values))


def kappa_of_counts(fps: Values, tps: Values, negatives: float, positives: float) -> Values:
    """Kappa when `fps` negatives and `tps` positives are called positive."""
    called = fps + tps
    n = negatives + positives
    chance = positives * (n - called) + negatives * called
    return np.asarray(2 * (tps * negatives - fps * positives) / chance)


def _finish(out: Sorted, sums: _Sums) -> None:
    """Put together the errors of the AUK and of H, H itself, and the curve."""
    shown = [np.concatenate(column) for column in zip(*sums.shown, strict=True)]
    out.curve = Curve(
        np.concatenate([[0.0], shown[0], [1.0]]),
        np.concatenate([[0.0], shown[1], [1.0]]),
        np.concatenate([[np.inf], shown[2], shown[2][-1:]]),
    )
    m, n = out.positives, out.negatives
    p = m / (m + n)
    spread = sums.of_positives.deviation / (m * m) + sums.of_negatives.deviation / (n * n)
    spread += p * (1 - p) * math.fsum(sums.by_prevalence) ** 2 / (m + n)
    out.auk_error = math.sqrt(spread)
    f, t = (np.concatenate(column) for column in zip(*sums.corners, strict=True))
    corners = roc_convex_hull(f, t)
    ends = np.array([0.0, 1.0])
    useless = expected_loss(ends, ends, p, *SEVERITY)
    out.h = float(np.clip(1 - expected_loss(*corners, p, *SEVERITY) / useless, 0, 1))
    place = np.arange(1, len(corners[0]))
    squares = 0.0
    for is_positive, rate, size in ((True, corners[1], m), (False, corners[0], n)):
        pulls = h_pulls(corners, p, np.full(len(place), is_positive), place)
        squares += float(np.diff(rate) * size @ pulls**2)
    out.h_error = math.sqrt(squares) / (m + n)
