"""A poster for the wall (A2): why accuracy is not enough, what kappa is, what to report."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook import papers
from kappabook.audit.ledger import RESULTS, totals
from kappabook.display.bar import kappa_bar
from kappabook.display.colors import BLACK, BLUE, ORANGE, PURPLE, line
from kappabook.display.style import styled
from kappabook.papers.critics.prevalence_shift import measures_at
from kappabook.papers.kappa_guide.figures import (
    LAZY,
    USEFUL,
    classifier,
    legend,
    percent,
    two_doctors,
)
from kappabook.teaching.guide.figures import outline

# Inches. Letters of 19 points and more are read from two metres.
WIDTH, HEIGHT = A2 = 16.54, 23.39
MARGIN, HEAD, BODY, LEAST = 0.75, 31, 23, 20
# The test of the curve of prevalence, and where it is looked at.
FPR, TPR = 0.1, 0.9
PLACES = (0.5, 0.1, 0.01)
# Colour and hatch, so that a part of the bar is known without its colour.
LOOKS = {
    "reproduced": (BLUE, ""),
    "consistent": ("#C9EBDD", "//"),
    "corrected": (ORANGE, ""),
    "contested": (PURPLE, ""),
    "not reproduced": ("#4D4D4D", "xx"),
    "unavailable": ("#CFCFCF", ""),
}


@styled
def summary() -> Figure:
    """Draw the poster: a lazy classifier beside a useful one, kappa, prevalence, advice, ledger.

    A classifier that calls everybody healthy is right for 95 of 100 people and has kappa 0; one
    that finds four of five ill people is right for 93 and has kappa 0.5.
    """
    figure = Figure(A2)
    title = f"Right {percent(LAZY)} of the time,\nand it has learned nothing"
    _write(figure, MARGIN, 0.5, title, 60, weight="bold", linespacing=1.1)
    first = _axes(figure, MARGIN, 2.6, 7.0, 5.55)
    scale = 7.0 / 3.68
    classifier(first, LAZY, "Lazy: calls everybody healthy", BLACK, scale)
    second = _axes(figure, WIDTH / 2 + 0.4, 2.6, 7.0, 5.55)
    classifier(second, USEFUL, "Useful: looks for the ill", BLUE, scale)
    legend(first, (0.5, 1 - 8.5 / HEIGHT), 1.7)
    what_kappa_is(figure, MARGIN, 8.85, 7.0)
    rarer(figure, WIDTH / 2 + 0.4, 8.85, 7.1)
    _write(figure, MARGIN, 14.15, "Which number should I report?", HEAD, weight="bold")
    outline(_axes(figure, MARGIN, 14.6, WIDTH - 2 * MARGIN, 6.9), 19, reasons=False)
    yours(figure, 12.1, 15.2)
    ledger(figure, 21.5)
    return figure


def what_kappa_is(figure: Figure, left: float, top: float, width: float) -> None:
    """Write what kappa is, with the bar of the two doctors: chance, what was gained, what not."""
    table = two_doctors()
    right, chance = float(table.accuracy), float(table.chance_agreement)
    title = "Kappa is the share of the way\nfrom chance to perfect"
    _write(figure, left, top, title, HEAD, weight="bold")
    words = (
        f"Two doctors agree on {100 * right:g} of 100 patients; two guessers would agree on "
        f"{100 * chance:g}. Of the room above, {100 * (1 - chance):g}, the doctors gain "
        f"{100 * (right - chance):g}:"
    )
    _write(figure, left, top + 1.25, fill(words, 41), BODY, linespacing=1.3)
    bar = _axes(figure, left, top + 3.45, width, 1.45)
    kappa_bar(table, bar, fontsize=LEAST - 1, columns=2)
    kappa = f"kappa = {right - chance:.3f} / {1 - chance:.3f} = {float(table.kappa):.2f}"
    _write(figure, left, top + 4.78, kappa, BODY, weight="bold", color=BLUE)


def rarer(figure: Figure, left: float, top: float, width: float) -> None:
    """Draw accuracy and kappa of one test over the share of the ill."""
    title = "Fewer ill people, same test:\nkappa falls"
    _write(figure, left, top, title, HEAD, weight="bold")
    ax = _axes(figure, left + 0.9, top + 1.3, width - 0.9, 3.05)
    shares = np.linspace(0.002, 0.5, 200)
    table = measures_at((FPR, TPR), shares.tolist())
    for name, color in (("accuracy", ORANGE), ("kappa", BLUE)):
        ax.plot(shares, table[name], **line(color), linewidth=4)
    ax.text(0.3, 0.93, "accuracy", color=ORANGE, fontsize=BODY)
    marked = measures_at((FPR, TPR), PLACES)["kappa"]
    for share, kappa in zip(PLACES, marked, strict=True):
        ax.plot([share], [kappa], marker="o", color=BLUE, markersize=13, clip_on=False)
        shift, side = ((-4, -32), "right") if share == PLACES[0] else ((14, -10), "left")
        text = f"kappa {kappa:.2f}" + (f" at {100 * share:g} % ill")
        ax.annotate(
            text, (share, kappa), shift, textcoords="offset points", ha=side, fontsize=LEAST,
            color=BLUE,
        )  # fmt: skip
    ax.set(xlim=(0, 0.5), ylim=(0, 1.05), yticks=[0, 0.5, 1])
    ax.set_xticks([0, 0.1, 0.2, 0.3, 0.4, 0.5], ["0", "10 %", "20 %", "30 %", "40 %", "50 %"])
    ax.tick_params(labelsize=LEAST)
    rates = f"share of the ill\n(found {TPR:.0%}, false alarms {FPR:.0%})"
    ax.set_xlabel(rates.replace("%", " %"), fontsize=LEAST)


def yours(figure: Figure, left: float, top: float) -> None:
    """Write how to have kappa of one's own classifier."""
    _write(figure, left, top, "On your own data", HEAD - 5, weight="bold")
    style: dict[str, Any] = {"family": "monospace", "linespacing": 1.4}
    load = "from kappabook import (\n    cohen_kappa_score)"
    call = "cohen_kappa_score(\n    truth, prediction)"
    _write(figure, left, top + 0.6, f"{load}\n\n{call}", LEAST, **style)


