"""The regret experiment: its parts against other implementations, its bad input, its file."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics as sk
from sklearn.linear_model import LogisticRegression

from experiments.regret import analysis, experiment, run, sources, synthetic
from experiments.regret.choose import Candidate, judge
from experiments.regret.costs import all_ratios, prior_ratios, summarised
from experiments.regret.curve import Curve, middle_of_best
from experiments.regret.measures import OF_DECISIONS, OF_SCORES, Scored, implied_ratio
from experiments.regret.models import Trained, log_odds
from experiments.regret.recalibrate import recalibrated
from experiments.regret.tasks import Parts, Task, split, tasks_of
from kappabook import auk_score
from kappabook.data import Attribute, Table
from kappabook.study.regret import contrasts, normalised_cost, results


def toy(n=300, share=0.3, n_inputs=4, seed=0, name="toy"):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < share).astype(int)
    X = rng.normal(size=(n, n_inputs)) + 0.8 * y[:, None]
    inputs = tuple(Attribute(f"x{i}", None) for i in range(n_inputs))
    return Table(name, inputs, X, y, ("no", "yes"))


def scored(seed=0, n=120, ties=True):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.35
    z = rng.normal(size=n) + truth
    return Scored(truth, np.round(z, 1) if ties else z)


# --- measures, against scikit-learn ----------------------------------------------------------

DECISIONS = {
    "accuracy": sk.accuracy_score,
    "balanced accuracy": sk.balanced_accuracy_score,
    "kappa": sk.cohen_kappa_score,
    "MCC": sk.matthews_corrcoef,
    "F1": sk.f1_score,
}


@pytest.mark.parametrize("name", DECISIONS)
def test_measures_of_decisions(name):
    s = scored()
    assert list(OF_DECISIONS) == list(DECISIONS) == list(results.OF_DECISIONS)
    assert tuple(OF_SCORES) == results.OF_SCORES
    values = OF_DECISIONS[name](*s.curve.counts())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [DECISIONS[name](s.truth, s.score >= t) for t in s.curve.thresholds]
    assert values == pytest.approx(expected, abs=1e-12)
    at_zero = OF_DECISIONS[name](*s.counts_at(0.0))[0]
    assert at_zero == pytest.approx(DECISIONS[name](s.truth, s.score >= 0))


def test_measures_of_scores():
    s = scored()
    p = 1 / (1 + np.exp(-s.score))
    expected = {
        "AUC": sk.roc_auc_score(s.truth, p),
        "AUK": auk_score(s.truth, s.score),
        "average precision": sk.average_precision_score(s.truth, p),
        "log loss": -sk.log_loss(s.truth, p),
        "Brier": -sk.brier_score_loss(s.truth, p),
    }
    for name, value in expected.items():
        assert OF_SCORES[name](s) == pytest.approx(value, abs=1e-10), name


@pytest.mark.parametrize("name", [*OF_DECISIONS, *OF_SCORES])
def test_weights_count_cases(name):
    """A weight of 3 is the case three times."""
    s = scored(n=60)
    weight = np.arange(60) % 3 + 1
    rows = np.repeat(np.arange(60), weight)
    weighed = Scored(s.truth, s.score, weight.astype(float))
    repeated = Scored(s.truth[rows], s.score[rows])
    if name in OF_SCORES:
        assert OF_SCORES[name](weighed) == pytest.approx(OF_SCORES[name](repeated), abs=1e-10)
    else:
        one, two = (OF_DECISIONS[name](*x.curve.counts()) for x in (weighed, repeated))
        assert one == pytest.approx(two, abs=1e-12)


def test_implied_ratio_in_closed_form():
    tp, fp, fn, tn = 30.0, 12, 10, 148
    n, p = 200, 0.2
    q, wrong = 42 / n, 22 / n
    chance = p + q - 2 * p * q  # one minus the chance agreement
    expected = {
        "accuracy": 1,
        "balanced accuracy": 4,
        "kappa": (chance + wrong * (1 - 2 * p)) / (chance - wrong * (1 - 2 * p)),
        "F1": (fp + 40) / tp,
    }
    for name, ratio in expected.items():
        found = implied_ratio(OF_DECISIONS[name], tp, fp, fn, tn)
        assert found == pytest.approx(ratio, rel=1e-6), name
    assert np.isnan(implied_ratio(OF_DECISIONS["kappa"], 0, 0, 40, 160))


# --- curve and thresholds --------------------------------------------------------------------


def test_a_threshold_lies_between_neighbours():
    c = Curve.of(np.array([True, False, True, False]), np.array([2.0, 1.0, 1.0, -1.0]))
    assert c.thresholds.tolist() == [np.inf, 1.5, 0, -np.inf]
    assert (c.tp.tolist(), c.fp.tolist()) == ([0, 1, 2, 2], [0, 0, 1, 2])
    near = np.nextafter(1, 2)
    c = Curve.of(np.array([True, False]), np.array([near, 1.0]))
    assert 1.0 < c.thresholds[1] <= near


@pytest.mark.parametrize("largest", [True, False])
def test_middle_of_best_one_by_one(largest):
    values = np.random.default_rng(0).integers(0, 4, size=(11, 50)).astype(float)
    values[3, 5] = np.nan
    for column, found in zip(values.T, middle_of_best(values, largest=largest), strict=True):
        best = np.nanmax(column) if largest else np.nanmin(column)
        tied = np.flatnonzero(column == best)
        assert found == tied[(len(tied) - 1) // 2]


def test_recalibration_is_the_likelihoods_maximum():
    """Platt's targets are fractional labels: scikit-learn takes them as weights."""
    s = scored(ties=False)
    P, N = s.truth.sum(), (~s.truth).sum()
    target = np.where(s.truth, (P + 1) / (P + 2), 1 / (N + 2))
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000)
    x = np.tile(s.score, 2)[:, None]
    y = np.repeat([1, 0], len(s.score))
    model.fit(x, y, sample_weight=np.append(target, 1 - target))
    expected = model.coef_[0, 0], model.intercept_[0]
    assert recalibrated(s) == pytest.approx(expected, abs=1e-4)


