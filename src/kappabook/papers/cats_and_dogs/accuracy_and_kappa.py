"""What the text says of Figures 2 and 3, checked on the very models that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import (
    Model,
    dogs_only,
    grid,
    read_counts,
    read_data_sets,
    with_errors,
    worst,
)
from kappabook.papers.shared.findings import contested, no_picture, number_if

# Kappas of five classifiers on the Post Operative data, as bendavid2007 prints them in Table 10.
POST_OPERATIVE = tuple(map(Fraction, ("-0.0174", "-0.0509", "-0.0109", "0.0157", "-0.0295")))


@check("fig2.*")
def figure_2(printed: Mapping[str, str]) -> Findings:
    """Check the three data sets and the models that err on dogs only."""
    data_sets = read_data_sets(printed)
    (images,) = read_counts(printed, "fig2.images")
    sizes = {cats + dogs for cats, dogs in data_sets}
    yield "fig2.sets", Finding(Number(len(data_sets)), verdict="definition")
    one_size = number_if(len(sizes) == 1, max(sizes))
    yield "fig2.images", Finding(one_size, verdict="definition")
    for i, (cats, dogs) in enumerate(data_sets, start=1):
        yield f"fig2.cats-{i}", Finding(Number(images - dogs), verdict="definition")
        yield f"fig2.dogs-{i}", Finding(Number(images - cats), verdict="definition")
    balanced, *imbalanced = data_sets
    first, last = dogs_only(*balanced)[0], dogs_only(*balanced)[-1]
    no_error = number_if(first.kappa == 1, first.n)
    yield "fig2.n-from", Finding(no_error, verdict="definition")
    straight = Statement(
        is_straight,
        given=(dogs_only(*balanced),),
        witness=(dogs_only(*imbalanced[0]),),
        shown="kappa = 2p - 1",
    )
    yield "fig2.linear", Finding(straight)
    yield "fig2.end-predicted", Finding(Number(balanced[0] + last.n - last.m))
    yield "fig2.end-accuracy", Finding(Number(last.accuracy))
    yield "fig2.end-kappa", Finding(Number(last.kappa))
    bent = Statement(
        are_bent,
        given=tuple(imbalanced),
        witness=(balanced, *imbalanced[1:]),
        shown="its slope changes from step to step",
    )
    yield "fig2.nonlinear", Finding(bent)
    models = [model for pair in imbalanced for model in dogs_only(*pair)]
    low = [model for model in models if model.kappa < Fraction("0.2")]
    slight, heavy = (dogs_only(*pair) for pair in imbalanced)
    note = notes.COMMON.format(heavy=len(heavy), low=len(low), imbalanced=len(models))
    accurate = Statement(
        are_accurate_and_go_down_to_zero,
        given=(heavy,),
        witness=(slight,),
        shown=f"kappa below 0.2 in {len(low)} of {len(models)} models",
    )
    yield "fig2.common", contested(accurate, note)
    yield "fig2.picture", no_picture("accuracy to the right and kappa upwards")


@check("fig3.*", "interpret.negative", "interpret.useful-range")
def figure_3(printed: Mapping[str, str]) -> Findings:
    """Check the models that err on dogs and on cats."""
    data_sets = read_data_sets(printed)
    balanced, slight, heavy = data_sets
    grids = " + ".join(str(len(grid(*pair))) for pair in data_sets)
    yield "fig3.grid", Finding(Unjudged(f"{grids} models"), verdict="definition")
    on_line = Statement(is_on_balanced_line, given=balanced, witness=slight, shown="kappa = 2p - 1")
    yield "fig3.balanced", Finding(on_line)
    either = Statement(
        eq.only_the_sum_of_errors_counts,
        given=balanced,
        witness=slight,
        shown="kappa = 1 - (n + m)/c",
    )
    yield "fig3.which", Finding(either)
    lowest = {pair: worst(*pair) for pair in data_sets}
    yield "fig3.reached", Finding(Number(lowest[balanced].kappa))
    alone = Statement(only_the_first_reaches, given=data_sets, witness=(balanced, balanced, heavy))
    yield "fig3.only", Finding(alone)
    minima = {pair: model.kappa for pair, model in lowest.items()}
    kappas = ", ".join(map(str, minima.values()))
    depends = Statement(
        have_different_minima,
        given=data_sets,
        witness=(balanced, slight, slight[::-1]),
        shown=kappas,
    )
    yield "fig3.depends", Finding(depends)
    everything_wrong = all(model.accuracy == 0 for model in lowest.values())
    for name, pair in (("min-heavy", heavy), ("min-slight", slight)):
        found = number_if(everything_wrong, minima[pair])
        yield f"fig3.{name}", Finding(found, note="The smallest of the grid, at accuracy 0.")
    word = Proof(fits_the_way_down, "closer with every error, and reached", (slight, heavy))
    yield "fig3.approaching", Finding(word, "proved", notes.APPROACHING, "contested")
    nearest = min(minima[pair] + 1 for pair in (slight, heavy))
    far = Statement(
        are_far_from_minus_one,
        given=(slight, heavy),
        witness=((60, 40), heavy),
        shown=f"{nearest} away, or more",
    )
    yield "fig3.far", Finding(far, note="Far is taken as more than 0.2, a level of Table 1.")
    all_wrong = tuple(with_errors(cats, dogs, dogs, cats) for cats, dogs in data_sets)
    alike = Statement(
        have_phi_minus_one,
        given=all_wrong,
        witness=(*all_wrong[:-1], with_errors(*heavy, heavy[1] - 1, heavy[0])),
        shown="phi -1 for all three",
    )
    yield "fig3.impossible", contested(alike, notes.IMPOSSIBLE)
    note = notes.NEGATIVE.format(kappas=kappas)
    negative = number_if(alike.true, minima[balanced])
    yield "interpret.negative", Finding(negative, "proved", note, "contested")
    exchanged = Statement(
        is_worst_and_best_exchanged,
        given=all_wrong[:1],
        witness=(with_errors(*balanced, 25, 25),),
        shown="-1, and 1 with the labels exchanged",
    )
    yield "interpret.useful-range", contested(exchanged, notes.USEFUL_RANGE)
    below = Statement(
        are_mostly_below_zero,
        given=POST_OPERATIVE,
        witness=tuple(-kappa for kappa in POST_OPERATIVE),
        shown="four of five in one data set of the 2007 paper",
    )
    yield "fig3.unlikely", contested(below, notes.UNLIKELY, "external")
    yield from _mixed(printed, (slight, heavy))
    yield "fig3.picture", no_picture("all models of the three data sets")


def _mixed(printed: Mapping[str, str], imbalanced: tuple[tuple[int, int], ...]) -> Findings:
    """Compare ten errors on dogs with five on dogs and five on cats."""
    dogs, cats, alone = read_counts(
        printed, *(f"fig3.{name}" for name in ("mixed-dogs", "mixed-cats", "dogs-only"))
    )
    for name, count in (
        ("mixed-dogs", alone - cats),
        ("mixed-cats", alone - dogs),
        ("dogs-only", dogs + cats),
    ):
        chosen = Finding(Number(count), note="At the same accuracy.", verdict="definition")
        yield f"fig3.{name}", chosen
    errors = ((dogs, cats), (alone, 0))
    kappas = [[with_errors(*pair, *some).kappa for some in errors] for pair in imbalanced]
    better = Statement(
        first_errors_cost_less,
        given=(errors, *imbalanced),
        witness=(errors, (50, 50), *imbalanced[1:]),
        shown="; ".join(f"{mixed} > {only}" for mixed, only in kappas),
    )
    yield "fig3.mixed-better", Finding(better)


@cache
def is_on_balanced_line(cats: int, dogs: int) -> bool:
    """Say whether every model of the grid has kappa = 2p - 1."""
    return all(model.kappa == 2 * model.accuracy - 1 for model in grid(cats, dogs))


@cache
def is_straight(models: tuple[Model, ...]) -> bool:
    """Say whether kappa falls by one slope from each model to the next."""
    slopes = {(b.kappa - a.kappa) / (b.accuracy - a.accuracy) for a, b in pairwise(models)}
    return len(slopes) == 1


def are_bent(*data_sets: tuple[int, int]) -> bool:
    """Say whether in none of the data sets kappa falls by one slope."""
    return not any(is_straight(dogs_only(*pair)) for pair in data_sets)


def are_accurate_and_go_down_to_zero(models: tuple[Model, ...]) -> bool:
    """Say whether every model is right in nine of ten, and some have a kappa below 0.2."""
    accurate = all(model.accuracy >= Fraction("0.9") for model in models)
    return accurate and any(model.kappa < Fraction("0.2") for model in models)


def only_the_first_reaches(*data_sets: tuple[int, int]) -> bool:
    """Say whether kappa gets down to -1 in the first data set, and in no other."""
    first, *others = (worst(*pair).kappa == -1 for pair in data_sets)
    return first and not any(others)


def have_different_minima(*data_sets: tuple[int, int]) -> bool:
    """Say whether no two data sets have the same smallest kappa."""
    return len({worst(*pair).kappa for pair in data_sets}) == len(data_sets)


def fits_the_way_down(text: str, *data_sets: tuple[int, int]) -> bool:
    """Say whether kappa does with regard to its smallest value what a word says.

    More errors of one kind bring it closer while the other images are all wrong; and the last
    model has it.
    """
    for cats, dogs in data_sets:
        lowest = worst(cats, dogs).kappa
        way = [with_errors(cats, dogs, dogs, m).kappa - lowest for m in range(cats + 1)]
        closer = all(a > b >= 0 for a, b in pairwise(way))
        if not {"approaching": closer, "reaching": way[-1] == 0}.get(text, False):
            return False
    return True


def are_far_from_minus_one(*data_sets: tuple[int, int]) -> bool:
    """Say whether the smallest kappa of each is more than 0.2 above -1."""
    return all(worst(*pair).kappa + 1 > Fraction("0.2") for pair in data_sets)


def have_phi_minus_one(*matrices: ConfusionMatrix) -> bool:
    """Say whether phi is -1 for each matrix."""
    return all(matthews_correlation(matrix) == -1 for matrix in matrices)


def is_worst_and_best_exchanged(matrix: ConfusionMatrix) -> bool:
    """Say whether kappa is -1, and 1 once each answer is exchanged for the other."""
    exchanged = ConfusionMatrix(matrix.cells[:, ::-1]).exact()
    return matrix.kappa == -1 and exchanged.kappa == 1


def are_mostly_below_zero(*kappas: Fraction) -> bool:
    """Say whether more of the kappas are negative than not."""
    return 2 * sum(kappa < 0 for kappa in kappas) > len(kappas)


def first_errors_cost_less(
    errors: tuple[tuple[int, int], tuple[int, int]], *data_sets: tuple[int, int]
) -> bool:
    """Say whether kappa is higher with the first numbers of wrong dogs and cats in each set."""
    first, second = errors
    return all(
        with_errors(*pair, *first).kappa > with_errors(*pair, *second).kappa for pair in data_sets
    )
