"""What a notebook asks of the ledger: filters, search, totals."""

import re
from pkgutil import iter_modules

import pytest

from kappabook import papers, workbook
from kappabook.workbook import double_entry, exempt, ledger, search, sensitivity, totals
from kappabook.workbook.cells import cell_of
from kappabook.workbook.ledger_totals import all_rows


def test_no_module_takes_the_name_of_what_notebooks_import():
    """Importing `kappabook.workbook.totals`, if there were one, would hide the function."""
    modules = {module.name for module in iter_modules(workbook.__path__)}
    assert not modules & set(workbook.__all__)


def test_everything_and_filters():
    every = ledger("*")
    assert list(every.index) == [row.claim for row in all_rows()]
    corrected = ledger("*", "cell", verdict="corrected")
    assert set(corrected.index) == {row.claim for row in all_rows() if row.verdict == "corrected"}
    assert all(cell == str(cell_of(claim) or "") for claim, cell in corrected.cell.items())
    both = ledger("bendavid2007.*", verdict="contested", evidence="inferred")
    assert set() < set(both.index) < set(ledger("bendavid2007.*", verdict="contested").index)
    assert ledger("kappa_guide.*", verdict="unavailable").empty
    witnessed = ledger("kappa_guide.*", "fails_by", fails_by="witness")
    assert set(witnessed.fails_by) == {"witness"}
    assert len(witnessed) == sum(row.fails_by == "witness" for row in papers.rows("kappa_guide"))


def test_a_pattern_may_span_documents():
    found = ledger("*.s3.kappa-min").index
    assert list(found) == ["bendavid2008.s3.kappa-min", "kaymak_auk.s3.kappa-min"]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("nobody.*",), {}, r"no claim matches 'nobody\.\*'; an id begins with one of kappa_guide"),
        (("bendavid2008",), {}, "no claim 'bendavid2008'; the nearest are bendavid2008"),
        (("*",), {"verdict": "correct"}, "'correct' is none of reproduced, definition"),
        (("*",), {"evidence": "hearsay"}, "'hearsay' is none of proved, checked"),
        (("*",), {"fails_by": "luck"}, "'luck' is none of digit, text, witness"),
        (("*", "page"), {}, "no column 'page'; there are statement, cell, document, claim"),
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


def test_search_looks_everywhere_for_every_word():
    def hits(*words):
        texts = {
            row.claim: " ".join(
                (*vars(row).values(), papers.statements(row.document)[row.claim])
            ).casefold()
            for row in all_rows()
        }
        return {claim for claim, text in texts.items() if all(word in text for word in words)}

    assert set(search("Monks chance").index) <= hits("monks", "chance")
    assert "bendavid2007.table7.monks-3.chance" in search("monks 0.0699").index  # id, printed
    assert "bendavid2008.a4.step2" in search("sign turns").index  # note
    assert search("no such words anywhere").empty
    assert list(search("monks", "statement").columns) == ["statement"]


def test_counts():
    table = totals()
    assert list(table.index) == [*papers.PAPERS, "all"]
    assert table.loc["all", "all"] == len(all_rows())
    assert (table.drop(columns="all").sum(axis=1) == table["all"]).all()
    altered = sensitivity()
    assert (altered.noticed <= altered.altered).all()
    assert altered.loc["all", "exempt"] == exempt().claims.sum()
    assert double_entry().differing.sum() == 0
