"""Places where a plain formula gives a wrong number without a word."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score as sklearn_kappa

from kappabook import ConfusionMatrix, auk_bounds, cohen_kappa_score, kappa_optimal_probability
from kappabook.metrics.association import matthews_correlation
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
