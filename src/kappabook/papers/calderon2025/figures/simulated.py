"""Judges by simulation: whom each rule accepts, and what a judged rate is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from kappabook.display.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    WIDEST,
    figure_of,
    line,
    marks,
    styled,
)
from kappabook.study.judges import rates as all_rates
from kappabook.study.judges import rules as all_rules

ITEMS, PREVALENCE = 400, 0.5
# Rules that are drawn, and what the legend calls them.
RULES = {
    "alternative test, epsilon 0.1": ("alternative test, epsilon 0.1", ORANGE),
    "alternative test, epsilon 0.15": ("alternative test, epsilon 0.15", GREY),
    "alternative test, epsilon 0.2": ("alternative test, epsilon 0.2", PURPLE),
    "kappa as among people": ("kappa as among people", BLUE),
    "kappa not inferior by 0.1": ("kappa not inferior by 0.1", GREEN),
    "gold of one person, accuracy 0.85": ("85 % of one person's labels", BLACK),
}
ERRORS = {
    "independent": "everybody errs alone",
    "shared by people": "people err together, not the judge",
    "shared by all": "the judge errs with them",
}
WRONG = "#EDEDED"


@styled
def rules(axs: Sequence[Axes] | None = None) -> Figure:
    """How often six rules accept a judge, by its accuracy: three panels, by who errs together.

    A rule that is right accepts nobody in the grey part, where the judge is worse than a person,
    and everybody to the right of it. A judge who is never wrong errs with nobody: the last panel
    ends before.

    Own figure; no counterpart in the document.

    Parameters
    ----------
    axs : sequence of three axes, optional
    """
    if axs is None:
        axs = list(Figure((WIDEST, 5.4), layout="constrained").subplots(1, 3, sharey=True))
    table = all_rules().query("unclear == 0 and n_items == @ITEMS")
    table = table.query("prevalence == @PREVALENCE")
    accuracies = sorted(set(table["judge_accuracy"]))
    person = accuracies.index(float(table["human_accuracy"].iloc[0]))
    for ax, (errors, title) in zip(axs, ERRORS.items(), strict=True):
        here = table[table["errors"] == errors]
        ax.axvspan(-0.4, person - 0.5, color=WRONG, linewidth=0)
        for rule, (_, color) in RULES.items():
            found = here[here["rule"] == rule].set_index("judge_accuracy")["accepted"]
            at = [accuracies.index(x) for x in found.index]
            ax.plot(at, found, **_line(color), clip_on=False)
        shown = accuracies[: here["judge_accuracy"].nunique()]
        ax.set_xticks(range(len(shown)), [f"{100 * x:.0f}" for x in shown])
        ax.set(xlim=(-0.4, len(accuracies) - 0.6), ylim=(-0.02, 1.02))
        if len(shown) < len(accuracies):
            why = "never\nwrong:\nerrs with\nnobody"
            ax.text(len(shown) - 0.1, 0.5, why, ha="center", va="center", fontsize=10)
        ax.set_title(title, fontsize=12)
        ax.grid(visible=False, axis="x")
    axs[0].set_ylabel(f"share accepted, {ITEMS} items")
    axs[1].set_xlabel("how often the judge is right, % (a person: 85 %)")
    figure = figure_of(axs[0])
    handles: list[Artist] = [Line2D([], [], **_line(color)) for _, color in RULES.values()]
    words = [name for name, _ in RULES.values()]
    handles.append(Rectangle((0, 0), 1, 1, facecolor=WRONG))
    figure.legend(handles, [*words, "worse than a person"], loc="outside lower center", ncols=3)
    figure.suptitle(_whom(table), fontsize=14)
    return figure


def _line(color: str) -> dict[str, Any]:
    """Return what draws a line with marks; grey, which the style keeps for frames, is the sixth."""
    if color == GREY:
        return {"color": GREY, "linestyle": (0, (4, 1, 1, 1)), "marker": "P"}
    return line(color) | {"marker": marks(color)["marker"]}


def _whom(table: pd.DataFrame) -> str:
    """Say the finding, from the table."""
    alone = table.query("errors == 'independent' and judge == 'clearly worse'").set_index("rule")
    together = table.query("errors == 'shared by people' and judge == 'better'").set_index("rule")
    passes = 100 * alone["accepted"]["alternative test, epsilon 0.2"]
    refused = 100 - 100 * together["accepted"]["kappa as among people"]
    return (
        f"In {passes:.0f} of 100 samples epsilon 0.2 accepts a judge who is right in 70 %;\n"
        f"in {refused:.0f} of 100 kappa refuses one who is right in 92 %, if people err together"
    )


N_CALIBRATION, JUDGE = 100, (0.85, 0.9)
DESIGNS = {
    "random": ("at random", BLUE),
    "random, labels 5 % wrong": ("at random, 5 % of people's labels wrong", ORANGE),
    "by verdict": ("4 times as often if the judge says positive", PURPLE),
}
METHODS = {
    "naive": "naive",
    "people only": "people only",
    "rogan-gladen": "Rogan-Gladen",
    "difference": "difference",
    "weighted by verdict": "weighted\nby verdict",
}


@styled
def rates(axs: NDArray[Any] | None = None) -> Figure:
    """How five methods estimate a share of positives, 5, 20 or 50 %, from a judge's verdicts.

    Above, how often the interval of 95 % holds the share, by how 100 cases with a person's label
    were chosen; below, how wide the interval is where they were chosen at random. The naive method
    takes the judge alone: 2000 verdicts, and a narrow interval in the wrong place.

    Own figure; no counterpart in the document.

    Parameters
    ----------
    axs : ndarray of axes, shape (2, 3), optional
    """
    if axs is None:
        figure = Figure((WIDEST, 6.6), layout="constrained")
        heights = {"height_ratios": [1.3, 1]}
        axs = figure.subplots(2, 3, sharey="row", sharex="row", gridspec_kw=heights)
    table = all_rates().query("sensitivity == @JUDGE[0] and specificity == @JUDGE[1]")
    table = table.query("n_calibration == @N_CALIBRATION")
    for (above, below), p in zip(axs.T, (0.05, 0.2, 0.5), strict=True):
        here = table[table["prevalence"] == p]
        _coverage(above, here)
        _widths(below, here[here["design"] == "random"].set_index("method")["width"])
        above.set_title(f"{100 * p:g} % positive", fontsize=12)
    axs[0, 1].set_xlabel("share of the 95 % intervals that hold the truth")
    axs[1, 1].set_xlabel("mean width of the interval, cases chosen at random")
    figure = figure_of(axs[0, 0])
    handles = [Line2D([], [], **marks(color)) for _, color in DESIGNS.values()]
    words = [name for name, _ in DESIGNS.values()]
    title = "How the cases that people checked were chosen"
    figure.legend(handles, words, title=title, loc="outside lower center", ncols=3)
    figure.suptitle(
        "A judge alone misleads, and so do cases picked by its verdict, unless they are weighted",
        fontsize=14,
    )
    return figure


def _coverage(ax: Axes, table: pd.DataFrame) -> None:
    """Mark coverage, a row for each method and a mark for each design."""
    ax.axvline(0.95, color=GREY, linewidth=1)
    ax.text(0.93, 0, "95 %", ha="right", va="center")
    places = np.arange(len(METHODS))
    for shift, (design, (_, color)) in zip((-0.22, 0, 0.22), DESIGNS.items(), strict=True):
        found = table[table["design"] == design].set_index("method")["coverage"]
        style = marks(color) | {"markersize": 7}
        ax.plot(found[list(METHODS)], places + shift, **style, clip_on=False)
    ax.set(xlim=(0, 1), ylim=(len(METHODS) - 0.4, -0.6))
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    ax.set_yticks(places, list(METHODS.values()))
    ax.grid(visible=False, axis="y")


def _widths(ax: Axes, width: pd.Series[float]) -> None:
    """Draw a bar for each method that has people's labels; a line where that of people ends."""
    shown = list(METHODS)[1:]
    ax.barh(range(len(shown)), width[shown], height=0.5, color=BLUE)
    end = width["people only"]
    ax.axvline(end, color=GREY, linewidth=1)
    if end < 0.15:  # else there is no room for words
        ax.text(end + 0.003, len(shown) - 1, "people only", va="center")
    ax.set(xlim=(0, 0.215), ylim=(len(shown) - 0.4, -0.6))
    ax.set_xticks([0, 0.05, 0.1, 0.15, 0.2], ["0", ".05", ".1", ".15", ".2"])
    ax.set_yticks(range(len(shown)), [METHODS[name] for name in shown])
    ax.grid(visible=False, axis="y")
