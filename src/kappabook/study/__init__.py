"""Running many models on many samples: long runs that can be stopped and begun again."""

from kappabook.study.folds import WekaStratifiedKFold
from kappabook.study.grid import run_study
from kappabook.study.records import Results

__all__ = ["Results", "WekaStratifiedKFold", "run_study"]
