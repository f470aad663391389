"""The decks of slides as PDF, printed by Chromium, a page for each slide."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kappabook.extras import need
from kappabook.files import writing

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# reveal.js lays a deck out for paper if its address ends like this.
PRINT = "?print-pdf"
# True once reveal.js has put every slide on a page of its own, after the formulas are set.
LAID_OUT = "window.Reveal && Reveal.isReady() && document.querySelector('.pdf-page')"
SECONDS = 60
# For paper reveal.js takes margins and layout away, so they are set again; folded code cannot be
# opened there; and a line of no width, as MathJax draws letters, is a thin one in PDF.
ON_PAPER = """
html.reveal-print .reveal .slides .pdf-page section {
  display: flex !important; padding: 36px 56px 50px !important;
}
.pdf-page section > details { display: none; }
mjx-container [stroke-width="0"] { stroke: none; }
"""
# The lesson's deck gives a slide its explorer when it is shown; for paper, all at once.
FILL_FRAMES = "typeof fillAll === 'function' && void fillAll(document)"
FRAMES_FILLED = "[...document.querySelectorAll('iframe[data-page]')].every(f => f.dataset.ready)"
# Charts draw themselves after that.
PAUSE = 1000
# A link to a file beside the deck would name its place on this machine; on paper it is words.
WEB_LINKS_ONLY = """
for (const link of document.querySelectorAll("a[href]"))
  if (!/^(https?:|mailto:|#)/.test(link.getAttribute("href"))) link.removeAttribute("href");
"""
# When it was printed; the place of everything else in the file must stay.
DATES = re.compile(rb"/(Creation|Mod)Date \(D:[^)]*\)")


class NoBrowserError(OSError):
    """There is no Chromium to print with; the message says what to do by hand."""


def print_decks(decks: Sequence[Path], into: Path) -> Iterator[Path]:
    """Write ``NAME.pdf`` for each deck ``NAME.html``, one after the other, without a network.

    Raises
    ------
    NoBrowserError
        No Chromium is found; nothing is written.
    OSError
        A deck is missing or none, or the folder cannot be written.
    MissingExtraError
        The package that drives Chromium is not installed.
    """
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise NoBrowserError(
            "the decks are not printed: no Chromium here. Install it (apt-get install chromium), "
            f"or open a deck in any browser with {PRINT} after its address, and print it to a file."
        )
    for deck in decks:
        if not deck.is_file():
            raise FileNotFoundError(f"no deck {deck}; make the decks with: make slides.")
    with need("paper"):
        from playwright.sync_api import Error, sync_playwright
    # Chromium refuses its own sandbox to root.
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=flags)
        try:
            page = browser.new_context(offline=True).new_page()
            for deck in decks:
                path = into / f"{deck.stem}.pdf"
                with writing(path) as (draft,):
                    try:
                        _print(page, deck, draft)
                    except Error as error:
                        raise OSError(
                            f"{deck}: Chromium did not print it ({error.message.splitlines()[0]}); "
                            f"open it with {PRINT} after its address, and print it by hand."
                        ) from None
                yield path
        finally:
            browser.close()


def _print(page: Page, deck: Path, draft: Path) -> None:
    page.goto(f"{deck.resolve().as_uri()}{PRINT}")
    page.wait_for_function(LAID_OUT, timeout=SECONDS * 1000)
    page.add_style_tag(content=ON_PAPER)
    page.evaluate(WEB_LINKS_ONLY)
    page.evaluate(FILL_FRAMES)
    page.wait_for_function(FRAMES_FILLED, timeout=SECONDS * 1000)
    page.wait_for_timeout(PAUSE)
    pdf = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True)
    draft.write_bytes(DATES.sub(lambda found: b" " * len(found[0]), pdf))
