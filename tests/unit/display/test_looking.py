"""Looking at a result draws nothing anew, and closed forms never draw."""

import numpy as np
import pytest

from kappabook import (
    auc_interval,
    auk_score,
    bootstrap_interval,
    compare_judge_with_raters,
    compare_kappas,
    compare_scores,
    corrected_prevalence,
    delong_test,
    kappa_interval,
    rater_interval,
)

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 80)
SCORES = TRUTH + RNG.normal(size=(2, 80))
RATINGS = np.where(RNG.random((80, 3)) < 0.8, RNG.integers(0, 4, (80, 1)), 1)
FIRST, SECOND, THIRD = RATINGS.T
DRAWN = {
    "kappa": lambda rng: kappa_interval(FIRST, SECOND, random_state=rng),
    "two kappas": lambda rng: compare_kappas(FIRST, SECOND, THIRD, random_state=rng),
    "two weighted kappas": lambda rng: compare_kappas(
        FIRST, SECOND, THIRD, weights="linear", method="dirichlet", random_state=rng
    ),
    "raters": lambda rng: rater_interval(RATINGS, random_state=rng),
    "judge": lambda rng: compare_judge_with_raters(RATINGS, 0, random_state=rng),
    "bootstrap": lambda rng: bootstrap_interval(auk_score, TRUTH, SCORES[0], random_state=rng),
    "smoothed": lambda rng: bootstrap_interval(
        auk_score, TRUTH, SCORES[0], method="smoothed", random_state=rng
    ),
    "two rankings": lambda rng: compare_scores(auk_score, TRUTH, *SCORES, random_state=rng),
}
CLOSED = {
    "weighted kappa": lambda rng: kappa_interval(FIRST, SECOND, weights="linear", random_state=rng),
    "two weighted kappas": lambda rng: compare_kappas(
        FIRST, SECOND, THIRD, weights="quadratic", random_state=rng
    ),
    "ordinal alpha": lambda rng: rater_interval(RATINGS, level="ordinal", random_state=rng),
    "judge": lambda rng: compare_judge_with_raters(RATINGS, 0, weights="linear", random_state=rng),
    "AUC": lambda rng: auc_interval(TRUTH, SCORES[0]),
    "two AUCs": lambda rng: delong_test(TRUTH, *SCORES),
    "prevalence": lambda rng: corrected_prevalence([1, 0, 1, 0, None, None], [1, 0, 0, 0, 1, 0]),
}


def look(found):
    """Read all that a result shows."""
    ends = found.low, found.high, found.p_value(0.3), found.distribution.interval(0.8)
    return f"{found!r} {found._repr_html_()} {ends}"


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_result_is_read_without_drawing(name, monkeypatch):
    rng = np.random.default_rng(1)
    before = str(rng.bit_generator.state)
    found = DRAWN[name](rng)
    drawn = str(rng.bit_generator.state)
    assert drawn != before
    monkeypatch.setattr(np.random, "default_rng", None)
    first = look(found)
    assert look(found) == first
    assert str(rng.bit_generator.state) == drawn


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_form_draws_nothing(name, monkeypatch):
    rng = np.random.default_rng(1)
    before = str(rng.bit_generator.state)
    monkeypatch.setattr(np.random, "default_rng", None)
    look(CLOSED[name](rng))
    assert str(rng.bit_generator.state) == before
