"""The straight lines of Figures 1-4, and what the text says of the points drawn on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from kappabook.algebra import follows
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008.examples import LABELS, holds_in, read_example
from kappabook.papers.shared.findings import no_picture
from kappabook.transcription import read_number


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

    @property
    def random_fp(self) -> Fraction:
        """FP of an independent guesser, whose cells are the products of the margins."""
        return self.p_bar * (1 - self.p)

    def at_kappa(self, kappa: Fraction) -> Point:
        """Return the point with a kappa, which is linear in FP."""
        first, last = (self.point(fp) for fp in self.fp_range)
        share = (first.kappa - kappa) / (first.kappa - last.kappa)
        return self.point(first.fp + share * (last.fp - first.fp))

    def points(self, step: Fraction = Fraction(1, 20)) -> list[Point]:
        """Return the points at regular steps of FP that can occur."""
        low, high = self.fp_range
        return [self.point(low + i * step) for i in range(int((high - low) / step) + 1)]


def line(p: str, p_bar: str) -> Line:
    """Make a line from decimal text, exactly."""
    return Line(Fraction(p), Fraction(p_bar))


# What we draw for each figure, by the text of Section 4, whose numbers are the input. Steps of
# 0.05 are the coarsest regular ones with the points the text names (0.10, 0.25) and Figure 3's
# seven.
FIGURE_LINES = {
    "fig1": (line("0.5", "0.5"),),
    "fig2": (line("0.5", "0.5"),),
    "fig3": (line("0.7", "0.6"),),
    "fig4": tuple(line("0.7", p_bar) for p_bar in ("0.5", "0.6", "0.7", "0.8", "0.9")),
}


def read_line(printed: Mapping[str, str], figure: int) -> Line:
    """Read the line of Figure 1, 2 or 3; on the first two lies the ideal classifier, Example 3."""
    name = f"bendavid2008.fig{figure}"
    p = read_number(printed[f"{name}.p"])
    if figure == 3:
        return Line(p, read_number(printed[f"{name}.p-bar"]))
    return Line(p, read_example(printed, 3).column_margins[0])


def read_lines(printed: Mapping[str, str]) -> tuple[Line, ...]:
    """Read the lines of Figure 4: from the lowest to the highest, in steps."""
    p, low, high, step = (
        read_number(printed[f"bendavid2008.fig4.{name}"])
        for name in ("p", "lowest", "highest", "step")
    )
    return tuple(Line(p, low + i * step) for i in range(int((high - low) / step) + 1))


def _input(number: int | Fraction) -> Finding:
    """Return the finding for a number that the document chooses: we draw with it."""
    return Finding(Number(Fraction(number)), verdict="definition")


@check(
    *(f"fig{{figure}}.{name}" for name in ("p", "n", "random-fp", "random-tp", "picture")),
    figure=(1, 2),
)
def both_balanced_figures(printed: Mapping[str, str], figure: int) -> Findings:
    """Check what the text says of Figure 1 and of Figure 2, where P = N = P_bar = 0.5."""
    name = f"fig{figure}"
    (drawn,) = FIGURE_LINES[name]
    yield f"{name}.p", _input(drawn.p)
    yield f"{name}.n", _input(1 - drawn.p)
    shown = read_line(printed, figure)
    random = shown.point(shown.random_fp)
    yield f"{name}.random-fp", Finding(Number(random.fp))
    yield f"{name}.random-tp", Finding(Number(random.tp))
    yield f"{name}.picture", no_picture("11 points at steps of 0.05, the coarsest regular ones")


@check("fig1.leftmost", "fig1.rightmost", "fig1.random-example", "fig1.negative")
def figure_1(printed: Mapping[str, str]) -> Findings:
    """Check the named points of Figure 1."""
    shown = read_line(printed, 1)
    guess, smart, ideal = (read_example(printed, number) for number in (1, 2, 3))
    left, right = shown.fp_range
    leftmost = Statement(_has_at, (shown, left, ideal), (shown, left, smart), "Example 3")
    yield "fig1.leftmost", Finding(leftmost)
    right_end = Statement(_is_always_wrong_at, (shown, right), (shown, right / 2), "accuracy 0")
    yield "fig1.rightmost", Finding(right_end)
    circled = read_number(printed["bendavid2008.fig1.random-fp"])
    random = Statement(_has_at, (shown, circled, guess), (shown, circled, smart), "Example 1")
    yield "fig1.random-example", Finding(random)
    negative = Statement(
        follows,
        ("P_0 = (1 + K)/2", eq.EQUAL_CLASSES),
        ("P_0 = (1 - K)/2", eq.EQUAL_CLASSES),
        "accuracy is (1 + K)/2",
    )
    note = "So kappa is negative exactly where the accuracy is below the coin's, 0.5."
    yield "fig1.negative", Finding(negative, note=note)


def _has_at(shown: Line, fp: Fraction, matrix: ConfusionMatrix) -> bool:
    return shown.matrix(fp) == matrix


def _is_always_wrong_at(shown: Line, fp: Fraction) -> bool:
    return shown.matrix(fp).accuracy == 0


@check("fig2.example-*", "fig2.left-is-better", "fig2.perfect-*", "fig2.random-kappa")
def figure_2(printed: Mapping[str, str]) -> Findings:
    """Check the named points of Figure 2."""
    first, shown = read_line(printed, 1), read_line(printed, 2)
    kappa = Fraction(read_example(printed, 2).kappa)

    def kappa_at(name: str) -> Number:
        return Number(shown.point(read_number(printed[f"bendavid2008.fig2.{name}"])).kappa)

    yield "fig2.example-fp", Finding(Number(shown.at_kappa(kappa).fp))
    yield "fig2.example-kappa", Finding(kappa_at("example-fp"))
    yield "fig2.example-fp-in-fig1", Finding(Number(first.at_kappa(kappa).fp))
    yield "fig2.example-tp", Finding(Number(first.at_kappa(kappa).tp))
    falls = Statement(
        eq.prove,
        ("P_0 = P_bar + N - 2*FP",),
        ("P_0 = P_bar + N + 2*FP",),
        "accuracy is P_bar + N - 2 FP",
    )
    yield "fig2.left-is-better", Finding(falls)
    yield "fig2.perfect-fp", Finding(Number(shown.at_kappa(Fraction(1)).fp))
    yield "fig2.perfect-kappa", Finding(kappa_at("perfect-fp"))
    third = Proof(holds_in, "TP = P = 0.5", ((read_example(printed, 3),),))
    yield "fig2.perfect-tp", Finding(third)
    yield "fig2.random-kappa", Finding(kappa_at("random-fp"))


@check("fig3.*")
def figure_3(printed: Mapping[str, str]) -> Findings:
    """Check Figure 3: one line, where P = 0.7. Most of what is said of it is its input."""
    (drawn,) = FIGURE_LINES["fig3"]
    shown = read_line(printed, 3)
    yield "fig3.seven", _input(len(drawn.points()))
    yield "fig3.p-percent", _input(100 * shown.p)
    yield "fig3.p-bar-percent", _input(100 * shown.p_bar)
    yield "fig3.p", _input(drawn.p)
    yield "fig3.p-bar", _input(drawn.p_bar)
    low, high = shown.fp_range
    relevant = Unjudged(f"FP from {float(low):g} to {float(high):g}; beyond, a cell is negative")
    yield "fig3.relevant", Finding(relevant, verdict="definition")
    falls = Statement(eq.prove, ("TP = P_bar - FP",), ("TP = P_bar + FP",), "slope -1, by (6)")
    yield "fig3.line", Finding(falls)
    yield "fig3.margins", Finding(Unjudged("says which points are on it"), verdict="definition")
    yield "fig3.picture", no_picture("seven points at steps of 0.05")


@check("fig4.*")
def figure_4(printed: Mapping[str, str]) -> Findings:
    """Check Figure 4: five lines, where P = 0.7."""
    drawn = FIGURE_LINES["fig4"]
    (p,) = {line.p for line in drawn}
    (step,) = {b.p_bar - a.p_bar for a, b in pairwise(drawn)}
    yield "fig4.p", _input(p)
    yield "fig4.lowest", _input(drawn[0].p_bar)
    yield "fig4.highest", _input(drawn[-1].p_bar)
    yield "fig4.step", _input(step)
    lines = read_lines(printed)
    note = "Counted from the lowest to the highest share, in the printed steps."
    yield "fig4.five", Finding(Number(len(lines)), note=note)
    straight = Statement(
        eq.prove,
        ("K = (2*N*P_bar - 2*FP)/(P - P_bar*(1 - 2*N))",),
        ("K = (2*N*P_bar - 2*FP)/(P + P_bar*(1 - 2*N))",),
        "at fixed P and P_bar, K is linear in FP",
    )
    yield "fig4.straight", Finding(straight)
    order = Statement(_higher_where_both_exist, (lines,), (lines[::-1],))
    note = "Straight lines, compared at both ends of the values of FP that two neighbours share."
    yield "fig4.order", Finding(order, note=note)
    third = read_line(printed, 3)
    squares = Statement(_second_lowest_is, (lines, third), (lines, lines[2]), "P_bar = 0.6")
    yield "fig4.squares", Finding(squares)
    yield "fig4.picture", no_picture("markers o, D, ^, v besides the squares; steps of 0.05")


def _higher_where_both_exist(lines: Sequence[Line]) -> bool:
    """Compare neighbouring lines; both are straight, so the ends of what they share decide."""
    for lower, upper in pairwise(lines):
        low = max(lower.fp_range[0], upper.fp_range[0])
        high = min(lower.fp_range[1], upper.fp_range[1])
        if low >= high:
            return False
        if any(lower.point(fp).kappa >= upper.point(fp).kappa for fp in (low, high)):
            return False
    return True


def _second_lowest_is(lines: Sequence[Line], wanted: Line) -> bool:
    fp = max(line.fp_range[0] for line in lines)
    return sorted(lines, key=lambda line: line.point(fp).kappa)[1] == wanted
