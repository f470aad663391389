"""Our own figures of the retrial: verdicts by rule, and what epsilon decides."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from kappabook.display.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    WIDEST,
    axes,
    figure_of,
    line,
    marks,
    styled,
)
from kappabook.papers.calderon2025.results import TEST, alternative_test
from kappabook.papers.calderon2025.results import verdicts as all_verdicts
from kappabook.papers.calderon2025.settings import SETS, SUGGESTED

FAILS, GAP = "#E6E6E6", 0.9
SHOWN = (
    TEST,
    "percent agreement",
    "kappa",
    "kappa, quadratic weights",
    "alpha",
    "AC",
    "not inferior by 0.1",
)
# Points nearer than this would hide each other.
NEAR = 0.007


@styled
def verdicts(ax: Axes | None = None) -> Figure:
    """Draw which of 46 models pass by seven rules; each column is a model, grouped by data set.

    Own figure; no counterpart in the document.
    """
    ax = axes(ax, (WIDEST, 5.2))
    table = all_verdicts()[list(SHOWN)]
    x, ticks = 0.0, []
    for dataset in SETS:
        part = table.loc[dataset]
        ax.text(x - 0.45, -0.75, _broken(dataset), va="bottom", fontsize=11)
        for judge, passes in part.iterrows():
            for y, rule in enumerate(SHOWN):
                color = BLUE if passes[rule] else FAILS
                box = (x - 0.45, y - 0.42)
                ax.add_patch(Rectangle(box, 0.9, 0.84, facecolor=color, edgecolor="none"))
                if passes[rule] != passes[TEST]:
                    ax.plot([x], [y], **marks(ORANGE) | {"markersize": 5})
            ticks.append((x, str(judge)))
            x += 1
        x += GAP
    ax.set_xticks([at for at, _ in ticks], [name for _, name in ticks], rotation=90, fontsize=9)
    ax.set_yticks(range(len(SHOWN)), SHOWN)
    ax.axhline(0.5, color=BLACK, linewidth=1)
    ax.set(xlim=(-0.6, x - GAP - 0.4), ylim=(len(SHOWN) - 0.5, -0.6))
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    handles = [
        Rectangle((0, 0), 1, 1, facecolor=BLUE),
        Rectangle((0, 0), 1, 1, facecolor=FAILS),
        Line2D([], [], **marks(ORANGE)),
    ]
    words = ["passes", "does not pass", "not the verdict of the alternative test"]
    figure = figure_of(ax)
    figure.legend(handles, words, loc="outside lower center", ncols=3)
    changed = int((table.nunique(axis=1) > 1).sum())
    title = (
        f"For {changed} of {len(table)} models the rule decides whether they may replace a person"
    )
    ax.set_title(title, pad=42)
    return figure


def _broken(name: str) -> str:
    return name.replace("_", "\n", 1)


def _apart(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Heights for sorted values: of two that nearly coincide one goes up and one down."""
    heights = np.zeros(len(values))
    for i in np.flatnonzero(np.diff(values) < NEAR):
        heights[i], heights[i + 1] = -0.16, 0.16
    return heights


@styled
def epsilon(axs: Mapping[str, Axes] | None = None) -> Figure:
    """How many of 46 models pass, by epsilon, and the least epsilon at which each passes.

    Own figure; no counterpart in the document.

    Parameters
    ----------
    axs : mapping with the axes 'N' (how many pass) and 'S' (each model, by data set), optional
    """
    if axs is None:
        figure = Figure((WIDEST, 6.4), layout="constrained")
        axs = figure.subplot_mosaic("N;S", height_ratios=[1, 1.35], sharex=True)
    least = alternative_test()["least_epsilon"]
    ordered = np.sort(least.to_numpy())
    counts, strips = axs["N"], axs["S"]
    xs = np.concatenate([[0.0], ordered, [0.46]])
    ns = np.concatenate([[0], np.arange(1, len(ordered) + 1), [len(ordered)]])
    counts.plot(xs, ns, drawstyle="steps-post", **line(BLUE))
    for who, value in SUGGESTED.items():
        n = int((ordered <= value).sum())
        counts.plot([value], [n], **marks(ORANGE))
        text = f"{who} {value:g}: {n} pass"
        counts.annotate(
            text, (value, n), xytext=(8, -6), textcoords="offset points", va="top", color=BLACK
        )
    counts.set(ylabel="models that pass,\none epsilon for all", ylim=(-1, len(ordered) + 2))
    zero, most = int((ordered <= 0).sum()), int((ordered <= SUGGESTED["experts"]).sum())
    nobody = "no model passes" if zero == 0 else f"{zero} models pass"
    counts.set_title(f"Without a discount {nobody}; with 0.2, {most} of {len(ordered)} do")
    for y, (dataset, setting) in enumerate(SETS.items()):
        values = np.sort(least[dataset].to_numpy())
        strips.plot([setting.epsilon] * 2, [y - 0.36, y + 0.36], color=ORANGE, linewidth=3)
        points = marks(BLUE) | {"markeredgecolor": "white", "markersize": 9}
        strips.plot(values, y + _apart(values), **points)
    strips.set_yticks(range(len(SETS)), list(SETS))
    strips.set(ylim=(len(SETS) - 0.4, -0.6), xlim=(-0.01, 0.46))
    strips.set_xlabel("epsilon: what a person's extra cost is worth")
    strips.grid(visible=False, axis="y")
    handles = [Line2D([], [], **marks(BLUE)), Line2D([], [], color=ORANGE, linewidth=3)]
    words = ["least epsilon at which a model passes", "epsilon used for this set"]
    figure_of(strips).legend(handles, words, loc="outside lower center", ncols=2)
    for ax in (counts, strips):
        ax.axvline(0, color=GREY, linewidth=0.8)
    return figure_of(strips)
