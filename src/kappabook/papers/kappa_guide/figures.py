"""Two figures of our own: the two doctors, and a lazy classifier beside a useful one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kappabook.audit.printed import Printed
from kappabook.display.bar import kappa_bar
from kappabook.display.colors import BLACK, BLUE, ORANGE
from kappabook.display.style import figure_of, styled
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kappa_guide import read_doctors
from kappabook.system.checkout import printed_folder

# --- the two doctors: what they did, what chance does, and kappa as a length --------------------

LAYOUT = "OE;KK"
AGREED, DISAGREED = "#A6CBE3", "#EFEFEF"
MEANING = (("both sick", "only A sick"), ("only B sick", "both not sick"))


@styled
def doctors(axs: Mapping[str, Axes] | None = None) -> Figure:
    """Observed and expected table as areas, and kappa as the gained part of the room above chance.

    Parameters
    ----------
    axs : mapping with the axes 'O', 'E' (observed, expected table) and 'K' (kappa), optional
    """
    if axs is None:
        figure = Figure((9.6, 6.6), layout="constrained")
        axs = figure.subplot_mosaic(LAYOUT, height_ratios=[3.3, 1])
    table = two_doctors()
    chance = expected(table)
    _areas(axs["O"], table, f"They said: {_count(table.accuracy)} of 100 agree")
    _areas(axs["E"], chance, f"By chance: {_count(chance.accuracy)} of 100 agree")
    kappa_bar(table, axs["K"], fontsize=14, solved=True)
    return figure_of(axs["K"])


def two_doctors() -> ConfusionMatrix:
    """Return the table that the page prints, turned: Doctor A in the rows."""
    table = read_doctors(Printed.of(printed_folder() / "kappa_guide"))
    return ConfusionMatrix(table.cells.T, table.labels)


def expected(table: ConfusionMatrix) -> ConfusionMatrix:
    """Return the table of probabilities that independent doctors with these margins make."""
    cells = [[row * column for column in table.column_margins] for row in table.row_margins]
    return ConfusionMatrix.from_probabilities(cells, table.labels)


def _areas(ax: Axes, table: ConfusionMatrix, title: str) -> None:
    """Draw each cell as an area: the rows are as high as Doctor A's shares."""
    shares = table.cells / table.total
    top = 1.0
    for row, height in enumerate(map(float, table.row_margins)):
        left, top = 0.0, top - height
        for column in (0, 1):
            width = float(shares[row, column]) / height
            color = AGREED if row == column else DISAGREED
            ax.add_patch(Rectangle((left, top), width, height, facecolor=color, edgecolor="white"))
            text = f"{_count(shares[row, column])}\n{MEANING[row][column]}"
            at = (left + width / 2, top + height / 2)
            ax.text(*at, text, ha="center", va="center", fontsize=12, color=BLACK)
            left += width
    sick, not_sick = map(float, table.row_margins)
    names = [f"A: sick\n({100 * sick:g})", f"A: not sick\n({100 * not_sick:g})"]
    ax.set_yticks([1 - sick / 2, not_sick / 2], names)
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], title=title)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)


def _count(share: Fraction | float) -> str:
    """Write a share as so many of a hundred."""
    return f"{100 * float(share):g}"


# --- a lazy classifier, which is right more often, beside a useful one ---------------------------

# The two classifiers of notebook 00: a row for each truth, a column for each prediction.
LAZY = ConfusionMatrix([[0, 5], [0, 95]], ("ill", "healthy"))
USEFUL = ConfusionMatrix([[4, 1], [6, 89]], ("ill", "healthy"))
IN_A_ROW = 20
# How a person of each cell is drawn, and what the cell means.
LOOKS: dict[tuple[int, int], tuple[str, dict[str, Any]]] = {
    (0, 0): ("ill, found", {"color": BLUE}),
    (0, 1): ("ill, missed", {"color": ORANGE, "marker": "X", "s": 150}),
    (1, 0): ("false alarm", {"facecolor": "white", "edgecolor": ORANGE, "linewidth": 2, "s": 85}),
    (1, 1): ("healthy, called healthy", {"color": "#B5D6EA"}),
}


