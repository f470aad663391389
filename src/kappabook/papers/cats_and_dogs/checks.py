"""What each claim of the text comes to, computed from its numbers, definitions and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial

import numpy as np

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.inference import kappa_inference
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import notes, pictures, three_classes, two_classes
from kappabook.papers.cats_and_dogs.drawing import radius
from kappabook.papers.cats_and_dogs.models import (
    KEY,
    grid,
    read_counts,
    read_data_sets,
    read_model,
    read_three_classes,
)
from kappabook.papers.cats_and_dogs.scale import (
    MCHUGH,
    Level,
    gaps,
    has_one_level,
    read_scale,
)

Findings = Iterator[tuple[str, Finding]]

# As the records of the journals have them: year, volume, pages.
BIBLIOGRAPHY = {
    "cohen-1960": "1960, 20, 37-46",
    "cohen-1968": "1968, 70, 213-220",
    "mchugh": "2012, 22(3), 276-282",
}


def findings(printed: Mapping[str, str]) -> dict[str, Finding]:
    """Compute one finding per claim.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim of this text, by id.
    """
    model, matrices = read_model(printed), read_three_classes(printed)
    areas = [np.pi * radius(count) ** 2 for count in model.cells.flat]
    parts = (
        two_classes.introduction(printed, model),
        two_classes.figure_1(printed, model, areas),
        two_classes.calculation(model, *read_counts(printed, "intro.cats", "intro.dogs")),
        two_classes.extremes(),
        pictures.figure_2(printed),
        pictures.figure_3(printed),
        pictures.other_pictures(),
        table_1(printed),
        three_classes.chance(printed, matrices),
        three_classes.pattern(matrices),
        three_classes.weights(matrices),
        additional(model, read_scale(printed)),
    )
    return {f"{KEY}.{name}": finding for part in parts for name, finding in part}


def table_1(printed: Mapping[str, str]) -> Findings:
    """Check the scale against the one of McHugh, and whether it covers every kappa."""
    for row, (low, high, level) in MCHUGH.items():
        above = row == "perfect"
        note = "McHugh writes above 0.90; with two decimals, from 0.91." if above else ""
        begins = Fraction(low) + (Fraction(1, 100) if above else 0)
        yield f"table1.{row}-low", Finding(Number(begins), "external", note)
        yield f"table1.{row}-high", Finding(Number(Fraction(high)), "external")
        named = Proof(partial(_begins_with, level), level)
        note = "McHugh's name for all of it is Almost Perfect." if above else ""
        yield f"table1.{row}", Finding(named, "external", note)
    scale = read_scale(printed)
    rounded = all(has_one_level(Fraction(i, 100), scale) for i in range(101))
    holes = gaps(scale)
    data_sets = read_data_sets(printed)
    models = sum(len(grid(*pair)) for pair in data_sets)
    missed = sum(count_in_gaps(*pair, tuple(holes)) for pair in data_sets)
    note = notes.COVER.format(gaps=len(holes), missed=missed, models=models)
    cover = Statement(rounded, f"to two decimals; {len(holes)} gaps between")
    yield "table1.cover", Finding(cover, "proved", note, "contested")
    moderate = Number(Fraction(MCHUGH["moderate"][0]))
    yield "table1.useful", Finding(moderate, "external", notes.USEFUL, "contested")


@cache
def count_in_gaps(cats: int, dogs: int, holes: tuple[tuple[Fraction, Fraction], ...]) -> int:
    """Count the models of one data set whose kappa has no level."""
    return sum(any(a < model.kappa < b for a, b in holes) for model in grid(cats, dogs))


def additional(model: ConfusionMatrix, scale: tuple[Level, ...]) -> Findings:
    """Check the last section: interval, correlation, determination, and the references."""
    low, high = kappa_inference(model).confidence_interval()
    spanned = [x.name for x in scale if x.high >= Fraction(low) and x.low <= Fraction(high)]
    levels = ", ".join(spanned)
    note = notes.INTERVAL.format(low=low, high=high, count=len(spanned), levels=levels)
    shown = f"[{low:.2f}, {high:.2f}]"
    yield "more.interval", Finding(Statement(len(spanned) > 1, shown), "proved", note, "contested")
    phi, kappa = matthews_correlation(model), Fraction(model.kappa)
    note = notes.CORRELATION.format(phi=phi, kappa=float(kappa))
    differ = Statement(eq.kappa_never_exceeds_phi() and float(kappa) < phi, f"phi {phi:.4f}")
    yield "more.correlation", Finding(differ, "proved", note, "contested")
    squared = Proof(partial(_is_determination, model), "the square of phi")
    yield "more.determination", Finding(squared)
    publication = Finding(
        Statement(False, "not known"), "external", notes.PUBLICATION, "unavailable"
    )
    yield "more.publication", publication
    for name, record in BIBLIOGRAPHY.items():
        yield f"ref.{name}", Finding(Proof(partial(_begins_with, record), record), "external")


def determination(model: ConfusionMatrix) -> Fraction:
    """Share of the truth's variance that the prediction explains, by least squares.

    The line through two groups passes through their means, so what is left is the variance
    within the columns.
    """
    within = sum(
        (column.prod() / column.sum() for column in model.cells.T if column.sum()), Fraction(0)
    )
    return Fraction(1 - within / (model.row_totals.prod() / model.total))


def _is_determination(model: ConfusionMatrix, printed: str) -> bool:
    squares = {"kappa**2": float(model.kappa) ** 2, "phi**2": matthews_correlation(model) ** 2}
    return printed in squares and bool(np.isclose(squares[printed], float(determination(model))))


def _begins_with(record: str, printed: str) -> bool:
    return printed == record or printed.startswith(f"{record} to")
