"""Scorers in scikit-learn's model selection, beside its own `roc_auc`."""

import pickle
import warnings

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import get_scorer, make_scorer
from sklearn.model_selection import (
    TunedThresholdClassifierCV,
    cross_val_score,
    cross_validate,
)
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from kappabook import auk_score, auk_scorer, cohen_kappa_score, kappa_scorer

X, Y = make_classification(n_samples=300, weights=[0.8], flip_y=0.1, random_state=0)
NAMED = np.array(["good", "bad"])[Y]
MODEL = LogisticRegression()
IRIS, KINDS = load_iris(return_X_y=True)
AUK = auk_scorer(pos_label=1)


def what(scorer, model, X, y):
    """A number, 'nan' if it comes with the warning, or the type of the error."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = scorer(model, X, y)
        except Exception as error:
            return type(error)
    warned = any(issubclass(w.category, UndefinedMetricWarning) for w in caught)
    assert warned == np.isnan(value)
    return "nan" if warned else value


def test_kappa_is_that_of_make_scorer():
    plain = cross_val_score(MODEL, X, Y, scoring=make_scorer(cohen_kappa_score))
    assert cross_val_score(MODEL, X, Y, scoring=kappa_scorer()) == pytest.approx(plain)
    tuned = TunedThresholdClassifierCV(MODEL, scoring=kappa_scorer()).fit(X, Y)
    assert 0 < tuned.best_threshold_ < 1


@pytest.mark.parametrize("model", [MODEL, LinearSVC()], ids=["predict_proba", "decision_function"])
@pytest.mark.parametrize("positive", ["bad", "good"])
@pytest.mark.parametrize("options", [{}, {"hull": True, "rule": "trapezoid", "normalize": True}])
def test_auk_of_either_class(model, positive, options):
    """The scores are those of the class that was named, whichever way the estimator orders them."""
    model.fit(X, NAMED)
    towards_good = model.decision_function(X)
    scores = towards_good if positive == "good" else -towards_good
    found = pickle.loads(pickle.dumps(auk_scorer(pos_label=positive, **options)))(model, X, NAMED)
    assert found == pytest.approx(auk_score(NAMED, scores, pos_label=positive, **options))


def test_auk_asks_for_the_positive_class():
    with pytest.raises(TypeError, match="pos_label"):
        auk_scorer()


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
    scorer = kappa_scorer(weights="quadratic", labels=[0, 1, 2])
    model = DecisionTreeClassifier(random_state=0).fit(IRIS, KINDS)
    assert scorer(model, IRIS[KINDS != 1], KINDS[KINDS != 1]) == 1.0


# --- as roc_auc in odd folds ----------------------------------------------------------------------

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
def test_as_roc_auc_in_a_fold(names, part):
    y, fold = np.asarray(NAMES[names])[Y], PARTS[part]
    model = clone(MODEL).fit(X, y)
    auc = what(get_scorer("roc_auc"), model, X[fold], y[fold])
    for pos_label in model.classes_:
        found = what(auk_scorer(pos_label=pos_label), model, X[fold], y[fold])
        assert isinstance(auc, float) if isinstance(found, float) else found == auc


def test_folds_without_positives_are_nan_and_the_others_are_scored():
    negatives, rest = np.flatnonzero(Y == 0)[:50], np.arange(0, 300, 5)
    splits = [(np.arange(300), negatives), (np.arange(300), rest)]
    with pytest.warns(UndefinedMetricWarning):
        found = cross_validate(MODEL, X, Y, scoring=AUK, cv=splits)
    assert np.isnan(found["test_score"]).tolist() == [True, False]


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
    assert what(AUK, model, X_test, y_test) is peers


def test_a_class_the_estimator_does_not_know_is_no_missing_class():
    model = clone(MODEL).fit(X, NAMED)
    with pytest.raises(ValueError, match="pos_label=Bad is not a valid label"):
        auk_scorer(pos_label="Bad")(model, X, NAMED)


def test_bad_weights_are_refused_in_a_fold_of_one_class_too():
    model = clone(MODEL).fit(X, Y)
    weight = np.where(np.arange((Y == 0).sum()) == 3, -1.0, 1.0)
    with pytest.raises(ValueError, match=r"sample_weight\[3\] is -1"):
        AUK(model, X[Y == 0], Y[Y == 0], sample_weight=weight)


@pytest.mark.parametrize(
    "factory", [kappa_scorer, lambda **options: auk_scorer(pos_label=1, **options)]
)
def test_the_score_of_a_fold_without_one_can_be_chosen(factory):
    model = DecisionTreeClassifier(random_state=0).fit(X, Y)
    for value in (0.0, -1.0):
        with pytest.warns(UndefinedMetricWarning, match=f"Returning {value}"):
            found = factory(replace_undefined_by=value)(model, X[Y == 0], Y[Y == 0])
        assert found == value
