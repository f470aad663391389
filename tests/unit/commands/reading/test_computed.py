"""Rows and columns that a spreadsheet computed are found by their numbers, and ratings are not."""

import random

import pytest

from kappabook.commands.reading.computed import (
    check_of_others,
    counts_beside_labels,
    counts_of_rows,
    ends_in_sums,
    groups_without_common_labels,
    percentages_of_rows,
    shifted,
    shifted_code,
    spreadsheet_dates,
    summary_row,
    sums_and_means,
    total_of_counts,
)
from kappabook.commands.reading.numbers import NumberForm

PAIRS = [("1", "1"), ("1", "0"), ("0", "0"), ("0", "1"), ("1", "1"), ("0", "0"), ("1", "0")]
FIRST, SECOND = ([pair[i] for pair in PAIRS] for i in (0, 1))


@pytest.mark.parametrize("words", [("1", "0"), ("TRUE", "FALSE"), ("gleich", "ungleich")])
def test_a_check_of_two_columns(words):
    check = [words[a != b] for a, b in PAIRS]
    found = check_of_others({"a": FIRST, "b": SECOND, "same": check})
    assert ["same", "a", "b"] in found
    check[2] = words[check[2] == words[0]]  # one row is another
    assert not check_of_others({"a": FIRST, "b": SECOND, "same": check})


def test_a_check_by_name_in_a_few_rows():
    few = {"a": ["5" + x for x in FIRST[:4]], "b": ["5" + x for x in SECOND[:4]]}
    check = [str(int(a == b)) for a, b in PAIRS[:4]]
    assert ["match", "a", "b"] in check_of_others({**few, "match": check})
    assert not check_of_others({**few, "Cid": check})


def test_the_mean_and_the_sum_of_others():
    rng = random.Random(7)
    a, b = ([rng.choice("12345") for _ in range(24)] for _ in "ab")
    mean = [str((int(x) + int(y)) / 2) for x, y in zip(a, b, strict=True)]
    total = [str(int(x) + int(y)) for x, y in zip(a, b, strict=True)]
    assert list(sums_and_means({"A": a, "B": b, "m": mean})) == ["m"]
    assert "sum" in sums_and_means({"A": a, "B": b, "t": total})["t"]
    assert sums_and_means({"A": a, "B": a, "C": a}) == {}
    assert sums_and_means({"A": a, "B": b}) == {}


def test_a_third_rater_who_follows_the_others_is_no_check():
    third = [a if a == b else "0" for a, b in PAIRS]
    assert not check_of_others({"a": FIRST, "b": SECOND, "c": third})


def test_a_row_of_sums_or_means():
    a, b = ["1", "2", "1", "3"], ["1", "2", "2", "3"]
    assert "sum" in summary_row({"a": [*a, "7"], "b": [*b, "8"]})
    assert "mean of" in summary_row({"a": [*a, "1.75"], "b": [*b, "2.0"]})
    assert "mean of" in summary_row({"a": [*a, "1,75"], "b": [*b, "2,0"]}, NumberForm(","))
    for share in ("0.5", "50 %", "50%"):
        assert "share" in summary_row({"a": [*a, share], "b": [*b, None]})
        assert "share" in summary_row({"a": [*"xyxx", share], "b": [*"xyyx", None]})
    assert not summary_row({"a": ["1.5", *a[1:], "2.5"], "b": [*b, "2"]})
    assert not summary_row({"a": [*a, "7"], "b": [*b, "9"]})
    assert not summary_row({"a": [*a, "2"], "b": [*b, "2"]})
    # One case above, and one more: a rating as others are.
    assert not summary_row({"a": ["0", "1", "0", "0", "1"], "b": ["0", "0", "1", "0", "1"]})


def test_counts_beside_pairs_of_labels():
    labels = {"a": list("xxyy"), "b": list("xyxy")}
    assert counts_of_rows(labels, {"Freq": ["40", "10", "5", "45"]}) == "Freq"
    assert counts_beside_labels({**labels, "n": ["40", "10", "5", "45"]}) == "n"
    assert not counts_beside_labels({**labels, "Ann": ["40", "10", "5", "45"]})
    assert not counts_of_rows(labels, {"age": ["40", "10", "5", "45"]})
    assert not counts_of_rows(labels, {"n": ["1", "2", "3", "4"]})
    assert not counts_of_rows({"a": list("xxyx"), "b": list("xyxy")}, {"n": ["4", "1", "5", "4"]})


