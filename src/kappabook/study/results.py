"""What a study found: one confusion matrix per fold, and what follows from them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.data.datasheet import writing_results
from kappabook.metrics.check import number, undefined
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.study.scores import fold_scores, summarise

Names = str | Sequence[str]
FOLD = ("dataset", "classifier", "engine", "engine_version", "repeat", "fold")
COLUMNS = (*FOLD, "cells")
FORMAT = 2
_MATRIX = re.compile(r"\d{1,15}([ ;]\d{1,15})*")
_REMEDY = "Restore both files from git, or make them anew: make rerun WHAT=study."


@dataclass(frozen=True, eq=False, repr=False, init=False)
class StudyResults:
    """Confusion matrices of every data set, classifier, engine, repeat and fold.

    Parameters
    ----------
    table : DataFrame
        One row per fold, with the columns ``dataset, classifier, engine, engine_version, repeat,
        fold, cells``; repeat and fold count from 1. `cells` is the confusion matrix as text: its
        rows, divided by semicolons, are the true classes in the order of `classes`, and the
        numbers in each are the predicted ones: ``"20 1 0;2 17 3;0 2 15"``. Other columns are left
        out. Rows may come in any order.
    classes : mapping of str to sequence of str
        The classes of each data set, in the order of the cells, those without members too.

    Attributes
    ----------
    classes : dict of str to tuple of str
        Of every data set.
    folds : DataFrame
        One row per fold, in one order: data sets, classifiers and engines as they first appear,
        then repeat and fold; the columns up to ``fold``, then ``rows`` (test cases),
        ``accuracy``, ``kappa``, ``chance`` (the true P_c) and ``implied_chance`` (the 2007
        paper's, see :func:`kappabook.study.scores.implied_chance`).
    cells : ndarray of shape (n_folds, most classes, most classes)
        The confusion matrix of each fold, rows are the truth; zeros beyond a data set's classes.

    Raises
    ------
    ValueError
        A missing column, a cell that cannot be read, a fold that stands twice, an engine in two
        versions, or two classifiers or repeats whose folds do not hold the same rows.

    Examples
    --------
    >>> import pandas as pd
    >>> from kappabook import StudyResults
    >>> table = pd.DataFrame({"fold": [1, 2], "cells": ["3 0;1 0", "2 0;0 2"]})
    >>> table = table.assign(dataset="pets", classifier="tree", engine="own", repeat=1)
    >>> results = StudyResults(table.assign(engine_version="1"), {"pets": ["cat", "dog"]})
    >>> results.folds[["fold", "accuracy", "kappa"]].to_numpy().tolist()
    [[1.0, 0.75, 0.0], [2.0, 1.0, 1.0]]
    >>> results.confusion("pets", "tree")["dog", "cat"]
    1
    """

    classes: dict[str, tuple[str, ...]]
    folds: pd.DataFrame
    cells: NDArray[np.int64]

    def __init__(self, table: pd.DataFrame, classes: Mapping[str, Iterable[str]]) -> None:
        self._check(table, classes, "")

    @classmethod
    def read(cls, path: Path | str) -> StudyResults:
        """Read what `write` wrote: a CSV file, and the JSON file beside it, of the same name.

        Errors are those of the constructor, with file and line; ValueError too for a file that is
        altered or of another format, OSError for one that is missing.
        """
        source = Path(path)
        entries = read_about(source)["datasets"].items()
        results = cls.__new__(cls)
        text = pd.read_csv(source, dtype=str, keep_default_na=False, na_values=[])
        results._check(text, {name: entry["classes"] for name, entry in entries}, str(source))
        return results

    def _check(
        self, table: pd.DataFrame, classes: Mapping[str, Iterable[str]], source: str
    ) -> None:
        """Read a table as it is given, refuse what is no study, and put it into order."""
        if not hasattr(table, "columns"):
            raise TypeError(f"table is a {type(table).__name__}; give a data frame of folds.")
        if missing := [name for name in COLUMNS if name not in table.columns]:
            raise ValueError(
                f"{source or 'the table'} has no column {', '.join(missing)}; it needs "
                f"{', '.join(COLUMNS)}."
            )
        if table.empty:
            raise ValueError(f"{source or 'the table'} has no rows; a study has at least one fold.")
        known = {name: tuple(map(str, given)) for name, given in classes.items()}
        folds, cells = _typed(table, known, source)
        _refuse_twins(folds, source)
        _refuse_versions(folds, source)
        _refuse_other_rows(folds, cells.sum(axis=2), source)
        first = [pd.factorize(folds[name])[0] for name in reversed(FOLD[:3])]
        numbers = [folds[name].to_numpy() for name in ("fold", "repeat")]
        order = np.lexsort((*numbers, *first))
        self._set(folds.iloc[order].reset_index(drop=True), cells[order], known)

    def _set(
        self, folds: pd.DataFrame, cells: NDArray[np.int64], known: Mapping[str, tuple[str, ...]]
    ) -> None:
        """Set every attribute from folds that are in order, as whole folds of another are."""
        classes = {name: known[name] for name in pd.unique(folds["dataset"])}
        width = max(map(len, classes.values()))
        cells = cells[:, :width, :width]
        scores = fold_scores(cells)
        folds = folds[list(FOLD)].assign(rows=cells.sum(axis=(1, 2)), **scores._asdict())
        for name, value in (("classes", classes), ("folds", folds), ("cells", cells)):
            object.__setattr__(self, name, value)
        if (missing := np.isnan(scores.kappa)).any():
            first = folds.loc[missing].iloc[0]
            undefined(
                f"Cohen's kappa of {missing.sum()} of {len(folds)} folds",
                f"one class takes all, as in fold {first['fold']} of repeat {first['repeat']} of "
                f"{first['classifier']} on {first['dataset']}",
            )

    # --- what is there ------------------------------------------------------------------------

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(self.classes)

    @property
    def classifiers(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(pd.unique(self.folds["classifier"]))

    @property
    def engines(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(pd.unique(self.folds["engine"]))

    def select(
        self,
        *,
        dataset: Names | None = None,
        classifier: Names | None = None,
        engine: Names | None = None,
        repeat: int | Sequence[int] | None = None,
    ) -> StudyResults:
        """Return the results of these alone: one name of each kind, or several.

        A name that does not occur raises ValueError, which lists those that do.
        """
        wanted = {"dataset": dataset, "classifier": classifier, "engine": engine, "repeat": repeat}
        keep = self._where(wanted)
        if not keep.any():
            named = ", ".join(f"{k}={v!r}" for k, v in wanted.items() if v is not None)
            raise ValueError(f"no fold has {named} together; see StudyResults.summary().")
        chosen = object.__new__(StudyResults)  # what is whole is not checked again in each part
        chosen._set(self.folds[keep].reset_index(drop=True), self.cells[keep], self.classes)
        return chosen

    def confusion(
        self,
        dataset: str,
        classifier: str,
        *,
        engine: str | None = None,
        repeat: int | None = None,
        fold: int | None = None,
    ) -> ConfusionMatrix:
        """Return the confusion matrix of a fold, or the sum over what is not named.

        It has all declared classes. A fold that is not there raises ValueError.
        """
        wanted = {"dataset": dataset, "classifier": classifier, "engine": engine}
        keep = self._where({**wanted, "repeat": repeat, "fold": fold})
        if not keep.any():
            raise ValueError(f"no fold of {classifier} on {dataset} has what was asked for.")
        labels = self.classes[dataset]
        return ConfusionMatrix(self.cells[keep].sum(axis=0)[: len(labels), : len(labels)], labels)

    def _where(self, wanted: Mapping[str, Any]) -> NDArray[np.bool_]:
        """Say which folds have what is wanted; None wants nothing."""
        keep = np.ones(len(self.folds), dtype=bool)
        for column, names in wanted.items():
            if names is None:
                continue
            asked = [names] if isinstance(names, str | int) else list(names)
            present = self.folds[column].unique().tolist()
            if strange := [name for name in asked if name not in present]:
                raise ValueError(
                    f"no {column} {strange[0]!r} in these results; there are "
                    f"{', '.join(map(str, present))}."
                )
            keep &= self.folds[column].isin(asked).to_numpy()
        return keep

    # --- what follows -------------------------------------------------------------------------

    def summary(self, by: Sequence[str] = ("dataset", "classifier", "engine")) -> pd.DataFrame:
        """Average the folds of each cell: :func:`kappabook.study.scores.summarise`."""
        return summarise(self.folds, by)

    def write(self, path: Path | str, about: Mapping[str, Any] | None = None) -> None:
        """Write the folds as CSV, and as JSON what made them: both are new, or neither.

        Parameters
        ----------
        path : Path or str
            The CSV file, with the columns of `table` above; the JSON file lies beside it.
        about : mapping of str to JSON values, optional
            Engine, settings, versions; the classes of each data set are added.
        """
        source, about = Path(path), dict(about or {})
        entries = about.get("datasets", {})
        about["datasets"] = {
            name: {**entries.get(name, {}), "classes": list(names)}
            for name, names in self.classes.items()
        }
        sizes = [len(self.classes[name]) for name in self.folds["dataset"]]
        texts = [matrix_text(m[:k, :k]) for m, k in zip(self.cells, sizes, strict=True)]
        paths = source, source.with_suffix(".json")
        with writing_results(about.get("command", ""), *paths) as (table, description):
            rows = self.folds[list(FOLD)].assign(cells=texts)
            rows.to_csv(table, index=False, lineterminator="\n")
            digest = hashlib.sha256(table.read_bytes()).hexdigest()
            described = {"format": FORMAT, **about, "files": {source.name: digest}}
            text = json.dumps(described, indent=2, ensure_ascii=False)
            description.write_text(text + "\n", encoding="utf-8")

    def __repr__(self) -> str:
        n, k = len(self.datasets), len(self.classifiers)
        return (
            f"Results of {n} data set{'s' * (n > 1)}, {k} classifier{'s' * (k > 1)} "
            f"({', '.join(self.classifiers)}) by {', '.join(self.engines)}: "
            f"{len(self.folds)} folds"
        )


def read_about(path: Path | str) -> dict[str, Any]:
    """Read the description of a CSV file, and see that it is that file's.

    Parameters
    ----------
    path : Path or str
        The CSV file; the description lies beside it, under the same name, as JSON.

    Returns
    -------
    dict
        What made the file: engine, settings, versions; rows, classes and hash of each data set.

    Raises
    ------
    ValueError
        A file that is altered, or of another format.
    OSError
        One of the two is missing.

    Examples
    --------
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study.results import read_about
    >>> read_about(results_folder() / "study-sklearn.csv")["engine"]
    'sklearn'
    """
    source = Path(path)
    beside = source.with_suffix(".json")
    try:
        data, text = source.read_bytes(), beside.read_bytes()
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no file {error.filename}. {_REMEDY}") from None
    try:
        about: dict[str, Any] = json.loads(text)
        version, digest = about["format"], about["files"][source.name]
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{beside} does not describe {source.name}. {_REMEDY}") from None
    if version != FORMAT:
        raise ValueError(f"{beside} is of format {version!r}; this code reads {FORMAT}. {_REMEDY}")
    if digest != hashlib.sha256(data).hexdigest():
        raise ValueError(f"{source} is not the file that {beside} describes. {_REMEDY}")
    return about


def matrix_text(matrix: NDArray[np.int64]) -> str:
    """Write a confusion matrix as the column ``cells`` has it."""
    return ";".join(" ".join(map(str, row)) for row in matrix.tolist())


# --- what makes a study whole -----------------------------------------------------------------


def _typed(
    table: pd.DataFrame, classes: Mapping[str, tuple[str, ...]], source: str
) -> tuple[pd.DataFrame, NDArray[np.int64]]:
    """Read every cell of the columns: names as text, whole numbers, matrices."""
    folds = {}
    for name in FOLD:
        column = table[name]
        if name in ("repeat", "fold"):
            values = pd.to_numeric(column, errors="coerce").to_numpy(dtype=float)
            bad = ~((values >= 1) & (values < 2**53) & (values == np.floor(values)))
            folds[name] = np.where(bad, 0, values).astype(np.int64)
        else:
            folds[name] = column.astype(str).to_numpy(dtype=object)
            bad = column.isna().to_numpy() | (folds[name] == "")
        if bad.any():
            at = int(np.argmax(bad))
            what = "whole number from 1 on" if name in ("repeat", "fold") else "name"
            found = number(column.iloc[at])
            raise ValueError(f"{_place(source, at)}: {name} is {found!r}; give a {what}.")
    width = max(map(len, classes.values()), default=0)
    cells = np.zeros((len(table), width, width), dtype=np.int64)
    texts = map(str, table["cells"])
    for at, (dataset, text) in enumerate(zip(folds["dataset"], texts, strict=True)):
        if dataset not in classes:
            raise ValueError(f"{_place(source, at)}: no classes are given for {dataset}.")
        k = len(classes[dataset])
        rows = [row.split(" ") for row in text.split(";")] if _MATRIX.fullmatch(text) else []
        if [len(row) for row in rows] == [k] * k:
            cells[at, :k, :k] = rows
        if not cells[at].any():
            raise ValueError(
                f"{_place(source, at)}: cells are {text!r}; give {k} rows of {k} whole numbers, "
                "not all of them 0, divided by semicolons and spaces."
            )
    return pd.DataFrame(folds), cells


def _place(source: str, position: int) -> str:
    """Say where a row stands: its line in the file, the first being the head."""
    return f"{source}, line {position + 2}" if source else f"row {position}"


def _refuse_twins(folds: pd.DataFrame, source: str) -> None:
    again = folds.duplicated([*FOLD[:3], *FOLD[4:]]).to_numpy()
    if again.any():
        at = int(np.argmax(again))
        row = folds.iloc[at]
        raise ValueError(
            f"{_place(source, at)}: fold {row['fold']} of repeat {row['repeat']} of "
            f"{row['classifier']} on {row['dataset']} by {row['engine']} stands twice; each fold "
            "is counted once."
        )


def _refuse_versions(folds: pd.DataFrame, source: str) -> None:
    seen: dict[str, str] = {}
    pairs = folds[["engine", "engine_version"]].drop_duplicates()
    for at, engine, version in pairs.itertuples():
        if seen.setdefault(engine, version) != version:
            raise ValueError(
                f"{_place(source, at)}: engine {engine} is of version {version}, before it was "
                f"{seen[engine]}; results of one engine come from one version."
            )


def _refuse_other_rows(folds: pd.DataFrame, truth: NDArray[np.int64], source: str) -> None:
    """Check that all classifiers were tested on the same rows, and each repeat on all rows.

    `truth` has the shape (n_folds, n_classes). A classifier that a repeat lacks altogether is no
    error: seeds may be run for some only.
    """
    before = f"{source}: " if source else ""
    _, lead = _grouped(folds, ["dataset", "engine", "repeat", "fold"])
    other = (truth != truth[lead]).any(axis=1)
    if other.any():
        at = int(np.argmax(other))
        row, first = folds.iloc[at], folds.iloc[lead[at]]
        raise ValueError(
            f"{before}fold {row['fold']} of repeat {row['repeat']} on {row['dataset']} has "
            f"{truth[at].tolist()} rows by class for {row['classifier']}, but "
            f"{truth[lead[at]].tolist()} for {first['classifier']}; the classifiers were not "
            "tested on the same rows."
        )
    group, _ = _grouped(folds, ["dataset", "engine", "repeat", "classifier"])
    totals = np.zeros_like(truth)
    np.add.at(totals, group, truth)
    _, lead = _grouped(folds, ["dataset"])
    mine, whole = totals[group], totals[group[lead]]
    other = (mine != whole).any(axis=1)
    if other.any():
        at = int(np.argmax(other))
        row = folds.iloc[at]
        raise ValueError(
            f"{before}repeat {row['repeat']} of {row['classifier']} by {row['engine']} on "
            f"{row['dataset']} covers {mine[at].sum()} rows, or other classes, where the first "
            f"covers {whole[at].sum()}; a fold is missing: each repeat tests every row once."
        )


def _grouped(folds: pd.DataFrame, by: list[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the number of each fold's group, and where the group's first fold stands."""
    group = np.asarray(folds.groupby(by, sort=False).ngroup(), dtype=np.intp)
    _, first = np.unique(group, return_index=True)
    return group, first.astype(np.intp)[group]
