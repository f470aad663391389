"""The H-measure: numerical integration of its definition, its invariances, its refusals."""

import numpy as np
import pytest

from kappabook.metrics.hand import h_measure


def sample(n=60, prevalence=0.3, seed=0, digits=1):
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < prevalence * n).astype(int)
    return y, np.round(y + rng.normal(size=n), digits)


def by_integration(y, score, a, b):
    """The definition: the best threshold at each cost, found by trying all."""
    p = y.mean()
    thresholds = [np.inf, *np.unique(score)]
    fpr = np.array([(score[y == 0] >= t).mean() for t in thresholds])
    fnr = np.array([(score[y == 1] < t).mean() for t in thresholds])

    # By Gauss and Legendre on 2000 pieces; the constant of the beta density cancels.
    nodes, weights = np.polynomial.legendre.leggauss(5)
    c = ((np.arange(2000)[:, np.newaxis] + (nodes + 1) / 2) / 2000).ravel()
    weights = np.tile(weights, 2000) * c ** (a - 1) * (1 - c) ** (b - 1)
    loss = np.min(np.outer(c * (1 - p), fpr) + np.outer((1 - c) * p, fnr), axis=1)
    useless = np.minimum(c * (1 - p), (1 - c) * p)
    return 1 - weights @ loss / (weights @ useless)


@pytest.mark.parametrize(("a", "b"), [(2, 2), (1, 1), (1.3, 4)])
@pytest.mark.parametrize("prevalence", [0.1, 0.5])
def test_the_definition_by_quadrature(a, b, prevalence):
    y, score = sample(prevalence=prevalence)
    assert h_measure(y, score, severity=(a, b)) == pytest.approx(
        by_integration(y, score, a, b), abs=1e-6
    )


def test_prevalence_severity_is_the_beta_of_2014():
    y, score = sample()
    assert h_measure(y, score, severity="prevalence") == h_measure(y, score, severity=(1.3, 1.7))


def test_swapping_the_classes_swaps_the_parameters():
    y, score = sample()
    assert h_measure(1 - y, -score, severity=(2, 5)) == pytest.approx(
        h_measure(y, score, severity=(5, 2)), abs=1e-14
    )


def test_perfect_useless_and_reversed_scores():
    y, _ = sample()
    assert h_measure(y, y) == 1
    assert h_measure(y, np.ones(len(y))) == 0
    assert h_measure(y, -y) == 0


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        (([0, 1], [1, np.inf]), {}, r"y_score\[1\] is inf"),
        (([0, 1], [1, 2]), {"severity": (0, 2)}, "both parameters must be positive"),
        (([0, 1], [1, 2]), {"severity": "equal"}, r"give \(a, b\) or 'prevalence'"),
        (([0, 1], [1, 2]), {"sample_weight": [1, -1]}, r"sample_weight\[1\] is -1"),
    ],
)
def test_refusals(columns, options, message):
    with pytest.raises(ValueError, match=message):
        h_measure(*columns, **options)
