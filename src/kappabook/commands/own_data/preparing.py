"""From a table of text to what scikit-learn trains on, with every decision said."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

from kappabook.commands.files.tables import listed
from kappabook.commands.label_checks import refuse_long
from kappabook.commands.own_data.columns import (
    MOST_CATEGORIES,
    Cells,
    Column,
    is_gap,
    number_of_row,
    read_column,
)
from kappabook.commands.own_data.reading import RawData, nearest
from kappabook.data.table import in_order

# More classes than this are taken for a measurement.
_MOST_CLASSES = 50
_GAPS = frozenset({"na", "n/a", "nan", "null", "?", "#n/a"})


@dataclass(frozen=True, eq=False, repr=False)
class Prepared:
    """Data ready for training.

    Attributes
    ----------
    name, target : str
    X : DataFrame of shape (n, n_columns)
        Numbers, dates and categories; gaps in it are filled inside the pipeline.
    y : ndarray of shape (n,)
        Code of each row's class.
    classes : tuple of str
    positive : int or None
        Code of the positive class; None with more than two classes, unless one was named.
    columns : tuple of Column
        Those set aside too.
    rows : dict
        ``read``, ``used`` and ``set_aside``.
    notes : tuple of str
        What was decided, for the reader.
    """

    name: str
    target: str
    X: pd.DataFrame
    y: NDArray[np.intp]
    classes: tuple[str, ...]
    positive: int | None
    columns: tuple[Column, ...]
    rows: dict[str, int]
    notes: tuple[str, ...] = field(default=())

    @property
    def labels(self) -> NDArray[Any]:
        """The classes of the rows by name, of shape (n,)."""
        return np.asarray(self.classes, dtype=object)[self.y]

    @property
    def is_binary(self) -> bool:
        """Whether there are two classes."""
        return len(self.classes) == 2

    def balance(self) -> pd.DataFrame:
        """Cases and share of each class."""
        counts = np.bincount(self.y, minlength=len(self.classes))
        return pd.DataFrame(
            {"cases": counts, "share": counts / counts.sum()},
            index=pd.Index(self.classes, name="class"),
        )

    def decisions(self) -> pd.DataFrame:
        """One row per column of the file: what it holds, and what was decided."""
        rows = [(c.name, c.kind, c.n_missing, c.n_distinct, c.decision) for c in self.columns]
        names = ["column", "kind", "missing", "distinct", "decision"]
        return pd.DataFrame(rows, columns=names).set_index("column")

    def pipeline(self, classifier: Any) -> Pipeline:
        """Put a classifier behind the steps that make its inputs from the columns.

        Everything that is learned from data, medians and categories too, is learned from the
        training rows alone.
        """
        numbers = make_pipeline(
            SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True),
            StandardScaler(),
        )
        categories = OneHotEncoder(
            handle_unknown="infrequent_if_exist",
            max_categories=MOST_CATEGORIES,
            sparse_output=False,
        )
        dates = make_pipeline(FunctionTransformer(date_parts), clone(numbers))
        parts = [("number", numbers), ("category", categories), ("date", dates)]
        kinds = {
            kind: [c.name for c in self.columns if c.kind == kind and c.name in self.X]
            for kind, _ in parts
        }
        columns = [(kind, step, kinds[kind]) for kind, step in parts if kinds[kind]]
        return make_pipeline(ColumnTransformer(columns), clone(classifier))

    def __repr__(self) -> str:
        shares = ", ".join(f"{k} ({n})" for k, n in self.balance()["cases"].items())
        return f"{self.name}: {len(self.y)} rows, {self.X.shape[1]} columns, classes {shares}"


def date_parts(frame: pd.DataFrame) -> NDArray[np.float64]:
    """Make of each date: days since 1970, month, day of the week and hour."""
    parts: list[Any] = []
    for name in frame.columns:
        date = pd.to_datetime(frame[name])
        days = (date - pd.Timestamp(0)) / pd.Timedelta(days=1)
        parts += [days, date.dt.month, date.dt.day_of_week, date.dt.hour]
    return np.column_stack([np.asarray(part, dtype=float) for part in parts])


def prepare(
    data: RawData, target: str, *, positive: str | None = None, ignore: tuple[str, ...] = ()
) -> Prepared:
    """Decide what is predicted, from what, and which rows and columns are left out.

    Parameters
    ----------
    data : RawData
    target : str
        The column to predict.
    positive : str, optional
        The positive class; of two classes, by default the rarer.
    ignore : tuple of str
        Columns that are not to be used.

    Raises
    ------
    ValueError
        No such column or class (with the nearest names); one class; a target that looks like a
        measurement; no column to predict from.
    """
    labels = [None if c is None or is_gap(c, _GAPS) else c.strip() for c in data.column(target)]
    for name in ignore:
        data.column(name)
    notes = list(data.notes)
    counts = Counter(label for label in labels if label is not None)
    _refuse_target(data.name, target, counts)
    refuse_long(counts, f"{data.name}, column {target!r}")
    gaps = len(labels) - counts.total()
    if gaps:
        notes.append(f"Rows without {target!r}, which were set aside: {gaps}.")
    single = {label for label, n in counts.items() if n == 1}
    if single and len(counts) - len(single) >= 2:
        notes.append(
            f"Rows that are the only one of their class, and were set aside: {len(single)} "
            f"({listed(sorted(single), 5)}). They cannot be both learned and tested."
        )
        counts = Counter({label: n for label, n in counts.items() if n > 1})
    elif single:
        raise ValueError(
            f"{data.name}: class {sorted(single)[0]!r} of {target!r} has one row; cross-validation "
            "needs two or more of each class. Add rows, or join classes."
        )
    keep = [i for i, label in enumerate(labels) if label in counts]
    classes = in_order(set(counts))
    place = {label: code for code, label in enumerate(classes)}
    y = np.array([place[str(labels[i])] for i in keep], dtype=np.intp)
    columns = [
        Column(name, "set aside", None, 0, 0, "You asked to leave it out.")
        if name in ignore
        else _read(name, cells, keep, unnamed=name in data.unnamed)
        for name, cells in data.columns.items()
        if name != target
    ]
    columns = [_without_twin(column, y) for column in columns]
    notes += [f"Column {c.name!r}: {c.decision}" for c in columns if c.decision]
    used = {c.name: c.cells for c in columns if c.kind != "set aside"}
    if not used:
        raise ValueError(
            f"{data.name}: no column is left to predict {target!r} from: "
            + " ".join(note for note in notes if note.startswith("Column"))
        )
    chosen, said = _positive(classes, np.bincount(y), positive)
    rows = {"read": len(labels), "used": len(keep), "set_aside": len(labels) - len(keep)}
    return Prepared(
        data.name,
        target,
        pd.DataFrame(used),
        y,
        classes,
        chosen,
        tuple(columns),
        rows,
        (*notes, *said),
    )


def _read(name: str, cells: Cells, keep: list[int], *, unnamed: bool) -> Column:
    """Read a column of the rows kept; whether it numbers rows is seen in all of them."""
    if not unnamed and (why := number_of_row(name, cells)):
        filled = {cell for cell in cells if cell is not None}
        return Column(name, "set aside", None, cells.count(None), len(filled), why)
    return read_column(name, [cells[i] for i in keep], unnamed=unnamed)


def _refuse_target(name: str, target: str, counts: Counter[str]) -> None:
    if len(counts) < 2:
        only = f"one class, {next(iter(counts))!r}" if counts else "no value at all"
        raise ValueError(
            f"{name}: {target!r} has {only}; a classifier needs two or more to tell apart."
        )
    if len(counts) > _MOST_CLASSES:
        raise ValueError(
            f"{name}: {target!r} has {len(counts)} different values in {counts.total()} rows; it "
            f"looks like a measurement or a name. Give a column of at most {_MOST_CLASSES} "
            "classes, or cut this one into classes."
        )


def _without_twin(column: Column, y: NDArray[np.intp]) -> Column:
    """Warn of a column that gives the answer away; it stays, since it may be known in time."""
    if column.kind == "set aside" or column.n_distinct > _MOST_CLASSES:
        return column
    codes = pd.factorize(np.asarray(column.cells))[0]
    pairs = set(zip(codes.tolist(), y.tolist(), strict=True))
    if len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
        said = "It tells the class exactly. If it is only known afterwards, leave it out: --ignore."
        values = (column.name, column.kind, column.cells, column.n_missing, column.n_distinct)
        return Column(*values, f"{column.decision} {said}".strip())
    return column


def _positive(
    classes: tuple[str, ...], counts: NDArray[np.intp], wanted: str | None
) -> tuple[int | None, list[str]]:
    if wanted is not None:
        if wanted not in classes:
            raise ValueError(f"no class {wanted!r} for --positive{nearest(wanted, classes)}")
        return classes.index(wanted), []
    if len(classes) > 2:
        return None, []
    rarer = 0 if counts[0] < counts[1] else 1
    return rarer, [
        f"The positive class is {classes[rarer]!r}, the "
        + ("second of two equally frequent ones" if counts[0] == counts[1] else "rarer one")
        + ". F1, AUK, H and costs depend on that choice."
    ]