def test_groups_of_columns():
    columns = {"id1": list("ABA"), "r1": ["yes", "no", "no"], "id2": list("BCC"), "r2": ["no"] * 3}
    assert sorted(map(sorted, groups_without_common_labels(columns))) == [
        ["id1", "id2"],
        ["r1", "r2"],
    ]
    assert not groups_without_common_labels({"a": list("xy"), "b": list("yz"), "c": list("zz")})
    numbers = {"a": ["1", "2"], "b": ["2", "1"], "c": ["7", "8"], "d": ["8", "7"]}
    assert not groups_without_common_labels(numbers)


def test_dates_that_a_spreadsheet_made():
    said = spreadsheet_dates(["1-2", "3-4", "04-Mar"])
    assert "'04-Mar'" in said
    assert "'3-4'" in said
    assert "2024-03-04" in spreadsheet_dates(["1-2", "3-4", "2024-03-04"])
    assert not spreadsheet_dates(["04-Mar", "05-Mar"])
    assert not spreadsheet_dates(["1-2", "3-4", "never"])


def test_ordinary_ratings_have_none_of_these():
    for seed in range(300):
        rng = random.Random(seed)
        columns = {
            name: [rng.choice("0123"[: 2 + seed % 3]) for _ in range(rng.randint(8, 8))]
            for name in "abc"
        }
        assert not summary_row(columns)
        assert not groups_without_common_labels(columns)


def test_predictions_that_are_counted_from_another_number():
    pairs = {("1", "0"): 5, ("2", "1"): 6, ("3", "2"): 4, ("3", "1"): 2}
    assert shifted(pairs) == 1
    assert shifted({(b, a): n for (a, b), n in pairs.items()}) == -1
    assert not shifted({**pairs, ("1", "1"): 20})
    # Grades of a harsh marker: 0 is never true, but 1 is right as often.
    assert not shifted({("1", "0"): 3, ("1", "1"): 4, ("2", "2"): 5, ("2", "1"): 1})
    assert not shifted({("cat", "0"): 5, ("dog", "1"): 6})


@pytest.mark.parametrize(
    ("pairs", "by"),
    [
        ({("1", "0"): 7, ("2", "1"): 5, ("1", "1"): 1}, 1),
        ({("0", "1"): 7, ("1", "2"): 5}, -1),
        ({("5", "1"): 4, ("6", "2"): 4}, 4),
        ({("1", "1"): 7, ("2", "2"): 5, ("1", "2"): 2}, 0),
        ({("1", "2"): 4, ("2", "3"): 4, ("3", "3"): 9, ("1", "1"): 9}, 0),  # a stricter rater
        ({("1", "0"): 2, ("2", "1"): 2}, 0),  # too few
        ({("b", "a"): 7, ("c", "b"): 5}, 0),
    ],
)
def test_a_code_that_begins_at_another_number(pairs, by):
    assert shifted_code(pairs) == by


COUNTS = {"calm": [0, 2, 0, 1, 3], "glad": [3, 1, 0, 1, 0], "sad": [0, 0, 3, 1, 0]}


def test_sums_among_counts():
    sums = [sum(row) for row in zip(*COUNTS.values(), strict=True)]
    assert total_of_counts({"x": sums, **COUNTS}) == "x"
    assert total_of_counts({"x": [sums[0] + 1, *sums[1:]], **COUNTS}) == ""
    assert total_of_counts(COUNTS) == ""
    # Two labels of which each has half, and three rows that are alike.
    assert total_of_counts({"a": [2, 2, 2], "b": [2, 2, 2]}) == ""
    assert total_of_counts({"a": [2, 2, 2], "b": [1, 1, 1], "c": [1, 1, 1]}) == ""
    assert ends_in_sums({name: [*column, sum(column)] for name, column in COUNTS.items()})
    assert not ends_in_sums(COUNTS)


def test_percentages_instead_of_counts():
    assert percentages_of_rows({"a": [75, 33, 0], "b": [25, 66, 100]})
    assert not percentages_of_rows({"a": [75, 33, 0], "b": [25, 66, 50]})
    assert not percentages_of_rows(COUNTS)
