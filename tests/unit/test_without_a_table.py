"""Kappa from margins, hits and distances is the kappa of the table, at every size."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score as sklearn_kappa

from kappabook import ConfusionMatrix, chance_agreement, cohen_kappa_score
from kappabook.metrics.agreement import disagreement_costs

WEIGHTS = (None, "linear", "quadratic")


def columns(n, k, seed=0):
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, k, n)
    return truth, np.where(generator.random(n) < 0.7, truth, generator.integers(0, k, n))


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize(("n", "k"), [(5, 2), (100, 3), (100, 40), (300, 100), (2000, 50)])
def test_it_is_the_kappa_of_the_table(n, k, weights):
    """Counts are whole numbers, so the two floats are the same, not only close."""
    truth, guess = columns(n, k)
    matrix = ConfusionMatrix.from_predictions(truth, guess)
    costs = None if weights is None else disagreement_costs(weights, matrix.n_classes)
    kappa = cohen_kappa_score(truth, guess, weights=weights)
    assert kappa == matrix.weighted_kappa(costs)
    assert kappa == float(matrix.exact().weighted_kappa(costs))
    assert chance_agreement(truth, guess) == matrix.chance_agreement


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize(("n", "k"), [(60, 3), (60, 40), (2000, 150)])
def test_it_is_the_kappa_of_the_table_with_weights(n, k, weights):
    truth, guess = columns(n, k)
    weight = np.random.default_rng(1).random(n) * (np.arange(n) % 3 > 0)
    matrix = ConfusionMatrix.from_predictions(truth, guess, sample_weight=weight)
    costs = None if weights is None else disagreement_costs(weights, matrix.n_classes)
    kappa = cohen_kappa_score(truth, guess, weights=weights, sample_weight=weight)
    assert kappa == pytest.approx(matrix.weighted_kappa(costs), rel=1e-13)


def by_sums(truth, guess, weights):
    """Quadratic kappa from sums of squares, plain kappa from margins: exact, for any size."""
    n = len(truth)
    if weights is None:
        share = [
            np.bincount(y, minlength=max(truth.max(), guess.max()) + 1) for y in (truth, guess)
        ]
        expected = n**2 - sum(int(r) * int(c) for r, c in zip(*share, strict=True))
        observed = int((truth != guess).sum())
    else:
        a, b = truth.astype(object), guess.astype(object)
        observed = int(((a - b) ** 2).sum())
        expected = int(n * (a**2).sum() + n * (b**2).sum() - 2 * a.sum() * b.sum())
    return float(1 - Fraction(n * observed, expected))


@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_sums_beyond_64_bits(weights):
    """With 80,000 classes the expected squares add up to 4e19; a table would take 51 GB."""
    truth, guess = columns(200_000, 80_000)
    truth[:80_000] = np.arange(80_000)  # no gap, so that places are labels
    assert cohen_kappa_score(truth, guess, weights=weights) == by_sums(truth, guess, weights)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_thousand_classes_as_scikit_learn(weights):
    truth, guess = columns(5000, 1000)
    found = cohen_kappa_score(truth, guess, weights=weights)
    assert found == pytest.approx(sklearn_kappa(truth, guess, weights=weights), abs=1e-12)


# --- one answer, however the labels are held --------------------------------------------------

FAR = np.cumsum(np.random.default_rng(2).integers(1, 10**14, 700)) - 10**16
NAMES = np.array([f"{'long ' * (i % 7)}name {i:03}" for i in range(700)])  # in order of i
CONTAINERS = {
    "int16": lambda y: y.astype(np.int16),
    "uint16 from 60000": lambda y: (y + 60_000).astype(np.uint16),
    "negative": lambda y: y - 10**9,
    "near the end of uint64": lambda y: y.astype(np.uint64) + np.uint64(2**64 - 1000),
    "near the end of int64": lambda y: y + (2**63 - 1000),
    "far apart": lambda y: np.sort(FAR)[y],
    "swapped bytes": lambda y: y.astype(">i4"),
    "categorical": lambda y: pd.Series(pd.Categorical(y)),
    "U": lambda y: np.sort(NAMES)[y],
    "U of one letter": lambda y: np.array([chr(200 + i) for i in range(700)])[y],
    "wide U": lambda y: np.sort(NAMES).astype("U100")[y],
    "U, swapped bytes": lambda y: np.sort(NAMES).astype(">U50")[y],
    "objects": lambda y: np.sort(NAMES)[y].astype(object),
    "text categorical": lambda y: pd.Categorical(np.sort(NAMES)[y]),
}


@pytest.mark.parametrize("n", [50, 5000])
@pytest.mark.parametrize("make", CONTAINERS.values(), ids=CONTAINERS)
def test_many_cases_in_any_container(make, n):
    truth, guess = columns(n, 700)
    for weights in WEIGHTS:
        found = cohen_kappa_score(make(truth), make(guess), weights=weights)
        assert found == cohen_kappa_score(truth, guess, weights=weights)


def test_words_whose_hashes_meet(monkeypatch):
    """With a multiplier of 0 only the last letters count; the letters are compared, too."""
    from kappabook.metrics import _encoding

    truth, guess = columns(5000, 700)
    expected = cohen_kappa_score(truth, guess)
    monkeypatch.setattr(_encoding, "_ODD", (np.uint64(0), np.uint64(0)))
    for words in (NAMES, np.sort(FAR)):
        assert cohen_kappa_score(np.sort(words)[truth], np.sort(words)[guess]) == expected


# --- what is refused --------------------------------------------------------------------------


def test_classes_without_end_are_answered_and_identifiers_refused():
    truth = np.repeat(np.arange(20_000), 3)
    assert cohen_kappa_score(truth, truth, weights="linear") == 1
    with pytest.raises(ValueError, match="20000 different labels for 20000 cases"):
        cohen_kappa_score(np.arange(20_000), np.arange(20_000))
    with pytest.raises(ValueError, match="a table for more than 10000 classes is refused"):
        ConfusionMatrix.from_predictions(truth, truth)
    named = cohen_kappa_score(np.arange(20_000), np.arange(20_000), labels=np.arange(20_000))
    assert named == 1


# --- any size of weights ----------------------------------------------------------------------


@pytest.mark.parametrize("weights", WEIGHTS)
def test_weights_that_span_more_than_float64(weights):
    """One sure case among three that weigh 1e-608 of it; a double cannot hold their product."""
    weight = [1e308, 1e-300, 1e-300, 1e-300]
    found = cohen_kappa_score([0, 0, 1, 1], [0, 1, 0, 1], sample_weight=weight, weights=weights)
    assert found == 0.5
    assert ConfusionMatrix([[1e308, 1e-300], [1e-300, 1e-300]]).kappa == 0.5


@pytest.mark.parametrize("weights", WEIGHTS)
def test_weights_whose_sum_overflows(weights):
    y1, y2, weight = [0, 1, 1, 0], [0, 1, 0, 0], [1.5e308] * 4
    assert cohen_kappa_score(y1, y2, sample_weight=weight, weights=weights) == 0.5
    assert chance_agreement(y1, y2, sample_weight=weight) == 0.5
    with pytest.raises(ValueError, match="the sum of sample_weight is beyond float64; divide"):
        ConfusionMatrix.from_predictions(y1, y2, sample_weight=weight)


@pytest.mark.parametrize("size", [5e-324, 3e-170, 1e-99, 1e101, 1.5e308])
def test_the_size_of_all_weights_does_not_matter(size):
    """At 3e-170 the product of two margins is below float64: kappa was nan."""
    assert cohen_kappa_score(["a", "a"], ["a", "b"], sample_weight=[0.0, size]) == 0
    y1, y2 = [0, 1, 1, 0], [0, 1, 0, 0]
    kappa = cohen_kappa_score(y1, y2, sample_weight=[size] * 4, weights="quadratic")
    assert kappa == pytest.approx(0.5, rel=1e-15)


@pytest.mark.parametrize("tiny", [1e-300, 1.0, 1e308])
def test_costs_of_any_size(tiny):
    y1, y2 = [0, 1, 2, 2, 1], [0, 1, 1, 0, 2]
    costs = [[0, 1e308, tiny], [tiny, 0, tiny], [1e308, 1e308, 0]]
    matrix = ConfusionMatrix.from_predictions(y1, y2)
    exact = matrix.exact().weighted_kappa([[Fraction(cost) for cost in row] for row in costs])
    assert matrix.weighted_kappa(costs) == pytest.approx(float(exact), rel=1e-14)
    assert cohen_kappa_score(y1, y2, weights=costs) == matrix.weighted_kappa(costs)
    floats = ConfusionMatrix(matrix.cells * 1e-300)
    assert floats.weighted_kappa(costs) == pytest.approx(float(exact), rel=1e-13)
