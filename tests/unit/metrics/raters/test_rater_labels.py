"""Labels that raters give in Python: ordered categories and half points, by every function."""

import numpy as np
import pandas as pd
import pytest

import kappabook
from kappabook import (
    brennan_prediger_score,
    conger_kappa_score,
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    pairwise_kappas,
    percent_agreement_score,
    rater_interval,
)

SCALE = ["low", "mid", "high"]
ORDERED = pd.CategoricalDtype(SCALE, ordered=True)
WORDS = {
    "A": ["low", "mid", "high", "high", "low", None, "mid"],
    "B": ["low", "mid", "high", "mid", "low", "high", "low"],
}
HALVES = np.array([[1, 1.5], [1.5, 1.5], [2, 2], [2.5, 1], [3, 3]])


def frame():
    return pd.DataFrame({name: pd.Series(said, dtype=ORDERED) for name, said in WORDS.items()})


def test_ordered_categories_have_an_order():
    expected = krippendorff_alpha_score(WORDS, labels=SCALE, level="ordinal")
    places = {name: [None if x is None else SCALE.index(x) for x in WORDS[name]] for name in WORDS}
    assert expected == pytest.approx(krippendorff_alpha_score(places, level="ordinal"))
    assert krippendorff_alpha_score(frame(), level="ordinal") == expected
    assert rater_interval(frame(), "krippendorff", level="ordinal").estimate == expected
    expected = pairwise_kappas(WORDS, labels=SCALE, weights="linear")
    found = pairwise_kappas(frame(), weights="linear")
    assert np.allclose(found.estimate, expected.estimate, equal_nan=True)


def test_agree_keeps_the_order_of_ordered_categories():
    data = frame().assign(item=range(7))
    report = kappabook.agree(data, item="item", n_draws=1000)
    assert report.data["labels"] == SCALE
    assert report.data["alpha_level"] == "ordinal"
    expected = krippendorff_alpha_score(frame(), level="ordinal")
    assert report.data["alpha"]["estimate"] == pytest.approx(expected)
    assert any("low < mid < high" in note for note in report.notes)
    long = data.melt("item").dropna()
    long["value"] = long["value"].astype(ORDERED)
    of_long = kappabook.agree(long, item="item", rater="variable", label="value", n_draws=1000)
    assert of_long.data["alpha"] == report.data["alpha"]
    nominal = kappabook.agree(data, item="item", level="nominal", n_draws=1000)
    assert nominal.data["labels"] == sorted(SCALE)


def test_orders_that_contradict_each_other_are_refused_or_named():
    data = frame()
    data["B"] = data["B"].cat.reorder_categories(["high", "low", "mid"])
    with pytest.raises(ValueError, match="ordered categories"):
        krippendorff_alpha_score(data, level="ordinal")
    report = kappabook.agree(data.assign(item=range(7)), item="item", n_draws=1000)
    assert report.data["alpha_level"] == "nominal"
    assert any("--ordered" in note for note in report.notes)


@pytest.mark.parametrize(
    "score",
    [
        krippendorff_alpha_score,
        fleiss_kappa_score,
        gwet_ac_score,
        conger_kappa_score,
        percent_agreement_score,
        brennan_prediger_score,
    ],
)
def test_half_points_are_labels(score):
    assert score(HALVES) == score(HALVES.astype(str))
    assert rater_interval(HALVES, "fleiss").estimate == fleiss_kappa_score(HALVES.astype(str))


def test_half_points_have_an_order():
    assert krippendorff_alpha_score(HALVES, level="ordinal") == krippendorff_alpha_score(
        2 * HALVES, level="ordinal"
    )
    linear = pairwise_kappas(HALVES, weights="linear").estimate
    assert np.allclose(
        linear, pairwise_kappas(2 * HALVES, weights="linear").estimate, equal_nan=True
    )


def test_grades_with_decimals_that_are_given_often_are_labels_and_measurements_are_not():
    rng = np.random.default_rng(1)
    grades = rng.choice([1.0, 1.3, 1.7, 2.0], (30, 2))
    assert fleiss_kappa_score(grades) == fleiss_kappa_score(grades.astype(str))
    for measured in (rng.normal(size=(30, 2)), [[1.1, 2.3], [3.7, 0.2]]):
        with pytest.raises(ValueError, match="interval"):
            fleiss_kappa_score(measured)
