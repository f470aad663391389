"""What a study can see: practical differences, by several measures, and how small they may be.

A test that finds nothing says little if it could have found little. So every pair of classifiers
gets three answers in place of one: the probability that the difference matters, the probability
that it does not, and the difference that the design would find.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.metrics.intervals import correlated_bayesian_t_test
from kappabook.metrics.intervals.folds import resampled_difference
from kappabook.study.pairs import fold_ratio, fold_table, one_engine
from kappabook.study.results import StudyResults

MEASURES = ("accuracy", "balanced", "kappa", "mcc")
# One error in a hundred cases.
ERROR = 0.01
# Each measure less another, both counted in errors per hundred cases.
CONTRASTS = {f"{m} - {other}": (m, other) for other, m in combinations(MEASURES, 2)}
_KEYS = ["repeat", "fold", "classifier"]
_ROUNDING = 1e-12

Column = NDArray[np.float64]


def measures_of_folds(results: StudyResults) -> pd.DataFrame:
    """Measure every fold by accuracy, balanced accuracy, kappa and the Matthews correlation.

    Parameters
    ----------
    results : StudyResults

    Returns
    -------
    DataFrame
        One row per fold, in the order of ``results.folds``: ``dataset, classifier, engine,
        repeat, fold``, then the four measures. Balanced accuracy is the mean recall of the
        classes that the fold has; the Matthews correlation of a constant prediction is 0;
        kappa is nan where it is 0/0.

    References
    ----------
    Gorodkin (2004), eq. (8), for the Matthews correlation of several classes.

    Examples
    --------
    >>> from kappabook import StudyResults
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study.power import measures_of_folds
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> table = measures_of_folds(results)
    >>> table.iloc[0, -4:].astype(float).round(3).to_dict()
    {'accuracy': 0.825, 'balanced': 0.598, 'kappa': 0.68, 'mcc': 0.69}
    """
    cells = results.cells.astype(float)
    hits, rows, columns = cells.diagonal(axis1=1, axis2=2), cells.sum(axis=2), cells.sum(axis=1)
    occurs = rows > 0
    recalls = np.divide(hits, rows, out=np.zeros_like(rows), where=occurs)
    n = rows.sum(axis=1)
    spreads = (n**2 - (rows**2).sum(axis=1)) * (n**2 - (columns**2).sum(axis=1))
    covariance = n * hits.sum(axis=1) - (rows * columns).sum(axis=1)
    mcc = np.divide(covariance, np.sqrt(spreads), out=np.zeros(len(n)), where=spreads > 0)
    head = results.folds[["dataset", "classifier", "engine", "repeat", "fold", "accuracy"]]
    return head.assign(
        balanced=recalls.sum(axis=1) / occurs.sum(axis=1), kappa=results.folds["kappa"], mcc=mcc
    )


def error_units(results: StudyResults, error: float = ERROR) -> pd.DataFrame:
    r"""By how much each measure falls when one case in a hundred more is wrong.

    .. math:: \delta_{accuracy} = \delta_{balanced} = 0.01, \qquad
              \delta_\kappa = \frac{0.01}{1 - P_c}, \qquad
              \delta_{MCC} = \frac{0.01}
                {\sqrt{\bigl(1 - \sum_i r_i^2\bigr) \bigl(1 - \sum_i c_i^2\bigr)}}

    where r and c are the shares of the true and the predicted classes over all folds of a
    classifier. One rule gives all four: the added errors fall on every class alike (one in a
    hundred of its cases), and the margins stay. The rule is our choice. Errors that all fall on a
    small class move balanced accuracy more, and the other three as said.

    Parameters
    ----------
    results : StudyResults
        Of one engine.
    error : float, default=0.01
        Share of the cases.

    Returns
    -------
    DataFrame
        Index ``dataset, classifier``; a column per measure. The Matthews correlation of a
        prediction that is constant throughout has none (nan).

    Raises
    ------
    ValueError
        Results of several engines.

    References
    ----------
    The definitions of the measures; the translation is our own.

    Examples
    --------
    >>> from kappabook import StudyResults
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study.power import error_units
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> units = error_units(results)
    >>> units.loc[("credit-approval", "J48")].round(4).to_dict()
    {'accuracy': 0.01, 'balanced': 0.01, 'kappa': 0.0202, 'mcc': 0.0202}
    """
    one_engine(results)
    folds = results.folds
    rows: dict[Any, tuple[float, ...]] = {}
    for key, places in folds.groupby(["dataset", "classifier"], sort=False).indices.items():
        cells = results.cells[places].sum(axis=0)
        r, c = cells.sum(axis=1) / cells.sum(), cells.sum(axis=0) / cells.sum()
        spread = float(np.sqrt((1 - r @ r) * (1 - c @ c)))
        kappa, mcc = (error / d if d > _ROUNDING else np.nan for d in (1 - r @ c, spread))
        rows[key] = (error, error, kappa, mcc)
    index = pd.MultiIndex.from_tuples(list(rows), names=["dataset", "classifier"])
    return pd.DataFrame(list(rows.values()), index, list(MEASURES))


def practical_tests(
    results: StudyResults, *, error: float = ERROR, level: float = 0.95, power: float = 0.8
) -> pd.DataFrame:
    r"""Ask of every pair of classifiers whether its difference matters, by four measures.

    The difference of two classifiers is tested by
    :func:`kappabook.correlated_bayesian_t_test` on the folds. It does not
    matter if it is at most one error per hundred cases, which :func:`error_units` translates to
    each measure (the mean of the two classifiers' units).

    The rows ``kappa - accuracy``, ``mcc - kappa`` and so on ask whether the *measure* matters:
    both differences are divided by their unit, so that they count errors per hundred, and
    subtracted fold by fold,

    .. math:: \frac{\kappa_a - \kappa_b}{\delta_\kappa}
              - \frac{P_o^{(a)} - P_o^{(b)}}{\delta_{accuracy}}

    which is 0 if kappa says of the pair what accuracy says, and within -1 and 1 if the two part
    by less than one error per hundred.

    Parameters
    ----------
    results : StudyResults
        Of one engine; at least two folds in each repeat, every classifier on every data set.
    error : float, default=0.01
        Share of the cases that does not matter.
    level : float in (0.5, 1], default=0.95
        Probability that a decision needs.
    power : float, default=0.8
        Of the detectable difference, at the level 1 - `level`, without a correction for many
        tests.

    Returns
    -------
    DataFrame
        Index ``dataset, a, b, measure``. ``difference`` (a minus b) and the ends ``low``,
        ``high`` of the interval at `level`; ``below``, ``within`` and ``above``, the probability
        that it is less than minus one error per hundred, not that large, and more; ``decision``:
        'differ', 'alike' or 'open'; ``detectable``, the true difference that the corrected t-test
        would find. All differences count errors per hundred cases (100 ``error``); ``unit`` is
        one such error in the measure's own units. ``folds`` are those with a defined measure.

    Raises
    ------
    ValueError
        Results of several engines; other numbers of folds in the repeats; a classifier lacks a
        repeat.

    References
    ----------
    Benavoli et al. (2017), JMLR 18(77), for the region; Nadeau and Bengio (2003) for the
    detectable difference. The translation is our own.

    Examples
    --------
    >>> from kappabook import StudyResults, practical_tests
    >>> from kappabook.system.checkout import results_folder
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> one = results.select(dataset="swd")
    >>> tests = practical_tests(one)
    >>> tests.loc[("swd", "J48", "SMO", "kappa"), ["difference", "detectable"]].round(1).to_list()
    [-0.1, 6.5]
    """
    engine_units = error_units(results, error)
    folds = measures_of_folds(results)
    classifiers = list(results.classifiers)
    rows = {}
    for dataset, part in folds.groupby("dataset", sort=False):
        wide = part.pivot(index=_KEYS[:2], columns="classifier", values=list(MEASURES))
        ratio = fold_ratio(fold_table(results, str(dataset)), str(dataset))
        units = engine_units.loc[dataset]
        columns = {key: column.to_numpy(float) for key, column in wide.items()}
        for a, b in combinations(classifiers, 2):
            one, other = units.loc[a], units.loc[b]
            # Where one has none, that of the other.
            unit = ((one.fillna(other) + other.fillna(one)) / 2).to_dict()
            errors = {m: (columns[m, a] - columns[m, b]) / unit[m] for m in MEASURES}
            errors |= {name: errors[m] - errors[less] for name, (m, less) in CONTRASTS.items()}
            for measure, d in errors.items():
                found = _ask(d, ratio, level, power)
                rows[dataset, a, b, measure] = {**found, "unit": unit.get(measure, np.nan)}
    index = pd.MultiIndex.from_tuples(rows, names=["dataset", "a", "b", "measure"])
    return pd.DataFrame(list(rows.values()), index)


def _ask(d: Column, ratio: float, level: float, power: float) -> Mapping[str, object]:
    d = np.where(np.abs(d) <= _ROUNDING, 0.0, d)
    if np.isfinite(d).sum() < 2:
        names = ("difference", "low", "high", "below", "within", "above", "detectable")
        return {**dict.fromkeys(names, np.nan), "decision": "undefined", "folds": 0}
    said = correlated_bayesian_t_test(
        d, test_train_ratio=ratio, rope=1, nan_policy="omit", confidence_level=level
    )
    test = resampled_difference(d, test_train_ratio=ratio, nan_policy="omit")
    decision = {"within": "alike", "open": "open"}.get(said.decision(level), "differ")
    return {
        **{"difference": said.estimate, "low": said.low, "high": said.high},
        **{"below": said.below, "within": said.within, "above": said.above},
        "decision": decision,
        "detectable": test.detectable_difference(alpha=1 - level, power=power),
        "folds": said.n_used,
    }


def practical_summary(tests: pd.DataFrame) -> pd.DataFrame:
    """Count the decisions of :func:`practical_tests`, one row per measure.

    Parameters
    ----------
    tests : DataFrame
        What :func:`practical_tests` returns.

    Returns
    -------
    DataFrame
        ``pairs``, and of these ``differ``, ``alike``, ``open`` and ``undefined``;
        ``detectable``, the median over pairs, and ``observed``, the median size of the
        difference, both in errors per hundred cases.

    References
    ----------
    The count is our own.

    Examples
    --------
    >>> from kappabook import StudyResults
    >>> from kappabook.system.checkout import results_folder
    >>> from kappabook.study.power import practical_summary, practical_tests
    >>> results = StudyResults.read(results_folder() / "power-sklearn.csv")
    >>> tests = practical_tests(results.select(dataset="car"))
    >>> practical_summary(tests).loc["kappa", ["differ", "alike", "open"]].astype(int).to_list()
    [9, 0, 1]
    """
    by = tests.assign(size=tests["difference"].abs()).groupby(level="measure", sort=False)
    counts = {
        name: (tests["decision"] == name).groupby(level="measure", sort=False).sum()
        for name in ("differ", "alike", "open", "undefined")
    }
    medians = {"detectable": by["detectable"].median(), "observed": by["size"].median()}
    return pd.DataFrame({"pairs": by.size(), **counts, **medians})
