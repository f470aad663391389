"""Figures of the regret experiment: what a choice costs, by measure and by cost ratio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    marks,
    styled,
)
from kappabook.papers.shared.drawing import headline, panels
from kappabook.study.regret import results
from kappabook.study.regret.results import BY_LOT, KNOWN, MINIMISER, OF_DECISIONS, OF_SCORES

# Every second one has a band.
OWN = {
    "accuracy": BLACK,
    "MCC": ORANGE,
    "kappa": BLUE,
    "F1": GREEN,
    "balanced accuracy": PURPLE,
}
RULES = {
    "half": ("one half", ORANGE),
    "own": ("best for the measure", BLUE),
    "minimum": ("least validation cost", GREEN),
    "Bayes": ("from costs, recalibrated", PURPLE),
}
# Shares of positives that are drawn apart, as the tasks name them.
LEVELS = {"0.2": "one in five positive", "0.1": "one in ten positive"}
LABELS = {"balanced accuracy": "balanced accuracy, J", "by lot": "(drawn by lot)"}
TICKS = {0.01: "1/100", 0.1: "1/10", 1: "1", 10: "10", 100: "100"}
BOLD: dict[str, Any] = {"fontsize": 14, "weight": "bold", "loc": "left"}
BESIDE: dict[str, Any] = {"title": "chosen by", "loc": "center left", "bbox_to_anchor": (1, 0.5)}
BOTTOM_AND_TOP = (-0.04, 0.8)


@styled
def regret(ax: Axes | None = None) -> Figure:
    """Regret of choosing classifier and threshold by five measures, over the cost of a miss.

    Means over 16 data sets, all shares of positives pooled, with pointwise 95 % bands for three
    measures. Each curve is low at one to two times the cost ratio that its measure stands for,
    which is marked, and high far from it: accuracy's where misses are cheap, that of balanced
    accuracy and F1 where they are dear. Apart (`regret_split`) the curves are lower at their best.
    """
    ax = axes(ax, (WIDEST, 5.8))
    _curves(ax, results.curves(rule="own"), results.implied(), OWN)
    ax.legend(**BESIDE)
    ax.set_title("No measure chooses well at all costs: each bets on a ratio (marked)", **BOLD)
    return figure_of(ax)


@styled
def regret_split(axs: Sequence[Axes] | None = None) -> Figure:
    """Regret over the cost of a miss where one in five (a), or one in ten (b), is positive.

    The rarer the positives, the further to the right each measure's mark and the lowest point of
    its curve; accuracy alone stays at 1. Pointwise 95 % bands for three measures.
    """
    axs = panels(axs, len(LEVELS), (WIDEST, 5.4), sharey=True)
    tasks = results.tasks().query("design == 'thinned' and reason == ''")
    for letter, ax, (level, words) in zip("ab", axs, LEVELS.items(), strict=True):
        _curves(ax, results.curves(level=level, rule="own"), results.implied(level=level), OWN)
        sources = tasks[tasks["level"] == level]["source"].nunique()
        ax.set_title(f"({letter}) {words}, {sources} data sets")
    axs[1].set_ylabel("")
    names = axs[0].get_legend_handles_labels()
    figure_of(axs[0]).legend(*names, loc="outside lower center", ncol=len(OWN))
    headline(
        figure_of(axs[0]), "The rarer the positives, the dearer the misses that measures bet on"
    )
    return figure_of(axs[0])


@styled
def regret_rules(ax: Axes | None = None) -> Figure:
    """Mean cost of the choice by each measure, for four ways to set the threshold.

    Under prior C, over 16 data sets. Where the threshold is set with the costs, all measures cost
    about the same; where it is not, the choice costs almost twice as much, whatever the measure.
    """
    ax = axes(ax, (WIDEST, 5.8))
    means = results.mean_costs()["C"]
    order = [*OF_DECISIONS, *OF_SCORES, BY_LOT]
    for rule, (words, color) in RULES.items():
        places = [k for k, name in enumerate(order) if (name, rule) in means.index]
        values = [means[order[k], rule] for k in places]
        ax.plot(values, places, markersize=9, label=words, **marks(color))
    known = means[MINIMISER, KNOWN]
    ax.axvline(known, color=GREY, linewidth=1.5, linestyle=":")
    ax.annotate(
        "cost minimiser",
        (known, len(order) - 0.4),
        xytext=(4, 0),
        textcoords="offset points",
        color=GREY,
        va="center",
    )
    ax.set_yticks(range(len(order)), [LABELS.get(name, name) for name in order])
    ax.set(ylim=(len(order) - 0.1, -0.6), xlim=(0.4, 1.22))
    ax.set_xlabel("mean cost (1: the better of always yes and always no)")
    ax.legend(title="threshold", loc="center", bbox_to_anchor=(0.33, 0.3))
    ax.set_title("Knowing the costs is worth more than the choice of a measure", **BOLD)
    return figure_of(ax)


def _curves(
    ax: Axes, curves: pd.DataFrame, implied: pd.DataFrame, colors: Mapping[str, str]
) -> None:
    """Draw each measure's regret, and a mark at the ratio it implies; three bands, not to hide."""
    banded = list(colors)[::2]
    for name, color in colors.items():
        rows = curves[curves["measure"] == name]
        ratio, value = rows["ratio"].to_numpy(), rows["regret"].to_numpy()
        ax.plot(ratio, value, label=name, linewidth=2.6, **line(color))
        if name in banded:
            ax.fill_between(ratio, rows["low"], rows["high"], color=color, alpha=0.15, linewidth=0)
        own = implied[implied["measure"] == name]
        for least, median, most in own[["low", "median", "high"]].to_numpy():
            at = float(np.interp(np.log(median), np.log(ratio), value))
            shape = {**marks(color), "markersize": 12, "markeredgecolor": "white"}
            ax.plot([least, most], [at, at], color=color, linewidth=1.2)
            ax.plot([median], [at], zorder=5, **shape)
    ax.axhline(0, color=BLACK, linewidth=0.8)
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(FixedLocator(list(TICKS)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: TICKS.get(round(x, 2), "")))
    ax.set(xlim=(1 / 20, 30), ylim=BOTTOM_AND_TOP)
    ax.set(xlabel="cost of a miss, if a false alarm costs 1", ylabel="regret")
