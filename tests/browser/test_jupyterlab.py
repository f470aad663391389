"""Notebook 13 in a real JupyterLab: run all, move a slider, see the number change."""

import re

import pytest
from browser.browsing import browser
from browser.jupyterlab import SECONDS, serving
from browser.looking import violations

from kappabook import ConfusionMatrix

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
        page.wait_for_selector(".explorer-prevalence")
        yield page
        assert left == []


def test_a_slider_moved_by_keyboard_changes_the_numbers(page):
    """One step up of the first slider; the numbers are then the library's."""
    explorer = page.locator(".explorer-confusion")
    explorer.get_by_role("slider").first.press("ArrowRight")
    explorer.locator('[data-number="accuracy"]:text-is("0.931")').wait_for()
    expected = ConfusionMatrix([[5, 1], [6, 89]])
    assert explorer.locator("[data-number=kappa]").text_content() == f"{expected.kappa:.3f}"
    explorer.get_by_role("button", name="lazy", exact=True).click()
    explorer.locator('[data-number="kappa"]:text-is("0.000")').wait_for()


@pytest.mark.parametrize("name", ["confusion", "threshold", "prevalence"])
def test_an_explorer_is_accessible_in_jupyterlab(page, name):
    within = f".explorer-{name}"
    assert page.locator(f"{within} figure").count() >= 1
    assert violations(page, within=within) == []
