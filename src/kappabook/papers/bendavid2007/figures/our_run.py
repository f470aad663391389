"""Figures of our run: what became of Appendix A, seeds, rank tests, what drives chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kappabook import papers
from kappabook.data.encodings import preparation
from kappabook.display.critical_difference import CriticalDifferenceDisplay
from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, axes, figure_of, styled
from kappabook.metrics.inference import FriedmanNemenyi, friedman_nemenyi
from kappabook.papers.bendavid2007.figures.marks import MARKS, NAMES, handle
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, KEY
from kappabook.papers.bendavid2007.printed.tables import MEASURES, appendix
from kappabook.papers.bendavid2007.rerun.cells import outcome, results, summary
from kappabook.papers.bendavid2007.rerun.seeds import agreement, by_seed
from kappabook.papers.shared.drawing import note, panels
from kappabook.papers.shared.wording import minus
from kappabook.study import accuracy_vs_kappa, chance_decomposition

# --- Appendix A beside the re-run ---------------------------------------------------------------

# Marker, its size, colour, shade of the cell, and what the legend says.
KINDS = {
    "exact": ("o", 13, BLUE, 0.22, "exact: accuracy and kappa as printed"),
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

TRIED = 4.95  # where the number of preparations tried stands


def in_groups() -> dict[str, list[str]]:
    """Return the data sets by how they were prepared, in the paper's order within a group."""
    return {
        status: [name for name in DATASETS if preparation(name).status == status]
        for status in GROUPS
    }


@styled
def rerun(ax: Axes | None = None) -> Figure:
    """Draw what became of the 75 cells of Appendix A; the numbers are kappa, ours less print."""
    ax = axes(ax, (10.6, 6.7))
    printed = papers.printed(KEY)
    cells = appendix(printed)
    counts: Counter[str] = Counter()
    y = 0.0
    ticks = []
    for status, names in in_groups().items():
        top = y
        for dataset in names:
            ticks.append((y, f"{list(DATASETS).index(dataset) + 1}  {NAMES[dataset]}"))
            for x, classifier in enumerate(CLASSIFIERS):
                key = dataset, classifier
                kind = outcome(printed, *key).kind
                counts[kind] += 1
                apart = None
                if kind in ("near", "not recovered"):
                    apart = summary()[key]["kappa"] - float(cells[key].kappa)
                _cell(ax, x, y, kind, apart)
            how = preparation(dataset)
            if how.tried:
                before = f" + {how.before:,}" if how.before else ""
                ax.annotate(f"{how.tried:,}{before}", (TRIED, y), va="center", ha="center")
            y += 1
        _bracket(ax, top, y - 1, GROUPS[status])
        y += 0.35
    ax.set_xticks([*range(len(CLASSIFIERS)), TRIED], [*CLASSIFIERS.values(), "tried"])
    ax.set_yticks([at for at, _ in ticks], [name for _, name in ticks])
    ax.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
    ax.set(xlim=(-0.5, 7.0), ylim=(y - 0.8, -0.6))
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
        ax.annotate(minus(f"{apart:+.4f}"), (x + 0.15, y), fontsize=10.5, **style)


def _bracket(ax: Axes, top: float, bottom: float, text: str) -> None:
    ax.plot([5.4, 5.4], [top - 0.4, bottom + 0.4], color=BLACK, linewidth=1.2)
    ax.annotate(text, (5.5, (top + bottom) / 2), va="center")


# --- seeds --------------------------------------------------------------------------------------


