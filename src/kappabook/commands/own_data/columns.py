"""What each column holds, numbers, dates or categories, and what is done with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from kappabook.commands.files.tables import listed

Kind = Literal["number", "date", "category", "set aside"]
Cells = list[str | None]

# Texts that stand for a missing value among numbers and dates.
MARKS = frozenset({"na", "n/a", "nan", "null", "none", "?", "-", ".", "missing", "#n/a"})
MISSING = "(missing)"
# A column is one of numbers if at least this share of its cells are.
_MOSTLY = 0.9
# A text column in which more than this share of the cells are different names its rows.
_NAMES_ROWS = 0.9
# Values of a category that get a column of their own; the rarest others share one.
MOST_CATEGORIES = 30
# Names that a column of identifiers has.
_NAMES = frozenset({"id", "index", "nr", "no", "number"})
_WHOLE = re.compile(r"[-+]?\d{1,18}")
_COMMA = re.compile(r"[-+]?\d+,\d+")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?")
_DATES = (
    (re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?"), ("ISO8601",)),
    (re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}"), ("%d.%m.%Y",)),
    (re.compile(r"\d{1,2}/\d{1,2}/\d{4}"), ("%m/%d/%Y", "%d/%m/%Y")),
)


@dataclass(frozen=True, eq=False)
class Column:
    """One column, and what was decided about it.

    Attributes
    ----------
    name : str
    kind : {'number', 'date', 'category', 'set aside'}
    cells : ndarray or Series
        float64 with nan; datetime64 with NaT; text, with '(missing)' for a gap.
    n_missing, n_distinct : int
        Gaps, and different values beside them.
    decision : str
        Empty where nothing had to be decided.
    """

    name: str
    kind: Kind
    cells: Any
    n_missing: int
    n_distinct: int
    decision: str = ""


def read_column(name: str, cells: Cells, *, unnamed: bool = False) -> Column:
    """Decide what a column holds.

    Parameters
    ----------
    name : str
    cells : list of str or None
    unnamed : bool, default=False
        Whether it had no name: then it is most often the number of the row.
    """
    filled = [cell.strip() for cell in cells if cell is not None]
    distinct = Counter(filled)
    n_missing = len(cells) - len(filled)

    def aside(why: str) -> Column:
        return Column(name, "set aside", None, n_missing, len(distinct), why)

    if unnamed:
        return aside("It has no name, as columns of row numbers have. Name it to use it.")
    if not filled or all(is_gap(text) for text in distinct):
        return aside("All its values are missing.")
    if len(distinct) == 1 and not n_missing:
        return aside(f"It is constant: every row has {filled[0]!r}.")
    for read in (_numbers, _dates):
        found = read(name, cells)
        if found is not None:
            if found.n_distinct > 1 or found.n_missing:
                return found
            return aside("It is constant.")
    if len(distinct) > max(20, _NAMES_ROWS * len(filled)):
        return aside(
            f"It is text with {len(distinct)} different values in {len(filled)} rows: it names "
            "the rows, and says nothing about a new one."
        )
    values = np.array([MISSING if c is None else c.strip() for c in cells], dtype=object)
    said = ""
    numeric = sum(n for text, n in distinct.items() if _is_number(text))
    if numeric:
        said = f"Mixed: {numeric} of {len(filled)} values are numbers. All are taken for names."
        if len(distinct) == sum(map(_is_number, distinct)):
            said = ""
    if len(distinct) > MOST_CATEGORIES:
        said += f" It has {len(distinct)} values; the rarest of them share one column."
    return Column(name, "category", values, n_missing, len(distinct), said.strip())


def number_of_row(name: str, cells: Cells) -> str:
    """Say why a column only numbers the rows of the whole file; empty if it does not."""
    filled = [cell.strip() for cell in cells if cell is not None]
    if len(filled) < 2 or not all(map(_WHOLE.fullmatch, filled)):
        return ""
    first, *rest = numbers = [int(cell) for cell in filled]
    if (
        len(filled) == len(cells)
        and first in (0, 1)
        and rest == [*range(first + 1, first + len(numbers))]
    ):
        return (
            f"It counts the rows, from {first} to {numbers[-1]}, and says nothing about a new one."
        )
    if name.strip().rstrip(".").lower() in _NAMES and len(set(numbers)) == len(numbers):
        return (
            "By its name and its values, all different, it names the rows, and says nothing about "
            "a new one. If it is a measurement, give it another name."
        )
    return ""


def _numbers(name: str, cells: Cells) -> Column | None:
    texts: pd.Series[Any] = pd.Series([c if c is None else c.strip() for c in cells], dtype=object)
    said = ""
    full = texts.dropna()
    shape = full[~full.map(is_gap)]
    if not len(shape):
        return None
    if shape.map(lambda text: "," in text).any():
        if shape.map(lambda t: bool(_THOUSANDS.fullmatch(t)) or _is_number(t)).all():
            texts = texts.map(lambda t: t if t is None else t.replace(",", ""))
            said = "Commas are read as separators of thousands."
        elif shape.map(lambda t: bool(_COMMA.fullmatch(t)) or _is_number(t)).all():
            texts = texts.map(lambda t: t if t is None else t.replace(",", "."))
            said = "Commas are read as decimal points."
    values = pd.to_numeric(texts, errors="coerce").to_numpy(float, copy=True)
    infinite = np.isinf(values)
    values[infinite] = np.nan
    read, given = int((~np.isnan(values)).sum()), len(shape) - int(infinite.sum())
    if read == 0 or read < _MOSTLY * given:
        return None
    strange = Counter(t for t, x in zip(texts, values, strict=True) if t is not None and x != x)
    if strange:
        said += f" Taken for missing: {listed(list(strange), 5)} ({strange.total()} in all)."
    n_distinct = len(np.unique(values[~np.isnan(values)]))
    n_missing = int(np.isnan(values).sum())
    return Column(name, "number", values, n_missing, n_distinct, said.strip())


def _dates(name: str, cells: Cells) -> Column | None:
    texts = pd.Series([None if c is None or is_gap(c) else c.strip() for c in cells], dtype=object)
    filled = texts.dropna()
    for shape, formats in _DATES:
        if not len(filled) or not filled.map(lambda t, s=shape: bool(s.fullmatch(t))).all():
            continue
        fitting = []
        for form in formats:
            values = pd.to_datetime(texts, format=form, errors="coerce", utc=True)
            if int(values.notna().sum()) == len(filled):
                fitting.append((form, values.dt.tz_localize(None)))
        if not fitting:
            return None
        form, values = fitting[0]
        said = ""
        if len(formats) > 1:
            first = "month" if form.startswith("%m") else "day"
            said = f"Dates are read with the {first} first"
            said += "; the other order fits too." if len(fitting) > 1 else "."
        return Column(name, "date", values, int(values.isna().sum()), values.nunique(), said)
    return None


def is_gap(text: str, marks: Collection[str] = MARKS) -> bool:
    """Say whether a text stands for a missing value."""
    return text.strip().lower() in marks


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
