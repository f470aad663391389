"""What `kappabook agree` refuses, each in one line that names the value and the remedy."""

import pytest
from rated import table_file

import kappabook
from kappabook.cli import main

SMALL = [["id", "A", "B", "J"], [1, "x", "y", "x"], [2, "x", "x", "x"], [3, "y", "y", "x"]]
WRONG = {
    (): "say which columns are raters: --raters A,B,C, or --item COLUMN",
    (
        "--raters",
        "A,Bee",
    ): "has no column 'Bee'. Its columns are 'id', 'A', 'B', 'J'",
    ("--raters", "A"): "1 rater ('A'); agreement is between two or more",
    ("--raters", "A,A"): "the column 'A' is named 2 times; a column has one role",
    ("--raters", "A,B", "--judge", "J"): "--judge 'J' is not among the raters 'A', 'B'",
    ("--raters", "A,B,J", "--judge", "j"): "add it to them. Did you mean 'J'?",
    ("--item", "id", "--rater", "A"): "the long form needs all of --item, --rater and --label",
    ("--raters", "A,B", "--margin", "0.1"): "name her with --judge",
    ("--item", "id", "--judge", "J", "--margin", "3"): "margin is 3.0; it says how much lower",
    ("--raters", "A,J", "--judge", "J", "--margin", "0.1"): "are 'A' and 'J'; leave them out",
    ("--item", "id", "--ordered", "x"): "give two or more labels",
    ("--item", "id", "--ordered", "x,z"): ":2: 'y' of B is not in --ordered x,z",
    ("--item", "id", "--positive", "x"): "it needs --reference",
    ("--item", "id", "--reference", "J", "--positive", "z"): "--positive 'z' is no label",
    ("--raters", "A,B", "--run", "id"): "--run needs --item",
    ("--item", "A"): "each row is one rating, --rater and --label say so",
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
    ("--item", "id", "--judge", "J", "--epsilon", "1"): "epsilon is 1.0; it is a share",
    ("--item", "id", "--epsilon", ".1"): "name her with --judge",
    ("--raters", "A,J", "--judge", "J", "--epsilon", "0.1"): "or give two humans",
    ("--item", "id", "--judge", "J", "--margin", "inf"): "margin is inf; it says how much",
    ("--item", "id", "--judge", "J", "--margin", "much"): "invalid float value: 'much'",
    ("--item", "id", "--confidence-level", "95"): "confidence_level is 95.0; give a share such",
    ("--raters", "A,B", "--groups", "doc"): "has no column 'doc'",
    ("--raters", "A,B", "--groups", "B"): "the column 'B' is named 2 times",
    ("--item", "id", "--rater", "A", "--label", "B", "--groups", "A"): "'A' is named 2 times",
    ("--item", "id", "--reference", "K"): "has no column 'K'",
    ("--item", "id", "--rater", "A", "--label", "B", "--reference", "K"): "is neither a column",
    ("--item", "id", "--rater", "A", "--label", "B", "--raters", "A"): "and no --raters",
}


@pytest.mark.parametrize("options", WRONG, ids=" ".join)
def test_what_cannot_be_is_said_in_one_line(agree, tmp_path, options):
    path = table_file(tmp_path, SMALL)
    assert WRONG[options] in agree(path, *options, status=2)


def test_many_items_rated_twice_are_one_message(agree, tmp_path):
    rows = [[i % 4, "AB"[i % 8 > 3], "xy"[i % 3 > 0]] for i in range(16)]
    path = table_file(tmp_path, [["id", "who", "said"], *rows])
    said = agree(path, "--item", "id", "--rater", "who", "--label", "said", status=2)
    lines = ", ".join(f"{path}:{n}" for n in range(11, 16))
    assert (
        f"{path}:10: 'A' rated item '0' again, as 'y'; the first time, 'x', is at {path}:2" in said
    )
    assert said.endswith(f" Another 7: {lines}, ...\n")


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
    assert (
        "'C' rated no item, and is not counted as a rater." in agree(path, "--item", "id")["notes"]
    )


def test_one_group_alone_and_an_item_in_two(agree, tmp_path):
    rows = [[*row[:1], "d", *row[2:]] for row in NEGATIVE[1:]]
    path = table_file(tmp_path, [NEGATIVE[0], *rows])
    said = agree(path, "--raters", "A,B", "--groups", "doc", status=2)
    assert "all items are in the group 'd'" in said
    long = [
        ["id", "who", "said", "doc"],
        [1, "A", "x", "d"],
        [1, "B", "x", "e"],
        [2, "A", "x", "d"],
    ]
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

    monkeypatch.setattr("kappabook.commands.agree.agree", stop)
    assert main(["agree", str(tmp_path / "a.csv"), "--item", "id"]) == 130
    assert capsys.readouterr().err.count("\n") == 1


def test_a_rater_with_decimal_commas_is_a_rater(tmp_path):
    rows = ["id;a;b;c", *(f"t{i};{i % 3};{i % 3},0;{i % 2}" for i in range(12))]
    path = tmp_path / "commas.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = kappabook.agree(path, item="id").data
    assert found["raters"] == ["a", "b", "c"]
    assert found["kappa"][0]["estimate"] == 1
