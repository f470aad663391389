"""Prevalence and bias: Byrt, Bishop and Carlin, and whether dependence on them is a fault."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics.companions import pabak
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import proved, read_counts
from kappabook.papers.critics.claims.symbols import (
    BI,
    MEANING,
    PABAK,
    PI,
    corrected,
    kappa,
    p_e,
    p_o,
)
from kappabook.papers.shared.algebra import is_zero
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
    base_rate = Statement(majority_is_above_chance(), "max p >= p_c")
    yield "brennan1981.base-rate", Finding(base_rate, note=notes.BASE_RATE)
    table = read_counts(printed, "feinstein1990.b")
    with_margins, with_free = float(table.kappa), float(pabak(table))
    shown = f"{with_free:.2f} with 1/n, {with_margins:.2f} with the margins"
    yield "brennan1981.free", contested(with_margins != with_free, shown, notes.FREE_MARGINS)


@check("thompson1988.*", "vach2005.*")
def true_prevalence() -> Findings:
    """Check two raters whose errors do not depend on the case, and Vach's reply."""
    yield "thompson1988.formula", proved("follows from the model", TWO_RATERS)
    limit = sp.limit(sp.cancel(TWO_RATERS[kappa]), theta, 0)
    yield "thompson1988.rare", Finding(Number(int(limit)), note=notes.RARE)
    depends = not is_zero(sp.diff(TWO_RATERS[kappa], theta))
    varies = Statement(depends, "its derivative by theta is not 0")
    yield "vach2005.latent", Finding(varies, note=notes.LATENT)
    # What prevalence takes from kappa, it adds to chance agreement.
    purpose = is_zero(MEANING[p_e] - (1 + MEANING[PI] ** 2 - MEANING[BI] ** 2) / 2)
    yield "vach2005.purpose", contested(purpose, "p_e = (1 + PI^2 - BI^2)/2", notes.PURPOSE)
    unread = Statement(False, "not in the abstract")
    yield "vach2005.negligible", Finding(unread, "external", notes.NEGLIGIBLE, "unavailable")


def majority_is_above_chance() -> bool:
    """Chance agreement is a mean of the criterion's shares, so at most the largest of them.

    For two classes with p >= 1/2: p - p_c = (1 - q)(2p - 1).
    """
    p, q = sp.symbols("p q")
    return is_zero(p - (p * q + (1 - p) * (1 - q)) - (1 - q) * (2 * p - 1))
