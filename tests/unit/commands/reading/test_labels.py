"""What is one label: equal numbers in several spellings, and truth values."""

from collections import Counter

import pytest

from kappabook.commands.reading.labels import one_spelling, remarks, spelling_note
from kappabook.commands.reading.numbers import NumberForm


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ([["1", "2"], ["1.0", "2.0"]], {"1.0": "1", "2.0": "2"}),
        ([["1", "1.0", "1.00"]], {"1.0": "1", "1.00": "1"}),
        ([["1.5", "2.0"], ["2", "3"]], {"2.0": "2"}),
        ([["1", "unsure"], ["1.0", "2.0"]], {"1.0": "1", "2.0": "2"}),
        ([["1.50"], ["1.5"]], {"1.50": "1.5"}),
        ([["+1"], ["1"], ["1e0"]], {"+1": "1", "1e0": "1"}),
        ([["01", "02"], ["1", "2"]], {"01": "1", "02": "2"}),
        ([["True", "False"], ["1", "0"]], {"True": "1", "False": "0"}),
        ([["True"], ["1.0", "0.0", "NA"]], {"True": "1", "1.0": "1", "0.0": "0"}),
        ([["TRUE", "FALSE"], ["True", "False"]], {"TRUE": "True", "FALSE": "False"}),
    ],
)
def test_equal_labels_have_one_spelling(columns, expected):
    assert one_spelling(columns) == expected
    assert all(repr(label) in spelling_note(expected) for label in expected)


@pytest.mark.parametrize(
    "columns",
    [
        [["1.0", "0.0"]],
        [["01", "1"]],  # a column that has both may tell them apart
        [["1.1", "1.10"]],  # sections
        [["1", "1.0", "1.0.1"]],  # versions
        [["True", "1"]],
        [["True", "False"], ["0", "1"], ["0", "1", "2"]],
        [["10000000000000001"], ["10000000000000000"]],
        [["0.1"], ["0.10000000000000001"]],
        [["a"], ["A"]],
    ],
)
def test_labels_that_may_differ_are_left_alone(columns):
    assert one_spelling(columns) == {}
    assert spelling_note({}) == ""


def test_the_spelling_asked_for_and_the_decimal_mark():
    assert one_spelling([["1", "2"], ["2.0"]], ["1.0", "2.0"]) == {"1": "1.0", "2": "2.0"}
    assert one_spelling([["True", "False"], ["1"]], ["False", "True"]) == {"1": "True"}
    assert one_spelling([["1,0"], ["1", "1.0"]], (), NumberForm(",", "")) == {"1,0": "1"}


def test_a_column_with_both_true_and_1_is_named():
    (note,) = remarks({"True": 3, "1": 2, "0": 4}, 9)
    assert "'True'" in note
    assert "'1'" in note


def test_a_likely_code_is_named_with_its_remedy():
    (note,) = remarks({"1": 9, "2": 8, "3": 4, "-9": 2}, 20)
    assert "'-9' (2 times)" in note
    assert "--missing=-9" in note


def test_numbers_beyond_the_precision_of_a_float_stay_apart():
    near = Counter({"1180591620717411303424": 5, "1180591620717411303425": 5})
    assert not any("1180591620717411303424" in note for note in remarks(near, 10))
