"""What holds for every table: bounds, symmetries, identities."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kappabook import ConfusionMatrix
from kappabook.metrics.companions import (
    allocation_disagreement,
    kappa_limits,
    quantity_disagreement,
)
from kappabook.metrics.hand import h_measure
from kappabook.metrics.intervals import kappa_interval


@st.composite
def tables(draw, max_classes=4):
    """Counts with kappa defined."""
    k = draw(st.integers(2, max_classes))
    cells = np.reshape(draw(st.lists(st.integers(0, 50), min_size=k * k, max_size=k * k)), (k, k))
    assume(np.count_nonzero(cells.sum(axis=0) + cells.sum(axis=1)) > 1)
    return ConfusionMatrix(cells)


@given(tables(), st.randoms(), st.integers(2, 10))
def test_kappa_is_1_for_no_error_only_and_knows_no_order_and_no_size(confusion, random, factor):
    assert -1 <= confusion.kappa <= 1
    assert (confusion.kappa == 1) == (confusion.accuracy == 1)
    order = random.sample(range(confusion.n_classes), confusion.n_classes)
    for cells in (confusion.cells[np.ix_(order, order)], confusion.cells * factor):
        assert ConfusionMatrix(cells).kappa == confusion.kappa


@given(
    tables(),
    st.sampled_from([None, "linear", "quadratic"]),
    st.sampled_from(["dirichlet", "gamma", "fisher", "log"]),
    st.floats(0.001, 0.999999),
    st.floats(-1, 1),
)
def test_interval_and_test_never_contradict_each_other(confusion, weights, method, level, kappa0):
    found = kappa_interval(
        confusion, weights=weights, method=method, confidence_level=level, n_draws=1000
    )
    low, high, kappa = found.low, found.high, found.estimate
    if np.isnan(low):
        assert method in ("fisher", "log")
        assert found.standard_error == 0 or kappa == -1
        assert np.isnan(found.p_value(kappa0))
        return
    assert -1 <= low <= kappa + 1e-12
    assert kappa - 1e-12 <= high <= 1
    for value in (kappa0, 0.0, kappa):
        p = found.p_value(min(value, 1.0))
        assert 0 <= p <= 1
        if abs(p - (1 - level)) > 1e-9:
            assert (p > 1 - level) == (low <= value <= high)
    # At its ends the interval's p is 1 minus its level, unless the estimate or the scale ends it.
    for end in (low, high):
        if -1 < end < 1 - 1e-6 and abs(end - kappa) > 1e-9:
            assert found.p_value(end) == pytest.approx(1 - level, rel=1e-5)


@given(
    tables(),
    st.sampled_from([None, "linear", "quadratic"]),
    st.sampled_from(["dirichlet", "gamma"]),
)
def test_exchanging_the_raters_or_reversing_the_classes_changes_nothing(confusion, weights, method):
    options = {"weights": weights, "method": method, "n_draws": 1000}
    found = kappa_interval(confusion, **options)
    for cells in (confusion.cells.T, confusion.cells[::-1, ::-1]):
        twin = kappa_interval(ConfusionMatrix(cells), **options)
        assert twin.estimate == found.estimate
        assert (twin.low, twin.high) == pytest.approx((found.low, found.high), abs=1e-12)
        assert twin.standard_error == pytest.approx(found.standard_error, abs=1e-13)


@given(tables(), st.integers(1, 9))
def test_the_unit_of_the_costs_does_not_matter(confusion, unit):
    costs = 1 - np.eye(confusion.n_classes)
    one, other = (kappa_interval(confusion, weights=x * costs) for x in (1, unit))
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-12)


@given(tables())
def test_kappa_lies_between_its_limits_and_below_matthews(confusion):
    exact = confusion.exact()
    low, high = kappa_limits(exact)
    assert low <= exact.kappa <= high <= 1
    if np.count_nonzero(confusion.row_totals) > 1 < np.count_nonzero(confusion.column_totals):
        assert abs(confusion.kappa) <= abs(confusion.mcc) + 1e-15


@given(tables())
def test_errors_are_quantity_and_allocation(confusion):
    exact = confusion.exact()
    parts = quantity_disagreement(exact), allocation_disagreement(exact)
    assert sum(parts) == 1 - exact.accuracy
    assert min(parts) >= 0


@given(tables())
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
def test_kappa_is_a_mean_of_the_per_class_kappas(confusion):
    exact = confusion.exact()
    r, c = exact.row_margins, exact.column_margins
    expected = r + c - 2 * r * c
    kappas = exact.per_class_kappas(replace_undefined_by=0)
    assert (expected * kappas).sum() / expected.sum() == exact.kappa
    defined = kappas[expected > 0]
    assert defined.min() <= exact.kappa <= defined.max()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=30))
def test_h_is_a_share_and_knows_no_class(cases):
    y, score = (np.array(column) for column in zip(*cases, strict=True))
    assume(0 < y.sum() < len(y))
    h = h_measure(y, score)
    assert 0 <= h <= 1
    assert h_measure(~y, -score) == pytest.approx(h, abs=1e-13)
