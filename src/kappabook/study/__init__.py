"""Running many models on many samples, and what accuracy and kappa say of the results."""

from kappabook.system.extras import need

with need("report"):
    from kappabook.study.chance import chance_decomposition
    from kappabook.study.comparison import AccuracyVsKappa, accuracy_vs_kappa
    from kappabook.study.folds import WekaStratifiedKFold
    from kappabook.study.grid import run_study
    from kappabook.study.pairs import fold_correlation
    from kappabook.study.results import StudyResults

__all__ = [
    "AccuracyVsKappa",
    "StudyResults",
    "WekaStratifiedKFold",
    "accuracy_vs_kappa",
    "chance_decomposition",
    "fold_correlation",
    "run_study",
]
