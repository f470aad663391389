"""A data frame as a confusion matrix, or as costs, is read by its labels."""

import re

import numpy as np
import pandas as pd
import pytest
from support import pl

from kappabook import ConfusionMatrix, cohen_kappa_score

ILL_WELL = pd.DataFrame([[40, 10], [20, 30]], ["ill", "well"], ["well", "ill"])


def cross(truth, guess, **options):
    return pd.crosstab(pd.Series(list(truth)), pd.Series(list(guess)), **options)


def test_rows_and_columns_in_another_order():
    matrix = ConfusionMatrix(ILL_WELL)
    assert matrix.labels == ("ill", "well")
    assert matrix.cells.tolist() == [[10, 40], [30, 20]]
    assert matrix.kappa == -0.4


def test_raters_who_use_different_classes():
    """a and b against b and c: as an array, this table would be perfect agreement."""
    table = cross("aabb", "bbcc")
    assert table.to_numpy().tolist() == [[2, 0], [0, 2]]
    matrix = ConfusionMatrix(table)
    assert matrix.labels == ("a", "b", "c")
    assert matrix.kappa == -1 / 3


@pytest.mark.parametrize("swapped", [False, True])
def test_a_rater_who_leaves_out_a_class(swapped):
    truth, guess = ("bab", "abc") if swapped else ("abc", "bab")
    matrix = ConfusionMatrix(cross(truth, guess))
    assert matrix == ConfusionMatrix.from_predictions(list(truth), list(guess))


def test_a_cross_table_is_its_columns():
    truth, guess = np.random.default_rng(5).integers(0, 9, (2, 30))
    counted = ConfusionMatrix.from_predictions(truth, guess)
    assert ConfusionMatrix(pd.crosstab(truth, guess)) == counted


def test_ordered_categories_keep_their_order():
    scale = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    truth, guess = (pd.Series(y).astype(scale) for y in (["low", "high"], ["high", "mid"]))
    assert ConfusionMatrix(pd.crosstab(truth, guess, dropna=False)).labels == ("low", "mid", "high")
    assert ConfusionMatrix.from_predictions(truth, guess).labels == ("low", "mid", "high")


def test_labels_give_the_order_and_add_classes():
    matrix = ConfusionMatrix(ILL_WELL, labels=["well", "dead", "ill"])
    assert matrix.cells.tolist() == [[20, 0, 30], [0, 0, 0], [40, 0, 10]]


def test_a_frame_without_labels_is_an_array():
    cells = [[40, 10], [20, 30]]
    plain = ConfusionMatrix(pd.DataFrame(cells), labels=["ill", "well"])
    assert plain == ConfusionMatrix(cells, labels=["ill", "well"])


def test_large_integers_stay_beside_floats():
    frame = pd.DataFrame({"a": [2**53 + 1, 0], "b": [0.5, 0.5]}, ["a", "b"])
    assert ConfusionMatrix(frame.astype({"b": int}))["a", "a"] == 2**53 + 1


def test_a_matrix_of_a_matrix_keeps_its_labels():
    matrix = ConfusionMatrix(ILL_WELL)
    assert ConfusionMatrix(matrix) == matrix


TOTALS = cross("abab", "abba", margins=True)


@pytest.mark.parametrize(
    ("frame", "labels", "message"),
    [
        (ILL_WELL, ["ill", "dead"], "labels=['ill', 'dead'] leave out 'well', a label of cells"),
        (pd.DataFrame([[1, 2], [3, 4]]), [1, 0], "labels=[1, 0], but the rows of cells are numb"),
        (pd.DataFrame({"ill": [1, 2], "well": [3, 4]}), None, "no label in common"),
        (ILL_WELL.set_axis(["pred ill", "pred well"], axis=1), None, "['pred ill', 'pred well']"),
        (ILL_WELL.set_axis(["ill", "ill"], axis=0), None, "the rows of cells hold 'ill' twice"),
        (ILL_WELL.set_axis(["ill", None], axis=1), None, "label 1 of the columns of cells is"),
        (TOTALS, None, "'All' in cells holds the sums of the other rows and columns"),
        (cross("abab", "bccb", margins=True), None, "'All' in cells holds the sums"),
        (
            pd.DataFrame(np.eye(2), ["low", "mid"], ["mid", "high"]),
            None,
            "the order of all classes is not clear. Give labels",
        ),
        *(
            [(pl.DataFrame({"truth": [0, 1], "0": [3, 4]}), None, "whose rows have no labels")]
            if pl
            else []
        ),
        (pd.DataFrame([[1, 2, 3], [4, 5, 6]]), None, "a confusion matrix is square"),
    ],
)
def test_what_could_be_misread_is_refused(frame, labels, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ConfusionMatrix(frame, labels)


def test_a_class_may_be_called_all():
    frame = pd.DataFrame([[1, 2], [3, 4]], ["none", "All"], ["none", "All"])
    assert ConfusionMatrix(frame).labels == ("none", "All")


# --- costs ------------------------------------------------------------------------------------

Y1, Y2 = ["ill", "ill", "well", "well", "well"], ["ill", "well", "ill", "well", "ill"]
COSTS = pd.DataFrame([[0, 1], [5, 0]], ["ill", "well"], ["ill", "well"])


@pytest.mark.parametrize(
    "costs",
    [
        COSTS,
        COSTS.loc[["well", "ill"], ["ill", "well"]],
        COSTS.loc[:, ["well", "ill"]],
        COSTS.reindex(["ill", "dead", "well"], fill_value=0).reindex(
            ["dead", "ill", "well"], axis=1, fill_value=0
        ),
        pd.DataFrame(COSTS.to_numpy()),
    ],
    ids=["same", "rows", "columns", "more classes", "no labels"],
)
def test_costs_are_matched_by_label(costs):
    expected = cohen_kappa_score(Y1, Y2, weights=[[0, 1], [5, 0]])
    assert expected != cohen_kappa_score(Y1, Y2, weights=[[0, 5], [1, 0]])
    assert cohen_kappa_score(Y1, Y2, weights=costs) == expected
    assert ConfusionMatrix.from_predictions(Y1, Y2).weighted_kappa(costs) == expected


def test_costs_without_one_of_the_classes_are_refused():
    with pytest.raises(ValueError, match=r"costs have no row for the class 'dead': their rows are"):
        cohen_kappa_score([*Y1, "dead"], [*Y2, "ill"], weights=COSTS)


# --- masks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cells",
    [
        np.ma.masked_greater([[40, 10], [99999, 30]], 1000),
        [np.ma.masked_greater([40, 10], 1000), np.ma.masked_greater([99999, 30], 1000)],
        [[40, 10], [np.ma.masked, 30]],
    ],
)
def test_masked_cells_are_refused(cells):
    with pytest.raises(ValueError, match="mask"):
        ConfusionMatrix(cells)


def test_a_mask_that_hides_nothing_is_no_trouble():
    assert ConfusionMatrix(np.ma.array([[4, 1], [1, 4]])).kappa == 0.6


@pytest.mark.parametrize("name", ["weights", "labels", "sample_weight"])
def test_masked_arguments_are_refused(name):
    masked = {
        "weights": np.ma.array([[0, 1], [9, 0]], mask=[[0, 0], [1, 0]]),
        "labels": np.ma.array([0, 1], mask=[0, 1]),
        "sample_weight": np.ma.array([1, 9], mask=[0, 1]),
    }
    with pytest.raises(ValueError, match="masked"):
        cohen_kappa_score([0, 1], [0, 1], **{name: masked[name]})
