"""The six confusion matrices of the paper, and the straight lines that its figures show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kappabook.metrics import ConfusionMatrix
from kappabook.papers.shared.binary_table import read_table
from kappabook.transcription import read_number

EXAMPLES = range(1, 7)
LABELS = ("P", "N")


def read_example(printed: Mapping[str, str], number: int) -> ConfusionMatrix:
    """Make the exact matrix of Example 1 to 6 from its printed cells."""
    return read_table(printed, f"bendavid2008.example{number}", LABELS)


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


def margins(matrix: ConfusionMatrix) -> dict[str, Fraction]:
    """Return the margins and cells by the paper's names."""
    (p, n), (p_bar, n_bar) = matrix.row_margins, matrix.column_margins
    cells = {"TP": matrix["P", "P"], "FP": matrix["N", "P"], "FN": matrix["P", "N"]}
    return {"P": p, "N": n, "P_bar": p_bar, "N_bar": n_bar, **cells}


def holds_in(examples: Sequence[ConfusionMatrix], printed: str) -> bool:
    """Say whether a printed 'A = B', of names and numbers, holds in each of the examples."""
    for matrix in examples:
        known = margins(matrix)
        values = {
            known[side] if side in known else read_number(side) for side in printed.split(" = ")
        }
        if len(values) > 1:
            return False
    return True
