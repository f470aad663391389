"""Checks of the first two sections: one model, one that calls everything a cat, and kappa."""

from __future__ import annotations

from collections.abc import Mapping

from kappabook.algebra import follows
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.inference import kappa_inference
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs import questions as ask
from kappabook.papers.cats_and_dogs.matrices import (
    KEY,
    read_counts,
    read_model,
    with_errors,
)
from kappabook.papers.shared.findings import contested, no_picture, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded


@check("intro.*")
def introduction(printed: Mapping[str, str]) -> Findings:
    """Check the counts, each from others, and the two models' accuracy and kappa."""
    model = read_model(printed)
    images, cats, dogs, called, wrong_dogs, hits, cat_hits, dog_hits = read_counts(
        printed,
        *(f"intro.{name}" for name in ("images", "cats", "dogs", "predicted-cats")),
        *(f"intro.{name}" for name in ("dogs-as-cats", "correct", "correct-cats", "correct-dogs")),
    )
    counts = {
        "images": cats + dogs,
        "cats": images - dogs,
        "dogs": wrong_dogs + dog_hits,
        "predicted-cats": cat_hits + wrong_dogs,
        "dogs-as-cats": called - cat_hits,
        "correct": cat_hits + dog_hits,
        "correct-cats": called - wrong_dogs,
        "correct-dogs": dogs - wrong_dogs,
    }
    for name, value in counts.items():
        yield f"intro.{name}", Finding(Number(value))
    lazy, perfect = with_errors(cats, dogs, dogs), with_errors(cats, dogs, 0)
    rule = Unjudged(f"{hits}/{images}")
    yield "intro.accuracy-rule", Finding(rule, verdict="definition")
    yield "intro.accuracy", Finding(Number(model.accuracy))
    yield "intro.accuracy-percent", Finding(Number(100 * model.accuracy))
    yield "intro.arbitrary-accuracy", Finding(Number(lazy.accuracy))
    ahead = f"{float(lazy.accuracy)} > {float(model.accuracy)}"
    useless = Statement(
        ask.is_ahead_but_finds_no_dog, given=(lazy, model), witness=(perfect, model), shown=ahead
    )
    yield "intro.misleading", Finding(useless)
    fewer_cats = with_errors(85, 15, 15)
    better = Statement(
        ask.is_more_accurate, given=(lazy, model), witness=(fewer_cats, model), shown=ahead
    )
    yield "intro.arbitrary-better", Finding(better)
    share = Statement(
        ask.is_right_as_often_as_there_are_cats,
        given=(lazy,),
        witness=(model,),
        shown=str(lazy.row_margins[0]),
    )
    yield "intro.arbitrary-bias", Finding(share)
    zero = Statement(
        eq.always_a_cat_has_kappa_zero,
        given=(0,),
        witness=(1,),
        shown="kappa 0 for everything a cat, at any imbalance",
    )
    yield "intro.bias", Finding(zero)
    yield from _range("intro.kappa-min", "intro.kappa-max")
    yield "intro.kappa", Finding(Number(model.kappa))
    yield "intro.arbitrary-kappa", Finding(Number(lazy.kappa))
    yield "intro.higher", _higher(cats, dogs)
    yield "intro.safe", _safe(model, lazy)


@check("fig1.*")
def figure_1(printed: Mapping[str, str]) -> Findings:
    """Check Figure 1."""
    cats, dogs = read_counts(printed, "intro.cats", "intro.dogs")
    rows = Unjudged("rows sum to the images of each animal")
    yield "fig1.axes", Finding(rows, verdict="definition")
    perfect = with_errors(cats, dogs, 0)
    yield "fig1.perfect-cats", Finding(Number(perfect["cat", "cat"]))
    yield "fig1.perfect-dogs", Finding(Number(perfect["dog", "dog"]))
    yield "fig1.perfect-off", Finding(Number(perfect["cat", "dog"] + perfect["dog", "cat"]))
    areas = Unjudged("circles of such areas in our drawing")
    yield "fig1.areas", Finding(areas, note=notes.DRAWN, verdict="definition")
    yield "fig1.picture", no_picture("the matrix as in the text, with the numbers in the circles")


