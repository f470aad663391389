"""What each explorer says and offers: its words, its sliders, its numbers and its pictures.

The explorers of JupyterLab and the pages without a kernel both read this; so a slider has the
same name, range and start in both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal


@dataclass(frozen=True)
class Slider:
    """A slider: its key among the arguments of the state, its label, its range and its start.

    `group` names the set it belongs to, where an explorer has several of which one is shown.
    """

    key: str
    label: str
    low: float
    high: float
    step: float
    value: float
    group: str = ""


@dataclass(frozen=True)
class Explorer:
    """One explorer, without its numbers' values and its drawings.

    Attributes
    ----------
    name, title, words : str
        Its key, its heading, and what to do with it.
    sliders : tuple of Slider
        In the order in which they stand.
    numbers : mapping of str to str
        Attribute of the state -> label, in the order in which they stand.
    pictures : tuple of str
        One sentence per picture for those who do not see it.
    """

    name: str
    title: str
    words: str
    sliders: tuple[Slider, ...]
    numbers: Mapping[str, str]
    pictures: tuple[str, ...]


CELLS, MARGINS = "the four cells", "the margins"

CONFUSION = Explorer(
    "confusion",
    "Confusion matrix: how kappa corrects accuracy for chance",
    "Move the cells, or the margins and the accuracy. In the square each cell is as large as its "
    "share of the cases; the dashed line is where both columns would be divided if the prediction "
    "knew nothing of the truth. Make one class rare: the accuracy stays, the chance agreement "
    "grows.",
    (
        Slider("tp", "true positives", 0, 100, 1, 40, CELLS),
        Slider("fn", "false negatives", 0, 100, 1, 10, CELLS),
        Slider("fp", "false positives", 0, 100, 1, 20, CELLS),
        Slider("tn", "true negatives", 0, 100, 1, 30, CELLS),
        Slider("prevalence", "share of positives", 0.01, 0.99, 0.01, 0.5, MARGINS),
        Slider("bias", "bias (called minus true)", -0.9, 0.9, 0.01, 0.1, MARGINS),
        Slider("accuracy", "accuracy", 0, 1, 0.01, 0.7, MARGINS),
    ),
    {
        "accuracy": "accuracy",
        "chance": "chance agreement",
        "kappa": "kappa",
        "mcc": "MCC",
        "prevalence": "share of positives",
        "bias": "bias",
    },
    (
        "A square of all cases: a column per true class, as wide as the class is frequent, "
        "divided by prediction; a dashed line shows the division by chance.",
        "Bars for accuracy, chance agreement, kappa and MCC on a scale from minus 1 to 1.",
    ),
)

THRESHOLD = Explorer(
    "threshold",
    "Threshold: one point on two curves",
    "Move the threshold through the scores and watch its point run along the ROC curve and the "
    "kappa curve. Kappa is largest at the diamond. Then change the share of positives: the ROC "
    "curve stays, the kappa curve and its diamond move.",
    (
        Slider("threshold", "threshold", 0, 1, 0.01, 0.5),
        Slider("prevalence", "share of positives", 0.01, 0.99, 0.01, 0.25),
    ),
    {
        "kappa": "kappa",
        "fpr": "false positive rate",
        "tpr": "true positive rate",
        "accuracy": "accuracy",
        "chance": "chance agreement",
        "best_kappa": "largest kappa",
        "best_threshold": "threshold of the largest kappa",
    },
    (
        "The scores of the positive and of the negative cases in two rows, with the threshold "
        "and the threshold of the largest kappa as lines across.",
        "The ROC curve with the threshold's point and that of the largest kappa.",
        "Kappa against the false positive rate with the same two points.",
    ),
)

PREVALENCE = Explorer(
    "prevalence",
    "Prevalence: two classifiers change places",
    "The two ROC curves stay as they are. Move the share of positives: their kappa curves move, "
    "and with them the AUK, the area under each (the exact area, of straight ROC segments). Where "
    "the two lines of AUK cross, the order of the classifiers reverses. The AUCs never move.",
    (Slider("prevalence", "share of positives", 0.01, 0.99, 0.01, 0.11),),
    {
        "auk_one": "AUK of {one}",
        "auk_two": "AUK of {two}",
        "larger": "larger AUK",
        "auc_one": "AUC of {one}",
        "auc_two": "AUC of {two}",
        "crossing": "the AUKs cross at",
    },
    (
        "Two ROC curves that cross; they do not move.",
        "The kappa curves of both under this share of positives.",
        "The AUK of both against the share of positives, with the crossing marked and a line at "
        "the share of the slider.",
    ),
)

EXPLORERS = {explorer.name: explorer for explorer in (CONFUSION, THRESHOLD, PREVALENCE)}


def number_text(value: float | str) -> str:
    """Write a number with three decimals and a true minus; words as they are.

    What arithmetic adds behind the twelfth decimal is left out first, and halves go away from
    zero, so that the pages, which compute in another order, show the same digits.

    Examples
    --------
    >>> [number_text(value) for value in (0.12345, -0.5, float("nan"), "eager")]
    ['0.123', '−0.500', '0/0', 'eager']
    >>> number_text(0.5875 - 1e-16), number_text(0.0625)
    ('0.588', '0.063')
    """
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return "0/0"
    text = str(Decimal(f"{value:.12f}").quantize(Decimal("0.001"), ROUND_HALF_UP))
    return text.removeprefix("-") if not text.strip("-0.") else text.replace("-", "\N{MINUS SIGN}")
