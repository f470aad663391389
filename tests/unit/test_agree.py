"""`kappabook agree` as its users meet it; the files in ratings/ were made without the code."""

import csv
import itertools
import json
import math
import random
import re
import shlex
from functools import partial
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from support import ROOT

from kappabook import cohen_kappa_score
from kappabook.__main__ import main
from kappabook.metrics.raters import (
    alternative_annotator_test,
    compare_judge_with_raters,
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    percent_agreement_score,
    rater_inference,
)
from kappabook.report.agree import agree as agree_in_file
from kappabook.report.judge import items_more
from kappabook.report.label_checks import remarks

RATINGS = ROOT / "tests/unit/ratings"
WIDE = [RATINGS / "moods-wide.csv", "--raters", "Anna,Béla,C. Chen"]
LONG = [RATINGS / "tickets-long.tsv", "--item", "ticket", "--rater", "agent", "--label", "verdict"]
GRADES = ["poor", "fair", "good", "excellent"]
JUDGE = [
    *(RATINGS / "essays-judge.csv", "--item", "essay", "--judge", "model"),
    *("--reference", "panel", "--ordered", ",".join(GRADES)),
]


@pytest.fixture
def agree(capsys, monkeypatch):
    """Run the command; its JSON, or with another status what it says of the error.

    With fewer draws, for time: what is tested here are not the intervals.
    """
    monkeypatch.setattr("kappabook.report.agree.agree", partial(agree_in_file, n_draws=2000))

    def run(*arguments, status=0, text=False):
        form = [] if text else ["--json"]
        assert main(["agree", *map(str, arguments), *form]) == status
        said = capsys.readouterr()
        if status:
            assert not said.out
            assert said.err.startswith("error: ")
            assert said.err.count("\n") == 1
            return said.err
        assert not said.err
        return said.out if text else json.loads(said.out, parse_constant=pytest.fail)

    return run


def table_file(folder, rows, name="table.csv"):
    path = folder / name
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)
    return path


def random_rows(seed, n=24, labels="abc"):
    """Items by three raters with gaps, each item rated twice or more."""
    rng = random.Random(seed)
    rows = []
    for i in range(n):
        truth = rng.choice(labels)
        row = [truth if rng.random() < 0.7 else rng.choice(labels) for _ in range(3)]
        if rng.random() < 0.3:
            row[rng.randrange(3)] = ""
        rows.append([f"i{i}", *row])
    return rows


# --- the three files ------------------------------------------------------------------------------


def test_a_wide_file_with_gaps(agree):
    with WIDE[0].open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream, delimiter=";"))[1:]
    cells = [[cell or None for cell in row[1:4]] for row in rows]
    found = agree(*WIDE)
    assert found["raters"] == ["Anna", "Béla", "C. Chen"]
    two = sum(sum(cell is not None for cell in row) > 1 for row in cells)
    assert found["n_items"] == two < 60
    assert found["rows"] == {"read": 60, "used": two, "set_aside": 60 - two}
    assert found["percent_agreement"] == pytest.approx(percent_agreement_score(cells))
    assert found["alpha"]["estimate"] == pytest.approx(krippendorff_alpha_score(cells))
    assert found["ac1"]["estimate"] == pytest.approx(gwet_ac_score(cells))
    assert found["fleiss_kappa"]["estimate"] == pytest.approx(fleiss_kappa_score(cells))
    assert found["alpha_level"] == "nominal"
    for pair, (i, j) in zip(found["kappa"], itertools.combinations(range(3), 2), strict=True):
        both = [(row[i], row[j]) for row in cells if row[i] and row[j]]
        assert pair["estimate"] == pytest.approx(cohen_kappa_score(*zip(*both, strict=True)))
        assert pair["low"] < pair["estimate"] < pair["high"]
        assert pair["n_items"] == len(both)
    assert "Columns are separated by a semicolon." in found["notes"]


