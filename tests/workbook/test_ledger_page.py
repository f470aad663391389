"""The page of the ledger, where its claims are shown, and what `make ledger` keeps up to date."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from support import ROOT

from kappabook import papers
from kappabook.audit.ledger import RESULTS, totals
from kappabook.workbook.ledger_files import BEGIN, END, totals_table, with_table, write_ledger
from kappabook.workbook.ledger_page import NOTHING, page
from kappabook.workbook.notebook_cells import Cell, cell_of, cells_by_claim

VOID = {"meta", "link", "input", "col", "wbr", "br"}


class Page(HTMLParser):
    """Collect the elements of a page; refuse tags that do not close in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def all(self, *tags):
        return [(attributes, around) for tag, attributes, around in self.elements if tag in tags]


@pytest.fixture(scope="module")
def rows():
    return papers.all_rows()


@pytest.fixture(scope="module")
def text(rows):
    return page(rows, totals(rows))


@pytest.fixture(scope="module")
def parsed(text):
    return Page(text)


# --- the page -------------------------------------------------------------------------------


def test_every_claim_is_a_row_with_its_verdict(rows, parsed):
    shown = {
        attributes["id"]: tuple(attributes[f"data-{letter}"] for letter in "dve")
        for attributes, _ in parsed.all("tr")
        if "id" in attributes
    }
    assert shown == {
        row.claim: (row.document, row.counts_as, row.evidence or NOTHING) for row in rows
    }


def test_needs_nothing_else(text, parsed):
    """No network: nothing is loaded, and what links lead to is in the checkout."""
    assert not re.search(r"https?:|@import|url\(|fetch\(|XMLHttpRequest|import\(", text)
    assert not parsed.all("link", "img", "iframe")
    assert [attributes for attributes, _ in parsed.all("script")] == [{}]


def test_every_link_leads_to_a_cell(parsed):
    targets = {attributes["href"] for attributes, _ in parsed.all("a")} - {"#claims"}
    targets.remove("../docs/what-held.md#ten-findings")
    assert len(targets) > 20
    ids = {}
    for target in targets:
        file, _, cell = target.partition("#cell-id=")
        if file not in ids:
            notebook = json.loads((ROOT / "build" / file).resolve().read_text())
            ids[file] = {c["id"] for c in notebook["cells"] if c["cell_type"] == "code"}
        assert cell in ids[file]


def test_totals_are_the_ledgers(rows, parsed, text):
    """Every number of a verdict that is not 0 is a button which names the filter it sets."""
    counted = {
        (a["data-document"], a["data-verdict"]): int(a["aria-label"].split()[1].rstrip(":"))
        for a, _ in parsed.all("button")
        if "data-document" in a
    }
    for (document, verdict), number in counted.items():
        found = [r for r in rows if document in ("", r.document) and r.counts_as == verdict]
        assert len(found) == number
    kinds = {row.counts_as for row in rows}
    lines = totals(rows)
    assert len(counted) == sum(bool(line[kind]) for line in lines.values() for kind in kinds)
    assert f"<td>{lines['all'][RESULTS]}</td></tr>" in text


def test_what_is_printed_cannot_break_the_page(rows):
    odd = replace(rows[0], locator="", printed="<b>&", computed='"', note="</table>")
    parsed = Page(page([odd], totals([odd])))
    assert len(parsed.all("table")) == 2


# --- where a claim is shown -----------------------------------------------------------------


@pytest.mark.parametrize("key", papers.PAPERS)
def test_every_correction_is_shown_in_a_cell(key):
    wrong = [row.claim for row in papers.rows(key) if row.counts_as == "corrected"]
    assert [claim for claim in wrong if not cell_of(claim)] == []


def write_notebook(folder, name, *cells):
    content = [
        {"cell_type": kind, "id": f"cell-{i:02}", "source": source, "execution_count": i,
         "outputs": [{"data": {"text/plain": [output]}}]}
        for i, (kind, source, output) in enumerate(cells)
    ]  # fmt: skip
    (folder / f"{name}.ipynb").write_text(json.dumps({"cells": content}))


def test_the_cell_with_the_fewest_other_claims(tmp_path):
    eq1, eq2, eq3 = (f"bendavid2008.eq{i}" for i in (1, 2, 3))
    write_notebook(
        tmp_path,
        "00-before",
        ("code", "", f"{eq3} 1"),
    )
    write_notebook(
        tmp_path,
        "03-own",
        ("markdown", eq1, ""),
        ("code", "ledger('bendavid2008.*')", f"{eq1} 1\n{eq2} 2\nbendavid2008.eq14"),
        ("code", f"# {eq1}.", "2/3"),
        ("code", "", f"{eq3}"),
    )
    write_notebook(tmp_path, "12-ledger", ("code", "", f"{eq2}"))
    found = cells_by_claim(tmp_path)
    assert found[eq1] == Cell("03-own", "cell-02", 2)
    assert found[eq2] == Cell("03-own", "cell-01", 1)
    assert found[eq3] == Cell("03-own", "cell-03", 3)  # the notebook that shows more of it
    assert set(found) == {eq1, eq2, eq3, "bendavid2008.eq14"}
    assert found[eq1].link == "03-own.ipynb#cell-id=cell-02"


# --- what is kept up to date ----------------------------------------------------------------


def test_a_page_gets_the_table_between_its_marks(tmp_path):
    held = tmp_path / "held.md"
    held.write_text(f"# Before\n\n{BEGIN}| old |\n{END}\nafter\n")
    assert with_table(held, "| new |") == f"# Before\n\n{BEGIN}| new |\n{END}\nafter\n"
    held.write_text("no marks")
    with pytest.raises(ValueError, match=r"held\.md has no place for the table; write the lines"):
        with_table(held, "| new |")


def test_the_ledger_renews_held_only_if_it_changes(tmp_path):
    held = tmp_path / "held.md"
    held.write_text(f"{BEGIN}{END}\n")
    write_ledger(tmp_path / "build", held)
    assert totals_table(papers.all_rows()) in held.read_text()
    before = (held.stat().st_ino, held.stat().st_mtime_ns)
    write_ledger(tmp_path / "build", held)
    assert (held.stat().st_ino, held.stat().st_mtime_ns) == before
    made = sorted(path.name for path in (tmp_path / "build").iterdir())
    assert made == ["ledger.csv", "ledger.html", "ledger.md"]
