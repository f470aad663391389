"""What the last section says: interval, correlation, determination, and the references."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Proof, Statement, Unjudged
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.inference import kappa_inference
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import ledger_notes as notes
from kappabook.papers.cats_and_dogs.matrices import read_model, with_errors
from kappabook.papers.cats_and_dogs.scale import read_scale
from kappabook.papers.shared.findings import contested
from kappabook.papers.shared.scales import Level

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
        yield f"ref.{name}", Finding(Proof(str.__eq__, record, (record,)), "external")
    unknown = Unjudged("not known")
    yield "more.publication", Finding(unknown, "none", notes.PUBLICATION, "unavailable")


@check("more.interval", "more.correlation", "more.determination")
def beyond_kappa(printed: Mapping[str, str]) -> Findings:
    """Check what is said of kappa's interval and of its kin."""
    model, scale = read_model(printed), read_scale(printed)
    low, high = kappa_inference(model, method="fisher").confidence_interval()
    spanned = levels_in_interval(model, scale)
    note = notes.INTERVAL.format(low=low, high=high, count=len(spanned), levels=", ".join(spanned))
    several = Statement(
        has_several_levels,
        given=(model, scale),
        witness=(ConfusionMatrix(100 * model.cells).exact(), scale),
        shown=f"[{low:.2f}, {high:.2f}]",
    )
    yield "more.interval", contested(several, note)
    phi, kappa = matthews_correlation(model), float(model.kappa)
    smaller = Statement(
        is_less_than_phi,
        given=(model,),
        witness=(with_errors(90, 10, 9, 9),),
        shown=f"phi {phi:.4f}",
    )
    yield "more.correlation", contested(smaller, notes.CORRELATION.format(phi=phi, kappa=kappa))
    shown = f"{kappa**2:.4f}; phi squared {phi**2:.4f}"
    squared = Proof(eq.is_determination_at_equal_margins, shown)
    note = notes.DETERMINATION.format(phi=phi**2, kappa=kappa**2)
    yield "more.determination", Finding(squared, "proved", note, "contested")


def levels_in_interval(model: ConfusionMatrix, scale: tuple[Level, ...]) -> list[str]:
    """List the levels of a scale that the 95 % interval of a model's kappa touches."""
    low, high = kappa_inference(model, method="fisher").confidence_interval()
    return [x.name for x in scale if x.high >= Fraction(low) and x.low <= Fraction(high)]


def has_several_levels(model: ConfusionMatrix, scale: tuple[Level, ...]) -> bool:
    """Say whether the interval of a model's kappa touches more than one level."""
    return len(levels_in_interval(model, scale)) > 1


def is_less_than_phi(model: ConfusionMatrix) -> bool:
    """Say whether kappa, which never exceeds phi, is closer to 0 than phi."""
    return eq.kappa_never_exceeds_phi() and Fraction(model.kappa) ** 2 < determination(model)


def determination(model: ConfusionMatrix) -> Fraction:
    """Share of the truth's variance that the prediction explains, by least squares.

    The line through two groups passes through their means, so what is left is the variance
    within the columns.
    """
    within = sum(
        (column.prod() / column.sum() for column in model.cells.T if column.sum()), Fraction(0)
    )
    return Fraction(1 - within / (model.row_totals.prod() / model.total))
