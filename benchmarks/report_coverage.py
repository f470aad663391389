"""How often the interval of `kappabook report` holds the kappa that is to be expected.

Two normal classes in the plane, and the classifier that takes the nearer mean: its true kappa is
known exactly for every training set. To be held is the mean kappa over training sets of the size
that a fold trains on. Beside it, the plain t interval over the same folds.

    python benchmarks/report_coverage.py
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, ttest_1samp

from kappabook.metrics.inference import corrected_resampled_t_test
from kappabook.metrics.kappa_curve import kappa_at

SAMPLES, FOLDS, REPEATS, APART = 500, 10, 10, 1.5
Points = NDArray[np.float64]


def drawn(rng: np.random.Generator, n: int, share: float) -> tuple[Points, NDArray[np.bool_]]:
    """Draw a sample; the number of positives is random."""
    y = rng.random(n) < share
    X = rng.normal(size=(n, 2))
    X[:, 0] += APART * y
    return X, y


def rule(X: Points, y: NDArray[np.bool_]) -> tuple[Points, float]:
    """Return weights and cut of the nearer mean."""
    a, b = X[~y].mean(axis=0), X[y].mean(axis=0)
    return b - a, float((b - a) @ (a + b) / 2)


def true_kappa(weights: Points, cut: float, share: float) -> float:
    """Compute kappa over the whole population."""
    size = math.sqrt(float(weights @ weights))
    rates = [float(norm.sf((cut - mean * weights[0]) / size)) for mean in (0, APART)]
    return float(kappa_at(*rates, share))


def kappas(rng: np.random.Generator, X: Points, y: NDArray[np.bool_]) -> list[float]:
    """Cross-validate; the kappa of every fold in which it is defined."""
    found = []
    for _ in range(REPEATS):
        fold = np.empty(len(y), dtype=int)
        for label in (False, True):  # stratified
            rows = rng.permutation(np.flatnonzero(y == label))
            fold[rows] = (np.arange(len(rows)) + rng.integers(FOLDS)) % FOLDS
        for i in range(FOLDS):
            test = fold == i
            weights, cut = rule(X[~test], y[~test])
            said, truth = X[test] @ weights > cut, y[test]
            agreed, p, q = (said == truth).mean(), truth.mean(), said.mean()
            chance = p * q + (1 - p) * (1 - q)
            if chance < 1:
                found.append(float((agreed - chance) / (1 - chance)))
    return found


def main() -> None:
    """Print a table."""
    rng = np.random.default_rng(0)
    print("| rows | share of positives | expected kappa | corrected | plain |")
    print("|--:|--:|--:|--:|--:|")
    for n, share in ((100, 0.5), (400, 0.5), (400, 0.2)):
        train = n * (FOLDS - 1) // FOLDS
        expected = float(
            np.mean([true_kappa(*rule(*drawn(rng, train, share)), share) for _ in range(4000)])
        )
        held = np.zeros(2)
        for _ in range(SAMPLES):
            values = kappas(rng, *drawn(rng, n, share))
            test = corrected_resampled_t_test(values, test_train_ratio=1 / (FOLDS - 1))
            plain = ttest_1samp(values, 0).confidence_interval()
            for i, (low, high) in enumerate((test.confidence_interval(), plain)):
                held[i] += low <= expected <= high
        corrected, naive = held / SAMPLES
        print(f"| {n} | {share:g} | {expected:.3f} | {corrected:.3f} | {naive:.3f} |", flush=True)


if __name__ == "__main__":
    main()
