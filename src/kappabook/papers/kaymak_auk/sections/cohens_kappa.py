"""What Section 3 says of Cohen's kappa, and the kappas of Tables 1-3."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.printed_tables import CLASSIFIERS, REPAIRED, read_classifier
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.shared.algebra import follows
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
    yield "s3.guesser", Finding(Statement(follows("a = p_c", eq.RANDOM), "a = p_c"))
    kappas = demo.kappa_by_prevalence()
    shown = f"kappa {listed(kappas)} at one ROC point"
    yield "s3.priors", Finding(Statement(len(set(kappas)) > 1, shown))
    for end, extreme in (("min", ALWAYS_WRONG.kappa), ("max", PERFECT.kappa)):
        attained = kappa_is_bounded() and abs(extreme) == 1
        yield f"s3.kappa-{end}", Finding(number_if(attained, extreme))
    random_is_zero = follows("kappa = 0", eq.RANDOM)
    yield "s3.random-zero", Finding(number_if(random_is_zero, 0), note=notes.RANDOM)
    yield "s3.majority-zero", Finding(Number(MAJORITY.kappa))
    sign = Statement(th.kappa_has_the_sign_of_the_excess(), "kappa has the sign of a - p_c")
    yield "s3.negative", Finding(sign)
    kappa, accuracy = BELOW_MAJORITY.kappa, BELOW_MAJORITY.accuracy
    shown = f"kappa {float(kappa):.3f} with accuracy {float(accuracy):g}"
    less_accurate = kappa > 0 and accuracy < MAJORITY.accuracy
    yield "s3.added-value", contested(less_accurate, shown, notes.ADDED)
    from_0_to_1 = Statement(random_is_zero and PERFECT.kappa == 1, "0 for random, 1 for perfect")
    yield "s3.scale", Finding(from_0_to_1, note=notes.SCALE)
    yield "s3.eighties", contested(True, "1960 and 1968", notes.EIGHTIES, "external")
    plain = Statement(demo.weights_of_one_are_plain_kappa(), "equal costs give (11)")
    yield "s3.one-formula", Finding(plain)


@check("s3.accuracy", "s3.kappa-[abc]", "s3.order", "s3.same-cases", "s3.minority")
def three_classifiers(printed: Mapping[str, str]) -> Findings:
    """Check the comparison of A, B and C."""
    tables = {letter: read_classifier(printed, i) for i, letter in CLASSIFIERS.items()}
    accuracies = {table.accuracy for table in tables.values()}
    yield "s3.accuracy", Finding(number_if(len(accuracies) == 1, 100 * max(accuracies)))
    kappas = {letter: Fraction(table.kappa) for letter, table in tables.items()}
    for letter, kappa in kappas.items():
        yield f"s3.kappa-{letter.lower()}", Finding(Number(kappa))
    yield "s3.order", Finding(Statement(kappas["B"] < kappas["A"] < kappas["C"], "B < A < C"))
    shares = [table.row_margins[0] for table in tables.values()]
    repaired = listed(REPAIRED[letter].kappa for letter in "BC")
    note = notes.SAME_CASES.format(repaired=repaired)
    yield "s3.same-cases", contested(len(set(shares)) > 1, f"p = {listed(shares)}", note)
    gain = Statement(th.gain_of_a_positive_hit() != 0, "gain 2(1 - 2p)(1 - a)/(1 - p_c)^2")
    yield "s3.minority", Finding(gain, note=notes.MINORITY)