def test_a_long_file(agree):
    found = agree(*LONG)
    with LONG[0].open(newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    tickets = {}
    for row in rows:
        tickets.setdefault(row["ticket"], {})[row["agent"]] = row["verdict"]
    agents = ["ada", "bob", "cy", "dee", "eve"]
    assert found["raters"] == agents
    used = sum(len(said) for said in tickets.values() if len(said) > 1)
    assert found["rows"] == {"read": len(rows), "used": used, "set_aside": len(rows) - used}
    assert 0 < used < len(rows)
    cells = [[said.get(agent) for agent in agents] for said in tickets.values()]
    assert found["alpha"]["estimate"] == pytest.approx(krippendorff_alpha_score(cells))
    disputed = [t for t, said in tickets.items() if len(set(said.values())) > 1]
    assert {one["item"] for one in found["most_disagreed"]} <= set(disputed)


def test_ordered_labels_with_a_judge_and_known_labels(agree):
    found = agree(*JUDGE, "--margin", "0.1", "--positive", "excellent")
    with JUDGE[0].open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    raters = ["teacher 1", "teacher 2", "teacher 3", "model"]
    assert found["raters"] == raters
    cells = [[row[rater] for rater in raters] for row in rows]
    ordinal = krippendorff_alpha_score(cells, level="ordinal", labels=GRADES)
    assert found["alpha_level"] == "ordinal"
    assert found["alpha"]["estimate"] == pytest.approx(ordinal)
    for pair in found["weighted_kappa"]:
        columns = ([row[rater] for row in rows] for rater in pair["raters"])
        kappa = cohen_kappa_score(*columns, labels=GRADES, weights="linear")
        assert pair["estimate"] == pytest.approx(kappa)
        assert (pair["observed"] - pair["chance"]) / (1 - pair["chance"]) == pytest.approx(kappa)
    judge = found["judge"]
    assert judge["verdict"] in ("not inferior", "inferior", "undecided")
    assert judge["weights"] == "linear"
    assert judge["difference"] == pytest.approx(judge["with_humans"] - judge["among_humans"])
    (known,) = found["reference"]
    gold = [row for row in rows if row["panel"]]
    assert known["n_items"] == len(gold)
    assert known["accuracy"] == pytest.approx(
        sum(row["model"] == row["panel"] for row in gold) / len(gold)
    )
    rate = known["rate"]
    open_ = [row["model"] == "excellent" for row in rows if not row["panel"]]
    error = [(row["panel"] == "excellent") - (row["model"] == "excellent") for row in gold]
    assert rate["judged"] == pytest.approx(sum(open_) / len(open_))
    assert rate["estimate"] == pytest.approx(rate["judged"] + sum(error) / len(error))
    assert rate["low"] < rate["estimate"] < rate["high"]


@pytest.mark.parametrize("options", [WIDE, LONG, [*JUDGE, "--margin", "0.1"]])
def test_text_says_what_it_took_and_what_it_does_not_say(agree, options):
    text = agree(*options, text=True)
    assert "rows read" in text
    assert "set aside" in text
    assert "raters" in text.splitlines()[1] or "rating" in text.splitlines()[1]
    assert text.count("It does not say: ") >= 4
    assert "nan" not in text


# --- layouts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_long_and_wide_give_the_same_in_any_order_of_rows(agree, tmp_path, seed):
    rows = random_rows(seed)
    wide = table_file(tmp_path, [["id", "A", "B", "C"], *rows])
    cells = [[r[0], who, x] for r in rows for who, x in zip("ABC", r[1:], strict=True) if x]
    random.Random(seed).shuffle(cells)
    long = table_file(tmp_path, [["id", "who", "said"], *cells], "long.csv")
    one = agree(wide, "--item", "id")
    other = agree(long, "--item", "id", "--rater", "who", "--label", "said")
    for key in ("raters", "n_items", "kappa", "alpha", "ac1", "fleiss_kappa", "percent_agreement"):
        assert one[key] == other[key]
    assert [m["shares"] for m in one["margins"]] == [m["shares"] for m in other["margins"]]


def test_margins_and_bias_by_hand(agree, tmp_path):
    rows = [["id", "A", "B", "C"], [1, "y", "y", "n"], [2, "y", "n", ""], [3, "n", "", ""]]
    found = agree(table_file(tmp_path, rows), "--item", "id")
    a = found["margins"][0]
    assert a["shares"] == pytest.approx({"n": 1 / 3, "y": 2 / 3})
    # On items 1 and 2 A says y twice; the others half, and not at all.
    assert a["more_than_others"]["y"] == pytest.approx((2 - 0.5 - 0) / 2)
    assert found["rows"] == {"read": 3, "used": 2, "set_aside": 1}
    assert found["confusion"][0] == {"raters": ["A", "B"], "counts": [[0, 0], [1, 1]]}
    assert [one["item"] for one in found["most_disagreed"]] == ["2", "1"]


def test_runs_are_self_agreement_and_never_raters(agree, tmp_path):
    rng = random.Random(3)
    rows = [["item", "who", "run", "label"]]
    for i in range(30):
        truth = rng.choice("01")
        rows += [[i, "llm", run, truth if rng.random() < 0.8 else "1"] for run in (1, 2, 3)]
        rows.append([i, "human", 1, truth])
    path = table_file(tmp_path, rows)
    options = (path, "--item", "item", "--rater", "who", "--label", "label", "--run", "run")
    found = agree(*options)
    assert found["raters"] == ["human", "llm"]
    (own,) = found["self_agreement"]
    assert (own["rater"], own["n_runs"], own["n_items"]) == ("llm", 3, 30)
    runs = [[row[3] for row in rows if row[:2] == [i, "llm"]] for i in range(30)]
    assert own["percent_agreement"]["estimate"] == pytest.approx(percent_agreement_score(runs))
    first = table_file(tmp_path, [r[:2] + r[3:] for r in rows if r[2] in ("run", 1)], "first.csv")
    alone = agree(first, "--item", "item", "--rater", "who", "--label", "label")
    assert alone["kappa"] == found["kappa"]
    assert "rated item '0' again" in agree(*options[:-2], status=2)


def test_runs_in_a_wide_file(agree, tmp_path):
    rows = [["id", "run", "human", "llm"]]
    for i in range(12):
        rows += [[i, 1, "y" if i % 2 else "n", "y"], [i, 2, "", "y" if i % 3 else "n"]]
    path = table_file(tmp_path, rows)
    found = agree(path, "--item", "id", "--run", "run", "--judge", "llm")
    assert found["raters"] == ["human", "llm"]
    assert found["self_agreement"][0]["percent_agreement"]["estimate"] == pytest.approx(8 / 12)
    assert found["rows"]["read"] == found["rows"]["used"] == 24
    assert "stands already" in agree(path, "--raters", "human,llm", "--item", "id", status=2)


def test_a_table_turned_round_is_doubted(agree, tmp_path):
    rows = random_rows(5, n=12)
    turned = list(zip(*[["id", "A", "B", "C"], *rows], strict=True))
    found = agree(table_file(tmp_path, turned), "--item", "id")
    assert "There are 12 raters and 3 items. Is the table turned round?" in found["notes"][0]
    assert not agree(table_file(tmp_path, [["id", *"ABC"], *rows]), "--item", "id")["notes"]


def test_a_column_that_is_no_raters_is_doubted(agree, tmp_path):
    rows = [["id", "A", "B", "remark"], [1, "x", "y", "long"], [2, "x", "x", ""], [3, "y", "y", ""]]
    found = agree(table_file(tmp_path, rows), "--item", "id")
    assert found["notes"][0].startswith("'remark' shares no label with any other rater.")
    assert found["notes"][0].endswith('leave it out: --raters "A,B".')
    rows = [row[:3] for row in rows]
    assert not agree(table_file(tmp_path, rows), "--item", "id")["notes"]


# --- labels ---------------------------------------------------------------------------------------


def test_labels_that_look_alike_are_said_and_not_merged(agree, tmp_path):
    rows = [
        ["id", "A", "B"],
        [1, "Yes", "yes"],
        [2, "yes ", "no"],
        [3, "no", "no"],
        [4, "NA", "no"],
    ]
    path = table_file(tmp_path, rows)
    found = agree(path, "--item", "id")
    assert found["labels"] == ["NA", "Yes", "no", "yes", "yes "]
    assert found["percent_agreement"] == 0.25
    notes = " ".join(found["notes"])
    assert "'Yes' (once), 'yes' (once), 'yes ' (once) differ only by case" in notes
    assert "The label 'NA' (once) looks like a gap." in notes
    without = agree(path, "--item", "id", "--missing", "NA")
    assert without["rows"] == {"read": 4, "used": 3, "set_aside": 1}


def test_several_labels_in_one_cell_and_forms_of_a_number_are_said():
    (several,) = remarks({"a": 5, "b": 4, "a|b": 1}, 9)
    assert "'a|b' (once) looks like several labels in one cell" in several
    assert "'1' (3 times), '1.0' (2 times)" in remarks({"1": 3, "1.0": 2}, 9)[0]
    assert "several labels" in remarks({"a": 5, "b": 4, "a;c": 1}, 9)[0]
    assert remarks({"and/or": 3, "no": 2, "and": 1}, 9) == []


def test_whole_numbers_are_in_the_order_of_their_size(agree, tmp_path):
    rows = [["id", "A", "B"], [1, 10, 9], [2, 2, 2], [3, 9, 9]]
    assert agree(table_file(tmp_path, rows), "--item", "id")["labels"] == ["2", "9", "10"]


def test_one_label_only_has_no_coefficient(agree, tmp_path):
    path = table_file(tmp_path, [["id", "A", "B"], *([i, "x", "x"] for i in range(5))])
    found = agree(path, "--item", "id")
    assert found["percent_agreement"] == 1
    assert found["alpha"]["estimate"] is None
    assert found["kappa"][0]["estimate"] is None
    said = " ".join(agree(path, "--item", "id", text=True).split())
    assert "no coefficient corrected for chance is defined" in said


def test_a_label_of_the_reference_alone_does_not_change_the_raters_coefficients(agree, tmp_path):
    rows = [[i, "ab"[i % 2], "ab"[i % 3 > 0], "c" if i == 0 else ""] for i in range(12)]
    path = table_file(tmp_path, [["id", "A", "B", "gold"], *rows])
    with_gold = agree(path, "--item", "id", "--reference", "gold")
    assert with_gold["ac1"] == agree(path, "--raters", "A,B")["ac1"]


# --- a judge --------------------------------------------------------------------------------------


def judged(folder, right, n=200):
    """Three humans, and a judge who is right with this probability."""
    rng = random.Random(8)
    rows = [["id", "h1", "h2", "h3", "judge"]]
    for i in range(n):
        truth = rng.randrange(2)
        rows.append([i, *(truth ^ (rng.random() > p) for p in (0.85, 0.85, 0.85, right))])
    return table_file(folder, [[int(c) if isinstance(c, bool) else c for c in r] for r in rows])


@pytest.mark.parametrize(
    ("right", "margin", "verdict"),
    [(0.95, 0.1, "not inferior"), (0.55, 0.1, "inferior"), (0.84, 0.02, "undecided")],
)
def test_the_three_verdicts(agree, tmp_path, right, margin, verdict):
    options = ("--item", "id", "--judge", "judge", "--margin", margin)
    found = agree(judged(tmp_path, right), *options)["judge"]
    assert found["verdict"] == verdict
    assert (found["low"] > -margin) == (verdict == "not inferior")
    assert (found["high"] < -margin) == (verdict == "inferior")


def test_about_how_many_items_more():
    def judge(difference, half, n=100):
        low, high = difference - half, difference + half
        verdict = "undecided"
        return SimpleNamespace(
            difference=difference, low=low, high=high, n_items=n, verdict=verdict
        )

    # An interval twice as wide as it may be needs four times the items.
    assert items_more(judge(-0.05, 0.1), 0.1) == 300
    assert items_more(judge(-0.15, 0.1), 0.1) == 300
    assert items_more(judge(-0.1, 0.1), 0.1) is None
    found = judge(0.0, 0.2)
    found.verdict = "inferior"
    assert items_more(found, 0.1) is None


def test_that_many_items_more_do_decide(agree, tmp_path):
    path = judged(tmp_path, 0.84)
    options = ("--item", "id", "--judge", "judge", "--margin", "0.04")
    found = agree(path, *options)["judge"]
    assert found["verdict"] == "undecided"
    with path.open(newline="") as stream:
        head, *rows = csv.reader(stream)
    # "About": the interval is not symmetrical, and 76 times the items needed fall just short here.
    times = 1.5 * (1 + found["more_items"] / len(rows))
    more = [[f"{k}-{r[0]}", *r[1:]] for k in range(math.ceil(times)) for r in rows]
    again = agree(table_file(tmp_path, [head, *more], "more.csv"), *options)["judge"]
    assert again["difference"] == pytest.approx(found["difference"])
    assert again["verdict"] != "undecided"


def test_without_a_margin_there_is_no_verdict(agree, tmp_path):
    found = agree(judged(tmp_path, 0.9, 60), "--item", "id", "--judge", "judge")
    assert found["judge"]["verdict"] is None
    assert found["findings"][0]["finding"].endswith(
        "There is no verdict: no margin was given (--margin 0.1, say)."
    )


# --- levels, groups, confidence -------------------------------------------------------------------

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


@pytest.mark.parametrize("level", LEVELS)
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


def test_intervals_by_groups_are_those_of_the_library(agree, tmp_path):
    path, rows = numbers_file(tmp_path)
    cells, groups = [row[2:] for row in rows], [row[1] for row in rows]
    options = (path, "--item", "id", "--groups", "doc", "--judge", "C", "--margin", "0.1")
    found = agree(*options)
    settings = {"groups": groups, "n_draws": 2000, "labels": found["labels"]}
    alpha = rater_inference(cells, "krippendorff", **settings)
    assert [found["alpha"][key] for key in ("low", "high")] == pytest.approx(
        [alpha.low, alpha.high]
    )
    pair = rater_inference([row[:2] for row in cells], "conger", **settings)
    kappa = found["kappa"][0]
    assert [kappa[key] for key in ("estimate", "low", "high")] == pytest.approx(
        [pair.estimate, pair.low, pair.high]
    )
    judge = compare_judge_with_raters(cells, 2, margin=0.1, **settings)
    assert [found["judge"][key] for key in ("low", "high")] == pytest.approx(
        [judge.low, judge.high]
    )
    assert (found["raters"], found["n_groups"]) == (["A", "B", "C"], 10)
    assert "10 groups of items" in agree(*options, text=True)


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
    said = agree(*options, "--confidence-level", "0.8", text=True)
    assert "80 % interval" in said
    assert "95 % interval" not in said


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
    said = agree(*options, text=True)
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


# --- errors ---------------------------------------------------------------------------------------

SMALL = [["id", "A", "B", "J"], [1, "x", "y", "x"], [2, "x", "x", "x"], [3, "y", "y", "x"]]
WRONG = {
    (): "say which columns are raters: --raters A,B,C, or --item COLUMN",
    (
        "--raters",
        "A,Bee",
    ): "has no column 'Bee'. Did you mean 'B'? Its columns are 'id', 'A', 'B', 'J'",
    ("--raters", "A"): "1 rater ('A'); agreement is between two or more",
    ("--raters", "A,A"): "--raters names 'A' twice",
    ("--raters", "A,B", "--judge", "J"): "--judge 'J' is not among the raters 'A', 'B'",
    ("--raters", "A,B,J", "--judge", "j"): "add it to them. Did you mean 'J'?",
    ("--item", "id", "--rater", "A"): "the long form needs all of --item, --rater and --label",
    ("--raters", "A,B", "--margin", "0.1"): "name her with --judge",
    ("--item", "id", "--judge", "J", "--margin", "-1"): "margin is -1",
    ("--raters", "A,J", "--judge", "J", "--margin", "0.1"): "'A' is the only other rater",
    ("--item", "id", "--ordered", "x"): "give two or more labels",
    ("--item", "id", "--ordered", "x,z"): ":2: 'y' of B is not in --ordered x,z",
    ("--item", "id", "--positive", "x"): "it needs --reference",
    ("--item", "id", "--reference", "J", "--positive", "z"): "--positive 'z' is no label",
    ("--raters", "A,B", "--run", "id"): "--run needs --item",
    ("--item", "A"): ":3: item 'x' stands already in row 1",
    ("--item", "id", "--rater", "A", "--label", "A"): "are not all different",
    ("--item", "id", "--rater", "A", "--label", "B"): "none of the 3 items was rated by two",
    ("--item", "id", "--missing", "x,y"): "every rating is missing",
    ("--item", "id", "--level", "cubic"): "invalid choice: 'cubic'",
    (
        "--item",
        "id",
        "--level",
        "ordinal",
    ): ":2: 'x' of A is no number with a decimal point, as --level ordinal needs",
    ("--item", "id", "--level", "interval"): "Words have an order by --ordered",
    ("--item", "id", "--ordered", "x,y", "--level", "ratio"): "'x' of A is no number with",
    ("--item", "id", "--judge", "J", "--epsilon", "1"): "--epsilon is 1; it is a share",
    ("--item", "id", "--epsilon", ".1"): "name her with --judge",
    ("--raters", "A,J", "--judge", "J", "--epsilon", "0.1"): "'A' is the only other rater",
    ("--item", "id", "--judge", "J", "--margin", "inf"): "--margin is inf",
    ("--item", "id", "--judge", "J", "--margin", "much"): "invalid float value: 'much'",
    ("--item", "id", "--confidence-level", "95"): "--confidence-level is 95; give a share such",
    ("--raters", "A,B", "--groups", "doc"): "has no column 'doc'",
    ("--raters", "A,B", "--groups", "B"): "'B' is among --raters, and also",
    ("--item", "id", "--groups", "id"): "'id' has two of the roles",
    ("--item", "id", "--rater", "A", "--label", "B", "--groups", "A"): "are not all different",
}


@pytest.mark.parametrize("options", WRONG, ids=" ".join)
def test_what_cannot_be_is_said_in_one_line(agree, tmp_path, options):
    path = table_file(tmp_path, SMALL)
    assert WRONG[options] in agree(path, *options, status=2)


def test_an_item_rated_twice_by_one_rater(agree, tmp_path):
    rows = [["id", "who", "said"], [1, "A", "x"], [1, "B", "x"], [1, "A", "y"], [2, "A", "y"]]
    said = agree(
        table_file(tmp_path, rows), "--item", "id", "--rater", "who", "--label", "said", status=2
    )
    assert ":4: 'A' rated item '1' again, as 'y'; the first time, 'x', is at" in said
    assert ":2; keep one of each, or number repeated runs in a column for --run." in said


def test_many_items_rated_twice_are_one_message(agree, tmp_path):
    rows = [[i % 4, "AB"[i % 8 > 3], "xy"[i % 3 > 0]] for i in range(16)]
    path = table_file(tmp_path, [["id", "who", "said"], *rows])
    said = agree(path, "--item", "id", "--rater", "who", "--label", "said", status=2)
    lines = ", ".join(f"{path}:{n}" for n in range(11, 16))
    assert said.endswith(f"for --run. Another 7: {lines}, ...\n")


NEGATIVE = [["id", "doc", "A", "B"], [1, "d", 1, 1], [2, "d", 2, -2], [3, "", 3, 3]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--level", "ratio"), ":3: '-2' of B is negative; --level ratio needs numbers from 0"),
        (("--groups", "doc"), ":4: column 'doc' is blank"),
    ],
)
def test_values_that_a_level_or_groups_cannot_have(agree, tmp_path, options, words):
    path = table_file(tmp_path, NEGATIVE)
    assert words in agree(path, "--raters", "A,B", *options, status=2)


