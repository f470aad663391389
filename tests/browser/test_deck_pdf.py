"""A deck printed by Chromium: a page for each step of a slide, of its size, with its words."""

import re

import pytest
from browser.browsing import chromium
from support import ROOT

from kappabook.files import writing
from kappabook.publish.handouts import print_decks
from kappabook.publish.slides import deck_html


def test_a_page_for_each_step(tmp_path):
    chromium()
    deck = tmp_path / "01-kappa-guide.html"
    html = deck_html(ROOT / "notebooks/01-kappa-guide.ipynb")
    with writing(deck) as (draft,):
        draft.write_text(html, encoding="utf-8")
    (path,) = print_decks([deck], tmp_path / "pdf")
    assert path.name == "01-kappa-guide.pdf"
    pdf = path.read_bytes()
    pages = re.findall(rb"/Type /Page\b(?!s).*?/MediaBox \[([^]]*)\]", pdf, re.DOTALL)
    # One for each slide, and one for each of its steps.
    slides = html.count("<section")
    assert slides < len(pages) <= slides + len(re.findall(r'class="[^"]*\bfragment\b', html))
    # 1280 x 720 pixels, in points.
    assert set(pages) == {b"0 0 960 540"}
    # An empty page has a kilobyte; words bring fonts.
    assert len(pdf) > 50_000
    assert b"/FontName" in pdf


def test_a_deck_printed_twice_is_the_same_bytes(tmp_path):
    """Also in another folder, a second later: it has no date, and names no file of ours."""
    chromium()
    page = ROOT / "notebooks/01-kappa-guide.ipynb"
    html = deck_html(page)
    assert re.search(r'<a href="(?!https?:|#)', html)
    printed = []
    for name in ("here", "a folder of Zoë's"):
        deck = tmp_path / name / "deck.html"
        deck.parent.mkdir()
        deck.write_text(html, encoding="utf-8")
        (path,) = print_decks([deck], tmp_path / name)
        printed.append(path.read_bytes())
    assert printed[0] == printed[1]
    assert b"file:" not in printed[0]
    assert b"Date" not in printed[0]


def test_a_page_that_is_no_deck(tmp_path, monkeypatch):
    chromium()
    monkeypatch.setattr("kappabook.publish.handouts.decks.SECONDS", 1)
    page = tmp_path / "page.html"
    page.write_text("<p>no slides</p>")
    with pytest.raises(OSError, match=r"Chromium did not print it .* print it by hand"):
        list(print_decks([page], tmp_path / "pdf"))
    assert not list((tmp_path / "pdf").glob("*.pdf"))
