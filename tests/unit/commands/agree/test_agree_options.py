"""Levels, groups, the test of a judge, confidence: each is the library's own number."""

import csv
import json
import random
import re

import pandas as pd
import pytest
from rated import JUDGE, judged, random_rows, table_file
from sklearn.metrics import cohen_kappa_score as sklearn_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_kappa
from support import slowly

from kappabook.cli import main
from kappabook.commands.agree import agree as agree_in_python
from kappabook.metrics.raters import (
    alternative_annotator_test,
    compare_judge_with_raters,
    krippendorff_alpha_score,
    rater_interval,
)

LEVELS = ["nominal", "ordinal", "interval", "ratio"]


def numbers_file(folder):
    """Three raters who say numbers in groups of four items, each number in one form."""
    rng = random.Random(11)
    rows = []
    for i in range(40):
        truth = rng.choice([0, 1, 2, 5, 10])
        said = [max(0, truth + rng.choice([0, 0, 0, 1, -0.5])) for _ in range(3)]
        rows.append([f"i{i}", f"doc {i // 4}", *(f"{x:g}" for x in said)])
    return table_file(folder, [["id", "doc", *"ABC"], *rows]), rows


@pytest.mark.parametrize("level", [LEVELS[0], *map(slowly, LEVELS[1:])])
def test_alpha_at_each_level(agree, tmp_path, level):
    path, rows = numbers_file(tmp_path)
    cells = [list(map(float, row[2:])) for row in rows]
    labels = sorted({x for row in cells for x in row})
    places = [[labels.index(x) for x in row] for row in cells]
    expected = krippendorff_alpha_score(
        places if level in ("nominal", "ordinal") else cells, level=level
    )
    found = agree(path, "--raters", "A,B,C", "--level", level)
    assert found["alpha"]["estimate"] == pytest.approx(expected)
    assert found["alpha"]["low"] < expected < found["alpha"]["high"]
    assert found["alpha_level"] == level


def test_the_level_is_alphas_alone(agree, tmp_path):
    path, _ = numbers_file(tmp_path)
    nominal, interval = (
        agree(path, "--raters", "A,B,C", *level) for level in ((), ("--level", "interval"))
    )
    for key in ("kappa", "ac1", "fleiss_kappa", "percent_agreement", "margins", "labels"):
        assert nominal[key] == interval[key]
    assert nominal["alpha"] != interval["alpha"]
    assert interval["labels"][:3] == ["0", "0.5", "1"]


def test_forms_of_a_number_are_one_number_at_the_level_interval(agree, tmp_path):
    rows = [["id", "A", "B"], [1, "1", "1.0"], [2, "2", "2"], [3, "3", "+3"], [4, "4", "4.0"]]
    found = agree(table_file(tmp_path, rows), "--item", "id", "--level", "interval")
    assert found["alpha"]["estimate"] == 1
    assert found["percent_agreement"] == 1
    assert [one["disagreement"] for one in found["most_disagreed"]] == []


@pytest.mark.parametrize("level", ["interval", "ratio"])
@pytest.mark.parametrize("zero", ["0", "0.0", "1"])
def test_labels_of_one_value_have_no_disagreement(agree, tmp_path, level, zero):
    rows = [["id", "A", "B"], [1, "0", zero], [2, "0", "0"], [3, zero, "0.0"]]
    found = agree(table_file(tmp_path, rows), "--item", "id", "--level", level)
    assert (found["alpha"]["estimate"] is None) == (zero != "1")
    assert [one["disagreement"] for one in found["most_disagreed"]] == [1, 1] * (zero == "1")


def test_intervals_by_groups_are_those_of_the_library(agree, tmp_path):
    path, rows = numbers_file(tmp_path)
    cells, groups = [row[2:] for row in rows], [row[1] for row in rows]
    options = (path, "--item", "id", "--groups", "doc", "--judge", "C", "--margin", "0.1")
    found = agree(*options)
    settings = {"groups": groups, "n_draws": 2000, "labels": found["labels"]}
    alpha = rater_interval(cells, "krippendorff", **settings)
    assert [found["alpha"][key] for key in ("low", "high")] == pytest.approx(
        [alpha.low, alpha.high]
    )
    pair = rater_interval([row[:2] for row in cells], "conger", **settings)
    kappa = found["kappa"][0]
    assert [kappa[key] for key in ("estimate", "low", "high")] == pytest.approx(
        [pair.estimate, pair.low, pair.high]
    )
    judge = compare_judge_with_raters(cells, 2, margin=0.1, **settings)
    assert [found["judge"][key] for key in ("low", "high")] == pytest.approx(
        [judge.low, judge.high]
    )
    assert (found["raters"], found["n_groups"]) == (["A", "B", "C"], 10)
    assert "10 groups of items" in " ".join(agree(*options, text=True).split())


