"""Results of a study: read, checked, summarised, written."""

import math
import statistics
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import accuracy_score, cohen_kappa_score
from small_study import study, study_of

from kappabook import ConfusionMatrix
from kappabook.study import Results
from kappabook.study.scores import implied_chance, summarise
from kappabook.study.tidy import read_scores

COUNTS = study()


@pytest.fixture(scope="module")
def results():
    return Results(COUNTS)


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
    results = Results(study_of({"any": guess}, truth, folds))
    for fold in (1, 2, 3):
        here = folds == fold
        own = results.folds.query("fold == @fold").iloc[0]
        assert own["accuracy"] == pytest.approx(accuracy_score(truth[here], guess[here]))
        assert own["kappa"] == pytest.approx(cohen_kappa_score(truth[here], guess[here]))
    whole = results.confusion("own", "any")
    assert whole == ConfusionMatrix.from_predictions(truth.astype(str), guess.astype(str))


def test_a_perfect_fold_has_a_chance_which_accuracy_and_kappa_no_longer_tell():
    truth = [0, 0, 0, 1] * 2
    own = Results(study_of({"right": truth}, truth, [1] * 4 + [2] * 4)).folds
    assert own["chance"].tolist() == [0.625, 0.625]
    assert own["implied_chance"].tolist() == [0, 0]


def test_elsewhere_the_implied_chance_is_the_true_one(results):
    imperfect = results.folds.query("kappa < 1")
    np.testing.assert_allclose(imperfect["implied_chance"], imperfect["chance"], atol=1e-12)
    assert implied_chance(0.7, 0.4) == pytest.approx(0.5)


def test_undefined_kappa_is_counted_and_left_out():
    counts = study_of({"any": [0, 0, 0, 1, 0, 1]}, [0, 0, 0, 1, 1, 1], [1, 1, 2, 2, 3, 3])
    with pytest.warns(UndefinedMetricWarning, match="1 of 3 folds.*fold 1 of repeat 1 of any"):
        cell = Results(counts).summary().iloc[0]
    assert (cell["folds"], cell["undefined"]) == (3, 1)
    assert cell["kappa"] == pytest.approx((1 + 0) / 2)


def test_one_fold_has_no_half_width():
    cell = Results(study_of({"any": [0, 1, 1]}, [0, 1, 0], [1, 1, 1])).summary().iloc[0]
    assert math.isnan(cell["accuracy_ci"])
    assert cell["accuracy"] == pytest.approx(2 / 3)


# --- classes --------------------------------------------------------------------------------


def test_declared_classes_may_be_empty_and_change_no_score():
    counts = study_of({"any": [1, 10, 2]}, [1, 2, 2], [1, 1, 1])
    plain = Results(counts)
    assert plain.classes["own"] == ("1", "2", "10")
    declared = Results(counts, classes={"own": ["10", "0", "2", "1"]})
    assert declared.confusion("own", "any").labels == ("10", "0", "2", "1")
    assert declared.confusion("own", "any")["2", "10"] == 1
    pd.testing.assert_frame_equal(declared.folds, plain.folds)
    with pytest.raises(ValueError, match="own has the class '10', which is not declared"):
        Results(counts, classes={"own": ["1", "2"]})


def test_a_class_may_be_called_na(tmp_path):
    Results(study_of({"any": ["NA", "nan"]}, ["NA", "nan"], [1, 1])).write(tmp_path / "r.csv")
    assert Results.read(tmp_path / "r.csv").classes["own"] == ("NA", "nan")


# --- files and order ------------------------------------------------------------------------