def test_a_judge_who_rated_nothing_and_a_rater_who_did(agree, tmp_path):
    rows = [["id", *"ABC"], [1, "x", "y", ""], [2, "x", "x", ""], [3, "y", "y", ""]]
    path = table_file(tmp_path, rows)
    said = agree(path, "--item", "id", "--judge", "C", status=2)
    assert "the judge 'C' rated no item that another rater rated" in said
    assert "'C' rated no item." in agree(path, "--item", "id")["notes"]


def test_one_group_alone_and_an_item_in_two(agree, tmp_path):
    rows = [[*row[:1], "d", *row[2:]] for row in NEGATIVE[1:]]
    path = table_file(tmp_path, [NEGATIVE[0], *rows])
    said = agree(path, "--raters", "A,B", "--groups", "doc", status=2)
    assert "all items are in the group 'd'" in said
    long = [["id", "who", "said", "doc"], [1, "A", "x", "d"], [1, "B", "x", "e"]]
    path = table_file(tmp_path, long)
    options = ("--item", "id", "--rater", "who", "--label", "said", "--groups", "doc")
    assert ":3: item '1' has the group 'e' here and 'd' before" in agree(path, *options, status=2)


def test_a_wrong_label_is_named_with_its_own_line_in_the_long_form(agree, tmp_path):
    rows = [["id", "who", "said"], [1, "A", "x"], [1, "B", "q"], [2, "A", "y"], [2, "B", "y"]]
    path = table_file(tmp_path, rows)
    options = ("--item", "id", "--rater", "who", "--label", "said", "--ordered", "x,y")
    assert ":3: 'q' of B is not in --ordered x,y" in agree(path, *options, status=2)


