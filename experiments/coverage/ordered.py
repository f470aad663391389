"""Weighted coefficients, their differences and the AUC, whose samples go to the public functions.

This repeats the research behind the defaults (10,200 settings of 1000 samples), thinned: 200
samples, four scales of five, three true values of four, three raters only with 30 % of the ratings
missing; methods that are not the default in every thirteenth setting. Where a default is near its
promise after 200 samples (NEAR), all are thrown away and more are drawn anew, so that no setting is
called bad for its bad luck; one that was lucky at first stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.special import ndtri

from experiments.coverage.cases import Setting, settings
from experiments.coverage.harness import DRAWS, SEED, Asked, Case, Row
from experiments.coverage.populations import Measure, truth
from kappabook import (
    auc_interval,
    compare_judge_with_raters,
    compare_kappas,
    kappa_interval,
    rater_interval,
)

SAMPLES, RESAMPLES = 200, 400
# A default with less coverage, or more rejections of equal kappas, is drawn anew with so many.
NEAR = {"coverage": (0.92, 1000), "size": (0.05, 4000)}
COLUMNS = (
    "study", "population", "labels", "n", "raters", "missing", "disagreements",
    "coefficient", "method", "truth", "samples", "undefined", "coverage", "standard_error",
    "truth_below", "truth_above", "width", "sampling_width", "cautioned", "uncautioned_coverage",
    "rejected",
)  # fmt: skip


def cases() -> Iterator[Case]:
    """All of them, in the order of the file."""
    yield from map(case_of, settings())
    yield from areas()


def again(row: Row) -> int:
    """Number of new samples that a result asks for."""
    if row["method"] not in ("gamma", "delta_t", "delta", "beta"):
        return 0
    if row["rejected"] > NEAR["size"][0] and abs(row["truth"]) < 1e-9:
        return NEAR["size"][1]
    few = row["disagreements"] < 10 and row["study"] != "auc"
    return NEAR["coverage"][1] if row["coverage"] < NEAR["coverage"][0] and not few else 0


def case_of(setting: Setting) -> Case:
    """Put a setting into the harness."""
    population = setting.population
    told = {
        "study": setting.study, "population": population.name, "labels": population.labels,
        "n": setting.n, "raters": len(population.raters), "missing": float(population.missing),
        "disagreements": float(setting.n * population.disagree),
    }  # fmt: skip
    asked = [Asked(truth(population, x), {"coefficient": x.name}) for x in setting.measures]
    return Case(told, SAMPLES, partial(answers, setting), asked)


def answers(setting: Setting, repeats: int, turn: int) -> Iterator[list[Any]]:
    """Draw samples; one where a rater has no ratings, or no item two, is left out."""
    population, n, k = setting.population, setting.n, setting.population.labels
    told = f"{setting.study} {population.name}".encode()
    rng = np.random.default_rng([SEED, turn, n, len(population.raters), k, *told])
    groups = np.arange(n) // setting.group_size if setting.group_size > 1 else None
    for _ in range(repeats):
        codes, weight = population.draw(n, rng)
        if groups is not None:
            copied = rng.random(n) < 0.5
            codes[copied] = codes[groups[copied] * setting.group_size]
        if (codes < 0).all(axis=0).any() or ((codes >= 0).sum(axis=1) < 2).all():
            continue
        yield [ask(measure, codes, weight, groups, k) for measure in setting.measures]


def ask(measure: Measure, codes: np.ndarray, weight: np.ndarray | None, groups: Any, k: int) -> Any:
    """Give a sample to the library."""
    labels, how = list(range(1, k + 1)), measure.coefficient
    costs = (
        measure.weights if isinstance(measure.weights, str | None) else np.array(measure.weights)
    )
    if measure.method == "bootstrap":
        return bootstrapped(codes)
    given: Row = {"labels": labels, "n_draws": DRAWS}
    if measure.method:
        given["method"] = measure.method
    if how == "kappa":
        columns = codes.T + 1
        return kappa_interval(*columns, weights=costs, sample_weight=weight, **given)
    if how == "difference":
        return compare_kappas(*codes.T + 1, weights=costs, **given)
    ratings = np.where(codes < 0, np.nan, codes + 1.0)
    if how == "judge":
        return compare_judge_with_raters(ratings, 0, weights=costs, **given)
    if isinstance(costs, str) and costs == "ratio from 0":
        ratings, costs, given["labels"] = ratings - 1, "ratio", list(range(k))
    given |= {"level": costs} if how == "krippendorff" else {"weights": costs}
    return rater_interval(ratings, how, groups=groups, **given)


def bootstrapped(codes: np.ndarray) -> SimpleNamespace:
    """Paired percentile bootstrap of the difference of two quadratic kappas with the truth."""
    n = len(codes)
    times = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), RESAMPLES) / n
    times = np.vstack([np.full(n, 1 / n), times])
    truth_, *predictions = codes.T.astype(float)
    kappas = []
    with np.errstate(invalid="ignore"):
        for said in predictions:
            first, second, both = times @ truth_, times @ said, times @ (truth_ - said) ** 2
            square = times @ (truth_**2 + said**2)
            kappas.append(1 - both / (square - 2 * first * second))
    found, *drawn = kappas[0] - kappas[1]
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    return SimpleNamespace(difference=found, low=low, high=high, caution="", method="bootstrap")


# --- one AUC ----------------------------------------------------------------------------------


def areas() -> Iterator[Case]:
    """Normal scores in both classes, the positives with another spread."""
    sizes = product((1, 2, 4, 0.25), (0.6, 0.9, 0.98), (5, 30, 1000))
    for (spread, auc, m), n in product(sizes, (30, 1000, 20_000)):
        told = {
            "study": "auc",
            "population": f"spreads 1 to {spread:g}, {m} positives, {n} negatives",
            "labels": 2, "n": min(m, n), "raters": 1, "missing": 0.0,
            "disagreements": min(m, n) * (1 - auc), "coefficient": f"AUC {auc:g}",
        }  # fmt: skip
        yield Case(told, SAMPLES, partial(answers_of_area, spread, auc, m, n), [Asked(auc)] * 4)


def answers_of_area(
    spread: float, auc: float, m: int, n: int, repeats: int, turn: int
) -> Iterator[list[Any]]:
    """All methods on the same samples."""
    seed = [SEED, int(100 * spread), int(100 * auc), m, n]
    rng = np.random.default_rng([*seed, turn] if turn else seed)
    y_true = np.repeat([1, 0], [m, n])
    for _ in range(repeats):
        positive = ndtri(auc) * np.hypot(1, spread) + spread * rng.standard_normal(m)
        score = np.concatenate([positive, rng.standard_normal(n)])
        methods = ("beta", "newcombe", "logit", "delong")
        yield [auc_interval(y_true, score, method=x) for x in methods]  # type: ignore[arg-type]
