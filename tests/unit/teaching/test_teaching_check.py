"""What a learner is told, whatever is passed to `check`; it never raises."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from kappabook import ConfusionMatrix
from kappabook.teaching import check
from kappabook.teaching.exercises import Feedback, Number, Numbers, Words, same
from kappabook.teaching.exercises.seals import read_sealed


class Hostile:
    """Fails in whatever way it is looked at."""

    def _fail(self, *args):
        raise RuntimeError("no")

    __float__ = __len__ = __iter__ = __repr__ = __str__ = __eq__ = __array__ = __getitem__ = _fail
    __hash__ = object.__hash__


def endless():
    while True:
        yield 1


RECURSIVE = []
RECURSIVE.append(RECURSIVE)
BAD = {
    "text": "a half",
    "empty text": "",
    "number as text": "0.5",
    "nan": math.nan,
    "true": True,
    "complex": 1j,
    "huge": 10**400,
    "far off": -123.456,
    "empty list": [],
    "ragged list": [[1, 2], [3]],
    "deep list": [[[[1]]]],
    "list of nothing": [..., None],
    "list of nan": [math.nan, math.nan],
    "recursive list": RECURSIVE,
    "dictionary": {"answer": 0.5},
    "generator": endless(),
    "empty array": np.array([]),
    "scalar array of nan": np.array(math.nan),
    "array of objects": np.array([None, "x"], dtype=object),
    "frame": pd.DataFrame({"a": [1, 2], "b": [3, -4]}),
    "one class": ConfusionMatrix([[5]]),
    "negative table": [[-1, 2], [3, 4]],
    "empty table": [[0, 0], [0, 0]],
    "five classes": ConfusionMatrix(np.eye(5, dtype=int)),
    "function": check,
    "hostile": Hostile(),
    "list of hostiles": [Hostile(), Hostile()],
}
EVERY = list(read_sealed())


@pytest.mark.parametrize("exercise", EVERY)
def test_any_bad_answer_gets_a_sentence(exercise):
    for name, answer in BAD.items():
        feedback = check(exercise, answer)
        assert feedback.state == "not yet", name
        assert feedback.message[0].isupper() or not feedback.message[0].isalpha(), name
        assert feedback.message.rstrip("'\"")[-1] in ".?!", name
        assert len(feedback.message) > 15, name


@pytest.mark.parametrize("exercise", EVERY)
@pytest.mark.parametrize("nothing", [(), (None,), (...,)], ids=["no argument", "None", "dots"])
def test_nothing_yet(exercise, nothing):
    feedback = check(exercise, *nothing)
    assert feedback.state == "nothing yet"
    assert not feedback
    assert "in place of the dots" in feedback.message


@pytest.mark.parametrize(
    ("exercise", "answer", "sentence"),
    [
        ("00-1", "0.91", "'0.91' is a text; take the quotes away."),
        ("00-1", "ninety", "This is a text; a number is asked for, without quotes."),
        ("00-1", math.nan, "Nan is no number. A value before was missing, or it was 0/0."),
        ("00-1", math.inf, "This is infinite. Something before was divided by 0."),
        ("00-1", [0.5, 0.5], "One number is asked for; this is a list."),
        ("00-1", check, "This is a function; call it, with parentheses."),
        ("00-1", (0, 91), "Use a decimal point: 0.91, not 0,91."),
        ("00-1", "0,91", "take the quotes away and use a decimal point: 0.91."),
        ("00-1", "91 %", "'91 %' is a text; give the share of 1 as a number"),
        ("00-1", 0.37, "0.37 is not right yet. An accuracy is asked for. Hint: "),
        ("00-2", 0.91, "That is the accuracy of the filter."),
        ("01-3", 0.75, "That is the accuracy for all three birds."),
        ("06-3", (0, 153, 0, 208), "Use a decimal point: a comma makes two numbers of one."),
        ("00-1", 1.5, "An accuracy is never above 1; yours is 1.5."),
        ("00-3", -2, "Kappa is never below -1; yours is -2."),
        ("01-1", 2, "A text in quotes is asked for, one of 'a', 'b', 'c', 'd'."),
        ("01-1", "e", "'e' is none of 'a', 'b', 'c', 'd'."),
        ("00-4", [1, 2], "your row 1 is a single number. Each row is a list of its own: [[., .],"),
        ("01-4", [0.1, 0.2], "Asked for is a list of 3 numbers; yours has 2 numbers."),
        (
            "01-4",
            [0.1, "x", 0.2],
            "Entry 2: this is a text; a number is asked for, without quotes.",
        ),
        ("01-4", [0.1, ..., 0.2], "Entry 2: this is still empty."),
        ("02-1", [75, 15, 5, 25], "Your numbers stand in one line; asked for is a table of 2 rows"),
        ("02-1", [[1, 2, 3], [4, 5, 6]], "your row 1 has 3."),
        ("02-5", ConfusionMatrix([[1, 2], [3, 4]]), "A table of 3 classes is asked for; yours has"),
    ],
)
def test_what_is_said(exercise, answer, sentence):
    feedback = check(exercise, answer)
    assert feedback.state == "not yet"
    assert sentence in feedback.message


def test_numbers_of_any_usual_type():
    for answer in (0.91, Fraction(91, 100), Decimal("0.91"), np.float32(0.91), np.array(0.91)):
        assert check("00-1", answer)
    assert check("00-1", sp.Rational(91, 100))
    for answer in ([875, 175], (875.0, 175), np.array([875, 175]), pd.Series([875, 175])):
        assert check("07-1", answer)
    for answer in ("b", " B) ", "(b)", "b."):
        assert check("01-1", answer)
    assert check("02-1", ConfusionMatrix([[75, 15], [5, 25]]))
    assert check("02-1", pd.DataFrame([[75, 15], [5, 25]]))


# --- rounding ---------------------------------------------------------------------------------


@given(st.floats(-1, 1), st.integers(1, 4))
def test_a_rounded_answer_is_right_and_two_units_off_is_not(right, decimals):
    rule, unit = Number(decimals), 10.0**-decimals
    assert same(rule, right, right)
    assert same(rule, round(right, decimals), right)
    assert same(rule, f"{right}", right) is False
    assert not same(rule, right + 2 * unit, right)
    assert not same(rule, right - 2 * unit, right)


@given(st.integers(0, 999))
def test_a_right_answer_between_two_roundings_may_be_rounded_either_way(thousandths):
    """0.0625 is 0.062 to Python's round and 0.063 to most people."""
    right = (thousandths + 0.5) / 1000
    for rounded in (thousandths / 1000, (thousandths + 1) / 1000):
        assert same(Number(3), rounded, right)
        assert same(Numbers((2,), 3), [rounded, right], [right, right])


