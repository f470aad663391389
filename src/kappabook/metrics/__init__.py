"""Numbers in, numbers out: no tables, no plots, no files.

The names that ``kappabook`` has at its top come from here. By module::

    agreement, per_class   Cohen's kappa of labels; of each class against the rest
    confusion              ConfusionMatrix: counts or shares, exact from fractions or text
    companions             PABAK, prevalence and bias index, quantity and allocation disagreement
    association            Matthews' correlation, Youden's index and how kappa follows from it
    limits                 the least and the largest kappa that the margins allow
    roc                    counts at every threshold, convex hull, AUC and Gini
    kappa_curve            kappa along the ROC curve, and back from a kappa to the curve
    auk, bounds            the area under the kappa curve; what an AUC says about it
    multiclass             the AUK of more than two classes
    threshold              where kappa is largest
    h_measure              Hand's H
    raters                 several raters: alpha, Fleiss' kappa, AC1 and others; judges
    inference              intervals, tests and comparisons of all of these
"""

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
