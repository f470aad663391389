"""Two figures of the regret experiment: what a choice costs, by measure and by cost ratio."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from kappabook.display.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    WIDEST,
    axes,
    figure_of,
    line,
    styled,
)
from kappabook.study.regret import results

OWN = {
    "kappa": BLUE,
    "MCC": ORANGE,
    "F1": GREEN,
    "balanced accuracy": PURPLE,
    "accuracy": BLACK,
}
TICKS = {0.01: "1/100", 0.1: "1/10", 1: "1", 10: "10", 100: "100"}
BOTTOM_AND_TOP = (-0.04, 0.8)


@styled
def regret(ax: Axes | None = None) -> Figure:
    """Regret of choosing classifier and threshold by five measures, over the cost of a miss."""
    ax = axes(ax, (WIDEST, 5.8))
    _curves(ax, results.curves(rule="own"), results.implied(), OWN)
    return figure_of(ax)


@styled
def own_measure(measure: str, curves: pd.DataFrame, implied: pd.DataFrame) -> Figure:
    """Regret of a measure of one's own beside three others, over the cost of a miss."""
    ax = axes(None, (WIDEST, 5.8))
    first = curves[(curves["design"] == "first") & (curves["level"] == "all")]
    chooses = bool((first[first["measure"] == measure]["rule"] == "own").any())
    rows = first[first["rule"] == ("own" if chooses else "minimum")]
    beside = ("kappa", "MCC", "accuracy") if chooses else ("kappa", "log loss", "by lot")
    colors = dict(zip((measure, *beside), (PURPLE, BLUE, ORANGE, BLACK), strict=True))
    marked = implied[(implied["design"] == "first") & (implied["level"] == "all")]
    _curves(ax, rows, marked if chooses else marked[:0], colors)
    rule = "classifier and threshold" if chooses else "the classifier; threshold of least cost"
    ax.set_title(f"Regret when {measure} chooses {rule}")
    return figure_of(ax)


def _curves(
    ax: Axes, curves: pd.DataFrame, implied: pd.DataFrame, colors: Mapping[str, str]
) -> None:
    """Draw each measure's regret and band, and a mark at the ratio that the measure implies."""
    for name, color in colors.items():
        rows = curves[curves["measure"] == name]
        ratio, value = rows["ratio"].to_numpy(), rows["regret"].to_numpy()
        ax.plot(ratio, value, label=name, linewidth=2.6, **line(color))
        ax.fill_between(ratio, rows["low"], rows["high"], color=color, alpha=0.13, linewidth=0)
        for own in implied[implied["measure"] == name].itertuples():
            at = float(np.interp(np.log(own.median), np.log(ratio), value))
            shape = {**marks(color), "markersize": 12, "markeredgecolor": "white"}
            ax.plot([own.median], [at], zorder=5, **shape)
    ax.axhline(0, color=GREY, linewidth=1, linestyle=":")
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(FixedLocator(list(TICKS)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: TICKS.get(round(x, 2), "")))
    ax.set(xlim=(1 / 30, 30), ylim=BOTTOM_AND_TOP)
    ax.set(xlabel="cost of a miss, if a false alarm costs 1", ylabel="regret")
    ax.legend(title="chosen by", loc="upper center")
