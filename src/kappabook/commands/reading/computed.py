"""Rows and columns that a spreadsheet computed from others: checks, sums, means, counts, dates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from kappabook.commands.reading.columns import Cells, counted_rows
from kappabook.commands.reading.numbers import as_number
from kappabook.commands.reading.read_table import listed

# A check by chance: rows in which it is right, and rows where it has neither label.
_FEWEST_CHECKED, _FEWEST_UNLIKE = 6, 2
# Rows above a sum or mean; pairs of labels that a table of counts has at least.
_FEWEST_ABOVE, _FEWEST_PAIRS = 3, 4
_ROUNDED = 0.005 + 1e-9
# So many times more hits than before.
_MUCH_MORE = 2
_COUNT = re.compile(
    r"(freq(uency|uencies)?|counts?|n|num(ber)?|cases|anzahl|h(ä|ae)ufigkeit|effectif|frecuencia"
    r"|conteo|quantidade|size|total)(_?(of|von)?_?(cases|rows|items)?)",
    re.IGNORECASE,
)
_MONTH = (
    r"jan|feb|m[aä]r|mrz|apr|ma[yi]|jun|jul|aug|sept?|o[ck]t|nov|de[cz]"
    r"|janv|févr|avr|juin|juil|août"
)
_DAY_OF_MONTH = re.compile(
    rf"\d{{1,2}}[-. ]({_MONTH})\.?|({_MONTH})\.?[- ]\d{{1,2}}", re.IGNORECASE
)
_TWO_NUMBERS = re.compile(r"\d{1,2}[-/]\d{1,2}")


def check_of_others(columns: Mapping[str, Cells]) -> list[list[str]]:
    """Return columns with the two of which they say, in each row, whether these are equal.

    Raters who never disagree with two others look alike; so in several rows a check must have
    neither of the labels that the two agree on. Of labels 0 and 1 each of the three columns is a
    check of the other two.
    """
    return [
        [name, first, second]
        for name, cells in columns.items()
        for first, second in combinations([other for other in columns if other != name], 2)
        if _is_check(cells, columns[first], columns[second])
    ]


def _is_check(cells: Cells, first: Cells, second: Cells) -> bool:
    rows = [row for row in zip(cells, first, second, strict=True) if None not in row]
    if len(rows) < _FEWEST_CHECKED or len(rows) < sum(cell is not None for cell in cells):
        return False
    said = {(a == b, cell) for cell, a, b in rows}
    return len(said) == len({cell for _, cell in said}) == 2 == len({x for x, _ in said}) and (
        sum(a == b != cell for cell, a, b in rows) >= _FEWEST_UNLIKE
    )


def summary_row(columns: Mapping[str, Cells]) -> str:
    """Say 'sum' or 'mean' if that is what the last row has of the rows above in every column.

    Numbers that could be ratings are none: a sum must be above all numbers of its column
    somewhere, and a mean of whole numbers must have digits after the point somewhere.
    """
    numbers = [[None if x is None else as_number(x) for x in cells] for cells in columns.values()]
    whole = [[x for x in column if x is not None] for column in numbers]
    if len(whole) < 2 or not all(c and c[-1] is not None for c in numbers):
        return ""
    if any(len(column) <= _FEWEST_ABOVE for column in whole):
        return ""
    above, last = [column[:-1] for column in whole], [column[-1] for column in whole]
    pairs = list(zip(above, last, strict=True))
    if all(abs(sum(x) - y) < _ROUNDED for x, y in pairs) and any(y > max(x) for x, y in pairs):
        return "sum"
    if all(abs(sum(x) / len(x) - y) <= _ROUNDED for x, y in pairs) and any(
        y % 1 and not any(v % 1 for v in x) for x, y in pairs
    ):
        return "mean"
    return ""


def counts_of_rows(columns: Mapping[str, Cells], others: Mapping[str, Cells]) -> str:
    """Return the name of a column that counts cases, if each row is one combination of labels.

    Parameters
    ----------
    columns : mapping of str to sequence of (str or None)
        The labels.
    others : mapping of str to sequence of (str or None)
        Columns that have no role.
    """
    rows = list(zip(*columns.values(), strict=True))
    if len(rows) < _FEWEST_PAIRS or len(set(rows)) < len(rows):
        return ""
    possible = 1
    for cells in columns.values():
        possible *= len(set(cells))
    if 2 * len(rows) < possible:
        return ""
    for name, cells in others.items():
        values = [None if x is None else as_number(x) for x in cells]
        numbers = [x for x in values if x is not None and x >= 0 and x % 1 == 0]
        if len(numbers) < len(rows) or counted_rows(cells) or sum(numbers) <= len(rows):
            continue
        if _COUNT.fullmatch(name.strip()) or len(rows) >= _FEWEST_CHECKED:
            return name
    return ""


def groups_without_common_labels(columns: Mapping[str, Cells]) -> list[list[str]]:
    """Return groups of two or more columns that share labels within and none between groups."""
    groups: list[tuple[set[str], list[str]]] = []
    for name, cells in columns.items():
        labels = {cell for cell in cells if cell is not None}
        together = [group for group in groups if group[0] & labels]
        groups = [group for group in groups if group not in together]
        labels = labels.union(*(group[0] for group in together))
        groups.append((labels, [*(x for group in together for x in group[1]), name]))
    found = [names for _, names in groups]
    texts = [any(as_number(x) is None for x in labels) for labels, _ in groups]
    several = len(found) > 1 and all(len(names) > 1 for names in found)
    return found if several and any(texts) else []


def spreadsheet_dates(labels: Sequence[str]) -> str:
    """Say which labels look like days of a year beside others like '3-4'; '' if there are none."""
    days = [label for label in labels if _DAY_OF_MONTH.fullmatch(label.strip())]
    numbers = [label for label in labels if _TWO_NUMBERS.fullmatch(label.strip())]
    if not days or not numbers:
        return ""
    return (
        f"Beside {listed(numbers, 3)} there are {listed(days, 3)}: a spreadsheet may have changed "
        "labels into dates. They are counted as different labels; mend the file if they are not."
    )


def shifted(pairs: Mapping[tuple[str, str], int]) -> int:
    """Return 1 or -1 if predictions fit the truth once this is added to each; else 0.

    Parameters
    ----------
    pairs : mapping
        Rows of each truth and prediction.
    """
    numbers = {pair: tuple(map(as_number, pair)) for pair in pairs}
    if any(x is None or x % 1 for pair in numbers.values() for x in pair):
        return 0
    n = sum(pairs.values())
    truths = {pair[0] for pair in numbers.values()}
    for by in (1, -1):
        moved = {pair: (a, (b or 0) + by) for pair, (a, b) in numbers.items()}
        hits = sum(pairs[pair] for pair, (a, b) in moved.items() if a == b)
        now = sum(pairs[pair] for pair, (a, b) in numbers.items() if a == b)
        never = {b for _, b in numbers.values()} - truths
        inside = {b for _, b in moved.values()} <= truths
        if never and inside and len(truths) > 1 and 2 * hits > n and hits > _MUCH_MORE * now:
            return by
    return 0
