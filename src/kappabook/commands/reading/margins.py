"""Rows and columns after the classes of a matrix that hold what is computed from its cells.

Programs print errors, shares of errors or of hits, and sums beside a confusion matrix. The numbers
decide: what follows the classes is left out if every cell of it equals one of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kappabook.commands.reading.numbers import NumberForm, as_number

_RATIO = re.compile(r"[(=]?\s*([0-9.]+)\s*/\s*([0-9.]+)\s*\)?")
# With fewer cases a class may have the numbers of a margin by chance.
_FEW = 20
_FEWEST_CLASSES = 2
_PERCENT = 100
_SAID = {"sum": "sums", "errors": "errors", "hits": "hits", "hit share": "shares of hits"} | {
    "error share": "shares of errors"
}


@dataclass(frozen=True)
class Margins:
    """What follows the classes.

    Attributes
    ----------
    n_classes : int
    note : str
        What is left out.
    """

    n_classes: int
    note: str


@dataclass(frozen=True)
class _Cell:
    """A number and half a unit of its last digit; exact where it is a count or a ratio."""

    value: float
    rounding: float
    is_share: bool


def computed_margins(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Any]],
    form: NumberForm,
    where: object,
    *,
    sure: bool | None = None,
) -> Margins | None:
    """Find the classes that both sides begin with, if all that follows is computed from them.

    Sums alone are none here: a class may be the sum of the others (`totals.without_totals`).

    Parameters
    ----------
    rows, columns : sequence of str
    cells : sequence of sequence
        Texts, numbers or None.
    form : NumberForm
        How numbers are written.
    where : object
        The file, for messages.
    sure : bool, optional
        True: what fits is no class. By default it may be one where there are few cases.

    Raises
    ------
    ValueError
        A few whole numbers may be errors or a class.
    """
    read = [[_cell(x, form) for x in row] for row in cells]
    for k in range(min(len(rows), len(columns)), _FEWEST_CLASSES - 1, -1):
        if max(len(rows), len(columns)) == k or set(rows[:k]) != set(columns[:k]):
            continue
        order = [columns.index(name) for name in rows[:k]]
        inner = [[read[i][j] for j in order] for i in range(k)]
        counts = [[x.value for x in row if x and not x.value % 1] for row in inner]
        if any(len(row) < k for row in counts):
            continue
        across = [[read[i][j] for i in range(k)] for j in range(k, len(columns))]
        down = [[read[i][j] for j in order] for i in range(k, len(rows))]
        turned = [list(column) for column in zip(*counts, strict=True)]
        kinds = [_kind(x, counts) for x in across] + [_kind(x, turned) for x in down]
        n = sum(map(sum, counts))
        errors = n - sum(row[i] for i, row in enumerate(counts))
        corners = [read[i][j] for i in range(k, len(rows)) for j in range(k, len(columns))]
        if None in kinds or set(kinds) == {"sum"}:
            continue
        whole = set(kinds) <= {"sum", "errors", "hits"}
        if whole and any(x and x.value not in (n, errors, n - errors) for x in corners):
            continue
        names = [*(f"column {x!r}" for x in columns[k:]), *(f"row {x!r}" for x in rows[k:])]
        said = [f"{x} ({_SAID[kind or '']})" for x, kind in zip(names, kinds, strict=True)]
        if whole and n < _FEW and sure is None:
            raise ValueError(
                f"{where}: {', '.join(said)} may be computed from the other cells; if so, give "
                "--totals yes, and if it is a class, --totals no."
            )
        note = f"Left out, since computed from the other cells: {', '.join(said)}."
        return Margins(k, f"{note} If one is a class, give --totals no." if whole else note)
    return None


def percentage_notes(cells: Sequence[Sequence[int]]) -> list[str]:
    """Say that all rows, or all columns, of a matrix sum to 100 as percentages do.

    Rounded percentages may sum to 99 or 101. A hundred cases of each class look the same, so both
    readings are named.
    """
    for what, lines in (("row", cells), ("column", list(zip(*cells, strict=True)))):
        sums = {sum(line) for line in lines}
        if len(lines) >= _FEWEST_CLASSES and all(abs(x - _PERCENT) <= 1 for x in sums):
            shown = "100" if sums == {_PERCENT} else f"{min(sums)} to {max(sums)}"
            return [
                f"Every {what} sums to {shown}. As percentages these are no counts: then multiply "
                f"each {what} by its cases and divide by 100, since kappa, accuracy and all "
                f"intervals depend on that. Here they are counts, {sum(map(sum, cells))} cases."
            ]
    return []


def _cell(cell: Any, form: NumberForm) -> _Cell | None:
    text = "" if cell is None else str(cell).strip()
    if ratio := _RATIO.fullmatch(text):
        over = as_number(ratio[2])
        above = as_number(ratio[1])
        return _Cell(above / over, 0, is_share=True) if over and above is not None else None
    share = text.endswith("%")
    text = text.removesuffix("%").strip()
    value = as_number(text, form) if isinstance(cell, str) else as_number(text)
    if value is None:
        return None
    digits = len(re.sub("[eE].*", "", text).rpartition(form.decimal if "," in text else ".")[2])
    digits = digits if value % 1 else 0
    unit = _PERCENT if share else 1
    return _Cell(value / unit, 0.5 * 10.0**-digits / unit, is_share=share or bool(value % 1))


def _kind(margin: Sequence[_Cell | None], counts: Sequence[Sequence[float]]) -> str | None:
    """Return which measure of each row of counts a margin has, or None."""
    found = [x for x in margin if x is not None]
    if len(found) < len(margin) or not any(x.value for x in found):
        return None
    totals = [sum(row) for row in counts]
    hits = [row[i] for i, row in enumerate(counts)]
    values = [x.value for x in found]
    if values == totals:
        return "sum"
    if values == [n - hit for n, hit in zip(totals, hits, strict=True)]:
        return "errors"
    if values == hits:
        return "hits"
    if not all(totals):
        return None
    rates = [hit / n for hit, n in zip(hits, totals, strict=True)]
    # Whole numbers may be shares in per cent.
    units = (1, _PERCENT) if any(x.is_share for x in found) else (_PERCENT,)
    for kind, shares in (("hit share", rates), ("error share", [1 - x for x in rates])):
        for unit in units:
            if all(
                abs(x.value - unit * share) <= 1.01 * x.rounding + 1e-9
                for x, share in zip(found, shares, strict=True)
            ):
                return kind
    return None
