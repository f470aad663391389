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

and all of them in one call, `report`.
"""

from kappabook.extras import need

with need("report"):
    from kappabook.commands.own_data.evaluate import Evaluation, evaluate
    from kappabook.commands.own_data.findings import findings
    from kappabook.commands.own_data.one_call import report
    from kappabook.commands.own_data.output import write_report
    from kappabook.commands.own_data.pictures import (
        curves_figure,
        measures_figure,
        ranks_figure,
        roc_figure,
    )
    from kappabook.commands.own_data.prepare import Prepared, RawData, prepare, read_data
    from kappabook.commands.own_data.train import DEFAULT, Folds, classifiers, cross_validate_all
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
    "report",
    "roc_figure",
    "write_report",
]
