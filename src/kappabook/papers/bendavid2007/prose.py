"""Part one of the audit: Tables 1-6, (1)-(3) and the text of the Abstract and Sections 1-4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
import sympy as sp

from kappabook.ledger import Finding, Interval, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2007 import confusion_tables, datasets, equations, letters
from kappabook.papers.bendavid2007 import theorems as th
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, KEY
from kappabook.papers.bendavid2007.printed import Findings, appendix, once_per_texts
from kappabook.papers.bendavid2007.properties import properties
from kappabook.transcription import read_number


def sections_1_to_4(printed: Mapping[str, str]) -> Findings:
    """Check Tables 1-6, equations (1)-(3) and the text before Section 5, but for `DEFERRED`."""
    for part in (
        confusion_tables.cells,
        confusion_tables.table_1,
        confusion_tables.table_2,
        letters.perfect_agreement,
        letters.total_disagreement,
        letters.random_classification,
        equations.equations,
        datasets.table_6,
        datasets.section_4,
        datasets.appendix,
        introduction,
        above_zero,
    ):
        yield from part(printed)
    yield from properties()


@once_per_texts("abstract.no-compensation", "s1.a", "s1.b", "s1.equal", "s1.multi", "table10.")
def introduction(printed: Mapping[str, str]) -> Findings:
    """Check the Abstract's and the introduction's statements on accuracy and chance."""
    coin = th.independent((1, 1), (1, 1))
    yield (
        "abstract.no-compensation",
        Finding(Statement(coin.accuracy > 0, f"guessing expects {coin.accuracy} of two classes")),
    )
    zero = th.guessing_is_zero_on_average()
    yield (
        "abstract.kappa-compensates",
        Finding(Statement(zero, "guessing expects 0, whatever the margins")),
    )
    definition = "names accuracy"
    yield "s1.accuracy-definition", Finding(Statement(True, definition), verdict="definition")
    uniform = [ConfusionMatrix(np.full((m, m), 250)).exact().kappa for m in th.CLASSES]
    yield (
        "s1.multi-class",
        Finding(
            Statement(not any(uniform), "kappa 0 with all cells equal"),
            note="With m classes both accuracy and P_c are then 1/m.",
        ),
    )
    yield (
        "s1.equal-chance",
        Finding(
            Statement(_orders_alike(), "K rises with P_0 at a given P_c"),
            note="If their P_c are equal; then K orders classifiers as accuracy does.",
        ),
    )
    yield from _example_of_a_and_b(printed)
    yield "s1.conclusions", Finding(_conclusions_differ(printed))


def _orders_alike() -> bool:
    p_0, gap = sp.Symbol("P_0"), sp.Symbol("gap", positive=True)
    kappa = 1 - (1 - p_0) / gap  # the gap is 1 - P_c
    return bool(sp.diff(kappa, p_0).is_positive)


def _conclusions_differ(printed: Mapping[str, str]) -> Statement:
    """Take the best classifier of Table 10 by accuracy, and by kappa."""
    best = [
        max(CLASSIFIERS, key=lambda c: read_number(printed[f"{KEY}.table10.{c}.{by}"]))
        for by in ("accuracy", "kappa")
    ]
    first, second = (CLASSIFIERS[classifier] for classifier in best)
    return Statement(first != second, f"Post Operative: {first} by accuracy, {second} by kappa")


_A_AND_B = ("a-accuracy", "b-accuracy", "a-chance", "b-chance")


def _example_of_a_and_b(printed: Mapping[str, str]) -> Iterator[tuple[str, Finding]]:
    """Ask of each premise how far it could move, and whether one data set allows all four."""
    a, b, chance_a, chance_b = (read_number(printed[f"{KEY}.s1.{n}"]) / 100 for n in _A_AND_B)
    kept_a, kept_b = a * (1 - chance_a), b * (1 - chance_b)
    ranges = (
        (b, min(Fraction(1), kept_b / (1 - chance_a))),
        (kept_a / (1 - chance_b), a),
        (1 - kept_b / a, Fraction(1)),
        (Fraction(0), 1 - kept_a / b),
    )
    for name, (low, high) in zip(_A_AND_B, ranges, strict=True):
        yield f"s1.{name}", Finding(Interval(100 * low, 100 * high), "proved", _PREMISE, CONSISTENT)
    meant = [
        (one, th.readings(b, chance_b)[name]) for name, one in th.readings(a, chance_a).items()
    ]
    reverses = a > b and kept_a < kept_b and all(one.kappa < two.kappa for one, two in meant)
    yield (
        "s1.a-b-reversal",
        Finding(
            Statement(reverses, f"A keeps {float(kept_a):g} of the cases, B {float(kept_b):g}"),
            note="Also by kappa, whichever share of chance is meant: "
            + ", ".join(f"{float(x.kappa):.3f} to {float(y.kappa):.3f}" for x, y in meant)
            + " with the percentage as P_c/P_0, as P_c, and as the guessed hits of a classifier "
            "that knows or guesses.",
        ),
    )
    possible = [th.one_dataset_allows(one, two) for one, two in meant]
    yield (
        "s1.a-b-possible",
        Finding(
            Statement(not any(possible), "the order can turn, but not with these numbers"),
            note=_A_B_POSSIBLE,
            verdict="contested",
        ),
    )


CONSISTENT = "consistent"
_PREMISE = (
    "A premise, not a result. The interval holds the values for which, the three others being as "
    "printed, A is the more accurate and yet keeps fewer hits than B."
)
_A_B_POSSIBLE = (
    "For: in Table 10 the most accurate of two classifiers has the lower kappa. Against: no one "
    "data set allows these numbers, whichever share of chance is meant. By (3) the P_c of two "
    "classifiers differ by at most their error rates together (here 0.5) times the largest class "
    "share q, so q is at least 0.66; and B's P_c is at least q^2 - 0.3 q, or 0.23."
)


@once_per_texts("tableA")
def above_zero(printed: Mapping[str, str]) -> Findings:
    """Count the positive kappas of Appendix A."""
    cells = appendix(printed)
    others = [dataset for (dataset, _), cell in cells.items() if read_number(cell.kappa) <= 0]
    positive = len(cells) - len(others)
    yield (
        "s2.mostly-above-zero",
        Finding(
            Statement(2 * positive > len(cells), f"{positive} of {len(cells)} are positive"),
            note="By kappa itself; the others are on "
            + ", ".join(DATASETS[dataset] for dataset in dict.fromkeys(others))
            + ".",
        ),
    )


# Claims of these sections that other parts of the audit compute: the ranks, the shares, the re-run.
DEFERRED = (
    "abstract.one-third",
    "abstract.varies",
    "abstract.eight",
    "s1.varies",
    "s1.one-third",
    "s1.eight",
    "s4.defaults",
)
