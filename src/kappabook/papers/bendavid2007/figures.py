"""The figures of this paper, drawn by ourselves; it prints none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from kappabook.data import preparation
from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE
from kappabook.display.ranks import CriticalDifferenceDisplay
from kappabook.display.style import WIDEST, axes, figure_of, styled
from kappabook.metrics.intervals import FriedmanNemenyi, friedman_nemenyi
from kappabook.papers.bendavid2007 import table12
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
from kappabook.papers.bendavid2007.false_matches import agreement
from kappabook.papers.bendavid2007.impossible import (
    IMPOSSIBLE,
    imputed,
    least_mean_chance,
    true_classes,
)
from kappabook.papers.bendavid2007.rerun import outcome, results, summary
from kappabook.papers.bendavid2007.table12 import ROWS, Mean, read_row
from kappabook.papers.shared.drawing import headline, lead, note, panels
from kappabook.papers.shared.texts import minus
from kappabook.study import accuracy_vs_kappa, chance_decomposition

# Marker and colour.
MARKS = dict(
    zip(CLASSIFIERS, zip("osD^v", (BLUE, ORANGE, GREEN, PURPLE, BLACK), strict=True), strict=True)
)
# The copy we read has "Engish".
NAMES = {key: name.replace("Engish", "English") for key, name in DATASETS.items()}


def handle(marker: str, color: str, label: str, **style: Any) -> Line2D:
    """Return a line of a legend: a mark and what it stands for."""
    return Line2D([], [], marker=marker, color=color, linestyle="none", label=label, **style)


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
            a, b = (table12.means(printed[dataset, c]) for c in (one, other))
            if a != b:
                apart = (measure(a[name], b[name]) for name in MEASURES)
                found.append(Compared(dataset, frozenset((one, other)), *apart))
    return found


def interval_gap(a: Mean, b: Mean) -> float:
    """Difference of two means over the sum of their half-widths: above 1 the intervals part."""
    reach = exact(a.half_width) + exact(b.half_width)
    return table12.difference(a, b) / float(reach)


def t_ratio(a: Mean, b: Mean) -> float:
    """Unpaired t over its critical value at 0.05: above 1 the difference is significant."""
    return table12.t_unpaired(a, b) / table12.critical(2 * (FOLDS - 1))


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


# --- Appendix A beside the re-run ---------------------------------------------------------------

# Marker, its size, colour, shade of the cell, and what the legend says.
KINDS = {
    "exact": ("o", 11, BLUE, 0.22, "exact: accuracy and kappa as printed"),
    "near": ("D", 8, ORANGE, 0.14, "near: the paper's data, other numbers"),
    "not recovered": ("x", 8, GREY, 0.10, "not recovered: preparation lost"),
    "private": ("_", 9, GREY, 0.0, "private: nothing to run"),
}
# Statuses of a preparation, in the order of the picture, and how it names them.
GROUPS = {
    "natural": "natural reading",
    "recovered": "found by search",
    "stand-in": "stand-in",
    "private": "private",
}

TRIED = 5.22  # where the number of preparations tried stands


def in_groups() -> dict[str, list[str]]:
    """Return the data sets by how they were prepared, in the paper's order within a group."""
    return {
        status: [name for name in DATASETS if preparation(name).status == status]
        for status in GROUPS
    }


@styled
def rerun(ax: Axes | None = None) -> Figure:
    """Draw what became of the 75 cells of Appendix A; the numbers are kappa, ours less print."""
    ax = axes(ax, (WIDEST, 6.7))
    p = read()
    printed = cells(p, MEASURES)
    counts: Counter[str] = Counter()
    y = 0.0
    ticks = []
    for status, names in in_groups().items():
        top = y
        for dataset in names:
            ticks.append((y, f"{list(DATASETS).index(dataset) + 1}  {NAMES[dataset]}"))
            for x, classifier in enumerate(CLASSIFIERS):
                key = dataset, classifier
                kind = outcome(p, key)
                counts[kind] += 1
                apart = None
                if kind in ("near", "not recovered"):
                    apart = summary()[key]["kappa"] - float(printed[key].kappa)
                _cell(ax, x, y, kind, apart)
            how = preparation(dataset)
            if how.tried:
                before = f" + {_in_short(how.before)}" if how.before else ""
                ax.annotate(f"{how.tried:,}{before}", (TRIED, y), va="center", ha="center")
            y += 1
        _bracket(ax, top, y - 1, GROUPS[status])
        y += 0.35
    ax.set_xticks(
        [*range(len(CLASSIFIERS)), TRIED],
        [*(name.replace(" ", "\n") for name in CLASSIFIERS.values()), "tried"],
    )
    ax.set_yticks([at for at, _ in ticks], [name for _, name in ticks])
    ax.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
    ax.set(xlim=(-0.5, 7.5), ylim=(y - 0.8, -0.6))
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    kinds = [
        handle(mark, color, f"{text} ({counts[kind]})", markersize=size, markeredgewidth=2)
        for kind, (mark, size, color, _, text) in KINDS.items()
    ]
    ax.legend(handles=kinds, loc="upper center", bbox_to_anchor=(0.42, 0.0), ncol=2)
    public = sum(counts.values()) - counts["private"]
    title = f"{counts['exact']} of the {public} cells that can be run again equal print"
    ax.set_title(title, pad=12)
    return figure_of(ax)


