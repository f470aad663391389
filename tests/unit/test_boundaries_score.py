"""Where one step more or less matters in reports of scores and raters, and in their files."""

import ctypes
import math
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from rated import table_file
from scipy.stats import binomtest

from kappabook.commands.agree import judge as judge_module
from kappabook.commands.agree.compute import _refuse_options
from kappabook.commands.agree.findings import _overall
from kappabook.commands.agree.ratings_table import read_sheet
from kappabook.commands.agree.references import against_reference
from kappabook.commands.agree.sheet import Columns, Sheet
from kappabook.commands.agree.sheet_checks import doubts
from kappabook.commands.files.batches import _Array, _column
from kappabook.commands.files.places import line_of
from kappabook.commands.files.sniff import kind_of
from kappabook.commands.files.spill import valid_memory
from kappabook.commands.files.tables import open_table
from kappabook.commands.score import Asked, matrix_measures
from kappabook.commands.score import score as score_file
from kappabook.commands.score.findings import _percent, findings
from kappabook.commands.score.predictions import Roles
from kappabook.commands.score.ranking_measures import drawn_curve
from kappabook.commands.score.scored import (
    MATRIX_MEASURES,
    RANKING_MEASURES,
    Classifier,
    Measure,
)
from kappabook.commands.score.sorted_scores import rank_sorted
from kappabook.commands.score.tables import grids
from kappabook.commands.score.tally import Tally
from kappabook.commands.words import Value
from kappabook.metrics.confusion import ConfusionMatrix

NONE = Measure(math.nan, reason="none")
MEASURES = dict.fromkeys((*MATRIX_MEASURES, *RANKING_MEASURES), NONE)


def classifier(name, labels, cells=None, **changes):
    cells = np.eye(len(labels)) if cells is None else cells
    per_class = dict.fromkeys(labels, NONE)
    measures = {**MEASURES, "accuracy": Measure(0.5)}
    named = {"measures": measures, "per_class": per_class, **changes}
    return Classifier(name, 9, tuple(labels), np.asarray(cells).tolist(), **named)


def scored(*classifiers):
    return SimpleNamespace(classifiers=list(classifiers), comparisons=[], grouped="")


# --- files ----------------------------------------------------------------------------------------


def test_the_first_4096_bytes_tell_what_a_file_is(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"x" * 4095 + b"\0")
    with pytest.raises(ValueError, match="holds bytes that are no text"):
        kind_of(path)
    path.write_bytes(b"x" * 4096 + b"\0")
    assert kind_of(path) == "csv"


def test_a_record_without_a_line_of_its_own_is_counted_from_one(tmp_path):
    path = tmp_path / "table.json"
    path.write_text('[{"a": 1}, {"a": 2}, {"a": 3}]')
    assert line_of(path, "json", "", 0) == f"{path}:1"
    assert line_of(path, "json", "", 2) == f"{path}, record 3"


@pytest.mark.parametrize(
    ("enough", "too_little"),
    [("100MB", "99.9MB"), ("97656.25KiB", "97656.2KiB"), ("0.1GB", "0.09GB")],
)
def test_the_least_memory_is_a_hundred_million_bytes(enough, too_little):
    """97656.25 x 1024 is 100,000,000."""
    assert valid_memory(enough) == enough
    with pytest.raises(ValueError, match="DuckDB needs 100MB or more"):
        valid_memory(too_little)


def test_a_column_may_begin_inside_a_buffer():
    """By its own offset and by that of its batch, as the Arrow C interface allows."""
    values = np.arange(100, 110, dtype=np.uint16)
    buffers = (ctypes.c_void_p * 2)(None, values.ctypes.data)
    array = _Array(offset=2, buffers=buffers)
    assert _column(array, 1, 3, np.uint16).tolist() == [103, 104, 105]


# --- raters ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("margin", [0, 2])
def test_a_margin_may_be_at_its_ends(margin):
    _refuse_options(Columns(judge="J"), margin, None, None, 0.95)


@pytest.mark.parametrize("margin", [-0.01, 2.01])
def test_a_margin_beyond_its_ends_is_refused(margin):
    with pytest.raises(ValueError, match=f"--margin is {margin}"):
        _refuse_options(Columns(judge="J"), margin, None, None, 0.95)


