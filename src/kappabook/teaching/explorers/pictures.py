"""The explorers' pictures, drawn from their states."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from kappabook.display.style import BLACK, BLUE, GREEN, GREY, ORANGE, styled
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.teaching.parts import show
from kappabook.teaching.states import SHARES, Pair, PrevalenceState, TableState, ThresholdState

FPR, TPR, KAPPA = "false positive rate", "true positive rate", "kappa"
RATES = np.linspace(0, 1, 201)
# Two curves differ in colour and in dashes.
STYLES = ((BLUE, "-"), (ORANGE, "--"))


@styled
def confusion_picture(state: TableState) -> Figure:
    """Draw the matrix by areas, and its measures as bars."""
    figure = Figure((10.5, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    cells = state.tp, state.fn, state.fp, state.tn
    total = sum(cells)
    left.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", title="all cases, by area")
    left.grid(False)
    if total:
        _column(left, 0, state.tp / total, state.fn / total, ("TP", "FN"), cells[:2])
        _column(left, state.prevalence, state.fp / total, state.tn / total, ("FP", "TN"), cells[2:])
        left.axhline(state.called, color=BLACK, linestyle="--")
    left.set(xlabel="truth: positive | negative", ylabel="called: positive | negative")
    left.set(xticks=[], yticks=[])
    measures = {
        "accuracy": state.accuracy,
        "chance": state.chance,
        "kappa": state.kappa,
        "MCC": state.mcc,
    }
    for row, (name, value) in enumerate(measures.items()):
        right.barh(row, value, color=BLUE if name == "kappa" else GREY)
        right.text(1.08, row, show(value), va="center")
        right.text(-1.08, row, name, va="center", ha="right")
    right.axvline(0, color=BLACK, linewidth=1)
    right.set(xlim=(-1, 1), yticks=[], xticks=[-1, -0.5, 0, 0.5, 1])
    right.invert_yaxis()
    return figure


def _column(
    ax: Axes,
    left: float,
    upper: float,
    lower: float,
    names: tuple[str, str],
    cells: tuple[float, ...],
) -> None:
    """Draw one true class: called positive at the bottom, called negative above."""
    width = upper + lower
    if width == 0:
        return
    right = names[0] == "TP"
    edge = upper / width
    for bottom, height, name, cell, hit in (
        (0.0, edge, names[0], cells[0], right),
        (edge, 1 - edge, names[1], cells[1], not right),
    ):
        ax.bar(
            *(left, height, width, bottom),
            align="edge",
            color=BLUE if hit else ORANGE,
            edgecolor="white",
            hatch="" if hit else "//",
        )
        if width * height > 0.015 and width > 0.1 and height > 0.05:
            at = left + width / 2, bottom + height / 2
            box = {"facecolor": "white", "edgecolor": "none", "pad": 2}
            ax.text(*at, f"{name} {cell:.4g}", ha="center", va="center", fontsize=11, bbox=box)


@styled
def threshold_picture(
    state: ThresholdState, threshold: float, positive: ArrayLike, negative: ArrayLike
) -> Figure:
    """Draw the scores, the ROC curve and the kappa curve, with the threshold's point on both."""
    figure = Figure((12, 4.2), layout="constrained")
    top, roc, kappa = figure.subplots(1, 3)
    for row, (scores, color) in enumerate(((negative, ORANGE), (positive, BLUE))):
        top.plot(np.asarray(scores), np.full(np.size(scores), row), "|", color=color, markersize=18)
    top.axvline(threshold, color=BLACK)
    if np.isfinite(state.best_threshold):
        top.axvline(state.best_threshold, color=GREEN, linestyle="--")
    top.set(yticks=[0, 1], yticklabels=["negative", "positive"], ylim=(-0.6, 1.6), xlabel="score")
    top.set_title("threshold, and (dashed) largest kappa")
    roc.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="--")
    best = int(np.argmax(state.curve_kappa))
    for ax, curve, height in (
        (roc, state.curve_tpr, state.tpr),
        (kappa, state.curve_kappa, state.kappa),
    ):
        ax.plot(state.curve_fpr, curve, color=BLUE)
        ax.plot(state.curve_fpr[best], curve[best], "D", color=GREEN, markersize=9)
        ax.plot(state.fpr, height, "o", color=BLACK, markersize=9, clip_on=False)
        ax.set(xlabel=FPR, xlim=(0, 1))
    roc.set(ylabel=TPR, ylim=(0, 1.03), title="ROC curve")
    lowest = min(0.0, float(state.curve_kappa.min()))
    kappa.set(ylabel=KAPPA, ylim=(lowest, 1.03), title=f"kappa curve: {show(state.kappa)} here")
    return figure


@styled
def prevalence_picture(state: PrevalenceState, prevalence: float, pair: Pair) -> Figure:
    """Draw both ROC curves, their kappa curves, and their AUK against the prevalence."""
    figure = Figure((12, 4.2), layout="constrained")
    roc, kappa, auk = figure.subplots(1, 3)
    roc.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle=":")
    heights = state.auk_one, state.auk_two
    for i, (color, dashes) in enumerate(STYLES):
        f, t = pair.curves[i]
        roc.plot(f, t, color=color, linestyle=dashes, label=pair.names[i])
        along = kappa_at(RATES, np.interp(RATES, f, t), prevalence)
        kappa.plot(RATES, along, color=color, linestyle=dashes)
        auk.plot(SHARES, pair.auks[i], color=color, linestyle=dashes)
        auk.plot(prevalence, heights[i], "o", color=color)
    auk.axvline(prevalence, color=BLACK, linewidth=1)
    for p in pair.crossings:
        height = float(np.interp(p, SHARES, pair.auks[0]))
        auk.plot(p, height, "D", color=GREEN, markersize=9)
        near = {"xytext": (10, -18), "textcoords": "offset points", "color": GREEN}
        auk.annotate(f"cross at {show(p)}", (p, height), **near)
    roc.legend(loc="lower right")
    roc.set(xlabel=FPR, ylabel=TPR, title="ROC curves")
    kappa.set(xlabel=FPR, ylabel=KAPPA, ylim=(0, 1), title="kappa curves")
    auk.set(xlabel="share of positives", ylabel="AUK", xlim=(0, 1), title="AUK by share")
    return figure
