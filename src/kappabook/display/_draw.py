"""The parts of a drawn kappa curve: lines, optima, the mean of the folds, the ROC curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kappabook.display._curve import GRID, Curve
from kappabook.display._pyplot import pyplot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection
    from matplotlib.lines import Line2D

    from kappabook.metrics.inference import KappaCurveBand


def axes_for(ax: Axes | None, with_roc: bool) -> tuple[Axes, Axes | None]:
    """Return the axes for kappa and, if wanted, those for the ROC curve; new ones if none given."""
    if ax is not None:
        if with_roc:
            raise ValueError("with_roc needs two axes of a new figure; leave out ax, or with_roc.")
        return ax, None
    if with_roc:
        _, (left, right) = pyplot().subplots(1, 2, figsize=(11, 4.5), layout="constrained")
        return right, left
    return pyplot().subplots()[1], None


def draw_curve(ax: Axes, curve: Curve, x: str, style: Mapping[str, Any]) -> Line2D:
    """Draw kappa against the false positive rate or the threshold."""
    if x == "fpr":
        return ax.plot(*curve.along_fpr(), **style)[0]
    # Each kappa holds from its threshold down to the next; the first is infinite.
    threshold = np.append(curve.thresholds[1], curve.thresholds[1:])
    return ax.plot(threshold, curve.kappa, drawstyle="steps-post", **style)[0]


def mark_optima(ax: Axes, curve: Curve, x: str, line: Line2D) -> Line2D:
    """Mark every point of largest kappa."""
    kappa = curve.kappa
    best = kappa == kappa.max()
    if x == "fpr":
        place = curve.fpr[best]
    else:
        # The middle of each plateau of cuts; an infinite one is marked at its finite end.
        below = np.append(curve.thresholds[1:], curve.thresholds[-1])[best]
        above = np.where(np.isinf(curve.thresholds[best]), below, curve.thresholds[best])
        place = (below + above) / 2
    return ax.plot(place, kappa[best], marker="o", linestyle="none", **_like(line))[0]


def draw_mean(ax: Axes, curves: Sequence[Curve], label: str) -> tuple[Line2D, PolyCollection]:
    """Draw the mean of the folds and a band of one standard deviation around it."""
    kappas = np.array([curve.at_grid() for curve in curves])
    mean, spread = kappas.mean(axis=0), kappas.std(axis=0)
    (line,) = ax.plot(GRID, mean, color="k", label=label)
    band: dict[str, Any] = {"color": "k", "alpha": 0.12, "linewidth": 0}
    return line, ax.fill_between(GRID, mean - spread, mean + spread, **band)


def draw_band(ax: Axes, band: KappaCurveBand, line: Line2D) -> list[PolyCollection]:
    """Draw the pointwise band over the simultaneous one, in the colour of their curve."""
    level = f"{100 * band.confidence_level:.6g} %"
    ends = (
        ("simultaneous", band.simultaneous_low, band.simultaneous_high, 0.15),
        ("pointwise", band.low, band.high, 0.25),
    )
    return [
        ax.fill_between(
            band.fpr, low, high, color=line.get_color(), alpha=alpha, linewidth=0,
            label=f"{level} {kind} band",
        )
        for kind, low, high, alpha in ends
    ]  # fmt: skip


def draw_roc(ax: Axes, curves: Sequence[Curve], lines: Sequence[Line2D]) -> None:
    """Draw the ROC curves, each like its kappa curve and with its best point, and the diagonal."""
    for curve, line in zip(curves, lines, strict=True):
        ax.plot(curve.fpr, curve.tpr, **_like(line))
        best = np.argmax(curve.kappa)
        ax.plot(curve.fpr[best], curve.tpr[best], marker="o", **_like(line))
    ax.plot([0, 1], [0, 1], color="k", linestyle="--", linewidth=1)
    ax.set_ylabel("True positive rate")


def _like(line: Line2D) -> dict[str, Any]:
    return {"color": line.get_color(), "alpha": line.get_alpha()}
