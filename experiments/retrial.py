"""The same models judged by other rules: ``make rerun WHAT=judges``, from raw labels; a minute.

All measures are sums over items that are then put into a formula. So a resample of the items is a
row of weights, and a thousand of them are one product of matrices.
"""

from __future__ import annotations

import json
import platform
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import t as student

from experiments.program import options, run
from kappabook.data.annotations import Annotations, read_annotations
from kappabook.data.datasheet import writing_results
from kappabook.data.registry import source
from kappabook.papers.calderon2025 import alternative
from kappabook.papers.calderon2025.alternative import (
    LEAST_ITEMS,
    MAJORITY,
    SETS,
    differences,
    p_values,
    rejected,
    tallies,
)
from kappabook.papers.calderon2025.results import (
    ABOUT,
    CONFUSION,
    FORMAT,
    INTERVALS,
    MEASURES,
    PAIRS,
    RATERS,
)
from kappabook.system.checkout import results_folder

# --- agreement, for any weights of the items ------------------------------------------------------

Values = NDArray[np.float64]
Codes = NDArray[np.intp]

# Kappas of pairs by how much a disagreement costs; all but the first two need ordered labels.
OF_PAIRS = ("agreement", "kappa", "linear", "quadratic")


def costs(labels: Sequence[Any], ordered: bool) -> dict[str, Values]:
    """Cost of each disagreement by measure, in [0, 1]; agreement costs 0.

    ``all`` is the cost in the coefficients of all raters.
    """
    nominal = 1 - np.eye(len(labels))
    found = {"agreement": nominal, "kappa": nominal}
    if ordered:
        values = np.asarray(labels, dtype=float)
        apart = np.abs(values[:, np.newaxis] - values) / np.ptp(values)
        found |= {"linear": apart, "quadratic": apart**2}
    return found | {"all": found.get("quadratic", nominal)}


@dataclass(frozen=True)
class Pair:
    """Two columns of labels: which items both have, and in which cell of their table each lies."""

    first: int
    second: int
    items: Codes
    cells: Codes


def pairs(ratings: Codes, others: Codes | None = None) -> Iterator[Pair]:
    """Pairs of people, or of each person (first) and a judge, with at least 30 common items."""
    n, k = ratings.shape[1], int(ratings.max(initial=0)) + 1
    if others is None:
        chosen = [(a, b, ratings[:, b]) for a, b in combinations(range(n), 2)]
    else:
        k = max(k, int(others.max(initial=0)) + 1)
        chosen = [(a, -1, others) for a in range(n)]
    for a, b, column in chosen:
        items = np.flatnonzero((ratings[:, a] >= 0) & (column >= 0))
        if len(items) >= LEAST_ITEMS:
            yield Pair(a, b, items, ratings[items, a] * k + column[items])


