"""Levels, groups, the test of a judge, confidence: each is the library's own number."""

import csv
import random
import re

import pytest
from rated import JUDGE, judged, random_rows, table_file
from support import slowly

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
    assert f"Krippendorff's alpha, {level}" in agree(
        path, "--raters", "A,B,C", "--level", level, text=True
    )


def test_the_level_is_alphas_alone(agree, tmp_path):
    path, _ = numbers_file(tmp_path)
    nominal, interval = (
        agree(path, "--raters", "A,B,C", *level) for level in ((), ("--level", "interval"))
    )
    for key in ("kappa", "ac1", "fleiss_kappa", "percent_agreement", "margins", "labels"):
        assert nominal[key] == interval[key]
    assert nominal["alpha"] != interval["alpha"]
    assert interval["labels"][:3] == ["0", "0.5", "1"]


def test_a_level_other_than_that_of_the_order(agree):
    found = agree(*JUDGE, "--level", "nominal")
    assert found["alpha_level"] == "nominal"
    assert found["weighted_kappa"]
    assert found["alpha"]["estimate"] < agree(*JUDGE)["alpha"]["estimate"]


def test_forms_of_a_number_are_one_number_at_the_level_interval(agree, tmp_path):
    rows = [["id", "A", "B"], [1, "1", "1.0"], [2, "2", "2"], [3, "3", "+3"], [4, "4", "4.0"]]
    found = agree(table_file(tmp_path, rows), "--item", "id", "--level", "interval")
    assert found["alpha"]["estimate"] == 1
    assert found["percent_agreement"] == 0.25
    assert [one["disagreement"] for one in found["most_disagreed"]] == []


@pytest.mark.parametrize("level", ["interval", "ratio"])
@pytest.mark.parametrize("zero", ["0", "0.0", "1"])
def test_labels_of_one_value_have_no_disagreement(agree, tmp_path, level, zero):
    rows = [["id", "A", "B"], [1, "0", zero], [2, "0", "0"], [3, zero, "0.0"]]
    found = agree(table_file(tmp_path, rows), "--item", "id", "--level", level)
    assert (found["alpha"]["estimate"] is None) == (zero != "1")
    assert [one["disagreement"] for one in found["most_disagreed"]] == [1, 1] * (zero == "1")


def test_a_given_order_does_not_change_distances_of_numbers(agree, tmp_path):
    path, _ = numbers_file(tmp_path)
    order = "5,1,10,0,11,2,3,0.5,1.5,4.5,6,9.5"
    options = (path, "--raters", "A,B,C", "--level", "interval")
    one, other = agree(*options), agree(*options, "--ordered", order)
    assert other["alpha"]["estimate"] == pytest.approx(one["alpha"]["estimate"])
    assert other["most_disagreed"] == one["most_disagreed"]


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


def test_copies_of_items_in_one_group_do_not_make_an_interval_narrower(agree, tmp_path):
    rows = random_rows(4, 30)
    copies = [[f"{k}-{row[0]}", row[0], *row[1:], row[1]] for k in range(9) for row in rows]
    path = table_file(tmp_path, [["id", "doc", *"ABC", "gold"], *copies])
    alone = agree(path, "--raters", "A,B,C")
    grouped = agree(path, "--raters", "A,B,C", "--reference", "gold", "--groups", "doc")
    known = agree(path, "--raters", "A,B,C", "--reference", "gold")
    pairs = [
        (alone["alpha"], grouped["alpha"]),
        (alone["kappa"][0], grouped["kappa"][0]),
        (known["reference"][1], grouped["reference"][1]),
    ]
    for one, other in pairs:
        assert other["high"] - other["low"] > 2 * (one["high"] - one["low"])


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
