"""The abstract and Sections 1-3: accuracy, AUC, AUK and H-measure; kappa, and A, B and C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import nan
from typing import Any

import numpy as np
import scipy
import sympy as sp
from numpy.typing import NDArray

from kappabook.audit.algebra import follows
from kappabook.audit.computed import OfText, Said, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix, auk_bounds, auk_from_roc, gini_score
from kappabook.metrics.auk import auk_swapped_from_roc, perfect_auk
from kappabook.metrics.hand import h_measure
from kappabook.metrics.rates import kappa_at
from kappabook.metrics.roc import counts_at_thresholds
from kappabook.metrics.rounded import number
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk.curves import (
    DIAGONAL,
    ONE_CORNER,
    P_BAD,
    P_GOOD,
    ROUNDING,
    Points,
    area_under,
    auk_changes,
    auks,
    power_curve,
)
from kappabook.papers.kaymak_auk.tables import CLASSIFIERS, read_classifier, read_pair
from kappabook.papers.shared.baselines import dealt, expected, is_below_the_majority
from kappabook.papers.shared.texts import listed
from kappabook.papers.shared.theorems import auc_is_an_expected_loss, ends_of_kappa

# --- the abstract and Section 1 -----------------------------------------------------------------


@computes("abstract.*")
def abstract(printed: Printed) -> dict[str, Any]:
    """Abstract: the AUK sees the class distribution, and bends with the AUC."""
    shares = (0.1, 0.5, 0.9)
    of_each = zip(auks(ONE_CORNER, shares), shares, strict=True)
    shown = ", ".join(f"{auk:.4f} at p = {p:g}" for auk, p in of_each)
    bend = "bounds of AUK given AUC rise and bend"
    return {
        "abstract.class-sensitive": holds(
            auk_changes, (ONE_CORNER, shares), (DIAGONAL, shares), shown
        ),
        "abstract.nonlinear": holds(bounds_rise_and_bend, (P_BAD,), (0.5,), bend),
    }


def bounds_rise_and_bend(p: float) -> bool:
    """Say whether both bounds of the AUK rise with the AUC, and neither along a line."""
    bounds = np.array([auk_bounds(auc, p) for auc in np.linspace(0.5, 1, 11)])
    rise, bend = np.diff(bounds, axis=0), np.diff(bounds, n=2, axis=0)
    return bool((rise > 0).all() and (abs(bend).max(axis=0) > 1e-4).all())


@computes("s1.priors", "s1.unique", "s1.simpler")
def introduction(printed: Printed) -> dict[str, Any]:
    """Section 1: what does not depend on the class distribution, and which model is the best."""
    auc, auk = eq.ON_CURVE["AUC"], eq.ON_CURVE["AUK"]
    shares = (P_BAD, 0.5, P_GOOD)
    largest = listed((perfect_auk(p) for p in shares), 3)
    shown = f"largest AUK {largest} at p = 0.11, 0.5, 0.89; largest H-measure 1"
    return {
        "s1.priors": holds(
            lambda area: eq.p not in area.free_symbols, (auc,), (auk,), "no p in (9)"
        ),
        "s1.unique": one_optimum(),
        "s1.simpler": holds(
            ends_elsewhere_than_h, (auk_from_roc, shares), (normalized_auk_of, shares), shown
        ),
    }


def one_optimum() -> Said:
    """Prove it of kappa; of a measure whose lines of equal value bend it does not follow."""
    bent = eq.KAPPA.subs(eq.f, eq.f**2)
    shown = "one, for strictly concave curves"
    return holds(eq.concave_curves_have_one_optimum, (eq.KAPPA,), (bent,), shown)


def ends_elsewhere_than_h(area: Callable[..., float], shares: Sequence[float]) -> bool:
    """Say whether a perfect ranking has another area for each p, and always the H-measure 1."""
    best, h = set(), set()
    for p in shares:
        truth = np.arange(100) >= 100 * (1 - p)
        h.add(round(h_measure(truth, truth.astype(float)), 9))
        best.add(round(area([0, 0, 1], [0, 1, 1], p), 9))
    return h == {1} and len(best) == len(shares)


def normalized_auk_of(fpr: Sequence[float], tpr: Sequence[float], p: float) -> float:
    """AUK of a curve as a share of the largest one for this p."""
    return float(auk_from_roc(fpr, tpr, p) / perfect_auk(p))


@computes("s1.objective")
def objective(printed: Printed) -> dict[str, Any]:
    """Section 1: the AUK of one printed AUC with either class as the positive one."""
    curve = power_curve(read_pair(printed, 4, "linear").numbers[0])
    either_way = [area(*curve, P_GOOD) for area in (auk_from_roc, auk_swapped_from_roc)]
    return {
        "s1.objective": holds(
            lambda height: not eq.area_is_the_same_either_way(height),
            (eq.KAPPA,),
            (eq.t,),
            listed(either_way),
        )
    }


# --- the costs that an area supposes ---

# The AUCs of two models whose implied costs are compared, and one of them beside itself.
TWO_MODELS, ONE_MODEL = (2 / 3, 3 / 4), (3 / 4, 3 / 4)


@computes("s1.hand", "s1.explicit-loss", "s2.auk-solves")
def costs(printed: Printed) -> dict[str, Any]:
    """Sections 1 and 2: Hand's objection to the AUC, and whether the AUK escapes it."""
    of_auc, of_auk = cost_shares(0.5, "cases"), cost_shares(P_BAD, "negatives")
    negatives = (P_BAD, "negatives", TWO_MODELS), (P_BAD, "negatives", ONE_MODEL)
    of_model = holds(costs_differ, *negatives, _medians(of_auk))
    return {
        "s1.hand": holds(hands_costs_differ, (TWO_MODELS,), (ONE_MODEL,), _medians(of_auc)),
        "s1.explicit-loss": of_model,
        "s2.auk-solves": of_model,
    }


