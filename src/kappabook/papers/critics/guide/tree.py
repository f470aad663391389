"""Which number should I report? A tree of questions; behind every answer, counter-examples."""

from __future__ import annotations

from collections.abc import Iterator

from kappabook.papers.critics.guide import counterexamples as why
from kappabook.papers.critics.guide.advice import Advice, CounterExample, Question

ALWAYS = Advice(
    "the confusion matrix, in counts",
    "accuracy, kappa, J and F1 follow from it; none of them gives it back",
    (why.always_the_matrix,),
)

_RATERS = Question(
    "Are the raters' classes ordered?",
    {
        "no": Advice(
            "kappa, with both margins",
            "plain agreement praises raters who do not look",
            (why.raters,),
        ),
        "yes": Advice(
            "weighted kappa, with its weights",
            "one step apart is not two steps apart",
            (why.ordered_raters,),
        ),
    },
)
_PREVALENCE = Question(
    "Will the prevalence stay?",
    {
        "yes": Advice(
            "kappa, with the cost ratio it implies",
            "accuracy rewards saying no, J false alarms",
            (why.stable_against_accuracy, why.stable_against_youden),
        ),
        "no": Advice(
            "TPR and FPR (J); kappa per prevalence",
            "kappa of one place is not kappa of another",
            (why.moving_prevalence,),
        ),
    },
)
_CLASSES = Question(
    "Two classes, or more?",
    {
        "two": _PREVALENCE,
        "more": Advice(
            "kappa, and kappa or recall of each class",
            "one number hides a class never found",
            (why.many_classes,),
        ),
    },
)
_USE = Question(
    "What is used?",
    {
        "decision": _CLASSES,
        "order": Advice(
            "AUC, with the ROC curve drawn",
            "a threshold nobody uses should not count",
            (why.ranking,),
        ),
        "probability": Advice(
            "log loss or Brier score, and calibration",
            "order and decisions cannot see overconfidence",
            (why.probabilities,),
        ),
    },
)
_COSTS = Question(
    "Are the costs of errors known?",
    {
        "yes": Advice(
            "expected cost, at the cut it sets",
            "kappa implies costs of its own",
            (why.known_costs,),
        ),
        "no": _USE,
    },
)
TREE = Question("Is there a known truth?", {"no": _RATERS, "yes": _COSTS})


def advise(*answers: str) -> Advice:
    """Walk down the tree.

    Parameters
    ----------
    *answers : str
        One per question met, such as ``"yes", "no", "decision", "two", "yes"``.

    Raises
    ------
    ValueError
        An answer that the question does not offer; too few answers, or too many.

    Examples
    --------
    >>> advise("yes", "no", "order").report
    'AUC, with the ROC curve drawn'
    """
    here: Question | Advice = TREE
    for answer in answers:
        if isinstance(here, Advice):
            raise ValueError(f"{answer!r} answers no question: the advice is {here.report!r}.")
        if answer not in here.answers:
            raise ValueError(
                f"{answer!r} is no answer to {here.text!r}; give one of "
                f"{', '.join(map(repr, here.answers))}."
            )
        here = here.answers[answer]
    if isinstance(here, Question):
        raise ValueError(f"next question: {here.text} ({', '.join(here.answers)}).")
    return here


def paths(tree: Question = TREE) -> Iterator[tuple[tuple[str, ...], Advice]]:
    """Yield every advice of the tree, each with the answers that lead there."""
    for answer, below in tree.answers.items():
        if isinstance(below, Advice):
            yield (answer,), below
        else:
            yield from (((answer, *path), advice) for path, advice in paths(below))


def counter_examples() -> dict[str, CounterExample]:
    """Compute every counter-example, by the name of its function; the matrix comes last."""
    every = [*(advice for _, advice in paths()), ALWAYS]
    return {compute.__name__: compute() for advice in every for compute in advice.why}
