"""Every number of a report as one row: what the CSV file holds, and all tables are made from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from kappabook.commands.own_data.fold_measures import ALL, MEASURES, RANKING
from kappabook.commands.own_data.folds import Folds
from kappabook.commands.own_data.learners import BASELINE
from kappabook.metrics.intervals.folds import ResampledTTest, corrected_resampled_t_test

LEVEL, POWER, ALIKE = 0.95, 0.8, 0.01
Costs = tuple[float, float]


class Row(NamedTuple):
    """One number.

    `part` is data, class, measure, rank, comparison, confusion, threshold or prevalence; `other`
    the second classifier, the predicted class or the rule of a threshold; `label` a class;
    `reason` says why there is no value.
    """

    part: str
    classifier: str = ""
    other: str = ""
    measure: str = ""
    label: str = ""
    statistic: str = ""
    value: float = math.nan
    reason: str = ""


def rounded(value: float) -> float:
    """Keep six significant digits: what the file holds is what is said."""
    return float(f"{value:.6g}")


def data_rows(folds: Folds, costs: Costs | None) -> Iterator[Row]:
    """Yield what was read, the classes, and the settings."""
    data = folds.data
    numbers = {f"rows_{key}": n for key, n in data.rows.items()} | {
        "columns_used": data.X.shape[1],
        "columns_set_aside": sum(c.kind == "set aside" for c in data.columns),
        "classes": len(data.classes),
        "classifiers": len(folds.folds) - 1,
        "folds": folds.n_splits,
        "repeats": folds.n_repeats,
        "confidence_level": LEVEL,
        "power": POWER,
        "counts_as_no_difference": ALIKE,
    }
    if costs:
        numbers |= {"cost_of_false_positive": costs[0], "cost_of_false_negative": costs[1]}
        numbers["cost_cut"] = costs[0] / sum(costs)
    for name, value in numbers.items():
        yield Row("data", statistic=name, value=rounded(value))
    for label, (cases, share) in zip(data.classes, data.balance().to_numpy(), strict=True):
        yield Row("class", label=label, statistic="cases", value=rounded(cases))
        yield Row("class", label=label, statistic="share", value=rounded(share))


def splits(folds: Folds, costs: Costs | None) -> dict[tuple[str, str, int], Any]:
    """Gather the values of every split, by classifier, measure and class."""
    found: dict[tuple[str, str, int], list[float]] = {}
    for name, of in folds.folds.items():
        keys = dict.fromkeys(key for fold in of for key in fold.measured)
        for measure, code in keys:
            values = [fold.measured.get((measure, code), math.nan) for fold in of]
            found[name, measure, code] = values
        if costs and folds.data.positive is not None:
            found[name, "cost", ALL] = [
                cost_per_case(fold.confusion, folds.data.positive, costs) for fold in of
            ]
    return {key: np.array(values, dtype=float) for key, values in found.items()}


def cost_per_case(confusion: Any, positive: int, costs: Costs) -> float:
    """Mean cost of the mistakes, per case, of two classes."""
    false_positive, false_negative = confusion[1 - positive, positive], confusion[positive].sum()
    false_negative -= confusion[positive, positive]
    return float((costs[0] * false_positive + costs[1] * false_negative) / max(1, confusion.sum()))


def measure_rows(folds: Folds, values: dict[tuple[str, str, int], Any]) -> Iterator[Row]:
    """Yield each measure with its interval, or why there is none."""
    for name in folds.folds:
        for measure in MEASURES:
            codes = [code for n, m, code in values if (n, m) == (name, measure)]
            if not codes and measure in RANKING:
                why = "the classifier gives no scores"
                if folds.engine == "WEKA":
                    why = "the engine gives labels, no scores"
                yield Row("measure", name, "", measure, "", "estimate", reason=why)
            elif measure == "h" and codes and ALL not in codes:
                why = "H is of two classes; see the classes"
                yield Row("measure", name, "", measure, "", "estimate", reason=why)
            for code in codes:
                label = "" if code == ALL else folds.data.classes[code]
                yield from interval_rows(
                    Row("measure", name, "", measure, label),
                    values[name, measure, code],
                    folds.test_train_ratio,
                )


def interval_rows(
    head: Row, values: Any, ratio: float, ends: tuple[float, float] | None = None
) -> Iterator[Row]:
    """Yield mean, interval and number of splits; the interval keeps to the measure's ends."""
    defined = values[~np.isnan(values)]
    if len(defined) < 2:
        yield head._replace(statistic="estimate", reason=f"undefined in {len(values)} folds")
        return
    found = tested(values, ratio)
    yield head._replace(statistic="estimate", value=rounded(found.estimate))
    yield head._replace(statistic="splits", value=float(found.n_used))
    if not found.standard_error:
        why = "all folds have the same value"
        yield head._replace(statistic="low", reason=why)
        yield head._replace(statistic="high", reason=why)
        return
    least, most = ends or MEASURES[head.measure][1:]
    low, high = found.low, found.high
    yield head._replace(statistic="low", value=rounded(max(low, least)))
    yield head._replace(statistic="high", value=rounded(min(high, most)))


def tested(values: Any, ratio: float) -> ResampledTTest:
    """Test a mean over splits; what is undefined in a fold is left out, and counted."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return corrected_resampled_t_test(
            values, test_train_ratio=ratio, nan_policy="omit", confidence_level=LEVEL
        )


def rank_rows(folds: Folds, values: dict[tuple[str, str, int], Any]) -> Iterator[Row]:
    """Yield the place of each classifier by each measure; 1 is best, and ties share a place."""
    from scipy.stats import rankdata

    names = [name for name in folds.folds if name != BASELINE]
    for measure in (m for m in MEASURES if m != "chance_agreement"):
        known = [n for n in names if (n, measure, ALL) in values]
        means = [rounded(np.nanmean(values[n, measure, ALL])) for n in known]
        sign = 1 if measure == "cost" else -1
        for name, rank in zip(known, rankdata([sign * m for m in means]), strict=True):
            yield Row("rank", name, "", measure, "", "rank", float(rank))


def confusion_rows(folds: Folds) -> Iterator[Row]:
    """Yield the cells of each confusion matrix, summed over folds and divided by the repeats."""
    classes = folds.data.classes
    for name in folds.folds:
        counts = folds.confusion(name) / folds.n_repeats
        for i, actual in enumerate(classes):
            for j, predicted in enumerate(classes):
                value = rounded(float(counts[i, j]))
                yield Row("confusion", name, predicted, "", actual, "cases", value)


def as_frame(rows: Iterator[Row] | list[Row]) -> pd.DataFrame:
    """Put rows into a table."""
    return pd.DataFrame(list(rows), columns=list(Row._fields))
