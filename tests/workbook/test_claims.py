"""`kappabook claim`: one hop from an id to everything the house holds of it."""

import json
import re
from dataclasses import replace

import pytest
from support import ROOT

from kappabook import papers
from kappabook.checkout import printed_folder
from kappabook.cli import main
from kappabook.ledger import COLUMNS
from kappabook.workbook import cache, claims
from kappabook.workbook.findings import rows_of, with_rows
from kappabook.workbook.ledger_page.page import page as ledger_page
from kappabook.workbook.ledger_totals import totals

KAPPA = "kappa_guide.example.kappa"
KEYS = [
    *("document", "claim", "locator", "printed", "computed", "verdict", "evidence"),
    *("fails_by", "note"),
    *("statement", "source", "check", "function", "reads", "second", "erratum", "notebook"),
]


def line_at(place):
    path, _, line = place.rpartition(":")
    return (ROOT / path).read_text().splitlines()[int(line) - 1]


def as_json(capsys, *ids):
    assert main(["claim", "--json", *ids]) == 0
    return json.loads(capsys.readouterr().out)


def test_one_claim_on_one_screen(capsys):
    assert main(["claim", KAPPA]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) <= 20
    for said in ("0.316", "37/117", "reproduced", "proved", "claims.csv:63", "doctors.py:"):
        assert said in text
    assert "01-kappa-guide.ipynb [" in text


def test_json_is_a_list_with_the_ledgers_columns_and_every_place(capsys):
    (entry,) = as_json(capsys, KAPPA)
    assert list(entry) == KEYS
    row = next(row for row in papers.rows("kappa_guide") if row.claim == KAPPA)
    assert [entry[column] for column in COLUMNS] == list(vars(row).values())
    assert line_at(entry["source"]).startswith(f"{KAPPA},")
    assert line_at(entry["second"]["source"]).startswith(f"{KAPPA},")
    assert line_at(entry["check"]) == '@check("example.*")'
    assert "kappa_guide.example.table.sick-sick" in entry["reads"]
    assert entry["erratum"] is None
    cells = json.loads((ROOT / entry["notebook"].partition(" ")[0]).read_text())["cells"]
    number = int(re.search(r"\[(\d+)\]", entry["notebook"])[1])
    (shown,) = (c for c in cells if c.get("execution_count") == number)
    assert KAPPA in json.dumps(shown)


def test_an_erratum_is_shown_with_its_line(capsys):
    (entry,) = as_json(capsys, "cats_and_dogs.weighted.cat-cells")
    assert entry["erratum"]["correct"] == "FDC, FFC"
    assert line_at(entry["erratum"]["source"]).startswith("cats_and_dogs.weighted.cat-cells,")
    assert main(["claim", "cats_and_dogs.weighted.cat-cells"]) == 0
    assert "FCD, FCF should be FDC, FFC" in capsys.readouterr().out


