"""What the run chooses: scores, epsilons and limits, read from what the authors' example prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from kappabook.checkout import printed_folder
from kappabook.metrics.raters.alternative import Score
from kappabook.printed import Printed

KEY = "calderon2025"
PRINTED = Printed.of(printed_folder() / KEY)
# A person counts with at least so many items, an item with at least so many people.
LEAST_ITEMS, LEAST_PEOPLE = int(PRINTED["code.items"]), int(PRINTED["code.people"])
# False discovery rate of the step over the people; winning rate from which a model passes.
RATE, MAJORITY = float(PRINTED["code.rate"]), float(PRINTED["test.passes"])
# What the authors suggest for epsilon.
SUGGESTED = {who: float(PRINTED[f"epsilon.{who}"]) for who in ("experts", "skilled", "crowd")}


@dataclass(frozen=True)
class Setting:
    """How one set is judged.

    Attributes
    ----------
    score : str
        ``accuracy`` or ``neg_rmse``; the second for ordered labels.
    epsilon : float
        What a person's extra cost is worth.
    """

    score: Score
    epsilon: float

    @property
    def ordered(self) -> bool:
        """Whether labels are numbers with an order."""
        return self.score == "neg_rmse"


# In the order of the example.
_SCORED = [claim.removesuffix(".score") for claim in PRINTED if claim.endswith(".score")]
SETS = {
    name: Setting(cast("Score", PRINTED[f"{name}.score"]), float(PRINTED[f"{name}.epsilon"]))
    for name in _SCORED
}
# In the authors' repository and not re-run: one is sensitive, one has free texts as labels.
LEFT_OUT = ("lgbteen", "kilogram")
