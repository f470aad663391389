"""Several raters of the same items: coefficients, their intervals, judges among the raters."""

from kappabook.metrics.raters.alternative import (
    AlternativeAnnotatorTest,
    alternative_annotator_test,
)
from kappabook.metrics.raters.corrected import CorrectedPrevalence, corrected_prevalence
from kappabook.metrics.raters.interval import rater_interval
from kappabook.metrics.raters.judges import JudgeComparison, compare_judge_with_raters
from kappabook.metrics.raters.pairs import PairwiseKappas, pairwise_kappas
from kappabook.metrics.raters.scores import (
    brennan_prediger_score,
    conger_kappa_score,
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    percent_agreement_score,
    scott_pi_score,
)
from kappabook.metrics.raters.table import Ratings

__all__ = [
    "AlternativeAnnotatorTest",
    "CorrectedPrevalence",
    "JudgeComparison",
    "PairwiseKappas",
    "Ratings",
    "alternative_annotator_test",
    "brennan_prediger_score",
    "compare_judge_with_raters",
    "conger_kappa_score",
    "corrected_prevalence",
    "fleiss_kappa_score",
    "gwet_ac_score",
    "krippendorff_alpha_score",
    "pairwise_kappas",
    "percent_agreement_score",
    "rater_interval",
    "scott_pi_score",
]