def test_another_confidence_level_everywhere(agree):
    options = (*JUDGE, "--margin", "0.1", "--epsilon", "0.1", "--positive", "excellent")
    wide, narrow = agree(*options), agree(*options, "--confidence-level", "0.8")
    assert (wide["confidence_level"], narrow["confidence_level"]) == (0.95, 0.8)

    def ends(found):
        yield from (found[key] for key in ("alpha", "ac1", "fleiss_kappa", "judge"))
        yield from (*found["kappa"], *found["weighted_kappa"], *found["reference"])
        yield found["reference"][0]["rate"]
        low, high = found["percent_agreement_interval"]
        yield {"low": low, "high": high}

    for one, other in zip(ends(wide), ends(narrow), strict=True):
        assert one["low"] < other["low"] < other["high"] < one["high"]
    said = " ".join(agree(*options, "--confidence-level", "0.8", text=True).split())
    assert "80 % interval" in said
    assert not re.search(r"95 % interval -?\d", said)


def test_the_alternative_test_is_that_of_the_library(agree, tmp_path):
    path = judged(tmp_path, 0.8)
    with path.open(newline="") as stream:
        cells = [row[1:] for row in csv.reader(stream)][1:]
    expected = alternative_annotator_test(cells, 3, epsilon=0.1)
    options = (path, "--item", "id", "--judge", "judge", "--epsilon", "0.1")
    found = agree(*options)["alternative_test"]
    assert found["winning_rate"] == expected.winning_rate
    assert found["passed"] == expected.passed
    assert found["advantage_probability"] == pytest.approx(expected.advantage_probability)
    assert [duel["p_value"] for duel in found["duels"]] == pytest.approx(expected.p_values.tolist())
    said = " ".join(agree(*options, text=True).split())
    assert f"epsilon 0.1: judge wins against {sum(expected.rejected)} of 3 humans" in said
    assert "judge in the place of each human" in said
    assert agree(*options[:-2])["alternative_test"] is None


def test_numbers_are_scored_by_distance_in_the_alternative_test(agree, tmp_path):
    path, rows = numbers_file(tmp_path)
    cells = [list(map(float, row[2:])) for row in rows]
    expected = alternative_annotator_test(cells, 2, epsilon=0.2, score="neg_rmse")
    options = ("--raters", "A,B,C", "--judge", "C", "--epsilon", "0.2", "--level", "interval")
    found = agree(path, *options)["alternative_test"]
    assert found["score"] == "neg_rmse"
    assert found["advantage_probability"] == pytest.approx(expected.advantage_probability)


def test_too_few_items_for_the_alternative_test_are_said(agree, tmp_path):
    options = ("--item", "id", "--judge", "judge", "--epsilon", "0.1")
    found = agree(judged(tmp_path, 0.9, 20), *options)
    assert found["alternative_test"]["passed"] is None
    assert "no human has 30 items" in found["findings"][1]["finding"]


# --- weights, duplicates, counts, a bound for a pipeline ------------------------------------------


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_weights_are_those_of_scikit_learn(agree, tmp_path, weights):
    rows = [[i, *said] for i, said in enumerate(zip("llmmhhlmhhml", "lmmmhllmhhhm", strict=True))]
    path = table_file(tmp_path, [["id", "A", "B"], *rows])
    options = ("--item", "id", "--ordered", "l,m,h", "--weights", weights)
    found = agree(path, *options, "--judge", "B")
    first, second = (["lmh".index(row[i]) for row in rows] for i in (1, 2))
    expected = sklearn_kappa(first, second, weights=weights)
    assert found["weighted_kappa"][0]["estimate"] == pytest.approx(expected)
    assert found["weights"] == found["judge"]["weights"] == weights
    pair = found["weighted_kappa"][0]
    gained = (pair["observed"] - pair["chance"]) / (1 - pair["chance"])
    assert gained == pytest.approx(expected)
    assert "needs the order of the labels" in agree(path, *options[:2], *options[4:], status=2)


