"""The page of `kappabook agree --html`, and what docs/raters.md shows of it."""

import csv
import json
import random
import re
import shlex
from html.parser import HTMLParser

import duckdb
import pytest
from rated import JUDGE, WIDE, table_file
from support import ROOT

import kappabook
from kappabook.cli import main


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
    assert "b" not in seen.tags  # that of the file's name
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


@pytest.mark.slow
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


# --- what docs/raters.md shows -------------------------------------------------------------------

PAGE = (ROOT / "docs/raters.md").read_text(encoding="utf-8")


def shown_on_the_page():
    """Commands with what is shown of their output: parts, between which something is left out."""
    return re.findall(r"^```\n\$ kappabook (.*)\n([^`]*)^```", PAGE.replace("\\\n", ""), re.M)


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
    section = PAGE.partition("### The JSON of agree\n")[2].partition("\n## ")[0]
    head, *rows = re.findall(r"^\| (.*) \| (.*) \|$", section, re.M)
    assert head == ("key", "what")
    named = {key: words for keys, words in rows for key in re.findall(r"`(\w+)`", keys)}
    found = agree(*JUDGE, "--margin", "0.1", "--epsilon", "0.1")
    assert set(named) == set(found)
    for key, value in found.items():
        one = value[0] if isinstance(value, list) and value else value
        if isinstance(one, dict):
            assert set(one) - {"rater"} <= set(re.findall(r"`(\w+)`", named[key]))


# --- nested exports ------------------------------------------------------------------------------

LABEL_STUDIO = [
    {
        "id": i,
        "data": {"text": f"t{i}"},
        "annotations": [
            {
                "id": 10 * i + k,
                "completed_by": who,
                "was_cancelled": skipped,
                "result": [
                    {"type": "textarea", "from_name": "why", "value": {"text": ["because"]}},
                    {"type": "choices", "from_name": "mood", "value": {"choices": [mood]}},
                ],
            }
            for k, (who, mood, skipped) in enumerate(said)
        ],
        "predictions": [],
    }
    for i, said in enumerate(
        [
            [(1, "glad", False), (2, "glad", False)],
            [(1, "sad", False), (2, "glad", False)],
            [(1, "sad", False), (2, "sad", False), (1, "glad", True)],
        ]
    )
]
PRODIGY = [
    {"text": "t", "_input_hash": i, "_annotator_id": who, "accept": [mood], "answer": answer}
    for i, who, mood, answer in (
        *[(-1, "db-ann", "glad", "accept"), (-1, "db-ben", "glad", "accept")],
        *[(5, "db-ann", "sad", "accept"), (5, "db-ben", "glad", "accept")],
        *[(7, "db-ann", "sad", "accept"), (7, "db-ben", "sad", "accept")],
        (9, "db-ann", "sad", "ignore"),
    )
]


@pytest.mark.parametrize(
    ("tool", "raters"), [("label-studio.json", ["1", "2"]), ("prodigy.jsonl", ["db-ann", "db-ben"])]
)
def test_a_nested_export_becomes_a_table(tmp_path, monkeypatch, capsys, tool, raters):
    """The queries of the page, on exports in the form that the tools' pages show."""
    (tmp_path / "label-studio.json").write_text(json.dumps(LABEL_STUDIO))
    (tmp_path / "prodigy.jsonl").write_text("\n".join(map(json.dumps, PRODIGY)))
    monkeypatch.chdir(tmp_path)
    (code,) = (x for x in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if tool in x)
    names = {"duckdb": duckdb, "kappabook": kappabook}
    exec(code, names)
    assert "3 items rated twice or more" in " ".join(capsys.readouterr().out.split())
    found = kappabook.agree(names["ratings"], item="item", rater="rater", label="label").data
    assert (found["raters"], found["labels"]) == (raters, ["glad", "sad"])
    assert found["percent_agreement"] == pytest.approx(2 / 3)
