"""The command line of ``kappabook agree``; imports wait for it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import (
    add_reading,
    keywords,
    names,
    put_out,
    refuse_same_file,
)

_EXAMPLES = """
examples:
  kappabook agree moods.csv --item text                    all other columns are raters
  kappabook agree moods.csv --raters "Anna,C. Chen"        these two
  kappabook agree long.csv --item id --rater who --label said
  kappabook agree essays.csv --item id --judge model --margin 0.1 --ordered low,mid,high
  kappabook agree counts.csv --item id --counts            columns are labels, cells count raters
  kappabook agree moods.csv --item text --fail-under alpha=.8    status 1 below it

A name with a comma stands in quotation marks: --raters 'Anna,"Chen, C."'
"""


def add_agree(commands: Any) -> None:
    """Add the command to those of ``kappabook``."""
    agree = commands.add_parser(
        "agree",
        help="how far raters agree, in CSV, Parquet or JSON lines",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="How far the raters in a file agree, with intervals and in words.",
        epilog=_EXAMPLES,
    )
    agree.add_argument("file", type=Path, metavar="FILE", help="CSV, Parquet or JSON lines")
    column: dict[str, Any] = {"metavar": "COLUMN"}
    share: dict[str, Any] = {"type": float, "metavar": "X"}
    several: dict[str, Any] = {"type": names, "default": ()}
    columns = agree.add_argument_group("which columns are what")
    columns.add_argument(
        "--item",
        **column,
        help="the item, or several columns A,B; without --raters, all others are raters",
    )
    columns.add_argument(
        "--raters", **several, metavar="A,B,C", help="wide form, one row per item: the raters"
    )
    columns.add_argument("--rater", **column, help="long form, one row per rating: who rated")
    columns.add_argument("--label", **column, help="long form: the label given")
    columns.add_argument(
        "--counts", action="store_true", help="columns are labels, and cells count who gave them"
    )
    columns.add_argument("--groups", **column, help="intervals draw groups of items, not items")
    columns.add_argument(
        "--run", **column, help="numbers repeated runs: self-agreement, no extra raters"
    )
    add_reading(columns)
    labels = agree.add_argument_group("what the labels are")
    labels.add_argument("--ordered", **several, metavar="LOW,MID,HIGH", help="they have this order")
    labels.add_argument(
        "--level",
        choices=("nominal", "ordinal", "interval", "ratio"),
        help="what alpha takes them for: nominal, or ordinal with --ordered",
    )
    labels.add_argument(
        "--weights",
        choices=("linear", "quadratic"),
        help="of the kappas of ordered labels; default: linear",
    )
    labels.add_argument(
        "--duplicates",
        choices=("error", "first", "last"),
        default="error",
        help="which of several ratings of an item by one rater counts; default: an error",
    )
    labels.add_argument(
        "--decimal", choices=(".", ","), help="the decimal mark, where numbers leave it open"
    )
    labels.add_argument("--missing", **several, metavar="NA,?", help="these stand for gaps")
    judge = agree.add_argument_group("a judge, or known labels")
    judge.add_argument("--judge", metavar="RATER", help="set this rater against the others")
    judge.add_argument("--margin", **share, help="how much lower its kappa may be, such as 0.1")
    judge.add_argument(
        "--epsilon",
        **share,
        help="alternative annotator test: how much better a human must be, such as 0.1",
    )
    judge.add_argument("--reference", **column, help="known labels, where there are any")
    judge.add_argument("--positive", metavar="LABEL", help="correct the rate of this label by them")
    output = agree.add_argument_group("output")
    output.add_argument("--confidence-level", **share, default=0.95, help="of intervals: 0.95")
    output.add_argument(
        "--fail-under",
        type=_bound,
        metavar="NAME=X",
        help="end with status 1 if alpha, ac1, fleiss_kappa or percent_agreement is less",
    )
    output.add_argument("--json", action="store_true", help="write JSON, nothing else")
    output.add_argument("--html", type=Path, metavar="FILE", help="write a page with pictures too")
    output.add_argument(
        "--csv", type=Path, metavar="FILE", help="write the items raters disagree on too"
    )
    agree.set_defaults(command=_agree)


def _bound(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if name not in ("alpha", "ac1", "fleiss_kappa", "percent_agreement"):
        raise argparse.ArgumentTypeError(
            f"{text!r}; write alpha=.8, or ac1, fleiss_kappa or percent_agreement"
        )
    try:
        return name, float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}; write a number, as in alpha=.8") from None


def _agree(options: argparse.Namespace) -> int:
    from kappabook.commands.agree import agree

    refuse_same_file(options.file, options.html, options.csv)
    report = agree(options.file, **keywords(options, agree))
    put_out(report, options)
    if options.fail_under is None:
        return 0
    name, bound = options.fail_under
    found = report.data[name]
    value = found["estimate"] if isinstance(found, dict) else found
    if value >= bound:
        return 0
    print(f"{name} is {value:.4f}, less than {bound:g}", file=sys.stderr)
    return 1
