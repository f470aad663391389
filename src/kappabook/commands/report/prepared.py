"""From a table to what scikit-learn trains on; every decision is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from kappabook.commands.reading.gaps import gap_words, is_surely_gap, missing_labels
from kappabook.commands.reading.labels import (
    in_order,
    one_spelling,
    refuse_long,
    remarks,
    spelling_note,
    times,
)
from kappabook.commands.reading.read_table import Table, listed
from kappabook.commands.reading.repeats import repeated_cases
from kappabook.commands.report.columns import (
    MISSING,
    MOST_CATEGORIES,
    RawData,
    Source,
    may_number_rows,
    nearest,
    open_data,
    read_column,
    useless,
)

# More classes than this are taken for a measurement.
_MOST_CLASSES = 50


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
    head : DataFrame of shape (3, n_columns)
        The first rows as they stand in the file.
    classes : tuple of str
    positive : int or None
        Code of the positive class; None with more than two classes, unless one was named.
    columns : DataFrame
        Of each column of the file, set aside or not: kind, missing, distinct, decision.
    rows : dict
        ``read``, ``used`` and ``set_aside``.
    notes : tuple of str
        What was decided, for the reader.
    groups : ndarray of shape (n,) or None
        Rows of one group stay in one fold.
    """

    name: str
    target: str
    X: pd.DataFrame
    y: NDArray[np.intp]
    head: pd.DataFrame
    classes: tuple[str, ...]
    positive: int | None
    columns: pd.DataFrame
    rows: dict[str, int]
    notes: tuple[str, ...] = ()
    groups: NDArray[Any] | None = None

    @property
    def labels(self) -> NDArray[Any]:
        """The classes of the rows by name, of shape (n,)."""
        return np.asarray(self.classes)[self.y]

    @property
    def is_binary(self) -> bool:
        """Whether there are two classes."""
        return len(self.classes) == 2

    def balance(self) -> pd.DataFrame:
        """Cases and share of each class."""
        counts = np.bincount(self.y, minlength=len(self.classes))
        index = pd.Index(self.classes, name="class")
        return pd.DataFrame({"cases": counts, "share": counts / counts.sum()}, index)

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
        dates = make_pipeline(DateParts(), clone(numbers))
        steps = [
            ("number", numbers, make_column_selector(dtype_include="number")),
            ("category", categories, make_column_selector(dtype_exclude=["number", "datetime"])),
            ("date", dates, make_column_selector(dtype_include="datetime")),
        ]
        there = [(kind, step, columns(self.X)) for kind, step, columns in steps]
        return make_pipeline(ColumnTransformer([one for one in there if one[2]]), clone(classifier))

    def __repr__(self) -> str:
        shares = ", ".join(f"{k} ({n})" for k, n in self.balance()["cases"].items())
        return f"{self.name}: {len(self.y)} rows, {self.X.shape[1]} columns, classes {shares}"


