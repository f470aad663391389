"""Intervals of the raters' coefficients, pairs of raters, judges: values, properties, bad input."""

import math
import warnings
from itertools import permutations

import numpy as np
import pandas as pd
import pytest

from kappabook import cohen_kappa_score
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.intervals.gamma_limits import GammaLimits, kappa_parts
from kappabook.metrics.raters import (
    alternative_annotator_test,
    compare_judge_with_raters,
    corrected_prevalence,
    fleiss_kappa_score,
    krippendorff_alpha_score,
    pairwise_kappas,
    rater_interval,
)
from kappabook.metrics.raters.coefficients import build, features, ranked
from kappabook.metrics.raters.interval import parts_of, share_without_noise
from kappabook.metrics.raters.table import Ratings

NAMES = ("krippendorff", "fleiss", "conger", "gwet", "brennan-prediger", "agreement")


def raters(n=120, k=3, r=4, kappa=0.6, missing=0.1, seed=0):
    rng = np.random.default_rng(seed)
    truth, guess = rng.integers(0, k, (n, 1)), rng.integers(0, k, (n, r))
    ratings = np.where(rng.random((n, 1)) < kappa, truth, guess).astype(float)
    ratings[rng.random(ratings.shape) < missing] = np.nan
    return ratings


# --- intervals ------------------------------------------------------------------------------------


SETTINGS = [
    *((name, {}, method) for name in NAMES for method in ("dirichlet", "jackknife")),
    *((name, {"weights": "quadratic"}, "gamma") for name in NAMES[1:]),
    *(("krippendorff", {"level": level}, "gamma") for level in ("ordinal", "interval", "ratio")),
]


@pytest.mark.parametrize("name", NAMES)
def test_both_methods_agree_on_many_items(name):
    """With 2000 items the posterior is nearly normal: the jackknife is the independent check."""
    ratings = raters(2000, seed=3)
    spans = [rater_interval(ratings, name, method=m) for m in ("dirichlet", "jackknife")]
    width = spans[1].high - spans[1].low
    assert spans[0].low == pytest.approx(spans[1].low, abs=0.06 * width)
    assert spans[0].high == pytest.approx(spans[1].high, abs=0.06 * width)


def test_the_jackknife_by_leaving_out_items_one_by_one():
    ratings = raters(40)
    left = np.array([krippendorff_alpha_score(np.delete(ratings, i, axis=0)) for i in range(40)])
    error = math.sqrt(39 / 40 * ((left - left.mean()) ** 2).sum())
    found = rater_interval(ratings, method="jackknife")
    step = 2.0226909 * error / (1 - found.estimate)  # t of 39 degrees of freedom
    assert found.low == pytest.approx(1 - (1 - found.estimate) * math.exp(step))
    groups = np.arange(40) // 4
    left = np.array([krippendorff_alpha_score(ratings[groups != g]) for g in range(10)])
    error = math.sqrt(9 / 10 * ((left - left.mean()) ** 2).sum())
    found = rater_interval(ratings, method="jackknife", groups=groups)
    step = 2.2621572 * error / (1 - found.estimate)  # of 9
    assert found.high == pytest.approx(1 - (1 - found.estimate) * math.exp(-step))


@pytest.mark.parametrize(
    ("name", "options"),
    [(name, options) for name, options, method in SETTINGS if method == "gamma"],
)
def test_influences_by_one_item_more(name, options):
    """The share in what is seen less the pull on chance is the derivative of log(1 - value).

    For ordinal alpha the sums hold every pair of labels, so that ranks move.
    """
    ratings = raters(40, k=4, seed=5)
    table = Ratings(ratings, labels=range(4))
    built = build(table, name, **options)
    found, _ = parts_of(built, np.arange(40))
    times = np.ones(40)
    step = 1e-4
    rows = features(built)[table.place]
    for i in range(40):
        ends = []
        for side in (step, -step):
            more = times.copy()
            more[i] += side
            ends.append(math.log(1 - built.parameter(more @ rows)))
        moved = (ends[0] - ends[1]) / (2 * step)
        assert found.o[i] - found.e[i] == pytest.approx(moved, abs=1e-7)