def tables(pair: Pair, weights: Values, n_labels: int, width: int) -> Values:
    """Tables of a pair, shape (n_weights, n_labels, n_labels), for rows of weights of items.

    `width` is the number of labels that the pair's cells were numbered with.
    """
    used, place = np.unique(pair.cells, return_inverse=True)
    sums = weights[:, pair.items] @ (place.ravel()[:, np.newaxis] == np.arange(len(used)))
    full = np.zeros((len(weights), n_labels * n_labels))
    full[:, used // width * n_labels + used % width] = sums
    return full.reshape(-1, n_labels, n_labels)


def of_tables(table: Values, cost: Mapping[str, Values]) -> dict[str, Values]:
    """Agreement and kappas of tables of shape (..., k, k); kappa is nan where it is 0/0."""
    n = table.sum(axis=(-2, -1))
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    found = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for name in OF_PAIRS:
            if name not in cost:
                continue
            observed = (table * cost[name]).sum(axis=(-2, -1)) / n
            expected = np.einsum("...i,ij,...j->...", rows, cost[name], columns) / n**2
            found[name] = 1 - (observed if name == "agreement" else observed / expected)
    return found


def of_all(ratings: Codes, weights: Values, cost: Values) -> dict[str, Values]:
    """Krippendorff's alpha and Gwet's AC of all columns, for rows of weights of the items.

    Parameters
    ----------
    ratings : ndarray of shape (n_items, n_raters)
    weights : ndarray of shape (n_weights, n_items)
    cost : ndarray of shape (n_labels, n_labels)
    """
    k = len(cost)
    tally = (ratings[..., np.newaxis] == np.arange(k)).sum(axis=1).astype(float)
    m = tally.sum(axis=1)
    several = m > 1
    apart = np.einsum("ni,ij,nj->n", tally, cost, tally)
    of_alpha = np.where(several, apart / np.maximum(m - 1, 1), 0.0)
    of_ac = np.where(several, apart / np.maximum(m * (m - 1), 1), 0.0)
    shares = tally / np.maximum(m, 1)[:, np.newaxis]
    labels = weights @ (tally * several[:, np.newaxis])
    n = labels.sum(axis=1)
    expected = np.einsum("bi,ij,bj->b", labels, cost, labels)
    alpha = 1 - (weights @ of_alpha) * (n - 1) / expected
    rated = weights @ (m > 0)
    pot = weights @ shares / rated[:, np.newaxis]
    guessed = (1 - cost).sum() * (pot * (1 - pot)).sum(axis=1) / (k * (k - 1))
    observed = 1 - weights @ of_ac / (weights @ several)
    return {"alpha": alpha, "ac": (observed - guessed) / (1 - guessed)}


# --- resamples of items, texts and people ---------------------------------------------------------

UNITS = ("items", "texts", "texts and raters")
SEED, DRAWS = 2025, 1000


def draw(
    texts: NDArray[np.intp], n_raters: int, unit: str, n_draws: int = DRAWS
) -> tuple[Values, Values]:
    """How often each item and each person is in each resample.

    Parameters
    ----------
    texts : ndarray of shape (n_items,)
        Number of the text each item belongs to. Drawn with ``texts``, its items stay together.
    unit : {'items', 'texts', 'texts and raters'}

    Returns
    -------
    items : ndarray of shape (n_draws, n_items)
    raters : ndarray of shape (n_draws, n_raters)
    """
    rng = np.random.default_rng([SEED, UNITS.index(unit)])
    n_items = len(texts)
    n = n_items if unit == "items" else int(texts.max()) + 1
    drawn = rng.multinomial(n, np.full(n, 1 / n), size=n_draws).astype(float)
    raters = np.ones((n_draws, n_raters))
    if unit == "texts and raters":
        even = np.full(n_raters, 1 / n_raters)
        raters = rng.multinomial(n_raters, even, size=n_draws).astype(float)
    return (drawn if unit == "items" else drawn[:, texts]), raters


# --- one set: values, and what resamples make of them ---------------------------------------------

Record = dict[str, Any]
LEVEL = 0.95


class Trial:
    """All measures of one set."""

    def __init__(self, data: Annotations) -> None:
        self.data, self.setting = data, SETS[data.name]
        self.costs = costs(data.labels, self.setting.ordered)
        self.k = len(data.labels)
        self.values = data.labels if self.setting.ordered else None

    # --- the alternative annotator test ---------------------------------------------------------

    def raters(self) -> pd.DataFrame:
        """Count for each judge and person with enough items; a person's number begins at 1."""
        found = []
        for name, judge in self.data.judges.items():
            apart = differences(self.data.ratings, judge, self.values)
            people = np.flatnonzero((apart > -9).sum(axis=0) >= LEAST_ITEMS)
            counts = tallies(apart)[people]
            closer, tied, farther = counts.T
            n, p = counts.sum(axis=1), p_values(counts, self.setting.epsilon)
            columns = {
                "set": self.data.name,
                "judge": name,
                "rater": people + 1,
                "n_items": n,
                "judge_closer": closer,
                "tied": tied,
                "rater_closer": farther,
                "mean_difference": (farther - closer) / n,
                "p": p,
                "p_by_text": [self._by_text(apart[:, person]) for person in people],
                "judge_wins": rejected(p).astype(int),
                "advantage": (closer + tied) / n,
            }
            found.append(pd.DataFrame(columns))
        return pd.concat(found)

    def _by_text(self, apart: NDArray[np.intp]) -> float:
        """Repeat the t-test with the items of a text as one observation, weighted by its items."""
        use = apart > -9
        n, mean = use.sum(), apart[use].mean()
        sums = np.bincount(self.data.texts[use], weights=apart[use] - mean)
        texts = len(np.unique(self.data.texts[use]))
        error = np.sqrt((sums**2).sum() * texts / (texts - 1)) / n
        if error == 0:
            return float(mean >= self.setting.epsilon)
        return float(student.cdf((mean - self.setting.epsilon) / error, texts - 1))

    def winning_rates(self, name: str, items: Values, raters: Values) -> Values:
        """Winning rate of a judge in each resample of items and people.

        The others, with whom judge and person are compared, are always all that labelled the item.
        """
        apart = differences(self.data.ratings, self.data.judges[name], self.values)
        use = np.flatnonzero((apart > -9).sum(axis=0) >= LEAST_ITEMS)
        counts = np.stack([items @ (apart[:, use] == d) for d in (-1, 0, 1)], axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            p = p_values(counts, self.setting.epsilon)
        p = np.where(counts.sum(axis=-1) >= 2, p, 1.0)
        which = np.repeat(np.arange(len(use))[np.newaxis], len(p), axis=0)
        if not (raters == 1).all():
            # Everybody counts in all eight sets, so that every list is equally long.
            which = np.stack([np.repeat(which[0], row[use].astype(int)) for row in raters])
        return np.asarray(rejected(np.take_along_axis(p, which, axis=1)).mean(axis=1))

    # --- agreement ------------------------------------------------------------------------------

    def pairs(self) -> pd.DataFrame:
        """Agreement of each two people, and of each person and judge, with 30 common items."""
        one = np.ones((1, len(self.data.items)))
        found = []
        for name, column in [("", None), *self.data.judges.items()]:
            for pair, table in self._tables(column, one):
                values = of_tables(table, self.costs)
                found.append(
                    {
                        "set": self.data.name,
                        "rater": pair.first + 1,
                        "other": name or str(pair.second + 1),
                        "n_items": len(pair.items),
                        **{key: float(value[0]) for key, value in values.items()},
                    }
                )
        return pd.DataFrame(found)

    def _tables(self, column: NDArray[np.intp] | None, items: Values) -> list[tuple[Pair, Values]]:
        ratings = self.data.ratings
        width = 1 + max(int(ratings.max()), -1 if column is None else int(column.max()))
        return [(pair, tables(pair, items, self.k, width)) for pair in pairs(ratings, column)]

    def each(
        self, column: NDArray[np.intp] | None, items: Values, raters: Values
    ) -> dict[str, Values]:
        """Every measure in each resample: of a judge with the people, or among the people."""
        sums: dict[str, Values] = {}
        total: dict[str, Values] = {}
        for pair, table in self._tables(column, items):
            n = table.sum(axis=(-2, -1)) * raters[:, pair.first]
            n = n * (raters[:, pair.second] if column is None else 1)
            for key, value in of_tables(table, self.costs).items():
                known = np.isfinite(value)
                sums[key] = sums.get(key, 0.0) + np.where(known, n * value, 0.0)
                total[key] = total.get(key, 0.0) + n * known
        with np.errstate(divide="ignore", invalid="ignore"):
            found = {key: np.asarray(sums[key] / total[key]) for key in sums}
        if (raters == 1).all():
            ratings = self.data.ratings
            every = ratings if column is None else np.column_stack([ratings, column])
            found |= of_all(every, items, self.costs["all"])
        return found

    # --- all rules ------------------------------------------------------------------------------

    def measures(self) -> pd.DataFrame:
        """Each measure among the people, and what it is with a judge."""
        one = np.ones((1, len(self.data.items))), np.ones((1, self.data.n_raters))
        people = self.each(None, *one)
        rows = [
            {
                "set": self.data.name,
                "judge": name,
                "measure": key,
                "people": float(people[key][0]),
                "with_judge": float(value[0]),
                "difference": float(value[0] - people[key][0]),
            }
            for name, column in self.data.judges.items()
            for key, value in self.each(column, *one).items()
        ]
        return pd.DataFrame(rows)

    def intervals(self) -> pd.DataFrame:
        """Percentile intervals of the difference, and how many of the resamples a judge passes.

        A resample in which the same person was drawn throughout has no two people, and is left
        out.
        """
        found = []
        for unit in UNITS:
            items, raters = draw(self.data.texts, self.data.n_raters, unit)
            people = self.each(None, items, raters)
            for name, column in self.data.judges.items():
                rate = self.winning_rates(name, items, raters)
                found.append(self._interval(name, "winning rate", unit, rate, rate >= MAJORITY))
                for key, value in self.each(column, items, raters).items():
                    gap = value - people[key]
                    found.append(self._interval(name, key, unit, gap, gap >= 0))
        return pd.DataFrame(found)

    def _interval(
        self, judge: str, measure: str, unit: str, value: Values, passes: NDArray[np.bool_]
    ) -> Record:
        known = np.isfinite(value)
        low, high = np.quantile(value[known], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return {
            "set": self.data.name,
            "judge": judge,
            "measure": measure,
            "unit": unit,
            "low": float(low),
            "high": float(high),
            "passing": float(passes[known].mean()),
        }

    def confusion(self) -> pd.DataFrame:
        """Count a judge's labels by the people's, all people together."""
        found, labels = [], np.asarray(self.data.labels, dtype=object)
        for name, column in self.data.judges.items():
            both = (self.data.ratings >= 0) & (column >= 0)[:, np.newaxis]
            cells = self.data.ratings * self.k + column[:, np.newaxis]
            used, counts = np.unique(cells[both], return_counts=True)
            people, judge = labels[used // self.k], labels[used % self.k]
            columns = {"set": self.data.name, "judge": name}
            columns |= {"people_say": people, "judge_says": judge, "count": counts}
            found.append(pd.DataFrame(columns))
        return pd.concat(found)


# --- the run --------------------------------------------------------------------------------------

COMMAND = "make rerun WHAT=judges"
TABLES: dict[str, Callable[[Trial], pd.DataFrame]] = {
    RATERS: Trial.raters,
    CONFUSION: Trial.confusion,
    PAIRS: Trial.pairs,
    MEASURES: Trial.measures,
    INTERVALS: Trial.intervals,
}


def work(asked: Namespace) -> list[Path]:
    """Judge every model on every set, write the results, and name each set when it is done.

    Raises
    ------
    OSError
        The raw labels are not here and in no mirror; nothing is downloaded.
    """
    into = asked.into or results_folder()
    frames: dict[str, list[pd.DataFrame]] = {name: [] for name in TABLES}
    for name in alternative.SETS:
        trial = Trial(read_annotations(name, download=False))
        for table, of in TABLES.items():
            frames[table].append(of(trial))
        print(name, flush=True)
    paths = [into / name for name in (*TABLES, ABOUT)]
    with writing_results(COMMAND, *paths) as drafts:
        for found, draft in zip(frames.values(), drafts, strict=False):
            write_table(pd.concat(found), draft)
        text = json.dumps(_about(), indent=2, ensure_ascii=False)
        drafts[-1].write_text(text + "\n", encoding="utf-8")
    return paths


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table with six significant digits."""
    table.to_csv(path, index=False, float_format="%.6g", lineterminator="\n")


def _about() -> dict[str, Any]:
    files = {name: source(f"alt-test/{name}").files for name in alternative.SETS}
    return {
        "format": FORMAT,
        "command": COMMAND,
        "seed": SEED,
        "draws": DRAWS,
        "units": list(UNITS),
        "confidence_level": LEVEL,
        "least_items": alternative.LEAST_ITEMS,
        "least_people": alternative.LEAST_PEOPLE,
        "rate": alternative.RATE,
        "sets": {k: {"score": s.score, "epsilon": s.epsilon} for k, s in alternative.SETS.items()},
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "scipy")},
        },
        "data": {
            name: {file.name: file.sha256 for file in listed} for name, listed in files.items()
        },
    }


if __name__ == "__main__":
    raise SystemExit(run(options("python -m experiments.retrial", __doc__), work))
