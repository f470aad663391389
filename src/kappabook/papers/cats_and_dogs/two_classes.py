"""The first two sections: one model, one that calls every image a cat, and their kappas.

What all chapters share stands first: numbers and worked expressions as printed, and models.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import scipy
import sympy as sp

from kappabook.audit.algebra import is_zero
from kappabook.audit.computed import OfText, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import AuditError, Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval, kappa_standard_error
from kappabook.papers.shared.texts import gives
from kappabook.papers.shared.theorems import ends_of_kappa

# --- as printed ---------------------------------------------------------------------------------


def counts(p: Printed, *claims: str) -> tuple[int, ...]:
    """Read whole numbers of images."""
    for claim in claims:
        if p.number(claim).denominator != 1:
            raise AuditError(f"{claim} is {p[claim]}, which is no whole number of images.")
    return tuple(int(p.number(claim)) for claim in claims)


def numbers_in(text: str) -> list[Fraction]:
    """Return the numbers of a printed expression, in their order."""
    return [Fraction(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def worked(value: Any, *numbers: Any) -> OfText:
    """Return the proof that a worked expression has these numbers, in order, and this value."""
    calculation = gives(value)

    def proves(text: str) -> bool:
        try:
            return numbers_in(text) == [*numbers] and calculation(text)
        except AuditError:
            return False

    return OfText(proves, calculation.shown)


# --- models -------------------------------------------------------------------------------------


def with_errors(cats: int, dogs: int, n: int, m: int = 0) -> ConfusionMatrix:
    """Return the matrix of a model that mispredicts n of the dogs and m of the cats."""
    return ConfusionMatrix([[cats - m, m], [n, dogs - n]], ("cat", "dog")).exact()


def first_model(p: Printed) -> ConfusionMatrix:
    """Make the first model's matrix; the text leaves only the nine cats taken for dogs to us."""
    cats, hits, dogs_as_cats, dogs = counts(
        p, "intro.cats", "intro.correct-cats", "intro.dogs-as-cats", "intro.dogs"
    )
    return with_errors(cats, dogs, dogs_as_cats, cats - hits)


def always_a_cat(p: Printed) -> ConfusionMatrix:
    """Make the matrix of the model that calls every image a cat."""
    cats, dogs = counts(p, "intro.cats", "intro.dogs")
    return with_errors(cats, dogs, dogs)


def perfect(p: Printed) -> ConfusionMatrix:
    """Make the matrix of a model without errors."""
    cats, dogs = counts(p, "intro.cats", "intro.dogs")
    return with_errors(cats, dogs, 0)


class Model(NamedTuple):
    """A model that takes n dogs for cats and m cats for dogs, with its accuracy and kappa."""

    n: int
    m: int
    accuracy: Fraction
    kappa: Fraction


@cache
def grid(cats: int, dogs: int) -> tuple[Model, ...]:
    """List every model of one data set: any number of dogs with any number of cats mispredicted.

    In order of m, then n. In whole numbers: five thousand matrices of fractions take seconds.
    """
    models, total = [], cats + dogs
    for m in range(cats + 1):
        for n in range(dogs + 1):
            right = total - m - n
            by_chance = cats * (cats - m + n) + dogs * (dogs - n + m)  # times total squared
            kappa = Fraction(total * right - by_chance, total**2 - by_chance)
            models.append(Model(n, m, Fraction(right, total), kappa))
    return tuple(models)


# --- the formulas of the text, in symbols -------------------------------------------------------

TP, FN, FP, TN, P, P_e, KAPPA = sp.symbols("TP FN FP TN P P_e kappa")
TOTAL, P_e1, P_e2 = sp.symbols("Total_Predictions P_e1 P_e2")
DEFINITION = {KAPPA: 1 - (1 - P) / (1 - P_e)}


def chance_parts(table: sp.Matrix, *names: sp.Symbol) -> dict[sp.Symbol, sp.Expr]:
    """Give each class's part of the chance agreement: share of its row times share of its column.

    Rows are the truth and columns the prediction, as in Figures 1 and 4.
    """
    total = sum(table)
    parts = (sum(table.row(i)) * sum(table.col(i)) / total**2 for i in range(table.rows))
    return {TOTAL: total, **dict(zip(names, parts, strict=True))}


MEANING = chance_parts(sp.Matrix([[TP, FN], [FP, TN]]), P_e1, P_e2)


