"""Known tables: the intervals of one kappa, and of the difference of two."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from experiments.coverage.harness import DRAWS, SEED, Asked, Case
from kappabook import ConfusionMatrix, compare_kappas, kappa_interval

Table = np.ndarray

KAPPA_COLUMNS = (
    "number", "classes", "smallest_margin", "second_margin", "errors", "kappa", "n", "weights",
    "weighted_kappa", "expected_in_rarest", "coverage", "standard_error", "width",
    "large_sample_coverage", "large_sample_width", "undefined",
)  # fmt: skip
DIFFERENCE_COLUMNS = (
    "number", "classes", "smallest_margin", "kappa_a", "kappa_b", "copied", "n",
    "difference", "coverage", "standard_error", "width", "delta_coverage", "delta_width",
    "undefined",
)  # fmt: skip
TRUTHS = [
    # classes, smallest margin, the other rater's, errors, kappas
    (2, 0.5, 0.5, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.1, 0.1, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.05, 0.05, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.01, 0.01, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.05, 0.1, "anywhere", (0, 0.3, 0.6)),
    (3, 0.2, 0.2, "anywhere", (0, 0.5, 0.9)),
    (4, 0.1, 0.1, "neighbours", (0.4, 0.6, 0.9)),
    (5, 0.05, 0.1, "anywhere", (0, 0.4, 0.8)),
    (6, 1 / 6, 1 / 6, "anywhere", (0, 0.4, 0.9)),
    (6, 1 / 6, 1 / 6, "neighbours", (0.3, 0.6, 0.9)),
]
SIZES = (20, 50, 200, 1000)


# --- one kappa --------------------------------------------------------------------------------


def kappas() -> Iterator[Case]:
    """Two classes have one kappa, and so no weights; the number of a table seeds its samples."""
    tables = [
        (k, first, second, errors, kappa, n)
        for k, first, second, errors, kappas in TRUTHS
        for kappa, n in product(kappas, SIZES)
    ]
    for number, (k, first, second, errors, kappa, n) in enumerate(tables):
        rows, columns = margins(k, first), margins(k, second)
        truth = (
            mixed(rows, columns, kappa) if errors == "anywhere" else with_neighbours(rows, kappa)
        )
        for weights in (None, "quadratic") if k > 2 else (None,):
            target = kappa_of(truth, weights)
            told = {
                "number": number, "classes": k, "smallest_margin": first, "second_margin": second,
                "errors": errors, "kappa": kappa, "n": n, "weights": weights or "none",
                "weighted_kappa": target,
                "expected_in_rarest": n * min(truth.sum(0).min(), truth.sum(1).min()),
            }  # fmt: skip
            answers = partial(answers_of_kappa, truth / truth.sum(), weights, n, number)
            yield Case(told, 2000, answers, [Asked(target), Asked(target, beside="large_sample")])


def answers_of_kappa(
    truth: Table, weights: Any, n: int, number: int, repeats: int, _turn: int
) -> Iterator[list[Any]]:
    """The interval that is drawn, and the large-sample one of the literature."""
    for cells, times in drawn(truth, n, [SEED, number], repeats):
        table = ConfusionMatrix(cells.reshape(truth.shape))
        found = kappa_interval(table, weights=weights, method="dirichlet", n_draws=DRAWS)
        method = "fisher" if found.estimate >= 0 else "log"
        yield from [[found, kappa_interval(table, weights=weights, method=method)]] * times


def drawn(truth: Table, n: int, seed: list[int], repeats: int) -> Iterator[tuple[Table, int]]:
    """Samples of n cases, each once, and how often it came."""
    samples = np.random.default_rng(seed).multinomial(n, truth.ravel(), repeats)
    yield from zip(*np.unique(samples, axis=0, return_counts=True), strict=True)


def margins(k: int, smallest: float) -> Table:
    """One class is the smallest, the others are equal."""
    return np.array([smallest] + [(1 - smallest) / (k - 1)] * (k - 1))


def kappa_of(truth: Table, weights: str | None = None) -> float:
    """Kappa by its definition, not by the library that is measured."""
    i, j = np.indices(truth.shape)
    cost = (i != j) if weights is None else (i - j) ** 2
    return float(1 - (cost * truth).sum() / (cost * np.outer(truth.sum(1), truth.sum(0))).sum())


def mixed(rows: Table, columns: Table, kappa: float) -> Table:
    """Mix chance with the most agreement that the margins allow."""
    chance, both = np.outer(rows, columns), np.minimum(rows, columns)
    left = rows - both, columns - both
    best = np.diag(both) + (np.outer(*left) / left[0].sum() if left[0].sum() > 1e-9 else 0)
    share = kappa / kappa_of(best)
    return np.asarray((1 - share) * chance + share * best)


def with_neighbours(shares: Table, kappa: float) -> Table:
    """Put all disagreement between neighbouring classes; kappa must be large enough for it."""
    k = len(shares)
    most = np.zeros((k, k))
    for i in range(k - 1):
        most[i, i + 1] = most[i + 1, i] = min(shares[i], shares[i + 1]) / 2
    most += np.diag(shares - most.sum(axis=1))
    share = (1 - kappa) / (1 - kappa_of(most))
    return np.asarray(share * most + (1 - share) * np.diag(shares))


# --- two kappas -------------------------------------------------------------------------------


def differences() -> Iterator[Case]:
    """Two predictions with chance-like errors; the second copies the first in a share of cases."""
    places = ((2, 0.5), (2, 0.1), (2, 0.02), (3, 0.05))
    pairs = ((0.3, 0.3, 0.3), (0.9, 0.9, 0.5), (0, 0, 0), (0.6, 0, 0))
    for number, (place, pair, n) in enumerate(product(places, pairs, (50, 200))):
        truth = patterns(*place, *pair)
        target = kappa_of(truth.sum(axis=2)) - kappa_of(truth.sum(axis=1))
        names = ("classes", "smallest_margin", "kappa_a", "kappa_b", "copied")
        told = {"number": number, **dict(zip(names, (*place, *pair), strict=True)), "n": n}
        answers = partial(answers_of_difference, truth, n, number)
        asked = [Asked(target), Asked(target, beside="delta")]
        yield Case({**told, "difference": target}, 1000, answers, asked)


def patterns(k: int, smallest: float, kappa_a: float, kappa_b: float, copied: float) -> Table:
    """Probabilities of truth, first and second prediction, shape (k, k, k)."""
    margin = margins(k, smallest)
    a, b = (x * np.eye(k) + (1 - x) * margin for x in (kappa_a, kappa_b))
    alone = margin[:, None, None] * a[:, :, None] * b[:, None, :]
    copy = margin[:, None, None] * a[:, :, None] * np.eye(k)
    return np.asarray((1 - copied) * alone + copied * copy)


def answers_of_difference(
    truth: Table, n: int, number: int, repeats: int, _turn: int
) -> Iterator[list[Any]]:
    """The interval that is drawn, and that of the delta method."""
    cells = np.indices(truth.shape).reshape(3, -1)
    for counts, times in drawn(truth, n, [SEED, 1, number], repeats):
        columns = np.repeat(cells, counts, axis=1)
        found = [
            compare_kappas(*columns, n_draws=DRAWS),
            compare_kappas(*columns, method="delta"),
        ]
        yield from [found] * times
