"""Kappa and its relatives for classifiers: Matthews correlation, informedness, Loevinger's H."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy as sp

from kappabook.ledger import Finding, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import (
    matthews_correlation,
    youden_index,
)
from kappabook.papers.critics import notes
from kappabook.papers.critics.chance import scott_pi
from kappabook.papers.critics.symbols import (
    BI,
    MCC,
    MEANING,
    PABAK,
    J,
    a,
    b,
    c,
    corrected,
    d,
    given,
    kappa,
    p,
    proof,
    q,
)
from kappabook.papers.critics.tables import Findings, Printed, remembered
from kappabook.papers.shared.algebra import is_zero

# The same 100 positives and 900 negatives, by two classifiers; rows are the truth, negatives first.
CAUTIOUS = ConfusionMatrix([[870, 30], [50, 50]]).exact()
EAGER = ConfusionMatrix([[750, 150], [5, 95]]).exact()


def _beyond_chance(covariance: sp.Expr) -> sp.Expr:
    """Kappa of shares p and q of positives; both-positive has the share p q + covariance."""
    agreement = 1 - p - q + 2 * (p * q + covariance)
    return corrected(agreement, p * q + (1 - p) * (1 - q))


# Margins p <= q; the covariance of truth and prediction is s, at most p (1 - q).
s, kappa_max, MCC_max, H = sp.symbols("s kappa_max MCC_max H")
_SPREAD = sp.sqrt(p * (1 - p) * q * (1 - q))
_MOST = p * (1 - q)
ASSOCIATION = {
    kappa: _beyond_chance(s),
    kappa_max: _beyond_chance(_MOST),
    MCC: s / _SPREAD,
    MCC_max: _MOST / _SPREAD,
    H: s / _MOST,
}


def checks(printed: Printed) -> Findings:
    """Check Chicco et al., Delgado and Tibau, Warrens (2008) and Powers."""
    del printed
    return _theorems()


@remembered
def _theorems() -> Findings:
    yield "chicco2021.kappa", Finding(proof("kappa in counts"))
    yield (
        "chicco2021.relation",
        Finding(proof("a factor of the margins alone", ASSOCIATION), note=notes.FACTOR),
    )
    yield "chicco2021.gap", Finding(proof("a perfect square"), note=notes.BOUND)
    yield "chicco2021.informative", _two_orders(notes.INFORMATIVE)

    yield "delgado2019.symmetric", Finding(proof("equal margins", given(MEANING, {c: b})))
    even = given({name: MEANING[name] for name in (MCC, kappa, BI, PABAK)}, {d: a})
    gap = proof("positive, and rising with BI^2", even)
    yield "delgado2019.one-sided", Finding(gap, note=notes.ONE_SIDED)
    yield "delgado2019.worse", _two_orders(notes.WORSE)
    yield "warrens2008.h", Finding(proof("one coefficient, corrected", ASSOCIATION), note=notes.H)

    yield "powers2012.kappa", Finding(proof("kappa from J, p and q"), note=notes.INFORMEDNESS)
    unbiased = {kappa: MEANING[kappa].subs(c, b), J: MEANING[J].subs(c, b)}
    yield "powers2012.unbiased", Finding(proof("q = p", unbiased))
    yield "powers2012.product", Finding(proof("both are MCC^2"))
    same = Statement(informedness_ignores_prevalence(), "J is TPR - FPR")
    yield "powers2012.unchanged", Finding(same, note=notes.UNCHANGED)
    carried = [opposite_skew(Fraction(share, 100)) for share in (5, 10, 15, 20, 30)]
    kappas = ", ".join(f"{float(m.kappa):.2f}" for m in carried)
    pis = ", ".join(f"{float(scott_pi(m)):.2f}" for m in carried)
    varied = Statement(
        carried[0].kappa < Fraction(1, 4) < carried[-1].kappa and scott_pi(carried[-1]) > 0,
        f"0.5 becomes kappa {kappas}; pi {pis}",
    )
    yield "powers2012.halved", Finding(varied, "proved", notes.HALVED, "contested")


def _two_orders(note: str) -> Finding:
    """Show two classifiers of one sample that kappa and MCC order differently."""
    kappas = [Fraction(m.kappa) for m in (CAUTIOUS, EAGER)]
    correlations = [matthews_correlation(m) for m in (CAUTIOUS, EAGER)]
    informedness = [youden_index(m) for m in (CAUTIOUS, EAGER)]
    holds = kappas[0] > kappas[1] and correlations[0] < correlations[1]
    shown = "kappa {:.3f} > {:.3f}, MCC {:.3f} < {:.3f}, J {:.3f} and {:.3f}".format(
        *map(float, (*kappas, *correlations, *informedness))
    )
    return Finding(Statement(holds, shown), "proved", note, "contested")


def opposite_skew(share: Fraction, informedness: Fraction = Fraction(1, 2)) -> ConfusionMatrix:
    """Carry an unbiased classifier from the prevalence p to 1 - p; its rates stay.

    From q = p follows FPR = p(1 - J); TPR is FPR + J. Rows are the truth, positives first.
    """
    fpr = share * (1 - informedness)
    tpr, after = fpr + informedness, 1 - share
    return ConfusionMatrix.from_probabilities(
        [[after * tpr, after * (1 - tpr)], [share * fpr, share * (1 - fpr)]]
    )


@cache
def informedness_ignores_prevalence() -> bool:
    """Multiplying the positives, or the negatives, leaves J and changes kappa."""
    k = sp.Symbol("k", positive=True)
    more = {a: k * a, b: k * b}
    change = [MEANING[name].subs(more, simultaneous=True) - MEANING[name] for name in (J, kappa)]
    return is_zero(change[0]) and not is_zero(change[1])
