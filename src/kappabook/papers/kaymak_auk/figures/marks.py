"""How the figures of this paper mark points and lines of equal kappa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from kappabook.display.style import BLACK, GREY, marks
from kappabook.metrics.kappa_curve import tpr_at
from kappabook.papers.kaymak_auk.printed_tables import MODELS, Areas
from kappabook.papers.kaymak_auk.theory.bounds import is_possible, least_share
from kappabook.papers.kaymak_auk.theory.curves import P_BAD
from kappabook.papers.shared.drawing import diagonal, lead, note


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
