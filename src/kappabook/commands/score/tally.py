"""Counting a file in one scan: how often each truth meets each prediction, and what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.files.tables import Table, label_of
from kappabook.commands.label_checks import refuse_long, spelled_alike
from kappabook.commands.score.matrix_measures import Counted
from kappabook.commands.score.predictions import (
    FINE,
    INFINITE,
    MISSING,
    NEGATIVE,
    NO_NUMBER,
    ZERO,
    Query,
    Roles,
    blank,
    refuse_number,
)
from kappabook.metrics.confusion import ConfusionMatrix

MOST_LABELS = 1000
_LOOKED_AT = 100_000


@dataclass
class Tally:
    """What one scan counts.

    Attributes
    ----------
    patterns : dict
        (truth, prediction, ...) -> rows, sum of weights, sum of squared weights. Predictions by a
        threshold are 'True' and 'False'.
    reasons : Counter
        Rows set aside, by the first reason that holds.
    ranges : list of (low, high)
        Of each column of scores, in the rows used.
    raw : dict
        The values that the truth has in the file for each label.
    same : dict
        The label that another spelling of it is counted as.
    """

    patterns: dict[tuple[str, ...], tuple[int, float, float]] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    ranges: list[tuple[float, float]] = field(default_factory=list)
    raw: dict[str, list[Any]] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)

    @property
    def used(self) -> int:
        """Rows used."""
        return sum(n for n, _, _ in self.patterns.values())

    def unite(self, same: dict[str, str]) -> None:
        """Count labels as one that are the same number, spelled in two ways."""
        patterns, raw = self.patterns, self.raw
        self.patterns, self.raw, self.same = {}, {}, same
        for pattern, (n, weight, square) in patterns.items():
            united = tuple(same.get(label, label) for label in pattern)
            old = self.patterns.get(united, (0, 0.0, 0.0))
            self.patterns[united] = (old[0] + n, old[1] + weight, old[2] + square)
        for label, values in raw.items():
            self.raw.setdefault(same.get(label, label), []).extend(values)

    def rows(self) -> dict[str, Any]:
        """Rows read, used and set aside, with the reasons."""
        aside = sum(self.reasons.values())
        return {
            "read": self.used + aside,
            "used": self.used,
            "set_aside": aside,
            "reasons": dict(self.reasons),
        }

    def labels(self, place: int) -> Counter[str]:
        """Count the labels of the truth (0) or of a prediction."""
        counts: Counter[str] = Counter()
        for pattern, (n, _, _) in self.patterns.items():
            counts[pattern[place]] += n
        return counts

    def matrix(self, place: int, labels: Sequence[str], *, weighted: bool) -> Counted:
        """Put truth and one prediction into a matrix."""
        k, at = len(labels), {label: i for i, label in enumerate(labels)}
        counts: NDArray[Any] = np.zeros((k, k), dtype=np.int64)
        sums, squares = np.zeros((k, k)), np.zeros((k, k))
        for pattern, (n, weight, square) in self.patterns.items():
            cell = at[pattern[0]], at[pattern[place]]
            counts[cell] += n
            sums[cell] += weight
            squares[cell] += square
        if not weighted:
            return Counted(ConfusionMatrix(counts, list(labels)), counts, self.used)
        return Counted(ConfusionMatrix(sums, list(labels)), squares, self.used)


def refuse_many(table: Table, roles: Roles) -> None:
    """Refuse a column of measurements where labels should be, before all of it is counted."""
    for name in (roles.truth, *roles.predictions):
        cell = table.text(table.place(name))
        different = table.query(
            f"SELECT count(DISTINCT v) FROM (SELECT {cell} AS v FROM rows_read LIMIT {_LOOKED_AT})"
        )[0][0]
        if different > MOST_LABELS:
            raise ValueError(
                f"{table.path}: column {name!r} has more than {MOST_LABELS} different labels. If "
                "it holds scores, name it with --score; if it names cases, it is no label."
            )


def tally(table: Table, roles: Roles, query: Query, gaps: Sequence[str]) -> Tally:
    """Count all rows; a number that is none raises ValueError with its line."""
    keys = [*query.labels, *(state for _, state in query.numbers)]
    keys.append(query.weight[1] if query.weight else str(FINE))
    weight = query.weight[0] if query.weight else "1"
    sums = ["count(*)"]
    if query.weight:
        usable = f"CASE WHEN isfinite({weight}) THEN {weight} END"
        sums += [f"sum({usable})", f"sum({usable} * {usable})"]
    else:
        sums += ["count(*)", "count(*)"]
    for value, _ in query.numbers:
        sums += [f"min({value})", f"max({value})"]
    keys.append(query.group or "0")
    # Groups are many; only whether there is one matters here.
    keys[-1] = blank(keys[-1])
    found = Tally(ranges=[(np.inf, -np.inf)] * len(query.numbers))
    m, s = len(query.labels), len(query.numbers)
    for row in table.query(f"SELECT {', '.join(keys + sums)} FROM rows_read GROUP BY ALL"):
        labels = [label_of(cell) for cell in row[:m]]
        labels = [None if label in gaps else label for label in labels]
        states, n, (sw, sw2) = row[m : m + s + 1], row[m + s + 2], row[m + s + 3 : m + s + 5]
        _refuse(table, roles, query, states)
        if reason := next(_reasons(roles, labels, states, no_group=row[m + s + 1]), ""):
            found.reasons[reason] += n
            continue
        pattern = tuple(map(str, labels))
        if row[0] not in found.raw.setdefault(pattern[0], []):
            found.raw[pattern[0]].append(row[0])
        old = found.patterns.get(pattern, (0, 0.0, 0.0))
        found.patterns[pattern] = (old[0] + n, old[1] + float(sw), old[2] + float(sw2))
        for i, (low, high) in enumerate(found.ranges):
            ends = row[m + s + 5 + 2 * i : m + s + 7 + 2 * i]
            found.ranges[i] = min(low, ends[0]), max(high, ends[1])
    places = range(1 + len(roles.predictions))
    refuse_long((label for i in places for label in found.labels(i)), table.path)
    if same := spelled_alike({label for i in places for label in found.labels(i)}):
        found.unite(same)
    return found


def _reasons(
    roles: Roles, labels: Sequence[str | None], states: Sequence[int], *, no_group: bool
) -> Iterator[str]:
    """Say why rows cannot be used, the first reason first."""
    if labels[0] is None:
        yield "no truth"
    if roles.predictions:
        for name, label in zip(roles.predictions, labels[1:], strict=True):
            if label is None:
                yield f"no prediction in {name!r}"
    for name, state in zip(roles.scores, states, strict=False):
        if state == MISSING:
            yield f"no score in {name!r}"
    if states[-1] == MISSING:
        yield "no weight"
    if states[-1] == ZERO:
        yield "weight 0"
    if no_group and roles.group is not None:
        yield "no group"


def _refuse(table: Table, roles: Roles, query: Query, states: Sequence[int]) -> None:
    columns = [*roles.scores, *([roles.weight] if roles.weight else [])]
    numbers = [*query.numbers, *([query.weight] if query.weight else [])]
    for name, (_, expression), state in zip(columns, numbers, states, strict=False):
        if state in (INFINITE, NO_NUMBER, NEGATIVE):
            refuse_number(table, name, state, expression)
