"""The site, opened from a folder with the network switched off: every page, looked at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import HEADINGS, RAW, SETTLED, WORDLESS, Listener, violations
from support import ROOT

from kappabook.workbook.site import build_site

pytestmark = pytest.mark.filterwarnings("ignore::sphinx.deprecation.RemovedInSphinx11Warning")

NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
# One page of each kind, checked for accessibility in both colours of the theme and on a telephone;
# One test does so with every page. The ledger's has tests of its own.
KINDS = (
    *("index.html", "lecture-plan.html", "figures-that-move.html", "search.html"),
    *("notebooks/03-roc-and-kappa.html", "notebooks/exercises/03-exercises.html"),
    *("reference/kappabook.metrics.intervals.html", "widgets/threshold.html"),
)


def pages_of(site: Path) -> dict[str, Path]:
    """Return every page of the site, by its address from the front page."""
    return {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html"))}


def open_page(page, name: str, path: Path) -> None:
    """Open a page and wait until its formulas stand; without a question that of search is empty."""
    page.goto(path.as_uri() + ("?q=kappa" if name == "search.html" else ""))
    page.evaluate(SETTLED)


def accessible(page) -> list[str]:
    """Say what stands in a reader's way on the page that is open; the page is spoilt by it."""
    # The rows of a table are alike, and axe takes its time for each of two thousand.
    page.evaluate("document.querySelectorAll('tr:nth-child(n + 8)').forEach(r => r.remove())")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, only=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def too_wide(page) -> int | None:
    """Return the width of the page if it is more than the window's."""
    width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return width if width > window else None


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return build_site(tmp_path_factory.mktemp("built") / "site").parent


@pytest.fixture(scope="module")
def seen(chromium, site) -> dict[str, dict[str, list]]:
    """What is wrong with each page, by what was asked; an empty list is what we want."""
    context = chromium.new_context(offline=True, viewport=WIDE)
    page = context.new_page()
    listener = Listener(page)
    pages = {}
    for name, path in pages_of(site).items():
        open_page(page, name, path)
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


def test_every_notebook_and_document_has_a_page(seen):
    docs = {f"{path.stem}.html" for path in (ROOT / "docs").glob("*.md")}
    notebooks = {f"notebooks/{name}.html" for name in NOTEBOOKS}
    names = ("confusion", "threshold", "prevalence", "grim", "label")
    widgets = {f"widgets/{name}.html" for name in names}
    rest = {"ledger.html", "figures-that-move.html", "reference/kappabook.study.html"}
    assert docs | notebooks | widgets | rest <= set(seen)


def test_the_checks_see_what_is_wrong(page, site):
    """The control: a page spoilt on purpose fails each of them."""
    page.goto((site / "index.html").as_uri())
    page.evaluate(SETTLED)
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


def test_formulas_are_there_at_all(page, site):
    page.goto((site / "notebooks/06-area-under-kappa.html").as_uri())
    page.evaluate(SETTLED)
    assert page.locator("mjx-container").count() > 10


@pytest.mark.parametrize("document", ["cats_and_dogs", "bendavid2008", "kaymak_auk"])
def test_a_row_of_the_ledger_opens_the_cell_that_shows_it(page, site, document):
    page.goto((site / "ledger.html").as_uri())
    page.select_option("select[name=document]", document)
    page.select_option("select[name=verdict]", "corrected")
    row = page.locator("#claims tbody tr:visible:has(a)").last
    claim = row.get_attribute("id")
    row.locator("a").click()
    page.wait_for_load_state()
    page.evaluate(SETTLED)
    notebook, _, cell = page.url.rpartition("/")[2].partition(".html#")
    assert notebook in NOTEBOOKS
    opened = page.locator(f"#{cell}")
    assert claim in opened.text_content()
    page.wait_for_function(
        """() => { const {top} = document.querySelector(":target").getBoundingClientRect();
        return top >= -1 && top < innerHeight / 2 }"""
    )
    assert page.evaluate("document.querySelector(':target').id") == cell


def test_every_link_of_the_ledger_leads_to_a_cell(page, site):
    page.goto((site / "ledger.html").as_uri())
    links = page.eval_on_selector_all("#claims a", "all => all.map(a => a.getAttribute('href'))")
    assert len(links) > 100
    texts = {path.name: path.read_text() for path in (site / "notebooks").glob("*.html")}
    for link in set(links):
        notebook, _, cell = link.removeprefix("notebooks/").partition("#")
        assert f'id="{cell}"' in texts[notebook], link


def search(page, site, words):
    page.goto((site / "index.html").as_uri())
    page.fill("input[name=q]", words)
    page.press("input[name=q]", "Enter")
    page.wait_for_load_state()
    return page.locator("#search-results > li")


def test_search_shows_the_sentence_and_its_hit_opens(page, site):
    listener = Listener(page)
    hits = search(page, site, "plateau")
    assert all(
        "plateau" in text.lower() for text in hits.locator("p:first-of-type mark").all_inner_texts()
    )
    sentence = hits.first.locator("p").first.inner_text().strip("… ")
    hits.first.locator("a").first.click()
    page.wait_for_load_state()
    page.evaluate(SETTLED)
    assert "search.html" not in page.url
    assert sentence[:30] in " ".join(page.locator("article").text_content().split())
    assert listener.hear() == []


