"""Figures 1, 4 and 5: confusion matrices as circles, and a kappa built up in steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from numpy.typing import NDArray

from kappabook import papers
from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, WIDEST, axes, figure_of, styled
from kappabook.papers.cats_and_dogs import matrices
from kappabook.papers.cats_and_dogs.equations import LETTERS, cell_name
from kappabook.papers.cats_and_dogs.matrices import KEY, SPICES, THREE, radius
from kappabook.papers.cats_and_dogs.weighted import Kind, Steps, steps
from kappabook.papers.shared.drawing import headline, panels
from kappabook.papers.shared.wording import minus

# Radius that a letter inside needs; a text that is longer stands above its circle.
PER_LETTER = 0.07


@styled
def fig1(ax: Axes | None = None) -> Figure:
    """Confusion matrix of the first model; the area of each circle is its number.

    Of 90 cats 81 are recognised, of 10 dogs 5; 9 cats are taken for dogs, and 5 dogs for cats.
    """
    ax = axes(ax, figsize=(5.5, 5.9))
    model = matrices.read_model(papers.printed(KEY))
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
def fig4(axs: Sequence[Axes] | None = None) -> Figure:
    """Every three-class matrix that fits the text, with the text's names of the cells."""
    fitting = matrices.read_three_classes(papers.printed(KEY))
    three = panels(axs, len(fitting), (WIDEST, 4.1), wspace=0.07)
    for number, (ax, matrix) in enumerate(zip(three, fitting, strict=True), start=1):
        texts = [
            [
                f"{cell_name(true, said)}{chr(10) if said == true else ' '}{count}"
                for said, count in zip(LETTERS, row, strict=True)
            ]
            for true, row in zip(LETTERS, matrix.cells, strict=True)
        ]
        circles(ax, matrix.cells, texts, full=40, labels=THREE, size=10.5)
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
    matrix = matrices.spicy(matrices.read_three_classes(papers.printed(KEY))[0])
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
    of, by_chance = found.weights * found.observed, found.weights * found.chance
    agreement, expected = float(found.agreement), float(found.chance_agreement)
    _table(row[0], found.weights * 100, _plain(found.weights), f"weights: {kind}", 220)
    shown = _percent(found.weights, found.observed)
    _table(row[1], of * 100, shown, f"× observed: {100 * agreement:g} %", 40)
    shown = _percent(found.weights, found.chance)
    _table(row[2], by_chance * 100, shown, f"× chance: {100 * expected:g} %", 40)
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


def _plain(values: NDArray[Any]) -> list[list[str]]:
    return [[f"{float(value):g}" for value in row] for row in values]


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
    labels: Sequence[str],
    size: float = 12,
    colors: Sequence[Sequence[str]] | None = None,
) -> None:
    """Draw a square table of circles with texts inside, or above where they do not fit.

    Parameters
    ----------
    values : ndarray of shape (n, n)
        The areas, in units of `full`.
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
        r = radius(values[i, j], full)
        if r:
            ax.add_patch(Circle((j, i), r, color=color, linewidth=0))
        inside = r >= PER_LETTER * max(map(len, texts[i][j].splitlines()))
        inside |= r == 0
        y = i if inside else i - r - 0.04
        within = "white" if color == BLUE else BLACK
        ink = (within if inside else color) if r else GREY
        ax.text(
            j,
            y,
            texts[i][j],
            color=ink,
            ha="center",
            va="center" if inside else "bottom",
            size=size,
        )
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
