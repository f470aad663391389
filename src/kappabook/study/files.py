"""The result files of a study: a table, and beside it what made it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from kappabook.datasheet import writing_results
from kappabook.study.compact import read_compact, write_compact
from kappabook.study.results import Results

FORMAT = 1
# What a file holds: a line per cell of a confusion matrix, a line per fold with the whole matrix
# (a tenth of the size), or accuracy and kappa of each fold alone.
Form = Literal["cells", "folds", "scores"]


def write(
    results: Results, path: Path, about: Mapping[str, Any], *, form: Form = "cells"
) -> list[Path]:
    """Write the results as CSV and their description as JSON: both are new, or neither.

    `about` is what made them, as plain data: engine, settings, versions; rows, classes and hash
    of each data set. The JSON file lies beside the CSV file, under its name. `form` is 'cells'
    (a line per cell of a confusion matrix), 'folds' (a line per fold, with all its cells) or
    'scores' (accuracy and kappa of each fold alone, to six digits).
    """
    paths = [path, path.with_suffix(".json")]
    with writing_results(about.get("command", ""), *paths) as (table, description):
        match form:
            case "cells":
                results.write(table)
            case "folds":
                write_compact(results, table)
            case "scores":
                results.write_scores(table)
        digest = hashlib.sha256(table.read_bytes()).hexdigest()
        described = {"format": FORMAT, **about, "files": {path.name: digest}}
        text = json.dumps(described, indent=2, ensure_ascii=False)
        description.write_text(text + "\n", encoding="utf-8")
    return paths


def read_about(path: Path) -> dict[str, Any]:
    """Read the description of a CSV file, and see that it is that file's.

    Parameters
    ----------
    path : Path
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
    >>> from kappabook.checkout import results_folder
    >>> from kappabook.study.files import read_about
    >>> read_about(results_folder() / "study-sklearn.csv")["engine"]
    'sklearn'
    """
    remedy = "Restore both files from git, or make them anew: make study."
    beside = path.with_suffix(".json")
    try:
        data, text = path.read_bytes(), beside.read_bytes()
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no file {error.filename}. {remedy}") from None
    try:
        about: dict[str, Any] = json.loads(text)
        version, digest = about["format"], about["files"][path.name]
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{beside} does not describe {path.name}. {remedy}") from None
    if version != FORMAT:
        raise ValueError(f"{beside} is of format {version!r}; this code reads {FORMAT}. {remedy}")
    if digest != hashlib.sha256(data).hexdigest():
        raise ValueError(f"{path} is not the file that {beside} describes. {remedy}")
    return about


def read(path: Path) -> Results:
    """Read confusion matrices that `write` wrote, with the classes that were declared.

    Parameters
    ----------
    path : Path
        The CSV file.

    Returns
    -------
    Results

    Raises
    ------
    ValueError, OSError
        As :func:`read_about`; a CSV file that holds scores only is an error too.

    Examples
    --------
    >>> from kappabook.checkout import results_folder
    >>> from kappabook.study.files import read
    >>> len(read(results_folder() / "study-sklearn.csv").datasets)
    12
    """
    about = read_about(path)
    classes = {name: entry["classes"] for name, entry in about["datasets"].items()}
    with path.open(encoding="utf-8") as stream:
        compact = stream.readline().rstrip().endswith(",cells")
    return read_compact(path, classes=classes) if compact else Results.read(path, classes=classes)
