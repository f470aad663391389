"""Families of made-up candidates whose true costs are known in closed form."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from experiments.regret.choose import Candidate, Chooser, judge
from experiments.regret.costs import all_ratios, normalised_cost, summarised
from experiments.regret.measures import Scored

Column = NDArray[np.float64]
Generator = np.random.Generator
Labels = tuple[NDArray[np.bool_], NDArray[np.bool_]]

CANDIDATES = 7
PREVALENCES = (0.5, 0.2, 0.05, 0.01)
TASKS = 100
CASES, POSITIVES = 2000, 40
# The endless part: so many equally likely points for each class, with so large a weight together.
POINTS, ENDLESS = 4000, 1e9
FLIPPED = 0.1
SHIFT = 4.0
# How large the validation part is: 2000 cases, 40 positives, or without end.
SIZES = ("cases", "positives", "endless")


@dataclass(frozen=True)
class Binormal:
    """Scores x with mean 0 and deviation 1 for negatives, d and s for positives.

    The stated log odds are ``slope * posterior(x) + shift`` with the posterior under s = 1.
    """

    d: float
    s: float = 1.0
    slope: float = 1.0
    shift: float = 0.0

    def stated(self, x: Column, prevalence: float) -> Column:
        """Return stated log odds; they rise with x."""
        posterior = self.d * x - self.d**2 / 2 + math.log(prevalence / (1 - prevalence))
        return self.slope * posterior + self.shift

    def rates(self, stated: Column, prevalence: float) -> tuple[Column, Column]:
        """Return the true rates of misses and false alarms at thresholds on the stated log odds."""
        posterior = (stated - self.shift) / self.slope
        x = (posterior + self.d**2 / 2 - math.log(prevalence / (1 - prevalence))) / self.d
        return ndtr((x - self.d) / self.s), ndtr(-x)


def _unequal(rng: Generator, _: int) -> list[Binormal]:
    return [
        Binormal(d, math.exp(log_s))
        for d, log_s in zip(
            _separations(rng), rng.uniform(-math.log(2), math.log(2), CANDIDATES), strict=True
        )
    ]


def _crossing(rng: Generator, _: int) -> list[Binormal]:
    """Give candidate k the AUC that its d would have with s = 1."""
    deviations = [0.5 if k % 2 else 2.0 for k in range(CANDIDATES)]
    return [
        Binormal(d * math.sqrt((1 + s**2) / 2), s)
        for d, s in zip(_separations(rng), deviations, strict=True)
    ]


def _equal(rng: Generator, _: int) -> list[Binormal]:
    return [Binormal(d) for d in _separations(rng)]


def _miscalibrated(rng: Generator, _: int) -> list[Binormal]:
    slopes = np.exp(rng.uniform(-math.log(3), math.log(3), CANDIDATES))
    shifts = rng.uniform(-2, 2, CANDIDATES)
    return [
        Binormal(d, 1.0, float(a), float(b))
        for d, a, b in zip(_separations(rng), slopes, shifts, strict=True)
    ]


def _separations(rng: Generator) -> list[float]:
    # A candidate without any separation would have a threshold of 0/0.
    d = rng.uniform(1, 2) + 0.25 * ndtri(rng.random(CANDIDATES))
    return [max(0.05, float(each)) for each in d]


FAMILIES: Mapping[str, Callable[[Generator, int], list[Binormal]]] = {
    "unequal variances": _unequal,
    "crossing curves": _crossing,
    "label noise": _equal,
    "miscalibration": _miscalibrated,
    "prevalence shift": _equal,
}


def true_prevalence(family: str, number: int, prevalence: float) -> float:
    """Return the prevalence in truth: another one in the family with a shift."""
    if family != "prevalence shift":
        return prevalence
    odds = prevalence / (1 - prevalence) * (1 / SHIFT if number % 2 else SHIFT)
    return odds / (1 + odds)


def oracle_regrets(family: str, number: int, prevalence: float, size: str) -> dict[Chooser, Column]:
    """Return each chooser's true cost above the best candidate's at its best threshold.

    Parameters
    ----------
    family : key of FAMILIES
    number : int
        Of the task; it is the seed.
    prevalence : float
        Of the validation part.
    size : {'cases', 'positives', 'endless'}

    Returns
    -------
    dict of (measure, rule) to ndarray
        Regrets under the three priors, then along the curve.
    """
    models = FAMILIES[family](_rng(family, number, "models"), number)
    rng = _rng(family, number, size, str(prevalence))
    truth = true_prevalence(family, number, prevalence)
    ratios = all_ratios(truth)
    noisy = family == "label noise"
    labels = _labels(prevalence, size, noisy, rng)
    candidates = []
    for k, model in enumerate(models):
        scored = _validation(model, prevalence, labels, noisy, rng)

        def errors(t: Column, model: Binormal = model) -> tuple[Column, Column]:
            misses, alarms = model.rates(t, prevalence)
            return truth * misses, (1 - truth) * alarms

        candidates.append(Candidate(str(k), scored, errors))
    outcome = judge(candidates, ratios, truth, 1 - truth)
    best = _least(tuple(models), truth)
    return {chooser: summarised(cost - best) for chooser, cost in outcome.costs.items()}


@lru_cache(maxsize=4)
def _least(models: tuple[Binormal, ...], prevalence: float) -> Column:
    """Return the least true cost of any candidate at any threshold, for each ratio."""
    x = np.linspace(-12, 12, 4801)
    ratios = all_ratios(prevalence)
    # A trivial classifier costs 1.
    best = np.ones(len(ratios))
    for model in models:
        misses = prevalence * ndtr((x - model.d) / model.s)
        alarms = (1 - prevalence) * ndtr(-x)
        cost = normalised_cost(misses[:, None], alarms[:, None], ratios, prevalence, 1 - prevalence)
        best = np.minimum(best, cost.min(axis=0))
    return best


def _validation(
    model: Binormal, prevalence: float, labels: Labels | None, noisy: bool, rng: Generator
) -> Scored:
    """Return the stated log odds of drawn cases, or of the endless part if there are no labels."""
    if labels is None:
        x0 = ndtri((np.arange(POINTS) + 0.5) / POINTS)
        x, truth = np.append(x0, model.d + model.s * x0), np.repeat([False, True], POINTS)
        weight = np.where(truth, prevalence, 1 - prevalence) * ENDLESS / POINTS
        if noisy:
            x, truth = np.tile(x, 2), np.append(truth, ~truth)
            weight = np.append(weight * (1 - FLIPPED), weight * FLIPPED)
        return Scored(truth, model.stated(x, prevalence), weight)
    truth, seen = labels
    noise = ndtri(rng.random(len(truth)))
    x = np.where(truth, model.d + model.s * noise, noise)
    return Scored(seen, model.stated(x, prevalence))


def _labels(prevalence: float, size: str, noisy: bool, rng: Generator) -> Labels | None:
    """Return the classes of the validation part, true and seen, the same for all candidates."""
    if size == "endless":
        return None
    n = CASES if size == "cases" else round(POSITIVES / prevalence)
    truth = np.arange(n) < round(n * prevalence)
    return truth, truth ^ (rng.random(n) < FLIPPED) if noisy else truth


def _rng(*words: object) -> Generator:
    return np.random.default_rng(list(sha256("|".join(map(str, words)).encode()).digest()))
