import numpy as np
import pytest
from sklearn import config_context
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer, roc_auc_score
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

from kappabook import auk_score, cohen_kappa_score, kappa_optimal_threshold
from kappabook.scorers import SCORERS, auk_scorer, gini_scorer, kappa_scorer

X, Y = make_classification(n_samples=300, weights=[0.8], flip_y=0.1, random_state=0)
NAMED = np.array(["good", "bad"])[Y]
MODEL = LogisticRegression()


def test_in_cross_validate():
    result = cross_validate(MODEL, X, Y, scoring=dict(SCORERS))
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