def kappa_is_zero_without(*sums: set[sp.Symbol]) -> bool:
    """Prove that kappa is 0, or 0/0, wherever one of these sums of counts is 0.

    A sum of counts is 0 only where all of them are.
    """
    above_chance = (TP + TN) / MEANING[TOTAL] - MEANING[P_e1] - MEANING[P_e2]
    return all(is_zero(above_chance.subs(dict.fromkeys(empty, 0))) for empty in sums)


# --- Introduction, Figure 1 ---------------------------------------------------------------------


@computes("intro.images", "intro.cats", "intro.dogs*", "intro.predicted-cats", "intro.correct*")
def images(p: Printed) -> dict[str, Any]:
    """Introduction: each number of images from others, so that no slip can hide."""
    names = ("images", "cats", "dogs", "predicted-cats", "dogs-as-cats", "correct-cats")
    everything, cats, dogs, called, wrong_dogs, cat_hits, dog_hits = counts(
        p, *(f"intro.{name}" for name in (*names, "correct-dogs"))
    )
    return {
        "intro.images": cats + dogs,
        "intro.cats": everything - dogs,
        "intro.dogs": wrong_dogs + dog_hits,
        "intro.predicted-cats": cat_hits + wrong_dogs,
        "intro.dogs-as-cats": called - cat_hits,
        "intro.correct": cat_hits + dog_hits,
        "intro.correct-cats": called - wrong_dogs,
        "intro.correct-dogs": dogs - wrong_dogs,
    }


@computes("intro.accuracy*", "intro.misleading", "intro.arbitrary-*", "intro.kappa")
def two_models(p: Printed) -> dict[str, Any]:
    """Introduction: accuracy and kappa of the model, and of the one that sees only cats."""
    model, lazy = first_model(p), always_a_cat(p)
    return {
        "intro.accuracy": model.accuracy,
        "intro.accuracy-percent": 100 * model.accuracy,
        "intro.misleading": holds(
            lambda one, other: one.accuracy > other.accuracy and one["dog", "dog"] == 0,
            (lazy, model),
            (perfect(p), model),
            f"{float(lazy.accuracy)} > {float(model.accuracy)}",
        ),
        "intro.arbitrary-accuracy": lazy.accuracy,
        "intro.kappa": model.kappa,
        "intro.arbitrary-kappa": lazy.kappa,
    }


@computes("fig1.*")
def figure_1(p: Printed) -> dict[str, Any]:
    """Figure 1: what a perfect model's matrix would hold."""
    (cats, off), (also_off, dogs) = perfect(p).cells
    return {
        "fig1.perfect-cats": cats,
        "fig1.perfect-dogs": dogs,
        "fig1.perfect-off": off + also_off,
    }


@computes("intro.kappa-*")
def range_of_kappa(p: Printed) -> dict[str, Any]:
    """Introduction: nothing lies beyond the two ends, and both are attained."""
    lowest, highest = ends_of_kappa()
    return {"intro.kappa-min": lowest, "intro.kappa-max": highest}


@computes("intro.higher")
def a_higher_kappa(p: Printed) -> dict[str, Any]:
    """Introduction: how many errors a model with a kappa above that of only cats can make."""
    cats, dogs = counts(p, "intro.cats", "intro.dogs")
    worse = most_errors_above_chance(cats, dogs)
    errors = worse.n + worse.m
    better = holds(
        lambda *pair: sum(most_errors_above_chance(*pair)[:2]) > pair[1],
        (cats, dogs),
        (50, 50),
        f"kappa above 0 with {errors} errors in {cats + dogs}",
    )
    numbers = {"cats": cats, "dogs": dogs, "errors": errors, "kappa": worse.kappa}
    return {"intro.higher": noted(better, n=worse.n, m=worse.m, **numbers)}


@cache
def most_errors_above_chance(cats: int, dogs: int) -> Model:
    """Return the model with most errors whose kappa is positive."""
    above = (model for model in grid(cats, dogs) if model.kappa > 0)
    return max(above, key=lambda model: (model.n + model.m, model.n))


