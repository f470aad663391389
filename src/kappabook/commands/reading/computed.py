"""Rows and columns that a spreadsheet computed from others: checks, sums, means, counts, dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from kappabook.commands.reading.columns import Cells, counted_rows
from kappabook.commands.reading.numbers import POINT, NumberForm, as_number
from kappabook.commands.reading.totals import says_total
from kappabook.system.spelling import listed

# Rows in which a check must be right, fewer if its name says so, and rows of them in which it has
# neither label: fewer could be chance.
_FEWEST_CHECKED, _FEWEST_NAMED, _FEWEST_UNLIKE = 6, 3, 2
_CHECK = re.compile(
    r"match(es|ed|ing)?|agree(s|d|ment)?|same|equal|identical|check|diff(erence|erent)?|disagree(s|d"
    r"|ment)?|conflict|gleich|einig|[uü]bereinstimmung|vergleich|[ée]gal|accord|igual|acuerdo|acordo"
    r"|uguale|accordo|gelijk|overeenkomst",
    re.IGNORECASE,
)
# Rows above a sum or mean; pairs of labels that a table of counts has at least.
_FEWEST_ABOVE, _FEWEST_PAIRS = 3, 4
# Rows that must show that a column is the mean of others.
_FEWEST_APART = 4
# Sums and means may be rounded to two digits.
_ROUNDED = 0.005 + 1e-9
# So many times more hits than before.
_MUCH_MORE = 2
# So many standard deviations of what is gained where nothing is.
_CHANCE = 4
_COUNT = re.compile(
    r"(freq(uency|uencies)?|counts?|n|num(ber)?|cases|anzahl|h(ä|ae)ufigkeit|effectif|frecuencia"
    r"|conteo|quantidade|size|total)(_?(of|von)?_?(cases|rows|items)?)",
    re.IGNORECASE,
)
_MONTH = (
    r"jan|feb|m[aä]r|mrz|apr|ma[yi]|jun|jul|aug|sept?|o[ck]t|nov|de[cz]"
    r"|janv|févr|avr|juin|juil|août"
)
# As spreadsheets show days, and as readers of workbooks write them.
_DAY_OF_MONTH = re.compile(
    rf"\d{{1,2}}[-. ]+({_MONTH})\.?|({_MONTH})\.?[- ]\d{{1,2}}"
    r"|\d{4}-\d{2}-\d{2}([ T]00:00:00)?|\d{1,2}[./]\d{1,2}[./]\d{4}",
    re.IGNORECASE,
)
_TWO_NUMBERS = re.compile(r"\d{1,2}[-/]\d{1,2}")


def sums_and_means(columns: Mapping[str, Cells]) -> dict[str, str]:
    """Say which columns of numbers hold the mean or the sum of all the others, in every row."""
    numbers = {name: _numbers(cells) for name, cells in columns.items()}
    numbers = {name: x for name, x in numbers.items() if any(v is not None for v in x)}
    return {
        name: f"is the {what} of the others in every row"
        for name in numbers
        if len(numbers) > 2
        if (what := _sum_or_mean(numbers[name], [x for y, x in numbers.items() if y != name]))
    }


def _sum_or_mean(own: Sequence[float | None], others: Sequence[Sequence[float | None]]) -> str:
    """Say 'mean' or 'sum' if this is what a column holds of the others; '' if it is neither."""
    rows = [
        (value, [x for x in row if x is not None])
        for value, *row in zip(own, *others, strict=True)
        if value is not None
    ]
    # Where all agree each is the mean of the others.
    apart = sum(len(set(row)) > 1 for _, row in rows)
    if apart < _FEWEST_APART or not all(len(row) > 1 for _, row in rows):
        return ""
    return "mean" if _are_means(rows) else "sum" if _are_sums(rows) else ""


def _are_means(rows: Iterable[tuple[float, Sequence[float]]]) -> bool:
    return all(abs(value - sum(x) / len(x)) <= _ROUNDED for value, x in rows)


def _are_sums(rows: Iterable[tuple[float, Sequence[float]]]) -> bool:
    return all(abs(value - sum(x)) <= _ROUNDED for value, x in rows)


def _numbers(cells: Cells, form: NumberForm = POINT) -> list[float | None]:
    return [as_number(cell, form) for cell in cells]


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
        if _is_check(name, cells, columns[first], columns[second])
    ]


def _is_check(name: str, cells: Cells, first: Cells, second: Cells) -> bool:
    rows = [row for row in zip(cells, first, second, strict=True) if None not in row]
    fewest = _FEWEST_NAMED if _CHECK.fullmatch(name.strip()) else _FEWEST_CHECKED
    if len(rows) < fewest or len(rows) < sum(cell is not None for cell in cells):
        return False
    answers = {(a == b, cell) for cell, a, b in rows}
    one_to_one = len(answers) == 2 == len(dict(answers)) == len({cell for _, cell in answers})
    return one_to_one and sum(a == b != cell for cell, a, b in rows) >= _FEWEST_UNLIKE


def summary_row(columns: Mapping[str, Cells], form: NumberForm = POINT) -> str:
    """Say what the last row holds if it summarizes the rows above; '' if it does not.

    Numbers that could be ratings are none: a sum must be above all numbers of its column
    somewhere, and a mean of whole numbers must have digits after the point somewhere. A number
    with such digits, or a percentage, may also stand in one column alone, below labels without.
    """
    numbers = [_numbers(cells, form) for cells in columns.values()]
    above = [[x for x in column[:-1] if x is not None] for column in numbers]
    last = [column[-1] for column in numbers if column and column[-1] is not None]
    if len(numbers) < 2 or any(len(cells) <= _FEWEST_ABOVE for cells in columns.values()):
        return ""
    if len(last) == len(numbers) and all(len(x) >= _FEWEST_ABOVE for x in above):
        rows = list(zip(last, above, strict=True))
        if _are_sums(rows) and any(value > max(x) for value, x in rows):
            return "the sum of the rows above in every column"
        means = any(value % 1 and not any(v % 1 for v in x) for value, x in rows)
        if means and _are_means(rows):
            return "the mean of the rows above in every column"
    fractions = [[_is_share(cell, form) for cell in cells] for cells in columns.values()]
    if any(column[-1] for column in fractions) and not any(map(any, (c[:-1] for c in fractions))):
        return "a share or mean, as no row above does"
    return ""


def summary_note(
    columns: Mapping[str, Cells], where: str, unit: str, form: NumberForm = POINT
) -> str:
    """Name a last row that summarizes the rows above and counts as a `unit`; '' if none does."""
    what = summary_row(columns, form)
    note = f"The last row, {where}, holds {what}, and counts as {unit} here. Remove it if it is "
    return f"{note}none." if what else ""


def _is_share(cell: str | None, form: NumberForm) -> bool:
    """Whether a cell is a number with digits after the point, or a percentage."""
    text = (cell or "").strip()
    value = as_number(text.removesuffix("%").rstrip(), form)
    return value is not None and (text.endswith("%") or value % 1 != 0)


def counts_beside_labels(columns: Mapping[str, Cells]) -> str:
    """Return the name of a column that by name counts the equal cases of the others; or ''."""
    named = (name for name in columns if _COUNT.fullmatch(name.strip()))
    for name in named if len(columns) > 2 else ():
        labels = {other: cells for other, cells in columns.items() if other != name}
        if counts_of_rows(labels, {name: columns[name]}):
            return name
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
        numbers = [x for x in _numbers(cells) if x is not None and x >= 0 and x % 1 == 0]
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
    columns_of = [names for _, names in groups]
    texts = [any(as_number(x) is None for x in labels) for labels, _ in groups]
    several = len(columns_of) > 1 and all(len(names) > 1 for names in columns_of)
    return columns_of if several and any(texts) else []


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
    n = sum(pairs.values())
    fits = (by for by in (1, -1) if 2 * hits_of_shift(pairs, by)[1] > n)
    return next(fits, 0)


def shifted_code(pairs: Mapping[tuple[str, str], int]) -> int:
    """Return what, added to each label of the second of two raters, gives the code of the first.

    0 if her code is the same, or if it is not clear that it is shifted: then far more items must
    agree than do now, half of all or more than chance explains.
    """
    numbers = [[as_number(label) for label in labels] for labels in zip(*pairs, strict=True)]
    first, second = ([x for x in side if x is not None] for side in numbers or ([], []))
    if not first or not second:
        return 0
    n = sum(pairs.values())
    ends = (int(min(first) - min(second)), int(max(first) - max(second)))
    for by in dict.fromkeys(ends):
        now, moved = hits_of_shift(pairs, by) if by else (0, 0)
        if moved >= _FEWEST_CHECKED and (
            2 * moved > n or moved - now > _CHANCE * (moved + now) ** 0.5
        ):
            return by
    return 0


def hits_of_shift(pairs: Mapping[tuple[str, str], int], by: int) -> tuple[int, int]:
    """Return how many pairs are equal, and how many once a number is added to each second one.

    Both are 0 unless labels are whole numbers, some second ones are no first ones and all would be
    if they were moved, and many more would then be equal.
    """
    numbers = {pair: tuple(map(as_number, pair)) for pair in pairs}
    if any(x is None or x % 1 for pair in numbers.values() for x in pair):
        return 0, 0
    firsts = {a for a, _ in numbers.values()}
    moved = {pair: (b or 0) + by for pair, (_, b) in numbers.items()}
    hits = sum(pairs[pair] for pair, (a, _) in numbers.items() if a == moved[pair])
    now = sum(pairs[pair] for pair, (a, b) in numbers.items() if a == b)
    never = {b for _, b in numbers.values()} - firsts
    inside = set(moved.values()) <= firsts
    found = never and inside and len(firsts) > 1 and hits > _MUCH_MORE * now
    return (now, hits) if found else (0, 0)


def total_of_counts(columns: Mapping[str, Sequence[int]]) -> str:
    """Return the name of the column that is the sum of the others in every row of counts; or ''.

    In a few rows, or in rows that are all alike, a label may have half of all ratings: there only
    a name that says total makes it one.
    """
    rows = list(zip(*columns.values(), strict=True))
    clear = len(rows) >= _FEWEST_ABOVE and len(set(rows)) > 2
    for at, name in enumerate(columns):
        fits = all(2 * row[at] == sum(row) for row in rows) and any(map(any, rows))
        if fits and len(columns) > 2 and (clear or says_total(name)):
            return name
    return ""


def ends_in_sums(columns: Mapping[str, Sequence[int]]) -> bool:
    """Whether the last row of a table of counts is the sum of the rows above in every column."""
    longer = all(len(column) > 2 for column in columns.values())
    sums = all(column[-1] == sum(column[:-1]) for column in columns.values())
    return longer and sums and any(column[-1] for column in columns.values())


def percentages_of_rows(columns: Mapping[str, Sequence[int]]) -> bool:
    """Whether whole numbers of every row add up to 100, as percentages do, but for rounding."""
    sums = [sum(row) for row in zip(*columns.values(), strict=True)]
    return len(columns) > 1 and {*sums} <= {99, 100, 101} and 2 * sums.count(100) > len(sums)
