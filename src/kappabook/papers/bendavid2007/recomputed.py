"""Tables 7 and 9 to 12 and the average chance, computed anew from the folds of our own run.

Where the run cannot speak, since the data are private or their preparation is lost, print is kept;
each table says of which cells that is so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd
from scipy.stats import friedmanchisquare, ttest_rel

from kappabook.audit.printed import Printed
from kappabook.papers.bendavid2007 import table12
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    DATASETS,
    MEASURES,
    PUBLIC,
    SHORT,
    TABLES,
    Key,
    cells,
    keys,
)
from kappabook.papers.bendavid2007.impossible import (
    IMPOSSIBLE,
    chance,
    imputed,
    least_average,
    mean_chance,
    true_classes,
)
from kappabook.papers.bendavid2007.rerun import results, summary
from kappabook.papers.bendavid2007.tables import OTHER_FOUR, ranking, ranks, reranked
from kappabook.study.pairs import COMPARED, fold_correlation, fold_table, pair_tests
from kappabook.study.published import MATCHED

# --- Table 7 --------------------------------------------------------------------------------------


def data_sets(p: Printed) -> pd.DataFrame:
    """Set Table 7 beside our means over the five classifiers, for the twelve public data sets.

    ``chance`` of ours is the true one; `matched` says whether the data are the paper's.
    """
    ours = pd.DataFrame(summary()).T.groupby(level=0, sort=False).mean().loc[list(PUBLIC)]
    table = pd.DataFrame({"matched": [name in MATCHED for name in PUBLIC]}, index=ours.index)
    for column in ("accuracy", "kappa", "chance"):
        texts = [p[f"table7.{dataset}.{column}"] for dataset in PUBLIC]
        table[f"{column} printed"] = [float(text) for text in texts]
        table[f"{column} ours"] = ours["true-chance" if column == "chance" else column]
    return table


# --- Tables 9 and 10: ranks ---------------------------------------------------------------------


def rankings(p: Printed, classifiers: tuple[str, ...] = tuple(CLASSIFIERS)) -> pd.DataFrame:
    """Say on which public data sets accuracy and kappa rank apart: in print, and in our run.

    Both are ranked by means of four decimals, as the paper's tables have them. ``same ranks`` says
    whether ours are the printed ones by both measures.
    """
    printed, rows = cells(p, MEASURES), {}
    for dataset in PUBLIC:
        theirs = ranking([printed[dataset, name] for name in classifiers])
        ours = [
            ranks([round(summary()[dataset, name][measure], 4) for name in classifiers])
            for measure in MEASURES
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


def relative_differences(p: Printed) -> pd.DataFrame:
    """Rank Table 11 anew: matched data sets by our true chance, the others as printed.

    Returns
    -------
    DataFrame
        Index: the fifteen data sets, largest difference first. ``lowest`` and ``highest``, as the
        paper abbreviates classifiers; ``difference`` in per cent of the lowest; ``printed``; and
        ``print alone``, the middle of what print and class counts say (`reranked`).
    """
    imputed = {name: float(ends.middle) for name, ends in reranked(p)}
    rows = {}
    for dataset in DATASETS:
        names = [p[f"table11.{dataset}.{end}"] for end in ("lowest", "highest")]
        apart = imputed[dataset]
        if dataset in MATCHED:
            values = {name: summary()[dataset, name]["true-chance"] for name in CLASSIFIERS}
            low, high = min(values.values()), max(values.values())
            names = [_named(values, end) for end in (low, high)]
            apart = 100 * (high / low - 1)
        text = p[f"table11.{dataset}.difference"]
        rows[dataset] = (*names, apart, text, imputed[dataset])
    columns = ["lowest", "highest", "difference", "printed", "print alone"]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.sort_values("difference", ascending=False, kind="stable")


def _named(values: dict[str, float], end: float) -> str:
    """Name who has this chance, in the words of Table 11 where it is four of the five."""
    names = [SHORT[name] for name, value in values.items() if math.isclose(value, end)]
    return OTHER_FOUR if len(names) == len(CLASSIFIERS) - 1 else ", ".join(names)


# --- how much chance varies between classifiers -------------------------------------------------

QUANTITIES = (*MEASURES, "chance")


def _mended(p: Printed, quantity: str) -> pd.DataFrame:
    """Return one column of the appendix, data set by classifier; impossible chances are mended."""
    rows = [
        [
            float(
                chance(p, (d, c)).middle
                if quantity == "chance"
                else p[f"{TABLES[c]}.{d}.{quantity}"]
            )
            for c in CLASSIFIERS
        ]
        for d in DATASETS
    ]
    return pd.DataFrame(rows, list(DATASETS), list(CLASSIFIERS))


def between_classifiers(p: Printed) -> pd.DataFrame:
    """Say how accuracy, kappa and chance vary in print: between data sets, between classifiers.

    Returns
    -------
    DataFrame
        By quantity: ``between data sets``, the share of the variance of the 75 cells that lies
        there; ``Friedman p``, of the ranks of the classifiers over the fifteen data sets; and
        ``Friedman p, ours``, over the twelve of our run, by the true chance.
    """
    rows, run = {}, pd.DataFrame(summary()).T
    for quantity in QUANTITIES:
        table = _mended(p, quantity)
        between = float(table.mean(axis=1).var(ddof=0) / table.to_numpy().var())
        ours = run["true-chance" if quantity == "chance" else quantity].unstack()
        tests = (float(friedmanchisquare(*x.to_numpy(float).T).pvalue) for x in (table, ours))
        rows[quantity] = between, *tests
    columns = ["between data sets", "Friedman p", "Friedman p, ours"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def within_data_sets(p: Printed) -> pd.DataFrame:
    """Set the spread of chance over the five classifiers beside that of accuracy, by data set.

    Returns
    -------
    DataFrame
        Standard deviations of ``chance`` and of ``accuracy`` in print, their ``ratio``, largest
        first, and ``ratio, ours``, of the true chance in our run; nan where there is none.
    """
    table = pd.DataFrame({name: _mended(p, name).std(axis=1) for name in ("chance", "accuracy")})
    table["ratio"] = table["chance"] / table["accuracy"]
    ours = pd.DataFrame(summary()).T.groupby(level=0)[["true-chance", "accuracy"]].std()
    table["ratio, ours"] = ours["true-chance"] / ours["accuracy"]
    return table.sort_values("ratio", ascending=False)


# --- Table 12: t-tests --------------------------------------------------------------------------


def lev_tests(p: Printed) -> pd.DataFrame:
    """Test SMO against Naive Bayes on LEV, the pair of Table 12 whose folds we have.

    Returns
    -------
    DataFrame
        By measure: the difference; the folds' correlation; two-sided p of Student's paired t-test,
        of the one corrected for shared training rows, and of that by Holm over the ten pairs of
        LEV; ``intervals part``, whether the printed 95 % intervals have no point in common.
    """
    pair = table12.read_row(p, 3)
    dataset, a, b = pair.dataset, pair.better, pair.worse
    folds, printed = results().select(dataset=dataset), cells(p, of=keys([dataset]))
    tested, rows = pair_tests(folds).xs((dataset, a, b)), {}
    for measure in COMPARED:
        scores = fold_table(folds, dataset, measure)
        means = table12.compared(printed, pair, measure)
        rows[measure] = (
            tested[f"{measure}_difference"],
            fold_correlation(folds, dataset, a, b, measure=measure),
            float(ttest_rel(scores[a], scores[b]).pvalue),
            tested[f"{measure}_p"],
            tested[f"{measure}_holm"],
            table12.intervals_part(*means),
        )
    columns = ["difference", "correlation", "paired", "corrected", "Holm", "intervals part"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


# --- the chance agreement in our run ---


def impossible_cells(p: Printed) -> pd.DataFrame:
    """Set the six impossible chances beside what they must be, and what they are in our run.

    Returns
    -------
    DataFrame
        Index data set, classifier: ``printed`` and ``half-width``; ``ours, solved`` and its
        half-width, solved from accuracy and kappa with 0 for a perfect fold; ``least`` and
        ``most`` of the true chance, from print and class counts; ``ours, true``.
    """
    printed, ours, rows = cells(p), summary(), {}
    for key in IMPOSSIBLE:
        right = imputed(p, key)
        rows[key] = (
            *(float(text) for text in (printed[key].chance, printed[key].chance_ci)),
            *(ours[key]["chance"], ours[key]["chance-ci"]),
            *(float(right.chance.low), float(right.chance.high)),
            ours[key]["true-chance"],
        )
    solved = ("printed", "half-width", "ours, solved", "its half-width")
    index = pd.MultiIndex.from_tuples(rows, names=["dataset", "classifier"])
    return pd.DataFrame(rows.values(), index, [*solved, "least", "most", "ours, true"])


def average_chance(p: Printed) -> pd.DataFrame:
    """Average the chance of the 75 cells, on ever more evidence.

    Returns
    -------
    DataFrame
        Index: what the cells are taken from. ``cells``, how many of the 75 are not as printed;
        ``least`` and ``most``, the ends of the average: one number twice where it is known, nan
        where there is no upper end; ``these, printed`` and ``these, ours``, the averages of the
        cells that the run replaces, alone.
    """
    least = float(least_average(cells(p), true_classes(p)))
    counted = mean_chance(p, keys())
    as_printed = average_with(p, ())
    nothing = math.nan, math.nan
    n, ends = len(IMPOSSIBLE), (float(counted.low), float(counted.high))
    lines: dict[str, tuple[float, ...]] = {
        "as printed": (0, as_printed, as_printed, *nothing),
        "print: a perfect fold has at least 1/C": (n, least, math.nan, *nothing),
        "print and class counts": (n, *ends, *nothing),
    }
    for name, chosen in (
        ("re-run of the impossible cells", IMPOSSIBLE),
        (f"re-run of the {len(MATCHED)} matched data sets", keys(MATCHED)),
        ("re-run of the 12 public data sets", keys(PUBLIC)),
    ):
        value = average_with(p, chosen)
        lines[name] = (len(chosen), value, value, *own_average(p, chosen))
    columns = ["cells", "least", "most", "these, printed", "these, ours"]
    return pd.DataFrame(list(lines.values()), list(lines), columns)


def average_with(p: Printed, chosen: Iterable[Key]) -> float:
    """Average the chance of the 75 cells, with our true one in some and print in the others."""
    ours = summary()
    values = {key: float(cell.chance) for key, cell in cells(p, ["chance"]).items()}
    values |= {key: ours[key]["true-chance"] for key in chosen}
    return sum(values.values()) / len(values)


def own_average(p: Printed, chosen: Iterable[Key]) -> tuple[float, float]:
    """Average the chance of some cells alone: printed, and ours, the true one."""
    printed, ours = cells(p), summary()
    theirs, true = np.mean(
        [(float(printed[k].chance), ours[k]["true-chance"]) for k in chosen], axis=0
    )
    return float(theirs), float(true)