def hands_costs_differ(aucs: tuple[float, ...]) -> bool:
    """Prove Hand's identity, and compare the costs that it implies for several models."""
    return auc_is_an_expected_loss() and costs_differ(0.5, "cases", aucs)


def costs_differ(p: float, by: str, aucs: Sequence[float]) -> bool:
    """Say whether the median shares of the cost differ between the models."""
    return len(set(cost_shares(p, by, aucs))) > 1


def cost_shares(p: float, by: str, aucs: Sequence[float] = TWO_MODELS) -> tuple[float, ...]:
    """Median share of the cost that a false positive has, as two models' areas imply it.

    A threshold of a concave curve with slope s is best where that share is ps/(ps + 1 - p). The
    AUC goes through the thresholds `by` cases (Hand's identity), the AUK by 'negatives': evenly
    in f. The models are power curves of these AUCs.
    """
    shares = []
    for auc in aucs:
        rates, hits = power_curve(auc)
        passed = (1 - p) * rates + p * hits if by == "cases" else rates
        median = float(np.interp(0.5, passed, rates))
        slope = (1 / auc - 1) * median ** (1 / auc - 2)
        shares.append(round(p * slope / (p * slope + 1 - p), 4))
    return tuple(shares)


def _medians(shares: Sequence[float]) -> str:
    return "median cost shares " + " and ".join(f"{share:.3f}" for share in shares)


# --- Section 2 ----------------------------------------------------------------------------------


@computes("s2.rare", "s2.accuracy*", "s2.majority", "s2.random", "s2.false-*")
def classifier_a(printed: Printed) -> dict[str, Any]:
    """Section 2: the accuracy of Table 1, guessers beside it, and its false alarms."""
    table = read_classifier(printed, 1)
    (p, n), (alarms, _) = table.row_margins, table.column_margins
    hits = table["+", "+"], table["-", "-"]
    false = table["-", "+"] / alarms
    guessers = {"guesser": table.chance_agreement, "by_shares": p**2 + n**2}
    in_percent = {name: f"{float(100 * share):g}" for name, share in guessers.items()}
    return {
        "s2.rare": lambda text: text == "p << n" and 10 * p < n,
        "s2.accuracy": table.accuracy,
        "s2.accuracy-sum": OfText(
            lambda text: tuple(map(number, text.split(" + "))) == hits,
            f"TP + TN = {float(table.accuracy):g}",
        ),
        "s2.majority": 100 * max(p, n),
        "s2.random": noted(100 * best_blind_guess(p), **in_percent),
        "s2.false-alarms": 100 * false,
        "s2.false-alarms-fraction": false,
    }


def best_blind_guess(p: Fraction) -> Fraction:
    """Return the largest accuracy of who calls a share q positive and looks at nothing.

    It is pq + (1 - p)(1 - q), a straight line in q: largest where everything gets one name.
    """
    return max(p * q + (1 - p) * (1 - q) for q in (0, 1))


