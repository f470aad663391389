"""Numbers in, numbers out: no tables, no plots, no files.

The names that ``kappabook`` has at its top come from here. By module::

    check, check_tables    labels and weights, tables of counts and costs as users give them
    places                 from two columns of labels to their table
    agreement              Cohen's kappa of labels; of each class against the rest
    confusion              ConfusionMatrix: counts or shares, exact from fractions or text
    companions             PABAK, indices, quantity and allocation disagreement, limits of kappa
    roc                    counts at every threshold, convex hull, Gini
    rates                  kappa from rates, at a point and along the ROC curve; and back
    auk                    the area under the kappa curve
    bounds                 what an AUC says about the AUK
    threshold              where kappa is largest
    hand                   Hand's H
    check_scores           scores, rates and numbers as users give them
    rounded                a printed number: exact, and half a unit of its last digit
    raters                 several raters: alpha, Fleiss' kappa, AC1 and others; judges
    intervals              intervals, tests and comparisons of all of these

``scipy.optimize`` and ``scipy.stats`` take longer to import than all of this. They are used by
their whole names, ``scipy.stats.norm``, so that scipy imports them when they are first needed.
"""

from kappabook.metrics.agreement import (
    chance_agreement,
    cohen_kappa_score,
    per_class_kappa_score,
)
from kappabook.metrics.auk import (
    auk_from_roc,
    auk_score,
)
from kappabook.metrics.bounds import auk_bounds
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.rates import kappa_curve
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
