"""The article: each number bound to its source, the same bytes, and what is refused."""

import re
import shutil
import sys

import pytest
from support import ROOT

from kappabook.__main__ import main
from kappabook.checkout import results_folder
from kappabook.extras import install
from kappabook.publish.article import Sources, build, write_article
from kappabook.publish.article.build import VALUES, filled, pages
from kappabook.publish.article.sources import SourceError
from kappabook.publish.article.text import ArticleError, check_typed, fill, names_in
from kappabook.workbook.ledger_files import as_csv
from kappabook.workbook.ledger_totals import all_rows

TEXT = (ROOT / "article/article.typ").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    path = tmp_path_factory.mktemp("ledger") / "ledger.csv"
    path.write_text(as_csv(all_rows()), encoding="utf-8", newline="")
    return path


@pytest.fixture(scope="module")
def sources(ledger):
    return Sources.at(ledger)


@pytest.fixture(scope="module")
def whole(sources):
    return filled(sources)


@pytest.fixture
def copy(tmp_path):
    """A copy of the article's folder, to alter."""
    return shutil.copytree(ROOT / "article", tmp_path / "article")


def altered(folder, old, new):
    path = folder / "article.typ"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def like(sources, *paths):
    """Other sources; the slow tests of pairs, whose file is the same, are not done again."""
    other = Sources.at(*paths)
    vars(other)["pairs"] = sources.pairs
    return other


def typst():
    return pytest.importorskip("typst", reason="no Typst here: pip install 'kappabook[paper]'")


# --- what it says ------------------------------------------------------------------------------


def test_every_placeholder_is_filled_and_the_counts_are_those_of_the_pages(sources, whole):
    """The right-hand sides are those of docs/findings.md and docs/regret.md, tested elsewhere."""
    assert "{{" not in whole
    assert "}}" not in whole
    value = {name: str(VALUES[name](sources)) for name in VALUES}
    assert (value["rerun-exact"], value["rerun-results"]) == ("34", "60")
    assert [value[f"rerun-{part}"] for part in ("lost", "forests", "single")] == ["15", "8", "3"]
    assert (value["average-printed"], value["average-mended"]) == ("34.65", "37.8")
    assert (value["impossible"], value["zeros"]) == ("6", "4")
    assert (value["reversals"], value["comparisons"]) == ("305", "3000")
    assert (value["own-least"], value["own-most"]) == ("0.83", "0.99")
    assert (value["critics"], value["critics-full"], value["critics-unseen"]) == ("45", "2", "6")


def test_the_verdicts_are_those_of_what_held(whole):
    page = (ROOT / "docs/what-held.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\| all \| (.*) \|$", page, re.MULTILINE)
    cells = ", ".join(f"[{cell.strip()}]" for cell in line.split("|"))
    assert f"[all], {cells}," in whole


# --- bound to its sources ----------------------------------------------------------------------


def test_a_changed_row_of_the_ledger_changes_the_article(ledger, sources, whole, tmp_path):
    other = tmp_path / "ledger.csv"
    text = ledger.read_text(encoding="utf-8")
    assert ",34.65,between 37.75 and 37.762," in text
    other.write_text(
        text.replace(",34.65,between 37.75 and 37.762,", ",34.15,between 38.75 and 38.762,"),
        encoding="utf-8",
    )
    changed = filled(like(sources, other))
    assert changed != whole
    assert "about 38.8 %, where 34.15 % is printed" in changed


def test_a_changed_verdict_changes_counts_in_text_and_table(ledger, sources, tmp_path):
    other = tmp_path / "ledger.csv"
    row = r"(?m)^(bendavid2007,bendavid2007\.tableA1\.car\.kappa,.*?),reproduced,"
    text, found = re.subn(row, r"\1,not reproduced,", ledger.read_text(encoding="utf-8"))
    assert found == 1
    other.write_text(text, encoding="utf-8")
    names = "rerun-exact", "rerun-other", "not-reproduced", "verdict-cells"
    before, after = ([VALUES[name](one) for name in names] for one in (sources, Sources.at(other)))
    assert [a - b for a, b in zip(after[:3], before[:3], strict=True)] == [-1, 1, 1]
    assert after[3] != before[3]


def test_a_changed_result_changes_the_article(ledger, sources, whole, tmp_path):
    results = shutil.copytree(results_folder(), tmp_path / "results")
    path = results / "regret-contrasts.csv"
    text = path.read_text(encoding="utf-8")
    assert "0.00317063" in text
    path.write_text(text.replace("0.00317063", "0.00457063"), encoding="utf-8")
    changed = filled(like(sources, ledger, results))
    assert "Kappa's choice cost 0.0046 more" in changed
    assert "Kappa's choice cost 0.0032 more" in whole


class Watched(Sources):
    """Sources that remember what was asked of them."""

    def __init__(self, *paths):
        super().__init__(*paths)
        object.__setattr__(self, "asked", set())

    def __getattribute__(self, name):
        if name in ("rows", "table", "about", "pairs", "contrasts", "costs", "reruns"):
            object.__getattribute__(self, "asked").add(name)
        return super().__getattribute__(name)


