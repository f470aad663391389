"""Whether the first row of a table names its columns: a header that is data, or of several rows.

The cells decide, not words: a name that is written as the cells below it are is perhaps no name,
and a row that is unlike all rows below it is perhaps a second row of names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kappabook.commands.reading.gaps import is_gap_word
from kappabook.commands.reading.raw_file import is_number

_DIGITS = re.compile(r"\d+")
_MOST, _FEWEST_ROWS = 0.8, 3
# Rows of labels only must be so many to tell a second row of names.
_FEWEST_LABELS = 10
_SHOWN = 60


def refuse_data_as_header(names: Sequence[str], rows: Sequence[Sequence[str]], where: str) -> None:
    """Refuse a first row that looks like the rows below it, with both readings.

    Every name is a number over numbers, or stands in its column as a cell too, or differs from a
    cell by its digits only. Rows that all add up to one total, as counts of raters do, and a first
    row that does not, are told apart.
    """
    if not rows or not names or not names[0].strip():
        return
    given = [
        (name.strip(), [row[i].strip() for row in rows if i < len(row) and row[i].strip()])
        for i, name in enumerate(names)
        if name.strip()
    ]
    if not all(_is_like(name, cells) for name, cells in given) or _total_differs(names, rows):
        return
    shown = ", ".join(map(repr, names))[:_SHOWN]
    again = " A row below holds just the same: delete it if tables were joined." * (
        [*names] in [[*row] for row in rows]
    )
    raise ValueError(
        f"{where}: the first row is {shown}, like the rows below it. If it is data, say "
        "--no-header, and the columns are called 'column 1', 'column 2', ...; if these are the "
        "names of the columns, say --header (in Python header=False or True)."
        f"{again}"
    )


def refuse_second_header(rows: Sequence[Sequence[str]], where: Sequence[str]) -> None:
    """Refuse rows below the header that are unlike all others, as further rows of names are.

    Survey tools write the text of each question there, spreadsheets units, pandas a second level.

    Parameters
    ----------
    rows : sequence of rows of text
        The first of the table, without its header; '' for a gap.
    where : sequence of str
        Where the first two of them stand.
    """
    for n in (2, 1):
        below = rows[n:]
        unlike = len(below) >= _FEWEST_ROWS and all(_is_unlike(row, below) for row in rows[:n])
        if unlike or (below and _holds_objects(rows[n - 1], below)):
            shown = ", ".join(repr(cell) for cell in rows[0] if cell)[:_SHOWN]
            lines = "this row is" if n == 1 else f"this row and that at {where[1]} are"
            raise ValueError(
                f"{where[0]}: {lines} unlike all rows below ({shown}), as further rows of names "
                "are. Remove what is no data; if it is data, say --header (in Python header=True)."
            )


def _is_like(name: str, cells: Sequence[str]) -> bool:
    """Whether a name could be a cell of its column."""
    if not cells:
        return False
    if is_number(name):
        known = [cell for cell in cells if not is_gap_word(cell)]
        return bool(known) and sum(map(is_number, known)) >= _MOST * len(known)
    shape = _DIGITS.sub("0", name)
    return name in cells or (shape != name and shape in {_DIGITS.sub("0", x) for x in cells})


def _total_differs(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether all rows add up to one number, and the first does not."""
    try:
        sums = [sum(map(float, row)) for row in (names, *rows)]
    except ValueError:
        return False
    return len(sums) > _FEWEST_ROWS and len(set(sums[1:])) == 1 and sums[0] != sums[1]


def _holds_objects(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row alone has JSON objects in its cells, as the third of Qualtrics has."""
    objects = all(cell.startswith("{") and cell.endswith("}") for cell in row if cell) and any(row)
    return objects and not any(cell.startswith("{") for other in below for cell in other)


def _is_unlike(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row has words over numbers, or words that no row below has, and is no data."""
    if _holds_objects(row, below):
        return True
    over_numbers, over_labels, gaps = [], [], 0
    for i, cell in enumerate(row):
        column = [other[i] for other in below if i < len(other)]
        known = [x for x in column if x and not is_gap_word(x)]
        if len(known) < _FEWEST_ROWS:
            continue
        numbers = all(map(is_number, known))
        several = len(set(known)) <= len(known) / 2
        if not cell:
            gaps += len(known) == len(column)
        elif is_gap_word(cell):
            continue
        elif numbers:
            if not any(map(str.isalpha, cell)):
                return False
            over_numbers.append(cell)
        elif several:
            if cell in known:
                return False
            over_labels.append((cell, max(map(len, known))))
    words = [*over_numbers, *(cell for cell, _ in over_labels)]
    if len(words) > len(set(words)) and not gaps:
        return False
    if len(over_numbers) > 1 or (over_numbers and (gaps or over_labels)):
        return True
    if len(over_labels) < 2 or len(below) < _FEWEST_LABELS:
        return False
    return bool(gaps) or all(" " in x and len(x) > 2 * most for x, most in over_labels)
