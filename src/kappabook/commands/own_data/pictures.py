"""The pictures of a report."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kappabook.commands.own_data.evaluation import Evaluation
from kappabook.commands.own_data.fold_measures import MEASURES
from kappabook.commands.own_data.learners import BASELINE
from kappabook.display.curves import GRID, Curve, KappaCurveDisplay, curve_of
from kappabook.display.drawing import pyplot, shortened
from kappabook.metrics.rates import tpr_on

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_NAMES = 16
# Inches.
_WIDE, _NARROW = 9.0, 5.2


def measures_figure(found: Evaluation, *, wide: bool = True) -> Figure:
    """Draw accuracy with the agreement expected by chance, and kappa, of each classifier.

    What is not wide can be read on a telephone.
    """
    plt = pyplot()
    from kappabook.display.style import BLUE, GREY, ORANGE

    names = [*found.ranked, BASELINE]
    rows = np.arange(len(names))[::-1]
    tall = 1.4 + 0.4 * len(names)
    shape, size = ((1, 2), (_WIDE, tall)) if wide else ((2, 1), (_NARROW, 2 * tall - 0.8))
    figure, axes = plt.subplots(*shape, sharey=True, figsize=size, layout="constrained")
    for ax, measure, color in zip(axes, ("accuracy", "kappa"), (BLUE, ORANGE), strict=True):
        for row, name in zip(rows, names, strict=True):
            where = {"classifier": name, "measure": measure}
            x, low, high = (found.value("measure", s, **where) for s in ("estimate", "low", "high"))
            if not math.isnan(low):
                ax.plot([low, high], [row, row], color=color, linestyle="-", linewidth=2.5)
            ax.plot(x, row, "o", color=color)
        ax.set_xlabel(MEASURES[measure][0])
        ax.grid(axis="x", alpha=0.4)
        ax.margins(y=0.12)
    chance = [
        found.value("measure", "estimate", classifier=n, measure="chance_agreement") for n in names
    ]
    axes[0].plot(chance, rows, "|", color=GREY, markersize=16, label="chance agreement")
    axes[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    axes[1].axvline(0, color=GREY, linewidth=1, linestyle="-")
    for ax in axes:
        ax.set_yticks(rows, shortened(names, _MOST_NAMES))
    figure.set_label(
        "Accuracy and kappa of each classifier, with 95 % intervals. The upright strokes are the "
        "accuracy that chance alone would reach; kappa 0 is chance."
    )
    return _closed(figure)


def ranks_figure(found: Evaluation, *, wide: bool = True) -> Figure:
    """Draw the place of each classifier by each measure; lines that cross are rankings parting."""
    plt = pyplot()
    from kappabook.display.style import LINES, MARKERS

    ranks = found.ranks()
    size = (_WIDE if wide else _NARROW, 1.8 + 0.45 * len(ranks))
    figure, ax = plt.subplots(figsize=size, layout="constrained")
    styles = list(LINES)
    across = range(len(ranks.columns))
    for i, (name, short) in enumerate(
        zip(ranks.index, shortened(list(ranks.index), _MOST_NAMES), strict=True)
    ):
        color = styles[i % len(styles)]
        places = ranks.loc[name].to_numpy()
        ax.plot(across, places, color=color, linestyle=LINES[color], marker=MARKERS[color])
        ax.annotate(
            short,
            (len(ranks.columns) - 1, places[-1]),
            (12, 8 * (i - len(ranks) / 2) if _tied(ranks, places) else 0),
            textcoords="offset points",
            va="center",
        )
    turned: dict[str, Any] = {} if wide else {"rotation": 30, "ha": "right"}
    names = [str(name).replace(" per case", "\nper case") for name in ranks.columns]
    ax.set_xticks(list(across), names, **turned)
    ax.set_yticks(range(1, len(ranks) + 1))
    ax.set_ylabel("place (1 is best)")
    ax.invert_yaxis()
    ax.margins(x=0.05)
    figure.set_label(
        "The place of each classifier by each measure. Where two lines cross, two measures "
        "disagree about which classifier is better."
    )
    return _closed(figure)


def curves_figure(
    found: Evaluation, classifier: str | None = None, *, wide: bool = True
) -> Figure | None:
    """Draw ROC and kappa curve of the folds of one repeat, their mean and a band; or nothing.

    Parameters
    ----------
    found : Evaluation
    classifier : str, optional
        Default: the first in rank that gives scores.
    wide : bool, default=True
        Both curves side by side; else the kappa curve alone.
    """
    names = [classifier] if classifier else found.ranked
    name = next((n for n in names if found.folds.folds[n][0].scores is not None), None)
    if name is None:
        return None
    code = _curve_class(found, name)
    label, curves = found.data.classes[code], _curves(found, name, code)
    if not curves:
        return None
    columns: dict[str, Any] = {key: [vars(c)[key] for c in curves] for key in vars(curves[0])}
    display = KappaCurveDisplay(**columns, name=name, pos_label=label)
    if wide:
        display.plot(with_roc=True, plot_chance_level=True)
        what = "ROC curves (left) and kappa curves (right)"
    else:
        _, ax = pyplot().subplots(figsize=(_NARROW, 4.2), layout="constrained")
        display.plot(ax=ax, plot_chance_level=True)
        what = "Kappa curves"
    figure: Figure = display.figure_
    figure.set_label(
        f"{what} of {name}, one per fold of the first repeat, with their mean and a band of one "
        f"standard deviation. Positive: {label!r}."
    )
    return _closed(figure)


def roc_figure(found: Evaluation) -> Figure | None:
    """Draw the mean ROC curve of every classifier that gives scores; or nothing."""
    names = [n for n in found.ranked if found.folds.folds[n][0].scores is not None]
    if not names:
        return None
    plt = pyplot()
    from kappabook.display.style import GREY, LINES

    code = _curve_class(found, names[0])
    figure, ax = plt.subplots(figsize=(_NARROW, 4.6), layout="constrained")
    for name, color in zip(names, [*LINES] * len(names), strict=False):
        curves = _curves(found, name, code)
        if curves:
            mean = np.mean([tpr_on(GRID, c.fpr, c.tpr) for c in curves], axis=0)
            where = {"classifier": name, "measure": "auc"}
            label = "" if found.data.is_binary else found.data.classes[code]
            auc = found.value("measure", "estimate", label=label, **where)
            ax.plot(
                np.append(0, GRID),
                np.append(0, mean),
                color=color,
                linestyle=LINES[color],
                label=f"{shortened(names, _MOST_NAMES)[names.index(name)]}, AUC {auc:.3f}",
            )
    ax.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="-")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.legend(loc="lower right")
    figure.set_label(
        "ROC curves of the classifiers, each the mean over the folds of the first repeat. "
        f"Positive: {found.data.classes[code]!r}."
    )
    return _closed(figure)


def _curves(found: Evaluation, name: str, code: int) -> list[Curve]:
    """Compute the curve of each fold of the first repeat that has both classes."""
    curves = []
    for fold in found.folds.folds[name]:
        if fold.repeat == 1 and fold.scores is not None:
            curve = curve_of(found.data.y[fold.test] == code, fold.scores[:, code], None, None)
            if not isinstance(curve, str):
                curves.append(curve)
    return curves


def _closed(figure: Figure) -> Figure:
    """Take a figure from pyplot: a notebook would show it twice, since the cell returns it."""
    pyplot().close(figure)
    return figure


def _curve_class(found: Evaluation, name: str) -> int:
    """Return the positive class, or else the one that is recognised least well."""
    if found.data.positive is not None:
        return int(found.data.positive)
    kappas = [
        found.value("measure", "estimate", classifier=name, measure="kappa", label=label)
        for label in found.data.classes
    ]
    return int(np.nanargmin(kappas))


def _tied(ranks: Any, places: Any) -> bool:
    return bool((ranks.iloc[:, -1] == places[-1]).sum() > 1)
