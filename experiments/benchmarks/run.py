"""Compare kappabook with its peers, side by side in one process: ``make rerun WHAT=bench``.

Each row is a ratio of medians of interleaved runs, and ours as a multiple of a limit that no
implementation on numpy can beat: one sort of the scores, or one count of the labels.
"""

from __future__ import annotations

import os
import platform
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from itertools import chain

import numpy as np
import pycm
import raters
import scores
import sklearn.metrics as peer
from kappa_grid import grid
from statsmodels.stats.inter_rater import cohens_kappa
from timing import Comparison, compare

from kappabook import ConfusionMatrix, cohen_kappa_score, kappa_curve

RNG = np.random.default_rng(20081)
# Where we promise a ratio, the least one: docs/reliability.md.
PROMISED = {
    "kappa, 10^6 integer labels": 20,
    "kappa, 10^6 text labels": 3,
    "kappa curve, n = 5000": 3000,
    "alpha, nominal, 10^5 items, 5 raters": 10,
    **scores.PROMISED,
}


def labels(n: int, classes: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """A truth, and a guess that is right in 76 % of the cases."""
    truth = RNG.integers(0, classes, n)
    return truth, np.where(RNG.random(n) < 0.7, truth, RNG.integers(0, classes, n))


def comparisons() -> Iterator[Comparison]:
    truth, guess = labels(10**6)
    yield compare(
        "kappa, 10^6 integer labels",
        lambda: cohen_kappa_score(truth, guess),
        peer="scikit-learn cohen_kappa_score",
        theirs=lambda: peer.cohen_kappa_score(truth, guess),
        limit="np.bincount",
        floor=lambda: np.bincount(truth),
    )
    names = np.array(["setosa", "virginica", "versicolor", "rose", "x"])
    text, guessed = names[truth], names[guess]
    yield compare(
        "kappa, 10^6 text labels",
        lambda: cohen_kappa_score(text, guessed),
        peer="scikit-learn cohen_kappa_score",
        theirs=lambda: peer.cohen_kappa_score(text, guessed),
        limit="np.bincount",
        floor=lambda: np.bincount(truth),
    )
    few, guessed_few = truth[:20_000], guess[:20_000]
    yield compare(
        "kappa, 20000 integer labels",
        lambda: cohen_kappa_score(few, guessed_few),
        peer="PyCM ConfusionMatrix(metrics_off=True)",
        theirs=lambda: pycm.ConfusionMatrix(few, guessed_few, metrics_off=True),
        limit="np.bincount",
        floor=lambda: np.bincount(few),
    )
    yield from scores.comparisons()
    truth_5k, score_5k = scores.scores(5000)
    yield compare(
        "kappa curve, n = 5000",
        lambda: kappa_curve(truth_5k, score_5k),
        peer="scikit-learn metric_at_thresholds",
        theirs=lambda: peer.metric_at_thresholds(truth_5k, score_5k, peer.cohen_kappa_score),
        limit="np.sort",
        floor=lambda: np.sort(score_5k),
    )


def agreement(tables: int = 300) -> str:
    """Kappas of random tables against PyCM and statsmodels: the largest difference."""
    worst = {"PyCM": 0.0, "statsmodels": 0.0}
    for _ in range(tables):
        cells = RNG.integers(0, 40, (4, 4)) + np.eye(4, dtype=int)
        ours = ConfusionMatrix(cells).kappa
        theirs = {
            "PyCM": pycm.ConfusionMatrix(matrix=_as_dict(cells), metrics_off=False).Kappa,
            "statsmodels": cohens_kappa(cells).kappa,
        }
        worst = {name: max(worst[name], abs(ours - value)) for name, value in theirs.items()}
    shown = ", ".join(f"{name} {difference:.1e}" for name, difference in worst.items())
    return f"largest difference of kappa on {tables} random tables of 4 classes: {shown}"


def _as_dict(cells: np.ndarray) -> dict[str, dict[str, int]]:
    classes = "abcd"
    return {
        row: {column: int(cells[i, j]) for j, column in enumerate(classes)}
        for i, row in enumerate(classes)
    }


def table(rows: list[Comparison]) -> str:
    lines = [
        "| task | ours, ms | peer | ratio | promised | limit | ours / limit |",
        "|---|--:|---|--:|--:|---|--:|",
    ]
    for row in rows:
        promised = PROMISED.get(row.name)
        least = "" if promised is None else f"{promised:.3g}"
        lines.append(
            f"| {row.name} | {1000 * row.ours:.3g} | {row.peer} | {row.speedup:.3g} | {least} "
            f"| {row.limit} | {row.above_floor:.2g} |"
        )
    return "\n".join(lines)


def main() -> None:
    warnings.simplefilter("ignore")
    packages = ("numpy", "scipy", "scikit-learn", "statsmodels", "pycm", "krippendorff", "irrCAC")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores,", end=" ")
    print(", ".join(f"{name} {version(name)}" for name in packages))
    rows = []
    for row in chain(comparisons(), raters.comparisons()):
        rows.append(row)
        print(f"  {row.name}: {row.speedup:.3g} times {row.peer}", flush=True)
    print(table(rows))
    print(agreement())
    print(raters.report())
    print(grid())
    print(scores.peaks())


if __name__ == "__main__":
    main()
