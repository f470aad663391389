"""The same models judged by other rules, on one set: values, and what resamples make of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from kappabook.data.annotations import Annotations
from kappabook.metrics.raters import alternative_annotator_test
from kappabook.papers.calderon2025 import agreement
from kappabook.papers.calderon2025.alternative import (
    advantage,
    differences,
    p_values,
    rejected,
    tallies,
)
from kappabook.papers.calderon2025.resampling import UNITS, draw
from kappabook.papers.calderon2025.settings import LEAST_ITEMS, MAJORITY, RATE, SETS

Values = NDArray[np.float64]
Record = dict[str, Any]
LEVEL = 0.95


class Trial:
    """All measures of one set."""

    def __init__(self, data: Annotations) -> None:
        self.data, self.setting = data, SETS[data.name]
        self.costs = agreement.costs(data.labels, self.setting.ordered)
        self.k = len(data.labels)
        self.values = data.labels if self.setting.ordered else None

    # --- the alternative annotator test ---------------------------------------------------------

    def raters(self) -> list[Record]:
        """Count for each judge and person with enough items; a person's number begins at 1."""
        found = []
        for name, judge in self.data.judges.items():
            apart = differences(self.data.ratings, judge, self.values)
            test = alternative_annotator_test(
                np.column_stack([self._table(self.data.ratings), self._table(judge)]),
                self.data.n_raters,
                epsilon=self.setting.epsilon,
                score=self.setting.score,
                min_items=LEAST_ITEMS,
                false_discovery_rate=RATE,
            )
            shares = np.column_stack([test.judge_share, test.human_share])
            for i, rater in enumerate(test.raters):
                n = int(test.n_items[i])
                near, also = (int(count) for count in np.rint(shares[i] * n))
                found.append(
                    {
                        "set": self.data.name,
                        "judge": name,
                        "rater": int(str(rater)) + 1,
                        "n_items": n,
                        "judge_closer": n - also,
                        "tied": near + also - n,
                        "rater_closer": n - near,
                        "mean_difference": (also - near) / n,
                        "p": float(test.p_values[i]),
                        "p_by_text": self._by_text(apart[:, int(str(rater))]),
                        "judge_wins": int(test.rejected[i]),
                        "advantage": near / n,
                    }
                )
        return found

    def _table(self, codes: NDArray[np.intp]) -> Values:
        """Labels as numbers, nan where there is none: their codes, unless they are ordered."""
        numbers = np.arange(self.k) if self.values is None else np.asarray(self.values)
        return np.asarray(np.where(codes < 0, np.nan, numbers[codes].astype(float)))

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

    def pairs(self) -> list[Record]:
        """Agreement of each two people, and of each person and judge, with 30 common items."""
        one = np.ones((1, len(self.data.items)))
        found = []
        for name, column in [("", None), *self.data.judges.items()]:
            for pair, table in self._tables(column, one):
                values = agreement.of_tables(table, self.costs)
                found.append(
                    {
                        "set": self.data.name,
                        "rater": pair.first + 1,
                        "other": name or str(pair.second + 1),
                        "n_items": len(pair.items),
                        **{key: float(value[0]) for key, value in values.items()},
                    }
                )
        return found

    def _tables(
        self, column: NDArray[np.intp] | None, items: Values
    ) -> list[tuple[agreement.Pair, Values]]:
        ratings = self.data.ratings
        width = 1 + max(int(ratings.max()), -1 if column is None else int(column.max()))
        return [
            (pair, agreement.tables(pair, items, self.k, width))
            for pair in agreement.pairs(ratings, column)
        ]

    def of_people(self, items: Values, raters: Values) -> dict[str, Values]:
        """Every measure among the people, in each resample."""
        return self._of(None, items, raters)

    def of_judge(self, name: str, items: Values, raters: Values) -> dict[str, Values]:
        """Every measure of a judge with the people, in each resample."""
        return self._of(self.data.judges[name], items, raters)

    def _of(
        self, column: NDArray[np.intp] | None, items: Values, raters: Values
    ) -> dict[str, Values]:
        sums: dict[str, Values] = {}
        total: dict[str, Values] = {}
        for pair, table in self._tables(column, items):
            n = table.sum(axis=(-2, -1)) * raters[:, pair.first]
            n = n * (raters[:, pair.second] if column is None else 1)
            for key, value in agreement.of_tables(table, self.costs).items():
                known = np.isfinite(value)
                sums[key] = sums.get(key, 0.0) + np.where(known, n * value, 0.0)
                total[key] = total.get(key, 0.0) + n * known
        with np.errstate(divide="ignore", invalid="ignore"):
            found = {key: np.asarray(sums[key] / total[key]) for key in sums}
        if (raters == 1).all():
            ratings = self.data.ratings
            every = ratings if column is None else np.column_stack([ratings, column])
            found |= agreement.of_all(every, items, self.costs["all"])
        return found

    # --- all rules ------------------------------------------------------------------------------

    def measures(self) -> list[Record]:
        """Each measure among the people, and what it is with a judge."""
        one = np.ones((1, len(self.data.items))), np.ones((1, self.data.n_raters))
        people = self.of_people(*one)
        return [
            {
                "set": self.data.name,
                "judge": name,
                "measure": key,
                "people": float(people[key][0]),
                "with_judge": float(value[0]),
                "difference": float(value[0] - people[key][0]),
            }
            for name in self.data.judges
            for key, value in self.of_judge(name, *one).items()
        ]

    def intervals(self) -> list[Record]:
        """Percentile intervals of the difference, and how many of the resamples a judge passes.

        A resample in which the same person was drawn throughout has no two people, and is left
        out.
        """
        found = []
        for unit in UNITS:
            items, raters = draw(self.data.texts, self.data.n_raters, unit)
            people = self.of_people(items, raters)
            for name in self.data.judges:
                rate = self.winning_rates(name, items, raters)
                found.append(self._interval(name, "winning rate", unit, rate, rate >= MAJORITY))
                for key, value in self.of_judge(name, items, raters).items():
                    gap = value - people[key]
                    found.append(self._interval(name, key, unit, gap, gap >= 0))
        return found

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

    def confusion(self) -> list[Record]:
        """Count a judge's labels by the people's, all people together."""
        found = []
        ratings, labels = self.data.ratings, self.data.labels
        for name, column in self.data.judges.items():
            both = (ratings >= 0) & (column >= 0)[:, np.newaxis]
            cells = ratings * self.k + column[:, np.newaxis]
            counts = np.bincount(cells[both], minlength=self.k**2)
            for cell in np.flatnonzero(counts):
                found.append(
                    {
                        "set": self.data.name,
                        "judge": name,
                        "people_say": labels[cell // self.k],
                        "judge_says": labels[cell % self.k],
                        "count": int(counts[cell]),
                    }
                )
        return found

    def majority(self) -> tuple[float, float]:
        """Let the people's majority, or their mean, be the judge: winning rate and advantage."""
        ratings, rated = self.data.ratings, self.data.ratings >= 0
        if self.values is None:
            tally = (ratings[..., np.newaxis] == np.arange(self.k)).sum(axis=1)
            judge = tally.argmax(axis=1)
            values = None
        else:
            # A mean is no label: it is added as one, so that any number may be a judge's answer.
            numbers = np.asarray(self.data.labels, dtype=float)
            means = np.where(rated, numbers[ratings], 0.0).sum(axis=1) / rated.sum(axis=1)
            extra, place = np.unique(means, return_inverse=True)
            judge = len(numbers) + place.ravel()
            values = np.concatenate([numbers, extra])
        counts = tallies(differences(ratings, judge, values))
        counts = counts[counts.sum(axis=1) >= LEAST_ITEMS]
        p = p_values(counts, self.setting.epsilon)
        return float(rejected(p).mean()), float(advantage(counts))
