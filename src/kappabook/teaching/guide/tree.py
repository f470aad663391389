"""Which number should I report? A tree of questions; behind every answer, examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pandas as pd

from kappabook.teaching.guide import counterexamples as why
from kappabook.teaching.guide.counterexamples import CounterExample


@dataclass(frozen=True)
class Advice:
    """What to report, at the end of a path through the questions.

    Attributes
    ----------
    report, because : str
        What to report, and the reason in a few words.
    why : tuple of functions
        Each computes an example. It shows what can go wrong without the advice; one example
        cannot show that the advice is best.
    against : str
        The best argument against the advice.
    evidence : str
        What stands behind it besides the examples; empty if nothing does.
    """

    report: str
    because: str
    why: tuple[Callable[[], CounterExample], ...]
    against: str
    evidence: str = ""


@dataclass(frozen=True)
class Question:
    """A fork of the tree: a question, and where each answer leads."""

    text: str
    answers: Mapping[str, Question | Advice]


# --- the tree -------------------------------------------------------------------------------------

ALWAYS = Advice(
    "the confusion matrix in counts, and an interval",
    "accuracy, kappa, J and F1 follow from the matrix; none gives it back",
    (why.always_the_matrix, why.always_an_interval),
    "a table is no decision: whoever has to choose needs a rule as well",
)

_RATERS = Question(
    "How many raters?",
    {
        "two": Advice(
            "kappa, with both margins",
            "raters who never look can agree more often than raters who do",
            (why.raters,),
            "kappa depends on how common the classes are; pi, alpha and AC1 take another view of "
            "chance, and no data can say which view is right",
        ),
        "two, ordered": Advice(
            "weighted kappa, with its weights",
            "one step apart is not two steps apart",
            (why.ordered_raters,),
            "the weights are a choice, and the value changes with them",
        ),
        "more, or gaps": Advice(
            "Krippendorff's alpha, and kappa of each pair",
            "one rater who guesses hides in an average",
            (why.many_raters,),
            "alpha depends on the level of measurement that one chooses and, like kappa, on how "
            "common the classes are",
        ),
    },
)
_TWO_CLASSES = Question(
    "Will the prevalence stay the same?",
    {
        "yes": Advice(
            "none is best: kappa or MCC, with implied costs",
            "each measure bets on a ratio; your own rough one is better",
            (why.stable_against_accuracy, why.stable_against_youden),
            "the implied ratio changes with the classifier, so two classifiers are judged by two "
            "sets of costs",
            "experiment: no measure is best under all distributions of costs; kappa lies between "
            "accuracy and J under each; kappa against MCC is not decided (.003, -.007 to .013)",
        ),
        "it changes": Advice(
            "TPR and FPR; kappa for each prevalence",
            "what was measured here does not hold there",
            (why.moving_prevalence,),
            "both rates may change too: where an illness is rarer, its cases may be clearer or "
            "harder",
        ),
    },
)
_DECISION = Question(
    "Two classes, or more?",
    {
        "two": _TWO_CLASSES,
        "more": Advice(
            "recall and precision of each class, too",
            "one number hides a class never found",
            (why.many_classes,),
            "with many classes nobody reads the list, and the kappas of rare classes have wide "
            "intervals",
        ),
    },
)
_USE = Question(
    "What is used?",
    {
        "decision": _DECISION,
        "order": Advice(
            "AUC, with the ROC curve drawn",
            "kappa at a threshold nobody uses says nothing",
            (why.ranking,),
            "it averages over thresholds that nobody uses, and curves that cross can have equal "
            "areas",
        ),
        "only the top": Advice(
            "precision of the top, average precision",
            "the AUC counts the bottom as well",
            (why.top_of_the_list,),
            "both depend on the prevalence, and the length of the top may change",
        ),
        "probability": Advice(
            "log loss or Brier score, and calibration",
            "order and decisions cannot see overconfidence",
            (why.probabilities,),
            "a model that gives everybody the prevalence is calibrated and useless; and a few "
            "confident errors can decide the log loss",
        ),
    },
)
_COSTS = Question(
    "Are the costs of errors known?",
    {
        "yes": Advice(
            "expected cost, at the threshold for these costs",
            "kappa implies costs of its own",
            (why.known_costs,),
            "costs are seldom known well, and differ between those who pay",
            "experiment, exploratory: the value of knowing the costs. If they are known when the "
            "threshold is set, kappa's choice costs .51, and not .89 (C); which measure chose the "
            "model then changes it by .02 at most",
        ),
        "a range": Advice(
            "net benefit over the range",
            "kappa may imply a ratio outside it",
            (why.range_of_costs,),
            "where the curves cross inside the range, there is no single answer",
        ),
        "no": _USE,
    },
)
TREE = Question("Is there a known truth?", {"no": _RATERS, "yes": _COSTS})


def paths(tree: Question = TREE) -> Iterator[tuple[tuple[str, ...], Advice]]:
    """Yield every advice of the tree, each with the answers that lead there."""
    for answer, below in tree.answers.items():
        if isinstance(below, Advice):
            yield (answer,), below
        else:
            yield from (((answer, *path), advice) for path, advice in paths(below))


def counter_examples() -> dict[str, CounterExample]:
    """Compute every example, by the name of its function; the matrix comes last."""
    every = [*(advice for _, advice in paths()), ALWAYS]
    return {compute.__name__: compute() for advice in every for compute in advice.why}


def table() -> pd.DataFrame:
    """Set beside each advice the answers that lead there, the evidence, and what speaks against.

    Returns
    -------
    DataFrame
        Columns report, path, evidence and against; the matrix, which is always reported, comes
        last.
    """
    ends = [(" > ".join(path), advice) for path, advice in paths()]
    rows = [
        (advice.report, path, advice.evidence or "examples only", advice.against)
        for path, advice in [*ends, ("always", ALWAYS)]
    ]
    return pd.DataFrame(rows, columns=["report", "path", "evidence", "against"])
