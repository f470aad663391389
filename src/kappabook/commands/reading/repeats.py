"""The same case in several rows: each value of a column stands several times, with one truth.

Resampled predictions, answers read in two ways, or one file for several models repeat every case.
Counted as different cases they make intervals too short, and mix what should be told apart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from kappabook.commands.reading.read_table import Table
from kappabook.system.spelling import listed

_LOOKED_AT, _MOST_COLUMNS = 100_000, 40
# Fewer values, or values that are the classes themselves, are categories.
_FEWEST_VALUES, _VALUES_PER_CLASS = 10, 2
# Without any other sign a column of a few rows a value names cases, one of many rows a category.
_FEW_TIMES, _MANY_VALUES = 3, 20
_LEAST_MEAN = 1.5
_MOST_SHOWN = 6
_NAMES_CASES = re.compile(
    r"(^|[_. -])(id|ids|idx|index|row|case|item|question|sample|example|instance|doc|uid|uuid|key)"
    r"($|[_. -])"
)


@dataclass(frozen=True)
class Repeats:
    """A column that names cases which stand in several rows.

    Attributes
    ----------
    column : str
    n_values : int
        Cases.
    times : int
        Rows of each case; 0 if they differ.
    apart : tuple of str
        Columns whose values each have every case once.
    values : tuple of str
        Of the first of these, if there is one only.
    """

    column: str
    n_values: int
    times: int
    apart: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    @property
    def finding(self) -> str:
        """Say what repeats."""
        times = f"{self.times} times" if self.times else "in several rows"
        return (
            f"Each of the {self.n_values} values of {self.column!r} stands {times}, always with "
            "the same truth."
        )

    @property
    def note(self) -> str:
        """Say what repeats, and which options there are."""
        said = (
            f"{self.finding} If these are the same cases, give --group {self.column}, so that "
            "the intervals are about cases, or keep one row of each"
        )
        if self.values:
            shown = listed(self.values, _MOST_SHOWN)
            return f"{said}: {self.apart[0]!r} tells them apart ({shown})."
        if self.apart:
            return f"{said}: {listed(self.apart)} together tell them apart."
        return f"{said}."


def repeated_cases(table: Table, truth: str, used: Collection[str]) -> Repeats | None:
    """Find a column that names cases which stand in several rows; None if there is none.

    Every value of the column stands equally often, at least twice, with one truth. That alone may
    be a category, such as a species below a class; so one more sign is needed: another column that
    tells the rows of a case apart, whole numbers from 0 or 1 on, a name such as 'doc_id', or many
    values of two or three rows each. With such a name the values may also stand differently often.

    Parameters
    ----------
    table : Table
    truth : str
    used : collection of str
        Columns with a role of their own, which are not looked at.

    Notes
    -----
    The first 100,000 rows are looked at, so a larger table with the repeats far apart is not seen.
    """
    others = [i for i, name in enumerate(table.columns) if name not in {truth, *used}]
    others = others[:_MOST_COLUMNS]
    if not others:
        return None
    cells = {i: f"{table.text(i, sets=True)}::VARCHAR" for i in others}
    t = f"{table.text(table.place(truth), sets=True)}::VARCHAR"
    rows = f"(SELECT {', '.join(f'{x} AS k{i}' for i, x in cells.items())}, {t} AS t"
    rows += f" FROM rows_read LIMIT {_LOOKED_AT})"
    counts = ", ".join(f"count(k{i}), count(DISTINCT k{i})" for i in others)
    sql = f"SELECT count(*), count(DISTINCT t), {counts} FROM {rows}"
    n, n_classes, *found = table.query(sql)[0]
    if n_classes < 2:  # a truth that never changes is the same within anything
        return None
    distinct = {i: found[2 * j + 1] for j, i in enumerate(others) if found[2 * j] == n}
    least = max(_FEWEST_VALUES, _VALUES_PER_CLASS * n_classes)
    for i, d in distinct.items():
        if not (least <= d and _LEAST_MEAN * d <= n):
            continue
        low, high, truths = table.query(
            f"SELECT min(n), max(n), max(t) FROM (SELECT count(*) AS n, count(DISTINCT t) AS t "
            f"FROM {rows} GROUP BY k{i})"
        )[0]
        if truths != 1:
            continue
        named = _NAMES_CASES.search(_words(table.columns[i])) is not None
        if low != high:
            if named and n < _LOOKED_AT:
                return Repeats(table.columns[i], d, 0)
            continue
        apart = _apart(table, rows, i, low, distinct)
        few = low <= _FEW_TIMES and d >= _MANY_VALUES
        if apart or named or few or _counts(table, rows, i, d):
            values: Sequence[str] = ()
            if len(apart) == 1:
                sql = f"SELECT k{apart[0]} FROM {rows} GROUP BY ALL ORDER BY 1"
                values = [str(x) for (x,) in table.query(sql)]
            return Repeats(
                table.columns[i], d, low, tuple(table.columns[j] for j in apart), tuple(values)
            )
    return None


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).casefold()


def _counts(table: Table, rows: str, i: int, d: int) -> bool:
    """Whether the values are the whole numbers from 0 or 1 on."""
    low, high, whole = table.query(
        f"SELECT min(TRY_CAST(k{i} AS BIGINT)), max(TRY_CAST(k{i} AS BIGINT)), "
        f"bool_and(regexp_full_match(k{i}, '[0-9]+')) FROM {rows}"
    )[0]
    return bool(whole) and low in (0, 1) and high - low == d - 1


def _apart(
    table: Table, rows: str, i: int, times: int, distinct: dict[int, int]
) -> tuple[int, ...]:
    """Find one column, or two, each of whose values has every case once."""
    fitting = [j for j, d in distinct.items() if j != i and d > 1 and times % d == 0]
    for size in (1, 2):
        for columns in combinations(fitting, size):
            product = 1
            for j in columns:
                product *= distinct[j]
            if product != times:
                continue
            keys = ", ".join(f"k{j}" for j in (i, *columns))
            sql = f"SELECT max(n) FROM (SELECT count(*) AS n FROM {rows} GROUP BY {keys})"
            if table.query(sql)[0][0] == 1:
                return columns
    return ()
