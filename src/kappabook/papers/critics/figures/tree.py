"""The tree of advice: questions from left to right, advice in a column at the end."""

from __future__ import annotations

from textwrap import fill
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, axes, figure_of, styled
from kappabook.papers.critics.guide.advice import Advice, Question
from kappabook.papers.critics.guide.tree import ALWAYS, TREE, paths

# Widths in units of one column of questions; a row is one advice.
_BOX, _STEP, _TRUNK = 0.52, 1.0, 0.07
_DEEPEST = max(len(path) for path, _ in paths())
_LEAVES = _DEEPEST * _STEP
_WIDTH = _LEAVES + 2.05
_FRAME = {"boxstyle": "round,pad=0.35", "facecolor": "white", "linewidth": 1.2}
_CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}


@styled
def guide(ax: Axes | None = None) -> Figure:
    """Which number should I report? Every question, every answer, every advice, and the matrix."""
    ax = axes(ax, (10.8, 6.1))
    rows = {advice: -row for row, (_, advice) in enumerate(paths())}
    _below(ax, TREE, 0, rows)
    bottom = min(rows.values()) - 1.0
    text = f"Always: {ALWAYS.report} \N{EN DASH} {ALWAYS.because}."
    box: dict[str, Any] = {**_FRAME, "edgecolor": ORANGE, "linewidth": 2.2}
    ax.text(_WIDTH / 2 - 0.1, bottom, text, bbox=box, fontsize=10.6, color=BLACK, **_CENTRED)
    ax.set_title("Which number should I report?", fontsize=13)
    ax.set(xlim=(-0.35, _WIDTH), ylim=(bottom - 0.5, 0.6))
    ax.set_axis_off()
    return figure_of(ax)


def _below(ax: Axes, here: Question, depth: int, rows: dict[Advice, int]) -> float:
    """Draw a question and all below it; return its height."""
    heights = {}
    for answer, below in here.answers.items():
        if isinstance(below, Advice):
            heights[answer] = float(rows[below])
            _leaf(ax, below, heights[answer])
        else:
            heights[answer] = _below(ax, below, depth + 1, rows)
    x, y = depth * _STEP, sum(heights.values()) / len(heights)
    trunk = x + _BOX / 2 + _TRUNK
    for answer, height in heights.items():
        to = _LEAVES - 0.31 if isinstance(here.answers[answer], Advice) else x + _STEP
        ax.plot([x, trunk, trunk, to], [y, y, height, height], color=GREY, linewidth=1.2, zorder=1)
        at = trunk + 0.03, height + 0.04
        ax.text(*at, answer, color=GREY, va="bottom", fontsize=8.6, style="italic")
    box: dict[str, Any] = {**_FRAME, "edgecolor": BLUE}
    ax.text(x, y, fill(here.text, 10), bbox=box, fontsize=9.4, color=BLUE, zorder=2, **_CENTRED)
    return y


def _leaf(ax: Axes, advice: Advice, y: float) -> None:
    """Write an advice with its reason."""
    left = _LEAVES - 0.28
    ax.text(left, y, fill(advice.report, 44), va="bottom", fontsize=9.4, color=BLACK, weight="bold")
    ax.text(left, y - 0.06, advice.because, va="top", fontsize=8.6, color=GREY)
    ax.plot([left - 0.04] * 2, [y - 0.3, y + 0.3], color=ORANGE, linewidth=2.5)
