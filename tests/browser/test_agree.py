"""The page of `kappabook agree --html`, wide and on a telephone."""

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import HEADINGS, Listener, violations
from support import ROOT

from kappabook.cli import main

# Texts that end beyond the screen, but for what stands in a part that scrolls.
CUT = """() => [...document.querySelectorAll("h1, h2, p, li, figure, figcaption")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => one.textContent.slice(0, 60))"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("agree") / "page.html"
    options = "--item essay --judge model --reference panel --ordered poor,fair,good,excellent"
    more = f"--margin 0.1 --epsilon 0.1 --positive excellent --html {path}"
    essays = str(ROOT / "tests/unit/ratings/essays-judge.csv")
    assert main(["agree", essays, *options.split(), *more.split()]) == 0
    return path.as_uri()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "telephone"])
def test_the_page_fits_asks_for_nothing_and_can_be_read_aloud(page, address, size):
    page.set_viewport_size(size)
    listener = Listener(page)
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate(CUT) == []
    assert page.evaluate(HEADINGS) == []
    assert listener.hear() == []
    assert violations(page) == []
