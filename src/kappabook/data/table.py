"""A data set as WEKA holds it: codes of nominal values, numbers, and one class per row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kappabook.system.files import writing

CLASS = "class"  # what the last column is called in a file


@dataclass(frozen=True)
class Attribute:
    """One input: its name, and its nominal values in WEKA's order (None for a number).

    Examples
    --------
    >>> from kappabook.data import Attribute
    >>> Attribute("colour", ("red", "blue"))
    Attribute(name='colour', values=('red', 'blue'))
    """

    name: str
    values: tuple[str, ...] | None


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """A data set: rows in the order of the file, on which the seeded folds depend.

    Attributes
    ----------
    name : str
        Key of the data set.
    attributes : tuple of Attribute
    X : ndarray of shape (n, n_attributes)
        float64: index of the nominal value, or the number; nan where it is missing.
    y : ndarray of shape (n,)
        Index of the class.
    classes : tuple of str
        In WEKA's order, on which some classifiers depend; may hold classes without members.

    Raises
    ------
    ValueError
        Shapes that disagree, a code out of range, a missing class: which, where, what to do.

    Examples
    --------
    >>> import numpy as np
    >>> from kappabook.data import Attribute, Table
    >>> size, colour = Attribute("size", None), Attribute("colour", ("red", "blue"))
    >>> Table("balls", (size, colour), np.array([[1.5, 0], [2.5, 1]]), np.array([0, 0]), ("A", "B"))
    Table balls: 2 rows, 2 attributes, classes A (2), B (0)
    """

    name: str
    attributes: tuple[Attribute, ...]
    X: NDArray[np.float64]
    y: NDArray[np.intp]
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        """Check the values, and keep copies of the arrays that nobody can alter."""
        _check_names(self)
        X = np.array(self.X, dtype=np.float64)
        y = np.asarray(self.y)
        _check_shapes(self, X, y)
        _check_classes(self, y)
        for column, attribute in enumerate(self.attributes):
            _check_values(self.name, attribute, X[:, column])
        for field, array in (("X", X), ("y", y.astype(np.intp))):
            array.setflags(write=False)
            object.__setattr__(self, field, array)

    def __repr__(self) -> str:
        classes = [f"{name} ({count})" for name, count in self.class_counts().items()]
        more = ", ..." if len(classes) > 10 else ""
        return (
            f"Table {self.name}: {len(self.y)} rows, {len(self.attributes)} attributes, "
            f"classes {', '.join(classes[:10])}{more}"
        )

    def class_counts(self) -> dict[str, int]:
        """Members of each class, in the order of `classes`; 0 for a class without any."""
        counts = np.bincount(self.y, minlength=len(self.classes))
        return dict(zip(self.classes, counts.tolist(), strict=True))


def arff_lines(table: Table) -> Iterator[str]:
    """Yield the lines of the table as WEKA's own format, ARFF, the class last."""
    yield f"@relation {_quoted(table.name)}\n\n"
    for attribute in table.attributes:
        kind = "numeric" if attribute.values is None else _braces(attribute.values)
        yield f"@attribute {_quoted(attribute.name)} {kind}\n"
    yield f"@attribute {CLASS} {_braces(table.classes)}\n\n@data\n"
    for row, code in zip(table.X, table.y, strict=True):
        cells = (_cell(a, x) for a, x in zip(table.attributes, row, strict=True))
        yield ",".join([*cells, _quoted(table.classes[code])]) + "\n"


def write_arff(table: Table, path: Path) -> int:
    """Write the table as an ARFF file that WEKA opens.

    Parameters
    ----------
    table : Table
    path : Path
        The file; it is whole or absent.

    Returns
    -------
    int
        The number of its rows.

    Raises
    ------
    OSError
        The file cannot be written.

    Examples
    --------
    >>> from kappabook import encode, write_arff
    >>> write_arff(encode("balance-scale"), Path("balance-scale.arff"))  # doctest: +SKIP
    625
    """
    with writing(path) as (draft,):
        draft.write_text("".join(arff_lines(table)), encoding="utf-8", newline="\n")
    return len(table.y)


def _check_names(table: Table) -> None:
    _check_distinct("a table", "names", [table.name])
    _check_distinct(table.name, "attributes", [*(a.name for a in table.attributes), CLASS])
    _check_distinct(table.name, "classes", table.classes)
    for attribute in table.attributes:
        if attribute.values is not None:
            _check_distinct(table.name, f"values of {attribute.name}", attribute.values)


def _check_distinct(name: str, what: str, texts: tuple[str, ...] | list[str]) -> None:
    if not texts:
        raise ValueError(f"{name}: no {what}; name at least one.")
    for text in texts:
        if not text.isprintable():
            raise ValueError(f"{name}: {text!r} among the {what} has a control character; rename.")
    for text in texts:
        if list(texts).count(text) > 1:
            why = f" ({CLASS!r} is the class's own name)" if text == CLASS else ""
            raise ValueError(f"{name}: {text!r} stands twice among the {what}{why}; rename one.")


def _check_shapes(table: Table, X: NDArray[np.float64], y: NDArray[np.generic]) -> None:
    if X.ndim != 2 or y.ndim != 1 or len(X) != len(y):
        raise ValueError(
            f"{table.name}: X has shape {X.shape}, y {y.shape}; "
            "give X one row and y one class for each case."
        )
    if X.shape[1] != len(table.attributes):
        raise ValueError(
            f"{table.name}: X has {X.shape[1]} columns for {len(table.attributes)} attributes; "
            "give one for each."
        )
    if not len(y):
        raise ValueError(f"{table.name}: no rows; a table needs at least one.")


def _check_classes(table: Table, y: NDArray[np.generic]) -> None:
    known = np.isin(y, np.arange(len(table.classes)))
    if not known.all():
        row = int(np.argmin(known))
        raise ValueError(
            f"{table.name}: the class of row {row} (counted from 0) is {y[row]}; it must be an "
            f"index into the {len(table.classes)} classes, and none may be missing. "
            "Give it one or leave the row out."
        )


def _check_values(name: str, attribute: Attribute, x: NDArray[np.float64]) -> None:
    missing = np.isnan(x)
    if attribute.values is None:
        good, wanted = missing | np.isfinite(x), "a finite number"
    else:
        n = len(attribute.values)
        good, wanted = missing | np.isin(x, np.arange(n)), f"an index into its {n} values"
    if not good.all():
        row = int(np.argmin(good))
        raise ValueError(
            f"{name}: {attribute.name} of row {row} (counted from 0) is {x[row]:g}; it must be "
            f"{wanted}, or nan where it is missing."
        )


def _braces(values: tuple[str, ...]) -> str:
    return "{" + ",".join(map(_quoted, values)) + "}"


def _cell(attribute: Attribute, x: np.float64) -> str:
    if np.isnan(x):
        return "?"
    if attribute.values is None:
        return np.format_float_positional(x, trim="-")
    return _quoted(attribute.values[int(x)])


def _quoted(text: str) -> str:
    """Quote a text that is not a plain word: blanks, commas, a lone ? (which means missing)."""
    if re.fullmatch(r"[\w.+<>=-]+", text, flags=re.ASCII):
        return text
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
