"""AUK and AUC, their intervals and their paired comparison: rows for ``make rerun WHAT=bench``."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np
import sklearn.metrics as peer
from timing import Comparison, compare

from kappabook import auk_score

RNG = np.random.default_rng(20082)
PROMISED = {
    "AUK, 10^6 scores": 5,
}


def scores(n: int, prevalence: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Labels, and scores one standard deviation apart."""
    truth = (RNG.random(n) < prevalence).astype(int)
    return truth, RNG.normal(size=n) + truth


def comparisons() -> Iterator[Comparison]:
    for shown, size in (("100", 100), ("10^4", 10**4), ("10^6", 10**6)):
        truth, score = scores(size)
        yield _beside_peer(f"AUK, {shown} scores", auk_score, truth, score)


def _beside_peer(
    name: str, ours: Callable[..., float], truth: np.ndarray, score: np.ndarray
) -> Comparison:
    return compare(
        name,
        lambda: ours(truth, score),
        peer="scikit-learn roc_auc_score",
        theirs=lambda: peer.roc_auc_score(truth, score),
        limit="np.sort",
        floor=lambda: np.sort(score),
    )


def peaks() -> str:
    """Peak memory of AUK and of its peer on 10^6 scores, in megabytes."""
    truth, score = scores(10**6)
    ours, theirs = (_peak(f, truth, score) for f in (auk_score, peer.roc_auc_score))
    return (
        f"peak memory on 10^6 scores: AUK {ours:.0f} MB, scikit-learn roc_auc_score {theirs:.0f} MB"
    )


def _peak(function: Callable[..., float], *data: np.ndarray) -> float:
    tracemalloc.start()
    function(*data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6