def test_pulls_where_all_agree_are_those_on_shares_of_ranks():
    """The pull of a label's two ratings, by differences of the expected distance of n items."""
    counts, step = np.array([1.0, 2, 3]), 1e-5
    built = build(
        Ratings(np.repeat([[0, 0], [1, 1], [2, 2]], [1, 2, 3], axis=0)),
        "krippendorff",
        level="ordinal",
    )

    def expected(items):
        share = items / items.sum()
        place = np.cumsum(share) - share / 2
        return items.sum() * (share @ np.subtract.outer(place, place) ** 2 @ share)

    ends = [[math.log(expected(counts + s * row)) for row in np.eye(3)] for s in (step, -step)]
    moved = np.subtract(*ends) / (2 * step)
    assert parts_of(built, None)[0].e == pytest.approx(moved, abs=1e-8)


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize(("name", "options", "method"), SETTINGS)
def test_what_has_no_part_in_the_coefficient_changes_nothing(name, options, method, grouped):
    """Nobody rated it; or one rater did, and chance is that of items which several rated."""
    ratings = raters(60, missing=0.4)
    more = np.full((20, 4), np.nan)
    if name in ("krippendorff", "brennan-prediger", "agreement"):
        more[np.arange(20), np.arange(20) % 4] = np.arange(20) % 3
    groups = np.arange(60) // 5
    wider = np.concatenate([np.arange(20), groups])  # eight new groups, and items in the others
    one, other = (
        rater_interval(table, name, method=method, groups=of if grouped else None, **options)
        for table, of in ((ratings, groups), (np.vstack([more, ratings]), wider))
    )
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-9)
    assert (one.estimate, one.n) == pytest.approx((other.estimate, other.n))
    assert one.caution == other.caution


def test_two_raters_have_the_gamma_limits_of_weighted_kappa():
    """Of two raters without gaps, Conger's kappa is Cohen's."""
    ratings = raters(80, k=5, r=2, missing=0).astype(int)
    costs = np.subtract.outer(range(5), range(5)) ** 2
    expected = GammaLimits(kappa_parts(*ratings.T, costs)).interval(0.95)
    found = rater_interval(ratings, "conger", weights="quadratic", labels=range(5))
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-12)


def test_long_scales_with_errors_between_neighbours():
    """The posterior and its far errors lie below the estimate; gamma limits hold it well inside."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 12, (100, 1))
    ratings = np.clip(truth + rng.integers(-1, 2, (100, 3)), 0, 11)
    found = rater_interval(ratings, level="ordinal")
    posterior = rater_interval(ratings, level="ordinal", method="dirichlet")
    assert found.method == "gamma"
    assert found.high - found.estimate > 2 * (posterior.high - found.estimate)
    assert "of the cases could have one without its being seen" in found.caution
    again = rater_interval(ratings, level="ordinal", random_state=7)
    assert (again.low, again.high) == (found.low, found.high)


def distance_of_ranks(ratings, a, b):
    """Ratings between two labels, and half of those that are one of the two."""
    low, high = min(a, b), max(a, b)
    ends = (ratings == low).sum() + (ratings == high).sum()
    return ((ratings > low) & (ratings < high)).sum() + ends / 2 if low < high else 0.0


def test_the_upper_end_of_ordinal_alpha_leaves_out_the_noise_of_ranks():
    """Rating by rating: an item's own ratings, and Poisson noise of those between two labels."""
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 40, 60)
    codes = np.clip(truth[:, None] + np.rint(rng.normal(0, 1.5, (60, 3))), 0, 39)
    codes[rng.random(codes.shape) < 0.2] = np.nan
    items = [row[~np.isnan(row)] for row in codes if (~np.isnan(row)).sum() > 1]
    everyone = np.concatenate(items)
    observed = left = 0.0
    for item in items:
        for a, b in permutations(item, 2):
            between = distance_of_ranks(everyone, a, b)
            others = between - distance_of_ranks(item, a, b)
            observed += between**2 / (len(item) - 1)
            left += (others**2 - others) / (len(item) - 1)
    table = Ratings(codes)
    places = ranked(table)
    total = float(table.counts @ features(places)[:, 0])
    share = share_without_noise(table, places.values, total)
    assert share == pytest.approx(left / observed)
    assert 0.2 < share < 0.9
    # Sixty items cannot rank forty labels, and a hundred times as many can.
    few, many = (
        parts_of(build(Ratings(x), "krippendorff", level="ordinal"), None)[0]
        for x in (codes[:40], np.tile(codes, (100, 1)))
    )
    assert (few.steady < 1, many.steady) == (True, 1)


