"""Prevalence and bias: Byrt, Bishop and Carlin, and whether dependence on them is a fault."""

from __future__ import annotations

from functools import cache

import sympy as sp

from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.papers.critics import notes
from kappabook.papers.critics.symbols import (
    BI,
    MEANING,
    PABAK,
    PI,
    corrected,
    p_e,
    p_o,
    proof,
)
from kappabook.papers.critics.tables import Findings, Printed, read_counts, remembered
from kappabook.papers.shared.algebra import is_zero

# Two raters of one sensitivity and specificity, who err independently given the true status.
theta, Se, Sp, P = sp.symbols("theta Se Sp P")
n, kappa_n = sp.symbols("n kappa_n")
kappa = sp.Symbol("kappa")
_YES = theta * Se + (1 - theta) * (1 - Sp)
_BOTH_YES = theta * Se**2 + (1 - theta) * (1 - Sp) ** 2
_BOTH_NO = theta * (1 - Se) ** 2 + (1 - theta) * Sp**2
TWO_RATERS = {P: _YES, kappa: corrected(_BOTH_YES + _BOTH_NO, _YES**2 + (1 - _YES) ** 2)}
# Chance that knows only the number of categories.
FREE_MARGINS = {kappa_n: corrected(p_o, 1 / n)}


def checks(printed: Printed) -> Findings:
    """Check Byrt et al. (1993), Brennan and Prediger (1981), Thompson and Walter, and Vach."""
    yield from _theorems()
    yield from _two_baselines(read_counts(printed, "feinstein1990.b"))


@remembered
def _two_baselines(table: ConfusionMatrix) -> Findings:
    with_margins, with_free = float(table.kappa), float(pabak(table))
    shown = f"{with_free:.2f} with 1/n, {with_margins:.2f} with the margins"
    apart = Statement(with_margins != with_free, shown)
    yield "brennan1981.free", Finding(apart, "proved", notes.FREE_MARGINS, "contested")


@remembered
def _theorems() -> Findings:
    for name, shown in {
        "pi": "difference of the agreements",
        "bi": "difference of the disagreements",
    }.items():
        yield f"byrt1993.{name}", Finding(proof(shown), verdict="definition")
    yield "byrt1993.pabak", Finding(proof("kappa of the table with its cells evened out"))
    yield "byrt1993.identity", Finding(proof("follows for every table"))
    free = proof("chance of 1/n", FREE_MARGINS)
    yield "brennan1981.kappa-n", Finding(free, verdict="definition")
    two = {PABAK: MEANING[PABAK], kappa_n: corrected(MEANING[p_o], sp.Rational(1, 2))}
    yield "brennan1981.two", Finding(proof("n = 2", two))
    yield (
        "brennan1981.base-rate",
        Finding(Statement(majority_is_above_chance(), "max p >= p_c"), note=notes.BASE_RATE),
    )
    yield "thompson1988.formula", Finding(proof("follows from the model", TWO_RATERS))
    limit = sp.limit(sp.cancel(TWO_RATERS[kappa]), theta, 0)
    yield "thompson1988.rare", Finding(Number(int(limit)), note=notes.RARE)
    varies = Statement(kappa_depends_on_true_prevalence(), "its derivative by theta is not 0")
    yield "vach2005.latent", Finding(varies, note=notes.LATENT)
    purpose = Statement(chance_grows_with_prevalence(), "p_e = (1 + PI^2 - BI^2)/2")
    yield "vach2005.purpose", Finding(purpose, "proved", notes.PURPOSE, "contested")
    yield (
        "vach2005.negligible",
        Finding(
            Statement(False, "not in the abstract"), "external", notes.NEGLIGIBLE, "unavailable"
        ),
    )


@cache
def kappa_depends_on_true_prevalence() -> bool:
    """At given sensitivity and specificity, kappa changes with the true prevalence."""
    return not is_zero(sp.diff(TWO_RATERS[kappa], theta))


@cache
def chance_grows_with_prevalence() -> bool:
    """Chance agreement is (1 + PI^2 - BI^2)/2: what prevalence takes from kappa, it adds here."""
    margins = (1 + MEANING[PI] ** 2 - MEANING[BI] ** 2) / 2
    return is_zero(MEANING[p_e] - margins)


@cache
def majority_is_above_chance() -> bool:
    """Chance agreement is a mean of the criterion's shares, so at most the largest of them.

    For two classes with p >= 1/2: p - p_c = (1 - q)(2p - 1).
    """
    p, q = sp.symbols("p q")
    return is_zero(p - (p * q + (1 - p) * (1 - q)) - (1 - q) * (2 * p - 1))
