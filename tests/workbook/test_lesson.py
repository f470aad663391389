"""The lesson as one folder: minutes, numbers, sheets, the deck, and what is refused."""

import json
import re
import sys
from itertools import pairwise

import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score
from support import ROOT

from kappabook.cli import main
from kappabook.teaching import check
from kappabook.teaching.lesson.deck import lesson_html
from kappabook.teaching.lesson.folder import (
    LONGEST,
    NO_ADDRESS,
    PAPERS,
    PDFS,
    plan,
    prepare,
    sheet_values,
    typeset,
    write_lesson,
)
from kappabook.teaching.lesson.items import ITEMS
from kappabook.teaching.lesson.sheet_values import BIRDS, FILMS_PRED, FILMS_TRUE
from kappabook.teaching.lesson.source import SLIDES, read_lesson, slides_of
from kappabook.teaching.questions import read_bank
from kappabook.workbook.targets import main as workbook

SHEETS = ROOT / "src/kappabook/teaching/lesson/sheets"
PARTS = read_lesson()
EVERY = slides_of(PARTS)
# Points, as PDF has them; a leaf has two pages.
SIZES = {"a4": (595, 842), "letter": (612, 792)}
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def values():
    return sheet_values(PARTS) | {"address": NO_ADDRESS}


@pytest.fixture(scope="module")
def laid_out(values, tmp_path_factory):
    pytest.importorskip("typst", reason="no Typst here: pip install typst")
    folder = tmp_path_factory.mktemp("sheets")
    prepare(folder, values)
    return folder


def number(text):
    return float(text.replace(MINUS, "-"))


def sheet(name):
    return (SHEETS / f"{name}.typ").read_text()


def pages_of(pdf):
    return [
        tuple(round(float(number)) for number in found.split()[2:])
        for found in re.findall(rb"/MediaBox ?\[([^]]*)\]", pdf)
    ]


# --- the folder -------------------------------------------------------------------------------


