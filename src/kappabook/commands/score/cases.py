"""The rows that are used, as numbers: in memory, or sorted by DuckDB a part at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from kappabook.commands.reading.read_table import Table
from kappabook.commands.score.classes import Classes
from kappabook.commands.score.columns import Asked
from kappabook.commands.score.counts import Tally
from kappabook.commands.score.curve import Batch
from kappabook.commands.score.matrix import Codes, Values

# Probabilities of all classes are rounded in files, so their sum is near 1.
_NEAR_1 = 0.01
# Sorted scores that are in memory at once: as many as DuckDB keeps together.
_BATCH = 122_880


@dataclass(frozen=True, eq=False)
class Cases:
    """The rows used: codes of labels, scores, weights and groups, each of shape (n,)."""

    truth: Codes
    predicted: list[Codes]
    scores: list[Values]
    weight: Values | None
    group: Codes | None


class Rows:
    """The rows that have everything asked for, in ``cases``: kept as a table, or read again.

    Its columns are l0 (the truth), l1, ... as places of the labels, x0, ..., and w and g if any.
    """

    def __init__(
        self,
        table: Table,
        asked: Asked,
        counts: Tally,
        classes: Classes,
        *,
        keep: bool,
        wholes: Sequence[float | None] = (),
    ) -> None:
        self._table, self._asked = table, asked
        at = {label: i for i, label in enumerate(classes.labels)}
        codes = []
        for i, names in enumerate(counts.names):
            for what, values in (("cell", names), ("code", [at[x] for x in names.values()])):
                table.query(f"SET VARIABLE {what}{i} = (SELECT ?)", [list(values)])
            place = f"list_position(getvariable('cell{i}'), l{i})"
            codes.append(f"list_extract(getvariable('code{i}'), {place})::USMALLINT AS l{i}")
        numbers = range(len(asked.numbers))
        # Which group it is does not matter, and two of as many texts never share such a number.
        more = ["w"] * bool(asked.weight) + ["hash(g) AS g"] * bool(asked.group)
        scores = [f"x{i}" for i in numbers]
        for i, whole in enumerate(wholes):
            if whole is not None:  # the confidence in the class predicted
                called = codes[i + 1].removesuffix(f" AS l{i + 1}")
                scores[i] = (
                    f"CASE WHEN {called} = {classes.place} THEN x{i} ELSE {whole!r} - x{i} END "
                    f"AS x{i}"
                )
        chosen = ", ".join([*codes, *scores, *more])
        fine = " AND ".join([*(f"f{i} = 'fine'" for i in numbers), "fw = 'fine'", "g IS NOT NULL"])
        known = " AND ".join(f"l{i} IS NOT NULL" for i in range(len(codes)))
        table.query(
            f"CREATE TEMP {'TABLE' if keep else 'VIEW'} cases AS "
            f"SELECT * FROM (SELECT {chosen} FROM cells WHERE {fine}) WHERE {known}"
        )

    def fetch(self) -> Cases:
        """Read them into memory, in the order of the file."""
        found, asked = self._table.arrays("SELECT * FROM cases"), self._asked
        labels = [found[f"l{i}"].astype(np.int64) for i in range(1 + len(asked.names))]
        return Cases(
            labels[0],
            labels[1:],
            [found[f"x{i}"] for i in range(len(asked.numbers))],
            found.get("w"),
            np.unique(found["g"], return_inverse=True)[1] if asked.group else None,
        )

    def sorted(self, i: int, place: int) -> Iterator[Batch]:
        """Let DuckDB sort one column of scores of the class at `place`, the highest first."""
        weight = ", w" if self._asked.weight else ""
        self._table.query(
            f"CREATE OR REPLACE TEMP TABLE ranked AS SELECT x{i} AS score, "
            f"(l0 = {place})::UTINYINT AS positive{weight} FROM cases ORDER BY score DESC"
        )
        for start in count(0, _BATCH):
            here = f"rowid >= {start} AND rowid < {start + _BATCH}"
            part = self._table.arrays(f"SELECT * FROM ranked WHERE {here}")
            if not len(part["score"]):
                return
            yield part["score"], part["positive"], part.get("w")

    def next_below(self, i: int, score: float) -> float:
        """Return the largest score below one; nan if there is none."""
        found = self._table.query(f"SELECT max(x{i}) FROM cases WHERE x{i} < ?", [score])[0][0]
        return math.nan if found is None else float(found)

    def refuse_sums(self) -> None:
        """Refuse probabilities of all classes that do not sum to 1."""
        total = " + ".join(f"x{i}" for i in range(len(self._asked.numbers)))
        bad = self._table.query(
            f"SELECT n, total FROM (SELECT row_number() OVER () - 1 AS n, {total} AS total "
            f"FROM cells) WHERE abs(total - 1) > {_NEAR_1} ORDER BY n LIMIT 1"
        )
        for row, value in bad:
            remedy = "name one column for every class, and each once"
            if abs(value - 100) <= 1:
                remedy = "these are percentages: divide them by 100"
            raise ValueError(
                f"{self._table.line(row)}: the probabilities sum to {value:.4g}, and of every row "
                f"they sum to 1; {remedy}."
            )

    def mean(self, term: str) -> tuple[float, tuple[float, float]]:
        """Average an expression over the rows: the mean, its error and degrees of freedom."""
        w = "w" if self._asked.weight else "1"
        each = f"(SELECT {w} AS b, {w} * ({term}) AS a FROM cases)"
        if self._asked.group:
            each = f"(SELECT sum({w}) AS b, sum({w} * ({term})) AS a FROM cases GROUP BY g)"
        sums = "count(*), fsum(a), fsum(b), fsum(a * a), fsum(a * b), fsum(b * b)"
        n, a, b, aa, ab, bb = self._table.query(f"SELECT {sums} FROM {each}")[0]
        squares = max(0.0, aa - 2 * (a / b) * ab + (a / b) ** 2 * bb)
        error = math.sqrt(squares * n / (n - 1)) / b if n > 1 else math.nan
        return a / b, (error, n - 1.0 if self._asked.group else math.inf)
