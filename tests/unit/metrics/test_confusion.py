"""A confusion matrix: exact at any size, a value, read from columns and frames, bad input."""

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from support import pl

from kappabook import ConfusionMatrix, cohen_kappa_score

# --- known values ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([["0.25", "0.25"], ["0.25", "0.25"]], ("1/2", "1/2", "0")),
        ([["0.40", "0.10"], ["0.10", "0.40"]], ("4/5", "1/2", "3/5")),
        ([["0.50", "0.00"], ["0.00", "0.50"]], ("1", "1/2", "1")),
        ([["0.65", "0.05"], ["0.15", "0.15"]], ("4/5", "31/50", "9/19")),
        ([["0.70", "0.00"], ["0.00", "0.30"]], ("1", "29/50", "1")),
        ([["0.49", "0.21"], ["0.21", "0.09"]], ("29/50", "29/50", "0")),
    ],
)
def test_six_examples_of_bendavid2008_exactly(cells, expected):
    matrix = ConfusionMatrix.from_probabilities(cells)
    measures = (matrix.accuracy, matrix.chance_agreement, matrix.kappa)
    assert measures == tuple(map(Fraction, expected))
    assert all(isinstance(measure, Fraction) for measure in measures)


# --- exactness and size ---------------------------------------------------------------------


def test_exact_types_are_kept():
    for quarter in (Fraction(1, 4), Decimal("0.25"), "0.25", "1/4"):
        matrix = ConfusionMatrix.from_probabilities([[quarter] * 2] * 2)
        assert matrix.accuracy == Fraction(1, 2)
        assert isinstance(matrix.total, Fraction)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_the_size_of_weights_and_costs_does_not_matter(scale):
    cells = np.array([[4.0, 1.0, 0.0], [1.0, 4.0, 2.0], [0.0, 3.0, 5.0]])
    costs = np.array([[0.0, 1.0, 2.0], [0.5, 0.0, 1.0], [4.0, 1.0, 0.0]])
    plain, scaled = ConfusionMatrix(cells), ConfusionMatrix(cells * scale)
    assert scaled.kappa == pytest.approx(plain.kappa, rel=1e-14)
    assert scaled.mcc == pytest.approx(plain.mcc, rel=1e-14)
    assert scaled.weighted_kappa(costs) == pytest.approx(plain.weighted_kappa(costs), rel=1e-14)
    assert plain.weighted_kappa(costs * scale) == pytest.approx(plain.weighted_kappa(costs))


@pytest.mark.parametrize("large", [1, 2**60, 2**61 - 1, 2**61, 10**18, 10**400])
def test_counts_of_any_size_and_exact_costs(large):
    """By the definition, in fractions; costs of 4/3 must not become 1, and nothing overflows."""
    cells = np.array([[1, 2, 2], [2, 2, 0], [0, 1, 3]], dtype=object) * large
    costs = np.array([[Fraction(abs(i - j) * (i + 2), 3) for j in range(3)] for i in range(3)])
    rows, columns, n = cells.sum(axis=1), cells.sum(axis=0), Fraction(cells.sum())
    chance = (costs * np.multiply.outer(rows, columns)).sum() / n
    expected = 1 - (costs * cells).sum() / chance
    assert ConfusionMatrix(cells).weighted_kappa(costs) == expected
    floats = ConfusionMatrix(cells).weighted_kappa(costs.astype(float))
    assert floats == pytest.approx(float(expected), rel=1e-14)
    plain = 1 - (n - cells.trace()) / (n - Fraction(rows @ columns) / n)
    assert ConfusionMatrix(cells.tolist()).kappa == float(plain)


# --- as a value -----------------------------------------------------------------------------


def test_sums_beyond_64_bits():
    matrix = ConfusionMatrix([[10**18, 2 * 10**18], [10**17, 10**18]])
    costs = [[0, 10**6], [1, 0]]
    assert matrix.weighted_kappa(costs) == float(matrix.exact().weighted_kappa(costs))


