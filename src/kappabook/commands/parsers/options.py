"""What the command lines share."""

from __future__ import annotations

import argparse
import csv
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kappabook.commands.render import Report


def names(text: str) -> tuple[str, ...]:
    """Split at commas; a name with a comma stands in quotation marks."""
    return tuple(name.strip() for row in csv.reader([text]) for name in row if name.strip())


def add_reading(options: Any) -> None:
    """Add what says how a table is read: whether its first row has names, and which sheet."""
    options.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="the first row has the names, or is data; then columns are 'column 1', ...",
    )
    add_sheet(options)


def add_sheet(options: Any) -> None:
    """Add what says which sheet of a workbook is read."""
    options.add_argument(
        "--sheet", metavar="NAME|N", help="of a workbook; default: the first one with data"
    )


def refuse_same_file(file: Path, *outputs: Path | None) -> None:
    """Refuse to overwrite the data, or one output by another."""
    taken = {_real(file)}
    for path in outputs:
        if path is not None:
            if _real(path) in taken:
                raise ValueError(f"{path} would be written over; name another file.")
            taken.add(_real(path))


def _real(path: Path) -> str:
    """Follow links, of which some may lead to themselves."""
    from kappabook.commands.reading.formats import absolute

    return os.path.realpath(absolute(path))


def keywords(options: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options that the function takes by keyword."""
    given = vars(options)
    taken = inspect.signature(function).parameters.values()
    return {p.name: given[p.name] for p in taken if p.kind is p.KEYWORD_ONLY and p.name in given}


def put_out(report: Report, options: argparse.Namespace) -> None:
    """Write the page and the table that were asked for, and print the report and their names."""
    from kappabook.commands.render import clean, write_csv
    from kappabook.display.drawing import pyplot
    from kappabook.system.files import writing

    if options.html:
        pyplot().switch_backend("agg")  # no window is needed, and there may be no screen
        page = report.written("html")
        with writing(options.html) as (draft,):
            draft.write_text(page, encoding="utf-8")
    if options.csv:
        write_csv(options.csv, report.every_number)
    form = "json" if options.json else getattr(options, "format", "text")
    print(report.written(form))
    if form == "text":
        for path in filter(None, (options.html, options.csv)):
            print(clean(str(path)))
