"""One report in five forms: the order, what is escaped, and how many decimals a number deserves."""

import json
import math
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from kappabook.commands.render import Finding, Picture, Report, Table, digits_for, numbers, span

EVIL = '<script>alert(1)</script>|\x1b[31m & "x"'


def drawn():
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().set_title("a title")
    return figure


@pytest.fixture
def report():
    return Report(
        title=f"Scores of {EVIL}",
        intro=[f"{EVIL}: 3 rows read."],
        tables=[Table("the table", ["measure", "estimate"], [[EVIL, "-0.5"], ["kappa", "-"]])],
        findings=[Finding("First.", "That it holds."), Finding("Second.", "That it holds.")],
        limits=["No H: there are no scores."],
        notes=["A note."],
        pictures=[Picture(drawn, EVIL)],
        data={"kappa": math.nan, "n": 3, "deep": [{"low": math.inf}]},
    )


def test_the_table_first_then_findings_then_once_what_they_do_not_say(report):
    text = str(report)
    places = [text.index(x) for x in ("rows read", "the table", "1. First.", "That it holds.")]
    assert places == sorted(places)
    assert text.count("That it holds.") == 1
    assert "\x1b" not in text
    assert repr(report) == text


def test_json_is_what_was_found_with_null_for_nan(report):
    found = json.loads(report.written("json"))
    assert found["kappa"] is None
    assert found["deep"] == [{"low": None}]
    assert found["findings"][0] == {"finding": "First.", "does_not_say": "That it holds."}


@pytest.mark.parametrize("form", ["html", "fragment"])
def test_no_name_becomes_part_of_a_page(report, form):
    html = report.written("html") if form == "html" else report._repr_html_()

    class Seen(HTMLParser):
        tags, shown = (), ""

        def handle_starttag(self, tag, attributes):
            assert not any(name.startswith("on") for name, _ in attributes)
            self.tags += (tag,)

        def handle_data(self, data):
            self.shown += data

    seen = Seen()
    seen.feed(html)
    assert "script" not in seen.tags
    assert "<script>alert(1)</script>" in seen.shown
    assert "\x1b" not in html
    assert ("<svg" in html) == ("Content-Security-Policy" in html) == (form == "html")


def test_markdown_and_latex_take_no_name_for_a_sign(report):
    row = next(x for x in report.written("markdown").splitlines() if "alert" in x and x[0] == "|")
    assert row.replace(r"\|", "").count("|") == 3
    assert "<" not in row.replace(r"\<", "")
    latex = report.written("latex")
    assert r"\textless{}script\textgreater{}" in latex
    assert r"& $-0.5$ \\" in latex
    assert r"\begin{tabular}{lr}" in latex


def test_a_form_that_there_is_not_is_refused(report):
    with pytest.raises(ValueError, match="form is 'pdf'; it is one of 'text'"):
        report.written("pdf")


@pytest.mark.parametrize(
    ("low", "high", "digits"),
    [(0.1, 0.9, 2), (0.80, 0.85, 3), (0.8312, 0.8345, 4), (0.5, 0.5 + 1e-9, 6), (1, 1, 2)],
)
def test_decimals_show_two_digits_of_the_width(low, high, digits):
    assert digits_for(low, high) == digits
    assert digits_for(math.nan, math.nan) == 2


def test_an_interval_in_a_table_and_in_a_sentence():
    value = SimpleNamespace(estimate=0.83333, low=0.8312, high=0.8345)
    assert numbers(value) == ["0.8333", "0.8312", "0.8345"]
    assert span(value, 0.9) == "0.8333, 90 % interval 0.8312 to 0.8345"
    bare = SimpleNamespace(estimate=0.5, low=math.nan, high=math.nan)
    assert numbers(bare) == ["0.5000", "-", "-"]
    assert span(bare, 0.9) == "0.50, no interval"