def test_no_cell_can_be_altered():
    cells = np.array([[1, 2], [3, 4]])
    matrix = ConfusionMatrix(cells)
    cells[0, 0] = 100
    assert matrix[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        matrix.cells[0, 0] = 9


def test_cells_by_label():
    matrix = ConfusionMatrix([[1, 2], [3, 4]], labels=["ill", "well"])
    assert matrix["ill", "well"] == 2
    with pytest.raises(KeyError, match=r"'dead' is not a label; the labels are \['ill', 'well'\]"):
        matrix["dead", "ill"]


def test_equality_and_hash():
    one, other = ConfusionMatrix([[1, 2], [3, 4]]), ConfusionMatrix([[1, 2], [3, 4]])
    assert one == other
    assert hash(one) == hash(other)
    assert one != ConfusionMatrix([[1, 2], [3, 4]], labels="ab")
    assert one != "a matrix"


def test_chunks_merge_to_the_whole():
    truth, guess = np.random.default_rng(1).integers(0, 4, (2, 1000))
    chunks = zip(np.split(truth, 10), np.split(guess, 10), strict=True)
    merged = sum(ConfusionMatrix.from_predictions(*chunk) for chunk in chunks)
    assert merged == ConfusionMatrix.from_predictions(truth, guess)


def test_merging_unites_labels():
    cats = ConfusionMatrix([[3, 1], [0, 2]], labels=["cat", "dog"])
    foxes = ConfusionMatrix([[5]], labels=["ape"])
    merged = cats + foxes
    assert merged.labels == ("ape", "cat", "dog")
    assert (merged["ape", "ape"], merged["cat", "dog"], merged["ape", "cat"]) == (5, 1, 0)


def test_what_does_not_merge():
    with pytest.raises(ValueError, match=r"labels \[0, 1\] and \['a', 'b'\] have no common order"):
        ConfusionMatrix([[1, 2], [3, 4]]) + ConfusionMatrix([[1, 2], [3, 4]], labels="ab")
    half = ConfusionMatrix.from_probabilities([[0.5, 0], [0, 0.5]])
    with pytest.raises(ValueError, match="probabilities cannot be merged"):
        half + half


def test_repr_is_a_table():
    text = repr(ConfusionMatrix([[40, 10], [20, 30]], labels=["ill", "healthy"]))
    assert text.splitlines() == [
        "ConfusionMatrix of 100 cases (rows: truth, columns: prediction)",
        "         ill  healthy  total",
        "ill       40       10     50",
        "healthy   20       30     50",
        "total     60       40    100",
    ]


def test_shares_are_shown_as_decimals_that_end_or_as_fractions():
    shares = [Fraction(1, 64), Fraction(1, 128)]
    text = repr(ConfusionMatrix.from_probabilities([[shares[0], shares[1]], [0, 1 - sum(shares)]]))
    assert "0.015625" in text
    assert "1/128" in text


def test_many_classes_are_shown_by_their_ends():
    matrix = ConfusionMatrix(np.eye(1000, dtype=int), labels=[f"c{i}" for i in range(1000)])
    head, *table = repr(matrix).splitlines()
    assert head.startswith("ConfusionMatrix of 1000 cases, 1000 classes")
    assert len(table) == 13
    assert table[0].split()[4:7] == ["c4", "...", "c995"]
    assert table[6].split() == ["..."] * 13
    assert matrix._repr_html_().count("<tr>") == 13
    assert "..." not in repr(ConfusionMatrix(np.eye(24)))


def test_html_escapes_labels():
    html = ConfusionMatrix([[1, 0], [0, 1]], labels=["<b>", "&"])._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<b>" not in html


# --- from predictions -----------------------------------------------------------------------


# --- bad input beside that of docs/api.md (test_edge_cases.py) and test_hostile.py ------------


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[1, 2], [3]], "rows differ in length"),
        ([["one", 2], [3, 4]], "contain 'one'"),
        (np.array([[1j, 2], [3, 4]]), "dtype complex"),
        ([[10**400, 0.5], [1, 2]], "cells hold floats beside numbers that no float can hold"),
    ],
)
def test_bad_cells_are_named(cells, message):
    with pytest.raises(ValueError, match=message):
        ConfusionMatrix(cells)


@pytest.mark.parametrize(
    ("labels", "message"),
    [(["a"], "1 labels for 2 classes"), (["a", "a"], "'a' stands twice")],
)
def test_bad_labels_are_named(labels, message):
    with pytest.raises(ValueError, match=message):
        ConfusionMatrix([[1, 2], [3, 4]], labels)


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([[0, 1]], r"shape \(1, 2\)"),
        ([[0, -1], [1, 0]], r"costs\[0, 1\] is -1"),
        ([[0, np.nan], [1, 0]], r"costs\[0, 1\] is nan"),
    ],
)
def test_bad_costs_are_named(costs, message):
    with pytest.raises(ValueError, match=message):
        ConfusionMatrix([[1, 2], [3, 4]]).weighted_kappa(costs)


# --- from a data frame ------------------------------------------------------------------------

ILL_WELL = pd.DataFrame([[40, 10], [20, 30]], ["ill", "well"], ["well", "ill"])


def cross(truth, guess, **options):
    return pd.crosstab(pd.Series(list(truth)), pd.Series(list(guess)), **options)


def test_a_frame_is_read_by_its_labels():
    matrix = ConfusionMatrix(ILL_WELL)
    assert matrix.labels == ("ill", "well")
    assert matrix.cells.tolist() == [[10, 40], [30, 20]]
    assert ConfusionMatrix(matrix) == matrix
    more = ConfusionMatrix(ILL_WELL, labels=["well", "dead", "ill"])
    assert more.cells.tolist() == [[20, 0, 30], [0, 0, 0], [40, 0, 10]]