def test_two_raters_have_the_interval_of_cohens_kappa():
    """Conger's kappa of two raters is Cohen's, and so is its prior."""
    ratings = raters(80, r=2, missing=0).astype(int)
    found = rater_interval(ratings, "conger")
    expected = kappa_interval(*ratings.T)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.006)


def test_the_prior_disturbs_no_rater_more_than_another():
    """With the first two alone disturbed, who vary here, the upper ends are .73 and .76."""
    ratings = np.zeros((4, 8), int)
    ratings[1:, :2] = 1
    one, other = (rater_interval(x, "conger", n_draws=20_000) for x in (ratings, ratings[:, ::-1]))
    assert one.high == pytest.approx(other.high, abs=0.01)


def test_groups_that_repeat_their_items_say_no_more_than_one_item_each():
    once = raters(60, missing=0)
    tenfold = np.repeat(once, 10, axis=0)
    groups = np.repeat(np.arange(60), 10)
    alone = rater_interval(once, "fleiss")
    grouped = rater_interval(tenfold, "fleiss", groups=groups)
    naive = rater_interval(tenfold, "fleiss")
    assert grouped.estimate == pytest.approx(alone.estimate)
    assert grouped.high - grouped.low == pytest.approx(alone.high - alone.low, rel=0.05)
    assert naive.high - naive.low < 0.5 * (alone.high - alone.low)


def test_a_rare_label_that_nobody_disagreed_on_leaves_room():
    """One positive item of 200, seen by all: the bootstrap would see no variance at all."""
    ratings = [["yes"] * 3] + [["no"] * 3] * 199
    found = rater_interval(ratings, "fleiss")
    assert found.estimate == 1 == found.high
    assert found.low < 0.7
    assert "'yes' has the ratings of 1 items, fewer than 5" in found.caution
    jackknife = rater_interval(ratings, "fleiss", method="jackknife")
    assert math.isnan(jackknife.low)


