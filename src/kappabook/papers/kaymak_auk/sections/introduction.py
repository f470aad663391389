"""What the abstract and Sections 1-2 say in words: AUC, AUK and H-measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from kappabook.algebra import follows, is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import gini_score
from kappabook.metrics.roc import auc_score
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.printed_tables import KEY, read_classifier, read_pair
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.shared.findings import contested
from kappabook.papers.shared.wording import listed
from kappabook.transcription import read_number

# The models whose implied costs are compared, and one of them beside itself.
MODELS, ONE_MODEL = (2 / 3, 3 / 4), (3 / 4, 3 / 4)
# The same with one sign turned.
ACCURACY_ERROR = (eq.p * (1 - eq.t) + (1 - eq.p) * eq.f, eq.p)


@check(
    *("abstract.*", "s1.priors", "s1.hand", "s1.h-*", "s1.explicit-loss", "s1.unique"),
    "s2.auk-solves",
)
def section_1() -> Findings:
    """Check the abstract and the introduction."""
    given: tuple[Any, ...]
    witness: tuple[Any, ...]
    shares = (0.1, 0.5, 0.9)
    auks = zip(demo.auks(demo.ONE_CORNER, shares), shares, strict=True)
    shown = ", ".join(f"{auk:.4f} at p = {p:g}" for auk, p in auks)
    given, witness = (demo.ONE_CORNER, shares), (demo.DIAGONAL, shares)
    changes = Statement(demo.auk_changes, given, witness, shown)
    yield "abstract.class-sensitive", Finding(changes)
    shown = "bounds of AUK given AUC rise and bend"
    bend = Statement(demo.bounds_rise_and_bend, (0.11,), (0.5,), shown)
    yield "abstract.nonlinear", Finding(bend, "checked", notes.NONLINEAR)
    given, witness = ((eq.ON_CURVE[area],) for area in ("AUC", "AUK"))
    no_p = Statement(_has_no_p, given, witness, "no p in (9)")
    yield "s1.priors", Finding(no_p, note=notes.PRIORS)
    shown = _median(demo.cost_shares(0.5, "cases", MODELS))
    hand = Statement(_is_a_loss_with_costs_of_the_model, (MODELS,), (ONE_MODEL,), shown)
    yield "s1.hand", contested(hand, notes.HAND)
    for name, other, same in (
        ("h-priors", (1 / 9, (2, 2)), (1, (2, 2))),
        ("h-differs", (1, (4, 1)), (1, (2, 2))),
    ):
        shown = listed((demo.h_of_ten(), demo.h_of_ten(*other)))
        yield f"s1.{name}", Finding(Statement(demo.h_changes, other, same, shown))
    shown = _median(demo.cost_shares(0.11, "negatives", MODELS))
    given, witness = ((0.11, "negatives", models) for models in (MODELS, ONE_MODEL))
    for name in ("s1.explicit-loss", "s2.auk-solves"):
        costs = Statement(demo.costs_differ, given, witness, shown)
        yield name, contested(costs, notes.IMPLICIT_COSTS)
    one = one_optimum("one, for strictly concave curves")
    yield "s1.unique", contested(one, notes.UNIQUE)


def one_optimum(shown: str) -> Statement:
    """Prove it of kappa; of a measure whose lines of equal value bend it does not follow."""
    bent = eq.KAPPA.subs(eq.f, eq.f**2)
    return Statement(th.concave_curves_have_one_optimum, (eq.KAPPA,), (bent,), shown)


def _has_no_p(area: sp.Expr) -> bool:
    return eq.p not in area.free_symbols


def _is_a_loss_with_costs_of_the_model(aucs: tuple[float, ...]) -> bool:
    """Prove Hand's identity, and compare the costs that it implies for several models."""
    return th.auc_is_an_expected_loss() and demo.costs_differ(0.5, "cases", aucs)


@check("s1.objective")
def objective(printed: Mapping[str, str]) -> Finding:
    """Compute the AUK of one printed AUC with either class as the positive one."""
    auc = read_pair(printed, 4, "linear").numbers[0]
    shown = listed(demo.auk_either_way(auc))
    differs = Statement(demo.auk_differs_either_way, (auc, 0.89), (auc, 0.5), shown)
    return contested(differs, notes.OBJECTIVE)


def _median(shares: Iterable[float]) -> str:
    return "median cost shares " + " and ".join(f"{share:.3f}" for share in shares)


@check("s2.rare", "s2.accuracy*", "s2.majority", "s2.random", "s2.false-alarms*")
def classifier_a(printed: Mapping[str, str]) -> Findings:
    """Check what Section 2 says of Table 1."""
    table = read_classifier(printed, 1)
    (p, n), (alarms, _) = table.row_margins, table.column_margins
    yield "s2.rare", Finding(Proof(_is_much_less, "p << n", (p, n)), damaged=True)
    yield "s2.accuracy", Finding(Number(table.accuracy))
    parts = (table["+", "+"], table["-", "-"])
    yield "s2.accuracy-sum", Finding(Proof(_has_terms, "TP + TN", (parts,)))
    yield "s2.majority", Finding(Number(100 * max(p, n)))
    yield "s2.random", Finding(Number(100 * table.chance_agreement), note=notes.GUESSERS)
    for name, times in (("false-alarms", 100), ("false-alarms-fraction", 1)):
        yield f"s2.{name}", Finding(Number(times * table["-", "+"] / alarms))


