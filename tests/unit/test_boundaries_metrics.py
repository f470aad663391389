"""Where one step more or less matters in a measure: cases that mutation testing found open."""

import math
from fractions import Fraction

import numpy as np
import pytest

from kappabook import ConfusionMatrix, auk_from_roc, auk_score
from kappabook.metrics.auk import tpr_at
from kappabook.metrics.check_scores import as_roc, as_scores
from kappabook.metrics.raters import (
    compare_judges,
    corrected_rate,
    krippendorff_alpha_score,
    rater_inference,
)
from kappabook.metrics.raters.build import build, name_of
from kappabook.metrics.raters.distance import as_metric
from kappabook.metrics.raters.posterior import _prior, _prior_of_comparison
from kappabook.metrics.raters.table import Ratings
from kappabook.metrics.raters.two import krippendorff_alpha
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
    found = corrected_rate(truth, judge, method="rogan-gladen")
    assert (found.sensitivity, found.specificity) == (0.9, 0.5)
    assert found.rate == pytest.approx(0.5)


def test_the_worth_that_rises_up_to_the_corner_needs_no_other():
    """At p (2 AUC - 1) = 1/2 exactly; up to there the lowest curve is one line after its jump."""
    auc, p = 0.999, 0.5010020040080161
    assert p * (2 * auc - 1) == 0.5
    fpr, tpr = auk_extremal_curves(auc, p)[0]
    assert fpr.tolist() == [0, 0, 1]
    assert tpr.tolist() == pytest.approx([0, 2 * auc - 1, 1])


def test_squares_are_the_distances_of_an_interval():
    assert as_metric("interval", [1, 3, 6]).table().tolist() == [[0, 4, 25], [4, 0, 9], [25, 9, 0]]


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_a_table_of_raters_names_the_level_of_its_interval(level):
    ratings = [[0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]] * 5
    found = rater_inference(ratings, confidence_level=level)
    judges = compare_judges(ratings, 1, 2, reference=0, confidence_level=level)
    for shown in (found, judges):
        assert f">{100 * level:g} % interval<" in shown._repr_html_()


@pytest.mark.parametrize(("n_groups", "few"), [(49, True), (50, False)])
def test_fewer_groups_than_fifty_are_few(n_groups, few):
    n = 3 * n_groups
    ratings = np.arange(2 * n).reshape(n, 2) // 3 % 2
    found = rater_inference(ratings, groups=np.arange(n) % n_groups)
    assert ("groups are fewer than" in found.caution) == few


def test_the_end_of_a_drawn_interval_has_the_p_of_its_level():
    found = rater_inference([[0, 0], [1, 1], [0, 1], [1, 1]] * 3, confidence_level=0.9)
    assert found.method == "dirichlet"
    for end in (found.low, found.high):
        assert found.distribution.p_value(end) == pytest.approx(0.1)


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


@pytest.mark.parametrize(("k", "n_pairs"), [(16, 240), (17, 256)])
def test_at_most_256_pairs_of_labels_stand_for_all(k, n_pairs):
    table = Ratings(np.arange(3 * k).reshape(-1, 3) % k)
    rows, mass = _prior(table, build(table, "fleiss"), np.random.default_rng(1))
    assert len(rows) == k + n_pairs
    assert mass == pytest.approx([0.75 / k] * k + [0.75 / n_pairs] * n_pairs)


@pytest.mark.parametrize(("called", "outside"), [(7, False), (9, False), (10, True), (4, True)])
def test_a_corrected_rate_is_out_of_range_below_0_and_above_1(called, outside):
    """With Se = .9 and Sp = .5 the rate is (called / 10 - .5) / .4."""
    truth = [1] * 10 + [0] * 10 + [None] * 10
    judge = [1] * 9 + [0] + [1] * 5 + [0] * 5 + [1] * called + [0] * (10 - called)
    found = corrected_rate(truth, judge, method="rogan-gladen")
    assert found.unclipped == pytest.approx((called / 10 - 0.5) / 0.4)
    assert found.out_of_range == outside


