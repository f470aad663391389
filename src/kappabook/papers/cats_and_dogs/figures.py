"""Figures 1-5: confusion matrices as circles, accuracy against kappa, and a kappa in steps.

What each picture holds is what the text says it holds; the models are those that the chapters
compute, exactly, and only drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from numpy.typing import NDArray

from kappabook.audit.printed import Printed
from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, line, marks
from kappabook.display.style import WIDEST, axes, figure_of, styled
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.cats_and_dogs.data_sets import dogs_only, read_data_sets, worst
from kappabook.papers.cats_and_dogs.three_classes import (
    LETTERS,
    Kind,
    Steps,
    cell_name,
    read_three_classes,
    steps,
)
from kappabook.papers.cats_and_dogs.two_classes import Model, first_model, grid
from kappabook.papers.shared.drawing import headline, lead, note, panels
from kappabook.papers.shared.texts import minus
from kappabook.system.checkout import printed_folder

ACCURACY, KAPPA = "accuracy $p$", r"kappa $\kappa$"
COLORS = BLUE, ORANGE, GREEN
SPICES = ("mild", "medium", "hot")
# Radius that a letter inside needs; a text that is longer stands above its circle.
PER_LETTER = 0.07


def printed() -> Printed:
    """Read what the text prints."""
    return Printed.of(printed_folder() / "cats_and_dogs")


@styled
def fig1(ax: Axes | None = None) -> Figure:
    """Confusion matrix of the first model; the area of each circle is its number.

    Of 90 cats 81 are recognised, of 10 dogs 5; 9 cats are taken for dogs, and 5 dogs for cats.
    """
    ax = axes(ax, figsize=(5.5, 5.9))
    model = first_model(printed())
    names = (("TP", "FN"), ("FP", "TN"))
    texts = [
        [f"{name} {count}" for name, count in zip(*row, strict=True)]
        for row in zip(names, model.cells, strict=True)
    ]
    circles(ax, model.cells, texts, labels=["cat", "dog"], size=14)
    ax.set(xlabel="the model says", ylabel="the image shows")
    right, kappa = f"{100 * float(model.accuracy):g} %", float(model.kappa)
    ax.set_title(f"Figure 1: {right} of the images right, kappa only {kappa:.2f}", pad=14, x=-0.1)
    return figure_of(ax)


@styled
def fig2(ax: Axes | None = None) -> Figure:
    """Kappa against accuracy when only dogs are mispredicted, for three class balances.

    At an accuracy of 0.9 kappa is 0.8 where cats and dogs are equally many, 9/13 with 75 cats and
    25 dogs, and 0 with 90 cats and 10 dogs.
    """
    ax = axes(ax, figsize=(8.4, 5.6))
    for (cats, dogs), color in zip(read_data_sets(printed()), COLORS, strict=True):
        series = dogs_only(cats, dogs)
        label = f"{cats} cats, {dogs} dogs" + (": balanced" if cats == dogs else "")
        style = {**marks(color), **line(color), "label": label}
        ax.plot(*_accuracy_kappa(series), markersize=5, linewidth=1, **style)
        last = series[-1]
        note(ax, f"N = {last.n}", (last.accuracy, last.kappa), (10, -10), color, va="center")
    note(ax, "N = 0: no error", (1, 1), (-14, 2), BLACK, ha="right", va="center")
    ax.legend(loc="upper left")
    ax.set(
        xlabel=f"{ACCURACY}; N dogs are taken for cats, and no cat for a dog",
        ylabel=KAPPA,
        xlim=(0.47, 1.03),
        ylim=(-0.08, 1.06),
    )
    ax.set_title("Figure 2: at one accuracy, kappa is lower where dogs are rarer")
    return figure_of(ax)


@styled
def fig3(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa against accuracy for every number of mispredicted dogs and cats.

    With equal classes every model lies on one line. With 75 cats and 25 dogs, and more so with 90
    and 10, models of one accuracy have many kappas, and the model that is always wrong has a kappa
    above -1.
    """
    both = panels(axs, 2, (WIDEST, 5.4), sharey=True, wspace=0)
    balanced, *imbalanced = read_data_sets(printed())
    straight = sorted({(model.accuracy, model.kappa) for model in grid(*balanced)})
    for ax, (cats, dogs), color in zip(both, imbalanced, COLORS[1:], strict=True):
        ax.plot(*np.array(straight, dtype=float).T, color=BLUE)
        # A thousand marks as one picture: as shapes they would fill a megabyte.
        cloud = {"color": color, "alpha": 0.6, "s": 6, "linewidth": 0, "rasterized": True}
        ax.scatter(*_accuracy_kappa(grid(cats, dogs)), **cloud)  # type: ignore[arg-type]
        ax.plot(*_accuracy_kappa(dogs_only(cats, dogs)), **line(BLACK))
        lowest = worst(cats, dogs)
        text = f"all wrong: {minus(lowest.kappa)} = {minus(f'{float(lowest.kappa):.4g}')}"
        _mark(ax, lowest, text, (0.24, -0.72), color)
        for n, m, at in ((5, 5, (0.04, 0.84)), (10, 0, (0.585, -0.36))):
            model = next(x for x in grid(cats, dogs) if (x.n, x.m) == (n, m))
            _mark(ax, model, f"{n} dogs, {m} cats: {model.kappa}", at, PURPLE)
        ax.set(xlabel=ACCURACY, xlim=(-0.04, 1.04), ylim=(-1.08, 1.08))
        ax.set_title(f"{cats} cats, {dogs} dogs: {len(grid(cats, dogs))} models")
        ax.text(0.02, -0.97, r"balanced: $\kappa = 2p - 1$", color=BLUE, fontsize=11)
        ax.text(1.03, -0.97, "dashed: Fig. 2", color=BLACK, fontsize=11, ha="right")
    both[0].set_ylabel(KAPPA)
    headline(figure_of(both[0]), "Figure 3: with unequal classes, one accuracy has many kappas")
    return figure_of(both[0])


