"""docs/what-held.md tells the truth: its table is the ledger's, and so is what it says of each."""

import os
import re
import subprocess
import sys

import pytest
from support import ROOT

from kappabook import papers
from kappabook.ledger_table import distinct_errors
from kappabook.papers.critics import sources
from kappabook.workbook.ledger_files import totals_table

TEXT = (ROOT / "docs/what-held.md").read_text()


def test_table_is_the_ledgers():
    table = TEXT.partition("test_what_held.py -->\n")[2].partition("\n<!-- end")[0]
    assert table == totals_table(papers.all_rows())


@pytest.mark.slow
def test_no_verdict_depends_on_the_processor(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    old = pytest.importorskip("disturbed_copies").OLD_PROCESSOR
    verdicts = "from kappabook.papers import all_rows\n"
    verdicts += "for row in all_rows(): print(row.claim, row.verdict)"
    command = [sys.executable, "-c", verdicts]
    judged = subprocess.run(command, env=os.environ | old, capture_output=True, text=True)
    assert judged.stdout.splitlines() == [f"{row.claim} {row.verdict}" for row in papers.all_rows()]


def verdicts(pattern):
    """The verdicts of the claims that match a pattern, but for inputs and repeats."""
    judged = {row.claim: row.verdict for row in papers.all_rows() if not row.same_as}
    asked = {claim.claim for claim in papers.matching(pattern)}
    return {judged[claim] for claim in asked & judged.keys()} - {"input"}


def test_what_held_of_the_four_short_documents():
    assert verdicts("kappa_guide.example.*") == verdicts("kappa_guide.details.*") == {"reproduced"}
    for part in ("intro", "calc", "three", "weighted"):  # the two models, three classes, weights
        for claim in papers.matching(f"cats_and_dogs.{part}.*"):
            if re.fullmatch(r"[-\d.]+", claim.printed):
                assert verdicts(claim.claim) <= {"reproduced"}, claim
    assert verdicts("bendavid2008.example*.kappa") == {"reproduced"}
    lines = "bendavid2008.eq[0-9]*", "bendavid2008.a[1-4].*"
    wrong = {c.claim for line in lines for c in papers.matching(line)
             if verdicts(c.claim) & {"corrected", "contested", "not reproduced"}
             and papers.row(c.claim).kind != "copy"}  # fmt: skip
    assert wrong == {"bendavid2008.eq14", *(f"bendavid2008.a4.step{i}" for i in (2, 3, 4))}
    assert verdicts("kaymak_auk.eq[0-9]*") == {"reproduced"}


def test_what_held_of_the_2007_paper():
    for table in ("table7", "table9", "table10", "table11"):
        found = verdicts(f"bendavid2007.{table}.*")
        assert found <= {"reproduced", "consistent", "corrected"}
        for row in papers.all_rows():
            if row.claim.startswith(f"bendavid2007.{table}.") and row.kind == "claim":
                assert re.search(r"\.(monks-3|balance-scale|average)\.", row.claim)
    assert verdicts("bendavid2007.table8.*.r2") == {"consistent", "reproduced"}  # and the average
    assert not verdicts("bendavid2007.table12.*.accuracy") & {"reproduced"}
    (rerun,) = (
        row.computed for row in papers.all_rows() if row.claim == "bendavid2007.s4.defaults"
    )
    assert rerun.startswith("34 of 60 ")
    searched = {
        row.claim.split(".")[2]
        for row in papers.all_rows()
        if row.claim.startswith("bendavid2007.tableA") and row.evidence == "searched"
    }
    assert len(searched) == 5
    rows = [row for row in papers.rows("bendavid2007") if row.counts_as == "corrected"]
    (errors,) = distinct_errors(rows).values()
    zeros = sum(row.error == "perfect folds stored as 0" for row in rows)
    said = f"The {len(rows)} corrected rows of the 2007 paper are {errors} errors"
    assert f"{said}: perfect folds stored as 0 make {zeros} of them." in TEXT


def test_what_held_of_the_critics():
    """The counts by kind, and by how much of a publication was seen."""
    said = next(line for line in TEXT.splitlines() if line.startswith("| The critics"))
    table = sources.kinds()
    rows = [row for row in papers.rows("critics") if row.verdict != "input"]
    unlike = [r.claim for r in rows if r.verdict != "reproduced" and r.evidence != "read"]
    assert unlike == ["critics.vach2005.negligible", "critics.shankar2014.row4.b"]
    printed, stated = table.loc[sources.PRINTED, "all"], table.loc[sources.STATED, "all"]
    assert f"{printed - 1} of {printed} printed values and formulas" in said
    assert f"all {stated} statements in words" in said
    assert f"{table.loc[sources.DERIVED, 'all']} identities are derived here" in said
    seen = table.loc["publications"]
    assert f"Of the {seen['all']} publications we saw {seen['full text']} in full" in said
    assert f"{seen['abstract']} abstracts and {seen['quotation']} quotations" in said
    assert f"{seen['not seen']} are recalled" in said
