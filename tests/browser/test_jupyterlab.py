"""Notebook 13 in a real JupyterLab: run all, move a slider, see the number change."""

import re

import pytest
from browser.browsing import browser
from browser.jupyterlab import SECONDS, serving
from browser.looking import violations

from kappabook.teaching.explorers import (
    pair_of_curves,
    prevalence_state,
    sample_scores,
    table_state,
    threshold_state,
)
from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.explorers.numbers import number_text

NOTEBOOK = "13-explorers.ipynb"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("lab"), NOTEBOOK) as address:
        yield address


@pytest.fixture(scope="module")
def page(lab):
    """The notebook with every cell run; only the server is reachable."""
    with browser() as running:
        context = running.new_context(viewport={"width": 1280, "height": 720})
        server = lab.partition("lab/")[0]
        left = []

        def guard(route):
            if route.request.url.startswith((server, "data:", "blob:")):
                route.continue_()
            else:
                left.append(route.request.url)
                route.abort()

        context.route("**/*", guard)
        page = context.new_page()
        page.set_default_timeout(1000 * SECONDS)
        page.goto(lab)
        # Asked to run before its kernel is there, JupyterLab asks back which kernel.
        page.get_by_text(re.compile(r"Python 3.* \| Idle")).wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.wait_for_selector('dl[data-explorer="prevalence"]')
        yield page
        assert left == []


EXPECTED = {
    "confusion": lambda: table_state(tp=41, fn=10, fp=20, tn=30),
    "threshold": lambda: threshold_state(*sample_scores(), 0.51, 0.25),
    "prevalence": lambda: prevalence_state(0.12, pair_of_curves()),
}


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_slider_moved_by_keyboard_changes_the_numbers(page, name):
    """One step up of the first slider; the numbers are then the library's."""
    explorer = page.locator(".widget-vbox", has=page.locator(f'dl[data-explorer="{name}"]'))
    kappa, expected = explorer.locator("[data-number]").first, EXPECTED[name]()
    before = kappa.text_content()
    explorer.get_by_role("slider").first.press("ArrowRight")
    first = next(iter(EXPLORERS[name].numbers))
    awaited = number_text(getattr(expected, first))
    explorer.locator(f'[data-number="{first}"]:text-is("{awaited}")').wait_for()
    shown = {
        key: explorer.locator(f'[data-number="{key}"]').text_content()
        for key in EXPLORERS[name].numbers
    }
    assert shown == {key: number_text(getattr(expected, key)) for key in shown}
    assert awaited != before
    assert explorer.locator("img").get_attribute("alt") == " ".join(EXPLORERS[name].pictures)


TYPED = {
    "confusion": (3, lambda: table_state(tp=3, fn=10, fp=20, tn=30)),
    "threshold": (0.03, lambda: threshold_state(*sample_scores(), 0.03, 0.25)),
    "prevalence": (0.9, lambda: prevalence_state(0.9, pair_of_curves())),
}


def _type(explorer, name):
    """Type a number into the field of the first slider, and wait for what it changes."""
    number, state = TYPED[name]
    label = next(s.label for s in EXPLORERS[name].sliders if s.group != "the margins")
    field = explorer.get_by_role("spinbutton", name=label, exact=True)
    field.fill(str(number))
    field.press("Enter")
    first = next(iter(EXPLORERS[name].numbers))
    awaited = number_text(getattr(state(), first))
    explorer.locator(f'[data-number="{first}"]:text-is("{awaited}")').wait_for()


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_number_typed_into_a_field_with_a_name_moves_slider_and_numbers(page, name):
    """ipywidgets gives a slider's handle no name; the field beside it has one."""
    explorer = page.locator(".widget-vbox", has=page.locator(f'dl[data-explorer="{name}"]'))
    labels = [slider.label for slider in EXPLORERS[name].sliders if slider.group != "the margins"]
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    fields = [node for node in tree if node.get("role", {}).get("value") == "spinbutton"]
    assert set(labels) <= {node["name"]["value"] for node in fields}
    assert violations(page, only=["label"], within=".jp-Notebook") == []
    _type(explorer, name)
    handle = explorer.get_by_role("slider").first
    assert float(handle.get_attribute("aria-valuetext")) == pytest.approx(TYPED[name][0])


PRESETS = {
    "confusion": ("useful", lambda: table_state(tp=4, fn=1, fp=6, tn=89)),
    "threshold": ("half", lambda: threshold_state(*sample_scores(), 0.03, 0.5)),
    "prevalence": ("the crossing", lambda: prevalence_state(0.31, pair_of_curves())),
}


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_preset_moves_sliders_and_numbers(page, name):
    """After a typed number, which the preset of the threshold keeps."""
    explorer = page.locator(".widget-vbox", has=page.locator(f'dl[data-explorer="{name}"]'))
    _type(explorer, name)
    preset, state = PRESETS[name]
    explorer.get_by_role("button", name=preset, exact=True).click()
    # Each is awaited: the kernel answers when it can, and some numbers stay as they are.
    for key in EXPLORERS[name].numbers:
        awaited = number_text(getattr(state(), key))
        explorer.locator(f'[data-number="{key}"]:text-is("{awaited}")').wait_for()
