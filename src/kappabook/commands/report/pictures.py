"""The pictures of a report, each as wide as a telephone can show."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kappabook.commands.report.evaluation import Evaluation, shown
from kappabook.commands.report.folds import BASELINE
from kappabook.display.curves import GRID, Curve, KappaCurveDisplay, curve_of
from kappabook.display.drawing import pyplot, shortened
from kappabook.metrics.rates import tpr_on

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_NAMES = 16
_WIDE = 5.2  # inches


def measures_figure(found: Evaluation) -> Figure:
    """Draw a bar for each classifier: chance agreement, what was gained above it, and missing."""
    plt = pyplot()
    from kappabook.display.bar import parts
    from kappabook.display.style import BLACK, GREY

    names = [*found.ranked, BASELINE]
    figure, ax = plt.subplots(figsize=(_WIDE, 1.2 + 0.45 * len(names)), layout="constrained")
    for row, name in enumerate(names):
        chance = found.span(name, "chance_agreement")[0]
        accuracy, low, high = found.span(name, "accuracy")
        if math.isclose(accuracy, chance, abs_tol=1e-6):
            accuracy = chance  # the baseline's; the last digit is no loss
        for part, start, end, look in parts(accuracy, chance):
            ax.barh(row, end - start, 0.6, start, edgecolor=GREY, linewidth=1, label=part, **look)
        if not math.isnan(low):
            ax.plot([low, high], [row, row], color=BLACK, linestyle="-", linewidth=2)
        kappa = found.span(name, "kappa")
        ax.annotate(shown(kappa), (1, row), (6, 0), textcoords="offset points", va="center")
    ax.annotate("kappa", (1, -0.6), (6, 0), textcoords="offset points", va="bottom")
    ax.set(xlim=(0, 1), ylim=(len(names) - 0.5, -0.6), xlabel="accuracy")
    ax.set_yticks(range(len(names)), shortened(names, _MOST_NAMES))
    ax.spines[["top", "right", "left"]].set_visible(False)
    named = dict(zip(*ax.get_legend_handles_labels()[::-1], strict=True))
    figure.legend(named.values(), named, loc="outside upper left", ncols=3, frameon=False)
    figure.set_label(
        "Of each classifier: the agreement that comes by chance, what it gained above that, and "
        "what is missing. The line is the 95 % interval of accuracy. Kappa is the gained part of "
        "the room above chance."
    )
    return _closed(figure)


def ranks_figure(found: Evaluation) -> Figure:
    """Draw the place of each classifier by each measure; lines that cross are rankings parting."""
    plt = pyplot()
    from kappabook.display.style import LINES, MARKERS

    ranks = found.ranks()
    figure, ax = plt.subplots(figsize=(_WIDE, 1.8 + 0.45 * len(ranks)), layout="constrained")
    styles, last = list(LINES), ranks.iloc[:, -1]
    for i, short in enumerate(shortened(list(ranks.index), _MOST_NAMES)):
        color, places = styles[i % len(styles)], ranks.iloc[i].to_numpy()
        ax.plot(places, color=color, linestyle=LINES[color], marker=MARKERS[color])
        tied = 8 * (i - len(ranks) / 2) if (last == places[-1]).sum() > 1 else 0
        at, away = (len(places) - 1, places[-1]), (12, tied)
        ax.annotate(short, at, away, textcoords="offset points", va="center")
    names = [
        name.replace(" per case", "\nper case").replace(", of", ",\nof") for name in map(str, ranks)
    ]
    ax.set_xticks(range(len(names)), names, rotation=30, ha="right")
    ax.set_yticks(range(1, len(ranks) + 1))
    ax.set_ylabel("place (1 is best)")
    ax.invert_yaxis()
    ax.margins(x=0.05)
    figure.set_label(
        "The place of each classifier by each measure. Where two lines cross, two measures "
        "disagree about which classifier is better."
    )
    return _closed(figure)


def curves_figure(found: Evaluation, classifier: str | None = None) -> Figure | None:
    """Draw the kappa curve of the folds of one repeat, their mean and a band; or nothing.

    Parameters
    ----------
    found : Evaluation
    classifier : str, optional
        Default: the first in rank that gives scores.
    """
    name = classifier or next((n for n in found.ranked if n in found.folds.scored), None)
    if name is None:
        return None
    code = _curve_class(found, name)
    label, curves = found.data.classes[code], _curves(found, name, code)
    if not curves:
        return None
    _, ax = pyplot().subplots(figsize=(_WIDE, 4.2), layout="constrained")
    columns: dict[str, Any] = {key: [vars(c)[key] for c in curves] for key in vars(curves[0])}
    display = KappaCurveDisplay(**columns, name=name, pos_label=label)
    figure: Figure = display.plot(ax=ax, plot_chance_level=True).figure_
    figure.set_label(
        f"Kappa curves of {name}, one per fold of the first repeat, with their mean and a band of "
        f"one standard deviation. Positive: {label!r}."
    )
    return _closed(figure)


def roc_figure(found: Evaluation) -> Figure | None:
    """Draw the mean ROC curve of every classifier that gives scores; or nothing."""
    names = [n for n in found.ranked if n in found.folds.scored]
    if not names:
        return None
    plt = pyplot()
    from kappabook.display.style import GREY, LINES

    code = _curve_class(found, names[0])
    label = found.data.classes[code]
    figure, ax = plt.subplots(figsize=(_WIDE, 4.6), layout="constrained")
    colors = [*LINES] * len(names)
    for name, short, color in zip(names, shortened(names, _MOST_NAMES), colors, strict=False):
        if curves := _curves(found, name, code):
            mean = np.mean([tpr_on(GRID, c.fpr, c.tpr) for c in curves], axis=0)
            of = "" if found.data.is_binary else label
            auc = found.span(name, "auc", of)[0]
            x, y, said = np.append(0, GRID), np.append(0, mean), f"{short}, AUC {auc:.3f}"
            ax.plot(x, y, color=color, linestyle=LINES[color], label=said)
    ax.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="-")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.legend(loc="lower right")
    figure.set_label(
        "ROC curves of the classifiers, each the mean over the folds of the first repeat. "
        f"Positive: {label!r}."
    )
    return _closed(figure)


def _curves(found: Evaluation, name: str, code: int) -> list[Curve]:
    """Compute the curve of each fold of the first repeat that has both classes."""
    curves = [
        curve_of(found.data.y[fold.test] == code, fold.scores[:, code], None, None)
        for fold in found.folds.folds[name]
        if fold.repeat == 1 and fold.scores is not None
    ]
    return [curve for curve in curves if not isinstance(curve, str)]


def _curve_class(found: Evaluation, name: str) -> int:
    """Return the positive class, or else the one that is recognised least well."""
    if found.data.positive is not None:
        return found.data.positive
    return int(np.nanargmin([found.span(name, "kappa", c)[0] for c in found.data.classes]))


def _closed(figure: Figure) -> Figure:
    """Take a figure from pyplot: a notebook would show it twice, since the cell returns it."""
    pyplot().close(figure)
    return figure


#: What a report shows, in this order.
ALL = (measures_figure, ranks_figure, roc_figure, curves_figure)
