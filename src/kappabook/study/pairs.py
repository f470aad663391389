"""Two classifiers on one data set: how their folds correlate, and whether they differ."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import undefined
from kappabook.metrics.intervals import corrected_resampled_t_test
from kappabook.study.results import StudyResults

Measure = Literal["accuracy", "kappa"]
COMPARED: tuple[Measure, Measure] = ("accuracy", "kappa")
# A difference of scores this small is rounding: accuracies are fractions of whole numbers.
_ROUNDING = 1e-12


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    r"""Adjust p-values for the number of tests, step by step down (Holm 1979).

    .. math:: \tilde p_{(i)} = \max_{j \le i} \min\bigl(1, (m - j + 1) \, p_{(j)}\bigr)

    Parameters
    ----------
    p_values : array-like of shape (m,)
        A test that could not be made is nan: it counts in m, and stays nan.

    Returns
    -------
    ndarray of shape (m,)

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, pp. 65-70.

    Examples
    --------
    >>> from kappabook.study.pairs import holm
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p)  # nan come last
    steps = np.fmin(1.0, np.arange(len(p), 0, -1) * p[order])
    adjusted = np.full(len(p), np.nan)
    adjusted[order] = np.where(np.isnan(p[order]), np.nan, np.fmax.accumulate(steps))
    return adjusted


def fold_table(results: StudyResults, dataset: str, measure: Measure = "accuracy") -> pd.DataFrame:
    """Set the scores of all classifiers side by side: a row per repeat and fold.

    Parameters
    ----------
    results : StudyResults
        Of one engine.
    dataset : str
    measure : {'accuracy', 'kappa'}, default='accuracy'

    Returns
    -------
    DataFrame
        Index ``repeat, fold``; one column per classifier.

    Raises
    ------
    ValueError
        No such data set or measure; results of several engines; a classifier lacks a repeat.

    Examples
    --------
    >>> from kappabook import StudyResults
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study.pairs import fold_table
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> fold_table(results, "swd", "kappa").round(2).loc[(1, 1)].to_dict()
    {'J48': 0.28, 'SMO': 0.31, 'NaiveBayes': 0.27, 'Logistic': 0.27, 'RandomForest': 0.33}
    """
    if measure not in COMPARED:
        raise ValueError(f"measure is {measure!r}; give 'accuracy' or 'kappa'.")
    one_engine(results)
    if dataset not in results.datasets:
        raise ValueError(
            f"no data set {dataset!r} in these results; there are {', '.join(results.datasets)}."
        )
    folds = results.folds[results.folds["dataset"] == dataset]
    wide = folds.set_index(["repeat", "fold", "classifier"])
    rows = wide["rows"].unstack("classifier")
    if rows.isna().any(axis=None):
        i, j = np.argwhere(rows.isna().to_numpy())[0]
        raise ValueError(
            f"{rows.columns[j]} has no repeat {rows.index[i][0]} on {dataset}; choose the repeats "
            "that all have: results.select(repeat=1)."
        )
    present = [name for name in results.classifiers if name in rows.columns]
    return wide[measure].unstack("classifier")[present].sort_index()


def fold_correlation(
    results: StudyResults, dataset: str, a: str, b: str, *, measure: Measure = "accuracy"
) -> float:
    r"""Correlation between the scores of two classifiers on the folds of one data set.

    .. math:: s_d^2 = s_a^2 + s_b^2 - 2 \rho \, s_a s_b

    It is what a table of means and half-widths leaves out: with it, the paired t-test follows
    from what is printed.

    Parameters
    ----------
    results : StudyResults
        Of one engine.
    dataset, a, b : str
        The data set and the two classifiers.
    measure : {'accuracy', 'kappa'}, default='accuracy'
        Folds in which it is undefined are left out.

    Returns
    -------
    float in [-1, 1]; nan, with UndefinedMetricWarning, where one of the two does not vary.

    Raises
    ------
    ValueError
        As :func:`fold_table`; no such classifier.

    References
    ----------
    The variance of a difference; what to do with it is our own.

    Examples
    --------
    >>> from kappabook import StudyResults
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study import fold_correlation
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> round(fold_correlation(results, "swd", "J48", "SMO", measure="kappa"), 3)
    0.518
    """
    table = fold_table(results, dataset, measure)
    for name in (a, b):
        if name not in table.columns:
            raise ValueError(
                f"no classifier {name!r} on {dataset}; there are {', '.join(table.columns)}."
            )
    x, y = (table[name].to_numpy()[table[[a, b]].notna().all(axis=1)] for name in (a, b))
    if len(x) < 2 or np.ptp(x) <= _ROUNDING or np.ptp(y) <= _ROUNDING:
        reason = f"{a} or {b} has the same {measure} in every fold of {dataset}"
        return undefined("the correlation of folds", reason)
    return float(np.corrcoef(x, y)[0, 1])


