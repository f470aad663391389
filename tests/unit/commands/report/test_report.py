"""`kappabook report` as its users meet it: files nobody prepared, and what must not be left."""

import inspect
import json
import os
import signal
import stat
import subprocess
import sys
import time
from html import unescape
from pathlib import Path

import nbformat
import pandas as pd
import pytest

import kappabook
from kappabook.cli import main
from kappabook.commands.render import Report
from kappabook.commands.report import notebook
from kappabook.commands.report.notebook import FILES, LESSON, template

ROWS = [f"{i % 7},{(i * i) % 5},{'yes' if i % 3 else 'no'}" for i in range(30)]
GOOD = "\n".join(["a,b,label", *ROWS]) + "\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys, content, *arguments, name="own.csv", target="label"):
    """Run the command on a file that is bad; return what it says, in one line."""
    if content is not None:
        data = content if isinstance(content, bytes) else content.encode()
        Path(name).write_bytes(data)
    before = set(os.listdir())
    assert main(["report", name, "--target", target, "--json", *arguments]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert set(os.listdir()) == before
    return said.err


BAD = [
    (GOOD.encode().replace(b"yes", b"\x81"), "own.csv:3: the byte 0x81 is not UTF-8"),
    (GOOD.replace("label", "Label"), "has no column 'label'. Did you mean 'Label'?"),
]


@pytest.mark.parametrize(("content", "said"), BAD)
def test_a_bad_file_is_one_line_with_the_remedy(content, said, capsys):
    assert said in refused(capsys, content)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--costs", "5"], "like 1:5"),
        (["--repeats", "0"], "0 repeats of 10 folds"),
        (["--engine", "weka", "--classifiers", "J49"], "weka has J48, SMO"),
        (["--engine", "weka", "--group", "a"], "keep no groups together"),
        (["--into", "own.csv"], "is a file where a folder is to be"),
    ],
)
def test_a_bad_option_is_one_line_with_the_remedy(arguments, said, capsys):
    assert said in refused(capsys, GOOD, *arguments)


def test_a_kernel_that_is_killed_is_one_line_with_the_remedy(monkeypatch, capsys):
    def killed(*_, **__):
        raise RuntimeError("Kernel died")

    monkeypatch.setattr("kappabook.system.notebook_runner.run_notebook", killed)
    assert "too little memory: give a sample of the rows" in refused(capsys, GOOD)


def test_what_a_user_gets_says_nothing_of_tumours():
    """The lesson's cells are tagged, and what is left is true of any data."""
    notebook = nbformat.read(template(), as_version=4)
    left = [c for c in notebook.cells if LESSON not in c.metadata.get("tags", ())]
    assert 20 < len(left) < len(notebook.cells)
    words = "\n".join(c.source for c in left if "parameters" not in c.metadata.get("tags", ()))
    for word in ("tumour", "malignant", "benign", "cancer", "scikit-learn's `cross_validate`"):
        assert word not in words
    lesson = "\n".join(c.source for c in notebook.cells)
    for name in ("make_scorer", "TunedThresholdClassifierCV", "from_cv_results"):
        assert name in lesson