def _cell(ax: Axes, x: float, y: float, kind: str, apart: float | None) -> None:
    marker, size, color, shade, _ = KINDS[kind]
    box = Rectangle((x - 0.47, y - 0.44), 0.94, 0.88, color=color, alpha=shade, linewidth=0)
    ax.add_patch(box)
    at = x if apart is None else x - 0.28
    ax.plot([at], [y], marker=marker, markersize=size, color=color, markeredgewidth=2)
    if apart is not None:
        style: dict[str, Any] = {"ha": "center", "va": "center", "color": BLACK}
        ax.annotate(minus(f"{apart:+.4f}"), (x + 0.15, y), fontsize=10, **style)


def _in_short(count: int) -> str:
    return f"{count / 1e6:.0f} million" if count >= 1e6 else f"{count:,}"


def _bracket(ax: Axes, top: float, bottom: float, text: str) -> None:
    ax.plot([5.92, 5.92], [top - 0.4, bottom + 0.4], color=BLACK, linewidth=1.2)
    ax.annotate(text, (6.02, (top + bottom) / 2), va="center")


# --- seeds --------------------------------------------------------------------------------------


# The cells whose accuracies are shown seed by seed: two with large and two with small data.
SHOWN = (
    ("balance-scale", "J48"),
    ("lev", "NaiveBayes"),
    ("esl", "J48"),
    ("post-operative", "NaiveBayes"),
)