@check("calc.*")
def calculation(printed: Mapping[str, str]) -> Findings:
    """Check the section that computes chance agreement and kappa."""
    model = read_model(printed)
    cats, dogs = read_counts(printed, "intro.cats", "intro.dogs")
    lazy, perfect = with_errors(cats, dogs, dogs), with_errors(cats, dogs, 0)
    _, fn, fp, _ = model.cells.flat
    yield "calc.cells", Finding(Unjudged(f"FN {fn}, FP {fp}"), verdict="definition")
    (rows, columns), total = (model.row_totals, model.column_totals), model.total
    parts = [r * c / total**2 for r, c in zip(rows, columns, strict=True)]
    chance, accuracy = model.chance_agreement, model.accuracy
    yield "calc.two-parts", Finding(Unjudged("P_e1 + P_e2"), verdict="definition")
    product = Unjudged("row share times column share")
    yield "calc.product", Finding(product, verdict="definition")
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
    thus = Statement(
        eq.kappa_is_zero_without,
        given=(("FP", "TN"), ("FN", "TN")),
        witness=(("FP", "FN"), ("FN", "TN")),
    )
    yield "calc.arbitrary-thus", Finding(thus, note=notes.ZERO_PART)


def _meaning(model: ConfusionMatrix, lazy: ConfusionMatrix, perfect: ConfusionMatrix) -> Findings:
    chance = float(model.chance_agreement)
    own = float(perfect.chance_agreement)
    ratio = notes.RATIO.format(perfect=own, chance=chance)
    other = Statement(
        ask.have_other_chance_agreements,
        given=(model, perfect),
        witness=(with_errors(90, 10, 5, 5), perfect),
        shown=f"{chance} and {own}",
    )
    yield "calc.ratio", contested(other, ratio)
    balanced = with_errors(50, 50, 0)
    lazier = float(lazy.chance_agreement)
    high = Statement(
        ask.chance_is_higher_than_in,
        given=(balanced, model, lazy),
        witness=(balanced, with_errors(50, 50, 5, 9), lazy),
        shown=f"{chance} and {lazier}; 0.5 if balanced",
    )
    yield "calc.biased-chance", Finding(high)
    opposite = Statement(
        ask.are_ranked_in_opposite_order,
        given=(lazy, model),
        witness=(perfect, model),
        shown="the two measures rank these two models in opposite order",
    )
    yield "calc.better", contested(opposite, notes.BETTER)


def _range(low: str, high: str) -> Findings:
    """Nothing lies beyond the two ends, and both are attained."""
    for name, wrong in ((low, 50), (high, 0)):
        extreme = with_errors(50, 50, wrong, wrong).kappa
        yield name, Finding(number_if(kappa_is_bounded() and abs(extreme) == 1, extreme))


@check("interpret.min", "interpret.max", "interpret.perfect", "interpret.chance")
def extremes(printed: Mapping[str, str]) -> Findings:
    """Check the three values of kappa that the text explains."""
    yield from _range("interpret.min", "interpret.max")
    proved = eq.formula_keeps_the_ends(printed[f"{KEY}.calc.formula"])
    yield "interpret.perfect", Finding(number_if(proved, with_errors(50, 50, 0).kappa))
    yield "interpret.chance", Finding(number_if(proved, with_errors(50, 50, 50).kappa))


def _higher(cats: int, dogs: int) -> Finding:
    worse = ask.most_errors_above_chance(cats, dogs)
    errors = worse.n + worse.m
    note = notes.HIGHER.format(worse=worse, kappa=float(worse.kappa), errors=errors)
    shown = f"kappa above 0 with {errors} errors in {cats + dogs}"
    balanced = ((cats + dogs) // 2,) * 2
    return contested(Statement(ask.more_errors_than_dogs, (cats, dogs), balanced, shown), note)


def _safe(model: ConfusionMatrix, lazy: ConfusionMatrix) -> Finding:
    found = kappa_inference(model, method="fisher")
    low, high = found.confidence_interval()
    note = notes.SAFE.format(low=low, high=high, p=found.null_p_value)
    shown = f"kappa {float(model.kappa):.4f} and {float(lazy.kappa):g}"
    finds_none = with_errors(90, 10, 10, 4)
    return contested(
        Statement(ask.has_higher_kappa, (model, lazy), (finds_none, lazy), shown), note
    )
