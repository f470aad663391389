"""Checks of what the text says outside its equations, examples and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import ceil

import numpy as np

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008.examples import FIGURE_LINES, holds_in, margins
from kappabook.papers.shared.algebra import follows
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy

# Average P_c, Table 7 of bendavid2007, as printed there.
CHANCE_2007 = Fraction("0.3465")


def prose(examples: Mapping[int, ConfusionMatrix]) -> Iterator[tuple[str, Finding]]:
    """Check the introduction, the ranges, what the examples are, and the discussion."""
    yield "s1.coin", Finding(Number(ConfusionMatrix([[1, 1], [1, 1]]).exact().accuracy))
    yield "s1.random-coin", Finding(Number(examples[1].accuracy))
    yield "s1.random", Finding(Proof(partial(follows, meaning=eq.RANDOM_GUESS), "1/m"))
    yield (
        "s1.origin",
        Finding(
            Proof(lambda printed: 2007 - 10 * int(printed) == 1947, "1947, not the mid-fifties"),
            "inferred",
            "For: six decades before the paper (received 2007) are the radar years. Against: the "
            "introduction says mid-fifties, five decades before. Neither says what began.",
            "contested",
        ),
    )
    yield (
        "s2.independent",
        Finding(
            _thinning_negatives(),
            note="For: TPR = TP/P and FPR = FP/N stay when a class is thinned. Against: its "
            "own axes are FP and TP, which cannot exceed N and P.",
            verdict="contested",
        ),
    )
    bounded = eq.kappa_is_bounded()
    always_wrong = ConfusionMatrix([[0, 1], [1, 0]]).exact()
    for name, value, attained in (
        ("kappa-min", -1, always_wrong.kappa == -1),
        ("kappa-max", 1, examples[3].kappa == 1),
        ("accuracy-min", 0, always_wrong.accuracy == 0),
        ("accuracy-max", 1, examples[3].accuracy == 1),
    ):
        yield f"s3.{name}", Finding(Number(value if bounded and attained else float("nan")))
    yield (
        "s3.above-zero",
        Finding(
            Proof(reasonable_kappas_satisfy, "K >= 0, and 0 is attained"),
            note="P_c is a mean of P and N with weights P_bar and N_bar, so never above the "
            "majority's share. As good as a fair coin is not enough for K >= 0.",
        ),
    )
    yield (
        "s3.one-third",
        Finding(
            Number(Fraction(1, ceil(1 / CHANCE_2007))),
            "external",
            "The largest unit fraction below the average P_c of the 2007 paper, 0.3465. For: "
            "that number. Against: P_c is a share of all cases, not of the hits; its ratio to the "
            "average accuracy, 0.6367, is 0.544.",
            "contested",
        ),
    )
    yield (
        "s3.rankings",
        Finding(
            Statement(True, "8 of 15 data sets by the 2007 paper"),
            "external",
            "Rests on the 2007 paper's count, which this paper only cites.",
            "consistent",
        ),
    )
    yield "s4.six", Finding(Number(len(examples)))
    first_three = [examples[number] for number in (1, 2, 3)]
    yield "s4.equal-classes", Finding(Proof(partial(holds_in, first_three), "P = N"))
    yield "s4.equal-predictions", Finding(Proof(partial(holds_in, first_three), "P_bar = N_bar"))
    yield "s4.random-example", Finding(Statement(_independent(examples[1])))
    yield "s4.smarter", Finding(Statement(examples[2].kappa > 0, str(examples[2].kappa)))
    p_bar, p = margins(examples[4])["P_bar"], margins(examples[4])["P"]
    yield "s4.overpredicts", Finding(Statement(p_bar > p, f"{float(p_bar)} > {float(p)}"))
    shares = {margins(examples[number])["P"] for number in (4, 5, 6)}
    yield "s4.same-classes", Finding(Statement(len(shares) == 1))
    yield "s4.random-imbalanced", Finding(Statement(_independent(examples[6])))
    uneven = [margins(examples[number]) for number in (4, 5, 6)]
    yield (
        "s4.imbalanced",
        Finding(Statement(all(m["P"] != m["N"] and m["P_bar"] != m["N_bar"] for m in uneven))),
    )
    yield (
        "example6.axes",
        Finding(
            Proof(partial(_axes_of, examples[6], (Fraction("0.21"), Fraction("0.49"))), "FP, TP")
        ),
    )
    yield (
        "s4.correspondence",
        Finding(
            Statement(_point_decides_agreement()),
            note="(10) gives P_c and (13) gives K. Back from (P_c, K) to one (FP, TP) only if "
            "P is not N: at P = N every classifier has P_c = 0.5.",
        ),
    )
    yield "s4.negative", Finding(Statement(_negative_is_below_chance()))
    yield "s4.north-west", Finding(_better_in_the_corner(), "proved", _NORTH_WEST, "contested")
    yield "s4.random-hits", Finding(Statement(eq.kappa_sees_true_negatives()))
    yield (
        "s6.quadratic",
        Finding(
            Statement(_errors_grow_quadratically(), "m (m - 1) kinds of error"),
            note="The cells off the diagonal of a confusion matrix of m classes.",
        ),
    )
    yield (
        "s6.number",
        Finding(
            Number(7 - 1),
            "inferred",
            "In the copy we read, Section 6 follows Section 4. For: Section 7 comes next; one "
            "heading may be lost where the figures are discussed. Against: no text is missing.",
            "contested",
        ),
    )


def _thinning_negatives() -> Statement:
    """Halve the negatives of a table: the rates stay, the shares FP and TP do not."""
    whole = ConfusionMatrix([[65, 5], [16, 14]], ("P", "N")).exact()
    thinned = ConfusionMatrix([[65, 5], [8, 7]], ("P", "N")).exact()
    rates = [m.cells[:, 0] / m.row_totals for m in (whole, thinned)]
    shares = [m.cells[:, 0] / m.total for m in (whole, thinned)]
    holds = (rates[0] == rates[1]).all() and (shares[0] != shares[1]).all()
    return Statement(bool(holds), "true of FPR and TPR, not of FP and TP")


def _errors_grow_quadratically() -> bool:
    errors = [int((~np.eye(m, dtype=bool)).sum()) for m in range(2, 12)]
    return set(np.diff(errors, n=2)) == {2}


def _independent(matrix: ConfusionMatrix) -> bool:
    """Say whether every cell is the product of its margins, as for an independent guesser."""
    margins = matrix.row_margins[:, None] * matrix.column_margins[None, :]
    return bool((matrix.cells == margins).all()) and matrix.kappa == 0


def _axes_of(matrix: ConfusionMatrix, point: tuple[Fraction, Fraction], printed: str) -> bool:
    values = margins(matrix)
    return tuple(values[axis] for axis in printed.split(", ")) == point


def _point_decides_agreement() -> bool:
    given_n = {eq.FN: 1 - eq.N - eq.TP}
    free = {eq.TP, eq.FP, eq.N}
    return all(eq.MEANING[s].subs(given_n).free_symbols <= free for s in (eq.P_c, eq.K))


def _negative_is_below_chance() -> bool:
    """Say whether kappa is negative exactly where accuracy is below P_c, on Figure 3's line."""
    (line,) = FIGURE_LINES["fig3"]
    matrices = [line.matrix(point.fp) for point in line.points()]
    return all((m.kappa < 0) == (m.accuracy < m.chance_agreement) for m in matrices)


_NORTH_WEST = (
    "For: at P = N = 0.5, the case of Fig. 2, accuracy is (1 + K)/2, so up is better. Against: "
    "there, left at equal K changes nothing; and with P = 0.7 the point (FP, K) = (0, 0.1) has a "
    "lower accuracy than (0.3, 0), the majority classifier."
)


def _better_in_the_corner() -> Statement:
    """At P = 0.7, (FP, K) = (0, 0.1) is up and left of (0.3, 0), and less accurate."""
    corner = ConfusionMatrix.from_probabilities([["7/64", "189/320"], ["0", "3/10"]])
    majority = ConfusionMatrix.from_probabilities([["0.7", "0"], ["0.3", "0"]])
    assert (corner.kappa, majority.kappa) == (Fraction(1, 10), 0)
    shown = f"accuracy {float(corner.accuracy):.4g} against {float(majority.accuracy):.4g}"
    return Statement(corner.accuracy < majority.accuracy, shown)
