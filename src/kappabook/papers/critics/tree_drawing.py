"""The tree of advice as a drawing: questions from left to right, advice in a column at the end."""

from __future__ import annotations

from textwrap import fill

from matplotlib.axes import Axes

from kappabook.display.style import BLACK, BLUE, GREY, ORANGE
from kappabook.papers.critics.guide import ALWAYS, TREE, Advice, Question, ends

# Widths in units of one column of questions; a row is one advice.
_BOX, _STEP, _TRUNK = 0.52, 1.0, 0.07
_DEEPEST = max(len(path) for path, _ in ends())
_LEAVES = _DEEPEST * _STEP
_WIDTH = _LEAVES + 2.05
_FRAME = {"boxstyle": "round,pad=0.35", "facecolor": "white", "linewidth": 1.2}


def draw_tree(ax: Axes) -> None:
    """Draw every question, answer and advice of the guide, and what is always reported."""
    rows = {advice.key: -row for row, (_, advice) in enumerate(ends())}
    _below(ax, TREE, 0, rows)
    bottom = min(rows.values()) - 1.0
    text = f"Always: {ALWAYS.report} \N{EN DASH} {ALWAYS.because}."
    ax.text(
        _WIDTH / 2 - 0.1,
        bottom,
        text,
        ha="center",
        va="center",
        fontsize=10.6,
        color=BLACK,
        bbox={**_FRAME, "edgecolor": ORANGE, "linewidth": 2.2},
    )
    ax.set_title("Which number should I report?", fontsize=13)
    ax.set(xlim=(-0.35, _WIDTH), ylim=(bottom - 0.5, 0.6))
    ax.set_axis_off()


def _below(ax: Axes, here: Question, depth: int, rows: dict[str, int]) -> float:
    """Draw a question and all below it; return its height."""
    heights = {}
    for answer, next_one in here.answers.items():
        if isinstance(next_one, Advice):
            heights[answer] = float(rows[next_one.key])
            _leaf(ax, next_one, heights[answer])
        else:
            heights[answer] = _below(ax, next_one, depth + 1, rows)
    x, y = depth * _STEP, sum(heights.values()) / len(heights)
    trunk = x + _BOX / 2 + _TRUNK
    for answer, height in heights.items():
        ends_here = isinstance(here.answers[answer], Advice)
        to = _LEAVES - 0.31 if ends_here else x + _STEP
        ax.plot([x, trunk, trunk, to], [y, y, height, height], color=GREY, linewidth=1.2, zorder=1)
        label = {"ha": "left", "va": "bottom", "fontsize": 8.6, "style": "italic"}
        ax.text(trunk + 0.03, height + 0.04, answer, color=GREY, **label)  # type: ignore[arg-type]
    ax.text(
        x,
        y,
        fill(here.text, 10),
        ha="center",
        va="center",
        fontsize=9.4,
        color=BLUE,
        bbox={**_FRAME, "edgecolor": BLUE},
        zorder=2,
    )
    return y


def _leaf(ax: Axes, advice: Advice, y: float) -> None:
    """Write an advice with its reason."""
    left = _LEAVES - 0.28
    ax.text(left, y, fill(advice.report, 44), va="bottom", fontsize=9.4, color=BLACK, weight="bold")
    ax.text(left, y - 0.06, advice.because, va="top", fontsize=8.6, color=GREY)
    ax.plot([left - 0.04] * 2, [y - 0.3, y + 0.3], color=ORANGE, linewidth=2.5)
