"""One page for the wall: the documents, their verdicts, and four findings for a lecture."""

from __future__ import annotations

from fractions import Fraction
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook import papers
from kappabook.display.style import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, figure_of, styled
from kappabook.metrics import ConfusionMatrix, auk_bounds
from kappabook.papers.bendavid2007.chance.impossible import IMPOSSIBLE, least_mean_chance
from kappabook.papers.bendavid2007.chance.imputed import imputed_cells
from kappabook.papers.bendavid2007.printed import keys
from kappabook.papers.bendavid2007.printed.tables import appendix
from kappabook.papers.bendavid2007.rerun.cells import block, exact_cells
from kappabook.papers.kaymak_auk.printed_tables import read_areas
from kappabook.papers.kaymak_auk.theory.curves import P_BAD, P_GOOD
from kappabook.workbook.ledger_totals import all_rows, totals

A4 = 11.69, 8.27
# Colour and hatch, so that a bar is known without its colour.
LOOKS = {
    "reproduced": (BLUE, ""),
    "definition": ("#9CC9E3", ""),
    "recovered": (GREEN, ""),
    "consistent": ("#8CCBB5", "////"),
    "corrected": (ORANGE, ""),
    "typographic": ("#F0BE94", "...."),
    "contested": (PURPLE, ""),
    "not reproduced": ("#4D4D4D", "xxxx"),
    "unavailable": ("#CFCFCF", ""),
}
# Parts of a bar from which on their number fits inside.
WIDE = 0.045
SHARES = np.linspace(0.02, 0.98, 97)


@styled
def summary() -> Figure:
    """Draw the poster: verdicts on the left, one finding in each of four fields on the right."""
    figure = Figure(A4)
    rows = all_rows()
    figure.text(
        0.02, 0.945, "Five texts on Cohen's kappa, and their critics", fontsize=22, weight="bold"
    )
    figure.text(
        0.02, 0.905, f"{len(rows)} statements, each with what is printed, what we compute, and a "
        "verdict. Printed values are those of the text copies we read.", fontsize=11.5,
    )  # fmt: skip
    verdicts(figure.add_axes((0.15, 0.17, 0.26, 0.61)))
    impossible_chance(figure.add_axes((0.535, 0.535, 0.175, 0.2)))
    weka(figure.add_axes((0.805, 0.535, 0.175, 0.2)))
    positive_class(figure.add_axes((0.5, 0.09, 0.21, 0.22)))
    least_kappa(figure.add_axes((0.77, 0.09, 0.21, 0.22)))
    return figure


def verdicts(ax: Axes) -> None:
    """Draw one bar per document, its parts the shares of the verdicts."""
    table = totals(all_rows())
    del table["all"]
    for y, line in enumerate(table.values()):
        left, number = 0.0, line["all"]
        for verdict, (color, hatch) in LOOKS.items():
            width = line.get(verdict, 0) / number
            label = verdict if not y else None
            ax.barh(y, width, 0.62, left, color=color, hatch=hatch, edgecolor="white", label=label)
            if width > WIDE:
                dark = color in (BLUE, GREEN, ORANGE, PURPLE, "#4D4D4D")
                box = {"facecolor": color, "edgecolor": "none", "pad": 0.8}
                ax.text(
                    left + width / 2, y, str(line[verdict]), ha="center", va="center", fontsize=9,
                    color="white" if dark else BLACK, bbox=box,
                )  # fmt: skip
            left += width
    names = [
        f"{fill(papers.declaration(key).authors, 18)}\n{line['all']} statements"
        for key, line in table.items()
    ]
    ax.set_yticks(range(len(names)), names, fontsize=10)
    ax.set(xlim=(0, 1), xticks=[])
    ax.invert_yaxis()
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.tick_params(left=False)
    ax.grid(visible=False)
    ax.legend(
        loc="upper left", bbox_to_anchor=(-0.42, -0.03), ncol=3, fontsize=10, columnspacing=1.2
    )
    ax.set_title("Verdicts, in shares of each text", fontsize=12, weight="bold")


def impossible_chance(ax: Axes) -> None:
    """Draw the printed chance of MONK-3, the least it can be, and what it is."""
    printed = papers.printed("bendavid2007")
    cells, imputed = appendix(printed), imputed_cells(printed)
    for y, (classifier, name) in enumerate(keys.CLASSIFIERS.items()):
        key = "monks-3", classifier
        x, right = float(cells[key].chance), float(imputed[key].chance.middle)
        ax.plot([x, right], [y, y], color=GREY, linewidth=1)
        ax.plot([x], [y], marker="X", color=ORANGE, clip_on=False, zorder=3)
        ax.plot([right], [y], marker="o", color=BLUE)
        ax.plot([least_mean_chance(cells[key], 2)], [y], "|", color=BLACK, markersize=15)
        ax.text(x + 0.02, y - 0.14, cells[key].chance, fontsize=9.5, color=ORANGE, va="bottom")
        ax.text(-0.03, y, name, ha="right", va="center", fontsize=10)
    ax.set(xlim=(0, 0.6), ylim=(4.4, -0.7), yticks=[], xlabel="chance agreement on MONK-3")
    (mean,) = (e for e in papers.errata("bendavid2007") if e.claim == "bendavid2007.s5.exact")
    _finding(
        ax,
        0.455,
        f"{len(IMPOSSIBLE)} of {len(cells)} chances are impossible",
        "Printed (X) below the least possible (bar), as if perfect folds, 0/0, were stored as 0. "
        f"Mended (o), the mean of all grows from {mean.printed} to {mean.correct} %.",
    )


