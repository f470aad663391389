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


@pytest.mark.parametrize("side", ["Predicted", "Model\\Truth"])
def test_a_word_above_the_columns_is_no_title(matrix, side):
    found = matrix(",Actual,\nx,no,yes\nno,28,4\nyes,8,20\n", positive="yes")
    assert found["confusion"] == BY_TRUTH
    found = matrix(f"{side},no,yes\nno,28,4\nyes,8,20\n", positive="yes")
    assert found["confusion"] == BY_TRUTH


@pytest.mark.parametrize(
    "text",
    [
        "truth,no,yes,Correct\nno,28,8,28\nyes,4,20,20\n",
        "truth,no,yes\nno,28,8\nyes,4,20\nright,28,20\n",
        "truth,no,yes,Correct,Recall\nno,28,8,28,78\nyes,4,20,20,83\n",
    ],
)
def test_hits_beside_a_matrix_are_no_class(matrix, text):
    found = matrix(text, positive="yes")
    assert found["confusion"] == BY_TRUTH
    assert any("Left out" in note for note in found["notes"])


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("truth,a,b,c\na,80,15,5\nb,30,60,10\nc,5,5,90\n", 300),
        ("truth,a,b\na,67,33\nb,34,67\n", 201),
        ("truth,a,b\na,67,40\nb,33,60\n", 200),
    ],
)
def test_sums_of_100_may_be_percentages_and_both_readings_are_named(matrix, text, n):
    found = matrix(text)
    assert found["n"] == n
    assert any("percentages" in note and str(n) in note for note in found["notes"])


@pytest.mark.parametrize("cells", ["90,20\nb,5,85", "60,0\nb,0,40", "103,7\nb,8,102"])
def test_other_sums_are_no_percentages(matrix, cells):
    found = matrix(f"truth,a,b\na,{cells}\n")
    assert not any("percentages" in note for note in found["notes"])


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
        ("truth,a,b,rate\na,8,2,0.7\nb,3,7,0.3\n", "'rate'"),  # no share of these rows
    ],
)
def test_what_is_no_count_is_refused(matrix, text, match):
    with pytest.raises(ValueError, match=match):
        matrix(text)


# Errors 22 and 20, shares of hits 43/65 and 20/40 across, 43/63 and 20/42 down.
INNER = [[43, 22], [20, 20]]


@pytest.mark.parametrize(
    "text",
    [
        "true,no,yes,-err.-\nno,43,22,22\nyes,20,20,20\n-err.-,20,22,42\n",
        "true,no,yes,-err.-,-n-\nno,43,22,22,65\nyes,20,20,20,40\n-err.-,20,22,42,\n-n-,63,42,,105\n",
        "true,no,yes,class.error\nno,43,22,0.3384615\nyes,20,20,0.5\n",
        "true,no,yes,Error,Rate\nno,43,22,0.3385,(22.0/65.0)\nyes,20,20,0.5,(20.0/40.0)\n"
        "Totals,63,42,0.4,(42.0/105.0)\n",
        "true,no,yes,recall\nno,43,22,66.2%\nyes,20,20,50%\nprecision,68.3%,47.6%,\n",
        "true,no,yes,class recall\nno,43,22,66\nyes,20,20,50\n",
        "true;no;yes;Trefferrate\nno;43;22;0,66\nyes;20;20;0,50\n",
        ",pred. no,pred. yes\ntrue no,43,22\ntrue yes,20,20\n",
        ",true no,true yes,precision\npred. no,43,20,68.25%\npred. yes,22,20,47.62%\n"
        "recall,66.15%,50.00%,\n",
        ",no (predicted),yes (predicted)\nno (actual),43,22\nyes (actual),20,20\n",
        ";vorhergesagt no;vorhergesagt yes\nwahr no;43;22\nwahr yes;20;20\n",
        ",Truth,Prediction,Freq\n1,no,no,43\n2,yes,no,20\n3,no,yes,22\n4,yes,yes,20\n",
    ],
)
def test_what_programs_print_around_a_matrix_is_no_class(matrix, text):
    found = matrix(text)
    assert found["confusion"] == INNER
    assert found["labels"] == ["no", "yes"]
    assert found["accuracy"] == pytest.approx(63 / 105)


@pytest.mark.parametrize(
    "text",
    [
        "truth,a,b,c\na,5,0,0\nb,0,7,0\nc,0,0,9\n",  # no errors at all
        "truth,a,b,c\na,50,1,1\nb,1,70,1\nc,1,1,90\n",  # the corner is not the errors
        "truth,a,b,c\na,40,0,1\nb,0,45,1\nc,2,3,10\n",  # 1 is no share of hits
        "truth,a,b,c\na,40,0,1\nb,0,45,1\n",
    ],
)
def test_a_class_with_the_numbers_of_a_margin_is_a_class(matrix, text):
    found = matrix(text)
    assert len(found["confusion"]) == 3
    assert not any("computed" in note for note in found["notes"])


def test_few_errors_or_a_class_the_option_decides(matrix):
    text = "truth,a,b,X\na,5,1,1\nb,2,6,2\nX,2,1,3\n"
    with pytest.raises(ValueError, match=r"'X'.*--totals yes.*--totals no"):
        matrix(text)
    assert matrix(text, totals=True)["n"] == 14
    assert matrix(text, totals=False)["n"] == 23
