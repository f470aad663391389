"""``kappabook.report``: what the command says, from Python, on a file or a data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kappabook.commands.own_data.evaluate import evaluate
from kappabook.commands.own_data.output import Settings, as_report
from kappabook.commands.own_data.prepare import Source
from kappabook.commands.own_data.train import DEFAULT, cross_validate_all
from kappabook.commands.own_data.train import classifiers as named
from kappabook.commands.own_data.weka import cross_validate_in_weka
from kappabook.commands.render import Report


def report(
    data: Source,
    target: str,
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
    n_jobs: int = -1,
) -> Report:
    """Cross-validate classifiers on a table, and say what may be concluded.

    Parameters
    ----------
    data : str, Path or DataFrame
        A file of CSV, Parquet or JSON lines; a data frame; or one of scikit-learn's data sets,
        ``breast-cancer``, ``digits``, ``iris`` or ``wine``.
    target : str
        The column to predict.
    positive : str, optional
        The positive class; of two classes, by default the rarer.
    classifiers : sequence of str, optional
        Short names, or import paths such as ``sklearn.svm.SVC(C=10)``.
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
    n_jobs : int, default=-1
        Processes; the results are the same for any number.

    Returns
    -------
    Report
        Print it, show it in a notebook, or take the numbers from its ``data``;
        ``report.written("html")`` is the page.

    Raises
    ------
    ValueError, OSError
        Data or settings that cannot be used, with the remedy.

    Examples
    --------
    >>> import kappabook
    >>> found = kappabook.report("iris", "species", classifiers=["tree"], repeats=1, n_jobs=1)
    >>> found.data["classifiers"][0]["name"]
    'tree'
    """
    if engine not in ("sklearn", "weka"):
        raise ValueError(f"engine is {engine!r}; it is 'sklearn' or 'weka'.")
    chosen = None if classifiers is None else list(classifiers)
    settings = Settings(
        data=data,
        target=target,
        positive=positive,
        classifiers=chosen,
        engine=engine,
        repeats=repeats,
        folds=folds,
        group=group,
        costs=costs,
        prevalence_changes=prevalence_changes,
        ignore=list(ignore),
    )
    prepared = settings.checked()
    how: Any = {"repeats": repeats, "n_splits": folds, "n_jobs": n_jobs}
    if engine == "weka":
        found = cross_validate_in_weka(prepared, chosen, **how)
    else:
        found = cross_validate_all(prepared, named(chosen or DEFAULT), **how)
    return as_report(evaluate(found, costs=costs, prevalence_changes=prevalence_changes))
