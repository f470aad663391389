"""Classifiers on one's own data: ``kappabook report`` from Python, whole or step by step.

By step, as notebook 10 takes them::

    prepare                        a file; what is predicted, from what, and what was decided
    cross_validate                 every classifier on the same folds, by scikit-learn or WEKA
    evaluate                       all measures, comparisons, thresholds: one tidy table
    findings                       what they say in plain words
    measures_figure, ranks_figure, roc_figure, curves_figure
    write_report                   the page and the CSV file
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kappabook.commands.render import Report
from kappabook.system.extras import need

with need("report"):
    from kappabook.commands.report.columns import Source
    from kappabook.commands.report.evaluation import Evaluation, evaluate
    from kappabook.commands.report.folds import Folds
    from kappabook.commands.report.notebook import importable, written
    from kappabook.commands.report.page import as_report, write_report
    from kappabook.commands.report.pictures import (
        curves_figure,
        measures_figure,
        ranks_figure,
        roc_figure,
    )
    from kappabook.commands.report.prepared import Prepared, prepare
    from kappabook.commands.report.sentences import findings
    from kappabook.commands.report.thresholds import read_costs
    from kappabook.commands.report.train import cross_validate, found_only_here, planned

__all__ = [
    "Evaluation",
    "Folds",
    "Prepared",
    "cross_validate",
    "curves_figure",
    "evaluate",
    "findings",
    "measures_figure",
    "prepare",
    "ranks_figure",
    "report",
    "roc_figure",
    "write_report",
]


def report(
    data: Source,
    target: str | None = None,
    *,
    positive: str | None = None,
    classifiers: Sequence[str] | None = None,
    engine: str = "sklearn",
    repeats: int = 10,
    folds: int = 10,
    group: str | None = None,
    costs: str | tuple[float, float] | None = None,
    prevalence_changes: bool = False,
    ignore: Sequence[str] = (),
    missing: Sequence[str] = (),
    decimal: str | None = None,
    into: str | Path | None = None,
    n_jobs: int = -1,
    header: bool | None = None,
    sheet: str | int | None = None,
) -> Report:
    """Cross-validate classifiers on a table, and say what may be concluded.

    Parameters
    ----------
    data : str, Path or DataFrame
        A file of CSV, Parquet or JSON lines; a data frame; or one of scikit-learn's data sets,
        ``breast-cancer``, ``digits``, ``iris`` or ``wine``.
    target : str
        The column to predict; a data set of scikit-learn has one, which needs no name.
    positive : str, optional
        The positive class; of two classes, by default the rarer.
    classifiers : sequence of str, optional
        Short names, or import paths such as ``sklearn.svm.SVC(C=10)``. A module that is not
        installed is looked for in the current folder.
    engine : {'sklearn', 'weka'}, default='sklearn'
    repeats, folds : int, default=10
        How often, and into how many folds, the rows are split.
    group : str, optional
        A column that says which rows belong together; they stay in one fold.
    costs : 'FP:FN' or (float, float), optional
        Costs of a false positive and of a false negative.
    prevalence_changes : bool, default=False
        Whether the classes will be more or less frequent where the classifier is used.
    ignore : sequence of str, optional
        Columns not to predict from.
    missing : sequence of str, optional
        Words and codes that stand for a gap in any column, such as '-999'; a number is compared
        as a number.
    decimal : {'.', ','}, optional
        The decimal mark, where a number such as 1.279 has two readings.
    into : str or Path, optional
        A folder for ``report.ipynb``, notebook 10 as it was run on the file, ``report.html`` and
        ``report.csv``: all three, or none after an error. Other files in it stay.
    n_jobs : int, default=-1
        Processes; the results are the same for any number.
    header : bool, optional
        Whether the first row of a file names the columns; if not, they are 'column 1', 'column 2',
        ... By default it does, and rows that look otherwise are refused.
    sheet : str or int, optional
        The sheet of a workbook, by name or number; by default the first with data.

    Returns
    -------
    Report
        Print it, show it in a notebook, or take the numbers from its ``data``;
        ``report.written("html")`` is the page. With `into` it has no pictures, and
        ``data["files"]`` names what was written.

    Raises
    ------
    ValueError, OSError
        Data or settings that cannot be used, with the remedy, before anything is trained.

    Examples
    --------
    >>> import kappabook
    >>> found = kappabook.report("iris", "species", classifiers=["tree"], repeats=1, n_jobs=1)
    >>> found.data["classifiers"][0]["name"]
    'tree'
    """
    settings = locals().copy()
    import_from = found_only_here(classifiers or ()) if engine == "sklearn" else ()
    with importable(import_from):
        prepared = prepare(
            data,
            target,
            positive=positive,
            ignore=ignore,
            group=group,
            missing=missing,
            decimal=decimal,
            header=header,
            sheet=sheet,
        )
        settings["target"] = prepared.target
        read_costs(costs, prepared)
        planned(prepared, classifiers, engine, repeats, folds)
        if into is not None:
            return written(Path(into), settings, import_from)
        how: Any = {"engine": engine, "repeats": repeats, "n_splits": folds, "n_jobs": n_jobs}
        found = cross_validate(prepared, classifiers, **how)
    return as_report(evaluate(found, costs=costs, prevalence_changes=prevalence_changes))