@pytest.mark.parametrize(("r", "n", "doubted"), [(20, 30, 0), (21, 30, 1), (21, 42, 0), (5, 4, 1)])
def test_more_than_twenty_raters_of_few_items_are_doubted(r, n, doubted):
    raters = [f"r{i}" for i in range(r)]
    items = [f"i{i}" for i in range(n)]
    sheet = Sheet(raters, n, "", items, [dict.fromkeys(raters, "x")] * n)
    assert len([text for text in doubts(sheet) if "turned round" in text]) == doubted


@pytest.mark.parametrize("reference", ["gold", "truth"])
def test_the_true_labels_are_a_column_or_a_rater_of_the_long_form(tmp_path, reference):
    rows = [["item", "rater", "label", "gold"]]
    rows += [[i, rater, f"{rater}{i}", f"t{i}"] for i in range(2) for rater in "AB"]
    if reference == "truth":
        rows = [row[:3] for row in rows] + [[i, "truth", f"t{i}"] for i in range(2)]
    columns = Columns(item="item", rater="rater", label="label", reference=reference)
    with open_table(table_file(tmp_path, rows)) as table:
        sheet = read_sheet(table, columns)
    assert sheet.raters == ["A", "B"]
    assert sheet.cells == [{"A": "A0", "B": "B0"}, {"A": "A1", "B": "B1"}]
    assert sheet.reference == ["t0", "t1"]


@pytest.mark.parametrize(("margin", "more"), [(0.1, 300), (None, None)])
def test_an_undecided_judge_is_told_how_many_items_more(monkeypatch, margin, more):
    """An interval twice as wide as it may be needs four times the 100 items."""
    found = SimpleNamespace(
        **{"estimate_a": 0.5, "estimate_b": 0.55, "difference": -0.05, "low": -0.15, "high": 0.05},
        **{"n": 100, "verdict": "undecided", "caution": ""},
    )
    monkeypatch.setattr(judge_module, "compare_judge_with_raters", lambda *_, **__: found)
    how = SimpleNamespace(
        ordered=False, labels=["x", "y"], groups=None, confidence_level=0.95, n_draws=None
    )
    rated = {"J": ["x"], "A": ["x"], "B": ["x"]}
    assert judge_module.judge_verdict(rated, "J", how, margin).more_items == more


@pytest.mark.parametrize(
    ("labels", "said", "n_items"), [("xy", [None, "y"], 0), ("x", ["x", "x"], 1)]
)
def test_nothing_known_or_one_label_leaves_kappa_undefined(labels, said, n_items):
    how = SimpleNamespace(labels=list(labels), groups=None, confidence_level=0.95, n_draws=9)
    (found,) = against_reference({"A": said}, ["x", None], "A", how, None)
    assert found.n_items == n_items
    assert found.accuracy == 1 if n_items else math.isnan(found.accuracy)
    assert all(map(math.isnan, (found.kappa, found.low, found.high)))


def overall(alpha, ac1=0.5, level="nominal"):
    """What is said of all raters together, as one text."""
    how = SimpleNamespace(level=level, confidence_level=0.95)
    sheet = SimpleNamespace(cells=[{"A": "x", "B": "x"}, {"A": "x", "B": "y"}])
    found = SimpleNamespace(
        **{"percent_agreement": Value(0.5, 0.4, 0.6), "alpha": Value(*alpha), "how": how},
        **{"raters": ["A", "B"], "n_items": 2, "sheet": sheet, "ac1": Value(ac1, 0, 1)},
    )
    return " ".join(one.finding for one in _overall(found))


@pytest.mark.parametrize(
    ("low", "high", "chance"),
    [(-0.1, 0.9, True), (0, 0.9, True), (-0.1, 0, True), (0.1, 0.9, False), (-0.9, -0.1, False)],
)
def test_an_interval_that_includes_0_may_be_chance(low, high, chance):
    assert ("this may be chance" in overall(((low + high) / 2, low, high))) == chance


@pytest.mark.parametrize(
    ("ac1", "level", "said"),
    [(0.75, "nominal", True), (0.65, "nominal", False), (0.75, "ordinal", False)],
)
def test_a_gap_of_more_than_a_fifth_between_ac1_and_alpha_is_said(ac1, level, said):
    text = overall((0.5, 0.4, 0.6), ac1, level)
    assert ("much higher than alpha: 'x' is 75 % of all ratings" in text) == said


# --- scores ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0 %"), (0.009, "0.9 %"), (0.01, "1 %"), (0.99, "99 %"), (0.991, "99.1 %"), (1, "100 %")],
)
def test_only_shares_close_to_an_end_have_a_decimal(share, text):
    assert _percent(share) == text


