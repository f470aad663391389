"""Prevalence and bias: Byrt, Bishop and Carlin, and whether dependence on them is a fault."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import proved, read_counts
from kappabook.papers.critics.claims.symbols import (
    BI,
    CHANCE,
    MEANING,
    PABAK,
    PI,
    corrected,
    kappa,
    p,
    p_e,
    p_o,
    p_s,
    q,
)
from kappabook.papers.shared.findings import contested

# Two raters of one sensitivity and specificity, who err independently given the true status.
theta, Se, Sp, P = sp.symbols("theta Se Sp P")
n, kappa_n = sp.symbols("n kappa_n")
_YES = theta * Se + (1 - theta) * (1 - Sp)
_BOTH_YES = theta * Se**2 + (1 - theta) * (1 - Sp) ** 2
_BOTH_NO = theta * (1 - Se) ** 2 + (1 - theta) * Sp**2
TWO_RATERS = {P: _YES, kappa: corrected(_BOTH_YES + _BOTH_NO, _YES**2 + (1 - _YES) ** 2)}
# Chance that knows only the number of categories, in general and of two.
FREE_MARGINS = {kappa_n: corrected(p_o, 1 / n)}
EVEN_MARGINS = ConfusionMatrix([[40, 10], [10, 40]]).exact()
# Chance with the mean share, which can exceed the criterion's: 0.625 with p = 1/2 and q = 1.
_MEAN = (p + q) / 2
CHANCE_OF_PI = _MEAN**2 + (1 - _MEAN) ** 2
TWO_CATEGORIES = {PABAK: MEANING[PABAK], kappa_n: corrected(MEANING[p_o], sp.Rational(1, 2))}


@check("byrt1993.*")
def byrt() -> Findings:
    """Check the two indices, PABAK, and the identity that ties them to kappa."""
    yield "byrt1993.pi", proved("difference of the agreements", verdict="definition")
    yield "byrt1993.bi", proved("difference of the disagreements", verdict="definition")
    yield "byrt1993.pabak", proved("kappa of the table with its cells evened out")
    yield "byrt1993.identity", proved("follows for every table")


@check("brennan1981.*")
def brennan_and_prediger(printed: Mapping[str, str]) -> Findings:
    """Check kappa with a chance of 1/n, and with the base rate as chance."""
    yield "brennan1981.kappa-n", proved("chance of 1/n", FREE_MARGINS, verdict="definition")
    yield "brennan1981.two", proved("n = 2", TWO_CATEGORIES)
    base_rate = Statement(is_below_the_majority, (CHANCE,), (CHANCE_OF_PI,), "max p >= p_c")
    yield "brennan1981.base-rate", Finding(base_rate, note=notes.BASE_RATE)
    table = read_counts(printed, "feinstein1990.b")
    shown = f"{float(pabak(table)):.2f} with 1/n, {float(table.kappa):.2f} with the margins"
    matters = Statement(chance_term_matters, (table,), (EVEN_MARGINS,), shown)
    yield "brennan1981.free", contested(matters, notes.FREE_MARGINS, "checked")


@check("thompson1988.*", "vach2005.*")
def true_prevalence() -> Findings:
    """Check two raters whose errors do not depend on the case, and Vach's reply."""
    yield "thompson1988.formula", proved("follows from the model", TWO_RATERS)
    limit = sp.limit(sp.cancel(TWO_RATERS[kappa]), theta, 0)
    yield "thompson1988.rare", Finding(Number(int(limit)), note=notes.RARE)
    varies = Statement(
        depends_on_prevalence,
        (TWO_RATERS[kappa],),
        (Se + Sp - 1,),
        "its derivative by theta is not 0",
    )
    yield "vach2005.latent", Finding(varies, note=notes.LATENT)
    shown = "p_e = (1 + PI^2 - BI^2)/2"
    purpose = Statement(is_prevalence_less_bias, (MEANING[p_e],), (MEANING[p_s],), shown)
    yield "vach2005.purpose", contested(purpose, notes.PURPOSE)
    unread = Unjudged("not in the abstract")
    yield "vach2005.negligible", Finding(unread, "none", notes.NEGLIGIBLE, "unavailable")


def is_below_the_majority(chance: sp.Expr) -> bool:
    """Prove that the criterion's largest share p >= 1/2 is at least chance: by (1 - q)(2p - 1).

    With more classes chance is still a mean of the criterion's shares, so at most the largest.
    """
    return is_zero(p - chance - (1 - q) * (2 * p - 1))


def chance_term_matters(table: ConfusionMatrix) -> bool:
    """Say whether kappa with the margins differs from kappa with 1/n."""
    return table.kappa != pabak(table)


def depends_on_prevalence(measure: sp.Expr) -> bool:
    """Say whether a measure of two raters moves with the true prevalence."""
    return not is_zero(sp.diff(measure, theta))


def is_prevalence_less_bias(chance: sp.Expr) -> bool:
    """Say whether chance agreement is (1 + PI^2 - BI^2)/2: prevalence enters kappa through it."""
    return is_zero(chance - (1 + MEANING[PI] ** 2 - MEANING[BI] ** 2) / 2)
