"""How sure we can be: standard errors, intervals, resampling, paired comparisons, rank tests.

By purpose::

    One kappa
        kappa_inference               error, interval and test, from a confusion matrix
        kappa_inference_from_predictions
                                      the same, from two columns of labels
        bootstrap_confusion           the matrix resampled, for any statistic of it
        kappa_sample_size             how many cases an interval or a test needs

    One measure of a ranking
        auc_interval                  one AUC, also with few positives
        kappa_curve_band              around the kappa curve of one test set
        bootstrap_interval            any measure of labels and scores: AUC, AUK, your own
        bootstrap_curve_statistics    any statistic of the ROC curve

    Two on the same cases
        compare_kappas                two classifiers or raters: the difference of their kappas
        compare_scores                two rankings, by any measure
        delong_test                   two rankings, by AUC

    Many, over folds or data sets
        corrected_resampled_t_test    two classifiers over the folds of one data set, and how
                                      large a difference it can see
        correlated_bayesian_t_test    the same: does the difference matter?
        friedman_nemenyi              many over data sets; nemenyi_critical_difference

Each returns a result with its estimate, its interval and what it rests on.
"""

from kappabook.metrics.inference.bootstrap import bootstrap_interval
from kappabook.metrics.inference.compare_kappas import compare_kappas
from kappabook.metrics.inference.compare_scores import compare_scores
from kappabook.metrics.inference.comparison import PairedComparison
from kappabook.metrics.inference.confusion_bootstrap import bootstrap_confusion
from kappabook.metrics.inference.correlated_bayes import (
    CorrelatedBayesianTTest,
    correlated_bayesian_t_test,
)
from kappabook.metrics.inference.curve_band import KappaCurveBand, kappa_curve_band
from kappabook.metrics.inference.curve_bootstrap import bootstrap_curve_statistics
from kappabook.metrics.inference.delong import delong_test
from kappabook.metrics.inference.interval import KappaInference
from kappabook.metrics.inference.kappa import kappa_inference, kappa_inference_from_predictions
from kappabook.metrics.inference.kappa_comparison import KappaComparison
from kappabook.metrics.inference.one_auc import AucInterval, auc_interval
from kappabook.metrics.inference.ranks import (
    FriedmanNemenyi,
    friedman_nemenyi,
    nemenyi_critical_difference,
)
from kappabook.metrics.inference.resampled_t import ResampledTTest, corrected_resampled_t_test
from kappabook.metrics.inference.resampling import BootstrapInterval
from kappabook.metrics.inference.sample_size import kappa_sample_size

__all__ = [
    "AucInterval",
    "BootstrapInterval",
    "CorrelatedBayesianTTest",
    "FriedmanNemenyi",
    "KappaComparison",
    "KappaCurveBand",
    "KappaInference",
    "PairedComparison",
    "ResampledTTest",
    "auc_interval",
    "bootstrap_confusion",
    "bootstrap_curve_statistics",
    "bootstrap_interval",
    "compare_kappas",
    "compare_scores",
    "corrected_resampled_t_test",
    "correlated_bayesian_t_test",
    "delong_test",
    "friedman_nemenyi",
    "kappa_curve_band",
    "kappa_inference",
    "kappa_inference_from_predictions",
    "kappa_sample_size",
    "nemenyi_critical_difference",
]
