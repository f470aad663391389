"""Areas without thresholds: the same numbers as along the whole curve, and exact ranks."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import roc_auc_score

from kappabook import auk_from_roc, auk_score, gini_score, kappa_curve, kappa_optimal_threshold
from kappabook.metrics._ranking import turns
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.h_measure import h_measure
from kappabook.metrics.inference import bootstrap_interval, delong_test
from kappabook.metrics.roc import auc_from_roc, auc_score, counts_at_thresholds

NANOSECONDS = [1_700_000_000_000_000_000, 1_700_000_000_000_000_100]


@st.composite
def two_classes(draw):
    n = draw(st.integers(2, 40))
    y = draw(arrays(int, n, elements=st.integers(0, 1)).filter(lambda y: 0 < y.sum() < len(y)))
    score = draw(arrays(float, n, elements=st.sampled_from([-1, -0.5, 0, 0.1, 0.2, 3, 1e9])))
    if draw(st.booleans()):
        score = score + np.random.default_rng(draw(st.integers(0, 99))).normal(size=n)
    return y, score


def whole_curve(y, score):
    fps, tps, _ = counts_at_thresholds(y, score)
    return fps / fps[-1], tps / tps[-1], tps[-1] / (tps[-1] + fps[-1])


@given(two_classes())
def test_areas_are_those_of_the_whole_curve(case):
    y, score = case
    f, t, p = whole_curve(y, score)
    assert auc_score(y, score) == pytest.approx(auc_from_roc(f, t), abs=1e-14)
    assert auk_score(y, score) == pytest.approx(auk_from_roc(f, t, p), abs=1e-14)
    assert gini_score(y, score) == pytest.approx(2 * auc_from_roc(f, t) - 1, abs=1e-14)


@given(two_classes())
def test_turns_are_the_corners_of_the_whole_curve(case):
    fps, tps, _ = counts_at_thresholds(*case)
    dx, dy = np.diff(fps), np.diff(tps)
    corner = np.append(np.append(True, dx[1:] * dy[:-1] != dx[:-1] * dy[1:]), True)
    few_fps, few_tps = turns(as_cases(*case, None, None))
    np.testing.assert_array_equal(few_fps, fps[corner])
    np.testing.assert_array_equal(few_tps, tps[corner])


@pytest.mark.parametrize("prevalence", [0.02, 0.5, 0.97])
@pytest.mark.parametrize("digits", [0, 2, 12])
def test_large_sample(prevalence, digits):
    rng = np.random.default_rng(0)
    y = (rng.random(30_000) < prevalence).astype(int)
    score = np.round(y + rng.normal(size=len(y)), digits)
    f, t, p = whole_curve(y, score)
    assert auc_score(y, score) == pytest.approx(roc_auc_score(y, score), abs=1e-13)
    assert auk_score(y, score) == pytest.approx(auk_from_roc(f, t, p), abs=1e-13)


# --- ranks that float64 cannot hold ------------------------------------------------------------


@pytest.mark.parametrize(
    "score",
    [
        NANOSECONDS,
        np.array(NANOSECONDS, dtype=np.uint64),
        np.array(NANOSECONDS, dtype=np.uint64) + np.uint64(2**63),
        pd.Series(NANOSECONDS, dtype="Int64"),
        np.array(NANOSECONDS, dtype=object),
        [-(2**62) - 1, -(2**62)],
    ],
    ids=["list", "uint64", "large uint64", "nullable", "object", "negative"],
)
def test_large_integers_keep_their_order(score):
    y, falling = [0, 1], score[::-1] if not isinstance(score, pd.Series) else score.iloc[::-1]
    assert (auc_score(y, score), auc_score(y, falling)) == (1, 0)
    assert (auk_score(y, score), auk_score(y, falling)) == (0.5, -0.5)
    assert auk_score(y, score, rule="trapezoid") == auk_score(y, [1, 2], rule="trapezoid")
    assert auk_score(y, score, sample_weight=[1, 2]) == auk_score(y, [1, 2], sample_weight=[1, 2])
    assert auc_score(y, score, hull=True) == h_measure(y, score) == 1


def test_large_integers_in_inference():
    y, score = [0, 0, 0, 1, 1, 1], 2**60 + np.array([1, 2, 4, 3, 5, 6])
    small = score - 2**60
    found = bootstrap_interval(auc_score, y, score, random_state=0)
    assert found.estimate == pytest.approx(auc_score(y, small))
    assert found.low == bootstrap_interval(auc_score, y, small, random_state=0).low
    assert delong_test(y, score, small).difference == 0


def test_thresholds_are_refused_where_they_would_be_one():
    message = "scores 1700000000000000000 and 1700000000000000100 are one number as float64"
    for function in (kappa_curve, kappa_optimal_threshold, counts_at_thresholds):
        with pytest.raises(ValueError, match=message):
            function([0, 1], NANOSECONDS)


def test_large_integers_that_float64_tells_apart_are_float64():
    thresholds = kappa_curve([0, 1], [2**60, 2**61])[2]
    assert thresholds.tolist() == [np.inf, 2.0**61, 2.0**60]


@pytest.mark.parametrize(
    ("pair", "shown"),
    [
        ([Fraction(10**17), Fraction(10**17 + 1)], "float64 cannot tell apart; give their ranks"),
        ([Decimal("0.1"), Decimal("0.10000000000000000001")], "float64 cannot tell apart"),
        ([2**70, 2**70 + 1], r"y_score\[0\] is 1180591620717411303424 and y_score\[1\] is"),
        ([10**400, 1], "scores are finite numbers"),
        (np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]"), "Turn dates and durations"),
        (pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"])), "Turn dates and durations"),
        (pd.to_timedelta(["1 s", "2 s"]), "Turn dates and durations"),
        (np.array([pd.Timestamp("2020"), pd.Timestamp("2021")], dtype=object), "Timestamp"),
        (pd.Series([1, None], dtype="Int64"), "nan"),
    ],
)
def test_what_has_no_rank_in_float64_is_refused(pair, shown):
    with pytest.raises(ValueError, match=shown):
        auc_score([0, 1], pair)


# --- weights of very different size ------------------------------------------------------------


def exact_auk(y, score, weight, rule):
    """The AUK in sixty digits."""
    y, score = np.asarray(y), np.asarray(score)
    with mpmath.workdps(60):
        w = [mpmath.mpf(float(x)) for x in weight]
        n, m = (mpmath.fsum(x for x, c in zip(w, y, strict=True) if c == k) for k in (0, 1))
        p, q = m / (m + n), n / (m + n)
        f, t, points = mpmath.mpf(0), mpmath.mpf(0), [(mpmath.mpf(0), mpmath.mpf(0))]
        for cut in sorted(set(score.tolist()), reverse=True):
            for i in np.flatnonzero(score == cut):
                f, t = (f, t + w[i] / m) if y[i] else (f + w[i] / n, t)
            points.append((f, t))
        total = mpmath.mpf(0)
        for (f0, t0), (f1, t1) in pairwise(points):
            c0, c1 = (p + (q - p) * (q * a + p * b) for a, b in ((f0, t0), (f1, t1)))
            d0, d1 = t0 - f0, t1 - f1
            mean = (d0 / c0 + d1 / c1) / 2
            if rule == "segment" and c0 != c1:
                slope = (d1 - d0) / (c1 - c0)
                mean = slope + (d0 - slope * c0) * mpmath.log(c1 / c0) / (c1 - c0)
            total += 2 * p * q * mean * (f1 - f0)
        return total


@pytest.mark.parametrize("rule", ["segment", "trapezoid"])
def test_weights_from_1e_minus_8_to_1e8(rule):
    rng = np.random.default_rng(0)
    for _ in range(150):
        n = int(rng.integers(3, 20))
        y = np.append([0, 1], rng.random(n - 2) < rng.choice([0.1, 0.5, 0.9])).astype(int)
        score = np.round(rng.normal(size=n) + rng.choice([-2, 0, 2]) * y, int(rng.integers(3)))
        weight = 10 ** rng.uniform(-8, 8, n)
        exact = exact_auk(y, score, weight, rule)
        found = auk_score(y, score, sample_weight=weight, rule=rule)
        # Where kappas of both signs cancel to nearly 0, digits are lost; not in these cases.
        assert abs(found - exact) <= 1e-12 * abs(exact)


def test_weights_beyond_float64():
    y, score = [0, 1, 0, 1], [1, 2, 3, 4]
    tame = auk_score(y, score, sample_weight=[1, 2, 1, 2])
    for scale in (1e308 / 2, 1e-308):
        found = auk_score(y, score, sample_weight=np.array([1, 2, 1, 2]) * scale)
        assert found == pytest.approx(tame, rel=1e-14)
    with pytest.raises(
        ValueError, match=r"sample_weight\[1\] is 1e-300 and the largest is 1e\+300"
    ):
        auk_score(y, score, sample_weight=[1, 1e-300, 1e300, 1])
