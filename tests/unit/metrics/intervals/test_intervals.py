"""What every interval and every comparison keeps, whatever it is of and however it is made."""

import pickle
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from plain_scores import plain_auc

from kappabook import (
    auc_interval,
    auk_score,
    bootstrap_interval,
    compare_kappas,
    compare_scores,
    corrected_prevalence,
    corrected_resampled_t_test,
    delong_test,
    kappa_interval,
    rater_interval,
)
from kappabook.metrics.raters import compare_judge_with_raters

RNG = np.random.default_rng(14)
N = 90
Y = RNG.choice(3, N, p=[0.5, 0.3, 0.2])
A = np.where(RNG.random(N) < 0.8, Y, RNG.integers(0, 3, N))
B = np.where(RNG.random(N) < 0.6, A, RNG.integers(0, 3, N))
ILL = (Y == 2).astype(int)
SCORE, OTHER = ILL + RNG.normal(size=N), ILL + RNG.normal(size=N)
RATINGS = np.where(RNG.random((N, 4)) < 0.1, np.nan, np.column_stack([Y, A, B, A]))
TRUTH = [*ILL[:60].tolist(), *[None] * 30]
JUDGE = np.where(RNG.random(N) < 0.85, ILL, 1 - ILL)
WEIGHTS = (None, "linear", "quadratic")
RATERS = ("krippendorff", "fleiss", "conger", "gwet", "brennan-prediger", "agreement")

# Those that take weights of the cases.
WEIGHTED = {
    **{
        f"kappa {weights} {method}": partial(kappa_interval, Y, A, weights=weights, method=method)
        for weights in WEIGHTS
        for method in ("dirichlet", "gamma", "fisher", "log")
    },
    **{
        f"two kappas {weights} {method}": partial(
            compare_kappas, Y, A, B, weights=weights, method=method
        )
        for weights in WEIGHTS
        for method in ("dirichlet", "delta_t", "delta")
    },
    **{
        f"AUC {method}": partial(auc_interval, ILL, SCORE, method=method)
        for method in ("beta", "newcombe", "logit", "delong")
    },
    **{
        f"two AUCs {reference}": partial(delong_test, ILL, SCORE, OTHER, reference=reference)
        for reference in ("t", "normal")
    },
}
DRAWN = {"n_resamples": 199, "random_state": 1}
EXACT = {
    **WEIGHTED,
    **{
        f"raters {name} {method}": partial(rater_interval, RATINGS, name, method=method)
        for name in RATERS
        for method in ("dirichlet", "jackknife")
    },
    **{
        f"raters {name} quadratic": partial(rater_interval, RATINGS, name, weights="quadratic")
        for name in RATERS[1:]
    },
    **{
        f"alpha {level}": partial(rater_interval, RATINGS, level=level)
        for level in ("ordinal", "interval", "ratio")
    },
    "raters in groups": partial(rater_interval, RATINGS, groups=np.arange(N) // 2),
    "judge": partial(compare_judge_with_raters, RATINGS, 0),
    "judge quadratic": partial(compare_judge_with_raters, RATINGS, 0, weights="quadratic"),
    "rate": partial(corrected_prevalence, TRUTH, JUDGE),
    "folds": partial(corrected_resampled_t_test, SCORE[:20], test_train_ratio=0.1),
}
ALL = {
    **EXACT,
    **{
        f"bootstrap {method}": partial(
            bootstrap_interval, auk_score, ILL, SCORE, method=method, **DRAWN
        )
        for method in ("percentile", "bca", "smoothed")
    },
    "bootstrap of two": partial(compare_scores, plain_auc, ILL, SCORE, OTHER, **DRAWN),
}


def middle(found):
    return found.difference if hasattr(found, "difference") else found.estimate


@pytest.mark.parametrize("ask", EXACT.values(), ids=EXACT)
def test_it_holds_its_estimate_grows_with_its_level_and_agrees_with_p(ask):
    spans = []
    for level in (0.5, 0.9, 0.95, 0.99):
        found = ask(confidence_level=level)
        spans.append((found.low, found.high))
        for end, outwards in ((found.low, -1), (found.high, 1)):
            assert found.p_value(end) == pytest.approx(1 - level, rel=1e-5)
            step = 1e-4 * (found.high - found.low)
            assert found.p_value(end - outwards * step) > 1 - level
    for (low, high), (lower, higher) in pairwise(spans):
        assert lower < low < middle(found) < high < higher
    assert found.p_value(middle(found)) == pytest.approx(1)


@pytest.mark.parametrize("ask", WEIGHTED.values(), ids=WEIGHTED)
@pytest.mark.parametrize("size", [1, 1e-100, 1e100])
def test_equal_weights_are_no_weights(ask, size):
    plain, found = ask(), ask(sample_weight=np.full(N, size))
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=1e-9)
    assert (middle(found), found.caution) == (pytest.approx(middle(plain)), plain.caution)


@pytest.mark.parametrize("ask", ALL.values(), ids=ALL)
def test_it_is_the_same_again_and_can_be_stored_and_shown(ask):
    found, again = ask(), ask()
    assert (found.low, found.high) == (again.low, again.high)
    kept = pickle.loads(pickle.dumps(found))
    assert kept.p_value(middle(found)) == found.p_value(middle(found))
    for text in (repr(found), found._repr_html_()):
        assert f"{found.low:.3g} to {found.high:.3g}" in text
    assert float(found) == middle(found)


@pytest.mark.parametrize(
    "ask",
    [ALL[name] for name in ("kappa None dirichlet", "raters gwet dirichlet", "bootstrap bca")],
)
def test_another_seed_draws_otherwise(ask):
    found, other = ask(), ask(random_state=7)
    assert (found.low, found.high) != (other.low, other.high)
    near = 0.2 * (found.high - found.low)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=near)


PAIRED = {
    "kappas": partial(compare_kappas, Y),
    "kappas linear": partial(compare_kappas, Y, weights="linear"),
    "AUCs": partial(delong_test, ILL),
    "bootstrap": partial(compare_scores, plain_auc, ILL, **DRAWN),
}


@pytest.mark.parametrize("name", PAIRED)
def test_exchanged_columns_have_the_opposite_difference(name):
    pair = (A, B) if "kappas" in name else (SCORE, OTHER)
    one, other = PAIRED[name](*pair), PAIRED[name](*pair[::-1])
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    assert one.p_value() == pytest.approx(other.p_value(), rel=1e-9)


@pytest.mark.parametrize("name", PAIRED)
def test_equal_columns_do_not_differ(name):
    column = A if "kappas" in name else SCORE
    found = PAIRED[name](column, column)
    assert (found.difference, found.p_value()) == (0, 1)
    assert found.low <= 0 <= found.high


@pytest.mark.parametrize("method", ["beta", "newcombe"])
def test_exchanged_classes_mirror_the_interval_of_an_auc(method):
    found, mirror = (auc_interval(ILL, sign * SCORE, method=method) for sign in (1, -1))
    assert (mirror.low, mirror.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-9)


@pytest.mark.parametrize("name", sorted(EXACT.keys() - {"folds"}))  # there anything is compared
def test_a_value_that_the_measure_cannot_have_is_not_tested(name):
    with pytest.raises(ValueError, match=r"value is 2\.02"):
        EXACT[name]().p_value(2.02)
