"""Pictures in notebooks and their words, and what site and slides make of them."""

import shutil
import subprocess
import sys

import nbformat
import pytest
from matplotlib.figure import Figure
from support import ROOT

from kappabook.papers.kaymak_auk.figures import swap
from kappabook.system.notebook_runner import normalise
from kappabook.workbook import notebook_style
from kappabook.workbook.notebook_cells import alternative_text
from kappabook.workbook.slides import sections

SVG = {"image/svg+xml": '<svg viewBox="0 0 9 9"></svg>', "text/plain": "<Figure>"}


def code(source, data=None, tags=(), **metadata):
    found = [nbformat.v4.new_output("display_data", data)] if data else []
    if tags:
        metadata["tags"] = list(tags)
    return nbformat.v4.new_code_cell(source, id="c-1", outputs=found, metadata=metadata)


def text(source, *tags):
    return nbformat.v4.new_markdown_cell(source, metadata={"tags": list(tags)})


def shown(figure):
    """Return the outputs of a cell that shows a figure, in the stored form."""
    found = [
        nbformat.v4.new_output("display_data", data, metadata=metadata)
        for data, metadata in notebook_style.outputs(figure)
    ]
    cell = nbformat.v4.new_code_cell("draw()", id="c-1", outputs=found)
    return normalise(nbformat.v4.new_notebook(cells=[cell])).cells[0]


def test_a_picture_is_stored_in_two_forms_with_its_words_and_a_caption():
    cell = shown(swap())
    picture, below = cell.outputs
    assert {"image/svg+xml", "image/png", "text/plain"} == set(picture.data)
    words = alternative_text(cell, picture)
    assert words.startswith("AUK of one ROC curve with AUC 0.7493")
    assert picture.metadata["image/png"]["alt"] == words
    assert f"<title>{words}</title>" in picture.data["image/svg+xml"]
    assert below.data["text/markdown"] == f"*{words}*"


def test_a_plot_of_ones_own_takes_its_words_from_its_titles():
    figure = Figure()
    figure.subplots().set(title="The lazy one wins", xlabel="cases", ylabel="kappa")
    cell = shown(figure)
    assert len(cell.outputs) == 1  # its title is the caption
    words = "The lazy one wins; across: cases; up: kappa"
    assert alternative_text(cell, cell.outputs[0]) == words


def test_words_in_the_metadata_come_first_and_are_kept():
    cell = code("swap()", SVG, alt="Two arcs that cross.")
    assert alternative_text(cell, cell.outputs[0]) == "Two arcs that cross."
    notebook = normalise(nbformat.v4.new_notebook(cells=[cell]))
    assert notebook.cells[0].metadata == {"alt": "Two arcs that cross."}


def test_a_picture_without_words_is_refused():
    figure = Figure()
    figure.subplots()
    for cell in (code("ax.plot([1])", SVG), shown(figure)):
        with pytest.raises(ValueError, match=r"cell 'c-1' shows a picture without words: give .*"):
            alternative_text(cell, cell.outputs[0])


def test_prose_opens_a_slide_and_values_wait_for_a_key():
    table = {"text/html": "<table></table>", "text/plain": "t"}
    cells = [text("# T"), code("import numpy"), code("1 + 1", {"text/plain": "2"}), text("So.")]
    cells += [code("draw()", SVG, alt="An arc."), code("frame", table), text("## U")]
    cells += [code("import numpy\nx = 1")]
    slides = sections(nbformat.v4.new_notebook(cells=cells))
    assert len(slides) == 5
    opening, _, picture, frame, last = slides
    assert [slide.count('class="fragment"') for slide in slides] == [1, 0, 0, 0, 1]
    assert "<h1>T</h1>" in opening
    assert "<pre>2</pre>" in opening.partition('class="fragment"')[2]
    assert "numpy" not in opening
    assert 'alt="An arc."' in picture
    assert "<table></table>" in frame
    assert "numpy" in last
    with pytest.raises(ValueError, match="cell 'c-1' shows a picture without words"):
        sections(nbformat.v4.new_notebook(cells=[code("draw()", SVG)]))


def built(folder, *cells):
    """Build a site of one notebook with the settings of ours; return it and what was said."""
    (folder / "notebooks").mkdir(exist_ok=True)
    (folder / "docs").mkdir(exist_ok=True)
    shutil.copyfile(ROOT / "docs/conf.py", folder / "docs/conf.py")
    shutil.copytree(ROOT / "docs/_static", folder / "docs/_static", dirs_exist_ok=True)
    (folder / "docs/index.md").write_text("# Home\n")
    notebook = nbformat.v4.new_notebook(cells=[text("# Moves"), *cells])
    nbformat.write(normalise(notebook), folder / "notebooks/13-m.ipynb")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-E", "-d", folder / "read"]
    command += ["-c", folder / "docs", folder, folder / "site"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr, folder / "site"


@pytest.mark.slow
def test_a_picture_without_words_stops_the_site_and_an_explorer_stands_in_a_frame(tmp_path):
    status, said, _ = built(tmp_path, code("ax.plot()", SVG))
    assert status
    assert "13-m.ipynb: cell 'c-1' shows a picture without words" in said
    status, said, site = built(tmp_path, code("import numpy\n\nthreshold_explorer()"))
    assert (status, said) == (0, "")
    page = (site / "notebooks/13-m.html").read_text()
    assert 'id="c-1"' in page
    assert '<iframe class="widget" src="../widgets/threshold.html" title="Threshold' in page
    assert (site / "widgets/threshold.html").exists()
    assert (site / "_sources/notebooks/13-m.ipynb").exists()
