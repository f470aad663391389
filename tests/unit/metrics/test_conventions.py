"""scikit-learn's conventions for metrics, held by every public score of ours."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import UndefinedMetricWarning
from support import pl

from kappabook import (
    auk_score,
    chance_agreement,
    cohen_kappa_score,
    gini_score,
    h_measure,
    kappa_curve,
    kappa_optimal_threshold,
    per_class_kappa_score,
    scott_pi_score,
)

OF_LABELS = {
    "kappa": cohen_kappa_score,
    "kappa linear": partial(cohen_kappa_score, weights="linear"),
    "kappa quadratic": partial(cohen_kappa_score, weights="quadratic"),
    "kappa costs": partial(cohen_kappa_score, weights=[[0, 1, 5], [2, 0, 1], [3, 1, 0]]),
    "chance agreement": chance_agreement,
    "Scott's pi": scott_pi_score,
    "Scott's pi quadratic": partial(scott_pi_score, weights="quadratic"),
    "per class": per_class_kappa_score,
    "macro": partial(per_class_kappa_score, average="macro"),
    "micro": partial(per_class_kappa_score, average="micro"),
    "weighted": partial(per_class_kappa_score, average="weighted"),
}
OF_SCORES = {
    "AUK": auk_score,
    "AUK trapezoid": partial(auk_score, rule="trapezoid"),
    "AUK hull": partial(auk_score, hull=True),
    "Gini": gini_score,
    "Gini hull": partial(gini_score, hull=True),
    "H": h_measure,
    "kappa curve": lambda *args, **options: np.concatenate(kappa_curve(*args, **options)[:2]),
    "best kappa": lambda *args, **options: kappa_optimal_threshold(*args, **options).kappa,
}
ALL = {**OF_LABELS, **OF_SCORES}
RNG = np.random.default_rng(7)
N = 60


def example(name):
    """Truth and prediction of three classes, or truth of two and scores with ties."""
    if name in OF_LABELS:
        return RNG.integers(0, 3, N), RNG.integers(0, 3, N)
    truth = RNG.integers(0, 2, N)
    return truth, np.round(RNG.normal(size=N) + truth, 1)


@pytest.fixture(params=ALL)
def case(request):
    """A score with an example for it."""
    return ALL[request.param], *example(request.param)


@pytest.fixture(params=OF_LABELS)
def label_case(request):
    return OF_LABELS[request.param], *example(request.param)


@pytest.fixture(params=OF_SCORES)
def score_case(request):
    return OF_SCORES[request.param], *example(request.param)


# --- what does not matter -------------------------------------------------------------------


def test_order_of_samples(case):
    score, truth, guess = case
    order = RNG.permutation(N)
    assert_allclose(score(truth[order], guess[order]), score(truth, guess), atol=1e-12)


def test_integer_weight_is_repetition(case):
    score, truth, guess = case
    weight = RNG.integers(1, 4, N)
    repeated = score(np.repeat(truth, weight), np.repeat(guess, weight))
    assert_allclose(score(truth, guess, sample_weight=weight), repeated, atol=1e-12)


def test_weight_zero_is_absence(case):
    score, truth, guess = case
    weight = RNG.integers(0, 2, N)
    kept = weight > 0
    weighted = score(truth, guess, sample_weight=weight)
    assert_allclose(weighted, score(truth[kept], guess[kept]), atol=1e-12)


@pytest.mark.parametrize("scale", [1e-200, 3.0, 1e200])
def test_scale_of_weights(case, scale):
    score, truth, guess = case
    weight = RNG.random(N)
    scaled = score(truth, guess, sample_weight=weight * scale)
    assert_allclose(scaled, score(truth, guess, sample_weight=weight), atol=1e-9)


@pytest.mark.parametrize(
    "make", [np.array, lambda y: np.array(y, object), pd.Series, *([pl.Series] if pl else [])]
)
def test_names_of_classes(label_case, make):
    score, truth, guess = label_case
    names = np.array(["a", "b", "c"])
    weighted = "weights" in getattr(score, "keywords", {})
    order = {"labels": ["a", "b", "c"]} if weighted else {}  # text has no order of its own
    named = score(make(names[truth].tolist()), make(names[guess].tolist()), **order)
    assert_allclose(named, score(truth, guess), rtol=1e-15)


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        (["no", "yes"], "yes"),
        (["yes", "no"], "no"),
        ([1, 2], 2),
        ([-1, 1], 1),
        ([False, True], None),
    ],
)
def test_names_of_two_classes(score_case, labels, pos_label):
    score, truth, guess = score_case
    named = [labels[i] for i in truth]
    assert_allclose(score(named, guess, pos_label=pos_label), score(truth, guess), rtol=1e-15)


def test_scores_matter_by_rank_alone(score_case):
    score, truth, guess = score_case
    assert_allclose(score(truth, np.exp(guess)), score(truth, guess), rtol=1e-12)


# --- undefined ------------------------------------------------------------------------------

UNDEFINED = [
    *[
        (OF_LABELS[name], [1, 1], [1, 1])
        for name in ("kappa", "kappa linear", "micro", "macro", "weighted", "per class")
    ],
    *[(OF_SCORES[name], [1, 1], [0.1, 0.2]) for name in ("AUK", "AUK hull", "Gini", "H")],
    *[(OF_SCORES[name], [0, 0], [0.1, 0.2]) for name in ("AUK", "AUK hull", "Gini", "H")],
    (cohen_kappa_score, [1], [1]),
    (auk_score, [1], [0.5]),
]


@pytest.mark.parametrize(("score", "truth", "guess"), UNDEFINED)
def test_undefined_is_nan_with_a_warning_or_replaced(score, truth, guess):
    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(score(truth, guess)).all()
    with pytest.warns(UndefinedMetricWarning):
        assert np.all(score(truth, guess, replace_undefined_by=0.25) == 0.25)


def test_a_warning_points_at_the_caller():
    with pytest.warns(UndefinedMetricWarning) as caught:
        cohen_kappa_score([1, 1], [1, 1])
    assert {record.filename for record in caught} == {__file__}


# --- what is refused; test_hostile.py has the rest ---------------------------------------------


def test_binary_measures_refuse_three_classes(score_case):
    score, _, guess = score_case
    with pytest.raises(ValueError, match=r"y_true has 3 classes"):
        score(np.arange(N) % 3, guess)


def test_pos_label_must_be_there(score_case):
    score, truth, guess = score_case
    with pytest.raises(ValueError, match=r"pos_label=7 does not occur in y_true"):
        score(truth, guess, pos_label=7)
    with pytest.raises(ValueError, match="give pos_label"):
        score(np.array(["no", "yes"])[truth], guess)
