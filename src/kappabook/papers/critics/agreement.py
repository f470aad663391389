"""The defence: Cohen's kappa and weighted kappa, and the scale that others put on them."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.critics import notes
from kappabook.papers.critics.symbols import corrected, p, p_e, proof, q
from kappabook.papers.critics.tables import (
    KEY,
    Findings,
    Printed,
    cells_from_total,
    read_counts,
    remembered,
)
from kappabook.transcription import read_number

DIAGNOSES = ("personality", "neurosis", "psychosis")
# Costs of disagreement: personality disorder or neurosis 1, or psychosis 3; the two others 6.
COSTS = ((0, 1, 3), (1, 0, 6), (3, 6, 0))
# With one judge as the criterion the costs need not be symmetric.
VALIDITY_COSTS = ((0, 1, 4), (1, 0, 6), (2, 2, 0))

INDEPENDENT = ConfusionMatrix([[12, 28], [18, 42]]).exact()
PERFECT = ConfusionMatrix([[40, 0], [0, 60]]).exact()

# With margins p <= q agreement is largest when every yes of the first rater is one of the second.
p_m, kappa_max = sp.symbols("p_m kappa_max")
_NESTED = p + (1 - q)
NESTED_MARGINS = {
    p_m: _NESTED,
    kappa_max: corrected(_NESTED, p * q + (1 - p) * (1 - q)),
    p_e: p * q + (1 - p) * (1 - q),
}


def checks(printed: Printed) -> Findings:
    """Check Cohen (1960, 1968) and the scale of Landis and Koch (1977)."""
    yield from _definitions()
    table = read_counts(printed, "cohen1968.table1", DIAGNOSES)
    yield from cells_from_total("cohen1968.table1", table, 1)
    yield from _weighted(table)
    yield from _scale(printed)


@remembered
def _weighted(table: ConfusionMatrix) -> Findings:
    yield "cohen1968.kappa", Finding(Number(table.kappa))
    yield "cohen1968.weighted", Finding(Number(Fraction(table.weighted_kappa(COSTS))))
    validity = Fraction(table.weighted_kappa(VALIDITY_COSTS))
    yield "cohen1968.validity", Finding(Number(validity), note=notes.VALIDITY)


@remembered
def _definitions() -> Findings:
    definition = proof("agreement beyond chance, of what chance leaves")
    yield "cohen1960.definition", Finding(definition, verdict="definition")
    yield "cohen1960.maximum", Finding(proof("kappa of nested margins", NESTED_MARGINS))
    yield "cohen1960.chance", Finding(Number(INDEPENDENT.kappa))
    yield "cohen1960.perfect", Finding(Number(PERFECT.kappa))


def _scale(printed: Printed) -> Findings:
    """Check that the classes are equally wide: each end from its neighbours."""
    names = ("slight", "fair", "moderate", "substantial", "perfect")
    ends = [Fraction(0)] + [read_number(printed[f"{KEY}.landis1977.{name}"]) for name in names]
    for i, name in enumerate(names, start=1):
        end = (ends[i - 1] + ends[i + 1]) / 2 if i < 5 else 2 * ends[4] - ends[3]
        yield f"landis1977.{name}", Finding(Number(end))
    one_agreement, two_words = _words_for_the_same_agreement(printed)
    arbitrary = Statement(len(two_words) == 2, f"{' and '.join(two_words)} at {one_agreement}")
    yield "landis1977.useful", Finding(arbitrary, "proved", notes.SCALE, "contested")


def _words_for_the_same_agreement(printed: Printed) -> tuple[str, list[str]]:
    """Name the classes that the first two tables of Feinstein and Cicchetti fall into."""
    tables = [read_counts(printed, f"feinstein1990.{letter}") for letter in "ab"]
    (agreement,) = {table.accuracy for table in tables}
    words = ("slight", "fair", "moderate", "substantial", "almost perfect")
    return f"{float(agreement):g}", [words[int(Fraction(t.kappa) * 5)] for t in tables]
