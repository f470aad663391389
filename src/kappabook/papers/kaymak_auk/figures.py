"""Figure 1, and our own figures of the AUK: bounds, ceiling, swap, optimum and prior shift.

What is drawn is computed in `curves` and `bounds`, and only drawn here. Those of the experiment
(Figures 2 and 3, distributions and reversals) are `german_credit.figures`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.metrics import auc as area_under

from kappabook.display.style import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    axes,
    figure_of,
    line,
    marks,
    styled,
)
from kappabook.metrics import auk_bounds
from kappabook.metrics.auk import perfect_auk
from kappabook.metrics.rates import tpr_at
from kappabook.papers.kaymak_auk import curves
from kappabook.papers.kaymak_auk.bounds import is_possible, least_share
from kappabook.papers.kaymak_auk.curves import P_BAD, P_GOOD, SHARES
from kappabook.papers.kaymak_auk.german_credit.figures import distributions, fig2, fig3, reversals
from kappabook.papers.kaymak_auk.printed_tables import AREAS, MODELS, Areas, as_printed, read_areas
from kappabook.papers.shared.drawing import diagonal, headline, lead, note, panels
from kappabook.papers.shared.wording import minus

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
