"""Where one step more or less matters in reports of scores and raters, and in their files."""

import ctypes
import math
from types import SimpleNamespace

import numpy as np
import pytest
from rated import table_file

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
from kappabook.commands.words import Value

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
