"""Figures of the printed tables: impossible chances, and two readings of the test of Table 12."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, WIDEST, axes, figure_of, styled
from kappabook.papers.bendavid2007 import t_tests as tests
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    COLUMNS,
    DATASETS,
    FOLDS,
    MEASURES,
    cells,
    exact,
    read,
)
from kappabook.papers.bendavid2007.figures.marks import NAMES, handle
from kappabook.papers.bendavid2007.impossible import (
    IMPOSSIBLE,
    imputed,
    least_mean_chance,
    true_classes,
)
from kappabook.papers.bendavid2007.t_tests import Mean
from kappabook.papers.bendavid2007.table12 import ROWS, read_row
from kappabook.papers.shared.drawing import lead

# Beside the impossible cells.
NOTES = {
    ("monks-3", 0.53): "all five classifiers: with two\nclasses and so few errors,\n0.5 or nearly",
    ("balance-scale", -0.01): "Logistic: with three\nclasses and so few\nerrors, 1/3 or nearly",
}
# What each mark of the picture of chance stands for.
LOOKS: dict[str, dict[str, Any]] = {
    "printed": {"marker": "o", "color": "0.72", "markersize": 4},
    "least it can be": {"marker": "|", "color": GREY, "markersize": 7, "markeredgewidth": 1.2},
    "printed, impossible": {"marker": "X", "color": ORANGE, "markersize": 9, "clip_on": False},
    "_least, of an impossible one": {"marker": "|", "color": BLACK, "markersize": 14},
    "if perfect folds count": {"marker": "o", "color": BLUE, "markersize": 6},
}


# --- chance -------------------------------------------------------------------------------------


@styled
def chance(ax: Axes | None = None) -> Figure:
    """Draw the printed P_c of 75 cells, the least each can be, and the six that are below it.

    The six are Logistic on Balance and all five classifiers on Monks-3: four print a chance of 0,
    where two classes and so few errors allow no less than about one half. With the perfect folds
    counted instead of stored as 0, all six are possible.
    """
    ax = axes(ax, (WIDEST, 6.8))
    p = read()
    classes = true_classes(p)
    for (dataset, classifier), cell in cells(p).items():
        y = list(DATASETS).index(dataset) + 0.17 * (list(CLASSIFIERS).index(classifier) - 2)
        value, least = float(cell.chance), least_mean_chance(cell, classes[dataset])
        impossible = (dataset, classifier) in IMPOSSIBLE
        if impossible:
            right = float(imputed(p, (dataset, classifier)).chance.middle)
            ax.plot([value, right], [y, y], color=ORANGE, linewidth=0.8, linestyle=":")
            ax.plot([right], [y], **LOOKS["if perfect folds count"], zorder=6)
        ax.plot([value], [y], **LOOKS["printed, impossible" if impossible else "printed"])
        if least > 0:
            name = "_least, of an impossible one" if impossible else "least it can be"
            ax.plot([least], [y], **LOOKS[name])
    for (dataset, x), text in NOTES.items():
        at = x, list(DATASETS).index(dataset)
        ax.annotate(text, at, va="center", color=BLACK, fontsize=11, linespacing=1.1)
    handles = [
        Line2D([], [], linestyle="none", label=name, **look)
        for name, look in LOOKS.items()
        if not name.startswith("_")
    ]
    ax.legend(handles=handles, loc="upper right", bbox_to_anchor=(1.0, 0.8))
    ax.set_yticks(range(len(DATASETS)), list(NAMES.values()))
    ax.set(xlabel="chance agreement $P_c$", xlim=(-0.02, 0.82), ylim=(len(DATASETS) - 0.4, -1.3))
    ax.set_title("Six printed chance agreements are below the least they can be")
    return figure_of(ax)


# --- t-tests ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A pair of classifiers, and how far apart they are by each measure."""

    dataset: str
    pair: frozenset[str]
    accuracy: float
    kappa: float


def compared(measure: Callable[[Mean, Mean], float]) -> list[Compared]:
    """Measure all pairs that differ at all: 144, since four classifiers are alike on Monks-3."""
    printed = cells(read(), COLUMNS[:4])
    found = []
    for dataset in DATASETS:
        for one, other in combinations(CLASSIFIERS, 2):
            a, b = (tests.means(printed[dataset, c]) for c in (one, other))
            if a != b:
                apart = (measure(a[name], b[name]) for name in MEASURES)
                found.append(Compared(dataset, frozenset((one, other)), *apart))
    return found


def interval_gap(a: Mean, b: Mean) -> float:
    """Difference of two means over the sum of their half-widths: above 1 the intervals part."""
    reach = exact(a.half_width) + exact(b.half_width)
    return tests.difference(a, b) / float(reach)


def t_ratio(a: Mean, b: Mean) -> float:
    """Unpaired t over its critical value at 0.05: above 1 the difference is significant."""
    return tests.t_unpaired(a, b) / tests.critical(2 * (FOLDS - 1))


@styled
def intervals(ax: Axes | None = None) -> Figure:
    """Draw all pairs by accuracy and by kappa: how far apart the printed 95 % intervals are.

    Three pairs have intervals of kappa that part and intervals of accuracy that do not; they are
    the three pairs of Table 12. No pair has it the other way round.
    """
    ax = axes(ax, (6.8, 6.2))
    _pairs(ax, interval_gap, GAP_LABELS)
    ax.set(
        xlabel="accuracy: difference / sum of half-widths",
        ylabel="kappa: difference / sum of half-widths",
    )
    ax.set_title("Intervals: the three pairs of Table 12 differ by kappa alone")
    return figure_of(ax)


