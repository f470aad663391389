"""The kappa curve as a picture: one classifier, or the folds of a cross-validation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from kappabook.display._curve import Column, Curve, curve_of
from kappabook.display._folds import curves_of_folds
from kappabook.display._lines import Name, Style
from kappabook.display._picture import Request, picture
from kappabook.display._response import Response, scores_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kappabook.metrics.inference import KappaCurveBand

T = TypeVar("T")
Columns = Column | list[Column]


def _refuse_unequal_folds(*columns: Any) -> None:
    """Refuse a list, which stands for folds, beside what is none or longer."""
    folds = [len(c) if isinstance(c, list) else None for c in columns]
    whole = all(np.ndim(curve) == 1 for c in columns[:3] if isinstance(c, list) for curve in c)
    if len(set(folds)) > 1 or not whole or not folds[0]:
        raise ValueError(
            "fpr is a list, which stands for folds; give fpr, tpr, thresholds and prevalence as "
            "lists of one entry per fold, or arrays for one curve."
        )


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
    name : str, or a list of them, optional
        Name of the classifier, for the legend; a list names the folds.
    pos_label : label, optional
        The positive class, for the axis label.
    band : KappaCurveBand, optional
        From :func:`kappabook.metrics.inference.kappa_curve_band`, of the same cases.

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
        Mean of the folds and one standard deviation around it; for one curve `band_` is a list,
        the simultaneous and the pointwise band.
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
    ax_: Axes
    roc_ax_: Axes | None
    figure_: Any
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
        band: KappaCurveBand | None = None,
    ) -> None:
        self.fpr, self.tpr, self.thresholds, self.prevalence = fpr, tpr, thresholds, prevalence
        self.name, self.pos_label, self.band = name, pos_label, band
        self.is_cross_validated = isinstance(fpr, list)
        columns: Any = (fpr, tpr, thresholds, prevalence)
        if self.is_cross_validated:
            _refuse_unequal_folds(*columns)
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
        band: KappaCurveBand | None = None,
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
        band : KappaCurveBand, optional
            From :func:`kappabook.metrics.inference.kappa_curve_band`, of the same cases.
        ax, **plot_options
            As for `plot`.
        """
        curve = curve_of(y_true, y_score, sample_weight, pos_label)
        if isinstance(curve, str):
            raise ValueError(f"{curve}; a kappa curve needs both classes.")
        display = cls(
            **vars(curve),
            name="Classifier" if name is None else name,
            pos_label=pos_label,
            band=band,
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
    ) -> KappaCurveDisplay:
        """Draw from a fitted binary classifier and data it has not seen.

        Parameters
        ----------
        estimator : fitted classifier or pipeline
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        response_method : {'auto', 'predict_proba', 'decision_function'}, or a list of these two
            Of a list the first that the estimator has.
        pos_label : label, optional
            Default: the second of the estimator's classes.
        sample_weight, name, ax, **plot_options
            As in `from_predictions`; the default name is the estimator's class. A `band` needs the
            scores first: use `from_predictions`.
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
        response_method: Response = "auto",
        pos_label: Hashable | None = None,
        name: Name = None,
        curve_kwargs: Style | Sequence[Style] | None = None,
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
        name : str or list of str, optional
            A list, one per fold, needs a list of `curve_kwargs` too.
        curve_kwargs : dict or list of dict, optional
            For matplotlib's ``plot``: the same for all folds, or one for each, which then has an
            entry of its own in the legend.
        sample_weight, response_method, pos_label, ax, **plot_options
            As in `from_estimator`. Folds in which a class is missing are left out, with their
            style and name, and with UndefinedMetricWarning.
        """
        n_folds = len(cv_results.get("estimator", ()))
        curves, kept, label = curves_of_folds(
            cv_results,
            X,
            y,
            sample_weight=sample_weight,
            response_method=response_method,
            pos_label=pos_label,
        )
        if isinstance(name, list) and len(name) == n_folds:
            name = [name[i] for i in kept]
        if isinstance(curve_kwargs, list) and len(curve_kwargs) == n_folds:
            curve_kwargs = [curve_kwargs[i] for i in kept]
        columns: dict[str, Any] = {key: [vars(c)[key] for c in curves] for key in vars(curves[0])}
        display = cls(**columns, name=name, pos_label=label)
        return display.plot(ax=ax, curve_kwargs=curve_kwargs, **plot_options)

    # --- draw ---------------------------------------------------------------------------------

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
    ) -> KappaCurveDisplay:
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
        positive = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        want = Request(
            folds=self.is_cross_validated,
            x=x,
            name=self.name if name is None else name,
            positive=positive,
            band=self.band,
            curve_kwargs=curve_kwargs,
            chance_level_kwargs=chance_level_kwargs,
            plot_chance_level=plot_chance_level,
            mark_optimum=mark_optimum,
            with_roc=with_roc,
            despine=despine,
        )
        vars(self).update(picture(self._curves, ax, want))
        return self

    def _each(self, values: list[T]) -> T | list[T]:
        return values if self.is_cross_validated else values[0]
