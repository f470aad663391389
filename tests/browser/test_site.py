"""The site, opened from a folder with the network switched off: every page, looked at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import HEADINGS, RAW, SETTLED, WORDLESS, Listener, violations
from support import ROOT

NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
# One page of each kind, checked for accessibility in both colours of the theme and on a telephone.
KINDS = (
    *("docs/index.html", "docs/lecture-plan.html", "docs/site/explorers.html"),
    *("docs/site/ledger.html", "docs/site/reference.html", "docs/site/exercises.html"),
    *("notebooks/03-roc-and-kappa.html", "notebooks/exercises/03-exercises.html"),
)
# Made by the theme and by Sphinx, as they come.
NOT_OURS = ("search.html", "genindex.html", "py-modindex.html", "index.html")


def pages_of(site: Path) -> dict[str, Path]:
    """Return every page of ours, by its address from the top of the site."""
    found = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html"))}
    return {
        name: path
        for name, path in found.items()
        if name not in NOT_OURS and not name.startswith(("lesson/", "widgets/"))
    }


def open_page(page, path: Path) -> None:
    """Open a page and wait until its formulas stand."""
    page.goto(path.as_uri())
    page.evaluate(SETTLED)


def accessible(page) -> list[str]:
    """Say what stands in a reader's way on the page that is open; the page is spoilt by it."""
    # The rows of a table are alike, and axe takes its time for each of two thousand.
    page.evaluate("document.querySelectorAll('tr:nth-child(n + 8)').forEach(r => r.remove())")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, only=["color-contrast"])
    page.emulate_media(color_scheme="light")
    width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [*found, *([f"{width} wide"] if width > window else [])]


@pytest.fixture(scope="module")
def seen(chromium, site) -> dict[str, dict[str, list]]:
    """What is wrong with each page, by what was asked; an empty list is what we want."""
    context = chromium.new_context(offline=True, viewport=WIDE)
    page = context.new_page()
    listener = Listener(page)
    pages = {}
    for name, path in pages_of(site).items():
        open_page(page, path)
        found = {"formulas": RAW, "pictures": WORDLESS, "headings": HEADINGS}
        pages[name] = {what: page.evaluate(script) for what, script in found.items()}
        pages[name]["accessibility"] = accessible(page) if name in KINDS else []
        pages[name]["heard"] = listener.hear()
    context.close()
    return pages


@pytest.mark.parametrize("what", ["formulas", "pictures", "headings", "accessibility", "heard"])
def test_nothing_is_wrong_with_any_page(seen, what):
    """Mathematics rendered; words for pictures; headings nest; WCAG AA; silence; no request."""
    assert {name: found[what] for name, found in seen.items() if found[what]} == {}


def test_the_checks_see_what_is_wrong(page, site):
    """The control: a page spoilt on purpose fails each of them."""
    open_page(page, site / "docs/index.html")
    listener = Listener(page)
    page.evaluate(
        """() => document.querySelector("article").insertAdjacentHTML("beforeend",
        '<h5>deep</h5><p style="color:#bbb;background:#fff">pale</p><p>$x^2$</p>' +
        '<img src="https://example.org/x.svg">')"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate(RAW) == ["$x^2$"]
    assert len(page.evaluate(WORDLESS)) == 1
    assert page.evaluate(HEADINGS) == [5]
    broken = {line.partition(":")[0] for line in violations(page)}
    assert {"color-contrast", "heading-order", "image-alt"} <= broken
    assert "asked for https://example.org/x.svg" in listener.hear()


@pytest.mark.parametrize("document", ["cats_and_dogs", "bendavid2008", "kaymak_auk"])
def test_a_row_of_the_ledger_opens_the_cell_that_shows_it(page, site, document):
    page.goto((site / "docs/site/ledger.html").as_uri())
    page.select_option("select[name=document]", document)
    page.select_option("select[name=verdict]", "corrected")
    row = page.locator("#claims tbody tr:visible:has(a)").last
    claim = row.get_attribute("id")
    row.locator("a").click()
    page.wait_for_load_state()
    page.evaluate(SETTLED)
    notebook, _, cell = page.url.rpartition("/")[2].partition(".html#")
    assert notebook in NOTEBOOKS
    assert claim in page.locator(f"#{cell}").text_content()
    page.wait_for_function(
        """() => { const {top} = document.querySelector(":target").getBoundingClientRect();
        return top >= -1 && top < innerHeight }"""  # the last cell cannot go higher
    )


def test_search_finds_pages_without_asking_for_any(page, site):
    listener = Listener(page)
    page.goto((site / "docs/index.html").as_uri())
    page.fill("input[name=q]", "plateau")
    page.press("input[name=q]", "Enter")
    page.wait_for_selector("#search-results li a")
    page.locator("#search-results li a").first.click()
    page.wait_for_load_state()
    assert "search.html" not in page.url
    assert listener.hear() == []


def test_every_page_is_accessible_on_a_telephone_too(chromium, site):
    wrong = {}
    for name, path in pages_of(site).items():
        context = chromium.new_context(offline=True, viewport=NARROW)
        page = context.new_page()
        open_page(page, path)
        if found := accessible(page):
            wrong[name] = found
        context.close()
    assert wrong == {}
