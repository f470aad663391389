"""The README tells the truth: its examples run, its table is the ledger's, its links lead."""

import doctest
import importlib
import re

import pytest
from support import ROOT, read_columns

import kappabook
from kappabook import papers
from kappabook.kinds import INPUT, RESULT
from kappabook.workbook.ledger_totals import all_rows, kinds, totals_table

README = ROOT / "README.md"
TEXT = README.read_text()


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_examples_run(page):
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_api_page_names_what_there_is():
    page = (ROOT / "docs/api.md").read_text()
    first = page.partition("## Beside them")[0]
    named = set(re.findall(r"^\| `(\w+)` \|", first, re.M))
    assert named == {name for name in kappabook.__all__ if not name.startswith("_")}
    for module, names in re.findall(r"^\| `(kappabook\.[\w.]+)` \| (.*) \|$", page, re.M):
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(importlib.import_module(module), name) or name == "pos_label", name


def test_table_is_the_ledgers():
    table = TEXT.partition("test_readme.py -->\n")[2].partition("\n<!-- end")[0]
    assert table == totals_table(all_rows())


# --- what README says held ------------------------------------------------------------------


def verdicts(pattern):
    """The verdicts of the claims that match a pattern, but for names that a document gives."""
    judged = {row.claim: row.verdict for row in all_rows()}
    return {judged[claim.claim] for claim in papers.matching(pattern)} - {"definition"}


def test_what_held_of_the_four_short_documents():
    assert verdicts("kappa_guide.example.*") == verdicts("kappa_guide.details.*") == {"reproduced"}
    for part in ("intro", "calc", "three", "weighted"):  # the two models, three classes, weights
        for claim in papers.matching(f"cats_and_dogs.{part}.*"):
            if re.fullmatch(r"[-\d.]+", claim.printed):
                assert verdicts(claim.claim) <= {"reproduced"}, claim
    assert verdicts("bendavid2008.example*.kappa") == {"reproduced"}
    lines = "bendavid2008.eq[0-9]*", "bendavid2008.a[1-4].*"
    wrong = {c.claim for line in lines for c in papers.matching(line)
             if verdicts(c.claim) & {"corrected", "contested", "not reproduced"}}  # fmt: skip
    assert wrong == {"bendavid2008.eq14", *(f"bendavid2008.a4.step{i}" for i in (2, 3, 4))}
    assert verdicts("kaymak_auk.eq[0-9]*") == {"reproduced"}


def test_what_held_of_the_2007_paper():
    for table in ("table7", "table9", "table10", "table11"):
        found = verdicts(f"bendavid2007.{table}.*")
        assert found <= {"reproduced", "consistent", "typographic", "corrected"}
        for row in all_rows():
            if row.claim.startswith(f"bendavid2007.{table}.") and row.verdict == "corrected":
                assert re.search(r"\.(monks-3|balance-scale|average)\.", row.claim)
    assert verdicts("bendavid2007.table8.*.r2") == {"consistent", "reproduced"}  # and the average
    assert not verdicts("bendavid2007.table12.*.accuracy") & {"reproduced", "recovered"}
    (rerun,) = (row.computed for row in all_rows() if row.claim == "bendavid2007.s4.defaults")
    assert rerun.startswith("31 of 60 ")
    searched = {
        row.claim.split(".")[2]
        for row in all_rows()
        if row.claim.startswith("bendavid2007.tableA") and row.verdict == "recovered"
    }
    assert len(searched) == 4


def test_what_held_of_the_critics():
    """The counts by kind, and by how much of a publication was seen."""
    said = next(line for line in TEXT.splitlines() if line.startswith("| The critics"))
    table = kinds()
    judged = {row.claim: row.verdict for row in all_rows()}
    results = [judged[name] for name, kind in papers.kinds().items() if kind.kind == RESULT]
    sources = table["sources"]
    assert f"{results.count('reproduced')} of {table[RESULT]['all']} printed results" in said
    assert f"Another {table[INPUT]['all']} printed numbers" in said
    assert f"{table['identity derived here']['all']} identities are derived here" in said
    assert f"Of the {sources['all']} publications we saw {sources['full text']} in full" in said
    assert f"{sources['abstract']} abstracts and {sources['quotation']} quotations" in said
    assert f"{sources['not seen']} are recalled" in said


def test_what_no_digit_decides_claims_no_digit():
    judged = {row.claim: row.verdict for row in all_rows()}
    exempt = read_columns(ROOT / "data/printed/insensitive.csv", "claim", "reason")
    assert not {judged[claim] for claim in exempt} & {"reproduced", "corrected", "recovered"}


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_links_lead_to_files(link):
    assert (ROOT / link).exists()


def test_every_make_command_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"`make ([a-z-]+)", TEXT)) | set(
        re.findall(r"^\$ make ([a-z-]+)", TEXT, re.M)
    )
    assert named <= targets


def test_what_is_left_to_make_test_slow_is_listed():
    """File by file in tests/README.md, and nothing that no longer is."""
    tests = ROOT / "tests"
    table = (tests / "README.md").read_text().partition("leaves to `make test-slow`")[2]
    first = re.findall(r"^\| (`.*?) \|", table, re.M)
    listed = {name for cell in first for name in re.findall(r"`(.+?)`", cell)}
    marked = re.compile(r"^(?!from ).*\b(slowly|mark\.slow)\b", re.M)
    files = {path.relative_to(tests).as_posix(): path.read_text() for path in tests.rglob("*.py")}
    marked_there = {name for name, text in files.items() if marked.search(text)}
    assert listed == marked_there - {"support.py", "workbook/test_readme.py"}
