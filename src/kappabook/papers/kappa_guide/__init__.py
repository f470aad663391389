"""The guide: a documentation page on Cohen's kappa, with two doctors and a scale of words.

Its formulas are proved from their printed texts, for two classes and for any number of classes. The
doctors are exact. What the page says in words is asked of small tables, which a reader can check
by hand.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import nan
from typing import Any, NamedTuple

import sympy as sp
from numpy.typing import ArrayLike

from kappabook.audit.algebra import is_zero, sides
from kappabook.audit.computed import OfText, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import AuditError, Printed
from kappabook.metrics import ConfusionMatrix, kappa_curve
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.rounded import number
from kappabook.papers.shared import theorems
from kappabook.papers.shared.texts import gives, listed
from kappabook.papers.shared.theorems import ends_of_kappa, is_a_mean_over_classes, kappa_is_bounded

# --- the formulas -------------------------------------------------------------------------------

TP, FP, FN, TN, P_o, P_e, kappa = sp.symbols("TP FP FN TN P_o P_e kappa")
c = sp.Symbol("c", integer=True)
C = sp.Symbol("C", integer=True, positive=True)
chance, p_pred, p_true = (sp.IndexedBase(name) for name in ("chance", "p_pred", "p_true"))
NAMES = {symbol.name: symbol for symbol in (TP, FP, FN, TN, P_o, P_e, kappa, c, C)}
NAMES |= {"chance": chance, "p_pred": p_pred, "p_true": p_true}

# The accuracy of a guess, which does not depend on the case: the share that is c and is called c
# is the product of the two shares of class c.
GUESSED = sp.Sum(p_pred[c] * p_true[c], (c, 1, C))


@dataclass(frozen=True)
class Definition:
    """Kappa as three printed texts define it, for any number C of classes."""

    ratio: sp.Expr  # kappa, of P_o and P_e
    product: sp.Expr  # the chance agreement of class c, of its two shares
    total: sp.Expr  # P_e, of the chance agreements of the classes

    def chance_of_class(self, true: Fraction, predicted: Fraction) -> Fraction:
        """Carry step 2 out for one class."""
        shares = {p_true[c]: sp.Rational(str(true)), p_pred[c]: sp.Rational(str(predicted))}
        return Fraction(str(self.product.subs(shares)))

    @property
    def agreed_by_chance(self) -> sp.Expr:
        """Return P_e in the shares of all classes: step 2 put into step 3."""
        return self.total.xreplace({chance[c]: self.product})

    def kappa_if(self, observed: sp.Expr) -> Fraction | float:
        """Return kappa with this observed agreement; nan where it depends on the shares."""
        value = self.ratio.subs(P_e, self.agreed_by_chance).subs(P_o, observed)
        return Fraction(str(value)) if value.is_Rational else nan

    def of_two_classes(self) -> sp.Expr:
        """Return kappa of the four cells; class 1 is the positive one."""
        cases = TP + FP + FN + TN
        shares = {
            p_pred[1]: (TP + FP) / cases,
            p_true[1]: (TP + FN) / cases,
            p_pred[2]: (FN + TN) / cases,
            p_true[2]: (FP + TN) / cases,
        }
        agreed = self.agreed_by_chance.subs(C, 2).doit().subs(shares)
        return self.ratio.subs({P_o: (TP + TN) / cases, P_e: agreed})


def read_definition(p: Printed) -> Definition:
    """Read the formula of kappa, and steps 2 and 3 of its chance agreement."""
    return Definition(*(formula(p[text]) for text in ("details.kappa", "box.step2", "box.step3")))


def formula(text: str) -> sp.Expr:
    """Read the right side of a printed equation."""
    return sides(text, NAMES)[-1]


# --- Introduction -------------------------------------------------------------------------------

# Nine of ten are healthy, and a classifier calls everybody healthy.
MAJORITY = ConfusionMatrix([[0, 10], [0, 90]], ["sick", "healthy"]).exact()
# Half are sick, and a classifier guesses: a fair coin does as well.
HALVES = ConfusionMatrix([[25, 25], [25, 25]], ["sick", "healthy"]).exact()
# It finds none of the sick, and is right in 88 % of the cases.
BELOW_ZERO = ConfusionMatrix([[0, 10], [2, 88]], ["sick", "healthy"]).exact()

# A test that finds 90 % of the sick and alarms for 10 % of the healthy, for three shares of sick.
FPR, TPR, PREVALENCES = 0.1, 0.9, (0.5, 0.1, 0.01)


@computes("intro.magnifies", "scale.negative")
def advantage(p: Printed) -> dict[str, Any]:
    """Introduction, Interpretation: what kappa does to P_o - P_e, and which sign it has."""
    ratio = p["details.kappa"]
    wrong, against_a_coin = "kappa = (P_o - P_e)/(1 + P_e)", "kappa = (P_o - 1/2)/(1 - 1/2)"
    shown = "(P_o - P_e) times 1/(1 - P_e)"
    sign = "negative exactly if P_o < P_e"
    truths = BELOW_ZERO.row_margins
    return {
        "intro.magnifies": holds(magnifies_the_advantage, (ratio,), (wrong,), shown, "proved"),
        "scale.negative": noted(
            holds(magnifies_the_advantage, (ratio,), (against_a_coin,), sign, "proved"),
            kappa=BELOW_ZERO.kappa,
            accuracy=BELOW_ZERO.accuracy,
            truths=truths @ truths,
        ),
    }


def magnifies_the_advantage(text: str) -> bool:
    """Prove that a formula is P_o - P_e times a factor that is never less than 1.

    So it has the sign of P_o - P_e, too. As q runs through all numbers from 0 on, P_e = q/(1 + q)
    runs through all from 0 up to 1.
    """
    factor = sp.cancel(formula(text) / (P_o - P_e))
    q = sp.Symbol("q", nonnegative=True)
    above_one = sp.cancel(factor.subs(P_e, q / (1 + q)) - 1)
    return bool(above_one.free_symbols <= {q} and above_one.is_nonnegative)


@computes("intro.robust", "intro.detection", "intro.zero")
def introduction(p: Printed) -> dict[str, Any]:
    """Introduction: its promises for rare classes, for boxes in pictures, and at kappa 0."""
    binary, kappas = p["details.binary"], listed(kappa_at(FPR, TPR, PREVALENCES), 3)
    limit, halved = str(without_true_negatives(binary)), binary.replace("2*", "", 1)
    accuracy = MAJORITY.accuracy
    lazy = holds(
        lambda table: table.kappa == 0 and table.accuracy != Fraction(1, 2),
        (MAJORITY,),
        (HALVES,),
        f"kappa 0 with accuracy {float(accuracy):g}",
    )
    return {
        "intro.robust": holds(changes_with_prevalence, (FPR, TPR), (FPR, FPR), kappas),
        "intro.detection": holds(
            lambda binary: is_zero(without_true_negatives(binary) - 2 * TP / (2 * TP + FP + FN)),
            (binary,),
            (halved,),
            limit,
            "proved",
        ),
        "intro.zero": noted(lazy, accuracy=accuracy),
    }


def changes_with_prevalence(fpr: float, tpr: float) -> bool:
    """Say whether the kappa of one test changes with the share of the sick."""
    return len({round(float(k), 12) for k in kappa_at(fpr, tpr, PREVALENCES)}) > 1


def without_true_negatives(binary: str) -> sp.Expr:
    """Return the limit of a formula of kappa as true negatives become countless."""
    return sp.limit(sp.cancel(formula(binary)), TN, sp.oo)


@computes("intro.low", "intro.high", "intro.typical-*", "scale.zero")
def ends_of_the_range(p: Printed) -> dict[str, Any]:
    """Introduction, Interpretation: no kappa beyond -1 and 1; a guess has 0, and no error 1."""
    definition, (least, _) = read_definition(p), ends_of_kappa()
    guess, errorless = definition.kappa_if(GUESSED), definition.kappa_if(sp.Integer(1))
    mirrored = exchange_turns_the_sign(p["details.binary"])
    return {
        "intro.low": least,
        "intro.high": errorless if kappa_is_bounded() else nan,
        "intro.typical-low": guess if mirrored else nan,
        "intro.typical-high": errorless if mirrored else nan,
        "scale.zero": guess,
    }


def exchange_turns_the_sign(binary: str) -> bool:
    """Prove that kappa changes its sign where the two predictions are exchanged.

    Its denominator is a sum of products of counts, so the numerator decides.
    """
    numerator, _ = sp.fraction(sp.together(formula(binary)))
    exchanged = numerator.subs({TP: FN, FN: TP, FP: TN, TN: FP}, simultaneous=True)
    return is_zero(numerator + exchanged)


# --- Implementation Details ---------------------------------------------------------------------

# Truth and predictions of six cases in three classes; the predictions are dealt out anew.
TRUTH, CALLED = (0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 2, 2)


@computes("details.*", "box.step*")
def formulas(p: Printed) -> dict[str, Any]:
    """Both formulas and the three steps; the second formula follows from the first texts."""
    return {
        "details.kappa": {kappa: 1 - (1 - P_o) / (1 - P_e)},
        "box.steps": sum(bool(re.fullmatch(r"box\.step\d", claim)) for claim in p),
        "box.step2": lambda text: sides(text, NAMES) == [chance[c], p_pred[c] * p_true[c]],
        "box.step3": lambda text: sides(text, NAMES) == [P_e, sp.Sum(chance[c], (c, 1, C))],
        "details.binary": {kappa: read_definition(p).of_two_classes()},
    }


@computes("box.probability")
def shuffled(p: Printed) -> dict[str, Any]:
    """Info box: the chance agreement is the mean over all orders of the predictions."""
    definition = read_definition(p)
    of_truths = replace(definition, product=p_true[c] ** 2)
    given, unless = (TRUTH, CALLED, definition), (TRUTH, CALLED, of_truths)
    shown = "mean of all 720 shufflings"
    return {"box.probability": holds(is_mean_of_shufflings, given, unless, shown)}


def is_mean_of_shufflings(
    truth: Sequence[int], called: Sequence[int], definition: Definition
) -> bool:
    """Deal out the same predictions in all orders; say whether they agree in P_e of the cases."""
    n = len(truth)
    deals = [sum(map(operator.eq, truth, dealt)) for dealt in permutations(called)]
    shares = [(Fraction(truth.count(k), n), Fraction(called.count(k), n)) for k in {*truth}]
    chance = sum(definition.chance_of_class(*pair) for pair in shares)
    return Fraction(sum(deals), n * len(deals)) == chance


# --- Interpretation: the scale of words ---------------------------------------------------------

_CONDITION = re.compile(r"(<=|>=|>|=) (-?\d+(?:\.\d+)?)")
_HOLDS = {"<=": operator.le, ">=": operator.ge, ">": operator.gt, "=": operator.eq}


class Level(NamedTuple):
    """One row of a scale: a condition on kappa, and the name of the agreement that meets it."""

    sign: str
    bound: Fraction
    name: str

    def holds(self, kappa: Fraction) -> bool:
        """Say whether a kappa meets the condition."""
        return bool(_HOLDS[self.sign](kappa, self.bound))


def read_scale(p: Printed) -> tuple[Level, ...]:
    """Read the page's table of levels, lowest first.

    Raises
    ------
    AuditError
        A condition that is no sign, a blank and a number.
    """
    return tuple(_read_level(p, f"scale.row{row}") for row in range(1, 8))


def _read_level(p: Printed, row: str) -> Level:
    match = _CONDITION.fullmatch(p[f"{row}.kappa"])
    if match is None:
        raise AuditError(
            f"{row}.kappa: {p[f'{row}.kappa']!r} is no condition; write a sign, a blank, a "
            "number: > 0.2."
        )
    return Level(match[1], Fraction(match[2]), p[f"{row}.level"])


def read_scale_of_the_tutorial(p: Printed) -> tuple[Level, ...]:
    """Read McHugh's scale, which the tutorial on cats and dogs prints; lowest first."""
    rows = ("none", "minimal", "weak", "moderate", "strong", "perfect")
    said = [(f"table1.{row}-low", f"table1.{row}") for row in rows]
    return tuple(
        Level(">=", number(p.elsewhere("cats_and_dogs", low)), p.elsewhere("cats_and_dogs", name))
        for low, name in said
    )


