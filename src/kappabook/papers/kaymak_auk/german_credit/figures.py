"""Figures 2 and 3 from one selected split, and the thousand splits behind it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.metrics import auc as area_under

from kappabook.display.curves import Curve, curve_of
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
from kappabook.metrics import roc_convex_hull
from kappabook.papers.kaymak_auk.german_credit import analysis
from kappabook.papers.kaymak_auk.german_credit.results import committed, skewed
from kappabook.papers.kaymak_auk.german_credit.selection import PRINTED
from kappabook.papers.shared.drawing import diagonal, headline, note

BIN_PLACES = {low: place for place, low in enumerate(analysis.BINS[:-1])}
BIN_NAMES = [
    f"{low:g} to {high:g}" if np.isfinite(high) else f"{low:g} and more"
    for low, high in pairwise(analysis.BINS)
]
PRINTED_DIFFERENCE = PRINTED["linear"]["auc"] - PRINTED["net"]["auc"]

COLORS = {"linear": BLUE, "net": ORANGE}
NAMES = {"linear": "linear regression", "net": "neural net"}
SHORT = {"linear": "linear", "net": "net"}
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


def shown_areas() -> dict[str, dict[str, float]]:
    """AUC and AUK (good positive) of the two models on that split, from the scores themselves."""
    return {
        model: {
            **{f"auc{end}": area_under(curve.fpr, curve.tpr) for end, curve in curves.items()},
            **{f"auk{end}": curve.auk for end, curve in curves.items()},
        }
        for model in COLORS
        for curves in [{"": shown_curve(model), "_hull": shown_curve(model, hull=True)}]
    }


@styled
def fig2() -> Figure:
    """Figure 2: convex hulls of the ROC curves, and their kappa curves.

    One split, two models: the linear regression has the larger AUC, the neural net the larger AUK,
    whichever class is positive.
    """
    return _roc_and_kappa(hull=True)


@styled
def fig3() -> Figure:
    """Figure 3: the same split without hulls; the two areas disagree as they do in Figure 2."""
    return _roc_and_kappa(hull=False)


def _roc_and_kappa(hull: bool) -> Figure:
    figure = Figure(figsize=(WIDEST, 5.8), layout="constrained")
    axs = figure.subplot_mosaic([["roc", "good"], ["roc", "bad"]])
    roc = axs["roc"]
    for model, color in COLORS.items():
        curve = shown_curve(model, hull=hull)
        area = f"{NAMES[model]}, AUC {area_under(curve.fpr, curve.tpr):.4f}"
        roc.plot(curve.fpr, curve.tpr, **line(color), label=area)
        for positive in ("good", "bad"):
            _kappa_curve(axs[positive], model, positive, hull)
    diagonal(roc)
    for ax, place in ((roc, (0.60, 0.928)), (axs["good"], (0.60, 0.328))):
        ax.plot(*place, marker="*", markersize=14, color=BLACK, linestyle="none", zorder=5)
        text = (
            f"printed point\n({place[0]:.2f}, {place[1]:g})"
            if ax is roc
            else f"printed: {place[1]:g}"
        )
        style = {"ha": "right", "va": "center"} if ax is roc else {"ha": "left", "va": "bottom"}
        note(ax, text, place, (-12, 0) if ax is roc else (-9, 7), BLACK, **style)
    roc.set(xlabel="false positive rate", ylabel="true positive rate")
    roc.set_title("(a) ROC" + (" hulls" if hull else "") + "; good is positive")
    roc.legend(loc="lower right")
    axs["good"].set_title("(b) kappa; good is positive")
    axs["bad"].set_title("(c) kappa; bad is positive")
    for positive in ("good", "bad"):
        ax = axs[positive]
        ax.axhline(0, color=GREY, linewidth=1, linestyle="--", zorder=1)
        ax.set(ylabel="kappa", ylim=(-0.02, 0.52))
        ax.legend(loc="lower center" if positive == "good" else "upper right")
    axs["bad"].set_xlabel("false positive rate")
    headline(figure, "The AUC puts the linear regression first, the AUK the neural net")
    return figure


def _kappa_curve(ax: Axes, model: str, positive: str, hull: bool) -> None:
    curve = shown_curve(model, positive, hull)
    color = COLORS[model]
    ax.plot(*curve.along_fpr(), **line(color), label=f"{SHORT[model]}, AUK {curve.auk:.4f}")
    best = int(np.argmax(curve.kappa))
    ax.plot(curve.fpr[best], curve.kappa[best], **marks(color))


@styled
def distributions(n_splits: int = 1000, positive: str = "good") -> Figure:
    """AUC and AUK over the splits, with the printed pair as one star.

    The linear model's printed pair lies inside the cloud. The net's printed AUK stands higher among
    the splits than its AUC does, for each of three ways to train a net.
    """
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
        style = {"s": 9, "color": color, "alpha": 0.5, "linewidth": 0, "rasterized": True}
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
            f"percentile of AUC {ranks['auc_hull']:.0f}, of AUK {ranks['auk_hull']:.0f}",
            transform=ax.transAxes,
            ha="right",
        )
    headline(figure, "The printed net (star) has a high AUK for its AUC")
    figure.supxlabel("AUC (both of the convex hull)")
    figure.supylabel(f"AUK ({positive} positive)")
    return figure


@styled
def reversals(n_splits: int = 1000, positive: str = "good") -> Figure:
    """How often AUC and AUK rank apart, by how far apart the AUCs are.

    Where the AUCs differ by less than 0.01, the AUK orders linear model and net the other way in
    about three splits of ten; where they differ by 0.04 and more, in hardly any. The printed pair
    is 0.0446 apart. Bars are 95 % intervals.
    """
    table = analysis.reversals_by_difference(skewed(n_splits), positive)
    ax = axes(figsize=(8.2, 5))
    for shift, (net, part) in enumerate(table.groupby("net", sort=False)):
        color = NET_COLORS[str(net)]
        place = part["low"].map(BIN_PLACES) + 0.16 * (shift - 1)
        error = part[["low_95", "high_95"]].sub(part["rate"], axis=0).abs().to_numpy().T
        style: dict[str, Any] = {"capsize": 3, "markersize": 8, "label": NET_NAMES[str(net)]}
        ax.errorbar(place, part["rate"], yerr=error, **marks(color), **style)
    printed = BIN_PLACES[max(low for low in BIN_PLACES if low <= PRINTED_DIFFERENCE)]
    ax.axvspan(printed - 0.4, printed + 0.4, color="0.93", zorder=0)
    label = f"the printed pair:\n{PRINTED_DIFFERENCE:.4f}"
    ax.text(printed, 0.5, label, ha="center", transform=ax.get_xaxis_transform())
    ax.set_xticks(range(len(BIN_PLACES)), BIN_NAMES)
    ax.set(xlabel="difference between the AUCs", ylabel="share of splits ranked apart")
    ax.set_title("AUC and AUK rank the models differently where the AUCs nearly tie")
    ax.legend(loc="upper right")
    return figure_of(ax)
