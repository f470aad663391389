"""Where one step more or less matters in a measure: cases that mutation testing found open."""

import math
from fractions import Fraction

import numpy as np
import pytest

from kappabook import auk_from_roc, auk_score
from kappabook.metrics.check_scores import as_roc, as_scores
from kappabook.metrics.raters import (
    corrected_prevalence,
    krippendorff_alpha_score,
    rater_interval,
)
from kappabook.metrics.raters.table import Ratings
from kappabook.metrics.rates import tpr_at
from kappabook.papers.kaymak_auk.extremes import auk_extremal_curves

EPS = np.finfo(float).eps


def test_one_class_is_named_once():
    with pytest.raises(ValueError, match=r"y_true has the labels \[2\], which do not tell"):
        auk_score([2, 2], [0.1, 0.7])


@pytest.mark.parametrize(("n", "shown"), [(5, "0, 1, 2, 3, 4"), (6, "0, 1, 2, 3, 4, ...")])
def test_five_classes_are_named_and_more_are_hinted_at(n, shown):
    with pytest.raises(ValueError, match=rf"has {n} classes \({shown}\)"):
        auk_score(range(n), range(n))


@pytest.mark.parametrize(("roundings", "reached"), [(-17, True), (-18, False)])
def test_a_kappa_that_misses_by_rounding_is_put_right(roundings, reached):
    """By eight roundings of the rate and as many of kappa: here dt/dk = 1 / 2q = 1 / 1.2.

    At fpr = 0 and p = .4 kappa of nearly 0 has t = kappa / 1.2, and 8 + 8 / 1.2 = 14.67.
    """
    found = tpr_at(0, roundings * EPS, 0.4)
    assert (found == 0) if reached else np.isnan(found)


def test_a_judge_that_calls_half_of_the_negatives_has_a_corrected_rate():
    """Of .9 r + .5 (1 - r) = .7 the rate is r = .5."""
    truth = [1] * 10 + [0] * 10 + [None] * 10
    judge = [1] * 9 + [0] + [1] * 5 + [0] * 5 + [1] * 7 + [0] * 3
    found = corrected_prevalence(truth, judge, method="rogan-gladen")
    assert (found.sensitivity, found.specificity) == (0.9, 0.5)
    assert found.estimate == pytest.approx(0.5)


def test_the_worth_that_rises_up_to_the_corner_needs_no_other():
    """At p (2 AUC - 1) = 1/2 exactly; up to there the lowest curve is one line after its jump."""
    auc, p = 0.999, 0.5010020040080161
    assert p * (2 * auc - 1) == 0.5
    fpr, tpr = auk_extremal_curves(auc, p)[0]
    assert fpr.tolist() == [0, 0, 1]
    assert tpr.tolist() == pytest.approx([0, 2 * auc - 1, 1])


@pytest.mark.parametrize(("n_groups", "few"), [(49, True), (50, False)])
def test_fewer_groups_than_fifty_are_few(n_groups, few):
    n = 3 * n_groups
    ratings = np.arange(2 * n).reshape(n, 2) // 3 % 2
    found = rater_interval(ratings, groups=np.arange(n) % n_groups)
    assert ("groups are fewer than" in found.caution) == few


def test_the_first_of_two_falls_is_named():
    with pytest.raises(ValueError, match=r"tpr falls from 0\.4 to 0\.3 at index 2"):
        auk_from_roc([0, 0.1, 0.2, 0.3, 0.4, 1], [0, 0.4, 0.3, 0.6, 0.5, 1], prevalence=0.5)


def test_the_label_of_an_item_rated_once_is_not_among_those_compared():
    with pytest.warns(UserWarning, match="all ratings are 1"):
        assert math.isnan(krippendorff_alpha_score([[1, 1], [1, 1], [0, None]]))


def test_items_are_told_apart_by_any_of_forty_raters():
    """There are 4**40 patterns of three labels and a gap, more than 64 bits tell apart."""
    ratings = np.ones((4, 40), dtype=int)
    ratings[0, 0], ratings[1, 0], ratings[2, -1] = 0, 2, 0
    table = Ratings(ratings)
    assert table.counts.tolist() == [1, 1, 1, 1]
    assert (table.patterns[:, table.place] == table.codes).all()


