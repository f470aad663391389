"""The command line of ``kappabook score``; imports wait for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import names, refuse_same_file

_FORMATS = ("text", "markdown", "latex")
_EXAMPLES = """
examples:
  kappabook score predictions.csv                          columns y_true, y_pred, y_score
  kappabook score predictions.csv --score forest,logistic --positive malignant
  kappabook score essays.csv --truth human --prediction model --ordered 1,2,3,4,5
  kappabook score animals.csv --probabilities p_cat,p_dog,p_fox
  kappabook score matrix.csv --matrix
"""


def add_score(commands: Any) -> None:
    """Add the command to those of ``kappabook``."""
    score = commands.add_parser(
        "score",
        help="measure classifiers by their predictions, in CSV, Parquet or JSON lines",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Accuracy, kappa, MCC, precision, recall and F1, and from scores AUC and AUK, "
        "each with its\ninterval. Several predictions or scores compare classifiers on the same "
        "rows.",
        epilog=_EXAMPLES,
    )
    score.add_argument("file", type=Path, metavar="FILE", help="CSV, Parquet or JSON lines")
    columns = score.add_argument_group("which columns are what")
    columns.add_argument("--truth", default="y_true", metavar="COLUMN", help="default: y_true")
    columns.add_argument(
        "--prediction", type=names, default=(), metavar="A,B", help="default: y_pred"
    )
    columns.add_argument("--score", type=names, default=(), metavar="A,B", help="default: y_score")
    columns.add_argument(
        "--probabilities", type=names, default=(), metavar="P_A,P_B,P_C", help="one for each class"
    )
    columns.add_argument("--weight", metavar="COLUMN", help="default: sample_weight, if it fits")
    columns.add_argument(
        "--group", metavar="COLUMN", help="such as patients; default: group, if it fits"
    )
    columns.add_argument("--no-score", action="store_true", help="not y_score, though it is there")
    columns.add_argument("--no-group", action="store_true", help="not group, though it is there")
    columns.add_argument(
        "--matrix", action="store_true", help="FILE is a confusion matrix with labels; rows: truth"
    )
    labels = score.add_argument_group("what the labels are")
    labels.add_argument("--positive", metavar="LABEL", help="the class that scores are about")
    labels.add_argument(
        "--ordered", type=names, default=(), metavar="LOW,MID,HIGH", help="they have this order"
    )
    labels.add_argument(
        "--weights",
        choices=("quadratic", "linear"),
        default="quadratic",
        help="of weighted kappa, with --ordered; default: quadratic",
    )
    labels.add_argument(
        "--threshold", type=float, metavar="X", help="cut scores here; 0.5 for probabilities"
    )
    labels.add_argument("--missing", type=names, default=(), metavar="NA,?", help="words for gaps")
    how = score.add_argument_group("what is computed")
    how.add_argument("--confidence-level", type=float, default=0.95, metavar="LEVEL")
    how.add_argument(
        "--method",
        type=_methods,
        default={},
        metavar="kappa=fisher,...",
        help="of an interval: kappa=dirichlet|gamma|fisher|log, auc=beta|newcombe|logit|delong, "
        "auk=bootstrap|delta",
    )
    how.add_argument("--h", action="store_true", help="Hand's H too")
    how.add_argument("--memory", default="800MB", metavar="SIZE", help="default: 800MB")
    how.add_argument(
        "--spill", type=Path, metavar="FOLDER", help="for what does not fit; emptied at the end"
    )
    out = score.add_argument_group("what is written")
    out.add_argument("--format", choices=_FORMATS, default="text", help="tables for a paper")
    out.add_argument("--json", action="store_true", help="write JSON, nothing else")
    out.add_argument("--html", type=Path, metavar="FILE", help="write a page with pictures too")
    out.add_argument("--csv", type=Path, metavar="FILE", help="write the measures as CSV too")
    score.set_defaults(run=_score)


def _methods(text: str) -> dict[str, str]:
    """Read kappa=fisher,auc=logit."""
    pairs = [pair.partition("=") for pair in names(text)]
    for name, equals, _ in pairs:
        if not equals:
            raise argparse.ArgumentTypeError(f"{name!r} is no measure=method, like kappa=fisher")
    return {name.strip(): method.strip() for name, _, method in pairs}


def _score(options: argparse.Namespace) -> None:
    from kappabook.commands.render import clean

    refuse_same_file(options.file, options.html, options.csv)
    found = _read(options)
    from kappabook.commands.score_findings import report, write_measures

    said = report(found)
    if options.html:
        from kappabook.display.drawing import pyplot
        from kappabook.files import writing

        pyplot().switch_backend("agg")  # no window is needed, and there may be no screen
        html = said.written("html")
        with writing(options.html) as (draft,):
            draft.write_text(html, encoding="utf-8")
    if options.csv:
        write_measures(found, options.csv)
    print(said.written("json" if options.json else options.format))
    if options.format == "text" and not options.json:
        for path in (options.html, options.csv):
            if path:
                print(clean(str(path)))


def _read(options: argparse.Namespace) -> Any:
    if options.matrix:
        from kappabook.commands.score_printed import score_matrix

        for option in ("prediction", "score", "probabilities", "weight", "group"):
            if getattr(options, option):
                raise ValueError(f"--matrix has counts only; leave out --{option}.")
        if options.threshold is not None or options.missing or {*options.method} - {"kappa"}:
            raise ValueError(
                "--matrix has counts only; leave out --threshold, --missing, and --method of areas."
            )
        return score_matrix(
            options.file,
            options.positive,
            ordered=options.ordered,
            weights=options.weights,
            level=options.confidence_level,
            method=options.method.get("kappa"),
        )
    from kappabook.commands.files.spill import valid_memory
    from kappabook.commands.score_columns import Asked
    from kappabook.commands.score_measures import measure

    return measure(
        options.file,
        Asked(
            truth=options.truth,
            predictions=options.prediction,
            scores=options.score,
            probabilities=options.probabilities,
            weight=options.weight,
            group=options.group,
            no_score=options.no_score,
            no_group=options.no_group,
            positive=options.positive,
            threshold=options.threshold,
            ordered=options.ordered,
            weights=options.weights,
            missing=options.missing,
            level=options.confidence_level,
            methods=options.method,
            h=options.h,
            memory=valid_memory(options.memory),
            spill=options.spill,
        ),
    )
