"""The one style of all figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

STYLE = Path(__file__).with_name("kappabook.mplstyle")
# What would make two runs differ is left out of each format.
METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {},
}

# Okabe and Ito's palette, three of them darkened so that text in them is legible on white.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#B84E00", "#00785A", "#A3487A"
BLACK, GREY = "#1A1A1A", "#666666"

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def styled(draw: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Draw inside the style, whatever the caller's settings are."""

    @wraps(draw)
    def inside(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with plt.style.context(STYLE):
            return draw(*args, **kwargs)

    return inside


def axes(ax: Axes | None = None, figsize: tuple[float, float] | None = None) -> Axes:
    """Return `ax`, or the axes of a new figure that pyplot does not keep."""
    return Figure(figsize, layout="constrained").subplots() if ax is None else ax


def figure_of(ax: Axes) -> Figure:
    """Return the figure that holds the axes."""
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("these axes were removed from their figure; give axes of a live figure.")
    return figure
