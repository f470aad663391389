"""Running many models on many samples, and what accuracy and kappa say of the results."""

from kappabook.study.chance import chance_decomposition
from kappabook.study.comparison import AccuracyVsKappa, accuracy_vs_kappa
from kappabook.study.pairs import fold_correlation
from kappabook.study.results import Results

__all__ = [
    "AccuracyVsKappa",
    "Results",
    "accuracy_vs_kappa",
    "chance_decomposition",
    "fold_correlation",
]
