import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from kappabook import KappaCurveDisplay, auk_score, cohen_kappa_score, kappa_curve

X, Y = make_classification(n_samples=200, weights=[0.8], flip_y=0.1, random_state=0)
NAMED = np.array(["good", "bad"])[Y]
SCORES = X[:, 0] + Y


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture
def folds():
    options = {"return_estimator": True, "return_indices": True}
    return cross_validate(LogisticRegression(), X, Y, **options)


# --- numbers --------------------------------------------------------------------------------


def test_stores_what_kappa_curve_gives():
    display = KappaCurveDisplay.from_predictions(Y, SCORES)
    fpr, kappa, thresholds = kappa_curve(Y, SCORES)
    np.testing.assert_allclose(display.fpr, fpr)
    np.testing.assert_allclose(display.kappa, kappa, atol=1e-12)
    np.testing.assert_array_equal(display.thresholds, thresholds)
    x, y = display.optimum_.get_data()
    assert (y == display.kappa.max()).all()
    assert np.isin(x, display.fpr).all()
    assert display.auk == pytest.approx(auk_score(Y, SCORES))
    assert display.prevalence == pytest.approx(Y.mean())


def test_line_follows_kappa_between_the_corners_of_the_roc_curve():
    """Two leaves at prevalence 0.1: the kappa curve is bent where the ROC curve is straight."""
    truth = np.repeat([1, 1, 0, 0], [6, 4, 18, 72])
    score = np.repeat([1, 0, 1, 0], [6, 4, 18, 72])
    display = KappaCurveDisplay.from_predictions(truth, score, mark_optimum=False)
    x, y = display.line_.get_data()
    area = np.trapezoid(y, x)
    assert area == pytest.approx(display.auk, abs=1e-4)
    assert abs(np.trapezoid(display.kappa, display.fpr) - display.auk) > 0.01


def test_threshold_axis_shows_the_kappa_of_each_cut():
    display = KappaCurveDisplay.from_predictions(Y, SCORES, x="threshold")
    (mark,) = display.optimum_.get_xdata()
    decided = cohen_kappa_score(Y, mark <= SCORES)
    assert decided == pytest.approx(display.kappa.max())
    assert display.ax_.get_xlabel() == "Threshold"
    assert np.isfinite(display.line_.get_xdata()).all()


# --- constructors ---------------------------------------------------------------------------


@pytest.mark.parametrize("model", [LogisticRegression(), LinearSVC()], ids=["proba", "decision"])
@pytest.mark.parametrize("positive", ["good", "bad", None])
def test_from_estimator_of_either_class(model, positive):
    pipeline = make_pipeline(StandardScaler(), model).fit(X, NAMED)
    display = KappaCurveDisplay.from_estimator(pipeline, X, NAMED, pos_label=positive)
    towards_good = pipeline.decision_function(X)
    label = positive or "good"
    scores = towards_good if label == "good" else -towards_good
    assert display.auk == pytest.approx(auk_score(NAMED, scores, pos_label=label))
    assert display.ax_.get_xlabel() == f"False positive rate (Positive label: {label})"
    assert display.ax_.get_legend().get_texts()[0].get_text().startswith("Pipeline (AUK = ")


def test_from_cv_results_draws_folds_mean_and_band(folds):
    display = KappaCurveDisplay.from_cv_results(folds, X, Y, name="Logistic")
    assert len(display.line_) == len(display.auk) == 5
    grid, mean = display.mean_line_.get_data()
    assert mean[0] >= 0
    assert mean[-1] == pytest.approx(0)
    assert np.trapezoid(mean, grid) == pytest.approx(np.mean(display.auk), abs=0.01)
    # The band is one standard deviation, about the mean, of the folds.
    heights = np.array([np.interp(grid, *line.get_data()) for line in display.line_])
    low, high = mean - heights.std(axis=0), mean + heights.std(axis=0)
    box = display.band_.get_datalim(display.ax_.transData)
    assert (box.y0, box.y1) == pytest.approx((low.min(), high.max()), abs=0.01)


