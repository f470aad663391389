"""The committed figures are the ones that the code draws, in any order, after anything."""

import re
from functools import cache, partial

import matplotlib.pyplot as plt
import pytest
from matplotlib.text import Text
from support import ROOT, slowly, why_bytes_differ
from workbook.drawings_once import SHORT, drawn

from kappabook import papers
from kappabook.audit.ledger import totals
from kappabook.audit.printed import VERDICTS
from kappabook.display.style import METADATA
from kappabook.workbook import write_figures
from kappabook.workbook.poster import summary
from kappabook.workbook.write_figures import keys, write_figure

FOLDER = ROOT / "figures"
same_bytes = pytest.mark.skipif(
    bool(why_bytes_differ()), reason=why_bytes_differ() or "locked environment"
)


# A layout is settled by the first saving, so PDF and PNG are made after the SVG, as in `make`.
SVG, EACH = ("svg",), tuple(METADATA)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The figures in some kinds, drawn by one process in the opposite order of `make figures`."""

    @cache
    def write(kinds):
        folder = tmp_path_factory.mktemp("figures")
        before = plt.get_fignums()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(write_figures, "METADATA", {kind: METADATA[kind] for kind in kinds})
            if kinds == SVG:  # a figure is saved once, or its layout changes
                patched.setattr(write_figures, "_drawing", lambda key: partial(drawn, key))
            for key in reversed(keys()):
                if key in SHORT or kinds == EACH:
                    write_figure(key, folder)
        assert plt.get_fignums() == before  # pyplot keeps none of them
        return folder

    return write


@same_bytes
@pytest.mark.parametrize(
    ("key", "kinds"),
    [(key, SVG) for key in keys() if key in SHORT] + [slowly(key, EACH) for key in keys()],
)
def test_committed_figure_is_up_to_date(key, kinds, written):
    paths = list(written(kinds).glob(f"{key}.*"))
    assert paths
    for path in paths:
        committed = FOLDER / path.name
        assert committed.exists(), f"{path.name} is not committed; run `make figures`"
        same = committed.read_bytes() == path.read_bytes()
        assert same, f"{path.name} is not what the code draws; run `make figures` and look at it"


def test_the_figures_that_make_test_does_not_draw_are_drawn_by_notebooks():
    """Where nbval compares them with what is stored there."""
    notebooks = [path.read_text() for path in (ROOT / "notebooks").glob("*.ipynb")]
    for key in set(keys()) - SHORT:
        document, _, name = key.partition("-")
        call = re.compile(rf"\b{name.replace('-', '_')}\(")
        ours = re.compile(rf"papers(\.| import ){document}")
        drawn = any(call.search(text) and ours.search(text) for text in notebooks)
        assert drawn, f"no notebook draws {key}; call it in the document's notebook"


def test_no_figure_is_left_over():
    committed = {path.stem for path in FOLDER.iterdir()}
    assert committed == set(keys())


def test_the_poster_is_a2_and_counts_every_verdict():
    figure = summary()
    assert figure.get_size_inches() * 25.4 == pytest.approx([420, 594], abs=0.5)
    words = [text.get_text() for text in figure.findobj(Text)]
    counts = totals(papers.all_rows())["all"]
    verdicts = VERDICTS.keys() - {"input"}
    assert {f"{name} {counts[name]}" for name in verdicts} < set(words)
    assert any(f" {counts['results']} results" in text for text in words)
    shown = [text for text in figure.findobj(Text) if text.get_text().strip()]
    assert min(text.get_fontsize() for text in shown if text.get_visible()) >= 18