def weka(ax: Axes) -> None:
    """Draw which of the sixty public cells our run in WEKA equals, digit by digit."""
    printed = papers.printed("bendavid2007")
    cells, known = exact_cells(printed), block(printed)
    matched = {name for name, _ in known}
    classifiers = list(keys.CLASSIFIERS)
    datasets = sorted(dict.fromkeys(name for name, _ in cells), key=lambda n: n not in matched)
    for (dataset, classifier), exact in cells.items():
        at = [classifiers.index(classifier)], [datasets.index(dataset)]
        if exact:
            ax.plot(*at, marker="s", color=BLUE, markersize=6)
        elif dataset in matched:
            ax.plot(*at, marker="x", color=ORANGE, markersize=5.5, markeredgewidth=2)
        else:
            ax.plot(*at, marker=".", color=GREY, markersize=5)
    names = [WRAPPED.get(name, text) for name, text in keys.CLASSIFIERS.items()]
    ax.set_xticks(range(len(classifiers)), names)
    ax.set_yticks(range(len(datasets)), [keys.DATASETS[d] for d in datasets])
    ax.set(xlim=(-0.5, len(classifiers) - 0.5), ylim=(len(datasets) - 0.5, -0.5))
    ax.tick_params(length=0)
    ax.grid(visible=False)
    _finding(
        ax,
        0.73,
        f"{sum(cells.values())} of {len(cells)} public cells exact",
        "Squares: today's WEKA has the accuracy and kappa of 2007, to four decimals. Of four "
        f"classifiers on known data it is {sum(known.values())} of {len(known)}. Dots: how the "
        "data were prepared is lost.",
    )
    ax.tick_params(labelsize=7.5)


# Names that need two lines where five stand side by side.
WRAPPED = {"NaiveBayes": "Naïve\nBayes", "RandomForest": "Rand.\nforest", "Logistic": "Logis-\ntic"}


def positive_class(ax: Axes) -> None:
    """Draw the AUKs that the printed AUC allows under each share of positives."""
    areas = read_areas(papers.printed("kaymak_auk"), 4)["net"]
    auc, auk = areas.numbers
    low, high = zip(*(auk_bounds(auc, p, concave=areas.concave) for p in SHARES), strict=True)
    ax.fill_between(SHARES, low, high, color="#9CC9E3")
    ax.plot(SHARES, high, color=BLUE, linewidth=1.5)
    ax.axhline(auk, color=ORANGE, linewidth=1.5)
    ax.text(0.5, auk - 0.008, f"printed: {areas.auk}", fontsize=9.5, ha="center", va="top")
    for p, marker, inside in ((P_BAD, "X", False), (P_GOOD, "o", True)):
        ax.plot([p], [auk], marker=marker, color=ORANGE if not inside else BLUE, zorder=4)
        ax.text(p, 0.012, f"{p:g}", ha="center", fontsize=9.5)
        ax.axvline(p, color=GREY, linewidth=0.8, linestyle=":")
    ax.set(xlim=(0, 1), ylim=(0, 0.27), xlabel="share of the positive class", ylabel="AUK")
    ax.yaxis.label.set_fontsize(10)
    _finding(
        ax,
        0.455,
        f"A rank reversal at {P_GOOD:.0%} positives",
        f"Blue: the AUKs that the net's AUC, {areas.auc}, allows. The printed one fits if good "
        f"credits are the positive class, and not if the bad ones are, {P_BAD:.0%}.",
    )


def least_kappa(ax: Axes) -> None:
    """Draw kappa of the model that is always wrong, by the share of its larger class."""
    shares = np.linspace(0.5, 0.99, 99)
    ax.plot(shares, [float(_always_wrong(p).kappa) for p in shares], color=BLUE)
    for p in (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)):
        kappa = Fraction(_always_wrong(p).kappa)
        ax.plot([float(p)], [float(kappa)], marker="o", color=BLUE)
        ax.annotate(
            f" {kappa}", (float(p), float(kappa)), (7, -11), textcoords="offset points", fontsize=11
        )
    ax.set(xlim=(0.48, 1), ylim=(-1.15, 0.02), xlabel="share of the larger class", ylabel="kappa")
    ax.yaxis.label.set_fontsize(10)
    _finding(
        ax,
        0.73,
        "Always wrong is not always -1",
        "Kappa of a model that errs on every case is -1 only if its two classes are equally "
        "frequent; of 90 cats and 10 dogs it is -9/41.",
    )


def _always_wrong(share: float | Fraction) -> ConfusionMatrix:
    return ConfusionMatrix.from_probabilities([[share * 0, share], [1 - share, share * 0]])


def _finding(ax: Axes, left: float, finding: str, words: str) -> None:
    """Write a finding in bold above the axes, and what it means below that line.

    `left` is where the text begins, in widths of the page.
    """
    top = ax.get_position().y1
    figure = figure_of(ax)
    figure.text(left, top + 0.105, finding, fontsize=12, weight="bold", va="bottom")
    figure.text(left, top + 0.1, fill(words, 47), fontsize=9, va="top", linespacing=1.25)
    ax.tick_params(labelsize=9)
    ax.xaxis.label.set_fontsize(10)
