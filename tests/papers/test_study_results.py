"""The committed results of the study: whole, as printed where they must be, and repeatable."""

import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd
import pytest
from support import ROOT, need_data, slowly

from kappabook.data import encode
from kappabook.study import StudyResults, run_study
from kappabook.study.engines import ENGINES
from kappabook.study.grid import described
from kappabook.study.published import PUBLIC, RUNS
from kappabook.study.results import read_about

RESULTS = ROOT / "data/results"
# What `make test` does again: each data set and each classifier once, WEKA and scikit-learn in
# turn; none takes a second, or another one does in its place.
QUICK = {
    "study-weka": {
        **{"balance-scale": "NaiveBayes", "cmc": "NaiveBayes", "era": "J48"},
        **{"boston-housing": "RandomForest", "monks-3": "Logistic", "post-operative": "SMO"},
    },
    "study-sklearn": {
        **{"car": "NaiveBayes", "credit-approval": "J48", "esl": "SMO", "lev": "Logistic"},
        **{"nursery": "J48", "swd": "NaiveBayes"},
    },
}
POWER = ("sklearn", "weka")
QUICK_SEEDS = [
    *[("monks-3", "J48"), ("post-operative", "NaiveBayes")],
    slowly("balance-scale", "Logistic"),
]
CLASSIFIERS = ENGINES["weka"]().classifiers  # in the order of the paper's Tables A.1 to A.5


CELLS = [
    (pytest.param if QUICK[run].get(dataset) == classifier else slowly)(run, dataset, classifier)
    for run in ("study-weka", "study-sklearn")
    for dataset in PUBLIC
    for classifier in CLASSIFIERS
]


@pytest.fixture(scope="module")
def committed():
    return {
        name: StudyResults.read(RESULTS / f"{name}.csv") for name in ("study-weka", "study-sklearn")
    }


@pytest.fixture(scope="module")
def ten_times():
    return {engine: StudyResults.read(RESULTS / f"power-{engine}.csv") for engine in POWER}


@pytest.fixture(scope="module")
def seeds():
    return StudyResults.read(RESULTS / "study-weka-seeds.csv")


def same(results, others):
    """Exactly: confusion matrices are counts."""
    pd.testing.assert_frame_equal(results.folds, others.folds)
    assert np.array_equal(results.cells, others.cells)


# --- what is committed ---------------------------------------------------------------------------


@pytest.mark.parametrize("run", RUNS)
def test_each_run_is_described(run):
    about = read_about(RESULTS / f"{run}.csv")
    assert about["command"] == RUNS[run].command
    assert (about["engine"], about["folds"]) == (RUNS[run].engine, 10)
    assert about["repeats"] == list(RUNS[run].repeats)
    assert tuple(about["datasets"]) == RUNS[run].datasets
    assert (RESULTS / f"{run}.csv").stat().st_size < 2**20


@pytest.mark.parametrize("run", ["study-weka", "study-sklearn"])
def test_every_row_is_tested_once_by_every_classifier(committed, run):
    results, about = committed[run], read_about(RESULTS / f"{run}.csv")
    assert len(results.folds) == 12 * 5 * 10
    rows = results.folds.groupby(["dataset", "classifier"])["rows"].sum()
    assert all(rows[name, key] == about["datasets"][name]["rows"] for name, key in rows.index)


def test_both_engines_test_the_same_folds(committed):
    weka, sklearn = (r.select(classifier="J48").cells.sum(axis=2) for r in committed.values())
    assert np.array_equal(weka, sklearn)


@pytest.mark.parametrize("engine", POWER)
def test_ten_repeats_are_whole_and_the_first_is_the_study(committed, ten_times, engine):
    results = ten_times[engine]
    assert len(results.folds) == 12 * 5 * 10 * 10
    first = results.select(repeat=1)
    same(first, committed[f"study-{engine}"])


# --- done again ----------------------------------------------------------------------------------


def need_versions(run):
    """Skip, saying why, where the engine is another one than the results are of."""
    about = read_about(RESULTS / f"{run}.csv")
    if about["engine"] == "weka":
        pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
        here = {"weka": ENGINES["weka"]().version}
        there = {"weka": about["engine_version"]}
    else:
        names = ("scikit-learn", "numpy", "scipy")
        here = {name: version(name) for name in names}
        there = {name: about["versions"][name] for name in names}
    if here != there:
        pytest.skip(f"{run} is of {there}, and here is {here}")


@pytest.mark.parametrize("name", PUBLIC)
def test_data_are_those_of_the_results(name):
    need_data(name)
    now = described(encode(name, download=False))
    for run in RUNS:
        there = read_about(RESULTS / f"{run}.csv")["datasets"]
        assert there.get(name, now) == now


@pytest.mark.parametrize(("run", "name", "classifier"), CELLS)
def test_a_cell_done_again_is_the_same(committed, run, name, classifier):
    """Exactly: confusion matrices are counts."""
    need_versions(run)
    need_data(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        again = run_study(name, classifier, engine=RUNS[run].engine, n_jobs=1)
    expected = committed[run].select(dataset=name, classifier=classifier)
    same(again, expected)


@pytest.mark.parametrize(("name", "classifier"), QUICK_SEEDS)
def test_another_seed_done_again_is_the_same(seeds, name, classifier):
    need_versions("study-weka-seeds")
    need_data(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        again = run_study(name, classifier, repeats=[2, 10], n_jobs=1)
    same(again, seeds.select(dataset=name, classifier=classifier, repeat=[2, 10]))
