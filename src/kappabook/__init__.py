"""Cohen's kappa, ROC curves and the AUK: measures, displays and five texts re-run.

Every name is imported from here: ``from kappabook import auk_score``. ``help(auk_score)`` has
formula, parameters, errors, source and an example, ``docs/api.md`` a line more. By purpose::

    Agreement of two columns of labels
        cohen_kappa_score           agreement beyond chance; weighted, with any costs
        chance_agreement            the accuracy of an independent guesser
        per_class_kappa_score       one kappa per class, or their average
        scott_pi_score              chance from the labels of both together
        ConfusionMatrix             the same from counts, also exact; adds up over a stream
        kappa_limits                the kappas that the margins allow
        pabak, prevalence_index, bias_index
        quantity_disagreement, allocation_disagreement

    Curves of a ranking
        kappa_curve                 kappa at every threshold; kappa_at a point, tpr_at a kappa
        auk_score, auk_from_roc     the area under it; of several classes, as a share, of the hull
        auk_bounds, perfect_auk     what AUC and prevalence allow
        auk_swapped_from_roc        with the other class positive
        gini_score                  2 AUC - 1; roc_convex_hull above the ROC curve
        h_measure                   Hand's H
        kappa_optimal_threshold     where kappa is largest; iso_kappa_slope there
        kappa_optimal_probability   the same from calibrated probabilities alone

    Intervals and comparisons
        kappa_interval              of two columns of labels, or of a ConfusionMatrix
        auc_interval                one AUC, also with few positives
        bootstrap_interval          any measure of yours
        kappa_sample_size           how many cases a kappa needs
        compare_kappas              two classifiers or raters on the same cases
        compare_scores, delong_test two rankings of the same cases
        corrected_resampled_t_test, correlated_bayesian_t_test
                                    two classifiers over the folds of one data set
        friedman_nemenyi            many classifiers on many data sets

    Several raters, and judges
        fleiss_kappa_score, conger_kappa_score, krippendorff_alpha_score
        gwet_ac_score, brennan_prediger_score, percent_agreement_score
        rater_interval              an interval of any of these; pairwise_kappas of each two
        alternative_annotator_test, compare_judge_with_raters, corrected_prevalence
        Ratings                     a table that was read once, or one of counts

    Pictures, and scikit-learn's model selection
        KappaCurveDisplay, CriticalDifferenceDisplay
        KappaHeatMapDisplay, PairAgreementDisplay, RaterMarginsDisplay
        kappa_scorer, auk_scorer    for cross-validation and searches

    One's own data, as the commands do it
        report                      classifiers on a table: trained, compared, judged in words
        score                       classifiers by their predictions, in a file, a table or arrays
        agree                       how far raters agree
        grim                        can a published agreement be right?

    Many classifiers on many data sets
        run_study                   fold by fold; WekaStratifiedKFold splits as WEKA does
        StudyResults                a confusion matrix per fold: read, selected, averaged
        accuracy_vs_kappa, chance_decomposition, interaction_test, practical_tests
        fetch, german_credit        the data sets of the five texts
        encode, write_arff          these as WEKA holds them; preparation, preparations
"""

from kappabook._version import __version__ as __version__

