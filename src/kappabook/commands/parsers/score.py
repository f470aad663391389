"""The command line of ``kappabook score``; imports wait for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.options import (
    add_reading,
    keywords,
    names,
    put_out,
    refuse_same_file,
)

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
    """Add the command to those of ``kappabook``; its options are keywords of `kappabook.score`."""
    score = commands.add_parser(
        "score",
        help="measure classifiers by their predictions, in CSV, Parquet or JSON lines",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Accuracy, kappa, MCC, precision, recall and F1, and from scores AUC and AUK, "
        "each with its\ninterval. Several predictions or scores compare classifiers on the same "
        "rows.",
        epilog=_EXAMPLES,
    )
    score.add_argument("data", type=Path, metavar="FILE", help="CSV, Parquet or JSON lines")
    several: dict[str, Any] = {"type": names, "default": ()}
    columns = score.add_argument_group("which columns are what")
    columns.add_argument("--truth", default="y_true", metavar="COLUMN", help="default: y_true")
    columns.add_argument("--prediction", **several, metavar="A,B", help="default: y_pred")
    columns.add_argument("--score", **several, metavar="A,B", help="default: y_score")
    columns.add_argument(
        "--probabilities", **several, metavar="P_A,P_B,P_C", help="one for each class"
    )
    columns.add_argument("--weight", metavar="COLUMN", help="default: sample_weight, if it fits")
    columns.add_argument(
        "--group", metavar="COLUMN", help="such as patients; default: group, if it fits"
    )
    columns.add_argument("--no-score", action="store_true", help="not y_score, though it is there")
    columns.add_argument("--no-group", action="store_true", help="not group, though it is there")
    columns.add_argument(
        "--matrix", action="store_true", help="FILE is a confusion matrix with labels"
    )
    columns.add_argument(
        "--rows",
        choices=("truth", "prediction"),
        help="what the rows of the matrix are; default: what its corner says, else the truth",
    )
    columns.add_argument(
        "--totals",
        choices=("yes", "no"),
        help="whether the matrix has totals; default: as the sums say",
    )
    columns.add_argument(
        "--score-of",
        choices=("predicted", "positive"),
        help="a score is about the class predicted in its row, or about the positive class",
    )
    columns.add_argument(
        "--decimal", choices=(".", ","), help="the decimal mark, where 1.279 is ambiguous"
    )
    add_reading(columns)
    labels = score.add_argument_group("what the labels are")
    labels.add_argument("--positive", metavar="LABEL", help="the class that scores are about")
    labels.add_argument("--ordered", **several, metavar="LOW,MID,HIGH", help="they have this order")
    labels.add_argument(
        "--weights",
        choices=("quadratic", "linear"),
        help="of weighted kappa, with --ordered or labels that are numbers; default: quadratic",
    )
    labels.add_argument(
        "--threshold", type=float, metavar="X", help="cut scores here; 0.5 for probabilities"
    )
    labels.add_argument("--missing", **several, metavar="NA,?", help="words for gaps")
    how = score.add_argument_group("what is computed")
    how.add_argument("--confidence-level", type=float, default=0.95, metavar="LEVEL")
    how.add_argument(
        "--method",
        type=_methods,
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
    score.set_defaults(command=_score)


def _methods(text: str) -> dict[str, str]:
    """Read kappa=fisher,auc=logit."""
    pairs = [pair.partition("=") for pair in names(text)]
    for name, equals, _ in pairs:
        if not equals:
            raise argparse.ArgumentTypeError(f"{name!r} is no measure=method, like kappa=fisher")
    return {name.strip(): method.strip() for name, _, method in pairs}


def _score(options: argparse.Namespace) -> None:
    from kappabook.commands.score import score

    refuse_same_file(options.data, options.html, options.csv)
    put_out(score(options.data, **keywords(options, score)), options)
