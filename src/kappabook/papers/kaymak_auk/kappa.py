"""Section 3: Cohen's kappa, the classifiers at the ends of its range, and A, B and C."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import nan
from typing import Any

import sympy as sp

from kappabook.algebra import follows
from kappabook.computed import computes, holds, noted
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.rates import kappa_at
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import theorems as th
from kappabook.papers.kaymak_auk.printed_tables import CLASSIFIERS, read_classifier
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.papers.shared.wording import listed
from kappabook.printed import Printed

PERFECT = ConfusionMatrix([[7, 0], [0, 93]]).exact()
MAJORITY = ConfusionMatrix([[0, 7], [0, 93]]).exact()
ALWAYS_WRONG = ConfusionMatrix([[0, 1], [1, 0]]).exact()
# Kappa is positive, and yet the majority classifier, right in 0.93 of the cases, is more accurate.
BELOW_MAJORITY = ConfusionMatrix.from_probabilities([["0.05", "0.02"], ["0.06", "0.87"]])
# B and C with A's share of positives, 0.07, and their own accuracy: nearly the same kappas.
REPAIRED = {
    "B": ConfusionMatrix.from_probabilities([["0.04", "0.03"], ["0.02", "0.91"]]),
    "C": ConfusionMatrix.from_probabilities([["0.06", "0.01"], ["0.04", "0.89"]]),
}
# Cohen's kappa, for any number of classes, and his weighted kappa.
COHENS_KAPPAS = (1960, 1968)


@computes
def what_kappa_is(printed: Printed) -> dict[str, Any]:
    """Section 3: what kappa depends on, its range, and the classifiers at its ends."""
    areas = eq.ON_CURVE["AUC"], eq.ON_CURVE["GINI"]
    balanced = eq.KAPPA.subs(eq.p, sp.Rational(1, 2))
    at_one_point = listed(kappa_at(0.2, 0.6, [0.1, 0.5, 0.9]))
    shown = f"kappa {at_one_point} at one ROC point"
    bounded = kappa_is_bounded()
    least, most = ALWAYS_WRONG.kappa, PERFECT.kappa
    return {
        "s3.priors": holds(alone_depends_on_p, (eq.KAPPA, *areas), (balanced, *areas), shown),
        "s3.kappa-min": least if bounded and least == -1 else nan,
        "s3.kappa-max": most if bounded and most == 1 else nan,
        "s3.majority-zero": MAJORITY.kappa,
    }


def alone_depends_on_p(kappa: sp.Expr, *areas: sp.Expr) -> bool:
    """Say whether the first depends on the share of positives, and none of the others does."""
    return eq.p in kappa.free_symbols and all(eq.p not in area.free_symbols for area in areas)


@computes
def guessers(printed: Printed) -> dict[str, Any]:
    """Section 3: kappa against a random and against a majority classifier."""
    scored = kappas_of_all_guesses(3, 6)
    expected_is_zero = follows("kappa = 0", eq.RANDOM)
    mean = sum(scored) / len(scored) if expected_is_zero else nan
    values = ", ".join(str(kappa) for kappa in sorted(set(scored)))
    kappa, accuracy = BELOW_MAJORITY.kappa, BELOW_MAJORITY.accuracy
    shown = f"kappa {float(kappa):.3f} with accuracy {float(accuracy):g}"
    return {
        "s3.random-zero": noted(mean, values=values),
        "s3.added-value": holds(is_below_the_majority, (BELOW_MAJORITY,), (PERFECT,), shown),
        "s3.eighties": holds(
            lambda *years: max(years) < 1980, COHENS_KAPPAS, (1960, 1985), "1960 and 1968"
        ),
    }


def kappas_of_all_guesses(positives: int, cases: int) -> list[Fraction]:
    """Kappa of each way to call as many of the cases positive as are so, whatever they are."""
    truth = [1] * positives + [0] * (cases - positives)
    tables = (
        ConfusionMatrix.from_predictions(truth, [int(i in called) for i in range(cases)])
        for called in combinations(range(cases), positives)
    )
    return [Fraction(table.exact().kappa) for table in tables]


def is_below_the_majority(table: ConfusionMatrix) -> bool:
    """Say whether kappa is positive, and the majority classifier is right more often."""
    return table.kappa > 0 and table.accuracy < max(table.row_margins)


@computes
def three_classifiers(printed: Printed) -> dict[str, Any]:
    """Section 3: A, B and C, equally accurate and with three kappas."""
    a, b, c = tables = [read_classifier(printed, i) for i in CLASSIFIERS]
    accuracies = {table.accuracy for table in tables}
    shares = listed(table.row_margins[0] for table in tables)
    repaired = listed(table.kappa for table in REPAIRED.values())
    return {
        "s3.accuracy": 100 * accuracies.pop() if len(accuracies) == 1 else nan,
        **{f"s3.kappa-{name}": x.kappa for name, x in zip("abc", tables, strict=True)},
        "s3.order": holds(kappas_rise, (b, a, c), (a, a, c), "B < A < C"),
        "s3.same-cases": noted(
            holds(shares_differ, (a, b, c), (a, *REPAIRED.values()), f"p = {shares}"),
            repaired=repaired,
        ),
    }


def kappas_rise(*tables: ConfusionMatrix) -> bool:
    """Say whether kappa rises from table to table."""
    return all(one.kappa < other.kappa for one, other in pairwise(tables))


def shares_differ(*tables: ConfusionMatrix) -> bool:
    """Say whether the tables have several shares of positives, so cannot be of the same cases."""
    return len({table.row_margins[0] for table in tables}) > 1


@computes
def the_minority(printed: Printed) -> dict[str, Any]:
    """Sections 3 and 9: what a hit in the minority class is worth to kappa."""
    gain, altered = th.GAIN, th.GAIN.subs(eq.p, 1 - eq.p)
    half, tenth = sp.Rational(1, 2), sp.Rational(1, 10)
    shown = "gain 2(1 - 2p)(1 - a)/(1 - p_c)^2"
    neither = "the gain of s3.minority is 0"
    return {
        "s3.minority": holds(th.a_positive_hit_gains, (gain,), (altered,), shown, "proved"),
        "s9.minority-balanced": holds(
            th.neither_class_is_favoured, (half,), (tenth,), neither, "proved"
        ),
    }
