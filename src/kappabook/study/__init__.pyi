# Every public name and where it is at home, one a line, for type checkers and for __init__.py.

from kappabook.study.chance import chance_decomposition as chance_decomposition
from kappabook.study.comparison import AccuracyVsKappa as AccuracyVsKappa
from kappabook.study.comparison import accuracy_vs_kappa as accuracy_vs_kappa
from kappabook.study.folds import WekaStratifiedKFold as WekaStratifiedKFold
from kappabook.study.grid import run_study as run_study
from kappabook.study.pairs import fold_correlation as fold_correlation
from kappabook.study.results import StudyResults as StudyResults