def level(scale: Iterable[Level], kappa: Fraction) -> str:
    """Name a kappa by the last row of a scale, read downwards, whose condition it meets.

    Raises
    ------
    AuditError
        No row has a place for this kappa.
    """
    names = [row.name for row in scale if row.holds(kappa)]
    if not names:
        raise AuditError(f"kappa is {float(kappa):g}; no row of this scale has a place for it.")
    return names[-1]


# --- Multiple Classes, Aggregating Per-class Metrics --------------------------------------------

# A table of three classes on which no average is kappa.
THREE = ConfusionMatrix([[35, 3, 2], [10, 29, 1], [0, 3, 17]], ["cat", "dog", "fox"]).exact()
# One whose classes are alike: there all averages are kappa.
ALIKE = ConfusionMatrix([[6, 1, 1], [1, 6, 1], [1, 1, 6]]).exact()


@computes("classes.counts", "averages.summary")
def many_classes(p: Printed) -> dict[str, Any]:
    """Multiple classes: what the counts say, and what the named averages of the kappas are."""
    names, binary = p["averages.methods"].split(", "), p["details.binary"]
    values = averages(THREE, names) | {"kappa": Fraction(THREE.kappa)}
    shown = ", ".join(f"{name} {float(value):.4f}" for name, value in values.items())
    given, unless = (THREE, names, binary), (ALIKE, names, binary)
    return {
        "classes.counts": OfText(leave_the_true_negatives, "all cases less TP, FP and FN are TN"),
        "averages.summary": holds(only_another_mean_is_kappa, given, unless, shown),
    }


