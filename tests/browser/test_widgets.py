"""The pages without a kernel, from a folder, with the network switched off."""

import math
from dataclasses import asdict
from itertools import pairwise
from urllib.parse import quote, urldefrag

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import violations

from kappabook.teaching.explorers import (
    margins_state,
    pair_of_curves,
    prevalence_state,
    sample_scores,
    table_state,
    threshold_state,
)
from kappabook.teaching.explorers.chart_data import (
    confusion_data,
    prevalence_data,
    threshold_data,
)
from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.explorers.numbers import number_text
from kappabook.workbook.targets import main

POSITIONS = {
    "confusion": [
        {"group": "the four cells", "tp": tp, "fn": fn, "fp": fp, "tn": tn}
        for tp, fn, fp, tn in (
            *((40, 10, 20, 30), (1, 99, 0, 100), (0, 7, 0, 80), (3, 50, 60, 2)),
            *((0, 0, 0, 50), (0, 0, 0, 0)),
        )
    ]
    + [
        {"group": "the margins", "prevalence": p, "bias": bias, "accuracy": accuracy}
        for p, bias, accuracy in (
            *((0.5, 0.1, 0.7), (0.1, 0.0, 0.9), (0.3, 0.8, 0.2), (0.05, -0.2, 0.5)),
            *((0.3, 0.2, 1.0), (0.99, 0.01, 0.99)),
        )
    ],
    "threshold": [
        {"threshold": threshold, "prevalence": p}
        for threshold in (0, 0.21, 0.5, 0.9, 1)
        for p in (0.01, 0.25, 0.5, 0.8, 0.99)
    ],
    "prevalence": [{"prevalence": p} for p in (0.01, 0.11, 0.31, 0.32, 0.49, 0.5, 0.51, 0.99)],
}


def state(name, values):
    """What the library says at these positions of the sliders."""
    numbers = {key: value for key, value in values.items() if key != "group"}
    if name == "confusion":
        return (margins_state if "bias" in values else table_state)(**numbers)
    if name == "threshold":
        return threshold_state(*sample_scores(), **numbers)
    return prevalence_state(**numbers, pair=pair_of_curves())


def data(name, state, values):
    """What the charts of JupyterLab draw of a state."""
    if name == "confusion":
        return confusion_data(state)
    if name == "threshold":
        return threshold_data(state, values["threshold"])
    return prevalence_data(state, values["prevalence"], pair_of_curves())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    into = tmp_path_factory.mktemp("widgets")
    assert main(["widgets", "--into", str(into)]) == 0
    return into


@pytest.fixture(scope="module", params=EXPLORERS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def page(chromium, folder, name):
    """The page, and after all its tests: no request left it, and its console stayed silent."""
    context = chromium.new_context(offline=True, viewport=WIDE)
    page, said, wanted = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: wanted.append(request.url))
    address = page.address = (folder / f"{name}.html").as_uri()
    page.goto(address)
    page.wait_for_selector("body[data-ready=true]")
    yield page
    assert said == []
    files = {urldefrag(url).url for url in wanted if not url.startswith("data:")}
    assert files == {address}
    context.close()


def number(key):
    return f'[data-number="{key}"]'


def shown(page, name):
    return {key: page.text_content(number(key)) for key in EXPLORERS[name].numbers}


def test_a_slider_moved_by_keyboard_changes_the_numbers(page, name):
    """Each one, from its start; the numbers are then the library's for those positions."""
    opened(page, name)
    for slider in EXPLORERS[name].sliders:
        if slider.group == "the margins":
            page.check('input[value="the margins"]')
        handle = page.get_by_label(slider.label, exact=True)
        before = shown(page, name)
        handle.focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        assert float(handle.input_value()) == pytest.approx(slider.value + 3 * slider.step, abs=0.1)
        assert shown(page, name) != before
    assert shown(page, name) == expected_numbers(page, name)


def test_formulas_of_the_page_are_the_librarys(page, name):
    """Numbers, and the data of the charts, which JupyterLab draws from ours."""
    for values in POSITIONS[name]:
        now = page.evaluate("values => state(values, FIXED)", values)
        expected = state(name, values)
        for key in EXPLORERS[name].numbers:
            ours = getattr(expected, key)
            if isinstance(ours, str):
                assert now[key] == ours, (key, values)
            elif not math.isfinite(ours):
                assert now[key] is None, (key, values)
            else:
                assert now[key] == pytest.approx(ours, abs=1e-12), (key, values)
        ours = data(name, expected, values)
        assert set(now["data"]) == set(ours)
        for key, rows in ours.items():
            for theirs, row in zip(now["data"][key], rows, strict=True):
                assert {k: theirs[k] for k in row} == pytest.approx(row, abs=1e-12), (key, values)
        if name == "confusion":
            assert now["note"] == expected.note
            assert [now[k] for k in ("tp", "fn", "fp", "tn")] == pytest.approx(
                [asdict(expected)[k] for k in ("tp", "fn", "fp", "tn")]
            )


def opened(page, name, preset=""):
    """Open the page afresh, at a preset."""
    page.goto("about:blank")
    page.goto(f"{page.address}#{quote(preset)}")
    page.wait_for_selector("body[data-ready=true]")
    return page


def expected_numbers(page, name):
    """What the library says where the sliders stand."""
    values = page.evaluate("values()")
    active = {s.key: values[s.key] for s in EXPLORERS[name].sliders if s.group == values["group"]}
    expected = state(name, active)
    return {key: number_text(getattr(expected, key)) for key in EXPLORERS[name].numbers}


def pressed(page):
    return page.locator("[aria-pressed=true]").all_text_contents()


