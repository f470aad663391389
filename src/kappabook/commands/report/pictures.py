"""The pictures of a report, each as wide as a telephone can show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kappabook.commands.render import Picture
from kappabook.commands.report.evaluation import Evaluation, shown
from kappabook.commands.report.folds import BASELINE
from kappabook.display.curves import GRID, Curve, KappaCurveDisplay, curve_of
from kappabook.display.drawing import drawn, shortened
from kappabook.metrics.rates import tpr_on

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_NAMES, _MOST_LABEL = 16, 12
_WIDE = 5.2  # inches
_MEASURES = (
    "Of each classifier: the agreement that comes by chance, what it gained above that, and what "
    "is missing. The line is the 95 % interval of accuracy. Kappa is the gained part of the room "
    "above chance."
)
_RANKS = (
    "The place of each classifier by each measure. Where two lines cross, two measures disagree "
    "about which classifier is better."
)


def pictures(found: Evaluation) -> Iterator[Picture]:
    """Give what a report shows, drawn when a page shows it."""
    yield Picture(partial(measures_figure, found), _MEASURES)
    yield Picture(partial(ranks_figure, found), _RANKS)
    if (first := _first_curves(found)) is not None:
        yield Picture(partial(_roc, found, first), _roc_words(found, first.code))
        yield Picture(partial(_kappa_curves, found, first), _curves_words(found, first))


def measures_figure(found: Evaluation) -> Figure:
    """Draw a bar for each classifier: chance agreement, what was gained above it, and missing."""
    from kappabook.display.bar import parts
    from kappabook.display.colors import BLACK, GREY
    from kappabook.display.style import axes, figure_of

    names = [*found.ranked, BASELINE]
    ax = axes(figsize=(_WIDE, 1.2 + 0.45 * len(names)))
    figure = figure_of(ax)
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
    # Six, in two columns, where a classifier is worse than chance.
    columns = 3 if len(named) == 3 else 2
    figure.legend(named.values(), named, loc="outside upper left", ncols=columns, frameon=False)
    figure.set_figheight(figure.get_figheight() + 0.25 * (len(named) // columns - 1))
    figure.set_label(_MEASURES)
    return figure


def ranks_figure(found: Evaluation) -> Figure:
    """Draw the place of each classifier by each measure; lines that cross are rankings parting."""
    from kappabook.display.colors import LINES, MARKERS
    from kappabook.display.style import axes, figure_of

    ranks = found.ranks()
    ax = axes(figsize=(_WIDE, 1.8 + 0.45 * max(3, len(ranks))))  # the axis has a name
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
    figure_of(ax).set_label(_RANKS)
    return figure_of(ax)


def curves_figure(found: Evaluation, classifier: str | None = None) -> Figure | None:
    """Draw the kappa curve of the folds of one repeat, their mean and a band; or nothing.

    Parameters
    ----------
    found : Evaluation
    classifier : str, optional
        Default: the first in rank that gives scores.
    """
    first = _first_curves(found, classifier)
    return None if first is None else _kappa_curves(found, first)


def _kappa_curves(found: Evaluation, first: _First) -> Figure:
    from kappabook.display.style import axes, figure_of

    ax, curves = axes(figsize=(_WIDE, 4.2)), first.curves
    columns: dict[str, Any] = {key: [vars(c)[key] for c in curves] for key in vars(curves[0])}
    (label,) = drawn([found.data.classes[first.code]], _MOST_LABEL)
    display = KappaCurveDisplay(**columns, name=first.classifier, pos_label=label)
    display.plot(ax=ax, plot_chance_level=True)
    figure_of(ax).set_label(_curves_words(found, first))
    return figure_of(ax)


def roc_figure(found: Evaluation) -> Figure | None:
    """Draw the mean ROC curve of every classifier that gives scores; or nothing."""
    first = _first_curves(found)
    return None if first is None else _roc(found, first)


def _roc(found: Evaluation, first: _First) -> Figure:
    from kappabook.display.colors import GREY, LINES
    from kappabook.display.style import axes, figure_of

    code, names = first.code, [n for n in found.ranked if n in found.folds.scored]
    ax = axes(figsize=(_WIDE, 4.6))
    colors = [*LINES] * len(names)
    for name, short, color in zip(names, shortened(names, _MOST_NAMES), colors, strict=False):
        mean = np.mean([tpr_on(GRID, c.fpr, c.tpr) for c in _curves(found, name, code)], axis=0)
        of = "" if found.data.is_binary else found.data.classes[code]
        auc = found.span(name, "auc", of)[0]
        x, y, said = np.append(0, GRID), np.append(0, mean), f"{short}, AUC {auc:.3f}"
        ax.plot(x, y, color=color, linestyle=LINES[color], label=said)
    ax.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="-")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.legend(loc="lower right")
    figure_of(ax).set_label(_roc_words(found, code))
    return figure_of(ax)


class _First(NamedTuple):
    """What curves are drawn of first: a classifier, a class, and each fold of one repeat."""

    classifier: str
    code: int
    curves: list[Curve]


def _first_curves(found: Evaluation, classifier: str | None = None) -> _First | None:
    """Take the first in rank with scores, and the positive class or else the hardest one."""
    name = classifier or next((n for n in found.ranked if n in found.folds.scored), None)
    if name is None:
        return None
    code = found.data.positive
    if code is None:
        code = int(np.nanargmin([found.span(name, "kappa", c)[0] for c in found.data.classes]))
    curves = _curves(found, name, code)
    return _First(name, code, curves) if curves else None


def _curves(found: Evaluation, name: str, code: int) -> list[Curve]:
    """Compute the curve of each fold of the first repeat that has both classes."""
    curves = [
        curve_of(found.data.y[fold.test] == code, fold.scores[:, code], None, None)
        for fold in found.folds.folds[name]
        if fold.repeat == 1 and fold.scores is not None
    ]
    return [curve for curve in curves if not isinstance(curve, str)]


def _roc_words(found: Evaluation, code: int) -> str:
    return (
        "ROC curves of the classifiers, each the mean over the folds of the first repeat. "
        f"Positive: {found.data.classes[code]!r}."
    )


def _curves_words(found: Evaluation, first: _First) -> str:
    return (
        f"Kappa curves of {first.classifier}, one per fold of the first repeat, with their mean "
        f"and a band of one standard deviation. Positive: {found.data.classes[first.code]!r}."
    )