def test_recalibration_of_classes_apart_is_finite():
    s = Scored(np.array([False] * 5 + [True] * 5), np.arange(10.0))
    slope, shift = recalibrated(s)
    assert 0 < slope < 100
    assert -shift / slope == pytest.approx(4.5, abs=1e-6)
    assert recalibrated(Scored(s.truth, np.ones(10))) == (0, 0)


# --- costs -----------------------------------------------------------------------------------


def test_costs():
    assert normalised_cost(0, 80, 100, 20, 80) == 1  # always yes
    assert normalised_cost(20, 0, 0.1, 20, 80) == 1  # always no
    ratios = prior_ratios("C", 0.2)
    assert np.exp(np.log(ratios).mean()) == pytest.approx(4)
    ratios = all_ratios(0.2)
    assert summarised(np.log(ratios))[:3] == pytest.approx(np.log([99**0.5, 1, 4]))
    assert summarised(ratios)[3:] == pytest.approx(10.0 ** (np.arange(-12, 13) / 6))


@pytest.mark.parametrize("ratio", [0, np.inf, -1, np.nan])
def test_a_cost_ratio_of_nothing_or_infinity(ratio):
    with pytest.raises(ValueError, match=r"cost ratio .*; give one above 0 and below infinity"):
        normalised_cost(1, 1, [1, ratio], 10, 10)
    with pytest.raises(ValueError, match="cost ratio"):
        judge([candidate()], np.array([1.0, ratio]), 10, 10)


def test_costs_of_one_class():
    with pytest.raises(ValueError, match="0 positives and 9 negatives; costs need cases of both"):
        normalised_cost(0, 1, 1, 0, 9)


# --- tasks -----------------------------------------------------------------------------------


def test_a_third_is_locked_by_its_hash():
    expected = ("car", "credit-approval", "german-credit", "iris", "lev", "wine")
    assert sources.locked() == expected
    assert len(sources.SOURCES) == 17


