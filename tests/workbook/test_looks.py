"""What every figure of the workbook owes its readers, whatever it shows."""

import re
from html import unescape
from itertools import combinations

import pytest
from contrast import contrast
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.text import Text
from support import ROOT
from vision import EYES, difference, lightness
from workbook.drawings_once import EVERY, drawn

from kappabook.display.colors import BLACK, BLUE, GREEN, GREY, LINES, MARKERS, ORANGE, PURPLE, ink
from kappabook.display.style import WIDEST
from kappabook.workbook.write_figures import POSTER

COLORS = (BLACK, BLUE, PURPLE, ORANGE, GREEN)
every_figure = pytest.mark.parametrize("key", EVERY)


def svg(key):
    """The committed file, which is what the code draws: test_figures.py."""
    return (ROOT / f"figures/{key}.svg").read_text(encoding="utf-8")


# --- the palette ------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), list(combinations(COLORS, 2)))
def test_colours_differ_without_colour_and_for_colour_blind_eyes(one, other):
    assert abs(lightness(one) - lightness(other)) >= 12
    assert min(difference(one, other, eyes) for eyes in EYES) >= 20
    assert LINES[one] != LINES[other]
    assert MARKERS[one] != MARKERS[other]


@pytest.mark.parametrize("color", [*COLORS, GREY])
def test_words_are_legible_in_every_colour(color):
    assert contrast(ink(color), "#FFFFFF") >= 4.5


# --- the figures ------------------------------------------------------------------------------


@every_figure
def test_fits_a_notebook_and_a_page(key):
    width, height = drawn(key).get_size_inches()
    if key != POSTER:
        assert width <= WIDEST
        assert height <= 1.4 * width


@every_figure
def test_says_in_words_what_it_shows(key):
    assert len(drawn(key).get_label().split()) >= 5


@every_figure
def test_words_are_dark_or_white_on_dark(key):
    colors = {to_hex(text.get_color()) for text in words(key)}
    pale = {c for c in colors if contrast(c, "#FFFFFF") < 4.5 and c not in ("#ffffff", "white")}
    assert not pale


def words(key):
    found = [text for text in drawn(key).findobj(Text) if text.get_visible()]
    return [text for text in found if text.get_text().strip()]


@every_figure
def test_text_in_svg_is_text(key):
    """Not outlines, which a halo would make of it, and formulas are in reading order."""
    assert not [text for text in words(key) if text.get_path_effects()]
    glyphs = _joined(unescape(re.sub("<[^>]*>", "", svg(key))))
    for axes in drawn(key).axes:
        titles = [axes.get_title(loc) for loc in ("left", "center")] if axes.axison else []
        for text in (*titles, axes.get_xlabel(), axes.get_ylabel()):
            parts = re.split(r"\$[^$]*\$|\n", text) if axes.axison else []
            assert all(_joined(part) in glyphs for part in parts)


def _joined(text):
    return re.sub(r"\s", "", text)


@every_figure
def test_series_differ_in_print_and_for_every_eye(key):
    """Two colours in one panel differ in lightness, or in their dashes or marks."""
    for axes in drawn(key).axes:
        looks = {look for line in axes.lines if (look := _look(line))}
        looks |= {look for group in axes.collections for look in _looks_of_points(group)}
        for one, other in combinations(sorted(looks), 2):
            (color, *shape), (color2, *shape2) = one, other
            if color == color2 or shape != shape2:
                continue
            assert abs(lightness(color) - lightness(color2)) >= 12, (one, other)
            assert min(difference(color, color2, eyes) for eyes in EYES) >= 12, (one, other)


def _look(line):
    """Return colour, dashes and mark of a line that is drawn."""
    assert isinstance(line, Line2D)
    dashes = str(line._unscaled_dash_pattern) if len(line.get_xdata()) > 1 else "none"
    dashes = "none" if line.get_linestyle() in ("None", "none", "", " ") else dashes
    mark = str(line.get_marker())
    if not line.get_visible() or (dashes == "none" and mark in ("None", "none", "")):
        return None
    return to_hex(line.get_color()), dashes, mark


def _looks_of_points(group):
    if not hasattr(group, "get_sizes") or not group.get_visible():
        return
    for color in group.get_facecolors()[:50]:
        yield to_hex(color), "none", str(group.get_paths()[0].vertices.round(3).tolist())
