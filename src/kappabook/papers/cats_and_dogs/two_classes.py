"""Checks of the first two sections: one model, one that calls everything a cat, and kappa."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import numpy as np

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.inference import kappa_inference
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import (
    Model,
    grid,
    radius,
    read_counts,
    read_model,
    with_errors,
)
from kappabook.papers.shared.algebra import follows
from kappabook.papers.shared.findings import contested, no_picture, number_if


@check("intro.*")
def introduction(printed: Mapping[str, str]) -> Findings:
    """Check the counts, each from others, and the two models' accuracy and kappa."""
    model = read_model(printed)
    images, cats, dogs, called, wrong_dogs, hits, cat_hits, dog_hits = read_counts(
        printed,
        *(f"intro.{name}" for name in ("images", "cats", "dogs", "predicted-cats")),
        *(f"intro.{name}" for name in ("dogs-as-cats", "correct", "correct-cats", "correct-dogs")),
    )
    for name, value in {
        "images": cats + dogs,
        "cats": images - dogs,
        "dogs": wrong_dogs + dog_hits,
        "predicted-cats": cat_hits + wrong_dogs,
        "dogs-as-cats": called - cat_hits,
        "correct": cat_hits + dog_hits,
        "correct-cats": hits - dog_hits,
        "correct-dogs": dogs - wrong_dogs,
    }.items():
        yield f"intro.{name}", Finding(Number(value))
    lazy = with_errors(cats, dogs, dogs)
    rule = Statement(model.accuracy == Fraction(hits, images), f"{hits}/{images}")
    yield "intro.accuracy-rule", Finding(rule, verdict="definition")
    yield "intro.accuracy", Finding(Number(model.accuracy))
    yield "intro.accuracy-percent", Finding(Number(100 * model.accuracy))
    yield "intro.arbitrary-accuracy", Finding(Number(lazy.accuracy))
    ahead = f"{float(lazy.accuracy)} > {float(model.accuracy)}"
    better = lazy.accuracy > model.accuracy
    yield "intro.misleading", Finding(Statement(better and lazy["dog", "dog"] == 0, ahead))
    yield "intro.arbitrary-better", Finding(Statement(better, ahead))
    share = lazy.row_margins[0]
    yield "intro.arbitrary-bias", Finding(Statement(lazy.accuracy == share, str(share)))
    shown = "kappa 0 for everything a cat, at any imbalance"
    yield "intro.bias", Finding(Statement(kappas_at_any_balance(wrong=True) == {0}, shown))
    yield from _range("intro.kappa-min", "intro.kappa-max")
    yield "intro.kappa", Finding(Number(model.kappa))
    yield "intro.arbitrary-kappa", Finding(Number(lazy.kappa))
    yield "intro.higher", _higher(cats, dogs)
    yield "intro.safe", _safe(model, lazy)


@check("fig1.*")
def figure_1(printed: Mapping[str, str]) -> Findings:
    """Check Figure 1."""
    model = read_model(printed)
    cats, dogs = read_counts(printed, "intro.cats", "intro.dogs")
    sums = (model.cells[0].sum(), model.cells[1].sum())
    rows = Statement(sums == (cats, dogs), "rows sum to the images of each animal")
    yield "fig1.axes", Finding(rows, verdict="definition")
    perfect = with_errors(cats, dogs, 0)
    yield "fig1.perfect-cats", Finding(Number(perfect["cat", "cat"]))
    yield "fig1.perfect-dogs", Finding(Number(perfect["dog", "dog"]))
    yield "fig1.perfect-off", Finding(Number(perfect["cat", "dog"] + perfect["dog", "cat"]))
    ratios = {round(np.pi * radius(count) ** 2 / float(count), 9) for count in model.cells.flat}
    yield "fig1.areas", Finding(Statement(len(ratios) == 1, "one area per image, as drawn"))
    yield "fig1.picture", no_picture("the matrix as in the text, with the numbers in the circles")


@check("calc.*")
def calculation(printed: Mapping[str, str]) -> Findings:
    """Check the section that computes chance agreement and kappa."""
    model = read_model(printed)
    cats, dogs = read_counts(printed, "intro.cats", "intro.dogs")
    lazy, perfect = with_errors(cats, dogs, dogs), with_errors(cats, dogs, 0)
    _, fn, fp, _ = model.cells.flat
    named = Statement(model["cat", "dog"] == fn and model["dog", "cat"] == fp, "FN 9, FP 5")
    yield "calc.cells", Finding(named, verdict="definition")
    (rows, columns), total = (model.row_totals, model.column_totals), model.total
    parts = [r * c / total**2 for r, c in zip(rows, columns, strict=True)]
    chance, accuracy = model.chance_agreement, model.accuracy
    adds_up = eq.parts_make_chance_agreement()
    yield "calc.two-parts", Finding(Statement(adds_up, "P_e1 + P_e2"), verdict="definition")
    shares = zip(model.row_margins, model.column_margins, strict=True)
    as_products = [row * column for row, column in shares] == parts
    yield "calc.product", Finding(Statement(as_products, "row share times column share"))
    for i, (row, column, part) in enumerate(zip(rows, columns, parts, strict=True)):
        name = f"calc.pe{i + 1}"
        yield name, Finding(Proof(eq.prove, "the square of the total"))
        shown = f"{float(100 * part):g} %, as the total is {total}"
        percent = eq.worked(row * column / total, (row, column, total), shown)
        yield f"{name}-numbers", Finding(percent, note=notes.PERCENT)
        yield f"{name}-percent", Finding(Number(100 * part))
    percents = tuple(100 * part for part in parts)
    yield "calc.pe-sum", Finding(eq.worked(sum(percents), percents, "the two percentages"))
    yield "calc.pe-percent", Finding(Number(100 * chance))
    yield "calc.pe", Finding(Number(chance))
    formula = Proof(follows, "1 - (1 - P)/(1 - P_e)", (eq.DEFINITION,))
    yield "calc.formula", Finding(formula, verdict="definition")
    steps = {"numbers": (accuracy, chance, 1, chance), "quotient": (accuracy - chance, 1 - chance)}
    for name, numbers in steps.items():
        yield f"calc.kappa-{name}", Finding(eq.worked(model.kappa, numbers))
    yield "calc.kappa", Finding(Number(model.kappa))
    yield from _always_a_cat(lazy)
    yield from _meaning(model, lazy, perfect)


