"""Kappa of raters: the defence, the paradoxes, prevalence and bias."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from kappabook.audit.algebra import is_zero
from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.bounds import kappa_given_accuracy
from kappabook.papers.critics.tables import (
    BI,
    CHANCE,
    DIAGNOSES,
    F1,
    MEANING,
    MOST,
    PABAK,
    PI,
    bangdiwala_b,
    corrected,
    d,
    kappa,
    margins,
    measured,
    p,
    p_e,
    p_o,
    q,
    read_table,
)

# --- the defence: Cohen 1960 and 1968, Landis and Koch 1977 -------------------------------------

p_m, kappa_max = sp.symbols("p_m kappa_max")
LARGEST = {p_m: MOST, kappa_max: corrected(MOST, CHANCE), p_e: CHANCE}
# Costs of disagreement: personality disorder or neurosis 1, or psychosis 3; the two others 6.
COSTS = ((0, 1, 3), (1, 0, 6), (3, 6, 0))
# With one judge as the criterion the costs need not be symmetric.
VALIDITY_COSTS = ((0, 1, 4), (1, 0, 6), (2, 2, 0))
WORDS = ("slight", "fair", "moderate", "substantial", "perfect")


@computes("cohen1960.*")
def cohen_1960(printed: Printed) -> dict[str, Any]:
    """Cohen: the definition of kappa, and its landmarks."""
    return {
        "cohen1960.definition": MEANING,
        "cohen1960.maximum": LARGEST,
        "cohen1960.chance": int(corrected(p_e, p_e)),
        "cohen1960.perfect": int(corrected(1, p_e)),
    }


@computes("cohen1968.*")
def cohen_1968(printed: Printed) -> dict[str, Any]:
    """Cohen: two judges, three diagnoses, and costs. The last cell is what the others leave."""
    name, last = "cohen1968.table1", "psychosis"
    table = read_table(printed, name, DIAGNOSES)
    return {
        f"{name}.{last}-{last}": 1 - (table.total - table[last, last]),
        "cohen1968.kappa": table.kappa,
        "cohen1968.weighted": table.weighted_kappa(COSTS),
        "cohen1968.validity": table.weighted_kappa(VALIDITY_COSTS),
    }


@computes("landis1977.*")
def landis_and_koch(printed: Printed) -> dict[str, Any]:
    """Landis and Koch: the classes are equally wide, so each end follows from its neighbours."""
    ends = [Fraction(0), *(printed.number(f"landis1977.{word}") for word in WORDS)]
    between = [(low + high) / 2 for low, high in zip(ends, ends[2:], strict=False)]
    values = [*between, 2 * ends[-2] - ends[-3]]
    return {f"landis1977.{word}": end for word, end in zip(WORDS, values, strict=True)}


# --- the paradoxes: Feinstein and Cicchetti 1990, and what was made of them ---------------------

# Byrt, Bishop and Carlin's identity (`byrt`): here to be differentiated.
IDENTITY = (PABAK - PI**2 + BI**2) / (1 - PI**2 + BI**2)
SIGNS_EXCHANGED = (PABAK + PI**2 - BI**2) / (1 + PI**2 - BI**2)
# Rows of Table 3 of Shankar and Bangdiwala: the table that each has, and its columns.
SCENARIOS = {1: "a", 2: "b", 4: "c", 5: "d"}
MEASURES = ("agreement", "chance", "kappa", "b", "pabak", "ac1")
# Another table with all that row 4 prints, B included; Feinstein and Cicchetti's has B = 5/12.
OF_SIXTY = ConfusionMatrix([[27, 10], [14, 9]]).exact()


@computes("feinstein1990.{}.*", each="abcd")
def tables_of_the_paradoxes(printed: Printed, letter: str) -> dict[str, Any]:
    """Feinstein and Cicchetti: four tables, two with their totals."""
    name = f"feinstein1990.{letter}"
    table = read_table(printed, name)
    if letter in "cd":
        return measured(name, table, "agreement", "kappa")
    return margins(name, table) | measured(name, table, "agreement", "chance", "kappa")


@computes("shankar2014.row{}.*", each=SCENARIOS)
def shankar_and_bangdiwala(printed: Printed, row: int) -> dict[str, Any]:
    """Shankar and Bangdiwala, Table 3; its cells are taken to be Feinstein and Cicchetti's."""
    name, table = f"shankar2014.row{row}", read_table(printed, f"feinstein1990.{SCENARIOS[row]}")
    found = measured(name, table, *MEASURES)
    if row == 4:
        found[f"{name}.b"] = noted(bangdiwala_b(OF_SIXTY), theirs=found[f"{name}.b"])
    return found


