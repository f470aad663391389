"""The kappa curve as a picture: one classifier, or the folds of a cross-validation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import _safe_indexing

from kappabook.display._curve import Column, Curve, curve_of
from kappabook.display._draw import axes_for, draw_curve, draw_mean, draw_roc, mark_optima
from kappabook.display._response import scores_of
from kappabook.metrics._numbers import undefined

if TYPE_CHECKING:
    from matplotlib.axes import Axes

T = TypeVar("T")
Columns = Column | list[Column]
Style = Mapping[str, Any]


class KappaCurveDisplay:
    """Kappa against the false positive rate or the threshold.

    Make one with `from_estimator`, `from_predictions` or `from_cv_results`. What is drawn is
    stored as numbers, so that `plot` can draw it again, elsewhere or otherwise.

    Parameters
    ----------
    fpr, tpr, thresholds : ndarray of shape (n_thresholds,), or a list of them, one per fold
        The ROC curve with no point dropped; thresholds fall, the first is infinite.
    prevalence : float, or a list of them
        Share of positive cases.
    name : str, optional
        Name of the classifier, for the legend.
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

    def __init__(
        self,
        *,
        fpr: Columns,
        tpr: Columns,
        thresholds: Columns,
        prevalence: float | list[float],
        name: str | None = None,
        pos_label: Hashable | None = None,
    ) -> None:
        self.fpr, self.tpr, self.thresholds, self.prevalence = fpr, tpr, thresholds, prevalence
        self.name, self.pos_label = name, pos_label
        self.is_cross_validated = isinstance(fpr, list)
        columns: Any = (fpr, tpr, thresholds, prevalence)
        folds = columns if self.is_cross_validated else tuple([column] for column in columns)
        self._curves = [Curve(*fold) for fold in zip(*folds, strict=True)]
        self.kappa = self._each([curve.kappa for curve in self._curves])
        self.auk = self._each([curve.auk for curve in self._curves])

    # --- compute ------------------------------------------------------------------------------

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
    ) -> KappaCurveDisplay:
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
        response_method: str = "auto",
        pos_label: Hashable | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> KappaCurveDisplay:
        """Draw from a fitted binary classifier and data it has not seen.

        Parameters
        ----------
        estimator : fitted classifier or pipeline
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        response_method : {'auto', 'predict_proba', 'decision_function'}
        pos_label : label, optional
            Default: the second of the estimator's classes.
        sample_weight, name, ax, **plot_options
            As in `from_predictions`; the default name is the estimator's class.
        """
        scores, pos_label = scores_of(
            estimator, X, response_method=response_method, pos_label=pos_label
        )
        return cls.from_predictions(
            y,
            scores,
            sample_weight=sample_weight,
            pos_label=pos_label,
            name=type(estimator).__name__ if name is None else name,
            ax=ax,
            **plot_options,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: ArrayLike,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: Hashable | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> KappaCurveDisplay:
        """Draw one curve per fold, their mean and a band of one standard deviation.

        Parameters
        ----------
        cv_results : dict
            From ``cross_validate(..., return_estimator=True, return_indices=True)``.
        X, y
            The data given to `cross_validate`.
        sample_weight, response_method, pos_label, name, ax, **plot_options
            As in `from_estimator`. Folds in which a class is missing are left out, with
            UndefinedMetricWarning.
        """
        if not {"estimator", "indices"} <= cv_results.keys():
            raise ValueError(
                "cv_results has no estimators or no indices; call cross_validate with "
                "return_estimator=True, return_indices=True."
            )
        curves, label = [], pos_label
        for number, (estimator, test) in enumerate(
            zip(cv_results["estimator"], cv_results["indices"]["test"], strict=True)
        ):
            scores, label = scores_of(
                estimator,
                _safe_indexing(X, test),
                response_method=response_method,
                pos_label=pos_label,
            )
            weight = None if sample_weight is None else _safe_indexing(sample_weight, test)
            # As true and false, so that a fold without positives is one, and no error.
            positive = np.asarray(_safe_indexing(y, test)) == label
            curve = curve_of(positive, scores, weight, None)
            if isinstance(curve, str):
                undefined(f"the kappa curve of fold {number}", curve)
            else:
                curves.append(curve)
        if not curves:
            raise ValueError("no fold has both classes; use fewer folds, or stratified ones.")
        columns = {key: [vars(curve)[key] for curve in curves] for key in vars(curves[0])}
        return cls(**columns, name=name, pos_label=label).plot(ax=ax, **plot_options)

    # --- draw ---------------------------------------------------------------------------------

    def plot(
        self,
        ax: Axes | None = None,
        *,
        x: str = "fpr",
        name: str | None = None,
        curve_kwargs: Style | None = None,
        plot_chance_level: bool = False,
        chance_level_kwargs: Style | None = None,
        mark_optimum: bool = True,
        with_roc: bool = False,
        despine: bool = False,
    ) -> KappaCurveDisplay:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure; with `with_roc`, the right one of two.
        x : {'fpr', 'threshold'}, default='fpr'
            The horizontal axis.
        curve_kwargs, chance_level_kwargs : dict, optional
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
        self.ax_, self.roc_ax_ = ax, _ = axes_for(ax, with_roc)
        self.figure_, curves = ax.figure, self._curves
        label = self._legend(self.name if name is None else name)
        faint = {"alpha": 0.35, "linewidth": 1}
        style = {**(faint if self.is_cross_validated else {"label": label}), **(curve_kwargs or {})}
        lines = [draw_curve(ax, curve, x, style) for curve in curves]
        self.line_ = self._each(lines)
        self.mean_line_ = self.band_ = self.optimum_ = self.chance_level_ = None
        if self.is_cross_validated and x == "fpr":
            self.mean_line_, self.band_ = draw_mean(ax, curves, label)
        if mark_optimum:
            self.optimum_ = self._each(
                [mark_optima(ax, c, x, line) for c, line in zip(curves, lines, strict=True)]
            )
        if plot_chance_level:
            chance = {"color": "k", "linestyle": "--", "linewidth": 1, "label": "Chance (kappa 0)"}
            self.chance_level_ = ax.axhline(0, **{**chance, **(chance_level_kwargs or {})})
        positive = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        horizontal = "False positive rate" if x == "fpr" else "Threshold"
        ax.set(xlabel=horizontal + positive, ylabel="Cohen's kappa")
        if ax.get_legend_handles_labels()[1]:
            ax.legend()
        if self.roc_ax_ is not None:
            draw_roc(self.roc_ax_, curves, lines)
            self.roc_ax_.set_xlabel("False positive rate" + positive)
        for axes in filter(None, (ax, self.roc_ax_) if despine else ()):
            axes.spines[["top", "right"]].set_visible(False)
        return self

    def _legend(self, name: str | None) -> str:
        areas = [curve.auk for curve in self._curves]
        area = f"AUK = {areas[0]:.2f}"
        if self.is_cross_validated:
            area = f"mean AUK = {np.mean(areas):.2f} ± {np.std(areas):.2f}"
        return area if name is None else f"{name} ({area})"

    def _each(self, values: list[T]) -> T | list[T]:
        return values if self.is_cross_validated else values[0]