def test_a_split_takes_each_case_once_and_keeps_the_prevalence():
    table = toy(1000)
    for task in (t for t in tasks_of(table) if not t.reason):
        parts = split(task, table, 3)
        rows = np.concatenate([parts.train, parts.choose, parts.test])
        assert len(rows) == len(set(rows.tolist())) == task.positives + task.negatives
        for part, share in ((parts.train, 0.3), (parts.choose, 0.3), (parts.test, 0.4)):
            n = int(table.y[part].sum())
            assert n == pytest.approx(share * task.positives, abs=1.01)
        if task.level != "natural":
            share = Fraction(task.positives, task.positives + task.negatives)
            assert float(share) == pytest.approx(float(task.level), abs=0.005)
        if task.design == "constant":
            assert task.positives == 80


def test_one_class_or_a_thin_one_is_listed_and_refused():
    thin = toy(60, share=0.2)
    found = tasks_of(thin)
    assert [t.reason for t in found] == ["fewer than 10 cases of a class in a part"]
    with pytest.raises(ValueError, match=r"task toy/yes, natural, natural cannot be used: fewer"):
        split(found[0], thin, 0)
    one = Table("one", thin.attributes, thin.X, np.zeros(60, int), ("no", "yes"))
    assert [t.reason for t in tasks_of(one)] == ["fewer than 10 cases of a class in a part"]
    with pytest.raises(ValueError, match="both classes need at least one case"):
        split(Task("one", "yes", "natural", "natural", 30, 30), one, 0)


def test_an_unknown_source():
    with pytest.raises(ValueError, match=r"no source 'titanic'; there are balance-scale, "):
        run.run_regret(sources=("titanic",))


# --- classifiers and choices -----------------------------------------------------------------


def candidate(seed=0, name="a", score=None):
    s = scored(seed)
    s = s if score is None else Scored(s.truth, score)
    return Candidate(name, s, experiment._errors(s.truth, s.score))


def test_log_odds_are_finite():
    assert np.isfinite(log_odds(np.array([0.0, 1.0]))).all()
    assert log_odds(np.array([0.5])) == 0


