"""The command line of ``kappabook report``; imports wait until it runs."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import names

# More would push the findings off the screen.
_MOST_NOTES = 30


def add_report(commands: Any) -> None:
    """Add the command to those of ``kappabook``."""
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
    report.add_argument("--target", required=True, metavar="COLUMN", help="what is predicted")
    report.add_argument("--positive", metavar="LABEL", help="default: the rarer of two classes")
    report.add_argument(
        "--classifiers",
        metavar="A,B,C",
        help="short names, or import paths such as sklearn.svm.SVC(C=10)",
    )
    report.add_argument("--engine", choices=("sklearn", "weka"), default="sklearn")
    report.add_argument("--repeats", type=int, default=10, metavar="N", help="default: 10")
    report.add_argument("--folds", type=int, default=10, metavar="N", help="default: 10")
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
        "--into", type=Path, metavar="FOLDER", help="default: DATA-report; its report is replaced"
    )
    report.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    report.add_argument("--json", action="store_true", help="write JSON, nothing else")
    report.set_defaults(run=_report)


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
    from kappabook.commands.own_data.notebook import Settings, make_report
    from kappabook.commands.text import as_json, clean, wrapped

    chosen = None if options.classifiers is None else outside_brackets(options.classifiers)
    settings = Settings(
        data=options.data,
        target=options.target,
        positive=options.positive,
        classifiers=chosen,
        engine=options.engine,
        repeats=options.repeats,
        folds=options.folds,
        costs=options.costs,
        prevalence_changes=options.prevalence_changes,
        ignore=list(options.ignore),
        jobs=options.jobs,
    )
    try:
        found = make_report(settings, options.into, progress=sys.stderr.isatty())
    except KeyboardInterrupt:
        # A kernel that is ended may pass the signal on, after Python has stopped to listen.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
    if options.json:
        print(as_json(found))
        return
    rows = found["rows"]
    print(f"Rows: {rows['read']} read, {rows['used']} used, {rows['set_aside']} set aside.")
    for note in found["notes"][:_MOST_NOTES]:
        print(wrapped(f"  Note: {note}"))
    if len(found["notes"]) > _MOST_NOTES:
        print(f"  ... {len(found['notes']) - _MOST_NOTES} more notes: --json has all.")
    for number, said in enumerate(found["findings"], 1):
        print(clean(f"{number}. {said['finding']}"))
        print(clean(f"   It does not say: {said['does_not_say']}"))
    for path in found["files"]:
        print(clean(str(path)))
