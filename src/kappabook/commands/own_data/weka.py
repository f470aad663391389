"""The same folds and counts from WEKA, through the study's engine; it gives labels, no scores."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import numpy as np
import pandas as pd

from kappabook.commands.own_data.prepare import Prepared
from kappabook.commands.own_data.train import (
    BASELINE,
    Codes,
    Counts,
    Fold,
    Folds,
    measures_of,
    n_splits_for,
)
from kappabook.data.table import Attribute, Table, in_order
from kappabook.study.engines import EngineError
from kappabook.study.grid import run_study


def cross_validate_in_weka(
    data: Prepared,
    classifiers: Iterable[str] | None = None,
    *,
    repeats: int = 10,
    n_splits: int = 10,
    n_jobs: int = -1,
) -> Folds:
    """Cross-validate WEKA's classifiers on WEKA's stratified folds.

    Parameters
    ----------
    data : Prepared
        Numbers go as numbers, dates as days, categories as nominal values; WEKA fills the gaps.
    classifiers : iterable of str, optional
        Keys of the engine; default: all five.
    repeats, n_splits, n_jobs
        As for :func:`cross_validate_all`.

    Raises
    ------
    ValueError
        An unknown classifier; groups, which WEKA's folds do not keep together.
    OSError
        WEKA is not installed, or fails; with the remedy.
    """
    if data.groups is not None:
        raise ValueError("WEKA's folds keep no groups together; leave --group or --engine out.")
    n_splits, notes = n_splits_for(data, repeats, n_splits)
    names = None if classifiers is None else [n for n in classifiers if n != BASELINE]
    table = as_table(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # small classes are noted, and what is undefined is nan
        try:
            results = run_study(
                table, names, engine="weka", repeats=repeats, n_splits=n_splits, n_jobs=n_jobs
            )
        except EngineError as error:
            raise OSError(str(error)) from error
    folds: dict[str, list[Fold]] = {BASELINE: []}
    keys = zip(*(results.folds[key] for key in ("classifier", "repeat", "fold")), strict=True)
    for (name, repeat, fold), confusion in zip(keys, results.cells, strict=True):
        judged = {name: confusion}
        if name == results.classifiers[0]:
            judged[BASELINE] = majority(confusion, data.y)
        for one, cells in judged.items():
            where = one, int(repeat), int(fold)
            made = Fold(*where, None, None, cells, None, measures_of(cells, data))
            folds.setdefault(one, []).append(made)
    return Folds(data, {}, "WEKA", folds, n_splits, repeats, n_jobs, notes=tuple(notes))


def as_table(data: Prepared) -> Table:
    """Hand the data to the study: codes of categories, numbers, and days of dates."""
    attributes, columns = [], []
    for i, (name, values) in enumerate(data.X.items()):
        # WEKA's names must differ from each other and from the class's.
        label = str(name) if name != "class" else f"{name} {i}"
        order = None
        if values.dtype.kind == "M":
            values = (values - pd.Timestamp(0)) / pd.Timedelta(days=1)
        elif values.dtype.kind != "f":
            order = in_order({str(value) for value in values})
            values = values.astype(str).map(order.index)
        columns.append(values.to_numpy(float))
        attributes.append(Attribute(label, order))
    return Table(data.name, tuple(attributes), np.column_stack(columns), data.y, data.classes)


def majority(confusion: Counts, y: Codes) -> Counts:
    """Judge the baseline on the rows that a confusion matrix is of: it needs no engine."""
    tested = confusion.sum(axis=1)
    found = np.zeros_like(confusion)
    found[:, np.argmax(np.bincount(y, minlength=len(tested)) - tested)] = tested
    return found
