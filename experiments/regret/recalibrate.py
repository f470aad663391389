"""Platt's sigmoid, fitted to the validation part."""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from experiments.regret.measures import Scored

# Log odds beyond these say no more, and would outweigh all others in the fit.
LIMIT = 15.0
STEPS = 100


def recalibrated(scored: Scored) -> tuple[float, float]:
    r"""Return a and b of the recalibrated log odds :math:`a z + b`, z being the score.

    By maximum likelihood with Platt's targets, (P + 1) / (P + 2) and 1 / (N + 2) in place of 1
    and 0, so that classes that do not overlap have finite solutions. Constant scores have the
    slope 0.

    References
    ----------
    Platt (1999), Probabilistic outputs for support vector machines, section 2.2; Lin, Lin and
    Weng (2007), Machine Learning 68, pp. 267-276, for the search.
    """
    z = np.clip(scored.score, -LIMIT, LIMIT)
    w, curve = scored.weights, scored.curve
    P, N = curve.positives, curve.negatives
    target = np.where(scored.truth, (P + 1) / (P + 2), 1 / (N + 2))
    centre = np.average(z, weights=w)
    spread = np.sqrt(np.average((z - centre) ** 2, weights=w))
    if not spread > 1e-12:
        return 0.0, 0.0
    x = np.column_stack([(z - centre) / spread, np.ones_like(z)])
    beta = np.array([0.0, np.log((P + 1) / (N + 1))])
    loss = _loss(x @ beta, target, w)
    for _ in range(STEPS):
        p = expit(x @ beta)
        gradient = x.T @ (w * (p - target))
        hessian = (x.T * (w * p * (1 - p))) @ x + 1e-12 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        size = 1.0
        while size > 1e-10:
            trial = beta - size * step
            found = _loss(x @ trial, target, w)
            if found <= loss:
                break
            size /= 2
        else:
            break
        done = loss - found < 1e-10 * (P + N)
        beta, loss = trial, found
        if done:
            break
    return float(beta[0] / spread), float(beta[1] - beta[0] * centre / spread)


def _loss(logit: np.ndarray, target: np.ndarray, weight: np.ndarray) -> float:
    return float(weight @ (np.logaddexp(0, logit) - target * logit))
