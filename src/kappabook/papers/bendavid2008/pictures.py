"""Checks of what the text says of Figures 1-4, on the very points that are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008.examples import (
    FIGURE_LINES,
    Line,
    Point,
    holds_in,
    margins,
)

HALF = Fraction(1, 2)


def figures_1_and_2(examples: Mapping[int, ConfusionMatrix]) -> Iterator[tuple[str, Finding]]:
    """Check Figures 1 and 2, where P = N = P_bar = 0.5."""
    (line,) = FIGURE_LINES["fig1"]
    points = line.points()
    left, right = points[0], points[-1]
    (random,) = (point for point in points if point.kappa == 0)
    for figure in ("fig1", "fig2"):
        (shown,) = FIGURE_LINES[figure]
        yield f"{figure}.p", Finding(Number(shown.p))
        yield f"{figure}.n", Finding(Number(1 - shown.p))
        yield f"{figure}.random-fp", Finding(Number(random.fp))
        yield f"{figure}.random-tp", Finding(Number(random.tp))
        yield f"{figure}.picture", _picture("11 points at steps of 0.05, the coarsest regular ones")
    yield "fig1.leftmost", Finding(Statement(line.matrix(left.fp) == examples[3]))
    yield "fig1.rightmost", Finding(Statement(line.matrix(right.fp).accuracy == 0))
    yield "fig1.random-example", Finding(Statement(line.matrix(random.fp) == examples[1]))
    worse = [point for point in points if line.matrix(point.fp).accuracy < HALF]
    yield (
        "fig1.negative",
        Finding(
            Statement(
                bool(worse) and all(point.kappa < 0 for point in worse), f"{len(worse)} points"
            )
        ),
    )
    yield (
        "s4.axes",
        Finding(
            Statement(_extent(1) == {HALF} and _extent(3) == {Fraction("0.3"), Fraction("0.7")}),
            note="FP cannot exceed N, nor TP exceed P; on rates both would run to 1.",
        ),
    )
    yield (
        "s4.special-examples",
        Finding(
            Statement(
                all(
                    examples[n].kappa == 2 * (examples[n]["P", "P"] - examples[n]["N", "P"])
                    for n in (1, 2, 3)
                )
            )
        ),
    )
    (second,) = (point for point in points if point.kappa == examples[2].kappa)
    yield "fig2.example-fp", Finding(Number(second.fp))
    yield "fig2.example-kappa", Finding(Number(second.kappa))
    yield "fig2.example-fp-in-fig1", Finding(Number(second.fp))
    yield "fig2.example-tp", Finding(Number(second.tp))
    accuracy = [line.matrix(point.fp).accuracy for point in points]
    falling = all(a > b for a, b in pairwise(accuracy))
    yield "fig2.left-is-better", Finding(Statement(falling))
    yield "fig2.perfect-fp", Finding(Number(left.fp))
    yield "fig2.perfect-kappa", Finding(Number(left.kappa))
    yield "fig2.perfect-tp", Finding(Proof(partial(holds_in, [examples[3]]), "TP = P = 0.5"))
    yield "fig2.random-kappa", Finding(Number(random.kappa))


def figures_3_and_4() -> Iterator[tuple[str, Finding]]:
    """Check Figures 3 and 4, where P = 0.7."""
    (third,) = FIGURE_LINES["fig3"]
    points = third.points()
    yield "fig3.seven", Finding(Number(len(points)))
    yield "fig3.p-percent", Finding(Number(100 * third.p))
    yield "fig3.p-bar-percent", Finding(Number(100 * third.p_bar))
    yield "fig3.p", Finding(Number(third.p))
    yield "fig3.p-bar", Finding(Number(third.p_bar))
    ends = (points[0].fp, points[-1].fp)
    shown = f"{float(ends[0]):g} to {float(ends[1]):g}"
    yield "fig3.relevant", Finding(Statement(ends == third.fp_range, shown))
    yield "fig3.line", Finding(Statement(_slopes(points, "tp") == {-1}, "slope -1"))
    drawn = [margins(third.matrix(point.fp)) for point in points]
    fixed = {(m["P"], m["P_bar"]) for m in drawn} == {(third.p, third.p_bar)}
    yield "fig3.margins", Finding(Statement(fixed))
    yield "fig3.picture", _picture("seven points at steps of 0.05")

    lines = FIGURE_LINES["fig4"]
    shares = [line.p_bar for line in lines]
    yield "fig4.five", Finding(Number(len(lines)))
    yield "fig4.p", Finding(Number(_only({line.p for line in lines})))
    by_height = sorted(lines, key=lambda line: line.point(Fraction("0.25")).kappa)
    yield "fig4.lowest", Finding(Number(by_height[0].p_bar))
    yield "fig4.highest", Finding(Number(by_height[-1].p_bar))
    yield "fig4.step", Finding(Number(_only({b - a for a, b in pairwise(shares)})))
    straight = all(len(_slopes(line.points(), "kappa")) == 1 for line in lines)
    yield "fig4.straight", Finding(Statement(straight))
    yield "fig4.order", Finding(Statement(_higher_where_both_exist(lines)))
    second = [point.kappa for point in by_height[1].points()]
    yield "fig4.squares", Finding(Statement(second == [point.kappa for point in points]))
    yield "fig4.picture", _picture("markers o, D, ^, v besides the squares; steps of 0.05")


def _picture(drawn: str) -> Finding:
    note = f"The text copy has no pictures. We draw {drawn}."
    return Finding(Statement(False, "not in the text"), "inferred", note, "unavailable")


def _extent(figure: int) -> set[Fraction]:
    """Largest FP and TP that a figure's class distribution allows."""
    (line,) = FIGURE_LINES[f"fig{figure}"]
    return {1 - line.p, line.p}


def _slopes(points: Sequence[Point], coordinate: str) -> set[Fraction]:
    return {
        (getattr(b, coordinate) - getattr(a, coordinate)) / (b.fp - a.fp)
        for a, b in pairwise(points)
    }


def _higher_where_both_exist(lines: Sequence[Line]) -> bool:
    """Compare neighbouring lines at every FP they share."""
    for lower, upper in pairwise(lines):
        low = {point.fp: point.kappa for point in lower.points()}
        both = [(low[p.fp], p.kappa) for p in upper.points() if p.fp in low]
        if not both or any(a >= b for a, b in both):
            return False
    return True


def _only(values: set[Fraction]) -> Fraction:
    (value,) = values
    return value
