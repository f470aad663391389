"""What Sections 6 and 7 say in words, Table 12, the shares of chance and the ranks apart."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import floor

from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.kappa_curve import kappa_at
from kappabook.metrics.roc import auc_from_roc
from kappabook.papers.bendavid2007.datasets import only_monks_is_artificial
from kappabook.papers.bendavid2007.keys import DATASETS, TABLES
from kappabook.papers.bendavid2007.printed import Findings, once_per_texts, row, table7
from kappabook.transcription import read_number

MONKS, POST_OPERATIVE = "monks-3", "post-operative"


def sections_6_and_7(printed: Mapping[str, str]) -> Findings:
    """Check the discussion and the conclusions."""
    yield from post_operative(printed)
    yield from table_7_says(printed)
    yield from _guessers()


@once_per_texts(*(f"{table}.{POST_OPERATIVE}." for table in (*TABLES.values(), "table7")))
def post_operative(printed: Mapping[str, str]) -> Findings:
    """Check what is said of one data set: its kappas are around 0, and its P_c differ."""
    cells = [row(printed, table, POST_OPERATIVE) for table in TABLES.values()]
    kappas = [(read_number(cell.kappa), read_number(cell.kappa_ci)) for cell in cells]
    around = all(abs(kappa) <= half for kappa, half in kappas)
    low, high = (f"{float(end(kappa for kappa, _ in kappas)):.4f}" for end in (min, max))
    yield "s6.around-zero", Finding(Statement(around, f"{low} to {high}; each interval holds 0"))
    top = float(max(kappa + half for kappa, half in kappas))
    yield (
        "s6.failed",
        Finding(
            Statement(around, "no interval of kappa excludes 0"),
            note="Nothing is shown to be added; that nothing is added does not follow. The "
            f"intervals reach up to kappa {top:.2f}.",
            verdict="consistent",
        ),
    )
    by_classifier = [read_number(cell.chance) for cell in cells]
    average = read_number(row(printed, "table7", POST_OPERATIVE).chance)
    yield (
        "s6.pc-depends",
        Finding(
            Statement(
                min(by_classifier) < average < max(by_classifier), f"{_span(by_classifier)} here"
            ),
            note="By (3) P_c joins the row totals, which belong to the data, with the column "
            "totals, which belong to the classifier. Shown for Post Operative; Table 7 has "
            "averages from 0.14 to 0.68.",
        ),
    )


@once_per_texts("table7.")
def table_7_says(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the averages over the classifiers."""
    rows = {
        dataset: (read_number(row.accuracy), read_number(row.kappa))
        for dataset, row in table7(printed).items()
    }
    accuracy, kappa = rows[MONKS]
    gap = {dataset: one - other for dataset, (one, other) in rows.items()}
    yield "s6.monks-row", Finding(Number(list(DATASETS).index(MONKS) + 1))
    best = accuracy == max(a for a, _ in rows.values()) and kappa == max(
        k for _, k in rows.values()
    )
    shown = f"accuracy {float(accuracy)}, kappa {float(kappa)}: the highest of all data sets"
    yield "s6.monks-good", Finding(Statement(best, shown))
    yield (
        "s6.monks-little",
        Finding(
            Statement(gap[MONKS] == min(gap.values()), f"they differ by {float(gap[MONKS])}"),
            note="The smallest difference of the fifteen. By (1) it is (1 - accuracy) P_c/(1 - "
            "P_c), so an accuracy near 1 makes it small, whatever P_c is.",
        ),
    )
    larger = sum(difference > gap[MONKS] for difference in gap.values())
    most = larger > len(gap) / 2
    yield "s6.most-larger", Finding(Statement(most, f"{larger} of the other {len(gap) - 1}"))
    yield "s6.monks-accuracy", Finding(Number(floor(100 * accuracy)))
    yield "s6.monks-artificial", only_monks_is_artificial()
    accuracies = [a for a, _ in rows.values()]
    kappas = [k for _, k in rows.values()]
    average = sum(accuracies) / len(rows)
    yield "s6.accuracy", Finding(Number(average))
    yield "s6.kappa", Finding(Number(sum(kappas) / len(rows)))
    accuracy, kappa = rows[POST_OPERATIVE]
    shown = f"Post Operative: {float(accuracy):.4f}, {float(kappa):.4f}"
    yield (
        "s7.high-low",
        Finding(
            Statement(accuracy > average and kappa == min(kappas), shown),
            note="An accuracy above the average, and the lowest kappa of all data sets.",
        ),
    )


@cache
def _guessers() -> tuple[tuple[str, Finding], ...]:
    return tuple(_of_guessers())


def _of_guessers() -> Findings:
    """Check that kappa finds nothing in who calls all cases alike, nor in who guesses."""
    majority = ConfusionMatrix([[5, 0, 0], [3, 0, 0], [2, 0, 0]]).exact().kappa
    products = ConfusionMatrix([[25, 15, 10], [15, 9, 6], [10, 6, 4]]).exact().kappa
    yield "s6.majority-zero", Finding(Number(majority), note=_MAJORITY)
    yield "s6.random-zero", Finding(Number(products), note=_RANDOM)
    both = majority if majority == products else Fraction(-1)
    yield "s7.baselines-zero", Finding(Number(both), note=f"{_MAJORITY} {_RANDOM}")
    auc = auc_from_roc([0, 1], [0, 1])
    kappas = {float(kappa_at(rate, rate, p)) for rate in (0.2, 0.7) for p in (0.1, 0.5, 0.8)}
    yield (
        "s7.auc",
        Finding(
            Statement(auc == 0.5 and max(map(abs, kappas)) < 1e-12, "random: AUC 0.5, kappa 0"),
            note="AUC by a chance level that is 0.5 whatever the classes' shares, kappa by one "
            "that follows the margins.",
        ),
    )


def _span(values: list[Fraction]) -> str:
    return f"{float(min(values)):.2f} to {float(max(values)):.2f}"


_MAJORITY = "With all cases called alike accuracy and P_c are both the share of that class."

_RANDOM = "In expectation, or for the table of products; a single random table differs from it."
