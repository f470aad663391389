"""What Sections 1-7 say outside equations, examples and figures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import ceil

import sympy as sp

from kappabook.algebra import follows
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008.examples import EXAMPLES, holds_in, read_example
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded

# What the 2007 paper prints: the average P_c (Table 7), on how many data sets (Table 6), and on
# how many of them accuracy and kappa rank the classifiers differently (Section 5).
CHANCE_2007, DATA_SETS_2007, DIFFERING_2007 = Fraction("0.3465"), 15, 8
# Hand and Till (2001), abstract; Cohen (1968), who introduced weighted kappa.
DATA_SETS_OF_HAND_AND_TILL, WEIGHTED_KAPPA = 8, 1968


@check("s1.*", "s2.*")
def introduction(printed: Mapping[str, str]) -> Findings:
    """Check Sections 1 and 2: guessing, and where ROC curves come from."""
    half = Number(ConfusionMatrix([[1, 1], [1, 1]]).exact().accuracy)
    note = "A setting of the example. Accuracy 0.5 means right in half of the cases."
    yield "s1.coin", Finding(half, note=note, verdict="definition")
    yield "s1.random-coin", Finding(Number(read_example(printed, 1).accuracy))
    yield "s1.random", Finding(Proof(follows, "1/m", (eq.RANDOM_GUESS,)))
    origin = Proof(_is_decades_before_2007, "1947, not the mid-fifties")
    yield "s1.origin", Finding(origin, "inferred", _ORIGIN, "contested")
    whole, thinned, changed = (
        ConfusionMatrix([[65, 5], negatives], ("P", "N")).exact()
        for negatives in ([16, 14], [8, 7], [8, 14])
    )
    shown = "true of FPR and TPR, not of FP and TP"
    rates = Statement(_only_rates_stay, (whole, thinned), (whole, changed), shown)
    yield "s2.independent", contested(rates, _INDEPENDENT)


_ORIGIN = (
    "For: six decades before the paper (received 2007) are the radar years. Against: the "
    "introduction says mid-fifties, five decades before. Neither says what began."
)
_INDEPENDENT = (
    "For: TPR = TP/P and FPR = FP/N stay the same when cases of one class are removed. "
    "Against: its own axes are FP and TP, which cannot exceed N and P."
)


def _is_decades_before_2007(text: str) -> bool:
    return 2007 - 10 * int(text) == 1947


def _only_rates_stay(whole: ConfusionMatrix, thinned: ConfusionMatrix) -> bool:
    """Say whether two tables have the same TPR and FPR, and other shares TP and FP."""
    rates = [m.cells[:, 0] / m.row_totals for m in (whole, thinned)]
    shares = [m.cells[:, 0] / m.total for m in (whole, thinned)]
    return bool((rates[0] == rates[1]).all() and (shares[0] != shares[1]).all())


@check("s3.*")
def ranges(printed: Mapping[str, str]) -> Findings:
    """Check Section 3: the range of kappa and of accuracy, and the 2007 paper's findings."""
    always_wrong = ConfusionMatrix([[0, 1], [1, 0]]).exact()
    always_right = read_example(printed, 3)
    for name, value, attained in (
        ("kappa-min", -1, always_wrong.kappa),
        ("kappa-max", 1, always_right.kappa),
    ):
        yield f"s3.{name}", Finding(number_if(kappa_is_bounded() and attained == value, value))
    yield "s3.accuracy-min", Finding(Number(always_wrong.accuracy))
    yield "s3.accuracy-max", Finding(Number(always_right.accuracy))
    reasonable = Proof(reasonable_kappas_satisfy, "K >= 0, and 0 is attained")
    yield "s3.above-zero", Finding(reasonable, note=_ABOVE_ZERO)
    third = Number(Fraction(1, ceil(1 / CHANCE_2007)))
    yield "s3.one-third", Finding(third, "external", _ONE_THIRD, "contested")
    counted = Number(DATA_SETS_2007)
    yield "s3.fifteen", Finding(counted, "external", "The rows of the 2007 paper's Table 6.")
    rankings = Statement(
        _is_most_of,
        (DIFFERING_2007, DATA_SETS_2007),
        (DIFFERING_2007 - 1, DATA_SETS_2007),
        "8 of 15 data sets by the 2007 paper",
    )
    yield "s3.rankings", contested(rankings, _RANKINGS, "external")


_ABOVE_ZERO = (
    "P_c is a mean of P and N with weights P_bar and N_bar, so never above the majority's share. "
    "As good as a fair coin is not enough for K >= 0."
)
_ONE_THIRD = (
    "The largest unit fraction below the average P_c of the 2007 paper, 0.3465. For: that number. "
    "Against: P_c is a share of all cases, not of the hits; its ratio to the average accuracy, "
    "0.6367, is 0.544."
)
_RANKINGS = (
    "Cited, not shown here. For: the 2007 paper counts eight of its fifteen data sets, more than "
    "half; one fewer would not be. Against: a ranking also differs when two classifiers that no "
    "test can tell apart change places, as they do there (see bendavid2007.s6.conclusions)."
)


