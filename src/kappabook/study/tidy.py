"""The tidy result tables of a study: read, checked, and put into one order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.data.table import in_order

FOLD = ("dataset", "classifier", "engine", "engine_version", "repeat", "fold")
COLUMNS = (*FOLD, "actual", "predicted", "count")
SCORE_COLUMNS = (*FOLD, "accuracy", "kappa")
_WHOLE = ("repeat", "fold", "count")
_REAL = ("accuracy", "kappa")

Classes = dict[str, tuple[str, ...]]


def read_text(path: Path) -> pd.DataFrame:
    """Read a CSV file as text, every cell as it stands: a class may be called NA."""
    try:
        return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[])
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no CSV table: {' '.join(str(error).split())}.") from None


def read_scores(path: Path | str) -> pd.DataFrame:
    """Read a file of scores per fold, without confusion matrices, for :func:`summarise`.

    Parameters
    ----------
    path : Path or str
        A CSV file with the columns ``dataset, classifier, engine, engine_version, repeat, fold,
        accuracy, kappa``, as :meth:`Results.write_scores` writes it.

    Returns
    -------
    DataFrame
        These columns, one row per fold.

    Raises
    ------
    ValueError, OSError
        As :meth:`Results.read`.

    Examples
    --------
    >>> from kappabook.checkout import results_folder
    >>> from kappabook.study.tidy import read_scores
    >>> read_scores(results_folder() / "study-weka-seeds.csv")["repeat"].nunique()
    9
    """
    frame = typed(read_text(Path(path)), SCORE_COLUMNS, Path(path))
    _refuse_twins(frame, FOLD[:3] + FOLD[4:], Path(path))
    return frame


def typed(frame: pd.DataFrame, columns: tuple[str, ...], path: Path | None) -> pd.DataFrame:
    """Return these columns alone: names as text, whole and real numbers as numbers.

    A column that is missing, a table without rows, and a cell that is empty or not such a number
    raise ValueError.
    """
    source = "the table" if path is None else str(path)
    if not hasattr(frame, "columns"):
        raise TypeError(f"counts are a {type(frame).__name__}; give a data frame.")
    if missing := [name for name in columns if name not in frame.columns]:
        raise ValueError(
            f"{source} has no column {', '.join(missing)}; it needs {', '.join(columns)}."
        )
    if frame.empty:
        raise ValueError(f"{source} has no rows; a study has at least one fold.")
    table = {}
    for name in columns:
        column = frame[name]
        if name in (*_WHOLE, *_REAL):
            table[name] = _numbers(column, name, path)
        else:
            text = column.astype(str).to_numpy(dtype=object)
            empty = column.isna().to_numpy() | (text == "")
            if empty.any():
                at = int(np.argmax(empty))
                raise ValueError(f"{place(path, at)}: {name} is empty; give a name.")
            table[name] = text
    return pd.DataFrame(table)


def _numbers(
    column: pd.Series[str], name: str, path: Path | None
) -> NDArray[np.float64 | np.int64]:
    values = pd.to_numeric(column, errors="coerce").to_numpy(dtype=float)
    if name in _REAL:
        # An undefined kappa is an empty cell, or nan.
        absent = column.isna() | column.astype(str).str.lower().isin(["", "nan"])
        bad = np.isnan(values) & ~absent.to_numpy() | (np.abs(values) > 1)
        remedy = "give a number from -1 to 1, or nothing where it is undefined"
    else:
        bad = ~((values >= 1) & (values < 2**53) & (values == np.floor(values)))
        remedy = "give a whole number from 1 on"
    if bad.any():
        at = int(np.argmax(bad))
        raise ValueError(f"{place(path, at)}: {name} is {column.iloc[at]!r}; {remedy}.")
    return values if name in _REAL else values.astype(np.int64)


def place(path: Path | None, position: int) -> str:
    """Say where a row stands: its line in the file, the first being the head."""
    return f"row {position}" if path is None else f"{path}, line {position + 2}"


def tidy(frame: pd.DataFrame, path: Path | None = None) -> tuple[pd.DataFrame, Classes]:
    """Check a table of counts and put its rows into their one order; return the classes too.

    Data sets, classifiers and engines keep the order in which they first appear; within them
    come repeat, fold, true class and predicted class, classes by value if all are numbers.

    Raises
    ------
    ValueError
        As for :func:`typed`; the same cell twice; an engine in two versions; classifiers that
        were tested on other rows in the same fold; repeats that hold other rows.
    """
    counts = typed(frame, COLUMNS, path)
    _refuse_twins(counts, (*FOLD[:3], *FOLD[4:], "actual", "predicted"), path)
    _refuse_versions(counts, path)
    _refuse_other_rows(counts, path)
    classes, actual, predicted = class_positions(counts)
    first = [pd.factorize(counts[name])[0] for name in FOLD[:3]]
    numbers = [counts[name].to_numpy() for name in ("fold", "repeat")]
    order = np.lexsort((predicted, actual, *numbers, *reversed(first)))
    return counts.iloc[order].reset_index(drop=True), classes


def class_positions(
    counts: pd.DataFrame, declared: Mapping[str, Iterable[str]] | None = None
) -> tuple[Classes, NDArray[np.intp], NDArray[np.intp]]:
    """Give each class its number in its data set; by default those that occur, sorted."""
    classes: Classes = {}
    actual, predicted = np.empty(len(counts), np.intp), np.empty(len(counts), np.intp)
    codes, datasets = pd.factorize(counts["dataset"])
    # Sorted once: to look for each data set among all cells takes minutes for 10^4 of them.
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=len(datasets)))[:-1]
    for dataset, here in zip(datasets, np.split(order, ends), strict=True):
        truth, guess = (counts[name].to_numpy()[here] for name in ("actual", "predicted"))
        present = {*truth, *guess}
        if declared is not None and dataset in declared:
            classes[dataset] = tuple(map(str, declared[dataset]))
            if strange := present - {*classes[dataset]}:
                raise ValueError(
                    f"{dataset} has the class {min(strange)!r}, which is not declared; the "
                    f"classes given are {', '.join(classes[dataset])}."
                )
        else:
            classes[dataset] = in_order(present)
        index = pd.Index(classes[dataset])
        actual[here], predicted[here] = (
            index.get_indexer(pd.Index(column)) for column in (truth, guess)
        )
    return classes, actual, predicted


# --- what makes a study whole -----------------------------------------------------------------


def _refuse_twins(counts: pd.DataFrame, key: tuple[str, ...], path: Path | None) -> None:
    again = counts.duplicated(list(key)).to_numpy()
    if again.any():
        at = int(np.argmax(again))
        row = counts.iloc[at]
        cell = f", {row['actual']!r} predicted {row['predicted']!r}," if "actual" in key else ""
        raise ValueError(
            f"{place(path, at)}: {_fold(row)}{cell} stands twice; each fold is counted once."
        )


def _refuse_versions(counts: pd.DataFrame, path: Path | None) -> None:
    seen: dict[str, str] = {}
    pairs = counts[["engine", "engine_version"]].drop_duplicates()
    for at, engine, version in pairs.itertuples():
        if seen.setdefault(engine, version) != version:
            raise ValueError(
                f"{place(path, at)}: engine {engine} is of version {version}, before it was "
                f"{seen[engine]}; results of one engine come from one version."
            )


def _refuse_other_rows(counts: pd.DataFrame, path: Path | None) -> None:
    """Check that all classifiers were tested on the same rows, and each repeat on all rows."""
    source = "" if path is None else f"{path}: "
    by = ["dataset", "engine", "repeat"]
    totals = counts.groupby([*by, "fold", "actual", "classifier"], sort=False)["count"].sum()
    table = totals.unstack("classifier", fill_value=0)
    # A classifier that a repeat lacks altogether is no error: seeds may be run for some only.
    ran = table.groupby(level=by, sort=False).transform("sum") > 0
    cells = table.to_numpy()
    some = np.where(ran, cells, -1).max(axis=1)
    bad = ran.to_numpy() & (cells != some[:, None])
    if bad.any():
        i, j = (int(place) for place in np.argwhere(bad)[0])
        dataset, _, repeat, fold, actual = table.index[i]
        other = table.columns[int(np.argmax(cells[i] == some[i]))]
        raise ValueError(
            f"{source}fold {fold} of repeat {repeat} on {dataset} has {cells[i, j]} rows of class "
            f"{actual!r} for {table.columns[j]}, but {some[i]} for {other}; a fold is missing, or "
            "the classifiers were not tested on the same rows."
        )
    sizes = pd.Series(some, table.index).groupby(level=[*by, "actual"], sort=False).sum()
    wide = sizes.unstack("actual", fill_value=0)
    first = wide.groupby(level="dataset", sort=False).transform("first")
    other_total = (wide != first).any(axis=1).to_numpy()
    if other_total.any():
        i = int(np.argmax(other_total))
        dataset, engine, repeat = wide.index[i]
        raise ValueError(
            f"{source}repeat {repeat} of {engine} on {dataset} covers {wide.iloc[i].sum()} rows, "
            f"or other classes, where the first covers {first.iloc[i].sum()}; each repeat tests "
            "every row once."
        )


def _fold(row: pd.Series[str]) -> str:
    return (
        f"fold {row['fold']} of repeat {row['repeat']} of {row['classifier']} on "
        f"{row['dataset']} by {row['engine']}"
    )
