"""The pictures of the lesson's slides.

A figure of 7.7 x 3.3 inches fills a slide: its letters of 12 points are 25 pixels high there.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape
from io import BytesIO

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kappabook import papers
from kappabook.display.bar import kappa_bar
from kappabook.display.colors import BLUE, ORANGE, ink, marks
from kappabook.display.style import METADATA, STYLE, axes, figure_of, styled
from kappabook.metrics import ConfusionMatrix

# Two readers of twenty messages: both call four of them a complaint, and three the same.
READERS = ConfusionMatrix([[3, 1], [1, 15]], labels=("complaint", "no complaint"))
# Doctor A in the rows.
DOCTORS = ConfusionMatrix([[20, 10], [22, 48]], labels=("sick", "not sick"))
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
def square() -> Figure:
    """Draw all messages as a square: where two guessers agree who call one in five a complaint.

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


@styled
def bar_of_readers() -> Figure:
    """Draw a bar of all messages: chance agreement 0.68, gained 0.22, missing 0.10."""
    return kappa_bar(READERS, fontsize=14)


@styled
def bar_of_doctors() -> Figure:
    """Draw a bar of all patients: chance agreement 0.53, gained 0.15, missing 0.32."""
    return kappa_bar(DOCTORS, fontsize=14)


def pictures() -> dict[str, Callable[[], Figure]]:
    """Return the pictures by the name that a slide calls them by."""
    own = (two_readers, square, bar_of_readers, bar_of_doctors)
    drawn = {draw.__name__.replace("_", "-"): draw for draw in own}
    return drawn | {"lazy": papers.figure("kappa_guide", "lazy")}


def image(figure: Figure, words: str = "") -> str:
    """Write a figure as an element of a page; its label tells it in words, or else `words` do.

    Letters become shapes, so that the hall's computer needs none of our fonts.
    """
    target = BytesIO()
    with plt.style.context([STYLE, {"svg.fonttype": "path"}]):
        figure.savefig(target, format="svg", metadata=METADATA["svg"])
    return svg_image(target.getvalue(), str(figure.get_label()) or words)


def svg_image(svg: bytes, words: str) -> str:
    """Write a picture that is there already as an element of a page."""
    data = b64encode(svg).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'
