r"""The two models of section 8, linear regression and net, and what is measured of them.

Both learn 1 for a good credit and 0 for a bad one, from columns that have mean 0 and standard
deviation 1 in the training set, and both give scores that are larger for better credits.

The net has one hidden layer and one output, all of them logistic units, and minimises the mean
squared error, the criterion such nets were trained by at the time. No library of ours fits
squared error through a logistic output, so its loss and gradient are written out here; the search
is scipy's L-BFGS. The paper says neither how its net was trained nor when the training stopped,
which matters more than anything else about it; so there are three trainings:

``net-converged``
    until the error no longer falls, or 5000 steps;
``net-stopped``
    on four fifths of the training set; it keeps the weights that were best on the other fifth,
    and stops when six steps brought nothing better there;
``net-decay``
    as the first, on the sum of squared errors plus the sum of squared weights (a decay of 1;
    biases are free).

A net's score is what goes into its output unit. The logistic function does not change the order
of two scores, but rounding does: trained to the end, the net gives more than half of the test
cases an output of exactly 1 in double precision, and they tie. Such ties belong to the coding
(with bad credits as 1 they would be told apart, near 0), not to the model. Since the paper may
well have ranked by such outputs, ``net-converged`` is also measured by them: :func:`rounded`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.linalg import lstsq
from scipy.optimize import OptimizeResult, minimize
from scipy.special import expit

from kappabook.metrics.auk import auk_from_roc, auk_swapped_from_roc
from kappabook.metrics.hand import h_measure
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import counts_at_thresholds, roc_convex_hull
from kappabook.papers.kaymak_auk.german_credit.results import MEASURES

Matrix = NDArray[np.float64]
Column = NDArray[np.float64]

HIDDEN = 5
MAX_STEPS = 5000
PATIENCE = 6
HELD_OUT = 0.2
DECAY = 1.0
SATURATED = "net-converged"
# Least squares leaves out directions in which the training set does not vary.
_FLAT = 1e-9


@dataclass(frozen=True)
class Fit:
    """Scores of the test cases, and how many steps the training took (0 for linear)."""

    scores: Column
    steps: int


def fit(model: str, X: Matrix, y: Column, X_test: Matrix, rng: Generator) -> Fit:
    """Train one model and score the test cases.

    Parameters
    ----------
    model : str
        One of `MODELS`.
    X, X_test : ndarrays of shape (n_train, n_columns), (n_test, n_columns)
        As read; they are standardised here by the training set.
    y : ndarray of shape (n_train,)
        1 for good, 0 for bad.
    rng : Generator
        Draws the first weights, and who is held out.
    """
    X, X_test = standardised(X, X_test)
    if model == "linear":
        return Fit(linear(X, y, X_test), 0)
    weights, steps = _train(model, X, y, rng)
    return Fit(output(weights, X_test), steps)


def standardised(X: Matrix, X_test: Matrix) -> tuple[Matrix, Matrix]:
    """Mean 0 and deviation 1 in the training set; a column that is constant there becomes 0."""
    mean, deviation = X.mean(axis=0), X.std(axis=0)
    scale = np.where(deviation > 0, deviation, np.inf)
    return (X - mean) / scale, (X_test - mean) / scale


def linear(X: Matrix, y: Column, X_test: Matrix) -> Column:
    """Least squares on standardised columns; of equal solutions the shortest."""
    slopes = lstsq(X, y - y.mean(), cond=_FLAT)[0]
    return np.asarray(y.mean() + X_test @ slopes)


def rounded(scores: Column) -> Column:
    """Turn the net's scores into its outputs, as double precision has them: 1 from 36.7 on."""
    return np.asarray(expit(scores))


# --- the net ----------------------------------------------------------------------------------


def output(weights: Column, X: Matrix) -> Column:
    """Compute what goes into the output unit, for each row of X."""
    inner, bias, outer, outer_bias = _parts(weights, X.shape[1])
    return np.asarray(expit(X @ inner + bias) @ outer + outer_bias)


def loss(weights: Column, X: Matrix, y: Column, decay: float) -> tuple[float, Column]:
    r"""Half the mean squared error, penalised, and its gradient.

    .. math:: E = \frac{1}{2n} \Bigl( \sum_i (\sigma(z_i) - y_i)^2
              + \lambda \sum_{\text{no bias}} w^2 \Bigr)
    """
    n = len(y)
    inner, bias, outer, outer_bias = _parts(weights, X.shape[1])
    hidden = expit(X @ inner + bias)
    predicted = expit(hidden @ outer + outer_bias)
    error = predicted - y
    value = (error @ error + decay * (np.sum(inner**2) + outer @ outer)) / (2 * n)
    # Backwards: into the output unit, into the hidden units.
    at_output = error * predicted * (1 - predicted) / n
    at_hidden = np.outer(at_output, outer) * hidden * (1 - hidden)
    gradient = np.concatenate(
        [
            (X.T @ at_hidden + decay / n * inner).ravel(),
            at_hidden.sum(axis=0),
            hidden.T @ at_output + decay / n * outer,
            [at_output.sum()],
        ]
    )
    return float(value), gradient


