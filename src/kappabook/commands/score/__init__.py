"""``kappabook score`` from Python: a file, a table in memory or arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kappabook.commands.reading.read_table import label_of
from kappabook.commands.render import Report
from kappabook.commands.score.columns import MEMORY, Asked
from kappabook.commands.score.findings import report
from kappabook.commands.score.measures import measure
from kappabook.system.extras import need


def score(
    data: Any = None,
    *,
    y_true: Any = None,
    y_pred: Any = None,
    y_score: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    truth: str = "y_true",
    prediction: str | Sequence[str] = (),
    score: str | Sequence[str] = (),
    probabilities: Sequence[str] = (),
    weight: str | None = None,
    group: str | None = None,
    no_score: bool = False,
    no_group: bool = False,
    positive: Any = None,
    threshold: float | None = None,
    ordered: Sequence[Any] = (),
    weights: str | None = None,
    missing: Sequence[str] = (),
    matrix: bool = False,
    header: bool | None = None,
    sheet: str | int | None = None,
    rows: str | None = None,
    totals: bool | None = None,
    decimal: str | None = None,
    score_of: str | None = None,
    confidence_level: float = 0.95,
    method: Mapping[str, str] | None = None,
    h: bool = False,
    memory: str = MEMORY,
    spill: str | Path | None = None,
) -> Report:
    """Measure classifiers by their predictions: what ``kappabook score`` prints.

    Needs the extra ``report``.

    Parameters
    ----------
    data : path or pandas.DataFrame, optional
        CSV, Parquet or JSON lines, or a table in memory.
    y_true, y_pred, y_score, sample_weight, groups : array-like of shape (n_samples,), optional
        One classifier without a table; `y_score` of more than two classes has a column for each
        class, in the order of the sorted labels.
    truth, prediction, score, probabilities, weight, group : str or sequence of str
        Names of columns. Not named are ``y_true``, ``y_pred``, ``y_score``, ``sample_weight``
        and ``group``, where their content fits. Several predictions or scores are compared;
        `probabilities` are one column a class.
    no_score, no_group : bool, default=False
        Take no column of scores, or of groups, by its name.
    positive : label, optional
        The class that scores are about; of 0 and 1 it is 1.
    threshold : float, optional
        Where to cut the scores if there are no predictions; 0.5 for probabilities.
    ordered : sequence of labels
        All labels from one end to the other: weighted kappa, too. An ordered categorical column
        has its own order. Numbers are as far apart as their values, words as their places.
    weights : {'quadratic', 'linear'}, optional
        Of weighted kappa, for `ordered` labels or numbers; by default 'quadratic'.
    missing : sequence of str
        Words that stand for a gap.
    matrix : bool, default=False
        `data` is a confusion matrix: a file, a data frame with labels, a `ConfusionMatrix`, or an
        array.
    header : bool, optional
        Whether the first row of a file names the columns; if not, they are 'column 1', 'column 2',
        ... By default it does, and rows that look otherwise are refused.
    sheet : str or int, optional
        The sheet of a workbook, by name or number; by default the first with data.
    rows : {'truth', 'prediction'}, optional
        What the rows of the matrix are; by default what its corner says, else the truth.
    totals : bool, optional
        Whether a last or first row or column of the matrix holds totals; by default the sums
        decide.
    decimal : {'.', ','}, optional
        The decimal mark, where a number such as 1.279 is ambiguous.
    score_of : {'predicted', 'positive'}, optional
        Whether a score is about the class predicted in its row, or about the positive class.
    confidence_level : float in (0, 1), default=0.95
    method : mapping, optional
        'kappa', 'auc' and 'auk' to the method of their interval; those of `kappa_interval` and
        `auc_interval`, and 'bootstrap' or 'delta'.
    h : bool, default=False
        Also measure H.
    memory : str, default='800MB'
        The most that DuckDB takes.
    spill : path, optional
        A folder for what does not fit into memory.

    Returns
    -------
    Report
        It prints as the command does; ``report.data`` has every number, and
        ``report.written('html')`` is a page.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.

    Examples
    --------
    >>> import kappabook
    >>> found = kappabook.score(y_true=["ill", "well", "ill"], y_pred=["ill", "well", "well"])
    >>> found.data["kappa"], found.data["labels"]
    (0.4, ['ill', 'well'])
    """
    given = locals()  # nothing but the keywords, here at the beginning
    if (data is None) == (y_true is None):
        raise ValueError(
            "give data, a file or a table, or the arrays y_true and y_pred or y_score."
        )
    if data is None:
        data, named = _as_frame(y_true, y_pred, y_score, sample_weight, groups)
        given |= named
    return report(measure(data, Asked.of(given)))


def _as_frame(
    y_true: Any, y_pred: Any, y_score: Any, sample_weight: Any, groups: Any
) -> tuple[Any, dict[str, Any]]:
    """Make one table of arrays, and say what its columns are."""
    with need("report"):
        import pandas as pd

    truth = _column(y_true, "y_true")
    columns: dict[str, Any] = {"y_true": truth}
    named: dict[str, Any] = {"truth": "y_true", "header": True}
    scores = None if y_score is None else np.asarray(y_score, dtype=float)
    if scores is not None and scores.ndim == 2 and scores.shape[1] > 1:
        labels = sorted(pd.unique(truth.dropna()).tolist())
        if scores.shape[1] != len(labels):
            raise ValueError(
                f"y_score has {scores.shape[1]} columns, and y_true {len(labels)} classes, "
                f"{labels}; give one column a class, in the order of the sorted labels."
            )
        named["probabilities"] = [str(label_of(label)) for label in labels]
        columns |= zip(named["probabilities"], map(pd.Series, scores.T), strict=True)
    for array, role, name in (
        (y_pred, "prediction", "y_pred"),
        (None if "probabilities" in named else scores, "score", "y_score"),
        (sample_weight, "weight", "sample_weight"),
        (groups, "group", "group"),
    ):
        if array is not None:
            columns[name], named[role] = _column(array, name), name
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        said = ", ".join(f"{name} {n}" for name, n in sizes.items())
        raise ValueError(f"the arrays differ in length: {said}.")
    return pd.DataFrame(columns), named


def _column(given: Any, name: str) -> Any:
    """Take an array, or a column of shape (n, 1), as a column of pandas."""
    import pandas as pd

    if isinstance(given, pd.Series):
        return given.reset_index(drop=True)
    array = np.asarray(given)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{name} has the shape {array.shape}; give one number or label a case.")
    return pd.Series(array)
