"""Coefficients of several raters beside krippendorff, statsmodels and irrCAC: values and speed.

Run by ``make bench``. The peers are installed for this only.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from statsmodels.stats import inter_rater
from timing import Comparison, compare

from kappabook.metrics.raters import (
    brennan_prediger_score,
    conger_kappa_score,
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    percent_agreement_score,
)

LEVELS = ("nominal", "ordinal", "interval", "ratio")
WEIGHTS = ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
OURS = {
    "fleiss": fleiss_kappa_score,
    "conger": conger_kappa_score,
    "gwet": gwet_ac_score,
    "bp": brennan_prediger_score,
}


def tables(n: int, seed: int = 2012) -> Iterator[tuple[np.ndarray, int]]:
    """Random tables (nan where missing in every other) of 2-6 raters and 2-7 labels from 1."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        raters, labels, items = rng.integers(2, 7), rng.integers(2, 8), rng.integers(8, 60)
        truth = rng.integers(1, labels + 1, items)[:, np.newaxis]
        guess = rng.integers(1, labels + 1, (items, raters))
        ratings = np.where(rng.random((items, raters)) < rng.random(), truth, guess).astype(float)
        if i % 2:
            ratings[rng.random(ratings.shape) < rng.choice([0.1, 0.3, 0.5])] = np.nan
        rated = ~np.isnan(ratings)
        everybody = rated.any(axis=0).all() and (rated.sum(axis=1) > 1).any()
        if everybody and len(np.unique(ratings[rated])) > 1:
            yield ratings, int(labels)


def disagreements(n: int = 1000) -> dict[str, tuple[float, int]]:
    """Largest difference from each peer, and the tables it was found on."""
    worst: dict[str, tuple[float, int]] = {}

    def note(name: str, ours: float, theirs: float) -> None:
        if np.isnan(ours) and np.isnan(theirs):
            return
        largest, count = worst.get(name, (0.0, 0))
        worst[name] = (max(largest, abs(ours - theirs)), count + 1)

    for i, (ratings, k) in enumerate(tables(n)):
        found = np.unique(ratings[~np.isnan(ratings)])
        for level in LEVELS:
            theirs = krippendorff.alpha(ratings.T, level_of_measurement=level)
            note(f"krippendorff, {level}", krippendorff_alpha_score(ratings, level=level), theirs)
        if not np.isnan(ratings).any():
            counts, _ = inter_rater.aggregate_raters(ratings.astype(int))
            note("statsmodels, Fleiss", fleiss_kappa_score(ratings), inter_rater.fleiss_kappa(counts))
            theirs = inter_rater.fleiss_kappa(counts, method="randolph")
            note("statsmodels, Randolph", brennan_prediger_score(ratings), theirs)
        weights = WEIGHTS[i % len(WEIGHTS)]
        for name, theirs in irrcac(ratings, found, weights).items():
            matrix = 1 - irrcac_weights(found, weights)
            ours = {
                **{x: f(ratings, weights=matrix if weights != "identity" else None) for x, f in OURS.items()},
                "krippendorff": krippendorff_alpha_score(
                    ratings, level=matrix if weights != "identity" else "nominal"
                ),
            }[name]
            note(f"irrCAC, {name}, {weights}", ours, theirs)
    return worst


def irrcac(ratings: np.ndarray, labels: np.ndarray, weights: str) -> dict[str, float]:
    """Coefficients of irrCAC without its rounding."""
    frame = pd.DataFrame(ratings)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cac = CAC(frame, weights=weights, categories=list(labels), digits=15)
        return {name: getattr(cac, name)()["est"]["coefficient_value"] for name in (*OURS, "krippendorff")}


def irrcac_weights(labels: np.ndarray, weights: str) -> np.ndarray:
    frame = pd.DataFrame(np.column_stack([labels, labels]))
    with contextlib.redirect_stdout(io.StringIO()):
        return np.asarray(CAC(frame, weights=weights, categories=list(labels), digits=15).weights_mat)


if __name__ == "__main__":
    for name, (worst, count) in disagreements().items():
        print(f"{name}: {worst:.1e} on {count} tables")