def test_a_fold_without_one_class_is_left_out_with_a_warning():
    negatives = np.flatnonzero(Y == 0)[:20]
    splits = [*KFold(2).split(X), (np.setdiff1d(np.arange(len(Y)), negatives), negatives)]
    folds = cross_validate(
        LogisticRegression(), X, Y, cv=splits, return_estimator=True, return_indices=True
    )
    with pytest.warns(UndefinedMetricWarning, match="fold 2 is undefined: y_true has no positive"):
        display = KappaCurveDisplay.from_cv_results(
            folds, X, Y, curve_kwargs=[{"color": c} for c in "rgb"]
        )
    assert [line.get_color() for line in display.line_] == ["r", "g"]


def test_folds_take_lists_as_scikit_learns_displays_do(folds):
    styles = [{"c": color, "lw": 2} for color in ("C0", "C1", "C2", "C3", "C4")]
    names = [f"fold {i}" for i in range(5)]
    display = KappaCurveDisplay.from_cv_results(folds, X, Y, name=names, curve_kwargs=styles)
    assert [line.get_color() for line in display.line_] == [style["c"] for style in styles]
    entries = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    shown = zip(names, display.auk, strict=True)
    assert entries[:5] == [f"{name} (AUK = {area:.2f})" for name, area in shown]
    assert entries[5].startswith("mean AUK")


# --- drawing --------------------------------------------------------------------------------


def test_chance_roc_and_spines():
    display = KappaCurveDisplay.from_predictions(
        Y, SCORES, with_roc=True, plot_chance_level=True, despine=True
    )
    assert set(display.chance_level_.get_ydata()) == {0}
    assert display.roc_ax_.get_ylabel() == "True positive rate"
    np.testing.assert_allclose(display.roc_ax_.lines[0].get_ydata(), display.tpr)
    assert not display.ax_.spines["top"].get_visible()


# --- bad input ------------------------------------------------------------------------------


def test_bad_input_is_named(folds):
    with pytest.raises(ValueError, match="no positive cases; a kappa curve needs both classes"):
        KappaCurveDisplay.from_predictions([0, 0], [1, 2])
    with pytest.raises(ValueError, match="x is 'tpr'; give 'fpr' or 'threshold'"):
        KappaCurveDisplay.from_predictions(Y, SCORES, x="tpr")
    with pytest.raises(ValueError, match="LinearRegression has no classes"):
        KappaCurveDisplay.from_estimator(LinearRegression().fit(X, Y), X, Y)
    model = LogisticRegression().fit(X, NAMED)
    with pytest.raises(ValueError, match="pos_label='ugly' is none of the classes"):
        KappaCurveDisplay.from_estimator(model, X, NAMED, pos_label="ugly")
    with pytest.raises(ValueError, match="response_method is 'predict'"):
        KappaCurveDisplay.from_estimator(model, X, NAMED, response_method="predict")
    with pytest.raises(ValueError, match="return_estimator=True, return_indices=True"):
        KappaCurveDisplay.from_cv_results({"test_score": [1]}, X, Y)
    with pytest.raises(ValueError, match=r"response_method is \['predict'\]"):
        KappaCurveDisplay.from_cv_results(folds, X, Y, response_method=["predict"])
    with pytest.raises(ValueError, match="curve_kwargs is a list of 2 for 5 folds"):
        KappaCurveDisplay.from_cv_results(folds, X, Y, curve_kwargs=[{}, {}])
    with pytest.raises(ValueError, match="name is a list of 5; give curve_kwargs as a list"):
        KappaCurveDisplay.from_cv_results(folds, X, Y, name=list("abcde"))
    with pytest.raises(ValueError, match="name is a list of 2 for 5 folds"):
        KappaCurveDisplay.from_cv_results(folds, X, Y, name=["a", "b"], curve_kwargs=[{}] * 5)
    with pytest.raises(ValueError, match="curve_kwargs is a list of 1 for 1 curve"):
        KappaCurveDisplay.from_predictions(Y, SCORES, curve_kwargs=[{}])
    with pytest.raises(ValueError, match="with_roc needs two axes"):
        KappaCurveDisplay.from_predictions(Y, SCORES, ax=plt.gca(), with_roc=True)
