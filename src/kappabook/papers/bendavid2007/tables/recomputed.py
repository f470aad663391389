"""Tables 7 to 12 computed anew from the folds of our own run, with the true chance agreement.

Where the run cannot speak, since the data are private or their preparation is lost, print is kept;
each table says of which cells that is so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from scipy.stats import ttest_rel

from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, KEY, PUBLIC, SHORT
from kappabook.papers.bendavid2007.printed.tables import appendix
from kappabook.papers.bendavid2007.rerun.cells import results, summary
from kappabook.papers.bendavid2007.tables import t_tests, table8, table12
from kappabook.papers.bendavid2007.tables.ranks import ranking, ranks
from kappabook.papers.bendavid2007.tables.table11 import OTHER_FOUR, reranked
from kappabook.study.pairs import COMPARED, fold_correlation, fold_table, pair_tests
from kappabook.study.published import MATCHED

# --- Appendix A ---------------------------------------------------------------------------------


def beside(printed: Mapping[str, str], column: str) -> pd.DataFrame:
    """Set one column of Tables A.1-A.5 beside ours: columns classifier, then printed and ours."""
    cells, ours = appendix(printed), summary()
    return pd.DataFrame(
        {
            (name, whose): [
                getattr(cells[dataset, name], column.replace("-", "_"))
                if whose == "printed"
                else f"{ours[dataset, name][column]:.4f}"
                for dataset in PUBLIC
            ]
            for name in CLASSIFIERS
            for whose in ("printed", "ours")
        },
        index=pd.Index(PUBLIC, name="dataset"),
    )


# --- Table 7 --------------------------------------------------------------------------------------


def data_sets(printed: Mapping[str, str]) -> pd.DataFrame:
    """Set Table 7 beside our means over the five classifiers, for the twelve public data sets.

    ``chance`` of ours is the true one; `matched` says whether the data are the paper's.
    """
    ours = pd.DataFrame(summary()).T.groupby(level=0, sort=False).mean().loc[list(PUBLIC)]
    table = pd.DataFrame({"matched": [name in MATCHED for name in PUBLIC]}, index=ours.index)
    for column in ("accuracy", "kappa", "chance"):
        texts = [printed[f"{KEY}.table7.{dataset}.{column}"] for dataset in PUBLIC]
        table[f"{column} printed"] = [float(text) for text in texts]
        table[f"{column} ours"] = ours["true-chance" if column == "chance" else column]
    return table


# --- Table 8: accuracy and kappa of a fold ------------------------------------------------------


def regressions(printed: Mapping[str, str]) -> pd.DataFrame:
    """Set each printed R^2 beside what our folds of the nine matched data sets say.

    Returns
    -------
    DataFrame
        By classifier: ``printed`` R^2; ``least`` and ``most``, what the printed summaries allow;
        ``least measured`` and ``most measured``, the same where the products of the matched data
        sets are taken from our folds, at the printed values without their rounding; ``matched
        folds``, R^2 over these 90 folds alone, which is another quantity.
    """
    rows = {name: _regression(printed, name) for name in CLASSIFIERS}
    columns = ["printed", "least", "most", "least measured", "most measured", "matched folds"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _regression(printed: Mapping[str, str], classifier: str) -> tuple[float, ...]:
    x, y = table8.read_columns(printed, classifier)
    sums = table8.sums(x, y)
    products = np.sqrt(x.within() * y.within())
    known = [correlation_within(dataset, classifier) for dataset in DATASETS]
    ends = [
        float(products @ np.where(np.isnan(known), end, known)) / sums.within for end in (-1, 1)
    ]
    folds = results().select(dataset=MATCHED, classifier=classifier).folds
    return (
        float(printed[f"{KEY}.table8.{classifier}.r2"]),
        *table8.r_squared_bounds(x, y),
        *(sums.r_squared(end) for end in ends),
        float(np.corrcoef(folds["accuracy"], folds["kappa"])[0, 1] ** 2),
    )


def correlation_within(dataset: str, classifier: str) -> float:
    """Correlate accuracy and kappa over our ten folds; nan where the data are not the paper's.

    0 where all folds are perfect: their product is 0 whatever it is multiplied by.
    """
    if dataset not in MATCHED:
        return math.nan
    folds = results().select(dataset=dataset, classifier=classifier).folds
    if np.ptp(folds["accuracy"]) == 0:
        return 0.0
    return float(np.corrcoef(folds["accuracy"], folds["kappa"])[0, 1])


# --- Tables 9 and 10: ranks ---------------------------------------------------------------------


def rankings(
    printed: Mapping[str, str], classifiers: tuple[str, ...] = tuple(CLASSIFIERS)
) -> pd.DataFrame:
    """Say on which public data sets accuracy and kappa rank apart: in print, and in our run.

    Both are ranked by means of four decimals, as the paper's tables have them. ``same ranks`` says
    whether ours are the printed ones by both measures.
    """
    cells, rows = appendix(printed), {}
    for dataset in PUBLIC:
        theirs = ranking([cells[dataset, name] for name in classifiers])
        ours = [
            ranks([round(summary()[dataset, name][measure], 4) for name in classifiers])
            for measure in COMPARED
        ]
        rows[dataset] = (
            dataset in MATCHED,
            theirs.changed > 0,
            ours[0] != ours[1],
            ours == [theirs.by_accuracy, theirs.by_kappa],
        )
    columns = ["matched", "differ in print", "differ in ours", "same ranks"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


# --- Table 11: the chance as the classifier varies ----------------------------------------------


def relative_differences(printed: Mapping[str, str]) -> pd.DataFrame:
    """Rank Table 11 anew: matched data sets by our true chance, the others as printed.

    Returns
    -------
    DataFrame
        Index: the fifteen data sets, largest difference first. ``lowest`` and ``highest``, as the
        paper abbreviates classifiers; ``difference`` in per cent of the lowest; ``printed``; and
        ``print alone``, the middle of what print and class counts say (`reranked`).
    """
    imputed = {name: float(ends.middle) for name, ends in reranked(printed)}
    rows = {}
    for dataset in DATASETS:
        names = [printed[f"{KEY}.table11.{dataset}.{end}"] for end in ("lowest", "highest")]
        apart = imputed[dataset]
        if dataset in MATCHED:
            values = {name: summary()[dataset, name]["true-chance"] for name in CLASSIFIERS}
            low, high = min(values.values()), max(values.values())
            names = [_named(values, end) for end in (low, high)]
            apart = 100 * (high / low - 1)
        text = printed[f"{KEY}.table11.{dataset}.difference"]
        rows[dataset] = (*names, apart, text, imputed[dataset])
    columns = ["lowest", "highest", "difference", "printed", "print alone"]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.sort_values("difference", ascending=False, kind="stable")


def _named(values: Mapping[str, float], end: float) -> str:
    """Name who has this chance, in the words of Table 11 where it is four of the five."""
    names = [SHORT[name] for name, value in values.items() if math.isclose(value, end)]
    return OTHER_FOUR if len(names) == len(CLASSIFIERS) - 1 else ", ".join(names)


# --- Table 12: t-tests --------------------------------------------------------------------------


def lev_tests(printed: Mapping[str, str]) -> pd.DataFrame:
    """Test SMO against Naive Bayes on LEV, the pair of Table 12 whose folds we have.

    Returns
    -------
    DataFrame
        By measure: the difference; the folds' correlation; two-sided p of Student's paired t-test,
        of the one corrected for shared training rows, and of that by Holm over the ten pairs of
        LEV; ``intervals part``, whether the printed 95 % intervals have no point in common.
    """
    pair = table12.read_row(printed, 3)
    dataset, a, b = pair.dataset, pair.better, pair.worse
    folds = results().select(dataset=dataset)
    tested, rows = pair_tests(folds).xs((dataset, a, b)), {}
    for measure in COMPARED:
        scores = fold_table(folds, dataset, measure)
        means = table12.compared(appendix(printed), pair, measure)
        rows[measure] = (
            tested[f"{measure}_difference"],
            fold_correlation(folds, dataset, a, b, measure=measure),
            float(ttest_rel(scores[a], scores[b]).pvalue),
            tested[f"{measure}_p"],
            tested[f"{measure}_holm"],
            t_tests.intervals_part(*means),
        )
    columns = ["difference", "correlation", "paired", "corrected", "Holm", "intervals part"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)