def test_written_and_read_again_byte_for_byte(results, tmp_path):
    results.write(tmp_path / "a.csv")
    again = Results.read(str(tmp_path / "a.csv"))
    again.write(tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert b"\r" not in (tmp_path / "a.csv").read_bytes()
    pd.testing.assert_frame_equal(again.folds, results.folds)


SMALL = COUNTS.query("dataset == 'made-0' and classifier == 'tree'")
SORTED = Results(SMALL).counts


@settings(max_examples=settings.default.max_examples // 4)
@given(st.randoms(use_true_random=False))
def test_order_of_rows_within_a_cell_does_not_matter(random):
    """Data sets and classifiers keep the order of first appearance, the rest has one order."""
    order = list(range(len(SMALL)))
    random.shuffle(order)
    pd.testing.assert_frame_equal(Results(SMALL.iloc[order]).counts, SORTED, check_dtype=True)


def test_names_keep_the_order_of_first_appearance():
    results = Results(COUNTS.iloc[::-1])
    assert results.datasets == ("made-2", "made-1", "made-0")
    assert results.classifiers == ("neighbours", "logistic", "bayes", "tree")
    assert results.folds["fold"].tolist()[:5] == [1, 2, 3, 4, 5]


def test_scores_alone(tmp_path):
    results = Results(study(1, repeats=2, folds=3, n=60))
    results.write_scores(tmp_path / "scores.csv")
    scores = read_scores(tmp_path / "scores.csv")
    by = ("dataset", "classifier", "repeat")
    columns = ["accuracy", "accuracy_ci", "kappa", "kappa_ci"]
    np.testing.assert_allclose(
        summarise(scores, by)[columns], results.summary(by)[columns], atol=1e-5
    )


def test_select(results):
    part = results.select(dataset="made-1", classifier=["tree", "bayes"], repeat=1)
    assert (part.datasets, part.classifiers) == (("made-1",), ("tree", "bayes"))
    assert repr(part) == ("Results of 1 data set, 2 classifiers (tree, bayes) by sklearn: 10 folds")
    with pytest.raises(ValueError, match="no engine 'weka' in these results; there are sklearn"):
        results.select(engine="weka")
    with pytest.raises(ValueError, match="no fold 9 among the folds asked for; there are 1, 2"):
        results.confusion("made-1", "tree", fold=9)


@pytest.mark.parametrize("wanted", [{"dataset": "made-1"}, {"classifier": ["bayes", "tree"]}])
def test_a_part_is_what_its_rows_alone_give(results, wanted):
    ((column, names),) = wanted.items()
    part = results.select(**wanted)
    alone = Results(results.counts[results.counts[column].isin(np.atleast_1d(names))])
    assert part.classes == alone.classes
    pd.testing.assert_frame_equal(part.counts, alone.counts)
    pd.testing.assert_frame_equal(part.folds, alone.folds)
    np.testing.assert_array_equal(part.actual_totals, alone.actual_totals)
    np.testing.assert_array_equal(part.predicted_totals, alone.predicted_totals)


@pytest.mark.slow
def test_sixty_cells_of_ten_folds_take_no_time(tmp_path):
    rng = np.random.default_rng(0)
    truth, folds = rng.integers(0, 6, 900), np.arange(900) % 10 + 1
    names = [f"m{i}" for i in range(5)]
    frames = [
        study_of({name: rng.integers(0, 6, 900) for name in names}, truth, folds, f"d{d}")
        for d in range(12)
    ]
    pd.concat(frames).to_csv(tmp_path / "r.csv", index=False)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        table = Results.read(tmp_path / "r.csv").summary()
        times.append(time.perf_counter() - start)
    assert len(table) == 60
    assert min(times) < 1  # measured 0.06 s; a machine shared by others is slower


# --- bad input ------------------------------------------------------------------------------


def broken(column, value, row=3):
    frame = COUNTS.astype({"count": object, "fold": object, "repeat": object})
    frame.loc[row, column] = value
    return frame


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (COUNTS.drop(columns=["fold", "count"]), "no column fold, count; it needs dataset, cl"),
        (COUNTS.iloc[:0], "no rows"),
        (broken("count", 0), "line 5: count is '0'; give a whole number from 1 on"),
        (broken("count", "many"), "line 5: count is 'many'"),
        (broken("fold", 1.5), "line 5: fold is '1.5'"),
        (broken("repeat", -1), "line 5: repeat is '-1'"),
        (broken("actual", ""), "line 5: actual is empty; give a name"),
        (broken("engine_version", "2"), "engine sklearn is of version 2, before it was 1"),
        (
            COUNTS.iloc[[0, 1, 2, 3, 1]],
            "line 6: fold 1 of repeat 1 of tree on made-0 by sklearn, .* stands twice",
        ),
        (
            COUNTS.query("not (classifier == 'bayes' and fold == 2 and dataset == 'made-1')"),
            "fold 2 of repeat 1 on made-1 has 0 rows of class '.*' for bayes, but ",
        ),
        (broken("count", 99), "fold 1 of repeat 1 on made-0 has"),
    ],
)
def test_errors_name_file_and_line(frame, message, tmp_path):
    path = tmp_path / "bad.csv"
    frame.to_csv(path, index=False)
    with pytest.raises(ValueError, match=message) as error:
        Results.read(path)
    assert str(path) in str(error.value)


def test_errors_without_a_file():
    with pytest.raises(ValueError, match=r"^row 3: count is 0; give a whole number"):
        Results(broken("count", 0))
    with pytest.raises(ValueError, match="the table has no column actual"):
        Results(COUNTS.drop(columns="actual"))


def test_repeats_must_cover_the_same_rows():
    other = study_of({"any": [0, 1, 1]}, [0, 1, 1], [1, 1, 2])
    first = study_of({"any": [0, 1, 1, 0]}, [0, 1, 1, 0], [1, 1, 2, 2])
    both = pd.concat([first, other.assign(repeat=2)])
    with pytest.raises(ValueError, match=r"repeat 2 of sklearn on own covers 3 rows.*covers 4"):
        Results(both)


def test_bad_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        Results.read(tmp_path / "none.csv")
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(ValueError, match="is no CSV table"):
        Results.read(tmp_path / "empty.csv")
    head = "dataset,classifier,engine,engine_version,repeat,fold,accuracy,kappa\n"
    (tmp_path / "s.csv").write_text(head + "a,b,c,1,1,1,0.5,7\n")
    with pytest.raises(ValueError, match="line 2: kappa is '7'; give a number from -1 to 1"):
        read_scores(tmp_path / "s.csv")
    (tmp_path / "s.csv").write_text(head + "a,b,c,1,1,1,0.5,\na,b,c,1,1,1,0.5,0\n")
    with pytest.raises(ValueError, match="line 3: fold 1 of repeat 1 of b on a by c stands twice"):
        read_scores(tmp_path / "s.csv")


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