def test_each_value_reads_the_ledger_or_a_result(ledger, sources):
    """None is a number that somebody typed into the table; the plan's margin is the code's."""
    typed = []
    watched = Watched(ledger, results_folder())
    vars(watched)["pairs"] = sources.pairs
    for name, expression in VALUES.items():
        watched.asked.clear()
        expression(watched)
        if not watched.asked:
            typed.append(name)
    assert typed == ["important"]


# --- what is refused ---------------------------------------------------------------------------


def test_an_unknown_placeholder_is_named(sources, copy):
    altered(copy, "{{claims}}", "{{clams}}")
    with pytest.raises(ArticleError, match=r"asks for \{\{clams\}\}, which has no value"):
        filled(sources, copy)


def test_a_value_that_nothing_asks_for_is_named(sources):
    with pytest.raises(ArticleError, match="does not use spare; remove"):
        filled(sources, values={**VALUES, "spare": lambda _: 7})


@pytest.mark.parametrize(
    ("old", "new", "typed"),
    [
        ("Each of {{claims}} printed", "Each of 2127 printed", "2127"),
        ("{{critics-abstract}} as abstracts", "twenty-nine as abstracts", "twenty"),
        ("{{nets|word}} networks", "three networks", "three"),
        ("{{average-mended}} %", "37.8 %", "37.8"),
    ],
)
def test_a_number_that_is_typed_is_refused_with_its_line(sources, copy, old, new, typed):
    altered(copy, old, new)
    with pytest.raises(ArticleError, match=rf"article\.typ:\d+: the number '{typed}' is typed"):
        filled(sources, copy)


def test_the_list_of_what_may_be_typed_allows_whole_words_alone():
    check_typed("the paper of 2007, Table 12.", {"years": ["2007"], "tables": ["Table 12"]}, "x")
    for text in ("of 20075", "in 2007.5", "12007"):
        with pytest.raises(ArticleError):
            check_typed(f"{text}; 2007", {"years": ["2007"]}, "x")
    with pytest.raises(ArticleError, match="'2008'; remove it from the list"):
        check_typed("2007", {"years": ["2007", "2008"]}, "x")


def test_a_claim_that_is_gone_is_named(ledger, tmp_path):
    other = tmp_path / "ledger.csv"
    text = ledger.read_text(encoding="utf-8")
    other.write_text(text.replace("kaymak_auk.s8.minority", "kaymak_auk.s8.x"), encoding="utf-8")
    with pytest.raises(SourceError, match=r"no claim 'kaymak_auk\.s8\.minority'"):
        filled(Sources.at(other))


def test_a_reference_and_a_figure_that_do_not_exist_are_named(sources, copy):
    altered(copy, "{{cite:cohen1960}}", "{{cite:cohen1961}}")
    with pytest.raises(ArticleError, match="no reference 'cohen1961'"):
        filled(sources, copy)
    altered(copy, "{{cite:cohen1961}}", "{{cite:cohen1960}}")
    altered(copy, "{{figure:critics-regret}}", "{{figure:critics-regrets}}")
    with pytest.raises(ArticleError, match="no figure 'critics-regrets'"):
        filled(sources, copy)


def test_without_a_ledger_the_command_says_what_to_make(tmp_path, capsys):
    assert main(["article", "--ledger", str(tmp_path / "none.csv"), "--into", str(tmp_path)]) == 2
    assert "make it with: make ledger" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_typst_the_command_says_what_to_install(ledger, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    into = tmp_path / "new"
    assert main(["article", "--ledger", str(ledger), "--into", str(into)]) == 2
    assert f"typst is not installed: {install('paper')}" in capsys.readouterr().err
    assert not into.exists()


def test_words_for_small_counts():
    known = {"n": "6", "m": "13", "z": "0"}
    assert fill("{{n|Word}} of {{m|word}}, {{n}}, {{z|word}}", known.get) == "Six of 13, 6, none"
    assert names_in("{{n|Word}} {{n}} {{cite:m}}") == ["n", "cite:m"]


# --- the PDF -----------------------------------------------------------------------------------


def test_four_to_six_pages_of_a4_the_same_bytes_with_the_date_of_the_sources(whole):
    typst()
    (first,), (second,) = pages(whole), pages(whole)
    assert first == second
    assert 4 <= len(re.findall(rb"/Type ?/Page\b", first)) <= 6
    date = re.search(r"date-released: (\S+)", (ROOT / "CITATION.cff").read_text())[1]
    stamps = set(re.findall(rb"Date ?\(D:(\d{8})", first))
    assert stamps == {date.replace("-", "").encode()}


def test_letters_come_from_typst_and_matplotlib_alone(whole):
    typst()
    (pdf,) = pages(whole)
    fonts = {name.decode() for name in re.findall(rb"/BaseFont ?/\w+\+([A-Za-z]+)", pdf)}
    assert fonts <= {"LibertinusSerif", "DejaVuSansMono", "DejaVuSans", "NewCMMath"}


def test_a_figure_that_is_not_drawn_is_named(whole, monkeypatch, tmp_path):
    typst()
    monkeypatch.setattr(build, "root", lambda: tmp_path)
    with pytest.raises(FileNotFoundError, match=r"bendavid2007-rerun\.svg"):
        pages(whole, ROOT / "article")


def test_the_article_is_written_whole(sources, tmp_path):
    typst()
    path = write_article(tmp_path / "build", sources)
    assert path.name == "kappabook.pdf"
    assert path.read_bytes().startswith(b"%PDF")