def _always_a_cat(lazy: ConfusionMatrix) -> Findings:
    dogs, called = lazy.row_totals[1], lazy.column_totals[1]
    part = dogs * called / lazy.total**2
    yield "calc.arbitrary-accuracy", Finding(Number(lazy.accuracy))
    yield "calc.arbitrary-pe2", Finding(Number(part))
    numbers = eq.worked(part, (dogs, called, lazy.total), "0")
    yield "calc.arbitrary-pe2-numbers", Finding(numbers)
    yield "calc.arbitrary-kappa", Finding(Number(lazy.kappa))
    zero = part == 0 and lazy.kappa == 0 and eq.zero_part_means_zero_kappa()
    yield "calc.arbitrary-thus", Finding(Statement(zero), note=notes.ZERO_PART)


def _meaning(model: ConfusionMatrix, lazy: ConfusionMatrix, perfect: ConfusionMatrix) -> Findings:
    chance = float(model.chance_agreement)
    own = float(perfect.chance_agreement)
    ratio = notes.RATIO.format(perfect=own, chance=chance)
    yield "calc.ratio", contested(own != chance, f"{chance} and {own}", ratio)
    both = (model.chance_agreement, lazy.chance_agreement)
    balanced = with_errors(50, 50, 0).chance_agreement
    shown = f"{float(both[0])} and {float(both[1])}; 0.5 if balanced"
    yield "calc.biased-chance", Finding(Statement(min(both) > balanced, shown))
    reversed_order = lazy.accuracy > model.accuracy and lazy.kappa < model.kappa
    shown = "the two measures rank these two models in opposite order"
    yield "calc.better", contested(reversed_order, shown, notes.BETTER)


def _range(low: str, high: str) -> Findings:
    """Give the extreme kappas over all tables of four images of each animal, both attained."""
    kappas = [model.kappa for model in grid(4, 4)]
    yield low, Finding(Number(min(kappas)))
    yield high, Finding(Number(max(kappas)))


@check("interpret.min", "interpret.max", "interpret.perfect", "interpret.chance")
def extremes() -> Findings:
    """Check the three values of kappa that the text explains."""
    yield from _range("interpret.min", "interpret.max")
    perfect = kappas_at_any_balance(wrong=False)
    yield "interpret.perfect", Finding(number_if(len(perfect) == 1, max(perfect)))
    margins = (((9, 1), (3, 7)), ((4, 1, 6), (2, 5, 9)))
    guesses = ([[r * c for c in columns] for r in rows] for rows, columns in margins)
    by_chance = {ConfusionMatrix(cells).exact().kappa for cells in guesses}
    yield "interpret.chance", Finding(number_if(len(by_chance) == 1, max(by_chance)))


@cache
def kappas_at_any_balance(wrong: bool) -> frozenset[Fraction]:
    """Kappas of 100 images with 1 to 99 dogs, when every dog is taken for a cat, or none."""
    matrices = (with_errors(100 - dogs, dogs, dogs if wrong else 0) for dogs in range(1, 100))
    return frozenset(Fraction(matrix.kappa) for matrix in matrices)


@cache
def most_errors_above_chance(cats: int, dogs: int) -> Model:
    """Return the model with most errors whose kappa is positive."""
    above = (model for model in grid(cats, dogs) if model.kappa > 0)
    return max(above, key=lambda model: (model.n + model.m, model.n))


def _higher(cats: int, dogs: int) -> Finding:
    worse = most_errors_above_chance(cats, dogs)
    errors = worse.n + worse.m
    note = notes.HIGHER.format(worse=worse, kappa=float(worse.kappa), errors=errors)
    shown = f"kappa above 0 with {errors} errors in {cats + dogs}"
    return contested(errors > dogs, shown, note)


def _safe(model: ConfusionMatrix, lazy: ConfusionMatrix) -> Finding:
    found = kappa_inference(model)
    low, high = found.confidence_interval()
    note = notes.SAFE.format(low=low, high=high, p=found.p_value)
    shown = f"kappa {float(model.kappa):.4f} and {float(lazy.kappa):g}"
    return contested(bool(model.kappa > lazy.kappa), shown, note)
