"""The command lines of what is done on one's own data; imports wait for their command."""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path
from typing import Any


def add_commands(commands: Any) -> None:
    """Add the commands to those of ``kappabook``."""
    _add_agree(commands)


def _add_agree(commands: Any) -> None:
    agree = commands.add_parser(
        "agree",
        help="how far raters agree, in CSV, Parquet or JSON lines",
        description="How far the raters in a file agree, with intervals and in words. Wide files "
        "have one row per item and one column per rater: give --raters, or --item. Long files have "
        "one row per rating: give --item, --rater and --label.",
    )
    agree.add_argument("file", type=Path, metavar="FILE", help="CSV, Parquet or JSON lines")
    agree.add_argument(
        "--raters", type=names, default=(), metavar="A,B,C", help="wide: the columns of the raters"
    )
    agree.add_argument(
        "--item", metavar="COLUMN", help="names the items; wide: all other columns are raters"
    )
    agree.add_argument("--rater", metavar="COLUMN", help="long: names the rater")
    agree.add_argument("--label", metavar="COLUMN", help="long: the label given")
    agree.add_argument(
        "--ordered", type=names, default=(), metavar="LOW,MID,HIGH", help="labels have this order"
    )
    agree.add_argument("--missing", type=names, default=(), metavar="NA,?", help="labels for gaps")
    agree.add_argument("--judge", metavar="COLUMN", help="set this rater against the others")
    agree.add_argument(
        "--margin", type=float, metavar="X", help="how much lower the judge's kappa may be: 0.1"
    )
    agree.add_argument("--reference", metavar="COLUMN", help="known labels, where there are any")
    agree.add_argument("--positive", metavar="LABEL", help="correct the rate of this label")
    agree.add_argument(
        "--run",
        dest="run_column",
        metavar="COLUMN",
        help="numbers repeated runs: self-agreement, no extra raters",
    )
    agree.add_argument("--json", action="store_true", help="write JSON, nothing else")
    agree.add_argument("--html", type=Path, metavar="FILE", help="write a page with pictures too")
    agree.add_argument(
        "--csv", type=Path, metavar="FILE", help="write the items raters disagree on too"
    )
    agree.set_defaults(run=_agree)


def names(text: str) -> tuple[str, ...]:
    """Split at commas; a name with a comma stands in quotation marks."""
    return tuple(name.strip() for row in csv.reader([text]) for name in row if name.strip())


def _agree(options: argparse.Namespace) -> None:
    from kappabook.display._pyplot import pyplot
    from kappabook.report.agree import agree
    from kappabook.report.agree_text import as_text
    from kappabook.report.findings import findings
    from kappabook.report.ratings_table import Columns

    refuse_same_file(options.file, options.html, options.csv)
    roles = ("raters", "item", "rater", "label", "judge", "reference")
    found = agree(
        options.file,
        Columns(**{role: getattr(options, role) for role in roles}, run=options.run_column),
        ordered=options.ordered,
        margin=options.margin,
        positive=options.positive,
        missing=options.missing,
    )
    written = []
    if options.html:
        pyplot().switch_backend("agg")  # no window is needed, and there may be no screen
        from kappabook.report.agree_page import write_page

        write_page(found, options.html)
        written.append(options.html)
    if options.csv:
        from kappabook.report.spreadsheet import write_disagreements

        write_disagreements(found, options.csv)
        written.append(options.csv)
    if options.json:
        said = [{"finding": f.finding, "does_not_say": f.does_not_say} for f in findings(found)]
        print(json.dumps({**found.as_dict(), "findings": said}, indent=2, ensure_ascii=False))
        return
    print(as_text(found))
    for path in written:
        print(path)


def refuse_same_file(file: Path, *outputs: Path | None) -> None:
    """Keep the data, and each output, from being written over."""
    taken = {file.resolve()}
    for path in outputs:
        if path is not None:
            if path.resolve() in taken:
                raise ValueError(f"{path} would be written over; name another file.")
            taken.add(path.resolve())