@styled
def lazy(axs: Sequence[Axes] | None = None) -> Figure:
    """Draw a lazy classifier, 95 % right with kappa 0, and a useful one, 93 % with kappa 0.5.

    Each side shows the same 100 people; five of them are ill. The lazy classifier calls everybody
    healthy: it is right for 95 of the 100, it finds none of the ill, and its kappa is 0. The
    useful classifier finds four of the five ill and raises six false alarms: it is right for 93
    of the 100, and its kappa is 0.5.

    Parameters
    ----------
    axs : two axes, of the lazy and of the useful classifier, optional
    """
    if axs is None:
        figure = Figure((8, 4))
        axs = [figure.add_axes((left, 0.13, 0.46, 0.73)) for left in (0.02, 0.52)]
        title = f"Right {percent(LAZY)} of the time, and it has learned nothing"
        figure.text(0.025, 0.905, title, fontsize=18.5, weight="bold")
        legend(axs[0], (0.5, 0))
    classifier(axs[0], LAZY, "Lazy: calls everybody healthy", BLACK)
    classifier(axs[1], USEFUL, "Useful: looks for the ill", BLUE)
    return figure_of(axs[0])


def percent(table: ConfusionMatrix) -> str:
    """Write the accuracy of a table: 95 %."""
    return f"{100 * float(table.accuracy):.0f} %"


def classifier(ax: Axes, table: ConfusionMatrix, name: str, color: str, scale: float = 1) -> None:
    """Draw every person that a table counts as a square, below its accuracy and its kappa.

    Parameters
    ----------
    scale : float, default=1
        Of letters and squares; 1 for axes of 3.7 x 2.9 inches.
    """
    cells = list(chain.from_iterable([cell] * int(table.cells[cell]) for cell in LOOKS))
    for cell in LOOKS:
        places = [divmod(i, IN_A_ROW) for i, found in enumerate(cells) if found == cell]
        _people(ax, [x for _, x in places], [y for y, _ in places], cell, scale)
    ax.set(xlim=(-0.8, IN_A_ROW - 0.2), ylim=(7.7, -8.7))
    ax.axis("off")
    small, large = 15 * scale, 34 * scale
    ax.text(-0.5, -7.5, name, fontsize=small, weight="bold", color=color)
    for x, what, number in ((-0.5, "right", percent(table)), (11.3, "kappa", f"{table.kappa:g}")):
        ax.text(x, -4.8, what, fontsize=small, color=color)
        ax.text(x, -1.5, number, fontsize=large, weight="bold", color=color)
    (found, missed), (alarms, _) = table.cells
    words = f"finds {found:g} of {found + missed:g} ill, {alarms:g} false alarms"
    ax.text(-0.5, 6.4, words, fontsize=small)


def legend(ax: Axes, at: tuple[float, float], scale: float = 1) -> None:
    """Name the four kinds of people, centred at a place of the whole figure."""
    figure_of(ax).legend(
        [_people(ax, [], [], cell, scale) for cell in LOOKS],
        [meaning for meaning, _ in LOOKS.values()],
        loc="lower center",
        ncols=len(LOOKS),
        fontsize=14 * scale,
        handletextpad=0.1,
        columnspacing=1,
        bbox_to_anchor=at,
    )


def _people(
    ax: Axes, x: Sequence[int], y: Sequence[int], cell: tuple[int, int], scale: float
) -> PathCollection:
    style = {"marker": "s", "s": 110, "linewidth": 0, **LOOKS[cell][1]}
    style |= {"s": style["s"] * scale**2, "linewidth": style["linewidth"] * scale}
    return ax.scatter(x, y, **style)
