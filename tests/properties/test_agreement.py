"""What is true of every confusion matrix."""

from fractions import Fraction

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kappabook import ConfusionMatrix, cohen_kappa_score


@st.composite
def matrices(draw, n_classes=None):
    """Any matrix of counts whose kappa is defined."""
    size = n_classes or draw(st.integers(2, 5))
    cells = draw(arrays(np.int64, (size, size), elements=st.integers(0, 50)))
    assume(cells.sum() > 0)
    matrix = ConfusionMatrix(cells)
    assume(matrix.chance_agreement < 1)
    return matrix


labels = st.lists(st.integers(0, 3), min_size=2, max_size=30)


@given(matrices())
def test_kappa_is_its_formula(matrix):
    exact = matrix.exact()
    chance = exact.chance_agreement
    assert exact.kappa == (exact.accuracy - chance) / (1 - chance)


@given(matrices())
def test_kappa_lies_between_minus_one_and_one(matrix):
    assert -1 <= matrix.kappa <= 1
    assert (matrix.kappa == 1) == (matrix.accuracy == 1)


@given(matrices())
def test_floats_agree_with_fractions(matrix):
    as_floats = ConfusionMatrix(matrix.cells.astype(float))
    assert abs(as_floats.kappa - Fraction(matrix.exact().kappa)) < 1e-12


@given(matrices())
def test_kappa_is_symmetric(matrix):
    assert ConfusionMatrix(matrix.cells.T).exact().kappa == matrix.exact().kappa


@given(matrices(), st.randoms())
def test_order_of_classes_does_not_matter(matrix, random):
    order = random.sample(range(matrix.n_classes), matrix.n_classes)
    assert ConfusionMatrix(matrix.cells[np.ix_(order, order)]).kappa == matrix.kappa


@given(matrices(), st.integers(2, 10))
def test_scale_does_not_matter(matrix, factor):
    assert ConfusionMatrix(matrix.cells * factor).kappa == matrix.kappa


@given(matrices(n_classes=3), matrices(n_classes=3))
def test_merging_adds(one, other):
    merged = one + other
    assert merged.total == one.total + other.total
    assert (merged.cells == one.cells + other.cells).all()


@given(labels, st.data())
def test_integer_weight_is_repetition(truth, data):
    guess = data.draw(st.lists(st.integers(0, 3), min_size=len(truth), max_size=len(truth)))
    weight = data.draw(st.lists(st.integers(1, 4), min_size=len(truth), max_size=len(truth)))
    repeated = ConfusionMatrix.from_predictions(np.repeat(truth, weight), np.repeat(guess, weight))
    weighted = ConfusionMatrix.from_predictions(truth, guess, sample_weight=weight)
    assert (weighted.cells == repeated.cells).all()


@given(labels, st.data())
def test_names_of_the_classes_do_not_matter(truth, data):
    guess = data.draw(st.lists(st.integers(0, 3), min_size=len(truth), max_size=len(truth)))
    assume(len({*truth, *guess}) > 1)
    text = [["a", "b", "c", "d"][label] for label in truth]
    guessed = [["a", "b", "c", "d"][label] for label in guess]
    far = [label * 10**6 for label in truth], [label * 10**6 for label in guess]
    kappas = {cohen_kappa_score(*pair) for pair in ((truth, guess), (text, guessed), far)}
    assert len(kappas) == 1


@given(matrices(n_classes=3))
def test_weighted_kappa_with_unit_costs_is_kappa(matrix):
    assert matrix.exact().weighted_kappa(1 - np.eye(3, dtype=int)) == matrix.exact().kappa
