"""How notebooks become pages and slides, short of a browser; those tests are in tests/browser."""

import re
from base64 import b64decode
from io import BytesIO

import nbformat
import pandas as pd
import pytest
from checkouts import small_checkout
from matplotlib.figure import Figure
from PIL import Image
from support import ROOT

from kappabook import papers
from kappabook.audit import Row
from kappabook.datasheet import columns, data_sheet
from kappabook.display.style import WIDEST
from kappabook.notebooks import normalise
from kappabook.papers.kaymak_auk.figures import swap
from kappabook.workbook import notebook_style
from kappabook.workbook.alternative_text import alternative_text
from kappabook.workbook.cells import Cell
from kappabook.workbook.site import build_site
from kappabook.workbook.site.data_page import data_page
from kappabook.workbook.site.gather import ledger_page, sheets
from kappabook.workbook.site.navigation import placed, refuse_same_titles
from kappabook.workbook.site.reference import public_names, reference_page
from kappabook.workbook.site.search_texts import texts
from kappabook.workbook.slides import deck_html
from kappabook.workbook.slides.cells import shortened, slides
from kappabook.workbook.slides.html import outputs, plain, plain_table, prose

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
    (slide,) = outputs(cell)  # without the caption: there the prose says it
    assert slide.startswith(f'<img alt="{words}"')
    # Drawn for the hall, with letters as shapes.
    drawn = b64decode(slide.partition("base64,")[2].rstrip('">')).decode()
    assert 'viewBox="0 0 584 278"' in drawn
    assert "<text" not in drawn


@pytest.mark.slow
def test_the_png_is_small_and_the_same_twice():
    one, two = (shown(swap()).outputs[0].data["image/png"] for _ in range(2))
    assert one == two
    picture = Image.open(BytesIO(b64decode(one)))
    assert picture.mode == "P"
    assert picture.width <= 100 * WIDEST
    assert len(one) < 50_000


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


def test_slides_are_prose_with_the_code_below_it():
    cells = [
        text("# Title\n\nFirst.", "slide"),
        code("1", tags=["slide"]),
        text("Not shown.\n\n## Next"),
        code("2", tags=["slide"]),
        text("End of a thought.\n\n## Last\n\nNew thought.", "slide"),
        code("3"),
        code("4", tags=["slide"]),
    ]
    made = slides(cells)
    assert [slide.heading for slide in made] == ["Title", "Next", "Last"]
    assert [[cell.source for cell in slide.cells] for slide in made] == [["1"], ["2"], ["4"]]
    assert [slide.text for slide in made] == ["First.", "", "New thought."]
    assert [slide.close for slide in made] == ["", "End of a thought.", ""]
    assert made[1].notes == "End of a thought."


def test_what_follows_closes_the_slide_it_follows():
    one = text("## One\n\nAsk.", "slide")
    two = text("So it is.\n\nAnd more.\n\n## Two\n\nGo on.", "slide")
    shown, hidden = code("1", tags=["slide"]), code("2")
    (first, second) = slides([one, shown, two])
    assert (first.close, first.notes) == ("So it is.", "Ask.\n\nSo it is.\n\nAnd more.")
    assert (second.text, second.notes) == ("Go on.", "Go on.")
    # Without a heading, prose closes a slide if no tagged code asks for another.
    alone = text("That is all.", "slide")
    (only,) = slides([one, shown, alone, hidden])
    assert only.close == "That is all."
    assert [s.text for s in slides([one, shown, alone, shown])] == ["Ask.", "That is all."]
    # It must be right behind what is shown, unless nothing is.
    for cells in ([one, shown, hidden, two], [one, shown, text("Not shown."), two]):
        first, second = slides(cells)
        assert (first.close, second.notes[:9]) == ("", "So it is.")
    assert slides([one, hidden, two])[0].close == "So it is."
    # An announcement of what is not shown is left out, and what is long is shortened.
    bare = text("A sentence. Here is the table:", "slide")
    assert slides([one, shown, bare])[0].close == "A sentence."
    assert slides([bare])[0].text == "A sentence."
    assert slides([bare, shown])[0].text == "A sentence. Here is the table:"
    long = text("One two. " + "Word. " * 40, "slide")
    assert len(slides([one, shown, long])[0].close.split()) == 30


