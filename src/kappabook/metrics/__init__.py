"""Numbers in, numbers out: no tables, no plots, no files."""

from kappabook.metrics.agreement import chance_agreement, cohen_kappa_score
from kappabook.metrics.auk import auk_from_roc, auk_score
from kappabook.metrics.bounds import auk_bounds
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.kappa_curve import kappa_curve
from kappabook.metrics.per_class import per_class_kappa_score
from kappabook.metrics.roc import gini_score, roc_convex_hull
from kappabook.metrics.threshold import kappa_optimal_probability, kappa_optimal_threshold

__all__ = [
    "ConfusionMatrix",
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
