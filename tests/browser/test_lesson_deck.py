"""The deck of the lesson, opened from a folder with the network switched off, slide by slide."""

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import RAW, WORDLESS, Listener, violations

from kappabook.teaching.lesson.deck import lesson_html
from kappabook.teaching.lesson.source import read_lesson

# What reaches below the slide's foot, or out at the side.
OVERFLOW = """() => {
  const slide = document.querySelector("section.present").getBoundingClientRect();
  const inside = [...document.querySelectorAll("section.present .content *")]
    .filter((part) => !part.closest("mjx-container, .unseen"));
  return inside.map((part) => [part.tagName, part.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.bottom > slide.bottom - 20 || box.right > slide.right))
    .map(([name, box]) => `${name} ends at ${box.right.toFixed()}, ${box.bottom.toFixed()}`);
}"""
SMALLEST = """() => {
  const parts = [...document.querySelectorAll("section.present .text :is(p, li)")];
  return Math.min(99, ...parts.map((part) => parseFloat(getComputedStyle(part).fontSize)));
}"""
ALL_STEPS = """() => {
  while (Reveal.availableFragments().next) Reveal.nextFragment();
}"""


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    file = tmp_path_factory.mktemp("lesson") / "deck.html"
    file.write_text(lesson_html(read_lesson()), encoding="utf-8")
    return file


def opened(page, deck):
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    return page.eval_on_selector_all(".slides > section", "all => all.map(s => s.id)")


def go_to(page, name):
    page.evaluate("name => { location.hash = '#/' + name; }", name)
    page.wait_for_function("name => Reveal.getCurrentSlide().id === name", arg=name)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_slide_can_be_read(chromium, deck, scheme):
    context = chromium.new_context(offline=True, viewport=WIDE, color_scheme=scheme)
    page = context.new_page()
    listener = Listener(page)
    names, wrong = opened(page, deck), {}
    for name in names:
        go_to(page, name)
        page.evaluate(ALL_STEPS)
        if name == "agreement":
            page.locator("section.present [data-preset='a room']").click()
        found = page.evaluate(OVERFLOW) + violations(page, within="section.present")
        if page.evaluate(SMALLEST) < 32:
            found.append("small text")
        if found:
            wrong[name] = found
    assert len(names) >= 20
    assert wrong == {}
    assert page.evaluate(RAW) == []
    assert page.evaluate(WORDLESS) == []
    assert listener.hear() == []
    context.close()


def test_an_answer_waits_for_its_key(page, deck):
    opened(page, deck)
    go_to(page, "wrong")
    answer = page.locator("section.present p", has_text="A guesser is right in")
    assert not answer.is_visible()
    page.keyboard.press("ArrowRight")
    answer.wait_for(state="visible")
    assert page.evaluate("Reveal.getCurrentSlide().id") == "wrong"


def test_the_explorers_run_inside_their_slides(page, deck):
    listener = Listener(page)
    opened(page, deck)
    go_to(page, "lazy")
    inside = page.locator("section.present")
    assert inside.locator("[data-number=accuracy]").text_content() == "0.950"
    assert inside.locator("[data-number=kappa]").text_content() == "0.000"
    assert not inside.locator("summary").is_visible()
    inside.locator("[data-preset=useful]").click()
    assert inside.locator("[data-number=kappa]").text_content() == "0.500"
    # The arrows belong to the slider; the key of a remote control turns the slide.
    inside.locator("[data-slider=tp]").press("ArrowRight")
    assert inside.locator("[data-field=tp]").input_value() == "5"
    inside.locator("[data-slider=tp]").press("PageDown")
    page.wait_for_function("Reveal.getCurrentSlide().id === 'hundred'")
    go_to(page, "same")
    inside.locator("[data-preset='one in a hundred']").click()
    assert inside.locator("[data-number=accuracy]").text_content() == "0.900"
    assert inside.locator("[data-number=kappa]").text_content() == "0.137"
    assert listener.hear() == []


def test_on_a_telephone_the_slides_stand_below_each_other(chromium, deck):
    context = chromium.new_context(offline=True, viewport=NARROW)
    page = context.new_page()
    listener = Listener(page)
    page.goto(deck.as_uri())
    page.wait_for_selector("body.flow .explorer-opening")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert page.evaluate(SMALLEST.replace("section.present ", "")) >= 16
    assert all(box.is_visible() for box in page.locator(".fragment").all())
    assert violations(page) == []
    assert listener.hear() == []
    context.close()