@computes("s2.specific-*", "s2.dominance")
def rates(printed: Printed) -> dict[str, Any]:
    """Section 2: what surrounds (6)-(8)."""
    specificity, sensitivity = eq.TN / eq.n, eq.TP / eq.p
    negatives = "TN/n is about the negatives alone"
    # Accuracy's gain with one sign turned.
    turned = (eq.p * (1 - eq.t) + (1 - eq.p) * eq.f, eq.p), *eq.BETTER_BY_T[1:]
    gains = "accuracy, kappa and costs gain with t"
    return {
        "s2.specific-class": holds(
            lambda rate: {eq.FP, eq.TN} == rate.subs(eq.n, eq.FP + eq.TN).free_symbols,
            (specificity,),
            (sensitivity,),
            negatives,
        ),
        "s2.specific-errors": are_few_if_specific,
        "s2.dominance": holds(eq.all_rise_with_t, eq.BETTER_BY_T, turned, gains, "proved"),
    }


def are_few_if_specific(text: str) -> bool:
    """Specificity is TN/(FP + TN): the errors it counts are the ones that lower it."""
    errors = {"false negatives": eq.FN, "false positives": eq.FP}
    specificity = eq.TN / (eq.FP + eq.TN)
    return text in errors and bool(sp.diff(specificity, errors[text]) != 0)


# Two curves that cross: the first has the larger AUC, the second the larger best kappa at p = 1/2.
WIDE: Points = ((0.0, 0.3, 0.6, 1.0), (0.0, 0.75, 1.0, 1.0))
STEEP: Points = ((0.0, 0.1, 1.0), (0.0, 0.6, 1.0))


@computes("s2.auc-random", "s2.random-roc", "s2.gini-area", "s2.mann-whitney", "s2.crossing")
def areas(printed: Printed) -> dict[str, Any]:
    """Section 2: what surrounds (9) and (10)."""
    (auc, best), (other_auc, other_best) = map(auc_and_best_kappa, (WIDE, STEEP))
    crossing = f"AUC {auc:.3f} and {other_auc:.3f}, largest kappa {best:.2f} and {other_best:.2f}"
    rankings = "729 rankings of 3 + 3 cases, ties included"
    return {
        "s2.auc-random": area_under(*DIAGONAL),
        "s2.random-roc": eq.RANDOM,
        "s2.gini-area": gini_over_area(),
        "s2.mann-whitney": holds(counts_pairs, (area_of_ranking,), (gini_score,), rankings),
        "s2.crossing": holds(larger_auc_smaller_kappa, (WIDE, STEEP), (WIDE, ONE_CORNER), crossing),
    }


def gini_over_area() -> int:
    """Divide the right-hand side of (10) by the area between ROC curve and diagonal."""
    area = eq.term_by_term(eq.g(eq.f) - eq.f, (eq.f, 0, 1))
    return int(sp.cancel((2 * eq.ON_CURVE["AUC"] - 1) / area))


def counts_pairs(area: Callable[..., float]) -> bool:
    """Compare with scipy's U over all scores from {0, 1, 2} of three negatives, three positives."""
    truth = np.array([0, 0, 0, 1, 1, 1])
    rankings = np.array(list(product(range(3), repeat=6)))
    negatives, positives = np.hsplit(rankings, 2)
    pairs = (
        scipy.stats.mannwhitneyu(positives, negatives, axis=1, method="asymptotic").statistic / 9
    )
    found = zip(rankings, pairs, strict=True)
    return all(abs(area(truth, scores) - share) < ROUNDING for scores, share in found)


def area_of_ranking(truth: NDArray[Any], scores: NDArray[Any]) -> float:
    """Area under the ROC curve of cases with these scores."""
    fps, tps, _ = counts_at_thresholds(truth, scores)
    return area_under(fps / fps[-1], tps / tps[-1])


def auc_and_best_kappa(curve: Points, p: float = 0.5) -> tuple[float, float]:
    """AUC of a ROC curve, and its largest kappa."""
    return area_under(*curve), float(kappa_at(*curve, p).max())


def larger_auc_smaller_kappa(one: Points, other: Points) -> bool:
    """Say whether the first has the larger AUC and the smaller best kappa, at p = 1/2."""
    (auc, best), (other_auc, other_best) = map(auc_and_best_kappa, (one, other))
    return auc > other_auc and best < other_best


# --- Section 3: Cohen's kappa ---------------------------------------------------------------------

PERFECT = ConfusionMatrix([[7, 0], [0, 93]]).exact()
MAJORITY = ConfusionMatrix([[0, 7], [0, 93]]).exact()
# Kappa is positive, and yet the majority classifier, right in 0.93 of the cases, is more accurate.
BELOW_MAJORITY = ConfusionMatrix.from_probabilities([["0.05", "0.02"], ["0.06", "0.87"]])
# B and C with A's share of positives, 0.07, and their own accuracy: nearly the same kappas.
REPAIRED = {
    "B": ConfusionMatrix.from_probabilities([["0.04", "0.03"], ["0.02", "0.91"]]),
    "C": ConfusionMatrix.from_probabilities([["0.06", "0.01"], ["0.04", "0.89"]]),
}
# Cohen's kappa, for any number of classes, and his weighted kappa.
COHENS_KAPPAS = (1960, 1968)