@check("s2.range-{end}", "s2.gini-{end}", end=("low", "high"))
def gini_range(printed: Mapping[str, str], end: str) -> Findings:
    """Check the ends of AUC and Gini coefficient, each by the other."""
    auc, gini = (read_number(printed[f"{KEY}.s2.{name}-{end}"]) for name in ("range", "gini"))
    yield f"s2.range-{end}", Finding(Number((1 + gini) / 2))
    yield f"s2.gini-{end}", Finding(Number(2 * auc - 1))


@check("s2.complement", "s2.specific-*", "s2.sensitiv*")
def rates() -> Findings:
    """Check what surrounds (6) and (7)."""
    complement = Statement(eq.prove, ("f = 1 - TN/n",), ("f = 1 - TN/p",), "f = 1 - TN/n")
    yield "s2.complement", Finding(complement)
    shown = "TN/n is about the negatives alone"
    negatives = Statement(_only_negatives, (eq.TN / eq.n,), (eq.TP / eq.p,), shown)
    yield "s2.specific-class", contested(negatives, notes.SPECIFIC)
    yield "s2.specific-errors", Finding(Proof(_are_few_if_specific, "false positives"))
    yield "s2.sensitivity", Finding(Proof(_names_the_rate, "names t"), verdict="definition")
    yield "s2.sensitive", Finding(Statement(eq.prove, ("TP = t*p",), ("TP = t*n",), "TP = t p"))


@check("s2.dominance")
def dominance() -> Finding:
    """Check that the higher of two ROC curves is better at each f: by accuracy, kappa and costs."""
    wrong = (ACCURACY_ERROR, *th.BETTER_BY_T[1:])
    shown = "accuracy, kappa and costs gain with t"
    better = Statement(th.all_rise_with_t, th.BETTER_BY_T, wrong, shown)
    return Finding(better, note=notes.DOMINANCE)


@check("s2.auc-*", "s2.random-roc", "s2.gini-area", "s2.mann-whitney", "s2.crossing")
def areas() -> Findings:
    """Check what surrounds (8)-(10)."""
    yield "s2.auc-random", Finding(Number(demo.auc_of_the_random()))
    yield "s2.random-roc", Finding(Proof(_is_the_random_curve, "both are p_hat"))
    yield "s2.gini-area", Finding(Number(demo.gini_over_area()))
    same = Statement(th.area_is_the_same_either_way, (eq.t,), (eq.KAPPA,))
    yield "s2.auc-objective", Finding(same, note=notes.AUC)
    shown = "729 rankings of 3 + 3 cases, ties included"
    pairs = Statement(demo.counts_pairs, (auc_score,), (gini_score,), shown)
    yield "s2.mann-whitney", Finding(pairs, "checked", notes.PAIRS)
    measured = zip(*map(demo.auc_and_best_kappa, (demo.WIDE, demo.STEEP)), strict=True)
    aucs, kappas = measured
    shown = "AUC {:.3f} and {:.3f}, largest kappa {:.2f} and {:.2f}".format(*aucs, *kappas)
    given, witness = (demo.WIDE, demo.STEEP), (demo.WIDE, demo.ONE_CORNER)
    yield "s2.crossing", Finding(Statement(demo.larger_auc_smaller_kappa, given, witness, shown))


def _names_the_rate(text: str) -> bool:
    """Name the rates of a table; (6) has to be the one of this name."""
    rates = {"sensitivity": eq.TP / (eq.TP + eq.FN), "specificity": eq.TN / (eq.TN + eq.FP)}
    return text in rates and is_zero((rates[text] - eq.t).subs(eq.MEANING, simultaneous=True))


def _is_the_random_curve(text: str) -> bool:
    """Say whether a text gives t of a guesser as a function of f."""
    return text.startswith("t = ") and follows(text, eq.RANDOM)


def _is_much_less(text: str, p: Fraction, n: Fraction) -> bool:
    return text == "p << n" and 10 * p < n


def _has_terms(text: str, terms: tuple[Fraction, ...]) -> bool:
    return tuple(read_number(term) for term in text.split(" + ")) == terms


def _only_negatives(rate: sp.Expr) -> bool:
    """Say whether a rate depends on FP and TN alone, and not on TP and FN."""
    return bool({eq.FP, eq.TN} == rate.subs(eq.n, eq.FP + eq.TN).free_symbols)


def _are_few_if_specific(text: str) -> bool:
    """Specificity is TN/(FP + TN): the errors it counts are the ones that lower it."""
    errors = {"false negatives": eq.FN, "false positives": eq.FP}
    specificity = eq.TN / (eq.FP + eq.TN)
    return text in errors and bool(sp.diff(specificity, errors[text]) != 0)
