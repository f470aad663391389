"""How often the intervals of AUC and AUK cover the truth: ``python benchmarks/scores_coverage.py``.

Scores of the two classes are normal, one standard deviation wide, and apart by as much as the
AUC says. Every table is one simulation with a fixed seed; the page docs/intervals-scores.md
holds the output.
"""

from __future__ import annotations

import argparse
import math
import warnings
from collections.abc import Callable, Iterator

import numpy as np
from scipy.stats import norm

from kappabook import auk_from_roc, auk_score
from kappabook.metrics.inference import (
    auc_interval,
    bootstrap_interval,
    compare_scores,
    delong_test,
    kappa_curve_band,
)
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_score

AREAS = (0.6, 0.8, 0.95)
POSITIVES = (3, 6, 10, 30)
NEGATIVES = 100
Data = tuple[np.ndarray, ...]


def distance(area: float) -> float:
    return math.sqrt(2) * norm.ppf(area)


def true_auk(area: float, prevalence: float) -> float:
    cuts = np.linspace(-9, 9 + distance(area), 20_001)[::-1]
    fpr, tpr = (np.append(np.append(0, norm.sf(cuts - d)), 1) for d in (0, distance(area)))
    return auk_from_roc(fpr, tpr, prevalence)


def one(rng: np.random.Generator, m: int, area: float, *, fixed: bool) -> Data:
    """Labels and scores; `fixed` numbers of both classes, or a random sample with m on average."""
    n = m + NEGATIVES
    while True:
        y = (np.arange(n) < m if fixed else rng.random(n) < m / n).astype(int)
        if 2 <= y.sum() <= n - 2:
            return y, rng.normal(size=n) + distance(area) * y


def two(rng: np.random.Generator, m: int, area: float) -> Data:
    """Labels and two scores of equal AUC that share half of their noise."""
    y = (np.arange(m + NEGATIVES) < m).astype(int)
    shared = rng.normal(size=len(y))
    noise = ((shared + rng.normal(size=len(y))) / math.sqrt(2) for _ in range(2))
    return y, *(distance(area) * y + e for e in noise)


def rows(
    draw: Callable[[np.random.Generator, int, float], Data],
    truth: Callable[[int, float], float],
    methods: dict[str, Callable[..., tuple[float, float]]],
    repeats: int,
) -> Iterator[str]:
    """A line of Markdown per setting: coverage and mean width of each method."""
    yield "| positives | AUC | " + " | ".join(methods) + " |"
    yield "|--:|--:|" + "--:|" * len(methods)
    for m in POSITIVES:
        for area in AREAS:
            rng = np.random.default_rng([m, int(100 * area)])
            covered, width = np.zeros(len(methods)), np.zeros(len(methods))
            known = np.zeros(len(methods))
            right = truth(m, area)
            for _ in range(repeats):
                data = draw(rng, m, area)
                found = np.array([interval(*data) for interval in methods.values()])
                covered += (found[:, 0] <= right) & (right <= found[:, 1])
                known += ~np.isnan(found[:, 0])
                width += np.nan_to_num(found[:, 1] - found[:, 0])
            cells = zip(covered / repeats, width / np.maximum(known, 1), strict=True)
            shown = " | ".join(f"{share:.3f} ({mean:.2f})" for share, mean in cells)
            yield f"| {m} | {area} | {shown} |"


def ends(found: object) -> tuple[float, float]:
    return found.low, found.high  # type: ignore[attr-defined]


def auc_methods() -> dict[str, Callable[..., tuple[float, float]]]:
    return {
        name: lambda y, s, name=name: ends(auc_interval(y, s, method=name))
        for name in ("newcombe", "logit", "delong")
    }


def bootstraps(metric: Callable[..., float], **options) -> dict[str, Callable]:
    return {
        name: lambda y, s, name=name: ends(
            bootstrap_interval(
                metric, y, s, method=name, n_resamples=500, random_state=0, **options
            )
        )
        for name in ("smoothed", "percentile", "bca")
    }


def paired() -> dict[str, Callable[..., tuple[float, float]]]:
    def resampled(y: np.ndarray, a: np.ndarray, b: np.ndarray, method: str) -> tuple[float, float]:
        return ends(
            compare_scores(auk_score, y, a, b, method=method, n_resamples=500, random_state=0)
        )

    return {
        "DeLong, t": lambda *data: ends(delong_test(*data)),
        "DeLong, normal": lambda *data: ends(delong_test(*data, reference="normal")),
        "AUK, percentile": lambda *data: resampled(*data, "percentile"),
        "AUK, bca": lambda *data: resampled(*data, "bca"),
    }


def bands(repeats: int) -> Iterator[str]:
    yield "| cases | prevalence | AUC | pointwise, mean | pointwise, least | simultaneous |"
    yield "|--:|--:|--:|--:|--:|--:|"
    for n, prevalence, area in (
        (100, 0.1, 0.8),
        (200, 0.3, 0.8),
        (200, 0.3, 0.95),
        (1000, 0.3, 0.9),
    ):
        rng = np.random.default_rng([n, int(100 * area)])
        point, whole = np.zeros(101), 0
        for _ in range(repeats):
            y = np.zeros(n, dtype=int)
            while not 2 <= y.sum() <= n - 2:
                y = (rng.random(n) < prevalence).astype(int)
            score = rng.normal(size=n) + distance(area) * y
            band = kappa_curve_band(y, score, n_resamples=1000, random_state=0)
            tpr = norm.sf(norm.isf(band.fpr) - distance(area))
            true = kappa_at(band.fpr, tpr, prevalence)
            near = 1e-12
            point += (band.low - near <= true) & (true <= band.high + near)
            outside = (band.simultaneous_low - near > true) | (true > band.simultaneous_high + near)
            whole += not outside.any()
        share = point / repeats
        yield (
            f"| {n} | {prevalence} | {area} | {share.mean():.3f} | {share.min():.3f} "
            f"| {whole / repeats:.3f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=1000)
    repeats = parser.parse_args().repeats
    warnings.simplefilter("ignore")
    error = math.sqrt(0.95 * 0.05 / repeats)
    print(f"{repeats} repeats; Monte Carlo error {error:.3f}; coverage (mean width).\n")

    def the_auc(_: int, area: float) -> float:
        return area

    def no_difference(*_: float) -> float:
        return 0.0

    tables = {
        "AUC, closed formulas": rows(
            lambda *a: one(*a, fixed=True), the_auc, auc_methods(), repeats
        ),
        "AUC, resampling": rows(
            lambda *a: one(*a, fixed=True),
            the_auc,
            bootstraps(auc_score, stratified=True),
            repeats,
        ),
        "AUK, resampling of random samples": rows(
            lambda *a: one(*a, fixed=False),
            lambda m, area: true_auk(area, m / (m + NEGATIVES)),
            bootstraps(auk_score),
            repeats,
        ),
        "Two scores of equal AUC: difference": rows(two, no_difference, paired(), repeats),
        "Band of the kappa curve": bands(repeats),
    }
    for name, lines in tables.items():
        print(f"## {name}\n")
        for line in lines:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
