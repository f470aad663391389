"""The command line of ``kappabook score``; imports wait for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import names, refuse_same_file

_FORMATS = ("text", "markdown", "latex")


def add_score(commands: Any) -> None:
    """Add the command to those of ``kappabook``."""
    score = commands.add_parser(
        "score",
        help="measure classifiers by their predictions, in CSV, Parquet or JSON lines",
        description="Accuracy, chance agreement, kappa, MCC, and from scores AUC, AUK and H, each "
        "with its interval. Columns are y_true, y_pred, y_score, sample_weight and group, or those "
        "that you name; several predictions or scores compare classifiers on the same rows.",
    )
    score.add_argument("file", type=Path, metavar="FILE", help="CSV, Parquet or JSON lines")
    score.add_argument("--truth", default="y_true", metavar="COLUMN", help="default: y_true")
    score.add_argument(
        "--prediction", type=names, default=(), metavar="A,B", help="default: y_pred"
    )
    score.add_argument("--score", type=names, default=(), metavar="A,B", help="default: y_score")
    score.add_argument("--weight", metavar="COLUMN", help="default: sample_weight, if it is there")
    score.add_argument("--group", metavar="COLUMN", help="such as patients; default: group")
    score.add_argument("--positive", metavar="LABEL", help="the class that scores are about")
    score.add_argument(
        "--threshold", type=float, metavar="X", help="cut scores here; 0.5 for probabilities"
    )
    score.add_argument("--missing", type=names, default=(), metavar="NA,?", help="words for gaps")
    score.add_argument(
        "--matrix", action="store_true", help="FILE is a confusion matrix with labels; rows: truth"
    )
    score.add_argument("--memory", default="800MB", metavar="SIZE", help="default: 800MB")
    score.add_argument(
        "--spill", type=Path, metavar="FOLDER", help="for what does not fit; emptied at the end"
    )
    score.add_argument("--format", choices=_FORMATS, default="text", help="tables for a paper")
    score.add_argument("--json", action="store_true", help="write JSON, nothing else")
    score.add_argument("--html", type=Path, metavar="FILE", help="write a page with pictures too")
    score.add_argument("--csv", type=Path, metavar="FILE", help="write the measures as CSV too")
    score.set_defaults(run=_score)


def _score(options: argparse.Namespace) -> None:
    from kappabook.commands.score.findings import findings
    from kappabook.commands.text import as_json, clean

    refuse_same_file(options.file, options.html, options.csv)
    found = _read(options)
    written = []
    if options.html:
        from kappabook.display.drawing import pyplot

        pyplot().switch_backend("agg")  # no window is needed, and there may be no screen
        from kappabook.commands.score.page import write_page

        write_page(found, options.html)
        written.append(options.html)
    if options.csv:
        from kappabook.commands.score.paper import write_measures

        write_measures(found, options.csv)
        written.append(options.csv)
    if options.json:
        said = [{"finding": f.finding, "does_not_say": f.does_not_say} for f in findings(found)]
        print(as_json({**found.as_dict(), "findings": said}))
        return
    print(_shown(found, options.format))
    if options.format == "text":
        for path in written:
            print(clean(str(path)))


def _read(options: argparse.Namespace) -> Any:
    if options.matrix:
        from kappabook.commands.score.matrix_file import score_matrix

        for option in ("prediction", "score", "weight", "group", "threshold", "missing"):
            if getattr(options, option):
                raise ValueError(f"--matrix has counts only; leave out --{option}.")
        return score_matrix(options.file, options.positive)
    from kappabook.commands.files.spill import valid_memory
    from kappabook.commands.score import Asked, score
    from kappabook.commands.score.predictions import Roles

    roles = Roles(options.truth, options.prediction, options.score, options.weight, options.group)
    asked = Asked(
        options.positive,
        options.threshold,
        options.missing,
        valid_memory(options.memory),
        options.spill,
    )
    return score(options.file, roles, asked)


def _shown(found: Any, form: str) -> str:
    if form == "text":
        from kappabook.commands.score.text import as_text

        return as_text(found)
    from kappabook.commands.score.paper import as_latex, as_markdown

    return as_latex(found) if form == "latex" else as_markdown(found)
