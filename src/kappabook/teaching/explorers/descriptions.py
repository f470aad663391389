"""What each explorer says and offers: its words, sliders, presets, numbers and pictures.

The explorers of JupyterLab and the pages without a kernel both read this; so a slider has the
same name, range and start in both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kappabook.teaching.explorers.presets import Presets, Slider, check_presets


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
    presets : mapping of str to mapping of str to float
        Name on the button -> key of a slider -> value. A page opens at one if its address ends in
        ``#`` and the name.

    Raises
    ------
    ValueError
        A preset that the sliders cannot show.
    """

    name: str
    title: str
    words: str
    sliders: tuple[Slider, ...]
    numbers: Mapping[str, str]
    pictures: tuple[str, ...]
    presets: Presets

    def __post_init__(self) -> None:
        check_presets(self.presets, self.sliders)


CELLS, MARGINS = "the four cells", "the margins"

CONFUSION = Explorer(
    "confusion",
    "Confusion matrix: how kappa corrects accuracy for chance",
    "Move the cells, or the margins and the accuracy. Each cell is as large as its share of the "
    "cases. The dashed line is where both columns would be divided if the prediction knew nothing "
    "of the truth. Make one class rare: the accuracy stays, the chance agreement grows.",
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
    {
        "lazy": {"tp": 0, "fn": 5, "fp": 0, "tn": 95},
        "useful": {"tp": 4, "fn": 1, "fp": 6, "tn": 89},
        # Of the two doctors of notebook 01 one stands for the truth.
        "doctors": {"tp": 20, "fn": 22, "fp": 10, "tn": 48},
        "even classes": {"prevalence": 0.5, "bias": 0, "accuracy": 0.9},
        "rare class": {"prevalence": 0.1, "bias": 0, "accuracy": 0.9},
    },
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
        "best_threshold": "best threshold",
    },
    (
        "The scores of the positive and of the negative cases in two rows, with the threshold "
        "and the threshold of the largest kappa as lines across.",
        "The ROC curve with the threshold's point and that of the largest kappa.",
        "Kappa against the false positive rate with the same two points.",
    ),
    # The shares alone, so that they fit scores of one's own, too.
    {
        "one in four": {"prevalence": 0.25},
        "one in twenty": {"prevalence": 0.05},
        "half": {"prevalence": 0.5},
    },
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
    {
        "one in nine": {"prevalence": 0.11},
        "the crossing": {"prevalence": 0.31},
        "half": {"prevalence": 0.5},
    },
)

EXPLORERS = {explorer.name: explorer for explorer in (CONFUSION, THRESHOLD, PREVALENCE)}