@pytest.mark.parametrize(
    ("words", "page_found"),
    [
        ("Which number should I report", "notebooks/09-which-number.html"),
        ("lecture", "lecture-plan.html"),
        ("auk_score", "reference/kappabook.html#auk-score"),
        ("german credit reversal", "notebooks/07-german-credit.html"),
        ("published agreement", "measure.html"),
    ],
)
def test_search_names_the_best_page_first(page, site, words, page_found):
    best = search(page, site, words).first.locator("a").first.get_attribute("href")
    assert best.startswith(page_found)


def test_search_says_that_nothing_was_found_and_names_the_ledger(page, site):
    assert search(page, site, "<xyzzy>").count() == 0
    assert "No page has a word of “<xyzzy>”" in page.inner_text("#found")
    assert search(page, site, "xyzzy plateau").count() > 0
    assert "with a part of “xyzzy plateau”" in page.inner_text("#found")
    search(page, site, "monks chance")
    page.click("#in-ledger a")
    page.wait_for_load_state()
    assert page.input_value(".ledger input[name=q]") == "monks chance"


def test_a_notebook_can_be_downloaded_from_its_page(page, site):
    for name in (*NOTEBOOKS, "exercises/03-exercises"):
        page.goto((site / f"notebooks/{name}.html").as_uri())
        link = page.get_by_role("link", name="Download this notebook").get_attribute("href")
        file = site / "notebooks" / Path(name).parent / link
        assert file.read_bytes() == (ROOT / f"notebooks/{name}.ipynb").read_bytes()


def test_the_navigation_stays_where_it_is(page, site):
    """What was chosen stays under the pointer, from page to page and where parts unfold."""
    page.goto((site / "index.html").as_uri())
    for name in ("Assessment", "What held", "The library at a glance", "Ledger", "The data"):
        link = page.locator(".sidebar-tree").get_by_role("link", name=name, exact=True)
        # In the middle, since what is half hidden by the search field is moved into sight.
        link.evaluate("link => link.scrollIntoView({ block: 'center' })")
        before = link.bounding_box()
        link.click()
        page.wait_for_load_state()
        after = page.locator(".sidebar-tree .current-page > .reference").bounding_box()
        assert page.locator(".sidebar-tree .current-page > .reference").inner_text() == name
        assert abs(after["x"] - before["x"]) < 1
        assert abs(after["y"] - before["y"]) < 2


def test_names_break_behind_points_and_links_have_titles(page, site):
    page.goto((site / "api.html").as_uri())
    names = page.locator(".sidebar-tree a[href^=reference]").evaluate_all(
        "all => all.map(link => link.innerHTML)"
    )
    assert "kappabook.<wbr>metrics.<wbr>per_<wbr>class" in names
    for name, path in pages_of(site).items():
        if name.startswith("widgets/"):
            continue
        shown = re.findall(r"<a [^>]*>(?:<[^>]+>)*([\w-]+\.(?:md|ipynb))<", path.read_text())
        assert shown == [], name


def test_a_figure_in_the_dark_is_a_dimmed_card(page, site):
    style = "i => [getComputedStyle(i).filter, getComputedStyle(i).backgroundColor]"
    page.goto((site / "index.html").as_uri())
    picture = page.locator("article img").first
    assert picture.evaluate(style) == ["none", "rgb(255, 255, 255)"]
    page.emulate_media(color_scheme="dark")
    assert picture.evaluate(style) == ["brightness(0.85)", "rgb(255, 255, 255)"]


def test_wide_tables_on_a_telephone(page, site):
    """Sentences become a list in which each cell has its heading; numbers scroll, and say so."""
    page.set_viewport_size(NARROW)
    open_page(page, "what-held.html", site / "what-held.html")
    cell = page.locator(".sentences tbody tr").first.locator("td").nth(2)
    assert cell.evaluate("c => getComputedStyle(c, '::before').content") == '"what held: "'
    assert cell.bounding_box()["width"] > 300
    name = "notebooks/05-fifteen-datasets.html"
    open_page(page, name, site / name)
    hint = page.locator(".goes-on:visible").first
    assert "scroll it sideways" in hint.inner_text()
    box = hint.locator("xpath=following-sibling::*[1]")
    assert box.evaluate("b => b.scrollWidth > b.clientWidth")
    page.set_viewport_size({"width": 3000, "height": 800})
    page.wait_for_function("!document.querySelector('.goes-on')")


def test_a_widget_moves_on_the_sites_page(page, site):
    page.goto((site / "figures-that-move.html").as_uri())
    frame = page.frame_locator("iframe.widget").first
    slider = frame.locator("input[type=range]:visible").first
    before = frame.locator("dl").inner_text()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert frame.locator("dl").inner_text() != before


def test_nothing_is_wider_than_a_telephone(chromium, site):
    context = chromium.new_context(offline=True, viewport=NARROW)
    page = context.new_page()
    wide = {}
    for name in KINDS:
        open_page(page, name, site / name)
        wide[name] = too_wide(page)
    context.close()
    assert {name: width for name, width in wide.items() if width} == {}


def test_every_page_is_accessible_in_the_dark_and_on_a_telephone_too(chromium, site):
    wrong = {}
    for name, path in pages_of(site).items():
        context = chromium.new_context(offline=True, viewport=NARROW)
        page = context.new_page()
        open_page(page, name, path)
        width = too_wide(page)
        page.set_viewport_size(WIDE)
        found = accessible(page) + ([f"{width} wide"] if width else [])
        if found:
            wrong[name] = found
        context.close()
    assert wrong == {}
