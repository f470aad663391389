"""The result files of a study: confusion matrices fold by fold, and what made them."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kappabook.files import writing
from kappabook.metrics.confusion import ConfusionMatrix

FORMAT = 1
FOLD = ("dataset", "classifier", "engine", "engine_version", "repeat", "fold")
COUNTS = (*FOLD, "actual", "predicted", "count")
SCORES = (*FOLD, "accuracy", "kappa")
_TEXT = dict.fromkeys((*FOLD[:4], "actual", "predicted"), str)


@dataclass(frozen=True)
class Results:
    """What a study found.

    Attributes
    ----------
    counts : DataFrame
        The columns of `COUNTS`: how many rows of which class were predicted to be of which,
        where that is not zero. Repeat and fold count from 1; repeat r has WEKA's seed r. Sorted
        by data set, classifier, repeat, fold, and the data set's own order of classes.
    about : dict
        Engine, settings and versions; rows, classes and hash of each data set.
    """

    counts: pd.DataFrame
    about: dict[str, Any]

    def confusion(
        self, dataset: str, classifier: str, *, repeat: int = 1, fold: int | None = None
    ) -> ConfusionMatrix:
        """Return the confusion matrix of one fold, or of all folds merged.

        Raises
        ------
        ValueError
            The study holds no such cell; the message lists what there is.
        """
        wanted = {"dataset": dataset, "classifier": classifier, "repeat": repeat}
        if fold is not None:
            wanted["fold"] = fold
        rows = self.counts
        for column, value in wanted.items():
            there = rows[column].drop_duplicates().tolist()
            if value not in there:
                raise ValueError(f"no {column} {value!r}; there are {', '.join(map(str, there))}.")
            rows = rows[rows[column] == value]
        return _matrix(rows, self.about["datasets"][dataset]["classes"])

    def scores(self) -> pd.DataFrame:
        """Return accuracy and kappa of each fold, with the columns of `SCORES`.

        Kappa is nan where it is 0/0: truth and prediction are one class alone.
        """
        records = []
        for cell, rows in self.counts.groupby(list(FOLD), sort=False):
            matrix = _matrix(rows, self.about["datasets"][cell[0]]["classes"])
            alone = np.count_nonzero(matrix.row_totals + matrix.column_totals) == 1
            kappa = math.nan if alone else matrix.kappa
            records.append((*cell, matrix.accuracy, kappa))
        return pd.DataFrame(records, columns=list(SCORES))


def _matrix(rows: pd.DataFrame, classes: Sequence[str]) -> ConfusionMatrix:
    place = {name: i for i, name in enumerate(classes)}
    cells = np.zeros((len(classes), len(classes)), dtype=np.int64)
    at = (rows["actual"].map(place).to_numpy(), rows["predicted"].map(place).to_numpy())
    np.add.at(cells, at, rows["count"].to_numpy())
    return ConfusionMatrix(cells, classes)


def about_file(path: Path) -> Path:
    """Return where the description of a result file is: beside it."""
    return path.with_suffix(".json")


def write(results: Results, path: Path, *, scores_only: bool = False) -> list[Path]:
    """Write the results as CSV and their description as JSON: both are new, or neither.

    Parameters
    ----------
    results : Results
    path : Path
        Of the CSV file; the JSON file has its name.
    scores_only : bool, default=False
        Write accuracy and kappa of each fold, to six digits, in place of confusion matrices.
    """
    frame = results.scores() if scores_only else results.counts
    paths = [path, about_file(path)]
    with writing(*paths) as (table, about):
        frame.to_csv(table, index=False, float_format="%.6g", lineterminator="\n")
        digest = hashlib.sha256(table.read_bytes()).hexdigest()
        described = {"format": FORMAT, **results.about, "files": {path.name: digest}}
        text = json.dumps(described, indent=2, ensure_ascii=False)
        about.write_text(text + "\n", encoding="utf-8")
    return paths


def read(path: Path) -> Results:
    """Read what `write` wrote.

    Raises
    ------
    ValueError
        The files are of another version or altered, or the CSV holds scores only.
    OSError
        One of them is missing.
    """
    frame, about = _read(path, COUNTS)
    return Results(frame, about)


def read_scores(path: Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Read what `write` wrote with ``scores_only``: the table of `SCORES`, and the description.

    Raises
    ------
    ValueError, OSError
        As `read` does.
    """
    return _read(path, SCORES)


def _read(path: Path, columns: Sequence[str]) -> tuple[pd.DataFrame, dict[str, Any]]:
    remedy = "Restore both files from git, or make them anew: make study."
    try:
        data, about = path.read_bytes(), json.loads(about_file(path).read_bytes())
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no file {error.filename}. {remedy}") from None
    if about.get("format") != FORMAT:
        raise ValueError(
            f"{about_file(path)} is of format {about.get('format')!r}; this code reads {FORMAT}. "
            + remedy
        )
    if about["files"].get(path.name) != hashlib.sha256(data).hexdigest():
        raise ValueError(f"{path} is not the file that {about_file(path)} describes. {remedy}")
    frame = pd.read_csv(path, dtype=_TEXT, keep_default_na=False, na_values={"kappa": [""]})
    if tuple(frame.columns) != tuple(columns):
        raise ValueError(f"{path} has the columns {list(frame.columns)}; wanted {list(columns)}.")
    return frame, about
