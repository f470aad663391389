"""`kappabook agree` as its users meet it; the files in ratings/ were made without the code."""

import csv
import itertools
import random
from types import SimpleNamespace

import pytest
from rated import GRADES, JUDGE, LONG, WIDE, judged, random_rows, table_file

from kappabook import cohen_kappa_score
from kappabook.commands.agree.judge import items_more
from kappabook.commands.reading.labels import in_order, remarks
from kappabook.metrics.raters import (
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    percent_agreement_score,
)

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


# --- layouts --------------------------------------------------------------------------------------


def test_long_and_wide_give_the_same_in_any_order_of_rows(agree, tmp_path):
    rows = random_rows(1)
    wide = table_file(tmp_path, [["id", "A", "B", "C"], *rows])
    cells = [[r[0], who, x] for r in rows for who, x in zip("ABC", r[1:], strict=True) if x]
    random.Random(1).shuffle(cells)
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
    assert found["most_disagreed"][0]["ratings"] == {"A": "y", "B": "n"}


def test_of_items_disputed_alike_the_one_with_more_ratings_comes_first(agree, tmp_path):
    rows = [["id", "A", "B", "C"], [1, "x", "y", ""], [2, "x", "y", "z"], [3, "y", "x", ""]]
    found = agree(table_file(tmp_path, rows), "--item", "id")
    assert [one["item"] for one in found["most_disagreed"]] == ["2", "1", "3"]


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
    assert "'llm' rated item '0' again" in agree(
        path, "--item", "id", "--raters", "human,llm", status=2
    )


@pytest.mark.parametrize(("r", "n", "doubted"), [(20, 30, 0), (21, 30, 1), (21, 42, 0), (5, 4, 1)])
def test_a_table_turned_round_is_doubted(agree, tmp_path, r, n, doubted):
    raters = [f"r{i}" for i in range(r)]
    rows = [["item", *raters], *([i, *("xy"[i % 2] * r)] for i in range(n))]
    notes = agree(table_file(tmp_path, rows), "--item", "item")["notes"]
    assert len([text for text in notes if "turned round" in text]) == doubted


@pytest.mark.parametrize(
    ("rows", "doubted"),
    [
        (["0,3,0", "2,1,0", "1,1,1"], True),
        (["0,3,0", "2,1,0", "1,1,2"], False),
        (["0,3,0", "2,1,0", "1,2,"], False),
        (["1,1,1", "1,1,1", "1,1,1"], False),
    ],
)
def test_a_table_of_counts_is_doubted(agree, tmp_path, rows, doubted):
    """Read as ratings it has an alpha, too, which means nothing."""
    path = tmp_path / "counts.csv"
    path.write_text("calm,glad,sad\n" + "\n".join(rows))
    notes = agree(path, "--raters", "calm,glad,sad")["notes"]
    assert any("add up to 3" in text and "--counts" in text for text in notes) == doubted
    if doubted:
        assert not any("add up" in text for text in agree(path, "--counts")["notes"])


def test_a_column_that_is_no_raters_is_doubted(agree, tmp_path):
    rows = [["id", "A", "B", "remark"], [1, "x", "y", "long"], [2, "x", "x", ""], [3, "y", "y", ""]]
    found = agree(table_file(tmp_path, rows), "--item", "id")
    assert found["notes"][0].startswith("'remark' shares no label with any other rater.")
    assert found["notes"][0].endswith('--raters "A,B".')
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


@pytest.mark.parametrize(
    "names", [("-1", "2", "10"), ("1", "1.0", "2e0"), ("1", "10", "a"), ("+nan", "0", "1", "nan")]
)
def test_names_have_one_order_however_they_come(names):
    """As numbers if all of them are; what is no number cannot be sorted as one."""
    assert {tuple(in_order(mixed)) for mixed in itertools.permutations(names)} == {names}


def test_several_labels_in_one_cell_and_forms_of_a_number_are_said():
    (several,) = remarks({"a": 5, "b": 4, "a|b": 1}, 9)
    assert "'a|b' (once) looks like several labels in one cell" in several
    assert "'1' (3 times), '1.0' (2 times)" in remarks({"1": 3, "1.0": 2}, 9)[0]
    assert "several labels" in remarks({"a": 5, "b": 4, "a;c": 1}, 9)[0]
    assert remarks({"and/or": 3, "no": 2, "and": 1}, 9) == []


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


def test_a_row_with_a_true_label_is_used_if_someone_rated_it(agree, tmp_path):
    rows = [[1, "a", "b", "a"], [2, "b", "b", ""], [3, "a", "", "a"], [4, "", "", "a"]]
    path = table_file(tmp_path, [["id", "A", "B", "gold"], *rows])
    found = agree(path, "--item", "id", "--reference", "gold")
    assert found["rows"] == {"read": 4, "used": 3, "set_aside": 1}


# --- a judge --------------------------------------------------------------------------------------


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
        return SimpleNamespace(difference=difference, low=low, high=high, n=n, verdict=verdict)

    # An interval twice as wide as it may be needs four times the items.
    assert items_more(judge(-0.05, 0.1), 0.1) == 300
    assert items_more(judge(-0.15, 0.1), 0.1) == 300
    assert items_more(judge(-0.1, 0.1), 0.1) is None
    found = judge(0.0, 0.2)
    found.verdict = "inferior"
    assert items_more(found, 0.1) is None


def test_items_that_the_judge_left_out_are_counted(agree, tmp_path):
    rows = [["id", "a", "b", "llm"], *([i, i % 2, i % 3 % 2, i % 2] for i in range(20))]
    options = ("--item", "id", "--judge", "llm")
    said = agree(table_file(tmp_path, rows), *options)["findings"]
    assert not [f for f in said if "unrated" in f["finding"]]
    rows[3][3] = rows[7][3] = None
    rows.append([20, None, None, None])
    said = agree(table_file(tmp_path, rows), *options)["findings"]
    assert said[1]["finding"].startswith("llm left 2 of 20 items unrated")


def test_names_that_look_alike_are_said(agree, tmp_path):
    rows = [["item", "who", "label"], [1, "Anna", "x"], [1, "Bob", "y"], ["q2", "Anna", "x"]]
    rows += [["q2", "Bob", "x"], [1, "anna ", "x"], ["Q2", "Anna", "x"]]
    path = table_file(tmp_path, rows)
    notes = agree(path, "--item", "item", "--rater", "who", "--label", "label")["notes"]
    said = [note for note in notes if note.startswith("Some names")]
    assert ["raters" in said[0], "'Anna', 'anna '" in said[0]] == [True, True]
    assert ["items" in said[1], "'q2', 'Q2'" in said[1]] == [True, True]


def test_without_a_margin_there_is_no_verdict(agree, tmp_path):
    found = agree(judged(tmp_path, 0.9, 60), "--item", "id", "--judge", "judge")
    assert found["judge"]["verdict"] is None
    assert found["findings"][0]["finding"].endswith(
        "There is no verdict: no margin was given (--margin 0.1, say)."
    )
