"""The decks, opened from a folder with the network switched off, slide by slide."""

import re

import nbformat
import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import RAW, WORDLESS, Listener, violations
from support import ROOT

from kappabook.papers import PAPERS
from kappabook.workbook.slides import NUMBERS, write_decks, write_lesson

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
# Every page inside the slide is there, and stands at its preset.
FRAMES = """() => [...Reveal.getCurrentSlide().querySelectorAll("iframe")]
  .every((frame) => frame.dataset.ready === "true")"""


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


# --- the lesson of ninety minutes ----------------------------------------------------------------


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    (deck,) = write_lesson(tmp_path_factory.mktemp("lesson"))
    return deck


def go_to(page, name):
    page.evaluate("name => { location.hash = '#/' + name; }", name)
    page.wait_for_function("name => Reveal.getCurrentSlide().id === name", arg=name)
    page.wait_for_function(FRAMES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_slide_of_the_lesson_can_be_read(chromium, lesson, scheme):
    context = chromium.new_context(offline=True, viewport=WIDE, color_scheme=scheme)
    page = context.new_page()
    listener = Listener(page)
    count = opened(page, lesson)
    wrong = {}
    for name in page.eval_on_selector_all(".slides > section", "all => all.map(s => s.id)"):
        go_to(page, name)
        page.evaluate(ALL_STEPS)
        small, smaller = page.evaluate(SIZES)
        found = page.evaluate(OVERFLOW) + violations(page, within="section.present")
        if small < 32 or smaller < 28:
            found.append(f"text of {small} and {smaller} pixels")
        if found:
            wrong[name] = found
    assert count > 20
    assert wrong == {}
    assert page.evaluate(RAW) == []
    assert page.evaluate(WORDLESS) == []
    assert listener.hear() == []
    context.close()


def test_an_answer_waits_for_its_key(page, lesson):
    opened(page, lesson)
    go_to(page, "wrong")
    answer = page.locator("section.present p", has_text="Luck: 0.9")
    assert not answer.is_visible()
    page.keyboard.press("ArrowRight")
    answer.wait_for(state="visible")
    assert page.evaluate("Reveal.getCurrentSlide().id") == "wrong"


def test_the_explorers_run_inside_their_slides(page, lesson):
    listener = Listener(page)
    opened(page, lesson)
    go_to(page, "lazy")
    inside = page.frame_locator("section.present iframe")
    number = inside.locator("[data-number=accuracy]")
    assert number.text_content() == "0.950"
    assert inside.locator("[data-number=kappa]").text_content() == "0.000"
    inside.locator("[data-preset=useful]").click()
    assert inside.locator("[data-number=kappa]").text_content() == "0.500"
    # All of it is seen without scrolling.
    last = inside.locator("#tn").bounding_box()
    frame = page.locator("section.present iframe").bounding_box()
    assert last["y"] + last["height"] <= frame["y"] + frame["height"]
    # The key of a remote control turns the slide, even from inside.
    inside.locator("[data-preset=useful]").press("PageDown")
    page.wait_for_function("Reveal.getCurrentSlide().id === 'hundred'")
    go_to(page, "move")
    assert inside.locator("[data-number=kappa]").text_content() == "0.515"
    assert listener.hear() == []


def test_the_room_sees_its_own_number(page, lesson):
    opened(page, lesson)
    go_to(page, "agreement")
    inside = page.frame_locator("section.present iframe")
    inside.locator("#pairs").fill("3 1 1 15\n")
    inside.locator("#pairs").blur()
    inside.locator("#room").wait_for(state="visible")
    assert inside.locator("[data-number=kappa]").text_content() == "0.688"
    inside.locator("#pairs").fill("3 1 1 14\n")
    inside.locator("#pairs").blur()
    assert "19, but there are 20 items" in inside.locator("#error").text_content()
    # Slides that were left keep what was typed.
    go_to(page, "start")
    go_to(page, "agreement")
    assert inside.locator("#pairs").input_value() == "3 1 1 14\n"


def test_on_a_telephone_the_slides_stand_below_each_other(chromium, lesson):
    context = chromium.new_context(offline=True, viewport=NARROW)
    page = context.new_page()
    listener = Listener(page)
    page.goto(lesson.as_uri())
    page.wait_for_selector("body.flow")
    page.wait_for_function(
        "[...document.querySelectorAll('iframe')].every(f => f.dataset.ready === 'true')"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    sizes = page.eval_on_selector_all(
        ".text p, .text li", "all => all.map(part => parseFloat(getComputedStyle(part).fontSize))"
    )
    assert min(sizes) >= 16
    assert all(box.is_visible() for box in page.locator(".fragment").all())
    page.get_by_role("link", name="The test stays, kappa moves").click()
    page.wait_for_function(
        "Math.abs(document.getElementById('same').getBoundingClientRect().y) < 60"
    )
    assert violations(page) == []
    assert listener.hear() == []
    context.close()
