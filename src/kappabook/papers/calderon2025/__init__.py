"""The alternative annotator test, which asks if a language model may replace an annotator."""

from kappabook.papers.paper import Paper

PAPER = Paper(
    title=(
        "The Alternative Annotator Test for LLM-as-a-Judge: How to Statistically Justify Replacing "
        "Human Annotators with LLMs"
    ),
    authors="Calderon, Reichart and Dror",
    notebooks=("11-raters-and-judges",),
    figures=("verdicts", "epsilon", "rules", "rates"),
    statements=170,
)