@computes("s3.priors", "s3.kappa-min", "s3.kappa-max", "s3.majority-zero")
def what_kappa_is(printed: Printed) -> dict[str, Any]:
    """Section 3: what kappa depends on, its range, and the classifiers at its ends."""
    areas = eq.ON_CURVE["AUC"], eq.ON_CURVE["GINI"]
    balanced = eq.KAPPA.subs(eq.p, sp.Rational(1, 2))
    at_one_point = listed(kappa_at(0.2, 0.6, [0.1, 0.5, 0.9]))
    shown = f"kappa {at_one_point} at one ROC point"
    least, most = ends_of_kappa()
    return {
        "s3.priors": holds(alone_depends_on_p, (eq.KAPPA, *areas), (balanced, *areas), shown),
        "s3.kappa-min": least,
        "s3.kappa-max": most,
        "s3.majority-zero": MAJORITY.kappa,
    }


def alone_depends_on_p(kappa: sp.Expr, *areas: sp.Expr) -> bool:
    """Say whether the first depends on the share of positives, and none of the others does."""
    return eq.p in kappa.free_symbols and all(eq.p not in area.free_symbols for area in areas)


@computes("s3.random-zero", "s3.added-value", "s3.eighties")
def guessers(printed: Printed) -> dict[str, Any]:
    """Section 3: kappa against a random and against a majority classifier."""
    guesses = dealt(3, 3, 3)
    expected_is_zero = follows("kappa = 0", eq.RANDOM)
    mean = expected("kappa", guesses) if expected_is_zero else nan
    values = ", ".join(str(kappa) for kappa in sorted(Fraction(x.kappa) for _, x in guesses))
    kappa, accuracy = BELOW_MAJORITY.kappa, BELOW_MAJORITY.accuracy
    shown = f"kappa {float(kappa):.3f} with accuracy {float(accuracy):g}"
    return {
        "s3.random-zero": noted(mean, values=values),
        "s3.added-value": holds(is_below_the_majority, (BELOW_MAJORITY,), (PERFECT,), shown),
        "s3.eighties": holds(
            lambda *years: max(years) < 1980, COHENS_KAPPAS, (1960, 1985), "1960 and 1968"
        ),
    }


@computes("s3.accuracy", "s3.kappa-?", "s3.order", "s3.same-cases")
def three_classifiers(printed: Printed) -> dict[str, Any]:
    """Section 3: A, B and C, equally accurate and with three kappas."""
    a, b, c = tables = [read_classifier(printed, i) for i in CLASSIFIERS]
    accuracies = {table.accuracy for table in tables}
    shares = listed(table.row_margins[0] for table in tables)
    repaired = listed(table.kappa for table in REPAIRED.values())
    return {
        "s3.accuracy": 100 * accuracies.pop() if len(accuracies) == 1 else nan,
        **{f"s3.kappa-{name}": x.kappa for name, x in zip("abc", tables, strict=True)},
        "s3.order": holds(kappas_rise, (b, a, c), (a, a, c), "B < A < C"),
        "s3.same-cases": noted(
            holds(
                lambda *tables: len({table.row_margins[0] for table in tables}) > 1,
                (a, b, c),
                (a, *REPAIRED.values()),
                f"p = {shares}",
            ),
            repaired=repaired,
        ),
    }


def kappas_rise(*tables: ConfusionMatrix) -> bool:
    """Say whether kappa rises from table to table."""
    return all(one.kappa < other.kappa for one, other in pairwise(tables))


@computes("s3.minority", "s9.minority-balanced")
def the_minority(printed: Printed) -> dict[str, Any]:
    """Sections 3 and 9: what a hit in the minority class is worth to kappa."""
    gain, altered = eq.GAIN, eq.GAIN.subs(eq.p, 1 - eq.p)
    half, tenth = sp.Rational(1, 2), sp.Rational(1, 10)
    shown = "gain 2(1 - 2p)(1 - a)/(1 - p_c)^2"
    neither = "the gain of s3.minority is 0"
    return {
        "s3.minority": holds(eq.a_positive_hit_gains, (gain,), (altered,), shown, "proved"),
        "s9.minority-balanced": holds(
            eq.neither_class_is_favoured, (half,), (tenth,), neither, "proved"
        ),
    }
