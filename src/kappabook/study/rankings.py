"""Classifiers ranked by two measures on each data set, and where the two orders differ."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import kendalltau


def average_ranks(scores: pd.DataFrame) -> pd.DataFrame:
    """Rank each row, 1 for the largest; those that tie share the mean of their places."""
    return scores.rank(axis=1, ascending=False, method="average")


def places(scores: pd.DataFrame) -> pd.DataFrame:
    """Rank each row as a table prints it: those that tie share the first of their places."""
    return scores.rank(axis=1, ascending=False, method="min").astype(int)


def disagreements(accuracy: pd.DataFrame, kappa: pd.DataFrame) -> pd.DataFrame:
    """Compare two rankings of the same classifiers, data set by data set.

    Parameters
    ----------
    accuracy, kappa : DataFrame of shape (n_datasets, n_classifiers)
        Scores, higher is better, without nan.

    Returns
    -------
    DataFrame
        One row per data set:

        - ``differs``: whether any classifier has another rank; a tie that only one measure
          breaks counts;
        - ``changed``: how many classifiers have;
        - ``places``: the places by accuracy at which they stand;
        - ``moves``: who moves from which rank by accuracy to which by kappa;
        - ``reversed_pairs``: pairs in opposite order, ties apart;
        - ``top_accuracy``, ``top_kappa``, ``top_changes``: the first, or those who tie for it;
        - ``spearman``, ``kendall``: rank correlations (tau-b), nan where one measure ties all.

    References
    ----------
    Ben-David (2007), Table 9, counts such disagreements; the columns are our own.

    Examples
    --------
    >>> import pandas as pd
    >>> from kappabook.study.rankings import disagreements
    >>> accuracy = pd.DataFrame({"tree": [0.70], "rule": [0.65]}, index=["flu"])
    >>> kappa = pd.DataFrame({"tree": [0.00], "rule": [0.31]}, index=["flu"])
    >>> disagreements(accuracy, kappa).loc["flu", "moves"]
    'tree 1 → 2; rule 2 → 1'
    """
    first, second = average_ranks(accuracy), average_ranks(kappa)
    place = places(accuracy)
    rows = {}
    for dataset in accuracy.index:
        a, k = first.loc[dataset], second.loc[dataset]
        moved = a.index[a != k]
        moved = moved[np.argsort(a[moved].to_numpy(), kind="stable")]
        top_a, top_k = (list(ranks.index[ranks == ranks.min()]) for ranks in (a, k))
        order = np.sign(np.subtract.outer(a.to_numpy(), a.to_numpy()))
        other = np.sign(np.subtract.outer(k.to_numpy(), k.to_numpy()))
        rows[dataset] = {
            "differs": len(moved) > 0,
            "changed": len(moved),
            "places": ", ".join(map(str, sorted({int(place.loc[dataset, m]) for m in moved}))),
            "moves": "; ".join(f"{m} {a[m]:g} → {k[m]:g}" for m in moved),
            "reversed_pairs": int((order * other < 0).sum()) // 2,
            "top_accuracy": ", ".join(top_a),
            "top_kappa": ", ".join(top_k),
            "top_changes": top_a != top_k,
            "spearman": _correlation(a.to_numpy(), k.to_numpy()),
            "kendall": float(kendalltau(a, k).statistic),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset")


def _correlation(a: np.ndarray, b: np.ndarray) -> float:
    """Pearson's correlation; nan, without a warning, where one of the two is constant."""
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
