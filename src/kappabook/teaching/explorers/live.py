"""The explorers of JupyterLab: their ES modules shown by anywidget; a kernel draws nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anywidget
import numpy as np
import traitlets
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from kappabook.metrics import auk_from_roc, kappa_curve
from kappabook.teaching.explorers import still
from kappabook.teaching.explorers.catalog import (
    Positions,
    about,
    css,
    fixed_of,
    labelled,
    module,
    refuse_positions,
    scores_of,
)

Presets = Mapping[str, Positions]
Curve = tuple[ArrayLike, ArrayLike]


class Explorer(anywidget.AnyWidget):
    """A figure that moves.

    Attributes
    ----------
    values : dict of str to float
        Where the sliders stand. ``explorer.values = {"ill": 1}`` moves those that it names.

    Raises
    ------
    traitlets.TraitError, ValueError
        On setting: not a dict; an unknown slider, or a value outside the range of its slider.
    """

    _css = css()
    about = traitlets.Dict().tag(sync=True)
    fixed = traitlets.Dict().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)

    def __init__(self, about: dict[str, Any], fixed: Mapping[str, Any] | None = None) -> None:
        own = [slider for slider in about["sliders"] if not slider.get("more")]
        starts = {slider["key"]: slider["start"] for slider in own}
        told = fixed_of(about["name"]) if fixed is None else fixed
        super().__init__(about=labelled(about, told), fixed=told, values=starts)

    @traitlets.validate("values")
    def _complete(self, proposal: Any) -> dict[str, float]:
        own = [slider for slider in self.about["sliders"] if not slider.get("more")]
        refuse_positions("values", proposal.value, own)
        return {**self.values, **proposal.value}

    def _still(self) -> Figure:
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Show a still, too: it is what a stored notebook keeps."""
        shown = super()._repr_mimebundle_(**kwargs)
        data, words = still.in_notebook(self._still())
        return (shown[0] if shown else {}) | data, (shown[1] if shown else {}) | words


class _Opening(Explorer):
    _esm = module("opening")

    def _still(self) -> Figure:
        return still.opening()


class _Confusion(Explorer):
    _esm = module("confusion")

    def _still(self) -> Figure:
        return still.confusion(self.values)


class _Threshold(Explorer):
    _esm = module("threshold")

    def _still(self) -> Figure:
        return still.threshold(self.fixed, self.values)


class _Prevalence(Explorer):
    _esm = module("prevalence")

    def _still(self) -> Figure:
        return still.prevalence(self.fixed, self.values)


def opening_explorer(*, presets: Presets | None = None) -> Explorer:
    """Make people ill: the test stays the same, and so does its accuracy; kappa moves.

    Parameters
    ----------
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own, such as ``{"mine": {"ill": 3}}``; the slider is ill.

    Returns
    -------
    Explorer
        To be the last value of a cell in JupyterLab; `values` reads and sets its slider.

    Raises
    ------
    ValueError
        A preset names an unknown slider, or a value outside the range of its slider.

    Examples
    --------
    >>> from kappabook.teaching import opening_explorer
    >>> explorer = opening_explorer()
    >>> explorer.values = {"ill": 10}
    >>> explorer.values
    {'ill': 10}
    """
    return _Opening(about("opening", presets))


def confusion_explorer(*, presets: Presets | None = None) -> Explorer:
    """Move the cells of a two-class table, or its margins: chance agreement and kappa follow.

    Parameters
    ----------
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own, such as ``{"mine": {"tp": 30, "fn": 5, "fp": 8, "tn": 57}}``; the
        sliders are tp, fn, fp, tn, and, to move those, prevalence, bias, accuracy.

    Raises
    ------
    ValueError
        As :func:`opening_explorer`.
    """
    return _Confusion(about("confusion", presets))


def threshold_explorer(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Any = 1,
    presets: Presets | None = None,
) -> Explorer:
    """Move a threshold through scores: its point runs along the ROC and the kappa curve.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n_cases,), optional
        Labels and scores of your own; both or neither. Default: 80 made-up cases.
    pos_label : label, default=1
        The positive class.
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own; the sliders are threshold and prevalence.

    Raises
    ------
    ValueError
        One of the two is missing, they are bad input of :func:`kappabook.kappa_curve`, one class
        is missing, or as :func:`opening_explorer`.
    """
    if (y_true is None) != (y_score is None):
        raise ValueError("give y_true and y_score, or neither for a made-up sample.")
    if y_true is None or y_score is None:
        return _Threshold(about("threshold", presets))
    kappa_curve(y_true, y_score, pos_label=pos_label)  # refuses what is no truth, or no scores
    is_positive, scores = np.ravel(y_true) == pos_label, np.ravel(y_score).astype(float)
    if is_positive.all() or not is_positive.any():
        raise ValueError(
            f"{'all' if is_positive.any() else 'none'} of the {len(scores)} cases are positive "
            f"({pos_label!r}); a threshold needs cases of both classes."
        )
    fixed = scores_of(scores[is_positive], scores[~is_positive])
    low, high = fixed["domain"]
    told = about("threshold", {})
    at, share = told["sliders"]
    at |= {"low": low, "high": high, "step": (high - low) / 100, "start": (low + high) / 2}
    if (low, high) == (0.0, 1.0):
        at["start"] = 0.5
    share["start"] = min(max(round(float(is_positive.mean()), 2), share["low"]), share["high"])
    told["presets"] = dict(presets or about("threshold")["presets"])
    for name, values in told["presets"].items():
        refuse_positions(f"preset {name!r}", values, told["sliders"])
    return _Threshold(told, fixed)


def prevalence_explorer(
    curves: Mapping[str, Curve] | None = None, *, presets: Presets | None = None
) -> Explorer:
    """Move the share of positives: the AUK of two fixed ROC curves follows, and they cross.

    Parameters
    ----------
    curves : mapping of name to (fpr, tpr), optional
        Two ROC curves of your own, from (0, 0) to (1, 1).
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own; the slider is prevalence.

    Raises
    ------
    ValueError
        Not two curves, bad rates as in :func:`kappabook.auk_from_roc`, or as
        :func:`opening_explorer`.
    """
    told = about("prevalence", presets)
    if curves is None:
        return _Prevalence(told)
    if len(curves) != 2:
        raise ValueError(
            f"curves holds {len(curves)} ROC curves, {list(curves)}; give two, by name: "
            "{'one': (fpr, tpr), 'two': (fpr, tpr)}."
        )
    rows = []
    for name, (fpr, tpr) in curves.items():
        auk_from_roc(fpr, tpr, 0.5)  # refuses what is no ROC curve
        rates = {"fpr": np.ravel(fpr).astype(float), "tpr": np.ravel(tpr).astype(float)}
        rows.append({"name": str(name), **{key: rate.tolist() for key, rate in rates.items()}})
    return _Prevalence(told, {"curves": rows})