def test_a_cross_table_is_its_columns():
    truth, guess = np.random.default_rng(5).integers(0, 9, (2, 30))
    counted = ConfusionMatrix.from_predictions(truth, guess)
    assert ConfusionMatrix(pd.crosstab(truth, guess)) == counted
    for columns in (("abc", "bab"), ("bab", "abc")):  # one leaves out a class
        assert ConfusionMatrix(cross(*columns)) == ConfusionMatrix.from_predictions(
            *map(list, columns)
        )
    scale = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    ordered = [pd.Series(y).astype(scale) for y in (["low", "high"], ["high", "mid"])]
    found = ConfusionMatrix(pd.crosstab(*ordered, dropna=False))
    assert found == ConfusionMatrix.from_predictions(*ordered)


def test_a_frame_without_labels_is_an_array():
    cells = [[40, 10], [20, 30]]
    plain = ConfusionMatrix(pd.DataFrame(cells), labels=["ill", "well"])
    assert plain == ConfusionMatrix(cells, labels=["ill", "well"])


def test_a_class_may_be_called_total():
    """Its column holds the sums of the others, and its row less than they come to."""
    frame = pd.DataFrame([[3, 3], [1, 4]], ["part", "total"], ["part", "total"])
    assert ConfusionMatrix(frame)["total", "part"] == 1


def test_large_integers_stay_beside_floats():
    frame = pd.DataFrame({"a": [2**53 + 1, 0], "b": [0.5, 0.5]}, ["a", "b"])
    assert ConfusionMatrix(frame.astype({"b": int}))["a", "a"] == 2**53 + 1


@pytest.mark.parametrize(
    ("frame", "labels", "message"),
    [
        (ILL_WELL, ["ill", "dead"], "labels=['ill', 'dead'] leave out 'well', a label of cells"),
        (pd.DataFrame([[1, 2], [3, 4]]), [1, 0], "labels=[1, 0], but the rows of cells are numb"),
        (pd.DataFrame({"ill": [1, 2], "well": [3, 4]}), None, "no label in common"),
        (ILL_WELL.set_axis(["ill", "ill"], axis=0), None, "in the rows of cells, the label 'ill'"),
        (ILL_WELL.set_axis(["ill", None], axis=1), None, "label 1 of the columns of cells is"),
        (cross("aaab", "abba", margins=True), None, "'All' in cells holds the sums of the other"),
        (cross("abab", "bccb", margins=True), None, "'All' in cells holds the sums"),
        (cross("aa", "aa", margins=True), None, "'All' in cells holds the sums"),
        (
            cross("abab", "abba", margins=True, margins_name="Gesamt"),
            None,
            "'Gesamt' in cells holds the sums",
        ),
        (
            cross("abab", "abba", margins=True, normalize="all", margins_name="N"),
            None,
            "'N' in cells holds the sums",
        ),
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
def test_a_frame_that_could_be_misread_is_refused(frame, labels, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ConfusionMatrix(frame, labels)


@pytest.mark.parametrize("cells", [[[1, 2], [3, 4]], [[3, 1], [3, 4]]])
def test_a_class_may_be_called_all(cells):
    frame = pd.DataFrame(cells, ["none", "All"], ["none", "All"])
    assert ConfusionMatrix(frame).labels == ("none", "All")


COSTS = pd.DataFrame([[0, 1], [5, 0]], ["ill", "well"], ["ill", "well"])


@pytest.mark.parametrize(
    "costs",
    [
        COSTS.loc[["well", "ill"], ["ill", "well"]],
        COSTS.reindex(["ill", "dead", "well"], fill_value=0).reindex(
            ["dead", "ill", "well"], axis=1, fill_value=0
        ),
        pd.DataFrame(COSTS.to_numpy()),
    ],
    ids=["rows", "more classes", "no labels"],
)
def test_costs_are_matched_by_label(costs):
    columns = ["ill", "ill", "well", "well", "well"], ["ill", "well", "ill", "well", "ill"]
    expected = cohen_kappa_score(*columns, weights=[[0, 1], [5, 0]])
    assert expected != cohen_kappa_score(*columns, weights=[[0, 5], [1, 0]])
    assert cohen_kappa_score(*columns, weights=costs) == expected
    assert ConfusionMatrix.from_predictions(*columns).weighted_kappa(costs) == expected


def test_no_label_of_costs_stands_twice():
    with pytest.raises(ValueError, match="in the rows of costs, the label 'ill' stands twice"):
        ConfusionMatrix([[1, 2], [3, 4]], ["ill", "well"]).weighted_kappa(
            COSTS.set_axis(["ill", "ill"], axis=0)
        )


# --- masks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cells",
    [
        [np.ma.masked_greater([40, 10], 1000), np.ma.masked_greater([99999, 30], 1000)],
        [[40, 10], [np.ma.masked, 30]],
    ],
)
def test_masked_cells_are_refused(cells):
    with pytest.raises(ValueError, match="mask"):
        ConfusionMatrix(cells)
