"""Places where a plain formula gives a wrong number without a word."""

import pytest

from kappabook import auk_bounds, kappa_optimal_probability
from kappabook.metrics.rates import (
    kappa_at,
    tpr_at,
)


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