class DateParts(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Make of each date: days since 1970, month, day of the week and hour."""

    def fit(self, X: pd.DataFrame, y: object = None) -> DateParts:  # noqa: ARG002
        """Learn nothing."""
        return self

    def transform(self, X: pd.DataFrame) -> NDArray[np.float64]:
        """Return four columns for each column of dates, nan where there is none."""
        parts: list[Any] = []
        for name in X.columns:
            date = pd.to_datetime(X[name])
            days = (date - pd.Timestamp(0)) / pd.Timedelta(days=1)
            parts += [days, date.dt.month, date.dt.day_of_week, date.dt.hour]
        return np.column_stack([np.asarray(part, dtype=float) for part in parts])


def prepare(
    source: Source,
    target: str | None = None,
    *,
    positive: str | None = None,
    ignore: Sequence[str] = (),
    group: str | None = None,
    missing: Sequence[str] = (),
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | int | None = None,
) -> Prepared:
    """Read a table; decide what is predicted, from what, and what is left out.

    Parameters
    ----------
    source : str, Path or DataFrame
        A file of CSV, Parquet or JSON lines; a data frame; or a name in `SAMPLES`, of a data set
        of scikit-learn, where there is no file of that name.
    target : str
        The column to predict. A data set of scikit-learn has one, which needs no name.
    positive : str, optional
        The positive class; of two classes, by default the rarer.
    ignore : sequence of str
        Columns that are not to be used.
    group : str, optional
        A column that names what rows belong together, such as a patient; such rows are never
        split between training and test. Nothing is predicted from it.
    missing : sequence of str
        Words and codes that stand for a gap in any column, such as '-999'; a number is compared
        as a number.
    decimal : {'.', ','}, optional
        The decimal mark, where a number such as 1.279 has two readings.
    header : bool, optional
        Whether the first row of a file names the columns; if not, they are 'column 1', 'column 2',
        ... By default it does, and rows that look otherwise are refused.
    sheet : str or int, optional
        The sheet of a workbook, by name or number; by default the first with data.

    Raises
    ------
    ValueError, OSError
        What is no table, with file, line, value and remedy; no such column or class (with the
        nearest names); one class; a target that looks like a measurement; no column to predict
        from; a row without a group.

    Examples
    --------
    >>> from kappabook.commands.report import prepare
    >>> prepare("wine", "cultivar")
    wine: 178 rows, 13 columns, classes class_0 (59), class_1 (71), class_2 (48)
    """
    if isinstance(missing, str):
        missing = [missing]
    with open_data(source, decimal=decimal, header=header, sheet=sheet) as data:
        return _prepared(data, target, positive, ignore, group, missing)


def _prepared(
    data: RawData,
    target: str | None,
    positive: str | None,
    ignore: Sequence[str],
    group: str | None,
    missing: Sequence[str],
) -> Prepared:
    if target is None and not (target := data.sample_target):
        raise ValueError(
            f"{data.name}: name the column to predict, --target COLUMN. Its columns are "
            f"{listed([*data.cells])}."
        )
    if not isinstance(target, str):
        raise ValueError(
            f"target is of type {type(target).__name__}; name the column of the table that is to "
            "be predicted."
        )
    labels, unused, notes = _classes(data, target, positive, missing)
    notes = [*data.notes, *notes]
    aside = dict.fromkeys(ignore, "You asked to leave it out.")
    if group is not None:
        aside[group] = "It says which rows belong together (--group)."
    if target in aside:
        raise ValueError(
            f"{target!r} is the column to predict; name another for --ignore, --group."
        )
    for name in aside:
        data.column(name)
    counts = Counter(labels.dropna())
    _refuse_target(data.name, target, counts)
    single = sorted(label for label, n in counts.items() if n == 1)
    if single and len(counts) - len(single) < 2:
        raise ValueError(
            f"{data.name}: class {single[0]!r} of {target!r} has one row; cross-validation "
            "needs two or more of each class. Add rows, or join classes."
        )
    if single:
        notes.append(
            f"Rows that are the only one of their class, and were set aside: {len(single)} "
            f"({listed(single, 5)}). They cannot be both learned and tested."
        )
    kept = labels[labels.notna() & ~labels.isin(single)]
    classes = tuple(in_order(kept))
    y = np.asarray(kept.map(classes.index), dtype=np.intp)
    notes += [f"Target {target!r}: {x}" for x in remarks(Counter(kept), len(kept), raters=False)]
    if group is None:
        notes += _repeats(data.table, target)
    used, decisions = {}, {}
    for name in data.cells.columns.drop(target):
        texts = data.column(name)
        kind, values, said = "set aside", None, aside.get(name, "")
        said = said or useless(name, texts, unnamed=name in data.table.unnamed)
        if not said:
            here = texts[kept.index]
            gaps, unfound = missing_labels(here.dropna().unique(), missing)
            unused &= {*unfound}
            kind, values, said = read_column(here, partial(data.number_form, name), gaps)
        if values is not None:
            used[name] = values
            said = " ".join(filter(None, (said, may_number_rows(name, texts), _answer(values, y))))
        if said:
            notes.append(f"Column {name!r}: {said}")
        of = texts[kept.index] if values is None else values
        gap = of.isna() | (of == MISSING)
        decisions[name] = (kind, int(gap.sum()), of[~gap].nunique(), said)
    if unused:
        notes.append(f"--missing: {listed(sorted(unused))} stands in no column that is used.")
    if not used:
        raise ValueError(
            f"{data.name}: no column is left to predict {target!r} from: "
            + " ".join(note for note in notes if note.startswith("Column"))
        )
    chosen, why_positive = _positive(classes, np.bincount(y), positive)
    heads = ["kind", "missing", "distinct", "decision"]
    columns = pd.DataFrame.from_dict(decisions, orient="index", columns=heads)
    rows = {"read": len(labels), "used": len(kept), "set_aside": len(labels) - len(kept)}
    return Prepared(
        data.name,
        target,
        pd.DataFrame(used).reset_index(drop=True),
        y,
        data.cells.head(3),
        classes,
        chosen,
        columns.rename_axis("column"),
        rows,
        (*notes, *why_positive),
        None if group is None else _groups(data, group, kept.index),
    )


def _classes(
    data: RawData, target: str, positive: str | None, missing: Sequence[str]
) -> tuple[pd.Series[Any], set[str], list[str]]:
    """Read the classes, None where there is none; the words of --missing not among them; notes."""
    labels = data.column(target)
    found = labels.dropna().unique()
    gaps, unused = missing_labels(found, missing)
    gaps |= {label for label in gap_words(found) if is_surely_gap(label)}
    words = labels[labels.isin(gaps)].value_counts()
    labels = labels.mask(labels.isin(gaps), None)
    same = one_spelling([set(labels.dropna())], [] if positive is None else [positive])
    notes = [spelling_note(same)] if same else []
    if n := int(labels.isna().sum()):
        shown = ", ".join(f"{word!r} {times(k)}" for word, k in words.items())
        shown = f" (of them {shown})" if shown else ""
        notes.append(f"Rows without {target!r}, which were set aside: {n}{shown}.")
    return labels.replace(same), {*unused}, notes


def _repeats(table: Table, target: str) -> list[str]:
    """Say if the same cases stand in several rows, of which some may be training and some test."""
    found = repeated_cases(table, target, ())
    if found is None:
        return []
    return [
        f"{found.finding} If these are the same cases, classifiers are tested on cases that they "
        f"have learned, and look better than they are: give --group {found.column}."
    ]


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
    refuse_long(counts, f"{name}, column {target!r}")


def _answer(values: pd.Series[Any], y: NDArray[np.intp]) -> str:
    """Warn of a column that gives the answer away; it stays, since it may be known in time."""
    pairs = pd.DataFrame({"x": pd.factorize(values)[0], "y": y}).drop_duplicates()
    if values.nunique() > _MOST_CLASSES or not pairs["x"].is_unique or not pairs["y"].is_unique:
        return ""
    return "It tells the class exactly. If it is only known afterwards, leave it out: --ignore."


def _groups(data: RawData, group: str, kept: pd.Index[Any]) -> NDArray[Any]:
    texts = data.column(group)[kept]
    if gaps := int(texts.isna().sum()):
        raise ValueError(
            f"{data.name}: {gaps} rows have no {group!r}; name their groups, or leave the rows out."
        )
    return np.asarray(pd.factorize(texts)[0])


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
    why = "the second of two equally frequent ones" if counts[0] == counts[1] else "the rarer one"
    return rarer, [
        f"The positive class is {classes[rarer]!r}, {why}. F1, AUK, H and costs depend on that "
        "choice."
    ]
