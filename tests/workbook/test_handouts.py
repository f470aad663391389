"""The sheets for class: right numbers, whole pages, the same bytes, and what is refused."""

import json
import re
import sys
from fractions import Fraction

import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score
from support import ROOT

from kappabook.cli import main
from kappabook.teaching import check
from kappabook.teaching.lesson.items import ITEMS
from kappabook.teaching.questions import BANK, read_bank
from kappabook.workbook.handouts import write_handouts
from kappabook.workbook.handouts.build import LONGEST, prepare, sheet_values, sheets
from kappabook.workbook.handouts.typeset import PAPERS, typeset
from kappabook.workbook.handouts.values import BIRDS, DOCTORS, FILMS_PRED, FILMS_TRUE
from kappabook.workbook.targets import main as workbook

SHEETS = ROOT / "src/kappabook/workbook/handouts/sheets"
# A leaf has two pages; on both papers.
PAGES = {
    **{"items": 4, "handout": 2, "worksheets": 4, "lab": 2, "keys": 3, "teacher-report": 1},
    **{"form-ten": 2, "form-a": 1, "form-b": 1},
}
# Points, as PDF has them.
SIZES = {"a4": (595, 842), "letter": (612, 792)}
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def values():
    return sheet_values()


@pytest.fixture(scope="module")
def laid_out(values, tmp_path_factory):
    pytest.importorskip("typst", reason="no Typst here: pip install typst")
    folder = tmp_path_factory.mktemp("sheets")
    prepare(folder, values)
    return folder


def number(text):
    return float(text.replace(MINUS, "-"))


