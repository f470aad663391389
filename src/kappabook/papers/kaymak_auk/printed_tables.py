"""Tables 1-3, three confusion matrices, and Tables 4-5, four pairs of areas, as printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kappabook.checks import Findings, check, derived
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


@derived
def read_classifier(printed: Mapping[str, str], number: int) -> ConfusionMatrix:
    """Make the exact matrix of Table 1, 2 or 3 from its four printed cells."""
    return read_table(printed, f"{KEY}.table{number}", LABELS)


@check("table{number}.*", number=CLASSIFIERS)
def confusion_matrix(printed: Mapping[str, str], number: int) -> Findings:
    """Check Tables 1-3, each cell from the others."""
    for key, finding in cells_from_others(printed, f"{KEY}.table{number}", "hat"):
        yield f"table{number}.{key}", finding


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


def read_pair(printed: Mapping[str, str], number: int, model: str) -> Areas:
    """Read the areas of one model from Table 4 or 5."""
    auc, auk = (printed[f"{KEY}.table{number}.{measure}-{model}"] for measure in ("auc", "auk"))
    return Areas(auc, auk, AREAS[number])


def read_areas(printed: Mapping[str, str], number: int) -> dict[str, Areas]:
    """Read Table 4 or 5, by model."""
    return {model: read_pair(printed, number, model) for model in MODELS}
