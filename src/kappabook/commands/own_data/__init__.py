"""Classifiers on one's own data: what ``kappabook report`` and notebook 10 are made of.

By step::

    read_data, prepare             a file; what is predicted, from what, and what was decided
    classifiers                    by short name or import path
    cross_validate_all             every classifier on the same folds
    cross_validate_in_weka         the same by WEKA
    evaluate                       all measures, comparisons, thresholds: one tidy table
    findings                       what they say in plain words
    measures_figure, ranks_figure, roc_figure, curves_figure
    write_report                   the page and the CSV file
"""

from kappabook.extras import need

with need("report"):
    from kappabook.commands.own_data.evaluation import Evaluation, evaluate
    from kappabook.commands.own_data.findings import findings
    from kappabook.commands.own_data.folds import Folds, cross_validate_all
    from kappabook.commands.own_data.learners import DEFAULT, classifiers
    from kappabook.commands.own_data.output import write_report
    from kappabook.commands.own_data.pictures import (
        curves_figure,
        measures_figure,
        ranks_figure,
        roc_figure,
    )
    from kappabook.commands.own_data.preparing import Prepared, prepare
    from kappabook.commands.own_data.reading import RawData, read_data
    from kappabook.commands.own_data.weka import cross_validate_in_weka

__all__ = [
    "DEFAULT",
    "Evaluation",
    "Folds",
    "Prepared",
    "RawData",
    "classifiers",
    "cross_validate_all",
    "cross_validate_in_weka",
    "curves_figure",
    "evaluate",
    "findings",
    "measures_figure",
    "prepare",
    "ranks_figure",
    "read_data",
    "roc_figure",
    "write_report",
]
