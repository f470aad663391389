"""Stills of the explorers, for a stored notebook: it has no kernel to show the others."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from kappabook.display.bar import kappa_bar
from kappabook.display.colors import BLACK, BLUE, ORANGE
from kappabook.display.style import METADATA, STYLE, styled
from kappabook.metrics import ConfusionMatrix, auk_from_roc
from kappabook.metrics.rates import kappa_at
from kappabook.papers.kappa_guide.figures import classifier, legend

# The test of the explorer where it starts: of 50 ill people it finds 45, of 50 healthy ones 45.
HALF = ConfusionMatrix([[45, 5], [5, 45]], ("ill", "healthy"))


@styled
def opening() -> Figure:
    """Draw a hundred people, half of them ill: a test with accuracy 0.9 and kappa 0.8; and its bar.

    In JupyterLab a slider makes more of them ill, or fewer.
    """
    figure = Figure((8, 5.6))
    people = figure.add_axes((0.02, 0.36, 0.96, 0.62))
    classifier(people, HALF, "The test, where half of the people are ill", BLUE, 1.35)
    legend(people, (0.5, 0.27))
    kappa_bar(HALF, figure.add_axes((0.03, 0.02, 0.94, 0.19)))
    return figure


@styled
def confusion(values: Mapping[str, float]) -> Figure:
    """Draw a square of all cases, a column for each true class, and the bar of kappa.

    In JupyterLab sliders move the four cells.
    """
    tp, fn, fp, tn = (values[cell] for cell in ("tp", "fn", "fp", "tn"))
    table = ConfusionMatrix([[tp, fn], [fp, tn]], ("positive", "negative"))
    figure = Figure((8, 4.6))
    square = figure.add_axes((0.3, 0.4, 0.4, 0.52), xlim=(0, 1), ylim=(0, 1))
    share, called = (tp + fn) / table.total, (tp + fp) / table.total
    square.bar([0, share], [1, 1], [share, 1 - share], color="0.92", edgecolor=BLACK, align="edge")
    heights = [tp / max(tp + fn, 1), fp / max(fp + tn, 1)]
    square.bar([0, share], heights, [share, 1 - share], color=[BLUE, ORANGE], align="edge")
    square.axhline(called, color=BLACK, linestyle="--")
    square.set(xticks=[share / 2, (1 + share) / 2], xticklabels=["positive", "negative"], yticks=[])
    square.set_title(f"In colour: called positive. Accuracy {float(table.accuracy):.2f}")
    kappa_bar(table, figure.add_axes((0.03, 0.02, 0.94, 0.19)))
    return figure


@styled
def threshold(fixed: Mapping[str, Any], values: Mapping[str, float]) -> Figure:
    """Draw one threshold as a point of the ROC curve, and of the kappa curve.

    In JupyterLab sliders move the threshold and the share of positives.
    """
    both = np.sort([*fixed["positive"], *fixed["negative"]])
    cuts = np.array([np.inf, *both[::-1], values["threshold"]])
    tpr, fpr = ((np.array(fixed[c]) >= cuts[:, None]).mean(1) for c in ("positive", "negative"))
    kappas = kappa_at(fpr, tpr, values["prevalence"])
    figure = Figure((8, 3.6), layout="constrained")
    for ax, y, name in zip(
        figure.subplots(1, 2), (tpr, kappas), ("true positive rate", "kappa"), strict=True
    ):
        ax.plot(fpr[:-1], y[:-1], color=BLUE)
        ax.plot(fpr[-1], y[-1], "o", color=ORANGE)
        ax.set(xlabel="false positive rate", ylabel=name)
        ax.set_title(f"threshold {values['threshold']:.2f}: {y[-1]:.2f}")
    return figure


@styled
def prevalence(fixed: Mapping[str, Any], values: Mapping[str, float]) -> Figure:
    """Draw two ROC curves, and the AUK of each over the share of positives.

    In JupyterLab a slider moves the share.
    """
    shares, share = np.linspace(0.01, 0.99, 99), values["prevalence"]
    figure = Figure((8, 3.6), layout="constrained")
    roc, auk = figure.subplots(1, 2)
    for curve, color, line in zip(fixed["curves"], (BLUE, ORANGE), ("-", "--"), strict=True):
        rates = curve["fpr"], curve["tpr"]
        roc.plot(*rates, line, color=color, label=curve["name"])
        auk.plot(shares, [auk_from_roc(*rates, p) for p in shares], line, color=color)
        auk.plot(share, auk_from_roc(*rates, share), "o", color=color)
    roc.set(xlabel="false positive rate", ylabel="true positive rate", title="The curves stay")
    auk.set(xlabel="share of positives", ylabel="AUK", title="The AUKs change places")
    roc.legend()
    return figure


def in_notebook(figure: Figure) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return data and metadata of a figure as a notebook stores them; the words stand in both."""
    svg, png = BytesIO(), BytesIO()
    with plt.style.context(STYLE):  # has the salt of the names inside an SVG
        figure.savefig(svg, format="svg", metadata=METADATA["svg"])
        figure.savefig(png, format="png", dpi=80)
    words = figure.get_label()
    data = {"image/svg+xml": svg.getvalue().decode(), "image/png": png.getvalue()}
    # Without words of ours, the text would be the widget's address in memory.
    return data | {"text/plain": f"Figure: {words}"}, {kind: {"alt": words} for kind in data}