@pytest.mark.slow
def test_report_in_a_folder_of_its_own(here):
    """With a byte-order mark, semicolons, gaps, a constant and a module of the user's own."""
    head = "a;b;k;label"
    rows = [row.replace(",", ";", 1).replace(",", ";7;", 1) for row in ROWS]
    (here / "own.csv").write_text("\n".join([head, *rows, "1;;7;", "x;2;7;no"]), "utf-8-sig")
    (here / "mine.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier\n"
        "class Stump(DecisionTreeClassifier):\n"
        "    def __init__(self, random_state=None):\n"
        "        super().__init__(max_depth=1, random_state=random_state)\n"
        "    def fit(self, *given):\n"
        "        import time\n"
        "        time.sleep(0.3)\n"
        "        return super().fit(*given)\n"
    )
    options = ["--repeats", "1", "--folds", "3", "--classifiers", "mine.Stump,tree", "--jobs", "1"]
    options += ["--json"]
    command = [sys.executable, "-m", "kappabook", "report", "own.csv", "--target", "label"]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    said = json.loads(done.stdout, parse_constant=pytest.fail)
    assert set(said) == {"rows", "notes", "classifiers", "findings", "files"}
    assert said["rows"] == {"read": 32, "used": 31, "set_aside": 1}
    assert {one["name"] for one in said["classifiers"]} == {"mine.Stump", "tree", "majority"}
    assert said["classifiers"][-1]["measures"]["mcc"]["estimate"] is None
    assert "undefined" in said["classifiers"][-1]["measures"]["mcc"]["reason"]
    into = here / "own-report"
    assert said["files"] == [f"own-report/report.{kind}" for kind in ("ipynb", "html", "csv")]
    assert sorted(p.name for p in into.iterdir()) == ["report.csv", "report.html", "report.ipynb"]
    assert not [path for path in os.listdir() if path.startswith(".")]
    page = unescape((into / "report.html").read_text())
    for words in (
        "Columns are separated by a semicolon",
        "Rows without 'label', which were set aside: 1",
        "Taken for missing: 'x'",
        "'k': It is constant",
    ):
        assert words in page
    assert "://" not in page.replace("http://www.w3.org/", "")
    notebook = nbformat.read(into / "report.ipynb", as_version=4)
    outputs = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    assert not [o for o in outputs if o.get("name") == "stderr" or o.output_type == "error"]
    for cell in notebook.cells:  # in pieces, which time cuts, no two files would be the same
        assert [o.output_type for o in cell.get("outputs", ())].count("stream") < 2
    assert str(here) not in json.dumps(notebook)
    assert 'DATA = "../own.csv"' in "".join(c.source for c in notebook.cells)
    tidy = pd.read_csv(into / "report.csv").query("part == 'measure' and measure == 'kappa'")
    found = tidy[tidy["statistic"] == "estimate"].set_index("classifier")["value"].to_dict()
    assert found == {c["name"]: c["measures"]["kappa"]["estimate"] for c in said["classifiers"]}


@pytest.mark.slow
def test_an_interruption_leaves_nothing_and_the_old_report(here):
    (here / "own.csv").write_text(GOOD)
    (here / "own-report").mkdir()
    (here / "own-report/report.csv").write_text("old")
    command = [sys.executable, "-m", "kappabook", "report", "own.csv", "--target", "label"]
    running = subprocess.Popen([*command, "--repeats", "500"], stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        if [path for path in os.listdir() if path.startswith(".kappabook-")]:
            break
        time.sleep(0.1)
    time.sleep(2)  # the kernel starts; whenever the signal comes, nothing is left
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130, said
    assert sorted(os.listdir()) == ["own-report", "own.csv"]
    assert (here / "own-report/report.csv").read_text() == "old"
    assert os.listdir("own-report") == ["report.csv"]


def no_kernel(folder, parameters, import_from=()):
    """Write three files in place of what the notebook writes."""
    for name in FILES:
        (folder / name).write_text(json.dumps(parameters))
    return Report("Title", ["the report"], [], [], [], [], [], {"rows": {}})


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_a_report_takes_the_place_of_the_last_one_and_leaves_other_files(
    here, monkeypatch, capsys, umask
):
    monkeypatch.setattr(notebook, "_run", no_kernel)
    (here / "own.csv").write_text(GOOD)
    before = os.umask(umask)
    try:
        (here / "other").mkdir()
        for classifiers in ("tree", "sklearn.svm.SVC(C=10, kernel='linear'),tree"):
            assert main(["report", "own.csv", "--target=label", "--classifiers", classifiers]) == 0
            (here / "own-report/mine.txt").write_text("mine")
    finally:
        os.umask(before)
    assert capsys.readouterr().out.startswith("the report\n\nown-report/report.ipynb\n")
    assert sorted(os.listdir("own-report")) == sorted([*FILES, "mine.txt"])
    given = json.loads((here / "own-report" / FILES[0]).read_text())
    assert given["CLASSIFIERS"] == ["sklearn.svm.SVC(C=10, kernel='linear')", "tree"]
    assert given["DATA"] == "../own.csv"
    assert stat.S_IMODE((here / "own-report").stat().st_mode) == 0o777 - umask
    assert main(["report", "own.csv", "--target=label", "--json"]) == 0
    files = [f"own-report/{name}" for name in FILES]
    assert json.loads(capsys.readouterr().out)["files"] == files


def test_the_settings_of_the_notebook_are_the_arguments():
    call = inspect.signature(kappabook.report).parameters
    (cell,) = (
        c.source
        for c in nbformat.read(template(), as_version=4).cells
        if "parameters" in c.metadata.get("tags", ())
    )
    names = {line.partition(" =")[0].lower() for line in cell.splitlines()}
    assert names == (call.keys() - {"into"}) | {"progress"}
    with pytest.raises(ValueError, match="the notebook reads a file"):
        kappabook.report(pd.DataFrame({"x": [*"412592653"], "y": [*"abababaab"]}), "y", into="here")