@pytest.mark.parametrize(("large", "said"), [(4, False), (3, True)])
def test_a_file_is_large_above_the_limit_not_at_it(tmp_path, large, said):
    rows = [["y_true", "y_pred"], ["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]]
    notes = score_file(table_file(tmp_path, rows), None, Asked(large=large)).notes
    assert any(f"More than {large} rows" in note for note in notes) == said


def test_both_spellings_of_the_positive_label_are_positive_in_a_large_file(tmp_path):
    """1 and 1.0 above 0 in three of four pairs."""
    rows = [["y_true", "y_score"], ["1", 0.9], ["1.0", 0.2], ["0", 0.5], ["0", 0.1]]
    found = score_file(table_file(tmp_path, rows), None, Asked(large=1))
    assert found.classifiers[0].measures["auc"].estimate == 0.75


def test_united_labels_add_up_rows_weights_and_squares():
    found = Tally(patterns={("1",): (1, 2.0, 4.0), ("1.0",): (2, 5.0, 13.0)})
    found.unite({"1.0": "1"})
    assert found.patterns == {("1",): (3, 7.0, 17.0)}


def test_the_curve_of_few_cases_has_all_its_points():
    cases = (np.array([True, False, True, False]), np.array([4.0, 3.0, 2.0, 1.0]), None)
    curve, *_ = drawn_curve(cases)
    assert curve.fpr.tolist() == [0, 0, 0.5, 0.5, 1]
    assert curve.tpr.tolist() == [0, 0.5, 0.5, 1, 1]


@pytest.mark.parametrize("m", [1, 3])
@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_corner_of_a_perfect_ranking_is_drawn_in_one_batch_or_two(m, size):
    score, positive = np.arange(6.0, 0, -1), np.repeat([1, 0], [m, 6 - m]).astype(np.uint8)
    parts = [(score[i : i + size], positive[i : i + size], None) for i in range(0, 6, size)]
    curve = rank_sorted(parts, 6.0 - m, float(m)).curve
    assert (0, 1) in set(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def test_the_interval_of_accuracy_ends_at_1_where_all_are_right():
    for n in range(1, 100):
        cells = np.diag([n, 0])
        assert matrix_measures._accuracy(ConfusionMatrix(cells), cells).high == 1


@pytest.mark.parametrize("hits", [1, 3, 6, 9])
def test_the_interval_of_accuracy_is_wilsons(hits):
    confusion = ConfusionMatrix([[hits, 10 - hits], [0, 0]])
    found = matrix_measures._accuracy(confusion, np.asarray(confusion.cells))
    wilson = binomtest(hits, 10).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx(tuple(wilson), rel=1e-9)


def test_two_classes_by_group_have_the_interval_of_kappa(tmp_path):
    """Of two classes, each against the rest is the whole table."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    guess = np.where(rng.random(60) < 0.7, truth, 1 - truth)
    rows = [["y_true", "y_pred", "g"], *zip(truth, guess, np.arange(60) // 3, strict=True)]
    (one,) = score_file(table_file(tmp_path, rows), Roles(group="g")).classifiers
    kappa = one.measures["kappa"]
    assert -1 < kappa.low < kappa.estimate < kappa.high < 1
    for label in ("0", "1"):
        alone = one.per_class[label]
        assert (alone.low, alone.high) == pytest.approx((kappa.low, kappa.high))


def test_tables_name_the_classifier_if_there_are_several():
    one, two = classifier("one", "ab"), classifier("two", "ab")
    several = [grid.title for grid in grids(scored(one, two))]
    assert several[2:] == ["one: confusion matrix", "two: confusion matrix"]
    assert several[0].startswith("one, ")
    assert [grid.title for grid in grids(scored(one))][1:] == ["confusion matrix"]


@pytest.mark.parametrize("defined", [0, 1, 2, 3])
def test_a_best_and_a_worst_class_need_three(defined):
    per_class = {x: Measure(i / 4) if i < defined else NONE for i, x in enumerate("abc")}
    said = " ".join(
        f.finding for f in findings(scored(classifier("m", "abc", per_class=per_class)))
    )
    assert ("'c' is told apart best" in said) == (defined == 3)
    assert ("told apart" in said) == (defined == 3)


def test_a_class_without_cases_is_drawn_without_a_warning():
    pytest.importorskip("matplotlib")
    from kappabook.commands.score.pictures import matrix_picture

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = matrix_picture(classifier("m", "ab", [[3, 1], [0, 0]]))
    assert figure.axes[0].images[0].get_array().tolist() == [[0.75, 0.25], [0, 0]]
