"""ROC counts, hull, AUC and Gini: known values, other implementations, bad input."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial import ConvexHull
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import roc_auc_score, roc_curve
from support import pl

from kappabook.metrics.roc import (
    auc_from_roc,
    auc_score,
    counts_at_thresholds,
    gini_score,
    roc_convex_hull,
)

Y = [0, 0, 1, 1]
S = [0.1, 0.4, 0.35, 0.8]


def tied_problem(rng, n=200):
    return rng.integers(0, 2, n), rng.integers(0, 12, n) / 4 - 1, rng.integers(0, 3, n)


# --- known values ---------------------------------------------------------------------------------


def test_counts_of_four_cases():
    fps, tps, thresholds = counts_at_thresholds(Y, S)
    assert fps.tolist() == [0, 0, 1, 1, 2]
    assert tps.tolist() == [0, 1, 1, 2, 2]
    assert thresholds.tolist() == [np.inf, 0.8, 0.4, 0.35, 0.1]


def test_gini_is_twice_auc_minus_one():
    assert gini_score(Y, S) == 2 * auc_score(Y, S) - 1 == 0.5


def test_all_scores_tied_is_chance():
    assert auc_score([0, 1, 1], [7, 7, 7]) == 0.5
    assert gini_score([0, 1, 1], [7, 7, 7]) == 0


def test_hull_of_a_worse_than_random_curve_is_the_diagonal():
    fpr, tpr = roc_convex_hull([0, 0.5, 1], [0, 0.1, 1])
    assert fpr.tolist() == tpr.tolist() == [0, 1]
    assert auc_score([1, 0], [0, 1], hull=True) == 0.5


def test_hull_drops_collinear_points_of_unrepresentable_rates():
    for n in range(3, 60):
        k = np.arange(n + 1) / n
        fpr = np.concatenate([k / 3, 1 / 3 + 2 / 3 * k])
        tpr = np.concatenate([0.7 * k, np.minimum(1, 0.7 + 0.3 * k)])
        assert roc_convex_hull(fpr, tpr)[0] == pytest.approx([0, 1 / 3, 1])


def test_hull_of_several_classifiers_in_any_order():
    fpr, tpr = roc_convex_hull([0.5, 0.1, 0.3, 0.1], [0.9, 0.2, 0.5, 0.6])
    assert fpr.tolist() == [0, 0.1, 0.5, 1]
    assert tpr.tolist() == [0, 0.6, 0.9, 1]


def test_near_ties_stay_apart_and_signed_zeros_together():
    assert len(counts_at_thresholds([0, 1, 1], [0.5, 0.5 + 1e-9, 0.2])[0]) == 4
    assert len(counts_at_thresholds([0, 1, 1], [0.0, -0.0, 1.0])[0]) == 3


# --- independent implementations ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_scikit_learn_on_ties_and_weights(seed):
    y, s, w = tied_problem(np.random.default_rng(seed))
    for weight in (None, w):
        fps, tps, thresholds = counts_at_thresholds(y, s, sample_weight=weight)
        fpr, tpr, theirs = roc_curve(y, s, sample_weight=weight, drop_intermediate=False)
        assert fps / fps[-1] == pytest.approx(fpr, abs=1e-15)
        assert tps / tps[-1] == pytest.approx(tpr, abs=1e-15)
        assert np.array_equal(thresholds, theirs)
        area = roc_auc_score(y, s, sample_weight=weight)
        assert auc_score(y, s, sample_weight=weight) == pytest.approx(area, abs=1e-14)
        assert auc_from_roc(fpr, tpr) == pytest.approx(area, abs=1e-14)


@pytest.mark.parametrize("seed", range(20))
def test_hull_has_the_corners_qhull_finds(seed):
    f, t = np.random.default_rng(seed).random((2, 60))
    corners = [*np.array([f, t]).T.tolist(), [0, 0], [1, 1], [1, 0]]
    found = np.array(corners)[ConvexHull(corners).vertices]
    upper = {tuple(c) for c in found if c[1] >= c[0]}
    assert set(zip(*(c.tolist() for c in roc_convex_hull(f, t)), strict=True)) == upper


# --- every kind of column -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "pos_label"),
    [
        ([False, False, True, True], None),
        ([-1, -1, 1, 1], None),
        ([0.0, 0.0, 1.0, 1.0], None),
        ([1, 1, 2, 2], 2),
        (["no", "no", "yes", "yes"], "yes"),
        (np.array(["no", "no", "yes", "yes"], dtype=object), "yes"),
        (pd.Series(Y), None),
        (pd.Series(["no", "no", "yes", "yes"], dtype="category"), "yes"),
        *([(pl.Series(["no", "no", "yes", "yes"]), "yes")] if pl else []),
        (np.array(Y)[:, None], None),
    ],
)
def test_label_formats(y, pos_label):
    assert auc_score(y, S, pos_label=pos_label) == 0.75


@pytest.mark.parametrize(
    "s",
    [
        *(tuple(S), np.array(S, dtype=np.float32), pd.Series(S), np.array(S)[:, None]),
        *([pl.Series(S)] if pl else []),
    ],
)
def test_score_formats(s):
    assert auc_score(Y, s) == 0.75


def test_the_other_class_positive_mirrors_auc():
    assert auc_score(Y, S, pos_label=0) == 1 - auc_score(Y, S)


def test_a_case_of_weight_zero_is_absent():
    fps, _, thresholds = counts_at_thresholds([0, 0, 1], [1, 2, 3], sample_weight=[1, 0, 1])
    assert fps.tolist() == [0, 0, 1]
    assert thresholds.tolist() == [np.inf, 3, 1]


@pytest.mark.parametrize("scale", [1e-300, 1e-5, 8e307])
def test_only_ratios_of_weights_matter(scale):
    y, s, w = tied_problem(np.random.default_rng(3))
    assert auc_score(y, s, sample_weight=w * scale) == pytest.approx(
        auc_score(y, s, sample_weight=w), rel=1e-13
    )


# --- undefined and bad input ----------------------------------------------------------------------


@pytest.mark.parametrize("score", [auc_score, gini_score])
@pytest.mark.parametrize(("y", "missing"), [([0, 0], "positive"), ([1, 1], "negative")])
def test_one_class_is_undefined(score, y, missing):
    with pytest.warns(UndefinedMetricWarning, match=f"no {missing} cases"):
        assert np.isnan(score(y, [0.1, 0.2]))
    with pytest.warns(UndefinedMetricWarning):
        assert score(y, [0.1, 0.2], replace_undefined_by=-9) == -9


def test_a_class_of_weight_zero_is_missing():
    with pytest.warns(UndefinedMetricWarning, match="no positive cases"):
        assert np.isnan(auc_score(Y, S, sample_weight=[1, 1, 0, 0]))


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([], []), {}, "empty"),
        ((Y, S[:3]), {}, "4 labels and y_score has 3 scores"),
        (([0, 1, 2, 1], S), {}, r"3 classes \(0, 1, 2\)"),
        (([1, 2, 1, 2], S), {}, r"labels \[1, 2\].*give pos_label"),
        ((["a", "b", "a", "b"], S), {}, r"labels \['a', 'b'\].*give pos_label"),
        ((Y, S), {"pos_label": 7}, r"pos_label=7 does not occur.*\[0, 1\]"),
        ((Y, S), {"pos_label": "1"}, "pos_label='1' does not occur"),
        ((Y, [0.1, np.nan, 1, 2]), {}, r"y_score\[1\] is nan"),
        ((Y, [0.1, 0.2, np.inf, 2]), {}, r"y_score\[2\] is inf"),
        ((Y, [0.1, 0.2, None, 2]), {}, r"y_score\[2\] is None"),
        ((Y, ["a", "b", "c", "d"]), {}, "scores are numbers"),
        ((Y, np.eye(4)), {}, r"predict_proba\(X\)\[:, 1\]"),
        (([0, 1, None, 1], S), {}, r"y_true\[2\] is None"),
        ((Y, S), {"sample_weight": [1, -1, 1, 1]}, r"sample_weight\[1\] is -1.0"),
        ((Y, S), {"sample_weight": [1, 1]}, "2 weights for 4"),
        ((Y, S), {"sample_weight": [0, 0, 0, 0]}, "0 everywhere"),
    ],
)
def test_bad_input_is_named(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        auc_score(*arguments, **options)


def test_rounding_of_computed_rates_is_put_right():
    assert auc_from_roc([1e-17, 0.5, 0.5 - 1e-16, 1], [0, 0.5, 0.6, 1 + 2e-16]) == pytest.approx(
        0.525
    )


@pytest.mark.parametrize(
    ("fpr", "tpr", "message"),
    [
        ([0, 1], [0, 0.5, 1], "2 rates and tpr has 3"),
        ([0, 1.5], [0, 1], r"fpr\[1\] is 1.5"),
        ([0, np.nan, 1], [0, 0.5, 1], r"fpr\[1\] is nan"),
        ([0.1, 1], [0, 1], r"starts at \(0.1, 0.0\)"),
        ([0, 1], [0, 0.9], r"ends at \(1.0, 0.9\)"),
        ([0, 0.5, 0.4, 1], [0, 0.5, 0.6, 1], "fpr falls from 0.5 to 0.4 at index 2"),
        ([0, 0.5, 0.6, 1], [0, 0.5, 0.4, 1], "tpr falls from 0.5 to 0.4 at index 2"),
        ([0], [0], "at least the points"),
    ],
)
def test_what_is_no_roc_curve(fpr, tpr, message):
    with pytest.raises(ValueError, match=message):
        auc_from_roc(fpr, tpr)