def pages_of(pdf):
    return [
        tuple(round(float(number)) for number in found.split()[2:])
        for found in re.findall(rb"/MediaBox ?\[([^]]*)\]", pdf)
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_has_its_pages_of_its_paper(values, laid_out, paper):
    found = {}
    for name, sheet, form in sheets(values):
        (pdf,) = typeset(laid_out, sheet, paper, form=form)
        sizes = pages_of(pdf)
        assert set(sizes) == {SIZES[paper]}, name
        found[name] = len(sizes)
    assert found == PAGES


def test_twice_the_same_bytes_without_a_date(laid_out, values, tmp_path):
    prepare(tmp_path, values)
    for sheet in ("handout", "items"):
        first, second = (typeset(folder, sheet, "a4")[0] for folder in (laid_out, tmp_path))
        assert first == second
        assert b"CreationDate" not in first
        assert b"ModDate" not in first


def test_letters_come_from_typst_alone(laid_out):
    for sheet in ("handout", "lab", "keys"):
        (pdf,) = typeset(laid_out, sheet, "a4")
        fonts = {name.decode() for name in re.findall(rb"/BaseFont ?/\w+\+([A-Za-z]+)", pdf)}
        assert fonts <= {"LibertinusSerif", "DejaVuSansMono", "NewCMMath"}
        assert "LibertinusSerif" in fonts


def test_the_worksheets_key_is_what_the_exercises_accept(values):
    found = values["worksheets"]
    tables = [[[int(c) for c in row] for row in found[n]["cells"]] for n in ("mails", "invented")]
    assert tables[0] == [[12, 8], [10, 170]]
    assert check("00-1", number(found["mails"]["accuracy"]))
    assert check("00-2", number(found["mails"]["chance"]))
    assert check("00-3", number(found["mails"]["kappa"]))
    assert check("00-4", tables[1])
    assert check("01-1", re.search(r"\[01-1\], \[\*(\w)\*\]", sheet("keys"))[1])
    assert check("01-3", number(found["wren"]["kappa"]))


def test_the_slips_are_those_that_the_exercises_know(values):
    slips = values["worksheets"]["slips"]
    known = {
        "00-1": ("found_spam", "share_of_spam"),
        "00-2": ("truth_twice",),
        "00-3": ("kappa_half", "kappa_truth_twice", "divided_by_chance"),
        "01-3": ("all_birds", "wrens_found"),
    }
    for exercise, names in known.items():
        said = {str(check(exercise, number(slips[name]))) for name in names}
        assert len(said) == len(names), said
        assert not any(check(exercise, number(slips[name])) for name in names)


def test_worksheets_print_the_tables_of_the_exercises(values):
    cells = {
        cell["id"]: "".join(cell["source"])
        for number in ("00", "01")
        for cell in json.loads(
            (ROOT / f"notebooks/solutions/{number}-exercises.ipynb").read_text()
        )["cells"]
    }
    code = "\n".join(cells.values())
    for name in ("mails", "birds"):
        table = [[int(cell) for cell in row] for row in values["worksheets"][name]["cells"]]
        assert f"{name} = ConfusionMatrix({table}" in code
    for minutes, exercise in re.findall(r'task\("(.*?)", ".*?", (\d+)\)', sheet("worksheets")):
        heading = next(text for text in cells.values() if f"## Exercise {minutes}:" in text)
        assert f"**Time:** {exercise} min." in heading


def test_two_lists_against_scikit_learn(values):
    films = values["worksheets"]["films"]
    kappa = cohen_kappa_score(FILMS_TRUE, FILMS_PRED)
    assert number(films["kappa"]) == pytest.approx(kappa, abs=5e-4)
    assert number(films["accuracy"]) == accuracy_score(FILMS_TRUE, FILMS_PRED)


def test_each_step_by_hand_in_exact_fractions(values):
    steps = values["handout"]["doctors"]
    (both, only_a), (only_b, neither) = [[Fraction(int(c)) for c in row] for row in DOCTORS.cells]
    n = both + only_a + only_b + neither
    chances = [
        (both + only_a) * (both + only_b) / n**2,
        (only_b + neither) * (only_a + neither) / n**2,
    ]
    observed, chance = (both + neither) / n, sum(chances)
    assert [Fraction(text) for text in steps["chances"]] == chances
    assert Fraction(steps["accuracy"]) == observed
    assert Fraction(steps["chance"]) == chance
    assert Fraction(steps["above"]) == observed - chance
    assert Fraction(steps["room"]) == 1 - chance
    exact = (observed - chance) / (1 - chance)
    assert abs(Fraction(steps["kappa"]) - exact) <= Fraction(1, 2000)
    assert number(steps["low"]) < exact < number(steps["high"])


def test_the_rare_illness_by_tables_of_people(values):
    found = values["handout"]
    for share, right, kappa in zip(found["shares"], found["right"], found["kappas"], strict=True):
        ill = 100 * int(share.split("\N{NO-BREAK SPACE}")[0])
        well = 10000 - ill
        truth = [1] * ill + [0] * well
        found_ill, false_alarms = ill * 9 // 10, well // 10
        said = [1] * found_ill + [0] * (ill - found_ill)
        said += [1] * false_alarms + [0] * (well - false_alarms)
        assert number(kappa) == pytest.approx(cohen_kappa_score(truth, said), abs=5e-3)
        assert right.startswith("90")


def test_joining_classes_by_hand(values):
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
    assert lab["accuracy"] == f"{said['accuracy']:.4g}"


def test_the_code_of_the_lab_sheet_runs(values, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(values["lab"]["model"], names)
    exec(values["lab"]["own"], names)
    assert main(["score", "predictions.csv"]) == 0
    kappa = cohen_kappa_score(names["y_test"], names["model"].predict(names["X_test"]))
    assert f"{kappa:.4f}" in capsys.readouterr().out
    (in_python,) = re.findall(r'#code\("(from kappabook.*)"\)', sheet("lab"))
    exec(json.loads(f'"{in_python}"'), names)
    assert f"kappa {kappa:.3f}" in capsys.readouterr().out


def test_students_get_no_keys(values):
    bank = read_bank()
    assert {name: [q["key"] for q in form["questions"]] for name, form in values["forms"].items()}
    assert len(values["forms"]["A"]["questions"]) == len(bank.of("A"))
    for word in ("key", "shows", "why", "title"):
        assert f"q.{word}" not in sheet("form")
        assert f"o.{word}" not in sheet("form")
    for word in ("complaint", "danger"):
        assert f"item.{word}" not in sheet("items")


def test_no_number_after_which_typst_swallows_the_semicolon():
    # After an expression `;` ends the code and is not printed.
    for path in SHEETS.glob("*.typ"):
        words = re.sub(r'"[^"\n]*"', '""', path.read_text())
        swallowed = re.findall(r"#[a-zA-Z][\w.-]*(?:\([^()\n]*\)|\.\w+)*;", words)
        assert not swallowed, path.name


def sheet(name):
    return (SHEETS / f"{name}.typ").read_text()


def altered(tmp_path, old, new):
    path = tmp_path / "items.toml"
    text = ITEMS.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


BROKEN = {
    "not TOML": ('text = "I want my money back."', "text = I want", "is not TOML"),
    "nineteen": ('[[item]]\ntext = "Best shop in town."', '[[other]]\ntext = ""', "has 19 items"),
    "a field too few": ('danger = "no"\n', "", "item 1 has text, complaint"),
    "no words": ('"I want my money back."', '" "', "item 13: text is ' '; write words"),
    "no text": ('"I want my money back."', "13", "item 13: text is 13; write words"),
    "an answer": ('complaint = "yes"', 'complaint = "maybe"', "complaint is 'maybe'; write yes"),
    "long": ("I want", "I want " * 30, f"a row of the sheet holds {LONGEST}. Shorten it."),
}


@pytest.mark.parametrize(("old", "new", "said"), BROKEN.values(), ids=BROKEN)
def test_broken_items_are_one_sentence_and_nothing_is_written(old, new, said, tmp_path, capsys):
    path = altered(tmp_path, old, new)
    into = tmp_path / "new"
    assert workbook(["handouts", "--items", str(path), "--into", str(into)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert said in error
    assert "items.toml" in error
    assert error.count("\n") == 1
    assert not into.exists()


def test_the_longest_messages_stay_on_their_page(tmp_path):
    pytest.importorskip("typst")
    path = tmp_path / "items.toml"
    words = iter(f"{n:02}{' wool' * 24}"[:LONGEST] for n in range(20))
    path.write_text(re.sub(r"text = .*", lambda _: f'text = "{next(words)}"', ITEMS.read_text()))
    prepare(tmp_path, sheet_values(path))
    for paper in PAPERS:
        assert len(pages_of(typeset(tmp_path, "items", paper)[0])) == PAGES["items"]


def test_a_bank_without_forms_a_and_b(tmp_path):
    pytest.importorskip("typst")
    path = tmp_path / "bank.toml"
    text = BANK.read_text()
    text = re.sub(r'^[AB] = "Form [AB]"\n', "", text, flags=re.M)
    blocks = re.split(r"(?=^\[\[question\]\])", text, flags=re.M)
    path.write_text("".join(b for b in blocks if not re.search(r'^form = "[AB]"', b, re.M)))
    values = sheet_values(ITEMS, path)
    assert [name for name, *_ in sheets(values) if name.startswith("form")] == ["form-ten"]
    prepare(tmp_path, values)
    for name in ("teacher-report", "keys"):
        assert typeset(tmp_path, name, "a4")


def test_a_missing_typesetter_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "typst", None)
    assert workbook(["handouts", "--into", str(tmp_path / "new")]) == 2
    said = capsys.readouterr().err
    assert said == "error: typst is not installed: pip install typst\n"
    assert not list((tmp_path / "new").glob("*.pdf"))


def test_a_missing_lab_example(tmp_path):
    path = tmp_path / "predictions.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="lacks y_true or forest; restore it from git"):
        write_handouts(tmp_path, predictions=path)
