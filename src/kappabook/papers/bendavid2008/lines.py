"""The straight lines of Figures 1-4, and what the text says of the points drawn on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008.examples import LABELS, holds_in, margins, read_example
from kappabook.papers.shared.findings import no_picture


@dataclass(frozen=True)
class Point:
    """One classifier on a line: joint probabilities of false and true positives, and kappa."""

    fp: Fraction
    tp: Fraction
    kappa: Fraction


@dataclass(frozen=True)
class Line:
    """All classifiers with the same margins P and P_bar; only FP is free.

    By eq. (6) TP = P_bar - FP. Not a ROC curve: along one, P_bar changes.
    """

    p: Fraction
    p_bar: Fraction

    @property
    def fp_range(self) -> tuple[Fraction, Fraction]:
        """Values of FP for which all four cells are non-negative."""
        return max(Fraction(0), self.p_bar - self.p), min(self.p_bar, 1 - self.p)

    def matrix(self, fp: Fraction) -> ConfusionMatrix:
        """Return the confusion matrix at one value of FP."""
        tp = self.p_bar - fp
        cells = [[tp, self.p - tp], [fp, 1 - self.p - fp]]
        return ConfusionMatrix.from_probabilities(cells, LABELS)

    def point(self, fp: Fraction) -> Point:
        """Return FP, TP and kappa at one value of FP."""
        matrix = self.matrix(fp)
        return Point(fp, matrix["P", "P"], Fraction(matrix.kappa))

    def points(self, step: Fraction = Fraction(1, 20)) -> list[Point]:
        """Return the points at regular steps of FP that can occur."""
        low, high = self.fp_range
        return [self.point(low + i * step) for i in range(int((high - low) / step) + 1)]


def line(p: str, p_bar: str) -> Line:
    """Make a line from decimal text, exactly."""
    return Line(Fraction(p), Fraction(p_bar))


# What each figure of the paper shows, by the text of Section 4. Steps of 0.05 are the coarsest
# regular ones with the points the text names (0.10, 0.25) and Figure 3's seven.
FIGURE_LINES = {
    "fig1": (line("0.5", "0.5"),),
    "fig2": (line("0.5", "0.5"),),
    "fig3": (line("0.7", "0.6"),),
    "fig4": tuple(line("0.7", p_bar) for p_bar in ("0.5", "0.6", "0.7", "0.8", "0.9")),
}


@check(
    *(f"fig{{figure}}.{name}" for name in ("p", "n", "random-fp", "random-tp", "picture")),
    figure=(1, 2),
)
def both_balanced_figures(figure: int) -> Findings:
    """Check what the text says of Figure 1 and of Figure 2, where P = N = P_bar = 0.5."""
    (shown,) = FIGURE_LINES[f"fig{figure}"]
    random = _random(shown)
    for name, number in (
        ("p", shown.p),
        ("n", 1 - shown.p),
        ("random-fp", random.fp),
        ("random-tp", random.tp),
    ):
        yield f"fig{figure}.{name}", Finding(Number(number))
    drawn = "11 points at steps of 0.05, the coarsest regular ones"
    yield f"fig{figure}.picture", no_picture(drawn)


def _random(shown: Line) -> Point:
    (random,) = (point for point in shown.points() if point.kappa == 0)
    return random


@check("fig1.leftmost", "fig1.rightmost", "fig1.random-example", "fig1.negative")
def figure_1(printed: Mapping[str, str]) -> Findings:
    """Check the named points of Figure 1."""
    (shown,) = FIGURE_LINES["fig1"]
    points = shown.points()
    matrices = [shown.matrix(point.fp) for point in points]
    random = shown.matrix(_random(shown).fp)
    yield "fig1.leftmost", Finding(Statement(matrices[0] == read_example(printed, 3)))
    yield "fig1.rightmost", Finding(Statement(matrices[-1].accuracy == 0))
    yield "fig1.random-example", Finding(Statement(random == read_example(printed, 1)))
    worse = [matrix for matrix in matrices if matrix.accuracy < random.accuracy]
    negative = bool(worse) and all(matrix.kappa < 0 for matrix in worse)
    yield "fig1.negative", Finding(Statement(negative, f"{len(worse)} points"))


@check("fig2.example-*", "fig2.left-is-better", "fig2.perfect-*", "fig2.random-kappa")
def figure_2(printed: Mapping[str, str]) -> Findings:
    """Check the named points of Figure 2."""
    (shown,) = FIGURE_LINES["fig2"]
    points = shown.points()
    kappa = read_example(printed, 2).kappa
    (second,) = (point for point in points if point.kappa == kappa)
    yield "fig2.example-fp", Finding(Number(second.fp))
    yield "fig2.example-kappa", Finding(Number(second.kappa))
    yield "fig2.example-fp-in-fig1", Finding(Number(second.fp))
    yield "fig2.example-tp", Finding(Number(second.tp))
    accuracy = [shown.matrix(point.fp).accuracy for point in points]
    yield "fig2.left-is-better", Finding(Statement(all(a > b for a, b in pairwise(accuracy))))
    yield "fig2.perfect-fp", Finding(Number(points[0].fp))
    yield "fig2.perfect-kappa", Finding(Number(points[0].kappa))
    third = Proof(holds_in, "TP = P = 0.5", ((read_example(printed, 3),),))
    yield "fig2.perfect-tp", Finding(third)
    yield "fig2.random-kappa", Finding(Number(_random(shown).kappa))


@check("fig3.*")
def figure_3() -> Findings:
    """Check Figure 3: one line, where P = 0.7."""
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
    yield "fig3.picture", no_picture("seven points at steps of 0.05")


@check("fig4.*")
def figure_4() -> Findings:
    """Check Figure 4: five lines, where P = 0.7."""
    lines = FIGURE_LINES["fig4"]
    (share,) = {line.p for line in lines}
    (step,) = {b.p_bar - a.p_bar for a, b in pairwise(lines)}
    yield "fig4.five", Finding(Number(len(lines)))
    yield "fig4.p", Finding(Number(share))
    by_height = sorted(lines, key=lambda line: line.point(Fraction("0.25")).kappa)
    yield "fig4.lowest", Finding(Number(by_height[0].p_bar))
    yield "fig4.highest", Finding(Number(by_height[-1].p_bar))
    yield "fig4.step", Finding(Number(step))
    straight = all(len(_slopes(line.points(), "kappa")) == 1 for line in lines)
    yield "fig4.straight", Finding(Statement(straight))
    yield "fig4.order", Finding(Statement(_higher_where_both_exist(lines)))
    (third,) = FIGURE_LINES["fig3"]
    squares = [[point.kappa for point in line.points()] for line in (by_height[1], third)]
    yield "fig4.squares", Finding(Statement(squares[0] == squares[1]))
    yield "fig4.picture", no_picture("markers o, D, ^, v besides the squares; steps of 0.05")


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
