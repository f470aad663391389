"""Figures 1-4: classifiers with fixed margins, in the FP-TP and the FP-kappa plane.

Ben-David (2008), Section 4. What each picture holds is what the text says it holds; the points
are computed in `bendavid2008`, exactly, and only drawn here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kappabook.audit.printed import Printed
from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, line
from kappabook.display.style import axes, figure_of, styled
from kappabook.papers.bendavid2008 import Line, Point, read_lines
from kappabook.papers.shared.drawing import lead, note
from kappabook.papers.shared.texts import minus
from kappabook.system.checkout import printed_folder

FP_AXIS = "FP (share of all cases)"
TP_AXIS = "TP (share of all cases)"
KAPPA_AXIS = "kappa $K$"


def lines(figure: int) -> tuple[Line, ...]:
    """Return the lines of a figure, from the numbers that the text prints."""
    return read_lines(Printed.of(printed_folder() / "bendavid2008"), figure)


@styled
def fig1(ax: Axes | None = None) -> Figure:
    """TP against FP with kappa beside each point; P = N = 0.5, so TP + FP = 0.5.

    Kappa falls from +1 at the ideal classifier, over 0 at the random one, to -1 at the classifier
    that always disagrees.
    """
    ax = axes(ax)
    (drawn,) = lines(1)
    points = drawn.points()
    ax.plot(*_fp_tp(points), marker="o", color=BLUE)
    names = {
        "0": "ideal classifier (Example 3)",
        "0.1": "smarter than random (Example 2)",
        "0.25": "random (Example 1)",
        "0.5": "always disagrees",
    }
    _beside(ax, [(p.fp, p.tp, _named(signed(p.kappa), p, names)) for p in points])
    _circle(ax, 0.25, 0.25)
    _no_skill(ax, (0, 0.25), (0, 0.25), "kappa 0: TP = FP", (0.1, 0.07))
    ax.set(xlabel=FP_AXIS, ylabel=TP_AXIS, xlim=(-0.02, 0.74), ylim=(-0.03, 0.55))
    _title(
        ax,
        "Kappa falls by 0.2 with each 0.05 of FP",
        "beside each point: kappa",
        "$P = N = \\bar P = 0.5$",
    )
    return figure_of(ax)


@styled
def fig2(ax: Axes | None = None) -> Figure:
    """Kappa against FP with TP beside each point; P = N = 0.5, so K = 1 - 4 FP.

    The points lie on a straight line from kappa 1 at FP = 0, over 0 at FP = 0.25, to -1 at 0.5.
    """
    ax = axes(ax)
    (drawn,) = lines(2)
    points = drawn.points()
    ax.plot(*_fp_kappa(points), marker="o", color=BLUE)
    names = {
        "0": "perfect classifier: TP = P",
        "0.1": "Example 2, (FP, TP) = (0.1, 0.4) in Figure 1",
        "0.25": "random (Example 1)",
    }
    _beside(ax, [(p.fp, p.kappa, _named(share(p.tp), p, names)) for p in points])
    _circle(ax, 0.25, 0)
    _no_skill(ax, (0, 0.5), (0, 0), "kappa 0", (0.0, -0.1))
    ax.set(xlabel=FP_AXIS, ylabel=KAPPA_AXIS, xlim=(-0.02, 0.6), ylim=(-1.12, 1.18))
    _title(
        ax,
        "Kappa is a straight line in FP: $K = 1 - 4 FP$",
        "beside each point: TP",
        "$P = N = \\bar P = 0.5$",
    )
    return figure_of(ax)


@styled
def fig3(ax: Axes | None = None) -> Figure:
    """TP against FP with kappa beside each of seven points; P = 0.7 and P_bar = 0.6.

    The largest kappa of this line is 0.783, at FP = 0; the line crosses kappa 0 at FP = 0.18, and
    ends at -0.522.
    """
    ax = axes(ax)
    (drawn,) = lines(3)
    points = drawn.points()
    ax.plot(*_fp_tp(points), marker="o", color=BLUE)
    _beside(ax, [(p.fp, p.tp, signed(p.kappa, 3)) for p in points])
    _no_skill(ax, (0.12, 0.27), (0.28, 0.63), "kappa 0: TP/P = FP/N", (0.252, 0.61), ha="right")
    random = (drawn.random_fp, drawn.p_bar - drawn.random_fp)
    text = f"kappa 0 at FP = {share(drawn.random_fp)}"
    lead(ax, text, random, (0.02, 0.37), GREY, {"shrinkB": 6}, va="center")
    ax.set(xlabel=FP_AXIS, ylabel=TP_AXIS, xlim=(-0.02, 0.345), ylim=(0.26, 0.65))
    finding = "Where $\\bar P$ differs from $P$, kappa cannot reach 1"
    _title(ax, finding, "beside each point: kappa", "$P = 0.7$, $\\bar P = 0.6$")
    return figure_of(ax)


@styled
def fig4(ax: Axes | None = None) -> Figure:
    """Kappa against FP for P = 0.7 and P_bar from 0.5 to 0.9; squares are Figure 3's line.

    Each line falls as FP grows. Only the line with P_bar = P = 0.7 begins at kappa 1. TP stands
    beside the ends of each line; between them it falls by 0.05 from point to point.
    """
    ax = axes(ax, figsize=(8.4, 6.4))
    (third,), drawn = lines(3), lines(4)
    colors = GREEN, BLUE, PURPLE, ORANGE, BLACK
    for each, color, marker in zip(drawn, colors, "osD^v", strict=True):
        points = each.points()
        label = f"$\\bar P$ = {share(each.p_bar)}"
        label += " (Figure 3)" if each.p_bar == third.p_bar else ""
        ax.plot(*_fp_kappa(points), **line(color), marker=marker, label=label)
        for end in (points[0], points[-1]):
            # The two lowest ends are close to each other.
            up = -2 if each is drawn[0] and end is points[-1] else 4
            note(ax, share(end.tp), (end.fp, end.kappa), (8, up), color)
    _no_skill(ax, (0, 0.3), (0, 0), "kappa 0", (0.0, -0.04))
    ax.set(xlabel=FP_AXIS, ylabel=KAPPA_AXIS, xlim=(-0.012, 0.385), ylim=(-0.68, 1.12))
    ax.legend(loc="upper right")
    ax.set_xticks([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
    finding = "Kappa falls as FP grows, and begins at 1 only where $\\bar P = P$"
    _title(ax, finding, "beside the ends: TP", "$P = 0.7$, five values of $\\bar P$")
    return figure_of(ax)


# --- numbers as labels ------------------------------------------------------------------------


def share(value: Fraction) -> str:
    """Write a probability with the decimals it needs: 0.25, 0.5."""
    return f"{float(value):g}"


def signed(value: Fraction, digits: int = 1) -> str:
    """Write a kappa with a sign, and a true minus: +0.6, 0.0, -0.522."""
    return minus(f"{float(value):+.{digits}f}" if value else "0")


# --- drawing ----------------------------------------------------------------------------------


def _fp_tp(points: Iterable[Point]) -> tuple[list[float], list[float]]:
    fp, tp = zip(*((float(p.fp), float(p.tp)) for p in points), strict=True)
    return list(fp), list(tp)


def _fp_kappa(points: Iterable[Point]) -> tuple[list[float], list[float]]:
    fp, kappa = zip(*((float(p.fp), float(p.kappa)) for p in points), strict=True)
    return list(fp), list(kappa)


def _title(ax: Axes, finding: str, numbers: str, given: str) -> None:
    """Say what the picture shows, then what the numbers in it are and what is held fixed."""
    ax.set_title(f"{finding}\n{numbers}; {given}")


def _beside(ax: Axes, labels: Iterable[tuple[Fraction, Fraction, str]]) -> None:
    for x, y, text in labels:
        # The random classifier's circle and line of kappa 0 need room.
        note(ax, text, (x, y), (14, 4) if "(Example 1)" in text else (8, 4), "0.2")


def _named(label: str, point: Point, names: Mapping[str, str]) -> str:
    name = names.get(share(point.fp))
    return f"{label}   {name}" if name else label


def _circle(ax: Axes, x: float, y: float) -> None:
    ring = {"markersize": 17, "markerfacecolor": "none", "markeredgewidth": 2}
    ax.plot([x], [y], marker="o", linestyle="none", color=ORANGE, **ring)  # type: ignore[arg-type]


def _no_skill(
    ax: Axes,
    x: tuple[float, float],
    y: tuple[float, float],
    text: str,
    at: tuple[float, float],
    ha: str = "left",
) -> None:
    ax.plot(x, y, color=GREY, linewidth=1, linestyle="--", zorder=1)
    ax.text(*at, text, color=GREY, fontsize=11, va="center", ha=ha)
