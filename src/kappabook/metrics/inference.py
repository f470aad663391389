"""How sure we can be: standard errors, intervals, resampling, paired comparisons, rank tests."""

from kappabook.metrics._bootstrap import bootstrap_confusion, bootstrap_interval
from kappabook.metrics._bootstrap_curve import bootstrap_curve_statistics
from kappabook.metrics._compare_kappas import compare_kappas
from kappabook.metrics._compare_scores import compare_scores
from kappabook.metrics._comparison import PairedComparison
from kappabook.metrics._delong import delong_test
from kappabook.metrics._kappa_inference import kappa_inference, kappa_inference_from_predictions
from kappabook.metrics._kappa_interval import KappaInference
from kappabook.metrics._ranks import (
    FriedmanNemenyi,
    friedman_nemenyi,
    nemenyi_critical_difference,
)
from kappabook.metrics._resampled_t import ResampledTTest, corrected_resampled_t_test
from kappabook.metrics._resampling import BootstrapInterval

__all__ = [
    "BootstrapInterval",
    "FriedmanNemenyi",
    "KappaInference",
    "PairedComparison",
    "ResampledTTest",
    "bootstrap_confusion",
    "bootstrap_curve_statistics",
    "bootstrap_interval",
    "compare_kappas",
    "compare_scores",
    "corrected_resampled_t_test",
    "delong_test",
    "friedman_nemenyi",
    "kappa_inference",
    "kappa_inference_from_predictions",
    "nemenyi_critical_difference",
]
