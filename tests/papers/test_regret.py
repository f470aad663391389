"""The regret experiment: its parts against other implementations, its bad input, its file."""

import platform
import warnings
from fractions import Fraction
from importlib.metadata import version
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import permutation_test
from sklearn import metrics as sk
from sklearn.linear_model import LogisticRegression
from support import ROOT, need_data

from experiments.regret import analysis, contrasts, experiment, synthetic
from experiments.regret.choose import Candidate, judge
from experiments.regret.costs import all_ratios, normalised_cost, prior_ratios, summarised
from experiments.regret.curve import middle_of_best
from experiments.regret.measures import OF_DECISIONS, OF_SCORES, Scored, implied_ratio
from experiments.regret.recalibrate import recalibrated
from experiments.regret.sources import BUNDLED, SOURCES, load
from experiments.regret.tasks import Task, split, tasks_of
from kappabook import auk_score
from kappabook.data import Attribute, Table
from kappabook.study.regret import results


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


# --- costs -----------------------------------------------------------------------------------


def test_costs():
    assert normalised_cost(0, 80, 100, 20, 80) == 1  # always yes
    assert normalised_cost(20, 0, 0.1, 20, 80) == 1  # always no
    ratios = prior_ratios("C", 0.2)
    assert np.exp(np.log(ratios).mean()) == pytest.approx(4)
    ratios = all_ratios(0.2)
    assert summarised(np.log(ratios))[:3] == pytest.approx(np.log([99**0.5, 1, 4]))
    assert summarised(ratios)[3:] == pytest.approx(10.0 ** (np.arange(-12, 13) / 6))


# --- tasks -----------------------------------------------------------------------------------


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


# --- classifiers and choices -----------------------------------------------------------------


def candidate(seed=0, name="a", score=None):
    s = scored(seed)
    s = s if score is None else Scored(s.truth, score)
    return Candidate(name, s, experiment._errors(s.truth, s.score))


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


# --- analysis --------------------------------------------------------------------------------


def test_joint_sign_flip():
    """One column is scipy's test of one mean; more columns are never surer."""
    values = np.random.default_rng(1).normal([0.3, 0.8, 0], size=(9, 3))
    alone = [
        permutation_test((column,), np.mean, permutation_type="samples", n_resamples=np.inf).pvalue
        for column in values.T
    ]
    for column, p in zip(values.T, alone, strict=True):
        assert contrasts.joint_sign_flip(column[:, None])[0] == pytest.approx(p)
    together = contrasts.joint_sign_flip(values)
    assert (together >= np.array(alone) - 1e-12).all()
    assert together[1] < 0.5


# --- the committed results, once more ----------------------------------------------------------

# Counts of trees and naive Bayes are exact where the versions are the recorded ones.
EXACT = ["naive Bayes", "random forest", "gradient boosting"]
TOLERANCE = 0.02  # of costs, where a linear model on another BLAS may turn a case round


def recorded_here():
    recorded = results.about()["versions"]
    same = all(recorded[name] == version(name) for name in ("numpy", "scipy", "scikit-learn"))
    return same and recorded["platform"] == f"{platform.system()} {platform.machine()}"


def test_the_plan_is_older_than_the_results():
    """Both are in git: the plan's first commit is an ancestor of that of the results."""
    import subprocess

    def first(path):
        command = ["git", "log", "--format=%H", "--diff-filter=A", "--", path]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return found.stdout.split()[-1:]

    plan, made = first("docs/regret-plan.md"), first("data/results/regret-costs.csv")
    if not plan or not made:
        pytest.skip("no git history here")
    command = ["git", "merge-base", "--is-ancestor", plan[0], made[0]]
    assert plan != made
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def test_the_tasks_are_those_of_the_plan():
    table = results.tasks()
    usable = table[table["reason"] == ""]
    numbers = usable["design"].value_counts().to_dict()
    assert numbers == {"natural": 40, "thinned": 76, "constant": 72}
    assert usable["source"].nunique() == 16
    assert set(table["source"]) - set(usable["source"]) == {"post-operative"}
    assert set(results.costs()["source"]) == set(usable["source"])
    for name in BUNDLED:
        rows = table[table["source"] == name].drop(columns=["source", "locked"])
        listed = [{k: v for k, v in t.plain.items() if k != "source"} for t in tasks_of(load(name))]
        assert rows.to_dict("records") == listed


