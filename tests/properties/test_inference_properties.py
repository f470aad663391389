"""What holds for every table: bounds, symmetries, identities."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kappabook import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.companions import allocation_disagreement, quantity_disagreement
from kappabook.metrics.h_measure import h_measure
from kappabook.metrics.inference import kappa_inference
from kappabook.metrics.limits import kappa_limits
from kappabook.metrics.per_class import one_vs_rest_disagreement, per_class_kappas


@st.composite
def tables(draw, max_classes=4):
    """Counts with kappa defined."""
    k = draw(st.integers(2, max_classes))
    cells = np.reshape(draw(st.lists(st.integers(0, 50), min_size=k * k, max_size=k * k)), (k, k))
    assume(np.count_nonzero(cells.sum(axis=0) + cells.sum(axis=1)) > 1)
    return ConfusionMatrix(cells)


@given(tables(), st.sampled_from([None, "linear", "quadratic"]), st.floats(0.5, 0.9999))
def test_intervals_hold_kappa_and_stay_in_range(confusion, weights, level):
    found = kappa_inference(confusion, weights=weights)
    for method in ("fisher", "log"):
        low, high = found.confidence_interval(level, method=method)
        if found.status in ("regular", "no disagreement"):
            assert -1 <= low <= found.kappa + 1e-12
            assert found.kappa - 1e-12 <= high <= 1
        else:
            assert np.isnan([low, high]).all()


@given(
    tables(),
    st.sampled_from([None, "linear", "quadratic"]),
    st.sampled_from(["dirichlet", "fisher", "log"]),
    st.floats(0.001, 0.999999),
    st.floats(-1, 1),
)
def test_interval_and_test_never_contradict_each_other(confusion, weights, method, level, kappa0):
    found = kappa_inference(confusion, weights=weights, method=method, n_draws=1000)
    low, high = found.confidence_interval(level)
    if np.isnan(low):
        assert found.status == "no variance"
        assert np.isnan(found.p_value_at(kappa0))
        return
    assert low <= found.kappa + 1e-12
    assert found.kappa - 1e-12 <= high
    for value in (kappa0, 0.0, found.kappa):
        p = found.p_value_at(min(value, 1.0))
        assert 0 <= p <= 1
        if abs(p - (1 - level)) > 1e-9:
            assert (p > 1 - level) == (low <= value <= high)
    # At its ends the interval's p is 1 minus its level, unless the estimate or the scale ends it.
    for end in (low, high):
        if end not in (-1, 1) and abs(end - found.kappa) > 1e-9:
            assert found.p_value_at(end) == pytest.approx(1 - level, rel=1e-6)


@given(tables(), st.sampled_from([None, "linear", "quadratic"]), st.floats(0.5, 0.99))
def test_exchanging_the_raters_or_reversing_the_classes_changes_no_interval(
    confusion, weights, level
):
    interval = kappa_inference(confusion, weights=weights, n_draws=1000).confidence_interval(level)
    for cells in (confusion.cells.T, confusion.cells[::-1, ::-1]):
        twin = kappa_inference(ConfusionMatrix(cells), weights=weights, n_draws=1000)
        assert twin.confidence_interval(level) == pytest.approx(interval, abs=1e-12)


@given(tables(), st.sampled_from([None, "linear", "quadratic"]))
def test_exchanging_the_raters_or_reversing_the_classes_changes_nothing(confusion, weights):
    found = kappa_inference(confusion, weights=weights)
    for cells in (confusion.cells.T, confusion.cells[::-1, ::-1]):
        twin = kappa_inference(ConfusionMatrix(cells), weights=weights)
        assert twin.kappa == found.kappa
        assert twin.standard_error == pytest.approx(found.standard_error, abs=1e-13)
        assert twin.null_standard_error == pytest.approx(found.null_standard_error, abs=1e-13)


@given(tables(), st.integers(1, 9))
def test_the_unit_of_the_costs_does_not_matter(confusion, unit):
    costs = unit * (1 - np.eye(confusion.n_classes, dtype=int))
    found, plain = kappa_inference(confusion, weights=costs), kappa_inference(confusion)
    assert found.standard_error == pytest.approx(plain.standard_error, abs=1e-14)


@given(tables())
def test_kappa_lies_between_its_limits_and_below_matthews(confusion):
    exact = confusion.exact()
    low, high = kappa_limits(exact)
    assert low <= exact.kappa <= high <= 1
    if np.count_nonzero(confusion.row_totals) > 1 < np.count_nonzero(confusion.column_totals):
        assert abs(confusion.kappa) <= abs(matthews_correlation(confusion)) + 1e-15


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
    _, expected = one_vs_rest_disagreement(exact)
    kappas = per_class_kappas(exact, replace_undefined_by=0)
    assert (expected * kappas).sum() / Fraction(expected.sum()) == exact.kappa
    defined = kappas[expected > 0]
    assert defined.min() <= exact.kappa <= defined.max()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=30))
def test_h_is_a_share_and_knows_no_class(cases):
    y, score = (np.array(column) for column in zip(*cases, strict=True))
    assume(0 < y.sum() < len(y))
    h = h_measure(y, score)
    assert 0 <= h <= 1
    assert h_measure(~y, -score) == pytest.approx(h, abs=1e-13)
