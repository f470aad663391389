import copy
import pickle
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import get_scorer, make_scorer, roc_auc_score
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    TunedThresholdClassifierCV,
    cross_val_score,
    cross_validate,
)
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from support import slowly

from kappabook import auk_score, cohen_kappa_score, kappa_optimal_threshold
from kappabook.scorers import SCORERS, auk_scorer, gini_scorer, kappa_scorer

X, Y = make_classification(n_samples=300, weights=[0.8], flip_y=0.1, random_state=0)
NAMED = np.array(["good", "bad"])[Y]
MODEL = LogisticRegression()


def test_in_cross_validate():
    result = cross_validate(MODEL, X, Y, scoring=SCORERS)
    auc = cross_val_score(MODEL, X, Y, scoring="roc_auc")
    assert result["test_gini"] == pytest.approx(2 * auc - 1)
    kappa = cross_val_score(MODEL, X, Y, scoring=make_scorer(cohen_kappa_score))
    assert result["test_kappa"] == pytest.approx(kappa)


def test_in_a_grid_search():
    search = GridSearchCV(
        DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, scoring=SCORERS["kappa"]
    ).fit(X, Y)
    assert -1 <= search.best_score_ <= 1


@pytest.mark.parametrize("model", [MODEL, LinearSVC()], ids=["predict_proba", "decision_function"])
@pytest.mark.parametrize("positive", ["bad", "good"])
def test_auk_of_either_class(model, positive):
    """The scores are those of the class that was named, whichever way the estimator orders them."""
    model.fit(X, NAMED)
    towards_good = model.decision_function(X)
    scores = towards_good if positive == "good" else -towards_good
    found = auk_scorer(pos_label=positive)(model, X, NAMED)
    assert found == pytest.approx(auk_score(NAMED, scores, pos_label=positive))


def test_auk_asks_for_the_positive_class():
    with pytest.raises(TypeError, match="pos_label"):
        auk_scorer()


def test_gini_of_a_named_class():
    model = MODEL.fit(X, NAMED)
    found = gini_scorer(pos_label="bad")(model, X, NAMED)
    assert found == pytest.approx(
        2 * roc_auc_score(NAMED == "bad", -model.decision_function(X)) - 1
    )


def test_weights_reach_the_score_with_metadata_routing():
    weight = np.where(Y == 1, 5.0, 1.0)
    with config_context(enable_metadata_routing=True):
        for scorer in (kappa_scorer(), auk_scorer(pos_label=1)):
            asking = scorer.set_score_request(sample_weight=True)
            model = LogisticRegression().set_fit_request(sample_weight=False)
            plain = cross_val_score(MODEL, X, Y, scoring=scorer)
            weighted = cross_val_score(
                model, X, Y, scoring=asking, params={"sample_weight": weight}
            )
            assert not np.allclose(plain, weighted)


def test_weighted_kappa_keeps_its_scale_when_a_fold_misses_a_class():
    iris, kinds = load_iris(return_X_y=True)
    scorer = kappa_scorer(weights="quadratic", labels=[0, 1, 2])
    model = DecisionTreeClassifier(random_state=0).fit(iris, kinds)
    two = kinds != 1
    assert scorer(model, iris[two], kinds[two]) == 1.0


def test_threshold_is_tuned_and_fixed():
    data, y = load_breast_cancer(return_X_y=True)
    data = StandardScaler().fit_transform(data)
    model = LogisticRegression().fit(data, y)
    probability = model.predict_proba(data)[:, 1]
    best = kappa_optimal_threshold(y, probability)
    fixed = FixedThresholdClassifier(
        model, threshold=best.threshold, response_method="predict_proba"
    ).fit(data, y)
    assert cohen_kappa_score(y, fixed.predict(data)) == pytest.approx(best.kappa)
    tuned = TunedThresholdClassifierCV(LogisticRegression(), scoring=SCORERS["kappa"]).fit(data, y)
    assert 0 < tuned.best_threshold_ < 1


