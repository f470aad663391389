"""Two classifiers in simulation: which one each measure prefers, and whether by chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import norm

from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.guide.measures import NAMES, lead, of_decisions, of_scores

Column = NDArray[np.float64]

CASES, TEST_SETS, SEED = 500, 200, 7
# A preference shown by so many of the test sets is beyond noise.
BEYOND = 0.975


@dataclass(frozen=True)
class Binormal:
    """Scores of two normal classes: negatives standard, positives shifted and stretched.

    Attributes
    ----------
    distance, spread : float
        Mean and standard deviation of the positives' scores.
    cut : float
        A case is called positive when its probability is at least this.
    """

    distance: float
    spread: float = 1.0
    cut: float = 0.5

    def probability(self, score: Column, prevalence: float) -> Column:
        """Calibrated probability of the positive class, by Bayes from the two densities."""
        odds = norm.logpdf(score, self.distance, self.spread) - norm.logpdf(score)
        odds = np.clip(odds + np.log(prevalence / (1 - prevalence)), -700, 700)
        return np.asarray(1 / (1 + np.exp(-odds)))

    def draw(self, truth: NDArray[np.int64], p: float, rng: np.random.Generator) -> Column:
        """Draw a probability for every case."""
        noise = rng.standard_normal(len(truth))
        score = np.where(truth == 1, self.distance + self.spread * noise, noise)
        return self.probability(score, p)

    def population(self, p: float, points: int = 4001) -> tuple[NDArray[np.int64], Column, Column]:
        """Truths, probabilities and weights of a fine grid that stands for all cases."""
        score = np.linspace(-8, 8 + self.distance + 4 * self.spread, points)
        weights = norm.pdf(score), norm.pdf(score, self.distance, self.spread)
        shares = [share * w / w.sum() for share, w in zip((1 - p, p), weights, strict=True)]
        prob = np.tile(self.probability(score, p), 2)
        return np.repeat([0, 1], points), prob, np.concatenate(shares)

    def judged(
        self, truth: NDArray[np.int64], prob: Column, weight: Column | None = None
    ) -> dict[str, float]:
        """Every measure of these cases."""
        called = (prob >= self.cut).astype(np.int64)
        table = ConfusionMatrix.from_predictions(truth, called, labels=[0, 1], sample_weight=weight)
        return of_decisions(table) | of_scores(truth, prob, weight)


# Two calibrated classifiers A and B, and the prevalence.
SCENARIOS = {
    # A separates more.
    "better": (Binormal(1.8), Binormal(1.2), 0.5),
    # B rises early, A reaches the top early.
    "crossing": (Binormal(1.3), Binormal(1.4, 2.0), 0.15),
    # One score; A is cut at one half, B at the prevalence.
    "cautious": (Binormal(1.5), Binormal(1.5, cut=0.1), 0.1),
}


@cache
def preferences(name: str, cases: int = CASES, test_sets: int = TEST_SETS) -> pd.DataFrame:
    """Say for one scenario which classifier each measure prefers, and how firmly.

    Parameters
    ----------
    name : {'better', 'crossing', 'cautious'}
    cases, test_sets : int
        Size and number of the test sets; always the same ones.

    Returns
    -------
    DataFrame, one row per measure
        Population values of `A` and `B`; `for A`: the share of the test sets in which A is
        ahead (ties are half); `prefers`: A or B where that is 97.5 % or more, else
        'noise', and 'tie' where the population values agree.

    Raises
    ------
    KeyError
        No such scenario.
    """
    one, two, p = SCENARIOS[name]
    whole = [classifier.judged(*classifier.population(p)) for classifier in (one, two)]
    rng = np.random.default_rng(SEED)
    ahead = dict.fromkeys(NAMES, 0.0)
    same_score = replace(one, cut=two.cut) == two
    for _ in range(test_sets):
        truth = (rng.random(cases) < p).astype(np.int64)
        prob = one.draw(truth, p, rng)
        other = prob if same_score else two.draw(truth, p, rng)
        a, b = one.judged(truth, prob), two.judged(truth, other)
        for measure in NAMES:
            ahead[measure] += (np.sign(lead(measure, a[measure], b[measure])) + 1) / 2 / test_sets
    rows = {
        NAMES[m]: {"A": whole[0][m], "B": whole[1][m], "for A": ahead[m]}
        | {"prefers": _verdict(lead(m, whole[0][m], whole[1][m]), ahead[m])}
        for m in NAMES
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("measure")


def _verdict(population_lead: float, share: float) -> str:
    if abs(population_lead) < 1e-9:
        return "tie"
    firm = share if population_lead > 0 else 1 - share
    return ("A" if population_lead > 0 else "B") if firm >= BEYOND else "noise"
