"""Cohen's kappa, ROC curves and the AUK: measures, displays and five texts re-run.

What is named without a module is imported from ``kappabook``. ``help(name)`` has the formula, the
parameters, the errors, the source and an example; ``docs/api.md`` lists every public name. The
names by purpose::

    Agreement of two columns of labels
        cohen_kappa_score          agreement beyond chance; weighted, with any costs
        chance_agreement           the accuracy of an independent guesser
        per_class_kappa_score      one kappa per class, or their average
        ConfusionMatrix            the same from counts, also exact; adds up over a stream
        metrics.companions         PABAK, prevalence and bias, quantity and allocation
        metrics.association        Matthews' correlation, Youden's index
        metrics.limits             the kappas that the margins allow

    Curves of a ranking
        kappa_curve                kappa at every threshold
        auk_score                  the area under it; auk_from_roc from a ROC curve
        auk_bounds                 the least and the largest AUK that an AUC allows
        gini_score                 2 AUC - 1; roc_convex_hull of the curve
        metrics.multiclass         multiclass_auk_score, for more than two classes
        metrics.h_measure          h_measure

    Thresholds
        kappa_optimal_threshold    where kappa is largest, from labels and scores
        kappa_optimal_probability  the same from calibrated probabilities alone

    Intervals and comparisons (metrics.inference)
        kappa_inference            error, interval and test of a kappa; auc_interval of an AUC
        kappa_curve_band           around the kappa curve of one test set
        bootstrap_interval         an interval of any measure of yours
        compare_kappas             two classifiers or raters on the same cases
        compare_scores, delong_test
                                   two rankings of the same cases
        friedman_nemenyi           many classifiers on many data sets

    Pictures
        KappaCurveDisplay          the kappa curve, the ROC curve beside it
        display.critical_difference
                                   CriticalDifferenceDisplay: mean ranks

    In scikit-learn's model selection (scorers)
        SCORERS                    ready ones, by name
        kappa_scorer, auk_scorer, gini_scorer
                                   your own choice of weights and of the positive class

    Many classifiers on many data sets (study, data)
        run_study                  fold by fold, in WEKA or scikit-learn
        accuracy_vs_kappa          where the two rank classifiers otherwise
        fetch                      the data sets of the five texts
"""

# Not from typing, which takes its time: until Ctrl-C finds us listening, little is imported.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from kappabook import display as display  # an attribute of the package, see __getattr__
    from kappabook import metrics as metrics
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

__version__ = "1.0.0"

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


if not TYPE_CHECKING:  # a type checker is to see a misspelt name, and the types of the others

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used: the command line needs none of them."""
        from importlib import import_module

        if name in ("display", "metrics"):
            return import_module(f"kappabook.{name}")
        if name not in __all__:
            raise AttributeError(f"module 'kappabook' has no attribute {name!r}")
        home = "display.kappa_curve" if name == "KappaCurveDisplay" else "metrics"
        globals()[name] = getattr(import_module(f"kappabook.{home}"), name)
        return globals()[name]


def __dir__() -> list[str]:
    return sorted({*__all__, "display", "metrics", *(n for n in globals() if n.startswith("__"))})
