"""What the Abstract and Section 1 say of accuracy and chance, and of two classifiers A and B."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Interval, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS
from kappabook.papers.bendavid2007.printed.rounding import exact
from kappabook.papers.bendavid2007.printed.tables import MEASURES, column, keys, number
from kappabook.papers.bendavid2007.theory import theorems as th
from kappabook.papers.shared.findings import contested


@check("abstract.no-compensation", "abstract.kappa-compensates", "s1.accuracy-definition",
       "s1.multi-class", "s1.equal-chance")  # fmt: skip
def accuracy_and_chance() -> Findings:
    """Check what accuracy and kappa make of guessing."""
    coin = th.independent((1, 1), (1, 1)).accuracy
    expected = Statement(coin > 0, f"guessing expects {coin} of two classes")
    yield "abstract.no-compensation", Finding(expected)
    shown = "guessing expects 0, whatever the margins"
    zero = Statement(th.guessing_is_zero_on_average(), shown)
    yield "abstract.kappa-compensates", Finding(zero)
    named = Statement(True, "names accuracy")
    yield "s1.accuracy-definition", Finding(named, verdict="definition")
    uniform = [ConfusionMatrix(np.full((m, m), 250)).exact().kappa for m in th.CLASSES]
    note = "With m classes both accuracy and P_c are then 1/m."
    yield (
        "s1.multi-class",
        Finding(Statement(not any(uniform), "kappa 0 with all cells equal"), note=note),
    )
    note = "If their P_c are equal; then K orders classifiers as accuracy does."
    rises = Statement(_orders_alike(), "K rises with P_0 at a given P_c")
    yield "s1.equal-chance", Finding(rises, note=note)


def _orders_alike() -> bool:
    p_0, gap = sp.Symbol("P_0"), sp.Symbol("gap", positive=True)
    kappa = 1 - (1 - p_0) / gap  # the gap is 1 - P_c
    return bool(sp.diff(kappa, p_0).is_positive)


@check("s1.conclusions")
def conclusions(printed: Mapping[str, str]) -> Finding:
    """Take the best classifier of Table 10 by accuracy, and by kappa."""
    first, second = (
        CLASSIFIERS[max(CLASSIFIERS, key=lambda c: number(printed, f"table10.{c}.{by}"))]
        for by in MEASURES
    )
    shown = f"Post Operative: {first} by accuracy, {second} by kappa"
    return Finding(Statement(first != second, shown))


@check("s2.mostly-above-zero")
def above_zero(printed: Mapping[str, str]) -> Finding:
    """Count the positive kappas of Appendix A."""
    kappas = dict(zip(keys(), map(exact, column(printed, keys(), "kappa")), strict=True))
    others = [dataset for (dataset, _), kappa in kappas.items() if kappa <= 0]
    positive = len(kappas) - len(others)
    names = ", ".join(DATASETS[dataset] for dataset in dict.fromkeys(others))
    shown = Statement(2 * positive > len(kappas), f"{positive} of {len(kappas)} are positive")
    return Finding(shown, note=f"By kappa itself; the others are on {names}.")


# --- the example of A and B -------------------------------------------------------------------

_PREMISES = ("a-accuracy", "b-accuracy", "a-chance", "b-chance")


@check("s1.a-*", "s1.b-*")
def example(printed: Mapping[str, str]) -> Findings:
    """Ask of each premise how far it could move, and whether one data set allows all four."""
    a, b, chance_a, chance_b = (number(printed, f"s1.{name}") / 100 for name in _PREMISES)
    kept_a, kept_b = a * (1 - chance_a), b * (1 - chance_b)
    ranges = (
        (b, min(Fraction(1), kept_b / (1 - chance_a))),
        (kept_a / (1 - chance_b), a),
        (1 - kept_b / a, Fraction(1)),
        (Fraction(0), 1 - kept_a / b),
    )
    for name, (low, high) in zip(_PREMISES, ranges, strict=True):
        ends = Interval(100 * low, 100 * high)
        yield f"s1.{name}", Finding(ends, "proved", _PREMISE, "consistent")
    meant = [(one, readings(b, chance_b)[name]) for name, one in readings(a, chance_a).items()]
    reverses = a > b and kept_a < kept_b and all(one.kappa < two.kappa for one, two in meant)
    kappas = ", ".join(f"{float(x.kappa):.3f} to {float(y.kappa):.3f}" for x, y in meant)
    note = (
        f"Also by kappa, whichever share of chance is meant: {kappas} with the percentage as "
        "P_c/P_0, as P_c, and as the guessed hits of a classifier that knows or guesses."
    )
    shown = f"A keeps {float(kept_a):g} of the cases, B {float(kept_b):g}"
    yield "s1.a-b-reversal", Finding(Statement(reverses, shown), note=note)
    possible = any(one_dataset_allows(one, two) for one, two in meant)
    shown = "the order can turn, but not with these numbers"
    yield "s1.a-b-possible", contested(not possible, shown, _POSSIBLE)


_PREMISE = (
    "A premise, not a result. The interval holds the values for which, the three others being as "
    "printed, A is the more accurate and yet keeps fewer hits than B."
)
_POSSIBLE = (
    "For: in Table 10 the most accurate of two classifiers has the lower kappa. Against: no one "
    "data set allows these numbers, whichever share of chance is meant. By (3) the P_c of two "
    "classifiers differ by at most their error rates together (here 0.5) times the largest class "
    "share q, so q is at least 0.66; and B's P_c is at least q^2 - 0.3 q, or 0.23."
)


@dataclass(frozen=True)
class Classifier:
    """Accuracy, chance agreement and kappa, each a share of all cases."""

    accuracy: Fraction
    chance: Fraction

    @property
    def kappa(self) -> Fraction:
        """Eq. (1)."""
        return (self.accuracy - self.chance) / (1 - self.chance)


def readings(accuracy: Fraction, share: Fraction) -> dict[str, Classifier]:
    """Return what 'this share of the hits may be due to chance' can mean for P_c.

    Under the know-or-guess model the share kappa of the cases is known and the others are
    guessed, so P_0 = kappa + (1 - kappa) P_c, and the guessed hits are the given share of P_0.
    """
    known = accuracy * (1 - share)
    return {
        "P_c over P_0": Classifier(accuracy, share * accuracy),
        "P_c": Classifier(accuracy, share),
        "know or guess": Classifier(accuracy, share * accuracy / (1 - known)),
    }


def one_dataset_allows(more: Classifier, less: Classifier) -> bool:
    """Say whether (3) lets two classifiers of one data set have such chance agreements.

    A necessary condition. Let q be the largest class share. The predictions of a classifier
    differ from the classes in at most e = 1 - P_0 of the cases, so its P_c differs from the sum
    of squared class shares by at most e q. Hence the two P_c differ by at most (e + e') q, which
    bounds q from below; and the smaller P_c is at least q^2 - e q.
    """
    errors = (1 - more.accuracy, 1 - less.accuracy)
    if sum(errors) == 0:
        return more.chance == less.chance
    q = max((more.chance - less.chance) / sum(errors), errors[1] / 2)
    return q <= 1 and q**2 - errors[1] * q <= less.chance
