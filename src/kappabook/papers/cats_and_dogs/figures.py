"""Figures 1-5: two confusion matrices, accuracy against kappa, and a kappa built up in steps.

What each picture holds is what the text says it holds. The numbers are computed in `models` and
`weighted` from the transcription, exactly, and only drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from numpy.typing import NDArray

from kappabook import papers
from kappabook.display.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    axes,
    figure_of,
    styled,
)
from kappabook.papers.cats_and_dogs import models
from kappabook.papers.cats_and_dogs.drawing import beside, circles, panels
from kappabook.papers.cats_and_dogs.equations import LETTERS, cell_name
from kappabook.papers.cats_and_dogs.models import KEY, SPICES, THREE, Model
from kappabook.papers.cats_and_dogs.weighted import Steps, steps

ACCURACY, KAPPA = "accuracy $p$", r"kappa $\kappa$"
COLORS, MARKERS = (BLUE, ORANGE, GREEN), ("o", "s", "^")


@styled
def fig1(ax: Axes | None = None) -> Figure:
    """Confusion matrix of the first model; the area of each circle is its number."""
    ax = axes(ax, figsize=(6.4, 5.6))
    model = models.read_model(papers.printed(KEY))
    names = (("TP", "FN"), ("FP", "TN"))
    texts = [
        [f"{name} {count}" for name, count in zip(*row, strict=True)]
        for row in zip(names, model.cells, strict=True)
    ]
    circles(ax, model.cells, texts, labels=["cat", "dog"], size=14)
    ax.set(xlabel="the model says", ylabel="the image shows")
    ax.set_title("Figure 1: 100 images, 86 of them recognised", pad=14)
    return figure_of(ax)


@styled
def fig2(ax: Axes | None = None) -> Figure:
    """Kappa against accuracy when only dogs are mispredicted, for three class balances."""
    ax = axes(ax, figsize=(8.4, 5.6))
    data_sets = models.read_data_sets(papers.printed(KEY))
    for (cats, dogs), color, marker in zip(data_sets, COLORS, MARKERS, strict=True):
        series = models.dogs_only(cats, dogs)
        label = f"{cats} cats, {dogs} dogs" + (": balanced" if cats == dogs else "")
        style = {"color": color, "marker": marker, "label": label}
        ax.plot(*_accuracy_kappa(series), markersize=4.5, linewidth=1, **style)  # type: ignore[arg-type]
        last = series[-1]
        beside(ax, f"N = {last.n}", (last.accuracy, last.kappa), (10, -10), color)
    beside(ax, "N = 0: no error", (1, 1), (-14, 2), BLACK)
    ax.legend(loc="upper left")
    ax.set(xlabel=ACCURACY, ylabel=KAPPA, xlim=(0.47, 1.03), ylim=(-0.08, 1.06))
    ax.set_title("Figure 2: N dogs taken for cats, no cat for a dog")
    return figure_of(ax)


@styled
def fig3(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa against accuracy for every number of mispredicted dogs and cats."""
    both = panels(axs, 2, (11.4, 5.6), sharey=True)
    balanced, *imbalanced = models.read_data_sets(papers.printed(KEY))
    line = sorted({(model.accuracy, model.kappa) for model in models.grid(*balanced)})
    for ax, (cats, dogs), color in zip(both, imbalanced, COLORS[1:], strict=True):
        ax.plot(*np.array(line, dtype=float).T, color=BLUE)
        # A thousand marks as one picture: as shapes they would fill a megabyte.
        cloud = {"color": color, "alpha": 0.35, "s": 7, "linewidth": 0, "rasterized": True}
        ax.scatter(*_accuracy_kappa(models.grid(cats, dogs)), **cloud)  # type: ignore[arg-type]
        ax.plot(*_accuracy_kappa(models.dogs_only(cats, dogs)), color=BLACK, linewidth=1.2)
        lowest = models.worst(cats, dogs)
        text = f"all wrong: {_minus(lowest.kappa)} = {_minus(f'{float(lowest.kappa):.4g}')}"
        _mark(ax, lowest, text, (0.27, -0.72), color)
        for n, m, at in ((5, 5, (0.12, 0.84)), (10, 0, (0.12, 0.62))):
            model = next(x for x in models.grid(cats, dogs) if (x.n, x.m) == (n, m))
            at = (0.5, -0.46) if model.kappa == 0 else at
            _mark(ax, model, f"{n} dogs, {m} cats: {model.kappa}", at, PURPLE)
        ax.set(xlabel=ACCURACY, xlim=(-0.04, 1.04), ylim=(-1.08, 1.08))
        ax.set_title(f"{cats} cats, {dogs} dogs: {len(models.grid(cats, dogs))} models")
        ax.text(0.07, -0.95, r"balanced: $\kappa = 2p - 1$", color=BLUE, fontsize=12)
        ax.text(0.56, -0.95, "black: dogs only, Figure 2", color=BLACK, fontsize=12)
    both[0].set_ylabel(KAPPA)
    figure_of(both[0]).suptitle("Figure 3: N dogs and M cats mispredicted")
    return figure_of(both[0])


