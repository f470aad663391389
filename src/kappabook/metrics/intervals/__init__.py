"""How sure we can be: intervals, p-values, comparisons, resampling, rank tests.

By purpose::

    One measure
        kappa_interval                kappa of two columns, or of their table
        kappa_standard_error          of Fleiss, Cohen and Everitt
        auc_interval                  one AUC, also with few positives
        bootstrap_interval            any measure of labels and scores
        kappa_sample_size             how many cases an interval or a test needs

    Two on the same cases
        compare_kappas                two classifiers or raters: the difference of their kappas
        compare_scores                two rankings, by any measure
        delong_test                   two rankings, by AUC

    Many, over folds or data sets
        corrected_resampled_t_test    two classifiers over the folds of one data set, and how
                                      large a difference it can see
        correlated_bayesian_t_test    the same: does the difference matter?
        friedman_nemenyi              many over data sets

What has an interval is an `Interval`, what compares two a `Comparison`.
"""

from kappabook.metrics.intervals.auc import auc_interval, delong_test
from kappabook.metrics.intervals.bootstrap import bootstrap_interval, compare_scores
from kappabook.metrics.intervals.compare import compare_kappas
from kappabook.metrics.intervals.folds import (
    CorrelatedBayesianTTest,
    ResampledTTest,
    corrected_resampled_t_test,
    correlated_bayesian_t_test,
)
from kappabook.metrics.intervals.kappa import kappa_interval, kappa_standard_error
from kappabook.metrics.intervals.ranks import FriedmanNemenyi, friedman_nemenyi
from kappabook.metrics.intervals.result import Comparison, Interval
from kappabook.metrics.intervals.sample_size import kappa_sample_size

__all__ = [
    "Comparison",
    "CorrelatedBayesianTTest",
    "FriedmanNemenyi",
    "Interval",
    "ResampledTTest",
    "auc_interval",
    "bootstrap_interval",
    "compare_kappas",
    "compare_scores",
    "corrected_resampled_t_test",
    "correlated_bayesian_t_test",
    "delong_test",
    "friedman_nemenyi",
    "kappa_interval",
    "kappa_sample_size",
    "kappa_standard_error",
]