def test_words_are_compared_by_order():
    assert same(Words(("x", "y"), 2), ["X", "y "], ["x", "y"])
    assert not same(Words(("x", "y"), 2), ["y", "x"], ["x", "y"])


# --- the object, and unknown ids --------------------------------------------------------------


def test_feedback_is_readable_and_safe_to_show():
    feedback = Feedback("03-1", "not yet", "a < b & <script>")
    assert repr(feedback) == "03-1: not yet. a < b & <script>"
    assert "<script>" not in feedback._repr_html_()
    assert "a &lt; b &amp;" in feedback._repr_html_()
    assert repr(Feedback("03-1", "right")) == "03-1: right."
    assert Feedback("03-1", "right")
    assert not feedback


def test_an_unknown_exercise_lists_those_of_the_notebook():
    with pytest.raises(
        ValueError, match=r"no exercise '03-9'; notebook 03 has 03-1, 03-2, 03-3, 03-4, 03-5\."
    ):
        check("03-9", 0.5)


@pytest.mark.parametrize("exercise", ["33-1", "", "exercise 1", 3, None, 3.4])
def test_an_unknown_notebook_lists_the_notebooks(exercise):
    with pytest.raises(ValueError, match=r"notebooks with exercises are 00, 01, .*09, 11\."):
        check(exercise, 0.5)
