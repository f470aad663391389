"""Places where a plain formula gives a wrong number without a word."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score as sklearn_kappa

from kappabook import ConfusionMatrix, auk_bounds, cohen_kappa_score, kappa_optimal_probability
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.companions import (
    allocation_disagreement,
    bias_index,
    pabak,
    prevalence_index,
    quantity_disagreement,
)
from kappabook.metrics.kappa_curve import kappa_at, tpr_at
from kappabook.metrics.limits import kappa_limits
from kappabook.metrics.per_class import per_class_kappas


@pytest.mark.parametrize("tiny", [1e-3, 1e-9, 1e-12, 1e-15, 1e-30, 1e-100])
def test_nothing_cancels_where_chance_agreement_is_near_one(tiny):
    weight = [1, tiny, tiny, tiny]
    kappa = cohen_kappa_score([0, 0, 1, 1], [0, 1, 0, 1], sample_weight=weight)
    exact = ConfusionMatrix([[1, tiny], [tiny, tiny]]).exact()
    assert kappa == pytest.approx(float(exact.kappa), rel=1e-14)
    floats = ConfusionMatrix([[1, tiny], [tiny, tiny]])
    assert kappa_limits(floats) == pytest.approx([float(k) for k in kappa_limits(exact)], rel=1e-12)
    expected = [float(k) for k in per_class_kappas(exact)]
    assert per_class_kappas(floats) == pytest.approx(expected, rel=1e-14)
    assert matthews_correlation(floats) == pytest.approx(matthews_correlation(exact), rel=1e-12)


def test_labels_beyond_what_floats_tell_apart():
    names = np.array([0, 2**60, 2**60 + 1])
    truth, guess = names[[0, 1, 2, 1]], names[[0, 1, 2, 2]]
    expected = sklearn_kappa([0, 1, 2, 1], [0, 1, 2, 2])
    assert cohen_kappa_score(truth, guess.astype(np.uint64)) == pytest.approx(expected)
    huge = np.array([2**64 - 1, 2**64 - 2, 2**64 - 1], dtype=np.uint64)
    assert cohen_kappa_score(huge, huge) == 1
    assert cohen_kappa_score(huge.tolist(), huge) == 1
    matrix = ConfusionMatrix.from_predictions(huge, huge, labels=[2**64 - 1, -1, 2**64 - 2])
    assert matrix.cells.diagonal().tolist() == [2, 0, 1]


@pytest.mark.parametrize("p", [0.01, 0.11, 0.41, 0.44, 0.5, 0.9, 0.99])
def test_corners_of_the_roc_plane_stay_in_range_and_come_back(p):
    for f, t in ((0, 1), (1, 0), (0, 0), (1, 1), (0.3, 0.8)):
        kappa = kappa_at(f, t, p)
        assert -1 <= kappa <= 1
        assert tpr_at(f, kappa, p) == pytest.approx(t, abs=1e-9)


def test_a_certain_model_reaches_one_and_no_more():
    assert kappa_optimal_probability([0, 1, 1, 1, 0, 0, 0]).kappa == 1


def test_bounds_do_not_cross():
    low, high = auk_bounds(1, 1 - 1e-9, concave=False)
    assert low <= high


@pytest.mark.parametrize(
    ("y1", "y2", "options", "message"),
    [
        (pd.Series(["a", pd.NA, "b"], dtype="string"), ["a"] * 3, {}, r"y1\[1\] is <NA>"),
        (np.ma.array([0, 1], mask=[0, 1]), [0, 1], {}, r"y1\[1\] is masked"),
        ([0, 1], [0, 1], {"labels": {0, 1}}, "labels is a set; give a list"),
        ([0, 1], [0, 1], {"sample_weight": ["1", "2"]}, "sample_weight"),
        (range(20_000), range(20_000), {}, "20000 different labels"),
        ([2**70, 1], [1, 2**70], {}, "beyond 64 bits"),
    ],
)
def test_what_would_be_misread_is_refused(y1, y2, options, message):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score(y1, y2, **options)


# --- cells that no float64 can add up ---------------------------------------------------------

HUGE = ConfusionMatrix(np.full((2, 2), 1e308))


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_cells_whose_sum_overflows():
    assert (HUGE.accuracy, HUGE.chance_agreement, HUGE.kappa) == (0.5, 0.5, 0)
    assert HUGE.row_margins.tolist() == HUGE.column_margins.tolist() == [0.5, 0.5]
    assert HUGE.total == np.inf
    assert "inf cases" in repr(HUGE)
    leaning = ConfusionMatrix([[1.5e308, 0], [0, 0.5e308]])
    assert prevalence_index(leaning) == -0.5
    assert bias_index(leaning) == quantity_disagreement(leaning) == 0
    assert allocation_disagreement(HUGE) == 0.5
    assert (pabak(leaning), pabak(HUGE)) == (1, 0)


def test_cells_that_span_more_than_float64():
    cells = [[1e308, 1e-300], [2e-300, 4e-300]]
    floats, exact = ConfusionMatrix(cells), ConfusionMatrix(cells).exact()
    assert floats.kappa == pytest.approx(float(exact.kappa), rel=1e-15)
    assert isinstance(floats.kappa, float)
    assert floats.accuracy == floats.chance_agreement == 1
    expected = [float(k) for k in per_class_kappas(exact)]
    assert per_class_kappas(floats).astype(float) == pytest.approx(expected, rel=1e-15)
    assert kappa_limits(floats) == pytest.approx([float(k) for k in kappa_limits(exact)])
    assert matthews_correlation(floats) == pytest.approx(matthews_correlation(exact), rel=1e-15)


def test_floats_beside_numbers_that_no_float_holds():
    with pytest.raises(ValueError, match="cells hold floats beside numbers that no float can hold"):
        ConfusionMatrix([[10**400, 0.5], [1, 2]])


# --- labels that are nearly misread -----------------------------------------------------------


def test_nullable_integers_beyond_2_to_the_53():
    truth = pd.Series([2**53, 2**53 + 1, 2**53], dtype="Int64")
    guess = pd.Series([2**53, 2**53 + 1, 2**53 + 1], dtype="Int64")
    assert cohen_kappa_score(truth, guess) == cohen_kappa_score([0, 1, 0], [0, 1, 1])
    assert ConfusionMatrix.from_predictions(truth, guess).labels == (2**53, 2**53 + 1)


def test_a_list_of_integers_that_numpy_would_make_floats():
    truth = [2**63, 2**63 + 1, 1, 2**63 + 1]
    assert np.array(truth).dtype == float
    assert cohen_kappa_score(truth, truth) == 1
    assert ConfusionMatrix.from_predictions(truth, truth).n_classes == 3


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (pd.Series([2**53, None], dtype="Int64"), r"y1\[1\] is nan; labels are integers or text"),
        ([0.0, 2.0**60], r"y1\[1\] is 1.15\d+e\+18; floats beyond 2\*\*53 do not tell all integ"),
        ([-1, 2**63], "beyond 64 bits, or negative ones beside some beyond 63"),
        (np.array([0, np.ma.masked], dtype=object), r"y1\[1\] is masked; a missing label"),
        (pd.cut([1, 2], 2), "y1 holds Interval|categories of y1 holds Interval"),
    ],
)
def test_labels_that_would_be_misread(y, message):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score(y, [0, 1])


class Elsewhere:
    """An array of the array-API standard on another device."""

    def __array_namespace__(self):
        return np

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("Can not convert array on the 'device1' device to a Numpy array.")


class Standard:
    """An array of the standard without numpy's own way in."""

    def __init__(self, values):
        self.values = np.array(values)

    def __array_namespace__(self):
        return np

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_arrays_of_the_array_api():
    y1, y2, labels = Standard([0, 1, 1, 2]), Standard([0, 1, 0, 2]), Standard([0, 1])
    assert cohen_kappa_score(y1, y2, labels=labels) == pytest.approx(0.4)
    for options in ({}, {"labels": Elsewhere()}, {"sample_weight": Elsewhere()}):
        with pytest.raises(ValueError, match="Elsewhere that numpy cannot read where it is; move"):
            cohen_kappa_score(y1 if options else Elsewhere(), y2, **options)


def test_text_and_integer_labels_do_not_merge():
    with pytest.raises(ValueError, match=r"labels \[0, 1\] and \['a', 'b'\] have no common order"):
        ConfusionMatrix([[1, 2], [3, 4]]) + ConfusionMatrix([[1, 2], [3, 4]], labels="ab")
