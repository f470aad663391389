"""The experiment on German Credit: its parts, its committed results, and a sample done again."""

import json
import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy.optimize import check_grad
from scipy.spatial.distance import mahalanobis
from scipy.special import expit
from sklearn.linear_model import LinearRegression
from sklearn.metrics import cohen_kappa_score, roc_auc_score
from statsmodels.stats.proportion import proportion_confint
from support import ROOT, need_data, slowly
from threadpoolctl import threadpool_limits

from experiments.german_credit import experiment, fitting
from experiments.german_credit.choice import choose
from experiments.german_credit.experiment import N_TRAIN, VARIANTS, draw_split
from kappabook import auk_score, gini_score
from kappabook.data.datasheet import SHEET
from kappabook.metrics.hand import h_measure
from kappabook.metrics.intervals import delong_test
from kappabook.papers.kaymak_auk.german_credit import analysis, results
from kappabook.papers.kaymak_auk.german_credit.analysis import finding, on_one_split

# One unit of the sixth digit, which is the last that is stored.
LAST_DIGIT = 1e-5
CREDITS = np.array(["good"] * 700 + ["bad"] * 300)
NOTEBOOK = ROOT / "notebooks/07-german-credit.ipynb"
TRAINING = ("split-rows", "regression-and-net", "train-net", "areas")


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """As the workers do: these matrices are too small to share among threads."""
    with threadpool_limits(limits=1):
        yield


@pytest.fixture(scope="module")
def committed():
    return results.read()


# --- splits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("which", VARIANTS.values(), ids=list(VARIANTS))
def test_a_split_has_the_sizes_of_its_reading(which):
    split = draw_split(CREDITS, which, 7)
    rows = np.concatenate([split.train, split.test])
    assert len(set(rows)) == len(rows) == which.n_good + which.n_bad
    assert len(split.train) == N_TRAIN
    assert (CREDITS[rows] == "bad").sum() == which.n_bad
    again, other = draw_split(CREDITS, which, 7), draw_split(CREDITS, which, 8)
    assert (again.test == split.test).all()
    assert set(other.test) != set(split.test)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: analysis.check_positive("ugly"), "no class 'ugly'; the positive class is good"),
        (lambda: results.skewed(0), "0 splits asked for; give 1 to 1000"),
        (lambda: results.differences(1001), "1001 splits asked for; give 1 to 1000"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--splits", "0"], "0 splits; give at least 1."),
        (["--differences", "--splits", "1"], "leave out --splits."),
    ],
)
def test_a_part_of_the_run_that_there_is_not(arguments, said, capsys):
    assert experiment.main(arguments) == 2
    assert said in capsys.readouterr().err


# --- models -----------------------------------------------------------------------------------


