"""AUK given AUC: known values, 10,000 random curves, certificates of sharpness, bad input."""

import math

import numpy as np
import pytest
from extremal_curves import auk_extremal_curves
from scipy.optimize import linprog
from sklearn.metrics import auc as area_under
from support import slowly

from kappabook.metrics.auk import (
    auk_from_roc,
    perfect_auk,
)
from kappabook.metrics.bounds import auk_bounds

PREVALENCES = [1e-6, 0.02, 0.11, 0.3, 0.49, 0.5, 0.5 + 1e-9, 0.51, 0.7, 0.89, 0.98, 1 - 1e-6]


# A concave curve is a mixture of min(f / a, 1), a curve that never falls one of steps at a. Two
# or more values a with weights, mean 2 (1 - AUC) or 1 - AUC, are therefore all the curves.


def concave_curve(atoms, weights):
    f = np.concatenate([[0], np.sort(atoms), [1]])
    with np.errstate(divide="ignore", invalid="ignore"):
        rise = np.where(atoms > 0, np.minimum(f[:, None] / atoms, 1), 1)
    t = np.clip(rise @ weights, 0, 1)
    return np.append(0, f), np.append(0, t)


def stepped_curve(atoms, weights):
    order = np.argsort(atoms)
    t = np.minimum(np.repeat(np.append(0, np.cumsum(weights[order])), 2), 1)
    t[-2:] = 1
    return np.concatenate([[0], np.repeat(atoms[order], 2), [1]]), t


def random_mixture(rng, mean):
    """Up to eight values in [0, 1] with random weights, brought to this mean by adding 0 or 1."""
    n = rng.integers(1, 9)
    atoms, weights = rng.random(n) ** rng.choice([0.3, 1, 4]), rng.dirichlet(np.full(n, 0.7))
    now, end = atoms @ weights, 0.0
    share = mean / now
    if share > 1:
        end, share = 1.0, (1 - mean) / (1 - now)
    return np.append(atoms, end), np.append(weights * share, 1 - share)


# --- known values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("auc", "p", "low", "high"),
    [
        (0.7493, 0.11, 0.1046, 0.1493),
        (0.7186, 0.11, 0.0895, 0.1331),
        (0.7493, 0.89, 0.1338, 0.2515),
        (0.7186, 0.89, 0.1102, 0.2141),
    ],
)
def test_the_aucs_of_german_credit(auc, p, low, high):
    assert auk_bounds(auc, p) == pytest.approx((low, high), abs=5e-5)


def test_bounds_do_not_cross():
    low, high = auk_bounds(1, 1 - 1e-9, concave=False)
    assert low <= high


def test_balanced_classes_leave_no_room():
    for auc in (0.5, 0.7, 1):
        for concave in (True, False):
            assert auk_bounds(auc, 0.5, concave=concave) == pytest.approx(
                [auc - 0.5] * 2, abs=1e-15
            )


@pytest.mark.parametrize("p", PREVALENCES)
def test_perfect_and_random_auc(p):
    for concave in (True, False):
        assert auk_bounds(1, p, concave=concave) == pytest.approx([perfect_auk(p)] * 2, abs=1e-12)
    assert auk_bounds(0.5, p) == pytest.approx((0, 0), abs=1e-15)


# --- they hold, and are attained ------------------------------------------------------------------


@pytest.mark.parametrize(("concave", "each"), [(True, 50), (False, 5), slowly(False, 50)])
def test_random_curves_lie_within(concave, each):
    """A hundred bounds, and so many curves for each."""
    rng = np.random.default_rng(7)
    curve, scale = (concave_curve, 2) if concave else (stepped_curve, 1)
    for p in np.concatenate([rng.random(15), [1e-6, 0.02, 0.11, 0.89, 1 - 1e-4]]):
        for auc in rng.uniform(0.5 if concave else 0, 1, 5):
            low, high = auk_bounds(auc, p, concave=concave)
            curves = (curve(*random_mixture(rng, scale * (1 - auc))) for _ in range(each))
            values = [auk_from_roc(f, t, p) for f, t in curves]
            assert low - 1e-12 <= min(values)
            assert max(values) <= high + 1e-12


@pytest.mark.parametrize("concave", [True, False])
@pytest.mark.parametrize("p", PREVALENCES)
def test_extremal_curves_attain_the_bounds(p, concave):
    for auc in (0.5, 0.6781, 0.9, 0.9999, 1):
        bounds = auk_bounds(auc, p, concave=concave)
        curves = auk_extremal_curves(auc, p, concave=concave)
        near = 1e-6 if p > 0.5 and not concave else 1e-13
        for bound, (fpr, tpr) in zip(bounds, curves, strict=True):
            assert area_under(fpr, tpr) == pytest.approx(auc, abs=near)
            assert auk_from_roc(fpr, tpr, p) == pytest.approx(bound, abs=near)
            if concave:
                turn = np.diff(fpr)[:-1] * np.diff(tpr)[1:] - np.diff(fpr)[1:] * np.diff(tpr)[:-1]
                assert (turn <= 1e-15).all()


def worth(f, t, p):
    """Derivative of eq. (19) by the true positive rate."""
    m = p + (1 - 2 * p) * f
    return 2 * p * (1 - p) * m / (m + p * (1 - 2 * p) * (t - f)) ** 2


@pytest.mark.parametrize(("p", "auc"), [(0.11, 0.75), (0.4, 0.95), (0.7, 0.75), (0.97, 0.999)])
def test_linear_programme_certifies_the_curve_of_equal_worth(p, auc):
    # Kappa is concave in t for p < 1/2 and convex for p > 1/2, so the tangent at the extremal
    # curve bounds the AUK of every concave curve; the best mixture under it is a linear programme.
    side = 1 if p < 0.5 else 0
    fpr, tpr = auk_extremal_curves(auc, p)[side]
    f = (np.arange(4000) + 0.5) / 4000
    t = np.interp(f, fpr, tpr)
    atoms = np.concatenate([np.geomspace(1e-3, 1, 300), fpr[1:-1], [1.0]])
    rise = np.minimum(f[:, None] / np.maximum(atoms, 1e-12), 1)
    gain = worth(f, t, p) @ (rise - t[:, None]) / len(f)
    sign = -1 if side else 1
    best = linprog(
        sign * gain, A_eq=[atoms, np.ones_like(atoms)], b_eq=[2 * (1 - auc), 1], method="highs"
    )
    assert abs(best.fun) < 2e-5


# --- speed and bad input --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("auc", "p", "concave", "message"),
    [
        (1.2, 0.5, True, r"auc is 1.2; .*\[0, 1\]"),
        (math.nan, 0.5, False, "auc is nan"),
        (0.4, 0.5, True, "auc is 0.4; a concave ROC curve has at least 0.5.*concave=False"),
        (0.7, 0, True, "prevalence is 0"),
    ],
)
def test_bad_input_is_named(auc, p, concave, message):
    for function in (auk_bounds, auk_extremal_curves):
        with pytest.raises(ValueError, match=message):
            function(auc, p, concave=concave)
