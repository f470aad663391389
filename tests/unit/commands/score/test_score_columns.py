"""Columns of a stranger's table of predictions: confidences, repeated cases, gaps, grades."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score

import kappabook

CONFIDENT = pd.DataFrame(
    {
        "y_true": ["yes", "yes", "yes", "no", "no", "no", "no"],
        "y_pred": ["yes", "yes", "no", "no", "no", "no", "yes"],
        "y_score": [0.9, 0.8, 0.6, 0.95, 0.9, 0.85, 0.55],
    }
)


def test_confidences_in_the_class_predicted_rank_only_when_asked():
    found = kappabook.score(CONFIDENT, positive="yes").data
    assert found["auc"] is None
    assert "--score-of" in found["reasons"]["auc"]
    asked = kappabook.score(CONFIDENT, positive="yes", score_of="predicted").data
    assert asked["auc"] == pytest.approx(11 / 12)  # of 12 pairs one is the wrong way round
    assert kappabook.score(CONFIDENT, positive="yes", score_of="positive").data["auc"] == 0.375


def test_the_same_case_in_several_rows_is_named():
    n = 30
    truth = np.arange(n) % 2
    rows = {"doc_id": np.repeat(np.arange(n), 2), "filter": ["strict", "flexible"] * n}
    table = pd.DataFrame(rows | {"y_true": np.repeat(truth, 2), "y_pred": np.tile([0, 1], n)})
    notes = " ".join(kappabook.score(table).data["notes"])
    assert all(word in notes for word in ("--group doc_id", "'filter'", "'strict'", "0.500"))
    assert "doc_id" not in " ".join(kappabook.score(table, group="doc_id").data["notes"])
    single = table[table["filter"] == "strict"]
    assert "doc_id" not in " ".join(kappabook.score(single).data["notes"])


@pytest.mark.parametrize("code", ["-99", "-99.0"])
def test_missing_is_compared_as_the_column_does(code):
    table = pd.DataFrame({"y_true": [1, 0, 1, 0, 1, 0], "y_score": [0.1, 0.5, -99, -99, 0.7, 0.2]})
    found = kappabook.score(table, missing=[code, "XX"], threshold=0.5).data
    assert (found["n"], found["auc"]) == (4, 0.5)
    assert any("'XX'" in note for note in found["notes"])


def test_grades_with_a_gap_are_values_and_not_places():
    y, p = [1, 2, 5, 5, 2, 1, 5], [1, 5, 5, 2, 2, 2, 5]
    found = kappabook.score(y_true=y, y_pred=p, ordered=[1, 2, 5]).data
    filled = cohen_kappa_score(y, p, labels=[1, 2, 3, 4, 5], weights="quadratic")
    assert found["weighted_kappa"] == pytest.approx(filled)


def test_weights_of_kappa_need_an_order():
    with pytest.raises(ValueError, match="--ordered"):
        kappabook.score(y_true=["a", "b", "c"], y_pred=["a", "b", "b"], weights="linear")


def test_kappa_does_not_change_with_the_unit_of_the_weights():
    rng = np.random.default_rng(0)
    y, w = rng.integers(0, 2, 40), rng.integers(1, 5, 40).astype(float)
    p = np.where(rng.random(40) < 0.7, y, 1 - y)
    measured = [
        kappabook.score(y_true=y, y_pred=p, sample_weight=w * unit).data
        for unit in (1.0, 1e200, 1e-200, 1e-320)
    ]
    for found in measured:
        for name in ("kappa", "kappa_interval", "mcc", "mcc_interval"):
            assert found[name] == pytest.approx(measured[0][name], rel=1e-3)


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [
        (["0", "1"], ["LABEL_0", "LABEL_1"]),
        (["negative", "positive"], ["NEGATIVE", "POSITIVE"]),
        (["1:yes", "2:no"], ["yes", "no"]),
    ],
)
def test_labels_alike_but_for_what_stands_around_them_are_named(truth, predicted):
    with pytest.raises(ValueError, match=f"{predicted[0]}' the same as '{truth[0]}'"):
        kappabook.score(y_true=truth * 10, y_pred=predicted * 10)


def test_a_row_of_sums_is_named_where_it_makes_a_third_class():
    frame = pd.DataFrame({"y_true": [1, 0, 1, 0, 2], "y_score": [0.9, 0.2, 0.4, 0.1, 1.6]})
    with pytest.raises(ValueError, match=r"last row.*sum"):
        kappabook.score(frame)


def test_weights_that_count_cases_are_named_with_the_cases_of_the_interval():
    frame = pd.DataFrame({"y_true": [0, 0, 1, 1], "y_pred": [0, 1, 0, 1], "n": [40, 10, 5, 45]})
    notes = kappabook.score(frame, weight="n").data["notes"]
    assert any("'n'" in note and "4 weighted cases" in note for note in notes)


@pytest.mark.parametrize("n", [6, 60])
@pytest.mark.parametrize("how", [{}, {"method": {"auk": "delta"}}, {"groups": range(60)}])
def test_a_constant_score_has_areas_of_chance_and_no_interval(n, how):
    how = how | ({"groups": range(n)} if "groups" in how else {})
    found = kappabook.score(y_true=[0, 1] * (n // 2), y_score=[0.7] * n, **how).data
    assert (found["auc"], found["auk"]) == (0.5, 0)
    for name in ("auc_interval", "auk_interval"):
        assert found[name] is None
        assert "same score" in found["reasons"][name]


def test_a_label_that_is_never_predicted_and_stands_for_none_is_named():
    truth = ["0"] * 40 + ["1"] * 50 + ["-1"] * 10
    predicted = ["0"] * 35 + ["1"] * 5 + ["1"] * 50 + ["0"] * 10
    table = pd.DataFrame({"y_true": truth, "y_pred": predicted})
    found = kappabook.score(table).data
    assert found["accuracy"] == 0.85
    assert any("--missing=-1" in note for note in found["notes"])
    without = kappabook.score(table, missing=["-1"]).data
    assert without["accuracy"] == pytest.approx(85 / 90)
    assert not any("--missing" in note for note in without["notes"])


def test_training_and_test_data_in_one_file_are_named_once():
    table = pd.DataFrame({"y_true": ["a", "b"] * 20, "y_pred": ["a", "b", "b", "b"] * 10})
    plain = kappabook.score(table).data
    parts = kappabook.score(table.assign(split=["train"] * 30 + ["test"] * 10)).data
    assert sum("'split'" in note for note in parts["notes"]) == 1
    assert parts["kappa"] == plain["kappa"]
    folds = kappabook.score(table.assign(split=["1", "2"] * 20)).data
    assert not any("'split'" in note for note in folds["notes"])
