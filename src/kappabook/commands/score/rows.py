"""The rows of a file that fits into memory, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.files.tables import Table, label_of
from kappabook.commands.score.classes import Classes
from kappabook.commands.score.predictions import Roles, query_of

Codes = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cases:
    """The rows used: codes of labels, scores, weights and groups, each of shape (n,)."""

    truth: Codes
    predicted: list[Codes]
    scores: list[Values]
    weight: Values | None
    group: Codes | None

    def cut(self, classes: Classes) -> Cases:
        """Predict the positive class where a score reaches the threshold."""
        place, at = classes.place, classes.threshold
        if at is None:
            raise ValueError("there is no threshold to cut the scores at.")
        return replace(self, predicted=[np.where(s >= at, place, 1 - place) for s in self.scores])


def fetch(
    table: Table, roles: Roles, classes: Classes, gaps: Sequence[str], same: dict[str, str]
) -> Cases:
    """Read the rows that have everything asked for, in the order of the file.

    `gaps` are words for a missing cell, `same` other spellings of labels.
    """
    query = query_of(table, roles, classes.threshold, gaps)
    m, s = 1 + len(roles.predictions), len(roles.scores)
    asked = [*query.labels[:m], *(value for value, _ in query.numbers)]
    asked += [query.weight[0] if query.weight else "1.0", query.group or "0"]
    states = [state for _, state in [*query.numbers, *([query.weight] if query.weight else [])]]
    rows = table.query(f"SELECT {', '.join(asked + states)} FROM rows_read")
    code = {label: i for i, label in enumerate(classes.labels)}
    known: dict[Any, int] = {}  # -1: a gap, or a label of rows set aside only

    def place(cell: Any) -> int:
        if cell not in known:
            label = label_of(cell)
            gap = label is None or label in gaps
            known[cell] = -1 if gap else code.get(same.get(str(label), str(label)), -1)
        return known[cell]

    kept = []
    for row in rows:
        places = [place(cell) if cell == cell else -1 for cell in row[:m]]
        bad = min(places) < 0 or any(row[m + s + 2 :])
        no_group = query.group and (row[m + s + 1] is None or not str(row[m + s + 1]).strip())
        if not bad and not no_group:
            kept.append((*places, *row[m : m + s + 2]))
    columns = list(zip(*kept, strict=True))
    labels = [np.array(column, dtype=np.int64) for column in columns[:m]]
    return Cases(
        labels[0],
        labels[1:],
        [np.array(column, dtype=float) for column in columns[m : m + s]],
        np.array(columns[m + s], dtype=float) if query.weight else None,
        _codes(columns[m + s + 1]) if query.group else None,
    )


def _codes(column: Sequence[Any]) -> Codes:
    place = {name: i for i, name in enumerate(dict.fromkeys(column))}
    return np.array([place[name] for name in column], dtype=np.int64)
