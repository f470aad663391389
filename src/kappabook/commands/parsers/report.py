"""The command line of ``kappabook report``; imports wait until it runs."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import add_reading, keywords, names


def add_report(commands: Any) -> None:
    """Add the command to those of ``kappabook``; its options are the arguments of `report`."""
    report = commands.add_parser(
        "report",
        help="cross-validate classifiers on your own data: notebook, page and CSV",
        description="Cross-validate classifiers on a table, and say what may be concluded: "
        "an executed notebook, one page, and a CSV file with every number.",
    )
    report.add_argument(
        "data",
        metavar="DATA",
        help="CSV, Parquet or JSON lines; or breast-cancer, digits, iris, wine of scikit-learn",
    )
    report.add_argument("--target", metavar="COLUMN", help="what is predicted")
    report.add_argument("--positive", metavar="LABEL", help="default: the rarer of two classes")
    report.add_argument(
        "--classifiers",
        type=outside_brackets,
        metavar="A,B,C",
        help="short names, or import paths such as sklearn.svm.SVC(C=10)",
    )
    report.add_argument("--engine", choices=("sklearn", "weka"), default="sklearn")
    report.add_argument("--repeats", type=int, default=10, metavar="N", help="default: 10")
    report.add_argument("--folds", type=int, default=10, metavar="N", help="default: 10")
    report.add_argument(
        "--group",
        metavar="COLUMN",
        help="rows with the same value stay in one fold, such as visits of one patient",
    )
    report.add_argument(
        "--costs", metavar="FP:FN", help="costs of a false positive and of a false negative: 1:5"
    )
    report.add_argument(
        "--prevalence-changes",
        action="store_true",
        help="where the classifier is used, the classes are more or less frequent than here",
    )
    report.add_argument(
        "--ignore", type=names, default=(), metavar="A,B", help="columns not to predict from"
    )
    report.add_argument(
        "--missing", type=names, default=(), metavar="NA,?", help="words and codes for gaps"
    )
    report.add_argument(
        "--decimal", choices=(".", ","), help="the decimal mark, where 1.279 is ambiguous"
    )
    add_reading(report)
    report.add_argument(
        "--into", type=Path, metavar="FOLDER", help="default: DATA-report; its report is replaced"
    )
    report.add_argument(
        "--jobs", dest="n_jobs", type=int, default=-1, metavar="N", help="default: every core"
    )
    report.add_argument("--json", action="store_true", help="write JSON, nothing else")
    report.set_defaults(command=_report)


def outside_brackets(text: str) -> list[str]:
    """Split at the commas that stand in no brackets and no quotation marks.

    Examples
    --------
    >>> outside_brackets("tree, sklearn.svm.SVC(C=10, kernel='linear')")
    ['tree', "sklearn.svm.SVC(C=10, kernel='linear')"]
    """
    parts, depth, quote = [""], 0, ""
    for c in text:
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        depth += (not quote) * ((c in "([{") - (c in ")]}"))
        if c == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def _report(options: argparse.Namespace) -> None:
    from kappabook.commands.render import clean
    from kappabook.commands.report import report
    from kappabook.commands.report.page import brief

    into = options.into or Path(f"{Path(options.data).stem}-report")
    try:
        found = report(options.data, options.target, **keywords(options, report) | {"into": into})
    except KeyboardInterrupt:
        # A kernel that is ended may pass the signal on, after Python has stopped to listen.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
    if options.json:
        print(found.written("json"))
    else:
        print(brief(found), "", *map(clean, found.data["files"]), sep="\n")
