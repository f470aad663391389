"""Figures in a browser whose system has not our font."""

import shutil
import subprocess

import pytest
from browser.browsing import browser
from support import ROOT

FIGURES = sorted((ROOT / "figures").glob("*.svg"))
NO_DEJAVU = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><glob>*dejavu*</glob><glob>*DejaVu*</glob></rejectfont></selectfont>
</fontconfig>
"""
# Pairs of labels that lie on each other by more than a hair, and labels out of the picture.
STRUCK = """() => {
  const found = [];
  const frame = document.querySelector("svg").getBoundingClientRect();
  const labels = [...document.querySelectorAll("svg text")].filter(t => t.textContent.trim());
  const boxes = labels.map(t => [t.getBoundingClientRect(), t.textContent.trim()]);
  boxes.forEach(([a, words], i) => {
    if (a.left < frame.left - 1 || a.right > frame.right + 1) found.push([words, "(the edge)"]);
    for (const [b, others] of boxes.slice(i + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1.5 && high > 4) found.push([words, others]);
    }
  });
  return found;
}"""


@pytest.fixture(scope="module")
def without_dejavu(tmp_path_factory):
    """A page of a browser whose system has no DejaVu Sans."""
    file = tmp_path_factory.mktemp("fonts") / "fonts.conf"
    file.write_text(NO_DEJAVU)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FONTCONFIG_FILE", str(file))
        if shutil.which("fc-list") is None or not subprocess.check_output(["fc-list"]).strip():
            pytest.skip("no font here but DejaVu: `apt-get install fontconfig fonts-liberation`")
        with browser() as running:
            yield running.new_context(offline=True).new_page()


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.stem)
def test_no_label_is_struck_where_the_font_is_missing(path, without_dejavu):
    without_dejavu.set_content(path.read_text().partition('.dtd">')[2])
    struck = without_dejavu.evaluate(STRUCK)
    # A label that points at two places is written twice, one on top of the other.
    assert [(a, b) for a, b in struck if a != b] == []
    assert without_dejavu.locator("svg text").count() > 0  # the committed one is not of outlines
