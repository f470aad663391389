"""The two doctors: the page's worked example, each number from the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sklearn.metrics import accuracy_score

from kappabook.checks import Findings, check, derived
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kappa_guide.equations import KEY, value
from kappabook.papers.kappa_guide.scale import level, read_scale
from kappabook.transcription import LedgerError, read_number

LABELS = ("sick", "not sick")
_CELLS = ("sick-sick", "sick-not", "not-sick", "not-not")
# What the text tells of the doctors; the printed table determines it, and is determined by it.
_TOLD = ("patients", "a-sick", "b-sick", "both-sick")
_AXES = (
    "The printed table names neither axis. Its rows add up to 42 and 58, its columns to 30 and 70: "
    "rows are Doctor B, columns Doctor A, though the text begins with A. Kappa is the same for the "
    "table turned about its diagonal."
)


@derived
def read_doctors(printed: Mapping[str, str]) -> ConfusionMatrix:
    """Make the exact table of the doctors: Doctor B in the rows, Doctor A in the columns."""
    both, b_only, a_only, none = (_read(printed, f"table.{name}") for name in _CELLS)
    return ConfusionMatrix([[both, b_only], [a_only, none]], LABELS)


@check("example.*")
def example(printed: Mapping[str, str]) -> Findings:
    """Compute each number of the example: the text's from the table, the table's from the text."""
    table = read_doctors(printed)
    for name, number in (*_from_text(printed), *_from_table(table)):
        yield f"example.{name}", Finding(Number(number))
    told = tuple(_read(printed, f"{doctor}-sick") for doctor in "ba")
    shown = "row sums {} and {}, column sums {} and {}".format(
        *table.row_totals, *table.column_totals
    )
    fits = Statement(
        says_of_the_doctors, given=(table, told), witness=(table, told[::-1]), shown=shown
    )
    yield "example.table", Finding(fits, note=_AXES)
    for name, result in (
        ("po-sum", table.accuracy),
        ("pe-sum", table.chance_agreement),
        ("kappa-quotient", table.kappa),
    ):
        yield f"example.{name}", Finding(_calculation(Fraction(result)))
    named = level(read_scale(printed), Fraction(table.kappa))
    yield "example.level", Finding(Proof(str.__eq__, named, (named,)))


def says_of_the_doctors(table: ConfusionMatrix, told: tuple[Fraction, Fraction]) -> bool:
    """Say whether B's sick are the first row, A's the first column; turned, kappa is the same."""
    turned = ConfusionMatrix(table.cells.T, LABELS)
    sums = (table.row_totals[0], table.column_totals[0])
    return sums == told and turned.kappa == table.kappa


def is_share_of_matches(printed: str, table: ConfusionMatrix) -> bool:
    """Say whether a printed share is how many labels match, case by case, by scikit-learn."""
    pairs = [(b, a) for b in (0, 1) for a in (0, 1) for _ in range(int(table.cells[b, a]))]
    return Number(accuracy_score(*zip(*pairs, strict=True))).agrees(printed)


def _read(printed: Mapping[str, str], name: str) -> Fraction:
    claim = f"{KEY}.example.{name}"
    try:
        return read_number(printed[claim])
    except LedgerError as error:
        raise LedgerError(f"{claim}: {error}") from None


def _calculation(number: Fraction) -> Proof:
    return Proof(_has_value, f"{number} = {float(number):.4g}", (number,))


def _has_value(text: str, number: Fraction) -> bool:
    return value(text) == number


def _from_text(printed: Mapping[str, str]) -> Iterator[tuple[str, Fraction]]:
    """Cells of the table, from what the text says of the two doctors."""
    everyone, a, b, both = (_read(printed, name) for name in _TOLD)
    numbers = (both, b - both, a - both, everyone - a - b + both)
    yield from zip((f"table.{name}" for name in _CELLS), numbers, strict=True)


def _from_table(table: ConfusionMatrix) -> Iterator[tuple[str, Fraction]]:
    """Numbers of the text and results, from the table."""
    sick = table.row_margins[0] * table.column_margins[0]
    not_sick = table.row_margins[1] * table.column_margins[1]
    yield from {
        "patients": table.total,
        "a-sick": table.column_totals[0],
        "b-sick": table.row_totals[0],
        "both-sick": table["sick", "sick"],
        "po": table.accuracy,
        "pe-sick": sick,
        "pe-not": not_sick,
        "pe": table.chance_agreement,
        "kappa-above": table.accuracy - table.chance_agreement,
        "kappa-below": 1 - table.chance_agreement,
        "kappa": table.kappa,
    }.items()
