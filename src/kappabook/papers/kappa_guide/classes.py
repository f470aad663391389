"""Kappa of one class against the rest, its averages, and the one that is kappa of the table."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import get_args

import numpy as np
import sympy as sp

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.per_class import Average, one_vs_rest_disagreement, per_class_kappas
from kappabook.papers.kappa_guide.equations import FN, FP, TN, TP, kappa
from kappabook.papers.shared.algebra import is_zero, sides
from kappabook.papers.shared.binary_table import one_vs_rest

# A table of three classes on which no average is kappa.
THREE = ConfusionMatrix([[35, 3, 2], [10, 29, 1], [0, 3, 17]], ["cat", "dog", "fox"]).exact()
AVERAGES = get_args(Average)


def averages(confusion: ConfusionMatrix) -> dict[str, Fraction | float]:
    """Return the macro, micro and weighted averages of the per-class kappas, by name."""
    return {name: per_class_kappas(confusion, average=name) for name in AVERAGES}


def weights(confusion: ConfusionMatrix) -> dict[Hashable, Fraction]:
    r"""Return the weights under which the mean of the per-class kappas is kappa itself.

    .. math:: w_c \propto r_c + c_c - 2 r_c c_c

    the chance of disagreement on class c; they are scaled to sum to one.
    """
    _, expected = one_vs_rest_disagreement(confusion)
    return dict(zip(confusion.labels, expected / expected.sum(), strict=True))


# --- proofs from the printed formula ------------------------------------------------------------

_r, _c, _d = sp.symbols("r c d")
# One class against the rest, by its share r of truths, c of predictions, and d of both.
_ONE_VS_REST = {TP: _d, FN: _r - _d, FP: _c - _d, TN: 1 - _r - _c + _d}


@cache
def weighted_kappas_add_up(binary: str) -> bool:
    """Prove that with the right weights the mean of the per-class kappas is kappa.

    From the printed binary formula a class's kappa times w = r + c - 2 r c is 2 (d - r c). Summed
    over the classes, the first is the weighted sum of kappas, the second 2 (P_o - P_e); and the
    weights sum to 1 + 1 - 2 P_e. The quotient is kappa, for any number of classes.
    """
    weight = _r + _c - 2 * _r * _c
    return is_zero(_formula(binary) * weight - 2 * (_d - _r * _c))


def _printed(binary: str) -> sp.Expr:
    names = {"TP": TP, "FP": FP, "FN": FN, "TN": TN, "kappa": kappa}
    _, formula = sides(binary, names)
    return formula


def _formula(binary: str) -> sp.Expr:
    return _printed(binary).subs(_ONE_VS_REST, simultaneous=True)


def formula_gives_class_kappas(binary: str, confusion: ConfusionMatrix = THREE) -> bool:
    """Say whether the printed formula gives each class of a table its one-vs-rest kappa."""
    kappas = []
    for label in confusion.labels:
        (tp, fn), (fp, tn) = one_vs_rest(confusion, label).cells
        kappas.append(_printed(binary).subs({TP: tp, FN: fn, FP: fp, TN: tn}))
    return [Fraction(str(k)) for k in kappas] == list(per_class_kappas(confusion))


def counts_suffice(text: str, confusion: ConfusionMatrix = THREE) -> bool:
    """Recover every class's TN from the named counts of all classes.

    TP + FN of all classes is the number of cases; what TP, FP and FN leave of it is TN.
    """
    if text != "TP, FP, FN":
        return False
    tables = [one_vs_rest(confusion, label) for label in confusion.labels]
    cases = sum(table.cells[0].sum() for table in tables)
    left = [cases - table.cells[0].sum() - table.cells[1, 0] for table in tables]
    return bool(left == [table.cells[1, 1] for table in tables])


def kind_of_problem(text: str, confusion: ConfusionMatrix = THREE) -> bool:
    """Say whether a class against the rest is a problem of the named kind."""
    kinds = {"single-class": 1, "binary": 2}
    tables = [one_vs_rest(confusion, label) for label in confusion.labels]
    return text in kinds and all(table.n_classes == kinds[text] for table in tables)


def no_average_is_kappa(confusion: ConfusionMatrix = THREE) -> bool:
    """Say whether macro, micro and weighted averages all differ from kappa, and each other."""
    every = [*averages(confusion).values(), confusion.kappa]
    return len({np.round(float(value), 9) for value in every}) == len(every)
