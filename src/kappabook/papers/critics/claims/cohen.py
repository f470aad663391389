"""The defence: Cohen's kappa and weighted kappa, and the scale that others put on them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import (
    KEY,
    cells_from_total,
    proved,
    read_counts,
)
from kappabook.papers.critics.claims.symbols import CHANCE, MOST, corrected, p_e
from kappabook.papers.shared.findings import contested
from kappabook.transcription import read_number

DIAGNOSES = ("personality", "neurosis", "psychosis")
# Costs of disagreement: personality disorder or neurosis 1, or psychosis 3; the two others 6.
COSTS = ((0, 1, 3), (1, 0, 6), (3, 6, 0))
# With one judge as the criterion the costs need not be symmetric.
VALIDITY_COSTS = ((0, 1, 4), (1, 0, 6), (2, 2, 0))

p_m, kappa_max = sp.symbols("p_m kappa_max")
LARGEST = {p_m: MOST, kappa_max: corrected(MOST, CHANCE), p_e: CHANCE}


@check("cohen1960.*")
def kappa_of_1960() -> Findings:
    """Check the definition of kappa, and its landmarks."""
    shown = "agreement beyond chance, of what chance leaves"
    yield "cohen1960.definition", proved(shown, verdict="definition")
    yield "cohen1960.maximum", proved("kappa of nested margins", LARGEST)
    yield "cohen1960.chance", Finding(Number(int(corrected(p_e, p_e))))
    yield "cohen1960.perfect", Finding(Number(int(corrected(1, p_e))))


@check("cohen1968.*")
def weighted_kappa(printed: Mapping[str, str]) -> Findings:
    """Check the table of two judges and its kappas."""
    table = read_counts(printed, "cohen1968.table1", DIAGNOSES)
    yield from cells_from_total("cohen1968.table1", table, 1)
    yield "cohen1968.kappa", Finding(Number(table.kappa))
    yield "cohen1968.weighted", Finding(Number(table.weighted_kappa(COSTS)))
    validity = Number(table.weighted_kappa(VALIDITY_COSTS))
    yield "cohen1968.validity", Finding(validity, note=notes.VALIDITY)


@check("landis1977.*")
def scale_of_words(printed: Mapping[str, str]) -> Findings:
    """Check that the classes, a convention, are equally wide: each end from its neighbours."""
    names = ("slight", "fair", "moderate", "substantial", "perfect")
    ends = [Fraction(0)] + [read_number(printed[f"{KEY}.landis1977.{name}"]) for name in names]
    for i, name in enumerate(names, start=1):
        end = (ends[i - 1] + ends[i + 1]) / 2 if i < 5 else 2 * ends[4] - ends[3]
        yield f"landis1977.{name}", Finding(Number(end), verdict="definition")
    # Feinstein and Cicchetti's first two tables agree equally often.
    scale = dict(zip(names, ends[1:], strict=True))
    one, other = (read_counts(printed, f"feinstein1990.{letter}") for letter in "ab")
    words = " and ".join(word_for(scale, table) for table in (one, other))
    shown = f"{words} at {float(one.accuracy):g}"
    # Yes and no exchanged: the same agreement, and the same word.
    exchanged = ConfusionMatrix(one.cells[::-1, ::-1])
    useful = Statement(
        two_words_at_one_agreement, (scale, one, other), (scale, one, exchanged), shown
    )
    yield "landis1977.useful", contested(useful, notes.SCALE, "checked")


def word_for(scale: Mapping[str, Fraction], table: ConfusionMatrix) -> str:
    """Return the word of the first class whose end is not below the table's kappa."""
    return next(word for word, end in scale.items() if table.kappa <= end)


def two_words_at_one_agreement(
    scale: Mapping[str, Fraction], one: ConfusionMatrix, other: ConfusionMatrix
) -> bool:
    """Say whether two tables of one agreement fall into two classes of the scale."""
    return one.accuracy == other.accuracy and word_for(scale, one) != word_for(scale, other)
