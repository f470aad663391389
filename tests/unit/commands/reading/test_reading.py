"""How a stranger's table is read: any format gives the same, and what has two readings is asked."""

import codecs
import gzip
import json
import random
import re
import zipfile

import duckdb
import numpy as np
import pandas as pd
import pytest

import kappabook
from kappabook.commands.reading.header import refuse_second_header
from kappabook.commands.reading.read_table import open_table

GOOD = "y_true,y_pred\ncat,cat\ndog,dog\ndog,cat\ncat,cat\n"
ROWS = {"y_true": ["cat", "dog", "dog", "cat"], "y_pred": ["cat", "dog", "cat", "cat"]}


def texts(data, **how):
    """Return the cells of a table, by column, and what was decided."""
    with open_table(data, **how) as table:
        return dict(zip(table.columns, table.texts(table.columns), strict=True)), table.notes


@pytest.fixture
def written(tmp_path):
    """Write a file, and return its path."""

    def write(name, data):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return write


def workbook(path, sheets, **parts):
    """Write a workbook by hand: sheets by name, of rows of cells; and parts that replace others."""

    def cell(place, x):
        if isinstance(x, bytes):
            return x.decode()
        if isinstance(x, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{x}</t></is></c>'
        return f'<c r="{place}"><v>{x}</v></c>' if x is not None else ""

    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    names = list(sheets)
    files = {
        "xl/workbook.xml": f'<workbook {space} xmlns:r="{office}"><sheets>'
        + "".join(
            f'<sheet name="{name}" sheetId="{i}" r:id="r{i}"/>' for i, name in enumerate(names, 1)
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        + "".join(
            f'<Relationship Id="r{i}" Type="{office}/worksheet" Target="worksheets/s{i}.xml"/>'
            for i in range(1, len(names) + 1)
        )
        + "</Relationships>",
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
    }
    for i, rows in enumerate(sheets.values(), 1):
        body = "".join(
            f'<row r="{r}">'
            + "".join(cell(f"{chr(65 + c)}{r}", x) for c, x in enumerate(row))
            + "</row>"
            for r, row in enumerate(rows, 1)
        )
        end = parts.get("merged", "") if i == 1 else ""
        files[f"xl/worksheets/s{i}.xml"] = (
            f"<worksheet {space}><sheetData>{body}</sheetData>{end}</worksheet>"
        )
    files |= parts.get("files", {})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


# --- paths are files ------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["y_true=dog", "c0=dog", "y_pred=dog/year=2020"])
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_the_name_of_a_folder_is_no_column(tmp_path, folder, form):
    path = tmp_path / folder / f"a.{form}"
    path.parent.mkdir(parents=True)
    frame = pd.DataFrame(ROWS)
    if form == "csv":
        frame.to_csv(path, index=False)
    elif form == "jsonl":
        frame.to_json(path, orient="records", lines=True)
    else:
        import duckdb

        duckdb.sql(f"COPY frame TO '{path}' (FORMAT parquet)")
    assert texts(path)[0] == ROWS


@pytest.mark.parametrize("name", ["a\\[b].csv", "a\\*.csv", "\\?.csv", "d[1]*/x.csv", "a\\b.csv"])
def test_a_backslash_beside_a_wildcard_is_that_file(written, name):
    for other in ("a\\b.csv", "ab.csv", "a.csv", "d1x/x.csv"):
        written(other, "y_true,y_pred\ndecoy,x\ndecoy,y\n")
    assert texts(written(name, GOOD))[0] == ROWS


def test_a_link_to_itself_and_a_deleted_folder_are_named(tmp_path, monkeypatch, capsys):
    loop = tmp_path / "loop.csv"
    loop.symlink_to(loop)
    assert kappabook.cli.main(["score", str(loop)]) == 2
    assert "loop.csv" in capsys.readouterr().err
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert kappabook.cli.main(["score", "a.csv"]) == 2
    assert "current folder was" in capsys.readouterr().err
    monkeypatch.undo()


# --- nothing gets lost ----------------------------------------------------------------------------


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("place", ["first", "middle", "last", "only", "open end"])
@pytest.mark.parametrize("size", [2_100_000, 9_000_000])
def test_a_long_line_is_refused_wherever_it_is(written, packed, place, size):
    rows, long = "a,b\n" * 500, "x" * size + ",b\n"
    body = {
        "first": long + rows,
        "middle": rows + long + rows,
        "last": rows + long,
        "only": long,
        "open end": rows + long[:-1],
    }[place]
    data = ("y_true,y_pred\n" + body).encode()
    path = written("a.csv.gz" if packed else "a.csv", gzip.compress(data, 1) if packed else data)
    line = 502 if place in ("middle", "last", "open end") else 2
    with pytest.raises(ValueError, match=f":{line}: a line of {str(size)[:3]}"), open_table(path):
        pass


@pytest.mark.parametrize("damage", ["byte", "checksum", "length", "cut", "rubbish"])
def test_a_packed_file_is_checked_to_its_end(written, damage):
    body = GOOD + "".join(
        random.Random(1).choice(["cat,dog\n", "dog,cat\n"]) for _ in range(200_000)
    )
    packed = bytearray(gzip.compress(body.encode(), 0))
    place = {"byte": -1000, "checksum": -8, "length": -4}.get(damage)
    if place:
        packed[place] ^= 1
    packed = packed[:-3] if damage == "cut" else packed + b"rubbish" * (damage == "rubbish")
    for name in ("a.csv.gz", "a.jsonl.gz"):
        with pytest.raises(ValueError, match="no whole file of gzip"):
            texts(written(name, bytes(packed)))


def test_lines_inside_a_cell_that_look_like_rows(written):
    drawn = random.Random(2)
    rows = []
    for i in range(30_000):
        lines = drawn.choice(
            ["", f"\n{i},x,cat,dog\n", '\n"",a\r\n' * 3]
        ) + "word, " * drawn.randint(0, 60)
        rows.append(
            [str(i), f"{lines}.", drawn.choice(["cat", "dog"]), drawn.choice(["cat", "dog"])]
        )
    frame = pd.DataFrame(rows, columns=["id", "prompt", "y_true", "y_pred"])
    path = written("a.csv", frame.to_csv(index=False, lineterminator="\n"))
    assert path.stat().st_size > 5_000_000
    found, _ = texts(path)
    assert found["y_true"] == list(frame.y_true)
    assert found["prompt"] == list(frame.prompt)


@pytest.mark.parametrize("rows", [3, 5000])
def test_a_quotation_mark_that_stays_open_loses_no_row(written, rows):
    path = written("a.csv", GOOD + "cat,dog\n" * rows + '"cat,dog\n' + "cat,dog\n" * rows)
    with pytest.raises(ValueError, match=f":{rows + 6}: a quotation mark is not closed"):
        texts(path)
    inch = written("b.csv", 'size,n\n5" disk,a\n3" disk,b\n8" disk,c\n')
    assert texts(inch)[0]["size"] == ['5" disk', '3" disk', '8" disk']


def test_names_that_differ_by_case_are_two_columns(written, tmp_path):
    rows = '{"Y_TRUE": "cat", "y_true": "dog", "y_true_1": "x"}\n{"y_true": "cat"}\n'
    found, _ = texts(written("a.jsonl", rows))
    assert found == {"Y_TRUE": ["cat", None], "y_true": ["dog", "cat"], "y_true_1": ["x", None]}
    frame = pd.DataFrame({"Y": ["a"], "y": ["b"]})
    assert texts(frame)[0] == texts(written("a.csv", "Y,y\na,b\n"))[0] == {"Y": ["a"], "y": ["b"]}
    with pytest.raises(ValueError, match="two columns of the name '1'"):
        texts(pd.DataFrame([[1, 2]], columns=[1, "1"]))


# --- letters --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF16_LE])
@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_and_without_its_mark(written, order, mark):
    mark = mark if order.endswith("le") else mark[::-1]
    text = GOOD.replace("cat", "Käse “€”")
    found, notes = texts(written("a.csv", mark + text.encode(order)))
    assert found["y_true"][0] == "Käse “€”"
    assert any("UTF-16" in note for note in notes)


def test_windows_1252_is_read_and_said_and_other_letters_are_refused(written):
    found, notes = texts(written("a.csv", GOOD.replace("cat", "“Käse” €").encode("cp1252")))
    assert found["y_true"][0] == "“Käse” €"
    assert any("Windows-1252" in note for note in notes)
    with pytest.raises(ValueError, match=":2: the byte 0x8d"):
        texts(written("b.csv", b"y_true,y_pred\n\x8d,b\n"))
    with pytest.raises(ValueError, match=":3: the byte 0xe4"):  # the rest is UTF-8
        texts(written("c.csv", "y_true,y_pred\nä,b\n".encode() + b"\xe4,b\n"))


# --- the header -----------------------------------------------------------------------------------

NO_HEADERS = {
    "measurements": "0.62,0.71\n0.31,0.33\n0.55,0.6\n",
    "labels": "cat,dog\ncat,cat\ndog,dog\n",
    "items with a number": "doc1,cat,dog\ndoc2,cat,cat\ndoc3,dog,dog\n",
    "dates": "2020-01-05,cat,dog\n2020-01-06,cat,cat\n2020-01-07,dog,dog\n",
}


@pytest.mark.parametrize("case", NO_HEADERS)
def test_a_header_that_looks_like_data_is_asked_about(written, tmp_path, case):
    rows = [line.split(",") for line in NO_HEADERS[case].splitlines()]
    files = [written("a.csv", NO_HEADERS[case]), workbook(tmp_path / "a.xlsx", {"s": rows})]
    for path in files:
        with pytest.raises(ValueError, match=r"--no-header.*--header"):
            texts(path)
        assert list(texts(path, header=True)[0]) == rows[0]
        names = [f"column {i + 1}" for i in range(len(rows[0]))]
        found, _ = texts(path, header=False)
        assert [list(row) for row in zip(*(found[name] for name in names), strict=True)] == rows
    if case == "measurements":
        with pytest.raises(ValueError, match="--no-header"):
            texts(pd.read_csv(files[0]))


def test_numbers_that_stand_twice_are_asked_about_too(written):
    path = written("a.csv", "4,4,3\n4,4,3\n1,2,1\n2,2,2\n")
    with pytest.raises(ValueError, match="--no-header"):
        texts(path)
    found = kappabook.agree(path, raters=["column 1", "column 2"], header=False)
    assert found.data["n_items"] == 4


@pytest.mark.parametrize(
    "text",
    [
        ",0,1\n0,5,2\n1,1,6\n",  # an index, and columns without names
        "id,1,2\na,x,y\nb,y,y\n",
        "1,2,3\nyes,no,no\nno,no,yes\n",  # numbers over words
        "1,2,3\n3,0,0\n1,1,1\n0,1,2\n2,1,0\n",  # counts, three to a row
        "human,model\ncat,cat\ndog,cat\n",
        "m1,m2\n.2,.3\n.4,.5\n",
    ],
)
def test_a_header_is_no_data(written, text):
    assert list(texts(written("a.csv", text))[0])[1:] == text.split("\n")[0].split(",")[1:]


SECOND = {
    "survey": "q1,q2,id\nHow much?,How often?,Name\n"
    '"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}","{""ImportId"":""QID3""}"\n'
    + "".join(f"{i % 5},{i % 3},r{i}\n" for i in range(9)),
    "units": "item,length,weight\n,mm,mm\n" + "".join(f"{i},{i},{i}.5\n" for i in range(9)),
    "questions": "id,q1,q2\n,Is it a cat or a dog?,Was it clear what was asked?\n"
    + "".join(f"r{i},{('cat', 'dog')[i % 2]},{('yes', 'no')[i % 3 > 0]}\n" for i in range(20)),
}


@pytest.mark.parametrize("case", SECOND)
def test_a_second_row_of_names_is_asked_about_in_files_and_frames(written, case):
    path = written("a.csv", SECOND[case])
    with pytest.raises(ValueError, match=r"a\.csv:2: .*--header"):
        texts(path)
    with pytest.raises(ValueError, match=r"the table, row 1: .*header=True"):
        texts(pd.read_csv(path, dtype=str))
    assert texts(path, header=True)[0]


def test_an_odd_first_row_is_data():
    for first in (["NA", "3"], ["", "4"], ["2", "unclear"], ["2", "2"]):
        refuse_second_header([first, *([str(i), str(i % 3)] for i in range(9))], ["1", "2"])
    labels = [["cat", "dog"][i % 2] for i in range(20)]
    refuse_second_header([["fox", "fox"], *zip(labels, labels, strict=True)], ["1", "2"])


def test_what_stands_above_the_header(written):
    found, notes = texts(
        written("a.csv", "sep=;\r\n" + GOOD.replace(",", ";").replace("\n", "\r\n"))
    )
    assert found == ROWS
    found, notes = texts(written("a.csv", '# made by "me, on\n# 2024\n' + GOOD))
    assert found == ROWS
    assert any("#" in note for note in notes)
    path = written("b.csv", "#id,y_pred\n1,2\n2,3\n")
    assert list(texts(path)[0]) == ["#id", "y_pred"]
    path = written("c.csv", "# c\n\n" + GOOD + "cat\n")
    with pytest.raises(ValueError, match=r"c\.csv:8: 1 cells"):
        texts(path)


@pytest.mark.parametrize("above", ["Ratings\n", "Ratings\n\n", "Ratings,,\n,,\n"])
def test_a_title_above_the_header_is_left_out(written, above):
    table = "id,A,B\n1,x,x\n2,y,x\n3,y,y\n"
    found, notes = texts(written("a.csv", above + table))
    assert found == texts(written("b.csv", table))[0]
    assert any("Ratings" in note for note in notes)
    with pytest.raises(ValueError, match=r"c\.csv:1: one column only"):
        texts(written("c.csv", above.replace(",", "") + "x,1\ny,2\n"))


def test_a_header_of_one_name_less_than_cells(written):
    rows = "1,x,x\n2,y,x\n3,y,y\n"
    found, notes = texts(written("a.csv", "A,B\n" + rows))
    assert [found["A"], found["B"]] == [["x", "y", "y"], ["x", "x", "y"]]
    assert any("header" in note for note in notes)
    found, _ = texts(written("b.csv", "A,B\nx,x,\ny,x,\n"))
    assert [found["A"], found["B"]] == [["x", "y"], ["x", "x"]]
    with pytest.raises(ValueError, match="3 cells where the header has 2"):
        texts(written("c.csv", "A,B\nx,x,y\nx,y,y\n"))


# --- cells that hold several values ---------------------------------------------------------------

LISTS = {
    "lists": [["x"], ["y"], ["x", "y"]],
    "tuples": [("x",), ("y",), ("x", "y")],
    "arrays": [np.array(["x"]), np.array(["y"]), np.array(["x", "y"])],
    "sets": [{"x"}, {"y"}, {"x", "y"}],
}


@pytest.mark.parametrize("kind", LISTS)
def test_lists_in_cells_are_lists_in_every_format(tmp_path, kind):
    polars = pytest.importorskip("polars")
    frame = pd.DataFrame({"id": [1, 2, 3], "a": LISTS[kind], "b": [["x"], [], ["z"]]})
    plain = frame.assign(a=[sorted(x) for x in frame.a])
    other = polars.DataFrame(plain.to_dict("list"))
    plain.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    other.write_parquet(tmp_path / "a.parquet")
    for source in (frame, other, tmp_path / "a.jsonl", tmp_path / "a.parquet"):
        with open_table(source) as table:
            assert table.texts(["id", "b"]) == [["1", "2", "3"], ["x", None, "z"]]
            assert len(table.notes) == 2
            assert table.texts(["a"], sets=True)[0][:2] == ["x", "y"]
            with pytest.raises(ValueError, match=r"(row 3|:3), column 'a': .* several values"):
                table.texts(["a"])
        found = kappabook.agree(source, item="id", raters=["a", "b"])
        assert found.data["percent_agreement"] == 1 / 2
        assert any("several labels" in note for note in found.notes)


CELLS = {
    "order": (["x", "y"], ["y", "x"]),
    "choices": ({"choices": ["x", "y"]}, {"choices": ["y", "x"]}),
    "numbers": ([1.0, 2.0], [2, 1]),
}


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("as_text", [True, False])
def test_sets_are_one_label_of_agree_and_none_of_score(tmp_path, kind, as_text):
    a, b = CELLS[kind]
    rows = [(a, b), (a, a), (b, "z"), ("z", "z")]
    write = json.dumps if as_text else lambda cell: cell
    rows = [{"A": write(x), "B": write(y)} for x, y in rows]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for source in (path, pd.DataFrame(rows)):
        found = kappabook.agree(source, raters=["A", "B"])
        assert found.data["percent_agreement"] == 3 / 4
        assert any("several labels" in note for note in found.notes)
        with pytest.raises(ValueError, match=r"(row 1|:1), column 'A'.* several values"):
            kappabook.score(source, truth="A", prediction="B")


def test_intervals_are_no_sets():
    labels = ["[0,10]", "(10,20]"]
    table = pd.DataFrame({"A": labels * 2, "B": [*labels, labels[0], labels[0]]})
    assert kappabook.score(table, truth="A", prediction="B").data["accuracy"] == 3 / 4
    assert kappabook.agree(table, raters=["A", "B"]).data["labels"] == ["(10,20]", "[0,10]"]


def test_objects_in_cells_are_refused(tmp_path):
    cell = {"label": "x", "by": "me"}
    rows = [{"id": i, "y_true": cell, "y_pred": "x"} for i in range(3)]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    for source in (tmp_path / "a.json", pd.DataFrame(rows)):
        with pytest.raises(ValueError, match=r"row 1, column 'y_true': .* several values"):
            kappabook.score(source)


# --- data frames ----------------------------------------------------------------------------------


def test_an_ordered_column_keeps_its_order():
    grades = pd.Categorical(["low", "high"], ["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame({"a": grades, "b": pd.Categorical(["x", "y"]), "c": [1, 2]})
    with open_table(frame) as table:
        assert table.orders == {"a": ("low", "mid", "high")}
    polars = pytest.importorskip("polars")
    enum = polars.Enum(["low", "mid", "high"])
    with open_table(polars.DataFrame({"a": polars.Series(["low"], dtype=enum)})) as table:
        assert table.orders == {"a": ("low", "mid", "high")}


def test_a_named_index_is_read_where_it_is_named():
    frame = pd.DataFrame(ROWS, index=pd.Index([1, 1, 2, 2], name="visit"))
    with open_table(frame) as table:
        assert table.index_names == {"visit"}
        assert table.texts(["visit"]) == [["1", "1", "2", "2"]]
        assert any("'visit'" in note for note in table.notes)
    found = kappabook.agree(frame.reset_index(drop=True).rename_axis("visit"), item="visit")
    assert found.data["raters"] == ["y_true", "y_pred"]
    with pytest.raises(ValueError, match="2 levels of names"):
        texts(pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_product([["a"], ["x", "y"]])))


# --- workbooks ------------------------------------------------------------------------------------

SHEET = [["id", "r1", "r2"], ["a", 1, 1.0], ["b", 2.5, 2.5], ["c", 3, None]]


def test_a_sheet_is_read_by_name_number_or_as_the_first_with_cells(tmp_path):
    sheets = {"notes": [["read me"]], "data": SHEET, "2": [["x", "y"], ["p", "q"]]}
    path = workbook(tmp_path / "a.xlsx", sheets)
    found, notes = texts(path)
    assert found == {"id": ["a", "b", "c"], "r1": ["1", "2.5", "3"], "r2": ["1", "2.5", None]}
    assert any("'2'" in note for note in notes)
    assert texts(path, sheet="2")[0] == {"x": ["p"], "y": ["q"]}
    assert texts(path, sheet=2)[0] == found
    for wrong in ("Data", 0, 4):
        with pytest.raises(ValueError, match="has the sheets 'notes', 'data', '2'"):
            texts(path, sheet=wrong)
    with pytest.raises(ValueError, match="--sheet"):
        texts(pd.DataFrame(ROWS), sheet=1)
    assert kappabook.agree(path, item="id").data["raters"] == ["r1", "r2"]


def test_what_stands_above_a_sheet_s_table_and_blank_rows(tmp_path):
    rows = [["A study of 2024"], [], SHEET[0], SHEET[1], [], *SHEET[2:]]
    path = workbook(tmp_path / "a.xlsx", {"s": rows})
    found, notes = texts(path)
    assert found["id"] == ["a", "b", "c"]
    assert any("A study of 2024" in note for note in notes)
    with open_table(path) as table:
        assert table.line(1).endswith("row 6")


BAD_BOOKS = {
    "merged": ({"merged": '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'}, "A2:A3 are merged"),
    "entities": (
        {"files": {"xl/sharedStrings.xml": '<!DOCTYPE x [<!ENTITY a "b">]><sst>&a;</sst>'}},
        "declares entities",
    ),
    "bomb": ({"files": {"xl/media/a.bin": "0" * 600_000_000}}, "when it is unpacked"),
}


@pytest.mark.parametrize("case", BAD_BOOKS)
def test_a_workbook_that_cannot_be_trusted_is_refused(tmp_path, case):
    parts, words = BAD_BOOKS[case]
    path = workbook(tmp_path / "a.xlsx", {"s": SHEET}, **parts)
    with pytest.raises(ValueError, match=words):
        texts(path)


def test_formulas_are_their_stored_values(tmp_path):
    stored = b'<c r="C2"><f>B2</f><v>1</v></c>'
    path = workbook(tmp_path / "a.xlsx", {"s": [SHEET[0], ["a", 1, stored], *SHEET[2:]]})
    assert texts(path)[0]["r2"][0] == "1"
    for lost in (b'<c r="C2"><f>B2</f></c>', b'<c r="C2"><f t="shared" si="0"/><v></v></c>'):
        path = workbook(tmp_path / "a.xlsx", {"s": [SHEET[0], ["a", 1, lost], *SHEET[2:]]})
        with pytest.raises(ValueError, match="formula in C2"):
            texts(path)
    error = b'<c r="C2" t="e"><v>#N/A</v></c>'
    path = workbook(tmp_path / "a.xlsx", {"s": [SHEET[0], ["a", 1, error], *SHEET[2:]]})
    found, notes = texts(path)
    assert found["r2"][0] is None
    assert any("#N/A" in note for note in notes)


FOREIGN = {
    "a.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", ".xlsx"),
    "a.sav": (b"$FL2@(#) SPSS", "pandas.read_spss('a.sav')"),
    "a.dta": (b"<stata_dta><header>", "pandas.read_stata('a.dta')"),
    "b.dta": (b"\x72\x02\x01\x00rest", "pandas.read_stata('b.dta')"),
    "a.rds": (gzip.compress(b"X\n\0\0\0\3"), "write.csv"),
    "a.xlsx": (b"PK\x03\x04rest", "damaged"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_another_program_s_file_is_refused_with_the_way_to_a_table(written, name):
    data, words = FOREIGN[name]
    with pytest.raises(ValueError, match=re.escape(words)):
        texts(written(name, data))


def test_an_archive_that_is_no_workbook_is_refused(tmp_path):
    for held, words in (("table.csv", "unpack it"), ("content.xml", ".ods")):
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
            archive.writestr(held, GOOD)
        with pytest.raises(ValueError, match=words):
            texts(tmp_path / "a.zip")


# --- one table in every format --------------------------------------------------------------------


def forms(frame, folder, polars):
    """Write a table of text and numbers in every format that is read."""
    frame.to_csv(folder / "a.csv", index=False)
    frame.to_csv(folder / "a.csv.gz", index=False)
    frame.to_csv(folder / "a.tsv", index=False, sep="\t")
    frame.to_csv(folder / "b.csv", index=False, sep=";", decimal=",")
    frame.to_csv(folder / "c.csv", index=False, encoding="utf-16")
    frame.to_csv(folder / "d.csv", index=False, encoding="utf-8-sig")
    frame.to_csv(folder / "e.csv", index=False, encoding="cp1252")
    frame.to_json(folder / "a.jsonl", orient="records", lines=True, double_precision=15)
    other = polars.from_dicts(frame.astype(object).where(frame.notna(), None).to_dict("records"))
    other.write_parquet(folder / "a.parquet")
    rows = [[None if x != x or x is None else x for x in row] for row in frame.to_numpy().tolist()]
    workbook(folder / "a.xlsx", {"s": [list(frame.columns), *rows]})
    return [*sorted(folder.iterdir()), frame, other]


@pytest.mark.parametrize("seed", range(8))
def test_a_random_table_is_the_same_in_every_format(tmp_path, seed):
    polars = pytest.importorskip("polars")
    drawn = random.Random(seed)
    n = drawn.randint(12, 40)
    labels = drawn.choice([["cat", "Käse"], ["ill", "well", "“so, so”"], ["a b", "c;d", 'e"f']])
    truth = [drawn.choice(labels) for _ in range(n)]
    guess = [x if drawn.random() < 0.7 else drawn.choice(labels) for x in truth]
    guess[drawn.randrange(n)] = None
    frame = pd.DataFrame(
        {"y_true": truth, "y_pred": guess, "w": [drawn.randint(1, 9) / 4 for _ in truth]}
    )
    found = {
        str(getattr(source, "name", type(source))): kappabook.score(source, weight="w").data
        for source in forms(frame, tmp_path, polars)
    }
    first = found["a.csv"]
    for name, data in found.items():
        assert data["confusion"] == first["confusion"], name
        assert data["kappa"] == pytest.approx(first["kappa"]), name
        assert data["rows"] == first["rows"], name


def test_zeros_that_a_workbook_lost_are_named(tmp_path):
    rows = [["n", "agreement", "kappa"], [100, 0.8, "0.60"], [100, 0.85, "0.70"]]
    notes = kappabook.grim(workbook(tmp_path / "studies.xlsx", {"s": rows})).notes
    assert any("agreement" in note for note in notes)
    assert not any("'kappa'" in note for note in notes)


def test_times_with_a_zone_in_parquet_are_text(tmp_path):
    path = tmp_path / "a.parquet"
    duckdb.sql(
        f"COPY (SELECT 'a' AS y_true, 'a' AS y_pred, '2026-01-02 03:04:05+00'::TIMESTAMPTZ AS at, "
        f"'10:00:00+01'::TIMETZ AS hour FROM range(3)) TO '{path}' (FORMAT parquet)"
    )
    assert texts(path)[0]["at"][0].startswith("2026-01-02")
    assert kappabook.score(path).data["accuracy"] == 1


def test_names_of_the_columns_again_in_the_middle(tmp_path):
    path = tmp_path / "t.csv"
    rows = "".join(f"p{i},{'xy'[i % 2]},y\n" for i in range(5))
    path.write_text(f"id,A,B\n{rows}id,A,B\n{rows}", encoding="utf-8")
    with open_table(path, header=True) as table, pytest.raises(ValueError, match="csv:7: "):
        table.refuse_repeated_header()
    path.write_text("A,B\nB,B\nA,A\nA,B\nB,A\n", encoding="utf-8")  # names that are labels
    with open_table(path, header=True) as table:
        table.refuse_repeated_header()
