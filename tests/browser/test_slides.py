"""The decks of notebooks 00 to 03, opened from a folder with the network switched off."""

import pytest
from browser.browsing import NARROW
from browser.looking import RAW, WORDLESS, Listener, violations
from support import ROOT

from kappabook.workbook.slides import NUMBERS, write_decks

NAMES = [next((ROOT / "notebooks").glob(f"{number}-*.ipynb")).stem for number in NUMBERS]
# How far a slide reaches below the window, if it does not scroll, and its size beside the usual.
FITS = """() => {
  const slide = Reveal.getCurrentSlide();
  return [slide.getBoundingClientRect().bottom <= innerHeight, Number(slide.style.zoom)];
}"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    return {path.stem: path for path in write_decks(tmp_path_factory.mktemp("decks"))}


@pytest.mark.parametrize("name", NAMES)
def test_every_slide_can_be_read(decks, page, name):
    listener = Listener(page)
    page.goto(decks[name].as_uri())
    page.wait_for_function(
        "window.Reveal && Reveal.isReady() && Reveal.getCurrentSlide().style.zoom"
    )
    count = page.evaluate("Reveal.getTotalSlides()")
    assert 10 < count < 60
    for number in range(count):
        page.evaluate(f"Reveal.slide({number}, 0, 99)")
        inside, size = page.evaluate(FITS)
        assert inside, number
        assert size >= 0.6, number
        if number % 8 == 0:
            assert violations(page, within="section.present") == []
    assert page.evaluate(RAW) == []
    assert page.evaluate(WORDLESS) == []
    assert listener.hear() == []
    # The control: pale text is seen, on a slide too.
    page.evaluate("Reveal.getCurrentSlide().innerHTML += '<p style=color:#bbb>pale</p>'")
    assert "color-contrast" in violations(page, within="section.present")[0]


def test_on_a_telephone_the_slides_stand_below_each_other(chromium, decks):
    context = chromium.new_context(offline=True, viewport=NARROW)
    for name in NAMES:
        page = context.new_page()
        page.goto(decks[name].as_uri())
        page.wait_for_selector("body.flow")
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], name
        assert all(box.is_visible() for box in page.locator(".fragment").all()), name
        assert violations(page) == [], name
        page.close()
    context.close()
