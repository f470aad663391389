"""Figures 2 and 3 from one selected split, and the thousand splits behind it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook.display._curve import Curve, curve_of
from kappabook.display.style import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, styled
from kappabook.metrics import roc_convex_hull
from kappabook.papers.kaymak_auk.german_credit import analysis
from kappabook.papers.kaymak_auk.german_credit.results import committed, skewed
from kappabook.papers.kaymak_auk.german_credit.selection import PRINTED

BIN_PLACES = {low: place for place, low in enumerate(analysis.BINS[:-1])}
BIN_NAMES = [
    f"{low:g} to {high:g}" if np.isfinite(high) else f"{low:g} and more"
    for low, high in pairwise(analysis.BINS)
]
PRINTED_DIFFERENCE = PRINTED["linear"]["auc"] - PRINTED["net"]["auc"]

COLORS = {"linear": BLUE, "net": ORANGE}
NAMES = {"linear": "linear regression", "net": "neural net"}
NET_COLORS = {"net-converged": ORANGE, "net-stopped": GREEN, "net-decay": PURPLE}
NET_NAMES = {
    "linear": "linear regression",
    "net-converged": "net, to convergence",
    "net-stopped": "net, stopped early",
    "net-decay": "net, weight decay",
}


def shown_curve(model: str, positive: str = "good", hull: bool = False) -> Curve:
    """Return the ROC curve of one model on the test cases of the split that is shown.

    The scores rise with good; with bad as the positive class they are turned round.
    """
    test = committed().shown.query("role == 'test'")
    sign = 1 if positive == "good" else -1
    curve = curve_of(test["class"], sign * test[model], None, positive)
    if isinstance(curve, str):
        raise ValueError(f"the split that is shown cannot be drawn: {curve}.")
    if not hull:
        return curve
    fpr, tpr = roc_convex_hull(curve.fpr, curve.tpr)
    return Curve(fpr, tpr, np.full(len(fpr), np.nan), curve.prevalence)


@styled
def fig2() -> Figure:
    """Figure 2: convex hulls of the ROC curves, and their kappa curves."""
    return _roc_and_kappa(hull=True)


@styled
def fig3() -> Figure:
    """Figure 3: the same without hulls."""
    return _roc_and_kappa(hull=False)


def _roc_and_kappa(hull: bool) -> Figure:
    figure = Figure(figsize=(10.8, 4.2), layout="constrained")
    roc, good, bad = figure.subplots(1, 3)
    for model in COLORS:
        curve = shown_curve(model, hull=hull)
        roc.plot(curve.fpr, curve.tpr, color=COLORS[model], label=NAMES[model])
        for ax, positive in ((good, "good"), (bad, "bad")):
            _kappa_curve(ax, model, positive, hull)
    roc.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="--")
    printed = roc.plot(0.60, 0.928, marker="*", markersize=14, color=BLACK, linestyle="none")
    printed[0].set_label("printed point (0.60, 0.928)")
    good.plot(0.60, 0.328, marker="*", markersize=14, color=BLACK, linestyle="none")
    roc.set(xlabel="false positive rate", ylabel="true positive rate")
    roc.set_title("(a) ROC" + (", convex hulls" if hull else "") + ", good positive")
    good.set_title("(b) kappa, good positive")
    bad.set_title("(c) the same models, bad positive")
    for ax in (good, bad):
        ax.axhline(0, color=GREY, linewidth=1, linestyle="--")
        ax.set(xlabel="false positive rate", ylabel="kappa", ylim=(-0.12, 0.45))
        ax.legend(loc="upper right")
    roc.legend(loc="lower right")
    return figure


def _kappa_curve(ax: Axes, model: str, positive: str, hull: bool) -> None:
    curve = shown_curve(model, positive, hull)
    label = f"{NAMES[model]}, AUK {curve.auk:.4f}"
    ax.plot(*curve.along_fpr(), color=COLORS[model], label=label)
    best = int(np.argmax(curve.kappa))
    ax.plot(curve.fpr[best], curve.kappa[best], marker="o", color=COLORS[model])


@styled
def distributions(n_splits: int = 1000, positive: str = "good") -> Figure:
    """AUC and AUK over the splits, with the printed pair as one star."""
    splits = skewed(n_splits)
    auk = f"auk_{analysis.check_positive(positive)}_hull"
    figure = Figure(figsize=(9.6, 7.4), layout="constrained")
    for ax, (model, part) in zip(
        figure.subplots(2, 2, sharex=True, sharey=True).flat,
        splits.groupby("model", sort=False),
        strict=True,
    ):
        printed = PRINTED["linear" if model == "linear" else "net"]
        color = BLUE if model == "linear" else NET_COLORS[str(model)]
        # A thousand marks as one picture: as shapes they would fill a megabyte.
        style = {"s": 9, "color": color, "alpha": 0.35, "linewidth": 0, "rasterized": True}
        ax.scatter(part["auc_hull"], part[auk], **style)
        ax.plot(
            printed["auc_hull"],
            printed["auk_hull"],
            marker="*",
            markersize=18,
            color=BLACK,
            markeredgecolor="white",
            linestyle="none",
        )
        ranks = analysis.percentiles(part, positive).set_index("area")["percentile"]
        ax.set_title(NET_NAMES[str(model)])
        ax.text(
            0.98,
            0.04,
            f"printed AUC: percentile {ranks['auc_hull']:.0f}\n"
            f"printed AUK: percentile {ranks['auk_hull']:.0f}",
            transform=ax.transAxes,
            ha="right",
        )
    figure.supxlabel("AUC of the hull")
    figure.supylabel(f"AUK of the hull, {positive} positive")
    return figure


@styled
def reversals(n_splits: int = 1000, positive: str = "good") -> Figure:
    """How often AUC and AUK rank apart, by how far apart the AUCs are."""
    table = analysis.reversals_by_difference(skewed(n_splits), positive)
    figure = Figure(figsize=(8.2, 5), layout="constrained")
    ax = figure.subplots()
    for shift, (net, part) in enumerate(table.groupby("net", sort=False)):
        place = part["low"].map(BIN_PLACES) + 0.12 * (shift - 1)
        error = part[["low_95", "high_95"]].sub(part["rate"], axis=0).abs().to_numpy().T
        ax.errorbar(
            place,
            part["rate"],
            yerr=error,
            marker="o",
            linestyle="none",
            capsize=3,
            color=NET_COLORS[str(net)],
            label=NET_NAMES[str(net)],
        )
    printed = BIN_PLACES[max(low for low in BIN_PLACES if low <= PRINTED_DIFFERENCE)]
    ax.axvspan(printed - 0.4, printed + 0.4, color="0.93", zorder=0)
    label = f"the printed pair\nis here: {PRINTED_DIFFERENCE:.4f}"
    ax.text(printed, 0.5, label, ha="center", transform=ax.get_xaxis_transform())
    ax.set_xticks(range(len(BIN_PLACES)), BIN_NAMES)
    ax.set(xlabel="difference between the AUCs", ylabel="share of splits ranked apart")
    ax.legend()
    return figure
