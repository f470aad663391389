"""The kappa curve as a picture: one classifier, or the folds of a cross-validation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import _safe_indexing

from kappabook.display.drawing import Display, pyplot
from kappabook.metrics.auk import auk_from_roc
from kappabook.metrics.check import undefined
from kappabook.metrics.check_scores import as_points, as_prevalence
from kappabook.metrics.rates import (
    kappa_at,
    tpr_on,
)
from kappabook.metrics.roc import counts_at_thresholds, missing_class

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Column = NDArray[np.float64]
Columns = Column | list[Column]
Name = str | Sequence[str] | None
Response = str | Sequence[str]
Style = Mapping[str, Any]

METHODS = ("predict_proba", "decision_function")
# A straight piece of a ROC curve is a bent piece of the kappa curve, so it is drawn in steps.
GRID = np.linspace(0, 1, 201)


# --- compute --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Curve:
    """One ROC curve with its prevalence: all that a kappa curve needs."""

    fpr: Column
    tpr: Column
    thresholds: Column
    prevalence: float

    def __post_init__(self) -> None:
        """Refuse what is no ROC curve."""
        as_points(self.fpr, self.tpr)
        as_prevalence(self.prevalence)
        if len(self.thresholds) != len(self.fpr):
            raise ValueError(
                f"there are {len(self.thresholds)} thresholds for {len(self.fpr)} points of the "
                "curve; give one for each."
            )

    @property
    def kappa(self) -> Column:
        """Kappa at each threshold."""
        return kappa_at(self.fpr, self.tpr, self.prevalence)

    @property
    def auk(self) -> float:
        """Area under the kappa curve, by segment."""
        return auk_from_roc(self.fpr, self.tpr, self.prevalence)

    def along_fpr(self) -> tuple[Column, Column]:
        """Kappa along the ROC curve, with points between its corners."""
        where = np.arange(len(self.fpr))
        place = np.unique(np.concatenate([where, np.interp(GRID, self.fpr, where)]))
        fpr, tpr = np.interp(place, where, self.fpr), np.interp(place, where, self.tpr)
        return fpr, kappa_at(fpr, tpr, self.prevalence)

    def at_grid(self) -> Column:
        """Kappa at regular false positive rates; the ROC curve is interpolated, not kappa."""
        return kappa_at(GRID, tpr_on(GRID, self.fpr, self.tpr), self.prevalence)


def curve_of(
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    pos_label: Hashable | None,
) -> Curve | str:
    """Compute the curve; or say which class is missing."""
    fps, tps, thresholds = counts_at_thresholds(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
    )
    if missing := missing_class(fps[-1], tps[-1]):
        return missing
    prevalence = float(tps[-1] / (tps[-1] + fps[-1]))
    return Curve(fps / fps[-1], tps / tps[-1], thresholds, prevalence)


def scores_of(
    estimator: Any, X: ArrayLike, response_method: Response, pos_label: Hashable | None
) -> tuple[Column, Hashable]:
    """Score the cases, larger for more likely positive ones; return the positive class too."""
    kind, classes = type(estimator).__name__, np.asarray(getattr(estimator, "classes_", []))
    if len(classes) != 2:
        shown = f"{len(classes)} classes" if len(classes) else "no classes"
        raise ValueError(
            f"{kind} has {shown}; a kappa curve needs a fitted classifier of two. Fit it first, or "
            "compare one class with the rest."
        )
    positive = classes.tolist()[1] if pos_label is None else pos_label
    if positive not in classes.tolist():
        raise ValueError(f"pos_label={positive!r} is none of the classes, {classes.tolist()}.")
    one = (response_method,) if isinstance(response_method, str) else response_method
    tried = METHODS if response_method == "auto" else tuple(one)
    if not tried or not set(tried) <= set(METHODS):
        raise ValueError(
            f"response_method is {response_method!r}; give 'auto', one of {METHODS} or a list of "
            "them."
        )
    method = next((name for name in tried if hasattr(estimator, name)), None)
    if method is None:
        raise ValueError(f"{kind} has no {' and no '.join(tried)}; it cannot score cases.")
    scores = np.asarray(getattr(estimator, method)(X), dtype=np.float64)
    if method == "predict_proba":
        return scores[:, classes.tolist().index(positive)], positive
    return (scores if positive == classes[1] else -scores), positive


class KappaCurveDisplay(Display):
    """Kappa against the false positive rate or the threshold.

    Make one with `from_estimator`, `from_predictions` or `from_cv_results`. What is drawn is
    stored as numbers, so that `plot` can draw it again, elsewhere or otherwise.

    Parameters
    ----------
    fpr, tpr, thresholds : ndarray of shape (n_thresholds,), or a list of them, one per fold
        The ROC curve with no point dropped; thresholds fall, the first is infinite.
    prevalence : float, or a list of them
        Share of positive cases.
    name : str, or a list of them, optional
        Name of the classifier, for the legend; a list names the folds.
    pos_label : label, optional
        The positive class, for the axis label.

    Attributes
    ----------
    kappa : ndarray of shape (n_thresholds,), or a list of them
        Kappa at each threshold.
    auk : float, or a list of them
        Area under the kappa curve, rule 'segment'.
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn.
    roc_ax_ : matplotlib Axes or None
        The axes with the ROC curve, if asked for.
    line_ : matplotlib Line2D, or a list of them
        The kappa curves.
    mean_line_, band_ : matplotlib artists or None
        Mean of the folds and one standard deviation around it.
    optimum_ : matplotlib Line2D, or a list of them, or None
        The points of largest kappa.
    chance_level_ : matplotlib Line2D or None
        The line of kappa 0.

    See Also
    --------
    kappabook.kappa_curve : The numbers alone.
    kappabook.auk_score : The area, with its rules and its positive class.
    sklearn.metrics.RocCurveDisplay : The ROC curve, by the same methods.

    References
    ----------
    Kaymak, Ben-David and Potharst, Figure 1(b), p. 11.

    Examples
    --------
    >>> from kappabook import KappaCurveDisplay
    >>> display = KappaCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> display.auk, display.kappa
    (0.25, array([0. , 0.5, 0. , 0.5, 0. ]))
    >>> display.plot(x="threshold", plot_chance_level=True).ax_.get_xlabel()
    'Threshold'
    """

    # Set by `plot`.
    roc_ax_: Axes | None
    line_: Any
    mean_line_: Any
    band_: Any
    optimum_: Any
    chance_level_: Any

    def __init__(
        self,
        *,
        fpr: Columns,
        tpr: Columns,
        thresholds: Columns,
        prevalence: float | list[float],
        name: Name = None,
        pos_label: Hashable | None = None,
    ) -> None:
        self.fpr, self.tpr, self.thresholds, self.prevalence = fpr, tpr, thresholds, prevalence
        self.name, self.pos_label = name, pos_label
        self.is_cross_validated = isinstance(fpr, list)
        columns: Any = (fpr, tpr, thresholds, prevalence)
        if self.is_cross_validated:
            folds = {len(column) if isinstance(column, list) else None for column in columns}
            flat = all(np.ndim(c) == 1 for column in columns[:3] for c in column)
            if len(folds) > 1 or folds == {0} or not flat:
                raise ValueError(
                    "fpr is a list, which stands for folds; give fpr, tpr, thresholds and "
                    "prevalence as lists of one entry per fold, or arrays for one curve."
                )
        else:
            columns = tuple([column] for column in columns)
        self._curves = [Curve(*fold) for fold in zip(*columns, strict=True)]
        self.kappa: Columns = self._one_or_all([curve.kappa for curve in self._curves])
        self.auk: float | list[float] = self._one_or_all([curve.auk for curve in self._curves])

    def _one_or_all(self, values: Any) -> Any:
        return values if self.is_cross_validated or values is None else values[0]

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Hashable | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Draw from labels and scores.

        Parameters
        ----------
        y_true, y_score, sample_weight, pos_label
            As in :func:`kappabook.auk_score`, errors included; a missing class is an error too.
        name : str, optional
            Default: "Classifier".
        ax, **plot_options
            As for `plot`.
        """
        curve = curve_of(y_true, y_score, sample_weight, pos_label)
        if isinstance(curve, str):
            raise ValueError(f"{curve}; a kappa curve needs both classes.")
        display = cls(
            **vars(curve), name="Classifier" if name is None else name, pos_label=pos_label
        )
        return display.plot(ax=ax, **plot_options)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: ArrayLike,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        response_method: Response = "auto",
        pos_label: Hashable | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Draw from a fitted binary classifier and data it has not seen.

        Parameters
        ----------
        estimator : fitted classifier or pipeline
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        response_method : {'auto', 'predict_proba', 'decision_function'}, or a list of these two
            Of a list the first that the estimator has; 'auto' is both, in this order.
        pos_label : label, optional
            Default: the second of the estimator's classes.
        sample_weight, name, ax, **plot_options
            As in `from_predictions`; the default name is the estimator's class.
        """
        scores, pos_label = scores_of(estimator, X, response_method, pos_label)
        name = type(estimator).__name__ if name is None else name
        plot_options |= {"sample_weight": sample_weight, "pos_label": pos_label, "ax": ax}
        return cls.from_predictions(y, scores, name=name, **plot_options)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: ArrayLike,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        response_method: Response = "auto",
        pos_label: Hashable | None = None,
        name: Name = None,
        curve_kwargs: Style | Sequence[Style] | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Draw one curve per fold, their mean and a band of one standard deviation.

        Parameters
        ----------
        cv_results : dict
            From ``cross_validate(..., return_estimator=True, return_indices=True)``.
        X, y
            The data given to `cross_validate`.
        name : str or list of str, optional
            A list, one per fold, needs a list of `curve_kwargs` too.
        curve_kwargs : dict or list of dict, optional
            For matplotlib's ``plot``: the same for all folds, or one for each, which then has an
            entry of its own in the legend.
        sample_weight, response_method, pos_label, ax, **plot_options
            As in `from_estimator`. Folds in which a class is missing are left out, with their
            style and name, and with UndefinedMetricWarning.
        """
        if not {"estimator", "indices"} <= cv_results.keys():
            raise ValueError(
                "cv_results has no estimators or no indices; call cross_validate with "
                "return_estimator=True, return_indices=True."
            )
        found: dict[int, Curve] = {}
        folds = list(zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True))
        for number, (estimator, test) in enumerate(folds):
            part = _safe_indexing(X, test)
            scores, label = scores_of(estimator, part, response_method, pos_label)
            weight = None if sample_weight is None else _safe_indexing(sample_weight, test)
            # As true and false, so that a fold without positives is one, and no error.
            curve = curve_of(np.asarray(_safe_indexing(y, test)) == label, scores, weight, None)
            if isinstance(curve, str):
                undefined(f"the kappa curve of fold {number}", curve)
            else:
                found[number] = curve
        if not found:
            raise ValueError("no fold has both classes; use fewer folds, or stratified ones.")
        if isinstance(name, list) and len(name) == len(folds):
            name = [name[i] for i in found]
        if isinstance(curve_kwargs, list) and len(curve_kwargs) == len(folds):
            curve_kwargs = [curve_kwargs[i] for i in found]
        fields = ("fpr", "tpr", "thresholds", "prevalence")
        columns: dict[str, Any] = {f: [getattr(c, f) for c in found.values()] for f in fields}
        display = cls(**columns, name=name, pos_label=label)
        return display.plot(ax=ax, curve_kwargs=curve_kwargs, **plot_options)

    # --- draw -------------------------------------------------------------------------------------

    def plot(
        self,
        ax: Axes | None = None,
        *,
        x: str = "fpr",
        name: Name = None,
        curve_kwargs: Style | Sequence[Style] | None = None,
        plot_chance_level: bool = False,
        chance_level_kwargs: Style | None = None,
        mark_optimum: bool = True,
        with_roc: bool = False,
        despine: bool = False,
    ) -> Self:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure; with `with_roc`, the right one of two.
        x : {'fpr', 'threshold'}, default='fpr'
            The horizontal axis.
        name : str or list of str, optional
            Instead of the name stored; a list as in `from_cv_results`.
        curve_kwargs : dict or list of dict, optional
            For matplotlib's ``plot``; a list, of one per fold, as in `from_cv_results`.
        chance_level_kwargs : dict, optional
            For matplotlib's ``plot``.
        plot_chance_level : bool, default=False
            Draw kappa 0.
        mark_optimum : bool, default=True
            Mark the largest kappa of each curve.
        with_roc : bool, default=False
            Draw the ROC curve beside it, in axes of its own; not together with `ax`.
        despine : bool, default=False
            Remove the top and right spines.
        """
        if x not in ("fpr", "threshold"):
            raise ValueError(f"x is {x!r}; give 'fpr' or 'threshold'.")
        name = self.name if name is None else name
        areas = [curve.auk for curve in self._curves]
        styles = _line_styles(areas, name, curve_kwargs, folds=self.is_cross_validated)
        if ax is not None and with_roc:
            raise ValueError("with_roc needs two axes of a new figure; leave out ax, or with_roc.")
        self.roc_ax_ = None
        if with_roc:
            size: dict[str, Any] = {"figsize": (11, 4.5), "layout": "constrained"}
            self.roc_ax_, ax = pyplot().subplots(1, 2, **size)[1]
        ax = self._draw_into(ax)
        drawn = list(zip(self._curves, styles, strict=True))
        lines = [_draw_curve(ax, curve, x, style) for curve, style in drawn]
        pairs = list(zip(self._curves, lines, strict=True))
        self.line_ = self._one_or_all(lines)
        self.mean_line_ = self.band_ = self.optimum_ = self.chance_level_ = None
        if self.is_cross_validated and x == "fpr":
            self._draw_mean(_legend(areas, None if "label" in styles[0] else name, folds=True))
        if mark_optimum:
            self.optimum_ = self._one_or_all([_mark_optima(ax, c, x, line) for c, line in pairs])
        if plot_chance_level:
            chance = {"color": "k", "linestyle": "--", "linewidth": 1, "label": "Chance (kappa 0)"}
            self.chance_level_ = ax.axhline(0, **{**chance, **(chance_level_kwargs or {})})
        positive = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        horizontal = "False positive rate" if x == "fpr" else "Threshold"
        ax.set(xlabel=horizontal + positive, ylabel="Cohen's kappa")
        if ax.get_legend_handles_labels()[1]:
            ax.legend()
        if self.roc_ax_ is not None:
            _draw_roc(self.roc_ax_, pairs)
            self.roc_ax_.set_xlabel("False positive rate" + positive)
        for axes in filter(None, (ax, self.roc_ax_) if despine else ()):
            axes.spines[["top", "right"]].set_visible(False)
        return self

    def _draw_mean(self, label: str) -> None:
        """Draw the mean of the folds and a band of one standard deviation around it."""
        kappas = np.array([curve.at_grid() for curve in self._curves])
        mean, spread = kappas.mean(axis=0), kappas.std(axis=0)
        (self.mean_line_,) = self.ax_.plot(GRID, mean, color="k", linestyle="-", label=label)
        band: dict[str, Any] = {"color": "k", "alpha": 0.12, "linewidth": 0}
        self.band_ = self.ax_.fill_between(GRID, mean - spread, mean + spread, **band)


def _line_styles(
    areas: Sequence[float], name: Name, curve_kwargs: Style | Sequence[Style] | None, *, folds: bool
) -> list[dict[str, Any]]:
    """Give one style per curve: the caller's, over ours.

    One mapping serves all curves, and the folds then share the legend's entry for their mean. A
    list of mappings gives each fold its own style and its own entry.
    """
    n = len(areas)
    if curve_kwargs is None or isinstance(curve_kwargs, Mapping):
        if not (name is None or isinstance(name, str)):
            raise ValueError(
                f"name is a list of {len(name)}; give curve_kwargs as a list of {n} mappings too, "
                "so that the curves can be told apart, or a single name."
            )
        ours = {"alpha": 0.35, "linewidth": 1} if folds else {"label": _legend(areas, name)}
        return [{**ours, **_in_full(curve_kwargs)}] * n
    if not folds or len(curve_kwargs) != n:
        raise ValueError(
            f"curve_kwargs is a list of {len(curve_kwargs)} for {n} "
            f"{'folds' if folds else 'curve'}; give one mapping for all, or one per fold."
        )
    names = [name] * n if name is None or isinstance(name, str) else list(name)
    if len(names) != n:
        raise ValueError(f"name is a list of {len(names)} for {n} folds; give one each.")
    return [
        {"linewidth": 1, "label": _legend([area], one), **_in_full(style)}
        for area, one, style in zip(areas, names, curve_kwargs, strict=True)
    ]


def _in_full(style: Style | None) -> dict[str, Any]:
    """Write short names such as ``c`` or ``lw`` out, so that they replace ours."""
    from matplotlib.cbook import normalize_kwargs
    from matplotlib.lines import Line2D

    return dict(normalize_kwargs(dict(style or {}), Line2D))


def _legend(areas: Sequence[float], name: Name, *, folds: bool = False) -> str:
    """Name the AUK, or the mean and the standard deviation of several."""
    area = f"AUK = {areas[0]:.2f}"
    if folds:
        area = f"mean AUK = {np.mean(areas):.2f} ± {np.std(areas):.2f}"
    return f"{name} ({area})" if isinstance(name, str) else area


def _draw_curve(ax: Axes, curve: Curve, x: str, style: Style) -> Line2D:
    """Draw kappa against the false positive rate or the threshold."""
    if x == "fpr":
        return ax.plot(*curve.along_fpr(), **style)[0]
    # Each kappa holds from its threshold down to the next; the first is infinite.
    threshold = np.append(curve.thresholds[1], curve.thresholds[1:])
    return ax.plot(threshold, curve.kappa, drawstyle="steps-post", **style)[0]


def _mark_optima(ax: Axes, curve: Curve, x: str, line: Line2D) -> Line2D:
    """Mark every point of largest kappa."""
    kappa = curve.kappa
    best = kappa == kappa.max()
    if x == "fpr":
        place = curve.fpr[best]
    else:
        # The middle of each plateau of cuts; an infinite one is marked at its finite end.
        below = np.append(curve.thresholds[1:], curve.thresholds[-1])[best]
        above = np.where(np.isinf(curve.thresholds[best]), below, curve.thresholds[best])
        place = (below + above) / 2
    return ax.plot(place, kappa[best], marker="o", linestyle="none", **_like(line))[0]


def _draw_roc(ax: Axes, pairs: Sequence[tuple[Curve, Line2D]]) -> None:
    """Draw the ROC curves, each like its kappa curve and with its best point, and the diagonal."""
    for curve, line in pairs:
        ax.plot(curve.fpr, curve.tpr, **_like(line))
        best = np.argmax(curve.kappa)
        ax.plot(curve.fpr[best], curve.tpr[best], marker="o", **_like(line))
    ax.plot([0, 1], [0, 1], color="k", linestyle="--", linewidth=1)
    ax.set_ylabel("True positive rate")


def _like(line: Line2D) -> dict[str, Any]:
    return {"color": line.get_color(), "alpha": line.get_alpha()}
