"""Six figures of our own: bounds, prevalence, the cut, three on regret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, line, marks
from kappabook.display.style import WIDEST, axes, figure_of, styled
from kappabook.papers.critics import bounds as of
from kappabook.papers.critics import optimum
from kappabook.papers.critics.calibrated import Calibrated
from kappabook.papers.critics.prevalence_shift import (
    CAREFUL,
    EAGER,
    measures_at,
    order_changes_at,
)
from kappabook.papers.shared.drawing import headline, note, panels
from kappabook.papers.shared.texts import minus
from kappabook.study.regret import results
from kappabook.study.regret.results import BY_LOT, KNOWN, MINIMISER, OF_DECISIONS, OF_SCORES

# --- bounds of kappa, another prevalence, and the best cut ----------------------------------------

PREVALENCE = "share $p$ of the positive class"
KAPPA = r"kappa $\kappa$"
# Sharpness of three calibrated classifiers: blunt, fair, sharp.
SHARPNESS = {"blunt": 0.05, "fair": 0.3, "sharp": 0.7}
RARE = 0.1
_SIZE = (WIDEST, 4.9)


@styled
def bounds(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa that an accuracy, a Matthews correlation or an F1 allows, in 2 x 2 tables.

    An accuracy of 0.9 goes with any kappa from -0.05 to 0.80, an F1 of 0.9 with any from -0.10 to
    0.90, a Matthews correlation of 0.5 only with those from 0.40 to 0.50.
    """
    columns = panels(axs, 3, _SIZE, sharey=True)
    grid = np.linspace(0, 1, 201)
    examples = of.extreme_tables()
    for letter, ax, (name, label, given, color, at) in zip(
        "abc",
        columns,
        (
            ("accuracy", "accuracy", of.kappa_given_accuracy, BLUE, 0.9),
            ("mcc", "Matthews correlation", of.kappa_given_mcc, ORANGE, 0.5),
            ("f1", "F1", of.kappa_given_f1, PURPLE, 0.9),
        ),
        strict=True,
    ):
        low, high = np.transpose([given(value) for value in grid.tolist()])
        ax.fill_between(grid, low, high, color=color, alpha=0.2, linewidth=0)
        ax.plot(grid, low, color=color)
        # Kappa comes as near as one likes to F1 and never reaches it.
        ax.plot(grid, high, color=color, linestyle="--" if name == "f1" else "-")
        kappas = sorted(float(table.kappa) for table in examples[name])
        ax.plot([at, at], kappas, color=BLACK, linewidth=1)
        for kappa in kappas:
            ax.plot([at], [kappa], marker="o", color=BLACK)
            inside = name == "mcc" and kappa < at
            shift = (8, -12) if inside else (-42, 17 if kappa < 0 else 6)
            note(ax, minus(f"{kappa:.2f}"), (at, kappa), shift, BLACK)
        ax.axhline(0, color=GREY, linewidth=1, linestyle=":")
        ax.set(xlabel=label, xlim=(0, 1.02), ylim=(-1.02, 1.02))
        few, many = (minus(f"{kappa:.2f}") for kappa in kappas)
        ax.set_title(f"({letter}) {label} {at:g}:\nkappa {few} to {many}", fontsize=12)
    columns[0].set_ylabel(KAPPA)
    finding = "Accuracy and F1 hardly fix kappa; the Matthews correlation nearly does"
    headline(figure_of(columns[0]), finding)
    return figure_of(columns[0])