def test_undefined_coefficients_have_no_interval():
    found = rater_interval([["a", "a"]] * 10)
    assert math.isnan(found.estimate)
    assert math.isnan(found.low)
    assert "undefined" in repr(found)
    with_weights = rater_interval([["a", "a"]] * 10, "fleiss", weights="linear", labels=["a", "b"])
    assert math.isnan(with_weights.low)
    agreed = [["a", "a"], ["b", "b"]] * 10
    options = {"weights": "linear", "labels": ["a", "b"]}
    alone, pairs = (
        rater_interval(agreed, "fleiss", groups=groups, **options)
        for groups in (None, np.arange(20) // 2)
    )
    assert pairs.low < alone.low < 1
    agreement = rater_interval([["a", "a"]] * 60, "agreement")
    assert (agreement.estimate, agreement.high) == (1, 1)
    assert 0.9 < agreement.low < 0.97
    assert not agreement.caution


@pytest.mark.parametrize(("n_groups", "few"), [(49, True), (50, False)])
@pytest.mark.parametrize("options", [{}, {"level": "interval"}])
def test_fewer_groups_than_fifty_are_few(n_groups, few, options):
    n = 3 * n_groups
    ratings = np.arange(2 * n).reshape(n, 2) // 3 % 2
    found = rater_interval(ratings, groups=np.arange(n) % n_groups, **options)
    assert (f"{n_groups} groups are fewer than 50" in repr(found)) == few


@pytest.mark.parametrize("method", ["gamma", "jackknife", "dirichlet"])
def test_where_items_rated_once_count_for_chance_kappa_may_be_below_minus_1(method):
    """Three items on which two differ, of a label that is rare among many rated once."""
    ratings = [[0, 1], [1, 0], [1, 1]] + [[0, None], [None, 0]] * 30
    for name in ("fleiss", "conger"):
        weights = "linear" if method == "gamma" else None
        found = rater_interval(ratings, name, weights=weights, method=method)
        assert found.low < found.estimate < found.high
        assert found.estimate < -1
        assert found.p_value(2 * found.estimate) < 1


def test_items_rated_once_do_not_make_an_interval_of_alpha_narrower():
    """The draws of ten items have the shapes times 10 / 13, however many were rated once."""
    twice = [[0, 0], [1, 1], [0, 1], [1, 1], [0, 0]] * 2
    alone = rater_interval(twice)
    beside = rater_interval(twice + [[0, None], [None, 1]] * 100)
    assert (beside.low, beside.high) == pytest.approx((alone.low, alone.high), abs=0.02)


@pytest.mark.parametrize("values", [[0, 0.6, 0.4, 1.6], [0.2, 1.0, 2.2, 2.3]])
def test_where_all_agree_the_jackknife_has_no_interval(values):
    """Sums of squares of such numbers are rounded, so its error is 1e-16 or so and not 0."""
    found = rater_interval([[x] * 5 for x in values], level="interval", method="jackknife")
    assert found.estimate == pytest.approx(1, abs=1e-15)
    assert np.isnan([found.low, found.high]).all()


def test_bad_settings():
    ratings = raters(20)
    for settings, message in (
        ({"method": "gamma"}, "method 'gamma' is for weights, or a level"),
        ({"groups": [1, 2]}, "groups has 2 labels for 20 items"),
        ({"groups": [1] * 20}, "all items are in the group 1"),
        ({"weights": "linear"}, "takes a level, or a matrix as level, not weights"),
        ({"coefficient": "fleiss", "level": "ordinal"}, "Fleiss' kappa takes weights"),
    ):
        with pytest.raises(ValueError, match=message):
            rater_interval(ratings, **settings)


# --- pairs ----------------------------------------------------------------------------------------


def test_pairs_are_cohens_kappas_of_the_items_of_both():
    ratings = raters(60)
    frame = pd.DataFrame(ratings, columns=["ann", "bob", "eve", "dan"])
    pairs = pairwise_kappas(frame, n_draws=2000)
    assert pairs.raters == ("ann", "bob", "eve", "dan")
    for i in range(4):
        for j in range(4):
            both = ~np.isnan(ratings[:, [i, j]]).any(axis=1)
            assert pairs.n_items[i, j] == both.sum()
            expected = cohen_kappa_score(*ratings[both][:, [i, j]].astype(int).T)
            assert pairs.estimate[i, j] == pytest.approx(expected)
            assert pairs.low[i, j] <= pairs.estimate[i, j] <= pairs.high[i, j]
    assert np.array_equal(pairs.low, pairs.low.T)


def test_pairs_in_html():
    ratings = [[1, 1, 0, None], [0, 0, 0, None], [1, 1, 1, 1], [0, 1, None, None]] * 10
    pairs = pairwise_kappas(pd.DataFrame(ratings, columns=["<a>", "b", "c", "d"]))
    assert np.isnan(pairs.estimate[0, 3])
    html = pairs._repr_html_()
    assert html.count("<tr>") == 5
    assert "<a>" not in html
    assert "&lt;a&gt;" in html


# --- judges ---------------------------------------------------------------------------------------


def test_a_comparison_is_that_of_two_kappas():
    """With two humans who always agree, their kappa is 1, and the judge's is Cohen's with them."""
    ratings = raters(90, r=3, missing=0).astype(int)
    ratings[:, 2] = ratings[:, 1]
    found = compare_judge_with_raters(ratings, 0, n_draws=2000)
    assert found.estimate_a == pytest.approx(cohen_kappa_score(ratings[:, 0], ratings[:, 1]))
    assert found.estimate_b == 1
    assert found.n == 90
    assert found.p_value(found.low) == pytest.approx(0.05)


def test_a_weighted_comparison_tells_a_near_judge_from_a_far_one():
    """On ten grades the posterior's far errors hid a difference that the delta method shows."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, (150, 1))
    ratings = np.clip(np.rint(truth + rng.normal(0, [0.8, 0.4, 0.4], (150, 3))), 0, 9).astype(int)
    found = compare_judge_with_raters(ratings, 0, weights="quadratic")
    assert found.high < 0
    left = []
    for i in range(150):
        rest = compare_judge_with_raters(np.delete(ratings, i, axis=0), 0, weights="quadratic")
        left.append(rest.difference)
    jackknife = math.sqrt(149) * np.std(left)
    assert found.standard_error == pytest.approx(jackknife, rel=0.05)


def test_a_judge_like_the_humans_and_one_who_guesses():
    ratings = raters(400, r=4, missing=0)
    like = compare_judge_with_raters(ratings, 3, margin=0.1)
    assert like.estimate_b == pytest.approx(
        fleiss_kappa_score(ratings[:, :3]), abs=0.01
    )  # summed pairs are Conger's kappa, near Fleiss'
    assert like.verdict == "not inferior"
    ratings[:, 3] = np.random.default_rng(1).integers(0, 3, 400)
    guesses = compare_judge_with_raters(ratings, 3, margin=0.1)
    assert guesses.verdict == "inferior"
    assert "inferior by a margin of 0.1" in repr(guesses)
    assert compare_judge_with_raters(ratings[:12], 3, margin=0.1).verdict != "not inferior"
    assert compare_judge_with_raters(ratings, 3).verdict == ""


def test_judges_who_are_not_there():
    ratings = pd.DataFrame(raters(20), columns=["ann", "bob", "eve", "gpt"])
    for call, message in (
        (lambda: compare_judge_with_raters(ratings, "x"), "'x' is not among the raters: 'ann'"),
        (lambda: compare_judge_with_raters(ratings, "gpt", margin=-1), "margin is -1"),
        (
            lambda: compare_judge_with_raters([[None, 1, 1], [1, None, None]], 0),
            "no item was rated",
        ),
        (lambda: compare_judge_with_raters(ratings[["ann", "gpt"]], "gpt"), "two are needed"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


# --- the alternative annotator test ---------------------------------------------------------------


def by_the_description(ratings, judge, epsilon, score):
    """The test as the authors describe it, item by item, with scipy's t-test."""
    from scipy.stats import ttest_1samp

    humans = [h for h in range(ratings.shape[1]) if h != judge]
    p_values, advantages = [], []
    for human in humans:
        differences, wins = [], []
        for item in ratings:
            others = [item[o] for o in humans if o != human and not np.isnan(item[o])]
            if np.isnan(item[human]) or np.isnan(item[judge]) or not others:
                continue

            def near(label, others=others):
                if score == "accuracy":
                    return sum(label == o for o in others) / len(others)
                return -math.sqrt(sum((label - o) ** 2 for o in others) / len(others))

            human_wins, judge_wins = (
                near(item[human]) >= near(item[judge]),
                near(item[judge]) >= near(item[human]),
            )
            differences.append(int(human_wins) - int(judge_wins))
            wins.append(judge_wins)
        if len(differences) >= 30:
            p_values.append(ttest_1samp(differences, epsilon, alternative="less").pvalue)
            advantages.append(np.mean(wins))
    return p_values, np.mean(advantages)


@pytest.mark.parametrize("score", ["accuracy", "neg_rmse"])
def test_the_alternative_test_by_its_description(score):
    ratings = raters(150, k=5, r=5, kappa=0.4, missing=0.2, seed=8)
    found = alternative_annotator_test(ratings, 4, epsilon=0.15, score=score)
    p_values, advantage = by_the_description(ratings, 4, 0.15, score)
    assert found.p_values == pytest.approx(p_values)
    assert found.advantage_probability == pytest.approx(advantage)


def test_a_judge_who_never_differs_from_the_human():
    """d does not vary: p is 0 below epsilon, and 1 at epsilon 0, where nothing is better."""
    ratings = np.tile(np.arange(40)[:, np.newaxis] % 3, (1, 4))
    assert alternative_annotator_test(ratings, 3, epsilon=0.1).p_values.tolist() == [0, 0, 0]
    strict = alternative_annotator_test(ratings, 3, epsilon=0)
    assert strict.p_values.tolist() == [1, 1, 1]
    assert strict.advantage_probability == 1
    assert not strict.passed


def test_a_human_with_few_items_is_set_aside():
    ratings = raters(100, r=5, missing=0)
    ratings[20:, 1] = np.nan
    found = alternative_annotator_test(ratings, 4, epsilon=0.2)
    assert found.set_aside == (1,)
    assert found.raters == (0, 2, 3)
    won = int(found.rejected.sum())
    assert f"wins against {won} of 3 humans" in repr(found)
    assert found.passed == (won >= 2)
    assert found._repr_html_().count("<tr>") == 3


def test_bad_settings_of_the_alternative_test():
    ratings = raters(40)
    for settings, message in (({"epsilon": 0.1, "min_items": 300}, "no human has 300 items"),):
        with pytest.raises(ValueError, match=message):
            alternative_annotator_test(ratings, 0, **settings)
    with pytest.raises(ValueError, match="label 'a' is text; 'neg_rmse' needs numbers"):
        alternative_annotator_test([["a"] * 3] * 40, 0, epsilon=0.1, score="neg_rmse")


# --- corrected rates ------------------------------------------------------------------------------


def judged(tp, fn, fp, tn, positive, negative):
    truth = [1] * (tp + fn) + [0] * (fp + tn) + [None] * (positive + negative)
    judge = [1] * tp + [0] * fn + [1] * fp + [0] * tn + [1] * positive + [0] * negative
    return truth, judge


def test_a_rate_by_hand():
    """Sensitivity 3/4, specificity 7/8, judged 1/4: (1/4 - 1/8) / (5/8) is 1/5 by both methods."""
    truth, judge = judged(6, 2, 4, 28, 100, 300)
    for method in ("difference", "rogan-gladen"):
        found = corrected_prevalence(truth, judge, method=method)
        assert found.estimate == pytest.approx(0.2)
        assert (found.sensitivity, found.specificity) == (0.75, 0.875)
        assert (found.n_judged, found.n_calibration) == (400, 40)
        assert found.low < 0.2 < found.high
        assert found.p_value(found.high) == pytest.approx(0.05)


@pytest.mark.parametrize("names", [(0, 1), ("no", "yes")])
def test_a_truth_that_is_masked_is_not_known(names):
    truth, judge = judged(6, 2, 4, 28, 100, 300)
    unknown = np.array([true is None for true in truth])
    masked = np.ma.array(np.array(names)[np.where(unknown, 0, truth).astype(int)], mask=unknown)
    found = corrected_prevalence(masked, np.array(names)[np.array(judge)], pos_label=names[1])
    assert found == corrected_prevalence(truth, judge)


def test_lang_and_reiczigels_interval():
    """Their formulas, eqs. (4), (6), (7) and (17), written out for one study."""
    found = corrected_prevalence(*judged(45, 5, 8, 72, 60, 140), method="rogan-gladen")
    z = 1.959963984540054
    se, sp, ap = 46 / 52, 73 / 82, (60 + z**2 / 2) / (200 + z**2)
    p = (ap + sp - 1) / (se + sp - 1)
    shift = 2 * z**2 * (p * se * (1 - se) / 52 - (1 - p) * sp * (1 - sp) / 82)
    variance = ap * (1 - ap) / (200 + z**2) + p**2 * se * (1 - se) / 52
    variance += (1 - p) ** 2 * sp * (1 - sp) / 82
    reach = z * math.sqrt(variance) / (se + sp - 1)
    assert (found.low, found.high) == pytest.approx((p + shift - reach, p + shift + reach))


def test_a_rate_outside_of_the_possible_is_said_and_clipped():
    found = corrected_prevalence(*judged(9, 1, 20, 80, 5, 995), method="rogan-gladen")
    assert found.estimate == found.low == 0
    assert f"before it was put into [0, 1] {found.unclipped:.3g}" in repr(found)


def test_what_rogan_and_gladen_cannot_say():
    for counts, message in (
        ((0, 0, 3, 7, 5, 5), "no calibration case is positive"),
        ((3, 7, 0, 0, 5, 5), "no calibration case is negative"),
        ((5, 5, 5, 5, 5, 5), "is not above 1"),
    ):
        with pytest.warns(match=message):
            found = corrected_prevalence(*judged(*counts), method="rogan-gladen")
        assert math.isnan(found.estimate)
        assert "undefined" in repr(found)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert 0 <= corrected_prevalence(*judged(*counts)).estimate <= 1


@pytest.mark.parametrize(("called", "outside"), [(7, False), (9, False), (10, True), (4, True)])
def test_a_corrected_rate_is_out_of_range_below_0_and_above_1(called, outside):
    """With Se = .9 and Sp = .5 the rate is (called / 10 - .5) / .4."""
    found = corrected_prevalence(*judged(9, 1, 5, 5, called, 10 - called), method="rogan-gladen")
    assert found.unclipped == pytest.approx((called / 10 - 0.5) / 0.4)
    assert found.out_of_range == outside


@pytest.mark.parametrize("false_positives", [3, 4, 5])
def test_a_judge_that_two_more_cases_make_a_coin_says_nothing_of_the_rate(false_positives):
    """Se = 1 and Sp = 1 / (fp + 1); with two more of each Se + Sp is 2/3 + 2 / (fp + 3) or less."""
    found = corrected_prevalence(*judged(1, 0, false_positives, 1, 3, 1), method="rogan-gladen")
    # (3/4 - fp / (fp + 1)) (fp + 1)
    assert found.unclipped == pytest.approx(0.75 - false_positives / 4)
    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize("other", [0, -1, -2, 2])
def test_the_positive_class_is_1_beside_0_or_minus_1_and_else_asked_for(other):
    truth, judge = [1, 1, other, other, None], [1, 1, 1, other, 1]
    if abs(other) == 2:
        with pytest.raises(ValueError, match="do not tell which is counted"):
            corrected_prevalence(truth, judge)
    else:
        found = corrected_prevalence(truth, judge)
        assert (found.sensitivity, found.specificity) == (1, 0.5)


def test_rates_of_text_and_their_bad_input():
    truth, judge = ["bad", "ok", None, None, "ok"], ["bad", "ok", "bad", "ok", "bad"]
    found = corrected_prevalence(truth, judge, pos_label="bad")
    assert found.judged_rate == 0.5
    assert corrected_prevalence(pd.Series(truth), pd.Series(judge), pos_label="bad") == found
    for y_true, y_judge, settings, message in (
        (truth, judge, {"pos_label": "spam"}, "pos_label='spam' does not occur"),
        (truth, ["bad", None, "bad", "ok", "ok"], {"pos_label": "bad"}, r"y_judge\[1\] is None"),
        (judge, judge, {"pos_label": "bad"}, "every case has a true label"),
        ([None] * 5, judge, {"pos_label": "bad"}, "no case has a true label"),
        ([1, 2, 3, None], [1, 2, 3, 1], {"pos_label": 1}, "there are 3 labels"),
        ([1, None], [1, "1"], {}, "y_judge mixes int, str"),
        ([None, 1], ["1", "0"], {}, "y_true holds numbers and y_judge text"),
        ([None, 0.5, 1], [1, 0, 1], {}, r"y_true\[1\] is 0.5; labels are integers or text"),
        ([1], [1], {}, "every case has a true label in y_true"),
        (truth, ["bad", " ", "bad", "bad", "bad"], {"pos_label": "bad"}, "a label is blank text"),
    ):
        with pytest.raises(ValueError, match=message):
            corrected_prevalence(y_true, y_judge, **settings)
