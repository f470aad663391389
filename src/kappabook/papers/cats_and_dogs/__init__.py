"""Öeren, How to evaluate the performance of QSAR/QSPR classification models: cats and dogs."""

from kappabook.papers.paper import Paper

# Our copy begins below the title; this is what the page's address says.
PAPER = Paper(
    title="How to evaluate the performance of QSAR/QSPR classification models",
    authors="Öeren, a tutorial",
    notebooks=("02-cats-and-dogs",),
    figures=("fig1", "fig2", "fig3", "fig4", "fig5"),
    statements=78,
)
