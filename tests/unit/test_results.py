"""Results of a study: read, checked, summarised, written."""

import json
import math
import statistics
from hashlib import sha256

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import accuracy_score, cohen_kappa_score
from small_study import study, study_of, whole

from kappabook import ConfusionMatrix
from kappabook.study import StudyResults
from kappabook.study.scores import implied_chance

TABLE = study()


@pytest.fixture(scope="module")
def results():
    return whole(TABLE)


# --- numbers --------------------------------------------------------------------------------


def test_folds_equal_the_confusion_matrix_exactly(results):
    for row in results.folds.itertuples():
        key = {"repeat": row.repeat, "fold": row.fold}
        matrix = results.confusion(row.dataset, row.classifier, **key)
        assert (row.accuracy, row.kappa, row.chance) == (
            matrix.accuracy,
            matrix.kappa,
            matrix.chance_agreement,
        )
        assert row.rows == matrix.total


def test_summary_by_plain_loops(results):
    """Student's t by its tabulated quantile for four degrees of freedom."""
    table = results.summary()
    for key, cell in table.iterrows():
        own = results.folds.set_index(["dataset", "classifier", "engine"]).loc[key]
        for name in ("accuracy", "kappa", "chance", "implied_chance"):
            values = own[name].tolist()
            half = 2.7764451 * statistics.stdev(values) / math.sqrt(5)
            assert cell[name] == pytest.approx(statistics.fmean(values))
            assert cell[f"{name}_ci"] == pytest.approx(half)
        assert (cell["folds"], cell["undefined"]) == (5, 0)


def test_counts_are_those_of_the_predictions():
    rng = np.random.default_rng(0)
    truth, guess, folds = rng.integers(0, 4, 90), rng.integers(0, 4, 90), np.arange(90) % 3 + 1
    results = whole(study_of({"any": guess}, truth, folds))
    for fold in (1, 2, 3):
        here = folds == fold
        own = results.folds.query("fold == @fold").iloc[0]
        assert own["accuracy"] == pytest.approx(accuracy_score(truth[here], guess[here]))
        assert own["kappa"] == pytest.approx(cohen_kappa_score(truth[here], guess[here]))
    total = results.confusion("own", "any")
    assert total == ConfusionMatrix.from_predictions(truth.astype(str), guess.astype(str))


def test_a_perfect_fold_has_a_chance_which_accuracy_and_kappa_no_longer_tell():
    truth = [0, 0, 0, 1] * 2
    own = whole(study_of({"right": truth}, truth, [1] * 4 + [2] * 4)).folds
    assert own["chance"].tolist() == [0.625, 0.625]
    assert own["implied_chance"].tolist() == [0, 0]


def test_elsewhere_the_implied_chance_is_the_true_one(results):
    imperfect = results.folds.query("kappa < 1")
    np.testing.assert_allclose(imperfect["implied_chance"], imperfect["chance"], atol=1e-12)
    assert implied_chance(0.7, 0.4) == pytest.approx(0.5)


def test_undefined_kappa_is_counted_and_left_out():
    counts = study_of({"any": [0, 0, 0, 1, 0, 1]}, [0, 0, 0, 1, 1, 1], [1, 1, 2, 2, 3, 3])
    with pytest.warns(UndefinedMetricWarning, match="1 of 3 folds.*fold 1 of repeat 1 of any"):
        cell = whole(counts).summary().iloc[0]
    assert (cell["folds"], cell["undefined"]) == (3, 1)
    assert cell["kappa"] == pytest.approx((1 + 0) / 2)


def test_one_fold_has_no_half_width():
    cell = whole(study_of({"any": [0, 1, 1]}, [0, 1, 0], [1, 1, 1])).summary().iloc[0]
    assert math.isnan(cell["accuracy_ci"])
    assert cell["accuracy"] == pytest.approx(2 / 3)


# --- classes, files and order ----------------------------------------------------------------


def test_declared_classes_may_be_empty_and_change_no_score():
    head = TABLE.iloc[:1].assign(dataset="own")
    plain = StudyResults(head.assign(cells="0 1;1 1"), {"own": ["1", "2"]})
    declared = StudyResults(head.assign(cells="1 0 1;0 0 0;1 0 0"), {"own": ["2", "10", "1"]})
    assert declared.confusion("own", "tree").labels == ("2", "10", "1")
    assert declared.confusion("own", "tree")["1", "2"] == 1
    pd.testing.assert_frame_equal(declared.folds, plain.folds)


def same(results, others):
    pd.testing.assert_frame_equal(results.folds, others.folds)
    assert np.array_equal(results.cells, others.cells)
    assert results.classes == others.classes


