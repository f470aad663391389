"""A user's file: kappas are floats, costs come in many forms, and weights have two names."""

from fractions import Fraction

import numpy as np
import pandas as pd

from kappabook import ConfusionMatrix, cohen_kappa_score, kappa_interval
from kappabook.metrics.companions import pabak

matrix = ConfusionMatrix([[4, 1], [1, 4]], labels=["ill", "well"])
from_frame = ConfusionMatrix(pd.DataFrame([[4, 1], [1, 4]]))
kappa: float = matrix.kappa
accuracy: float = matrix.accuracy
exact: float = matrix.exact().kappa
companion: float = pabak(matrix)
weighted: float = matrix.weighted_kappa([[Fraction(0), Fraction(1)], [Fraction(1, 2), Fraction(0)]])

y = [0, 1, 1]
cohen_kappa_score(y, np.array(y), weights="linear")
cohen_kappa_score(pd.Series(y), y, weights=None)
cohen_kappa_score(y, y, weights=[[0, 1], [1.5, 0]])
cohen_kappa_score(y, y, weights=[["0", "0.5"], ["1", "0"]])
cohen_kappa_score(y, y, weights=1 - np.eye(2))
cohen_kappa_score(y, y, weights=[np.array([0, 1]), np.array([1, 0])])
cohen_kappa_score(y, y, weights=pd.DataFrame([[0, 1], [1, 0]]))
cohen_kappa_score(y, y, weights="cubic")  # type: ignore[arg-type]
kappa_interval(matrix, weights="cubic")  # type: ignore[arg-type]
