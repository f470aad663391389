"""Columns beside labels that hold none: what their values say, and where a name decides."""

import numpy as np
import pytest

from kappabook.commands.reading.columns import (
    counted_rows,
    derived_names,
    names_in_another_order,
    names_people,
    no_labels,
    numbers_rows,
    parts_of_data,
)

N = 24
rng = np.random.default_rng(45)


def draw(*labels):
    return rng.choice(np.array(labels, dtype=object), N).tolist()


WORDS = {"A": draw("x", "y"), "B": draw("x", "y")}
GRADES = {"A": draw(*"12345"), "B": draw(*"12345")}
SHUFFLED = [str(i) for i in rng.permutation(N)]
COUNTED = [str(i) for i in range(N)]


@pytest.mark.parametrize("labels", [WORDS, GRADES], ids=["words", "grades"])
@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("n", COUNTED),
        ("n", [str(i + 1) for i in range(N)]),
        ("n", [f"{i}.0" for i in range(N)]),
        ("n", SHUFFLED),
        ("id", [str(7 * i + 100) for i in range(N)]),
        ("index", [str(i % 12) for i in range(N)]),
        ("Unnamed: 0", draw("1", "2")),
        ("when", [f"2026-02-{i + 1:02d}T09:30:00Z" for i in range(N)]),
        ("when", [f"{i + 1}.2.2026" for i in range(N)]),
        ("when", [f"2/{i + 1}/26 9:30" for i in range(N)]),
        ("when", [str(1_760_000_000 + 37 * i) for i in range(N)]),
        ("took", [f"0:00:{i:02d}.5" for i in range(N)]),
        ("took", [f"PT{i}S" for i in range(N)]),
        ("took", [f"{x:.3f}" for x in rng.exponential(900, N)]),
        ("who", [f"person{i}@example.org" for i in range(N)]),
        ("text", [f"This is text {i}." for i in range(N)]),
        ("url", [f"https://example.org/{i % 4}" for i in range(N)]),
    ],
)
def test_columns_that_are_no_raters(labels, name, cells):
    assert list(no_labels({**labels, name: cells})) == [name]
    assert list(no_labels({name: cells, **labels}, numeric=labels is GRADES)) == [name]


def test_a_column_that_shares_no_label():
    assert list(no_labels({**WORDS, "site": draw("north", "south")})) == ["site"]
    assert list(no_labels({**WORDS, "note": ["see p. 3"] * 6 + [None] * (N - 6)})) == ["note"]
    # Who rated little may have had no chance to share a label; numbers may differ by chance.
    assert no_labels({**WORDS, "C": ["z", "z", *[None] * (N - 2)]}) == {}
    assert no_labels({**GRADES, "C": draw("6", "7")}) == {}
    assert no_labels({"A": draw("yes", "no"), "B": draw("ja", "nein")}) == {}


@pytest.mark.parametrize(
    "columns",
    [
        WORDS,
        GRADES,
        {"A": COUNTED, "B": SHUFFLED},  # ranks
        {"A": ["1", "2", "3"], "B": ["1", "2", "2"]},
        {
            "A": [f"{x:.3f}" for x in rng.normal(size=N)],
            "B": [f"{x:.3f}" for x in rng.normal(size=N)],
        },
        {"A": draw("2026-02-01", "2026-02-03"), "B": draw("2026-02-01", "2026-02-02")},
        {"A": draw("True", "False"), "B": draw("1", "0"), "C": draw("1.0", "0.0")},
    ],
)
def test_raters_are_raters(columns):
    assert no_labels(columns) == {}
    assert no_labels(columns, numeric=True) == {}


def test_a_score_of_a_model_beside_grades_is_a_rating_at_the_level_interval():
    scores = [f"{x:.3f}" for x in rng.uniform(1, 5, N)]
    assert no_labels({**GRADES, "model": scores}, numeric=True) == {}


def test_row_numbers():
    assert counted_rows(COUNTED) == (0, N - 1)
    assert counted_rows([*COUNTED[:-1], None]) is None
    assert counted_rows(["2", "3", "4"]) is None
    assert "0 to 23" in numbers_rows("n", COUNTED)
    assert numbers_rows("price", [str(7 * i + 100) for i in range(N)]) == ""
    assert numbers_rows("n", [str(i % 12) for i in range(N)]) == ""


def test_names():
    doubtful = [
        "predicted_category",
        "gold",
        "label_true",
        "Final Rating",
        "y_pred",
        "majority vote",
    ]
    assert derived_names(doubtful) == doubtful
    assert derived_names(["Anna", "goldie", "model", "rater1", "final exam", "gpt-4"]) == []
    assert names_people("annotator_id", ["1"])
    assert names_people("x", ["a@example.org"])
    assert not names_people("item", ["a", "b"])


@pytest.mark.parametrize(
    ("name", "values", "found"),
    [
        ("split", ["train", "test"], True),
        ("set", ["val", "test"], True),
        ("fold", ["Training", "Validation", "Test set"], True),
        ("is_train", ["True", "False"], True),
        ("isTest", ["0", "1"], True),
        ("fold", ["1", "2", "3"], False),
        ("vehicle", ["train", "bus"], False),
        ("y", ["test", "testing"], False),
        ("is_trained", ["yes", "no"], False),
        ("split", ["test"], False),
        ("is_train", [], False),
    ],
)
def test_parts_of_data_are_told_by_their_values(name, values, found):
    assert bool(parts_of_data(name, values)) == found


def test_items_that_stand_in_two_orders():
    items = list("abcdef")
    other = list("badcfe")
    assert names_in_another_order(items, {"A": list("xxyyxy"), "id2": other, **WORDS}) == "id2"
    assert not names_in_another_order(items, {"A": list("xxyyxy"), "id2": items, **WORDS})
    # Ranks, of which each column is an order.
    assert not names_in_another_order(items, {"A": other, "B": items[::-1], "C": items})
    assert not names_in_another_order([*items[1:], "b"], {"id2": other, **WORDS})
