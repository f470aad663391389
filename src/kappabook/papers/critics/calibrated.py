"""Calibrated classifiers in theory: a mixture of Beta distributions is a whole population."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar
from scipy.special import betainc

from kappabook.metrics.rates import kappa_at
from kappabook.metrics.threshold import KappaOptimalProbability, kappa_optimal_probability

Column = NDArray[np.float64]

# Cells into which a distribution is cut for the library's rule, which takes cases with weights.
_CELLS = 4000


@dataclass(frozen=True)
class Calibrated:
    r"""A population whose probabilities follow a mixture of Beta distributions.

    A case with probability :math:`\pi` is positive with that probability, so the table of every
    cut is known exactly: where the density of one component is Beta(a, b), the positives have
    Beta(a + 1, b) and weigh a / (a + b).

    Attributes
    ----------
    shapes : tuple of (a, b)
        Parameters of the components, all positive.
    weights : tuple of float
        Their shares; they sum to 1.
    """

    shapes: tuple[tuple[float, float], ...]
    weights: tuple[float, ...]

    @classmethod
    def one(cls, prevalence: float, sharpness: float) -> Calibrated:
        """Return one Beta distribution around the prevalence.

        `sharpness` in (0, 1) is its intraclass correlation, 1 / (1 + a + b): near 0 all cases
        get the prevalence, near 1 the probabilities are almost 0 or 1.
        """
        mass = 1 / sharpness - 1
        return cls(((prevalence * mass, (1 - prevalence) * mass),), (1.0,))

    @classmethod
    def random(cls, seed: int) -> Calibrated:
        """Return a mixture of one to three components, drawn at random."""
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 4))
        shapes = np.exp(rng.uniform(np.log(0.3), np.log(12), (n, 2)))
        return cls(tuple(map(tuple, shapes.tolist())), tuple(rng.dirichlet(np.ones(n)).tolist()))

    @cached_property
    def prevalence(self) -> float:
        """Share of positives: the mean probability."""
        return float(
            sum(w * a / (a + b) for w, (a, b) in zip(self.weights, self.shapes, strict=True))
        )

    def rates(self, cut: ArrayLike) -> tuple[Column, Column]:
        """Return false and true positive rate where a case is called positive from `cut` on."""
        c = np.asarray(cut, dtype=float)
        hits, alarms = np.zeros(c.shape), np.zeros(c.shape)
        for w, (a, b) in zip(self.weights, self.shapes, strict=True):
            hits += w * a / (a + b) * (1 - betainc(a + 1, b, c))
            alarms += w * b / (a + b) * (1 - betainc(a, b + 1, c))
        p = self.prevalence
        return np.clip(alarms / (1 - p), 0, 1), np.clip(hits / p, 0, 1)

    def kappa(self, cut: ArrayLike) -> Column:
        """Kappa of the table that a cut makes."""
        return kappa_at(*self.rates(cut), self.prevalence)

    @cached_property
    def searched(self) -> float:
        """Cut of largest kappa by search alone: a grid, then golden section between neighbours."""
        grid = np.linspace(0, 1, 2001)
        best = int(np.argmax(self.kappa(grid)))
        around = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        found = minimize_scalar(
            lambda c: -float(self.kappa(c)),
            bounds=around,
            method="bounded",
            options={"xatol": 1e-9},
        )
        return float(found.x)

    @cached_property
    def optimum(self) -> KappaOptimalProbability:
        """The library's answer: the rule (1 - k) p + k / 2 on a fine grid of weighted cases."""
        edges = np.sin(np.linspace(0, np.pi / 2, _CELLS + 1)) ** 2
        f, t = self.rates(edges)
        p = self.prevalence
        positive, negative = -p * np.diff(t), -(1 - p) * np.diff(f)
        mass = np.clip(positive + negative, 0, None)
        some = mass > 0
        prob = np.clip(positive[some] / mass[some], 0, 1)
        return kappa_optimal_probability(prob, sample_weight=mass[some])

    def sample(self, n: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], Column]:
        """Draw truths and probabilities of n cases."""
        component = rng.choice(len(self.weights), n, p=self.weights)
        a, b = np.array(self.shapes)[component].T
        prob = rng.beta(a, b)
        return (rng.random(n) < prob).astype(np.int64), prob

    def cost(self, cut: float, share: float) -> float:
        r"""Return the expected cost per case at a cut.

        .. math:: c (1 - p) FPR + (1 - c) p (1 - TPR)

        `share` is c, the false positive's part of the cost of one error of each kind; the cut of
        least cost is c itself.
        """
        f, t = self.rates(cut)
        p = self.prevalence
        return float(share * (1 - p) * f + (1 - share) * p * (1 - t))