@computes("cicchetti1990.*", "hripcsak2005.*")
def specific_agreement(printed: Printed) -> dict[str, Any]:
    """Cicchetti and Feinstein: agreement on yes and on no; Hripcsak and Rothschild: F1."""
    names = "cicchetti1990.p_pos", "cicchetti1990.p_neg", "cicchetti1990.mean", "hripcsak2005.f1"
    shown = "the limit of kappa as d grows"
    return {
        **dict.fromkeys(names, MEANING),
        "hripcsak2005.limit": holds(
            lambda coefficient: is_zero(sp.limit(sp.cancel(coefficient), d, sp.oo) - MEANING[F1]),
            (MEANING[kappa],),
            (MEANING[PABAK],),
            shown,
            "proved",
        ),
    }


@computes("warrens2010.*")
def warrens_2010(printed: Printed) -> dict[str, Any]:
    """Warrens: at the same agreement similar margins have the lower kappa."""
    shown = "at given agreement and prevalence kappa rises with BI^2"
    return {
        "warrens2010.paradox": holds(
            rises_with_bias, (IDENTITY,), (SIGNS_EXCHANGED,), shown, "proved"
        )
    }


def rises_with_bias(formula: sp.Expr) -> bool:
    """Prove that kappa's slope by y = BI^2 is (1 - PABAK)/(1 - PI^2 + y)^2: never negative."""
    y = sp.Symbol("y")
    slope = sp.diff(formula.subs(BI**2, y), y)
    return is_zero(slope - (1 - PABAK) / (1 - PI**2 + y) ** 2)


@computes("foody2020.*")
def foody_2020(printed: Printed) -> dict[str, Any]:
    """Foody: the kappas that are possible at an accuracy of 95 %."""
    low, high = kappa_given_accuracy(printed.number("foody2020.accuracy") / 100)
    return {"foody2020.low": low, "foody2020.high": high}


# --- prevalence and bias ------------------------------------------------------------------------

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
# Chance with the mean share, which can exceed the criterion's: 0.625 with p = 1/2 and q = 1.
_MEAN = (p + q) / 2
CHANCE_OF_PI = _MEAN**2 + (1 - _MEAN) ** 2


@computes("byrt1993.*")
def byrt(printed: Printed) -> dict[str, Any]:
    """Byrt, Bishop and Carlin: two indices, PABAK, and the identity that ties them to kappa."""
    return {f"byrt1993.{name}": MEANING for name in ("pi", "bi", "pabak", "identity")}


@computes("brennan1981.*")
def brennan_and_prediger(printed: Printed) -> dict[str, Any]:
    """Brennan and Prediger: a chance of 1/n, and the base rate as chance."""
    return {
        "brennan1981.kappa-n": FREE_MARGINS,
        "brennan1981.two": TWO_CATEGORIES,
        "brennan1981.base-rate": holds(
            is_below_the_majority, (CHANCE,), (CHANCE_OF_PI,), "max p >= p_c", "proved"
        ),
    }


def is_below_the_majority(chance: sp.Expr) -> bool:
    """Prove that the criterion's largest share p >= 1/2 is at least chance: by (1 - q)(2p - 1).

    With more classes chance is still a mean of the criterion's shares, so at most the largest.
    """
    return is_zero(p - chance - (1 - q) * (2 * p - 1))


@computes("thompson1988.*", "vach2005.*")
def true_prevalence(printed: Printed) -> dict[str, Any]:
    """Thompson and Walter: raters whose errors do not depend on the case; Vach's reply."""
    formula, shown = TWO_RATERS[kappa], "its derivative by theta is not 0"
    return {
        "thompson1988.formula": TWO_RATERS,
        "thompson1988.rare": int(sp.limit(sp.cancel(formula), theta, 0)),
        "vach2005.latent": holds(
            lambda measure: not is_zero(sp.diff(measure, theta)),
            (formula,),
            (Se + Sp - 1,),
            shown,
            "proved",
        ),
    }
