"""What stands for a gap: words of many tools, and numbers that are far from all others."""

import pytest

from kappabook.commands.reading.gaps import gap_words, is_gap_word, likely_codes, never_predicted

GAPS = [
    "NA",
    "n.a.",
    "N/A",
    "nan",
    "-nan",
    "NaT",
    "NULL",
    "none",
    "?",
    ".",
    "...",
    "…",
    "-",
    "--",
    "—",
    "–",
    "*",
    "#",
    "#N/A",
    "#NV",
    "#DIV/0!",
    "#WERT!",
    "<NA>",
    "NA_character_",
    "\\N",
    "[NULL]",
    "(blank)",
    "(Leer)",
    "<none>",
    "__none__",
    "not_rated",
    "Not-Coded",
    "uncoded",
    "s/d",
    "k.A.",
    "н/д",
    ".a",
    ".z",
    "1.#QNAN",
    "[]",
    "{}",
    "缺失",
]
SPACED = ["<no annotation>", "not rated", "keine Angabe", "k. A.", "N. A.", " na ", "\u00a0", ""]
# Words, signs and characters that are labels.
LABELS = [
    "no",
    "yes",
    "a",
    "n",
    "x",
    "+",
    "++",
    "**",
    "0",
    "1",
    "-1",
    "blank",
    "empty",
    "unknown",
    "other",
    "B.a",
    "K",
    "1.0",
    "<>",
    "<5",
    "no-finding",
    "nano",
    "nothing",
]


@pytest.mark.parametrize("text", [*GAPS, *SPACED])
def test_words_and_marks_that_stand_for_a_gap(text):
    assert is_gap_word(text)
    assert is_gap_word(text.upper()) or text.startswith(".")


@pytest.mark.parametrize("text", LABELS)
def test_words_and_marks_that_are_labels(text):
    assert not is_gap_word(text)


def test_a_sign_beside_its_opposite_and_stars_are_no_gaps():
    assert gap_words(["+", "-", "?"]) == ["?"]
    assert gap_words(["*", "**", "***"]) == []
    assert gap_words(["x", "-", "*"]) == ["-", "*"]


def counts(*labels, n=10, codes=2):
    """Count each label n times, and the last one a few times."""
    return {str(x): codes if i == len(labels) - 1 else n for i, x in enumerate(labels)}


@pytest.mark.parametrize(
    "labels",
    [
        (1, 2, 3, 99),
        (1, 2, 3, 4, 5, 9),
        (1, 2, 3, 4, 5, 6, 7, 9),
        (0, 1, -9),
        (0, 1, 9),
        (1, 2, 3, 4, 5, -1),
        (1, 2, 3, 4, 5, -99),
        (0, 1, 2, 999),
        (1, 2, 3, 4, 5, 88),
        (1, 1.5, 2, 2.5, 99),
        (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 999),
        ("yes", "no", 99),
        ("yes", "no", -1),
        ("1.0", "2.0", "3.0", "99.0"),
        (0.13, 0.5, 0.77, 0.9, -99),
        (1, 2, 3, 32767),
    ],
)
def test_codes_are_far_from_all_other_numbers(labels):
    assert likely_codes(counts(*labels)) == [str(labels[-1])]
    assert likely_codes(counts(*labels) | {"NA": 3}) == [str(labels[-1])]


def test_several_codes_at_one_end_or_at_both():
    several = {"1": 9, "2": 9, "3": 9, "4": 9, "97": 1, "98": 1, "99": 2, "-9": 1}
    assert likely_codes(several) == ["97", "98", "99", "-9"]
    assert likely_codes({"1": 20, "2": 20, "3": 20, "8": 1, "9": 1}) == ["8", "9"]


@pytest.mark.parametrize(
    "labels",
    [
        (-1, 0, 1),
        (-1, 1),
        (0, 9),
        tuple(range(1, 11)),
        tuple(range(10)),
        tuple(range(101)),
        (0, 25, 50, 75, 99),
        (10, 20, 50, 99),
        (98, 99, 100),
        (-2, -1, 1, 2),
        (-2, 0, 1, 2),
        (-1, 0, 1, 2, 3, 4),
        (1998, 2007, 2015, 1999),
        (9.99, 19.99, 99, 999),
        (5, 10, 20, 50, 99, 999),
        (1.2, 3.4, 5.6, 77),
        (18, 25, 33, 77),
        (36.6, 37.1, 38.2, 99),
        (0, 1, 2, 3, 25),
        ("a", "b", "7", "9"),
        ("B1", "B2", "B9"),
    ],
)
def test_values_of_a_scale_and_large_measurements_are_no_codes(labels):
    assert likely_codes(dict.fromkeys(map(str, labels), 3)) == []
    assert likely_codes(counts(*labels, codes=1)) == []


def test_a_digit_that_is_given_often_is_a_grade():
    assert likely_codes({"1": 10, "2": 10, "3": 10, "8": 10, "9": 10}) == []


@pytest.mark.parametrize(
    ("truth", "predicted", "found"),
    [
        (["-1", "0", "1"], ["0", "1"], ["-1"]),
        (["-1", "0", "1", "2"], ["0", "1", "2"], ["-1"]),
        (["unknown", "cat", "dog"], ["cat", "dog"], ["unknown"]),
        (["Not sure", "cat", "dog"], ["cat", "dog", "fox"], ["Not sure"]),
        (["unbekannt", "ja", "nein"], ["ja", "nein"], ["unbekannt"]),
        (["-1", "0", "1"], ["-1", "0", "1"], []),
        (["-1", "1"], ["1"], []),
        (["unknown", "cat", "dog"], ["cat"], []),
        (["fox", "cat", "dog"], ["cat", "dog"], []),
        (["-3", "-2", "-1"], ["-2", "-1"], []),
        (["unknown", "cat", "dog"], ["cat", "dog", "unknown"], []),
    ],
)
def test_what_is_never_predicted_may_stand_for_no_label(truth, predicted, found):
    assert never_predicted(truth, predicted) == found
