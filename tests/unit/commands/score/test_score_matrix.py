"""A confusion matrix as people hold it: totals, what rows are, numbers, and where it is kept."""

import numpy as np
import pandas as pd
import pytest

import kappabook

# TP 20, FN 4, FP 8, TN 28 for 'yes'; sensitivity 20/24, predictive value 20/28.
SENSITIVITY, PPV = 20 / 24, 20 / 28
BY_TRUTH = [[28, 8], [4, 20]]


@pytest.fixture
def matrix(tmp_path):
    def measure(text, **how):
        path = tmp_path / "matrix.csv"
        path.write_text(text, encoding="utf-8")
        return kappabook.score(path, matrix=True, **how).data

    return measure


TOTALS = "truth,ill,well,{0}\nill,10,4,14\nwell,3,20,23\n{0},13,24,37\n"


@pytest.mark.parametrize(
    "text",
    [
        *(
            TOTALS.format(name)
            for name in ("Grand Total", "Gesamt", "Summe", "All", "\u5408\u8ba1")
        ),
        TOTALS.format("xyz"),  # the sums decide, not the word
        "truth,ill,well,Row Total\nill,10,4,14\nwell,3,20,23\n",
        "truth,ill,well\nill,10,4\nwell,3,20\nColumn Total,13,24\n",
        "truth,ill,well,Row Total\nill,10,4,14\nwell,3,20,23\nColumn Total,13,24,37\n",
        "truth,Summe,ill,well\nSumme,37,13,24\nill,14,10,4\nwell,23,3,20\n",
    ],
)
def test_totals_are_what_equals_the_sums_and_are_left_out(matrix, text):
    found = matrix(text)
    assert found["confusion"] == [[10, 4], [3, 20]]
    assert found["accuracy"] == pytest.approx(30 / 37)
    assert any("totals" in note for note in found["notes"])


@pytest.mark.parametrize(
    ("text", "confusion"),
    [
        ("truth,y,n\ny,10,2\nn,3,20\n", [[10, 2], [3, 20]]),  # n is a class here
        ("truth,y,n\ny,5,5\nn,5,5\n", [[5, 5], [5, 5]]),
        ("truth,a,b\na,5,5\nb,3,3\n", [[5, 5], [3, 3]]),
        ("truth,a,b,c\na,5,1,6\nb,3,3,6\nc,1,1,9\n", [[5, 1, 6], [3, 3, 6], [1, 1, 9]]),
        ("truth,a,b,all\na,5,1,0\nb,3,3,1\nall,2,1,9\n", [[5, 1, 0], [3, 3, 1], [2, 1, 9]]),
    ],
)
def test_a_class_that_happens_to_be_a_sum_is_a_class(matrix, text, confusion):
    found = matrix(text)
    assert found["confusion"] == confusion
    assert not any("totals" in note for note in found["notes"])


def test_what_may_be_a_class_or_totals_is_refused_and_the_option_decides(matrix):
    text = "t,a,b,X\na,1,2,3\nb,3,1,4\nX,4,3,7\n"
    with pytest.raises(ValueError, match=r"'X'.*--totals yes.*--totals no"):
        matrix(text)
    assert matrix(text, totals=True)["n"] == 7
    assert matrix(text, totals=False)["n"] == 28


def test_totals_that_do_not_fit_are_refused_with_both_numbers(matrix):
    with pytest.raises(ValueError, match=r"38.*37"):
        matrix(TOTALS.format("Grand Total").replace("37", "38"))


@pytest.mark.parametrize(
    "text",
    [
        "y_pred,no,yes\nno,28,4\nyes,8,20\n",
        "Predicted class,no,yes\nno,28,4\nyes,8,20\n",
        "Vorhersage,no,yes\nno,28,4\nyes,8,20\n",
        "Pr\u00e9diction,no,yes\nno,28,4\nyes,8,20\n",
        "\u9884\u6d4b,no,yes\nno,28,4\nyes,8,20\n",
        "Pred/True,no,yes\nno,28,4\nyes,8,20\n",
        "Truth \u2192 Prediction \u2193,no,yes\nno,28,4\nyes,8,20\n",
        ",Reference,\nPrediction,no,yes\nno,28,4\nyes,8,20\n",
        ",Actual,\n,no,yes\nno,28,4\nyes,8,20\n",
        "Actual,no,yes\nPredicted,,\nno,28,4\nyes,8,20\n",
        ",,Actual,\n,,no,yes\nPredicted,no,28,4\n,yes,8,20\n",
        "Prediction,Reference,Freq\nno,no,28\nyes,no,8\nno,yes,4\nyes,yes,20\n",
    ],
)
def test_rows_that_are_predictions_are_turned_and_this_is_said(matrix, text):
    found = matrix(text, positive="yes")
    assert found["confusion"] == BY_TRUTH
    assert (found["sensitivity"], found["ppv"]) == (pytest.approx(SENSITIVITY), pytest.approx(PPV))
    assert any("turned" in note for note in found["notes"])


