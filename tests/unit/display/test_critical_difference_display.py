from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_study import study, whole

from kappabook.display.ranks import CriticalDifferenceDisplay, levels, spans
from kappabook.metrics.intervals import friedman_nemenyi
from kappabook.study import accuracy_vs_kappa


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


# --- which classifiers a bar joins ----------------------------------------------------------


@given(st.lists(st.integers(4, 40), min_size=2, max_size=9), st.integers(1, 20))
def test_bars_are_the_largest_sets_without_a_difference(quarters, gap):
    """Against a search through all subsets; quarters of a rank are exact."""
    ranks, critical = sorted(q / 4 for q in quarters), gap / 4
    everything = range(len(ranks))
    alike = [
        set(chosen)
        for size in everything
        for chosen in combinations(everything, size + 1)
        if ranks[chosen[-1]] - ranks[chosen[0]] <= critical
    ]
    largest = [s for s in alike if len(s) > 1 and not any(s < other for other in alike)]
    found = [set(range(first, last + 1)) for first, last in spans(ranks, critical)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, largest))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), max_size=8).map(sorted))
def test_bars_of_one_level_do_not_meet(starts):
    runs = [(first, first + width) for first, width in starts]
    placed = list(zip(levels(runs), runs, strict=True))
    for (level, a), (other, b) in combinations(placed, 2):
        assert level != other or a[1] < b[0] or b[1] < a[0]


def test_example_of_demsar():
    """No difference at 0.05 (1.25); both with m are better than plain C4.5 at 0.10 (1.12)."""
    ranks, names = [3.143, 2.000, 2.893, 1.964], ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
    wide = CriticalDifferenceDisplay(ranks, names, 1.25)
    assert wide.groups == [("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")]
    narrow = CriticalDifferenceDisplay(ranks, names, 1.12)
    assert narrow.groups == [("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5")]


# --- drawing --------------------------------------------------------------------------------


def boxes(display):
    display.figure_.draw_without_rendering()
    return [text.get_window_extent() for text in display.ax_.texts if text.get_visible()]


@pytest.mark.parametrize("k", [2, 3, 5, 12, 25])
@pytest.mark.parametrize("name", ["J48", "a classifier with a long name"])
def test_no_two_labels_overlap_and_none_leaves_the_figure(k, name):
    ranks = np.full(k, (k + 1) / 2)  # all alike: the hardest case for labels
    ranks[0] -= 0.4
    display = CriticalDifferenceDisplay(ranks, [f"{name} {i}" for i in range(k)], 1.3).plot()
    found = boxes(display)
    for a, b in combinations(found, 2):
        assert not a.overlaps(b)
    page = display.figure_.bbox
    for box in found:
        assert page.x0 <= box.x0 < box.x1 <= page.x1
        assert page.y0 <= box.y0 < box.y1 <= page.y1


def test_the_best_is_on_the_right_and_bars_span_their_groups():
    display = CriticalDifferenceDisplay([2.5, 1.2, 3.9, 2.4], list("abcd"), 1.25).plot()
    low, high = display.ax_.get_xlim()
    assert low > high
    assert display.labels_[1].get_text() == "1.20  b"
    display.figure_.draw_without_rendering()
    at = dict(zip("abcd", (t.get_window_extent().x0 for t in display.labels_), strict=True))
    assert at["b"] == at["d"] > at["a"]
    assert display.groups == [("b", "d"), ("d", "a")]
    for bar, (first, last) in zip(display.bars_, [(1.2, 2.4), (2.4, 2.5)], strict=True):
        np.testing.assert_allclose(sorted(bar.get_xdata()), [first, last], atol=0.06)


# --- where the ranks come from --------------------------------------------------------------


def test_from_scores_and_from_a_comparison():
    compared = accuracy_vs_kappa(whole(study(3)))
    drawn = CriticalDifferenceDisplay.from_comparison(compared, measure="accuracy")
    assert drawn.ax_.get_title() + drawn.ax_.get_title("left") == (
        "Mean ranks by accuracy over 3 data sets"
    )
    scores = compared.scores["accuracy"].to_numpy().reshape(3, -1).round(12)
    again = CriticalDifferenceDisplay.from_scores(scores, names=compared.classifiers)
    np.testing.assert_allclose(again.mean_ranks, drawn.mean_ranks)
    assert again.critical_difference == friedman_nemenyi(scores).critical_difference
    with pytest.raises(ValueError, match="measure is 'auc'; give accuracy or kappa"):
        CriticalDifferenceDisplay.from_comparison(compared, measure="auc")
    one = accuracy_vs_kappa(whole(study(1)))
    with pytest.raises(ValueError, match="nothing to draw: there is one data set"):
        CriticalDifferenceDisplay.from_comparison(one)


@pytest.mark.parametrize(
    ("ranks", "names", "critical", "message"),
    [
        ([1.5], ["a"], 1, r"shape \(1,\) for 1 names; give one rank for each of at least 2"),
        ([1, 2], ["a", "b", "c"], 1, r"shape \(2,\) for 3 names"),
        ([0.9, 2.1], ["a", "b"], 1, r"ranks lie from 1 to 2"),
        ([1, float("nan")], ["a", "b"], 1, r"ranks lie from 1 to 2"),
        ([1, 2], ["a", "b"], 0, r"critical_difference is 0; give a positive number"),
    ],
)
def test_bad_input_is_named(ranks, names, critical, message):
    with pytest.raises(ValueError, match=message):
        CriticalDifferenceDisplay(ranks, names, critical)
