"""Kappa on trial: the cut derived and searched, bounds reached."""

import math
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import beta
from sklearn import metrics as sk
from support import slowly

from kappabook import ConfusionMatrix
from kappabook.metrics.rates import kappa_at
from kappabook.papers.critics import bounds, optimum, prevalence_shift
from kappabook.papers.critics import measures_on_trial as measures
from kappabook.papers.critics.calibrated import Calibrated

MODELS = 240
COUNTS = st.integers(0, 60)


def as_cases(table):
    """Truth and prediction of every case, for scikit-learn."""
    truth, predicted = np.indices(table.cells.shape).reshape(2, -1)
    return np.repeat(truth, table.cells.ravel()), np.repeat(predicted, table.cells.ravel())


# --- the cut ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [MODELS // 12, slowly(MODELS)])
def test_cut_agrees_with_a_search_on_random_calibrated_models(n):
    """The search sees only kappa of a cut; the rule sees only the largest kappa."""
    models = [Calibrated.random(seed) for seed in range(n)]
    gaps = [abs(model.searched - model.optimum.cut) for model in models]
    assert len({round(model.prevalence, 6) for model in models}) == n
    assert max(gaps) < 1e-4
    # Another rule, such as one half or the prevalence, would be far off.
    assert np.median([abs(model.searched - 0.5) for model in models]) > 0.01
    assert np.median([abs(model.searched - model.prevalence) for model in models]) > 0.01


def test_rates_of_a_mixture_by_quadrature():
    model = Calibrated(((2.0, 5.0), (4.0, 1.5)), (0.7, 0.3))

    def density(x):
        return sum(w * beta.pdf(x, *ab) for w, ab in zip(model.weights, model.shapes, strict=True))

    p = quad(lambda x: x * density(x), 0, 1)[0]
    tpr = quad(lambda x: x * density(x), 0.35, 1)[0] / p
    fpr = quad(lambda x: (1 - x) * density(x), 0.35, 1)[0] / (1 - p)
    assert model.prevalence == pytest.approx(p, abs=1e-9)
    assert np.array(model.rates(0.35)) == pytest.approx([fpr, tpr], abs=1e-8)


def test_stationary_cuts():
    """By hand: accuracy at 1/2, J at p, F1 at half of it, kappa in between."""
    expected = {
        "accuracy": sp.Rational(1, 2),
        "youden": optimum.p,
        "f1": optimum.k / 2,
        "kappa": optimum.p + optimum.k * (sp.Rational(1, 2) - optimum.p),
    }
    for measure, cut in expected.items():
        assert sp.simplify(optimum.stationary_cut(measure) - cut) == 0


# --- bounds -----------------------------------------------------------------------------------


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_every_table_lies_within_the_bounds(tn, fp, fn, tp):
    assume(min(tn + fp, fn + tp, tn + fn, fp + tp) > 0)
    found = measures.of_decisions(ConfusionMatrix([[tn, fp], [fn, tp]]))
    low, high = bounds.kappa_given_accuracy(found["accuracy"])
    assert low - 1e-12 <= found["kappa"] <= high + 1e-12
    low, high = bounds.kappa_given_f1(found["f1"])
    assert low - 1e-12 <= found["kappa"] < high + 1e-12
    if found["mcc"] >= 0:
        low, high = bounds.kappa_given_mcc(found["mcc"])
        assert low - 1e-12 <= found["kappa"] <= high + 1e-12


@pytest.mark.parametrize("given_", ["accuracy", "mcc", "f1"])
def test_bounds_are_reached(given_):
    tables = bounds.extreme_tables()[given_]
    values = [measures.of_decisions(table) for table in tables]
    assert values[0][given_] == pytest.approx(values[1][given_])
    low, high = getattr(bounds, f"kappa_given_{given_}")(values[0][given_])
    assert values[0]["kappa"] == pytest.approx(low)
    assert values[1]["kappa"] == pytest.approx(high, abs=1e-8)


def test_matthews_below_zero_leaves_kappa_open():
    with pytest.raises(ValueError, match=r"mcc is -0\.2"):
        bounds.kappa_given_mcc(-0.2)


# --- measures and another prevalence ----------------------------------------------------------


def test_measures_are_scikit_learns():
    truth, predicted = as_cases(ConfusionMatrix([[50, 7], [9, 21]]))
    found = measures.of_decisions(ConfusionMatrix.from_predictions(truth, predicted))
    theirs = {
        "accuracy": sk.accuracy_score(truth, predicted),
        "balanced": sk.balanced_accuracy_score(truth, predicted),
        "kappa": sk.cohen_kappa_score(truth, predicted),
        "mcc": sk.matthews_corrcoef(truth, predicted),
        "j": 2 * sk.balanced_accuracy_score(truth, predicted) - 1,
        "f1": sk.f1_score(truth, predicted),
    }
    assert found == pytest.approx(theirs)


def test_scores_are_scikit_learns():
    rng = np.random.default_rng(3)
    truth, prob, weight = rng.integers(0, 2, 200), rng.random(200), rng.random(200)
    found = measures.of_scores(truth, prob, weight)
    assert found["auc"] == pytest.approx(sk.roc_auc_score(truth, prob, sample_weight=weight))
    assert found["log_loss"] == pytest.approx(sk.log_loss(truth, prob, sample_weight=weight))


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 79), st.data())
def test_with_fixed_margins_all_measures_of_decisions_agree(positives, negatives, called, data):
    """Where truth and calls are as many for both, every dispute is over: only hits are left."""
    n = positives + negatives
    assume(called < n)
    few, many = max(0, called - negatives), min(called, positives)
    assume(few < many)
    less = data.draw(st.integers(few, many - 1))
    more = data.draw(st.integers(less + 1, many))
    one, other = (
        measures.of_decisions(
            ConfusionMatrix([[negatives - called + tp, called - tp], [positives - tp, tp]])
        )
        for tp in (less, more)
    )
    assert all(one[name] < other[name] for name in measures.OF_DECISIONS)


def test_kappa_changes_its_mind_where_it_says():
    share = prevalence_shift.order_changes_at()
    before, after = (
        float(kappa_at(*prevalence_shift.CAREFUL, p) - kappa_at(*prevalence_shift.EAGER, p))
        for p in (share - 0.01, share + 0.01)
    )
    assert before > 0 > after
    with pytest.raises(ValueError, match="at every prevalence"):
        prevalence_shift.order_changes_at((0.1, 0.8), (0.2, 0.7))


def test_raters_with_fixed_rates_by_enumeration():
    p, s = 0.2, 0.9
    joint = np.zeros((2, 2))
    for truth, a, b in product(range(2), repeat=3):
        right = [s if call == truth else 1 - s for call in (a, b)]
        joint[a, b] += (p if truth else 1 - p) * right[0] * right[1]
    assert prevalence_shift.kappa_of_fixed_rates(s, p) == pytest.approx(
        float(ConfusionMatrix(joint).kappa)
    )


def test_raters_with_a_latent_trait_at_one_half():
    """Sheppard: both above the median with probability 1/4 + arcsin(r)/(2 pi)."""
    r = 0.8
    expected = 4 * (0.25 + math.asin(r) / (2 * math.pi)) - 1
    assert prevalence_shift.kappa_of_latent_trait(r, 0.5) == pytest.approx(expected, abs=1e-6)
