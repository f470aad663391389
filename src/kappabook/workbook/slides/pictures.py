"""Figures drawn once more for a hall: on a small canvas, so that their letters are large."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.text import Annotation, Text

from kappabook import papers
from kappabook.display.style import (
    BLUE,
    GREY,
    ORANGE,
    axes,
    caption,
    figure_of,
    marks,
    styled,
)
from kappabook.teaching.lesson.pictures import image, square

# Pixels of a slide to a typographic point of its picture: 12 points are 24 pixels.
SCALE, SMALLEST = 2, 12
# Pixels: what a slide has below its heading, and the first slide beside its question.
SLIDE, BESIDE = (1168, 556), (700, 470)
# What a hall can read of a figure with many panels: the panels, in so many rows and columns.
PANELS: dict[str, tuple[tuple[int, ...], tuple[int, int]]] = {
    "bendavid2007-cd": ((2, 3), (2, 1)),
    "bendavid2007-drivers": ((0,), (1, 1)),
    "cats_and_dogs-fig4": ((0, 2), (1, 2)),
    "cats_and_dogs-fig5": ((3, 4, 5), (1, 3)),
    "kaymak_auk-fig2": ((1, 2), (1, 2)),
}


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


# What a deck opens with, by the number of its notebook; the finding, its title, is left out.
OPENINGS: dict[str, Callable[[], Figure]] = {
    "01": lambda: only(papers.figure("kappa_guide", "doctors")(), [0]),
    "02": lambda: papers.figure("cats_and_dogs", "fig1")(),
    "03": ten_patients,
    "04": square,
    "05": lambda: only(papers.figure("bendavid2007", "seeds")(), [1]),
    "06": lambda: only(papers.figure("kaymak_auk", "fig1")(), [1]),
    "07": lambda: only(papers.figure("kaymak_auk", "fig2")(), [0]),
}


def opening(number: str) -> str:
    """Draw what the deck of this notebook opens with; nothing for a notebook of one's own."""
    if number not in OPENINGS:
        return ""
    figure = for_a_hall(OPENINGS[number](), BESIDE)
    # The finding is for later; what the title of a panel alone says stays, without its letter.
    figure.suptitle("")
    for ax in figure.axes:
        letter, _, title = ax.get_title("left").partition(") ")
        ax.set_title(title if letter in ("(a", "(b") else "", loc="left")
    return image(figure)


def for_a_hall(figure: Figure, size: tuple[int, int] = SLIDE, key: str = "") -> Figure:
    """Fit a figure to so many pixels of a slide, no letter smaller than 24 of them.

    Lines, marks and letters keep their size in points while the canvas shrinks.
    """
    if key in PANELS:
        only(figure, *PANELS[key])
    if key == "bendavid2007-rerun":
        _without_detail(figure)
    figure.set_size_inches(size[0] / SCALE / 72, size[1] / SCALE / 72)
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        text.set_fontsize(max(SMALLEST, float(text.get_fontsize())))
    return figure


def _without_detail(figure: Figure) -> None:
    """Leave out, in each cell, how far our kappa is from print, and the rows that are private.

    The marks then stand in the middle of their cells, and what was tried has room to be read.
    """
    (ax,) = figure.axes
    for text in ax.texts:
        assert isinstance(text, Annotation)
        if re.fullmatch(r"[+−]0\.\d{4}", text.get_text()):
            text.set_visible(False)
        across = 6.57 if text.get_horizontalalignment() == "left" else 5.5
        text.xy = text.xyann = (across, text.xy[1])
    for line in ax.lines:
        at = np.asarray(line.get_xdata())
        line.set_xdata(at.round() if line.get_marker() != "None" else at + 0.56)
    legend = ax.get_legend()
    assert legend is not None
    for part in (legend.get_texts()[-1], legend.legend_handles[-1]):
        assert part is not None
        part.set_visible(False)
    ax.set(xlim=(-0.5, 7.8), ylim=(12.6, -0.6))
    ax.set_xticks([*ax.get_xticks()[:-1], 5.5])
    figure.set_label(f"In part: {figure.get_label()}")


def only(figure: Figure, kept: Collection[int], shape: tuple[int, int] = (1, 1)) -> Figure:
    """Take all panels but these from a figure, and lay these out in rows and columns."""
    cells = iter(GridSpec(*shape, figure=figure))
    for number, ax in enumerate(figure.axes):
        if number in kept:
            ax.set_subplotspec(next(cells))
        else:
            ax.remove()
    figure.set_label(f"In part: {figure.get_label()}")
    return figure


def redrawn(words: str) -> str | None:
    """Draw the figure that these words describe, for a slide; None if it is none of ours."""
    key = _keys().get(words)
    return None if key is None else image(for_a_hall(papers.figures()[key](), key=key))


@cache
def _keys() -> dict[str, str]:
    """Return the keys of the papers' figures by their captions."""
    return {caption(draw): key for key, draw in papers.figures().items()}
