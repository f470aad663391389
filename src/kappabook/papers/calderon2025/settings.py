"""What the run chooses: scores, epsilons and limits, as the authors' example has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KEY = "calderon2025"
# A person counts with at least so many items, an item with at least so many people.
LEAST_ITEMS, LEAST_PEOPLE = 30, 2
# False discovery rate of the step over the people; winning rate from which a model passes.
RATE, MAJORITY = 0.05, 0.5
# What the authors suggest for epsilon, and take where none is given.
SUGGESTED = {"experts": 0.2, "skilled": 0.15, "crowd": 0.1}
DEFAULT_EPSILON = 0.2


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

    score: Literal["accuracy", "neg_rmse"]
    epsilon: float

    @property
    def ordered(self) -> bool:
        """Whether labels are numbers with an order."""
        return self.score == "neg_rmse"


SETS = {
    "wax": Setting("accuracy", 0.1),
    "mtbench": Setting("accuracy", 0.2),
    "framing": Setting("accuracy", 0.15),
    "cebab_aspects": Setting("accuracy", 0.1),
    "summeval": Setting("neg_rmse", 0.2),
    "10k_prompts": Setting("neg_rmse", 0.15),
    "cebab_stars": Setting("neg_rmse", 0.1),
    "lesion": Setting("neg_rmse", 0.15),
}
JUDGES = ("gemini_flash", "gemini_pro", "gpt-4o", "llama-31", "gpt-4o-mini", "mistral-v03")
CLOSED = ("gemini_flash", "gemini_pro", "gpt-4o", "gpt-4o-mini")
OPEN = ("llama-31", "mistral-v03")
# In the authors' repository and not re-run: one is sensitive, one has free texts as labels.
LEFT_OUT = ("lgbteen", "kilogram")