def _is_most_of(part: int, whole: int) -> bool:
    return 2 * part > whole


@check(
    *("s4.six", "s4.equal-*", "s4.random-example", "s4.smarter", "s4.overpredicts"),
    *("s4.same-classes", "s4.random-imbalanced", "s4.imbalanced", "s4.special-examples"),
)
def six_examples(printed: Mapping[str, str]) -> Findings:
    """Check what Section 4 says of the examples together; each witness is other examples."""
    first, second, third, fourth, fifth, sixth = (read_example(printed, i) for i in EXAMPLES)
    tables = sum(claim.endswith(".total") for claim in printed)
    yield "s4.six", Finding(Number(tables), note="Counted in our copy.")
    balanced = (first, second, third)
    yield "s4.equal-classes", Finding(Proof(holds_in, "P = N", (balanced,)), damaged=True)
    yield "s4.equal-predictions", Finding(Proof(holds_in, "P_bar = N_bar", (balanced,)))
    special = Statement(_satisfy_15_and_16, (balanced,), ((first, second, fourth),))
    yield "s4.special-examples", Finding(special)
    yield "s4.random-example", Finding(Statement(_independent, (first,), (second,)))
    shown = f"K = {second.kappa}"
    yield "s4.smarter", Finding(Statement(_beats_chance, (second,), (first,), shown))
    overpredicts = Statement(_says_positive_too_often, (fourth,), (fifth,), "0.8 > 0.7")
    yield "s4.overpredicts", Finding(overpredicts)
    same = Statement(_share_classes, ((fourth, fifth, sixth),), ((third, fifth, sixth),))
    yield "s4.same-classes", Finding(same)
    yield "s4.random-imbalanced", Finding(Statement(_independent, (sixth,), (fourth,)))
    uneven = Statement(_are_imbalanced, ((fourth, fifth, sixth),), ((third, fifth, sixth),))
    yield "s4.imbalanced", Finding(uneven)


def _satisfy_15_and_16(tables: Sequence[ConfusionMatrix]) -> bool:
    points = [(m["P", "P"], m["N", "P"], Fraction(m.kappa)) for m in tables]
    return all(k == 2 * (tp - fp) and tp == k / 2 + fp for tp, fp, k in points)


def _independent(matrix: ConfusionMatrix) -> bool:
    """Say whether every cell is the product of its margins, as for an independent guesser."""
    margins = matrix.row_margins[:, None] * matrix.column_margins[None, :]
    return bool((matrix.cells == margins).all()) and matrix.kappa == 0


def _beats_chance(matrix: ConfusionMatrix) -> bool:
    return matrix.kappa > 0 and matrix.accuracy > matrix.chance_agreement


def _says_positive_too_often(matrix: ConfusionMatrix) -> bool:
    return bool(matrix.column_margins[0] > matrix.row_margins[0])


def _share_classes(tables: Sequence[ConfusionMatrix]) -> bool:
    return len({matrix.row_margins[0] for matrix in tables}) == 1


def _are_imbalanced(tables: Sequence[ConfusionMatrix]) -> bool:
    return all(m.row_margins[0] != Fraction(1, 2) != m.column_margins[0] for m in tables)


@check("s4.axes", "s4.correspondence", "s4.negative", "s4.north-west", "s4.random-hits")
def all_classifiers() -> Findings:
    """Check what Section 4 says of all classifiers."""
    yield "s4.axes", Finding(Unjudged("FP and TP, shares of all cases"), "none", _AXES, _INPUT)
    both = (eq.P_c, eq.K)
    point = Statement(_decide, ({eq.TP, eq.FP, eq.N}, both), ({eq.TP, eq.FP}, both))
    yield "s4.correspondence", Finding(point, note=_CORRESPONDENCE)
    sign = Statement(
        eq.prove,
        ("P_0 - P_c = K*(P*N_bar + N*P_bar)",),
        ("P_0 - P_c = K*(P*N_bar - N*P_bar)",),
        "P_0 - P_c is K times a sum of products of shares",
    )
    yield "s4.negative", Finding(sign, note=_NEGATIVE)
    corner = ConfusionMatrix.from_probabilities([["7/64", "189/320"], ["0", "3/10"]])
    perfect = ConfusionMatrix.from_probabilities([["0.7", "0"], ["0", "0.3"]])
    majority = ConfusionMatrix.from_probabilities([["0.7", "0"], ["0.3", "0"]])
    shown = f"accuracy {float(corner.accuracy):.4g} against {float(majority.accuracy):.4g}"
    better = Statement(_corner_is_worse, (corner, majority), (perfect, majority), shown)
    yield "s4.north-west", contested(better, _NORTH_WEST)
    sees = Statement(eq.sees_true_negatives, (eq.K,), (eq.TP,), "K changes with TN, TP does not")
    yield "s4.random-hits", Finding(sees)


