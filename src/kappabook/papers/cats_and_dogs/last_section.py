"""What the last section says: interval, correlation, determination, and the references."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.inference import kappa_inference
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import read_model
from kappabook.papers.cats_and_dogs.scale import begins_with, read_scale
from kappabook.papers.shared.findings import contested

# As the records of the journals have them: year, volume, pages.
BIBLIOGRAPHY = {
    "cohen-1960": "1960, 20, 37-46",
    "cohen-1968": "1968, 70, 213-220",
    "mchugh": "2012, 22(3), 276-282",
}


@check("ref.*", "more.publication")
def references() -> Findings:
    """Check the references against the journals' records."""
    for name, record in BIBLIOGRAPHY.items():
        yield f"ref.{name}", Finding(Proof(begins_with, record, (record,)), "external")
    unknown = Statement(False, "not known")
    yield "more.publication", Finding(unknown, "external", notes.PUBLICATION, "unavailable")


@check("more.interval", "more.correlation", "more.determination")
def beyond_kappa(printed: Mapping[str, str]) -> Findings:
    """Check what is said of kappa's interval and of its kin."""
    model, scale = read_model(printed), read_scale(printed)
    low, high = kappa_inference(model).confidence_interval()
    spanned = [x.name for x in scale if x.high >= Fraction(low) and x.low <= Fraction(high)]
    levels = ", ".join(spanned)
    note = notes.INTERVAL.format(low=low, high=high, count=len(spanned), levels=levels)
    shown = f"[{low:.2f}, {high:.2f}]"
    yield "more.interval", contested(len(spanned) > 1, shown, note)
    phi, kappa = matthews_correlation(model), Fraction(model.kappa)
    note = notes.CORRELATION.format(phi=phi, kappa=float(kappa))
    differ = eq.kappa_never_exceeds_phi() and float(kappa) < phi
    yield "more.correlation", contested(differ, f"phi {phi:.4f}", note)
    squared = Proof(_is_determination, "the square of phi", (model,))
    yield "more.determination", Finding(squared)


def determination(model: ConfusionMatrix) -> Fraction:
    """Share of the truth's variance that the prediction explains, by least squares.

    The line through two groups passes through their means, so what is left is the variance
    within the columns.
    """
    within = sum(
        (column.prod() / column.sum() for column in model.cells.T if column.sum()), Fraction(0)
    )
    return Fraction(1 - within / (model.row_totals.prod() / model.total))


def _is_determination(text: str, model: ConfusionMatrix) -> bool:
    squares = {"kappa**2": float(model.kappa) ** 2, "phi**2": matthews_correlation(model) ** 2}
    return text in squares and bool(np.isclose(squares[text], float(determination(model))))
