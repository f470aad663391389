"""What Sections 1-6 say outside equations, examples and figures."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

import numpy as np

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008.examples import EXAMPLES, holds_in, margins, read_example
from kappabook.papers.bendavid2008.lines import FIGURE_LINES
from kappabook.papers.shared.algebra import follows
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded

# Average P_c, Table 7 of bendavid2007, as printed there.
CHANCE_2007 = Fraction("0.3465")


@check("s1.*", "s2.*")
def introduction(printed: Mapping[str, str]) -> Findings:
    """Check Sections 1 and 2: guessing, and where ROC curves come from."""
    yield "s1.coin", Finding(Number(ConfusionMatrix([[1, 1], [1, 1]]).exact().accuracy))
    yield "s1.random-coin", Finding(Number(read_example(printed, 1).accuracy))
    yield "s1.random", Finding(Proof(follows, "1/m", (eq.RANDOM_GUESS,)))
    origin = Proof(_is_decades_before_2007, "1947, not the mid-fifties")
    yield "s1.origin", Finding(origin, "inferred", _ORIGIN, "contested")
    yield "s2.independent", contested(*_thinning_negatives(), _INDEPENDENT)


_ORIGIN = (
    "For: six decades before the paper (received 2007) are the radar years. Against: the "
    "introduction says mid-fifties, five decades before. Neither says what began."
)
_INDEPENDENT = (
    "For: TPR = TP/P and FPR = FP/N stay when a class is thinned. Against: its own axes are FP and "
    "TP, which cannot exceed N and P."
)


def _is_decades_before_2007(text: str) -> bool:
    return 2007 - 10 * int(text) == 1947


def _thinning_negatives() -> tuple[bool, str]:
    """Halve the negatives of a table: the rates stay, the shares FP and TP do not."""
    whole = ConfusionMatrix([[65, 5], [16, 14]], ("P", "N")).exact()
    thinned = ConfusionMatrix([[65, 5], [8, 7]], ("P", "N")).exact()
    rates = [m.cells[:, 0] / m.row_totals for m in (whole, thinned)]
    shares = [m.cells[:, 0] / m.total for m in (whole, thinned)]
    holds = (rates[0] == rates[1]).all() and (shares[0] != shares[1]).all()
    return bool(holds), "true of FPR and TPR, not of FP and TP"


@check("s3.*")
def ranges(printed: Mapping[str, str]) -> Findings:
    """Check Section 3: the range of kappa and of accuracy, and the 2007 paper's findings."""
    always_wrong = ConfusionMatrix([[0, 1], [1, 0]]).exact()
    always_right = read_example(printed, 3)
    for name, value, attained in (
        ("kappa-min", -1, always_wrong.kappa),
        ("kappa-max", 1, always_right.kappa),
        ("accuracy-min", 0, always_wrong.accuracy),
        ("accuracy-max", 1, always_right.accuracy),
    ):
        yield f"s3.{name}", Finding(number_if(kappa_is_bounded() and attained == value, value))
    reasonable = Proof(reasonable_kappas_satisfy, "K >= 0, and 0 is attained")
    yield "s3.above-zero", Finding(reasonable, note=_ABOVE_ZERO)
    third = Number(Fraction(1, ceil(1 / CHANCE_2007)))
    yield "s3.one-third", Finding(third, "external", _ONE_THIRD, "contested")
    cited = Statement(True, "8 of 15 data sets by the 2007 paper")
    note = "Rests on the 2007 paper's count, which this paper only cites."
    yield "s3.rankings", Finding(cited, "external", note, "consistent")


_ABOVE_ZERO = (
    "P_c is a mean of P and N with weights P_bar and N_bar, so never above the majority's share. "
    "As good as a fair coin is not enough for K >= 0."
)
_ONE_THIRD = (
    "The largest unit fraction below the average P_c of the 2007 paper, 0.3465. For: that number. "
    "Against: P_c is a share of all cases, not of the hits; its ratio to the average accuracy, "
    "0.6367, is 0.544."
)


