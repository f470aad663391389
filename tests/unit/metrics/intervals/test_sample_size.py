"""How many cases a kappa needs: known values, what follows from the formula, bad input."""

import numpy as np
import pytest

from kappabook import ConfusionMatrix
from kappabook.metrics.intervals import kappa_sample_size, kappa_standard_error
from kappabook.metrics.intervals.sample_size import planned_table


def test_a_published_calculation():
    """R's irr::N.cohen.kappa(0.5, 0.5, 0.7, 0.4, power=.8, twosided=TRUE) says 64 (Cantor 1996)."""
    assert kappa_sample_size(0.5, 0.7, kappa0=0.4) == 64


def test_two_even_classes_by_hand():
    """At margins of one half the variance of kappa is (1 - kappa^2) / n."""
    for kappa, h in ((0.0, 0.1), (0.6, 0.05), (0.8, 0.1)):
        expected = 1.959963984540054**2 * (1 - kappa**2) / h**2
        assert kappa_sample_size([0.5, 0.5], kappa, half_width=h) == np.ceil(expected)


def test_the_planned_table_has_the_margins_and_the_kappa():
    for rows, columns, kappa in (
        ([0.2, 0.3, 0.5], [0.2, 0.3, 0.5], 0.7),
        ([0.2, 0.3, 0.5], [0.3, 0.3, 0.4], 0.5),
        ([0.4, 0.6], [0.5, 0.5], -0.2),
        ([0.1, 0.9], [0.1, 0.9], 1.0),
    ):
        table = planned_table(np.array(rows), np.array(columns), kappa)
        assert table.sum(axis=1) == pytest.approx(rows)
        assert table.sum(axis=0) == pytest.approx(columns)
        assert ConfusionMatrix(table).kappa == pytest.approx(kappa)


def test_the_standard_error_of_the_planned_table_is_the_one_asked_for():
    """A table in the planned shares has the standard error that the half-width wants."""
    margins, kappa, h = np.array([0.2, 0.3, 0.5]), 0.6, 0.05
    n = kappa_sample_size(margins, kappa, half_width=h)
    cells = np.rint(1e6 * planned_table(margins, margins, kappa)).astype(int)
    error = kappa_standard_error(ConfusionMatrix(cells)) * np.sqrt(1e6 / n)
    assert 1.959964 * error == pytest.approx(h, rel=0.002)


def test_narrower_surer_and_more_powerful_need_more():
    plans = [kappa_sample_size(0.2, 0.6, half_width=h) for h in (0.2, 0.1, 0.05)]
    assert plans == sorted(plans)
    assert plans[1] == pytest.approx(4 * plans[0], abs=4)
    assert kappa_sample_size(0.2, 0.6, half_width=0.1, confidence_level=0.99) > plans[1]
    tests = [kappa_sample_size(0.2, 0.6, kappa0=0.4, power=p) for p in (0.5, 0.8, 0.95)]
    assert tests == sorted(tests)
    assert kappa_sample_size(0.02, 0.6, half_width=0.1) > 4 * plans[1]


def test_one_row_of_margins_is_the_same_twice_and_order_plays_no_part():
    once = kappa_sample_size([0.2, 0.3, 0.5], 0.6, half_width=0.1)
    assert kappa_sample_size([[0.2, 0.3, 0.5]] * 2, 0.6, half_width=0.1) == once
    assert kappa_sample_size([0.5, 0.2, 0.3], 0.6, half_width=0.1) == once
    apart = kappa_sample_size([[0.3, 0.7], [0.2, 0.8]], 0.5, half_width=0.1)
    assert kappa_sample_size([[0.2, 0.8], [0.3, 0.7]], 0.5, half_width=0.1) == apart


@pytest.mark.parametrize(
    ("margins", "kappa", "settings", "message"),
    [
        (0.3, 0.6, {}, "exactly one of them"),
        (0.3, 0.6, {"half_width": 0.1, "kappa0": 0}, "exactly one of them"),
        (0.3, 0.6, {"kappa0": 0.6}, "both 0.6; no number of cases"),
        (0.3, 1, {"half_width": 0.1}, "sees no variance"),
        (0.3, 1.5, {"half_width": 0.1}, "kappa is 1.5; kappa lies between"),
        (0.5, -1.5, {"half_width": 0.1}, "kappa is -1.5; kappa lies between"),
        (0.3, 0.6, {"kappa0": 0.4, "power": 80}, "power is 80"),
        ([0.3, 0.3], 0.6, {"half_width": 0.1}, "sum to 0.6"),
        ([1.2, -0.2], 0.6, {"half_width": 0.1}, "margins hold 1.2"),
        ([1.0], 0.6, {"half_width": 0.1}, r"margins have shape \(1,\)"),
        ([[0.5, 0.5]] * 3, 0.6, {"half_width": 0.1}, r"margins have shape \(3, 2\)"),
        ([1.0, 0.0], 0.6, {"half_width": 0.1}, "leave one class"),
        ([[0.1, 0.9], [0.5, 0.5]], 0.9, {"half_width": 0.1}, "kappa is at most 0.2"),
        ([[0.1, 0.9], [0.5, 0.5]], 0.1, {"kappa0": 0.9}, "kappa0 is 0.9; with these margins"),
        (0.1, -0.5, {"half_width": 0.1}, "allow no less than -0.1111"),
    ],
)
def test_plans_that_cannot_be(margins, kappa, settings, message):
    with pytest.raises(ValueError, match=message):
        kappa_sample_size(margins, kappa, **settings)
