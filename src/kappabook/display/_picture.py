"""The whole picture of one or several kappa curves, from their parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kappabook.display._curve import Curve
from kappabook.display._draw import (
    axes_for,
    draw_band,
    draw_curve,
    draw_mean,
    draw_roc,
    mark_optima,
)
from kappabook.display._lines import Name, Style, legend, line_styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kappabook.metrics.inference import KappaCurveBand


@dataclass(frozen=True)
class Request:
    """What to draw; the parameters of `KappaCurveDisplay.plot` and of the display itself."""

    folds: bool
    x: str
    name: Name
    positive: str
    band: KappaCurveBand | None
    curve_kwargs: Style | Sequence[Style] | None
    chance_level_kwargs: Style | None
    plot_chance_level: bool
    mark_optimum: bool
    with_roc: bool
    despine: bool

    def __post_init__(self) -> None:
        if self.x not in ("fpr", "threshold"):
            raise ValueError(f"x is {self.x!r}; give 'fpr' or 'threshold'.")
        if self.band is not None and self.x != "fpr":
            raise ValueError(
                f"x is {self.x!r}; a band is about kappa at a false positive rate: give 'fpr'."
            )


def picture(curves: Sequence[Curve], ax: Axes | None, want: Request) -> dict[str, Any]:
    """Draw the curves; return the artists by the names of the display's attributes."""
    areas = [curve.auk for curve in curves]
    styles = line_styles(areas, want.name, want.curve_kwargs, folds=want.folds)
    ax, roc_ax = axes_for(ax, want.with_roc)
    lines = [draw_curve(ax, c, want.x, style) for c, style in zip(curves, styles, strict=True)]
    mean = optima = chance = None
    band: Any = None
    if want.folds and want.x == "fpr":
        shared = None if "label" in styles[0] else want.name
        mean, band = draw_mean(ax, curves, legend(areas, shared, folds=True))
    elif want.band is not None:
        band = draw_band(ax, want.band, lines[0])
    if want.mark_optimum:
        optima = [mark_optima(ax, c, want.x, line) for c, line in zip(curves, lines, strict=True)]
    if want.plot_chance_level:
        style = {"color": "k", "linestyle": "--", "linewidth": 1, "label": "Chance (kappa 0)"}
        chance = ax.axhline(0, **{**style, **(want.chance_level_kwargs or {})})
    horizontal = "False positive rate" if want.x == "fpr" else "Threshold"
    ax.set(xlabel=horizontal + want.positive, ylabel="Cohen's kappa")
    if ax.get_legend_handles_labels()[1]:
        ax.legend()
    if roc_ax is not None:
        draw_roc(roc_ax, curves, lines)
        roc_ax.set_xlabel("False positive rate" + want.positive)
    for axes in filter(None, (ax, roc_ax) if want.despine else ()):
        axes.spines[["top", "right"]].set_visible(False)
    return {
        "ax_": ax,
        "roc_ax_": roc_ax,
        "figure_": ax.figure,
        "line_": lines if want.folds else lines[0],
        "mean_line_": mean,
        "band_": band,
        "optimum_": optima if want.folds or optima is None else optima[0],
        "chance_level_": chance,
    }
