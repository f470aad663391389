"""What the figures of several documents draw alike: panels, notes beside points, leading lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from kappabook.display.colors import GREY
from kappabook.display.style import WIDEST

Place = tuple[float | Fraction, float | Fraction]


def panels(
    axs: Sequence[Axes] | None,
    n: int = 2,
    figsize: tuple[float, float] = (WIDEST, 4.8),
    *,
    sharey: bool = False,
    wspace: float | None = None,
) -> list[Axes]:
    """Return the given axes, or n axes of a new figure, side by side."""
    if axs is None:
        figure = Figure(figsize, layout=ConstrainedLayoutEngine(wspace=wspace))
        axs = list(figure.subplots(1, n, sharey=sharey, squeeze=False).flat)
    return list(axs)


def headline(figure: Figure, finding: str) -> None:
    """Write what the whole figure shows in bold above its panels."""
    figure.suptitle(finding, x=0.01, ha="left", fontsize=14, weight="bold")


def note(
    ax: Axes, text: str, at: Place, shift: tuple[float, float], color: str, **style: Any
) -> None:
    """Write beside a point, this many typographic points away."""
    style = {"fontsize": 11, **style}
    place = (float(at[0]), float(at[1]))
    ax.annotate(text, place, xytext=shift, textcoords="offset points", color=color, **style)


def lead(
    ax: Axes, text: str, to: Place, at: Place, color: str, line: dict[str, Any], **style: Any
) -> None:
    """Write at one place, and lead a line from there to a point.

    `line` holds what matplotlib's ``arrowprops`` takes beside shape and colour.
    """
    style["arrowprops"] = {"arrowstyle": "-", "color": color, **line}
    point, place = (float(to[0]), float(to[1])), (float(at[0]), float(at[1]))
    ax.annotate(text, point, xytext=place, color=color, **style)


def diagonal(ax: Axes) -> None:
    """Draw the ROC curve of a random classifier."""
    ax.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="--", zorder=1)
