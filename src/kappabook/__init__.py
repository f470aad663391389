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


def _leave_out_the_current_folder() -> None:
    """Take from ``sys.path`` the current folder, which ``python -m kappabook`` puts first there.

    A ``queue.py`` beside a user's data would replace Python's own. Where the package itself is
    found only there, the folder becomes the last one.
    """
    import os
    import sys

    # While Python looks for the module of -m, this stands for the program; -m may be one of
    # several letters, with the name behind it: -Omkappabook.
    if sys.argv[:1] != ["-m"] or sys.flags.safe_path:
        return
    program = sys.orig_argv[len(sys.orig_argv) - len(sys.argv)]
    if program.startswith("-"):
        program = program.partition("m")[2]
    if program.partition(".")[0] != "kappabook":
        return
    try:
        here = os.getcwd()
    except OSError:  # it was removed, and is not there
        return
    if sys.path[:1] not in ([""], [here]):
        return
    del sys.path[0]
    if here == os.path.dirname(os.path.dirname(os.path.abspath(__file__))):
        sys.path.append(here)


_leave_out_the_current_folder()
del _leave_out_the_current_folder

from kappabook.system.lazy_names import first_use as _first_use  # noqa: E402
from kappabook.system.lazy_names import homes as _homes  # noqa: E402

_HOMES = _homes(__file__)
__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: the command line needs none of them."""
    if name in ("display", "metrics"):
        from importlib import import_module

        return import_module(f"kappabook.{name}")
    return _first_use(__name__, _HOMES, name)


def __dir__() -> list[str]:
    """Name what can be had: ``help(kappabook)`` would end at a name that needs an extra."""
    from importlib.util import find_spec

    all_there = all(map(find_spec, ("cloudpickle", "pandas", "tqdm")))
    needy = ("kappabook.study", "kappabook.commands.report")
    there = (name for name, home in _HOMES.items() if all_there or not home.startswith(needy))
    return sorted({*there, *(n for n in globals() if n.startswith("__"))})
