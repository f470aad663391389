"""Open questions: what an answer must have. Each function returns what is missing, or nothing.

Many answers are right, so nothing is stored; a property computes what the learner's own answer
has, and says that.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kappabook.metrics import ConfusionMatrix, auk_from_roc
from kappabook.metrics.intervals import corrected_resampled_t_test
from kappabook.metrics.rates import kappa_at
from kappabook.teaching.exercises.parse import (
    UnreadableError,
    as_entries,
    as_fraction,
    as_list,
    is_many,
)

LINEAR = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
# The two classifiers of exercise 06-5, as ROC curves.
CAREFUL = ([0, 0.1, 1], [0, 0.5, 1])
EAGER = ([0, 0.4, 1], [0, 0.9, 1])


def read_table(answer: Any, classes: int) -> ConfusionMatrix:
    """Read a table of whole numbers with so many classes."""
    if isinstance(answer, ConfusionMatrix) and answer.n_classes != classes:
        raise UnreadableError(
            f"A table of {classes} classes is asked for; yours has {len(answer.cells)}."
        )
    entries = as_entries(answer, (classes, classes))
    if any(entry < 0 for entry in entries):
        raise UnreadableError("A table counts cases; one of your counts is negative.")
    if any(entry.denominator != 1 for entry in entries):
        raise UnreadableError("A table counts cases: whole numbers only, no shares.")
    if not any(entries):
        raise UnreadableError("Your table is empty: all counts are 0.")
    counts = np.array([int(entry) for entry in entries]).reshape(classes, classes)
    return ConfusionMatrix(counts).exact()


def read_two_tables(answer: Any, rows: tuple[int, int]) -> list[ConfusionMatrix]:
    """Read a list of two tables whose rows add up to these totals."""
    if isinstance(answer, ConfusionMatrix) or not is_many(answer):
        raise UnreadableError("Two tables are asked for: a list [first, second].")
    items = as_list(answer, "a list of two tables")
    if len(items) != 2:
        raise UnreadableError(f"Two tables are asked for; yours has {len(items)}.")
    if all(is_many(item) and not any(map(is_many, as_list(item, "a table"))) for item in items):
        raise UnreadableError("That is one table; two are asked for: a list [first, second].")
    tables = [read_table(item, 2) for item in items]
    for which, table in zip(("first", "second"), tables, strict=True):
        totals = [int(total) for total in table.row_totals]
        if totals != list(rows):
            raise UnreadableError(
                f"In your {which} table the rows add up to {totals[0]} and {totals[1]}; "
                f"they must add up to {rows[0]} and {rows[1]}."
            )
    return tables


def read_prevalence(answer: Any) -> float:
    """Read a share of positives between 0 and 1, neither included."""
    value = float(as_fraction(answer))
    if value > 1:
        raise UnreadableError(f"A share of 1 is asked for; {value:g} looks like a percentage.")
    if not 0 < value < 1:
        raise UnreadableError(
            "Give a share between 0 and 1. At 0 and at 1 there is only one class."
        )
    return value


def accurate_but_below_chance(answer: Any) -> str:
    """Ask for 100 cases of two classes, accuracy at least 0.9 and kappa below 0."""
    table = read_table(answer, 2)
    if table.total != 100:
        return f"Your table has {int(table.total)} cases; 100 are asked for."
    if 10 * table.accuracy < 9:
        return (
            f"Your classifier's accuracy is {float(table.accuracy):.2f}; at least 0.9 is asked for."
        )
    if not 0 < table.row_totals[0] < 100:
        return "All your cases belong to one class. Give both classes some cases."
    if table.kappa == 0:
        return "Your kappa is exactly 0: as good as a guesser. It can be worse than that."
    if table.kappa > 0:
        return f"Your kappa is {float(table.kappa):.3f}, above 0. What if no rare case is found?"
    return ""


def fair_test(answer: Any) -> str:
    """Ask for a prevalence at which TPR 0.9, FPR 0.1 has a kappa above 0.2, at most 0.4."""
    prevalence = read_prevalence(answer)
    if prevalence > 0.5:
        return "With this share the sick are the majority. The question is about a rare illness."
    kappa = float(kappa_at(0.1, 0.9, prevalence))
    if kappa > 0.4:
        return f"With this share kappa is {kappa:.2f}, better than fair. Make the illness rarer."
    if kappa <= 0.2:
        return f"With this share kappa is {kappa:.2f}, only slight. Make the illness less rare."
    return ""


def far_misses(answer: Any) -> str:
    """Ask for three ordered classes whose linearly weighted kappa is below the plain one."""
    table = read_table(answer, 3)
    if table.chance_agreement == 1:
        return "All cases are of one class on both sides, so kappa is 0/0. Use more classes."
    plain, weighted = table.kappa, table.weighted_kappa(LINEAR)
    if weighted < plain:
        return ""
    both = f"weighted {float(weighted):.3f}, plain {float(plain):.3f}"
    if table.accuracy == 1:
        return f"Without errors both are 1 ({both}). The two differ only in how errors count."
    if weighted == plain:
        return f"Your two kappas are equal ({both}). Move one error to another cell."
    return (
        f"Your weighted kappa is the higher one ({both}). "
        "Which errors cost most with these weights?"
    )


def two_opinions(answer: Any) -> str:
    """Ask for two tables, 70 of 100 positive: one ahead by accuracy, the other by kappa."""
    a, b = read_two_tables(answer, (70, 30))
    if a.accuracy == b.accuracy:
        return f"Both have the same accuracy ({float(a.accuracy):.2f}). One must be ahead."
    if a.kappa == b.kappa:
        return f"Both have the same kappa ({float(a.kappa):.3f}). One must be ahead."
    if (a.accuracy > b.accuracy) == (a.kappa > b.kappa):
        ahead = "first" if a.kappa > b.kappa else "second"
        return f"Accuracy and kappa both prefer your {ahead} classifier."
    return ""


def many_classes(answer: Any) -> str:
    """Ask for four classes, wrong more often than right, and a kappa above 0.3."""
    table = read_table(answer, 4)
    if 2 * table.accuracy >= 1:
        share = f"{float(table.accuracy):.0%} of the cases"
        return f"Your classifier is right in {share}; less than 50 % is asked for."
    if not table.row_totals.all():
        return "One of your four classes has no cases; each needs some."
    if table.kappa <= 0:
        return f"Your kappa is {float(table.kappa):.3f}: no better than a guesser."
    if 10 * table.kappa <= 3:
        chance, kappa = float(table.chance_agreement), float(table.kappa)
        return f"Your kappa is {kappa:.3f}, with chance at {chance:.2f}; above 0.3 is asked for."
    return ""


def only_naive(answer: Any) -> str:
    """Ask for ten differences that the plain paired t-test calls real, the corrected one not."""
    differences = np.array([float(entry) for entry in as_entries(answer, (10,))])
    if np.ptp(differences) == 0:
        return "All your differences are equal; then no test can say anything."
    size = abs(differences).max()
    if size > 1:
        return f"An accuracy is at most 1, so a difference is too; yours has {size:g}."
    plain = math.sqrt(10) * abs(differences.mean()) / differences.std(ddof=1)
    corrected = abs(corrected_resampled_t_test(differences, test_train_ratio=1 / 9).statistic)
    # Two-sided, 5 %, nine degrees of freedom.
    critical = 2.262
    shown = f"plain t is {plain:.2f}, corrected {corrected:.2f}, and {critical} is needed"
    if plain <= critical:
        return f"Neither test finds a difference: {shown}."
    if corrected > critical:
        return f"Both tests find a difference: {shown}."
    return ""


def overtaken(answer: Any) -> str:
    """Ask for a prevalence at which the AUK prefers the classifier that the AUC does not."""
    prevalence = read_prevalence(answer)
    careful, eager = (auk_from_roc(*curve, prevalence) for curve in (CAREFUL, EAGER))
    if prevalence == 0.5:
        return "With equal classes the AUK is AUC - 1/2, so it cannot disagree with the AUC."
    if careful <= eager:
        side = "above" if prevalence > 0.5 else "below"
        near = f"Your share is {side} one half: AUK {careful:.3f} careful, {eager:.3f} eager."
        return f"{near} The eager one is still ahead."
    return ""


def cheaper_with_lower_kappa(answer: Any) -> str:
    """Ask for two tables, 10 of 100 ill: one has more kappa, one costs less; a miss costs ten."""
    a, b = read_two_tables(answer, (10, 90))
    costs = [10 * int(table.cells[0, 1]) + int(table.cells[1, 0]) for table in (a, b)]
    if costs[0] == costs[1]:
        return f"Both cost {costs[0]}. One must be cheaper."
    if (a.kappa > b.kappa) == (costs[0] < costs[1]):
        ahead = "first" if costs[0] < costs[1] else "second"
        return f"Your {ahead} classifier costs less and has the higher kappa as well."
    if a.kappa == b.kappa:
        return "Both have the same kappa. One must be ahead."
    return ""


def two_answers(answer: Any) -> str:
    """Ask for 100 items with an AC1 above 0.8 and a kappa below 0.2, and some common yes."""
    table = read_table(answer, 2)
    if table.total != 100:
        return f"Your table has {int(table.total)} items; 100 are asked for."
    if not table.cells[0, 0]:
        return 'Your raters never say "yes" to the same item. Let them do so at least once.'
    if min(table.row_totals[0], table.column_totals[0]) < 5:
        return 'One of your raters says "yes" fewer than 5 times.'
    if not (table.row_totals[1] and table.column_totals[1]):
        return 'One of your raters never says "no". Let both use both labels.'
    agreement, kappa = float(table.accuracy), float(table.kappa)
    share = float(table.row_margins[0] + table.column_margins[0]) / 2
    chance = 2 * share * (1 - share)
    ac1 = (agreement - chance) / (1 - chance)
    if ac1 <= 0.8:
        return (
            f"Your AC1 is {ac1:.3f}, with an agreement of {agreement:.2f}; above 0.8 is asked for."
        )
    if kappa >= 0.2:
        return f"Your kappa is {kappa:.3f}; below 0.2 is asked for. Where do they agree?"
    return ""