_INPUT = "definition"
_AXES = "FP cannot exceed N, nor TP exceed P; on rates both would run to 1."
_CORRESPONDENCE = (
    "(10) gives P_c and (13) gives K. Back from (P_c, K) to one (FP, TP) only if P is not N: at "
    "P = N every classifier has P_c = 0.5."
)
_NEGATIVE = (
    "That sum, P N_bar + N P_bar, is 1 - P_c and not negative; so K is below zero exactly where "
    "the accuracy is below P_c, for every table with a kappa."
)
_NORTH_WEST = (
    "For: at P = N = 0.5, the case of Fig. 2, accuracy is (1 + K)/2, so up is better. Against: "
    "there, left at equal K changes nothing; and with P = 0.7 the point (FP, K) = (0, 0.1) has a "
    "lower accuracy than (0.3, 0), the majority classifier."
)


def _decide(known: Collection[sp.Symbol], wanted: Collection[sp.Symbol]) -> bool:
    return all(eq.decides(known, measure) for measure in wanted)


def _corner_is_worse(corner: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether a table is above and left of another in the FP-kappa plane, and less accurate."""
    north_west = corner.kappa > other.kappa and corner.cells[1, 0] < other.cells[1, 0]
    return bool(north_west and corner.accuracy < other.accuracy)


@check("s6.*", "s7.*")
def conclusions(printed: Mapping[str, str]) -> Findings:
    """Check Sections 6 and 7: other people's methods, and what the paper has shown."""
    m = sp.Symbol("m")
    shown = "m (m - 1) kinds of error"
    errors, one_each = m**2 - m, m - 1
    quadratic = Statement(_is_quadratic, (errors, m), (one_each, m), shown)
    note = "One axis for each kind of error: a cell off the diagonal of a table of m classes."
    yield "s6.quadratic", Finding(quadratic, "external", note)
    yield "s6.number", Finding(Number(7 - 1), "inferred", _NUMBER, "contested")
    yield "s6.ten", Finding(Number(DATA_SETS_OF_HAND_AND_TILL), "external")
    earlier = Statement(_came_first, (WEIGHTED_KAPPA, 1981), (1990, 1981), "Cohen, in 1968")
    yield "s6.weighted", contested(earlier, _WEIGHTED, "external")
    both = {eq.TP, eq.FP}
    formula = Statement(
        eq.decides,
        (both, eq.K, eq.EQUAL_CLASSES),
        (both, eq.K, eq.MEANING),
        "by TP and FP alone if P = N",
    )
    yield "s7.formula", contested(formula, _FORMULA)
    rates = Statement(
        follows,
        ("K = 2*P*N*(TPR - FPR)/(P*N_bar + N*P_bar)", eq.RATES),
        ("K = 2*P*N*(TPR + FPR)/(P*N_bar + N*P_bar)", eq.RATES),
        "(13) in rates",
    )
    yield "s7.first", contested(rates, _FIRST, "external")
    fourth, sixth = (read_example(printed, number) for number in (4, 6))
    all_positive = ConfusionMatrix.from_probabilities([["0.7", "0"], ["0.3", "0"]], ("P", "N"))
    points = Statement(
        _kappa_changes_along, (fourth, all_positive), (sixth, all_positive), "9/19, then 0"
    )
    yield "s7.point", Finding(points, note=_POINT)


_NUMBER = (
    "In the copy we read, Section 6 follows Section 4. For: Section 7 comes next; one heading may "
    "be lost where the figures are discussed. Against: no text is missing."
)
_WEIGHTED = (
    "For: Fleiss's textbook of 1981 presents it, and a textbook may be cited for what it teaches. "
    "Against: Cohen introduced it in 1968, with any costs; equal, linear and quadratic are three "
    "choices. We have not seen the textbook."
)
_FORMULA = (
    "For: at P = N, (15) needs TP and FP alone. Against: (13) also needs the class distribution; "
    "two tables with the same TP and FP and other shares of positives have other kappas. The "
    "words 'among other things' may cover that."
)
_FIRST = (
    "For: we know of no earlier paper that states it for ROC curves of classifiers. Against: "
    "in rates (13) is kappa from prevalence, sensitivity and specificity; Thompson and Walter "
    "(1988), whom the paper cites, wrote kappa in these terms for two fallible raters "
    "(recalled, not read again). Only a search of the literature can say who was first."
)
_POINT = (
    "(13) needs one point and the class distribution. No kappa belongs to a whole curve: every ROC "
    "curve ends where all cases are called positive, with kappa 0, and one through Example 4 has "
    "9/19 there."
)


def _is_quadratic(count: sp.Expr, classes: sp.Symbol) -> bool:
    return bool(sp.degree(count, classes) == 2)


def _came_first(one: int, other: int) -> bool:
    return one < other


def _kappa_changes_along(first: ConfusionMatrix, later: ConfusionMatrix) -> bool:
    """Say whether one rising ROC curve can hold two tables, and they have two kappas."""
    rises = (first.cells[:, 0] <= later.cells[:, 0]).all()
    return bool(rises and _share_classes((first, later)) and first.kappa != later.kappa)