@pytest.mark.parametrize("option", ["--html", "--csv"])
def test_the_data_are_never_written_over(agree, tmp_path, option):
    path = table_file(tmp_path, SMALL)
    before = path.read_bytes()
    assert "would be written over" in agree(path, "--item", "id", option, path, status=2)
    assert path.read_bytes() == before


def test_one_item_alone(agree, tmp_path):
    said = agree(table_file(tmp_path, SMALL[:2]), "--item", "id", status=2)
    assert "one item; agreement is measured over two or more" in said


def test_interrupted(monkeypatch, capsys, tmp_path):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("kappabook.report.agree.agree", stop)
    assert main(["agree", str(tmp_path / "a.csv"), "--item", "id"]) == 130
    assert capsys.readouterr().err.count("\n") == 1


# --- the page -------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Tags, and attributes that could load or run something."""

    def __init__(self):
        super().__init__()
        self.tags, self.odd, self.text = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.odd += [
            (tag, name, value)
            for name, value in attributes
            if name.startswith("on")
            or (name in ("src", "href", "xlink:href") and not re.match("#|data:image/png;", value))
        ]

    def handle_data(self, data):
        self.text.append(data)


EVIL = ["<script>alert(1)</script>", '"><img src=x onerror=y>', "$x_$ $", "=cmd|'/C calc'!A0"]


