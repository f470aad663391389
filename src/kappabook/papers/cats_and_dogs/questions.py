"""What the text's statements ask of its models: which is ahead, how low kappa gets, and how."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.papers.cats_and_dogs.matrices import Model, dogs_only, grid, with_errors, worst

# --- two models ---------------------------------------------------------------------------------


def is_more_accurate(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether the first model has the higher accuracy."""
    return bool(one.accuracy > other.accuracy)


def has_higher_kappa(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether the first model has the higher kappa."""
    return bool(one.kappa > other.kappa)


def is_ahead_but_finds_no_dog(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether the first model has the higher accuracy and calls no dog a dog."""
    return is_more_accurate(one, other) and one["dog", "dog"] == 0


def is_right_as_often_as_there_are_cats(model: ConfusionMatrix) -> bool:
    """Say whether the accuracy is the share of the cats."""
    return bool(model.accuracy == model.row_margins[0])


def are_ranked_in_opposite_order(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether the first model is ahead by accuracy, and the second by kappa."""
    return is_more_accurate(one, other) and has_higher_kappa(other, one)


def have_other_chance_agreements(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether two models would be right by chance in different shares of the cases."""
    return bool(one.chance_agreement != other.chance_agreement)


def chance_is_higher_than_in(balanced: ConfusionMatrix, *models: ConfusionMatrix) -> bool:
    """Say whether every model's chance agreement is above that of the balanced data set."""
    return all(model.chance_agreement > balanced.chance_agreement for model in models)


@cache
def most_errors_above_chance(cats: int, dogs: int) -> Model:
    """Return the model with most errors whose kappa is positive."""
    above = (model for model in grid(cats, dogs) if model.kappa > 0)
    return max(above, key=lambda model: (model.n + model.m, model.n))


def more_errors_than_dogs(cats: int, dogs: int) -> bool:
    """Say whether kappa can be above 0 with more errors than calling everything a cat makes."""
    worse = most_errors_above_chance(cats, dogs)
    return worse.n + worse.m > dogs


# --- the models of Figures 2 and 3 --------------------------------------------------------------


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
