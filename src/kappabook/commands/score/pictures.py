"""The pictures of ``kappabook score --html``: ROC curves, kappa curves, confusion matrices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from kappabook.commands.render import Picture
from kappabook.commands.score.results import Classifier, Scored
from kappabook.display.drawing import drawn, pyplot
from kappabook.metrics.rates import kappa_at

# More lines could not be told apart.
_MOST_LINES, _MOST_MATRICES = 5, 6
_MOST_NUMBERS = 12
_DARK = 0.6


def pictures(found: Scored) -> Iterator[Picture]:
    """Give ROC curves, kappa curves and confusion matrices, drawn when a page shows them."""
    ranked = [one for one in found.classifiers if one.curve is not None]
    shown = sorted(ranked, key=lambda one: -one.measures["auk"].estimate)[:_MOST_LINES]
    if shown:
        more = f" The {_MOST_LINES} with the largest AUK." if len(shown) < len(ranked) else ""
        yield Picture(
            partial(roc_picture, shown),
            f"ROC curves. A dot marks the predictions that kappa is about.{more}",
            "ROC curves.",
        )
        yield Picture(
            partial(kappa_picture, shown),
            "Kappa at every threshold. The area under it is the AUK, at this prevalence and with "
            f"{shown[0].positive!r} positive.{more}",
            "Kappa against the false positive rate.",
        )
    for one in found.classifiers[:_MOST_MATRICES]:
        yield Picture(
            partial(matrix_picture, one),
            f"{one.name}: numbers are cases (or their weight), colours are shares of a true class.",
            f"Confusion matrix of {one.name}.",
        )


def roc_picture(classifiers: list[Classifier]) -> Any:
    """Draw the ROC curves; the threshold used is marked."""
    ax = _axes()
    ax.plot([0, 1], [0, 1], color="#767676", linewidth=1, linestyle=":")
    for one, color, dash, name in _each(classifiers):
        curve = one.curve
        label = f"{name}, AUC {one.measures['auc'].estimate:.3f}"
        ax.plot(curve.fpr, curve.tpr, color=color, linestyle=dash, label=label)
        ax.plot(*_point(one), marker="o", color=color, linestyle="none")
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.set_aspect("equal")
    ax.legend(loc="lower right")
    return ax.figure


def kappa_picture(classifiers: list[Classifier]) -> Any:
    """Draw kappa against the false positive rate; the threshold used is marked."""
    ax = _axes()
    ax.axhline(0, color="#767676", linewidth=1, linestyle=":")
    for one, color, dash, name in _each(classifiers):
        curve = one.curve
        kappa = kappa_at(curve.fpr, curve.tpr, one.prevalence)
        label = f"{name}, AUK {one.measures['auk'].estimate:.3f}"
        ax.plot(curve.fpr, kappa, color=color, linestyle=dash, label=label)
        f, t = _point(one)
        ax.plot(f, kappa_at(f, t, one.prevalence), marker="o", color=color, linestyle="none")
    ax.set(xlabel="false positive rate", ylabel="kappa")
    ax.legend(loc="upper right")
    return ax.figure


def matrix_picture(one: Classifier) -> Any:
    """Draw the confusion matrix: colours are shares of the row, numbers are counts."""
    from matplotlib.colors import LinearSegmentedColormap

    from kappabook.display.colors import BLUE

    cells = np.array(one.confusion, dtype=float)
    k = len(cells)
    rows = cells.sum(axis=1, keepdims=True)
    shares = np.divide(cells, rows, out=np.zeros_like(cells), where=rows > 0)
    side = float(np.clip(2.4 + 0.45 * k, 3.2, 6))
    ax = pyplot().subplots(figsize=(side + 0.6, side), layout="constrained")[1]
    image = ax.imshow(
        shares, LinearSegmentedColormap.from_list("share", ["#FFFFFF", BLUE]), vmin=0, vmax=1
    )
    if k <= _MOST_NUMBERS:
        for i in range(k):
            for j in range(k):
                color = "#FFFFFF" if shares[i, j] > _DARK else "#000000"
                text = f"{cells[i, j]:g}" if cells[i, j] < 1e6 else f"{cells[i, j]:.3g}"
                ax.text(j, i, text, ha="center", va="center", color=color)
    names = drawn(one.labels, 14)
    shown = range(0, k, max(1, k // 25))
    upright = k > 4 or max(map(len, names)) > 8
    ax.set_xticks(shown, [names[i] for i in shown], rotation=90 if upright else 0)
    ax.set_yticks(shown, [names[i] for i in shown])
    ax.set(xlabel="prediction", ylabel="truth")
    ax.grid(visible=False)
    ax.tick_params(length=0)
    ax.figure.colorbar(image, ax=ax, label="share of the row")
    return ax.figure


def _axes() -> Any:
    return pyplot().subplots(figsize=(5.2, 4.6), layout="constrained")[1]


def _each(classifiers: list[Classifier]) -> Any:
    from kappabook.display.colors import LINES

    names = drawn([one.name for one in classifiers], 20)
    for one, name, (color, dash) in zip(classifiers, names, LINES.items(), strict=False):
        yield one, color, dash, name


def _point(one: Classifier) -> tuple[float, float]:
    """Find the rates of the predictions."""
    cells = np.array(one.confusion, dtype=float)
    place = one.labels.index(str(one.positive))
    rates = cells[:, place] / cells.sum(axis=1)
    return float(rates[1 - place]), float(rates[place])
