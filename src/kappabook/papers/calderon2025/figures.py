"""Our own figures: the retrial of the paper's models, and judges by simulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, line, marks
from kappabook.display.style import WIDEST, axes, figure_of, styled
from kappabook.papers.calderon2025 import results
from kappabook.papers.calderon2025.alternative import SETS, SUGGESTED
from kappabook.papers.calderon2025.results import TEST
from kappabook.papers.shared.drawing import panels
from kappabook.study import judges

# --- the retrial: verdicts by rule, and what epsilon decides ------------------------------------

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
    table = results.verdicts()[list(SHOWN)]
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
    changed = int(table.ne(table[TEST], axis=0).any(axis=1).sum())
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
    least = results.alternative_test()["least_epsilon"]
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


# --- judges by simulation: whom each rule accepts, and what a judged rate is worth --------------

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
    and everybody from 92 % on. At 85 % the judge is just as good, and no share is the right one.
    A judge who is never wrong errs with nobody: the last panel ends before.

    Own figure; no counterpart in the document.

    Parameters
    ----------
    axs : sequence of three axes, optional
    """
    axs = panels(axs, 3, (WIDEST, 5.4), sharey=True)
    table = judges.rules().query("unclear == 0 and n_items == @ITEMS")
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
    table = judges.rates().query("sensitivity == @JUDGE[0] and specificity == @JUDGE[1]")
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