def test_weights_of_numbers_need_no_order(agree, tmp_path):
    rows = [[i, i % 10, (i + i % 2) % 10] for i in range(30)]
    path = table_file(tmp_path, [["id", "A", "B"], *rows])
    found = agree(path, "--item", "id", "--weights", "quadratic")["weighted_kappa"][0]
    expected = sklearn_kappa(*list(zip(*rows, strict=True))[1:], weights="quadratic")
    assert found["estimate"] == pytest.approx(expected)


TWICE = [["id", "who", "said"], [1, "A", "x"], [1, "B", "x"], [1, "A", "y"], [2, "A", "y"],
         [2, "B", "y"], [3, "A", "x"], [3, "B", "y"]]  # fmt: skip


def test_names_and_labels_of_any_type_from_python():
    """One name is no sequence of letters, and labels may be numbers, as the frame holds them."""
    grades = pd.DataFrame({"Ann": [1, 2, 3, 2], "Ben": [1, 2, 3, 3]})
    found = agree_in_python(grades, raters=["Ann", "Ben"], ordered=range(1, 4)).data
    assert found["labels"] == ["1", "2", "3"]
    assert found["alpha_level"] == "ordinal"
    with pytest.raises(ValueError, match="no column 'Ann,Ben'"):
        agree_in_python(grades, raters="Ann,Ben")


@pytest.mark.parametrize(("which", "agreed"), [("first", 2 / 3), ("last", 1 / 3)])
def test_one_of_two_ratings_of_an_item_counts(agree, tmp_path, which, agreed):
    options = ("--item", "id", "--rater", "who", "--label", "said", "--duplicates", which)
    found = agree(table_file(tmp_path, TWICE), *options)
    assert found["percent_agreement"] == pytest.approx(agreed)
    assert found["notes"] == [
        f"1 ratings of an item by one rater again; the {which} of each counts."
    ]


def test_a_rater_without_ratings_is_no_rater(agree, tmp_path):
    rows = [[i, *"xyxy"[i % 2 :][:2], ""] for i in range(12)]
    with_ghost = agree(table_file(tmp_path, [["id", *"ABG"], *rows]), "--item", "id")
    path = table_file(tmp_path, [["id", *"AB"], *(row[:3] for row in rows)], "without.csv")
    without = agree(path, "--item", "id")
    assert with_ghost.pop("notes") == ["'G' rated no item, and is not counted as a rater."]
    assert without.pop("notes") == []
    assert with_ghost.pop("layout") != without.pop("layout")
    assert with_ghost == without


def test_a_table_of_counts(agree, tmp_path):
    """Against statsmodels, and against the same ratings with their raters."""
    random_ = random.Random(5)
    ratings = [[random_.choice("abc") for _ in range(4)] for _ in range(25)]
    counts = [[row.count(label) for label in "abc"] for row in ratings]
    path = table_file(tmp_path, [["item", *"abc"], *([i, *c] for i, c in enumerate(counts))])
    found = agree(path, "--item", "item", "--counts")
    assert found["fleiss_kappa"]["estimate"] == pytest.approx(statsmodels_kappa(counts))
    assert found["alpha"]["estimate"] == pytest.approx(krippendorff_alpha_score(ratings))
    assert (found["kappa"], found["raters"], found["margins"]) == ([], [], [])
    assert found["rows"] == {"read": 25, "used": 25, "set_aside": 0}
    twins = table_file(tmp_path, [["item", *"abc"], *(["x", *c] for c in counts)], "twins.csv")
    assert agree(twins, "--item", "item", "--counts")["alpha"] == found["alpha"]
    named = table_file(
        tmp_path, [["item", *"ABCD"], *([i, *r] for i, r in enumerate(ratings))], "named.csv"
    )
    as_ratings = agree(named, "--item", "item")
    assert found["percent_agreement"] == pytest.approx(as_ratings["percent_agreement"])
    assert found["ac1"]["estimate"] == pytest.approx(as_ratings["ac1"]["estimate"])
    assert [one["item"] for one in found["most_disagreed"]] == [
        one["item"] for one in as_ratings["most_disagreed"]
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), ":3: 'b' is '-1'; with --counts a cell counts raters"),
        (("--judge", "a"), "--counts says how many raters gave each label, not who"),
    ],
)
def test_what_counts_cannot_be(agree, tmp_path, options, words):
    path = table_file(tmp_path, [["id", "a", "b"], [1, 2, 0], [2, 3, -1]])
    assert words in agree(path, "--item", "id", "--counts", *options, status=2)