def test_choices_one_by_one():
    """What kappa chooses, found by trying all thresholds with scikit-learn's kappa."""
    candidates = [candidate(0, "a"), candidate(1, "b"), candidate(2, "c")]
    ratios = np.array([0.3, 1, 8])
    out = judge(candidates, ratios, 50, 90)
    best = []
    for c in candidates:
        s = c.scored
        values = [sk.cohen_kappa_score(s.truth, s.score >= t) for t in s.curve.thresholds]
        tied = np.flatnonzero(np.isclose(values, max(values), rtol=0, atol=1e-12))
        best.append((max(values), s.curve.thresholds[tied[(len(tied) - 1) // 2]]))
    k = int(np.argmax([value for value, _ in best]))
    misses, alarms = candidates[k].errors(np.array([best[k][1]]))
    expected = (alarms + ratios * misses) / np.minimum(ratios * 50, 90)
    assert out.costs["kappa", "own"] == pytest.approx(expected)
    assert out.chosen["kappa", "own"].tolist() == [float(i == k) for i in range(3)]
    half = [sk.cohen_kappa_score(c.scored.truth, c.scored.score >= 0) for c in candidates]
    assert np.argmax(out.chosen["kappa", "half"]) == np.argmax(half)


def test_the_minimiser_costs_least_where_it_chose():
    """On the part it saw, nothing costs less than the cost minimiser."""
    rng = np.random.default_rng(0)
    truth = scored().truth
    each = [Scored(truth, rng.normal(size=len(truth)) + k * truth) for k in (0.5, 1, 1.5)]
    seen = [Candidate("x", s, experiment._errors(truth, s.score)) for s in each]
    P, N = float(truth.sum()), float((~truth).sum())
    out = judge(seen, all_ratios(P / (P + N)), P, N)
    known = out.costs["cost minimiser", "known"]
    assert all((known <= cost + 1e-12).all() for cost in out.costs.values())


def test_ties_share_the_choice():
    twins = [candidate(0, "a"), candidate(0, "b"), candidate(5, "c")]
    out = judge(twins, np.array([1.0]), 50, 50)
    for share in out.chosen.values():
        assert share[0] == share[1]
        assert share.sum() == pytest.approx(1)


def test_balanced_accuracy_chooses_as_j():
    def j(tp, fp, fn, tn):
        return tp / (tp + fn) - fp / (fp + tn)

    candidates = [candidate(seed, str(seed)) for seed in range(4)]
    out = judge(candidates, all_ratios(0.3), 50, 90, of_decisions=OF_DECISIONS | {"J": j})
    for rule in ("own", "half", "Bayes", "minimum"):
        assert (out.costs["J", rule] == out.costs["balanced accuracy", rule]).all()


def test_constant_scores_are_counted_and_can_only_be_trivial():
    constant = candidate(0, "flat", np.zeros(120))
    P, N = int(constant.scored.truth.sum()), int((~constant.scored.truth).sum())
    out = judge([constant], np.array([1.0, 50]), P, N)
    assert out.oddities["constant scores", "flat"] == 1
    assert out.oddities["recalibration without slope", "flat"] == 1
    assert out.costs["kappa", "own"].tolist() in ([1, P * 50 / N], [N / P, 1])
    assert np.isnan(out.implied["kappa"]).all()
    both = judge([constant, candidate(3, "good")], np.array([1.0]), P, N)
    assert both.chosen["kappa", "own"].tolist() == [0, 1]


def test_no_classifier():
    with pytest.raises(ValueError, match="no classifier could be trained"):
        judge([], np.array([1.0]), 5, 5)


def test_a_classifier_that_fails_is_counted(monkeypatch):
    class Nan:
        def fit(self, X, y):
            return self

        def predict_proba(self, X):
            return np.full((len(X), 2), np.nan)

    def broken(seed):
        raise RuntimeError("no")

    table = toy()
    wrong = {"not finite": lambda _: Nan(), "broken": broken, "naive Bayes": lambda _: None}
    monkeypatch.setattr("experiments.regret.models.CLASSIFIERS", wrong)
    parts = Parts(*np.split(np.arange(300), [100, 200]))
    trained = Trained(table, table.y == 1, parts, 0)
    assert list(trained.scores) == ["naive Bayes"]
    assert trained.failed["broken"] == "RuntimeError: no"
    assert "not finite" in trained.failed["not finite"]
    monkeypatch.setattr(experiment, "CLASSIFIERS", wrong)
    monkeypatch.setattr(experiment, "load", lambda name: table)
    task = tasks_of(table)[0]
    found = experiment.do_task(task.plain, 2)
    assert ["classifier failed", "broken", 2] in found["oddities"]
    assert ["classifier failed", "not finite", 2] in found["oddities"]


def test_where_a_measure_is_nan_for_all_one_is_drawn_by_lot(monkeypatch):
    table = toy()
    monkeypatch.setattr(experiment, "load", lambda name: table)
    task = tasks_of(table)[0].plain
    plain = experiment.do_task(task, 1)
    never = {"never": lambda tp, fp, fn, tn: np.full(tp.shape, np.nan)}
    monkeypatch.setattr(experiment, "OF_DECISIONS", experiment.OF_DECISIONS | never)
    undefined = experiment.do_task(task, 1)
    for rule in ("own", "half", "Bayes", "minimum"):
        assert ["measure is nan for all", f"never, {rule}", 1] in undefined["oddities"]
    assert undefined["costs"]["never, half"] == pytest.approx(plain["costs"]["by lot, half"])
    # The others choose as without it.
    assert plain["costs"].items() <= undefined["costs"].items()


# --- synthetic families ----------------------------------------------------------------------


@pytest.mark.parametrize("family", synthetic.FAMILIES)
def test_true_rates_are_those_of_a_million_cases(family):
    model = synthetic.FAMILIES[family](np.random.default_rng(1), 0)[3]
    rng = np.random.default_rng(0)
    n, p = 500_000, 0.2
    negatives = model.stated(rng.normal(size=n), p)
    positives = model.stated(model.d + model.s * rng.normal(size=n), p)
    for t in (-2.0, 0.0, 1.0):
        misses, alarms = model.rates(np.array([t]), p)
        assert misses[0] == pytest.approx((positives < t).mean(), abs=0.003)
        assert alarms[0] == pytest.approx((negatives >= t).mean(), abs=0.003)


def test_crossing_curves_have_the_auc_of_their_base():
    for model in synthetic.FAMILIES["crossing curves"](np.random.default_rng(1), 0):
        base = model.d * np.sqrt(2 / (1 + model.s**2))
        auc = norm.cdf(model.d / np.sqrt(1 + model.s**2))
        assert auc == pytest.approx(norm.cdf(base / np.sqrt(2)))
        assert model.s in (0.5, 2)


@pytest.mark.parametrize("family", synthetic.FAMILIES)
@pytest.mark.parametrize("size", synthetic.SIZES)
def test_oracle_regret_is_never_negative(family, size):
    found = synthetic.oracle_regrets(family, 1, 0.2, size)
    assert len(found) == 42
    assert min(values.min() for values in found.values()) > -1e-5


def test_with_endless_data_the_minimiser_has_no_regret():
    found = synthetic.oracle_regrets("unequal variances", 2, 0.2, "endless")
    # At the ends of the curve 4000 points are few.
    assert found["cost minimiser", "known"][:3].max() < 1e-3
    assert found["cost minimiser", "known"].max() < 1e-2
    # Accuracy is the cost at the ratio 1.
    at_one = 3 + 12
    assert found["accuracy", "own"][at_one] < 1e-3
    assert found["accuracy", "own"].max() > 0.1
    shifted = synthetic.oracle_regrets("prevalence shift", 2, 0.2, "endless")
    assert shifted["cost minimiser", "known"].max() > 0.01


# --- analysis --------------------------------------------------------------------------------


def test_bands_of_many_columns_are_wider_than_of_one():
    values = np.random.default_rng(0).normal(size=(16, 6)) + 0.5
    low, high = analysis.simultaneous(values, seed=1, draws=2000)
    one_low, one_high = analysis.simultaneous(values[:, :1], seed=1, draws=2000)
    assert low[0] < one_low[0] < values[:, 0].mean() < one_high[0] < high[0]


def test_the_interval_covers_about_as_often_as_it_says():
    rng = np.random.default_rng(5)
    hits = 0
    for seed in range(200):
        low, high = analysis.studentised(rng.normal(size=(16, 1)), seed=seed, draws=400)
        hits += low[0] <= 0 <= high[0]
    assert 178 <= hits <= 199


def test_sign_flip_is_that_of_scipy():
    from scipy.stats import permutation_test

    values = np.random.default_rng(0).normal(size=9) + 0.5
    expected = permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert analysis.sign_flip(values) == pytest.approx(expected)
    with pytest.raises(ValueError, match="give at most 22"):
        analysis.sign_flip(np.ones(23))


def test_joint_sign_flip():
    """One column is the test of one mean; more columns are never surer."""
    values = np.random.default_rng(1).normal([0.3, 0.8, 0], size=(9, 3))
    for column in values.T:
        assert contrasts.joint_sign_flip(column[:, None])[0] == analysis.sign_flip(column)
    together = contrasts.joint_sign_flip(values)
    alone = [analysis.sign_flip(column) for column in values.T]
    assert (together >= alone).all()
    assert together[1] < 0.5


def test_detectable_difference_by_simulation():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(16, 1))
    delta = analysis.detectable(values)[0] / values.std(ddof=1)
    drawn = rng.normal(size=(4000, 16)) + delta
    t = drawn.mean(axis=1) / drawn.std(axis=1, ddof=1) * 4
    assert (np.abs(t) > 2.131).mean() == pytest.approx(0.8, abs=0.04)


def test_one_source_has_no_interval():
    with pytest.raises(ValueError, match="1 sources; an interval over sources needs at least two"):
        analysis.studentised(np.ones((1, 2)), seed=1)
