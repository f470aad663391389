"""The decks, opened from a folder with the network switched off, slide by slide."""

import re

import nbformat
import pytest
from browser.looking import RAW, WORDLESS, Listener, violations
from support import ROOT

from kappabook.papers import PAPERS
from kappabook.workbook.slides import NUMBERS, write_decks

NAMES = [
    path.stem
    for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]-*.ipynb"))
    if int(path.name[:2]) in NUMBERS
]

# What reaches below the line where the slide's foot begins, or out at the side.
OVERFLOW = """() => {
  const slide = document.querySelector("section.present").getBoundingClientRect();
  // What lies inside the parts too: beside a picture, a part is as high as the slide allows.
  const inside = [...document.querySelectorAll("section.present .content :is(" +
    ".content > *, p, li, pre, img, table, mjx-container)")];
  return inside.map((part) => [part.tagName, part.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > slide.bottom - 44 || box.right > slide.right - 8)
    .map(([name, box]) => `${name} ends at ${box.right.toFixed()}, ${box.bottom.toFixed()}`);
}"""

# The smallest text of the slide, but for its foot: prose, then tables and values.
SIZES = """() => {
  const size = (selector) => [...document.querySelectorAll("section.present " + selector)]
    .map((part) => parseFloat(getComputedStyle(part).fontSize));
  return [Math.min(...size(".text p"), ...size(".text li"), 99),
          Math.min(...size(".output pre"), ...size(".value"), ...size("td"), 99)];
}"""

# Pixels of the slide to a point of its pictures, whose letters have 12 points or more.
SCALES = """() => [...document.querySelectorAll("section.present img")].map((image) => {
  const { width, height } = image.getBoundingClientRect();
  return Math.min(width / image.naturalWidth, height / image.naturalHeight) * 4 / 3;
})"""
# A claim or a figure by its key, and values as Python writes them.
RAW_KEYS = re.compile(rf"\b({'|'.join(PAPERS)})[.-]\w+|Fraction\(|array\(|np\.|\[\(")

# All that appears at a key.
ALL_STEPS = """() => {
  while (Reveal.availableFragments().next) Reveal.nextFragment();
}"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    return {path.stem: path for path in write_decks(tmp_path_factory.mktemp("decks"))}


def opened(page, path):
    page.goto(path.as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    return page.evaluate("Reveal.getTotalSlides()")


def test_there_is_a_deck_for_every_notebook_of_the_lecture(decks):
    assert sorted(decks) == NAMES


some_decks = pytest.mark.parametrize("name", NAMES)


@some_decks
def test_every_slide_can_be_read(decks, page, name):
    listener = Listener(page)
    count = opened(page, decks[name])
    assert 6 <= count <= 20
    wrong = {}
    for number in range(count):
        page.evaluate(f"Reveal.slide({number})")
        page.wait_for_function(
            f"[...document.querySelectorAll('.slides > section')][{number}].matches('.present')"
        )
        found = page.evaluate(OVERFLOW)  # before a picture takes the place of the text
        page.evaluate(ALL_STEPS)
        small, smaller = page.evaluate(SIZES)
        found += page.evaluate(OVERFLOW) + violations(page, within="section.present")
        page.emulate_media(color_scheme="dark")
        found += violations(page, only=["color-contrast"], within="section.present")
        page.emulate_media(color_scheme="light")
        if small < 24 or smaller < 24:
            found.append(f"text of {small} and {smaller} pixels")
        scales = page.evaluate(SCALES)
        found += [f"a picture at {scale:.2f}" for scale in scales if scale < 1.99]
        if number == 0 and not scales:
            found.append("no opening picture")
        said = page.inner_text("section.present .content")
        found += [raw.group() for raw in RAW_KEYS.finditer(said)]
        if found:
            wrong[number + 1] = found
    assert wrong == {}
    assert page.evaluate(RAW) == []
    assert page.evaluate(WORDLESS) == []
    assert listener.hear() == []


def test_the_measure_sees_what_is_too_long(decks, page):
    """The control: a slide with twenty lines more than it can hold."""
    opened(page, decks[NAMES[0]])
    assert page.evaluate(OVERFLOW) == []
    page.evaluate("document.querySelector('.present .text').innerHTML += '<p>more</p>'.repeat(20)")
    assert page.evaluate(OVERFLOW)


@some_decks
def test_headings_nest_and_every_figure_of_a_tagged_cell_is_shown(decks, page, name):
    opened(page, decks[name])
    levels = page.eval_on_selector_all("h1, h2, h3", "all => all.map(h => h.tagName)")
    assert levels[0] == "H1"
    assert set(levels[1:]) == {"H2"}
    cells = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4).cells
    outputs = [
        o for c in cells if "slide" in c.metadata.get("tags", []) for o in c.get("outputs", [])
    ]
    figures = sum("image/svg+xml" in output.get("data", {}) for output in outputs)
    # And the one that the deck opens with.
    assert page.locator("section img").count() == figures + 1 > 1


def test_the_arrow_key_turns_and_the_speaker_sees_the_whole_cell(decks, page):
    opened(page, decks[NAMES[0]])
    page.keyboard.press("ArrowRight")
    page.wait_for_function("Reveal.getState().indexh === 1")
    notes = page.locator("section.present aside.notes").text_content()
    shown = page.locator("section.present .text").text_content()
    assert len(notes.split()) > len(shown.split())
    with page.expect_popup() as popup:
        page.keyboard.press("s")
    speaker = popup.value
    speaker.wait_for_function(
        "text => document.body.innerText.includes(text)", arg=" ".join(notes.split()[:5])
    )


def test_code_is_hidden_until_asked_for(decks, page):
    opened(page, decks[NAMES[0]])
    page.evaluate("Reveal.slide(1)")
    code = page.locator("section.present details pre")
    assert not code.is_visible()
    page.locator("section.present summary").click()
    assert code.is_visible()