def test_items_of_many_sizes_have_an_alpha():
    """By its definition: items with 17, 19 and 23 ratings, of which 5, 4 and 20 are ones."""
    sizes, ones = (17, 19, 23), (5, 4, 20)
    ratings = [
        [1] * k + [0] * (m - k) + [None] * (23 - m) for m, k in zip(sizes, ones, strict=True)
    ]
    n, n1 = sum(sizes), sum(ones)
    observed = sum(Fraction(2 * k * (m - k), m - 1) for m, k in zip(sizes, ones, strict=True))
    alpha = 1 - observed * (n - 1) / (2 * n1 * (n - n1))
    assert krippendorff_alpha_score(ratings) == pytest.approx(float(alpha))


@pytest.mark.parametrize(("called", "outside"), [(7, False), (9, False), (10, True), (4, True)])
def test_a_corrected_rate_is_out_of_range_below_0_and_above_1(called, outside):
    """With Se = .9 and Sp = .5 the rate is (called / 10 - .5) / .4."""
    truth = [1] * 10 + [0] * 10 + [None] * 10
    judge = [1] * 9 + [0] + [1] * 5 + [0] * 5 + [1] * called + [0] * (10 - called)
    found = corrected_prevalence(truth, judge, method="rogan-gladen")
    assert found.unclipped == pytest.approx((called / 10 - 0.5) / 0.4)
    assert found.out_of_range == outside


def test_items_rated_once_do_not_make_an_interval_of_alpha_narrower():
    """The draws of ten items have the shapes times 10 / 13, however many were rated once."""
    twice = [[0, 0], [1, 1], [0, 1], [1, 1], [0, 0]] * 2
    alone = rater_interval(twice)
    beside = rater_interval(twice + [[0, None], [None, 1]] * 100)
    assert (beside.low, beside.high) == pytest.approx((alone.low, alone.high), abs=0.02)


@pytest.mark.parametrize("low", [-128, -100])
def test_small_integers_may_span_more_than_their_type(low):
    """From the least to the largest of 8 bits are 255 steps."""
    ratings = np.array([[low, 127], [127, 127], [low, low], [low, low]], dtype=np.int8)
    table = Ratings(ratings)
    assert table.labels == (low, 127)
    assert table.codes.tolist() == [[0, 1, 0, 0], [1, 1, 0, 0]]


@pytest.mark.parametrize("false_positives", [3, 4, 5])
def test_a_judge_that_two_more_cases_make_a_coin_says_nothing_of_the_rate(false_positives):
    """Se = 1 and Sp = 1 / (fp + 1); with two more of each Se + Sp is 2/3 + 2 / (fp + 3) or less."""
    truth = [1, 0] + [0] * false_positives + [None] * 4
    judge = [1, 0] + [1] * false_positives + [1, 1, 1, 0]
    found = corrected_prevalence(truth, judge, method="rogan-gladen")
    # (3/4 - fp / (fp + 1)) (fp + 1)
    assert found.unclipped == pytest.approx(0.75 - false_positives / 4)
    assert (found.low, found.high) == (0, 1)


@pytest.mark.skipif(np.dtype(np.longdouble).itemsize <= 8, reason="long double is float64 here")
def test_wide_floats_that_become_one_are_refused():
    scores = 1 + np.array([0, 1], dtype=np.longdouble) * np.finfo(np.longdouble).eps
    with pytest.raises(ValueError, match="float64 cannot tell apart"):
        as_scores(scores)


def test_a_curve_ends_in_its_corner_exactly():
    fpr, tpr = as_roc([1e-13, 0.3, 1 - 1e-13], [1e-13, 0.6, 1 - 1e-13])
    assert (fpr.tolist(), tpr.tolist()) == ([0, 0.3, 1], [0, 0.6, 1])


@pytest.mark.parametrize("values", [[0, 0.6, 0.4, 1.6], [0.2, 1.0, 2.2, 2.3]])
def test_where_all_agree_the_jackknife_has_no_interval(values):
    """Sums of squares of such numbers are rounded, so its error is 1e-16 or so and not 0."""
    found = rater_interval([[x] * 5 for x in values], level="interval", method="jackknife")
    assert found.estimate == pytest.approx(1, abs=1e-15)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
