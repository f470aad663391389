"""The ledger in a browser, as a page of its own and inside the site: it does the same in both."""

from __future__ import annotations

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import Listener, violations
from contrast import contrast

from kappabook import papers
from kappabook.audit.ledger import totals
from kappabook.workbook.ledger_page import page as ledger_page

# The theme has a search of its own, for the whole site.
SEARCH = ".ledger input[name=q]"
CLAIM = "bendavid2008.example4.pc"
SHOWN = "() => [...document.querySelectorAll('#claims tbody tr')].filter(r => !r.hidden).length"
LINES = """[...document.querySelectorAll("#claims tbody tr")].map(
    row => [row.id, row.textContent, row.hidden])"""
COUNTED = "said => document.querySelector('.ledger output[aria-live]').textContent === said"
FILTERS = {
    "document=cats_and_dogs&verdict=corrected": lambda row, _: (
        row.document == "cats_and_dogs" and row.counts_as == "corrected"
    ),
    "": lambda *_: True,
    "evidence=simulated": lambda row, _: row.evidence == "simulated",
    "verdict=repeat": lambda row, _: bool(row.same_as),
    "evidence=nothing": lambda row, _: not row.evidence,
    "q=Monks%20chance": lambda _, text: "monks" in text and "chance" in text,
    "q=zzzz%20qqqq": lambda *_: False,
}
# Whether a row is where a reader sees it: its corner is not behind a header or the filters.
IN_VIEW = """claim => {
  const row = document.getElementById(claim), box = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(box.left + 9, box.top + 9));
}"""
# One row of each verdict, and the one in the address; axe takes its time for two thousand.
THIN_OUT = """() => {
  const seen = new Set();
  for (const row of document.querySelectorAll("#claims tbody tr")) {
    if (!row.matches(":target") && seen.has(row.dataset.v)) row.remove();
    seen.add(row.dataset.v);
  }
}"""
GROUNDS = """() => [...document.querySelectorAll("#claims tbody tr")].map(row => {
  const own = getComputedStyle(row).backgroundColor;
  const paper = getComputedStyle(document.body).backgroundColor;
  const mark = getComputedStyle(row.querySelector("[data-name=verdict]"));
  return [row.dataset.v, mark.borderLeftColor, own === "rgba(0, 0, 0, 0)" ? paper : own];
})"""


@pytest.fixture(scope="module", params=["alone", "in the site"])
def address(request, tmp_path_factory):
    """The page that `make ledger` writes, or the one of the site."""
    if request.param == "in the site":
        return (request.getfixturevalue("site") / "docs/site/ledger.html").as_uri()
    rows = papers.all_rows()
    alone = tmp_path_factory.mktemp("ledger") / "ledger.html"
    alone.write_text(ledger_page(rows, totals(rows)), encoding="utf-8")
    return alone.as_uri()


def test_filter_and_search_by_the_address(page, address):
    """By the one with which the page is opened, and by those that follow while it is open."""
    judged = {row.claim: row for row in papers.all_rows()}
    for chosen, wanted in FILTERS.items():
        page.goto(f"{address}#{chosen}&rows=all")
        lines = page.evaluate(LINES)
        right = {claim for claim, text, _ in lines if wanted(judged[claim], text.lower())}
        page.wait_for_function(COUNTED, arg=f"{len(right)} of {len(judged)} claims")
        assert {claim for claim, _, hidden in page.evaluate(LINES) if not hidden} == right


def test_it_is_searched_by_words_and_by_choice(page, address):
    listener = Listener(page)
    page.goto(f"{address}#rows=all")
    rows = page.locator("#claims tbody tr:visible")
    everything = rows.count()
    assert everything == len(papers.all_rows())
    page.fill(SEARCH, "bendavid EXAMPLE4")
    few = rows.count()
    assert 0 < few < 20
    assert page.text_content(".ledger output") == f"{few} of {everything} claims"
    assert all("example4" in row.get_attribute("id") for row in rows.all())
    page.select_option("select[name=verdict]", "corrected")
    corrected = {row.get_attribute("id") for row in rows.all()}
    assert CLAIM in corrected
    assert len(corrected) < few
    page.select_option("select[name=evidence]", "simulated")
    assert rows.count() == 0
    page.select_option("select[name=evidence]", "")
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function(f"({SHOWN})() === {everything}")
    page.fill(SEARCH, "no-such-word")
    assert rows.count() == 0
    assert listener.hear() == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_claim_in_the_address_is_in_view_and_marked(page, address, size):
    """Below the theme's header and the filters, also when those would hide it."""
    page.set_viewport_size(size)
    page.goto(f"{address}#{CLAIM}")
    page.wait_for_function(IN_VIEW, arg=CLAIM)
    style = "row => { const s = getComputedStyle(row); return [s.backgroundColor, s.outlineStyle] }"
    row = page.locator(f"[id='{CLAIM}']")
    other = row.locator("xpath=following-sibling::tr[1]")
    for one, another in zip(row.evaluate(style), other.evaluate(style), strict=True):
        assert one != another
    page.fill(SEARCH, "no-such-word")
    assert not row.is_visible()
    page.evaluate("claim => { location.hash = claim }", CLAIM)
    page.wait_for_function(IN_VIEW, arg=CLAIM)
    assert page.input_value(SEARCH) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_in_light_and_dark(page, address, scheme):
    """Text by axe, with a row marked and the words unfolded; 3 to 1 for the verdicts' marks."""
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}#{CLAIM}")
    page.get_by_label("Rows on a page").select_option("all")
    page.evaluate(THIN_OUT)
    for summary in page.locator(".ledger summary").all():
        summary.click()
    assert violations(page, within=".ledger") == []
    marks = page.evaluate(GROUNDS)
    assert {v for v, _, _ in marks} == {row.counts_as for row in papers.all_rows()}
    assert len({ground for _, _, ground in marks}) == 2
    assert {v for v, mark, ground in marks if contrast(mark, ground) < 3} == set()
