"""Tables 1-3, three confusion matrices, and Tables 4-5, four pairs of areas, as printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kappabook.ledger import Finding
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.shared.binary_table import cells_from_others, read_table
from kappabook.transcription import read_number

KEY = "kaymak_auk"
LABELS = ("+", "-")
CLASSIFIERS = {1: "A", 2: "B", 3: "C"}
# Table 4 is of convex hulls, Table 5 of the curves as they are.
AREAS = {4: True, 5: False}
MODELS = {"linear": "linear model", "net": "neural network"}

# B and C with A's share of positives, 0.07, and their own accuracy: nearly the same kappas.
REPAIRED = {
    "B": ConfusionMatrix.from_probabilities([["0.04", "0.03"], ["0.02", "0.91"]], LABELS),
    "C": ConfusionMatrix.from_probabilities([["0.06", "0.01"], ["0.04", "0.89"]], LABELS),
}


def read_classifier(printed: Mapping[str, str], number: int) -> ConfusionMatrix:
    """Make the exact matrix of Table 1, 2 or 3 from its four printed cells."""
    return read_table(printed, f"{KEY}.table{number}", LABELS)


@dataclass(frozen=True)
class Areas:
    """One column of Table 4 or 5, as printed; `concave` for the hulls of Table 4."""

    auc: str
    auk: str
    concave: bool

    @property
    def numbers(self) -> tuple[float, float]:
        """AUC and AUK."""
        return float(read_number(self.auc)), float(read_number(self.auk))


def read_areas(printed: Mapping[str, str], number: int) -> dict[str, Areas]:
    """Read Table 4 or 5, by model."""
    return {
        model: Areas(
            printed[f"{KEY}.table{number}.auc-{model}"],
            printed[f"{KEY}.table{number}.auk-{model}"],
            AREAS[number],
        )
        for model in MODELS
    }


def confusion_matrices(printed: Mapping[str, str]) -> Iterator[tuple[str, Finding]]:
    """Check Tables 1-3, each cell from the others."""
    for number in CLASSIFIERS:
        name = f"table{number}"
        for key, finding in cells_from_others(printed, f"{KEY}.{name}", "hat"):
            yield f"{name}.{key}", finding