@pytest.fixture
def problem():
    """Cases whose class depends on two of four columns, one of the four constant."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4)) * [1, 10, 0.1, 0] + [0, 5, 0, 3]
    y = (rng.random(300) < expit(2 * X[:, 0] - 20 * X[:, 2])).astype(float)
    return X, y


def test_linear_is_least_squares(problem):
    X, y = problem
    ours = fitting.fit("linear", X[:200], y[:200], X[200:], np.random.default_rng(0)).scores
    assert ours == pytest.approx(LinearRegression().fit(X[:200], y[:200]).predict(X[200:]))


@pytest.mark.parametrize("decay", [0.0, 1.0])
def test_gradient_of_the_net(problem, decay):
    X, y = problem
    weights = np.random.default_rng(1).normal(size=4 * 5 + 5 + 5 + 1)

    def loss(w):
        return fitting.loss(w, X / 5, y, decay)[0]

    def gradient(w):
        return fitting.loss(w, X / 5, y, decay)[1]

    assert check_grad(loss, gradient, weights) < 1e-6


# --- what is measured -------------------------------------------------------------------------


def test_areas_are_the_librarys():
    rng = np.random.default_rng(0)
    y = np.where(rng.random(80) < 0.8, "good", "bad")
    scores = rng.integers(0, 30, 80) + 5.0 * (y == "good")
    found = experiment.measure(y, scores)
    expected = {
        "auc": roc_auc_score(y == "good", scores),
        "auc_hull": (1 + gini_score(y, -scores, pos_label="bad", hull=True)) / 2,
        "auk_good": auk_score(y, scores, pos_label="good"),
        "auk_good_hull": auk_score(y, scores, pos_label="good", hull=True),
        "auk_bad": auk_score(y, -scores, pos_label="bad"),
        "auk_bad_hull": auk_score(y, -scores, pos_label="bad", hull=True),
        "h": h_measure(y, -scores, pos_label="bad"),
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-12)
    called = scores[:, None] >= np.unique(scores)
    kappas = [cohen_kappa_score(y == "good", column) for column in called.T]
    assert found["best_kappa"] == pytest.approx(max(kappas))


# --- the choice of the shown split ------------------------------------------------------------


def record(split, model, auc, auk):
    both = {"auc": auc, "auc_hull": auc + 0.03, "auk_good": auk, "auk_good_hull": auk + 0.03}
    return {"variant": "numeric-786", "split": split, "model": model, **both}


def test_closest_with_the_printed_rankings_is_chosen():
    nets = {"net-stopped": (0.9, 0.4), "net-decay": (0.9, 0.4)}
    records = []
    for split, net in enumerate([(0.678, 0.139), (0.70, 0.15), (0.69, 0.147)]):
        records.append(record(split, "linear", 0.722, 0.140))
        records += [
            record(split, model, *v) for model, v in ({"net-converged": net} | nets).items()
        ]
    chosen, about = choose(records)
    assert (chosen.split, chosen.net) == (2, "net-converged")
    assert about["searched"] == 9
    assert about["with_the_printed_rankings"] == 2
    assert about["closest_with_any_rankings"]["split"] == 0


# --- the committed results --------------------------------------------------------------------


def test_shown_split_is_the_one_the_criterion_chooses(committed):
    chosen, about = choose(committed.splits.to_dict("records"))
    assert committed.about["shown_split"] == json.loads(json.dumps(about))
    assert chosen.shows_rankings
    assert about["searched"] == 3000


def test_scores_of_the_shown_split_give_its_areas(committed):
    about, splits = committed.about["shown_split"], committed.splits
    test = committed.shown[committed.shown["role"] == "test"]
    stored = splits[(splits["variant"] == about["variant"]) & (splits["split"] == about["split"])]
    for model, column in (("linear", "linear"), (about["net"], "net")):
        found = experiment.measure(test["class"].to_numpy(), test[column].to_numpy())
        row = stored[stored["model"] == model].iloc[0]
        assert found == pytest.approx(row[list(experiment.MEASURES)].to_dict(), rel=1e-5)


# --- analysis ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "n"), [(0, 10), (3, 10), (45, 1000), (10, 10)])
def test_rates_have_wilson_intervals(k, n):
    table = pd.DataFrame({"net": "one", "turned": [True] * k + [False] * (n - k)})
    found = analysis.rates(table, ["net"], "turned").iloc[0]
    low, high = proportion_confint(k, n, method="wilson")
    assert (found["n"], found["count"], found["rate"]) == (n, k, k / n)
    assert (found["low_95"], found["high_95"]) == pytest.approx((low, high))


@pytest.fixture
def four_pairs():
    """Linear and one net on four splits: alike, AUC for linear and AUK for net, tie, net ahead."""
    rows = []
    for split, (auc, auk, bad) in enumerate(
        [(0.7, 0.2, 0.2), (0.7, 0.1, 0.2), (0.65, 0.1, 0.2), (0.6, 0.1, 0.1)]
    ):
        for model in results.MODELS:
            ours = (auc, auk, bad) if model == "linear" else (0.65, 0.15, 0.15)
            rows.append(
                {
                    "variant": "v",
                    "split": split,
                    "model": model,
                    "n_test": 10,
                    "n_minority": 1,
                    "h": ours[2],
                }
                | {"auc": ours[0], "auc_hull": ours[0] + 0.1}
                | {"auk_good": ours[1], "auk_good_hull": ours[1] + 0.1}
                | {"auk_bad": ours[2], "auk_bad_hull": ours[2] + 0.1}
            )
    return pd.DataFrame(rows)


def of(table, **wanted):
    for column, value in wanted.items():
        table = table[table[column] == value]
    assert len(table) == 1
    return table.iloc[0]


def test_reversals_are_counted(four_pairs):
    table = analysis.reversals(four_pairs)
    for curve in ("raw", "hull"):
        good = of(table, net="net-decay", positive="good", curve=curve)
        assert (good["count"], good["n"], good["linear_ahead"]) == (1, 4, 0.5)
        assert of(table, net="net-decay", positive="bad", curve=curve)["count"] == 0
    pattern = analysis.full_pattern(four_pairs)
    assert of(pattern, net="net-decay", positive="good")["count"] == 1
    assert of(pattern, net="net-decay", positive="bad")["count"] == 0


@pytest.mark.parametrize(
    ("net", "title"),
    [
        ((0.6, 0.1), "AUC and AUK both prefer the linear regression"),
        ((0.8, 0.3), "AUC and AUK both prefer the net"),
        ((0.6, 0.3), "The AUC prefers the linear regression, the AUK prefers the net"),
        ((0.8, 0.1), "The AUC prefers the net, the AUK prefers the linear regression"),
        ((0.7, 0.3), "The two models tie by AUC"),
        ((0.7, 0.2), "The two models tie by AUC and by AUK"),
    ],
)
def test_who_is_preferred_on_a_split(net, title):
    """And whether it is a reversal; else the first stored split that shows one is named."""
    both = pd.DataFrame({"linear": (0.7, 0.2), "net-stopped": net}, index=["auc", "auk"])
    assert finding(both) == title
    said, reverses = on_one_split(both, 5, "bad"), title.startswith("The AUC")
    assert ("shows a rank reversal" in said) == reverses
    assert ("`SPLIT = 28`" in said) != reverses


def test_third_opinions_are_counted(four_pairs):
    """H goes with the AUK of bad credits, so against the AUK of good ones on one or two splits."""
    table = analysis.third_opinion(four_pairs)
    names = ["splits", "against_auc", "against_auk", "against_both", "apart", "with_auk"]
    good = of(table, net="net-decay", positive="good")
    # Differences auc, auk, h by split: +++, +-+, 0-+, ---.
    assert good[names].tolist() == [4, 0, 2, 0, 1, 0]
    bad = of(table, net="net-decay", positive="bad")
    assert bad[names].tolist() == [4, 0, 0, 0, 0, 0]
    contrary = four_pairs.assign(h=-four_pairs["h"])
    found = of(analysis.third_opinion(contrary), net="net-decay", positive="good")
    assert found[names].tolist() == [4, 3, 2, 2, 1, 1]


def test_joint_distances_are_mahalanobis():
    """Four areas of a hundred splits; once more by scipy, one split at a time."""
    rng = np.random.default_rng(0)
    names = [f"{area}{hull}" for area in ("auc", "auk_good", "auk_bad") for hull in ("", "_hull")]
    together = rng.normal(size=(100, 24)) @ rng.normal(size=(24, 24))
    splits = pd.concat(
        pd.DataFrame(together[:, 6 * i : 6 * i + 6], columns=names).assign(
            variant="v", model=model, split=range(100)
        )
        for i, model in enumerate(results.MODELS)
    )
    printed = {"linear": {"auc": 1.0, "auk": -2.0}, "net": {"auc": 0.5, "auk": 3.0}}
    printed = {m: p | {f"{a}_hull": v for a, v in p.items()} for m, p in printed.items()}
    found = of(analysis.joint(splits, printed), net="net-stopped", positive="bad", curve="hull")
    four = together[:, [1, 5, 13, 17]]
    inverse = np.linalg.inv(np.cov(four, rowvar=False))
    middle = four.mean(axis=0)
    own = mahalanobis([1.0, -2.0, 0.5, 3.0], middle, inverse)
    assert found["distance"] == pytest.approx(own)
    assert found["farther"] == np.mean([mahalanobis(row, middle, inverse) > own for row in four])
    assert 0 < found["farther"] < 1
    with pytest.raises(ValueError, match=r"8 splits do not show how 4 areas go together; take 9"):
        analysis.joint(splits[splits["split"] < 8], printed)


# --- done again, where the data are -------------------------------------------------------------


def measured(name, number, model):
    return experiment.records_of(name, number, experiment.fits(name, number, (model,)))


@pytest.mark.parametrize(("name", "number"), [("one-hot-786", 3), ("original", 299)])
def test_linear_models_come_out_as_stored(committed, name, number):
    need_data("german-credit")
    (found,) = measured(name, number, "linear")
    stored = of(committed.splits, variant=name, split=number, model="linear")
    for key, value in found.items():
        expected = value if isinstance(value, str) else pytest.approx(value, rel=LAST_DIGIT)
        assert stored[key] == expected, key


@pytest.mark.parametrize("net", [slowly("net-converged"), slowly("net-stopped"), "net-decay"])
def test_nets_come_out_as_stored_on_average(committed, net):
    need_data("german-credit")
    numbers = range(40)
    found = [measured("numeric-786", k, net)[0]["auc"] for k in numbers]
    stored = committed.splits.query("variant == 'numeric-786' and model == @net")["auc"]
    assert np.mean(found) == pytest.approx(stored.mean(), abs=4 * stored.std() / 40**0.5)


# --- one split in notebook 07 ---------------------------------------------------------------


@pytest.mark.parametrize(("split", "positive"), [(0, "good"), (3, "bad")])
def test_the_cells_of_the_notebook_do_what_the_experiment_does(committed, split, positive):
    """The cells write out what `experiment` does: the same areas, to the last digit stored."""
    need_data("german-credit")
    cells = {c["id"]: "".join(c["source"]) for c in json.loads(NOTEBOOK.read_text())["cells"]}
    names = {"SPLIT": split, "N_SPLITS": 10, "POSITIVE": positive}
    with plt.rc_context(), pd.option_context("display.max_colwidth", 50):
        for name in ("cell-02", *TRAINING):
            exec(cells[name], names)
    for model in ("linear", "net-stopped"):
        stored = of(committed.splits, variant="numeric-786", split=split, model=model)
        found = names["areas"][model]
        assert found["auc"] == pytest.approx(stored["auc"], rel=LAST_DIGIT)
        assert found["auk"] == pytest.approx(stored[f"auk_{positive}"], rel=LAST_DIGIT)


@pytest.mark.slow
def test_the_notebook_follows_its_parameters(tmp_path):
    need_data("german-credit")
    path = tmp_path / "other.ipynb"
    given = ["-p", "SPLIT", "3", "-p", "POSITIVE", "bad", "-p", "N_SPLITS", "20"]
    subprocess.run(
        [sys.executable, "-m", "papermill", NOTEBOOK, path, *given], cwd=ROOT, check=True
    )
    cells = {c["id"]: c for c in json.loads(path.read_text())["cells"]}
    _, sentence = (output["data"] for output in cells["one-kappa-curve"]["outputs"])
    said = "**AUC and AUK both prefer the net** on split 3, with bad as the positive"
    assert "".join(sentence["text/markdown"]).startswith(said)
    (thousand,) = cells["cell-04"]["outputs"]
    assert "".join(thousand["data"]["text/markdown"]).startswith("Of 20 splits, with bad as the")


@pytest.mark.slow
def test_any_number_of_workers_writes_the_same_bytes(tmp_path, monkeypatch):
    need_data("german-credit")
    for n_jobs in (1, 2):
        folder = tmp_path / str(n_jobs)
        folder.mkdir()
        (folder / SHEET).write_text("file,sha256,rows,command\n")
        paths = experiment.run_experiment(few=1, n_jobs=n_jobs, into=folder)
        assert {*paths, folder / SHEET} == set(folder.iterdir())
    for path in (tmp_path / "1").iterdir():
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes()
    monkeypatch.setattr("kappabook.data.datasheet.results_folder", lambda: tmp_path / "1")
    assert len(results.read().splits) == 4 * 4


# --- both models on every split -----------------------------------------------------------------


def test_differences_are_those_of_the_splits(committed):
    found = results.differences().set_index(["net", "split"])
    skewed = committed.splits.query("variant == 'numeric-786'")
    stored = analysis.pairs(skewed).set_index(["net", "split"]).loc[found.index]
    # Each of two areas is stored to six digits.
    assert np.abs(found["auc"] - stored["auc"]).max() < 2e-6
    assert np.abs(found["auk"] - stored["auk"]).max() < 2e-6


def test_delong_of_the_shown_split_is_the_stored_one(committed):
    test = committed.shown[committed.shown["role"] == "test"]
    delong = delong_test(test["class"], test["linear"], test["net"], pos_label="good")
    about = committed.about["shown_split"]
    row = of(results.differences(), split=about["split"], net=about["net"])
    assert row["auc"] == pytest.approx(delong.difference, rel=1e-5)
    assert row["auc_error"] == pytest.approx(delong.standard_error, rel=1e-5)
    assert row["auc_p"] == pytest.approx(delong.p_value(), rel=1e-4)