@check(
    *("s4.six", "s4.equal-*", "s4.random-example", "s4.smarter", "s4.overpredicts"),
    *("s4.same-classes", "s4.random-imbalanced", "s4.imbalanced", "s4.special-examples"),
)
def six_examples(printed: Mapping[str, str]) -> Findings:
    """Check what Section 4 says of the examples together."""
    examples = {number: read_example(printed, number) for number in EXAMPLES}
    yield "s4.six", Finding(Number(len(examples)))
    balanced = tuple(examples[number] for number in (1, 2, 3))
    yield "s4.equal-classes", Finding(Proof(holds_in, "P = N", (balanced,)))
    yield "s4.equal-predictions", Finding(Proof(holds_in, "P_bar = N_bar", (balanced,)))
    by_15 = all(m.kappa == 2 * (m["P", "P"] - m["N", "P"]) for m in balanced)
    yield "s4.special-examples", Finding(Statement(by_15))
    yield "s4.random-example", Finding(Statement(_independent(examples[1])))
    yield "s4.smarter", Finding(Statement(examples[2].kappa > 0, str(examples[2].kappa)))
    uneven = [margins(examples[number]) for number in (4, 5, 6)]
    p_bar, p = uneven[0]["P_bar"], uneven[0]["P"]
    yield "s4.overpredicts", Finding(Statement(p_bar > p, f"{float(p_bar)} > {float(p)}"))
    yield "s4.same-classes", Finding(Statement(len({m["P"] for m in uneven}) == 1))
    yield "s4.random-imbalanced", Finding(Statement(_independent(examples[6])))
    both = all(m["P"] != m["N"] and m["P_bar"] != m["N_bar"] for m in uneven)
    yield "s4.imbalanced", Finding(Statement(both))


def _independent(matrix: ConfusionMatrix) -> bool:
    """Say whether every cell is the product of its margins, as for an independent guesser."""
    margins = matrix.row_margins[:, None] * matrix.column_margins[None, :]
    return bool((matrix.cells == margins).all()) and matrix.kappa == 0


@check("s4.axes", "s4.correspondence", "s4.negative", "s4.north-west", "s4.random-hits", "s6.*")
def discussion() -> Findings:
    """Check what Sections 4 and 6 say of all classifiers."""
    yield "s4.axes", Finding(_no_rate_axes(), note=_AXES)
    point = Statement(_point_decides_agreement())
    yield "s4.correspondence", Finding(point, note=_CORRESPONDENCE)
    yield "s4.negative", Finding(Statement(_negative_is_below_chance()))
    yield "s4.north-west", contested(*_better_in_the_corner(), _NORTH_WEST)
    yield "s4.random-hits", Finding(Statement(eq.kappa_sees_true_negatives()))
    errors = [int((~np.eye(m, dtype=bool)).sum()) for m in range(2, 12)]
    quadratic = Statement(set(np.diff(errors, n=2)) == {2}, "m (m - 1) kinds of error")
    note = "The cells off the diagonal of a confusion matrix of m classes."
    yield "s6.quadratic", Finding(quadratic, note=note)
    yield "s6.number", Finding(Number(7 - 1), "inferred", _NUMBER, "contested")


_AXES = "FP cannot exceed N, nor TP exceed P; on rates both would run to 1."
_CORRESPONDENCE = (
    "(10) gives P_c and (13) gives K. Back from (P_c, K) to one (FP, TP) only if P is not N: at "
    "P = N every classifier has P_c = 0.5."
)
_NORTH_WEST = (
    "For: at P = N = 0.5, the case of Fig. 2, accuracy is (1 + K)/2, so up is better. Against: "
    "there, left at equal K changes nothing; and with P = 0.7 the point (FP, K) = (0, 0.1) has a "
    "lower accuracy than (0.3, 0), the majority classifier."
)
_NUMBER = (
    "In the copy we read, Section 6 follows Section 4. For: Section 7 comes next; one heading may "
    "be lost where the figures are discussed. Against: no text is missing."
)


def _no_rate_axes() -> Statement:
    """Compare the largest FP and TP of Figures 1 and 3 with the class distributions."""
    (first,), (third,) = FIGURE_LINES["fig1"], FIGURE_LINES["fig3"]
    extents = [{1 - line.p, line.p} for line in (first, third)]
    return Statement(extents == [{Fraction("0.5")}, {Fraction("0.3"), Fraction("0.7")}])


def _point_decides_agreement() -> bool:
    given_n = {eq.FN: 1 - eq.N - eq.TP}
    free = {eq.TP, eq.FP, eq.N}
    return all(eq.MEANING[s].subs(given_n).free_symbols <= free for s in (eq.P_c, eq.K))


def _negative_is_below_chance() -> bool:
    """Say whether kappa is negative exactly where accuracy is below P_c, on Figure 3's line."""
    (line,) = FIGURE_LINES["fig3"]
    matrices = [line.matrix(point.fp) for point in line.points()]
    return all((m.kappa < 0) == (m.accuracy < m.chance_agreement) for m in matrices)


def _better_in_the_corner() -> tuple[bool, str]:
    """At P = 0.7, (FP, K) = (0, 0.1) is up and left of (0.3, 0), and less accurate."""
    corner = ConfusionMatrix.from_probabilities([["7/64", "189/320"], ["0", "3/10"]])
    majority = ConfusionMatrix.from_probabilities([["0.7", "0"], ["0.3", "0"]])
    assert (corner.kappa, majority.kappa) == (Fraction(1, 10), 0)
    shown = f"accuracy {float(corner.accuracy):.4g} against {float(majority.accuracy):.4g}"
    return bool(corner.accuracy < majority.accuracy), shown
