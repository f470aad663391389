"""Several raters of the same items: coefficients, their intervals, judges among the raters."""

from kappabook.metrics.raters.alternative import (
    AlternativeAnnotatorTest,
    alternative_annotator_test,
)
from kappabook.metrics.raters.corrected import CorrectedRate, corrected_rate
from kappabook.metrics.raters.inference import RaterInference, rater_inference
from kappabook.metrics.raters.judges import (
    JudgeComparison,
    compare_judge_with_raters,
    compare_judges,
)
from kappabook.metrics.raters.pairwise import PairwiseKappas, pairwise_kappas
from kappabook.metrics.raters.scores import (
    brennan_prediger_score,
    conger_kappa_score,
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    percent_agreement_score,
)
from kappabook.metrics.raters.two import scott_pi_score

__all__ = [
    "AlternativeAnnotatorTest",
    "CorrectedRate",
    "JudgeComparison",
    "PairwiseKappas",
    "RaterInference",
    "alternative_annotator_test",
    "brennan_prediger_score",
    "compare_judge_with_raters",
    "compare_judges",
    "conger_kappa_score",
    "corrected_rate",
    "fleiss_kappa_score",
    "gwet_ac_score",
    "krippendorff_alpha_score",
    "pairwise_kappas",
    "percent_agreement_score",
    "rater_inference",
    "scott_pi_score",
]