def test_each_preset_by_its_button_and_by_the_address(page, name):
    opened(page, name)
    for preset, wanted in EXPLORERS[name].presets.items():
        for by_address in (False, True):
            page.get_by_role("button", name=preset, exact=True).click()
            if by_address:
                page.locator("input[type=range]:visible").first.press("End")
                page.evaluate("wanted => { location.hash = wanted }", quote(preset))
                page.wait_for_function("document.querySelector('[aria-pressed=true]')")
            assert pressed(page) == [preset]
            for key, value in wanted.items():
                assert page.locator(f"#{key}").is_visible()
                assert float(page.input_value(f"#{key}")) == pytest.approx(value)
                assert float(page.input_value(f"#field-{key}")) == pytest.approx(value)
            assert shown(page, name) == expected_numbers(page, name)
    assert pressed(opened(page, name, preset)) == [preset]


@pytest.mark.parametrize("wanted", ["bald", "95%"])
def test_an_address_without_such_a_preset_says_which_there_are(page, name, wanted):
    opened(page, name)
    page.evaluate("wanted => { location.hash = wanted }", wanted)
    page.wait_for_function("document.getElementById('note').textContent.includes('no preset')")
    said = f"no preset “{wanted}”; there are: {', '.join(EXPLORERS[name].presets)}."
    assert said in page.text_content("#note")


def test_a_number_typed_moves_its_slider(page, name):
    opened(page, name)
    slider = EXPLORERS[name].sliders[0]
    field = page.get_by_label(f"{slider.label}, as a number")
    value = slider.low + 7 * slider.step
    field.fill(str(value))
    assert float(page.input_value(f"#{slider.key}")) == pytest.approx(value)
    assert shown(page, name) == expected_numbers(page, name)
    presets = EXPLORERS[name].presets
    assert all(slider.key not in presets[preset] for preset in pressed(page))
    field.fill("")
    field.press("Enter")
    assert float(field.input_value()) == pytest.approx(value)
    field.fill(str(slider.high + 7))
    assert float(page.input_value(f"#{slider.key}")) == pytest.approx(value)
    field.press("Enter")
    assert float(field.input_value()) == slider.high
    said = f"{slider.label} goes from {slider.low} to {slider.high}: shown is {slider.high}."
    assert page.text_content("#note").startswith(said)


BOXES = """() => {
  const boxes = (at) => [...document.querySelectorAll(at)].map((mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return [left, top, right, bottom];
  });
  return { names: boxes("#chart-0 .mark-text.role-mark text"),
    marks: boxes("#chart-0 .mark-rect.role-mark path, #chart-0 .mark-rule.role-mark line") };
}"""


def apart(one, two):
    """Whether two boxes share no more than a border."""
    return (
        one[2] <= two[0] + 1 or two[2] <= one[0] + 1 or one[3] <= two[1] + 1 or two[3] <= one[1] + 1
    )


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", ["confusion"], indirect=True)
def test_no_line_goes_through_the_name_of_a_cell(page, name, size):
    page.set_viewport_size(size)
    for preset in EXPLORERS[name].presets:
        opened(page, name, preset)
        page.wait_for_timeout(200)
        found = page.evaluate(BOXES)
        assert len(found["names"]) == 4
        assert len(found["marks"]) == 6
        for i, text in enumerate(found["names"]):
            others = [*found["marks"], *found["names"][:i]]
            assert all(apart(text, other) for other in others), (preset, i)
            assert text[0] >= 0
            assert text[2] <= size["width"]
    page.set_viewport_size(WIDE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible_in_both_modes_and_sizes(page, name, scheme):
    page.emulate_media(color_scheme=scheme)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        page.locator("[data-preset]").last.click()
        assert violations(page) == [], size
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_no_band_between_sliders_and_charts_is_empty(page, name, size):
    """Nothing but the line of the note may be blank between two rows of the page."""
    page.set_viewport_size(size)
    opened(page, name)
    at = ["form[aria-label]", "dl", "#note", ".charts"]
    boxes = [page.locator(part).bounding_box() for part in at]
    gaps = [low["y"] - (high["y"] + high["height"]) for high, low in pairwise(boxes)]
    assert all(gap <= 12 for gap in gaps)
    assert boxes[2]["height"] <= 30
    page.set_viewport_size(WIDE)


def test_the_drawing_moves_with_the_slider(page, name):
    opened(page, name)
    charts = page.locator("svg.marks")
    assert charts.count() == len(EXPLORERS[name].pictures)
    before = [charts.nth(i).inner_html() for i in range(charts.count())]
    page.locator("input[type=range]:visible").first.press("End")
    page.wait_for_timeout(100)
    after = [charts.nth(i).inner_html() for i in range(charts.count())]
    moved = [old != new for old, new in zip(before, after, strict=True)]
    # The ROC curves of the prevalence explorer are the ones that must not move.
    assert moved == [name != "prevalence", *[True] * (len(moved) - 1)]


def test_it_can_be_read_without_seeing_it(page, name):
    pictures = page.get_by_role("img").all()
    assert [p.get_attribute("aria-label") for p in pictures] == list(EXPLORERS[name].pictures)
    assert page.locator("h1").count() == 1
    assert page.get_attribute("html", "lang") == "en"
    page.locator("input[type=range]:visible").first.press("Home")
    first = next(iter(EXPLORERS[name].numbers))
    label = page.locator(f"div:has(> {number(first)}) dt").text_content()
    page.wait_for_function("document.getElementById('said').textContent !== ''")
    page.wait_for_timeout(700)
    assert (
        page.get_by_role("status")
        .all_text_contents()[-1]
        .startswith(f"{label} {page.text_content(number(first))}")
    )


def test_nothing_is_wider_than_the_screen(page, name):
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        for chart in page.locator("svg.marks").all():
            box = chart.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
