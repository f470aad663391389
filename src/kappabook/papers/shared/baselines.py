"""Classifiers at least as accurate as the majority: what the papers say of their kappa."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import product

from kappabook.metrics import ConfusionMatrix


@cache
def kappa_of_the_reasonable(steps: int = 12) -> list[Fraction]:
    """List kappa of every table in 1/steps whose accuracy reaches the majority's share."""
    kappas = []
    for tp, fn, fp in product(range(steps + 1), repeat=3):
        tn = steps - tp - fn - fp
        if tn < 0 or tp + tn < max(tp + fn, fp + tn) or (tp + fn) * (fp + tn) == 0:
            continue
        kappas.append(Fraction(ConfusionMatrix([[tp, fn], [fp, tn]]).exact().kappa))
    return kappas


def reasonable_kappas_satisfy(text: str) -> bool:
    """Say whether 'K > b' or 'K >= b', with b attained, holds for all reasonable tables."""
    match = re.fullmatch(r"K (>=?) (-?\d+)", text)
    if match is None:
        return False
    relation, bound = match[1], Fraction(match[2])
    kappas = kappa_of_the_reasonable()
    return all(kappa > bound for kappa in kappas) if relation == ">" else min(kappas) == bound
