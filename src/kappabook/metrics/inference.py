"""How sure we can be: standard errors, intervals, resampling, paired comparisons, rank tests."""

from kappabook.metrics._kappa_inference import (
    KappaInference,
    kappa_inference,
    kappa_inference_from_predictions,
)

__all__ = [
    "KappaInference",
    "kappa_inference",
    "kappa_inference_from_predictions",
]
