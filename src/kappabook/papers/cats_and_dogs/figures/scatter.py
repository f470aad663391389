"""Figures 2 and 3: accuracy against kappa, for every number of mispredicted images."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook import papers
from kappabook.display.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, axes, figure_of, styled
from kappabook.papers.cats_and_dogs import matrices
from kappabook.papers.cats_and_dogs.matrices import KEY, Model
from kappabook.papers.shared.drawing import lead, note, panels
from kappabook.papers.shared.wording import minus

ACCURACY, KAPPA = "accuracy $p$", r"kappa $\kappa$"
COLORS, MARKERS = (BLUE, ORANGE, GREEN), ("o", "s", "^")


@styled
def fig2(ax: Axes | None = None) -> Figure:
    """Kappa against accuracy when only dogs are mispredicted, for three class balances."""
    ax = axes(ax, figsize=(8.4, 5.6))
    data_sets = matrices.read_data_sets(papers.printed(KEY))
    for (cats, dogs), color, marker in zip(data_sets, COLORS, MARKERS, strict=True):
        series = matrices.dogs_only(cats, dogs)
        label = f"{cats} cats, {dogs} dogs" + (": balanced" if cats == dogs else "")
        style = {"color": color, "marker": marker, "label": label}
        ax.plot(*_accuracy_kappa(series), markersize=4.5, linewidth=1, **style)  # type: ignore[arg-type]
        last = series[-1]
        note(ax, f"N = {last.n}", (last.accuracy, last.kappa), (10, -10), color, va="center")
    note(ax, "N = 0: no error", (1, 1), (-14, 2), BLACK, ha="right", va="center")
    ax.legend(loc="upper left")
    ax.set(xlabel=ACCURACY, ylabel=KAPPA, xlim=(0.47, 1.03), ylim=(-0.08, 1.06))
    ax.set_title("Figure 2: N dogs taken for cats, no cat for a dog")
    return figure_of(ax)


@styled
def fig3(axs: Sequence[Axes] | None = None) -> Figure:
    """Kappa against accuracy for every number of mispredicted dogs and cats."""
    both = panels(axs, 2, (11.4, 5.6), sharey=True, wspace=0)
    balanced, *imbalanced = matrices.read_data_sets(papers.printed(KEY))
    line = sorted({(model.accuracy, model.kappa) for model in matrices.grid(*balanced)})
    for ax, (cats, dogs), color in zip(both, imbalanced, COLORS[1:], strict=True):
        ax.plot(*np.array(line, dtype=float).T, color=BLUE)
        # A thousand marks as one picture: as shapes they would fill a megabyte.
        cloud = {"color": color, "alpha": 0.35, "s": 7, "linewidth": 0, "rasterized": True}
        ax.scatter(*_accuracy_kappa(matrices.grid(cats, dogs)), **cloud)  # type: ignore[arg-type]
        ax.plot(*_accuracy_kappa(matrices.dogs_only(cats, dogs)), color=BLACK, linewidth=1.2)
        lowest = matrices.worst(cats, dogs)
        text = f"all wrong: {minus(lowest.kappa)} = {minus(f'{float(lowest.kappa):.4g}')}"
        _mark(ax, lowest, text, (0.27, -0.72), color)
        for n, m, at in ((5, 5, (0.12, 0.84)), (10, 0, (0.12, 0.62))):
            model = next(x for x in matrices.grid(cats, dogs) if (x.n, x.m) == (n, m))
            at = (0.5, -0.46) if model.kappa == 0 else at
            _mark(ax, model, f"{n} dogs, {m} cats: {model.kappa}", at, PURPLE)
        ax.set(xlabel=ACCURACY, xlim=(-0.04, 1.04), ylim=(-1.08, 1.08))
        ax.set_title(f"{cats} cats, {dogs} dogs: {len(matrices.grid(cats, dogs))} models")
        ax.text(0.07, -0.95, r"balanced: $\kappa = 2p - 1$", color=BLUE, fontsize=12)
        ax.text(0.56, -0.95, "black: dogs only, Figure 2", color=BLACK, fontsize=12)
    both[0].set_ylabel(KAPPA)
    figure_of(both[0]).suptitle("Figure 3: N dogs and M cats mispredicted")
    return figure_of(both[0])


def _accuracy_kappa(series: Sequence[Model]) -> tuple[list[float], list[float]]:
    return [float(x.accuracy) for x in series], [float(x.kappa) for x in series]


def _mark(ax: Axes, model: Model, text: str, at: tuple[float, float], color: str) -> None:
    """Mark a model, and lead a line to it from its text."""
    point = (float(model.accuracy), float(model.kappa))
    ax.plot(*point, marker="o", color=color, markeredgecolor="white", zorder=4)
    lead(ax, text, point, at, color, {"linewidth": 0.9, "shrinkB": 5}, fontsize=12, zorder=3)