@computes("intro.safe")
def safe_to_say(p: Printed) -> dict[str, Any]:
    """Introduction: whether these two kappas make the trained model the better one."""
    model, lazy = first_model(p), always_a_cat(p)
    found = kappa_interval(model, method="fisher")
    z = found.estimate / kappa_standard_error(model, null=True)  # the test of the literature
    finds_no_dog = with_errors(90, 10, 10, 4)
    higher = holds(
        lambda one, other: one.kappa > other.kappa,
        (model, lazy),
        (finds_no_dog, lazy),
        f"kappa {float(model.kappa):.4f} and {float(lazy.kappa):g}",
    )
    errors, lazily = (x["cat", "dog"] + x["dog", "cat"] for x in (model, lazy))
    numbers = {"low": found.low, "high": found.high, "p": float(2 * scipy.stats.norm.sf(abs(z)))}
    return {"intro.safe": noted(higher, errors=errors, lazy=lazily, **numbers)}


# --- How to calculate ---------------------------------------------------------------------------


@computes("calc.pe?", "calc.formula", "calc.arbitrary-thus")
def formulas(p: Printed) -> dict[str, Any]:
    """How to calculate: the printed formulas, and the step that they leave out."""
    zero_part = holds(
        kappa_is_zero_without, ({FP, TN}, {FN, TN}), ({FP, FN}, {FN, TN}), evidence="proved"
    )
    return {
        "calc.pe1": MEANING,
        "calc.pe2": MEANING,
        "calc.formula": DEFINITION,
        "calc.arbitrary-thus": zero_part,
    }


@computes("calc.pe", "calc.pe-*", "calc.pe?-*", "calc.kappa*")
def kappa_of_the_model(p: Printed) -> dict[str, Any]:
    """How to calculate: every number on the way to the model's kappa."""
    model = first_model(p)
    gained, room = model.accuracy - model.chance_agreement, 1 - model.chance_agreement
    return {
        **every_step(model, "calc", ("1", "2")),
        "calc.kappa-quotient": worked(model.kappa, gained, room),
    }


def every_step(x: ConfusionMatrix, section: str, classes: Sequence[str]) -> dict[str, Any]:
    """Compute each class's part of the chance agreement, their sum, and kappa, as worked out.

    The text works the parts as row total times column total over the total.
    """
    found, percents, chance = {}, [], x.chance_agreement
    for name, row, column in zip(classes, x.row_totals, x.column_totals, strict=True):
        percents.append(100 * row * column / x.total**2)
        found[f"{section}.pe{name}-numbers"] = worked(row * column / x.total, row, column, x.total)
        found[f"{section}.pe{name}-percent"] = percents[-1]
    return {
        **found,
        f"{section}.pe-sum": worked(100 * chance, *percents),
        f"{section}.pe-percent": 100 * chance,
        f"{section}.pe": chance,
        f"{section}.kappa-numbers": worked(x.kappa, x.accuracy, chance, 1, chance),
        f"{section}.kappa": x.kappa,
    }


@computes("calc.arbitrary-pe2*")
def kappa_of_only_cats(p: Printed) -> dict[str, Any]:
    """How to calculate: the dogs' part of chance for the model that never says dog."""
    lazy = always_a_cat(p)
    dogs, called, total = lazy.row_totals[1], lazy.column_totals[1], lazy.total
    part = dogs * called / total**2
    return {
        "calc.arbitrary-pe2": part,
        "calc.arbitrary-pe2-numbers": worked(part, dogs, called, total),
    }


@computes("calc.ratio", "calc.biased-chance", "calc.better")
def meaning_of_kappa(p: Printed) -> dict[str, Any]:
    """How to calculate: kappa as a ratio, high chance agreement, and which measure is better."""
    model, lazy, best = first_model(p), always_a_cat(p), perfect(p)
    chance, lazier, own = (float(x.chance_agreement) for x in (model, lazy, best))
    # Five errors of each kind leave the margins of a perfect model.
    other = holds(
        lambda one, other: one.chance_agreement != other.chance_agreement,
        (model, best),
        (with_errors(90, 10, 5, 5), best),
        f"{chance} and {own}",
    )
    return {
        "calc.ratio": noted(other, perfect=own, chance=chance),
        "calc.biased-chance": holds(
            lambda *models: all(x.chance_agreement > Fraction(1, 2) for x in models),
            (model, lazy),
            (with_errors(50, 50, 5, 9), lazy),
            f"{chance} and {lazier}; 0.5 if balanced",
        ),
        "calc.better": holds(
            lambda one, other: one.accuracy > other.accuracy and one.kappa < other.kappa,
            (lazy, model),
            (best, model),
            "the two measures rank these two models in opposite order",
        ),
    }
