"""Figures on slides: large letters, none on another, none cut off."""

from itertools import combinations

import nbformat
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from support import ROOT

from kappabook import papers
from kappabook.display.style import STYLE, caption, plt
from kappabook.workbook.alternative_text import alternative_text, pictures
from kappabook.workbook.slides.pictures import BESIDE, OPENINGS, PANELS, SLIDE, for_a_hall, redrawn

KEYS = {caption(draw): key for key, draw in papers.figures().items()}
# Those with something left out; the others are drawn as they are.
SPECIAL = {*PANELS, "bendavid2007-rerun"}
# The one of them that make test looks at: its formula was once cut off.
QUICK = "cats_and_dogs-fig5"
# Points that the boxes of two texts may share: a box has room below and above its digits.
TOUCH = 2.5


def shown():
    """The keys of the figures that the decks show."""
    found = set()
    for path in sorted((ROOT / "notebooks").glob("0[1-7]-*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if "slide" in cell.metadata.get("tags", []) and cell.cell_type == "code":
                found |= {KEYS.get(alternative_text(cell, one)) for one in pictures(cell)}
    return sorted(found - {None})


def words(figure):
    """Every text that is drawn with its box, in points: of ticks those inside the axes."""
    FigureCanvasAgg(figure)
    figure.set_dpi(72)
    figure.draw_without_rendering()
    ticks, found = set(), []
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                labels = [tick.label1, tick.label2]
                ticks |= set(labels)
                if ax.axison and low <= tick.get_loc() <= high and axis.get_visible():
                    found += [label for label in labels if label.get_visible()]
    found += [text for text in figure.findobj(Text) if text not in ticks and text.get_visible()]
    found = [text for text in found if text.get_text().strip()]
    # An annotation's own box would hold its arrow too.
    return [(text.get_text(), Text.get_window_extent(text)) for text in found if _is_drawn(text)]


def _is_drawn(text):
    """An annotation of a point outside the axes is not."""
    check = getattr(text, "_check_xy", None)
    return check is None or check(text.get_figure(root=True).canvas.get_renderer())


def wrong(figure):
    """What is too small, cut off, or on another."""
    boxes = words(figure)
    found = [f"{t.get_text()!r} is small" for t in figure.findobj(Text) if t.get_fontsize() < 12]
    edge = figure.bbox.padded(1)
    found += [
        f"{one!r} is cut off"
        for one, box in boxes
        if box.x0 < edge.x0 or box.y0 < edge.y0 or box.x1 > edge.x1 or box.y1 > edge.y1
    ]
    for (one, a), (other, b) in combinations(boxes, 2):
        across, up = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        # What leads to two points is written twice at one place.
        if min(across, up) > TOUCH and one != other:
            found.append(f"{one!r} is on {other!r}: {across:.0f} by {up:.0f}")
    return found


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=() if key == QUICK else pytest.mark.slow) for key in shown()],
)
def test_a_hall_can_read_every_figure_of_the_decks(key):
    with plt.style.context(STYLE):
        figure = for_a_hall(papers.figures()[key](), key=key)
        assert tuple(figure.get_size_inches() * 144) == pytest.approx(SLIDE)
        assert wrong(figure) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", OPENINGS)
def test_a_hall_can_read_what_a_deck_opens_with(number):
    with plt.style.context(STYLE):
        figure = for_a_hall(OPENINGS[number](), BESIDE)
        figure.suptitle("")
        for ax in figure.axes:
            ax.set_title("", loc="left")
        assert wrong(figure) == []


def test_the_measure_sees_small_and_crossing_letters():
    figure = papers.figure("cats_and_dogs", "fig1")()
    figure.axes[0].text(0, 0, "TP again", fontsize=9)
    assert any("is small" in fault for fault in wrong(figure))
    assert any("is on 'TP again'" in fault for fault in wrong(figure))


def test_what_is_none_of_ours_is_not_drawn_again():
    assert redrawn("A picture of my own") is None


def test_there_is_a_figure_for_every_special_case():
    assert set(shown()) >= SPECIAL
