"""Kappa and its relatives for classifiers: Matthews correlation, informedness, Loevinger's H."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from operator import attrgetter

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation, youden_index
from kappabook.metrics.raters.two import scott_pi
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import proved
from kappabook.papers.critics.claims.symbols import (
    BI,
    CHANCE,
    MCC,
    MEANING,
    MOST,
    PABAK,
    J,
    a,
    b,
    c,
    corrected,
    d,
    kappa,
    p,
    q,
    tied,
)
from kappabook.papers.shared.findings import contested

# The same 100 positives and 900 negatives, by two classifiers; rows are the truth, negatives first.
CAUTIOUS = ConfusionMatrix([[870, 30], [50, 50]]).exact()
EAGER = ConfusionMatrix([[750, 150], [5, 95]]).exact()
# Ten hits more than the cautious one, among as many positive calls: here no measure can part.
AS_MANY_CALLED = (ConfusionMatrix([[880, 20], [40, 60]]).exact(), CAUTIOUS)
# What is multiplied in a table when the positives grow in number, or the positive calls.
_k = sp.Symbol("k", positive=True)
MORE_POSITIVES = {a: _k * a, b: _k * b}
MORE_CALLED_POSITIVE = {a: _k * a, c: _k * c}
# Shares of positives, before they are reversed: few, and nearly half.
SKEWED = tuple(Fraction(share, 100) for share in (5, 10, 15, 20, 30))
NEARLY_EVEN = tuple(Fraction(share, 100) for share in (40, 45, 50))

# Margins p <= q; the covariance of truth and prediction is s, at most p (1 - q).
s, kappa_max, MCC_max, H = sp.symbols("s kappa_max MCC_max H")
_SPREAD = sp.sqrt(p * (1 - p) * q * (1 - q))
ASSOCIATION = {
    kappa: corrected(1 - p - q + 2 * (p * q + s), CHANCE),
    kappa_max: corrected(MOST, CHANCE),
    MCC: s / _SPREAD,
    MCC_max: p * (1 - q) / _SPREAD,
    H: s / (p * (1 - q)),
}


@check("chicco2021.*", "delgado2019.*", "warrens2008.*")
def matthews() -> Findings:
    """Check what Chicco et al., Delgado and Tibau, and Warrens prove of MCC and kappa."""
    yield "chicco2021.kappa", proved("kappa in counts")
    factor = proved("a factor of the margins alone", ASSOCIATION, notes.FACTOR)
    yield "chicco2021.relation", factor
    yield "chicco2021.gap", proved("a perfect square", note=notes.BOUND)
    yield "chicco2021.informative", _two_orders(notes.INFORMATIVE)
    yield "delgado2019.symmetric", proved("equal margins", tied({c: b}))
    even = tied({d: a}, MCC, kappa, BI, PABAK)
    yield "delgado2019.one-sided", proved("positive, and rising with BI^2", even, notes.ONE_SIDED)
    yield "delgado2019.worse", _two_orders(notes.WORSE)
    yield "warrens2008.h", proved("one coefficient, corrected", ASSOCIATION, notes.H)


@check("powers2012.*")
def informedness() -> Findings:
    """Check what Powers says of informedness (Youden's J) and of a change of skew."""
    yield "powers2012.kappa", proved("kappa from J, p and q", note=notes.INFORMEDNESS)
    yield "powers2012.unbiased", proved("q = p", tied({c: b}, kappa, J))
    yield "powers2012.product", proved("both are MCC^2")
    same = Statement(
        informedness_ignores, (MORE_POSITIVES,), (MORE_CALLED_POSITIVE,), "J is TPR - FPR"
    )
    yield "powers2012.unchanged", Finding(same, note=notes.UNCHANGED)
    shown = "0.5 becomes kappa {}; pi {}".format(
        *(", ".join(f"{value:.2f}" for value in values) for values in after_reversal(*SKEWED))
    )
    varied = Statement(reversal_has_no_one_effect, SKEWED, NEARLY_EVEN, shown)
    yield "powers2012.halved", contested(varied, notes.HALVED, "checked")


def _two_orders(note: str) -> Finding:
    """Show two classifiers of one sample that kappa and MCC order differently."""
    given = CAUTIOUS, EAGER
    shown = "kappa {:.3f} > {:.3f}, MCC {:.3f} < {:.3f}, J {:.3f} and {:.3f}".format(
        *(
            float(measure(table))
            for measure in (attrgetter("kappa"), matthews_correlation, youden_index)
            for table in given
        )
    )
    return contested(Statement(kappa_and_mcc_part, given, AS_MANY_CALLED, shown), note, "checked")


def kappa_and_mcc_part(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether kappa prefers one classifier and MCC the other."""
    return one.kappa > other.kappa and matthews_correlation(one) < matthews_correlation(other)


def opposite_skew(share: Fraction, informedness: Fraction = Fraction(1, 2)) -> ConfusionMatrix:
    """Use an unbiased classifier of the prevalence p where it is 1 - p; its rates stay.

    From q = p follows FPR = p(1 - J); TPR is FPR + J. Rows are the truth, positives first.
    """
    fpr = share * (1 - informedness)
    tpr, after = fpr + informedness, 1 - share
    return ConfusionMatrix.from_probabilities(
        [[after * tpr, after * (1 - tpr)], [share * fpr, share * (1 - fpr)]]
    )


def after_reversal(*shares: Fraction) -> tuple[list[float], list[float]]:
    """Return the kappas and pis of unbiased classifiers after the reversal of these shares."""
    moved = [opposite_skew(share) for share in shares]
    return [float(m.kappa) for m in moved], [float(scott_pi(m)) for m in moved]


def reversal_has_no_one_effect(*shares: Fraction) -> bool:
    """Say whether kappa is less than halved at one end and more at the other; pi is not negated."""
    kappas, pis = after_reversal(*shares)
    return kappas[0] < 1 / 4 < kappas[-1] and pis[-1] > 0


def informedness_ignores(more: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Say whether more cases of a kind leave J as it is, and change kappa."""
    change = [MEANING[name].subs(more, simultaneous=True) - MEANING[name] for name in (J, kappa)]
    return is_zero(change[0]) and not is_zero(change[1])
