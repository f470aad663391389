"""Whether labels have the order or the numbers that were asked for, and raters look like raters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, get_args

from kappabook.commands.agree.sheet import Sheet
from kappabook.commands.files.tables import listed
from kappabook.commands.label_checks import as_number, in_order

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def labels_in_order(
    sheet: Sheet, ordered: Sequence[str], level: Level | None, line: Callable[[int], str]
) -> tuple[list[str], Level]:
    """Return all labels, and the level of alpha; what does not fit it raises ValueError."""
    given = [(label, rater, row) for label, rater, row in sheet.ratings()]
    given += [
        (label, "the reference", row)
        for label, row in zip(sheet.reference, sheet.row_of, strict=True)
        if label is not None
    ]
    if level is None:
        level = "ordinal" if ordered else "nominal"
    if level not in get_args(Level):
        raise ValueError(f"--level is {level!r}; give {', '.join(get_args(Level))}.")
    if ordered:
        _check_order(given, ordered, line)
    elif level != "nominal":
        _check_numbers(given, level, line)
    if ordered and level in ("interval", "ratio"):
        _check_numbers(given, level, line)
    return list(ordered) or in_order(label for label, _, _ in given), level


def _check_order(
    given: list[tuple[str, str, int]], ordered: Sequence[str], line: Callable[[int], str]
) -> None:
    twice = [label for label, n in Counter(ordered).items() if n > 1]
    if twice or len(ordered) < 2:
        raise ValueError(
            f"--ordered is {listed(list(ordered))}; give two or more labels, each once, low first."
        )
    for label, rater, row in given:
        if label not in ordered:
            raise ValueError(
                f"{line(row)}: {label!r} of {rater} is not in --ordered {','.join(ordered)}; add "
                "it in its place, name it in --missing if it stands for a gap, or mend the file."
            )


def _check_numbers(
    given: list[tuple[str, str, int]], level: Level, line: Callable[[int], str]
) -> None:
    for label, rater, row in given:
        value = as_number(label)
        if value is None:
            raise ValueError(
                f"{line(row)}: {label!r} of {rater} is no number with a decimal point, as --level "
                f"{level} needs. Words have an order by --ordered LOW,MID,HIGH; a word for a gap "
                "is named in --missing."
            )
        if level == "ratio" and value < 0:
            raise ValueError(
                f"{line(row)}: {label!r} of {rater} is negative; --level ratio needs numbers from "
                "0 upwards. Differences have the level interval."
            )


def refuse_few(sheet: Sheet, path: Path) -> None:
    """Refuse what has nothing to compare."""
    if not any(sheet.cells):
        raise ValueError(f"{path}: every rating is missing; there is nothing to compare.")
    if len(sheet.items) < 2:
        raise ValueError(f"{path}: one item; agreement is measured over two or more.")
    if max(map(len, sheet.cells)) < 2:
        raise ValueError(
            f"{path}: none of the {len(sheet.items)} items was rated by two raters; agreement "
            "needs items that several rated. Is --item the column of the items?"
        )


def doubts(sheet: Sheet) -> list[str]:
    """Warn where items look like raters, and where a column looks like no rater's."""
    r, n = len(sheet.raters), len(sheet.items)
    said = {rater: {cell[rater] for cell in sheet.cells if rater in cell} for rater in sheet.raters}
    found, alone = [], list[str]()
    for rater, own in said.items():
        others = set().union(*(labels for name, labels in said.items() if name != rater))
        if not own:
            found.append(f"{rater!r} rated no item.")
        elif others and not own & others:
            alone.append(rater)
    for rater in alone:
        rest = ",".join(name for name in sheet.raters if name not in alone)
        found.append(
            f"{rater!r} shares no label with any other rater. Is it a rater? If not, leave it out: "
            + (f'--raters "{rest}".' if rest else "name the raters with --raters.")
        )
    if r > n or (r > 20 and r > n / 2):
        found.append(
            f"There are {r} raters and {n} items. Is the table turned round? Raters are columns "
            "here, and items are rows (or the columns --item and --rater are swapped)."
        )
    return found
