"""What the slides show that no notebook does.

A figure of 7.7 x 3.3 inches fills a slide: its letters of 12 points are 25 pixels high there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, axes, figure_of, ink, marks, styled
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.kappa_curve import kappa_at

# Two readers of twenty messages: both call four of them a complaint, and three the same.
READERS = ConfusionMatrix([[3, 1], [1, 15]], labels=("complaint", "no complaint"))
DOCTORS = ConfusionMatrix([[20, 22], [10, 48]], labels=("sick", "not sick"))
# The test of the vote: it finds nine of ten ill people, with one false alarm in ten healthy ones.
FALSE_ALARMS, FOUND = 0.1, 0.9
# Where it is tried, and where it is used.
TRIED, USED = 0.5, 0.01
SIZE = (7.7, 3.3)
LIGHT = "#A6CBE3"


@styled
def two_readers() -> Figure:
    """Draw two rows of twenty marks, one row a reader; two of the twenty columns differ.

    Each reader calls four messages a complaint; three of them are the same.
    """
    ax = axes(figsize=SIZE)
    complaints = {"Reader 1": [2, 7, 11, 16], "Reader 2": [2, 7, 11, 14]}
    differ = set(complaints["Reader 1"]) ^ set(complaints["Reader 2"])
    for column in differ:
        ax.add_patch(Rectangle((column - 0.45, -0.55), 0.9, 2.1, facecolor="#F6DFC6"))
    for y, (name, chosen) in zip((1, 0), complaints.items(), strict=True):
        others = [x for x in range(20) if x not in chosen]
        ax.plot(others, [y] * len(others), linestyle="none", marker="s", color=LIGHT, markersize=16)
        ax.plot(chosen, [y] * len(chosen), **marks(ORANGE) | {"marker": "X"}, markersize=17)
        ax.text(-0.9, y, name, ha="right", va="center", fontsize=16)
    ax.text(8, 2.0, "complaint", color=ink(ORANGE), ha="right", fontsize=16)
    ax.text(11, 2.0, "no complaint", color=BLUE, ha="left", fontsize=16)
    ax.plot([8.6], [2.12], **marks(ORANGE) | {"marker": "X"}, markersize=15)
    ax.plot([10.4], [2.12], linestyle="none", marker="s", color=LIGHT, markersize=13)
    ax.text(9.5, -1.15, "the same 18 times out of 20", ha="center", fontsize=19, weight="bold")
    ax.set(xlim=(-4.4, 20), ylim=(-1.5, 2.6))
    ax.axis("off")
    return figure_of(ax)


@styled
def luck() -> Figure:
    """Draw all messages as a square: where two people agree who call one in five a complaint.

    Both say complaint in 4 % of the messages and no complaint in 64 %, so they agree on 68 %.
    """
    ax = axes(figsize=(4.7, 3.6))
    share = float(READERS.row_margins[0])
    for x, width, first in ((0.0, share, True), (share, 1 - share, False)):
        for y, height, second in ((1 - share, share, True), (0.0, 1 - share, False)):
            color = LIGHT if first == second else "#EFEFEF"
            ax.add_patch(Rectangle((x, y), width, height, facecolor=color, edgecolor="white", lw=2))
            # A narrow field has room for its area alone.
            product = f"{width:.1f} × {height:.1f}\n= " if width * height > 0.3 else ""
            words, size = f"{product}{width * height:.2f}", 15 if product else 13
            ax.text(x + width / 2, y + height / 2, words, ha="center", va="center", fontsize=size)
    ax.set_xticks([share / 2, (1 + share) / 2], ["complaint", "no complaint"])
    ax.set_yticks([1 - share / 2, (1 - share) / 2], ["complaint", "no\ncomplaint"])
    ax.tick_params(length=0)
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="reader 1", ylabel="reader 2")
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)
    return figure_of(ax)


def ladder(table: ConfusionMatrix) -> Figure:
    """Draw chance agreement, what was gained above it, and what was not agreed, as one bar."""
    ax = axes(figsize=(7.7, 1.8))
    accuracy, chance = float(table.accuracy), float(table.chance_agreement)
    for start, end, color, words, said in (
        (0.0, chance, "#D5D5D5", f"agreed as by luck: {chance:.2f}", BLACK),
        (chance, accuracy, BLUE, f"gained\n{accuracy - chance:.2f}", "white"),
        (accuracy, 1.0, "white", f"not agreed\n{1 - accuracy:.2f}", BLACK),
    ):
        ax.barh(0, end - start, left=start, height=1, color=color, edgecolor=GREY)
        narrow = end - start < 0.15
        at, y, ends = (
            ((start + end) / 2, -0.62, "top") if narrow else ((start + end) / 2, 0, "center")
        )
        shown = BLUE if narrow and said == "white" else said
        ax.text(at, y, words, ha="center", va=ends, color=shown, fontsize=14)
    span = {"arrowstyle": "<->", "color": BLACK, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", (chance, 0.8), (1, 0.8), arrowprops=span)
    ax.text((1 + chance) / 2, 0.95, f"what luck leaves: {1 - chance:.2f}", ha="center", fontsize=14)
    ax.set(xlim=(-0.01, 1.04), ylim=(-1.6, 1.5))
    ax.axis("off")
    return figure_of(ax)


@styled
def ladder_of_readers() -> Figure:
    """Draw a bar of all messages: agreed as by luck 0.68, gained 0.22, not agreed 0.10.

    Kappa is the gained part of what luck leaves, 0.22 of 0.32.
    """
    return ladder(READERS)


@styled
def ladder_of_doctors() -> Figure:
    """Draw a bar of all patients: agreed as by luck 0.53, gained 0.15, not agreed 0.32.

    Kappa is the gained part of what luck leaves, 0.15 of 0.47.
    """
    return ladder(DOCTORS)


@styled
def same_test() -> Figure:
    """Kappa of one test over the share of ill people: 0.80 at one half, 0.14 at one in a hundred.

    The test finds 90 % of the ill people and gives 10 % of the healthy ones a false alarm,
    everywhere.
    """
    ax = axes(figsize=(5.3, 3.3))
    shares = np.linspace(0.001, 0.999, 400)
    ax.plot(shares, kappa_at(FALSE_ALARMS, FOUND, shares), color=BLUE)
    for share, place, shift in ((TRIED, "in the study", (0, 12)), (USED, "in use", (17, -1))):
        kappa = float(kappa_at(FALSE_ALARMS, FOUND, share))
        ax.plot([share], [kappa], **marks(BLACK))
        ax.annotate(
            f"{place}: {kappa:.2f}",
            (share, kappa),
            xytext=shift,
            textcoords="offset points",
            ha="center" if shift[0] == 0 else "left",
            va="bottom" if shift[0] == 0 else "center",
            fontsize=13,
        )
    ax.set(xlabel="share of ill people", ylabel="kappa", xlim=(-0.01, 1), ylim=(0, 1))
    return figure_of(ax)


@styled
def ten_patients() -> Figure:
    """Draw ten patients along their scores: the three who are ill have 0.5, 0.7 and 0.95."""
    ax = axes(figsize=(4.9, 3.3))
    scores = {"healthy": [0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 0.9], "ill": [0.5, 0.7, 0.95]}
    for (name, found), color in zip(scores.items(), (BLUE, ORANGE), strict=True):
        height = float(name == "ill")
        ax.plot(found, [height] * len(found), **marks(color), markersize=14)
    ax.axvline(0.55, color=GREY, linestyle="--")
    ax.text(0.55, 1.45, "cut here?", ha="center", bbox={"facecolor": "white", "linewidth": 0})
    ax.set_yticks([0, 1], list(scores))
    ax.set(xlabel="score", xlim=(0, 1), ylim=(-0.6, 1.7))
    ax.grid(visible=False)
    return figure_of(ax)


def names() -> dict[str, Callable[[], Figure]]:
    """Return the pictures by the name that a slide calls them by."""
    drawn: Sequence[Callable[[], Figure]] = (
        two_readers,
        luck,
        ladder_of_readers,
        ladder_of_doctors,
        same_test,
    )
    return {draw.__name__.replace("_", "-"): draw for draw in drawn}
