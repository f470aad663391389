"""`kappabook score` on files as people have them: an error that helps, or a stated decision."""

import csv
import gzip
import json
import socket
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from support import ROOT

import kappabook
from kappabook import ConfusionMatrix, kappa_interval
from kappabook.cli import main
from kappabook.commands.reading.labels import one_spelling
from kappabook.commands.reading.raw_file import RawFile
from kappabook.commands.reading.read_table import open_table, out_of_room, valid_memory
from kappabook.commands.score import measures
from kappabook.commands.score.columns import Asked, blank, with_usual

GOOD = "y_true,y_pred\n1,1\n0,0\n0,1\n1,1\n"


@pytest.fixture
def score(capsys, tmp_path):
    """Write a file and run the command on it: its JSON, or what it says of the error."""

    def run(data, *arguments, status=0, name="scores.csv"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        assert main(["score", str(path), "--json", *map(str, arguments)]) == status
        said = capsys.readouterr()
        if status:
            assert not said.out
            assert said.err.startswith("error: ")
            assert said.err.count("\n") == 1
            return said.err.replace(str(path), name)
        return json.loads(said.out, parse_constant=pytest.fail)

    return run


ERRORS = {
    "missing column": ("y_true,pred\n1,1\n", [], "no column 'y_pred'. Did you mean 'pred'"),
    "unnamed column": (
        ",y_pred\n1,1\n",
        [],
        "no column 'y_true'. Name that of the truth with --truth",
    ),
    "probabilities": (
        "y_true,p_0,p_1\n1,.2,.8\n",
        [],
        "no column 'y_pred'. Name that of the predictions with --prediction, of the scores with "
        "--score, or those of the probabilities with --probabilities. Its columns are 'y_true',",
    ),
    "cut": ("y_true,p_1\n1,.8\n", ["--threshold", ".5"], "'y_score'. Name that of the scores"),
    "named wrongly": (GOOD, ["--truth", "Y_TRUE"], "Did you mean 'y_true'"),
    "duplicated header": ("y_true,y_pred,y_pred\n1,1,1\n", [], "2 and 3 are both named 'y_pred'"),
    "wrong delimiter": ("y_true!y_pred\n1!1\n", [], "one column only, 'y_true!y_pred'; separate"),
    "not UTF-8": (b"y_true,y_pred\n1,1\n\x81,0\n", [], ":3: the byte 0x81 is not UTF-8; save"),
    "empty": ("", [], "is empty; give a table"),
    "header only": ("y_true,y_pred\n", [], "has columns and no row"),
    "a short row": ("y_true,y_pred\n1,1\n0\n", [], ":3: 1 cells where the header has 2"),
    "all missing": ("y_true,y_pred\n1,\n0,\n", [], "no row can be used (no prediction in 'y_pred'"),
    "infinite score": ("y_true,y_score\n1,.2\n0,inf\n", [], ":3, column 'y_score': 'inf' is inf"),
    "mixed types": ("y_true,y_score\n1,.2\n0,high\n", [], ":3, column 'y_score': 'high' is no n"),
    "two commas": ("y_true;y_score\n1;0,2\n1;1,0,2\n", [], "'1,0,2' is no number; write"),
    "negative weight": (
        "y_true,y_pred,sample_weight\n1,1,1\n0,0,-2\n",
        ["--weight", "sample_weight"],
        ":3, column 'sample_weight': '-2' is negative",
    ),
    "other labels": ("y_true,y_pred\n0,no\n1,yes\n", [], "no label in common"),
    "another code": ("y_true,y_pred\nham,0\nspam,1\nspam,1\n", [], "write both in one"),
    "blanks": (
        "y_true,y_pred\ncat, cat\ndog, dog\n",
        [],
        "' cat' the same as 'cat'? They differ only by bl",
    ),
    "case": ("y_true,y_pred\ncat,Cat\ndog,Dog\n", [], "'cat'? They differ only by case"),
    "percentages of classes": (
        "y_true,p_a,p_b\na,60,40\nb,30,70\n",
        ["--probabilities", "p_a,p_b"],
        "divide them by 100",
    ),
    "probabilities without a class": (
        "y_true,p_a,p_b\na,.6,.2\nb,.3,.7\n",
        ["--probabilities", "p_a,p_b"],
        ":2: the probabilities sum to 0.8",
    ),
    "scores as predictions": (
        "y_true,y_pred\n0,0.21\n1,0.93\n",
        [],
        "name the column with --score",
    ),
    "no positive class": ("y_true,y_score\na,.1\nb,.2\n", [], "say which with --positive"),
    "unknown positive": (
        "y_true,y_score\ncat,.1\ndog,.2\n",
        ["--positive", "dogs"],
        "Did you mean 'dog'?",
    ),
    "one class, not said which": ("y_true,y_score\ncat,.1\ncat,.2\n", [], "say with --positive"),
    "three classes": ("y_true,y_score\na,.1\nb,.2\nc,.3\n", [], "has 3 classes"),
    "no probabilities": (
        "y_true,y_score\n0,-3\n1,2\n",
        [],
        "no probabilities; say with --threshold",
    ),
    "infinite threshold": ("y_true,y_score\n0,.3\n", ["--threshold", "inf"], "finite number"),
    "a level that is none": (GOOD, ["--confidence-level", "95"], "confidence_level is 95"),
    "an unknown method": (GOOD, ["--method", "kappa=exact"], "give kappa=dirichlet|gamma|"),
    "no method": (GOOD, ["--method", "fisher"], "no measure=method, like kappa=fisher"),
    "an order that lacks a label": (GOOD, ["--ordered", "0,2"], "--ordered lacks '1'"),
    "no and yes": (GOOD, ["--group", "y_pred", "--no-group"], "exclude each other"),
    "probabilities of whom": (
        "y_true,a,b\ncat,.5,.5\ndog,.5,.5\n",
        ["--probabilities", "a,b"],
        "name a column for each class, called as the class",
    ),
    "probabilities that sum to 2": (
        "y_true,a,b\na,.5,.5\nb,1,1\n",
        ["--probabilities", "a,b"],
        ":3: the probabilities sum to 2",
    ),
    "threshold and predictions": (
        GOOD,
        ["--prediction", "y_pred", "--threshold", ".5"],
        "leave out --prediction",
    ),
    "twice": (GOOD, ["--prediction", "y_pred,y_pred"], "names 'y_pred' twice"),
    "for two things": (GOOD, ["--prediction", "y_true"], "named for two things"),
    "unequal": (GOOD, ["--prediction", "a,b", "--score", "c"], "drop --prediction and give --thre"),
    "memory": (GOOD, ["--memory", "plenty"], "give an amount such as 800MB"),
    "too little memory": (GOOD, ["--memory", "1MB"], "needs 100MB or more"),
    "spill": (GOOD, ["--spill", "/proc/nowhere"], "Name another folder with --spill"),
    "matrix and scores": (GOOD, ["--matrix", "--score", "x"], "leave out --score"),
    "no matrix": (GOOD, ["--matrix"], "the rows are '1', '0', '0', '1' and the columns 'y_pred'"),
    "matrix with words": ("t,a,b\na,1,x\nb,2,3\n", ["--matrix"], "'x' is no count"),
    "matrix with a gap": ("t,a,b\na,1,\nb,2,3\n", ["--matrix"], "an empty cell is no count"),
    "negative cell": ("t,a,b\na,1,-1\nb,2,3\n", ["--matrix"], "'-1' is no count"),
    "wrong totals": ("t,a,b,total\na,1,2,4\nb,2,3,5\n", ["--matrix"], "total 4 and sums to 3"),
    "no labels": ("50,10\n5,35\n", ["--matrix"], "write the labels above the columns and beside"),
    "shares": (
        ",a,b\na,.4,.1\nb,.2,.3\n",
        ["--matrix"],
        ":2, column 'a': .4 is no count; multiply",
    ),
    "matrix of zeros": ("t,a,b\na,0,0\nb,0,0\n", ["--matrix"], "every cell is 0"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_names_the_value_and_the_remedy(score, case):
    data, arguments, words = ERRORS[case]
    assert words in score(data, *arguments, status=2)


def test_a_folder_and_a_file_that_is_not_there(capsys, tmp_path):
    for path, words in ((tmp_path, "is a folder"), (tmp_path / "no.csv", "no file")):
        assert main(["score", str(path)]) == 2
        assert words in capsys.readouterr().err


def test_the_data_are_not_written_over(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(GOOD)
    assert main(["score", str(path), "--csv", str(path)]) == 2
    assert "would be written over" in capsys.readouterr().err
    assert path.read_text() == GOOD


def test_many_labels_are_measurements(score):
    rows = "\n".join(f"{i},{i + 1}" for i in range(1500))
    assert "more than 1000 different labels" in score(f"y_true,y_pred\n{rows}\n", status=2)


def test_every_row_set_aside_has_its_reason(score):
    data = (
        "y_true,y_pred,y_score,sample_weight,group\n"
        "1,1,.9,1,a\n0,0,.2,1,b\n,0,.2,1,a\n1,,.2,1,a\n1,0,nan,1,a\n1,0, ,1,a\n"
        "1,1,.8,,b\n1,1,.8,0,b\n0,0,.1,1,\n"
    )
    found = score(data, "--group", "group", "--score", "y_score")
    assert found["rows"] == {
        "read": 9,
        "used": 2,
        "set_aside": 7,
        "reasons": {
            "no truth": 1,
            "no prediction in 'y_pred'": 1,
            "no score in 'y_score'": 2,
            "no weight": 1,
            "weight 0": 1,
            "no group": 1,
        },
    }
    assert any("'sample_weight' weights each row" in note for note in found["notes"])


def test_a_column_is_taken_by_its_name_only_where_it_fits(score):
    head = "y_true,y_pred,y_score,sample_weight,group\n"
    rows = [f"{i % 2},{i % 3 // 2},{i % 7 / 7},{1 + i % 2},{i // 2}" for i in range(40)]
    found = score(head + "\n".join(rows))
    assert (found["group"], found["sample_weight"]) == ("group", "sample_weight")
    assert found["auc"] is not None
    assert any("'group' says which rows belong together" in note for note in found["notes"])
    without = score(head + "\n".join(rows), "--no-group", "--no-score")
    assert without["group"] is without["auc"] is None
    rows = [f"{i % 2},{i % 3 // 2},{'' if i % 3 else 0.5},x,{i % 2}" for i in range(40)]
    found = score(head + "\n".join(rows))
    assert found["group"] is found["sample_weight"] is found["auc"] is None
    assert found["n"] == 40
    said = " ".join(found["notes"])
    for words in (
        "only 14 of its 40 cells hold finite numbers",
        "only 0 of its 40",
        "its 2 values",
    ):
        assert words in said
    assert score(head + "\n".join(rows), "--score", "y_score")["n"] == 14


def test_true_and_1_are_one_label_where_the_columns_differ(score):
    found = score("y_true,y_pred\n1,True\n0,false\n0,True\n")
    assert found["labels"] == ["0", "1"]
    assert found["confusion"] == [[1, 1], [0, 1]]
    assert "'True' as '1', 'false' as '0'" in found["notes"][0]
    assert score("y_true,y_pred\nTrue,True\nFalse,True\n")["labels"] == ["False", "True"]


HOW = {
    "gzip": lambda text: gzip.compress(text.encode()),
    "UTF-16": lambda text: text.encode("utf-16"),
    "Windows-1252": lambda text: text.encode("latin-1"),
    "a decimal comma": lambda text: text.replace(",", ";").replace(".", ",").encode(),
}


@pytest.mark.parametrize("how", HOW)
def test_a_table_is_the_same_however_it_is_written(score, how):
    text = "y_true,y_score\nété,.9\nhiver,.2\nété,.4\nhiver,.6\nété,.7\n".replace(",.", ",0.")
    plain = score(text, "--positive", "été")
    found = score(HOW[how](text), "--positive", "été")
    assert how == "gzip" or any(how in note for note in found.pop("notes"))
    assert {**found, "notes": 0} == {**plain, "notes": 0}


def test_a_list_of_one_element_is_that_element(score):
    lines = '{"y_true": "a", "y_pred": ["a"]}\n{"y_true": ["b"], "y_pred": "a"}\n'
    found = score(lines, name="scores.jsonl")
    assert found["confusion"] == [[1, 0], [1, 0]]
    assert "A list of one element is read as that element." in found["notes"]


def test_words_for_gaps(score):
    data = "y_true,y_pred,y_score\n1,1,.9\n0,0,?\n0,NA,.1\n0,0,.3\n"
    assert "'?' is no number" in score(data, "--score", "y_score", status=2)
    found = score(data, "--missing", "NA,?", "--score", "y_score")
    assert found["rows"]["used"] == 2
    found = score("y_true,y_pred\na,NA\na,a\nb,b\n")
    assert any("'NA' (once) looks like a gap" in note for note in found["notes"])


def test_a_cell_is_blank_where_python_strips_it_to_nothing():
    letters = [chr(x) for x in range(1, 0x3100)]
    cells = ["", *letters, *(f" {x}\t" for x in letters), "\u3000\xa0\n", "\u3000x"]
    frame = pd.DataFrame({"cell": range(len(cells))})
    with open_table(frame) as table:
        table.query("SET VARIABLE cells = (SELECT ?::VARCHAR[])", [cells])
        found = table.query(f"SELECT {blank('x')} FROM (SELECT unnest(getvariable('cells')) AS x)")
    assert [row[0] for row in found] == [not cell.strip() for cell in cells]


def test_a_label_that_is_never_true_is_said_and_counted(score):
    found = score("y_true,y_pred\ncat,cat\ndog,fox\ndog,dog\ncat,fox\n")
    assert found["labels"] == ["cat", "dog", "fox"]
    assert found["confusion"] == [[1, 0, 1], [0, 1, 1], [0, 0, 0]]
    assert "'y_pred' predicts 'fox' 2 times, which 'y_true' never says" in found["notes"][0]


@pytest.mark.parametrize("label", ["0", "1"])
def test_one_class_alone(score, label):
    found = score(f"y_true,y_pred,y_score\n{label},1,.9\n{label},0,.2\n")
    assert found["auc"] is found["auk"] is found["h"] is None
    assert "no " in found["reasons"]["auk"]
    found = score(f"y_true,y_pred\n{label},{label}\n{label},{label}\n")
    assert found["kappa"] is found["mcc"] is None
    assert found["accuracy"] == 1
    assert "one class" in found["reasons"]["kappa"]
    found = score(f"y_true,y_score\n{label},.9\n{label},.2\n")
    assert found["labels"] == ["0", "1"]
    assert found["prevalence"] == int(label)


def test_numbers_as_text_and_a_byte_order_mark(score):
    found = score("\ufeffy_true,y_pred\n1.0,1\n0.0,0\n0.0,1\n")
    assert found["labels"] == ["0", "1"]
    assert found["confusion"] == [[1, 1], [0, 1]]
    assert "'1.0' as '1'" in found["notes"][0]
    assert one_spelling([["1", "1.0", "x"]]) == {"1.0": "1"}
    assert one_spelling([["01", "1"]]) == {}
    assert one_spelling([["1.0", "0.0"]]) == {}


@pytest.mark.parametrize("large", [10, 10**6])
@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_types_of_other_formats(tmp_path, monkeypatch, kind, large):
    monkeypatch.setattr(measures, "LARGE", large)
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / f"types.{kind}"
    form = {"parquet": "PARQUET", "jsonl": "JSON"}[kind]
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT i % 2 = 0 AS y_true, i % 3 = 0 AS y_pred, (i % 7 / 7)::DECIMAL(4, 3) AS "
            f"y_score FROM range(30) AS t(i)) TO '{path}' (FORMAT {form})"
        )
    found = kappabook.score(path).data
    assert found["n"] == 30
    assert found["positive"].lower() == "true"
    assert found["auc"] is not None


@pytest.mark.parametrize("large", [1, 10**6])
def test_no_name_and_no_label_becomes_sql(tmp_path, monkeypatch, large):
    monkeypatch.setattr(measures, "LARGE", large)
    name, label = "'); DROP VIEW rows_read; --", "a' OR '1'='1"
    path = tmp_path / "it's [1]*?.csv"
    path.write_text(
        f'"{name}",y_pred,y_score\n"{label}","{label}",.9\nb,b,.1\nb,b,.3\n"{name}",b,.1\n'
    )
    how = {"truth": name, "positive": label, "missing": [name], "spill": tmp_path / "it's"}
    found = kappabook.score(path, **how).data
    assert found["positive"] == label
    assert found["prevalence"] == pytest.approx(1 / 3)
    assert found["auk"] is not None
    assert found["rows"]["set_aside"] == 1


def test_disk_and_memory_that_do_not_suffice():
    assert "--spill" in out_of_room("IO Error: Could not write: No space left on device")
    assert "--memory" in out_of_room("Out of Memory Error: could not allocate block of size")
    assert out_of_room("Conversion Error") == ""
    assert valid_memory(" 2GiB ") == "2GiB"


def test_a_record_without_a_line_of_its_own_is_counted_from_one(tmp_path):
    path = tmp_path / "table.json"
    path.write_text('[{"a": 1}, {"a": 2}, {"a": 3}]')
    assert RawFile(path, "json").line(2) == f"{path}, row 3"
    path.write_text('[\n {\n  "a": 1\n },\n {\n  "a": 2\n }\n]')
    assert RawFile(path, "json").line(1) == f"{path}:5"


def test_interrupted(monkeypatch, capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(GOOD)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("kappabook.commands.score.measures.tally", interrupt)
    spill = tmp_path / "spill"
    assert main(["score", str(path), "--spill", str(spill)]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert not spill.exists()


def test_roles_are_found_by_their_usual_names(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y_true,y_pred,y_score,p\n0,0,.1,1\n1,1,.2,0\n")

    def roles(**asked):
        with open_table(path) as table:
            return with_usual(table, Asked(**asked))[0]

    assert (roles().prediction, roles().score) == (("y_pred",), ("y_score",))
    assert roles(threshold=0.5).prediction == ()
    # Several classifiers: which of them would a column with the usual name belong to?
    assert roles(prediction=("y_pred", "p")).score == ()
    assert roles(score=("y_score", "p")).prediction == ()


# --- docs/measure.md --------------------------------------------------------------------------


def own_section():
    """What the page says of this command."""
    page = (ROOT / "docs/measure.md").read_text(encoding="utf-8")
    return page.partition("\n## Score a file\n")[2].partition("\n## ")[0]


def blocks(page):
    """Commands of a page and what it says they print."""
    for block in page.split("\n```\n$ kappabook ")[1:]:
        command, _, said = block.partition("\n```\n")[0].partition("\n")
        yield command, said


def test_the_page_shows_what_the_commands_print(capsys, monkeypatch):
    page = own_section()
    monkeypatch.chdir(ROOT / "docs/_static")
    shown = list(blocks(page))
    assert len(shown) == 2
    for command, said in shown:
        assert main(command.split()) == 0
        assert capsys.readouterr().out.rstrip() == said
    command = "score predictions.csv --score forest,logistic --positive malignant"
    assert f"`kappabook {command}`" in page
    assert main([*command.split(), "--format", "markdown"]) == 0
    tables = capsys.readouterr().out
    between = tables.partition("\n**differences")[2].partition("\n\n**")[0]
    assert between.rstrip() in page


@pytest.fixture
def cluster():
    """The address of a real scheduler with two workers, started by the two commands of the page."""
    pytest.importorskip("distributed", reason="Dask is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    dask = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    here = [*dask, "scheduler", "--no-dashboard", "--host", address]
    there = [*dask, "worker", address, "--nthreads", "1", "--no-dashboard"]
    started = [subprocess.Popen(command, **quiet) for command in (here, there, there)]
    yield address
    for one in reversed(started):
        one.terminate()
        one.wait(timeout=60)


@pytest.mark.slow
def test_the_page_counts_on_two_workers_what_one_machine_counts(cluster, tmp_path):
    """Files lack classes, and pandas by itself would read one as numbers."""
    rng = np.random.default_rng(8)
    classes = (["1", "2", "x"], ["1", "2"], ["2", "x", "y"])
    rows = [rng.choice(some, (40, 2)) for some in classes]
    (tmp_path / "predictions").mkdir()
    for i, part in enumerate(rows):
        text = "\n".join(["y_true,y_pred", *map(",".join, part)])
        (tmp_path / f"predictions/{i}.csv").write_text(f"{text}\n,1\n")  # and a row without truth
    (recipe,) = (x for x in own_section().split("\n```\n") if "from distributed import" in x)
    assert recipe.count("tcp://10.0.0.1:8786") == 1
    done = subprocess.run(
        [sys.executable, "-c", recipe.replace("tcp://10.0.0.1:8786", cluster)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    truth, prediction = np.concatenate(rows).T
    whole = ConfusionMatrix.from_predictions(truth, prediction)
    said = f"{whole.labels} {whole.total} {whole.kappa}\n{kappa_interval(whole)}\n"
    assert (done.stdout, done.returncode) == (said, 0), done.stderr


def test_the_page_names_every_option_and_key(capsys, tmp_path):
    page = own_section()
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    said = capsys.readouterr().out
    options = {word.strip(",;[]") for word in said.split() if word.startswith(("--", "[--"))}
    for option in options - {"--help"}:
        assert f"`{option}" in page
    path = tmp_path / "a.csv"
    path.write_text(GOOD)
    for key in kappabook.score(path).data:
        assert f"`{key.removesuffix('_interval')}`" in page or key in ("sample_weight", "group")


def test_the_exported_csv_has_every_number(tmp_path):
    path, out = tmp_path / "a.csv", tmp_path / "out.csv"
    path.write_text(GOOD)
    assert main(["score", str(path), "--csv", str(out)]) == 0
    with out.open(newline="") as stream:
        rows = {row["measure"]: row for row in csv.DictReader(stream)}
    found = kappabook.score(path).data
    for name in ("accuracy", "chance_agreement", "kappa", "mcc"):
        assert float(rows[name]["estimate"]) == found[name]


def test_positive_is_found_however_its_number_is_written(tmp_path):
    path = tmp_path / "gaps.jsonl"
    path.write_text(
        '{"y_true": 1.0, "y_pred": 2.0}\n{"y_true": 2.0, "y_pred": null}\n'
        '{"y_true": 2.0, "y_pred": 2.0}\n',
        encoding="utf-8",
    )
    assert kappabook.score(path, positive="2").data["prevalence"] == 0.5


def test_repeated_cases_are_named_in_json_too(tmp_path):
    rows = [(f"d{i}", j, i % 2, (i + j) % 2) for i in range(25) for j in range(2)]
    path = tmp_path / "twice.jsonl"
    keys = ("doc_id", "run", "y_true", "y_pred")
    path.write_text("".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows))
    assert any("--group doc_id" in note for note in kappabook.score(path).data["notes"])


def test_lists_in_a_column_that_is_not_used_are_no_error(tmp_path):
    path = tmp_path / "lists.jsonl"
    rows = [{"args": ["x", i], "y_true": i % 2, "y_pred": i % 3 % 2} for i in range(12)]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert kappabook.score(path).data["n"] == 12
