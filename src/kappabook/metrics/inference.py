"""How sure we can be: standard errors, intervals, resampling, paired comparisons, rank tests."""

from kappabook.metrics._bootstrap import bootstrap_confusion, bootstrap_interval
from kappabook.metrics._bootstrap_curve import bootstrap_curve_statistics
from kappabook.metrics._kappa_inference import kappa_inference, kappa_inference_from_predictions
from kappabook.metrics._kappa_interval import KappaInference
from kappabook.metrics._resampling import BootstrapInterval

__all__ = [
    "BootstrapInterval",
    "KappaInference",
    "bootstrap_confusion",
    "bootstrap_curve_statistics",
    "bootstrap_interval",
    "kappa_inference",
    "kappa_inference_from_predictions",
]