def _parts(weights: Column, columns: int) -> tuple[Matrix, Column, Column, float]:
    last = columns * HIDDEN
    inner = weights[:last].reshape(columns, HIDDEN)
    return inner, weights[last : last + HIDDEN], weights[last + HIDDEN : -1], float(weights[-1])


def _first_weights(columns: int, rng: Generator) -> Column:
    """Uniform, within the bounds of Glorot and Bengio (2010); biases 0."""
    reach = np.sqrt(6 / (columns + HIDDEN)), np.sqrt(6 / (HIDDEN + 1))
    inner = rng.uniform(-reach[0], reach[0], columns * HIDDEN)
    outer = rng.uniform(-reach[1], reach[1], HIDDEN)
    return np.concatenate([inner, np.zeros(HIDDEN), outer, [0.0]])


def _train(model: str, X: Matrix, y: Column, rng: Generator) -> tuple[Column, int]:
    weights = _first_weights(X.shape[1], rng)
    if model == "net-stopped":
        held = np.zeros(len(y), dtype=bool)
        held[rng.permutation(len(y))[: round(HELD_OUT * len(y))]] = True
        best = _Best(X[held], y[held], weights)
        found = _minimise(weights, X[~held], y[~held], 0.0, best)
        return best.weights, int(found.nit)
    found = _minimise(weights, X, y, DECAY if model == "net-decay" else 0.0, None)
    return found.x, int(found.nit)


def _minimise(
    weights: Column, X: Matrix, y: Column, decay: float, callback: _Best | None
) -> OptimizeResult:
    return minimize(
        loss,
        weights,
        args=(X, y, decay),
        jac=True,
        method="L-BFGS-B",
        callback=callback,
        options={"maxiter": MAX_STEPS, "maxfun": 3 * MAX_STEPS, "ftol": 1e-9, "gtol": 1e-7},
    )


class _Best:
    """The weights that were best on the cases held out; ends the training when it is time."""

    def __init__(self, X: Matrix, y: Column, weights: Column) -> None:
        self.X, self.y = X, y
        self.weights, self.error = weights, self._error(weights)
        self.waited = 0

    def __call__(self, weights: Column) -> None:
        error = self._error(weights)
        if error < self.error:
            self.weights, self.error, self.waited = weights.copy(), error, 0
            return
        self.waited += 1
        if self.waited == PATIENCE:
            raise StopIteration

    def _error(self, weights: Column) -> float:
        return float(np.mean((expit(output(weights, self.X)) - self.y) ** 2))


# --- what is measured of one model on one test set ------------------------------------------------


def _area_under(fpr: NDArray[np.float64], tpr: NDArray[np.float64]) -> float:
    """Sum the trapezoids as one product: scikit-learn's sum is off in the 16th digit.

    Some areas of these test sets lie halfway between two numbers of six digits, and then that
    digit is seen in the stored results.
    """
    return float(np.diff(fpr) @ (tpr[1:] + tpr[:-1]) / 2)


def measure(y: NDArray[np.str_], scores: NDArray[np.float64]) -> dict[str, float]:
    """Measure one ranking; larger scores are better credits.

    Prevalences are those of the test set, and every AUK is the exact integral (rule 'segment').
    The AUC and the H-measure (severity Beta(2, 2)) are the same for either positive class.
    ``best_kappa`` is the largest kappa on the hull, the same for either class; ``best_fpr`` and
    ``best_tpr`` are the rates there with *good* as the positive class. With *bad* in its place
    they are ``1 - best_tpr`` and ``1 - best_fpr``.
    """
    fps, tps, _ = counts_at_thresholds(y, scores, pos_label="good")
    p = float(tps[-1] / (fps[-1] + tps[-1]))
    raw = fps / fps[-1], tps / tps[-1]
    hull = roc_convex_hull(*raw)
    kappa = kappa_at(*hull, p)
    best = int(np.argmax(kappa))
    values = (
        *(_area_under(*raw), _area_under(*hull)),
        *(auk_from_roc(*raw, p), auk_from_roc(*hull, p)),
        *(auk_swapped_from_roc(*raw, p), auk_swapped_from_roc(*hull, p)),
        h_measure(y, scores, pos_label="good"),
        *(float(column[best]) for column in (*hull, kappa)),
    )
    return dict(zip(MEASURES, values, strict=True))
