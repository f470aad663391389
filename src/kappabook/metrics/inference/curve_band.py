"""A band around the kappa curve of one test set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics._validation.rates import as_rates
from kappabook.metrics._validation.scores import Cases, as_cases
from kappabook.metrics.inference.resampling import Resampling, draws
from kappabook.metrics.inference.smoothed import SmoothedCurves, fewest
from kappabook.metrics.inference.sorted_curve import Rows, SortedCurve
from kappabook.metrics.kappa_curve import kappa_at, tpr_on

Column = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KappaCurveBand:
    """A kappa curve on a grid of false positive rates, and two bands around it.

    Attributes
    ----------
    fpr, kappa : ndarrays of shape (n_grid,)
        The grid, and the curve found there: the ROC curve is interpolated, not kappa.
    low, high : ndarrays of shape (n_grid,)
        Pointwise: at each fpr by itself, an interval of the level.
    simultaneous_low, simultaneous_high : ndarrays of shape (n_grid,)
        Wider: the whole curve (at the grid) lies between them with the level.
    confidence_level, n_resamples, stratified
        How it was made.
    """

    fpr: Column
    kappa: Column
    low: Column = field(repr=False)
    high: Column = field(repr=False)
    simultaneous_low: Column = field(repr=False)
    simultaneous_high: Column = field(repr=False)
    confidence_level: float
    n_resamples: int
    stratified: bool

    def __repr__(self) -> str:
        best = int(np.argmax(self.kappa))
        level = f"{100 * self.confidence_level:.6g} %"
        return (
            f"KappaCurveBand largest kappa {self.kappa[best]:.3g} at fpr {self.fpr[best]:.3g}, "
            f"{level} pointwise {self.low[best]:.3g} to {self.high[best]:.3g}, simultaneous "
            f"{self.simultaneous_low[best]:.3g} to {self.simultaneous_high[best]:.3g} "
            f"({len(self.fpr)} rates, {self.n_resamples} resamples)"
        )

    def _repr_html_(self) -> str:
        return f"<p>{self!r}</p>"


def kappa_curve_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
    fpr: ArrayLike | None = None,
    n_resamples: int = 2000,
    confidence_level: float = 0.95,
    stratified: bool = False,
    random_state: Any = None,
) -> KappaCurveBand:
    """Bands of the kappa curve over the false positive rate, from one test set.

    The band is about kappa at a false positive rate, not at a threshold: it answers how well a
    classifier does when its cut is chosen to give that rate. (At a fixed threshold kappa is that
    of one confusion matrix: see `kappa_inference`.) The pointwise ends are quantiles of smoothed
    curves (see `bootstrap_interval`, method 'smoothed'); the simultaneous ends are quantiles
    further out, the same at every rate, between which the wanted share of whole curves lies. Both
    are extended to hold the curve found. Weighted cases are drawn again instead.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in :func:`kappabook.auk_score`; a missing class is an error.
    fpr : array-like of shape (n_grid,), optional
        Rates in [0, 1]; default: 0, 0.01, ..., 1.
    n_resamples, confidence_level, stratified, random_state
        As in :func:`bootstrap_interval`; the simultaneous band wants 2000 resamples.

    Returns
    -------
    KappaCurveBand
        `KappaCurveDisplay.from_predictions(..., band=...)` draws it.

    Raises
    ------
    ValueError
        As for :func:`kappabook.auk_score`; rates outside [0, 1].

    References
    ----------
    Besag, Green, Higdon and Mengersen (1995), Statistical Science 10, p. 30, for the simultaneous
    band.

    Examples
    --------
    >>> import numpy as np
    >>> from kappabook.metrics.inference import kappa_curve_band
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.integers(0, 2, 100)
    >>> y_score = y_true + rng.normal(size=100)
    >>> band = kappa_curve_band(y_true, y_score, fpr=[0.1, 0.3], random_state=0)
    >>> bool((band.simultaneous_low <= band.low).all()), bool((band.low < band.kappa).all())
    (True, True)
    """
    how = Resampling(n_resamples, confidence_level, stratified, "percentile", random_state)
    cases = as_cases(y_true, y_score, pos_label, sample_weight)
    if fewest(cases) == 0:
        missing = "positive" if not cases[0].any() else "negative"
        raise ValueError(f"y_true has no {missing} cases; a kappa curve needs both classes.")
    grid = np.linspace(0, 1, 101) if fpr is None else as_rates(fpr, "fpr")
    curve = SortedCurve(cases)
    (kappa,) = _at(grid, *curve.curves(curve.counts[np.newaxis])[1:])
    drawn = _curves(cases, grid, how)
    low, high = np.quantile(drawn, [(1 - confidence_level) / 2, (1 + confidence_level) / 2], axis=0)
    outer_low, outer_high = _envelope(drawn, confidence_level)
    return KappaCurveBand(
        fpr=grid,
        kappa=kappa,
        low=np.minimum(low, kappa),
        high=np.maximum(high, kappa),
        simultaneous_low=np.minimum(outer_low, kappa),
        simultaneous_high=np.maximum(outer_high, kappa),
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        stratified=stratified,
    )


def _curves(cases: Cases, grid: Column, how: Resampling) -> Rows:
    """Kappa of random curves, shape (n_curves, n_grid)."""
    if cases[2] is None:
        drawn = SmoothedCurves(cases).draw(
            how.n_resamples, how.generator(), stratified=how.stratified
        )
        return np.concatenate([_at(grid, *curves) for curves in drawn])
    curve = SortedCurve(cases)
    chunks = draws(curve.counts, curve.is_positive, how)
    return np.concatenate([_at(grid, *curve.curves(counts)[1:]) for counts in chunks])


def _at(grid: Column, fpr: Rows, tpr: Rows, prevalence: Column) -> Rows:
    on_grid = [tpr_on(grid, f, t) for f, t in zip(fpr, tpr, strict=True)]
    if not on_grid:
        return np.empty((0, len(grid)))
    return kappa_at(grid, on_grid, prevalence[:, np.newaxis])


def _envelope(drawn: Rows, confidence_level: float) -> tuple[Column, Column]:
    """Find the k-th smallest and the k-th largest values that enough whole curves stay between."""
    columns = np.sort(drawn, axis=0)
    n = len(columns)
    # How many curves are as low or lower, and as high or higher, where a curve is most extreme.
    rank = np.full(n, n)
    for value, column in zip(drawn.T, columns.T, strict=True):
        as_low = np.searchsorted(column, value, side="right")
        as_high = n - np.searchsorted(column, value, side="left")
        rank = np.minimum(rank, np.minimum(as_low, as_high))
    k = np.sort(rank)[::-1][int(np.ceil(confidence_level * n)) - 1]
    return columns[k - 1], columns[n - k]