def leave_the_true_negatives(text: str) -> bool:
    """Prove that the named counts, of all classes, leave TN of every class.

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


def averages(table: ConfusionMatrix, names: Iterable[str]) -> dict[str, Fraction]:
    """Return averages of the class kappas by name; an unknown name raises ValueError."""
    return {name: table.per_class_kappas(average=name) for name in names}  # type: ignore[arg-type]


def only_another_mean_is_kappa(table: ConfusionMatrix, names: Sequence[str], binary: str) -> bool:
    """Say whether no two of the averages and kappa are equal, though other weights give kappa."""
    differ = len({*averages(table, names).values(), table.kappa}) == len(names) + 1
    return differ and weighted_kappas_add_up(binary)


def weighted_kappas_add_up(binary: str) -> bool:
    """Prove that kappa is a mean of the class kappas, by the printed formula of two classes."""
    true, called, hits = theorems.r, theorems.c, theorems.d
    one_vs_rest = {TP: hits, FN: true - hits, FP: called - hits, TN: 1 - true - called + hits}
    return is_a_mean_over_classes(formula(binary).subs(one_vs_rest, simultaneous=True))


# --- Example: the two doctors -------------------------------------------------------------------

LABELS = ("sick", "not sick")
CELLS = ("sick-sick", "sick-not", "not-sick", "not-not")


def read_doctors(p: Printed) -> ConfusionMatrix:
    """Read the exact table of the doctors: Doctor B in the rows, Doctor A in the columns."""
    both, b_only, a_only, none = (p.number(f"example.table.{cell}") for cell in CELLS)
    return ConfusionMatrix([[both, b_only], [a_only, none]], LABELS)


@computes("example.table.*")
def table_of_the_doctors(p: Printed) -> dict[str, Any]:
    """Each cell of the table from what the text tells."""
    everyone, a, b, both = (
        p.number(f"example.{told}") for told in ("patients", "a-sick", "b-sick", "both-sick")
    )
    cells = (both, b - both, a - both, everyone - a - b + both)
    return {f"example.table.{cell}": value for cell, value in zip(CELLS, cells, strict=True)}


@computes(
    "example.patients",
    "example.a-sick",
    "example.b*",
    "example.po*",
    "example.pe*",
    "example.kappa*",
)
def example(p: Printed) -> dict[str, Any]:
    """Each number of the text from the table."""
    table = read_doctors(p)
    (sick, not_sick), (sick_by_a, not_sick_by_a) = table.row_margins, table.column_margins
    return {
        "example.patients": table.total,
        "example.a-sick": table.column_totals[0],
        "example.b-sick": table.row_totals[0],
        "example.both-sick": table["sick", "sick"],
        "example.po-sum": gives(table.accuracy),
        "example.po": table.accuracy,
        "example.pe-sum": gives(table.chance_agreement),
        "example.pe-sick": sick * sick_by_a,
        "example.pe-not": not_sick * not_sick_by_a,
        "example.pe": table.chance_agreement,
        "example.kappa-quotient": gives(table.kappa),
        "example.kappa-above": table.accuracy - table.chance_agreement,
        "example.kappa-below": 1 - table.chance_agreement,
        "example.kappa": table.kappa,
    }


@computes("example.level")
def word_of_the_doctors(p: Printed) -> dict[str, Any]:
    """Name the agreement of the doctors in the page's words."""
    return {"example.level": level(read_scale(p), Fraction(read_doctors(p).kappa))}


