"""Examples 1-6: six confusion matrices of probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from kappabook.checks import Findings, check, derived
from kappabook.ledger import Finding, Number, Proof
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.shared.binary_table import cells_from_others, read_table
from kappabook.transcription import read_number

EXAMPLES = range(1, 7)
LABELS = ("P", "N")


@derived
def read_example(printed: Mapping[str, str], number: int) -> ConfusionMatrix:
    """Make the exact matrix of Example 1 to 6 from its printed cells."""
    return read_table(printed, f"bendavid2008.example{number}", LABELS)


@check("example{number}.*", number=EXAMPLES)
def example(printed: Mapping[str, str], number: int) -> Findings:
    """Check each cell from the others, then what the text says of the matrix."""
    name, matrix = f"example{number}", read_example(printed, number)
    for key, finding in cells_from_others(printed, f"bendavid2008.{name}", "bar"):
        yield f"{name}.{key}", finding
    yield f"{name}.accuracy", Finding(Number(matrix.accuracy), damaged=number == 2)
    point = {"fp": matrix["N", "P"], "tp": matrix["P", "P"]}
    measures = {"pc": matrix.chance_agreement, "kappa": matrix.kappa}
    for key, value in measures.items():
        yield f"{name}.{key}", Finding(Number(value))
    for key, value in (point | measures).items():
        yield f"{name}.point-{key}", Finding(Number(value))
    if number == 6:
        plane = Proof(_are_the_axes, "names the plane")
        yield "example6.axes", Finding(plane, note=_AXES, verdict="definition")


_AXES = (
    "The pair itself is labelled (FP, TP), as in the other examples; the plane is the same in "
    "either order."
)


def _are_the_axes(text: str) -> bool:
    return sorted(text.split(", ")) == ["FP", "TP"]


def margins(matrix: ConfusionMatrix) -> dict[str, Fraction]:
    """Return the margins and cells by the paper's names."""
    (p, n), (p_bar, n_bar) = matrix.row_margins, matrix.column_margins
    cells = {"TP": matrix["P", "P"], "FP": matrix["N", "P"], "FN": matrix["P", "N"]}
    return {"P": p, "N": n, "P_bar": p_bar, "N_bar": n_bar, **cells}


def holds_in(text: str, examples: Sequence[ConfusionMatrix]) -> bool:
    """Say whether a printed 'A = B', of names and numbers, holds in each of the examples."""
    for matrix in examples:
        known = margins(matrix)
        values = {known[side] if side in known else read_number(side) for side in text.split(" = ")}
        if len(values) > 1:
            return False
    return True
