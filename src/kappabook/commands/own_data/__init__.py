"""Classifiers on one's own data: what ``kappabook report`` and notebook 10 are made of.

By step::

    prepare                        a file; what is predicted, from what, and what was decided
    cross_validate                 every classifier on the same folds, by scikit-learn or WEKA
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
    from kappabook.commands.own_data.folds import Folds
    from kappabook.commands.own_data.one_call import report
    from kappabook.commands.own_data.page import write_report
    from kappabook.commands.own_data.pictures import (
        curves_figure,
        measures_figure,
        ranks_figure,
        roc_figure,
    )
    from kappabook.commands.own_data.prepare import Prepared, prepare
    from kappabook.commands.own_data.train import cross_validate

__all__ = [
    "Evaluation",
    "Folds",
    "Prepared",
    "cross_validate",
    "curves_figure",
    "evaluate",
    "findings",
    "measures_figure",
    "prepare",
    "ranks_figure",
    "report",
    "roc_figure",
    "write_report",
]
