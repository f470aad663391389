"""Kappa of one class against the rest, its averages, and the one that is kappa of the table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import cache
from typing import get_args

import numpy as np
import sympy as sp

from kappabook.algebra import is_zero, sides
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.per_class import Average, one_vs_rest_disagreement, per_class_kappas
from kappabook.papers.kappa_guide import notes
from kappabook.papers.kappa_guide.equations import FN, FP, KEY, TN, TP, kappa
from kappabook.papers.shared.binary_table import one_vs_rest
from kappabook.papers.shared.findings import contested

# A table of three classes on which no average is kappa.
THREE = ConfusionMatrix([[35, 3, 2], [10, 29, 1], [0, 3, 17]], ["cat", "dog", "fox"]).exact()
# One whose classes are alike: there all averages are kappa.
ALIKE = ConfusionMatrix([[6, 1, 1], [1, 6, 1], [1, 1, 6]]).exact()
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


def _formula(binary: str) -> sp.Expr:
    names = {"TP": TP, "FP": FP, "FN": FN, "TN": TN, "kappa": kappa}
    _, formula = sides(binary, names)
    return formula.subs(_ONE_VS_REST, simultaneous=True)


@cache
def formula_gives_class_kappas(binary: str) -> bool:
    """Prove that the printed formula is kappa of any class of any table against the rest."""
    observed, chance = 1 - _r - _c + 2 * _d, _r * _c + (1 - _r) * (1 - _c)
    return is_zero(_formula(binary) - (observed - chance) / (1 - chance))


@cache
def counts_suffice(text: str) -> bool:
    """Prove that the named counts of all classes leave every class's TN.

    TP + FN of all classes add up to the number of cases, if each case has one label; what TP, FP
    and FN of a class leave of it is its TN.
    """
    i, last = sp.symbols("i I", integer=True, positive=True)
    rows, columns, both = (sp.IndexedBase(name) for name in "rcd")
    counts = {"TP": both[i], "FN": rows[i] - both[i], "FP": columns[i] - both[i]}
    if sorted(text.split(", ")) != sorted(counts):
        return False
    cases = sp.Sum(sp.expand(counts["TP"] + counts["FN"]), (i, 1, last))
    negatives = sp.Sum(rows[i], (i, 1, last)) - rows[i] - columns[i] + both[i]
    return is_zero(cases - sum(counts.values()) - negatives)


def names_one_of_two_classes(text: str, confusion: ConfusionMatrix = THREE) -> bool:
    """Say whether a class against the rest is what the linked guide calls so.

    Its word counts the classes that are looked for: one, and the rest has no name of its own.
    """
    tables = [one_vs_rest(confusion, label) for label in confusion.labels]
    looked_for = [sum(name in confusion.labels for name in table.labels) for table in tables]
    return text == "single-class" and set(looked_for) == {1}


def no_average_is_kappa(confusion: ConfusionMatrix = THREE) -> bool:
    """Say whether macro, micro and weighted averages all differ from kappa, and each other."""
    every = [*averages(confusion).values(), confusion.kappa]
    return len({np.round(float(value), 9) for value in every}) == len(every)


def averages_miss_kappa(binary: str, confusion: ConfusionMatrix) -> bool:
    """Say whether no average is kappa, though a mean with other weights always is."""
    return weighted_kappas_add_up(binary) and no_average_is_kappa(confusion)


# --- the checks ---------------------------------------------------------------------------------


@check("classes.*", "averages.*")
def many_classes(printed: Mapping[str, str]) -> Findings:
    """Check one kappa per class, and what the averages are."""
    binary = printed[f"{KEY}.details.binary"]
    by_formula = Statement(
        formula_gives_class_kappas,
        given=(binary,),
        witness=(binary.replace("TP*TN - FP*FN", "TP*TN + FP*FN"),),
        shown="by the printed formula",
    )
    yield "classes.one-vs-rest", Finding(by_formula)
    yield "classes.counts", Finding(Proof(counts_suffice, "TN follows"), note=notes.COUNTS)
    own_term = Proof(names_one_of_two_classes, "one of two classes is looked for")
    yield "classes.kind", Finding(own_term, "external", notes.KIND, "contested")
    known = Proof(_are_the_averages, ", ".join(AVERAGES))
    yield "averages.methods", Finding(known, "external", notes.WEIGHTED, "definition")
    three = averages(THREE) | {"kappa": THREE.kappa}
    differ = Statement(
        averages_miss_kappa,
        given=(binary, THREE),
        witness=(binary, ALIKE),
        shown=", ".join(f"{name} {float(value):.4f}" for name, value in three.items()),
    )
    yield "averages.summary", contested(differ, notes.SUMMARY)


def _are_the_averages(text: str) -> bool:
    return set(text.split(", ")) == set(AVERAGES)
