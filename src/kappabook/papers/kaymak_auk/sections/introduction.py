"""What the abstract and Sections 1-2 say in words: AUC, AUK and H-measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.kaymak_auk import ledger_notes as notes
from kappabook.papers.kaymak_auk.printed_tables import KEY, read_classifier, read_pair
from kappabook.papers.kaymak_auk.theory import demonstrations as demo
from kappabook.papers.kaymak_auk.theory import equations as eq
from kappabook.papers.kaymak_auk.theory import theorems as th
from kappabook.papers.shared.algebra import follows
from kappabook.papers.shared.findings import contested
from kappabook.papers.shared.wording import listed
from kappabook.transcription import read_number


@check(
    *("abstract.*", "s1.priors", "s1.hand", "s1.h-*", "s1.explicit-loss", "s1.unique"),
    "s2.auk-solves",
)
def section_1() -> Findings:
    """Check the abstract and the introduction."""
    auks = demo.auk_by_prevalence()
    shown = ", ".join(f"{auk:.4f} at p = {p:g}" for p, auk in auks.items())
    yield "abstract.class-sensitive", Finding(Statement(len(set(auks.values())) > 1, shown))
    bend = Statement(demo.bounds_rise_and_bend(), "bounds of AUK given AUC rise and bend")
    yield "abstract.nonlinear", Finding(bend, note=notes.NONLINEAR)
    absent = Statement(eq.p not in eq.ON_CURVE["AUC"].free_symbols, "no p in (9)")
    yield "s1.priors", Finding(absent, note=notes.PRIORS)
    shares = demo.cost_shares(p=0.5, by="cases")
    differ = th.auc_is_an_expected_loss() and len(set(shares)) > 1
    yield "s1.hand", contested(differ, _median(shares), notes.HAND)
    for name, measures in zip(("h-priors", "h-differs"), demo.h_measures(), strict=True):
        yield f"s1.{name}", Finding(Statement(len(set(measures)) > 1, listed(measures)))
    shares = demo.cost_shares(p=0.11, by="negatives")
    for name in ("s1.explicit-loss", "s2.auk-solves"):
        yield name, contested(len(set(shares)) > 1, _median(shares), notes.IMPLICIT_COSTS)
    one = th.concave_curves_have_one_optimum()
    yield "s1.unique", contested(one, "one, for strictly concave curves", notes.UNIQUE)


@check("s1.objective")
def objective(printed: Mapping[str, str]) -> Finding:
    """Compute the AUK of one printed AUC with either class as the positive one."""
    auks = demo.auk_either_way(read_pair(printed, 4, "linear").numbers[0])
    return contested(auks[0] != auks[1], listed(auks), notes.OBJECTIVE)


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


@check(
    *("s2.complement", "s2.specific-*", "s2.sensitive", "s2.auc-*", "s2.random-roc"),
    *("s2.gini-area", "s2.mann-whitney", "s2.crossing"),
)
def rates_and_areas() -> Findings:
    """Check what surrounds (6)-(10)."""
    yield "s2.complement", Finding(Statement(eq.prove("f = 1 - TN/n"), "f = 1 - TN/n"))
    negatives = _only_negatives(eq.TN / eq.n)
    shown = "TN/n is about the negatives alone"
    yield "s2.specific-class", contested(negatives, shown, notes.SPECIFIC)
    yield "s2.specific-errors", Finding(Proof(_are_few_if_specific, "false positives"))
    yield "s2.sensitive", Finding(Statement(follows("TP = t*p", eq.MEANING), "TP = t p"))
    yield "s2.auc-random", Finding(Number(demo.auc_of_the_random()))
    yield "s2.random-roc", Finding(Proof(follows, "both are p_hat", (eq.RANDOM,)))
    yield "s2.gini-area", Finding(Number(demo.gini_over_area()))
    yield "s2.auc-objective", Finding(Statement(demo.auc_is_the_same_either_way()), note=notes.AUC)
    pairs = Statement(demo.auc_counts_pairs(), "729 rankings of 3 + 3 cases, ties included")
    yield "s2.mann-whitney", Finding(pairs, note=notes.PAIRS)
    yield "s2.crossing", Finding(Statement(*demo.larger_auc_smaller_kappa()))


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
