"""The command line of ``kappabook grim``; imports wait for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import add_sheet, keywords

_PRINTED = {
    "agreement": "share of the cases on which the raters agree, such as .85",
    "kappa": "Cohen's kappa, with all its digits: .62 and .620 differ",
    "chance-agreement": "agreement expected by chance",
    "prevalence": "share that the first rater (or the truth) calls yes",
    "mcc": "Matthews correlation, or phi",
    "pabak": "prevalence- and bias-adjusted kappa: 2 x agreement - 1",
    "discordant": "cases on which the raters disagree: a share with a point or a count",
    "mcnemar": "p-value of McNemar's test, such as .03 or '<.001'",
}
_EXAMPLES = """
examples:
  kappabook grim --n 200 --agreement .85 --kappa .62
  kappabook grim --n 20306 --margins 866,1603 --kappa 0.22
  kappabook grim printed.csv         one result a row: columns n, agreement, kappa, first_rater,
                                     second_rater, yes_yes, ..., and any that name the row
"""


def add_grim(commands: Any) -> None:
    """Add the command to the command line."""
    grim = commands.add_parser(
        "grim",
        help="check a published agreement: which 2 x 2 tables round to it?",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Give each number as it is printed, with all its digits.",
        epilog=_EXAMPLES,
    )
    grim.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a table, one result in each row"
    )
    grim.add_argument("--n", type=int, metavar="CASES", help="number of cases, at most 1000000")
    for name, words in _PRINTED.items():
        grim.add_argument(f"--{name}", metavar="PRINTED", help=words)
    grim.add_argument(
        "--margins",
        metavar="FIRST,SECOND",
        type=_at_commas,
        default=(None, None),
        help="what each rater calls yes: shares with a point or counts without; ? for unknown",
    )
    grim.add_argument(
        "--cells",
        metavar="A,B,C,D",
        type=_at_commas,
        default=(None,) * 4,
        help="yes-yes,yes-no,no-yes,no-no, like the margins",
    )
    grim.add_argument(
        "--mcnemar-test",
        choices=("exact", "mid-p", "chi-square", "corrected"),
        default="exact",
        help="which of McNemar's tests; default: exact",
    )
    grim.add_argument(
        "--rounding",
        choices=("nearest", "truncated", "either"),
        default="nearest",
        help="whether digits were rounded or cut off; default: nearest",
    )
    add_sheet(grim)
    grim.add_argument("--json", action="store_true", help="write JSON, nothing else")
    grim.set_defaults(command=_grim)


def _at_commas(text: str) -> list[str]:
    return text.split(",")


def _grim(options: argparse.Namespace) -> None:
    from kappabook.commands.grim import grim

    if (options.n is None) == (options.file is None):
        raise ValueError(
            "give either the number of cases, such as --n 200, or a FILE that has a column n."
        )
    options.intervals = options.json  # the text of a table of results shows none
    found = grim(options.n if options.file is None else options.file, **keywords(options, grim))
    print(found.written("json" if options.json else "text"))
