"""What the Abstract and Section 1 say of accuracy and chance, and of two classifiers A and B."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement, Unjudged
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS
from kappabook.papers.bendavid2007.printed.rounding import exact
from kappabook.papers.bendavid2007.printed.tables import MEASURES, column, keys, number
from kappabook.papers.bendavid2007.theory import theorems as th
from kappabook.papers.shared.findings import contested


@check("abstract.no-compensation", "abstract.kappa-compensates", "s1.accuracy-definition",
       "s1.multi-class", "s1.equal-chance")  # fmt: skip
def accuracy_and_chance() -> Findings:
    """Check what accuracy and kappa make of guessing."""
    values = th.guessing_expects("accuracy")
    shown = f"guessing expects {min(values)} to {max(values)}, by the margins"
    rewarded = Statement(rewards_guessing, ("accuracy",), ("kappa",), shown)
    yield "abstract.no-compensation", Finding(rewarded, "checked", _DEALT)
    shown = "guessing expects 0, whatever the margins"
    zero = Statement(expects_nothing, ("kappa",), ("accuracy",), shown)
    yield "abstract.kappa-compensates", Finding(zero, "checked", _DEALT)
    named = Unjudged("names accuracy")
    yield "s1.accuracy-definition", Finding(named, "none", verdict="definition")
    shown = "kappa 0 with all cells equal, for any number of classes"
    note = "With m classes both accuracy and P_c are then 1/m."
    yield (
        "s1.multi-class",
        Finding(Statement(even_table_is_guessing, (1, 1), (2, 1), shown), note=note),
    )
    note = "This holds if their P_c are equal. Then K orders classifiers as accuracy does."
    gap, wrong = sp.Symbol("gap", positive=True), sp.Symbol("gap", negative=True)
    rises = Statement(kappa_rises, (gap,), (wrong,), "K rises with P_0 at a given P_c")
    yield "s1.equal-chance", Finding(rises, note=note)


_DEALT = (
    "We tried eight cases of two classes, with labels dealt out at random, for every pair of "
    "margins."
)


def rewards_guessing(measure: str) -> bool:
    """Say whether a measure expects more than 0 of some random guesser."""
    return max(th.guessing_expects(measure)) > 0


def expects_nothing(measure: str) -> bool:
    """Say whether a measure expects exactly 0 of every random guesser."""
    return th.guessing_expects(measure) == {0}


def even_table_is_guessing(diagonal: int, elsewhere: int) -> bool:
    """Say whether kappa is 0, for any number m of classes, with these counts in every cell."""
    m = sp.Symbol("m", positive=True)
    accuracy = diagonal / (diagonal + (m - 1) * elsewhere)  # all margins are 1/m
    return is_zero(accuracy - 1 / m)


def kappa_rises(gap: sp.Symbol) -> bool:
    """Say whether kappa rises with P_0 at a fixed P_c; the gap is 1 - P_c."""
    p_0 = sp.Symbol("P_0")
    return bool(sp.diff(1 - (1 - p_0) / gap, p_0).is_positive)


@check("s1.conclusions")
def conclusions(printed: Mapping[str, str]) -> Finding:
    """Take the best classifier of Table 10 by accuracy, and by kappa."""
    accuracies, kappas = (
        tuple(number(printed, f"table10.{c}.{by}") for c in CLASSIFIERS) for by in MEASURES
    )
    first, second = (
        CLASSIFIERS[max(zip(values, CLASSIFIERS, strict=True))[1]]
        for values in (accuracies, kappas)
    )
    shown = f"Post Operative: {first} by accuracy, {second} by kappa"
    differ = Statement(another_is_best, (accuracies, kappas), (accuracies, accuracies), shown)
    return Finding(differ)


def another_is_best(by_one: Sequence[Fraction], by_other: Sequence[Fraction]) -> bool:
    """Say whether the largest of one list stands elsewhere than that of the other."""
    return by_one.index(max(by_one)) != by_other.index(max(by_other))


@check("s2.mostly-above-zero")
def above_zero(printed: Mapping[str, str]) -> Finding:
    """Count the positive kappas of Appendix A."""
    kappas = dict(zip(keys(), map(exact, column(printed, keys(), "kappa")), strict=True))
    others = [dataset for (dataset, _), kappa in kappas.items() if kappa <= 0]
    names = ", ".join(DATASETS[dataset] for dataset in dict.fromkeys(others))
    shown = f"{len(kappas) - len(others)} of {len(kappas)} are positive"
    values = tuple(kappas.values())
    lowered = tuple(value - Fraction(1, 2) for value in values)
    most = Statement(most_are_positive, (values,), (lowered,), shown)
    return Finding(most, note=f"Here kappa itself is counted. The others are on {names}.")


def most_are_positive(values: Sequence[Fraction]) -> bool:
    """Say whether more than half of the values are above 0."""
    return 2 * sum(value > 0 for value in values) > len(values)


# --- the example of A and B -------------------------------------------------------------------

_PREMISES = ("a-accuracy", "b-accuracy", "a-chance", "b-chance")


# The paper's own numbers, in per cent.
EXAMPLE = {"a-accuracy": 80, "b-accuracy": 70, "a-chance": 50, "b-chance": 10}


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
        note = _PREMISE.format(float(100 * low), float(100 * high))
        yield f"s1.{name}", Finding(Number(EXAMPLE[name]), "none", note, "definition")
    one, other = (a, chance_a), (b, chance_b)
    kappas = ", ".join(
        f"{float(x.kappa):.3f} to {float(y.kappa):.3f}" for x, y in by_reading(one, other)
    )
    note = (
        f"Also by kappa, whichever share of chance is meant: {kappas} with the percentage as "
        "P_c/P_o, as P_c, and as the guessed hits of a classifier that knows or guesses."
    )
    shown = f"A keeps {float(kept_a):g} of the cases, B {float(kept_b):g}"
    exchanged = (a, chance_b), (b, chance_a)
    turns = Statement(order_turns, (one, other), exchanged, shown)
    yield "s1.a-b-reversal", Finding(turns, note=note)
    shown = "the order can turn, but not with these numbers"
    impossible = Statement(no_reading_allows, (one, other), _ALLOWED, shown)
    yield "s1.a-b-possible", contested(impossible, _POSSIBLE)


Pair = tuple[Fraction, Fraction]
# Two classifiers whose shares of chance one data set allows.
_ALLOWED = (Fraction(4, 5), Fraction(2, 5)), (Fraction(7, 10), Fraction(7, 20))


def by_reading(one: Pair, other: Pair) -> list[tuple[Classifier, Classifier]]:
    """Return two classifiers, given by accuracy and share of chance, under each reading."""
    second = readings(*other)
    return [(meant, second[name]) for name, meant in readings(*one).items()]


def order_turns(one: Pair, other: Pair) -> bool:
    """Say whether the more accurate keeps fewer hits, and by every reading has the lower kappa."""
    (more, share), (less, other_share) = one, other
    fewer = more * (1 - share) < less * (1 - other_share)
    lower = all(first.kappa < second.kappa for first, second in by_reading(one, other))
    return more > less and fewer and lower


def no_reading_allows(one: Pair, other: Pair) -> bool:
    """Say whether no data set allows the two classifiers, whatever the share of chance means."""
    return not any(one_dataset_allows(*pair) for pair in by_reading(one, other))


_PREMISE = (
    "A premise, which the example chooses. Take the three others as printed. For every value "
    "from {:.4g} to {:.4g}, A is more accurate than B and yet keeps fewer hits."
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
