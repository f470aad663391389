"""An ordered categorical is a scale: its order counts wherever distances do."""

import pandas as pd
import pytest
from support import pl

from kappabook import ConfusionMatrix, chance_agreement, cohen_kappa_score, per_class_kappa_score

SCALE = ["low", "mid", "high"]
TRUTH, GUESS = ["low", "mid", "high"], ["low", "high", "high"]


def ordered(y, scale=SCALE):
    return pd.Categorical(y, categories=scale, ordered=True)


CONTAINERS = {
    "categorical": ordered,
    "series": lambda y: pd.Series(ordered(y)),
    "index": lambda y: pd.CategoricalIndex(ordered(y)),
    "data frame": lambda y: pd.DataFrame({"y": ordered(y)}),
    **({"polars": lambda y: pl.Series(y, dtype=pl.Enum(SCALE))} if pl else {}),
}


@pytest.mark.parametrize("make", CONTAINERS.values(), ids=CONTAINERS)
def test_the_order_is_kept(make):
    truth, guess = make(TRUTH), make(GUESS)
    assert cohen_kappa_score(truth, guess, weights="linear") == 2 / 3
    assert cohen_kappa_score(truth, GUESS, weights="linear") == 2 / 3
    assert cohen_kappa_score(TRUTH, GUESS, weights="linear") == 1 / 4
    assert ConfusionMatrix.from_predictions(truth, guess).labels == tuple(SCALE)


def test_a_step_of_the_scale_that_nobody_used_still_counts():
    truth, guess = ["low", "high", "low", "mid"], ["low", "high", "mid", "mid"]
    scale = ["low", "ok", "mid", "high"]
    found = cohen_kappa_score(ordered(truth, scale), ordered(guess, scale), weights="quadratic")
    assert found == cohen_kappa_score(truth, guess, labels=scale, weights="quadratic")
    assert found != cohen_kappa_score(truth, guess, labels=SCALE, weights="quadratic")


def test_costs_are_in_the_order_of_the_scale():
    costs = [[0, 1, 9], [1, 0, 1], [9, 1, 0]]
    found = cohen_kappa_score(ordered(TRUTH), ordered(GUESS), weights=costs)
    assert found == cohen_kappa_score(TRUTH, GUESS, labels=SCALE, weights=costs)


def test_unordered_categories_are_names():
    truth, guess = (pd.Categorical(y, categories=SCALE) for y in (TRUTH, GUESS))
    assert cohen_kappa_score(truth, guess, weights="linear") == 1 / 4
    assert ConfusionMatrix.from_predictions(truth, guess).labels == ("high", "low", "mid")


def test_categories_of_numbers():
    truth, guess = ordered([3, 1, 2], [3, 2, 1]), ordered([3, 2, 2], [3, 2, 1])
    assert cohen_kappa_score(truth, guess) == cohen_kappa_score([3, 1, 2], [3, 2, 2])
    assert cohen_kappa_score(truth, [3, 2, 2]) == cohen_kappa_score([3, 1, 2], [3, 2, 2])


def test_a_shorter_scale_within_the_other():
    found = cohen_kappa_score(ordered(TRUTH), ordered(GUESS, ["low", "high"]), weights="linear")
    assert found == 2 / 3


def test_labels_in_the_order_of_the_scale_choose_classes():
    found = cohen_kappa_score(
        ordered(TRUTH), ordered(GUESS), labels=["low", "high"], weights="linear"
    )
    assert found == 1


def test_where_order_does_not_count_it_need_not_agree():
    truth, guess = ordered(TRUTH), ordered(GUESS, ["mid", "high", "low"])
    assert cohen_kappa_score(truth, guess) == cohen_kappa_score(TRUTH, GUESS)
    assert cohen_kappa_score(truth, guess, labels=["high", "low", "mid"]) == 0.5
    assert chance_agreement(truth, guess) == chance_agreement(TRUTH, GUESS)


@pytest.mark.parametrize("weights", ["linear", "quadratic", [[0, 1, 2], [1, 0, 1], [2, 1, 0]]])
@pytest.mark.parametrize(
    ("guess", "labels", "message"),
    [
        (ordered(GUESS), ["low", "high", "mid"], "contradict the ordered categories"),
        (ordered(GUESS, ["mid", "high", "low"]), None, "y1 has the ordered categories"),
        (["low", "high", "none"], None, r"y2\[2\] is 'none', which is not among the ordered"),
        (["low", "high", 3], None, "y2 mixes int, str"),
        ([0, 1, 2], None, "y1 holds text and y2 numbers"),
        (ordered([None, "low", "mid"]), None, r"y2\[0\] is nan; a missing label"),
    ],
)
def test_what_contradicts_a_scale_is_refused(guess, labels, message, weights):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score(ordered(TRUTH), guess, labels=labels, weights=weights)


def test_each_class_keeps_its_kappa():
    found = per_class_kappa_score(ordered(TRUTH), ordered(GUESS))
    named = per_class_kappa_score(TRUTH, GUESS, labels=SCALE)
    assert found.tolist() == named.tolist()


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0, 1, 0], "labels hold 0 twice"),
        (["a", "b", "a"], "labels hold 'a' twice"),
        ([], "labels is empty"),
        ([0, None], "labels"),
        ([0, "1"], "labels mixes int, str"),
        ([[0, 1]], "labels must be one column"),
    ],
)
def test_bad_labels_are_named(labels, message):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score([0, 1], [0, 1], labels=labels)
