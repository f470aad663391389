"""Three plots of our own: bounds of kappa, another prevalence, and the best cut."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook.display.style import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, figure_of, styled
from kappabook.papers.critics import bounds as of
from kappabook.papers.critics import optimum
from kappabook.papers.critics.guide.calibrated import Calibrated
from kappabook.papers.critics.guide.prevalence_shift import (
    CAREFUL,
    EAGER,
    measures_at,
    order_changes_at,
)
from kappabook.papers.shared.drawing import note, panels
from kappabook.papers.shared.wording import minus

PREVALENCE = "share $p$ of the positive class"
KAPPA = r"kappa $\kappa$"
# Sharpness of three calibrated classifiers: blunt, fair, sharp.
SHARPNESS = {"blunt": 0.05, "fair": 0.3, "sharp": 0.7}
RARE = 0.1
_SIZE = (10.8, 4.8)


@styled
def bounds(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa that an accuracy, a Matthews correlation or an F1 allows, in 2 x 2 tables."""
    columns = panels(axs, 3, _SIZE, sharey=True)
    grid = np.linspace(0, 1, 201)
    examples = of.extreme_tables()
    for ax, (name, label, given, color, at) in zip(
        columns,
        (
            ("accuracy", "accuracy", of.kappa_given_accuracy, BLUE, 0.9),
            ("mcc", "Matthews correlation", of.kappa_given_mcc, ORANGE, 0.5),
            ("f1", "F1", of.kappa_given_f1, GREEN, 0.9),
        ),
        strict=True,
    ):
        low, high = np.transpose([given(value) for value in grid.tolist()])
        ax.fill_between(grid, low, high, color=color, alpha=0.2, linewidth=0)
        ax.plot(grid, low, color=color)
        ax.plot(grid, high, color=color, linestyle="--" if name == "f1" else "-")
        for table in examples[name]:
            kappa = float(table.kappa)
            ax.plot([at], [kappa], marker="o", color=BLACK)
            text = minus(f"{kappa:.2f}")
            inside = name == "mcc" and kappa < at
            note(ax, text, (at, kappa), (8, -12) if inside else (-38, 6), BLACK)
        ax.axhline(0, color=GREY, linewidth=1, linestyle=":")
        ax.set(xlabel=label, xlim=(0, 1), ylim=(-1.02, 1.02))
        ax.set_title(f"given {label}")
    columns[0].set_ylabel(KAPPA)
    return figure_of(columns[0])


@styled
def prevalence(axs: Sequence[Axes] | None = None) -> Figure:
    """One classifier where positives are rarer (a); two that kappa orders by prevalence (b)."""
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
        text_at = (0.21, 0.42) if name == "careful" else (0.46, 0.78)
        note(right, f"{name}: TPR {point[1]:g}, FPR {point[0]:g}", text_at, (0, 0), color)
    share = order_changes_at()
    height = float(measures_at(EAGER, [share])["kappa"].iloc[0])
    right.plot([share], [height], marker="o", color=BLACK)
    note(right, f"order changes\nat $p = {share:.3f}$", (share, height), (-66, 34), BLACK)
    right.set(xlabel=PREVALENCE, ylabel=KAPPA, xlim=(0, 1), ylim=(0, 1))
    right.set_title("(b) which is better? J says eager, everywhere")
    return figure_of(left)


@styled
def cut(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa over the cut for three calibrated classifiers (a); where each measure cuts (b)."""
    left, right = panels(axs, 2, _SIZE)
    cuts = np.linspace(0, 1, 401)
    for (name, sharpness), color, style in zip(
        SHARPNESS.items(), (BLUE, ORANGE, GREEN), ("-", "--", "-."), strict=True
    ):
        model = Calibrated.one(RARE, sharpness)
        best = model.optimum
        left.plot(cuts, model.kappa(cuts), color=color, linestyle=style)
        left.plot([best.cut], [best.kappa], marker="o", color=color)
        ratio = 1 / optimum.cost_ratio(best.cut)
        text = f"{name}: cut {best.cut:.2f},\none miss = {ratio:.1f} alarms"
        shift = (24, 3) if name != "sharp" else (-128, 12)
        note(left, text, (best.cut, best.kappa), shift, color)
    k = np.array([0, 1])
    left.plot((1 - k) * RARE + k / 2, k, color=GREY, linewidth=1)
    note(left, "$c = (1 - \\kappa)p + \\kappa/2$", (0.49, 0.97), (8, -4), GREY)
    left.set(xlabel="cut $c$ on the probability", ylabel=KAPPA, xlim=(0, 1), ylim=(0, 1))
    left.set_title(f"(a) three calibrated classifiers, $p = {RARE}$")
    value = np.linspace(0, 1, 51)
    for p, color in ((0.01, BLUE), (0.1, ORANGE), (0.3, GREEN), (0.9, PURPLE)):
        rule = np.array([optimum.optimal_cut("kappa", p)(v) for v in value])
        right.plot(value, rule, color=color)
        below = p < 0.05
        right.text(
            0.02,
            rule[1] - 0.06 if below else rule[1] + 0.012,
            f"kappa, $p = {p:g}$",
            color=color,
            fontsize=11,
            rotation=0 if below else float(np.degrees(np.arctan(rule[-1] - rule[0]))),
            rotation_mode="anchor",
            transform_rotates_text=True,
        )
    right.plot(value, value / 2, color=BLACK, linestyle=":")
    note(right, "F1, any $p$", (0.30, 0.15), (10, -12), BLACK)
    right.plot([0, 1], [0.5, 0.5], color=GREY, linestyle="--", linewidth=1)
    note(right, "accuracy: one half", (0.0, 0.5), (4, 5), GREY)
    right.set(xlabel="value attained", ylabel="cut of the optimum", xlim=(0, 1), ylim=(-0.05, 1))
    right.set_title("(b) where each measure cuts; J cuts at $p$")
    return figure_of(left)
