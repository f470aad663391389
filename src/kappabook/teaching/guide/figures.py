"""The tree of advice, as an outline."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook.display.colors import BLACK, BLUE, GREY, ORANGE
from kappabook.display.style import figure_of, styled
from kappabook.teaching.guide.tree import ALWAYS, TREE, Advice, Question, paths

# In heights of a letter: an answer's width by letter, how far an outline steps in, and lines.
_LETTER, _INDENT, _LINE, _GAP = 0.6, 2.4, 1.4, 0.5


@styled
def guide(ax: Axes | None = None) -> Figure:
    """Which number should I report? Every question, every answer, every advice, and the matrix."""
    if ax is None:
        ax = Figure((8.4, 9.5)).add_axes((0.01, 0.01, 0.98, 0.95))
    deepest = max(len(path) for path, _ in paths())
    ax.set_title(f"Which number should I report? Ask at most {deepest} questions", fontsize=15)
    outline(ax, size=13)
    return figure_of(ax)


def outline(ax: Axes, size: float, *, reasons: bool = True) -> None:
    """Write the tree into axes, from their top left corner.

    Parameters
    ----------
    size : float
        Of the letters, in points.
    reasons : bool, default=True
        Whether the reason stands below each advice.
    """
    box = ax.get_position()
    width, height = figure_of(ax).get_size_inches() * (box.width, box.height) * 72 / size
    ax.set(xlim=(0, width), ylim=(-height, 0))
    ax.set_axis_off()
    ax.text(0.2, -_LINE / 2, TREE.text, fontsize=size, weight="bold", color=BLUE, va="center")
    y = _below(ax, TREE, 0.9, -_LINE, size, reasons=reasons) - _GAP
    ax.plot([0.2] * 2, [y - 0.2, y - (2 if reasons else 1) * _LINE], color=ORANGE, linewidth=3)
    y = _advice(ax, ALWAYS, 0.9, y, size, reasons=reasons, before="Always: ")
    if reasons:
        small: dict[str, Any] = {"fontsize": 0.85 * size, "color": GREY, "va": "center"}
        ax.text(0.9, y - _LINE / 2, "J is Youden's J: TPR less FPR.", **small)


def _below(ax: Axes, here: Question, x: float, y: float, size: float, *, reasons: bool) -> float:
    """Write all answers of a question below it; return where the next line begins."""
    top, text = y, x + 2.0 + _LETTER * max(map(len, here.answers))
    for answer, below in here.answers.items():
        middle = y - _LINE / 2
        ax.plot([x, x, x + 0.9], [top, middle, middle], color=GREY, linewidth=1.2)
        ax.text(x + 1.2, middle, answer, fontsize=size, style="italic", va="center")
        if isinstance(below, Advice):
            y = _advice(ax, below, text, y, size, reasons=reasons) - (_GAP if reasons else 0)
        else:
            style: dict[str, Any] = {"weight": "bold", "color": BLUE, "va": "center"}
            ax.text(text, middle, below.text, fontsize=size, **style)
            y = _below(ax, below, x + _INDENT, y - _LINE, size, reasons=reasons)
        top = middle
    return y


def _advice(
    ax: Axes, advice: Advice, x: float, y: float, size: float, *, reasons: bool, before: str = ""
) -> float:
    """Write what to report, and below it why; return where the next line begins."""
    style: dict[str, Any] = {"va": "center", "color": BLACK}
    ax.text(x, y - _LINE / 2, before + advice.report, fontsize=size, weight="bold", **style)
    if reasons:
        y -= _LINE
        ax.text(x, y - _LINE / 2 + 0.15, advice.because, fontsize=0.9 * size, **style)
    return y - _LINE