# --- beside scikit-learn's own ----------------------------------------------------------------


def what(scorer, model, X, y, **kwargs):
    """A number, 'nan' if it comes with the warning, or the type of the error."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = scorer(model, X, y, **kwargs)
        except Exception as error:
            return type(error)
    warned = any(issubclass(w.category, UndefinedMetricWarning) for w in caught)
    assert warned == np.isnan(value)
    return "nan" if warned else value


NAMES = {
    "0 and 1": [0, 1],
    "-1 and 1": [-1, 1],
    "1 and 2": [1, 2],
    "booleans": [False, True],
    "text": ["good", "bad"],
    "objects": np.array(["no", "yes"], dtype=object),
}
PARTS = {
    "all": np.full(len(Y), True),
    "no positives": Y == 0,
    "no negatives": Y == 1,
    "one case": np.arange(len(Y)) == 0,
    "nothing": np.full(len(Y), False),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("model", [MODEL, LinearSVC()], ids=["logistic", "svc"])
def test_as_roc_auc_in_a_fold(model, names, part):
    y, fold = np.asarray(NAMES[names])[Y], PARTS[part]
    model = clone(model).fit(X, y)
    data = model, X[fold], y[fold]
    auc = what(get_scorer("roc_auc"), *data)
    gini = what(gini_scorer(), *data)
    assert gini == (pytest.approx(2 * auc - 1) if isinstance(auc, float) else auc)
    for pos_label in model.classes_:
        for scorer in (auk_scorer(pos_label=pos_label), gini_scorer(pos_label=pos_label)):
            found = what(scorer, *data)
            assert isinstance(auc, float) if isinstance(found, float) else found == auc


@pytest.mark.parametrize("names", NAMES)
def test_as_roc_auc_in_cross_validation(names):
    y = np.asarray(NAMES[names])[Y]
    auc = cross_val_score(MODEL, X, y, scoring="roc_auc")
    assert np.isfinite(auc).all()
    assert cross_val_score(MODEL, X, y, scoring=SCORERS["gini"]) == pytest.approx(2 * auc - 1)
    frame = pd.DataFrame(X), pd.Series(y)
    assert cross_val_score(MODEL, *frame, scoring=SCORERS["gini"]) == pytest.approx(2 * auc - 1)


def test_folds_without_positives_are_nan_and_the_others_are_scored():
    negatives, rest = np.flatnonzero(Y == 0)[:50], np.arange(0, 300, 5)
    scoring = {"auc": "roc_auc", "auk": auk_scorer(pos_label=1), "gini": gini_scorer(pos_label=1)}
    splits = [(np.arange(300), negatives), (np.arange(300), rest)]
    with pytest.warns(UndefinedMetricWarning):
        found = cross_validate(MODEL, X, Y, scoring=scoring, cv=splits)
    for name in scoring:
        assert np.isnan(found[f"test_{name}"]).tolist() == [True, False]


IRIS, KINDS = load_iris(return_X_y=True)
# What cannot be scored: the estimator, its cases, their labels, weights.
REFUSED = {
    "three classes": (LinearSVC(), IRIS, KINDS, IRIS, KINDS),
    "three classes, a fold of two": (LinearSVC(), IRIS, KINDS, IRIS[:90], KINDS[:90]),
    "three classes, a fold of one": (LinearSVC(), IRIS, KINDS, IRIS[:50], KINDS[:50]),
    "a third class in the fold": (MODEL, IRIS[:90], KINDS[:90], IRIS, KINDS),
    "a regressor": (Ridge(), X, Y, X, Y),
    "nan among the labels": (MODEL, X, Y, X, np.where(np.arange(300) == 7, np.nan, Y)),
    "fewer labels than cases": (MODEL, X, Y, X, Y[:-1]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_as_roc_auc_is(case):
    model, X_train, y_train, X_test, y_test = REFUSED[case]
    model = clone(model).fit(X_train, y_train)
    peers = what(get_scorer("roc_auc"), model, X_test, y_test)
    assert issubclass(peers, Exception)
    for scorer in (gini_scorer(), gini_scorer(pos_label=1), auk_scorer(pos_label=1)):
        assert what(scorer, model, X_test, y_test) is peers


def test_a_class_the_estimator_does_not_know_is_no_missing_class():
    model = clone(MODEL).fit(X, NAMED)
    for scorer in (auk_scorer(pos_label="Bad"), gini_scorer(pos_label="Bad")):
        with pytest.raises(ValueError, match="pos_label=Bad is not a valid label"):
            scorer(model, X, NAMED)


def test_bad_weights_are_refused_in_a_fold_of_one_class_too():
    model = clone(MODEL).fit(X, Y)
    weight = np.where(np.arange((Y == 0).sum()) == 3, -1.0, 1.0)
    with pytest.raises(ValueError, match=r"sample_weight\[3\] is -1"):
        auk_scorer(pos_label=1)(model, X[Y == 0], Y[Y == 0], sample_weight=weight)


def test_three_classes_in_cross_validation():
    """As with roc_auc: the measure for two classes is nan, with a warning; the others stand."""
    scoring = {"auc": "roc_auc", **SCORERS}
    with pytest.warns(UserWarning, match="Scoring failed"):
        found = cross_validate(LogisticRegression(max_iter=500), IRIS, KINDS, scoring=scoring)
    failed = {name for name, values in found.items() if np.isnan(values).any()}
    assert failed == {"test_auc", "test_gini"}


@pytest.mark.parametrize(
    "factory",
    [kappa_scorer, gini_scorer, lambda **options: auk_scorer(pos_label=1, **options)],
    ids=["kappa", "gini", "auk"],
)
def test_the_score_of_a_fold_without_one_can_be_chosen(factory):
    model = DecisionTreeClassifier(random_state=0).fit(X, Y)
    for value in (0.0, -1.0):
        with pytest.warns(UndefinedMetricWarning, match=f"Returning {value}"):
            found = factory(replace_undefined_by=value)(model, X[Y == 0], Y[Y == 0])
        assert found == value


# --- the mapping ------------------------------------------------------------------------------


@pytest.mark.parametrize("n_jobs", [1, slowly(2)])
def test_a_search_takes_the_mapping(n_jobs):
    search = GridSearchCV(
        LogisticRegression(), {"C": [0.01, 1]}, scoring=SCORERS, refit="gini", n_jobs=n_jobs
    )
    search = clone(search).fit(X, NAMED)
    single = GridSearchCV(LogisticRegression(), {"C": [0.01, 1]}, scoring="roc_auc").fit(X, NAMED)
    assert search.best_score_ == pytest.approx(2 * single.best_score_ - 1)
    assert {f"mean_test_{name}" for name in SCORERS} <= set(search.cv_results_)
    assert search.score(X, NAMED) == pytest.approx(2 * single.score(X, NAMED) - 1)
    assert "kappa_macro" in search._repr_html_() or "kappa_macro" in repr(search)


@pytest.mark.parametrize(
    "again",
    [
        copy.copy,
        copy.deepcopy,
        lambda value: pickle.loads(pickle.dumps(value)),
        slowly(lambda value: joblib.Parallel(n_jobs=2)([joblib.delayed(same)(value)])[0]),
    ],
    ids=["copy", "deepcopy", "pickle", "joblib"],
)
def test_mapping_and_scorers_travel(again):
    model = clone(MODEL).fit(X, NAMED)
    assert list(again(SCORERS)) == list(SCORERS)
    for scorer in (again(SCORERS)["gini"], again(SCORERS["gini"]), again(gini_scorer())):
        assert scorer(model, X, NAMED) == gini_scorer(pos_label="good")(model, X, NAMED)
    scorer = again(auk_scorer(pos_label="bad"))
    assert scorer(model, X, NAMED) == auk_scorer(pos_label="bad")(model, X, NAMED)


def same(value):
    return value


WAYS = {
    "[]": lambda: SCORERS["kappa"],
    "get": lambda: SCORERS.get("kappa"),
    "items": lambda: dict(SCORERS.items())["kappa"],
    "values": lambda: next(iter(SCORERS.values())),
    "dict": lambda: dict(SCORERS)["kappa"],
    "**": lambda: {**SCORERS}["kappa"],
    "update": lambda: [new := {}, new.update(SCORERS)] and new["kappa"],
    "copy": lambda: SCORERS.copy()["kappa"],
    "|": lambda: (SCORERS | {})["kappa"],
    "| from the right": lambda: ({} | SCORERS)["kappa"],
    "copy.copy": lambda: copy.copy(SCORERS)["kappa"],
    "scikit-learn's": lambda: get_scorer("accuracy"),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_changes_a_scorer_changes_his_own(way):
    with config_context(enable_metadata_routing=True):
        WAYS[way]().set_score_request(sample_weight=True)
        request = WAYS[way]().get_metadata_routing().score.requests
    assert request.get("sample_weight") is None  # before scikit-learn 1.9 it is not there


def test_the_mapping_is_not_changed():
    for change in (
        lambda: SCORERS.update(mine=gini_scorer()),
        lambda: SCORERS.pop("kappa"),
        lambda: SCORERS.clear(),
        lambda: SCORERS.__setitem__("mine", gini_scorer()),
        lambda: SCORERS.__delitem__("kappa"),
        lambda: SCORERS.__ior__({}),
        lambda: SCORERS.setdefault("mine"),
    ):
        with pytest.raises(TypeError, match=r"make your own: dict\(SCORERS, name=scorer\)"):
            change()
    assert set(dict(SCORERS, mine=gini_scorer())) - set(SCORERS) == {"mine"}
    assert SCORERS.get("mine") is None
    with pytest.raises(KeyError, match="no scorer 'AUK'; there are kappa, kappa_linear"):
        SCORERS["AUK"]


# --- metadata routing -------------------------------------------------------------------------

WEIGHT = np.random.default_rng(0).integers(1, 9, len(Y))


def test_weights_by_hand():
    model = clone(MODEL).fit(X, Y)
    auc = get_scorer("roc_auc")(model, X, Y, sample_weight=WEIGHT)
    assert gini_scorer()(model, X, Y, sample_weight=WEIGHT) == pytest.approx(2 * auc - 1)


def test_the_mapping_with_routing():
    with config_context(enable_metadata_routing=True):
        asking = {n: s.set_score_request(sample_weight=True) for n, s in SCORERS.items()}
        asking["auc"] = get_scorer("roc_auc").set_score_request(sample_weight=True)
        model = LogisticRegression().set_fit_request(sample_weight=False)
        found = cross_validate(model, X, Y, scoring=asking, params={"sample_weight": WEIGHT})
        assert found["test_gini"] == pytest.approx(2 * found["test_auc"] - 1)
        for scoring in (SCORERS, "roc_auc"):  # not asked for; a TypeError before 1.9
            with pytest.raises((ValueError, TypeError), match="sample_weight"):
                cross_validate(model, X, Y, scoring=scoring, params={"sample_weight": WEIGHT})


@pytest.mark.parametrize("scoring", [SCORERS, "roc_auc"], ids=["ours", "roc_auc"])
def test_the_weights_of_another_name_with_routing(scoring):
    scorer = SCORERS["gini"] if scoring is SCORERS else get_scorer(scoring)
    with config_context(enable_metadata_routing=True):
        scorer.set_score_request(sample_weight="importance")
        model = LogisticRegression().set_fit_request(sample_weight=False)
        search = GridSearchCV(model, {"C": [0.01, 1]}, scoring=scorer)
        search.fit(X, Y, importance=WEIGHT)
        plain = GridSearchCV(model, {"C": [0.01, 1]}, scoring=scorer).fit(X, Y)
    assert search.best_score_ != plain.best_score_