def test_a_page_of_one_file_that_loads_and_runs_nothing(agree, tmp_path):
    pytest.importorskip("matplotlib")
    rows = [["id", *EVIL]]
    rng = random.Random(2)
    rows += [[f"{EVIL[0]}{i}", *(rng.choice(EVIL) for _ in EVIL)] for i in range(12)]
    path = table_file(tmp_path, rows, "<b>x.csv")
    page, out = tmp_path / "page.html", tmp_path / "out.csv"
    text = agree(path, "--item", "id", "--html", page, "--csv", out, text=True)
    assert text.splitlines()[-2:] == [str(page), str(out)]
    seen = Tags()
    seen.feed(page.read_text(encoding="utf-8"))
    assert not {"script", "img", "iframe", "object", "embed", "link", "a"} & set(seen.tags)
    assert seen.tags.count("b") == seen.tags.count("li")  # ours, one in each finding
    assert not seen.odd
    assert EVIL[0] in "".join(seen.text)
    assert seen.tags.count("svg") == 3
    with out.open(newline="") as stream:
        cells = [cell for row in csv.reader(stream) for cell in row]
    assert not [cell for cell in cells if cell.startswith("=")]
    assert f"'{EVIL[3]}" in cells


def test_the_page_has_what_the_text_has(agree, tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.html"
    options = (*JUDGE, "--margin", "0.1", "--epsilon", "0.1", "--confidence-level", "0.9")
    text = " ".join(agree(*options, "--html", page, text=True).split())
    seen = Tags()
    seen.feed(page.read_text(encoding="utf-8"))
    shown = " ".join(" ".join(seen.text).split())
    for words in (
        "Alternative annotator test with epsilon 0.1",
        "model in the place of each human",
        "90 % interval",
        "Beside the known labels",
        "Krippendorff's alpha, ordinal",
    ):
        assert words in text
        assert words in shown


def test_the_same_page_twice(agree, tmp_path):
    pytest.importorskip("matplotlib")
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    for page in pages:
        agree(*WIDE, "--html", page, "--csv", tmp_path / "out.csv")
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_control_characters_do_not_reach_the_terminal(agree, tmp_path):
    rows = [["id", "A\x1b[31m", "B"], [1, "x\x07", "y"], [2, "y", "y"], [3, "y", "x\x07"]]
    text = agree(table_file(tmp_path, rows), "--item", "id", text=True)
    assert all(c.isprintable() or c == "\n" for c in text)


# --- the page docs/agree.md -----------------------------------------------------------------------

PAGE = (ROOT / "docs/agree.md").read_text(encoding="utf-8")


def shown_on_the_page():
    """Commands with what is shown of their output: parts, between which something is left out."""
    return re.findall(r"^```\n\$ kappabook (.*)\n([^`]*)^```", PAGE, re.M)


@pytest.mark.parametrize(("asked", "shown"), shown_on_the_page())
def test_the_page_shows_what_the_command_writes(capsys, monkeypatch, tmp_path, asked, shown):
    files = re.findall(r"`([\w-]+\.csv)`[^`]*\n\n```text\n([^`]*)```", PAGE)
    assert [name for name, _ in files] == ["moods.csv", "tries.csv"]
    for name, text in files:
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(asked)) == 0
    said = "\n" + capsys.readouterr().out
    first, *others = re.split(r"^\.\.\.\n", shown, flags=re.M)
    assert said.startswith(f"\n{first}")
    for part in others:
        _, found, after = said.partition(f"\n{part}")
        assert found, part
        said = f"\n{after}"


def test_the_page_lists_every_key(agree):
    head, *rows = re.findall(r"^\| (.*) \| (.*) \|$", PAGE, re.M)
    assert head == ("key", "what")
    named = {key: words for keys, words in rows for key in re.findall(r"`(\w+)`", keys)}
    found = agree(*JUDGE, "--margin", "0.1", "--epsilon", "0.1")
    assert set(named) == set(found)
    for key, value in found.items():
        one = value[0] if isinstance(value, list) and value else value
        if isinstance(one, dict):
            assert set(one) - {"rater"} <= set(re.findall(r"`(\w+)`", named[key]))