def test_a_pattern_shows_a_table_and_says_once_what_is_shared(capsys):
    assert main(["claim", "kappa_guide.example.table*"]) == 0
    text = capsys.readouterr().out
    assert text.count("doctors.py:") == 1
    assert len(re.findall(r"^kappa_guide\.example\.table", text, re.M)) == 5
    assert [e["claim"] for e in as_json(capsys, "kappa_guide.intro.l*", KAPPA)][-1] == KAPPA


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("kappa_guide.exampl.kapa", r"no claim .*; the nearest are kappa_guide\.example\.kappa"),
        ("kappa", r"no claim 'kappa'; the nearest are "),
        ("kappa_guide.zebra.*", r"no claim matches 'kappa_guide\.zebra\.\*'; an id begins with"),
        ("nobody.*", r"no claim matches 'nobody\.\*'; an id begins with one of kappa_guide"),
    ],
)
def test_an_unknown_claim_is_one_line_with_the_nearest(capsys, wanted, message):
    assert main(["claim", wanted, "--json"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert re.match(f"error: {message}", error)
    assert error.count("\n") == 1


# --- the index --------------------------------------------------------------------------------


@pytest.fixture
def build(tmp_path, monkeypatch):
    """A folder for what is kept, instead of the clone's own."""
    monkeypatch.setattr(cache, "build_folder", lambda: tmp_path)
    return tmp_path


def test_what_is_kept_is_not_made_again_until_it_rests_on_something_else(build):
    made = []

    def make():
        made.append(1)
        return {"number": len(made)}

    assert cache.cached("a/b.json", "hash", make) == {"number": 1}
    assert cache.cached("a/b.json", "hash", make) == {"number": 1}
    assert cache.cached("a/b.json", "other", make) == {"number": 2}
    assert len(made) == 2


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"rests on": "hash"}', "null"])
def test_a_damaged_file_is_made_anew(build, damage):
    (build / "b.json").write_text(damage)
    assert cache.cached("b.json", "hash", lambda: 3) == 3
    assert cache.cached("b.json", "hash", lambda: 4) == 3


def test_what_cannot_be_kept_is_made_each_time(tmp_path, monkeypatch):
    """As in a home that can only be read: the command goes on, and leaves nothing."""
    (tmp_path / "file").write_text("a file where a folder is to be", encoding="utf-8")
    monkeypatch.setattr(cache, "build_folder", lambda: tmp_path / "file" / "build")
    made = []
    for _ in range(2):
        assert cache.cached("b.json", "hash", lambda: made.append(1) or 3) == 3
    assert made == [1, 1]
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_altered_transcription_is_another_fingerprint(tmp_path, monkeypatch):
    before = cache.fingerprint("kappa_guide"), cache.fingerprint("bendavid2008")
    (tmp_path / "kappa_guide").mkdir()
    for name in ("errata.csv", "references.csv", "kinds.csv", "kappa_guide/claims.csv"):
        text = (printed_folder() / name).read_text()
        (tmp_path / name).write_text(text.replace(f"{KAPPA},", f"{KAPPA}s,"))
    same = {p.name: p for p in (printed_folder() / "bendavid2008").glob("*.csv")}
    (tmp_path / "bendavid2008").mkdir()
    for name, path in same.items():
        (tmp_path / "bendavid2008" / name).write_bytes(path.read_bytes())
    monkeypatch.setattr(cache, "printed_folder", lambda: tmp_path)
    after = cache.fingerprint("kappa_guide"), cache.fingerprint("bendavid2008")
    assert after[0] != before[0]
    assert after[1] == before[1]


# --- an author's answer -----------------------------------------------------------------------

CORRECTED = "bendavid2008.example4.pc"
ANSWER = "The cells were of a <later> draft, *not* the text."


@pytest.fixture
def answered(monkeypatch):
    """One erratum with an answer, as if it stood in errata.csv."""
    as_read = papers.errata

    def errata(key):
        return [replace(e, response=ANSWER) if e.claim == CORRECTED else e for e in as_read(key)]

    monkeypatch.setattr(papers, "errata", errata)
    kept = (papers.responses, claims._errata)
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


def test_no_answer_is_invented():
    assert papers.responses() == {}


def test_an_answer_is_shown_wherever_the_correction_is(answered, tmp_path):
    (entry,) = claims.find([CORRECTED])
    assert entry["erratum"]["response"] == ANSWER
    assert f"response    {ANSWER}" in claims.as_text([entry])
    few = rows_of(CORRECTED)
    html = ledger_page(few, totals(few))
    assert "The authors answer: The cells were of a &lt;later&gt; draft, *not* the text." in html
    page = tmp_path / "findings.md"
    page.write_text(f"<!-- rows: {CORRECTED} -->\n<!-- end of rows -->\n")
    assert f"\n\n**The authors answer to `{CORRECTED}`:** {ANSWER}\n<!-- end" in with_rows(page)