def test_one_folder_with_all_of_it(tmp_path):
    pytest.importorskip("typst", reason="no Typst here: pip install typst")
    assert workbook(["lesson", "--into", str(tmp_path), "--paper", "letter"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"README.md", "deck.html", *(f"{name}.pdf" for name in PDFS)}
    assert set(pages_of((tmp_path / "print.pdf").read_bytes())) == {SIZES["letter"]}
    readme = (tmp_path / "README.md").read_text()
    assert plan(PARTS) in readme
    assert "$" not in readme
    assert len(readme.splitlines()) <= 45  # a screen
    for file in re.findall(r"`(src/[^`]+)`", readme):
        assert (ROOT / file).exists()


def test_minutes_add_up_with_a_break_in_the_middle():
    assert sum(slide.minutes for slide in EVERY) == 70
    for one, two in pairwise(EVERY):
        assert two.start == one.start + one.minutes
    (pause,) = (part for part in PARTS if part.kind == "break")
    assert 30 <= pause.slides[0].start <= 45
    readme = (SLIDES.parent / "folder.md").read_text()
    minutes = {slide.title: slide.minutes for slide in EVERY}
    late = re.findall(r"\*([^*]+)\* \((\d+)", readme)
    assert late
    assert {title: int(said) for title, said in late}.items() <= minutes.items()


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_have_their_pages_of_their_paper(laid_out, paper):
    """Two leaves for a pair, the handout, the lab sheet; and the rest."""
    pages = {name: pages_of(typeset(laid_out, name, paper)[0]) for name in PDFS}
    assert {size for sizes in pages.values() for size in sizes} == {SIZES[paper]}
    assert {name: len(sizes) for name, sizes in pages.items()} == {
        "print": 8, "script": 4, "optional": 9,
    }  # fmt: skip


def test_twice_the_same_bytes_without_a_date_or_a_font_of_the_system(laid_out, values, tmp_path):
    prepare(tmp_path, values)
    first, second = (typeset(folder, "print", "a4")[0] for folder in (laid_out, tmp_path))
    assert first == second
    assert b"CreationDate" not in first
    fonts = {name.decode() for name in re.findall(rb"/BaseFont ?/\w+\+([A-Za-z]+)", first)}
    assert "LibertinusSerif" in fonts
    assert fonts <= {"LibertinusSerif", "DejaVuSansMono", "NewCMMath"}


# --- its numbers ------------------------------------------------------------------------------


def test_the_worksheets_key_is_what_the_exercises_accept(values):
    found = values["worksheets"]
    tables = [[[int(c) for c in row] for row in found[n]["cells"]] for n in ("mails", "invented")]
    assert check("00-1", number(found["mails"]["accuracy"]))
    assert check("00-2", number(found["mails"]["chance"]))
    assert check("00-3", number(found["mails"]["kappa"]))
    assert check("00-4", tables[1])
    assert check("01-1", re.search(r"\[01-1\], \[\*(\w)\*\]", sheet("keys"))[1])
    assert check("01-3", number(found["wren"]["kappa"]))
    slips = {"00-1": "found_spam", "00-2": "truth_twice", "00-3": "kappa_half", "01-3": "all_birds"}
    assert not any(check(id_, number(found["slips"][name])) for id_, name in slips.items())


def test_two_lists_and_joined_classes_against_other_code(values):
    films = values["worksheets"]["films"]
    assert number(films["kappa"]) == pytest.approx(
        cohen_kappa_score(FILMS_TRUE, FILMS_PRED), abs=5e-4
    )
    assert number(films["accuracy"]) == accuracy_score(FILMS_TRUE, FILMS_PRED)
    # Of thirty wrens 22 are recognised; 8 other birds are taken for wrens.
    assert values["worksheets"]["wren"]["cells"] == [["22", "8"], ["8", "62"]]
    assert int(BIRDS.total) == 100


def test_the_lab_example_is_what_the_command_says(values, capsys):
    file = ROOT / "docs/_static/predictions.csv"
    asked = ["score", str(file), "--score", "forest", "--positive", "malignant", "--json"]
    assert main(asked) == 0
    said = json.loads(capsys.readouterr().out)
    lab = values["lab"]
    assert lab["n"] == str(said["n"])
    assert lab["kappa"] == f"{said['kappa']:.2f}"
    assert [lab["low"], lab["high"]] == [f"{end:.2f}" for end in said["kappa_interval"]]


def test_the_code_of_the_lab_sheet_runs(values, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(values["lab"]["model"], names)
    exec(values["lab"]["own"], names)
    assert main(["score", "predictions.csv"]) == 0
    kappa = cohen_kappa_score(names["y_test"], names["model"].predict(names["X_test"]))
    assert f"{kappa:.3f}" in capsys.readouterr().out
    (in_python,) = re.findall(r'#code\("(from kappabook.*)"\)', sheet("lab"))
    exec(json.loads(f'"{in_python}"'), names)
    assert f"kappa {kappa:.3g}, " in capsys.readouterr().out


# --- it tests what it teaches -----------------------------------------------------------------


def test_each_misconception_of_the_forms_is_met():
    bank = read_bank()
    met = {name for slide in EVERY for name in slide.meets}
    for form in ("A", "B"):
        options = [option for question in bank.of(form) for option in question.options]
        assert {option.shows for option in options if option.shows} <= met


# --- what is refused --------------------------------------------------------------------------


def altered(tmp_path, source, old, new):
    path, text = tmp_path / source.name, source.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


ITEMS_REFUSED = {
    "not TOML": ('text = "I want my money back."', "text = I want", "is not TOML"),
    "no text": ('"I want my money back."', "13", "item 13: text is 13; write words"),
    "an answer": ('complaint = "yes"', 'complaint = "maybe"', "complaint is 'maybe'; write yes"),
    "twice": ('"Best shop in town."', '"I want my money back."', "has the text of item 13"),
}


@pytest.mark.parametrize(("old", "new", "said"), ITEMS_REFUSED.values(), ids=ITEMS_REFUSED)
def test_messages_that_cannot_be_used_are_one_sentence(old, new, said, tmp_path, capsys):
    path = altered(tmp_path, ITEMS, old, new)
    into = tmp_path / "new"
    assert workbook(["lesson", "--items", str(path), "--into", str(into)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not into.exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("## Two guessers {#blind minutes=2 meets=M2 .vote}", "## Two", "has no name; end it with"),
        ("{#blind minutes=2", "{#blind", "the slide 'blind' has no minutes; write minutes=5 in it"),
        ("{#blind minutes=2", "{#blind minutes=3", "the minutes add up to 71; the lesson has 70."),
        ("{#blind minutes=2", "{#blind minute=2", "'minute' is no attribute; there are minutes,"),
        ("{#square ", "{#blind ", "the name 'blind' is there twice; choose another"),
        ("# Open {#open}\n", "", "a slide stands before the first part; write '# Part' above"),
        ("# Open {#open}", "# No {#no}\n\n# Open {#open}", "the part 'no' has no slide; add one"),
        ('**Then.** "You will', '**After.** "You will', "notes of 'start' lack Then; write a line"),
        ("(explorer:opening#half)", "(explorer:open)", "there is no explorer 'open'; the explorer"),
        ("(explorer:opening#half)", "(explorer:opening#haf)", "has no preset 'haf'; it has half,"),
        ("(picture:square)", "(picture:circle)", "there is no picture 'circle'; the pictures are"),
        ("(picture:square)", "(image:square)", "there is no image; write picture: or explorer:."),
    ],
)
def test_slides_that_cannot_be_used_are_refused(tmp_path, old, new, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        lesson_html(read_lesson(altered(tmp_path, SLIDES, old, new)))


def test_a_missing_typesetter_and_another_paper_are_named(tmp_path, monkeypatch, capsys):
    with pytest.raises(ValueError, match="paper is 'a3'; give a4 or letter"):
        write_lesson(tmp_path, paper="a3")
    monkeypatch.setitem(sys.modules, "typst", None)
    assert workbook(["lesson", "--into", str(tmp_path / "new")]) == 2
    assert capsys.readouterr().err == "error: typst is not installed: pip install typst\n"
    assert not list((tmp_path / "new").glob("*.pdf"))


def test_the_longest_messages_stay_on_their_page(tmp_path, values):
    pytest.importorskip("typst")
    path = tmp_path / "items.toml"
    words = iter(f"{n:02}{' wool' * 24}"[:LONGEST] for n in range(20))
    path.write_text(re.sub(r"text = .*", lambda _: f'text = "{next(words)}"', ITEMS.read_text()))
    prepare(tmp_path, values | {"items": sheet_values(PARTS, path)["items"]})
    for paper in PAPERS:
        assert len(pages_of(typeset(tmp_path, "print", paper)[0])) == 8