def pair_tests(results: StudyResults, alpha: float = 0.05) -> pd.DataFrame:
    """Test every pair of classifiers on every data set, by accuracy and by kappa.

    The test is the t-test corrected for overlapping training sets, on the folds' differences;
    p-values are adjusted by Holm over the pairs of one data set and one measure.

    Parameters
    ----------
    results : StudyResults
        Of one engine; at least two folds in each repeat, and every classifier on every data set.
    alpha : float in (0, 1), default=0.05
        Level of the verdicts.

    Returns
    -------
    DataFrame
        Index ``dataset, a, b``; for each measure ``<measure>_difference`` (a minus b), ``_t``,
        ``_p``, ``_holm`` and ``_verdict``: ``a > b`` with the names, ``no difference``, or
        ``undefined`` where all folds differ by one and the same amount, or all but one fold have
        no kappa; ``_detectable`` and ``_detectable_holm``, the true difference that the test
        finds four times in five at the level `alpha`, and at Holm's first step (nan without a
        variance): what "no difference" leaves open; and ``differ``, whether the two verdicts do.

    Raises
    ------
    ValueError
        As :func:`fold_table`; folds of which a classifier lacks some.

    References
    ----------
    Nadeau and Bengio (2003), Machine Learning 52, pp. 239-281. Holm (1979).

    Examples
    --------
    >>> from kappabook import StudyResults
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study.pairs import pair_tests
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> tests = pair_tests(results.select(dataset="cmc"))
    >>> tests.loc[("cmc", "J48", "SMO"), ["accuracy_verdict", "kappa_verdict"]].to_list()
    ['no difference', 'no difference']
    """
    pairs = list(combinations(results.classifiers, 2))
    tables = []
    for dataset in results.datasets:
        index = pd.MultiIndex.from_tuples(
            [(dataset, a, b) for a, b in pairs], names=["dataset", "a", "b"]
        )
        columns: dict[str, object] = {}
        for measure in COMPARED:
            folds = fold_table(results, dataset, measure)
            ratio = fold_ratio(folds, dataset)
            levels = alpha, alpha / len(pairs)
            tested = [_test((folds[a] - folds[b]).to_numpy(), ratio, levels) for a, b in pairs]
            differences, ts, ps, *seen = (np.array(x) for x in zip(*tested, strict=True))
            adjusted = holm(ps)
            columns |= {
                f"{measure}_difference": differences,
                f"{measure}_t": ts,
                f"{measure}_p": ps,
                f"{measure}_holm": adjusted,
                f"{measure}_detectable": seen[0],
                f"{measure}_detectable_holm": seen[1],
                f"{measure}_verdict": [
                    _verdict(a, b, d, p, alpha)
                    for (a, b), d, p in zip(pairs, differences, adjusted, strict=True)
                ],
            }
        tables.append(pd.DataFrame(columns, index=index))
    table = pd.concat(tables)
    table["differ"] = table["accuracy_verdict"] != table["kappa_verdict"]
    return table


def one_engine(results: StudyResults) -> str:
    """Return the name of the only engine; results of several raise ValueError."""
    if not hasattr(results, "engines"):
        raise TypeError(
            f"results are a {type(results).__name__}; give StudyResults, as run_study returns them "
            "and StudyResults.read reads them."
        )
    if len(results.engines) > 1:
        raise ValueError(
            f"these are results of {' and '.join(results.engines)}; choose one: "
            f"results.select(engine={results.engines[0]!r})."
        )
    return results.engines[0]


def fold_ratio(folds: pd.DataFrame, dataset: str) -> float:
    """Ratio of test to training rows of k folds, 1 / (k - 1).

    `folds` has the index ``repeat, fold``; repeats with other numbers of folds raise ValueError.
    """
    sizes = {int(k) for k in folds.groupby(level="repeat").size()}
    if len(sizes) > 1 or min(sizes) < 2:
        raise ValueError(
            f"the repeats on {dataset} have {' or '.join(map(str, sorted(sizes)))} folds; the "
            "test needs one number of folds, at least 2, in every repeat."
        )
    return 1 / (sizes.pop() - 1)


def _test(
    differences: NDArray[np.float64], ratio: float, levels: tuple[float, float]
) -> tuple[float, ...]:
    """Mean difference, t, p, and what is detectable; p is 1 where the two never differ."""
    defined = differences[~np.isnan(differences)]
    mean = float(defined.mean()) if len(defined) else math.nan
    if len(defined) >= 2 and np.ptp(defined) > _ROUNDING:
        found = corrected_resampled_t_test(defined, test_train_ratio=ratio)
        seen = (found.detectable_difference(alpha=level) for level in levels)
        return mean, found.statistic, found.p_value(), *seen
    alike = len(defined) >= 2 and abs(mean) <= _ROUNDING
    nothing = math.nan, math.nan
    return (0.0, 0.0, 1.0, *nothing) if alike else (mean, math.nan, math.nan, *nothing)


def _verdict(a: str, b: str, difference: float, p_value: float, alpha: float) -> str:
    if math.isnan(p_value):
        return "undefined"
    if p_value > alpha:
        return "no difference"
    return f"{a} > {b}" if difference > 0 else f"{b} > {a}"
