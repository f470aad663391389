"""How sure we can be: standard errors, intervals, resampling, paired comparisons, rank tests."""

from kappabook.metrics.inference.bootstrap import bootstrap_interval
from kappabook.metrics.inference.compare_kappas import compare_kappas
from kappabook.metrics.inference.compare_scores import compare_scores
from kappabook.metrics.inference.comparison import PairedComparison
from kappabook.metrics.inference.confusion_bootstrap import bootstrap_confusion
from kappabook.metrics.inference.curve_bootstrap import bootstrap_curve_statistics
from kappabook.metrics.inference.delong import delong_test
from kappabook.metrics.inference.interval import KappaInference
from kappabook.metrics.inference.kappa import kappa_inference, kappa_inference_from_predictions
from kappabook.metrics.inference.kappa_comparison import KappaComparison
from kappabook.metrics.inference.ranks import (
    FriedmanNemenyi,
    friedman_nemenyi,
    nemenyi_critical_difference,
)
from kappabook.metrics.inference.resampled_t import ResampledTTest, corrected_resampled_t_test
from kappabook.metrics.inference.resampling import BootstrapInterval
from kappabook.metrics.inference.sample_size import kappa_sample_size

__all__ = [
    "BootstrapInterval",
    "FriedmanNemenyi",
    "KappaComparison",
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
    "kappa_sample_size",
    "nemenyi_critical_difference",
]