def _accuracy_kappa(series: Sequence[Model]) -> tuple[list[float], list[float]]:
    return [float(x.accuracy) for x in series], [float(x.kappa) for x in series]


def _mark(ax: Axes, model: Model, text: str, at: tuple[float, float], color: str) -> None:
    """Mark a model, and lead a line to it from its text."""
    point = (float(model.accuracy), float(model.kappa))
    ax.plot(*point, marker="o", color=color, markeredgecolor="white", zorder=4)
    lead(ax, text, point, at, color, {"linewidth": 0.9, "shrinkB": 5}, fontsize=11, zorder=3)


@styled
def fig4(axs: Sequence[Axes] | None = None) -> Figure:
    """Every three-class matrix that fits the text, with the text's names of the cells."""
    fitting = read_three_classes(printed())
    three = panels(axs, len(fitting), (WIDEST, 4.1), wspace=0.07)
    for number, (ax, matrix) in enumerate(zip(three, fitting, strict=True), start=1):
        texts = [
            [
                f"{cell_name(true, said)}{chr(10) if said == true else ' '}{count}"
                for said, count in zip(LETTERS, row, strict=True)
            ]
            for true, row in zip(LETTERS, matrix.cells, strict=True)
        ]
        circles(ax, matrix.cells, texts, full=40, labels=matrix.labels, size=10.5)
        ax.set_title(f"matrix {number} of {len(fitting)}", pad=12)
        ax.set_xlabel("the model says")
        for place, total in enumerate(matrix.row_totals):
            ax.text(2.56, place, str(total), color=GREY, va="center")
        for place, total in enumerate(matrix.column_totals):
            ax.text(place, 2.56, str(total), color=GREY, ha="center", va="top")
    three[0].set_ylabel("the image shows")
    kappas = ", ".join(sorted({str(matrix.kappa) for matrix in fitting}))
    title = f"Figure 4: {len(fitting)} matrices fit the text; kappa of each is {kappas}"
    headline(figure_of(three[0]), title)
    return figure_of(three[0])


@styled
def fig5(axs: Sequence[Axes] | None = None) -> Figure:
    """Weights, observed and chance shares, and the kappa they make: unweighted, then linear.

    With linear weights an error by one step counts half a hit, and kappa is 20/27 and not 45/64.
    """
    matrix = ConfusionMatrix(read_three_classes(printed())[0], SPICES).exact()
    if axs is None:
        figure = Figure((WIDEST, 7.3), layout="constrained")
        headline(figure, "Figure 5: kappa is larger when a near miss counts as half a hit")
        axs = list(figure.subplots(2, 3).flat)
    kinds: tuple[Kind | None, ...] = (None, "linear")
    for row, kind in zip((axs[:3], axs[3:]), kinds, strict=True):
        _row_of_steps(list(row), steps(matrix, kind), kind or "only hits count")
    return figure_of(axs[0])