@styled
def fig4(axs: Sequence[Axes] | None = None) -> Figure:
    """Every three-class matrix that fits the text, with the text's names of the cells."""
    matrices = models.read_three_classes(papers.printed(KEY))
    three = panels(axs, len(matrices), (11.4, 4.5), wspace=0.07)
    for number, (ax, matrix) in enumerate(zip(three, matrices, strict=True), start=1):
        texts = [
            [
                f"{cell_name(true, said)}{chr(10) if said == true else ' '}{count}"
                for said, count in zip(LETTERS, row, strict=True)
            ]
            for true, row in zip(LETTERS, matrix.cells, strict=True)
        ]
        circles(ax, matrix.cells, texts, full=40, labels=THREE, size=12)
        ax.set_title(f"matrix {number} of {len(matrices)}", pad=12)
        ax.set_xlabel("the model says")
        for place, total in enumerate(matrix.row_totals):
            ax.text(2.56, place, str(total), color=GREY, va="center")
        for place, total in enumerate(matrix.column_totals):
            ax.text(place, 2.56, str(total), color=GREY, ha="center", va="top")
    three[0].set_ylabel("the image shows")
    kappas = ", ".join(sorted({str(matrix.kappa) for matrix in matrices}))
    title = f"Figure 4: {len(matrices)} matrices fit the text; kappa of each is {kappas}"
    figure_of(three[0]).suptitle(title)
    return figure_of(three[0])


@styled
def fig5(axs: Sequence[Axes] | None = None) -> Figure:
    """Weights, observed and chance shares, and the kappa they make: unweighted, then linear."""
    matrix = models.spicy(models.read_three_classes(papers.printed(KEY))[0])
    if axs is None:
        # Room for the formula below each row.
        room = ConstrainedLayoutEngine(hspace=0.16, rect=(0, 0.06, 1, 0.94))
        figure = Figure((11.4, 8), layout=room)
        figure.suptitle("Figure 5: a kappa in steps, with and without weights")
        axs = list(figure.subplots(2, 3).flat)
    for row, kind in ((list(axs[:3]), None), (list(axs[3:]), "linear")):
        _row_of_steps(row, steps(matrix, kind), kind or "only hits count")
    return figure_of(axs[0])


def _row_of_steps(row: Sequence[Axes], found: Steps, kind: str) -> None:
    """Draw one kappa: its weights, and what they leave of the observed and the chance shares."""
    of, by_chance = found.weights * found.observed, found.weights * found.chance
    agreement, expected = float(found.agreement), float(found.chance_agreement)
    _table(row[0], found.weights * 100, _plain(found.weights), f"weights: {kind}", 220)
    shown = _percent(found.weights, found.observed)
    _table(row[1], of * 100, shown, f"× observed %: sum {100 * agreement:g}", 40)
    shown = _percent(found.weights, found.chance)
    _table(row[2], by_chance * 100, shown, f"× chance %: sum {100 * expected:g}", 40)
    sums = f"({agreement:g} - {expected:g}) / (1 - {expected:g})".replace("-", "\N{MINUS SIGN}")
    text = rf"$\kappa$ = {sums} = {found.kappa} = {float(found.kappa):.4f}"
    row[1].text(1, 2.62, text, fontsize=15, ha="center", va="top").set_in_layout(False)
    row[0].set_ylabel("truth")


def _table(ax: Axes, values: NDArray[Any], texts: list[list[str]], title: str, full: float) -> None:
    colors = [[(BLUE, ORANGE, GREY)[abs(i - j)] for j in range(3)] for i in range(3)]
    circles(ax, values, texts, full=full, labels=SPICES, colors=colors)
    ax.set_title(title, pad=12)


def _plain(values: NDArray[Any]) -> list[list[str]]:
    return [[f"{float(value):g}" for value in row] for row in values]


def _percent(weights: NDArray[Any], shares: NDArray[Any]) -> list[list[str]]:
    """Write weight x share where the weight is not 0: plain if it is 1."""
    texts = {Fraction(0): "0", Fraction(1): "{:g}", Fraction(1, 2): "½·{:g}"}
    return [
        [texts[w].format(100 * float(share)) for w, share in zip(*rows, strict=True)]
        for rows in zip(weights, shares, strict=True)
    ]


FIGURES: dict[str, Callable[[], Figure]] = {
    "fig1": fig1,
    "fig2": fig2,
    "fig3": fig3,
    "fig4": fig4,
    "fig5": fig5,
}


# --- drawing ----------------------------------------------------------------------------------


def _accuracy_kappa(series: Sequence[Model]) -> tuple[list[float], list[float]]:
    return [float(x.accuracy) for x in series], [float(x.kappa) for x in series]


def _minus(value: object) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def _mark(ax: Axes, model: Model, text: str, at: tuple[float, float], color: str) -> None:
    """Mark a model, and lead a line to it from its text."""
    point = (float(model.accuracy), float(model.kappa))
    ax.plot(*point, marker="o", color=color, markeredgecolor="white", zorder=4)
    line = {"arrowstyle": "-", "color": color, "linewidth": 0.9, "shrinkB": 5}
    ax.annotate(text, point, xytext=at, color=color, fontsize=12, arrowprops=line, zorder=3)
