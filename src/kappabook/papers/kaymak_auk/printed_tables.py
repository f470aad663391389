"""Tables 1-3, three confusion matrices, and Tables 4-5, four pairs of areas, as printed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kappabook.checkout import printed_folder
from kappabook.computed import computes
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.shared.tables import cells_from_others
from kappabook.printed import Printed, number

KEY = "kaymak_auk"
CLASSIFIERS = (1, 2, 3)
# Table 4 is of convex hulls, Table 5 of the curves as they are.
AREAS = {4: True, 5: False}
MODELS = {"linear": "linear model", "net": "neural network"}


def as_printed() -> Printed:
    """Read the document's printed texts."""
    return Printed.of(printed_folder() / KEY)


def read_classifier(printed: Printed, table: int) -> ConfusionMatrix:
    """Make the exact matrix of Table 1, 2 or 3 from its four printed cells."""
    tp, fn, fp, tn = (printed[f"table{table}.{cell}"] for cell in ("tp", "fn", "fp", "tn"))
    return ConfusionMatrix.from_probabilities([[tp, fn], [fp, tn]], ("+", "-"))


@computes(each=CLASSIFIERS)
def cells(printed: Printed, table: int) -> dict[str, Fraction]:
    """Tables 1-3: each cell and total from others."""
    return cells_from_others(printed, f"table{table}", "p_hat", "n_hat")


@dataclass(frozen=True)
class Areas:
    """One column of Table 4 or 5, as printed; `concave` for the hulls of Table 4."""

    auc: str
    auk: str
    concave: bool

    @property
    def numbers(self) -> tuple[float, float]:
        """AUC and AUK."""
        return float(number(self.auc)), float(number(self.auk))


def read_pair(printed: Printed, table: int, model: str) -> Areas:
    """Read the areas of one model from Table 4 or 5."""
    auc, auk = (printed[f"table{table}.{area}-{model}"] for area in ("auc", "auk"))
    return Areas(auc, auk, AREAS[table])


def read_areas(printed: Printed, table: int) -> dict[str, Areas]:
    """Read Table 4 or 5, by model."""
    return {model: read_pair(printed, table, model) for model in MODELS}
