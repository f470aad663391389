"""The guide: its doctors, its formulas from their printed texts, its scale and its averages."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score

from kappabook import ConfusionMatrix
from kappabook.audit.judging import Audit
from kappabook.audit.printed import AuditError, Printed
from kappabook.papers import kappa_guide as paper
from kappabook.system.checkout import printed_folder

KEY = "kappa_guide"
PRINTED = Printed.of(printed_folder() / KEY)
BINARY = PRINTED["details.binary"]
SCALE = paper.read_scale(PRINTED)


def altered(claim, text):
    """The printed texts, with another for one claim."""
    return Printed({**PRINTED, claim: text}, printed_folder() / KEY)


def patients(table):
    """Return both judgements of every case of a table: of the rows, of the columns."""
    cells = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    return np.transpose(cells)


# --- the two doctors, once more without the library -----------------------------------------


@pytest.mark.parametrize("text", ["20 patients", "20,0", ""])
def test_a_count_that_is_no_number_is_refused(text):
    with pytest.raises(AuditError, match=f"printed value {text!r} is no number"):
        paper.read_doctors(altered("example.table.sick-sick", text))


def test_a_wrong_margin_in_the_text_breaks_the_table(tmp_path):
    """41 instead of 42: two cells no longer follow from the text, nor the margin from the table."""
    (tmp_path / KEY).mkdir()
    for file in (printed_folder() / KEY).iterdir():
        text = file.read_text().replace("according to Doctor B,42", "according to Doctor B,41")
        (tmp_path / KEY / file.name).write_text(text)
    (tmp_path / "cats_and_dogs").symlink_to(printed_folder() / "cats_and_dogs")
    rows = Audit(tmp_path / KEY, paper).rows
    broken = {name for name, row in rows.items() if row.verdict == "not reproduced"}
    assert broken == {f"example.{x}" for x in ("b-sick", "table.sick-not", "table.not-not")}


# --- formulas -------------------------------------------------------------------------------

cells = st.integers(0, 40)


def tables(least, most):
    return st.integers(least, most).flatmap(
        lambda k: st.lists(st.lists(cells, min_size=k, max_size=k), min_size=k, max_size=k)
    )


@given(tables(2, 2))
def test_both_printed_formulas_give_the_librarys_kappa(table):
    (tp, fn), (fp, tn) = table
    assume((tp + fn) * (fn + tn) + (fp + tn) * (tp + fp) > 0)
    counts = {paper.TP: tp, paper.FN: fn, paper.FP: fp, paper.TN: tn}
    shortcut = sp.sympify(BINARY.removeprefix("kappa = ")).subs(counts)
    general = paper.read_definition(PRINTED).of_two_classes().subs(counts)
    assert Fraction(str(shortcut)) == Fraction(str(general)) == ConfusionMatrix(table).exact().kappa


@pytest.mark.parametrize(
    ("old", "new"), [("TP*TN - FP*FN", "TP*TN + FP*FN"), ("2*", "1*"), ("(FN + TN)", "(FN + FP)")]
)
def test_the_weights_of_the_class_kappas_need_the_formula(old, new):
    assert paper.weighted_kappas_add_up(BINARY)
    assert not paper.weighted_kappas_add_up(BINARY.replace(old, new))


def test_f1_is_what_remains_without_true_negatives():
    tp, fp, fn = 7, 3, 2
    limit = paper.without_true_negatives(BINARY)
    limit = limit.subs({paper.TP: tp, paper.FP: fp, paper.FN: fn})
    assert float(limit) == pytest.approx(f1_score(*patients([[5, fp], [fn, tp]])))
    almost = ConfusionMatrix([[tp, fn], [fp, 10**9]]).kappa
    assert almost == pytest.approx(float(limit), abs=1e-6)


# --- the scale ------------------------------------------------------------------------------

# Landis and Koch (1977), Biometrics 33, p. 165: where each level begins.
LANDIS_KOCH = {"Slight": "0", "Fair": ".2", "Moderate": ".4", "Substantial": ".6"}
LANDIS_KOCH |= {"Almost perfect": ".8"}


def test_the_page_has_landis_and_kochs_divisions_and_a_word_for_1():
    begins = {row.name: row.bound for row in SCALE if row.sign == ">"}
    assert begins == {name: Fraction(bound) for name, bound in LANDIS_KOCH.items()}
    assert [row for row in SCALE if row.sign != ">"] == [("<=", 0, "Poor"), ("=", 1, "Perfect")]


@pytest.mark.parametrize(
    ("kappa", "name"),
    [
        ("-1", "Poor"),
        ("0", "Poor"),
        ("1/1000", "Slight"),
        ("1/5", "Slight"),
        ("37/117", "Fair"),
        ("4/5", "Substantial"),
        ("999/1000", "Almost perfect"),
        ("1", "Perfect"),
    ],
)
def test_the_scale_is_open_below_and_closed_above(kappa, name):
    assert paper.level(SCALE, Fraction(kappa)) == name


def test_a_kappa_below_a_scale_has_no_level():
    other = paper.read_scale_of_the_tutorial(PRINTED)
    assert paper.level(other, Fraction("0.39")) == "Minimal"
    with pytest.raises(AuditError, match=r"kappa is -0\.1; no row"):
        paper.level(other, Fraction("-0.1"))


@pytest.mark.parametrize("text", ["0.2", "> 20%", "≥ 0.2", ">0.2", ""])
def test_a_damaged_condition_is_named(text):
    with pytest.raises(AuditError, match=r"scale\.row3\.kappa: .* is no condition"):
        paper.read_scale(altered("scale.row3.kappa", text))


# --- small tables ---------------------------------------------------------------------------


def test_thresholds_by_hand():
    truth, scores = map(np.array, paper.RANKED)
    by_hand = [cohen_kappa_score(truth, scores >= t) for t in (0.9, 0.7, 0.4)]
    assert paper.by_threshold(truth, scores) == pytest.approx(by_hand)
