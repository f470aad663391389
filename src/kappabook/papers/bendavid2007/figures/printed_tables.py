"""Figures of the printed tables: impossible chances, and two readings of the t-test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kappabook import papers
from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, axes, figure_of, styled
from kappabook.papers.bendavid2007.chance.impossible import (
    IMPOSSIBLE,
    least_mean_chance,
    true_classes,
)
from kappabook.papers.bendavid2007.chance.imputed import imputed_cells
from kappabook.papers.bendavid2007.figures.marks import MARKS, NAMES, handle
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, FOLDS, KEY
from kappabook.papers.bendavid2007.printed.rounding import exact
from kappabook.papers.bendavid2007.printed.tables import MEASURES, appendix
from kappabook.papers.bendavid2007.tables import t_tests as tests
from kappabook.papers.bendavid2007.tables.t_tests import Mean
from kappabook.papers.bendavid2007.tables.table12 import ROWS, read_row
from kappabook.papers.shared.drawing import lead, panels

# Beside the impossible cells.
NOTES = {
    ("monks-3", 0.54): "two classes and so few\nerrors: 0.5 or nearly",
    ("balance-scale", 0.02): "three classes and so\nfew errors: 1/3 or nearly",
}


# --- chance -------------------------------------------------------------------------------------


@styled
def chance(ax: Axes | None = None) -> Figure:
    """Draw the printed P_c of 75 cells, the least each can be, and the six that are below it."""
    ax = axes(ax, (11.4, 7.0))
    printed = papers.printed(KEY)
    cells, imputed, classes = appendix(printed), imputed_cells(printed), true_classes(printed)
    for place, dataset in enumerate(DATASETS):
        for step, (classifier, (marker, color)) in enumerate(MARKS.items()):
            y = place + 0.17 * (step - 2)
            cell = cells[dataset, classifier]
            value = float(cell.chance)
            least = least_mean_chance(cell, classes[dataset])
            if least > 0:
                size = 12 if (dataset, classifier) in IMPOSSIBLE else 7
                (bar,) = ax.plot([least], [y], marker="|", color=GREY, markersize=size)
                bar.set(markeredgewidth=1.6, zorder=5)
            if (dataset, classifier) in IMPOSSIBLE:
                right = float(imputed[dataset, classifier].chance.middle)
                ax.plot([value, right], [y, y], color=color, linewidth=1, linestyle=":")
                (hollow,) = ax.plot([right], [y], marker=marker, color=color, markersize=5)
                hollow.set(markerfacecolor="white", zorder=6)
                ax.plot([value], [y], marker="X", color=color, markersize=8, clip_on=False)
            else:
                ax.plot([value], [y], marker=marker, color=color, markersize=5)
    for (dataset, x), text in NOTES.items():
        at = x, list(DATASETS).index(dataset)
        ax.annotate(text, at, va="center", color=BLACK, fontsize=10.5, linespacing=1.1)
    ax.legend(handles=_handles(), loc="upper left", bbox_to_anchor=(1.0, 1.0))
    ax.set_yticks(range(len(DATASETS)), list(NAMES.values()))
    ax.set(xlabel="chance agreement $P_c$", xlim=(-0.02, 0.78), ylim=(len(DATASETS) - 0.4, -0.6))
    ax.set_title("Six printed chance agreements are below the least they can be")
    return figure_of(ax)


def _handles() -> list[Line2D]:
    counted = "the same,\nperfect folds counted"
    return [
        *(handle(*mark, CLASSIFIERS[classifier]) for classifier, mark in MARKS.items()),
        handle("|", GREY, "the least it can be"),
        handle("X", BLACK, "printed, impossible"),
        handle("o", BLACK, counted, markerfacecolor="white"),
    ]


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
    cells = appendix(papers.printed(KEY))
    found = []
    for dataset in DATASETS:
        for one, other in combinations(CLASSIFIERS, 2):
            a, b = (tests.means(cells[dataset, c]) for c in (one, other))
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
def t_tests(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw all pairs by accuracy and by kappa: intervals that part (a), unpaired t-tests (b)."""
    left, right = panels(axs, 2, (10.8, 5.8))
    printed = papers.printed(KEY)
    rows = [read_row(printed, row) for row in ROWS]
    in_table = {(row.dataset, frozenset((row.better, row.worse))) for row in rows}
    for ax, measure, labels in ((left, interval_gap, GAP_LABELS), (right, t_ratio, T_LABELS)):
        _quadrants(ax)
        beyond = 0
        for one in compared(measure):
            beyond += max(one.accuracy, one.kappa) > FRAME
            point = [one.accuracy], [one.kappa]
            if (one.dataset, one.pair) in in_table:
                ax.plot(*point, marker="D", color=ORANGE, markersize=8, zorder=4)
            elif (one.accuracy > 1) != (one.kappa > 1):
                ax.plot(*point, marker="s", color=BLUE, markersize=8, zorder=4)
            else:
                ax.plot(*point, marker="o", color=GREY, markersize=4, alpha=0.6)
            text, place = labels.get((one.dataset, one.pair), ("", (0, 0)))
            if text:
                color = ORANGE if (one.dataset, one.pair) in in_table else BLUE
                line = {"linewidth": 0.8, "shrinkB": 4}
                lead(ax, text, (one.accuracy, one.kappa), place, color, line, fontsize=10)
        note = f"{beyond} pairs beyond the frame"
        ax.annotate(note, (FRAME - 0.03, 1.03), ha="right", color=GREY, fontsize=10)
    left.set_title("(a) do the printed 95 % intervals part?")
    right.set_title("(b) is an unpaired t-test at 0.05 significant?")
    left.set(
        xlabel="accuracy: difference / sum of half-widths",
        ylabel="kappa: difference / sum of half-widths",
    )
    right.set(xlabel="accuracy: $t$ / critical $t$", ylabel="kappa: $t$ / critical $t$")
    handles = [
        handle("D", ORANGE, "pairs of Table 12"),
        handle("s", BLUE, "others told apart by one"),
    ]
    left.legend(handles=handles, loc="lower right", bbox_to_anchor=(1.0, 0.06))
    return figure_of(left)


Label = tuple[str, tuple[float, float]]
FRAME = 2.2


def _pair(dataset: str, *classifiers: str) -> tuple[str, frozenset[str]]:
    return dataset, frozenset(classifiers)


# What to write of a point, and where.
GAP_LABELS: dict[tuple[str, frozenset[str]], Label] = {
    _pair("cmc", "NaiveBayes", "J48"): ("Contraceptive,\nNB and C4.5", (0.04, 1.32)),
    _pair("cmc", "NaiveBayes", "RandomForest"): ("Contraceptive,\nNB and RF", (0.45, 1.5)),
    _pair("lev", "SMO", "NaiveBayes"): ("LEV, SMO and NB", (0.04, 1.04)),
}
T_LABELS: dict[tuple[str, frozenset[str]], Label] = {
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
    ax.annotate("by kappa alone", (0.03, FRAME - 0.05), va="top", color=GREY, fontsize=10)
    ax.annotate("by accuracy alone", (1.03, 0.04), color=GREY, fontsize=10)
    ax.set(aspect="equal", xticks=[0, 0.5, 1, 1.5, 2], yticks=[0, 0.5, 1, 1.5, 2])