def test_the_contrasts_follow_from_the_costs():
    stored = results.contrasts().drop(columns="verdict")
    again = analysis.planned(results.costs())
    pd.testing.assert_frame_equal(again, stored, check_dtype=False, rtol=1e-5, atol=1e-12)
    assert len(stored) == 18
    assert (stored["family"] == "primary").sum() == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_a_task_comes_out_again(name):
    """The first task of a source: counts exact for trees and naive Bayes, costs within .02."""
    if name not in BUNDLED:
        need_data(name)
    table = results.tasks()
    rows = table[(table["source"] == name) & (table["reason"] == "")].drop(columns="locked")
    if rows.empty:
        assert name == "post-operative"
        return
    task = Task(**rows.to_dict("records")[0])
    found = experiment.do_task(task.plain, 10)

    def of_task(stored):
        keys = ["source", "label", "design", "level"]
        return stored[(stored[keys] == [getattr(task, key) for key in keys]).all(axis=1)]

    counts = of_task(results._read("counts")).set_index("classifier")
    for classifier, cells in found["counts"].items():
        stored = counts.loc[classifier, ["tp", "fp", "fn", "tn"]].tolist()
        if classifier in EXACT and recorded_here():
            assert cells == stored, classifier
        assert np.abs(np.subtract(cells, stored)).max() <= 0.02 * sum(cells), classifier
    costs = of_task(results.costs()).set_index(["measure", "rule"])
    for chooser, values in found["costs"].items():
        measure, _, rule = chooser.rpartition(", ")
        stored = costs.loc[(measure, rule), ["A", "B", "C"]].astype(float).tolist()
        assert values[:3] == pytest.approx(stored, abs=TOLERANCE), chooser


# --- runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: normalised_cost(1, 1, [1, 0], 10, 10),
            "cost ratio .*; give one above 0 and below",
        ),
        (
            lambda: normalised_cost(0, 1, 1, 0, 9),
            "0 positives and 9 negatives; costs need cases of",
        ),
        (lambda: contrasts.joint_sign_flip(np.ones((23, 1))), "give at most 22"),
        (lambda: results.curves(level="0.3"), r"no level '0\.3'; there are all, natural, 0\.05"),
        (lambda: results.by_source("third"), r"no design 'third'; there are first, second"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_page_has_the_table_of_contrasts():
    """Every number of the table in docs/regret.md is that of the results."""
    page = (ROOT / "docs/regret.md").read_text(encoding="utf-8")

    def short(value):
        return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"

    for row in contrasts.adjusted().itertuples():
        cells = (
            *(row.other, row.rule, row.prior, short(row.difference)),
            f"{short(row.low)} to {short(row.high)}",
            f"{row.kappa_cheaper}, {row.kappa_dearer}",
            *(short(row.detectable), row.verdict, "< .001" if row.p < 0.0005 else short(row.p)),
        )
        assert f"| {' | '.join(cells)} |" in page
    first = results.contrasts().iloc[0]
    said = f"**{first.difference:.4f} more**".replace("0.", ".", 1)
    assert said in page
    assert f"{first.low:.4f} to {first.high:.4f}".replace("0.", ".") in page
    assert f"exact p = {first.p:.2f}".replace("0.", ".") in page


def test_the_page_has_the_table_of_synthetic_families():
    """Means over the five families under prior C, own thresholds; two digits."""
    page = (ROOT / "docs/regret.md").read_text(encoding="utf-8")
    own = results.synthetic().query("rule == 'own'")
    means = own.groupby(["prevalence", "size", "measure"])["C"].mean()
    sizes = {"endless": "endless", "cases": "2000 cases", "positives": "40 positives"}
    for prevalence, (size, words) in product((0.2, 0.01), sizes.items()):
        measures = ("accuracy", "balanced accuracy", "kappa", "MCC", "F1")
        shown = [f"{means[prevalence, size, name]:.2f}".removeprefix("0") for name in measures]
        assert f"| {prevalence:g} | {words} | {' | '.join(shown)} |".replace("| 0.", "| .") in page


def test_the_page_says_how_often_a_training_went_otherwise():
    """Seven classifiers in each split, as the plan asks; no other kind of failure occurred."""
    page = (ROOT / "docs/regret.md").read_text(encoding="utf-8")
    table = results.oddities()
    times = table.groupby(["design", "what"])["splits"].sum()
    trainings = table.groupby("design")["of"].first() * 7
    constant, flat = "constant scores", "recalibration without slope"
    assert set(table["what"]) == {constant, flat}
    for design in ("first", "second"):
        assert f"{times[design, constant]} of the {trainings[design]}" in page
    assert f"occurred {times['first', flat]} and {times['second', flat]} times" in page