def test_prose_is_shortened_by_sentences_and_formulas_stay():
    body = "One two three. Four five six.\n\n$$x = 1$$\n\nSeven eight nine ten."
    assert shortened(body, 6) == "One two three. Four five six.\n\n$$x = 1$$"
    assert shortened(body, 4) == "One two three.\n\n$$x = 1$$"
    assert shortened(body, 1) == "One two three.\n\n$$x = 1$$"
    assert shortened(body, 99) == body
    both = "**Held.** All of it. And more.\n\n**Not.** One word. And more."
    assert shortened(both, 1) == "**Held.** All of it.\n\n**Not.** One word."
    assert shortened("By A. Ben-David and others. More.", 5) == "By A. Ben-David and others."
    # What leads to a list stays with it; a formula is one word.
    assert shortened("One. Two three. You will\n\n- go", 1) == "One. You will\n\n- go"
    assert shortened("If $a + b = c$ holds. (Or not.)", 3) == "If $a + b = c$ holds."


def test_formulas_are_left_to_mathjax_and_markup_is_escaped():
    assert r"\(a &lt; b\)" in prose("Say $a < b$.")
    assert r"\[x\]" in prose("$$x$$")
    assert "<script>" not in outputs(code("x", {"text/plain": "<script>"}))


P_C = "<i>P</i><sub>c</sub>"


def test_values_bear_their_names():
    cell = code("1", {"text/plain": "(0.86, 0.9)"}, ["slide"])
    assert outputs(cell) == ["<pre>0.86, 0.9</pre>"]
    cell.metadata["values"] = ["ours", "the lazy one"]
    assert outputs(cell)[0].startswith('<p class="value">ours: <b>0.86</b></p>')
    cell.metadata["values"] = ["ours"]
    with pytest.raises(ValueError, match=r"1 names \['ours'\] for 2 values: 0\.86, 0\.9"):
        outputs(cell)


def test_values_and_tables_are_written_for_a_hall():
    assert plain("[Fraction(1, 2), Fraction(-3, 1)]") == "1/2, -3"
    assert plain("array([0.106 , 0.3305])") == "0.106, 0.3305"
    assert (
        plain("((Fraction(4, 5), Fraction(4, 9)), [0.8, np.float64(0.59)])")
        == "4/5, 4/9; 0.8, 0.59"
    )
    assert plain("0.70") == "0.70"
    assert plain("31 of 60 cells, (a)") == "31 of 60 cells, (a)"
    frame = pd.DataFrame({"low_95": [1, 2], "P_c": [3, 4]})
    named = frame.set_index(pd.Index(["a", "b"], name="who"))
    for table, headings, cells in (
        (frame, ["low 95", P_C], ["1", "3", "2", "4"]),
        (named, ["who", "low 95", P_C], ["1", "3", "2", "4"]),
        (frame.set_index("P_c", append=True), ["", P_C, "low 95"], ["1", "2"]),
        (frame.iloc[::-1], ["", "low 95", P_C], ["2", "4", "1", "3"]),
    ):
        shown = plain_table(table._repr_html_())
        head, body = shown.partition("</thead>")[::2]
        assert re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", head) == headings
        assert re.findall(r"<td>(.*?)</td>", body) == cells
        assert "style" not in shown.partition("</table>")[0].partition("<table")[0]
    two_levels = pd.concat({"up": frame}, axis=1)._repr_html_()
    assert plain_table(two_levels).count("<tr") == two_levels.count("<tr")


def test_claims_are_told_in_words():
    row = pd.DataFrame({"printed": ["0.68"]}, index=["kappa_guide.example.po"])
    shown = plain_table(row.rename_axis("claim")._repr_html_())
    assert "kappa_guide" not in shown
    assert papers.statements("kappa_guide")["kappa_guide.example.po"] in shown
    assert "no.such.claim" in plain_table(row.rename({row.index[0]: "no.such.claim"})._repr_html_())


