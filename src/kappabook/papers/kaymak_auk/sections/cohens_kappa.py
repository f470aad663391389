"""What Section 3 says of Cohen's kappa, and the kappas of Tables 1-3."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp

from kappabook.algebra import follows
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.printed_tables import CLASSIFIERS, REPAIRED, read_classifier
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.papers.shared.wording import listed

PERFECT = ConfusionMatrix([[7, 0], [0, 93]]).exact()
MAJORITY = ConfusionMatrix([[0, 7], [0, 93]]).exact()
ALWAYS_WRONG = ConfusionMatrix([[0, 1], [1, 0]]).exact()
# Kappa is positive, and yet the majority classifier, right in 0.93 of the cases, is more accurate.
BELOW_MAJORITY = ConfusionMatrix.from_probabilities([["0.05", "0.02"], ["0.06", "0.87"]])


@check(
    *("s3.year", "s3.guesser", "s3.priors", "s3.kappa-m*", "s3.random-zero", "s3.majority-zero"),
    *("s3.negative", "s3.added-value", "s3.scale", "s3.eighties", "s3.one-formula"),
)
def what_kappa_is() -> Findings:
    """Check the range of kappa and the classifiers at its ends."""
    yield "s3.year", Finding(Number(1960), "external", notes.COHEN)
    given: tuple[Any, ...]
    witness: tuple[Any, ...]
    # Of a guesser it holds, of the classifiers of Table 1 in general it does not.
    given, witness = (("a = p_c", cells) for cells in (eq.RANDOM, eq.MEANING))
    yield "s3.guesser", Finding(Statement(follows, given, witness, "a = p_c"))
    shown = f"kappa {listed(demo.kappas((0.2, 0.6), (0.1, 0.5, 0.9)))} at one ROC point"
    areas = eq.ON_CURVE["AUC"], eq.ON_CURVE["GINI"]
    balanced = eq.KAPPA.subs(eq.p, sp.Rational(1, 2))
    priors = Statement(_alone_depends_on_p, (eq.KAPPA, *areas), (balanced, *areas), shown)
    yield "s3.priors", Finding(priors)
    for end, extreme in (("min", ALWAYS_WRONG.kappa), ("max", PERFECT.kappa)):
        attained = kappa_is_bounded() and abs(extreme) == 1
        yield f"s3.kappa-{end}", Finding(number_if(attained, extreme))
    yield "s3.random-zero", _random_is_zero()
    yield "s3.majority-zero", Finding(Number(MAJORITY.kappa))
    shown = "kappa has the sign of a - p_c"
    altered = th.DISAGREEMENT.subs(eq.n, -eq.n)
    sign = Statement(th.chance_leaves, (th.DISAGREEMENT,), (altered,), shown)
    yield "s3.negative", Finding(sign)
    kappa, accuracy = BELOW_MAJORITY.kappa, BELOW_MAJORITY.accuracy
    shown = f"kappa {float(kappa):.3f} with accuracy {float(accuracy):g}"
    added = Statement(_adds_to_guessing_only, (BELOW_MAJORITY,), (PERFECT,), shown)
    yield "s3.added-value", contested(added, notes.ADDED)
    given, witness = (("kappa = 0", table) for table in (PERFECT, BELOW_MAJORITY))
    from_0_to_1 = Statement(_runs_from_0_to_1, given, witness, "0 for random, 1 for perfect")
    yield "s3.scale", Finding(from_0_to_1, note=notes.SCALE)
    # Cohen's two papers; a kappa with costs of 1985 would be of the eighties.
    before = Statement(_precede, ((1960, 1968), 1980), ((1960, 1985), 1980), "1960 and 1968")
    yield "s3.eighties", contested(before, notes.EIGHTIES, "external")
    given, witness = (((2, 3, 4, 5), power) for power in (0, 2))
    shown = "equal costs give (11), for 2 to 5 classes"
    plain = Statement(demo.equal_costs_are_plain_kappa_for, given, witness, shown)
    yield "s3.one-formula", Finding(plain, "checked")


def _random_is_zero() -> Finding:
    """Average kappa over all guesses of three of six; the expected table has kappa 0 as well."""
    scored = demo.kappas_of_all_guesses(3, 6)
    mean = number_if(follows("kappa = 0", eq.RANDOM), sum(scored) / len(scored))
    values = ", ".join(str(kappa) for kappa in sorted(set(scored)))
    return Finding(mean, note=notes.RANDOM.format(values), verdict="contested")


def _alone_depends_on_p(kappa: sp.Expr, *areas: sp.Expr) -> bool:
    return eq.p in kappa.free_symbols and all(eq.p not in area.free_symbols for area in areas)


def _adds_to_guessing_only(table: ConfusionMatrix) -> bool:
    """Say whether kappa is positive, and the majority classifier is right more often."""
    return table.kappa > 0 and table.accuracy < MAJORITY.accuracy


def _runs_from_0_to_1(of_guessing: str, perfect: ConfusionMatrix) -> bool:
    return follows(of_guessing, eq.RANDOM) and perfect.kappa == 1


def _precede(years: tuple[int, ...], decade: int) -> bool:
    return max(years) < decade


@check("s3.accuracy", "s3.kappa-[abc]", "s3.order", "s3.same-cases", "s3.minority")
def three_classifiers(printed: Mapping[str, str]) -> Findings:
    """Check the comparison of A, B and C."""
    tables = {letter: read_classifier(printed, i) for i, letter in CLASSIFIERS.items()}
    accuracies = {table.accuracy for table in tables.values()}
    yield "s3.accuracy", Finding(number_if(len(accuracies) == 1, 100 * max(accuracies)))
    kappas = {letter: Fraction(table.kappa) for letter, table in tables.items()}
    for letter, kappa in kappas.items():
        yield f"s3.kappa-{letter.lower()}", Finding(Number(kappa))
    table_a, table_b, table_c = tables.values()
    given, witness = (table_b, table_a, table_c), (table_a, table_a, table_c)
    yield "s3.order", Finding(Statement(_kappas_rise, given, witness, "B < A < C"))
    shares = [table.row_margins[0] for table in tables.values()]
    repaired = listed(REPAIRED[letter].kappa for letter in "BC")
    given, witness = (table_a, table_b, table_c), (table_a, REPAIRED["B"], REPAIRED["C"])
    shares_differ = Statement(_shares_differ, given, witness, f"p = {listed(shares)}")
    yield "s3.same-cases", contested(shares_differ, notes.SAME_CASES.format(repaired=repaired))
    shown, altered = "gain 2(1 - 2p)(1 - a)/(1 - p_c)^2", th.GAIN.subs(eq.p, 1 - eq.p)
    gain = Statement(th.a_positive_hit_gains, (th.GAIN,), (altered,), shown)
    yield "s3.minority", Finding(gain, note=notes.MINORITY)


def _kappas_rise(*tables: ConfusionMatrix) -> bool:
    return all(one.kappa < other.kappa for one, other in pairwise(tables))


def _shares_differ(*tables: ConfusionMatrix) -> bool:
    return len({table.row_margins[0] for table in tables}) > 1
