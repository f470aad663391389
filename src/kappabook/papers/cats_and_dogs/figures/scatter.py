"""Figures 2 and 3: accuracy against kappa, for every number of mispredicted images."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook import papers
from kappabook.display.style import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    WIDEST,
    axes,
    figure_of,
    line,
    marks,
    styled,
)
from kappabook.papers.cats_and_dogs import matrices
from kappabook.papers.cats_and_dogs.matrices import KEY, Model
from kappabook.papers.shared.drawing import headline, lead, note, panels
from kappabook.papers.shared.wording import minus

ACCURACY, KAPPA = "accuracy $p$", r"kappa $\kappa$"
COLORS = BLUE, ORANGE, GREEN


@styled
def fig2(ax: Axes | None = None) -> Figure:
    """Kappa against accuracy when only dogs are mispredicted, for three class balances.

    At an accuracy of 0.9 kappa is 0.8 where cats and dogs are equally many, 9/13 with 75 cats and
    25 dogs, and 0 with 90 cats and 10 dogs.
    """
    ax = axes(ax, figsize=(8.4, 5.6))
    data_sets = matrices.read_data_sets(papers.printed(KEY))
    for (cats, dogs), color in zip(data_sets, COLORS, strict=True):
        series = matrices.dogs_only(cats, dogs)
        label = f"{cats} cats, {dogs} dogs" + (": balanced" if cats == dogs else "")
        style = {**marks(color), **line(color), "label": label}
        ax.plot(*_accuracy_kappa(series), markersize=5, linewidth=1, **style)
        last = series[-1]
        note(ax, f"N = {last.n}", (last.accuracy, last.kappa), (10, -10), color, va="center")
    note(ax, "N = 0: no error", (1, 1), (-14, 2), BLACK, ha="right", va="center")
    ax.legend(loc="upper left")
    ax.set(
        xlabel=f"{ACCURACY}; N dogs are taken for cats, and no cat for a dog",
        ylabel=KAPPA,
        xlim=(0.47, 1.03),
        ylim=(-0.08, 1.06),
    )
    ax.set_title("Figure 2: at one accuracy, kappa is lower where dogs are rarer")
    return figure_of(ax)


@styled
def fig3(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa against accuracy for every number of mispredicted dogs and cats.

    With equal classes every model lies on one line. With 75 cats and 25 dogs, and more so with 90
    and 10, models of one accuracy have many kappas, and the model that is always wrong has a kappa
    above -1.
    """
    both = panels(axs, 2, (WIDEST, 5.4), sharey=True, wspace=0)
    balanced, *imbalanced = matrices.read_data_sets(papers.printed(KEY))
    straight = sorted({(model.accuracy, model.kappa) for model in matrices.grid(*balanced)})
    for ax, (cats, dogs), color in zip(both, imbalanced, COLORS[1:], strict=True):
        ax.plot(*np.array(straight, dtype=float).T, color=BLUE)
        # A thousand marks as one picture: as shapes they would fill a megabyte.
        cloud = {"color": color, "alpha": 0.6, "s": 6, "linewidth": 0, "rasterized": True}
        ax.scatter(*_accuracy_kappa(matrices.grid(cats, dogs)), **cloud)  # type: ignore[arg-type]
        ax.plot(*_accuracy_kappa(matrices.dogs_only(cats, dogs)), **line(BLACK))
        lowest = matrices.worst(cats, dogs)
        text = f"all wrong: {minus(lowest.kappa)} = {minus(f'{float(lowest.kappa):.4g}')}"
        _mark(ax, lowest, text, (0.24, -0.72), color)
        for n, m, at in ((5, 5, (0.04, 0.84)), (10, 0, (0.585, -0.36))):
            model = next(x for x in matrices.grid(cats, dogs) if (x.n, x.m) == (n, m))
            _mark(ax, model, f"{n} dogs, {m} cats: {model.kappa}", at, PURPLE)
        ax.set(xlabel=ACCURACY, xlim=(-0.04, 1.04), ylim=(-1.08, 1.08))
        ax.set_title(f"{cats} cats, {dogs} dogs: {len(matrices.grid(cats, dogs))} models")
        ax.text(0.02, -0.97, r"balanced: $\kappa = 2p - 1$", color=BLUE, fontsize=11)
        ax.text(1.03, -0.97, "dashed: Fig. 2", color=BLACK, fontsize=11, ha="right")
    both[0].set_ylabel(KAPPA)
    headline(figure_of(both[0]), "Figure 3: with unequal classes, one accuracy has many kappas")
    return figure_of(both[0])


def _accuracy_kappa(series: Sequence[Model]) -> tuple[list[float], list[float]]:
    return [float(x.accuracy) for x in series], [float(x.kappa) for x in series]


def _mark(ax: Axes, model: Model, text: str, at: tuple[float, float], color: str) -> None:
    """Mark a model, and lead a line to it from its text."""
    point = (float(model.accuracy), float(model.kappa))
    ax.plot(*point, marker="o", color=color, markeredgecolor="white", zorder=4)
    lead(ax, text, point, at, color, {"linewidth": 0.9, "shrinkB": 5}, fontsize=11, zorder=3)
