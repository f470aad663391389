"""What the text says of Figures 2 and 3, checked on the very models that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs import questions as ask
from kappabook.papers.cats_and_dogs.matrices import (
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
    yield "fig2.sets", Finding(Number(len(data_sets)))
    one_size = number_if(len(sizes) == 1, max(sizes))
    yield "fig2.images", Finding(one_size)
    for i, (cats, dogs) in enumerate(data_sets, start=1):
        yield f"fig2.cats-{i}", Finding(Number(images - dogs))
        yield f"fig2.dogs-{i}", Finding(Number(images - cats))
    balanced, *imbalanced = data_sets
    first, last = dogs_only(*balanced)[0], dogs_only(*balanced)[-1]
    no_error = number_if(first.kappa == 1, first.n)
    yield "fig2.n-from", Finding(no_error, verdict="definition")
    straight = Statement(
        ask.is_straight,
        given=(dogs_only(*balanced),),
        witness=(dogs_only(*imbalanced[0]),),
        shown="kappa = 2p - 1",
    )
    yield "fig2.linear", Finding(straight)
    yield "fig2.end-predicted", Finding(Number(balanced[0] + last.n - last.m))
    yield "fig2.end-accuracy", Finding(Number(last.accuracy))
    yield "fig2.end-kappa", Finding(Number(last.kappa))
    bent = Statement(
        ask.are_bent,
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
        ask.are_accurate_and_go_down_to_zero,
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
    on_line = Statement(
        ask.is_on_balanced_line, given=balanced, witness=slight, shown="kappa = 2p - 1"
    )
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
    alone = Statement(
        ask.only_the_first_reaches, given=data_sets, witness=(balanced, balanced, heavy)
    )
    yield "fig3.only", Finding(alone)
    minima = {pair: model.kappa for pair, model in lowest.items()}
    kappas = ", ".join(map(str, minima.values()))
    depends = Statement(
        ask.have_different_minima,
        given=data_sets,
        witness=(balanced, slight, slight[::-1]),
        shown=kappas,
    )
    yield "fig3.depends", Finding(depends)
    everything_wrong = all(model.accuracy == 0 for model in lowest.values())
    for name, pair in (("min-heavy", heavy), ("min-slight", slight)):
        found = number_if(everything_wrong, minima[pair])
        yield f"fig3.{name}", Finding(found, note="The smallest of the grid, at accuracy 0.")
    word = Proof(ask.fits_the_way_down, "closer with every error, and reached", (slight, heavy))
    yield "fig3.approaching", Finding(word, "proved", notes.APPROACHING, "contested")
    nearest = min(minima[pair] + 1 for pair in (slight, heavy))
    far = Statement(
        ask.are_far_from_minus_one,
        given=(slight, heavy),
        witness=((60, 40), heavy),
        shown=f"{nearest} away, or more",
    )
    yield "fig3.far", Finding(far, note="Far is taken as more than 0.2, a level of Table 1.")
    all_wrong = tuple(with_errors(cats, dogs, dogs, cats) for cats, dogs in data_sets)
    alike = Statement(
        ask.have_phi_minus_one,
        given=all_wrong,
        witness=(*all_wrong[:-1], with_errors(*heavy, heavy[1] - 1, heavy[0])),
        shown="phi -1 for all three",
    )
    yield "fig3.impossible", contested(alike, notes.IMPOSSIBLE)
    note = notes.NEGATIVE.format(kappas=kappas)
    negative = number_if(alike.true, minima[balanced])
    yield "interpret.negative", Finding(negative, "proved", note, "contested")
    exchanged = Statement(
        ask.is_worst_and_best_exchanged,
        given=all_wrong[:1],
        witness=(with_errors(*balanced, 25, 25),),
        shown="-1, and 1 with the labels exchanged",
    )
    yield "interpret.useful-range", contested(exchanged, notes.USEFUL_RANGE)
    below = Statement(
        ask.are_mostly_below_zero,
        given=POST_OPERATIVE,
        witness=tuple(-kappa for kappa in POST_OPERATIVE),
        shown="four of five in one data set of the 2007 paper",
    )
    yield "fig3.unlikely", contested(below, notes.UNLIKELY, "external")
    yield from _mixed(printed, (slight, heavy))
    yield "fig3.picture", no_picture("all models of the three data sets")


def _mixed(printed: Mapping[str, str], imbalanced: tuple[tuple[int, int], ...]) -> Findings:
    """Compare ten errors on dogs with five on dogs and five on cats.

    The text does not say that both models have one accuracy, so the three counts are its choice.
    """
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
        ask.first_errors_cost_less,
        given=(errors, *imbalanced),
        witness=(errors, (50, 50), *imbalanced[1:]),
        shown="; ".join(f"{mixed} > {only}" for mixed, only in kappas),
    )
    yield "fig3.mixed-better", Finding(better)