@pytest.mark.parametrize(
    ("labels", "options", "said"),
    [
        ("123", (), True),
        ("123", ("--level", "ordinal"), False),
        ("12", (), False),
        ("1b3", (), False),
    ],
)
def test_grades_that_count_as_names_are_noted(agree, tmp_path, labels, options, said):
    rows = [[i, labels[i % len(labels)], labels[i * i % len(labels)]] for i in range(12)]
    found = agree(table_file(tmp_path, [["id", "A", "B"], *rows]), "--item", "id", *options)
    assert any("count as mere names" in note for note in found["notes"]) == said


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([1, 2, 3, 4], "'id' has another number in every row"),
        ([90 - i * i for i in range(10)], "say so with --item id"),
        (list("wxyz"), ":2: 'id' is 'w'; with --counts a cell counts raters; --item COLUMN if"),
    ],
)
def test_names_of_items_are_not_counted_as_raters(agree, tmp_path, items, words):
    path = table_file(
        tmp_path, [["id", "a", "b"], *([x, i % 3, 2 - i % 3] for i, x in enumerate(items))]
    )
    assert words in agree(path, "--counts", status=2)
    assert "id" not in agree(path, "--counts", "--raters", "a,b")["labels"]


@pytest.mark.parametrize(("bound", "status"), [("alpha=0.3", 0), ("alpha=.9", 1), ("ac1=1", 1)])
def test_a_pipeline_stops_below_a_bound(tmp_path, capsys, bound, status):
    rows = [[i, "xy"[i % 2], "xy"[i % 2 if i % 5 else 0]] for i in range(40)]
    path = table_file(tmp_path, [["id", "A", "B"], *rows])
    assert main(["agree", str(path), "--item", "id", "--fail-under", bound, "--json"]) == status
    said = capsys.readouterr()
    assert json.loads(said.out)["n_items"] == 40  # the report is written all the same
    assert said.err.startswith(f"{bound.partition('=')[0]} is 0.") == bool(status)


def test_an_undefined_coefficient_does_not_reach_a_bound(tmp_path, capsys):
    path = table_file(tmp_path, [["id", "A", "B"], *([i, "x", "x"] for i in range(5))])
    assert main(["agree", str(path), "--item", "id", "--fail-under", "alpha=-1"]) == 1
    assert "alpha is nan" in capsys.readouterr().err
    assert main(["agree", str(path), "--item", "id", "--fail-under", "kappa=.8"]) == 2


# --- from Python ----------------------------------------------------------------------------------


def test_a_data_frame_gives_what_the_file_gives(tmp_path):
    rows = [[f"i{i}", *(str(x) for x in row)] for i, row in enumerate(random_rows(4, n=20))]
    rows = [row[:4] for row in rows]
    path = table_file(tmp_path, [["id", *"ABC"], *rows])
    frame = pd.DataFrame(rows, columns=["id", *"ABC"]).replace("", None)
    found = agree_in_python(frame, item="id", n_draws=1000)
    expected = agree_in_python(path, item="id", n_draws=1000)
    assert found.data == expected.data
    assert found.findings == expected.findings
    with pytest.raises(TypeError, match="data is a list; give a path"):
        agree_in_python([1, 2])


@pytest.mark.parametrize("reference", ["gold", "truth"])
def test_the_true_labels_are_a_column_or_a_rater_of_the_long_form(agree, tmp_path, reference):
    rows = [["item", "rater", "label", "gold"]]
    rows += [[i, rater, f"{rater}{i % 2}", f"A{i % 3 % 2}"] for i in range(6) for rater in "AB"]
    if reference == "truth":
        rows = [row[:3] for row in rows] + [[i, "truth", f"A{i % 3 % 2}"] for i in range(6)]
    options = ("--item", "item", "--rater", "rater", "--label", "label", "--reference", reference)
    found = agree(table_file(tmp_path, rows), *options)
    assert found["raters"] == ["A", "B"]
    assert [one["accuracy"] for one in found["reference"]] == [3 / 6, 0]
    assert found["reference"][0]["confusion"][:2] == [[2, 2, 0, 0], [1, 1, 0, 0]]