def test_the_output_waits_for_a_key_with_what_follows_from_it(tmp_path):
    cells = [text("# T\n\nAsk.", "slide"), code("1", {"text/plain": "7"}, ["slide"])]
    cells += [text("So it is.", "slide"), text("# T\n\nAgain.", "slide")]
    path = tmp_path / "01-x.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    page = deck_html(path)
    assert '<div class="text"><p>Ask.</p>\n</div>' in page
    assert '<div class="output fragment" data-fragment-index="0"><pre>7</pre></div>' in page
    assert '<div class="text close fragment" data-fragment-index="0"><p>So it is.</p>' in page
    # Two slides under one heading can be told apart.
    assert "<h1>T <small>1/2</small></h1>" in page
    assert "<h2>T <small>2/2</small></h2>" in page


def test_the_first_slide_asks_and_the_goals_are_the_speakers():
    first, second = slides([text("# T\n\nIs it?\n\n- goal", "slide"), text("## U\n\n- b", "slide")])
    assert (first.text, first.notes) == ("Is it?", "Is it?\n\n- goal")
    assert second.text == "- b"


def test_a_notebook_without_tags_has_no_deck(tmp_path):
    path = tmp_path / "01-x.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[text("# T")]), path)
    with pytest.raises(ValueError, match=r"01-x\.ipynb has no cell tagged 'slide'; tag those"):
        deck_html(path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("MATHJAX", "MathJax is missing: pip install no-such-package"),
        ("REVEAL", "reveal.js is missing: pip install no-such-package"),
    ],
)
def test_a_missing_package_is_named(monkeypatch, name, message):
    monkeypatch.setattr(f"kappabook.teaching.lesson.bundled.{name}", "no-such-package")
    with pytest.raises(OSError, match=message):
        deck_html(ROOT / "notebooks/01-kappa-guide.ipynb")


def test_public_names_are_those_of_the_page():
    names = public_names((ROOT / "docs/api.md").read_text())
    assert "auk_score" in names["kappabook"]
    assert {"AccuracyVsKappa", "fold_correlation"} <= set(names["kappabook.study"])
    page = reference_page("kappabook", names["kappabook"])
    assert ".. autofunction:: kappabook.auk_scorer" in page


def test_the_ledgers_page_links_and_escapes(monkeypatch):
    said = ("p. 1", "It is < 2.", "1 < 2", "True", "reproduced", "proved", "a & b")
    row = Row("d", "d.claim", *said)
    monkeypatch.setattr(
        "kappabook.workbook.ledger_page.page.cell_of", {"d.claim": Cell("03-x", "c-17", 9)}.get
    )
    page = ledger_page([row])
    assert 'href="notebooks/03-x.html#c-17"' in page
    assert "1 &lt; 2" in page
    assert "It is &lt; 2." in page
    assert "a &amp; b" in page
    monkeypatch.setattr("kappabook.workbook.ledger_page.page.cell_of", {}.get)
    assert 'href="notebooks' not in ledger_page([row])


def test_the_questions_are_handed_out_without_their_keys():
    pages = sheets()
    assert list(pages) == ["ten-questions", "form-a", "form-b"]
    for page, count in zip(pages.values(), (10, 6, 6), strict=True):
        numbers = re.findall(r"^\*\*(\d+)\.\*\* ", page, re.M)
        assert numbers == [str(i) for i in range(1, count + 1)]
        assert len(re.findall(r"^[a-d]\) ", page, re.M)) == 4 * count
        assert page.index("Name: ____") < page.index("| answer |") < page.index("**1.**")
        assert not re.search(r"\bkey\b|\bM\d|>>>|\bWhy:", page, re.I)


def test_the_page_on_the_data_has_every_file_and_column():
    page = data_page()
    for folder in (ROOT / "data/results", ROOT / "data/printed"):
        for column in columns(folder):
            assert f"| `{column.column}` | {column.type} |" in page
            assert column.meaning in page
    for entry in data_sheet(ROOT / "data/results").values():
        assert f"| `{entry.file}` | {entry.rows} | `{entry.command}` | `{entry.sha256}` |" in page
    best = next(line for line in page.splitlines() if line.startswith("| `best_fpr` |"))
    assert "largest kappa. Good positive: the share of bad credits that are called good;" in best