@styled
def prevalence(axs: Sequence[Axes] | None = None) -> Figure:
    """One classifier where positives are rarer (a); two that kappa orders by prevalence (b).

    With the same two error rates, kappa, the Matthews correlation and F1 change with the share of
    positives; Youden's J does not. Below a share of 0.229 kappa prefers the careful classifier,
    above it the eager one.
    """
    left, right = panels(axs, 2, _SIZE)
    p = np.linspace(0.002, 0.998, 250)
    table = measures_at((0.1, 0.8), p.tolist())
    for name, label, color, style, at, shift in (
        ("accuracy", "accuracy", PURPLE, "-.", 0.15, (0, 8)),
        ("j", "Youden's J", BLACK, "-", 0.62, (0, 5)),
        ("mcc", "Matthews", ORANGE, "--", 0.80, (8, 4)),
        ("kappa", "kappa", BLUE, "-", 0.80, (-56, -14)),
        ("f1", "F1", GREEN, ":", 0.88, (-10, 8)),
    ):
        left.plot(p, table[name], color=color, linestyle=style)
        note(left, label, (at, float(np.interp(at, p, table[name]))), shift, color)
    left.set(xlabel=PREVALENCE, ylabel="measure", xlim=(0, 1), ylim=(0, 1))
    left.set_title("(a) one classifier: TPR 0.8, FPR 0.1")
    named = ("careful", CAREFUL, BLUE, "-"), ("eager", EAGER, ORANGE, "--")
    for name, point, color, style in named:
        kappa = measures_at(point, p.tolist())["kappa"].to_numpy()
        right.plot(p, kappa, color=color, linestyle=style)
        text_at = (0.21, 0.3) if name == "careful" else (0.46, 0.78)
        note(right, f"{name}: TPR {point[1]:g}, FPR {point[0]:g}", text_at, (0, 0), color)
    share = order_changes_at()
    height = float(measures_at(EAGER, [share])["kappa"].iloc[0])
    right.plot([share], [height], marker="o", color=BLACK)
    note(right, f"order changes\nat $p = {share:.3f}$", (share, height), (10, -54), BLACK)
    right.set(xlabel=PREVALENCE, ylabel=KAPPA, xlim=(0, 1), ylim=(0, 1))
    right.set_title("(b) two classifiers; J says eager, everywhere")
    headline(figure_of(left), "The error rates stay; kappa moves with the share of positives")
    return figure_of(left)


@styled
def cut(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa over the cut for three calibrated classifiers (a); where each measure cuts (b).

    The better a classifier, the higher its largest kappa and the closer to one half the cut that
    gives it. Where there is nothing to attain, kappa's cut is the share of positives and F1's is 0.
    """
    left, right = panels(axs, 2, _SIZE)
    cuts = np.linspace(0, 1, 401)
    for (name, sharpness), color in zip(SHARPNESS.items(), (BLUE, ORANGE, GREEN), strict=True):
        model = Calibrated.one(RARE, sharpness)
        best = model.optimum
        left.plot(cuts, model.kappa(cuts), **line(color))
        left.plot([best.cut], [best.kappa], marker="o", color=color)
        ratio = 1 / optimum.cost_ratio(best.cut)
        text = f"{name}: cut {best.cut:.2f},\n1 miss = {ratio:.1f} alarms"
        note(left, text, (best.cut, best.kappa), (18, 5), color)
    k = np.array([0, 1])
    left.plot((1 - k) * RARE + k / 2, k, color=GREY, linewidth=1)
    note(left, "$c = (1 - \\kappa)p + \\kappa/2$", (0.49, 0.95), (8, -4), GREY)
    left.set(xlabel="cut $c$ on the probability", ylabel=KAPPA, xlim=(0, 1), ylim=(0, 1))
    left.set_title(f"(a) three calibrated classifiers, $p = {RARE}$")
    value = np.linspace(0, 1, 51)
    for p, color in ((0.1, BLUE), (0.3, ORANGE), (0.9, PURPLE)):
        rule = np.array([optimum.optimal_cut("kappa", p)(v) for v in value])
        right.plot(value, rule, **line(color), label=f"kappa, $p = {p:g}$")
    right.plot(value, value / 2, **line(BLACK), label="F1, any $p$")
    right.legend(loc="lower right")
    right.plot([0, 1], [0.5, 0.5], color=GREY, linestyle="-", linewidth=1)
    note(right, "accuracy: one half", (0.0, 0.5), (10, 4), GREY)
    right.set(xlabel="largest value attained", ylabel="cut of the optimum", xlim=(0, 1))
    right.set_ylim(-0.03, 1)
    right.set_title("(b) where each measure cuts; J cuts at $p$")
    headline(figure_of(left), "The better the classifier, the closer to one half kappa's best cut")
    return figure_of(left)


# --- the regret experiment: what a choice costs, by measure and by cost ratio ---------------------

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
