"""The critics: published arguments against kappa and the AUK, with their own worked numbers."""

from kappabook.papers.paper import Paper

PAPER = Paper(
    title="The critics",
    authors="Their critics",
    notebooks=("08-kappa-on-trial", "09-which-number"),
    figures=("guide", "bounds", "prevalence", "cut", "regret", "regret-split", "regret-rules"),
    statements=190,
    gathered=True,
)
