"""What a notebook asks of the ledger: filters, search, totals."""

import re

import pytest

from kappabook import papers, workbook
from kappabook.workbook import ledger, totals
from kappabook.workbook.notebook_cells import cell_of, claims_in


def test_everything_and_filters():
    every = ledger("*")
    assert list(every.index) == [row.claim for row in papers.all_rows()]
    corrected = ledger("*", "cell", verdict="corrected")
    assert set(corrected.index) == {
        row.claim for row in papers.all_rows() if row.verdict == "corrected"
    }
    assert all(cell == str(cell_of(claim) or "") for claim, cell in corrected.cell.items())
    both = ledger("bendavid2007.*", verdict="contested", evidence="computed")
    assert set() < set(both.index) < set(ledger("bendavid2007.*", verdict="contested").index)
    assert ledger("kappa_guide.*", verdict="unavailable").empty


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("nobody.*",), {}, r"no claim matches 'nobody\.\*'; an id begins with one of kappa_guide"),
        (("bendavid2008",), {}, "no claim 'bendavid2008'; the nearest are bendavid2008"),
        (("*",), {"verdict": "correct"}, "'correct' is none of reproduced, consistent"),
        (("*",), {"evidence": "hearsay"}, "'hearsay' is none of computed, proved"),
        (("*", "page"), {}, "no column 'page'; there are cell, error, kind"),
    ],
)
def test_what_does_not_exist_is_refused(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        ledger(*arguments, **options)


@pytest.mark.parametrize("name", ["bendavid2008.exampel2.kappa", "bendavid2008.example2.kapp?"])
def test_only_a_claim_can_be_compared(name):
    nearest = re.escape(f"no claim {name!r}; the nearest are bendavid2008.example2.kappa")
    with pytest.raises(ValueError, match=nearest):
        workbook.compare({name: 0.6})


@pytest.mark.parametrize("key", ["bendavid2008", "kappa_guide"])
def test_a_value_of_ones_own_is_judged_by_the_ledgers_rule(key):
    claim = {"bendavid2008": "example4.kappa", "kappa_guide": "example.kappa"}[key]
    printed = papers.claim(f"{key}.{claim}").printed
    right, wrong = (workbook.compare(f"{key}.{claim}", x) for x in (float(printed), 0.99))
    assert right.verdict.item() == "reproduced"
    assert (wrong.verdict.item(), wrong.computed.item()) == ("not reproduced", "0.99")
    assert workbook.compare("bendavid2008.example4.pc", 0.62).verdict.item() == "corrected"


def test_counts():
    table = totals()
    assert list(table.index) == [*papers.PAPERS, "all"]
    assert table.loc["all", ["results", "input", "repeat"]].sum() == len(papers.all_rows())
    verdicts = table.drop(columns=["results", "input", "repeat"])
    assert (verdicts.sum(axis=1) == table.results).all()


@pytest.mark.parametrize("key", ["bendavid2008", "kappa_guide"])
def test_what_is_said_of_a_text_agrees_with_the_totals(key):
    html, counts = workbook.checked(key).data, totals().loc[key]
    wrong = counts.corrected + counts["not reproduced"]
    assert (
        f"text: {counts.results} results, {wrong} not as printed, {counts.contested} that" in html
    )
    assert len(claims_in(html)) == wrong + counts.contested
    with pytest.raises(ValueError, match="no document 'nobody'; there are kappa_guide, cats_and"):
        workbook.checked("nobody")
