"""Three plots of our own: bounds of kappa, another prevalence, and the best cut."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

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
    styled,
)
from kappabook.papers.critics import bounds as of
from kappabook.papers.critics import optimum
from kappabook.papers.critics.guide.calibrated import Calibrated
from kappabook.papers.critics.guide.prevalence_shift import (
    CAREFUL,
    EAGER,
    measures_at,
    order_changes_at,
)
from kappabook.papers.shared.drawing import headline, note, panels
from kappabook.papers.shared.wording import minus

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