@styled
def seeds(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw accuracy under ten seeds around print in four cells (a), and the exact cells (b).

    Seed 1 gives the printed accuracy and kappa in 25 of 27 cells; no other seed gives them in more
    than 4.
    """
    left, right = panels(axs, 2, (WIDEST, 5.2))
    of_seeds = agreement(read())
    found = of_seeds["away"].unstack("seed")
    away = found.loc[list(SHOWN)]
    names = [f"{NAMES[dataset]},\n{CLASSIFIERS[classifier]}" for dataset, classifier in SHOWN]
    places = range(len(names))
    for seed in away.columns[1:]:
        left.plot(away[seed], places, linestyle="none", marker="o", markersize=6, color=GREY)
    left.plot(away[1], places, linestyle="none", marker="D", markersize=9, color=BLUE, zorder=4)
    left.axvline(0, color=BLACK, linewidth=1, zorder=1)
    note(left, "print", (0, -1), (6, 0), BLACK)
    left.set_yticks(places, names)
    left.set(ylim=(len(names) - 0.4, -1.3), xlabel="accuracy less print, in half-widths")
    left.set_title("(a) accuracy in four of the cells")
    handles = [handle("D", BLUE, "seed 1"), handle("o", GREY, "seeds 2 to 10")]
    left.legend(handles=handles, loc="upper left")
    counts = of_seeds["both"].groupby(level="seed").sum()
    colors = [BLUE if seed == 1 else GREY for seed in counts.index]
    right.barh([str(seed) for seed in counts.index], counts, color=colors, height=0.6)
    for place, count in enumerate(counts):
        right.annotate(f"{count}", (count + 0.4, place), va="center")
    right.set(ylim=(9.6, -0.6), xlim=(0, len(found) + 2), ylabel="seed", xlabel="cells")
    right.grid(visible=False, axis="y")
    right.set_title(f"(b) exact cells, of {len(found)}")
    finding = f"With seed 1, {counts[1]} of {len(found)} cells equal print; "
    headline(figure_of(left), f"{finding}with another seed, {counts.drop(1).max()} at most")
    return figure_of(left)


# --- rank tests ---------------------------------------------------------------------------------


def printed_ranks(measure: str) -> FriedmanNemenyi:
    """Rank the printed means of Appendix A on each data set, and test the mean ranks."""
    printed = cells(read(), [measure])
    rows = [[float(getattr(printed[d, c], measure)) for c in CLASSIFIERS] for d in DATASETS]
    return friedman_nemenyi(rows)


@styled
def cd(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw critical differences: print on 15 data sets, our run on 12; by accuracy and kappa.

    In each of the four panels one bar joins all five classifiers: no mean rank is further from
    another than the critical difference.
    """
    if axs is None:
        axs = list(Figure((7.6, 8.8), layout="constrained").subplots(4, 1))
    ours = accuracy_vs_kappa(results()).friedman
    if ours is None:
        raise ValueError("no rank test; the re-run needs two data sets and three classifiers.")
    ranked = [("print", measure, printed_ranks(measure)) for measure in MEASURES]
    ranked += [("our run in WEKA", measure, ours[measure]) for measure in MEASURES]
    for letter, ax, (who, measure, found) in zip("abcd", axs, ranked, strict=True):
        title = f"({letter}) {who}, by {measure}, {found.n_datasets} data sets"
        CriticalDifferenceDisplay(
            found.average_ranks,
            list(CLASSIFIERS.values()),
            found.critical_difference,
            title=title,
        ).plot(ax)
    # Each display makes room for its own names; ranks compare only on axes of one length.
    limits = np.array([ax.get_xlim() for ax in axs])
    for ax in axs:
        ax.set_xlim(limits[:, 0].max(), limits[:, 1].min())
    headline(figure_of(axs[0]), "By neither measure do two classifiers differ significantly")
    return figure_of(axs[0])


# --- what drives chance -------------------------------------------------------------------------

# Where the name of each data set stands, in panel (a): left of the diagonal, or right of it.
PLACES = {
    "era": (0.18, 0.13),
    "esl": (0.24, 0.19),
    "lev": (0.33, 0.255),
    "nursery": (0.265, 0.36),
    "swd": (0.265, 0.4),
    "cmc": (0.4, 0.295),
    "boston-housing": (0.42, 0.335),
    "balance-scale": (0.47, 0.43),
    "monks-3": (0.54, 0.475),
    "credit-approval": (0.46, 0.525),
    "car": (0.58, 0.53),
    "post-operative": (0.545, 0.69),
}
PULLS = (0.05, 0.1, 0.2, 0.4)
# Of the cells that lean most: what to write, where, and the cell it leads to.
LEANING = (
    ("Post Operative", (0.46, 0.11), ("post-operative", "SMO")),
    ("Post Operative", (0.46, 0.11), ("post-operative", "RandomForest")),
    ("Balance", (0.0, 0.055), ("balance-scale", "NaiveBayes")),
    ("Housing, Naïve Bayes", (0.42, -0.0395), ("boston-housing", "NaiveBayes")),
)


@styled
def drivers(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw P_c over what the classes bring (a), and what a classifier's errors add (b).

    In (a) the cells of eleven data sets lie on or near the diagonal: chance agreement is what
    guessing with the class shares gives. Only on Post Operative it is larger, by 0.06 to 0.12. In
    (b), the difference is the error rate times the pull of the larger classes.
    """
    left, right = panels(axs, 2, (WIDEST, 5.4))
    found = chance_decomposition(results())
    parts = found.cells
    left.plot([0.1, 0.72], [0.1, 0.72], color=GREY, linewidth=1, zorder=1)
    for pull in PULLS:
        end = min(0.72, 0.128 / pull)
        right.plot([0, end], [0, end * pull], color=GREY, linewidth=0.8, linestyle=":", zorder=1)
        note(right, f"pull {pull:g}", (end, end * pull), (0, 3), GREY, ha="center", fontsize=10)
    for classifier, (marker, color) in MARKS.items():
        rows = parts.xs(classifier, level="classifier")
        style: dict[str, Any] = {"linestyle": "none", "marker": marker, "color": color}
        style["markersize"] = 6
        left.plot(rows["guessing"], rows["chance"], **style, label=CLASSIFIERS[classifier])
        right.plot(rows["error_rate"], rows["leaning"], **style)
    middle = parts.groupby(level="dataset")[["guessing", "chance"]].mean()
    thin: dict[str, Any] = {"linewidth": 0.7, "shrinkB": 6}
    for dataset, guessing, chance in middle.itertuples():
        place = PLACES[dataset]
        style = {"ha": "left" if place[0] > guessing else "right", "va": "center"}
        lead(left, NAMES[dataset], (guessing, chance), place, BLACK, thin, fontsize=10.5, **style)
    for words, place, cell in LEANING:
        point = parts.error_rate[cell], parts.leaning[cell]
        lead(right, words, point, place, BLACK, thin, fontsize=10.5, va="center")
    left.set(xlim=(0.1, 0.72), ylim=(0.1, 0.72), xticks=np.arange(0.1, 0.8, 0.1))
    left.set(xlabel=r"guessing with the class shares, $\Sigma r_i^2$", ylabel="$P_c$")
    left.set_title("(a) $P_c$ and what the classes bring")
    left.legend(loc="upper left", fontsize=10)
    right.axhline(0, color=BLACK, linewidth=1, zorder=1)
    right.set(xlim=(-0.01, 0.8), ylim=(-0.045, 0.138), xlabel="error rate")
    right.set_ylabel(r"leaning, $P_c - \Sigma r_i^2$")
    right.set_title("(b) the rest: error rate times pull")
    headline(figure_of(left), "Chance agreement is mostly what the class shares bring")
    return figure_of(left)
