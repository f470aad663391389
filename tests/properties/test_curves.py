"""What holds for every ranking: hypothesis looks for one where it does not."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kappabook.metrics.auk import (
    auk_score,
    perfect_auk,
)
from kappabook.metrics.bounds import auk_bounds
from kappabook.metrics.rates import (
    kappa_at,
    kappa_curve,
    tpr_at,
)
from kappabook.metrics.roc import gini_score

rates = st.floats(0, 1)
prevalences = st.floats(1e-6, 1 - 1e-6)
quick = settings(max_examples=60, deadline=None)


@st.composite
def rankings(draw):
    n = draw(st.integers(2, 40))
    y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    assume(0 < sum(y) < n)
    s = draw(st.lists(st.sampled_from([-2.0, -0.5, 0.0, 0.25, 1.0, 3.0]), min_size=n, max_size=n))
    return np.array(y), np.array(s)


@quick
@given(rankings())
def test_hull_never_lowers_auc_or_auk(ranking):
    assert gini_score(*ranking, hull=True) >= gini_score(*ranking) - 1e-15
    # The segment rule is right to 1e-13 (test_segment_rule_against_forty_digits).
    assert auk_score(*ranking, hull=True) >= auk_score(*ranking) - 1e-13


@quick
@given(rankings())
def test_auk_lies_within_the_bounds_of_its_auc(ranking):
    p = ranking[0].mean()
    for hull in (False, True):
        auc = min(1, (1 + gini_score(*ranking, hull=hull)) / 2)
        low, high = auk_bounds(auc, p, concave=hull)
        assert low - 1e-12 <= auk_score(*ranking, hull=hull) <= high + 1e-12


@quick
@given(rankings())
def test_auk_is_at_most_perfect(ranking):
    # Either is right to 1e-13 (test_segment_rule_against_forty_digits).
    assert auk_score(*ranking) <= perfect_auk(ranking[0].mean()) + 1e-13


@quick
@given(rankings())
def test_swapped_classes_have_the_same_kappas_in_reverse(ranking):
    y, s = ranking
    _, kappa, _ = kappa_curve(y, s)
    _, swapped, _ = kappa_curve(y, -s, pos_label=0)
    assert swapped[::-1] == pytest.approx(kappa, abs=1e-14)


@quick
@given(rates, rates, prevalences)
def test_kappa_is_a_kappa_and_gives_its_tpr_back(fpr, tpr, p):
    kappa = kappa_at(fpr, tpr, p)
    assert -1 - 1e-12 <= kappa <= 1 + 1e-12
    assert kappa == pytest.approx(kappa_at(1 - tpr, 1 - fpr, 1 - p), abs=1e-9)
    # The inverse is as well conditioned as kappa is steep: at most 1e-16 / 1e-6 here.
    assert tpr_at(fpr, np.clip(kappa, -1, 1), p) == pytest.approx(tpr, abs=1e-8)