@pytest.mark.parametrize(
    ("name", "weights", "written"),
    [
        ("gwet", None, "Gwet's AC1"),
        ("gwet", "linear", "Gwet's AC2"),
        ("agreement", None, "percent agreement"),
        ("fleiss", "linear", "Fleiss' kappa"),
        ("krippendorff", None, "Krippendorff's alpha"),
    ],
)
def test_coefficients_are_written_out(name, weights, written):
    assert name_of(name, weights) == written


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_only_alpha_has_a_level(level):
    with pytest.raises(ValueError, match="Fleiss' kappa takes weights, not a level"):
        rater_inference([[0, 1], [1, 1], [0, 0]], "fleiss", level=level)


@pytest.mark.parametrize(("swap", "cause"), [(0, "chance does not explain"), (1, "may be chance")])
def test_a_difference_is_chance_only_if_its_interval_holds_0(swap, cause):
    """One judge is always right, the other half of the time; or each errs on a tenth."""
    truth = np.arange(60) % 2
    better = truth ^ (np.arange(60) % 10 == 3) * swap
    worse = truth ^ (np.arange(60) % 10 == 6 if swap else np.arange(60) // 2 % 2)
    found = compare_judges(np.column_stack([truth, better, worse]), 1, 2, reference=0)
    assert cause in found.sentence


def test_items_rated_once_do_not_make_an_interval_of_alpha_narrower():
    """The draws of ten items have the shapes times 10 / 13, however many were rated once."""
    twice = [[0, 0], [1, 1], [0, 1], [1, 1], [0, 0]] * 2
    alone = rater_inference(twice)
    beside = rater_inference(twice + [[0, None], [None, 1]] * 100)
    assert (beside.low, beside.high) == pytest.approx((alone.low, alone.high), abs=0.02)


@pytest.mark.parametrize("k", [2, 3, 6])
def test_a_prediction_that_is_wrong_in_the_prior_is_not_the_truth(k):
    """Of four blocks of patterns, rater 0 errs in the last two and rater 1 in every other."""
    table = Ratings(np.arange(12 * 3).reshape(-1, 3) // 2 % k)
    codes, mass = _prior_of_comparison(table, [1], np.random.default_rng(5))
    n = len(mass) // 4
    first, second, truth = codes
    wrong = np.repeat([False, True], n)
    assert ((first != truth) == np.repeat([False, True], 2 * n)).all()
    assert ((second != truth) == np.tile(wrong, 2)).all()


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
    found = corrected_rate(truth, judge, method="rogan-gladen")
    # (3/4 - fp / (fp + 1)) (fp + 1)
    assert found.unclipped == pytest.approx(0.75 - false_positives / 4)
    assert (found.low, found.high) == (0, 1)


@pytest.mark.skipif(np.dtype(np.longdouble).itemsize <= 8, reason="long double is float64 here")
def test_wide_floats_that_become_one_are_refused():
    scores = 1 + np.array([0, 1], dtype=np.longdouble) * np.finfo(np.longdouble).eps
    with pytest.raises(ValueError, match="float64 cannot tell apart"):
        as_scores(scores)


def test_alpha_of_a_table_with_more_misses_than_hits():
    """Of 24 ratings 11 are of one label and 13 of the other; 9 pairs differ."""
    found = krippendorff_alpha(ConfusionMatrix([[1, 5], [4, 2]]))
    assert float(found) == pytest.approx(1 - 9 * 23 / (11 * 13))


@pytest.mark.parametrize(("n", "more"), [(10, r"9\."), (11, r"9, \.\.\.\.")])
def test_ten_raters_are_named_and_more_are_hinted_at(n, more):
    table = Ratings(np.arange(2 * n).reshape(2, n) % 2)
    with pytest.raises(ValueError, match=f"not among the raters: 0, 1, 2, .*, {more}$"):
        table.rater("x")


def test_a_curve_ends_in_its_corner_exactly():
    fpr, tpr = as_roc([1e-13, 0.3, 1 - 1e-13], [1e-13, 0.6, 1 - 1e-13])
    assert (fpr.tolist(), tpr.tolist()) == ([0, 0.3, 1], [0, 0.6, 1])


@pytest.mark.parametrize("values", [[0, 0.6, 0.4, 1.6], [0.2, 1.0, 2.2, 2.3]])
def test_where_all_agree_the_jackknife_has_no_interval(values):
    """Sums of squares of such numbers are rounded, so its error is 1e-16 or so and not 0."""
    found = rater_inference([[x] * 5 for x in values], level="interval", method="jackknife")
    assert found.estimate == pytest.approx(1, abs=1e-15)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
