"""The confusion matrices of the text, exactly: the first, all of Figures 2-3, those of Figure 4."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from kappabook.checks import derived
from kappabook.metrics import ConfusionMatrix
from kappabook.transcription import LedgerError, read_number

KEY = "cats_and_dogs"
ANIMALS = ("cat", "dog")
THREE = ("cat", "dog", "fox")
SPICES = ("mild", "medium", "hot")


def read_counts(printed: Mapping[str, str], *names: str) -> tuple[int, ...]:
    """Read whole numbers printed under these names."""
    values = [read_number(printed[f"{KEY}.{name}"]) for name in names]
    if any(value.denominator != 1 for value in values):
        raise LedgerError(f"{', '.join(names)}: {values} are not all whole numbers of images.")
    return tuple(int(value) for value in values)


# --- the first model --------------------------------------------------------------------------


@derived
def read_model(printed: Mapping[str, str]) -> ConfusionMatrix:
    """Make the first model's matrix; the text leaves only the nine cats taken for dogs to us."""
    cats, hits, dogs_as_cats, dogs = read_counts(
        printed, *(f"intro.{name}" for name in ("cats", "correct-cats", "dogs-as-cats", "dogs"))
    )
    cells = [[hits, cats - hits], [dogs_as_cats, dogs - dogs_as_cats]]
    return ConfusionMatrix(cells, ANIMALS).exact()


# --- Figures 2 and 3 --------------------------------------------------------------------------


@dataclass(frozen=True)
class Model:
    """A model that takes n dogs for cats and m cats for dogs, with its accuracy and kappa."""

    n: int
    m: int
    accuracy: Fraction
    kappa: Fraction


def with_errors(cats: int, dogs: int, n: int, m: int = 0) -> ConfusionMatrix:
    """Return the matrix of a model that mispredicts n of the dogs and m of the cats."""
    cells = [[cats - m, m], [n, dogs - n]]
    return ConfusionMatrix([[Fraction(cell) for cell in row] for row in cells], ANIMALS)


def _model(cats: int, dogs: int, n: int, m: int) -> Model:
    """Measure one model in whole numbers; ten thousand matrices of fractions take seconds."""
    total, right = cats + dogs, cats - m + dogs - n
    by_chance = cats * (cats - m + n) + dogs * (dogs - n + m)  # times the square of the total
    kappa = Fraction(total * right - by_chance, total**2 - by_chance)
    return Model(n, m, Fraction(right, total), kappa)


@cache
def grid(cats: int, dogs: int) -> tuple[Model, ...]:
    """List every model of one data set: any number of dogs with any number of cats mispredicted.

    Returns
    -------
    tuple of Model, of length (dogs + 1) * (cats + 1)
        In order of m, then n; the first dogs + 1 are those of Figure 2, which err on dogs only.
    """
    return tuple(_model(cats, dogs, n, m) for m in range(cats + 1) for n in range(dogs + 1))


def dogs_only(cats: int, dogs: int) -> tuple[Model, ...]:
    """List the models of Figure 2 for one data set, from no error to no dog found."""
    return tuple(_model(cats, dogs, n, 0) for n in range(dogs + 1))


@cache
def worst(cats: int, dogs: int) -> Model:
    """Return the one model of the grid with the smallest kappa."""
    lowest = min(model.kappa for model in grid(cats, dogs))
    (model,) = (model for model in grid(cats, dogs) if model.kappa == lowest)
    return model


@derived
def read_data_sets(printed: Mapping[str, str]) -> tuple[tuple[int, int], ...]:
    """Read the numbers of cats and dogs of the data sets of Figure 2."""
    numbers = sorted(
        name.rpartition("-")[2] for name in printed if name.startswith(f"{KEY}.fig2.cats-")
    )
    pairs = (read_counts(printed, f"fig2.cats-{i}", f"fig2.dogs-{i}") for i in numbers)
    return tuple((cats, dogs) for cats, dogs in pairs)


# --- Figure 4 ---------------------------------------------------------------------------------


@derived
def read_three_classes(printed: Mapping[str, str]) -> tuple[ConfusionMatrix, ...]:
    """Find all matrices that fit what the text says of Figure 4.

    It gives the diagonal (in the accuracy), the row totals (images of each animal) and the column
    totals (second factors of the chance agreements).

    Raises
    ------
    LedgerError
        No matrix fits the printed numbers.
    """
    diagonal = numbers_in(printed[f"{KEY}.three.accuracy-numbers"])[:3]
    rows = read_counts(printed, "three.cats", "three.dogs", "three.foxes")
    columns = [numbers_in(printed[f"{KEY}.three.pe-{animal}-numbers"])[1] for animal in THREE]
    found = matrices_with(*(tuple(map(int, part)) for part in (diagonal, rows, columns)))
    if not found:
        raise LedgerError(
            f"no 3 x 3 matrix has the diagonal {[*map(str, diagonal)]}, the row totals "
            f"{[*rows]} and the column totals {[*map(str, columns)]}; compare the transcription."
        )
    return found


@cache
def matrices_with(
    diagonal: tuple[int, ...], rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[ConfusionMatrix, ...]:
    """List every 3 x 3 matrix of counts with this diagonal and these totals.

    What is off the diagonal has one degree of freedom: the cats taken for foxes fix the rest.
    """
    found = []
    (tc, td, tf), (cats, dogs, foxes) = diagonal, rows
    for cat_as_fox in range(max(cats - tc, 0) + 1):
        cat_as_dog = cats - tc - cat_as_fox
        fox_as_dog = columns[1] - td - cat_as_dog
        fox_as_cat = foxes - tf - fox_as_dog
        dog_as_cat = columns[0] - tc - fox_as_cat
        dog_as_fox = dogs - td - dog_as_cat
        cells = [
            [tc, cat_as_dog, cat_as_fox],
            [dog_as_cat, td, dog_as_fox],
            [fox_as_cat, fox_as_dog, tf],
        ]
        last_column = cat_as_fox + dog_as_fox + tf
        if last_column == columns[2] and min(cell for row in cells for cell in row) >= 0:
            found.append(ConfusionMatrix(cells, THREE).exact())
    return tuple(found)


def numbers_in(text: str) -> list[Fraction]:
    """Return the numbers of a printed expression, in their order."""
    return [Fraction(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def spicy(matrix: ConfusionMatrix) -> ConfusionMatrix:
    """Return the same counts with the ordered labels of the weighted example."""
    return ConfusionMatrix(matrix, SPICES).exact()


def radius(count: Any, full: float = 100) -> float:
    """Radius of the circle drawn for a count, in widths of a cell; `full` just fits into it."""
    return float(0.48 * np.sqrt(float(count) / full))
