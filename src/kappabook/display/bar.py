"""The one picture of kappa: a bar of chance agreement, what was gained above it, what is missing.

`explorers/shared.js` draws the same in a browser, in the same words and colours.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook.display.colors import BLACK, BLUE, GREY
from kappabook.display.style import axes, figure_of
from kappabook.metrics import ConfusionMatrix

CHANCE = "#BDBDBD"
Part = tuple[str, float, float, dict[str, Any]]


def parts(accuracy: float, chance: float) -> list[Part]:
    """Return name, start, end and look of each part; where less is agreed than by chance, others.

    Examples
    --------
    >>> [(name, start, end) for name, start, end, _ in parts(accuracy=0.75, chance=0.5)]
    [('chance agreement', 0.0, 0.5), ('gained', 0.5, 0.75), ('missing', 0.75, 1.0)]
    """
    middle = (
        ("gained", chance, accuracy, {"facecolor": BLUE})
        if accuracy >= chance
        else ("lost: below chance", accuracy, chance, {"facecolor": "white", "hatch": "////"})
    )
    first = "chance agreement" if accuracy >= chance else "agreed"
    last = "missing" if accuracy >= chance else "missing, also by chance"
    return [
        (first, 0.0, min(accuracy, chance), {"facecolor": CHANCE}),
        middle,
        (last, max(accuracy, chance), 1.0, {"facecolor": "white"}),
    ]


def kappa_bar(
    table: ConfusionMatrix,
    ax: Axes | None = None,
    *,
    fontsize: float = 12,
    solved: bool = False,
    columns: int = 3,
) -> Figure:
    """Draw a table's agreement as a bar from 0 to 1, and below it the room above chance.

    Kappa is the gained part of the room above chance.

    Parameters
    ----------
    table : ConfusionMatrix
    ax : Axes, optional
    fontsize : float, default=12
        In points.
    solved : bool, default=False
        Write kappa below it, too, as the quotient that it is.
    columns : int, default=3
        Of the names of the parts; fewer where the bar is narrow.
    """
    ax = axes(ax, figsize=(7.7, 1.7))
    accuracy, chance = float(table.accuracy), float(table.chance_agreement)
    for name, start, end, look in parts(accuracy, chance):
        label = f"{name} {end - start:.3f}"
        look |= {"edgecolor": GREY, "linewidth": 1, "label": label}
        ax.barh(0, end - start, 1, start, **look)
    ax.plot([chance, chance, 1, 1], [-0.6, -0.8, -0.8, -0.6], color=BLACK, linewidth=1.2, label="_")
    room = f"room above chance {1 - chance:.3f}"
    if solved:
        gained = f"{accuracy - chance:.3f}".replace("-", "\N{MINUS SIGN}")
        room += f";  kappa = {gained} / {1 - chance:.3f} = {float(table.kappa):.3f}"
    ax.text(1, -0.9, room, ha="right", va="top", fontsize=fontsize)
    ax.legend(
        *ax.get_legend_handles_labels(),
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=columns,
        frameon=False,
        fontsize=fontsize,
        borderaxespad=0.2,
        handlelength=1,
        columnspacing=1.2,
        handletextpad=0.4,
        borderpad=0,
    )
    ax.set(xlim=(-0.003, 1.003), ylim=(-1.7, 0.55))
    ax.axis("off")
    return figure_of(ax)
