"""Tables 7 to 12 computed anew from the folds of our own run, with the true chance agreement.

Where the run cannot speak, since the data are private or their preparation is lost, print is kept;
each table says of which cells that is so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise

import numpy as np
import pandas as pd
from scipy.stats import ttest_rel

from kappabook.papers.bendavid2007 import (
    artefact,
    conclusions,
    ranks,
    regression,
    rerun,
    t_tests,
    variation,
)
from kappabook.papers.bendavid2007.artefact import Key
from kappabook.papers.bendavid2007.keys import (
    AVERAGE,
    CLASSIFIERS,
    DATASETS,
    KEY,
    PUBLIC,
)
from kappabook.papers.bendavid2007.mended import CELLS, mended_cells, table_7
from kappabook.papers.bendavid2007.printed import appendix
from kappabook.study.pairs import COMPARED, fold_correlation, fold_table, pair_tests
from kappabook.study.published import MATCHED

# Balance has three classes, where Table 6 prints five.
CLASSES = {"balance-scale": 3}


# --- Table 7: the average chance ----------------------------------------------------------------


def average_chance(printed: Mapping[str, str]) -> pd.DataFrame:
    """Average the chance of the 75 cells, on ever more evidence.

    Returns
    -------
    DataFrame
        Index: what the cells are taken from. ``cells``, how many of the 75 are not as printed;
        ``least`` and ``most``, the ends of the average: one number twice where it is known, nan
        where there is no upper end.
    """
    cells = appendix(printed)
    classes = {d: int(printed[f"{KEY}.table6.{d}.classes"]) for d in DATASETS} | CLASSES
    least = float(artefact.least_average(cells, classes))
    counted = table_7(printed, mended_cells(printed))[AVERAGE].chance
    as_printed = average_with(printed, ())
    lines = {
        "as printed": (0, as_printed, as_printed),
        "print: a perfect fold has at least 1/C": (len(CELLS), least, math.nan),
        "print and class counts": (len(CELLS), float(counted.low), float(counted.high)),
    }
    for name, keys in (
        ("re-run of the impossible cells", CELLS),
        ("re-run of the 8 matched data sets", _of(MATCHED)),
        ("re-run of the 12 public data sets", _of(PUBLIC)),
    ):
        value = average_with(printed, keys)
        lines[name] = (len(keys), value, value)
    return pd.DataFrame.from_dict(lines, orient="index", columns=["cells", "least", "most"])


def average_with(printed: Mapping[str, str], keys: Iterable[Key]) -> float:
    """Average the chance of the 75 cells, with our true one in some and print in the others."""
    ours = rerun.summary()
    values = {key: float(cell.chance) for key, cell in appendix(printed).items()}
    values |= {key: ours[key]["true-chance"] for key in keys}
    return sum(values.values()) / len(values)


def own_average(printed: Mapping[str, str], datasets: Iterable[str]) -> tuple[float, float]:
    """Average the chance over all cells of some data sets: printed, and ours, the true one."""
    cells, keys = appendix(printed), _of(datasets)
    ours = [rerun.summary()[key]["true-chance"] for key in keys]
    return float(np.mean([float(cells[key].chance) for key in keys])), float(np.mean(ours))


def _of(datasets: Iterable[str]) -> tuple[Key, ...]:
    return tuple((dataset, classifier) for dataset in datasets for classifier in CLASSIFIERS)


def data_sets(printed: Mapping[str, str]) -> pd.DataFrame:
    """Set Table 7 beside our means over the five classifiers, for the twelve public data sets.

    ``chance`` of ours is the true one; `matched` says whether the data are the paper's.
    """
    ours = pd.DataFrame(rerun.summary()).T.groupby(level=0, sort=False).mean().loc[list(PUBLIC)]
    table = pd.DataFrame({"matched": [name in MATCHED for name in PUBLIC]}, index=ours.index)
    for column in ("accuracy", "kappa", "chance"):
        texts = [printed[f"{KEY}.table7.{dataset}.{column}"] for dataset in PUBLIC]
        table[f"{column} printed"] = [float(text) for text in texts]
        table[f"{column} ours"] = ours["true-chance" if column == "chance" else column]
    return table


# --- Table 8: accuracy and kappa of a fold ------------------------------------------------------


def regressions(printed: Mapping[str, str]) -> pd.DataFrame:
    """Set each printed R^2 beside what our folds of the eight matched data sets say.

    Returns
    -------
    DataFrame
        By classifier: ``printed`` R^2; ``least`` and ``most``, what the printed summaries allow;
        ``least measured`` and ``most measured``, the same where the products of the matched data
        sets are taken from our folds, at the printed values without their rounding; ``matched
        folds``, R^2 over these 80 folds alone, which is another quantity.
    """
    rows = {name: _regression(printed, name) for name in CLASSIFIERS}
    columns = ["printed", "least", "most", "least measured", "most measured", "matched folds"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _regression(printed: Mapping[str, str], classifier: str) -> tuple[float, ...]:
    cells = [appendix(printed)[dataset, classifier] for dataset in DATASETS]
    texts = tuple((c.accuracy, c.accuracy_ci, c.kappa, c.kappa_ci) for c in cells)
    x, y = regression.read_columns(texts)
    sums = regression.sums(x, y)
    products = np.sqrt(x.within() * y.within())
    known = [correlation_within(dataset, classifier) for dataset in DATASETS]
    ends = [
        float(products @ np.where(np.isnan(known), end, known)) / sums.within for end in (-1, 1)
    ]
    folds = rerun.results().select(dataset=MATCHED, classifier=classifier).folds
    return (
        float(printed[f"{KEY}.table8.{classifier}.r2"]),
        *regression.r_squared_bounds(x, y),
        *(sums.r_squared(end) for end in ends),
        float(np.corrcoef(folds["accuracy"], folds["kappa"])[0, 1] ** 2),
    )


def correlation_within(dataset: str, classifier: str) -> float:
    """Correlate accuracy and kappa over our ten folds; nan where the data are not the paper's.

    0 where all folds are perfect: their product is 0 whatever it is multiplied by.
    """
    if dataset not in MATCHED:
        return math.nan
    folds = rerun.results().select(dataset=dataset, classifier=classifier).folds
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
        theirs = ranks.ranking(tuple(cells[dataset, name] for name in classifiers))
        ours = [
            _places([rerun.summary()[dataset, name][measure] for name in classifiers])
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


def _places(values: list[float]) -> tuple[int, ...]:
    rounded = [round(value, 4) for value in values]
    return tuple(1 + sum(other > value for other in rounded) for value in rounded)


# --- Table 11: the chance as the classifier varies ----------------------------------------------


def relative_differences(printed: Mapping[str, str]) -> pd.DataFrame:
    """Rank Table 11 anew: matched data sets by our true chance, the others as printed.

    Returns
    -------
    DataFrame
        Index: the fifteen data sets, largest difference first. ``lowest`` and ``highest``, as the
        paper abbreviates classifiers; ``difference`` in per cent of the lowest; ``printed``; and
        ``print alone``, the middle of what print and class counts say (`variation.reranked`).
    """
    mended = {name: float(both.low + both.high) / 2 for name, both in variation.reranked(printed)}
    rows = {}
    for dataset in DATASETS:
        names = [printed[f"{KEY}.table11.{dataset}.{end}"] for end in ("lowest", "highest")]
        apart = mended[dataset]
        if dataset in MATCHED:
            values = {name: rerun.summary()[dataset, name]["true-chance"] for name in CLASSIFIERS}
            low, high = min(values.values()), max(values.values())
            names = [_named(values, end) for end in (low, high)]
            apart = 100 * (high / low - 1)
        text = printed[f"{KEY}.table11.{dataset}.difference"]
        rows[dataset] = (*names, apart, text, mended[dataset])
    columns = ["lowest", "highest", "difference", "printed", "print alone"]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.sort_values("difference", ascending=False, kind="stable")


def _named(values: Mapping[str, float], end: float) -> str:
    """Name who has this chance, in the words of Table 11 where it is four of the five."""
    names = [ranks.SHORT[name] for name, value in values.items() if math.isclose(value, end)]
    return "The other four models" if len(names) == len(CLASSIFIERS) - 1 else ", ".join(names)


def same_order(table: pd.DataFrame) -> bool:
    """Say whether our differences and those from print alone put the data sets in one order."""
    return all(a > b for a, b in pairwise(table["print alone"]))


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
    pair = conclusions.read_row(printed, 3)
    dataset, a, b = pair.dataset, pair.better, pair.worse
    folds = rerun.results().select(dataset=dataset)
    tested, rows = pair_tests(folds).xs((dataset, a, b)), {}
    for measure in COMPARED:
        scores = fold_table(folds, dataset, measure)
        means = conclusions.compared(appendix(printed), pair, measure)
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
