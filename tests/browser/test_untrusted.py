"""A notebook that nobody trusts, in a real JupyterLab: every figure is there."""

import json

import pytest
from browser.browsing import browser
from browser.jupyterlab import SECONDS, serving
from support import ROOT


@pytest.mark.parametrize("name", ["00-start-here", "02-cats-and-dogs"])
def test_an_untrusted_notebook_shows_every_figure_whole(name, tmp_path):
    """As in a fresh clone: nothing was run here, so JupyterLab shows no SVG."""
    stored = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text())["cells"]
    outputs = [output for cell in stored for output in cell.get("outputs", [])]
    figures = sum("image/svg+xml" in output.get("data", {}) for output in outputs)
    with serving(tmp_path, f"{name}.ipynb") as address, browser() as running:
        page = running.new_context(viewport={"width": 1366, "height": 768}).new_page()
        page.set_default_timeout(1000 * SECONDS)
        page.goto(address)
        shown = page.locator(".jp-OutputArea img")
        page.wait_for_function(
            "n => document.querySelectorAll('.jp-OutputArea img').length === n", arg=figures
        )
        for picture in shown.all():
            picture.scroll_into_view_if_needed()
            whole, drawn = picture.evaluate(
                "i => [i.naturalWidth, i.getBoundingClientRect().width]"
            )
            assert whole > 0
            assert drawn >= 0.85 * whole
            panel = picture.locator(
                "xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')][1]"
            )
            assert panel.evaluate("p => p.scrollWidth <= p.clientWidth + 1")
