"""Cohen's kappa, ROC curves and the AUK: measures, displays and five texts re-run."""

from kappabook.display.kappa_curve import KappaCurveDisplay
from kappabook.metrics import (
    ConfusionMatrix,
    auk_bounds,
    auk_from_roc,
    auk_score,
    chance_agreement,
    cohen_kappa_score,
    gini_score,
    kappa_curve,
    kappa_optimal_probability,
    kappa_optimal_threshold,
    per_class_kappa_score,
    roc_convex_hull,
)

__version__ = "0.1.0"

__all__ = [
    "ConfusionMatrix",
    "KappaCurveDisplay",
    "__version__",
    "auk_bounds",
    "auk_from_roc",
    "auk_score",
    "chance_agreement",
    "cohen_kappa_score",
    "gini_score",
    "kappa_curve",
    "kappa_optimal_probability",
    "kappa_optimal_threshold",
    "per_class_kappa_score",
    "roc_convex_hull",
]