# Not from typing, which takes its time: until Ctrl-C finds us listening, little is imported.
TYPE_CHECKING = False
if TYPE_CHECKING:
    # The names below once more, for type checkers and editors: "as" says that a name is public.
    # isort: off
    from kappabook import display as display  # an attribute of the package, see __getattr__
    from kappabook import metrics as metrics
    from kappabook.commands.agree import agree as agree
    from kappabook.commands.grim import grim as grim
    from kappabook.commands.report import report as report
    from kappabook.data import (
        encode as encode,
        fetch as fetch,
        german_credit as german_credit,
        preparation as preparation,
        preparations as preparations,
        write_arff as write_arff,
    )
    from kappabook.commands.score import score as score
    from kappabook.display.ranks import (
        CriticalDifferenceDisplay as CriticalDifferenceDisplay,
    )
    from kappabook.display.curves import KappaCurveDisplay as KappaCurveDisplay
    from kappabook.display.raters import KappaHeatMapDisplay as KappaHeatMapDisplay
    from kappabook.display.raters import PairAgreementDisplay as PairAgreementDisplay
    from kappabook.display.raters import RaterMarginsDisplay as RaterMarginsDisplay
    from kappabook.metrics.agreement import (
        chance_agreement as chance_agreement,
        cohen_kappa_score as cohen_kappa_score,
        per_class_kappa_score as per_class_kappa_score,
    )
    from kappabook.metrics.auk import (
        auk_from_roc as auk_from_roc,
        auk_score as auk_score,
        auk_swapped_from_roc as auk_swapped_from_roc,
        perfect_auk as perfect_auk,
    )
    from kappabook.metrics.bounds import auk_bounds as auk_bounds
    from kappabook.metrics.companions import (
        allocation_disagreement as allocation_disagreement,
        bias_index as bias_index,
        kappa_limits as kappa_limits,
        pabak as pabak,
        prevalence_index as prevalence_index,
        quantity_disagreement as quantity_disagreement,
    )
    from kappabook.metrics.confusion import ConfusionMatrix as ConfusionMatrix
    from kappabook.metrics.hand import h_measure as h_measure
    from kappabook.metrics.intervals import (
        auc_interval as auc_interval,
        bootstrap_interval as bootstrap_interval,
        compare_kappas as compare_kappas,
        compare_scores as compare_scores,
        corrected_resampled_t_test as corrected_resampled_t_test,
        correlated_bayesian_t_test as correlated_bayesian_t_test,
        delong_test as delong_test,
        friedman_nemenyi as friedman_nemenyi,
        kappa_interval as kappa_interval,
        kappa_sample_size as kappa_sample_size,
    )
    from kappabook.metrics.rates import (
        kappa_at as kappa_at,
        kappa_curve as kappa_curve,
        tpr_at as tpr_at,
    )
    from kappabook.metrics.raters import (
        Ratings as Ratings,
        alternative_annotator_test as alternative_annotator_test,
        brennan_prediger_score as brennan_prediger_score,
        compare_judge_with_raters as compare_judge_with_raters,
        conger_kappa_score as conger_kappa_score,
        corrected_prevalence as corrected_prevalence,
        fleiss_kappa_score as fleiss_kappa_score,
        gwet_ac_score as gwet_ac_score,
        krippendorff_alpha_score as krippendorff_alpha_score,
        pairwise_kappas as pairwise_kappas,
        percent_agreement_score as percent_agreement_score,
        rater_interval as rater_interval,
        scott_pi_score as scott_pi_score,
    )
    from kappabook.metrics.roc import (
        gini_score as gini_score,
        roc_convex_hull as roc_convex_hull,
    )
    from kappabook.metrics.threshold import (
        iso_kappa_slope as iso_kappa_slope,
        kappa_optimal_probability as kappa_optimal_probability,
        kappa_optimal_threshold as kappa_optimal_threshold,
    )
    from kappabook.scorers import (
        auk_scorer as auk_scorer,
        kappa_scorer as kappa_scorer,
    )
    from kappabook.study import (
        StudyResults as StudyResults,
        WekaStratifiedKFold as WekaStratifiedKFold,
        accuracy_vs_kappa as accuracy_vs_kappa,
        chance_decomposition as chance_decomposition,
        run_study as run_study,
    )
    from kappabook.study.interaction import interaction_test as interaction_test
    from kappabook.study.power import practical_tests as practical_tests