@pytest.mark.parametrize(
    "corner", ["truth", "Actual\\Predicted", "Wahrheit", '"truth (rows), prediction"', "gold"]
)
def test_rows_that_are_the_truth_stay(matrix, corner):
    found = matrix(f"{corner},no,yes\nno,28,8\nyes,4,20\n", positive="yes")
    assert found["sensitivity"] == pytest.approx(SENSITIVITY)
    assert not any("turned" in note for note in found["notes"])


@pytest.mark.parametrize("corner", ["", "class", "predator"])
def test_without_a_word_the_assumption_is_said_and_the_option_turns_it(matrix, corner):
    text = f"{corner},no,yes\nno,28,4\nyes,8,20\n"
    found = matrix(text, positive="yes")
    assert found["sensitivity"] == pytest.approx(PPV)
    assert any("--rows prediction" in note for note in found["notes"])
    turned = matrix(text, positive="yes", rows="prediction")
    assert turned["sensitivity"] == pytest.approx(SENSITIVITY)
    assert turned["kappa"] == found["kappa"]


def test_two_sides_that_are_both_predictions_are_refused(matrix):
    with pytest.raises(ValueError, match="--rows"):
        matrix(",Predicted,\nPrediction,no,yes\nno,28,4\nyes,8,20\n")


def test_thousands_in_counts(matrix):
    german = "Wahrheit;krank;gesund\nkrank;1.000;45\ngesund;30;2.000\n"
    with pytest.raises(ValueError, match=r"'1.000'.*--decimal"):
        matrix(german)
    assert matrix(german, decimal=",")["accuracy"] == pytest.approx(3000 / 3075)
    american = 'truth,ill,well\nill,"1,000",45\nwell,30,"2,000"\n'
    assert matrix(american)["accuracy"] == pytest.approx(3000 / 3075)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("cell", ["9000000000000000000", "18446744073709551616", "1e300"])
def test_cells_that_are_too_large_are_refused(matrix, cell):
    with pytest.raises(ValueError, match="cases"):
        matrix(f"truth,a,b\na,{cell},1\nb,2,3\n")


def test_large_cells_are_exact(matrix):
    assert matrix("truth,a,b\na,1000000000000000000,45\nb,30,200\n")["n"] == 10**18 + 275


def test_a_matrix_in_memory_is_read_as_a_file_is():
    truth = pd.Series(["no"] * 36 + ["yes"] * 24, name="y_true")
    predicted = pd.Series(["no"] * 28 + ["yes"] * 8 + ["no"] * 4 + ["yes"] * 20, name="y_pred")
    given = [
        pd.crosstab(predicted, truth),
        pd.crosstab(predicted, truth, margins=True),
        pd.crosstab(truth, predicted).astype(float),
        pd.crosstab(truth, predicted).reset_index(),
        kappabook.ConfusionMatrix(BY_TRUTH, labels=["no", "yes"]),
    ]
    for one in given:
        found = kappabook.score(one, matrix=True, positive="yes").data
        assert found["confusion"] == BY_TRUTH
        assert found["sensitivity"] == pytest.approx(SENSITIVITY)
    assert kappabook.score(np.array(BY_TRUTH), matrix=True).data["confusion"] == BY_TRUTH


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("truth,a,b\na,0.8,0.2\nb,0.3,0.7\n", "no count"),
        ("truth,a,b\na,80 %,20 %\nb,30 %,70 %\n", "percentages"),
        ("truth,a,b\na,1_000,2\nb,3,4\n", "1000"),
    ],
)
def test_what_is_no_count_is_refused(matrix, text, match):
    with pytest.raises(ValueError, match=match):
        matrix(text)