def test_every_page_has_a_place_by_what_a_reader_wants():
    docs = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    notebooks = {f"notebooks/{path.stem}" for path in (ROOT / "notebooks").glob("*.ipynb")}
    places = placed(docs | notebooks)
    assert sorted(page for pages in places.values() for page in pages) == sorted(docs | notebooks)
    assert list(places) == ["Learn", "Teach", "Measure", "Check a claim", "Reference"]
    assert places["Learn"][0] == "notebooks/00-start-here"
    assert {"measure", "raters"} <= set(places["Measure"])
    assert {"ledger", "reference/a"} <= {
        p for home in placed(["ledger", "api", "reference/a"]).values() for p in home
    }


@pytest.mark.parametrize("lost", ["no-such-page", "notebooks/99-new", "reference/a"])
def test_a_page_without_a_place_is_named(lost):
    with pytest.raises(ValueError, match=rf"no place in the navigation .* for {lost}; name it in"):
        placed(["measure", lost])


def test_two_pages_of_one_title_are_refused():
    refuse_same_titles({"a": "One", "b": "Two"})
    with pytest.raises(ValueError, match="a and c are both called 'one'; give one of them"):
        refuse_same_titles({"a": "One", "b": "Two", "c": "one"})


def test_what_is_searched_is_prose_by_section():
    page = """<div role="main"><section id="top"><h1>Top<a class="headerlink">#</a></h1>
    <p>By <span class="math">\\(P_o\\)</span> and a <b>word</b>.</p><script>no</script>
    <section id="in"><h2>In it</h2><ul><li>One.</li><li>Two.</li></ul>
    <div class="cell_output">0.5</div></section><p>Behind.</p></section></div>"""
    assert list(texts(page)) == [
        ("", "Top", "By P_o and a word.\nBehind."),
        ("in", "In it", "One.\nTwo."),
    ]
    assert list(texts("<p>no page of ours</p>")) == []


@pytest.fixture
def small(tmp_path):
    """A checkout whose ledger is empty."""
    with small_checkout(tmp_path) as patched:
        patched.setattr("kappabook.papers.all_rows", list)
        yield tmp_path


@pytest.mark.filterwarnings("ignore::sphinx.deprecation.RemovedInSphinx11Warning")
@pytest.mark.slow
def test_a_warning_stops_the_site_and_leaves_what_was_there(small):
    site = small / "site"
    assert build_site(site) == site / "index.html"
    (site / "old").touch()
    (small / "docs/more.md").write_text("# More\n")
    with pytest.raises(ValueError, match="no place in the navigation of the site for more;"):
        build_site(site)
    (small / "docs/more.md").rename(small / "docs/raters.md")
    (small / "docs/raters.md").write_text("# More\n\n[nowhere](nowhere.md)\n")
    with pytest.raises(ValueError, match=r"(?s)warnings, and they are errors.*raters\.md.*nowhere"):
        build_site(site)
    assert (site / "old").exists()
    (small / "docs/raters.md").write_text(
        "# More\n\n[intervals.md](intervals.md), [one](measure.md)\n"
    )
    (small / "docs/intervals.md").write_text("# How sure\n")
    (small / "docs/assessment.md").write_text("# A\n")
    moving = nbformat.v4.new_notebook(cells=[text("# Moves"), code("threshold_explorer()")])
    nbformat.write(normalise(moving), small / "notebooks/13-m.ipynb")
    build_site(site)
    more = re.sub("<[^>]+>", "", (site / "raters.html").read_text())
    assert "How sure, one" in more  # a title in place of a file's name
    assert not (site / "old").exists()
    for name in ("ten-questions", "form-a", "form-b"):
        assert "Name: ____" in (site / f"{name}.html").read_text()
    # Where a kernel would show a figure, the page shows the one that needs none.
    page = (site / "notebooks/13-m.html").read_text()
    (address,) = re.findall(r'<iframe class="widget" src="([^"]+)" title="Threshold', page)
    assert (site / "notebooks" / address).exists()
    assert ">13 Moves</a>" in (site / "index.html").read_text()
    wordless = nbformat.v4.new_notebook(cells=[text("# N"), code("ax.plot()", SVG)])
    nbformat.write(normalise(wordless), small / "notebooks/00-n.ipynb")
    with pytest.raises(ValueError, match=r"(?s)00-n\.ipynb: cell 'c-1' shows a picture without"):
        build_site(site)
    assert sorted(path.name for path in small.iterdir()) == ["data", "docs", "notebooks", "site"]
