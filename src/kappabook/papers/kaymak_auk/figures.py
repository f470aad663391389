"""Figures 1-3, and our own: bounds, ceiling, swap, optimum, prior, and the thousand splits.

What is drawn is computed in `curves`, `tables` and `german_credit`, and only drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.stats import percentileofscore
from sklearn.metrics import auc as area_under

from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, line, marks
from kappabook.display.curves import Curve, curve_of
from kappabook.display.style import WIDEST, axes, figure_of, styled
from kappabook.metrics import auk_bounds, roc_convex_hull
from kappabook.metrics.auk import perfect_auk
from kappabook.metrics.rates import tpr_at
from kappabook.papers.kaymak_auk import curves
from kappabook.papers.kaymak_auk.curves import P_BAD, P_GOOD, SHARES
from kappabook.papers.kaymak_auk.german_credit import analysis
from kappabook.papers.kaymak_auk.german_credit.results import PRINTED, committed, skewed
from kappabook.papers.kaymak_auk.tables import (
    AREAS,
    MODELS,
    Areas,
    as_printed,
    is_possible,
    least_share,
    read_areas,
)
from kappabook.papers.shared.drawing import diagonal, headline, lead, note, panels
from kappabook.papers.shared.texts import minus

__all__ = [
    "bounds",
    "ceiling",
    "distributions",
    "fig1",
    "fig2",
    "fig3",
    "optimum",
    "prior",
    "reversals",
    "swap",
]

FPR, TPR = "false positive rate $f$", "true positive rate $t$"
KAPPA = r"kappa $\kappa$"
SHARE = "share $p$ of the positive class"
# Where the printed pairs are labelled in `bounds`.
LABELS = {
    (4, "net"): (0.608, 0.345),
    (4, "linear"): (0.68, -0.07),
    (5, "net"): (0.608, 0.36),
    (5, "linear"): (0.68, -0.07),
}


@styled
def fig1(axs: Sequence[Axes] | None = None) -> Figure:
    """Two nested ROC curves (a) and their kappa curves (b), by (19) with p = 0.2.

    The ROC curve that lies above the other has a kappa curve that lies above the other's; each
    curve's best point is marked.
    """
    left, right = panels(axs)
    for (name, drawn), color, below in zip(
        curves.figure_1().items(), (BLUE, ORANGE), (False, True), strict=True
    ):
        f, t, kappa = drawn.best
        style = {**marks(color), "zorder": 4}
        area = f"{name}: AUC {area_under(drawn.fpr, drawn.tpr):.3f}"
        left.plot(drawn.fpr, drawn.tpr, linestyle=name, color=color, label=area)
        left.plot([f], [t], **style)
        right.plot(drawn.fpr, drawn.kappa, linestyle=name, color=color)
        right.plot([f], [kappa], **style)
        shift = (-20, -62) if below else (10, 4)
        note(right, f"{name}: largest {kappa:.2f}", (f, kappa), shift, color)
    diagonal(left)
    note(left, "random", (0.6, 0.6), (8, -12), GREY)
    left.legend(loc="lower right")
    left.set(xlabel=FPR, ylabel=TPR, title="(a) ROC curves; the best kappas marked")
    right.set(xlabel=FPR, ylabel=KAPPA, title=f"(b) kappa curves, $p = {curves.P_FIGURE_1:g}$")
    right.set_ylim(0, 0.8)
    headline(figure_of(left), "The ROC curve above the other has the kappa curve above the other")
    return figure_of(left)


@styled
def bounds(axs: Sequence[Axes] | None = None) -> Figure:
    """AUK that an AUC allows at p = 0.11 and at p = 0.89, with the four printed pairs.

    All four lie in the band of p = 0.89, where good credits are the positive class. Only the linear
    model of Table 5 also lies in the band of p = 0.11, where bad credits are.
    """
    both = panels(axs, sharey=True)
    aucs = np.linspace(0.6, 0.82, 45)
    for ax, (number, concave) in zip(both, AREAS.items(), strict=True):
        for p, color in ((P_GOOD, BLUE), (P_BAD, ORANGE)):
            low, high = np.transpose([auk_bounds(auc, p, concave=concave) for auc in aucs])
            ax.fill_between(aucs, low, high, color=color, alpha=0.2, linewidth=0)
            ax.plot(aucs, low, **line(color))
            ax.plot(aucs, high, **line(color))
            at = 0.775, float(np.interp(0.775, aucs, high if p == P_GOOD else low))
            shift = -22 if p == P_GOOD else 16 + 6 * (number == 5)
            note(ax, f"$p = {p:g}$", at, (0, shift), color)
        for model, pair in read_areas(as_printed(), number).items():
            mark_printed(ax, pair, model, LABELS[number, model])
        kind = "concave ROC curves" if concave else "any ROC curves"
        ax.set(xlabel="AUC", title=f"Table {number}: {kind}", xlim=(0.6, 0.82))
        # Words stand above and below the bands.
        ax.set(ylim=(-0.08, 0.48), yticks=np.linspace(0, 0.4, 5))
    both[0].set_ylabel("AUK")
    headline(figure_of(both[0]), "Three of the four printed AUKs are impossible at $p = 0.11$")
    return figure_of(both[0])


@styled
def ceiling(ax: Axes | None = None) -> Figure:
    """AUK of the classifier that never errs, and of the one that always errs, over p.

    The best possible AUK is 0.265 when 11 % of the cases are positive, 0.5 when half of them are,
    and 0.595 when 89 % are.
    """
    ax = axes(ax)
    for value, color, name, below in (
        (perfect_auk, BLUE, "never errs: the ceiling", False),
        (curves.floor_auk, ORANGE, "always errs: the floor", True),
    ):
        ax.plot(SHARES, [value(p) for p in SHARES], **line(color))
        for p in (P_BAD, 0.5, P_GOOD):
            left = p != P_GOOD or not below
            mark(ax, p, value(p), minus(f"{value(p):.3f}"), color, below=below, left=left)
        note(ax, name, (0.62, value(0.62)), (6, -24), color)
    ax.plot([0, 1], [0, 0], color=GREY, linewidth=1, linestyle="--")
    note(ax, "random: 0", (0.3, 0), (0, 5), GREY)
    ax.set(xlabel=SHARE, ylabel="AUK", xlim=(-0.03, 1.03), ylim=(-0.7, 0.7))
    ax.set_title("The best possible AUK is not 1: it depends on the share of positives")
    return figure_of(ax)


@styled
def swap(ax: Axes | None = None) -> Figure:
    """AUK of one ROC curve with AUC 0.7493, with the one and with the other class positive.

    Where 11 % of the cases are of class A, the AUK is 0.1369 with A as the positive class, and
    0.2024 with the other; where 89 % are, it is 0.1485 and 0.1136.
    """
    ax = axes(ax)
    one, other = curves.either_way()
    for heights, color, style in ((one, BLUE, "-"), (other, ORANGE, "--")):
        ax.plot(SHARES, heights, color=color, linestyle=style)
        for p in (P_BAD, P_GOOD):
            height = float(np.interp(p, SHARES, heights))
            left = color == ORANGE
            below = (p == P_BAD) == (color == BLUE)
            mark(ax, p, height, f"{height:.4f}", color, below=below, left=left)
    note(ax, "other class positive", (0.2, 0.265), (0, 0), ORANGE)
    note(ax, "class A positive", (0.57, 0.255), (0, 0), BLUE)
    ax.set(xlabel="share $p$ of class A", ylabel="AUK", xlim=(-0.03, 1.03), ylim=(0, 0.3))
    ax.set_title("Swap the positive class: the AUC stays 0.7493, the AUK changes")
    return figure_of(ax)


@styled
def optimum(axs: Sequence[Axes] | None = None) -> Figure:
    """One best point on a concave ROC curve; two on a dented one; with lines of equal kappa.

    A line of equal kappa touches the concave curve once, at kappa 0.361. It touches the dented
    curve at two corners, both with kappa 0.300.
    """
    left, right = panels(axs)
    one, dented = curves.one_optimum(), curves.two_optima()
    for ax, drawn, color, levels in (
        (left, one, BLUE, (0.1, 0.2, one.best[2], 0.5)),
        (right, dented, ORANGE, (0.1, 0.2, float(dented.kappa.max()), 0.5)),
    ):
        equal_kappa(ax, drawn.p, levels)
        ax.plot(drawn.fpr, drawn.tpr, color=color, marker="." if ax is right else "")
        ax.set(xlabel=FPR, ylim=(-0.04, 1.1))
    mark_together(
        left, [one.best[:2]], f"one optimum,\nkappa {one.best[2]:.3f}", (0.42, 0.18), BLUE
    )
    points = [(dented.fpr[i], dented.tpr[i]) for i in dented.local_optima]
    text = f"two optima,\nkappa {dented.kappa.max():.3f} at both"
    mark_together(right, points, text, (0.42, 0.18), ORANGE)
    left.set(ylabel=TPR, title=f"(a) concave: one optimum; $p = {one.p:g}$")
    right.set_title("(b) not concave: two optima")
    headline(figure_of(left), "A concave ROC curve has one best kappa; a dented one can have two")
    return figure_of(left)


@styled
def prior(axs: Sequence[Axes] | None = None) -> Figure:
    """Two ROC curves that cross (a), and their AUK as the share of positives moves (b).

    The curve that rises early has the larger AUK up to a share of 0.325, the other one from there
    on, though neither ROC curve changes.
    """
    left, right = panels(axs)
    for (name, curve), color, style in zip(
        curves.crossing().items(), (BLUE, ORANGE), ("-", "--"), strict=True
    ):
        label = f"rises {name}, AUC {area_under(*curve):.3f}"
        left.plot(*curve, color=color, linestyle=style, label=label)
        right.plot(SHARES, curves.auk_over_shares(name), color=color, linestyle=style)
    diagonal(left)
    share = curves.reversal_share()
    height = float(np.interp(share, SHARES, curves.auk_over_shares("early")))
    mark(right, share, height, "", BLACK)
    note(right, f"ranks change\nat $p = {share:.3f}$", (share, height), (8, -38), BLACK)
    right.axvline(P_BAD, color=GREY, linewidth=1, linestyle=":")
    note(right, "$p = 0.11$", (P_BAD, 0.01), (4, 0), GREY)
    left.legend(loc="lower right")
    left.set(xlabel=FPR, ylabel=TPR, title="(a) two ROC curves, whatever $p$ is")
    right.set(xlabel=SHARE, ylabel="AUK", xlim=(0, 1), ylim=(0, 0.3))
    right.set_title("(b) their AUK, by $p$")
    headline(figure_of(left), "Which AUK is larger depends on the share of positives")
    return figure_of(left)


# --- marks and lines ----------------------------------------------------------------------------


def mark(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    color: str,
    *,
    below: bool = False,
    left: bool = False,
) -> None:
    """Mark a point, with its text above right of it or as told."""
    ax.plot([x], [y], **marks(color))
    shift = (-8 if left else 8, -16 if below else 6)
    note(ax, text, (x, y), shift, color, ha="right" if left else "left")


def mark_together(
    ax: Axes,
    points: Sequence[tuple[float, float]],
    text: str,
    at: tuple[float, float],
    color: str,
) -> None:
    """Mark points, and lead a line from one text to each."""
    for x, y in points:
        ax.plot([x], [y], **marks(color), markersize=9, zorder=4)
        lead(ax, text, (x, y), at, color, {"linewidth": 0.9}, fontsize=11)


def mark_printed(ax: Axes, pair: Areas, model: str, at: tuple[float, float]) -> None:
    """Mark a printed pair: a disc if p = 0.11 allows it, a cross if not."""
    possible = is_possible(pair, P_BAD)
    marker, size = ("o", 8) if possible else ("X", 12)
    ax.plot(*pair.numbers, marker=marker, markersize=size, color=BLACK, linestyle="none", zorder=4)
    verdict = "possible" if possible else "impossible"
    text = f"{MODELS[model]}, AUK {pair.auk}:\n{verdict} at $p = 0.11$"
    if not possible:
        text += f",\nneeds $p \\geq {least_share(pair):.3f}$"
    lead(ax, text, pair.numbers, at, BLACK, {"linewidth": 0.8, "shrinkB": 6}, fontsize=10)


def equal_kappa(ax: Axes, p: float, levels: Sequence[float]) -> None:
    """Draw lines of equal kappa, the first labelled in full."""
    f = np.linspace(0, 1, 1001)
    for level in levels:
        t = tpr_at(f, level, p)
        ax.plot(f, t, color=GREY, linewidth=0.9)
        top = np.flatnonzero(~np.isnan(t))[-1]
        note(ax, f"{level:.2g}", (f[top], t[top]), (-6, 4), GREY)
    diagonal(ax)
    note(ax, "kappa 0", (1, 1), (-40, 4), GREY)


# --- German Credit: one selected split, and the thousand behind it --------------------------------

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
        auc_rank, auk_rank = (
            percentileofscore(part[column], printed[area], kind="mean")
            for column, area in (("auc_hull", "auc_hull"), (auk, "auk_hull"))
        )
        ax.set_title(NET_NAMES[str(model)])
        words = f"percentile of AUC {auc_rank:.0f}, of AUK {auk_rank:.0f}"
        ax.text(0.98, 0.04, words, transform=ax.transAxes, ha="right")
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
