"""The explorers' states: what their sliders' positions are worth."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef

from kappabook import auk_score, kappa_curve, kappa_optimal_threshold
from kappabook.teaching.explorers import (
    SHARES,
    margins_state,
    pair_of_curves,
    prevalence_state,
    sample_scores,
    table_state,
    threshold_state,
)
from kappabook.teaching.explorers.chart_data import confusion_data, threshold_data
from kappabook.teaching.explorers.descriptions import CONFUSION, EXPLORERS

counts = st.integers(0, 100)
shares = st.integers(1, 99).map(lambda n: n / 100)


@given(counts, counts, counts, counts)
def test_table_agrees_with_scikit_learn_on_the_cases(tp, fn, fp, tn):
    state = table_state(tp, fn, fp, tn)
    if (tp + fn) * (fp + tn) * (tp + fp) * (fn + tn) == 0:
        assert math.isnan(state.mcc)
        assert state.note
        return
    truth = np.repeat([1, 1, 0, 0], [tp, fn, fp, tn])
    guess = np.repeat([1, 0, 1, 0], [tp, fn, fp, tn])
    assert state.kappa == pytest.approx(cohen_kappa_score(truth, guess), abs=1e-12)
    assert state.mcc == pytest.approx(matthews_corrcoef(truth, guess), abs=1e-12)
    assert state.accuracy == pytest.approx(np.mean(truth == guess))
    assert state.bias == pytest.approx(guess.mean() - truth.mean(), abs=1e-12)
    assert not state.note


@given(counts, counts, counts, counts)
def test_each_cell_is_drawn_as_large_as_its_share(tp, fn, fp, tn):
    state = table_state(tp, fn, fp, tn)
    drawn = confusion_data(state)["cells"]
    areas = [(cell["x2"] - cell["x"]) * (cell["y2"] - cell["y"]) for cell in drawn]
    columns = [column for column in ((tp, fn), (fp, tn)) if sum(column)]
    shares = [cell / (tp + fn + fp + tn) for column in columns for cell in column]
    assert areas == pytest.approx(shares)


def test_an_empty_table_has_no_numbers_and_says_what_to_do():
    state = table_state(0, 0, 0, 0)
    assert all(math.isnan(getattr(state, key)) for key in CONFUSION.numbers)
    assert "move one" in state.note


def test_a_negative_cell_is_refused():
    with pytest.raises(ValueError, match="negative"):
        table_state(1, -1, 2, 3)


@given(shares, st.integers(-90, 90).map(lambda n: n / 100), shares)
def test_margins_give_the_table_that_has_them(prevalence, bias, accuracy):
    state = margins_state(prevalence, bias, accuracy)
    assert min(state.tp, state.fn, state.fp, state.tn) >= 0
    assert state.prevalence == pytest.approx(prevalence)
    if state.note:
        return
    assert state.bias == pytest.approx(bias, abs=1e-9)
    assert state.accuracy == pytest.approx(accuracy)


@given(shares, st.integers(-90, 90).map(lambda n: n / 100), shares)
def test_what_margins_cannot_have_is_noted_and_nothing_else(prevalence, bias, accuracy):
    """In exact arithmetic: is there a table of four cells that are not negative?"""
    p, b, a = (Fraction(round(100 * value), 100) for value in (prevalence, bias, accuracy))
    both = (a - 1 + p + p + b) / 2
    possible = min(both, p - both, p + b - both, 1 - p - p - b + both) >= 0
    assert possible != ("shown is" in margins_state(prevalence, bias, accuracy).note)


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.37, 0.5, 0.8, 0.99, 1.0])
def test_threshold_counts_the_cases_at_or_above_it(threshold):
    truth, scores = sample_scores()
    state = threshold_state(truth, scores, threshold)
    called = scores >= threshold
    assert state.tpr == pytest.approx(called[truth == 1].mean())
    assert state.fpr == pytest.approx(called[truth == 0].mean())
    assert state.accuracy == pytest.approx(np.mean(called == truth))
    assert state.kappa == pytest.approx(cohen_kappa_score(truth, called.astype(int)))


@given(st.integers(0, 100).map(lambda n: n / 100), shares)
def test_what_is_marked_on_the_kappa_curve_lies_on_it(threshold, prevalence):
    state = threshold_state(*sample_scores(), threshold, prevalence)
    drawn = threshold_data(state, threshold)
    (here,), curve = drawn["point"], drawn["curve"]
    heights = {(point["fpr"], point["tpr"]): point["kappa"] for point in curve}
    assert heights[here["fpr"], here["tpr"]] == pytest.approx(here["kappa"])
    best = [point["kappa"] for point in drawn["optima"]]
    assert best == pytest.approx([max(heights.values())] * len(best), abs=1e-13)
    assert best


def test_a_score_equal_to_the_threshold_is_called_positive():
    assert threshold_state([0, 1], [0.3, 0.7], 0.7).tpr == 1
    assert threshold_state([0, 1], [0.3, 0.7], np.nextafter(0.7, 1)).tpr == 0


def test_without_a_share_of_positives_the_curve_is_the_cases_own():
    truth, scores = sample_scores()
    state = threshold_state(truth, scores, 0.5)
    fpr, kappa, thresholds = kappa_curve(truth, scores)
    assert state.curve_fpr == pytest.approx(fpr)
    assert state.curve_kappa == pytest.approx(kappa)
    assert state.thresholds == pytest.approx(thresholds)
    best = kappa_optimal_threshold(truth, scores)
    assert (state.best_threshold, state.best_kappa) == pytest.approx((best.threshold, best.kappa))


@given(st.integers(1, 9), st.integers(1, 9))
def test_a_share_of_positives_is_a_repetition_of_cases(positives, negatives):
    truth, scores = np.array([0, 1, 0, 1, 0, 1]), np.array([0.1, 0.3, 0.3, 0.6, 0.7, 0.9])
    times = np.where(truth == 1, positives, negatives)
    repeated = np.repeat(truth, times), np.repeat(scores, times)
    state = threshold_state(truth, scores, 0.5, positives / (positives + negatives))
    assert state.kappa == pytest.approx(threshold_state(*repeated, 0.5).kappa)
    best = kappa_optimal_threshold(*repeated)
    assert state.best_kappa == pytest.approx(best.kappa)
    assert state.best_threshold == pytest.approx(best.threshold)


@pytest.mark.parametrize(
    ("truth", "words"), [([1, 1], "needs both"), ([0, 2], "pos_label"), ([0, 1, 1], "y_score")]
)
def test_bad_cases_are_refused(truth, words):
    with pytest.raises(ValueError, match=words):
        threshold_state(truth, [0.1, 0.2], 0.5)


def test_no_slider_position_is_a_sample_score():
    _, scores = sample_scores()
    assert not set(scores.round(3)) & set((np.arange(101) / 100).round(3))


@pytest.mark.parametrize("p", [0.05, 0.3, 0.5, 0.9])
def test_auk_of_a_curve_is_the_auk_of_cases_that_have_it(p):
    """Twenty cases of each class whose ROC curve is the first one, weighted to the share."""
    pair = pair_of_curves()
    f, t = pair.curves[0]
    scores = np.arange(len(f))[::-1]
    truth, score, weight = [], [], []
    for label, rates, share in ((0, f, 1 - p), (1, t, p)):
        truth += [label] * (len(f) - 1)
        score += list(scores[1:])
        weight += list(share * np.diff(rates))
    expected = auk_score(truth, score, sample_weight=weight)
    assert prevalence_state(p, pair).auk_one == pytest.approx(expected, abs=1e-12)


def test_order_reverses_at_the_crossing_alone():
    pair = pair_of_curves()
    (crossing,) = pair.crossings
    names = [prevalence_state(p, pair).larger for p in SHARES]
    assert names == [pair.names[int(p > crossing)] for p in SHARES]
    at = prevalence_state(crossing, pair)
    assert at.auk_one == pytest.approx(at.auk_two, abs=1e-9)
    assert at.larger == "neither"


def test_a_crossing_at_a_share_is_found():
    """Mirror images have equal areas: their AUKs meet at one half, which is a share."""
    f, t = np.array([0, 0.1, 1]), np.array([0, 0.7, 1])
    pair = pair_of_curves({"one": (f, t), "two": (1 - t[::-1], 1 - f[::-1])})
    assert pair.crossings == pytest.approx((0.5,))


def test_curves_that_never_cross_say_so():
    one, two = ([0, 0.1, 1], [0, 0.9, 1]), ([0, 0.1, 1], [0, 0.5, 1])
    pair = pair_of_curves({"one": one, "two": two})
    assert pair.crossings == ()
    assert prevalence_state(0.5, pair).crossing == "nowhere"


def test_one_curve_is_not_a_pair():
    with pytest.raises(ValueError, match="holds 1 ROC curves"):
        pair_of_curves({"one": ([0, 1], [0, 1])})


@pytest.mark.parametrize("explorer", EXPLORERS.values(), ids=EXPLORERS)
def test_sliders_and_presets_stand_within_the_range_and_on_a_step(explorer):
    for slider in explorer.sliders:
        presets = [
            values[slider.key] for values in explorer.presets.values() if slider.key in values
        ]
        for value in (slider.value, *presets):
            assert slider.low <= value <= slider.high
            steps = (value - slider.low) / slider.step
            assert steps == pytest.approx(round(steps), abs=1e-9)
        assert slider.label


@given(counts, counts, counts, counts)
def test_names_of_cells_stand_beside_the_square_and_apart(tp, fn, fp, tn):
    """At least two lines of text, 14 of 280 pixels each, between the names of a column."""
    cells = confusion_data(table_state(tp, fn, fp, tn))["cells"]
    sides = {}
    for cell in cells:
        assert not 0 <= cell["side"] <= 1
        assert cell["y"] <= cell["middle"] <= cell["y2"]
        sides.setdefault(cell["side"], []).append(cell["middle"])
    assert all(max(heights) - min(heights) > 2 * 14 / 280 for heights in sides.values())
