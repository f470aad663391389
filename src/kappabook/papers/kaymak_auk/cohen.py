"""Checks of Section 3: what the text says of Cohen's kappa, and the kappas of Tables 1-3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kaymak_auk import demonstrations as demo
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import notes
from kappabook.papers.kaymak_auk import theorems as th
from kappabook.papers.kaymak_auk.prose import values
from kappabook.papers.kaymak_auk.tables import CLASSIFIERS, REPAIRED, read_classifier
from kappabook.papers.shared.algebra import follows

Findings = Iterator[tuple[str, Finding]]

UNPROVED = float("nan")
PERFECT = ConfusionMatrix([[7, 0], [0, 93]]).exact()
MAJORITY = ConfusionMatrix([[0, 7], [0, 93]]).exact()
ALWAYS_WRONG = ConfusionMatrix([[0, 1], [1, 0]]).exact()
# Kappa is positive, and yet the majority classifier, right in 0.93 of the cases, is more accurate.
BELOW_MAJORITY = ConfusionMatrix.from_probabilities([["0.05", "0.02"], ["0.06", "0.87"]])


def what_kappa_is() -> Findings:
    """Check the range of kappa and the classifiers at its ends."""
    yield "s3.year", Finding(Number(1960), "external", notes.COHEN)
    yield "s3.guesser", Finding(Statement(follows("a = p_c", eq.RANDOM), "a = p_c"))
    kappas = demo.kappa_by_prevalence()
    shown = f"kappa {values(kappas)} at one ROC point"
    yield "s3.priors", Finding(Statement(len(set(kappas)) > 1, shown))
    for end, extreme in (("min", ALWAYS_WRONG.kappa), ("max", PERFECT.kappa)):
        attained = th.kappa_is_bounded() and abs(extreme) == 1
        yield f"s3.kappa-{end}", Finding(Number(extreme if attained else UNPROVED))
    random_is_zero = follows("kappa = 0", eq.RANDOM)
    yield "s3.random-zero", Finding(Number(0 if random_is_zero else UNPROVED), note=notes.RANDOM)
    yield "s3.majority-zero", Finding(Number(MAJORITY.kappa))
    sign = Statement(th.kappa_has_the_sign_of_the_excess(), "kappa has the sign of a - p_c")
    yield "s3.negative", Finding(sign)
    kappa, accuracy = BELOW_MAJORITY.kappa, BELOW_MAJORITY.accuracy
    shown = f"kappa {float(kappa):.3f} with accuracy {float(accuracy):g}"
    added = Statement(kappa > 0 and accuracy < MAJORITY.accuracy, shown)
    yield "s3.added-value", Finding(added, "proved", notes.ADDED, "contested")
    from_0_to_1 = Statement(random_is_zero and PERFECT.kappa == 1, "0 for random, 1 for perfect")
    yield "s3.scale", Finding(from_0_to_1, note=notes.SCALE)
    since = Statement(True, "1960 and 1968")
    yield "s3.eighties", Finding(since, "external", notes.EIGHTIES, "contested")
    plain = Statement(demo.weights_of_one_are_plain_kappa(), "equal costs give (11)")
    yield "s3.one-formula", Finding(plain)


def three_classifiers(printed: Mapping[str, str]) -> Findings:
    """Check the comparison of A, B and C."""
    tables = {letter: read_classifier(printed, i) for i, letter in CLASSIFIERS.items()}
    accuracies = {table.accuracy for table in tables.values()}
    common = 100 * accuracies.pop() if len(accuracies) == 1 else UNPROVED
    yield "s3.accuracy", Finding(Number(common))
    kappas = {letter: Fraction(table.kappa) for letter, table in tables.items()}
    for letter, kappa in kappas.items():
        yield f"s3.kappa-{letter.lower()}", Finding(Number(kappa))
    yield "s3.order", Finding(Statement(kappas["B"] < kappas["A"] < kappas["C"], "B < A < C"))
    shares = [table.row_margins[0] for table in tables.values()]
    repaired = values(REPAIRED[letter].kappa for letter in "BC")
    yield (
        "s3.same-cases",
        Finding(
            Statement(len(set(shares)) > 1, f"p = {values(shares)}"),
            "proved",
            notes.SAME_CASES.format(repaired=repaired),
            "contested",
        ),
    )
    gain = Statement(th.gain_of_a_positive_hit() != 0, "gain 2(1 - 2p)(1 - a)/(1 - p_c)^2")
    yield "s3.minority", Finding(gain, note=notes.MINORITY)