@styled
def t_tests(ax: Axes | None = None) -> Figure:
    """Draw all pairs by accuracy and by kappa: unpaired t-tests at 0.05.

    The three pairs of Table 12 differ by both measures. Four other pairs differ by one measure
    alone: three by kappa, one by accuracy.
    """
    ax = axes(ax, (6.8, 6.2))
    _pairs(ax, t_ratio, T_LABELS)
    ax.set(xlabel="accuracy: $t$ / critical $t$", ylabel="kappa: $t$ / critical $t$")
    ax.set_title("Unpaired t-tests: the three pairs of Table 12 differ by both")
    return figure_of(ax)


def _pairs(ax: Axes, measure: Callable[[Mean, Mean], float], labels: dict[Pair, Label]) -> None:
    """Mark every pair: those of Table 12, others that one measure tells apart, and the rest."""
    p = read()
    rows = [read_row(p, row) for row in ROWS]
    in_table = {(row.dataset, frozenset((row.better, row.worse))) for row in rows}
    _quadrants(ax)
    beyond, others = 0, 0
    for one in compared(measure):
        beyond += max(one.accuracy, one.kappa) > FRAME
        point = [one.accuracy], [one.kappa]
        color = ORANGE if (one.dataset, one.pair) in in_table else BLUE
        if color == ORANGE:
            ax.plot(*point, marker="D", color=color, markersize=9, zorder=4)
        elif (one.accuracy > 1) != (one.kappa > 1):
            ax.plot(*point, marker="s", color=color, markersize=9, zorder=4)
            others += 1
        else:
            ax.plot(*point, marker="o", color=GREY, markersize=4, alpha=0.6)
        if (one.dataset, one.pair) in labels:
            text, place = labels[one.dataset, one.pair]
            lead(
                ax, text, (one.accuracy, one.kappa), place, color,
                {"linewidth": 0.8, "shrinkB": 5}, fontsize=11,
            )  # fmt: skip
    note = f"{beyond} pairs beyond the frame"
    ax.annotate(note, (FRAME - 0.03, FRAME - 0.03), ha="right", va="top", color=GREY)
    handles = [handle("D", ORANGE, "pairs of Table 12"), handle("o", GREY, "other pairs")]
    if others:
        handles.insert(1, handle("s", BLUE, "others, by one measure alone"))
    names = "NB Naïve Bayes, RF random forest"
    place = (1.0, 0.07)
    ax.legend(
        handles=handles, title=names, loc="lower right", bbox_to_anchor=place, title_fontsize=10
    )


Pair = tuple[str, frozenset[str]]
Label = tuple[str, tuple[float, float]]
FRAME = 2.2


def _pair(dataset: str, *classifiers: str) -> Pair:
    return dataset, frozenset(classifiers)


# What to write of a point, and where.
GAP_LABELS: dict[Pair, Label] = {
    _pair("cmc", "NaiveBayes", "J48"): ("Contraceptive,\nNB and C4.5", (0.04, 1.32)),
    _pair("cmc", "NaiveBayes", "RandomForest"): ("Contraceptive,\nNB and RF", (0.45, 1.5)),
    _pair("lev", "SMO", "NaiveBayes"): ("LEV, SMO and NB", (0.04, 1.04)),
}
T_LABELS: dict[Pair, Label] = {
    _pair("cmc", "NaiveBayes", "J48"): ("Contraceptive,\nNB and C4.5", (0.3, 1.86)),
    _pair("cmc", "NaiveBayes", "RandomForest"): ("Contraceptive, NB and RF", (1.22, 1.98)),
    _pair("lev", "SMO", "NaiveBayes"): ("LEV, SMO and NB", (1.56, 1.66)),
    _pair("project-management", "J48", "SMO"): ("Proj. Man., C4.5 and SMO", (0.08, 1.5)),
    _pair("project-management", "J48", "Logistic"): (
        "Proj. Man.,\nC4.5, Logistic",
        (0.04, 1.2),
    ),
    _pair("efe", "J48", "NaiveBayes"): ("EFE, C4.5 and NB", (0.04, 1.03)),
    _pair("cmc", "SMO", "RandomForest"): ("Contraceptive, SMO and RF", (1.15, 0.72)),
}


def _quadrants(ax: Axes) -> None:
    """Shade where the measures disagree."""
    ax.set(xlim=(0, FRAME), ylim=(0, FRAME))
    ax.fill_between([0, 1], 1, FRAME, color=ORANGE, alpha=0.08, linewidth=0)
    ax.fill_between([1, FRAME], 0, 1, color=BLUE, alpha=0.08, linewidth=0)
    for line in (ax.axhline, ax.axvline):
        line(1, color=BLACK, linewidth=1)
    ax.annotate("by kappa alone", (0.03, FRAME - 0.05), va="top", color=GREY, fontsize=11)
    ax.annotate("by accuracy alone", (1.03, 0.04), color=GREY, fontsize=11)
    ax.set(aspect="equal", xticks=[0, 0.5, 1, 1.5, 2], yticks=[0, 0.5, 1, 1.5, 2])
