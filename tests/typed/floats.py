"""A user's file: kappas are floats, and only two names of weights exist."""

from fractions import Fraction

from kappabook import ConfusionMatrix, cohen_kappa_score, kappa_interval

counts = ConfusionMatrix([[40, 10], [20, 30]])
exact = ConfusionMatrix([[Fraction(1, 2), Fraction(0)], [Fraction(0), Fraction(1, 2)]])
k: float = counts.kappa
share: float = counts.accuracy + counts.chance_agreement
weighted: float = counts.weighted_kappa([[0, 1], [5, 0]])
cohen_kappa_score([0, 1], [0, 1], weights="cubic")  # type: ignore[arg-type]
kappa_interval(counts, weights="cubic")  # type: ignore[arg-type]