def test_written_and_read_again_byte_for_byte(results, tmp_path):
    results.write(tmp_path / "a.csv", {"command": "make it", "engine": "own"})
    again = StudyResults.read(str(tmp_path / "a.csv"))
    again.write(tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert b"\r" not in (tmp_path / "a.csv").read_bytes()
    same(again, results)


SMALL = TABLE.query("dataset == 'made-0' and classifier == 'tree'")
SORTED = whole(SMALL)


@settings(max_examples=settings.default.max_examples // 4)
@given(st.randoms(use_true_random=False))
def test_order_of_rows_within_a_cell_does_not_matter(random):
    """Data sets and classifiers keep the order of first appearance, the rest has one order."""
    order = list(range(len(SMALL)))
    random.shuffle(order)
    same(whole(SMALL.iloc[order]), SORTED)


def test_names_keep_the_order_of_first_appearance():
    results = whole(TABLE.iloc[::-1])
    assert results.datasets == ("made-2", "made-1", "made-0")
    assert results.classifiers == ("neighbours", "logistic", "bayes", "tree")
    assert results.folds["fold"].tolist()[:5] == [1, 2, 3, 4, 5]


def test_select(results):
    part = results.select(dataset="made-1", classifier=["tree", "bayes"], repeat=1)
    assert (part.datasets, part.classifiers) == (("made-1",), ("tree", "bayes"))
    assert repr(part) == ("Results of 1 data set, 2 classifiers (tree, bayes) by sklearn: 10 folds")
    with pytest.raises(ValueError, match="no engine 'weka' in these results; there are sklearn"):
        results.select(engine="weka")
    with pytest.raises(ValueError, match="no fold 9 in these results; there are 1, 2"):
        results.confusion("made-1", "tree", fold=9)


@pytest.mark.parametrize("wanted", [{"dataset": "made-1"}, {"classifier": ["bayes", "tree"]}])
def test_a_part_is_what_its_rows_alone_give(results, wanted):
    ((column, names),) = wanted.items()
    same(results.select(**wanted), whole(TABLE[TABLE[column].isin(np.atleast_1d(names))]))


# --- bad input ------------------------------------------------------------------------------


def broken(column, value, row=3):
    frame = TABLE.astype({"fold": object, "repeat": object})
    frame.loc[row, column] = value
    return frame


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (TABLE.drop(columns=["fold", "cells"]), "no column fold, cells; it needs dataset, cl"),
        (TABLE.iloc[:0], "no rows"),
        (broken("fold", 1.5), "line 5: fold is '1.5'; give a whole number from 1 on"),
        (broken("repeat", -1), "line 5: repeat is '-1'"),
        (broken("engine", ""), "line 5: engine is ''; give a name"),
        (broken("cells", "1 2;3"), "line 5: cells are '1 2;3'; give 3 rows of 3 whole numbers"),
        (broken("cells", "1 0 0;0 1 0;0 0 -1"), "line 5: cells are .* give 3 rows of 3"),
        (broken("cells", "1 0;0 1"), "line 5: cells are .* give 3 rows of 3"),
        (broken("cells", "1 0 0;0 x 0;0 0 1"), "line 5: cells are .* give 3 rows of 3"),
        (broken("cells", "0 0 0;0 0 0;0 0 0"), "line 5: cells are .* not all of them 0"),
        (broken("dataset", "other"), "line 5: no classes are given for other"),
        (broken("engine_version", "2"), "engine sklearn is of version 2, before it was 1"),
        (
            TABLE.iloc[[0, 1, 2, 3, 1]],
            "line 6: fold 1 of repeat 1 of bayes on made-0 by sklearn stands twice",
        ),
        (
            TABLE.query("not (classifier == 'bayes' and fold == 2 and dataset == 'made-1')"),
            "repeat 1 of bayes by sklearn on made-1 covers 120 rows.* covers 150; a fold is miss",
        ),
        (broken("cells", "9 9 9;9 9 9;9 9 9"), "fold . of repeat 1 on made-0 has .* but .* for"),
    ],
)
def test_errors_name_file_and_line(frame, message, tmp_path):
    path, about = tmp_path / "bad.csv", {"format": 2}
    frame.drop(columns="classes").to_csv(path, index=False)
    about["files"] = {path.name: sha256(path.read_bytes()).hexdigest()}
    about["datasets"] = {f"made-{d}": {"classes": ["c0", "c1", "c2"]} for d in range(3)}
    path.with_suffix(".json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match=message) as error:
        StudyResults.read(path)
    assert str(path) in str(error.value)


def test_errors_without_a_file():
    with pytest.raises(ValueError, match=r"^row 3: fold is 0; give a whole number"):
        whole(broken("fold", 0))
    with pytest.raises(ValueError, match="the table has no column cells"):
        whole(TABLE.drop(columns="cells"))
    with pytest.raises(TypeError, match="table is a str; give a data frame of folds"):
        StudyResults("x", {})


def test_repeats_must_cover_the_same_rows():
    other = study_of({"any": [0, 1, 1]}, [0, 1, 1], [1, 1, 2])
    first = study_of({"any": [0, 1, 1, 0]}, [0, 1, 1, 0], [1, 1, 2, 2])
    with pytest.raises(ValueError, match=r"repeat 2 of any by sklearn on own covers 3 .*covers 4"):
        whole(pd.concat([first, other.assign(repeat=2)]))


def test_nothing_is_half_written(results, tmp_path, monkeypatch):
    target = tmp_path / "r.csv"
    target.write_text("before")

    def fails(*args, **options):
        raise OSError("no space left")

    monkeypatch.setattr(pd.DataFrame, "to_csv", fails)
    with pytest.raises(OSError, match="no space"):
        results.write(target)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["r.csv"]