def _row_of_steps(row: Sequence[Axes], found: Steps, kind: str) -> None:
    """Draw one kappa: its weights, and what they leave of the observed and the chance shares."""
    agreement, expected = float(found.agreement), float(found.chance_agreement)
    plain = [[f"{float(value):g}" for value in weights] for weights in found.weights]
    _table(row[0], found.weights * 100, plain, f"weights: {kind}", 220)
    of, by = f"× observed: {100 * agreement:g} %", f"× chance: {100 * expected:g} %"
    for ax, shares, title in ((row[1], found.observed, of), (row[2], found.chance, by)):
        shown = _percent(found.weights, shares)
        _table(ax, found.weights * shares * 100, shown, title, 40)
    sums = minus(f"({agreement:g} - {expected:g}) / (1 - {expected:g})")
    text = rf"$\kappa$ = {sums} = {found.kappa} = {float(found.kappa):.4f}"
    # As the label of the lower edge it gets room of its own in every layout.
    row[1].set_xlabel(text, fontsize=15)
    row[1].xaxis.set_label_position("bottom")
    row[0].set_ylabel("truth")


def _table(ax: Axes, values: NDArray[Any], texts: list[list[str]], title: str, full: float) -> None:
    colors = [[(BLUE, ORANGE, GREY)[abs(i - j)] for j in range(3)] for i in range(3)]
    circles(ax, values, texts, full=full, labels=SPICES, colors=colors)
    ax.set_title(title, pad=12)


def _percent(weights: NDArray[Any], shares: NDArray[Any]) -> list[list[str]]:
    """Write weight x share where the weight is not 0: plain if it is 1."""
    texts = {Fraction(0): "0", Fraction(1): "{:g}", Fraction(1, 2): "½·{:g}"}
    return [
        [texts[w].format(100 * float(share)) for w, share in zip(*rows, strict=True)]
        for rows in zip(weights, shares, strict=True)
    ]


def circles(
    ax: Axes,
    values: NDArray[Any],
    texts: Sequence[Sequence[str]],
    *,
    full: float = 100,
    labels: Sequence[Any],
    size: float = 12,
    colors: Sequence[Sequence[str]] | None = None,
) -> None:
    """Draw a square table of circles with texts inside, or above where they do not fit.

    Parameters
    ----------
    values : ndarray of shape (n, n)
        The areas, in units of `full`, which just fits into a cell.
    texts : sequence of shape (n, n)
        What stands in or above each circle.
    labels : sequence of length n
        Names of rows and columns.
    colors : sequence of shape (n, n), optional
        Default: blue on the diagonal, orange off it.
    """
    n = len(values)
    for i, j in np.ndindex(n, n):
        color = colors[i][j] if colors is not None else (BLUE if i == j else ORANGE)
        r = float(0.48 * np.sqrt(float(values[i, j]) / full))
        if r:
            ax.add_patch(Circle((j, i), r, color=color, linewidth=0))
        inside = not r or r >= PER_LETTER * max(map(len, texts[i][j].splitlines()))
        within = "white" if color == BLUE else BLACK
        ink = (within if inside else color) if r else GREY
        y, va = (i, "center") if inside else (i - r - 0.04, "bottom")
        ax.text(j, y, texts[i][j], color=ink, ha="center", va=va, size=size)
    names = list(labels)
    ax.set(xlim=(-0.5, n - 0.5), ylim=(n - 0.5, -0.5), aspect="equal")
    ax.set_xticks(range(n), names)
    ax.set_yticks(range(n), names)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0)
    ax.grid(False)
    for edge in range(1, n):
        ax.axhline(edge - 0.5, color="0.85", linewidth=0.8, zorder=0)
        ax.axvline(edge - 0.5, color="0.85", linewidth=0.8, zorder=0)
    for spine in ax.spines.values():
        spine.set(visible=True, color="0.7")
