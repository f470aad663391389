"""Confusion matrices as circles whose areas are the numbers, and labels beside points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Circle
from numpy.typing import NDArray

from kappabook.display.style import BLUE, GREY, ORANGE

# A circle of this count just fits into its cell.
FULL = 100
# Radius that a letter inside needs; a text that is longer stands above its circle.
PER_LETTER = 0.07


def radius(count: Any, full: float = FULL) -> float:
    """Radius whose circle has an area proportional to the count, in widths of a cell."""
    return float(0.48 * np.sqrt(float(count) / full))


def panels(
    axs: Sequence[Axes] | None,
    n: int,
    figsize: tuple[float, float],
    *,
    sharey: bool = False,
    wspace: float = 0,
) -> list[Axes]:
    """Return the given axes, or those of a new figure, side by side."""
    if axs is None:
        figure = Figure(figsize, layout=ConstrainedLayoutEngine(wspace=wspace))
        axs = list(figure.subplots(1, n, sharey=sharey, squeeze=False).flat)
    return list(axs)


def circles(
    ax: Axes,
    values: NDArray[Any],
    texts: Sequence[Sequence[str]],
    *,
    full: float = FULL,
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
        ink = ("white" if inside else color) if r else GREY
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


def beside(
    ax: Axes,
    text: str,
    at: tuple[float | Fraction, float | Fraction],
    shift: tuple[float, float],
    color: str,
) -> None:
    """Write beside a point, this many typographic points away."""
    ax.annotate(
        text,
        (float(at[0]), float(at[1])),
        xytext=shift,
        textcoords="offset points",
        color=color,
        fontsize=11,
        ha="right" if shift[0] < 0 else "left",
        va="center",
    )
