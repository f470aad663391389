"""Tables: refused where they are wrong, and written so that another reader gets them back."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.io import arff

from kappabook.data.table import Attribute, Table, arff_lines, write_arff

COLOUR = Attribute("colour", ("red", "green"))
SIZE = Attribute("size", None)
NAN = float("nan")


def table(X=((0, 1.5), (1, NAN), (NAN, -2)), y=(0, 1, 0), **rest):
    parts = {"name": "toy", "attributes": (COLOUR, SIZE), "classes": ("no", "yes", "never")}
    return Table(X=np.array(X, dtype=float), y=np.array(y), **(parts | rest))


def test_counts_classes_without_members_too():
    assert table().class_counts() == {"no": 2, "yes": 1, "never": 0}


def test_says_itself_in_a_line():
    """However many rows: a table in a traceback or a notebook is not its numbers."""
    many = table(X=[(0, 1.5)] * 5000, y=[1] * 5000)
    assert repr(many) == "Table toy: 5000 rows, 2 attributes, classes no (0), yes (5000), never (0)"
    classes = tuple(f"c{i}" for i in range(12))
    assert repr(table(classes=classes)).endswith("c8 (0), c9 (0), ...")


def test_owns_its_arrays():
    X, y = np.zeros((1, 1)), np.array([0])
    toy = Table("toy", (SIZE,), X, y, ("no",))
    X[0, 0] = 5
    assert toy.X[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        toy.y[0] = 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"X": [[0, 1], [2, 1], [0, 1]]}, r"colour of row 1 .* is 2; .* index into its 2 values"),
        ({"X": [[0.5, 1], [0, 1], [0, 1]]}, r"colour of row 0 .* is 0\.5;"),
        ({"X": [[-1, 1], [0, 1], [0, 1]]}, r"colour of row 0 .* is -1;"),
        ({"X": [[0, 1], [0, 1], [0, np.inf]]}, r"size of row 2 .* is inf; .* a finite number"),
        ({"y": [0, 3, 0]}, r"class of row 1 .* is 3; .* the 3 classes"),
        ({"y": [0, 1, -1]}, r"class of row 2 .* is -1;"),
        ({"y": [0, NAN, 0]}, r"class of row 1 .* is nan; .* none may be missing"),
        ({"y": [0, 1]}, r"X has shape \(3, 2\), y \(2,\)"),
        ({"X": [0, 1, 0]}, r"X has shape \(3,\)"),
        ({"X": [[0], [0], [0]]}, "1 columns for 2 attributes"),
        ({"X": np.zeros((0, 2)), "y": []}, "no rows"),
        ({"attributes": (SIZE, SIZE)}, "'size' stands twice among the attributes"),
        ({"attributes": (SIZE, Attribute("class", None))}, "'class' stands twice.*own name"),
        ({"attributes": (Attribute("a", ("x", "x")), SIZE)}, "'x' stands twice.*values of a"),
        ({"attributes": (Attribute("a", ()), SIZE)}, "no values of a"),
        ({"classes": ("no", "no", "yes")}, "'no' stands twice among the classes"),
    ],
)
def test_refuses_what_is_wrong(wrong, message):
    with pytest.raises(ValueError, match=message) as error:
        table(**wrong)
    assert str(error.value).startswith("toy: ")
    assert "\n" not in str(error.value)


def test_arff_of_a_small_table():
    assert "".join(arff_lines(table())).splitlines() == [
        "@relation toy",
        "",
        "@attribute colour {red,green}",
        "@attribute size numeric",
        "@attribute class {no,yes,never}",
        "",
        "@data",
        "red,1.5,no",
        "green,?,yes",
        "?,-2,no",
    ]


def test_quotes_what_would_be_misread():
    """A lone question mark means missing, a comma ends a cell, a blank ends a name."""
    odd = ("?", "a b", "x,y", "it's", "{z}", "%", "")
    toy = Table("odd one", (Attribute("a b", odd),), np.array([[0.0]]), np.array([0]), ("n", "p"))
    lines = list(arff_lines(toy))
    assert lines[0] == "@relation 'odd one'\n\n"
    assert lines[1] == "@attribute 'a b' {'?','a b','x,y','it\\'s','{z}','%',''}\n"
    assert lines[-1] == "'?',n\n"


@st.composite
def tables(draw):
    words = st.text("abcXYZ019_.+-<>", min_size=1, max_size=4)
    domains = st.lists(words, min_size=1, max_size=4, unique=True).map(tuple)
    kinds = draw(st.lists(st.none() | domains, min_size=1, max_size=4))
    attributes = tuple(Attribute(f"x{i}", kind) for i, kind in enumerate(kinds))
    n = draw(st.integers(1, 6))
    columns = [draw(st.lists(_cells(kind), min_size=n, max_size=n)) for kind in kinds]
    classes = draw(domains)
    y = draw(st.lists(st.integers(0, len(classes) - 1), min_size=n, max_size=n))
    return Table("any", attributes, np.array(columns, dtype=float).T, np.array(y), classes)


def _cells(kind):
    numbers = st.floats(allow_nan=False, allow_infinity=False, width=32)
    return st.just(NAN) | (numbers if kind is None else st.integers(0, len(kind) - 1))


@given(tables())
def test_scipy_reads_the_arff_back(toy):
    rows, meta = arff.loadarff(io.StringIO("".join(arff_lines(toy))))
    assert meta.names() == [*(a.name for a in toy.attributes), "class"]
    for attribute, x in zip(toy.attributes, toy.X.T, strict=True):
        if attribute.values is None:
            assert np.array_equal(rows[attribute.name], x, equal_nan=True)
        else:
            assert meta[attribute.name][1] == attribute.values
            wanted = ["?" if np.isnan(v) else attribute.values[int(v)] for v in x]
            assert [v.decode() for v in rows[attribute.name]] == wanted
    assert [v.decode() for v in rows["class"]] == [toy.classes[code] for code in toy.y]


def test_written_whole_with_its_rows(tmp_path):
    path = tmp_path / "new" / "toy.arff"
    assert write_arff(table(), path) == 3
    assert path.read_text() == "".join(arff_lines(table()))
    assert [p.name for p in path.parent.iterdir()] == ["toy.arff"]