def ledger(figure: Figure, top: float) -> None:
    """Draw the verdicts on all statements as one bar along the foot."""
    found = totals(papers.all_rows())["all"]
    number = found[RESULTS]
    words = f"We checked {number} results of five texts on agreement, and of critics:"
    _write(figure, MARGIN, top, words, BODY, weight="bold")
    ax = _axes(figure, MARGIN, top + 0.45, WIDTH - 2 * MARGIN, 0.45)
    start = 0
    for verdict, (color, hatch) in LOOKS.items():
        label = f"{verdict} {found[verdict]}"
        style: dict[str, Any] = {"color": color, "hatch": hatch, "edgecolor": "white"}
        ax.barh(0, found[verdict], 1, start, label=label, **style)
        start += found[verdict]
    ax.set(xlim=(0, number), ylim=(-0.5, 0.5))
    ax.set_axis_off()
    figure.legend(
        *ax.get_legend_handles_labels(), loc="upper left", ncols=3, fontsize=LEAST - 2,
        bbox_to_anchor=(MARGIN / WIDTH, 1 - (top + 0.9) / HEIGHT), borderaxespad=0,
        handlelength=1.2, handletextpad=0.4, columnspacing=1.4, borderpad=0.2,
    )  # fmt: skip


def _axes(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    """Add axes at a place in inches from the top left corner."""
    bottom = HEIGHT - top - height
    return figure.add_axes((left / WIDTH, bottom / HEIGHT, width / WIDTH, height / HEIGHT))


def _write(figure: Figure, left: float, top: float, text: str, size: float, **style: Any) -> None:
    """Write at a place in inches from the top left corner."""
    figure.text(left / WIDTH, 1 - top / HEIGHT, text, fontsize=size, va="top", **style)