@styled
def seeds(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw accuracy under ten seeds around print (a), and how many cells equal print (b)."""
    if axs is None:
        grid = Figure((11.0, 6.4), layout="constrained")
        axs = grid.subplots(1, 2, width_ratios=(1.35, 1))
    left, right = axs
    printed = papers.printed(KEY)
    away = agreement(printed)["away"].unstack("seed")
    names = [f"{NAMES[dataset]}, {_short(classifier)}" for dataset, classifier in away.index]
    places = range(len(names))
    for seed in away.columns[1:]:
        left.plot(away[seed], places, linestyle="none", marker="o", markersize=5, color=GREY)
    left.plot(away[1], places, linestyle="none", marker="D", markersize=7, color=BLUE, zorder=4)
    left.set_yticks(places, names, fontsize=10)
    left.set(ylim=(len(names) - 0.4, -0.6), xlabel="accuracy less print, in half-widths")
    left.set_title("(a) around the printed accuracy")
    counts = by_seed(printed)["both"]
    colors = [BLUE if seed == 1 else GREY for seed in counts.index]
    right.barh([str(seed) for seed in counts.index], counts, color=colors, height=0.6)
    for place, count in enumerate(counts):
        right.annotate(f"{count}", (count + 0.4, place), va="center")
    right.set(ylim=(9.6, -0.6), xlim=(0, len(away) + 2), ylabel="seed", xlabel="cells")
    right.grid(visible=False, axis="y")
    right.set_title(f"(b) of {len(away)} cells equal print")
    handles = [handle("D", BLUE, "seed 1"), handle("o", GREY, "seeds 2 to 10")]
    right.legend(handles=handles, loc="center right")
    return figure_of(left)


def _short(classifier: str) -> str:
    return "NB" if classifier == "NaiveBayes" else CLASSIFIERS[classifier]


# --- rank tests ---------------------------------------------------------------------------------


def printed_ranks(measure: str) -> FriedmanNemenyi:
    """Rank the printed means of Appendix A on each data set, and test the mean ranks."""
    cells = appendix(papers.printed(KEY))
    rows = [[float(getattr(cells[d, c], measure)) for c in CLASSIFIERS] for d in DATASETS]
    return friedman_nemenyi(rows)


@styled
def cd(axs: Sequence[Sequence[Axes]] | None = None) -> Figure:
    """Draw critical differences: print on 15 data sets, our run on 12; by accuracy and kappa."""
    if axs is None:
        axs = Figure((11.6, 6.6), layout="constrained").subplots(2, 2)
    ours = accuracy_vs_kappa(results()).friedman
    if ours is None:
        raise ValueError("no rank test; the re-run needs two data sets and three classifiers.")
    names = list(CLASSIFIERS.values())
    for place, measure in enumerate(MEASURES):
        both = ("print", printed_ranks(measure)), ("our run in WEKA", ours[measure])
        for line, (who, found) in enumerate(both):
            letter = "abcd"[2 * line + place]
            title = f"({letter}) {who}, by {measure}, {found.n_datasets} data sets"
            CriticalDifferenceDisplay(
                found.average_ranks, names, found.critical_difference, title=title
            ).plot(axs[line][place])
    return figure_of(axs[0][0])


# --- what drives chance -------------------------------------------------------------------------

# Names that stand left of the diagonal, so that none overlap; and how far from it, in points.
LEFT = ("credit-approval", "cmc", "swd")
SHIFTS = {"monks-3": (8, -12), "nursery": (10, -8), "credit-approval": (-8, 6), "cmc": (-8, 6)}
PULLS = (0.05, 0.1, 0.2, 0.4)
# Of the cells that lean most: what to write, and where.
LEANING = {
    "Post Operative": (0.345, 0.113),
    "Balance": (0.0, 0.052),
    "Housing, Naïve Bayes": (0.4, -0.0395),
}


@styled
def drivers(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw P_c over what the classes bring (a), and what a classifier's errors add (b)."""
    left, right = panels(axs, 2, (11.6, 6.0))
    found = chance_decomposition(results())
    left.plot([0.1, 0.72], [0.1, 0.72], color=GREY, linewidth=1, zorder=1)
    for pull in PULLS:
        end = min(0.8, 0.125 / pull)
        right.plot([0, end], [0, end * pull], color=GREY, linewidth=0.8, linestyle=":", zorder=1)
        at = end, end * pull
        right.annotate(f"{pull:g}", at, ha="right", va="bottom", color=GREY, fontsize=10)
    for classifier, (marker, color) in MARKS.items():
        rows = found.cells.xs(classifier, level="classifier")
        style: dict[str, Any] = {"linestyle": "none", "marker": marker, "color": color}
        style["markersize"] = 6
        left.plot(rows["guessing"], rows["chance"], **style, label=CLASSIFIERS[classifier])
        right.plot(rows["error_rate"], rows["leaning"], **style)
    for dataset, at in found.cells["guessing"].groupby(level="dataset").first().items():
        _beside_diagonal(left, str(dataset), float(at))
    for text, place in LEANING.items():
        right.annotate(text, place, fontsize=10)
    left.set(xlim=(0.1, 0.72), ylim=(0.1, 0.72), xticks=np.arange(0.1, 0.8, 0.1))
    left.set(xlabel=r"guessing with the class shares, $\Sigma r_i^2$", ylabel="$P_c$", aspect=1)
    left.set_title("(a) mostly what the classes bring")
    left.legend(loc="upper left")
    right.axhline(0, color=BLACK, linewidth=1, zorder=1)
    right.set(xlim=(-0.01, 0.82), ylim=(-0.045, 0.135), xlabel="error rate")
    right.set_ylabel(r"leaning, $P_c - \Sigma r_i^2$")
    right.set_title("(b) the rest: error rate times pull (dotted)")
    return figure_of(left)


def _beside_diagonal(ax: Axes, dataset: str, at: float) -> None:
    is_left = dataset in LEFT
    shift = SHIFTS.get(dataset, (-8, 4) if is_left else (10, -4))
    align = "right" if is_left else "left"
    note(ax, NAMES[dataset], (at, at), shift, "black", ha=align, fontsize=10)