@computes("limits.words")
def two_scales(p: Printed) -> dict[str, Any]:
    """Name it by another author's scale, too."""
    kappa, high = Fraction(read_doctors(p).kappa), Fraction("0.95")
    scales = read_scale(p), read_scale_of_the_tutorial(p)
    names = " or ".join(level(scale, kappa) for scale in scales)
    given, unless = (kappa, *scales), (high, *scales)
    return {"limits.words": holds(has_another_name, given, unless, f"the doctors: {names}")}


def has_another_name(kappa: Fraction, scale: tuple[Level, ...], other: tuple[Level, ...]) -> bool:
    """Say whether the name of a kappa is no part of its name on another scale."""
    return level(scale, kappa).casefold() not in level(other, kappa).casefold()


# --- Limitations and Biases ---------------------------------------------------------------------

# Tables with 90 % on the diagonal; the margins differ, and kappa only in the second.
EVEN = ConfusionMatrix([[45, 5], [5, 45]], ["sick", "healthy"]).exact()
UNEVEN = ConfusionMatrix([[5, 5], [5, 85]], ["sick", "healthy"]).exact()
EVEN_BY_OTHERS = ConfusionMatrix([[40, 10], [0, 50]], ["sick", "healthy"]).exact()

# Truth and scores of four cases, from the highest score down.
RANKED = ((1, 0, 1, 0), (0.9, 0.7, 0.4, 0.2))
# With the same scores another truth, whose three kappas differ.
SHARING_NONE = ((1, 0, 0, 1), (0.9, 0.7, 0.4, 0.2))


@computes("limits.margins", "limits.differs")
def limitations(p: Printed) -> dict[str, Any]:
    """Limitations: margins alone, and thresholds, change kappa."""
    both = f"kappa {EVEN.kappa} and {UNEVEN.kappa}, both with accuracy {float(EVEN.accuracy):g}"
    pairs = (EVEN, UNEVEN), (EVEN, EVEN_BY_OTHERS)
    kappas = f"kappa {listed(by_threshold(*RANKED), 3)}"
    return {
        "limits.margins": holds(
            lambda one, other: one.accuracy == other.accuracy and one.kappa != other.kappa,
            *pairs,
            both,
        ),
        "limits.differs": holds(share_a_kappa, RANKED, SHARING_NONE, kappas),
    }


def by_threshold(truth: ArrayLike, scores: ArrayLike) -> list[float]:
    """Kappa at each threshold that calls some cases positive, but not all; the highest first."""
    kappas: list[float] = kappa_curve(truth, scores)[1][1:-1].tolist()
    return kappas


def share_a_kappa(truth: ArrayLike, scores: ArrayLike) -> bool:
    """Say whether some two thresholds with different tables give one kappa."""
    kappas = by_threshold(truth, scores)
    return len({*kappas}) < len(kappas)
