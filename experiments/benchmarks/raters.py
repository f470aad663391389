"""Coefficients of several raters beside krippendorff, statsmodels and irrCAC: values and speed.

Run by ``make rerun WHAT=bench``. The peers are installed for this only.
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
)

LEVELS = ("nominal", "ordinal", "interval", "ratio")
WEIGHTS = ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
OURS = {
    "fleiss": fleiss_kappa_score,
    "conger": conger_kappa_score,
    "gwet": gwet_ac_score,
    "bp": brennan_prediger_score,
}


def tables(n: int, seed: int = 2012) -> Iterator[np.ndarray]:
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
            yield ratings


def disagreements(n: int = 1000) -> dict[str, tuple[float, int]]:
    """Largest difference from each peer, and the tables it was found on."""
    worst: dict[str, tuple[float, int]] = {}

    def note(name: str, ours: float, theirs: float) -> None:
        if np.isnan(ours) and np.isnan(theirs):
            return
        largest, count = worst.get(name, (0.0, 0))
        worst[name] = (max(largest, abs(ours - theirs)), count + 1)

    warnings.simplefilter("ignore")
    for i, ratings in enumerate(tables(n)):
        found = np.unique(ratings[~np.isnan(ratings)])
        for level in LEVELS:
            theirs = krippendorff.alpha(ratings.T, level_of_measurement=level)
            note(f"krippendorff, {level}", krippendorff_alpha_score(ratings, level=level), theirs)
        if not np.isnan(ratings).any():
            counts, _ = inter_rater.aggregate_raters(ratings.astype(int))
            note(
                "statsmodels, Fleiss", fleiss_kappa_score(ratings), inter_rater.fleiss_kappa(counts)
            )
            theirs = inter_rater.fleiss_kappa(counts, method="randolph")
            note("statsmodels, Randolph", brennan_prediger_score(ratings), theirs)
        weights = WEIGHTS[i % len(WEIGHTS)]
        costs = None if weights == "identity" else 1 - irrcac_weights(found, weights)
        for name, theirs in irrcac(ratings, found, weights).items():
            if name == "krippendorff":
                level = "nominal" if costs is None else costs
                ours = krippendorff_alpha_score(ratings, level=level)
            else:
                ours = OURS[name](ratings, weights=costs)
            note(f"irrCAC, {name}, {weights}", ours, theirs)
    return worst


def irrcac(ratings: np.ndarray, labels: np.ndarray, weights: str) -> dict[str, float]:
    """Coefficients of irrCAC without its rounding."""
    frame = pd.DataFrame(ratings)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cac = CAC(frame, weights=weights, categories=list(labels), digits=15)
        found = {}
        for name in (*OURS, "krippendorff"):
            try:
                found[name] = getattr(cac, name)()["est"]["coefficient_value"]
            except ZeroDivisionError:  # where alpha is 0/0
                found[name] = np.nan
        return found


def irrcac_weights(labels: np.ndarray, weights: str) -> np.ndarray:
    frame = pd.DataFrame(np.column_stack([labels, labels]))
    with contextlib.redirect_stdout(io.StringIO()):
        return np.asarray(
            CAC(frame, weights=weights, categories=list(labels), digits=15).weights_mat
        )


def large(n: int = 10**5, raters: int = 5, labels: int = 5) -> np.ndarray:
    """Ratings that are right in 76 % of the cases; labels from 1, since irrCAC divides by them."""
    rng = np.random.default_rng(1971)
    truth, guess = rng.integers(1, labels + 1, (n, 1)), rng.integers(1, labels + 1, (n, raters))
    return np.where(rng.random((n, raters)) < 0.7, truth, guess)


def comparisons() -> Iterator[Comparison]:
    """Time 10^5 items and 5 raters, from the table of ratings."""
    whole = large()
    gaps = whole.astype(float)
    gaps[np.random.default_rng(1).random(gaps.shape) < 0.3] = np.nan
    turned, turned_gaps = np.ascontiguousarray(whole.T), np.ascontiguousarray(gaps.T)
    ratings = whole.ravel()

    def row(name, ours, peer, theirs):
        return compare(
            f"{name}, 10^5 items, 5 raters",
            ours,
            peer=peer,
            theirs=theirs,
            limit="np.bincount",
            floor=lambda: np.bincount(ratings),
        )

    for level in LEVELS:
        yield row(
            f"alpha, {level}",
            lambda level=level: krippendorff_alpha_score(whole, level=level),
            "krippendorff",
            lambda level=level: krippendorff.alpha(turned, level_of_measurement=level),
        )
    yield row(
        "alpha, nominal, 30 % missing",
        lambda: krippendorff_alpha_score(gaps),
        "krippendorff",
        lambda: krippendorff.alpha(turned_gaps, level_of_measurement="nominal"),
    )
    yield row(
        "Fleiss' kappa",
        lambda: fleiss_kappa_score(whole),
        "statsmodels aggregate_raters, fleiss_kappa",
        lambda: inter_rater.fleiss_kappa(inter_rater.aggregate_raters(whole)[0]),
    )
    for name, ours in OURS.items():
        yield row(
            f"{name}, 30 % missing",
            lambda ours=ours: ours(gaps),
            f"irrCAC {name}",
            lambda name=name: getattr(_cac(gaps), name)(),
        )


def _cac(ratings: np.ndarray) -> CAC:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return CAC(pd.DataFrame(ratings), categories=[1.0, 2.0, 3.0, 4.0, 5.0], digits=15)


def report() -> str:
    """One line per peer: the largest difference over all coefficients and weights."""
    peers: dict[str, tuple[float, int]] = {}
    for name, (worst, count) in disagreements().items():
        peer = name.split(",")[0]
        largest, n = peers.get(peer, (0.0, 0))
        peers[peer] = (max(largest, worst), n + count)
    shown = ", ".join(f"{peer} {worst:.1e} ({n} values)" for peer, (worst, n) in peers.items())
    return f"several raters, largest differences on 1000 random tables: {shown}"
