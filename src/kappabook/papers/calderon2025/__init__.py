"""The alternative annotator test: may a language model replace a human annotator?"""

from kappabook.papers.paper import Paper

PAPER = Paper(
    title="The Alternative Annotator Test for LLM-as-a-Judge",
    authors="Calderon, Reichart and Dror",
    notebooks=("11-raters-and-judges",),
    figures=("verdicts", "epsilon"),
    statements=170,
)
