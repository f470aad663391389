"""What the text says of Figures 2 and 3, checked on the very models that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
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
from kappabook.transcription import read_number


@check("fig2.*")
def figure_2(printed: Mapping[str, str]) -> Findings:
    """Check the three data sets and the models that err on dogs only."""
    data_sets = read_data_sets(printed)
    (images,) = read_counts(printed, "fig2.images")
    sizes = {cats + dogs for cats, dogs in data_sets}
    yield "fig2.sets", Finding(Number(len(data_sets)))
    yield "fig2.images", Finding(number_if(len(sizes) == 1, max(sizes)))
    for i, (cats, dogs) in enumerate(data_sets, start=1):
        yield f"fig2.cats-{i}", Finding(Number(images - dogs))
        yield f"fig2.dogs-{i}", Finding(Number(images - cats))
    balanced, *imbalanced = data_sets
    first, last = dogs_only(*balanced)[0], dogs_only(*balanced)[-1]
    yield "fig2.n-from", Finding(number_if(first.kappa == 1, first.n))
    straight = eq.balanced_kappa_is_linear() and _is_straight(dogs_only(*balanced))
    yield "fig2.linear", Finding(Statement(straight, "kappa = 2p - 1"))
    yield "fig2.end-predicted", Finding(Number(balanced[0] + last.n - last.m))
    yield "fig2.end-accuracy", Finding(Number(last.accuracy))
    yield "fig2.end-kappa", Finding(Number(last.kappa))
    bent = not any(_is_straight(dogs_only(*pair)) for pair in imbalanced)
    yield "fig2.nonlinear", Finding(Statement(bent, "its slope changes from step to step"))
    models = [model for pair in imbalanced for model in dogs_only(*pair)]
    low = [model for model in models if model.kappa < read_number("0.2")]
    heavy = dogs_only(*data_sets[-1])
    note = notes.COMMON.format(heavy=len(heavy), low=len(low), imbalanced=len(models))
    high = all(model.accuracy >= read_number("0.9") for model in heavy)
    shown = f"kappa below 0.2 in {len(low)} of {len(models)} models"
    yield "fig2.common", contested(high and bool(low), shown, note)
    yield "fig2.picture", no_picture("accuracy to the right and kappa upwards")


@check("fig3.*", "interpret.negative", "interpret.useful-range")
def figure_3(printed: Mapping[str, str]) -> Findings:
    """Check the models that err on dogs and on cats."""
    data_sets = read_data_sets(printed)
    balanced, slight, heavy = data_sets
    sizes = [len(grid(*pair)) for pair in data_sets]
    complete = sizes == [(cats + 1) * (dogs + 1) for cats, dogs in data_sets]
    shown = " + ".join(map(str, sizes)) + " models"
    yield "fig3.grid", Finding(Statement(complete, shown), verdict="definition")
    yield "fig3.balanced", Finding(Statement(is_on_balanced_line(*balanced), "kappa = 2p - 1"))
    yield "fig3.which", Finding(Statement(eq.balanced_kappa_is_linear(), "kappa = 1 - (n + m)/c"))
    lowest = {pair: worst(*pair) for pair in data_sets}
    yield "fig3.reached", Finding(Number(lowest[balanced].kappa))
    reach = [pair for pair in data_sets if lowest[pair].kappa == -1]
    yield "fig3.only", Finding(Statement(reach == [balanced]))
    minima = {pair: model.kappa for pair, model in lowest.items()}
    kappas = ", ".join(map(str, minima.values()))
    yield "fig3.depends", Finding(Statement(len(set(minima.values())) == len(minima), kappas))
    everything_wrong = all(model.accuracy == 0 for model in lowest.values())
    for name, pair in (("min-heavy", heavy), ("min-slight", slight)):
        found = number_if(everything_wrong, minima[pair])
        yield f"fig3.{name}", Finding(found, note="The smallest of the grid, at accuracy 0.")
    word = "reaching" if everything_wrong else "approaching"
    yield "fig3.approaching", Finding(Proof(str.__eq__, word, (word,)))
    far = min(minima[pair] + 1 for pair in (slight, heavy))
    yield "fig3.far", Finding(Statement(far >= read_number("0.4"), f"{far} away, or more"))
    phis = {matthews_correlation(with_errors(*pair, pair[1], pair[0])) for pair in data_sets}
    alike = phis == {-1}
    yield "fig3.impossible", contested(alike, "phi -1 for all three", notes.IMPOSSIBLE)
    note = notes.NEGATIVE.format(kappas=kappas)
    negative = number_if(alike, minima[balanced])
    yield "interpret.negative", Finding(negative, "proved", note, "contested")
    exchanged = minima[balanced] == -with_errors(*balanced, 0).kappa
    shown = "-1, and 1 with the labels exchanged"
    yield "interpret.useful-range", contested(exchanged, shown, notes.USEFUL_RANGE)
    shown = "four of five in one data set of the 2007 paper"
    yield "fig3.unlikely", contested(True, shown, notes.UNLIKELY, "external")
    yield from _mixed(printed, (slight, heavy))
    yield "fig3.picture", no_picture("all models of the three data sets")


def _mixed(printed: Mapping[str, str], imbalanced: tuple[tuple[int, int], ...]) -> Findings:
    """Compare ten errors on dogs with five on dogs and five on cats."""
    dogs, cats, alone = read_counts(
        printed, *(f"fig3.{name}" for name in ("mixed-dogs", "mixed-cats", "dogs-only"))
    )
    yield "fig3.mixed-dogs", Finding(Number(alone - cats), note="At the same accuracy.")
    yield "fig3.mixed-cats", Finding(Number(alone - dogs), note="At the same accuracy.")
    yield "fig3.dogs-only", Finding(Number(dogs + cats), note="At the same accuracy.")
    pairs = [
        (with_errors(*pair, dogs, cats).kappa, with_errors(*pair, alone).kappa)
        for pair in imbalanced
    ]
    shown = "; ".join(f"{mixed} > {only}" for mixed, only in pairs)
    better = all(mixed > only for mixed, only in pairs)
    yield "fig3.mixed-better", Finding(Statement(better, shown))


@cache
def is_on_balanced_line(cats: int, dogs: int) -> bool:
    """Say whether every model of the grid has kappa = 2p - 1."""
    return all(model.kappa == 2 * model.accuracy - 1 for model in grid(cats, dogs))


@cache
def _is_straight(models: tuple[Model, ...]) -> bool:
    slopes = {(b.kappa - a.kappa) / (b.accuracy - a.accuracy) for a, b in pairwise(models)}
    return len(slopes) == 1