# Where each name is at home; a test holds this to the imports above and the map to both.
_HOMES = {
    "chance_agreement": "metrics.agreement",
    "cohen_kappa_score": "metrics.agreement",
    "per_class_kappa_score": "metrics.agreement",
    "ConfusionMatrix": "metrics.confusion",
    "allocation_disagreement": "metrics.companions",
    "bias_index": "metrics.companions",
    "pabak": "metrics.companions",
    "prevalence_index": "metrics.companions",
    "quantity_disagreement": "metrics.companions",
    "kappa_limits": "metrics.companions",
    "kappa_at": "metrics.rates",
    "kappa_curve": "metrics.rates",
    "tpr_at": "metrics.rates",
    "auk_from_roc": "metrics.auk",
    "auk_score": "metrics.auk",
    "auk_swapped_from_roc": "metrics.auk",
    "perfect_auk": "metrics.auk",
    "auk_bounds": "metrics.bounds",
    "gini_score": "metrics.roc",
    "roc_convex_hull": "metrics.roc",
    "iso_kappa_slope": "metrics.threshold",
    "kappa_optimal_probability": "metrics.threshold",
    "kappa_optimal_threshold": "metrics.threshold",
    "h_measure": "metrics.hand",
    "auc_interval": "metrics.intervals",
    "bootstrap_interval": "metrics.intervals",
    "compare_kappas": "metrics.intervals",
    "compare_scores": "metrics.intervals",
    "corrected_resampled_t_test": "metrics.intervals",
    "correlated_bayesian_t_test": "metrics.intervals",
    "delong_test": "metrics.intervals",
    "friedman_nemenyi": "metrics.intervals",
    "kappa_interval": "metrics.intervals",
    "kappa_sample_size": "metrics.intervals",
    "Ratings": "metrics.raters",
    "alternative_annotator_test": "metrics.raters",
    "brennan_prediger_score": "metrics.raters",
    "compare_judge_with_raters": "metrics.raters",
    "conger_kappa_score": "metrics.raters",
    "corrected_prevalence": "metrics.raters",
    "fleiss_kappa_score": "metrics.raters",
    "gwet_ac_score": "metrics.raters",
    "krippendorff_alpha_score": "metrics.raters",
    "pairwise_kappas": "metrics.raters",
    "percent_agreement_score": "metrics.raters",
    "rater_interval": "metrics.raters",
    "scott_pi_score": "metrics.raters",
    "KappaCurveDisplay": "display.curves",
    "CriticalDifferenceDisplay": "display.ranks",
    "KappaHeatMapDisplay": "display.raters",
    "PairAgreementDisplay": "display.raters",
    "RaterMarginsDisplay": "display.raters",
    "score": "commands.score",
    "auk_scorer": "scorers",
    "kappa_scorer": "scorers",
    "agree": "commands.agree",
    "grim": "commands.grim",
    "report": "commands.report",
    "StudyResults": "study",
    "WekaStratifiedKFold": "study",
    "accuracy_vs_kappa": "study",
    "chance_decomposition": "study",
    "run_study": "study",
    "interaction_test": "study.interaction",
    "practical_tests": "study.power",
    "encode": "data",
    "fetch": "data",
    "german_credit": "data",
    "preparation": "data",
    "preparations": "data",
    "write_arff": "data",
}

if not TYPE_CHECKING:  # a type checker is to see a misspelt name, and the types of the others
    __all__ = ["__version__", *_HOMES]

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used: the command line needs none of them."""
        from importlib import import_module

        if name in ("display", "metrics"):
            return import_module(f"kappabook.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'kappabook' has no attribute {name!r}")
        globals()[name] = getattr(import_module(f"kappabook.{_HOMES[name]}"), name)
        return globals()[name]


def __dir__() -> list[str]:
    """Name what can be had: ``help(kappabook)`` would end at a name that needs an extra."""
    from importlib.util import find_spec

    all_there = all(map(find_spec, ("cloudpickle", "pandas", "tqdm")))
    needy = ("study", "commands.report")
    there = (name for name, home in _HOMES.items() if all_there or not home.startswith(needy))
    return sorted({*there, *(n for n in globals() if n.startswith("__"))})
