"""Checks of what the abstract and Sections 1-2 say in words: AUC, AUK and H-measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial

import sympy as sp

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.kaymak_auk import demonstrations as demo
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import notes
from kappabook.papers.kaymak_auk import theorems as th
from kappabook.papers.kaymak_auk.tables import Areas, read_classifier
from kappabook.papers.shared.algebra import follows
from kappabook.transcription import read_number

Findings = Iterator[tuple[str, Finding]]


def section_1(linear: Areas) -> Findings:
    """Check the abstract and the introduction; `linear` is a printed pair of areas."""
    auks = demo.auk_by_prevalence()
    shown = ", ".join(f"{auk:.4f} at p = {p:g}" for p, auk in auks.items())
    yield "abstract.class-sensitive", Finding(Statement(len(set(auks.values())) > 1, shown))
    yield (
        "abstract.nonlinear",
        Finding(
            Statement(demo.bounds_rise_and_bend(), "bounds of AUK given AUC rise and bend"),
            note="Away from p = 1/2 the AUK is no function of the AUC at all; see s6.function.",
        ),
    )
    yield (
        "s1.priors",
        Finding(
            Statement(eq.p not in eq.ON_CURVE["AUC"].free_symbols, "no p in (9)"),
            note="For a given ROC curve, whose rates are taken within each class.",
        ),
    )
    shares = demo.cost_shares(p=0.5, by="cases")
    yield (
        "s1.hand",
        Finding(
            Statement(th.auc_is_an_expected_loss() and len(set(shares)) > 1, _median(shares)),
            "proved",
            notes.HAND,
            "contested",
        ),
    )
    by_prior, by_severity = demo.h_measures()
    yield "s1.h-priors", Finding(Statement(len(set(by_prior)) > 1, values(by_prior)))
    yield "s1.h-differs", Finding(Statement(len(set(by_severity)) > 1, values(by_severity)))
    one, other = demo.auk_either_way(linear.numbers[0])
    yield (
        "s1.objective",
        Finding(
            Statement(one != other, values((one, other))), "proved", notes.OBJECTIVE, "contested"
        ),
    )
    shares = demo.cost_shares(p=0.11, by="negatives")
    for name in ("s1.explicit-loss", "s2.auk-solves"):
        yield (
            name,
            Finding(
                Statement(len(set(shares)) > 1, _median(shares)),
                "proved",
                notes.IMPLICIT_COSTS,
                "contested",
            ),
        )
    yield (
        "s1.unique",
        Finding(
            Statement(th.concave_curves_have_one_optimum(), "one, for strictly concave curves"),
            "proved",
            notes.UNIQUE,
            "contested",
        ),
    )


def section_2(printed: Mapping[str, str]) -> Findings:
    """Check what surrounds (1)-(10)."""
    table = read_classifier(printed, 1)
    (p, n), (alarms, _) = table.row_margins, table.column_margins
    yield "s2.rare", Finding(Proof(partial(_much_less, p, n), "p << n"), damaged=True)
    yield "s2.accuracy", Finding(Number(table.accuracy))
    parts = (table["+", "+"], table["-", "-"])
    yield "s2.accuracy-sum", Finding(Proof(lambda text: _terms(text) == parts, "TP + TN"))
    yield "s2.majority", Finding(Number(100 * max(p, n)))
    yield (
        "s2.random",
        Finding(
            Number(100 * table.chance_agreement),
            note="By class shares it is p^2 + n^2 = 86.98 %, by a fair coin 50 %. No guesser who "
            "looks at nothing exceeds the majority's 93 %, and only the majority reaches it.",
        ),
    )
    for name, times in (("false-alarms", 100), ("false-alarms-fraction", 1)):
        yield f"s2.{name}", Finding(Number(times * table["-", "+"] / alarms))
    specificity = eq.TN / eq.n
    yield "s2.complement", Finding(Statement(eq.prove("f = 1 - TN/n"), "f = 1 - TN/n"))
    yield (
        "s2.specific-class",
        Finding(
            Statement(_only_negatives(specificity), "TN/n is about the negatives alone"),
            "proved",
            notes.SPECIFIC,
            "contested",
        ),
    )
    yield "s2.specific-errors", Finding(Proof(_few, "false positives"))
    yield "s2.sensitive", Finding(Statement(follows("TP = t*p", eq.MEANING), "TP = t p"))
    yield "s2.auc-random", Finding(Number(demo.auc_of_the_random()))
    yield "s2.random-roc", Finding(Proof(partial(follows, meaning=eq.RANDOM), "both are p_hat"))
    for end in ("low", "high"):
        auc, gini = (read_number(printed[f"kaymak_auk.s2.{x}-{end}"]) for x in ("range", "gini"))
        yield f"s2.range-{end}", Finding(Number((1 + gini) / 2))
        yield f"s2.gini-{end}", Finding(Number(2 * auc - 1))
    yield "s2.gini-area", Finding(Number(demo.gini_over_area()))
    yield "s2.auc-objective", Finding(Statement(demo.auc_is_the_same_either_way()), note=notes.AUC)
    yield (
        "s2.mann-whitney",
        Finding(
            Statement(demo.auc_counts_pairs(), "729 rankings of 3 + 3 cases, ties included"),
            note=notes.PAIRS,
        ),
    )
    yield "s2.crossing", Finding(Statement(*demo.larger_auc_smaller_kappa()))


def _much_less(p: Fraction, n: Fraction, text: str) -> bool:
    return text == "p << n" and 10 * p < n


def _terms(text: str) -> tuple[Fraction, ...]:
    return tuple(read_number(term) for term in text.split(" + "))


def _only_negatives(rate: sp.Expr) -> bool:
    """Say whether a rate depends on FP and TN alone, and not on TP and FN."""
    return bool({eq.FP, eq.TN} == rate.subs(eq.n, eq.FP + eq.TN).free_symbols)


def _few(text: str) -> bool:
    """Specificity is TN/(FP + TN): the errors it counts are the ones that lower it."""
    errors = {"false negatives": eq.FN, "false positives": eq.FP}
    specificity = eq.TN / (eq.FP + eq.TN)
    return text in errors and bool(sp.diff(specificity, errors[text]) != 0)


def values(numbers: Iterable[float | Fraction]) -> str:
    """Write numbers in a row."""
    return ", ".join(f"{float(number):.4g}" for number in numbers)


def _median(shares: Iterable[float]) -> str:
    return "median cost shares " + " and ".join(f"{share:.3f}" for share in shares)
