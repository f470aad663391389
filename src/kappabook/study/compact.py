"""Confusion matrices of many folds in little space: one line per fold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from kappabook.files import writing
from kappabook.study.results import Declared, Results
from kappabook.study.tidy import FOLD, place, read_text, typed

COLUMNS = (*FOLD, "cells")
_CELLS = re.compile(r"\d+( \d+)*(;\d+( \d+)*)*")


def write_compact(results: Results, path: Path | str) -> None:
    """Write one line per fold: its confusion matrix stands in the one column ``cells``.

    The rows of the matrix, divided by semicolons, are the true classes in the order of
    ``results.classes``; so are the numbers in each row, which are the predicted ones. The order
    of the classes is not in the file: `read_compact` must be given it.

    Parameters
    ----------
    results : Results
    path : Path or str

    Examples
    --------
    A fold of 60 cases of three classes becomes ``..., 1, 1, "20 1 0;2 17 3;0 2 15"``.
    """
    keys = ["dataset", "classifier", "engine", "repeat", "fold"]
    numbers = results.counts.groupby(keys, sort=False).ngroup().to_numpy()
    place_of = {
        (d, name): i for d, names in results.classes.items() for i, name in enumerate(names)
    }
    sizes = [len(results.classes[name]) for name in results.folds["dataset"]]
    matrices = [np.zeros((size, size), dtype=np.int64) for size in sizes]
    cells = results.counts[["dataset", "actual", "predicted", "count"]].itertuples(index=False)
    for number, (dataset, actual, predicted, count) in zip(numbers, cells, strict=True):
        matrices[number][place_of[dataset, actual], place_of[dataset, predicted]] = count
    texts = [";".join(" ".join(map(str, row)) for row in m.tolist()) for m in matrices]
    with writing(Path(path)) as (draft,):
        table = results.folds[list(FOLD)].assign(cells=texts)
        table.to_csv(draft, index=False, lineterminator="\n")


def read_compact(path: Path | str, *, classes: Declared) -> Results:
    """Read a file that `write_compact` wrote.

    Parameters
    ----------
    path : Path or str
    classes : mapping of str to sequence of str
        The classes of each data set, in the order of the cells.

    Returns
    -------
    Results

    Raises
    ------
    ValueError
        A missing column, cells that are no square matrix of the size of the classes, a data set
        without classes; and as :class:`kappabook.study.Results`. Files and lines are named.
    OSError
        There is no such file.
    """
    source = Path(path)
    folds = typed(read_text(source), COLUMNS, source)
    known = {name: tuple(given) for name, given in classes.items()}
    rows: list[tuple[object, ...]] = []
    for at, (*head, text) in enumerate(folds.itertuples(index=False)):
        names = known.get(head[0])
        if names is None:
            raise ValueError(f"{place(source, at)}: no classes are given for {head[0]}.")
        rows += [(*head, *cell) for cell in _cells(text, names, place(source, at))]
    counts = pd.DataFrame(rows, columns=[*FOLD, "actual", "predicted", "count"])
    return Results(counts, classes=known)


def _cells(text: str, names: tuple[str, ...], where: str) -> Iterator[tuple[str, str, int]]:
    matrix = [row.split(" ") for row in text.split(";")] if _CELLS.fullmatch(text) else []
    if [len(row) for row in matrix] != [len(names)] * len(names):
        raise ValueError(
            f"{where}: cells are {text!r}; give {len(names)} rows of {len(names)} whole numbers, "
            "divided by semicolons and spaces."
        )
    for actual, row in zip(names, matrix, strict=True):
        for predicted, count in zip(names, map(int, row), strict=True):
            if count:
                yield actual, predicted, count
